//! Functions of `f32` are as exact as it takes, whatever compiles them and whatever loop they stand in.
//!
//! `ASYNCIR_FLOATS=1` tries all 2^32 floats, which takes some minutes in a release build.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;

use asyncir::call::Scalar;
use asyncir::{Engine, MemRef, OptLevel};
use compiled::{at, compile};
use half::{bf16, f16};

/// A function, and the same one in `f64`, whose results are exact here.
type Function = (&'static str, fn(f64) -> f64);

const FUNCTIONS: [Function; 22] = [
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("asin", f64::asin),
    ("asinh", libm::asinh),
    ("atan", f64::atan),
    ("atanh", libm::atanh),
    ("cbrt", f64::cbrt),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("erf", libm::erf),
    ("erfc", libm::erfc),
    ("exp", f64::exp),
    ("exp2", f64::exp2),
    ("expm1", f64::exp_m1),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log1p", f64::ln_1p),
    ("log2", f64::log2),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

/// A function of two numbers.
type BinaryFunction = (&'static str, fn(f64, f64) -> f64);

const BINARY_FUNCTIONS: [BinaryFunction; 2] = [("atan2", f64::atan2), ("powf", f64::powf)];

/// Exponents that are constants in the program.
const EXPONENTS: [f64; 14] = [0.0, 1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0, -1.0, -2.0, -5.0, 0.5, -0.5, 1.5];

/// How far from the exact result one may be, in units of the last place: half a unit comes from rounding.
const MAX_ERROR: f64 = 0.51;

/// Every how many floats are tried.
const STRIDE: usize = 3001;

/// The distance between numbers of 16 bits that are combined to pairs.
const STRIDE_OF_PAIRS: usize = 127;

/// Functions of all numbers, in loops that LLVM vectorises.
fn program(element: &str) -> String {
    let unary = |(name, _): &Function| {
        format!(
            "
            func.func @{name}(%numbers: memref<?xTYPE>, %results: memref<?xTYPE>) {{
              linalg.map {{ math.{name} }} ins(%numbers : memref<?xTYPE>) outs(%results : memref<?xTYPE>)
              return
            }}"
        )
    };
    FUNCTIONS.iter().map(unary).collect::<String>().replace("TYPE", element)
}

/// Functions of pairs of numbers, and powers with constant exponents.
fn program_with_two_operands(element: &str) -> String {
    let binary = BINARY_FUNCTIONS.iter().map(|(name, _)| {
        format!(
            "
            func.func @{name}(%x: memref<?xTYPE>, %y: memref<?xTYPE>, %results: memref<?xTYPE>) {{
              linalg.map {{ math.{name} }} ins(%x, %y : memref<?xTYPE>, memref<?xTYPE>) outs(%results : memref<?xTYPE>)
              return
            }}"
        )
    });
    let powers = EXPONENTS.iter().enumerate().map(|(index, exponent)| {
        format!(
            "
            func.func @power{index}(%numbers: memref<?xTYPE>, %results: memref<?xTYPE>) {{
              %exponent = arith.constant {exponent:.1} : TYPE
              linalg.map ins(%numbers : memref<?xTYPE>) outs(%results : memref<?xTYPE>) (%x: TYPE, %init: TYPE) {{
                %power = math.powf %x, %exponent : TYPE
                linalg.yield %power : TYPE
              }}
              return
            }}"
        )
    });
    binary.chain(powers).collect::<String>().replace("TYPE", element)
}

/// The results of a function for some numbers.
fn call<T: Scalar>(engine: &Engine, name: &str, numbers: &mut [T]) -> Vec<T> {
    let mut results: Vec<T> = numbers.iter().map(|_| T::default()).collect();
    let arguments = (MemRef::from(numbers), MemRef::from(&mut results[..]));
    let () = engine
        .call(name, arguments)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    results
}

/// The results of a function for some pairs.
fn call_with_two<T: Scalar>(engine: &Engine, name: &str, x: &mut [T], y: &mut [T]) -> Vec<T> {
    let mut results: Vec<T> = x.iter().map(|_| T::default()).collect();
    let arguments = (MemRef::from(x), MemRef::from(y), MemRef::from(&mut results[..]));
    let () = engine
        .call(name, arguments)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    results
}

/// Looks whether a result is right, and is the same in another engine. Returns its error.
fn check(what: &str, exact: f64, plain: f32, vectorised: f32) -> f64 {
    let error = error(vectorised, exact);
    assert!(
        error <= MAX_ERROR,
        "{what} is {vectorised:e}, not {exact:e}: {error} units off"
    );
    let is_same = plain.to_bits() == vectorised.to_bits() || plain.is_nan() && vectorised.is_nan();
    assert!(is_same, "{what} is {plain:e} at -O0, and {vectorised:e} at -O3");
    error
}

/// The distance between an `f32` and the next one.
fn unit(exact: f64) -> f64 {
    let exponent = exact.abs().log2().floor().max(-126.0);
    (exponent - 23.0).exp2()
}

/// How far a result is from the exact one, in units of the last place; infinite if it is of another kind.
fn error(result: f32, exact: f64) -> f64 {
    let nearest = exact as f32;
    let is_special = exact == 0.0 || !exact.is_finite() || !nearest.is_finite();
    if exact.is_nan() && result.is_nan() || is_special && result.to_bits() == nearest.to_bits() {
        return 0.0;
    }
    if !exact.is_finite() || !result.is_finite() {
        return f64::INFINITY;
    }
    (f64::from(result) - exact).abs() / unit(exact)
}

/// Floats of all exponents, with those at the ends of ranges.
fn floats(first: usize, stride: usize, count: usize) -> Vec<f32> {
    let bits = (first..).step_by(stride).take(count);
    bits.map_while(|bits| u32::try_from(bits).ok())
        .map(f32::from_bits)
        .collect()
}

const SPECIAL: [f32; 20] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    1e-45,
    -1e-45,
    88.722_84,
    88.722_85,
    -103.972_08,
    -103.972_09,
    128.0,
    -149.0,
    -150.0,
    4.0,
];

#[test]
fn functions_of_f32_are_exact_but_for_rounding() {
    let given = std::env::var("ASYNCIR_FLOATS").ok();
    let stride = given.map_or(STRIDE, |text| text.parse().expect("ASYNCIR_FLOATS is a number"));
    let levels = [OptLevel::O0, OptLevel::O3];
    let engines = levels.map(|level| compile(&program("f32"), None, &at(level)));
    const CHUNK: usize = 1 << 20;
    let mut worst = [0.0f64; FUNCTIONS.len()];
    let starts = (0..=u32::MAX as usize).step_by(stride * CHUNK);
    let chunks = starts.map(|first| floats(first, stride, CHUNK));
    for mut numbers in std::iter::once(SPECIAL.to_vec()).chain(chunks) {
        for ((name, exact), worst) in FUNCTIONS.iter().zip(&mut worst) {
            let [plain, vectorised] = [0, 1].map(|engine: usize| call(&engines[engine], name, &mut numbers));
            for ((&number, plain), result) in numbers.iter().zip(plain).zip(vectorised) {
                let error = check(&format!("{name}({number:e})"), exact(f64::from(number)), plain, result);
                *worst = worst.max(error);
            }
        }
    }
    let names = FUNCTIONS.iter().map(|(name, _)| name);
    println!(
        "errors in units of the last place: {:?}",
        names.zip(worst).collect::<Vec<_>>()
    );
}

#[test]
fn functions_of_two_f32_are_exact_but_for_rounding() {
    let levels = [OptLevel::O0, OptLevel::O3];
    let engines = levels.map(|level| compile(&program_with_two_operands("f32"), None, &at(level)));
    let integers = (-20i8..20).map(f32::from);
    // Their powers are neither zero nor infinite.
    let moderate = (1..=100u8).map(|number| f32::from(number) * 0.019);
    let near_one = (1..=100u8).map(|number| 1.0 + f32::from(number) * 1.0e-4 - 5.0e-3);
    let large = (1..=100u8).map(|number| f32::from(number) * 137.3);
    let numbers: Vec<f32> = SPECIAL
        .into_iter()
        .chain(integers)
        .chain(moderate)
        .chain(near_one)
        .chain(large)
        .chain(floats(12_345, 4_999_999, 1000))
        .collect();
    let pairs = numbers.iter().flat_map(|&x| numbers.iter().map(move |&y| (x, y)));
    let (mut x, mut y): (Vec<f32>, Vec<f32>) = pairs.unzip();
    for (name, exact) in BINARY_FUNCTIONS {
        let [plain, vectorised] = [0, 1].map(|engine: usize| call_with_two(&engines[engine], name, &mut x, &mut y));
        let mut worst = 0.0f64;
        for (((&x, &y), plain), result) in x.iter().zip(&y).zip(plain).zip(vectorised) {
            let what = format!("{name}({x:e}, {y:e})");
            worst = worst.max(check(&what, exact(f64::from(x), f64::from(y)), plain, result));
        }
        println!("{name}: {worst} units in the last place");
    }
}

#[test]
fn powers_with_constant_exponents_are_exact_but_for_rounding() {
    let levels = [OptLevel::O0, OptLevel::O3];
    let engines = levels.map(|level| compile(&program_with_two_operands("f32"), None, &at(level)));
    let mut numbers: Vec<f32> = SPECIAL.into_iter().chain(floats(1, 40_009, 1 << 17)).collect();
    for (index, exponent) in EXPONENTS.into_iter().enumerate() {
        let name = format!("power{index}");
        let [plain, vectorised] = [0, 1].map(|engine: usize| call(&engines[engine], &name, &mut numbers));
        for ((&x, plain), result) in numbers.iter().zip(plain).zip(vectorised) {
            let what = format!("{x:e} to the power of {exponent}");
            check(&what, f64::from(x).powf(exponent), plain, result);
        }
    }
}

#[test]
fn sines_and_cosines_are_the_same_if_both_are_computed() {
    let text = "
        func.func @sincos(%x: memref<?xf32>, %sines: memref<?xf32>, %cosines: memref<?xf32>) {
          linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                          iterator_types = [\"parallel\"]} ins(%x : memref<?xf32>) outs(%sines, %cosines : memref<?xf32>, memref<?xf32>) {
          ^bb0(%number: f32, %init0: f32, %init1: f32):
            %sine, %cosine = math.sincos %number : f32
            linalg.yield %sine, %cosine : f32, f32
          }
          return
        }";
    let engine = compile(&(program("f32") + text), None, &at(OptLevel::O2));
    let mut numbers = floats(3, 100_003, 1 << 16);
    let mut sines = vec![0.0f32; numbers.len()];
    let cosines = call_with_two(&engine, "sincos", &mut numbers, &mut sines);
    let bits = |numbers: Vec<f32>| -> Vec<Option<u32>> {
        let bits_of = |number: f32| (!number.is_nan()).then(|| number.to_bits());
        numbers.into_iter().map(bits_of).collect()
    };
    assert_eq!(bits(sines), bits(call(&engine, "sin", &mut numbers)));
    assert_eq!(bits(cosines), bits(call(&engine, "cos", &mut numbers)));
}

#[test]
fn functions_of_16_bits_are_those_of_f32_rounded() {
    let nearest = |value: f64| f16::from_f32(value as f32);
    all_of_16_bits("f16", f16::from_bits, f16::to_bits, f16::to_f64, nearest);
    let nearest = |value: f64| bf16::from_f32(value as f32);
    all_of_16_bits("bf16", bf16::from_bits, bf16::to_bits, bf16::to_f64, nearest);
}

/// Tries all floats of a type, and many pairs.
fn all_of_16_bits<T: Scalar>(
    element: &str,
    from_bits: fn(u16) -> T,
    to_bits: fn(T) -> u16,
    to_f64: fn(T) -> f64,
    nearest: fn(f64) -> T,
) {
    let engine = compile(
        &(program(element) + &program_with_two_operands(element)),
        None,
        &at(OptLevel::O2),
    );
    let check = |what: &dyn Fn() -> String, result: T, exact: f64| {
        let expected = nearest(exact);
        let is_nan = to_f64(expected).is_nan() && to_f64(result).is_nan();
        let shown = (to_f64(result), to_f64(expected));
        let is_same = is_nan || to_bits(result) == to_bits(expected);
        assert!(is_same, "{element}: {}: {shown:?}", what());
    };
    let mut numbers: Vec<T> = (0..=u16::MAX).map(from_bits).collect();
    for (name, exact) in FUNCTIONS {
        let results = call(&engine, name, &mut numbers);
        for (number, result) in numbers.iter().copied().map(to_f64).zip(results) {
            check(&|| format!("{name}({number:e})"), result, exact(number));
        }
    }
    for (index, exponent) in EXPONENTS.into_iter().enumerate() {
        let results = call(&engine, &format!("power{index}"), &mut numbers);
        for (number, result) in numbers.iter().copied().map(to_f64).zip(results) {
            let what = || format!("{number:e} to the power of {exponent}");
            check(&what, result, number.powf(exponent));
        }
    }
    let some: Vec<T> = numbers.iter().copied().step_by(STRIDE_OF_PAIRS).collect();
    let pairs = some.iter().flat_map(|&x| some.iter().map(move |&y| (x, y)));
    let (mut x, mut y): (Vec<T>, Vec<T>) = pairs.unzip();
    for (name, exact) in BINARY_FUNCTIONS {
        let results = call_with_two(&engine, name, &mut x, &mut y);
        for ((x, y), result) in x.iter().zip(&y).zip(results) {
            let (x, y) = (to_f64(*x), to_f64(*y));
            check(&|| format!("{name}({x:e}, {y:e})"), result, exact(x, y));
        }
    }
}
