//! Running MLIR's own tools, which `cargo xtask test` installs.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

pub const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// A program that has not ended by then hangs.
const LIMIT: Duration = Duration::from_secs(30);

/// Runs a program with an input to its end; `None` if it does not end in time.
pub fn finish(command: &mut Command, input: &(impl AsRef<[u8]> + Sync + ?Sized)) -> Option<Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}, which `cargo xtask test` installs: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut pipes = (
        child.stdout.take().expect("a pipe"),
        child.stderr.take().expect("a pipe"),
    );
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A tool that refuses its input closes the pipe.
            let _ = stdin.write_all(input.as_ref());
        });
        let stdout = scope.spawn(move || read(&mut pipes.0));
        let stderr = scope.spawn(move || read(&mut pipes.1));
        let start = Instant::now();
        let status = loop {
            match child.try_wait().expect("a child") {
                Some(status) => break Some(status),
                None if start.elapsed() > LIMIT => {
                    child.kill().expect("a child that runs");
                    child.wait().expect("a child");
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let (stdout, stderr) = (stdout.join().expect("no panic"), stderr.join().expect("no panic"));
        status.map(|status| Output { status, stdout, stderr })
    })
}

fn read(pipe: &mut impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    pipe.read_to_end(&mut all).expect("a pipe");
    all
}

/// What `mlir-opt` makes of a text; `None` if it refuses it. Fails if it does not end in time.
pub fn theirs(text: &str, flags: &[&str]) -> Option<String> {
    let output = mlir_opt(text, flags).unwrap_or_else(|| panic!("mlir-opt {flags:?} does not end on\n{text}"));
    accepted(output)
}

/// How `mlir-opt` ends on a text; `None` if it does not end: where it crashes, that sometimes takes for ever.
pub fn mlir_opt(text: &str, flags: &[&str]) -> Option<Output> {
    let mut command = Command::new(MLIR_OPT);
    let flags = ["--allow-unregistered-dialect", "--split-input-file"]
        .iter()
        .chain(flags);
    finish(command.args(flags), text)
}

/// What a tool printed; `None` if it refused its input.
pub fn accepted(output: Output) -> Option<String> {
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}
