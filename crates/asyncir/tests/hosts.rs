//! Compiled functions inside of a host that does other things too: it calls from several threads and from tasks, and gives
//! the program functions of its own.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::ffi::c_void;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use asyncir::codegen::cache::Cache;
use asyncir::dialects::builtin::module;
use asyncir::dialects::func::ReturnOp;
use asyncir::dialects::func::build::function;
use asyncir::ir::{Body, Location, Type};
use asyncir::runtime::c_abi::mlirAsyncRuntimeExecute;
use asyncir::runtime::{Runtime, SymbolAddress, Value};
use asyncir::{Backend, Engine, EngineOptions, Error, MemRef, OwnedFunction, Source, context, parse};

const PROGRAM: &str = r#"
func.func @add(%a: i32, %b: i32) -> i32 {
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}
func.func @check(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %is_positive = arith.cmpi sgt, %a, %zero : i32
  cf.assert %is_positive, "not positive"
  return %a : i32
}
func.func @start(%a: i32) -> i32 {
  %token = async.execute {
    %zero = arith.constant 0 : i32
    %is_positive = arith.cmpi sgt, %a, %zero : i32
    cf.assert %is_positive, "nobody awaits this"
    async.yield
  }
  return %a : i32
}
func.func private @usleep(i32) -> i32
func.func @loop_of_tasks(%stores: memref<?xi32>, %first: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %stores, %c0 : memref<?xi32>
  scf.parallel (%i) = (%c0) to (%size) step (%c1) {
    %millisecond = arith.constant 1000 : i32
    %slept = func.call @usleep(%millisecond) : (i32) -> i32
    %starts = arith.cmpi uge, %i, %first : index
    scf.if %starts {
      %token = async.execute {
        %slept_again = func.call @usleep(%millisecond) : (i32) -> i32
        %one = arith.constant 1 : i32
        memref.store %one, %stores[%i] : memref<?xi32>
        async.yield
      }
    }
    scf.reduce
  }
  return
}
func.func @awaits_a_failure() -> i32 {
  %token, %value = async.execute -> !async.value<i32> {
    %false = arith.constant false
    cf.assert %false, "always"
    %one = arith.constant 1 : i32
    async.yield %one : i32
  }
  %one = async.await %value : !async.value<i32>
  return %one : i32
}
func.func @fails_beside_a_task(%stores: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %token = async.execute {
    %time = arith.constant 20000 : i32
    %slept = func.call @usleep(%time) : (i32) -> i32
    %one = arith.constant 1 : i32
    memref.store %one, %stores[%c0] : memref<?xi32>
    async.yield
  }
  %false = arith.constant false
  cf.assert %false, "beside a task"
  async.await %token : !async.token
  return
}
async.func @fails() -> !async.value<i32> {
  %false = arith.constant false
  cf.assert %false, "always"
  %one = arith.constant 1 : i32
  return %one : i32
}
"#;

fn options(backend: Backend) -> EngineOptions {
    EngineOptions {
        backend,
        keep_tasks: true,
        ..EngineOptions::default()
    }
}

fn engine(text: &str, options: &EngineOptions) -> Result<Engine, Error> {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("hosts.mlir", text))?;
    // SAFETY: the program is that of the test.
    unsafe { Engine::compile(&ctx, &mut module, options) }
}

/// A task of the global runtime that runs until the returned sender is dropped.
fn busy_host() -> (mpsc::Sender<()>, Value<()>) {
    let (end, ended) = mpsc::channel::<()>();
    let task = Runtime::global().spawn(move || ended.recv().unwrap_or(()));
    (end, task)
}

/// Calls a function on a thread of its own, beside a task of the host that does not end. Whether the call does.
fn ends_beside_a_task(engine: &Arc<Engine>, call: fn(&Engine) -> i32) -> bool {
    let (end, task) = busy_host();
    let (result, is_there) = mpsc::channel();
    let engine = engine.clone();
    let caller = thread::spawn(move || result.send(call(&engine)));
    let ended = is_there.recv_timeout(Duration::from_millis(500)).is_ok();
    drop(end);
    task.wait().expect("no panic");
    let _ = caller.join().expect("no panic");
    ended
}

