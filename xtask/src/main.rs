//! Automation of the repository: `cargo xtask TASK`.

mod bench;
mod bench_compile;
mod bench_coroutines;
mod bench_graphs;
mod bench_loops;
mod bench_math;
mod bench_runtime;
mod c_library;
mod fuzz;
mod generate;
mod install;
mod lit;
mod plot;
mod process;
mod simulate_loops;
mod watched;

use std::process::ExitCode;

use process::{Outcome, cargo, run};

const USAGE: &str = "\
Usage: cargo xtask TASK

Tasks:
  demo    build asyncir, install libLLVM 22 if it is missing, run an example
  test    everything that must pass: format, lints, documentation, tests (installs MLIR's tools to compare with)
  bench   measure against MLIR's tools and print the tables of docs/benchmarks.md
  bench-compile
          measure from text to the first result against mlir-opt and mlir-runner
  bench-coroutines
          measure coroutines that asyncir splits against those that LLVM splits, and against MLIR's tools
  bench-graphs
          measure task graphs through the runtime's Rust interface against oneTBB, Tokio and rayon
  bench-loops
          measure parallel loops against sequential ones, OpenMP, MLIR's async lowering and rayon; a single one of them if it is
          named: `cargo xtask bench-loops linalg_matmul`
  bench-math
          measure functions of f64 against those of the C library
  bench-runtime
          measure the runtime against MLIR's on the same machine code
  oracle  compare random programs of other seeds with MLIR's tools: `cargo xtask oracle 300..400`
  install-capi PREFIX
          put the C interface of asyncir, with its headers, a pkg-config file and the wrapper for Python, below a folder
  install-runtime PREFIX
          put the runtime as a C library, with its header and a pkg-config file, below a folder
  bless   write the expected outputs of golden tests anew
  loom    model-check the lock-free protocols of the runtime; part of `test`
  lit     run MLIR's own tests of the async dialect with asyncir: `cargo xtask lit llvm-project/mlir/test`
  miri    run the runtime's tests under Miri, which looks for undefined behaviour (needs a nightly compiler)
  sanitize
          run the runtime's tests under AddressSanitizer, LeakSanitizer and ThreadSanitizer (needs a nightly compiler)
  simulate-loops
          how parallel loops would be split on up to 128 workers; draws docs/parallel-loops.svg
  seeds   write programs to start fuzzing from: fuzz/corpus and fuzz/mlir.dict
";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let outcome = match task.as_str() {
        "demo" => demo(),
        "test" => test(),
        "bench" => bench::bench(),
        "bench-compile" => bench_compile::bench(),
        "bench-coroutines" => bench_coroutines::bench(),
        "bench-graphs" => bench_graphs::bench(),
        "bench-loops" => bench_loops::bench(std::env::args().nth(2).as_deref()),
        "bench-math" => bench_math::bench(),
        "bench-runtime" => bench_runtime::bench(),
        "oracle" => oracle(std::env::args().nth(2)),
        "install-capi" => c_library::install(&c_library::CAPI, std::env::args().nth(2)),
        "install-runtime" => c_library::install(&c_library::RUNTIME, std::env::args().nth(2)),
        "bless" => bless(),
        "lit" => lit(std::env::args().nth(2)),
        "loom" => watched::loom(),
        "miri" => watched::miri(),
        "sanitize" => watched::sanitize(),
        "simulate-loops" => simulate_loops::simulate_loops(),
        "seeds" => fuzz::seeds(),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the tool and runs the first example of the README.
fn demo() -> Outcome {
    if let Err(reason) = install::libllvm() {
        println!("{reason}\nGoing on without libLLVM: Cranelift makes the code.");
    }
    cargo(&[
        "build",
        "--profile",
        "demo",
        "-p",
        "asyncir-cli",
        "-p",
        "asyncir-runtime",
        "-p",
        "asyncir-runtime-shared",
    ])?;
    let program = "examples/fib.mlir";
    println!("\n$ asyncir run {program}");
    run("target/demo/asyncir", &["run", program])
}

/// Everything that must pass before a change lands.
fn test() -> Outcome {
    install::libllvm()?;
    install::oldest_libllvm()?;
    install::mlir_tools()?;
    install::python()?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    process::cargo_with(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    demo()?;
    // Tests of `asyncir build` link with the runtime's static library.
    cargo(&["build", "--workspace"])?;
    cargo(&["test", "--workspace"])?;
    numpy()?;
    watched::loom()?;
    fuzz_targets_compile()?;
    // Each crate can be published: its package holds what it includes.
    let others = ["--exclude", "xtask", "--exclude", "asyncir-runtime-shared"];
    cargo(&[&["package", "--workspace", "--no-verify", "--allow-dirty"], &others[..]].concat())
}

/// Arrays of NumPy are passed to compiled functions, where it is installed.
fn numpy() -> Outcome {
    if process::run("python3", &["-c", "import numpy"]).is_err() {
        println!("NumPy is not installed: that its arrays are passed is not tested");
        return Ok(());
    }
    cargo(&["test", "-p", "asyncir-capi", "--test", "python", "--", "--ignored"])
}

/// Fuzz targets are no part of the workspace. They are checked without libFuzzer, which would take a compiler of C++.
fn fuzz_targets_compile() -> Outcome {
    let arguments = ["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target"];
    process::cargo_with(&arguments, &[("CUSTOM_LIBFUZZER_PATH", "none/libfuzzer.a")])
}

/// Random programs of the given seeds; a test run takes some hundred.
fn oracle(seeds: Option<String>) -> Outcome {
    install::libllvm()?;
    install::mlir_tools()?;
    let seeds = seeds.ok_or("say which seeds: `cargo xtask oracle 300..400`")?;
    process::cargo_with(
        &["test", "-p", "asyncir-cli", "--test", "oracle"],
        &[("ASYNCIR_ORACLE_SEEDS", seeds.as_str())],
    )
}

/// MLIR's own tests, in the folder that is named.
fn lit(folder: Option<String>) -> Outcome {
    let folder = folder.ok_or("say where MLIR's tests are: `cargo xtask lit llvm-project/mlir/test`")?;
    lit::run(&folder)
}

/// Golden tests write what they expect from what they see. Those that compare with MLIR's tools are not among them.
fn bless() -> Outcome {
    let tests: [&[&str]; 3] = [
        &["-p", "asyncir-dialects", "--test", "golden"],
        &["-p", "asyncir-passes", "--test", "golden"],
        &["-p", "asyncir", "--test", "reference", "--test", "frames"],
    ];
    let bless = |test: &&[&str]| process::cargo_with(&[&["test"], *test].concat(), &[("ASYNCIR_BLESS", "1")]);
    // Each of them writes its outputs, even if another one fails.
    let outcomes: Vec<Outcome> = tests.iter().map(bless).collect();
    outcomes.into_iter().collect()
}
