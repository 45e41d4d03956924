//! Ops on vectors that MLIR's passes get wrong or refuse.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use asyncir::{Engine, EngineOptions, MemRef, OptLevel, Source, context, parse};

const PROGRAM: &str = r#"
func.func @gather(%m: memref<4x6xi32>, %stride: index, %k: i1) -> i32 {
  %c1 = arith.constant 1 : index
  %indices = arith.constant dense<[2, 0, 1]> : vector<3xi8>
  %mask = vector.from_elements %k, %k, %k : vector<3xi1>
  %other = arith.constant dense<-1> : vector<3xi32>
  %known = memref.subview %m[0, 1][4, 3][1, 2] : memref<4x6xi32> to memref<4x3xi32, strided<[6, 2], offset: 1>>
  %open = memref.subview %m[0, 0][4, 3][1, %stride] : memref<4x6xi32> to memref<4x3xi32, strided<[6, ?]>>
  %c0 = arith.constant 0 : index
  %0 = vector.gather %known[%c1, %c0][%indices], %mask, %other
    : memref<4x3xi32, strided<[6, 2], offset: 1>>, vector<3xi8>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  %1 = vector.gather %open[%c1, %c0][%indices], %mask, %other
    : memref<4x3xi32, strided<[6, ?]>>, vector<3xi8>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  vector.scatter %known[%c0, %c0][%indices], %mask, %1
    : memref<4x3xi32, strided<[6, 2], offset: 1>>, vector<3xi8>, vector<3xi1>, vector<3xi32>
  %sum = vector.reduction <add>, %0 : vector<3xi32> into i32
  return %sum : i32
}

// Masks have the dimensions of memory, in their order.
func.func @read(%m: memref<2x3x4xi32>, %out: memref<4x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant -7 : i32
  %mask = vector.create_mask %c1, %c3 : vector<2x4xi1>
  %0 = vector.transfer_read %m[%c0, %c1, %c0], %pad, %mask
    {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>, in_bounds = [true, true]} : memref<2x3x4xi32>, vector<4x2xi32>
  vector.transfer_write %0, %out[%c0, %c0] {in_bounds = [true, true]} : vector<4x2xi32>, memref<4x2xi32>
  return
}
func.func @write(%m: memref<2x3x4xi32>, %from: memref<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 0 : i32
  %mask = vector.create_mask %c1, %c3 : vector<2x4xi1>
  %0 = vector.transfer_read %from[%c0, %c0], %pad {in_bounds = [true, true]} : memref<2x4xi32>, vector<2x4xi32>
  vector.transfer_write %0, %m[%c0, %c1, %c0], %mask
    {permutation_map = affine_map<(d0, d1, d2) -> (d0, d2)>, in_bounds = [true, true]} : vector<2x4xi32>, memref<2x3x4xi32>
  %1 = vector.transpose %0, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %c2 = arith.constant 2 : index
  vector.transfer_write %1, %m[%c0, %c2, %c0], %mask
    {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>, in_bounds = [true, true]} : vector<4x2xi32>, memref<2x3x4xi32>
  return
}

// Lanes that are masked out do not count.
func.func @extremes(%n: index) -> (f32, f32) {
  %low = arith.constant dense<0xFF800000> : vector<2xf32>
  %high = arith.constant dense<0x7F800000> : vector<2xf32>
  %mask = vector.create_mask %n : vector<2xi1>
  %0 = vector.mask %mask { vector.reduction <maximumf>, %low : vector<2xf32> into f32 } : vector<2xi1> -> f32
  %1 = vector.mask %mask { vector.reduction <minimumf>, %high : vector<2xf32> into f32 } : vector<2xi1> -> f32
  return %0, %1 : f32, f32
}
"#;

fn engines() -> impl Iterator<Item = Engine> {
    [OptLevel::O0, OptLevel::O2].into_iter().map(|opt_level| {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("vectors.mlir", PROGRAM)).expect("a valid program");
        let options = EngineOptions {
            opt_level,
            ..EngineOptions::default()
        };
        // SAFETY: the program stays within its memory.
        unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it can be compiled")
    })
}

/// The numbers from 0 on.
fn count<const N: usize>() -> [i32; N] {
    std::array::from_fn(|number| number as i32)
}

#[test]
fn lanes_are_a_stride_apart() {
    for engine in engines() {
        let gather = engine.function("gather").expect("it is there");
        let mut numbers = count::<24>();
        let matrix = MemRef::new(&mut numbers, [4, 6]).expect("its elements");
        let sum: i32 = gather.call((matrix, 2usize, true)).expect("it runs");
        assert_eq!(sum, 11 + 7 + 9);
        // Row 1 has 10, 6 and 8 in these lanes, which go to row 0.
        assert_eq!(numbers[..6], [0, 6, 2, 8, 4, 10]);
        assert_eq!(numbers[6..], count::<24>()[6..]);
    }
}

#[test]
fn masks_of_transfers_follow_memory() {
    for engine in engines() {
        let mut numbers = count::<24>();
        let mut read = [0; 8];
        let memory = MemRef::new(&mut numbers, [2, 3, 4]).expect("its elements");
        let place = MemRef::new(&mut read, [4, 2]).expect("its elements");
        let () = engine
            .function("read")
            .and_then(|read| read.call((memory, place)))
            .expect("it runs");
        assert_eq!(read, [4, -7, 5, -7, 6, -7, -7, -7]);

        let mut from = [100, 101, 102, 103, 104, 105, 106, 107];
        let memory = MemRef::new(&mut numbers, [2, 3, 4]).expect("its elements");
        let place = MemRef::new(&mut from, [2, 4]).expect("its elements");
        let () = engine
            .function("write")
            .and_then(|write| write.call((memory, place)))
            .expect("it runs");
        let mut wanted = count::<24>();
        wanted[4..7].copy_from_slice(&[100, 101, 102]);
        wanted[8..11].copy_from_slice(&[100, 101, 102]);
        assert_eq!(numbers, wanted);
    }
}

#[test]
fn lanes_that_are_masked_out_do_not_count() {
    for engine in engines() {
        let extremes = engine.function("extremes").expect("it is there");
        let found: (f32, f32) = extremes.call((1usize,)).expect("it runs");
        assert_eq!(found, (f32::NEG_INFINITY, f32::INFINITY));
    }
}
