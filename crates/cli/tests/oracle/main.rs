//! Random programs: after each pass the same text as MLIR 22's `mlir-opt`, and run, the same output as with its
//! `mlir-runner`. Programs that MLIR cannot lower, and those that keep values of all kinds in the frames of coroutines,
//! print what they print when their tasks run in order. Random wrong ops are refused where `mlir-opt` refuses them.
//!
//! `cargo xtask oracle 300..400` takes other seeds than those of each test run. What is found is fixed with a small
//! golden case; the seeds stay as they are.

mod carried;
mod frames;
#[path = "../../../asyncir/tests/mlir/mod.rs"]
mod mlir;
mod program;
mod random;
mod statements;
mod tasks;
mod wrong_ops;

use std::ops::Range;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mlir::tools::{finish, theirs};
use mlir::{COUNTING, LOWERING, difference_after};
use program::{Program, program};

/// Programs that share a module; each tool starts once for all of them.
const BATCH: u64 = 10;
/// Seeds of each test run.
const SEEDS: Range<u64> = 0..200;
/// The same, of the programs whose frames hold much: they are large, and run in many ways.
const FRAME_SEEDS: Range<u64> = 0..20;
/// The same, of single ops that may be wrong.
const WRONG_OP_SEEDS: Range<u64> = 0..500;
const MLIR_RUNNER: &str = "/usr/lib/llvm-22/bin/mlir-runner";
const MLIR_LIBRARIES: &str = "--shared-libs=/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so,\
                              /usr/lib/llvm-22/lib/libmlir_runner_utils.so,\
                              /usr/lib/llvm-22/lib/libmlir_async_runtime.so";
const POLICY_BASED: &str = "async-runtime-policy-based-ref-counting";

/// `ASYNCIR_ORACLE_SEEDS=300..400`, or those of each test run.
fn seeds_or(usual: Range<u64>) -> Range<u64> {
    let Ok(text) = std::env::var("ASYNCIR_ORACLE_SEEDS") else {
        return usual;
    };
    let bounds = text
        .split_once("..")
        .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let (from, to) = bounds.unwrap_or_else(|| panic!("'{text}' is not a range of seeds, such as 0..100"));
    assert!(from < to, "'{text}' holds no seed");
    from..to
}

fn seeds() -> Range<u64> {
    seeds_or(SEEDS)
}

/// Calls `check` with programs that stand in a module together, and with those one by one where it finds something.
/// Gives what it found, in order of the seeds.
fn over_batches(
    wanted: impl Fn(&Program) -> bool + Sync,
    check: impl Fn(&[Program]) -> Vec<String> + Sync,
) -> Vec<String> {
    let seeds = seeds();
    let starts: Vec<u64> = seeds.clone().step_by(BATCH as usize).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(&start) = starts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let batch: Vec<u64> = (start..(start + BATCH).min(seeds.end))
                .filter(|&seed| wanted(&program(seed)))
                .collect();
            let programs = |seeds: &[u64]| seeds.iter().map(|&seed| program(seed)).collect::<Vec<_>>();
            if batch.is_empty() || check(&programs(&batch)).is_empty() {
                continue;
            }
            let alone: Vec<(u64, String)> = batch
                .iter()
                .flat_map(|&seed| {
                    check(&programs(&[seed]))
                        .into_iter()
                        .map(move |failure| (seed, failure))
                })
                .collect();
            let mut found = found.lock().expect("no panic");
            if alone.is_empty() {
                // It takes several of them, such as for a counter that runs on.
                found.push((batch[0], format!("with the next {}", batch.len() - 1)));
            }
            found.extend(alone);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort();
    found
        .into_iter()
        .map(|(seed, failure)| format!("== seed {seed}: {failure}"))
        .collect()
}

#[track_caller]
fn nothing(found: &[String]) {
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
}

/// The programs, and a function that calls each in turn.
fn module(programs: &[Program]) -> String {
    let texts: String = programs.iter().map(|program| program.text.as_str()).collect();
    let calls: String = programs
        .iter()
        .map(|program| format!("  func.call {}() : () -> ()\n", program.entry))
        .collect();
    format!("{texts}func.func @main() {{\n{calls}  func.return\n}}\n")
}

/// The same program with an attribute of its own for each group. MLIR's `cse` makes one group of two with the same size.
fn with_distinct_groups(text: &str) -> String {
    let lines = text.lines().enumerate().map(|(number, line)| {
        let is_group = line.contains("async.create_group");
        let mark = if is_group {
            format!(" {{number = {number}}}")
        } else {
            String::new()
        };
        format!("{line}{mark}\n")
    });
    lines.collect()
}

/// Compares one pass; gives what the next pass starts with.
fn lowered(text: &str, pass: &str, failures: &mut Vec<String>) -> Option<String> {
    let wanted = theirs(text, &[&format!("--{pass}")])?;
    failures.extend(difference_after(text, pass, &wanted));
    Some(wanted)
}

