//! A program that gives up is an error of the call, with the message of the failed assertion and its place. The process
//! goes on.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use asyncir::ir::Context;
use asyncir::{Engine, EngineOptions, Error, OptLevel, Source, context, parse};

/// Each function fails, or does not, in a way of its own.
const PROGRAM: &str = "memref.global @ended : memref<i32> = dense<0>
func.func @ended_tasks() -> i32 {
  %m = memref.get_global @ended : memref<i32>
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
func.func @good() -> i32 {
  %t, %v = async.execute -> !async.value<i32> {
    %c = arith.constant 42 : i32
    async.yield %c : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
func.func @of_a_task() -> i32 {
  %no = arith.constant false
  %t, %v = async.execute -> !async.value<i32> {
    %c = arith.constant 42 : i32
    cf.assert %no, \"of a task\"
    async.yield %c : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
func.func @of_its_own() {
  %no = arith.constant false
  cf.assert %no, \"of its own\"
  return
}
func.func private @callee(%x: i32) -> i32 {
  %c9 = arith.constant 9 : i32
  %ok = arith.cmpi slt, %x, %c9 : i32
  cf.assert %ok, \"of a callee\"
  %c1 = arith.constant 1 : i32
  %y = arith.addi %x, %c1 : i32
  %z = call @callee(%y) : (i32) -> i32
  %w = arith.muli %z, %x : i32
  return %w : i32
}
func.func @of_a_callee() -> i32 {
  %c0 = arith.constant 0 : i32
  %r = call @callee(%c0) : (i32) -> i32
  return %r : i32
}
func.func @of_a_tasks_callee() -> i32 {
  %c0 = arith.constant 0 : i32
  %t, %v = async.execute -> !async.value<i32> {
    %r = func.call @callee(%c0) : (i32) -> i32
    async.yield %r : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
async.func @calls() -> !async.value<i32> {
  %c0 = arith.constant 0 : i32
  %r = func.call @callee(%c0) : (i32) -> i32
  return %r : i32
}
func.func @of_an_async_functions_callee() -> i32 {
  %v = async.call @calls() : () -> !async.value<i32>
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
func.func private @trees(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %is_leaf = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %is_leaf -> (i32) {
    %no = arith.cmpi ne, %n, %c0 : i32
    cf.assert %no, \"of a leaf\"
    scf.yield %n : i32
  } else {
    %m = arith.subi %n, %c1 : i32
    %t, %v = async.execute -> !async.value<i32> {
      %a = func.call @trees(%m) : (i32) -> i32
      async.yield %a : i32
    }
    %b = func.call @trees(%m) : (i32) -> i32
    %a = async.await %v : !async.value<i32>
    %s = arith.addi %a, %b : i32
    scf.yield %s : i32
  }
  return %r : i32
}
func.func @of_a_tree_of_tasks() -> i32 {
  %c4 = arith.constant 4 : i32
  %r = call @trees(%c4) : (i32) -> i32
  return %r : i32
}
func.func @while_tasks_use_its_memory() -> f32 {
  %no = arith.constant false
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20000 : index
  %c1_i32 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  %m = memref.alloca() : memref<64xf32>
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %t = async.execute {
      scf.for %j = %c0 to %n step %c1 {
        %x = memref.load %m[%i] : memref<64xf32>
        %y = arith.addf %x, %one : f32
        memref.store %y, %m[%i] : memref<64xf32>
      }
      %ended = memref.get_global @ended : memref<i32>
      %before = memref.atomic_rmw addi %c1_i32, %ended[] : (i32, memref<i32>) -> i32
      async.yield
    }
  }
  cf.assert %no, \"too early\"
  %r = memref.load %m[%c0] : memref<64xf32>
  return %r : f32
}
";

/// Functions in which the task or the async function that fails is not where the assertion is.
const OF_CALLEES: [(&str, &str); 3] = [
    ("of_a_tasks_callee", "program.mlir:33:3: of a callee"),
    ("of_an_async_functions_callee", "program.mlir:33:3: of a callee"),
    ("of_a_tree_of_tasks", "program.mlir:70:5: of a leaf"),
];

fn engine(ctx: &Context, opt_level: OptLevel) -> Engine {
    let mut module = parse(ctx, &Source::new("program.mlir", PROGRAM)).expect("a valid program");
    let options = EngineOptions {
        opt_level,
        ..EngineOptions::default()
    };
    // SAFETY: the program stays within its memory.
    unsafe { Engine::compile(ctx, &mut module, &options) }.expect("it can be compiled")
}

fn message<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result {
        Err(Error::Failed(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_gives_the_failure_and_the_next_one_runs() {
    for opt_level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
        let ctx = context();
        let engine = engine(&ctx, opt_level);
        for round in 1..=3 {
            assert_eq!(
                message(engine.call::<i32>("of_a_task", ())),
                "program.mlir:19:5: of a task"
            );
            assert_eq!(
                message(engine.call::<()>("of_its_own", ())),
                "program.mlir:27:3: of its own"
            );
            assert_eq!(
                message(engine.call::<i32>("of_a_callee", ())),
                "program.mlir:33:3: of a callee"
            );
            for (name, said) in OF_CALLEES {
                assert_eq!(message(engine.call::<i32>(name, ())), said, "{name}");
            }
            assert_eq!(
                message(engine.call::<f32>("while_tasks_use_its_memory", ())),
                "program.mlir:111:3: too early"
            );
            assert_eq!(
                engine.call::<i32>("ended_tasks", ()).expect("it does not fail"),
                64 * round
            );
            assert_eq!(engine.call::<i32>("good", ()).expect("it does not fail"), 42);
        }
    }
}

#[test]
fn failures_of_several_threads_do_not_mix() {
    let ctx = context();
    let engine = engine(&ctx, OptLevel::O1);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let engine = &engine;
            scope.spawn(move || {
                for _ in 0..50 {
                    if thread % 2 == 0 {
                        assert_eq!(
                            message(engine.call::<()>("of_its_own", ())),
                            "program.mlir:27:3: of its own"
                        );
                    } else {
                        assert_eq!(engine.call::<i32>("good", ()).expect("it does not fail"), 42);
                    }
                }
            });
        }
    });
}

/// Reductions keep the results of their parts in memory on the stack, which no task uses.
const REDUCTIONS: &str = "func.func @positive(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %zero = arith.constant 0 : i64
    %is_positive = arith.cmpi sgt, %x, %zero : i64
    cf.assert %is_positive, \"not positive\"
    async.yield %x : i64
  }
  %y = async.await %v : !async.value<i64>
  return %y : i64
}
func.func @in_a_task(%x: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t, %v = async.execute -> !async.value<i64> {
    %z = func.call @positive(%x) : (i64) -> i64
    %s = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> i64 {
      %y = func.call @positive(%z) : (i64) -> i64
      scf.reduce (%y : i64) {
      ^bb0(%a: i64, %b: i64):
        %c = arith.addi %a, %b : i64
        scf.reduce.return %c : i64
      }
    }
    async.yield %s : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
func.func @nested(%x: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> i64 {
    %inner = scf.parallel (%j) = (%c0) to (%c3) step (%c1) init (%zero) -> i64 {
      %y = func.call @positive(%x) : (i64) -> i64
      scf.reduce (%y : i64) {
      ^bb0(%a: i64, %b: i64):
        %c = arith.addi %a, %b : i64
        scf.reduce.return %c : i64
      }
    }
    scf.reduce (%inner : i64) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      scf.reduce.return %c : i64
    }
  }
  return %s : i64
}";

#[test]
fn failures_in_reductions_are_errors_of_the_call() {
    let ctx = context();
    for keep_tasks in [false, true] {
        let mut module = parse(&ctx, &Source::new("reductions.mlir", REDUCTIONS)).expect("it is right");
        let options = EngineOptions {
            keep_tasks,
            ..EngineOptions::default()
        };
        // SAFETY: the program stays within its memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it can be compiled");
        for (name, sum) in [("in_a_task", 21), ("nested", 63)] {
            assert_eq!(engine.call::<i64>(name, (7_i64,)).expect("it does not fail"), sum);
            let failed = message(engine.call::<i64>(name, (-7_i64,)));
            assert_eq!(
                failed, "reductions.mlir:5:5: not positive",
                "{name}, keep_tasks: {keep_tasks}"
            );
        }
    }
}
