//! Measurements of parallel loops: as asyncir runs them, in order, as OpenMP and as MLIR's async dialect do, and the same
//! arithmetic with rayon. All in turns, so that a noisy machine disturbs them alike.

mod kernels;
mod plot;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kernels::{KERNELS, Kernel, program};

use crate::process::{Outcome, cargo, run};

const TOOLS: &str = "/usr/lib/llvm-22";
const OURS: &str = "target/release/asyncir";
const FOLDER: &str = "target/bench/loops";
const SERIES: usize = 5;
/// Loops that take less time in order, in microseconds, are measured once more, so often.
const SHORT: f64 = 20.0;
const SHORT_SERIES: usize = 25;

/// What both of MLIR's ways end with.
const TO_LLVM: [&str; 8] = [
    "--convert-scf-to-cf",
    "--convert-math-to-libm",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

/// A way to run a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Sequential,
    Ours,
    OpenMp,
    MlirAsync,
    Rayon,
}

const WAYS: [Way; 5] = [Way::Sequential, Way::Ours, Way::OpenMp, Way::MlirAsync, Way::Rayon];

/// A loop of one size: microseconds in each of the [`WAYS`], run by run.
struct Row {
    kernel: &'static Kernel,
    size: u64,
    micros: [Vec<f64>; WAYS.len()],
}

impl Row {
    fn runs(&self, way: Way) -> &[f64] {
        let index = WAYS.iter().position(|&other| other == way);
        index.map_or(&[], |index| &self.micros[index])
    }

    fn time(&self, way: Way) -> Option<f64> {
        median(self.runs(way).to_vec())
    }

    /// How many times faster one way is than another: the median of the ratios of runs that followed each other, because the
    /// machine's speed changes in the course of a series.
    fn ratio(&self, way: Way, than: Way) -> Option<f64> {
        let pairs = self.runs(than).iter().zip(self.runs(way));
        median(pairs.map(|(than, way)| than / way).collect())
    }
}

/// Measures all loops, prints a table in Markdown, and draws the plot of `docs/benchmarks.md`; or measures the one that is
/// named.
///
/// # Errors
/// If something cannot be built or fails, or if there is no such loop.
pub fn bench(only: Option<&str>) -> Outcome {
    let is_wanted = |kernel: &&'static Kernel| only.is_none_or(|name| kernel.name == name);
    let kernels: Vec<&'static Kernel> = KERNELS.iter().filter(is_wanted).collect();
    if kernels.is_empty() {
        let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.name).collect();
        return Err(format!("expected one of {}", names.join(", ")));
    }
    crate::install::mlir_tools()?;
    crate::install::openmp()?;
    cargo(&["build", "--release", "-p", "asyncir-cli", "-p", "asyncir-runtime"])?;
    cargo(&[
        "build",
        "--release",
        "-p",
        "asyncir-runtime",
        "--example",
        "rayon_loops",
    ])?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    println!(
        "\nMicroseconds a loop, medians of {SERIES} runs in turns; behind them how many times faster asyncir is: medians of the \
         ratios of neighbouring runs.\n"
    );
    println!("| loop | size | in order | asyncir | speed-up | OpenMP | | MLIR async | | rayon | |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for kernel in kernels {
        let source = write(kernel, "mlir", &program(kernel, kernel.sizes))?;
        let openmp = lower(
            &source,
            "openmp",
            &[
                "--convert-linalg-to-parallel-loops",
                "--convert-scf-to-openmp",
                "--canonicalize",
            ],
            &["--convert-openmp-to-llvm"],
        )?;
        let tasks = lower(
            &source,
            "async",
            &[
                "--convert-linalg-to-parallel-loops",
                "--async-parallel-for=num-workers=-1",
                "--async-to-async-runtime",
                "--async-runtime-ref-counting",
                "--async-runtime-ref-counting-opt",
            ],
            &["--convert-async-to-llvm", "--arith-expand"],
        )?;
        let mut results = [const { Vec::new() }; WAYS.len()];
        for _ in 0..SERIES {
            for (way, results) in WAYS.iter().zip(&mut results) {
                results.push(measure(*way, kernel, [&source, &openmp, &tasks])?);
            }
        }
        for (index, &(size, _)) in kernel.sizes.iter().enumerate() {
            let micros = results
                .each_ref()
                .map(|series| series.iter().filter_map(|run| run.get(index).copied()).collect());
            let row = Row { kernel, size, micros };
            print_row(&row);
            rows.push(row);
        }
    }
    short_loops(&rows)?;
    if only.is_some() {
        return Ok(());
    }
    plot::draw(&rows)
}

