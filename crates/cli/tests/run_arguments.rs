//! `asyncir run` passes numbers and memory to the entry point, and prints all that it returns.

use std::process::{Command, Output};

const PROGRAM: &str = "module @a_module {
}
func.func @add(%a: f64, %b: i8) -> (f64, i1) {
  %c = arith.sitofp %b : i8 to f64
  %d = arith.addf %a, %c : f64
  %is_less = arith.cmpf olt, %d, %a : f64
  return %d, %is_less : f64, i1
}
func.func @main() -> f64 {
  %c = arith.constant 2.5 : f64
  return %c : f64
}
func.func @fill(%m: memref<2x?xf32>, %value: f32) {
  linalg.fill ins(%value : f32) outs(%m : memref<2x?xf32>)
  return
}
func.func @columns(%m: memref<2x2xf32, strided<[1, 2]>>) { return }
func.func @product(%a: tensor<2x?xi64>, %b: tensor<?xi64>) -> (tensor<2xi64>, i1) {
  %zero = arith.constant dense<0> : tensor<2xi64>
  %c = linalg.matvec ins(%a, %b : tensor<2x?xi64>, tensor<?xi64>) outs(%zero : tensor<2xi64>) -> tensor<2xi64>
  %true = arith.constant true
  return %c, %true : tensor<2xi64>, i1
}
async.func @later(%a: i32) -> (!async.token, !async.value<i32>, !async.value<f32>) {
  %t, %v = async.execute -> !async.value<i32> {
    %b = arith.addi %a, %a : i32
    async.yield %b : i32
  }
  %r = async.await %v : !async.value<i32>
  %f = arith.sitofp %r : i32 to f32
  return %r, %f : i32, f32
}
async.func @positive(%a: i32) -> !async.value<i32> {
  %zero = arith.constant 0 : i32
  %is_positive = arith.cmpi sgt, %a, %zero : i32
  cf.assert %is_positive, \"not positive\"
  return %a : i32
}
func.func @unsigned(%a: ui32) -> ui32 { return %a : ui32 }
func.func @kinds(%z: complex<f64>, %h: f16, %b: bf16) -> (complex<f64>, f32) {
  %twice = complex.add %z, %z : complex<f64>
  %x = arith.extf %h : f16 to f32
  %y = arith.extf %b : bf16 to f32
  %sum = arith.addf %x, %y : f32
  return %twice, %sum : complex<f64>, f32
}
func.func @gives_memory() -> memref<2xf32> {
  %m = memref.alloc() : memref<2xf32>
  return %m : memref<2xf32>
}
";

fn run(name: &str, arguments: &[&str]) -> Output {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.mlir"));
    std::fs::write(&file, PROGRAM).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.arg("run").arg(&file).args(arguments);
    command.output().expect("asyncir starts")
}

