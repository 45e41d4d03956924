//! What a program does that the processor refuses is named on standard error, and the process ends by the signal. Accesses
//! that are out of bounds are found before, if the program checks them.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Functions that crash; each number comes from the command line, so that nothing is known of it at compile time.
const CRASHES: &str = "
func.func @divide(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %q = arith.divsi %c7, %a : i32
  return %q : i32
}
func.func @divide_in_task(%a: i32) -> i32 {
  %token, %value = async.execute -> !async.value<i32> {
    %c7 = arith.constant 7 : i32
    %q = arith.divsi %c7, %a : i32
    async.yield %q : i32
  }
  %q = async.await %value : !async.value<i32>
  return %q : i32
}
func.func @far(%i: index) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %x = memref.load %m[%i] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return %x : f32
}
func.func @deep(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %more = arith.addi %n, %c1 : i64
  %x = call @deep(%more) : (i64) -> i64
  %y = arith.xori %x, %n : i64
  return %y : i64
}
func.func @trap(%a: i32) -> i32 {
  llvm.intr.trap
  return %a : i32
}
";

/// Functions with accesses that are valid for some numbers only, and what is said of them for others.
const ACCESSES: &str = "
func.func @load(%i: index) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c3 = arith.constant 3 : i32
  linalg.fill ins(%c3 : i32) outs(%m : memref<4xi32>)
  %x = memref.load %m[%i] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %x : i32
}
func.func @affine(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to %n {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %m[%i + 1] : memref<4xi32>
  }
  %x = affine.load %m[3] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %x : i32
}
func.func @parallel(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : i32
  %m = memref.alloc() : memref<4xi32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %c5, %m[%i] : memref<4xi32>
  }
  %x = memref.load %m[%c2] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %x : i32
}
func.func @task(%i: index) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %token = async.execute {
    %c9 = arith.constant 9 : i32
    memref.store %c9, %m[%i] : memref<4xi32>
    async.yield
  }
  async.await %token : !async.token
  %x = memref.load %m[%i] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %x : i32
}
func.func @part(%n: index) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : i32
  %part = memref.subview %m[0] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>
  memref.store %c6, %part[%c0] : memref<?xi32, strided<[1]>>
  %x = memref.load %m[%c0] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return %x : i32
}
func.func @allocate(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  %m = memref.alloc(%n) : memref<?xi32>
  memref.store %c7, %m[%c0] : memref<?xi32>
  %x = memref.load %m[%c0] : memref<?xi32>
  memref.dealloc %m : memref<?xi32>
  return %x : i32
}
func.func @shapes(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %m = memref.alloc() : memref<4xi32>
  %o = memref.alloc(%n) : memref<?xi32>
  linalg.fill ins(%c3 : i32) outs(%m : memref<4xi32>)
  %d = memref.cast %m : memref<4xi32> to memref<?xi32>
  linalg.copy ins(%d : memref<?xi32>) outs(%o : memref<?xi32>)
  %x = memref.load %o[%c0] : memref<?xi32>
  memref.dealloc %m : memref<4xi32>
  memref.dealloc %o : memref<?xi32>
  return %x : i32
}
";

fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("crashes");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn asyncir(arguments: &[&str], program: &PathBuf) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let output = command.args(arguments).arg(program).output();
    output.expect("asyncir starts")
}

