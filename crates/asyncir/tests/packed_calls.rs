//! Functions that are called with pointers to arguments and results.

#![allow(unsafe_code, reason = "the tests call machine code")]

use std::ffi::c_void;

use asyncir::{Engine, EngineOptions, Source, context, parse};

const PROGRAM: &str = "
func.func @scale(%by: f32, %rows: memref<?x3xf32>) -> (i64, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %rows, %c0 : memref<?x3xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c3) step (%c1, %c1) {
    %x = memref.load %rows[%i, %j] : memref<?x3xf32>
    %y = arith.mulf %x, %by : f32
    memref.store %y, %rows[%i, %j] : memref<?x3xf32>
  }
  %count = arith.index_cast %n : index to i64
  %yes = arith.constant true
  return %count, %yes : i64, i1
}
func.func @fails(%ok: i1) {
  cf.assert %ok, \"said so\"
  return
}
func.func @last(%any: memref<?x2xf32, strided<[?, 3], offset: ?>>) -> f32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %any[%c1, %c1] : memref<?x2xf32, strided<[?, 3], offset: ?>>
  return %x : f32
}
";

/// MLIR's descriptor of a memref of two dimensions.
#[repr(C)]
struct Rows {
    allocated: *mut f32,
    aligned: *mut f32,
    offset: i64,
    sizes: [i64; 2],
    strides: [i64; 2],
}

impl Rows {
    fn of(numbers: &mut [f32], sizes: [i64; 2], strides: [i64; 2]) -> Self {
        let start = numbers.as_mut_ptr();
        Self {
            allocated: start,
            aligned: start,
            offset: 0,
            sizes,
            strides,
        }
    }
}

fn engine() -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("packed.mlir", PROGRAM)).expect("a valid program");
    // SAFETY: the program stays within the memory that it is given.
    unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles")
}

/// Calls `scale` with these rows, and gives the two results.
fn scale(engine: &Engine, rows: &mut Rows) -> Result<(i64, bool), String> {
    let (mut by, mut count, mut yes) = (2.0f32, 0i64, false);
    let pointers: [*mut c_void; 4] = [
        (&raw mut by).cast(),
        (&raw mut *rows).cast(),
        (&raw mut count).cast(),
        (&raw mut yes).cast(),
    ];
    let function = engine.function("scale").expect("it is there");
    // SAFETY: the pointers are to a float, a descriptor, and places for the results.
    unsafe { function.call_packed(&pointers) }.map_err(|error| error.to_string())?;
    Ok((count, yes))
}

#[test]
fn arguments_are_read_and_results_written_where_pointers_lead() {
    let engine = engine();
    let mut numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut rows = Rows::of(&mut numbers, [2, 3], [3, 1]);
    assert_eq!(scale(&engine, &mut rows), Ok((2, true)));
    assert_eq!(numbers, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
    // One row has no stride to the next, and none has no strides at all.
    let mut rows = Rows::of(&mut numbers, [1, 3], [77, 1]);
    assert_eq!(scale(&engine, &mut rows), Ok((1, true)));
    let mut rows = Rows::of(&mut numbers, [0, 3], [77, 77]);
    assert_eq!(scale(&engine, &mut rows), Ok((0, true)));
    assert_eq!(numbers, [4.0, 8.0, 12.0, 8.0, 10.0, 12.0]);
}

#[test]
fn memory_that_is_not_of_the_type_is_refused() {
    let engine = engine();
    let mut numbers = [1.0; 6];
    let called = "function 'scale' is (f32, memref<?x3xf32>) -> (i64, i1), but was called with";
    let cases = [
        ([3, 2], [2, 1], "sizes [3, 2] in argument 1"),
        ([-1, 3], [3, 1], "sizes [-1, 3] in argument 1"),
        (
            [2, 3],
            [1, 2],
            "strides [1, 2] (elements must be contiguous, in row-major order) in argument 1",
        ),
    ];
    for (sizes, strides, problem) in cases {
        let mut rows = Rows::of(&mut numbers, sizes, strides);
        assert_eq!(scale(&engine, &mut rows), Err(format!("{called} {problem}")));
    }
    let mut rows = Rows::of(&mut numbers, [1, 3], [3, 1]);
    rows.offset = 3;
    let problem = "offset 3 (the first element must be at the aligned pointer) in argument 1";
    assert_eq!(scale(&engine, &mut rows), Err(format!("{called} {problem}")));
    let mut rows = Rows::of(&mut numbers, [1, 3], [3, 1]);
    rows.aligned = std::ptr::null_mut();
    let problem = "a null pointer to elements in argument 1";
    assert_eq!(scale(&engine, &mut rows), Err(format!("{called} {problem}")));
    rows.sizes = [0, 3];
    assert_eq!(scale(&engine, &mut rows), Ok((0, true)));
    assert_eq!(numbers, [1.0; 6]);
}

#[test]
fn memory_is_where_the_layout_of_the_type_says() {
    let engine = engine();
    let function = engine.function("last").expect("it is there");
    let mut numbers = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut last = |offset: i64, strides: [i64; 2]| {
        let mut rows = Rows::of(&mut numbers, [2, 2], strides);
        rows.offset = offset;
        let mut number = 0f32;
        let pointers = [(&raw mut rows).cast(), (&raw mut number).cast()];
        // SAFETY: the pointers are to a descriptor and a place for the result.
        let called = unsafe { function.call_packed(&pointers) };
        called.map(|()| number).map_err(|error| error.to_string())
    };
    assert_eq!(last(1, [2, 3]), Ok(6.0));
    assert_eq!(last(3, [-3, 3]), Ok(3.0));
    assert_eq!(
        last(0, [2, 1]),
        Err("function 'last' is (memref<?x2xf32, strided<[?, 3], offset: ?>>) -> (f32), but was called with offset 0 and \
             strides [2, 1] (they must be those of strided<[?, 3], offset: ?>) in argument 0"
            .to_owned())
    );
}

#[test]
fn pointers_that_are_missing_or_null_and_failures_are_errors() {
    let engine = engine();
    let function = engine.function("fails").expect("it is there");
    let mut no = false;
    let no: *mut c_void = (&raw mut no).cast();
    // SAFETY: what is read is a byte that is zero.
    let errors = unsafe {
        [
            function.call_packed(&[]),
            function.call_packed(&[std::ptr::null_mut()]),
            function.call_packed(&[no, no]),
            function.call_packed(&[no]),
        ]
    };
    let errors = errors.map(|result| result.expect_err("it fails").to_string());
    assert_eq!(
        errors,
        [
            "function 'fails' is (i1) -> (), but was called with 0 pointers",
            "function 'fails' is (i1) -> (), but was called with null for pointer 0",
            "function 'fails' is (i1) -> (), but was called with 2 pointers",
            "packed.mlir:17:3: said so",
        ]
    );
}