#[track_caller]
fn prints(name: &str, arguments: &[&str], wanted: &str) {
    for flags in [&["-O0"][..], &["-O2", "--no-cache"]] {
        let output = run(name, &[arguments, flags].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((&*String::from_utf8_lossy(&output.stdout), &*errors), (wanted, ""));
    }
}

#[track_caller]
fn says(name: &str, arguments: &[&str], wanted: &str) {
    let output = run(name, arguments);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {wanted}\n"));
}

#[test]
fn results_of_all_types_are_printed() {
    prints("results", &[], "2.5\n");
}

#[test]
fn arguments_are_passed() {
    prints("arguments", &["-e", "add", "--args=2.5,-7"], "-4.5\ntrue\n");
    prints("arguments", &["-e", "add", "--args", "-1e3,255"], "-1001.0\ntrue\n");
    prints("arguments", &["-e", "add", "--args", "-inf,255"], "-inf\nfalse\n");
}

#[test]
fn tensors_and_memrefs_are_nested_lists() {
    prints(
        "tensors",
        &["-e", "product", "--args=[[1, 2], [3, 4]], [10, 1]"],
        "[12, 34]\ntrue\n",
    );
    let filled = "[[0.5, 0.5],\n [0.5, 0.5]]\n";
    prints(
        "memrefs",
        &["-e", "fill", "--args", "[[1,2],[3,4]]", "--args=0.5"],
        filled,
    );
}

#[test]
fn unsigned_integers_have_no_sign() {
    prints("unsigned", &["-e", "unsigned", "--args=4000000000"], "4000000000\n");
    says(
        "unsigned",
        &["-e", "unsigned", "--args=-1"],
        "argument '-1' of the entry point is no ui32: it is no number of this type",
    );
}

#[test]
fn complex_numbers_are_in_parentheses() {
    prints("kinds", &["-e", "kinds", "--args=(1, -2.5),0.5,3"], "(2.0,-5.0)\n3.5\n");
    says(
        "kinds",
        &["-e", "kinds", "--args=1,2,3"],
        "argument '1' of the entry point is no complex<f64>: it is no complex number, such as (1,-2)",
    );
}

#[test]
fn tokens_and_values_are_awaited() {
    prints("later", &["-e", "later", "--args=21"], "42\n42.0\n");
    prints("later", &["-e=positive", "--args", " 7"], "7\n");
}

#[test]
fn a_failure_that_is_awaited_is_told() {
    let output = run("positive", &["-e", "positive", "--args=-1"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.ends_with(": not positive\n"), "{errors}");
    assert!(output.stdout.is_empty());
}

#[test]
fn what_cannot_be_passed_is_told() {
    let function = "the entry point is (f64, i8) -> (f64, i1)";
    says(
        "wrong",
        &["-e", "add"],
        &format!("{function}, so it takes 2 arguments, not 0: name them as --args=1,2.5 (or [1,2.5] for memory)"),
    );
    says(
        "wrong",
        &["-e", "add", "--args=2.5,300"],
        "argument '300' of the entry point is no i8: it does not fit",
    );
    says(
        "wrong",
        &["-e", "fill", "--args=[[1],[2,3]],0"],
        "argument '[[1],[2,3]]' of the entry point is no memref<2x?xf32>: dimension 1 has a list of 2 and not 1",
    );
    says(
        "wrong",
        &["-e", "columns", "--args=[[1,2],[3,4]]"],
        "argument '[[1,2],[3,4]]' of the entry point is no memref<2x2xf32, strided<[1, 2]>>: lists are memory in row-major \
         order, memref<2x2xf32>",
    );
    says(
        "wrong",
        &["-e", "main", "--args=1"],
        "the entry point is () -> (f64), so it takes 0 arguments, not 1",
    );
    says(
        "wrong",
        &["-e", "gives_memory"],
        "function 'gives_memory' cannot be called: it is () -> (memref<2xf32>), but memref<2xf32> cannot be \
         received; it can take numbers (i1, i8 to i64, index, f16, bf16, f32, f64, complex<f32>, complex<f64>), and memrefs and \
         tensors of numbers, and give numbers, tensors, tokens and values of numbers",
    );
    for missing in ["nobody", "a_module"] {
        let output = run("wrong", &["-e", missing]);
        let errors = String::from_utf8_lossy(&output.stderr);
        let wanted = format!("error: function '{missing}' not found; there are 'add', 'main', 'fill', ");
        assert!(errors.starts_with(&wanted), "{errors}");
    }
}

/// The numbers of cases and the index have 64 bits, also in coroutines.
#[test]
fn cases_of_indices_are_not_cut_off() {
    let text = "func.func @narrow(%x: index) -> i32 {
  %r = scf.index_switch %x -> i32
  case 1 { %a = arith.constant 111 : i32
           scf.yield %a : i32 }
  case -7 { %b = arith.constant 77 : i32
           scf.yield %b : i32 }
  default { %c = arith.constant 222 : i32
            scf.yield %c : i32 }
  return %r : i32
}
func.func @wide(%x: index) -> i32 {
  %r = scf.index_switch %x -> i32
  case 1 { %a = arith.constant 1 : i32
           scf.yield %a : i32 }
  case 4294967297 { %b = arith.constant 111 : i32
                    scf.yield %b : i32 }
  default { %c = arith.constant 222 : i32
            scf.yield %c : i32 }
  return %r : i32
}
async.func @later(%x: index) -> !async.value<i32> {
  %token = async.execute {
    async.yield
  }
  %r = scf.index_switch %x -> i32
  case 1 { async.await %token : !async.token
           %a = arith.constant 111 : i32
           scf.yield %a : i32 }
  default { %c = arith.constant 222 : i32
            scf.yield %c : i32 }
  return %r : i32
}";
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("the program is written");
    let path = file.path().display().to_string();
    let expected = [
        ("narrow", "1", "111"),
        ("narrow", "-7", "77"),
        ("narrow", "4294967297", "222"),
        ("narrow", "4294967289", "222"),
        ("narrow", "2147483648", "222"),
        ("wide", "1", "1"),
        ("wide", "4294967297", "111"),
        ("wide", "8589934593", "222"),
        ("later", "1", "111"),
        ("later", "4294967297", "222"),
    ];
    for (function, index, number) in expected {
        for backend in ["--backend=cranelift", "--backend=llvm"] {
            let args = format!("--args={index}");
            let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
            let output = command.args(["run", backend, &path, "-e", function, &args]).output();
            let output = output.expect("asyncir starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed, format!("{number}\n"), "{backend} {function} {index}: {errors}");
        }
    }
}