#[test]
fn crashes_are_named_before_the_signal_ends_the_process() {
    let program = file("crashes.mlir", CRASHES);
    // x86-64 has an instruction that is not valid for a trap, and other processors one that is.
    let trap = if cfg!(target_arch = "x86_64") {
        libc::SIGILL
    } else {
        libc::SIGTRAP
    };
    let names = [
        (libc::SIGSEGV, "SIGSEGV"),
        (libc::SIGFPE, "SIGFPE"),
        (libc::SIGILL, "SIGILL"),
        (libc::SIGTRAP, "SIGTRAP"),
    ];
    let mut cases = vec![
        ("llvm", "far", "100000000000", libc::SIGSEGV),
        ("llvm", "trap", "1", trap),
    ];
    if cfg!(target_arch = "x86_64") {
        cases.extend([
            ("llvm", "divide", "0", libc::SIGFPE),
            ("llvm", "divide_in_task", "0", libc::SIGFPE),
            ("cranelift", "far", "100000000000", libc::SIGSEGV),
            ("cranelift", "divide", "0", trap),
        ]);
    }
    for (backend, function, number, signal) in cases {
        let (backend, number) = (format!("--backend={backend}"), format!("--args={number}"));
        let flags = ["run", "-O0", &backend, "--keep-tasks", "-e", function, &number];
        let output = asyncir(&flags, &program);
        let said = String::from_utf8_lossy(&output.stderr);
        let name = names
            .iter()
            .find(|(number, _)| *number == signal)
            .map_or("", |name| name.1);
        assert_eq!(output.status.signal(), Some(signal), "{function}: {said}");
        assert!(
            said.starts_with("error: the program ") && said.contains(name),
            "{function}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{function}: {said}");
    }
}

#[test]
fn a_full_stack_is_still_told_from_other_crashes() {
    let program = file("deep.mlir", CRASHES);
    let output = asyncir(&["run", "-O0", "-e", "deep", "--args=1"], &program);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("or its stack was full (SIGSEGV)"), "{said}");
    assert!(said.contains("has overflowed its stack"), "{said}");
    assert!(said.contains("asyncir run --runtime-verification finds"), "{said}");
    let output = asyncir(
        &["run", "-O0", "--runtime-verification", "-e", "deep", "--args=1"],
        &program,
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("or its stack was full (SIGSEGV)\n"), "{said}");
}

#[test]
fn accesses_out_of_bounds_are_found_if_the_program_checks_them() {
    let program = file("accesses.mlir", ACCESSES);
    // Each function with a number for which it is valid, its result, a number for which it is not, and what is said then.
    let cases = [
        ("load", "3", "3", "4", "memref.load"),
        ("affine", "3", "2", "4", "memref.store"),
        ("parallel", "4", "5", "5", "memref.store"),
        ("task", "0", "9", "-1", "memref.store"),
        ("shapes", "4", "3", "3", "linalg.copy"),
        ("part", "2", "6", "-1", "memref.subview"),
        ("allocate", "1", "7", "-1", "memref.alloc"),
    ];
    for (function, right, result, wrong, op) in cases {
        for level in ["-O0", "-O2"] {
            let run = |number| {
                let number = format!("--args={number}");
                asyncir(
                    &["run", level, "--runtime-verification", "-e", function, &number],
                    &program,
                )
            };
            let output = run(right);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout).trim(),
                result,
                "{function} at {level}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            let output = run(wrong);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{function} at {level}: {said}");
            assert!(
                said.contains("Runtime op verification failed") && said.contains(op),
                "{function} at {level}: {said}"
            );
        }
    }
}

#[test]
fn memory_that_cannot_be_allocated_is_told() {
    let program = file("allocate.mlir", ACCESSES);
    let too_much = "--args=1000000000000000";
    let output = asyncir(&["run", "-O0", "-e", "allocate", too_much], &program);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), Some(libc::SIGSEGV), "{said}");
    let cause = "; the address is close to zero: perhaps memory could not be allocated; ";
    assert!(said.contains(cause), "{said}");
    let flags = ["run", "-O0", "--runtime-verification", "-e", "allocate", too_much];
    let output = asyncir(&flags, &program);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("there is no memory left"), "{said}");
    // Four times these sizes wrap around to numbers that there is memory for.
    for wrapping in [
        "--args=4611686018427387904",
        "--args=4611686018427387905",
        "--args=9223372036854775807",
    ] {
        let flags = ["run", "-O2", "--runtime-verification", "-e", "allocate", wrapping];
        let output = asyncir(&flags, &program);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{wrapping}: {said}");
        assert!(said.contains("there is no memory left"), "{wrapping}: {said}");
    }
}
