//! The examples print what they should, however many workers there are, however often they run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const RUNS: usize = 100;
const WORKERS: [&str; 3] = ["1", "2", "8"];

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Every example that has an expected output, with it.
fn expected() -> Vec<(PathBuf, String)> {
    let folder = examples();
    let mut all: Vec<_> = std::fs::read_dir(folder.join("expected"))
        .expect("examples/expected")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("an expected output");
            (folder.join(format!("{name}.mlir")), text)
        })
        .collect();
    all.sort();
    all
}

fn run(program: &Path, workers: &str, level: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command
        .arg("run")
        .arg(program)
        .arg(level)
        .env("ASYNCIR_NUM_WORKERS", workers);
    let output = command.output().expect("asyncir starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{} with {workers} workers: {errors}",
        program.display()
    );
    assert_eq!(errors, "", "{}", program.display());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn examples_print_the_same_a_hundred_times_with_1_2_and_8_workers() {
    let examples = expected();
    assert!(examples.len() >= 7, "found {examples:?}");
    let next = AtomicUsize::new(0);
    let total = examples.len() * WORKERS.len() * RUNS;
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= total {
                        return;
                    }
                    let (program, expected) = &examples[job % examples.len()];
                    let workers = WORKERS[job / examples.len() % WORKERS.len()];
                    assert_eq!(
                        &run(program, workers, "-O0"),
                        expected,
                        "{} with {workers}",
                        program.display()
                    );
                }
            });
        }
    });
}

#[test]
fn examples_print_the_same_at_every_optimisation_level() {
    for (program, expected) in expected() {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            assert_eq!(run(&program, "2", level), expected, "{} at {level}", program.display());
        }
    }
}

#[test]
fn thread_ids_are_printed_by_main_and_both_tasks() {
    let text = run(&examples().join("thread_ids.mlir"), "2", "-O0");
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("Current thread id: "))
            .count(),
        3,
        "{text}"
    );
}
