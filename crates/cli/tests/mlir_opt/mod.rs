//! Running `asyncir opt` and `mlir-opt` on the same program.

use std::io::Write;
use std::process::{Command, Stdio};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// Exit code, standard output and standard error.
pub type Seen = (Option<i32>, String, String);

/// Runs a tool on a program.
pub fn run(mut command: Command, flags: &[&str], program: &str) -> Seen {
    let command = command
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    // A tool that refuses its input early closes the pipe.
    let _ = stdin.write_all(program.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the tool ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs `asyncir opt`.
pub fn ours(flags: &[&str], program: &str) -> Seen {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.arg("opt");
    run(command, flags, program)
}

/// Both tools do the same with a program; gives what.
#[track_caller]
pub fn same(flags: &[&str], program: &str) -> Seen {
    let seen = ours(flags, program);
    assert_eq!(seen, run(Command::new(MLIR_OPT), flags, program), "{flags:?}");
    seen
}