/// Measures the loops that are over soon against the same in order alone: what surrounds them in memory matters as much as
/// their code, and differs from run to run.
fn short_loops(rows: &[Row]) -> Outcome {
    println!(
        "\nShort loops, {SHORT_SERIES} runs in turns: medians, and quartiles of the ratio of a run to the one before.\n"
    );
    println!("| loop | size | in order | asyncir | speed-up | lower quartile | upper quartile |");
    println!("|---|---|---|---|---|---|---|");
    for kernel in &KERNELS {
        let is_short =
            |row: &&Row| row.kernel.name == kernel.name && row.time(Way::Sequential).is_some_and(|time| time < SHORT);
        let short: Vec<u64> = rows.iter().filter(is_short).map(|row| row.size).collect();
        let sizes: Vec<(u64, u64)> = kernel
            .sizes
            .iter()
            .filter(|(size, _)| short.contains(size))
            .copied()
            .collect();
        if sizes.is_empty() {
            continue;
        }
        // With one size only, LLVM would make a loop for that size.
        let other = (sizes[0].0 + 1, 1);
        let source = write(kernel, "short.mlir", &program(kernel, &[&sizes[..], &[other]].concat()))?;
        let (mut in_order, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..SHORT_SERIES {
            in_order.push(measure(Way::Sequential, kernel, [&source; 3])?);
            ours.push(measure(Way::Ours, kernel, [&source; 3])?);
        }
        for (index, (size, _)) in sizes.iter().enumerate() {
            let at =
                |series: &[Vec<f64>]| -> Vec<f64> { series.iter().filter_map(|run| run.get(index).copied()).collect() };
            let (in_order, ours) = (at(&in_order), at(&ours));
            let ratios: Vec<f64> = in_order
                .iter()
                .zip(&ours)
                .map(|(in_order, ours)| in_order / ours)
                .collect();
            let [lower, middle, upper] = [1, 2, 3].map(|quarter| quantile(ratios.clone(), quarter).unwrap_or(f64::NAN));
            let time = |series: Vec<f64>| median(series).map_or("–".to_owned(), show);
            println!(
                "| {} | {size} | {} | {} | {middle:.2} | {lower:.2} | {upper:.2} |",
                kernel.name,
                time(in_order),
                time(ours)
            );
        }
    }
    Ok(())
}

fn print_row(row: &Row) {
    let time = |way| row.time(way).map_or("–".to_owned(), show);
    let against = |way| match row.ratio(Way::Ours, way) {
        Some(ratio) => format!("{ratio:.2}"),
        None => "–".to_owned(),
    };
    print!("| {} ({}) | {} |", row.kernel.name, row.kernel.about, row.size);
    print!(
        " {} | {} | {} |",
        time(Way::Sequential),
        time(Way::Ours),
        against(Way::Sequential)
    );
    for way in [Way::OpenMp, Way::MlirAsync, Way::Rayon] {
        print!(" {} | {} |", time(way), against(way));
    }
    println!();
}

fn show(micros: f64) -> String {
    match micros {
        0.0..1.0 => format!("{micros:.4}"),
        1.0..100.0 => format!("{micros:.2}"),
        _ => format!("{micros:.0}"),
    }
}

fn median(values: Vec<f64>) -> Option<f64> {
    quantile(values, 2)
}

/// The number that so many quarters of the values are below.
fn quantile(mut values: Vec<f64>, quarters: usize) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() * quarters / 4).copied()
}

fn write(kernel: &Kernel, ending: &str, text: &str) -> Result<PathBuf, String> {
    let path = Path::new(FOLDER).join(format!("{}.{ending}", kernel.name));
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

fn lower(source: &Path, way: &str, first: &[&str], last: &[&str]) -> Result<PathBuf, String> {
    let lowered = source.with_extension(format!("{way}.mlir"));
    let (input, output) = (source.to_string_lossy(), lowered.to_string_lossy());
    let files: &[&str] = &[&input, "-o", &output];
    let (end, middle) = TO_LLVM.split_last().ok_or("there are passes")?;
    run(
        &format!("{TOOLS}/bin/mlir-opt"),
        &[files, first, &middle[..1], last, &middle[1..], &[*end]].concat(),
    )?;
    Ok(lowered)
}

/// Microseconds for each size.
fn measure(way: Way, kernel: &Kernel, [source, openmp, tasks]: [&Path; 3]) -> Result<Vec<f64>, String> {
    let mut command = match way {
        Way::Sequential | Way::Ours => {
            let mut command = Command::new(OURS);
            let schedule = if way == Way::Ours { "lazy" } else { "sequential" };
            command
                .args(["run", "-O3"])
                .arg(format!("--parallel-loops={schedule}"))
                .arg(source);
            command
        }
        Way::OpenMp => runner(openmp, "libomp.so.5"),
        Way::MlirAsync => runner(tasks, "libmlir_async_runtime.so"),
        Way::Rayon => {
            let mut command = Command::new("target/release/examples/rayon_loops");
            command.arg(kernel.name);
            command.args(kernel.sizes.iter().map(|(size, rounds)| format!("{size}x{rounds}")));
            command
        }
    };
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{}: {error}", kernel.name))?;
    if !output.status.success() {
        return Err(format!("{}: {}", kernel.name, output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.trim().parse().ok()).collect())
}

fn runner(lowered: &Path, library: &str) -> Command {
    let mut command = Command::new(format!("{TOOLS}/bin/mlir-runner"));
    let libraries = ["libmlir_c_runner_utils.so", library].map(|name| format!("{TOOLS}/lib/{name}"));
    command
        .args(["-O3", "-e", "main", "--entry-point-result=void"])
        .arg(format!("--shared-libs={}", libraries.join(",")))
        .arg(lowered);
    command
}
