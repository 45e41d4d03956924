//! Programs of coroutines print the same whoever splits them, at every optimisation level.

use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<(PathBuf, String)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coroutines");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut all = Vec::new();
    for (outputs, programs, extension) in [
        (tests.clone(), tests, "out"),
        (examples.join("expected"), examples, "txt"),
    ] {
        for entry in std::fs::read_dir(outputs).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if path.extension().is_some_and(|found| found == extension) {
                let text = std::fs::read_to_string(&path).expect("an expected output");
                all.push((programs.join(format!("{name}.mlir")), text));
            }
        }
    }
    all.sort();
    all
}

#[test]
fn programs_print_the_same_whoever_splits_them() {
    let programs = programs();
    assert!(programs.len() >= 9, "found {programs:?}");
    for (program, expected) in programs {
        prints(&program, &expected);
    }
}

/// A program prints this, whoever splits its coroutines, at every optimisation level.
fn prints(program: &Path, expected: &str) {
    for way in [
        "--coroutines=split",
        "--keep-tasks",
        "--coroutines=llvm",
        "--check-frames",
    ] {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
            let output = command.arg("run").args([way, level]).arg(program).output();
            let output = output.expect("asyncir starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            let name = program.display();
            assert!(output.status.success(), "{name} with {way} {level}: {errors}");
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed, expected, "{name} with {way} {level}");
        }
    }
}

/// Passes may merge the ends of the branches, with the memory as an argument.
#[test]
fn branches_that_end_alike_are_lowered() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/branches/equal_tails.mlir");
    prints(&program, "5\n2\n5\n1\n");
}

/// What cannot be split is shown with its place, and nothing runs.
#[test]
fn what_cannot_be_split_is_refused_with_its_place() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unsplittable.mlir");
    let text = "llvm.func @main() {\n  %none = llvm.mlir.none : !llvm.token\n  \
                %false = llvm.mlir.constant(false) : i1\n  \
                %state = llvm.intr.coro.suspend %none, %false : i8\n  llvm.return\n}\n";
    std::fs::write(&program, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let output = command.arg("run").arg(&program).output().expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let expected = "unsplittable.mlir:4:12: error: 'llvm.intr.coro.suspend' op in a function without \
                    'llvm.intr.coro.begin'";
    assert!(errors.contains(expected), "{errors}");
}

/// A program whose frames break the rules, and what it says. Without checks it goes on somehow.
fn says_with_checks(name: &str, program: &str, message: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, program).expect("a file");
    for level in ["-O0", "-O2"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let output = command.args(["run", "--check-frames", level]).arg(&path).output();
        let output = output.expect("asyncir starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{name} {level}");
        assert!(errors.contains(message), "{name} {level}: {errors}");
    }
}

/// The generator of `generator.mlir`, and something else in `main`.
fn generator(main: &str) -> String {
    let program =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coroutines/generator.mlir"));
    let program = program.expect("the program");
    let (generator, _) = program.split_once("llvm.func @main()").expect("it has a main function");
    let start = "%three = llvm.mlir.constant(3 : i64) : i64\n  \
                 %seven = llvm.mlir.constant(7 : i64) : i64\n  \
                 %handle = llvm.call @generator(%three, %seven) : (i64, i64) -> !llvm.ptr";
    format!("{generator}llvm.func @main() {{\n  {start}\n  {main}\n  llvm.return\n}}\n")
}

#[test]
fn a_coroutine_that_is_used_after_it_was_destroyed_is_found() {
    let destroy = "llvm.call_intrinsic \"llvm.coro.destroy\"(%handle) : (!llvm.ptr) -> ()";
    says_with_checks(
        "destroyed_twice.mlir",
        &generator(&format!("{destroy}\n  {destroy}")),
        "asyncir-runtime: the frame of coroutine 'generator'",
    );
    says_with_checks(
        "resumed_late.mlir",
        &generator(&format!("{destroy}\n  llvm.intr.coro.resume %handle : !llvm.ptr")),
        "is resumed or destroyed after it was freed",
    );
}

#[test]
fn a_write_beyond_the_frame_is_found() {
    let write = |at: i32| {
        format!(
            "%zero = llvm.mlir.constant(0 : i8) : i8\n  \
             %at = llvm.getelementptr %handle[{at}] : (!llvm.ptr) -> !llvm.ptr, i8\n  \
             llvm.store %zero, %at : i8, !llvm.ptr\n  llvm.intr.coro.resume %handle : !llvm.ptr"
        )
    };
    // The addresses of two functions and the number of the suspension point take 17 bytes.
    for at in [-1, 17] {
        says_with_checks(
            &format!("wild_write_{at}.mlir"),
            &generator(&write(at)),
            &format!("asyncir-runtime: byte {at} of the frame of coroutine 'generator'"),
        );
    }
}

/// Memory from the stack that a task keeps across an await: a store behind its end.
#[test]
fn a_write_beyond_memory_in_the_frame_is_found() {
    let program = "func.func @main() {
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %end = async.execute {
    %buffer = memref.alloca() : memref<8xi64>
    %other = async.execute {
      async.yield
    }
    memref.store %zero, %buffer[%c8] : memref<8xi64>
    async.await %other : !async.token
    %x = memref.load %buffer[%c8] : memref<8xi64>
    vector.print %x : i64
    async.yield
  }
  async.await %end : !async.token
  return
}
";
    says_with_checks(
        "beyond_alloca.mlir",
        program,
        "was overwritten, which belongs to nothing",
    );
}

#[test]
fn checks_are_for_coroutines_that_asyncir_splits() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/coroutines/generator.mlir");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command
        .args(["run", "--check-frames", "--coroutines=llvm"])
        .arg(program);
    let output = command.output().expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("--check-frames is for coroutines that asyncir splits"),
        "{errors}"
    );
}

/// A token that a loop captures is not used after the task that runs the loop: who has it last drops it when the loop is done.
#[test]
fn what_a_loop_in_a_task_captures_lives_until_it_is_done() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("captured_token.mlir");
    let text = "
func.func private @round(%sum: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i64
  %first = async.execute {
    async.yield
  }
  %second = async.execute {
    scf.parallel (%i) = (%c0) to (%c5) step (%c1) {
      async.await %first : !async.token
      %token, %value = async.execute -> !async.value<i64> {
        async.yield %one : i64
      }
      %x = async.await %value : !async.value<i64>
      %before = memref.atomic_rmw addi %x, %sum[%c0] : (i64, memref<1xi64>) -> i64
      scf.reduce
    }
    async.yield
  }
  async.await %second : !async.token
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rounds = arith.constant 100000 : index
  %sum = memref.alloc() : memref<1xi64>
  %zero = arith.constant 0 : i64
  memref.store %zero, %sum[%c0] : memref<1xi64>
  scf.for %round = %c0 to %rounds step %c1 {
    func.call @round(%sum) : (memref<1xi64>) -> ()
  }
  %x = memref.load %sum[%c0] : memref<1xi64>
  memref.dealloc %sum : memref<1xi64>
  return %x : i64
}
";
    std::fs::write(&program, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command
        .args(["run", "-O0", "--keep-tasks", "--check-frames"])
        .arg(&program);
    let output = command
        .env("ASYNCIR_NUM_WORKERS", "8")
        .output()
        .expect("asyncir starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((printed.trim(), &*errors), ("500000", ""));
}
