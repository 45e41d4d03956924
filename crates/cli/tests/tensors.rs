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
