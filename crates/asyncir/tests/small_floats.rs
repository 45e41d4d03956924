//! What compiled programs make of floats of eight bits and less is what the formats say.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use asyncir::ir::float::{self, FloatSemantics, convert, is_nan, is_zero};
use asyncir::{Engine, EngineOptions, MemRef, OptLevel, Source, context, parse};

/// Functions on numbers of a format, which come and go as their bits. Conversions from `f32` are shared by all iterations of a
/// loop, which LLVM vectorises.
const PROGRAM: &str = "
func.func @narrow_f32(%numbers: memref<?xf32>, %bits: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %numbers, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%size) step (%c1) {
    %number = memref.load %numbers[%i] : memref<?xf32>
    %narrow = arith.truncf %number : f32 to FLOAT
    %int = arith.bitcast %narrow : FLOAT to INT
    %byte = EXTEND %int : INT to i8
    memref.store %byte, %bits[%i] : memref<?xi8>
    scf.reduce
  }
  return
}
func.func @narrow_f64(%number: f64) -> i8 {
  %narrow = arith.truncf %number : f64 to FLOAT
  %bits = arith.bitcast %narrow : FLOAT to INT
  %byte = EXTEND %bits : INT to i8
  return %byte : i8
}
func.func @widen(%byte: i8) -> f64 {
  %bits = CUT %byte : i8 to INT
  %narrow = arith.bitcast %bits : INT to FLOAT
  %number = arith.extf %narrow : FLOAT to f64
  return %number : f64
}
func.func @compute(%operation: i8, %left: i8, %right: i8) -> i8 {
  %left_bits = CUT %left : i8 to INT
  %right_bits = CUT %right : i8 to INT
  %a = arith.bitcast %left_bits : INT to FLOAT
  %b = arith.bitcast %right_bits : INT to FLOAT
  %which = arith.index_cast %operation : i8 to index
  %c = scf.index_switch %which -> FLOAT
  case 0 {
    %sum = arith.addf %a, %b : FLOAT
    scf.yield %sum : FLOAT
  }
  case 1 {
    %difference = arith.subf %a, %b : FLOAT
    scf.yield %difference : FLOAT
  }
  case 2 {
    %product = arith.mulf %a, %b : FLOAT
    scf.yield %product : FLOAT
  }
  default {
    %quotient = arith.divf %a, %b : FLOAT
    scf.yield %quotient : FLOAT
  }
  %bits = arith.bitcast %c : FLOAT to INT
  %byte = EXTEND %bits : INT to i8
  return %byte : i8
}
";

/// The program for a format.
fn program(format: FloatSemantics) -> String {
    let (extend, cut) = match format.width() {
        // A conversion that changes nothing.
        8 => ("arith.bitcast", "arith.bitcast"),
        _ => ("arith.extui", "arith.trunci"),
    };
    PROGRAM
        .replace("FLOAT", format.keyword())
        .replace("INT", &format!("i{}", format.width()))
        .replace("EXTEND", extend)
        .replace("CUT", cut)
}

fn engine(format: FloatSemantics, opt_level: OptLevel) -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", program(format))).expect("it is right");
    let options = EngineOptions {
        opt_level,
        ..EngineOptions::default()
    };
    // SAFETY: the functions stay within the memory that they are given.
    unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles")
}

/// The formats with a sign that LLVM has no type for.
fn formats() -> impl Iterator<Item = FloatSemantics> {
    let all = FloatSemantics::ALL.into_iter();
    all.filter(|format| format.width() <= 8 && *format != FloatSemantics::F8E8M0FNU)
}

/// All bits that a number of a format can have.
fn all_bits(format: FloatSemantics) -> impl Iterator<Item = u128> + Clone {
    0..1 << format.width()
}

/// Numbers of the format, the middles between them, quarters of these distances, and large and tiny numbers of both signs.
fn numbers(format: FloatSemantics) -> Vec<f64> {
    let others = [
        0.0,
        1e-300,
        1e-30,
        f64::from(f32::MIN_POSITIVE),
        f64::from(f32::MIN_POSITIVE) / 8.0,
        1e5,
        1e30,
        1e300,
        f64::INFINITY,
        f64::NAN,
    ];
    let value = |bits| float::to_f64(format, bits);
    let mut positive: Vec<f64> = all_bits(format).map(value).filter(|value| *value > 0.0).collect();
    positive.sort_by(f64::total_cmp);
    let steps: Vec<f64> = positive.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let least = positive[0];
    let grid = std::iter::once((0.0, least)).chain(positive.into_iter().zip(steps.into_iter().chain([least])));
    let grid = grid.flat_map(|(value, step)| (0..=8).map(move |part| value + step * f64::from(part) / 8.0));
    grid.chain(others).flat_map(|number| [number, -number]).collect()
}

