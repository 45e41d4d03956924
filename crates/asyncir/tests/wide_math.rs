//! Functions of `f64` are as exact as it is said, whatever compiles them and whatever loop they stand in.
//!
//! `ASYNCIR_DOUBLES=100000` tries so many numbers with each function, which takes a minute in a release build.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;

use asyncir::{Engine, MemRef, OptLevel};
use compiled::{at, compile};
use dashu_float::FBig;
use dashu_float::ops::CubicRoot;
use dashu_float::round::mode::HalfEven;

/// A number with as many bits as it takes.
type Exact = FBig<HalfEven, 2>;

/// How many bits exact results have.
const PRECISION: usize = 110;

/// How far from the exact result one may be, in units of the last place: half a unit comes from rounding.
const MAX_ERROR: f64 = 1.7;

/// How many numbers are tried with each function.
const COUNT: usize = 2000;

/// A function: its name, what the C library gives, the exact result, and the numbers that are of interest beside others.
struct Function {
    name: &'static str,
    of_c: fn(f64) -> f64,
    exact: fn(&Exact) -> Exact,
    ranges: Ranges,
}

/// Where a function is used, and where its errors are largest.
type Ranges = [(f64, f64); 2];

/// What such a function gives for these numbers is far from the ends of what a double can be.
const MODERATE: f64 = 800.0;

const fn function(name: &'static str, of_c: fn(f64) -> f64, exact: fn(&Exact) -> Exact, ranges: Ranges) -> Function {
    Function {
        name,
        of_c,
        exact,
        ranges,
    }
}

static FUNCTIONS: [Function; 14] = [
    function("acos", f64::acos, |x| x.acos(), [(-1.0, 1.0), (0.4, 0.6)]),
    function("acosh", acosh, |x| x.acosh(), [(1.0, 20.0), (1.0, 1.3)]),
    function("asin", f64::asin, |x| x.asin(), [(-1.0, 1.0), (0.4, 0.6)]),
    function("asinh", libm::asinh, |x| x.asinh(), [(-20.0, 20.0), (0.3, 1.0)]),
    function("atan", f64::atan, |x| x.atan(), [(-5.0, 5.0), (0.5, 1.9)]),
    function("atanh", libm::atanh, |x| x.atanh(), [(-1.0, 1.0), (0.2, 0.6)]),
    function("cbrt", f64::cbrt, |x| x.cbrt(), [(-10.0, 10.0), (0.9, 2.1)]),
    function("cosh", f64::cosh, |x| x.cosh(), [(-712.0, 712.0), (0.0, 1.0)]),
    function("exp", f64::exp, |x| x.exp(), [(-746.0, 711.0), (-1.0, 1.0)]),
    function("expm1", f64::exp_m1, |x| x.exp_m1(), [(-2.0, 2.0), (0.2, 0.7)]),
    function("log10", f64::log10, |x| x.ln() / ten().ln(), [(0.0, 20.0), (0.5, 2.0)]),
    function("log1p", f64::ln_1p, |x| x.ln_1p(), [(-1.0, 3.0), (-0.3, 0.5)]),
    function("sinh", f64::sinh, |x| x.sinh(), [(-4.0, 4.0), (0.2, 0.7)]),
    function("tanh", f64::tanh, |x| x.tanh(), [(-3.0, 3.0), (0.1, 0.4)]),
];

/// That of C, with what some libraries give below 1 replaced.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

fn ten() -> Exact {
    exact_of(10.0)
}

fn exact_of(number: f64) -> Exact {
    let exact = Exact::try_from(number).expect("it is finite");
    exact.with_precision(PRECISION).value()
}

/// Functions of all numbers, in loops that LLVM vectorises.
fn program() -> String {
    let unary = |name: &str| {
        format!(
            "
            func.func @{name}(%numbers: memref<?xf64>, %results: memref<?xf64>) {{
              linalg.map {{ math.{name} }} ins(%numbers : memref<?xf64>) outs(%results : memref<?xf64>)
              return
            }}"
        )
    };
    let all: String = FUNCTIONS.iter().map(|function| unary(function.name)).collect();
    all + "
        func.func @atan2(%y: memref<?xf64>, %x: memref<?xf64>, %results: memref<?xf64>) {
          linalg.map { math.atan2 } ins(%y, %x : memref<?xf64>, memref<?xf64>) outs(%results : memref<?xf64>)
          return
        }"
}

fn engines() -> [Engine; 2] {
    [OptLevel::O0, OptLevel::O3].map(|level| compile(&program(), None, &at(level)))
}

/// The results of a function for some numbers, which are the same in all engines.
fn call(engines: &[Engine], name: &str, numbers: &mut [f64]) -> Vec<f64> {
    let run = |engine: &Engine, numbers: &mut [f64]| {
        let mut results = vec![0.0; numbers.len()];
        let arguments = (MemRef::from(numbers), MemRef::from(&mut results[..]));
        let () = engine
            .call(name, arguments)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        results
    };
    let all = engines.iter().map(|engine| run(engine, numbers)).collect();
    common(name, all)
}

/// What all engines give.
fn common(name: &str, mut all: Vec<Vec<f64>>) -> Vec<f64> {
    let results = all.pop().expect("an engine");
    for others in all {
        for (one, other) in results.iter().zip(others) {
            let is_same = one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan();
            assert!(is_same, "{name} is {other:e} at -O0, and {one:e} at -O3");
        }
    }
    results
}

