//! Functions and variables of a program that are named like functions of the C library do not take their places.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

mod compiled;

use asyncir::{Backend, Engine, EngineOptions, OptLevel, Source, context, parse};
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

/// A function that is named like C's and doubles what that gives, and one that calls both.
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
    for options in ways() {
        check(&options);
    }
}

/// All ways to make code.
fn ways() -> impl Iterator<Item = EngineOptions> {
    let backends = [Backend::Cranelift, Backend::Llvm].into_iter();
    backends.flat_map(|backend| {
        [OptLevel::O0, OptLevel::O2].map(|opt_level| EngineOptions {
            backend,
            ..at(opt_level)
        })
    })
}

#[test]
fn variables_may_be_named_like_functions_of_the_library() {
    let text = "
      memref.global \"private\" @cosf : memref<2xi64> = dense<[3, 4]>
      memref.global @cbrt : memref<1xi64> = dense<5>
      llvm.mlir.global internal @sin(6 : i64) : i64
      func.func private @cos(%x: f64) -> f64 {
        return %x : f64
      }
      func.func @sum(%x: f64, %y: f32) -> f64 {
        %c0 = arith.constant 0 : index
        %three = memref.get_global @cosf : memref<2xi64>
        %0 = memref.load %three[%c0] : memref<2xi64>
        %five = memref.get_global @cbrt : memref<1xi64>
        %1 = memref.load %five[%c0] : memref<1xi64>
        %six = llvm.mlir.addressof @sin : !llvm.ptr
        %2 = llvm.load %six : !llvm.ptr -> i64
        %3 = arith.addi %0, %1 : i64
        %4 = arith.addi %3, %2 : i64
        %5 = arith.sitofp %4 : i64 to f64
        %own = func.constant @cos : (f64) -> f64
        %6 = func.call_indirect %own(%x) : (f64) -> f64
        %7 = math.cbrt %x : f64
        %8 = math.sin %x : f64
        %9 = math.cos %y : f32
        %10 = arith.extf %9 : f32 to f64
        %11 = arith.addf %5, %6 : f64
        %12 = arith.addf %11, %7 : f64
        %13 = arith.addf %12, %8 : f64
        %14 = arith.addf %13, %10 : f64
        return %14 : f64
      }";
    for options in ways() {
        let engine = compile(text, None, &options);
        let sum: f64 = engine.call("sum", (0.5, 0.0f32)).expect("it runs");
        let expected = 14.0 + 0.5 + 0.793_700_525_984_099_7 + 0.479_425_538_604_203 + 1.0;
        assert!((sum - expected).abs() < 1e-14, "{sum}");
    }
}

#[test]
fn functions_of_other_types_may_be_named_like_those_of_the_library() {
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
    let engine = compile(text, None, &at(OptLevel::O1));
    let sum: f64 = engine.call("sum", (0.5,)).expect("it runs");
    assert!(
        (sum - (0.479_425_538_604_203 + 0.793_700_525_984_099_7)).abs() < 1e-15,
        "{sum}"
    );
    assert_eq!(engine.call::<i64>("cbrt", ()).expect("it runs"), 7);
}

#[test]
fn llvm_knows_functions_of_the_library_that_no_op_stands_for() {
    let named = |name: &str, parameter: &str, result: &str, body: &str| {
        format!(
            "func.func private @{name}(%x: {parameter}) -> {result} {{
               {body}
             }}
             func.func @call_{name}(%x: {parameter}) -> {result} {{
               %0 = func.call @{name}(%x) : ({parameter}) -> {result}
               return %0 : {result}
             }}"
        )
    };
    let seven = "%c = arith.constant 7 : i32  return %c : i32";
    let text = [
        named("ilogb", "f64", "i32", seven),
        named("ilogbf", "f32", "i32", seven),
        named("__exp_finite", "f64", "f64", "return %x : f64"),
        "llvm.func internal @strdup(%p: !llvm.ptr) -> !llvm.ptr { llvm.return %p : !llvm.ptr }
         llvm.func @aliases() -> i32 {
           %one = llvm.mlir.constant(1 : i32) : i32
           %two = llvm.mlir.constant(2 : i32) : i32
           %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
           llvm.store %one, %p : i32, !llvm.ptr
           %q = llvm.call @strdup(%p) : (!llvm.ptr) -> !llvm.ptr
           llvm.store %two, %q : i32, !llvm.ptr
           %r = llvm.load %p : !llvm.ptr -> i32
           llvm.return %r : i32
         }"
        .to_owned(),
    ];
    for options in ways() {
        let engine = compile(&text.join("\n"), None, &options);
        assert_eq!(engine.call::<i32>("call_ilogb", (-2.5,)).expect("it runs"), 7);
        assert_eq!(engine.call::<i32>("call_ilogbf", (-2.5f32,)).expect("it runs"), 7);
        let same = engine.call::<f64>("call___exp_finite", (0.5,)).expect("it runs");
        assert!((same - 0.5).abs() < f64::EPSILON, "{same}");
        assert_eq!(engine.call::<i32>("aliases", ()).expect("it runs"), 2);
    }
}

