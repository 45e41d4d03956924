//! Constants of many numbers, which LLVM reads as bytes.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::fmt::Write as _;

use asyncir::{Engine, EngineOptions, Number, OptLevel, Source, context, parse};

/// A name, the type of the elements, and their values, floats as bits.
type Constant = (&'static str, &'static str, fn(i64) -> i64);

/// Functions `@NAME` that give element `i` of a constant as an i64.
const CONSTANTS: [Constant; 5] = [
    ("splat_f32", "f32", |_| i64::from(1.5f32.to_bits())),
    ("list_i16", "i16", |i| (i * 7919 % 65_536 + 32_768) % 65_536 - 32_768),
    ("list_f64", "f64", |i| (i as f64 / 3.0).to_bits().cast_signed()),
    ("splat_i8", "i8", |_| 92),
    ("list_i1", "i1", |i| (i % 3) & 1),
];

const SIZES: [i64; 3] = [1024, 1025, 70_000];

fn elements(name: &str, count: i64, value: fn(i64) -> i64) -> String {
    let text = |number: i64| match name {
        "list_f64" => format!("0x{number:016X}"),
        "list_i1" => (number != 0).to_string(),
        _ => number.to_string(),
    };
    match name {
        "splat_f32" => "1.5".to_owned(),
        "splat_i8" => "92".to_owned(),
        _ => format!(
            "[{}]",
            (0..count).map(|i| text(value(i))).collect::<Vec<_>>().join(", ")
        ),
    }
}

fn program() -> String {
    let mut text = String::new();
    for (name, ty, value) in CONSTANTS {
        for count in SIZES {
            let data = elements(name, count, value);
            let bits = match ty {
                "f32" => "%b = arith.bitcast %x : f32 to i32\n%wide = arith.extsi %b : i32 to i64".to_owned(),
                "f64" => "%wide = arith.bitcast %x : f64 to i64".to_owned(),
                "i1" => "%wide = arith.extui %x : i1 to i64".to_owned(),
                _ => format!("%wide = arith.extsi %x : {ty} to i64"),
            };
            write!(
                text,
                "memref.global \"private\" constant @{name}_{count}_data : memref<{count}x{ty}> = dense<{data}>\n\
                 func.func @{name}_{count}(%i: index) -> i64 {{\n\
                 %m = memref.get_global @{name}_{count}_data : memref<{count}x{ty}>\n\
                 %x = memref.load %m[%i] : memref<{count}x{ty}>\n{bits}\nreturn %wide : i64\n}}\n"
            )
            .expect("a string takes text");
        }
    }
    // In parts of the program that LLVM compiles on their own, and as tensors.
    text + "func.func @sum() -> f64 {\n%t = arith.constant dense<0.25> : tensor<300x200xf64>\n\
            %zero = arith.constant dense<0.0> : tensor<f64>\n\
            %s = linalg.reduce { arith.addf } ins(%t : tensor<300x200xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1]\n\
            %x = tensor.extract %s[] : tensor<f64>\nreturn %x : f64\n}\n"
}

#[test]
fn elements_are_where_they_belong() {
    let text = program();
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let ctx = context();
        let mut module =
            parse(&ctx, &Source::new("constants.mlir", text.clone())).unwrap_or_else(|error| panic!("{error}"));
        let options = EngineOptions {
            opt_level,
            ..EngineOptions::default()
        };
        // SAFETY: the indices are those of elements.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.unwrap_or_else(|error| panic!("{error}"));
        for (name, _, value) in CONSTANTS {
            for count in SIZES {
                let function = engine.function(&format!("{name}_{count}")).expect("a function");
                for i in [0, 1, count / 2, count - 2, count - 1] {
                    let found = function
                        .call_with(&mut [Number::Index(i as isize).into()])
                        .expect("it runs");
                    assert_eq!(
                        found,
                        [Number::I64(value(i)).into()],
                        "{name}, {i} of {count} at {opt_level:?}"
                    );
                }
            }
        }
        let sum = engine
            .function("sum")
            .expect("a function")
            .call_with(&mut [])
            .expect("it runs");
        assert_eq!(sum, [Number::F64(15_000.0).into()]);
    }
}

#[test]
fn a_constant_that_fits_nowhere_is_refused() {
    let text = "memref.global \"private\" constant @c : memref<9223372036854775807x4xi64> = dense<1>";
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("constants.mlir", text)).unwrap_or_else(|error| panic!("{error}"));
    // SAFETY: there is nothing to be called.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) };
    let Err(error) = engine else { panic!("it is too large") };
    let message = error.to_string();
    assert!(
        message.contains("constants.mlir:1:1") && message.contains("2^30 bytes"),
        "{message}"
    );
}
