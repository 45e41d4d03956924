//! Functions of a program that are called like functions of the C library do not take their places.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;

use asyncir::{Backend, EngineOptions, OptLevel};
use compiled::{at, compile};

/// A function on `f64`, and what C's gives for 0.5.
type Function = (&'static str, f64);

/// Functions for which LLVM has intrinsics, and others that C's library alone has.
const FUNCTIONS: [Function; 8] = [
    ("cbrt", 0.793_700_525_984_099_7),
    ("erf", 0.520_499_877_813_046_5),
    ("exp", 1.648_721_270_700_128_2),
    ("expm1", 0.648_721_270_700_128_2),
    ("floor", 0.0),
    ("log1p", 0.405_465_108_108_164_4),
    ("sin", 0.479_425_538_604_203),
    ("tanh", 0.462_117_157_260_009_76),
];

/// A function that is called like C's and doubles what that gives, and one that calls both.
fn program() -> String {
    let functions = FUNCTIONS.iter().map(|(name, _)| {
        format!(
            "
            func.func @{name}(%x: f64) -> f64 {{
              %0 = math.{name} %x : f64
              %1 = arith.addf %0, %0 : f64
              return %1 : f64
            }}
            func.func @{name}_of_both(%x: f64) -> f64 {{
              %0 = func.call @{name}(%x) : (f64) -> f64
              %1 = math.{name} %x : f64
              %2 = arith.addf %0, %1 : f64
              return %2 : f64
            }}"
        )
    });
    functions.collect()
}

fn check(options: &EngineOptions) {
    let engine = compile(&program(), None, options);
    for (name, expected) in FUNCTIONS {
        let own: f64 = engine.call(name, (0.5,)).expect("it runs");
        let both: f64 = engine.call(&format!("{name}_of_both"), (0.5,)).expect("it runs");
        let is_near = |value: f64, expected: f64| (value - expected).abs() <= 1e-15;
        assert!(is_near(own, expected + expected), "{name}: {own}");
        assert!(is_near(both, expected + expected + expected), "{name}: {both}");
    }
}

#[test]
fn functions_of_the_program_are_not_taken_for_those_of_the_library() {
    for backend in [Backend::Cranelift, Backend::Llvm] {
        for opt_level in [OptLevel::O0, OptLevel::O2] {
            let options = EngineOptions {
                backend,
                ..at(opt_level)
            };
            check(&options);
        }
    }
}

#[test]
fn functions_of_other_types_may_be_called_like_those_of_the_library() {
    let text = "
      func.func @sin(%x: complex<f64>) -> f64 {
        %0 = complex.re %x : complex<f64>
        return %0 : f64
      }
      func.func @cbrt() -> i64 {
        %0 = arith.constant 7 : i64
        return %0 : i64
      }
      func.func @sum(%x: f64) -> f64 {
        %0 = math.sin %x : f64
        %1 = math.cbrt %x : f64
        %2 = arith.addf %0, %1 : f64
        return %2 : f64
      }";
    let engine = compile(text, None, &EngineOptions::default());
    let sum: f64 = engine.call("sum", (0.5,)).expect("it runs");
    assert!(
        (sum - (0.479_425_538_604_203 + 0.793_700_525_984_099_7)).abs() < 1e-15,
        "{sum}"
    );
    assert_eq!(engine.call::<i64>("cbrt", ()).expect("it runs"), 7);
}