fn compare_texts(programs: &[Program]) -> Vec<String> {
    let mut failures = Vec::new();
    let Some(mut current) = theirs(&module(programs), &[]) else {
        return vec!["mlir-opt refuses it".to_owned()];
    };
    lowered(&current, "canonicalize", &mut failures);
    lowered(&with_distinct_groups(&current), "cse", &mut failures);
    for pass in LOWERING {
        if pass == COUNTING {
            lowered(&current, POLICY_BASED, &mut failures);
        }
        // What `mlir-opt` prints of a switch with results of ops that have several is not always what it can read.
        if let Some(next) = lowered(&current, pass, &mut failures) {
            current = next;
        }
    }
    failures
}

/// How a program ended: what it printed, or that it failed.
#[derive(PartialEq, Debug)]
enum End {
    Printed(String),
    Failed,
    Hung,
}

fn end(command: &mut Command, input: &str) -> End {
    match finish(command, input) {
        None => End::Hung,
        Some(output) if output.status.success() => End::Printed(String::from_utf8_lossy(&output.stdout).into_owned()),
        Some(_) => End::Failed,
    }
}

fn ours_runs(text: &str, workers: usize) -> End {
    ours_runs_with(text, workers, &["-O0"])
}

fn ours_runs_with(text: &str, workers: usize, flags: &[&str]) -> End {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command
        .arg("run")
        .args(flags)
        .env("ASYNCIR_NUM_WORKERS", workers.to_string());
    end(command, text)
}

/// `mlir-opt | mlir-runner`
fn theirs_runs(text: &str) -> Option<End> {
    let pipeline = format!("--pass-pipeline=builtin.module({})", LOWERING.join(","));
    let lowered = theirs(text, &[&pipeline])?;
    let mut command = Command::new(MLIR_RUNNER);
    let command = command.args(["-e", "main", "-entry-point-result=void", "-O0", MLIR_LIBRARIES]);
    Some(end(command, &lowered))
}

fn compare_runs(programs: &[Program]) -> Vec<String> {
    let text = module(programs);
    let Some(wanted) = theirs_runs(&text) else {
        return vec!["mlir-opt cannot lower it".to_owned()];
    };
    let expected_failure = programs.iter().any(|program| program.aborts);
    let mut failures = Vec::new();
    if (wanted == End::Failed) != expected_failure || wanted == End::Hung {
        failures.push(format!("mlir-runner: {wanted:?}"));
    }
    let found = ours_runs(&text, 2);
    if found != wanted {
        failures.push(format!("asyncir run: {found:?}, where mlir-runner: {wanted:?}"));
    }
    failures
}

#[test]
fn same_text_as_mlir_opt_after_each_pass() {
    nothing(&over_batches(|_| true, compare_texts));
}

#[test]
fn same_output_as_mlir_runner() {
    nothing(&over_batches(|program| program.linear && !program.aborts, compare_runs));
}

/// The same, of programs that end with an error, which must not share a process.
#[test]
fn fails_where_mlir_runner_fails() {
    let each = |programs: &[Program]| programs.chunks(1).flat_map(compare_runs).collect();
    nothing(&over_batches(|program| program.linear && program.aborts, each));
}

/// Programs print the same whoever splits their coroutines, at all optimisation levels.
#[test]
fn same_output_whoever_splits_coroutines() {
    let compare = |programs: &[Program]| {
        let text = module(programs);
        let wanted = ours_runs_with(&text, 2, &["-O0", "--coroutines=llvm"]);
        let mut failures = Vec::new();
        if !matches!(wanted, End::Printed(_)) {
            failures.push(format!("split by LLVM: {wanted:?}"));
        }
        let ways: [&[&str]; 8] = [
            &["-O0"],
            &["-O0", "--keep-tasks"],
            &["-O0", "--keep-tasks", "--backend=llvm"],
            &["-O1", "--keep-tasks"],
            &["-O2"],
            &["-O2", "--keep-tasks", "--backend=cranelift"],
            &["-O3", "--keep-tasks"],
            &["-O1", "--check-frames"],
        ];
        for flags in ways {
            let found = ours_runs_with(&text, 2, flags);
            if found != wanted {
                failures.push(format!("split, {flags:?}: {found:?}, split by LLVM: {wanted:?}"));
            }
        }
        failures
    };
    nothing(&over_batches(|program| !program.aborts, compare));
}

/// Programs that MLIR's runtime cannot run print the same with one worker and with several.
#[test]
fn same_output_for_any_number_of_workers() {
    let compare = |programs: &[Program]| {
        let text = module(programs);
        let (one, four) = (ours_runs(&text, 1), ours_runs(&text, 4));
        let differs = one != four || !matches!(one, End::Printed(_));
        let failure = format!("with one worker: {one:?}, with four: {four:?}");
        differs.then_some(failure).into_iter().collect()
    };
    nothing(&over_batches(|program| !program.linear && !program.aborts, compare));
}

