//! The runtime's tests while something watches them: loom, and, with a nightly compiler, Miri, AddressSanitizer and
//! ThreadSanitizer.

use std::process::{Command, Stdio};

use crate::process::{Outcome, cargo_with, run_command};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What is tested. The rest of a build does not see the folders.
const LOOM: [&str; 8] = [
    "test",
    "-p",
    "asyncir-runtime",
    "--release",
    "--target-dir",
    "target/loom",
    "--lib",
    "loom_",
];
const MIRI: [&str; 7] = [
    "miri",
    "test",
    "-p",
    "asyncir-runtime",
    "--no-fail-fast",
    "--target-dir",
    "target/miri",
];
const ADDRESSES: [&str; 5] = ["test", "-p", "asyncir-runtime", "--target-dir", "target/sanitize"];
const THREADS: [&str; 6] = [
    "test",
    "-p",
    "asyncir-runtime",
    "-Zbuild-std",
    "--target-dir",
    "target/sanitize-threads",
];

/// Tests that Miri can run: those that neither map memory nor look at processors, and do not take an hour.
const INTERPRETED: [&str; 9] = [
    "blocking",
    "c_abi",
    "c_blocking",
    "c_drops",
    "executors",
    "join",
    "rust_interface",
    "scope",
    "stacked",
];

/// Tests of the library that Miri does not run: those that call C's `printf`, and simulations, which are about numbers
/// only.
const NOT_INTERPRETED: [&str; 3] = ["runner_utils::", "parallel_for::experience::", "parallel_for::pace::"];

/// All tests but `flat`, which is about time and memory, and `c_header`, whose C program would have to be built for it.
const SANITIZED: [&str; 14] = [
    "blocking",
    "c_abi",
    "c_blocking",
    "c_drops",
    "executors",
    "fairness",
    "join",
    "misuse",
    "observation",
    "parallel_for",
    "rust_interface",
    "scope",
    "stacked",
    "stress",
];

/// Lets loom try every order of the steps of the lock-free protocols, as far as they are modelled.
///
/// # Errors
/// If a model fails.
pub fn loom() -> Outcome {
    cargo_with(&LOOM, &[("RUSTFLAGS", "--cfg loom")])
}

/// Runs the tests under Miri, which interprets them and looks for undefined behaviour.
///
/// # Errors
/// If there is no nightly compiler with Miri, or a test fails.
pub fn miri() -> Outcome {
    let skipped = NOT_INTERPRETED.iter().flat_map(|test| ["--skip", test]);
    let args = [&MIRI[..], &named(&INTERPRETED), &["--"]].concat();
    let args: Vec<&str> = args.into_iter().chain(skipped).collect();
    // The clock is the system's; the threads of the global runtime never end.
    nightly(&args, &[("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-ignore-leaks")])
}

/// Runs the tests under AddressSanitizer, which looks for leaks, too, and then under ThreadSanitizer, with a standard library
/// that is compiled for it.
///
/// # Errors
/// If there is no nightly compiler with the library's source, or a test fails.
pub fn sanitize() -> Outcome {
    let tests = [&named(&SANITIZED)[..], &["--target", TARGET]].concat();
    let seconds = ("ASYNCIR_STRESS_SECONDS", "20");
    let addresses = [
        ("RUSTFLAGS", "-Zsanitizer=address"),
        // Locals on the heap would hide how deep the stack is, by which waits in a host's pool go.
        ("ASAN_OPTIONS", "detect_stack_use_after_return=0"),
        seconds,
    ];
    nightly(&[&ADDRESSES[..], &tests].concat(), &addresses)?;
    let threads = [("RUSTFLAGS", "-Zsanitizer=thread"), seconds];
    nightly(&[&THREADS[..], &tests].concat(), &threads)
}

/// Arguments of cargo for the tests of the library and those with names.
fn named<'a>(tests: &[&'a str]) -> Vec<&'a str> {
    let named = tests.iter().flat_map(|test| ["--test", test]);
    std::iter::once("--lib").chain(named).collect()
}

/// Runs a nightly cargo.
fn nightly(args: &[&str], variables: &[(&str, &str)]) -> Outcome {
    let components = Command::new("rustup")
        .args(["run", "nightly", "cargo", "miri", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !components.is_ok_and(|status| status.success()) {
        let install = "rustup toolchain install nightly --component miri,rust-src";
        return Err(format!("please install a nightly compiler: {install}"));
    }
    let args = [&["run", "nightly", "cargo"], args].concat();
    let settings: String = variables
        .iter()
        .map(|(name, value)| format!("{name}=\"{value}\" "))
        .collect();
    println!("$ {settings}rustup {}", args.join(" "));
    let mut command = Command::new("rustup");
    command
        .args(&args)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .envs(variables.iter().copied());
    run_command(&mut command, "rustup", &args)
}