#[test]
fn calls_wait_for_others_only_if_they_left_tasks() {
    let plain = Arc::new(engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles"));
    let leaving = EngineOptions {
        leaves_tasks: true,
        ..options(Backend::Cranelift)
    };
    let leaving = Arc::new(engine(PROGRAM, &leaving).expect("compiles"));
    let add = |engine: &Engine| engine.function("add")?.call::<i32>((1, 2));
    assert!(ends_beside_a_task(&plain, |engine| {
        engine.function("add").expect("there").call((1, 2)).expect("runs")
    }));
    assert!(ends_beside_a_task(&plain, |engine| {
        let failed = engine.function("check").expect("there").call::<i32>((-1,));
        assert!(failed.is_err_and(|error| error.to_string().ends_with("not positive")));
        0
    }));
    let start = |engine: &Engine| engine.function("start").expect("there").call((7,)).expect("runs");
    assert!(!ends_beside_a_task(&plain, start));
    assert!(ends_beside_a_task(&leaving, start));
    assert_eq!(add(&plain).expect("runs"), 3);
}

/// One thread sees to the code of all of them.
#[test]
fn engines_are_dropped_beside_a_task() {
    let threads = || std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
    let (end, task) = busy_host();
    let before = threads();
    for _ in 0..100 {
        let engine = engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles");
        let add = engine.function("add").expect("there");
        assert_eq!(add.call::<i32>((1, 2)).expect("runs"), 3);
    }
    let after = threads();
    // Other tests have threads, too.
    assert!(after < before + 50, "{before} threads, then {after}");
    drop(end);
    task.wait().expect("no panic");
}

#[test]
fn calls_wait_for_tasks_that_iterations_start_on_any_thread() {
    let engine = engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles");
    // Another thread takes the last iterations, which alone start tasks.
    for _ in 0..5 {
        let mut stores = [0i32; 40];
        let tasks = engine.function("loop_of_tasks").expect("there");
        let () = tasks.call((MemRef::from(&mut stores), 36usize)).expect("runs");
        assert_eq!(stores[36..], [1; 4]);
    }
}

#[test]
fn failed_calls_in_tasks_wait_for_tasks_that_use_their_memory() {
    let engine = Arc::new(engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles"));
    let runtimes = [
        Runtime::builder().num_workers(2),
        Runtime::builder().inline(),
        Runtime::builder().deterministic(5),
    ];
    for runtime in runtimes.map(|builder| builder.build().expect("a runtime")) {
        let engine = engine.clone();
        let call = runtime.spawn(move || {
            let mut stores = [0i32; 3];
            let function = engine.function("fails_beside_a_task").expect("there");
            let failed = function.call::<()>((MemRef::from(&mut stores),)).expect_err("fails");
            (failed.to_string(), stores)
        });
        // On top of the call, this one would wait for ever.
        let waiting = runtime.spawn(move || call.wait().expect("no panic"));
        runtime.quiesce().expect("this is no task");
        let (failed, stores) = waiting.wait().expect("no panic");
        assert!(failed.ends_with("beside a task"), "{failed}");
        assert_eq!(stores, [1, 0, 0], "{runtime:?}");
    }
}

#[test]
fn a_failure_in_a_task_of_any_runtime_reaches_the_caller() {
    let engine = Arc::new(engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles"));
    let own = Runtime::builder().num_workers(2).build().expect("two workers");
    for runtime in [Runtime::global(), &own] {
        let calls: Vec<Value<Result<i32, Error>>> = (0..20)
            .map(|_| {
                let engine = engine.clone();
                runtime.spawn(move || engine.function("awaits_a_failure")?.call(()))
            })
            .collect();
        for call in calls {
            let error = call.wait().expect("no panic").expect_err("fails");
            assert!(error.to_string().ends_with("always"), "{error}");
        }
    }
    // A task that awaits another one that fails, which itself waits for a task.
    let outer = Runtime::global().spawn(move || -> Result<i32, Error> {
        let inner = Runtime::global().spawn(move || engine.function("awaits_a_failure")?.call(()));
        inner.wait()?
    });
    assert!(matches!(outer.wait(), Ok(Err(Error::Failed(_)))));
}

#[test]
fn a_program_that_was_built_wrongly_is_refused_with_mlir_text() {
    let at = Location::UNKNOWN;
    let ctx = context();
    let (mut body, entry) = Body::with_block();
    let x = body.add_block_arg(entry, Type::F32, at);
    body.append_op(entry, ReturnOp::build(&ctx, at, &[x], &[]));
    let wrong = function(&ctx, at, "wrong", &[Type::I32], &[Type::I32], body);
    let (mut body, block) = Body::with_block();
    body.append_op(block, wrong);
    let mut module = module(at, body);
    // SAFETY: the function is never called.
    let compiled = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) };
    let error = compiled.expect_err("wrong").to_string();
    assert!(
        error.contains("'f32') must match") && error.contains("('i32')"),
        "{error}"
    );

    // What a `main` that returns the error shows.
    let unknown = parse(&ctx, &Source::new("wrong.mlir", "func.func @f() { wrong }")).expect_err("wrong");
    let shown = format!("{unknown:?}");
    assert!(shown.starts_with("Program(\nwrong.mlir:1:18: error: "), "{shown}");
}

#[test]
fn functions_can_keep_their_engine() {
    let engine = Arc::new(engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles"));
    assert!(OwnedFunction::new(engine.clone(), "ad").is_err_and(|error| error.to_string().contains("'add'")));
    let add = OwnedFunction::new(engine, "add").expect("there");
    assert_eq!(add.signature().to_string(), "(i32, i32) -> (i32)");
    let sum = Runtime::global().spawn(move || add.call::<i32>((1, 2)));
    assert_eq!(sum.wait().expect("no panic").expect("runs"), 3);
}

#[test]
fn functions_take_twelve_arguments_and_give_eight_results() {
    let text = "func.func @last(%0: i32, %1: i32, %2: i32, %3: i32, %m: memref<?xi32>, %n: memref<?xi32>,
        %6: i32, %7: i32, %8: i32, %9: i32, %10: i32, %11: i8) -> (i32, i32, i32, i32, i32, i32, i32, i8) {
      return %0, %1, %2, %3, %6, %7, %8, %11 : i32, i32, i32, i32, i32, i32, i32, i8
    }";
    let engine = engine(text, &options(Backend::Cranelift)).expect("compiles");
    let (mut array, mut vector) = ([1, 2], vec![3, 4, 5]);
    let memory = (MemRef::from(&mut array), MemRef::from(&mut vector));
    let arguments = (0, 1, 2, 3, memory.0, memory.1, 6, 7, 8, 9, 10, 11i8);
    type Eight = (i32, i32, i32, i32, i32, i32, i32, i8);
    let results: Eight = engine.function("last").expect("there").call(arguments).expect("runs");
    assert_eq!(results, (0, 1, 2, 3, 6, 7, 8, 11));
}

#[test]
fn errors_of_tasks_become_errors_of_the_crate() {
    let engine = engine(PROGRAM, &options(Backend::Cranelift)).expect("compiles");
    let awaited = || -> Result<i32, Error> { Ok(engine.function("fails")?.call::<Value<i32>>(())?.wait()?) };
    assert!(matches!(awaited(), Err(Error::Failed(error)) if error.message() == Some("always")));
}

static NOTED: AtomicI64 = AtomicI64::new(0);

extern "C" fn note(number: i64) -> i64 {
    NOTED.fetch_add(number, Ordering::Relaxed)
}

/// Instead of the function with which programs print.
extern "C" fn no_print(number: i64) {
    NOTED.fetch_add(number, Ordering::Relaxed);
}

static PRINTED_LATER: AtomicI64 = AtomicI64::new(0);

/// Prints in a task, as compiled code starts them.
extern "C" fn print_later(number: i64) {
    unsafe extern "C" fn print(number: *mut c_void) {
        thread::sleep(Duration::from_millis(50));
        PRINTED_LATER.store(number.addr() as i64, Ordering::Relaxed);
    }
    // SAFETY: the function can be called anywhere, and takes any number.
    unsafe { mlirAsyncRuntimeExecute(std::ptr::without_provenance_mut(number as usize), Some(print)) };
}

#[test]
fn calls_wait_for_tasks_of_hosts_that_print_whatever_the_cache_has() {
    let source = Source::new(
        "print.mlir",
        "func.func @show(%x: i64) { vector.print %x : i64 return }",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let plain = EngineOptions {
        cache: Some(Arc::new(Cache::new(folder.path(), 1_000_000))),
        ..options(Backend::Cranelift)
    };
    let with_host = EngineOptions {
        host_functions: vec![("printI64".to_owned(), SymbolAddress::new(print_later as *const ()))],
        ..plain.clone()
    };
    for (round, options) in [plain, with_host].iter().enumerate() {
        PRINTED_LATER.store(0, Ordering::Relaxed);
        // SAFETY: the program and the function are those of the test.
        let engine = unsafe { Engine::load(&context(), &source, options) }.expect("compiles");
        let () = engine.function("show").expect("there").call((7_i64,)).expect("runs");
        let expected = if options.host_functions.is_empty() { 0 } else { 7 };
        assert_eq!(PRINTED_LATER.load(Ordering::Relaxed), expected, "round {round}");
    }
}

#[test]
fn programs_call_functions_of_the_host() {
    let text = "func.func private @note(i64) -> i64
    func.func @main() {
      %token = async.execute {
        %two = arith.constant 2 : i64
        %before = func.call @note(%two) : (i64) -> i64
        vector.print %two : i64
        async.yield
      }
      async.await %token : !async.token
      return
    }";
    for backend in [Backend::Cranelift, Backend::Llvm] {
        let missing = engine(text, &options(backend)).and_then(|engine| engine.call::<()>("main", ()));
        assert!(missing.is_err_and(|error| error.to_string().contains("note")));
        let functions = [("note", note as *const ()), ("printI64", no_print as *const ())];
        let options = EngineOptions {
            host_functions: functions
                .map(|(name, function)| (name.to_owned(), SymbolAddress::new(function)))
                .into(),
            ..options(backend)
        };
        NOTED.store(0, Ordering::Relaxed);
        let engine = engine(text, &options).expect("compiles");
        engine.call::<()>("main", ()).expect("runs");
        assert_eq!(NOTED.load(Ordering::Relaxed), 4);
    }
}