/// How far from each other a result and the exact one are, in units of the last place.
fn error(result: f64, exact: &Exact) -> f64 {
    let nearest = exact.to_f64().value();
    let is_extreme = result.abs() == f64::MAX || result.abs() == f64::from_bits(1);
    if nearest.to_bits() == result.to_bits() || (nearest.is_infinite() || nearest == 0.0) && is_extreme {
        return 0.5;
    }
    if !nearest.is_finite() || !result.is_finite() || nearest.signum() != result.signum() {
        return f64::INFINITY;
    }
    let (_, exponent) = libm::frexp(nearest);
    let unit = (exponent - 53).max(-1074);
    let difference = (exact_of(result) - exact.clone()) << -(unit as isize);
    difference.to_f64().value().abs()
}

/// Numbers that are the same in each run: of all exponents, and of a range.
fn numbers(count: usize, ranges: Ranges) -> Vec<f64> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    let any = |bits: u64| f64::from_bits(bits);
    let in_range =
        |(low, high): (f64, f64), bits: u64| low + (high - low) * ((bits >> 11) as f64 / (1u64 << 53) as f64);
    // Between a billionth and a billion.
    let usual = |bits: u64| {
        let sign_and_mantissa = bits & !(0x7ff << 52);
        f64::from_bits(sign_and_mantissa | ((993 + bits % 60) << 52))
    };
    (0..count)
        .map(|index| match index % 4 {
            0 => any(next()),
            1 => usual(next()),
            more => in_range(ranges[more - 2], next()),
        })
        .collect()
}

const SPECIAL: [f64; 26] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.0,
    2.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    5e-324,
    -5e-324,
    1.0 - f64::EPSILON / 2.0,
    1.0 + f64::EPSILON,
    -1.0 + f64::EPSILON / 2.0,
    709.782_712_893_384,
    709.782_712_893_385,
    -708.396_418_532_264_1,
    -745.133_219_101_941_2,
    710.475_860_073_943_9,
    710.475_860_073_944,
    1e300,
    -1e300,
];

fn count() -> usize {
    let given = std::env::var("ASYNCIR_DOUBLES").ok();
    given.map_or(COUNT, |text| text.parse().expect("ASYNCIR_DOUBLES is a number"))
}

/// The error of a result, where it is known what that of the C library is.
fn checked(what: &str, result: f64, of_c: f64, exact: Option<Exact>) -> f64 {
    let is_special = !of_c.is_finite() || of_c == 0.0;
    let error = match exact.filter(|_| !is_special) {
        Some(exact) => error(result, &exact),
        None if result.is_nan() && of_c.is_nan() || result.to_bits() == of_c.to_bits() => 0.0,
        None => f64::INFINITY,
    };
    assert!(
        error <= MAX_ERROR,
        "{what} is {result:e}, not {of_c:e}: {error} units off"
    );
    error
}

#[test]
fn functions_of_f64_are_as_exact_as_is_said() {
    let engines = engines();
    for function in &FUNCTIONS {
        let mut numbers: Vec<f64> = SPECIAL.into_iter().chain(numbers(count(), function.ranges)).collect();
        let results = call(&engines, function.name, &mut numbers);
        let mut worst = 0.0f64;
        for (&x, result) in numbers.iter().zip(results) {
            let of_c = (function.of_c)(x);
            let grows_fast = matches!(function.name, "cosh" | "exp" | "expm1" | "sinh" | "tanh");
            let is_usual = x.is_finite() && of_c.is_finite() && of_c != 0.0 && !(grows_fast && x.abs() > MODERATE);
            let exact = is_usual.then(|| (function.exact)(&exact_of(x)));
            worst = worst.max(checked(&format!("{}({x:e})", function.name), result, of_c, exact));
        }
        println!("{}: {worst:.2} units in the last place", function.name);
    }
}

#[test]
fn angles_of_points_are_as_exact_as_is_said() {
    let some: Vec<f64> = SPECIAL
        .into_iter()
        .chain(numbers(64, [(-3.0, 3.0), (0.0, 1.0)]))
        .collect();
    let pairs = some.iter().flat_map(|&y| some.iter().map(move |&x| (y, x)));
    // Half of them near the quotient where the angle begins to be computed from an eighth of a turn.
    let sizes = numbers(count(), [(-2.0, 2.0), (1.0, 2.0)]).into_iter();
    let quotients = numbers(count() + 1, [(0.49, 0.6), (0.49, 0.6)]).into_iter().skip(1);
    let more = sizes.zip(quotients).map(|(x, quotient)| (x * quotient, x));
    let (mut y, mut x): (Vec<f64>, Vec<f64>) = pairs.chain(more).unzip();
    let run = |engine: &Engine, y: &mut [f64], x: &mut [f64]| {
        let mut results = vec![0.0; y.len()];
        let arguments = (MemRef::from(y), MemRef::from(x), MemRef::from(&mut results[..]));
        let () = engine
            .call("atan2", arguments)
            .unwrap_or_else(|error| panic!("{error}"));
        results
    };
    let all = engines().iter().map(|engine| run(engine, &mut y, &mut x)).collect();
    let mut worst = 0.0f64;
    for ((&y, &x), result) in y.iter().zip(&x).zip(common("atan2", all)) {
        let of_c = f64::atan2(y, x);
        let is_usual = [x, y].iter().all(|&number| number.is_finite() && number != 0.0) && of_c != 0.0;
        let exact = is_usual.then(|| exact_of(y).atan2(&exact_of(x)));
        worst = worst.max(checked(&format!("atan2({y:e}, {x:e})"), result, of_c, exact));
    }
    println!("atan2: {worst:.2} units in the last place");
}
