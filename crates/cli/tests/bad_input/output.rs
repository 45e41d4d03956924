//! What is written, and what is not, if something goes wrong.

use std::fs;
use std::process::{Command, Stdio};

use super::{MAIN, asyncir, fails, scratch};

#[test]
fn a_build_does_not_replace_its_source() {
    let file = scratch("same").join("program.mlir");
    fs::copy("../../examples/fib.mlir", &file).expect("a copy");
    let path = file.to_str().expect("UTF-8");
    let dotted = format!("{}/./program.mlir", file.parent().expect("a folder").display());
    for arguments in [
        &["build", path, "-o", path][..],
        &["build", path, "-o", &dotted, "--emit=exe"],
    ] {
        let output = asyncir(arguments, b"");
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.starts_with("error: output file '") && errors.ends_with("is the input file\n"),
            "{errors}"
        );
    }
    let kept = fs::read(&file).expect("it is there");
    assert_eq!(kept, fs::read("../../examples/fib.mlir").expect("the example"));
}

#[test]
fn output_files_appear_whole_or_not_at_all() {
    let folder = scratch("output");
    let path = folder.join("out.mlir");
    let path = path.to_str().expect("UTF-8");
    fs::write(path, "old").expect("a file");
    fails(&["opt", "-o", path], b"oops", "error: ");
    assert_eq!(fs::read_to_string(path).expect("the old file"), "old");
    assert!(asyncir(&["opt", "-o", path], MAIN).status.success());
    assert!(fs::read_to_string(path).expect("the new file").contains("@main"));
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        1,
        "no temporary file is left"
    );
    fails(
        &["opt", "-o", "/no/such/folder/x"],
        MAIN,
        "cannot open output file '/no/such/folder/x'",
    );
}

#[test]
fn a_full_disk_is_an_error() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let chain = "../../examples/chain.mlir";
    let returns = scratch("full").join("returns.mlir");
    fs::write(
        &returns,
        "func.func @main() -> i32 { %c = arith.constant 1 : i32  return %c : i32 }",
    )
    .expect("a file");
    let returns = returns.to_string_lossy();
    for args in [
        &["opt", chain][..],
        &["run", chain],
        &["run", &returns],
        &["--help"],
        &["opt", "--list-passes"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let command = command.args(args).stdout(full()).stderr(Stdio::piped());
        let output = command.output().expect("asyncir starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {errors}");
        let message = "cannot write to standard output: No space left on device\n";
        assert!(errors.ends_with(message), "{args:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    }
    fails(
        &["opt", "-o", "/dev/full"],
        MAIN,
        "cannot write output file '/dev/full': No space left on device",
    );
}

/// Messages that nobody can read are no reason to panic.
#[test]
fn standard_error_may_be_full() {
    for args in [
        &["opt", "no/such/file.mlir"][..],
        &["run", "-e", "nobody", "../../examples/chain.mlir"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let status = command.args(args).stderr(full).status().expect("asyncir starts");
        assert_eq!(status.code(), Some(1), "{args:?}");
    }
}

/// As in `asyncir opt file | head -1`.
#[test]
fn a_reader_that_goes_away_ends_the_program_as_a_signal_would() {
    let big: String = (0..20_000).map(|n| format!("func.func private @f{n}()\n")).collect();
    let file = scratch("pipe").join("big.mlir");
    fs::write(&file, big).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command
        .arg("opt")
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("asyncir starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("asyncir ends");
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
