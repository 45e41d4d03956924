//! The runtime's tests under Miri, which interprets them and looks for undefined behaviour. That needs a nightly compiler.

use std::process::{Command, Stdio};

use crate::process::{Outcome, run_command};

/// Where the rest of a build does not see it.
const FOLDER: &str = "target/miri";

/// Tests that Miri can run: those that neither map memory nor look at processors, and do not take an hour.
const TESTS: [&str; 5] = ["blocking", "c_abi", "executors", "join", "rust_interface"];

/// Those of the library that call C's `printf`, and simulations that are about numbers only.
const SKIPPED: [&str; 2] = ["runner_utils::", "parallel_for::experience::"];

/// Builds and runs the tests.
///
/// # Errors
/// If there is no nightly compiler with Miri, or a test fails.
pub fn miri() -> Outcome {
    let found = Command::new("rustup")
        .args(["run", "nightly", "cargo", "miri", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        let install = "rustup toolchain install nightly --component miri,rust-src";
        return Err(format!("please install a nightly compiler with Miri: {install}"));
    }
    let mut args = vec![
        "run",
        "nightly",
        "cargo",
        "miri",
        "test",
        "-p",
        "asyncir-runtime",
        "--lib",
    ];
    args.extend(TESTS.iter().flat_map(|test| ["--test", test]));
    args.extend(["--target-dir", FOLDER, "--"]);
    args.extend(SKIPPED.iter().flat_map(|test| ["--skip", test]));
    // The clock is the system's; the threads of the global runtime never end.
    let flags = "-Zmiri-disable-isolation -Zmiri-ignore-leaks";
    println!("$ MIRIFLAGS=\"{flags}\" rustup {}", args.join(" "));
    let mut command = Command::new("rustup");
    command
        .args(&args)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env("MIRIFLAGS", flags);
    run_command(&mut command, "rustup", &args)
}
