//! Measurements against MLIR's tools: both run the same input in turns, so that a noisy machine disturbs both alike.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

use crate::generate;
use crate::process::{Outcome, cargo, run};

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
/// Runs of inputs that take seconds.
const LONG_RUNS: usize = 3;
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

/// What both tools took for one input: medians, and the median of the ratios of runs next to each other.
struct Comparison {
    ours: Sample,
    theirs: Sample,
    times_faster: f64,
}

impl Comparison {
    fn print_row(&self, what: &str) {
        println!(
            "| {what} | {:.3} s | {:.3} s | {:.1} | {:.0} MB | {:.2} |",
            self.ours.seconds,
            self.theirs.seconds,
            self.times_faster,
            self.ours.peak_mb,
            self.ours.peak_mb / self.theirs.peak_mb
        );
    }
}

/// Measures and prints tables in Markdown.
///
/// # Errors
/// If a program cannot be built or fails.
pub fn bench() -> Outcome {
    crate::install::mlir_tools()?;
    cargo(&["build", "--release"])?;
    print_head("what");
    let mut text = Vec::new();
    for ops in [1000, 10_000, 100_000] {
        text.push((ops, plain(ops, RUNS)?));
    }
    let tasks = write_input("tasks.mlir", &generate::task_module(200, 10))?;
    compare(&tasks, &[], RUNS)?.print_row("parse, verify, print: 2,000 tasks");
    compare(&tasks, &LOWERING, RUNS)?.print_row("lower 2,000 tasks in 200 functions to the llvm dialect");
    passes(&tasks)?;
    bytecode()?;
    // Last, for the peak memory of a process counts that of the one that started it, which makes the input.
    print_head("what");
    text.push((1_000_000, plain(1_000_000, LONG_RUNS)?));
    linearity(&text)
}

/// Text in and out again.
fn plain(ops: usize, runs: usize) -> Result<Comparison, String> {
    let input = write_input("plain.mlir", &generate::plain_module(ops))?;
    let compared = compare(&input, &[], runs)?;
    compared.print_row(&format!("parse, verify, print: {ops} ops"));
    Ok(compared)
}

/// A program as bytecode, out and in again.
fn bytecode() -> Outcome {
    print_head("what");
    let ops = 100_000;
    let text = write_input("plain.mlir", &generate::plain_module(ops))?;
    compare(&text, &["--emit-bytecode"], RUNS)?.print_row(&format!("text to bytecode: {ops} ops"));
    let file = prepare(&text, "plain.mlirbc", &["--emit-bytecode"])?;
    compare(&file, &["--emit-bytecode"], RUNS)?.print_row(&format!("bytecode to bytecode: {ops} ops"));
    compare(&file, &[], RUNS)?.print_row(&format!("bytecode to text: {ops} ops"));
    Ok(())
}

fn print_head(what: &str) {
    println!("\n| {what} | asyncir | mlir-opt | times faster | peak memory | of mlir-opt's |");
    println!("|---|---|---|---|---|---|");
}

/// Each pass alone, on what MLIR's passes before it leave of a program.
fn passes(tasks: &Path) -> Outcome {
    let functions = write_input("async-func.mlir", &generate::async_func_module(2000))?;
    let loops = write_input("parallel.mlir", &generate::parallel_module(100, 10))?;
    let runtime = prepare(tasks, "runtime.mlir", &LOWERING[..2])?;
    let counted = prepare(tasks, "counted.mlir", &LOWERING[..3])?;
    let branches = prepare(tasks, "branches.mlir", &LOWERING[..5])?;
    print_head("pass");
    let passes = [
        ("async-func-to-async-runtime", "2,000 `async.func`", functions.as_path()),
        ("async-parallel-for", "1,000 `scf.parallel`", &loops),
        ("async-to-async-runtime", "2,000 tasks", tasks),
        ("async-runtime-ref-counting", "2,000 tasks", &runtime),
        ("async-runtime-policy-based-ref-counting", "2,000 tasks", &runtime),
        ("async-runtime-ref-counting-opt", "2,000 tasks", &counted),
        ("convert-async-to-llvm", "2,000 tasks", &branches),
    ];
    for (pass, what, input) in passes {
        let compared = compare(input, &[&format!("--{pass}")], RUNS)?;
        compared.print_row(&format!("`{pass}`, {what}"));
    }
    Ok(())
}

/// Time for an op, over programs of growing size. For the lowering, the ops are those that it makes.
fn linearity(text: &[(usize, Comparison)]) -> Outcome {
    println!("\n| ops | parse, verify, print: ns an op | mlir-opt | ops lowered to | lower: ns an op | mlir-opt |");
    println!("|---|---|---|---|---|---|");
    for ((ops, text), functions) in text.iter().zip([1, 9, 88, 885]) {
        let input = write_input("growing.mlir", &generate::task_module(functions, 10))?;
        let lowered = prepare(&input, "lowered.mlir", &LOWERING)?;
        let made = count_ops(&lowered)?;
        // `mlir-opt` takes a minute for the largest.
        let runs = if functions > 100 { 1 } else { RUNS };
        let lowering = compare(&input, &LOWERING, runs)?;
        let each = |sample: Sample, ops: usize| sample.seconds * 1e9 / ops as f64;
        println!(
            "| {ops} | {:.0} | {:.0} | {made} | {:.0} | {:.0} |",
            each(text.ours, *ops),
            each(text.theirs, *ops),
            each(lowering.ours, made),
            each(lowering.theirs, made)
        );
    }
    Ok(())
}

/// Writes a program to a file.
fn write_input(file: &str, text: &str) -> Result<PathBuf, String> {
    let folder = Path::new("target/bench");
    fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let input = folder.join(file);
    fs::write(&input, text).map_err(|error| format!("cannot write {}: {error}", input.display()))?;
    Ok(input)
}

/// What some of MLIR's passes make of a program.
fn prepare(input: &Path, file: &str, passes: &[&str]) -> Result<PathBuf, String> {
    let output = input.with_file_name(file);
    let (from, to) = (input.to_string_lossy(), output.to_string_lossy());
    run(THEIRS, &[&[&*from, "-o", &*to], passes].concat())?;
    Ok(output)
}

/// About how many ops a program has: its lines, but for labels and braces.
fn count_ops(file: &Path) -> Result<usize, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let is_op = |line: &&str| !line.trim_start().starts_with(['^', '}']) && !line.trim().is_empty();
    Ok(text.lines().filter(is_op).count())
}

fn compare(input: &Path, flags: &[&str], runs: usize) -> Result<Comparison, String> {
    let input = input.to_string_lossy().into_owned();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        ours.push(sample(OURS, &[&["opt", &input, "-o", "/dev/null"], flags].concat())?);
        theirs.push(sample(THEIRS, &[&[&*input, "-o", "/dev/null"], flags].concat())?);
    }
    let ratios = ours.iter().zip(&theirs).map(|(o, t)| t.seconds / o.seconds);
    Ok(Comparison {
        times_faster: median(ratios.collect()),
        ours: middle(&ours),
        theirs: middle(&theirs),
    })
}

/// The medians of time and of memory.
fn middle(samples: &[Sample]) -> Sample {
    Sample {
        seconds: median(samples.iter().map(|s| s.seconds).collect()),
        peak_mb: median(samples.iter().map(|s| s.peak_mb).collect()),
    }
}

fn sample(program: &str, args: &[&str]) -> Result<Sample, String> {
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
