//! The runtime's tests under AddressSanitizer, which looks for leaks, too. That needs a nightly compiler.
//!
//! ThreadSanitizer is of no use here: it needs a standard library that was compiled for it. Without one it takes what
//! the library's locks protect for races.

use std::process::{Command, Stdio};

use crate::process::{Outcome, run_command};

/// Where the rest of a build does not see it.
const FOLDER: &str = "target/sanitize";
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// All tests but `flat`, which is about time and memory, and `c_header`, whose C program would have to be built for it.
const TESTS: [&str; 8] = [
    "blocking",
    "c_abi",
    "executors",
    "misuse",
    "observation",
    "parallel_for",
    "rust_interface",
    "stress",
];

/// Builds and runs the tests.
///
/// # Errors
/// If there is no nightly compiler, or a test fails.
pub fn sanitize() -> Outcome {
    let nightly = Command::new("rustup")
        .args(["run", "nightly", "rustc", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !nightly.is_ok_and(|status| status.success()) {
        return Err("please install a nightly compiler: rustup toolchain install nightly".to_owned());
    }
    let mut args = vec!["run", "nightly", "cargo", "test", "-p", "asyncir-runtime", "--lib"];
    args.extend(TESTS.iter().flat_map(|test| ["--test", test]));
    args.extend(["--target", TARGET, "--target-dir", FOLDER]);
    println!("$ RUSTFLAGS=-Zsanitizer=address rustup {}", args.join(" "));
    let mut command = Command::new("rustup");
    command
        .args(&args)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env("RUSTFLAGS", "-Zsanitizer=address")
        // Locals on the heap would hide how deep the stack is, by which waits in a host's pool go.
        .env("ASAN_OPTIONS", "detect_stack_use_after_return=0")
        .env("ASYNCIR_STRESS_SECONDS", "20");
    run_command(&mut command, "rustup", &args)
}
