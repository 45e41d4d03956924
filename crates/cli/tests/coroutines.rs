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
        for way in ["--coroutines=split", "--coroutines=llvm"] {
            for level in ["-O0", "-O1", "-O2", "-O3"] {
                let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
                let output = command.arg("run").args([way, level]).arg(&program).output();
                let output = output.expect("asyncir starts");
                let errors = String::from_utf8_lossy(&output.stderr);
                let name = program.display();
                assert!(output.status.success(), "{name} with {way} {level}: {errors}");
                let printed = String::from_utf8_lossy(&output.stdout);
                assert_eq!(printed, expected, "{name} with {way} {level}");
            }
        }
    }
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
