//! Programs that fail where no call of theirs is looked at: before the first call, and where they print.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::sync::atomic::{AtomicU32, Ordering};

use asyncir::runtime::{Runtime, SymbolAddress, Value, live_objects};
use asyncir::{Engine, EngineOptions, Source, Tensor, context};

fn load(name: &str, program: &str) -> Engine {
    // SAFETY: the programs stay within their memory.
    unsafe { Engine::load(&context(), &Source::new(name, program), &EngineOptions::default()) }.expect("it compiles")
}

const INITIALIZED: &str = "\
llvm.mlir.global_ctors ctors = [@starts], priorities = [1 : i32], data = [#llvm.zero]
llvm.mlir.global internal @started(0 : i32) : i32
llvm.func @starts() {
  %address = llvm.mlir.addressof @started : !llvm.ptr
  func.call @start(%address) : (!llvm.ptr) -> ()
  llvm.return
}
func.func private @start(%address: !llvm.ptr) {
  %token = async.execute {
    %seven = arith.constant 7 : i32
    llvm.store %seven, %address : i32, !llvm.ptr
    async.yield
  }
  async.await %token : !async.token
  return
}
func.func @seven() -> i32 {
  %address = llvm.mlir.addressof @started : !llvm.ptr
  %seven = llvm.load %address : !llvm.ptr -> i32
  return %seven : i32
}
";

#[test]
fn static_initializers_start_tasks() {
    let engine = load("initialized.mlir", INITIALIZED);
    assert_eq!(engine.call::<i32>("seven", ()).expect("it runs"), 7);
}

const REFUSED: &str = "\
llvm.mlir.global_ctors ctors = [@starts], priorities = [1 : i32], data = [#llvm.zero]
llvm.func @starts() {
  func.call @refuse() : () -> ()
  llvm.return
}
func.func private @refuse() {
  %false = arith.constant false
  cf.assert %false, \"not here\"
  return
}
func.func @seven() -> i32 {
  %seven = arith.constant 7 : i32
  return %seven : i32
}
";

#[test]
fn a_static_initializer_that_fails_is_an_error_of_every_call() {
    let engine = load("refused.mlir", REFUSED);
    let mut errors = (0..3).map(|_| engine.call::<i32>("seven", ()).expect_err("it fails").to_string());
    assert_eq!(errors.next().as_deref(), Some("refused.mlir:8:3: not here"));
    for error in errors {
        assert!(
            error.ends_with("a static initialiser of the program has failed"),
            "{error}"
        );
    }
}

const FINALIZED: &str = "\
llvm.mlir.global_dtors dtors = [@first, @fails, @last], priorities = [1 : i32, 2 : i32, 3 : i32], \
data = [#llvm.zero, #llvm.zero, #llvm.zero]
llvm.func @count_up()
llvm.func @first() {
  llvm.call @count_up() : () -> ()
  llvm.return
}
llvm.func @fails() {
  %false = arith.constant false
  cf.assert %false, \"while it is dropped\"
  llvm.return
}
llvm.func @last() {
  llvm.call @count_up() : () -> ()
  llvm.return
}
func.func @seven() -> i32 {
  %seven = arith.constant 7 : i32
  return %seven : i32
}
";

static COUNT: AtomicU32 = AtomicU32::new(0);

extern "C" fn count_up() {
    COUNT.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn a_static_finalizer_that_fails_does_not_end_the_process() {
    let options = EngineOptions {
        host_functions: vec![(
            "count_up".to_owned(),
            SymbolAddress::new((count_up as *const ()).cast()),
        )],
        ..EngineOptions::default()
    };
    let source = Source::new("finalized.mlir", FINALIZED);
    // SAFETY: the program calls the host's function as what it is.
    let engine = unsafe { Engine::load(&context(), &source, &options) }.expect("it compiles");
    assert_eq!(engine.call::<i32>("seven", ()).expect("it runs"), 7);
    assert_eq!(COUNT.load(Ordering::Relaxed), 0);
    drop(engine);
    // The last one has run, and the first one does not run after one that failed.
    assert_eq!(COUNT.load(Ordering::Relaxed), 1);
}

const PRINTING: &str = "\
func.func private @printI64(i64)
func.func @prints() -> (tensor<2xi32>, !async.value<i32>) {
  %answer = arith.constant 42 : i64
  func.call @printI64(%answer) : (i64) -> ()
  %seven = arith.constant 7 : i32
  %tensor = tensor.from_elements %seven, %seven : tensor<2xi32>
  %token, %value = async.execute -> !async.value<i32> {
    async.yield %seven : i32
  }
  return %tensor, %value : tensor<2xi32>, !async.value<i32>
}
";

/// Set in the process whose output cannot be written.
#[cfg(target_os = "linux")]
const FULL: &str = "TEST_OUTPUT_IS_FULL";

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_and_results_are_released() {
    if std::env::var_os(FULL).is_some() {
        return fails_to_print();
    }
    // Other tests print in this process.
    let mut command = std::process::Command::new(std::env::current_exe().expect("this test"));
    command.args([
        "--exact",
        "output_that_cannot_be_written_is_an_error_and_results_are_released",
    ]);
    let output = command.env(FULL, "").output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[cfg(target_os = "linux")]
fn fails_to_print() {
    let engine = load("printing.mlir", PRINTING);
    let before = live_objects();
    let result = with_full_output(|| engine.call::<(Tensor<i32, 1>, Value<i32>)>("prints", ()));
    let Err(error) = result.map(drop) else {
        panic!("it is written");
    };
    assert!(error.to_string().contains("No space left on device"), "{error}");
    // A task may run after its result was dropped.
    Runtime::global().quiesce().expect("this is no task");
    assert_eq!(live_objects(), before);
}

/// Calls a function while nothing can be written to the standard output.
#[cfg(target_os = "linux")]
fn with_full_output<R>(call: impl FnOnce() -> R) -> R {
    use std::os::fd::AsRawFd;
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let full = full.expect("Linux has it");
    // SAFETY: the descriptors are open, and no other thread prints.
    let kept = unsafe { libc::dup(libc::STDOUT_FILENO) };
    // SAFETY: as above.
    unsafe { libc::dup2(full.as_raw_fd(), libc::STDOUT_FILENO) };
    let result = call();
    // SAFETY: as above.
    unsafe { libc::dup2(kept, libc::STDOUT_FILENO) };
    result
}
