//! What is compiled is what will be called, and what was compiled is found again.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::sync::Arc;

use asyncir::codegen::cache::Cache;
use asyncir::{Backend, Engine, EngineOptions, Error, Source, context, parse};

const PROGRAM: &str = "func.func private @nowhere()
func.func @broken() { func.call @nowhere() : () -> () return }
func.func @seven() -> i32 {
  %token, %value = async.execute -> !async.value<i32> {
    %c = arith.constant 7 : i32
    async.yield %c : i32
  }
  %result = async.await %value : !async.value<i32>
  return %result : i32
}
func.func @takes(%x: i32) { return }
";

fn source() -> Source {
    Source::new("program.mlir", PROGRAM)
}

fn load(source: &Source, options: &EngineOptions) -> Result<Engine, Error> {
    // SAFETY: the programs stay within their memory.
    unsafe { Engine::load(&context(), source, options) }
}

fn calling(names: &[&str]) -> EngineOptions {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    EngineOptions {
        entry_points: Some(names),
        ..EngineOptions::default()
    }
}

#[test]
fn functions_that_are_not_called_need_not_link() {
    let engine = load(&source(), &calling(&["seven"])).expect("it compiles");
    assert_eq!(engine.call::<i32>("seven", ()).expect("it links"), 7);
    let error = load(&source(), &calling(&["seven", "nobody"])).expect_err("it has no such function");
    assert!(error.to_string().starts_with("function 'nobody' not found"), "{error}");
    let error = load(&source(), &calling(&["nowhere"])).expect_err("it is not defined");
    assert_eq!(error.to_string(), "function 'nowhere' has no body: it is only declared");
    let engine = load(&source(), &calling(&["broken"])).expect("it compiles");
    for _ in 0..2 {
        let error = engine.call::<()>("broken", ()).expect_err("nobody defines its callee");
        let message = format!("undefined symbols: nowhere (declared at {}:1:1)", source().name);
        assert_eq!(error.to_string(), message);
    }
}

/// Skewed memory cannot be lowered, by whatever backend, and Cranelift has no floats of 16 bits.
#[test]
fn functions_that_are_not_called_need_not_be_compiled() {
    let text = "func.func @skewed(%m: memref<4x4xf32, affine_map<(i, j) -> (j, i + j)>>) { return }
      func.func @half(%x: f16) -> f16 { return %x : f16 }
      async.func @seven() -> !async.value<i32> {
        %c = func.call @given() : () -> i32
        return %c : i32
      }
      memref.global \"private\" constant @numbers : memref<1xi32> = dense<7>
      func.func private @given() -> i32 {
        %c0 = arith.constant 0 : index
        %m = memref.get_global @numbers : memref<1xi32>
        %x = memref.load %m[%c0] : memref<1xi32>
        return %x : i32
      }
      func.func @main() -> i32 {
        %v = async.call @seven() : () -> !async.value<i32>
        %x = async.await %v : !async.value<i32>
        return %x : i32
      }";
    let source = Source::new("program.mlir", text);
    for backend in [Backend::Cranelift, Backend::Llvm] {
        let options = |names| EngineOptions {
            backend,
            ..calling(names)
        };
        let engine = load(&source, &options(&["main"])).expect("it compiles");
        assert_eq!(engine.call::<i32>("main", ()).expect("it runs"), 7);
        let error = load(&source, &options(&["main", "skewed"])).expect_err("it cannot be lowered");
        assert!(error.to_string().contains("are not at fixed strides"), "{error}");
        assert!(
            load(
                &source,
                &EngineOptions {
                    backend,
                    ..EngineOptions::default()
                }
            )
            .is_err()
        );
    }
}

#[test]
fn a_cached_program_has_the_same_functions_and_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = EngineOptions {
        cache: Some(Arc::new(Cache::new(folder.path(), 1_000_000))),
        ..calling(&["seven"])
    };
    for round in ["compiled", "found"] {
        let engine = load(&source(), &options).expect(round);
        assert_eq!(engine.call::<i32>("seven", ()).expect(round), 7);
        let error = |name| engine.function(name).expect_err(round).to_string();
        assert_eq!(
            error("nobody"),
            "function 'nobody' not found; there is 'seven'",
            "{round}"
        );
        assert_eq!(
            error("takes"),
            "function 'takes' cannot be called: it is not among the entry points",
            "{round}"
        );
        let wrong = engine.call::<i64>("seven", ()).expect_err(round);
        assert!(matches!(wrong, Error::Call(_)), "{round}: {wrong}");
    }
    let entries = std::fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(entries, 2, "a list and an object");
}

#[test]
fn wrong_programs_are_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = EngineOptions {
        cache: Some(Arc::new(Cache::new(folder.path(), 1_000_000))),
        ..EngineOptions::default()
    };
    for _ in 0..2 {
        let error = load(&Source::new("wrong.mlir", "func.func @f( {"), &options);
        assert!(matches!(error.err(), Some(Error::Program(_))));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn a_module_can_be_compiled_again() {
    let ctx = context();
    let text = "func.func @twice(%x: i32) -> i32 { %y = arith.addi %x, %x : i32  return %y : i32 }";
    let mut module = parse(&ctx, &Source::new("twice.mlir", text)).expect("valid");
    for round in 0..3 {
        // SAFETY: the program has no memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles");
        let result: i32 = engine
            .function("twice")
            .expect("it is there")
            .call((round,))
            .expect("it returns");
        assert_eq!(result, 2 * round);
    }
}
