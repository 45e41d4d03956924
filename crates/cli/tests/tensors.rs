//! Programs on tensors print the same whether ops write to the memory of their operands where the analysis allows this, or
//! always to copies.

use std::path::PathBuf;
use std::process::{Command, Output};

const COPIES: &str = "--one-shot-bufferize=bufferize-function-boundaries=true copy-before-write=true \
                      allow-return-allocs-from-loops=true";

fn asyncir(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.args(args).output().expect("asyncir starts")
}

fn printed(args: &[&str]) -> String {
    let output = asyncir(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn programs() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tensors");
    let entries = std::fs::read_dir(folder).expect("the programs");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
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
        printed(&["opt", &path, COPIES, "-o", &copying]);
        let wanted = printed(&["run", "-O0", &copying]);
        assert!(wanted.lines().count() > 8, "{path} prints {wanted}");
        for level in ["-O0", "-O2"] {
            assert_eq!(printed(&["run", level, &path]), wanted, "{path} at {level}");
        }
    }
}

#[test]
fn a_task_that_gives_a_tensor_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("task.mlir").display().to_string();
    let program = "func.func @main() {
      %token, %later = async.execute -> !async.value<tensor<4xf32>> {
        %0 = arith.constant dense<1.0> : tensor<4xf32>
        async.yield %0 : tensor<4xf32>
      }
      %other = async.execute {
        async.yield
      }
      async.await %other : !async.token
      %0 = async.await %later : !async.value<tensor<4xf32>>
      %c0 = arith.constant 0 : index
      %1 = tensor.extract %0[%c0] : tensor<4xf32>
      vector.print %1 : f32
      return
    }";
    std::fs::write(&path, program).expect("written");
    let output = asyncir(&["run", &path]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(
        errors.contains("task.mlir:10:12: error: op was not bufferized"),
        "{errors}"
    );
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
