//! Measurements against MLIR's tools: both run the same input in turns, so that a noisy machine disturbs both alike.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

use crate::generate;
use crate::process::{Outcome, cargo};

/// Every pass from the async dialect to the llvm dialect.
pub const LOWERING: [&str; 12] = [
    "--async-func-to-async-runtime",
    "--async-to-async-runtime",
    "--async-runtime-ref-counting",
    "--async-runtime-ref-counting-opt",
    "--convert-scf-to-cf",
    "--convert-async-to-llvm",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];
const RUNS: usize = 7;
/// This repository's tool.
pub const OURS: &str = "target/release/asyncir";
/// MLIR's.
pub const THEIRS: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// What one run of a program took.
#[derive(Clone, Copy)]
struct Sample {
    seconds: f64,
    peak_mb: f64,
}

/// Measures and prints a table in Markdown.
///
/// # Errors
/// If a program cannot be built or fails.
pub fn bench() -> Outcome {
    crate::install::mlir_tools()?;
    cargo(&["build", "--release"])?;
    let folder = Path::new("target/bench");
    fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    println!("\n| what | asyncir | mlir-opt | times faster | peak memory | of mlir-opt's |");
    println!("|---|---|---|---|---|---|");
    let plain = |thousands: usize| {
        let text = generate::plain_module(thousands * 1000);
        let what = format!("parse, verify, print: {thousands},000 ops");
        compare(folder, &what, "plain.mlir", &text, &[])
    };
    [1, 10, 100].into_iter().try_for_each(plain)?;
    let tasks = generate::task_module(200, 10);
    compare(folder, "parse, verify, print: 2,000 tasks", "tasks.mlir", &tasks, &[])?;
    let what = "lower 2,000 tasks in 200 functions to the llvm dialect";
    compare(folder, what, "tasks.mlir", &tasks, &LOWERING)?;
    // Last, for the peak memory of a process counts that of the one that started it.
    plain(1000)
}

fn compare(folder: &Path, what: &str, file: &str, text: &str, flags: &[&str]) -> Outcome {
    let input = folder.join(file);
    fs::write(&input, text).map_err(|error| format!("cannot write {}: {error}", input.display()))?;
    let input = input.to_string_lossy().into_owned();
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..RUNS {
        ours.push(run(OURS, &[&["opt", &input, "-o", "/dev/null"], flags].concat())?);
        theirs.push(run(THEIRS, &[&[&*input, "-o", "/dev/null"], flags].concat())?);
    }
    let ratios = median(ours.iter().zip(&theirs).map(|(o, t)| t.seconds / o.seconds).collect());
    let seconds = |samples: &[Sample]| median(samples.iter().map(|s| s.seconds).collect());
    let peak = |samples: &[Sample]| median(samples.iter().map(|s| s.peak_mb).collect());
    println!(
        "| {what} | {:.3} s | {:.3} s | {ratios:.1} | {:.0} MB | {:.2} |",
        seconds(&ours),
        seconds(&theirs),
        peak(&ours),
        peak(&ours) / peak(&theirs)
    );
    Ok(())
}

fn run(program: &str, args: &[&str]) -> Result<Sample, String> {
    let start = Instant::now();
    let child = Command::new(program).args(args).stdout(Stdio::null()).spawn();
    let mut child = child.map_err(|error| format!("cannot start {program}: {error}"))?;
    let usage = child
        .wait4()
        .map_err(|error| format!("cannot wait for {program}: {error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    if !usage.status.success() {
        return Err(format!("{program} {} failed: {}", args.join(" "), usage.status));
    }
    Ok(Sample {
        seconds,
        peak_mb: usage.rusage.maxrss as f64 / 1e6,
    })
}

/// The one in the middle.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
