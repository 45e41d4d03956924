//! Measurements of generated code: coroutines that asyncir splits against those that LLVM splits, on the same runtime, and
//! against MLIR's tools with MLIR's runtime, in turns.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::bench::median;
use crate::bench_runtime::{self, LIBRARY};
use crate::process::{Outcome, cargo};

const ASYNCIR: &str = "target/release/asyncir";
const ROUNDS: usize = 5;

/// Runs the programs of the runtime's benchmarks in three ways and prints a table in Markdown.
///
/// # Errors
/// If a program cannot be lowered or fails.
pub fn bench() -> Outcome {
    crate::install::libllvm()?;
    crate::install::mlir_tools()?;
    cargo(&["build", "--release", "-p", "asyncir-cli"])?;
    println!("\nNanoseconds a unit of work at -O3, medians; ratios of rounds.\n");
    println!("| program | split | LLVM's | times faster | MLIR's tools and runtime | times faster |");
    println!("|---|---|---|---|---|---|");
    for program in bench_runtime::programs()? {
        compare(&program)?;
    }
    Ok(())
}

fn compare(program: &Path) -> Outcome {
    let lowered = bench_runtime::lower(program)?;
    let library = format!("{LIBRARY}/libmlir_async_runtime.so");
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        times[0].push(run(asyncir(program, "split"))?);
        times[1].push(run(asyncir(program, "llvm"))?);
        times[2].push(run(bench_runtime::runner(&lowered, &library))?);
    }
    let ratio = |other: &[f64]| {
        let ratio = median(
            other
                .iter()
                .zip(&times[0])
                .map(|(other, split)| other / split)
                .collect(),
        );
        // What needs no coroutine may be computed before the clock starts.
        if ratio < 1000.0 {
            format!("{ratio:.2}")
        } else {
            "–".to_owned()
        }
    };
    let (llvm, mlir) = (ratio(&times[1]), ratio(&times[2]));
    let [split, with_llvm, with_mlir] = times.map(median);
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    println!("| {name} | {split:.1} | {with_llvm:.1} | {llvm} | {with_mlir:.0} | {mlir} |");
    Ok(())
}

fn asyncir(program: &Path, coroutines: &str) -> Command {
    let mut command = Command::new(ASYNCIR);
    command.args([
        "run",
        "--no-cache",
        "-O3",
        "--keep-tasks",
        &format!("--coroutines={coroutines}"),
    ]);
    command.arg(program);
    command
}

/// The median of the times that a program prints, in nanoseconds, without the first, which warms up.
fn run(mut command: Command) -> Result<f64, String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", output.status));
    }
    let times = bench_runtime::times(&String::from_utf8_lossy(&output.stdout));
    if times.is_empty() {
        Err(format!("{command:?} printed no times"))
    } else {
        Ok(median(times))
    }
}