/// Whether bits are those that are wanted. NaN may be any.
fn agree(format: FloatSemantics, found: u128, wanted: u128) -> bool {
    found == wanted || is_nan(format, found) && is_nan(format, wanted)
}

/// The same for bits that are made of NaN: in formats without it the largest number, of any sign.
fn agree_on_nan(format: FloatSemantics, found: u128) -> bool {
    match format.nan() {
        Some(_) => is_nan(format, found),
        None => [false, true].map(|sign| format.largest(sign)).contains(&found),
    }
}

/// Checks what a number was narrowed to.
fn is_nearest(format: FloatSemantics, number: f64, found: u128, nearest: u128) {
    let is_right = if number.is_nan() {
        agree_on_nan(format, found)
    } else {
        agree(format, found, nearest)
    };
    assert!(is_right, "{format:?} of {number:e}: {found:x}, not {nearest:x}");
}

/// The bits of a result.
fn byte(bits: i8) -> u128 {
    bits.cast_unsigned().into()
}

#[test]
fn numbers_are_narrowed_to_the_nearest() {
    for format in formats() {
        for opt_level in [OptLevel::O0, OptLevel::O3] {
            let engine = engine(format, opt_level);
            let double = engine.function("narrow_f64").expect("it is there");
            let nearby = |number: f64| [number.next_down(), number, number.next_up()];
            for number in numbers(format).into_iter().flat_map(nearby) {
                let found = byte(double.call((number,)).expect("it runs"));
                let nearest = convert(FloatSemantics::F64, number.to_bits().into(), format).0;
                is_nearest(format, number, found, nearest);
            }
            let nearby = |number: f64| [(number as f32).next_down(), number as f32, (number as f32).next_up()];
            let mut singles: Vec<f32> = numbers(format).into_iter().flat_map(nearby).collect();
            let mut found = vec![0i8; singles.len()];
            let single = engine.function("narrow_f32").expect("it is there");
            let () = single
                .call((MemRef::from(&mut singles), MemRef::from(&mut found)))
                .expect("it runs");
            for (number, found) in singles.into_iter().zip(found) {
                let nearest = convert(FloatSemantics::F32, number.to_bits().into(), format).0;
                let found = byte(found);
                is_nearest(format, number.into(), found, nearest);
            }
        }
    }
}

#[test]
fn all_numbers_are_widened() {
    for format in formats() {
        for opt_level in [OptLevel::O0, OptLevel::O2] {
            let engine = engine(format, opt_level);
            let widen = engine.function("widen").expect("it is there");
            for bits in all_bits(format) {
                let number: f64 = widen.call(((bits as u8).cast_signed(),)).expect("it runs");
                let exact = convert(format, bits, FloatSemantics::F64).0;
                assert!(
                    agree(FloatSemantics::F64, number.to_bits().into(), exact),
                    "{format:?} of {bits:x}: {number:e}"
                );
            }
        }
    }
}

#[test]
fn sums_products_and_quotients_are_rounded_once() {
    type Operation = fn(FloatSemantics, u128, u128) -> u128;
    let operations: [Operation; 4] = [float::add, float::sub, float::mul, float::div];
    for format in formats() {
        let engine = engine(format, OptLevel::O2);
        let compute = engine.function("compute").expect("it is there");
        for (number, operation) in operations.into_iter().enumerate() {
            // Every seventh number on one side; each is on both sides of some pair.
            for left in all_bits(format) {
                for right in all_bits(format).skip(left as usize % 7).step_by(7) {
                    let bits = |value: u128| (value as u8).cast_signed();
                    let found = byte(compute.call((number as i8, bits(left), bits(right))).expect("it runs"));
                    let wanted = operation(format, left, right);
                    // Zero divided by zero.
                    let is_nan = number == 3 && [left, right].iter().all(|&bits| is_zero(format, bits));
                    assert!(
                        agree(format, found, wanted) || is_nan && agree_on_nan(format, found),
                        "{format:?}, operation {number} of {left:x} and {right:x}: {found:x}, not {wanted:x}"
                    );
                }
            }
        }
    }
}