/// Calls `check` with numbers, on several threads; gives what it found, in order of the numbers.
fn over(numbers: impl Iterator<Item = u64>, check: impl Fn(u64) -> Vec<String> + Sync) -> Vec<String> {
    let numbers: Vec<u64> = numbers.collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            let failures = check(number).into_iter().map(|failure| (number, failure));
            found.lock().expect("no panic").extend(failures);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort();
    found.into_iter().map(|(_, failure)| failure).collect()
}

/// Programs that MLIR cannot lower print what they print when they are written without tasks.
#[test]
fn same_output_as_when_run_in_order() {
    let check = |seed: u64| {
        let program = carried::program(seed);
        let wanted = ours_runs(&program.in_order, 1);
        let is_right = |&workers: &usize| wanted == ours_runs(&program.tasks, workers);
        if matches!(wanted, End::Printed(_)) && [1, 4].iter().all(is_right) {
            return Vec::new();
        }
        let got = ours_runs(&program.tasks, 4);
        let tasks = program.tasks;
        vec![format!("== seed {seed}: {got:?}, in order {wanted:?}\n{tasks}")]
    };
    nothing(&over(seeds(), check));
}

/// The ways to split coroutines and optimise, each with a number of workers. With one, nothing that a coroutine awaits is
/// ready before it is suspended but what was awaited before.
const WAYS: [(&[&str], usize); 11] = [
    (&["--keep-tasks", "-O0"], 2),
    (&["--keep-tasks", "-O3"], 1),
    (&["-O0"], 1),
    (&["--check-frames", "-O0"], 1),
    (&["--check-frames", "-O1"], 2),
    (&["--check-frames", "-O2"], 1),
    (&["--check-frames", "-O3"], 4),
    (&["--coroutines=llvm", "-O0"], 2),
    (&["--coroutines=llvm", "-O1"], 1),
    (&["--coroutines=llvm", "-O2"], 2),
    (&["--coroutines=llvm", "-O3"], 1),
];

/// Programs that keep values of all kinds in frames print what they print when they are written without tasks, whoever
/// splits their coroutines, at all optimisation levels, and break no rule of frames.
#[test]
fn same_output_for_all_that_frames_hold() {
    // Modules hold several programs, so that fewer are compiled.
    let check = |programs: &[frames::Twice]| {
        let calls: String = programs
            .iter()
            .map(|program| format!("  func.call {}() : () -> ()\n", program.entry))
            .collect();
        let main = format!("func.func @main() {{\n{calls}  func.return\n}}\n");
        let in_order: String = programs.iter().map(|program| program.in_order.as_str()).collect();
        let tasks: String = programs.iter().map(|program| program.tasks.as_str()).collect();
        let wanted = ours_runs(&(in_order + &main), 1);
        if !matches!(wanted, End::Printed(_)) {
            return vec![format!("in order: {wanted:?}")];
        }
        let text = tasks + &main;
        let differs = |&(flags, workers): &(&[&str], usize)| {
            let found = ours_runs_with(&text, workers, flags);
            (found != wanted).then(|| format!("with {flags:?}: {found:?}, in order {wanted:?}"))
        };
        WAYS.iter().filter_map(differs).collect::<Vec<String>>()
    };
    let seeds = seeds_or(FRAME_SEEDS);
    let each = |start: u64| {
        let batch = start..(start + BATCH).min(seeds.end);
        let programs: Vec<frames::Twice> = batch.clone().map(frames::program).collect();
        let together = check(&programs);
        if together.is_empty() {
            return together;
        }
        let alone = batch.flat_map(|seed| {
            let program = frames::program(seed);
            let failures = check(std::slice::from_ref(&program));
            let texts = format!("with tasks:\n{}in order:\n{}", program.tasks, program.in_order);
            failures
                .into_iter()
                .map(move |failure| format!("== seed {seed}: {failure}\n{texts}"))
        });
        let alone: Vec<String> = alone.collect();
        if alone.is_empty() {
            together
                .into_iter()
                .map(|failure| format!("== seeds {start} and next: {failure}"))
                .collect()
        } else {
            alone
        }
    };
    nothing(&over(seeds.clone().step_by(BATCH as usize), each));
}

/// Ops with random types and attributes are right or wrong as `mlir-opt` says.
#[test]
fn wrong_ops_are_refused_as_by_mlir_opt() {
    let ops = wrong_ops::Ops::of_golden_programs();
    let check = |seed: u64| {
        let found = wrong_ops::compare(&ops, seed);
        found
            .map(|found| format!("== seed {seed}: {found}"))
            .into_iter()
            .collect()
    };
    let seeds = seeds_or(WRONG_OP_SEEDS);
    nothing(&over(seeds, check));
}
