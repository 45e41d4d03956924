//! Measurements of the runtime against MLIR's: the same machine code with the one and the other library, in
//! turns, so that a noisy machine disturbs both alike.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wait4::Wait4;

use crate::bench::median;
use crate::process::{Outcome, cargo, run};

const TOOLS: &str = "/usr/lib/llvm-22/bin";
/// Where MLIR's libraries are.
pub const LIBRARY: &str = "/usr/lib/llvm-22/lib";
const OURS: &str = "target/release/libasyncir_runtime.so";
const PROGRAMS: &str = "crates/runtime/benches/programs";
const SERIES: usize = 3;

const LOWERING: [&str; 10] = [
    "--async-func-to-async-runtime",
    "--async-to-async-runtime",
    "--async-runtime-ref-counting",
    "--async-runtime-ref-counting-opt",
    "--convert-scf-to-cf",
    "--convert-async-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

/// Runs every program with both libraries and prints a table in Markdown.
///
/// # Errors
/// If a program cannot be lowered or fails.
pub fn bench() -> Outcome {
    crate::install::mlir_tools()?;
    cargo(&["build", "--release", "-p", "asyncir-runtime-shared"])?;
    let theirs = format!("{LIBRARY}/libmlir_async_runtime.so");
    let programs = programs()?;
    println!("\nNanoseconds a unit of work, medians; peak memory of the process.\n");
    println!("| program | libasyncir_runtime | libmlir_async_runtime | times faster | memory | of MLIR's |");
    println!("|---|---|---|---|---|---|");
    let mut product = 1.0;
    for program in &programs {
        let lowered = lower(program)?;
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        let (mut our_peak, mut their_peak) = (0.0, 0.0);
        for _ in 0..SERIES {
            our_peak = measure(&lowered, OURS, &mut ours)?.max(our_peak);
            their_peak = measure(&lowered, &theirs, &mut others)?.max(their_peak);
        }
        let (ours, others) = (median(ours), median(others));
        product *= others / ours;
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        println!(
            "| {name} | {ours:.0} | {others:.0} | {:.1} | {our_peak:.0} MB | {:.2} |",
            others / ours,
            our_peak / their_peak
        );
    }
    println!(
        "\nGeometric mean: {:.1} times faster.",
        product.powf(1.0 / programs.len() as f64)
    );
    Ok(())
}

/// The programs, in order.
///
/// # Errors
/// If their folder cannot be read.
pub fn programs() -> Result<Vec<PathBuf>, String> {
    let mut programs: Vec<PathBuf> = fs::read_dir(PROGRAMS)
        .map_err(|error| format!("{PROGRAMS}: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    programs.sort();
    Ok(programs)
}

/// Lowers a program with MLIR's tools; returns where the result is.
///
/// # Errors
/// If it cannot be lowered.
pub fn lower(program: &Path) -> Result<PathBuf, String> {
    let folder = Path::new("target/bench");
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let lowered = folder.join(program.file_name().ok_or("a file has a name")?);
    let (input, output) = (program.to_string_lossy(), lowered.to_string_lossy());
    let files: &[&str] = &[&input, "-o", &output];
    run(&format!("{TOOLS}/mlir-opt"), &[files, &LOWERING].concat())?;
    Ok(lowered)
}

/// Adds the times that a program prints, in nanoseconds, and returns its peak memory in megabytes.
fn measure(lowered: &Path, runtime: &str, times: &mut Vec<f64>) -> Result<f64, String> {
    let output = lowered.with_extension("txt");
    let file = fs::File::create(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let mut command = runner(lowered, runtime);
    let mut child = command
        .stdout(Stdio::from(file))
        .spawn()
        .map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let usage = child
        .wait4()
        .map_err(|error| format!("cannot wait for {command:?}: {error}"))?;
    if !usage.status.success() {
        return Err(format!("{} with {runtime} failed: {}", lowered.display(), usage.status));
    }
    let text = fs::read_to_string(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let printed = self::times(&text);
    if printed.is_empty() {
        return Err(format!("{} with {runtime} printed no times", lowered.display()));
    }
    times.extend(printed);
    Ok(usage.rusage.maxrss as f64 / 1e6)
}

/// MLIR's runner with a program and a runtime library.
pub fn runner(lowered: &Path, runtime: &str) -> Command {
    let mut command = Command::new(format!("{TOOLS}/mlir-runner"));
    command
        .arg(lowered)
        .args(["-O3", "-e", "main", "--entry-point-result=void"])
        .arg(format!("--shared-libs={runtime},{LIBRARY}/libmlir_c_runner_utils.so"));
    command
}

/// The times that a program printed, without the first, which warms up.
pub fn times(text: &str) -> Vec<f64> {
    let numbers = text.split_whitespace().skip(1);
    numbers.filter_map(|time| time.parse().ok()).collect()
}
