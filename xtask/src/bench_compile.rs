//! From text to the first result: `asyncir run` against `mlir-opt | mlir-runner`, whole processes in turns.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::bench::{LOWERING, OURS, THEIRS, median};
use crate::generate;
use crate::process::{Outcome, cargo};

const RUNNER: &str = "/usr/lib/llvm-22/bin/mlir-runner";
const LIBRARIES: [&str; 2] = [
    "/usr/lib/llvm-22/lib/libmlir_async_runtime.so",
    "/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so",
];
const FOLDER: &str = "target/bench";

/// A program with the levels that it is compiled at and the number of rounds.
struct Case {
    what: &'static str,
    file: &'static str,
    text: String,
    /// Flags of asyncir, of which the first is one of MLIR's tools, too.
    levels: &'static [&'static str],
    rounds: usize,
}

/// Measures and prints a table in Markdown.
///
/// # Errors
/// If a program cannot be built or fails, or the two print something else.
pub fn bench() -> Outcome {
    crate::install::mlir_tools()?;
    cargo(&["build", "--release", "-p", "asyncir-cli"])?;
    let cases = [
        Case {
            what: "one task",
            file: "one_task.mlir",
            text: generate::task_program(1, 1),
            levels: &["-O0", "-O0 --backend=llvm", "-O2"],
            rounds: 15,
        },
        Case {
            what: "2,000 tasks in 200 functions",
            file: "task_program.mlir",
            text: generate::task_program(200, 10),
            levels: &["-O0", "-O0 --backend=llvm", "-O3"],
            rounds: 3,
        },
    ];
    fs::create_dir_all(FOLDER).map_err(|error| format!("cannot create {FOLDER}: {error}"))?;
    println!(
        "\n| program | level | asyncir | from the cache | mlir-opt and mlir-runner | of their time | from the cache |"
    );
    println!("|---|---|---|---|---|---|---|");
    for case in &cases {
        case.levels.iter().try_for_each(|level| compare(case, level))?;
    }
    Ok(())
}

fn compare(case: &Case, flags: &str) -> Outcome {
    let input = Path::new(FOLDER).join(case.file);
    fs::write(&input, &case.text).map_err(|error| format!("cannot write {}: {error}", input.display()))?;
    let input = input.to_string_lossy().into_owned();
    let cache = Path::new(FOLDER).join("cache");
    let mut cold_command = Command::new(OURS);
    cold_command
        .args(["run", "--no-cache", "--keep-tasks", &input])
        .args(flags.split(' '));
    let mut warm_command = Command::new(OURS);
    warm_command
        .args(["run", "--keep-tasks", &input])
        .args(flags.split(' '));
    warm_command
        .env("ASYNCIR_CACHE_DIR", &cache)
        .env("ASYNCIR_CACHE_SIZE", "1000");
    let mut their_command = Command::new("sh");
    let level = flags.split(' ').next().unwrap_or(flags);
    their_command.args(["-c", &their_line(level, &input)]);
    let wanted = time(&mut warm_command)?.1;
    let (mut cold, mut warm, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..case.rounds {
        for (command, times) in [
            (&mut cold_command, &mut cold),
            (&mut warm_command, &mut warm),
            (&mut their_command, &mut theirs),
        ] {
            let (seconds, printed) = time(command)?;
            if printed != wanted {
                return Err(format!("{command:?} prints {printed:?}, not {wanted:?}"));
            }
            times.push(seconds);
        }
    }
    let ratio = |ours: &[f64]| median(ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect());
    println!(
        "| {} | {flags} | {:.3} s | {:.3} s | {:.3} s | {:.2} | {:.3} |",
        case.what,
        median(cold.clone()),
        median(warm.clone()),
        median(theirs.clone()),
        ratio(&cold),
        ratio(&warm),
    );
    Ok(())
}

/// The two tools as they are used together.
fn their_line(level: &str, input: &str) -> String {
    format!(
        "{THEIRS} {} {input} | {RUNNER} {level} -e main -entry-point-result=void -shared-libs={}",
        LOWERING.join(" "),
        LIBRARIES.join(",")
    )
}

/// Runs a command; the seconds it took and what it printed.
fn time(command: &mut Command) -> Result<(f64, String), String> {
    let start = Instant::now();
    let output = command.stderr(Stdio::inherit()).output();
    let seconds = start.elapsed().as_secs_f64();
    let output = output.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        Ok((seconds, String::from_utf8_lossy(&output.stdout).trim().to_owned()))
    } else {
        Err(format!("{command:?} failed: {}", output.status))
    }
}
