//! What compiled programs make of floats of four bits is what the formats say.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use asyncir::ir::float::{FloatSemantics, convert};
use asyncir::{Engine, EngineOptions, Source, context, parse};

const PROGRAM: &str = "
func.func @narrow_f32(%number: f32) -> i8 {
  %narrow = arith.truncf %number : f32 to f4E2M1FN
  %bits = arith.bitcast %narrow : f4E2M1FN to i4
  %byte = arith.extui %bits : i4 to i8
  return %byte : i8
}
func.func @narrow_f64(%number: f64) -> i8 {
  %narrow = arith.truncf %number : f64 to f4E2M1FN
  %bits = arith.bitcast %narrow : f4E2M1FN to i4
  %byte = arith.extui %bits : i4 to i8
  return %byte : i8
}
func.func @widen(%byte: i8) -> f64 {
  %bits = arith.trunci %byte : i8 to i4
  %narrow = arith.bitcast %bits : i4 to f4E2M1FN
  %number = arith.extf %narrow : f4E2M1FN to f64
  return %number : f64
}
";

fn engine() -> Engine {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", PROGRAM)).expect("it is right");
    // SAFETY: the functions have no memory.
    unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles")
}

/// Numbers of the format, the middles between them, quarters of these distances, and large and tiny numbers of both signs.
fn numbers() -> impl Iterator<Item = f64> {
    let grid = (0..=64).map(|eighths| f64::from(eighths) / 8.0);
    let others = [
        1e-300,
        1e-30,
        f64::from(f32::MIN_POSITIVE),
        100.0,
        1e30,
        1e300,
        f64::INFINITY,
    ];
    grid.chain(others).flat_map(|number| [number, -number])
}

#[test]
fn numbers_are_narrowed_to_the_nearest() {
    let engine = engine();
    let single = engine.function("narrow_f32").expect("it is there");
    let double = engine.function("narrow_f64").expect("it is there");
    for number in numbers() {
        for near in [number.next_down(), number, number.next_up()] {
            let bits: i8 = double.call((near,)).expect("it runs");
            let nearest = convert(FloatSemantics::F64, near.to_bits().into(), FloatSemantics::F4E2M1FN).0;
            assert_eq!(bits as u128, nearest, "{near:e}");
        }
        let number = number as f32;
        for near in [number.next_down(), number, number.next_up()] {
            let bits: i8 = single.call((near,)).expect("it runs");
            let nearest = convert(FloatSemantics::F32, near.to_bits().into(), FloatSemantics::F4E2M1FN).0;
            assert_eq!(bits as u128, nearest, "{near:e}");
        }
    }
}

#[test]
fn all_numbers_of_four_bits_are_widened() {
    let engine = engine();
    let widen = engine.function("widen").expect("it is there");
    for bits in 0..16 {
        let number: f64 = widen.call((bits as i8,)).expect("it runs");
        let exact = convert(FloatSemantics::F4E2M1FN, bits, FloatSemantics::F64).0;
        assert_eq!(u128::from(number.to_bits()), exact, "{bits}");
    }
}
