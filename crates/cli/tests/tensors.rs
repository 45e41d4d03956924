//! Programs on tensors print the same whether ops write to the memory of their operands where the analysis allows this, or
//! always to copies.

use std::path::PathBuf;
use std::process::{Command, Output};

const COPIES: &str = "--one-shot-bufferize=bufferize-function-boundaries=true copy-before-write=true \
                      allow-return-allocs-from-loops=true";

fn asyncir(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.args(args);
    command
}

fn printed(args: &[&str]) -> String {
    printed_with("2", args)
}

fn printed_with(workers: &str, args: &[&str]) -> String {
    // What programs read from memory that was freed is not what was there.
    let mut command = asyncir(args);
    command
        .env("ASYNCIR_NUM_WORKERS", workers)
        .env("MALLOC_PERTURB_", "165");
    let output = command.output();
    let output: Output = output.expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn programs() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tensors");
    let entries = std::fs::read_dir(folder).expect("the programs");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "mlir"))
        .collect();
    programs.sort();
    programs
}

#[test]
fn writes_in_place_do_what_writes_to_copies_do() {
    let programs = programs();
    assert!(programs.len() > 4, "{programs:?}");
    let folder = tempfile::tempdir().expect("a folder");
    for program in programs {
        let copying = folder.path().join("copying.mlir");
        let (path, copying) = (program.display().to_string(), copying.display().to_string());
        printed(&["opt", &path, "--decompose-tensor-ops", COPIES, "-o", &copying]);
        let wanted = printed(&["run", "-O0", &copying]);
        assert!(wanted.lines().count() > 8, "{path} prints {wanted}");
        for (level, workers) in [("-O0", "1"), ("-O0", "4"), ("-O2", "2")] {
            let found = printed_with(workers, &["run", level, &path]);
            assert_eq!(found, wanted, "{path} at {level} with {workers} workers");
        }
    }
}

/// Both ways to memory decompose these ops in the same way, so that what they do is written down.
#[test]
fn ops_on_whole_tensors_do_what_they_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tensors");
    let wanted = std::fs::read_to_string(folder.join("whole_tensors.mlir.out")).expect("the numbers");
    let program = folder.join("whole_tensors.mlir").display().to_string();
    assert_eq!(printed(&["run", &program]), wanted);
    assert_eq!(printed(&["run", "--runtime-verification", &program]), wanted);
}

#[test]
fn arithmetic_on_tensors_and_padding_run() {
    let program = "func.func @main() {
  %first = arith.constant 0 : index
  %last = arith.constant 2 : index
  %numbers = arith.constant dense<[1.0, 2.0, 8.0]> : tensor<3xf32>
  %twice = arith.addf %numbers, %numbers : tensor<3xf32>
  %roots = math.sqrt %twice : tensor<3xf32>
  %root = tensor.extract %roots[%last] : tensor<3xf32>
  vector.print %root : f32
  %zero = arith.constant 0.5 : f32
  %padded = tensor.pad %roots low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<6xf32>
  %before = tensor.extract %padded[%first] : tensor<6xf32>
  vector.print %before : f32
  return
}";
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), program).expect("the program is written");
    assert_eq!(printed(&["run", &file.path().display().to_string()]), "4\n0.5\n");
}

fn program(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("the program is written");
    file
}

/// Tensors without elements are joined and padded, where they would begin where the result has ended.
#[test]
fn tensors_without_elements_are_put_nowhere() {
    let file = program(
        "func.func @joined(%a: tensor<2x2xf32>, %b: tensor<0x2xf32>) -> tensor<2x2xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<2x2xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
func.func @padded(%a: tensor<0xf32>) -> tensor<3xf32> {
  %v = arith.constant 7.0 : f32
  %r = tensor.pad %a low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<0xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}",
    );
    let path = file.path().display().to_string();
    for more in ["-O0", "--runtime-verification"] {
        let joined = printed(&["run", more, &path, "-e", "joined", "--args=[[1,2],[3,4]],[]"]);
        assert_eq!(joined, "[[1.0, 2.0],\n [3.0, 4.0]]\n");
        assert_eq!(
            printed(&["run", more, &path, "-e", "padded", "--args=[]"]),
            "[7.0, 7.0, 7.0]\n"
        );
    }
}

/// What is checked that only the program's run can tell.
#[test]
fn shapes_that_do_not_fit_are_told() {
    let file = program(
        "func.func @expanded(%x: tensor<?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @reshaped(%x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %r = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @joined(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @viewed(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<16xi8>
  %z = arith.constant 0.0 : f32
  %v = memref.view %m[%c0][%n] : memref<16xi8> to memref<?xf32>
  memref.store %z, %v[%c0] : memref<?xf32>
  %r = memref.load %v[%c0] : memref<?xf32>
  memref.dealloc %m : memref<16xi8>
  return %r : f32
}",
    );
    let path = file.path().display().to_string();
    let run = |function: &str, args: &str| {
        let args = format!("--args={args}");
        let mut command = asyncir(&["run", "--runtime-verification", &path, "-e", function, &args]);
        command.output().expect("asyncir starts")
    };
    let right = [
        ("expanded", "[1,2,3,4],2,2"),
        ("expanded", "[],0,7"),
        ("reshaped", "[1,2,3,4],[4,1]"),
        ("joined", "[[1,2]],[[3,4]]"),
        ("viewed", "4"),
    ];
    for (function, args) in right {
        assert!(run(function, args).status.success(), "{function} {args}");
    }
    let wrong = [
        (
            "expanded",
            "[1,2,3,4],3,3",
            "sizes in reassoc group do not make up src dim 0",
        ),
        (
            "expanded",
            "[1,2,3,4],2,1",
            "sizes in reassoc group do not make up src dim 0",
        ),
        (
            "expanded",
            "[1,2,3,4],-2,-2",
            "sizes in reassoc group do not make up src dim 0",
        ),
        (
            "expanded",
            "[1,2,3,4],4294967297,17179869188",
            "sizes in reassoc group do not make up src dim 0",
        ),
        (
            "reshaped",
            "[1,2,3,4],[200,300]",
            "the new shape has another number of elements",
        ),
        ("joined", "[[1,2]],[[3]]", "tensors to be joined differ in dim 1"),
        ("joined", "[[1,2]],[[3,4,5]]", "tensors to be joined differ in dim 1"),
        ("viewed", "5", "the view does not fit into the memory"),
    ];
    for (function, args, message) in wrong {
        let output = run(function, args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(message),
            "{function} {args}: {errors}"
        );
    }
}