#[test]
fn names_that_asyncir_gives_are_free_or_refused() {
    let both = "
      func.func private @sin(%x: f64) -> f64 { return %x : f64 }
      func.func @\"sin.own\"(%x: f64) -> f64 {
        %0 = math.sin %x : f64
        %1 = call @sin(%x) : (f64) -> f64
        %2 = arith.addf %0, %1 : f64
        return %2 : f64
      }";
    for options in ways() {
        let engine = compile(both, None, &options);
        let sum = engine.call::<f64>("sin.own", (0.5,)).expect("it runs");
        assert!((sum - 0.979_425_538_604_203).abs() < 1e-15, "{sum}");
        for name in ["asyncir.call.f", "asyncir.entry", "asyncir.libm.sin"] {
            let text = format!("func.func @f() {{ return }}\nfunc.func @\"{name}\"() {{ return }}");
            let ctx = context();
            let mut module = parse(&ctx, &Source::new("own.mlir", text)).expect("it is right");
            // SAFETY: nothing is run.
            let error = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect_err("it is refused");
            let wanted = format!("'{name}' cannot be defined: names that begin with 'asyncir.' are asyncir's own");
            assert!(error.to_string().contains(&wanted), "{error}");
        }
    }
}

#[test]
fn local_symbols_are_not_visible() {
    let text = "llvm.mlir.global private protected @g(1 : i32) : i32";
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("visible.mlir", text)).expect("it is right");
    // SAFETY: nothing is run.
    let error = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect_err("it is refused");
    let wanted = "visible.mlir:1:1: error: 'llvm.mlir.global' op with local linkage must have default visibility";
    assert!(error.to_string().contains(wanted), "{error}");
}

#[test]
fn functions_of_the_program_may_be_named_like_those_of_the_runtime() {
    let text = "
      func.func @abort(%x: i32) -> i32 { return %x : i32 }
      func.func @memrefCopy(%x: i32) -> i32 {
        %0 = call @abort(%x) : (i32) -> i32
        %1 = arith.addi %0, %x : i32
        return %1 : i32
      }
      func.func @mlirAsyncRuntimeExecute(%x: i32) -> i32 { return %x : i32 }";
    for options in ways() {
        let engine = compile(text, None, &options);
        assert_eq!(engine.call::<i32>("abort", (3,)).expect("it runs"), 3);
        assert_eq!(engine.call::<i32>("memrefCopy", (3,)).expect("it runs"), 6);
        assert_eq!(engine.call::<i32>("mlirAsyncRuntimeExecute", (3,)).expect("it runs"), 3);
    }
}

/// A task, in a program that has a function `free` with this parameter.
fn with_own_free(parameter: &str) -> String {
    format!(
        "
        func.func @free(%memory: {parameter}) {{ return }}
        func.func @task() -> i32 {{
          %token, %value = async.execute -> !async.value<i32> {{
            %0 = arith.constant 7 : i32
            async.yield %0 : i32
          }}
          %0 = async.await %value : !async.value<i32>
          return %0 : i32
        }}"
    )
}

#[test]
fn frames_go_to_the_program_s_own_function_if_its_type_is_that_of_c() {
    for options in ways() {
        let options = EngineOptions {
            keep_tasks: true,
            ..options
        };
        let engine = compile(&with_own_free("!llvm.ptr"), None, &options);
        assert_eq!(engine.call::<i32>("task", ()).ok(), Some(7));
        let ctx = context();
        let source = Source::new("free.mlir", with_own_free("i32"));
        let mut module = parse(&ctx, &source).expect("a valid program");
        // SAFETY: it is not compiled.
        let error = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect_err("a clash");
        let expected = "redefinition of reserved function 'free' of different type '(i32) -> ()' is prohibited";
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// What the program defines for all to see takes the place of what the runtime has.
#[test]
fn variables_may_be_named_like_functions_of_the_runtime() {
    let text = "
      memref.global @printNewline : memref<1xi64> = dense<7>
      llvm.mlir.global external @printI64(8 : i64) : i64
      func.func @sum() -> i64 {
        %c0 = arith.constant 0 : index
        %seven = memref.get_global @printNewline : memref<1xi64>
        %0 = memref.load %seven[%c0] : memref<1xi64>
        %eight = llvm.mlir.addressof @printI64 : !llvm.ptr
        %1 = llvm.load %eight : !llvm.ptr -> i64
        %2 = arith.addi %0, %1 : i64
        return %2 : i64
      }";
    for options in ways() {
        let engine = compile(text, None, &options);
        assert_eq!(engine.call::<i64>("sum", ()).expect("it runs"), 15);
    }
}
