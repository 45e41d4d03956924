//! The same text as MLIR 22's `mlir-opt`: in both forms, and after each pass, over all examples and golden inputs.
//!
//! Each pass is given what `mlir-opt` made of the program so far, so that one difference does not hide the next.
//! `cargo xtask test` installs MLIR's tools.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use asyncir::opt::{OptOptions, process};
use asyncir::passes::{PassManager, Registry};
use asyncir::text::{PrintOptions, Source};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// From the async dialect to the llvm dialect, pass by pass.
const LOWERING: [&str; 12] = [
    "async-func-to-async-runtime",
    "async-to-async-runtime",
    COUNTING,
    "async-runtime-ref-counting-opt",
    "convert-scf-to-cf",
    "convert-async-to-llvm",
    "convert-vector-to-llvm",
    "finalize-memref-to-llvm",
    "convert-arith-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
];
/// Folds what it can everywhere, so that other programs than those it is for are lowered without it.
const TO_LOOPS: &str = "convert-linalg-to-loops";
const COUNTING: &str = "async-runtime-ref-counting";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Programs that are right: examples and golden inputs.
fn programs() -> Vec<PathBuf> {
    let folders = ["examples", "crates/dialects/tests/golden", "crates/passes/tests/golden"];
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(root().join(folder)) else {
            continue;
        };
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".mlir") && !name.contains("invalid")
    });
    files.sort();
    files
}

/// What `mlir-opt` makes of a text; `None` if it refuses it.
fn theirs(text: &str, flags: &[&str]) -> Option<String> {
    let mut command = Command::new(MLIR_OPT);
    let command = command
        .args(["--allow-unregistered-dialect", "--split-input-file"])
        .args(flags);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {MLIR_OPT}, which `cargo xtask test` installs: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = text.to_owned();
    let writer = std::thread::spawn(move || {
        // A tool that refuses its input closes the pipe.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("mlir-opt ends");
    writer.join().expect("the writer ends");
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}

/// What asyncir makes of a text; what is wrong with it otherwise.
fn ours(text: &str, passes: &[&str], print: PrintOptions) -> Result<String, String> {
    let mut pipeline = PassManager::new("any");
    for pass in passes {
        pipeline
            .add(&Registry::new(), pass, "")
            .map_err(|diagnostic| diagnostic.message().to_owned())?;
    }
    let pipeline = pipeline.finish();
    let options = OptOptions {
        print,
        ..OptOptions::default()
    };
    let mut all = String::new();
    for (index, part) in asyncir::text::split_input(&Source::new("-", text), "// -----")
        .iter()
        .enumerate()
    {
        let mut ctx = asyncir::context();
        ctx.allow_unregistered = true;
        if index > 0 {
            all.push_str("// -----\n");
        }
        let result = process(
            &ctx,
            part,
            &pipeline,
            &options,
            None,
            &mut |text| all.push_str(text),
            &|_| (),
        );
        if !result.ok {
            let messages: Vec<&str> = result.diagnostics.iter().map(|d| d.message()).collect();
            return Err(messages.join("\n"));
        }
    }
    Ok(all)
}

/// The first lines in which two texts differ.
fn difference(theirs: &str, ours: &str) -> String {
    let line = theirs.lines().zip(ours.lines()).take_while(|(a, b)| a == b).count();
    let show = |text: &str| text.lines().skip(line).take(4).collect::<Vec<_>>().join("\n");
    format!(
        "line {}:\n--- mlir-opt\n{}\n--- asyncir\n{}",
        line + 1,
        show(theirs),
        show(ours)
    )
}

/// On the error path of a task that waits for others, MLIR drops references once too often: the blocks that it adds for
/// dropping are unknown to the liveness that it computed before. The functions with such blocks are left out.
fn without_functions_that_mlir_counts_wrongly(text: &str, other: &str) -> String {
    let functions = |text: &str| -> Vec<String> { text.split_inclusive("\n  }\n").map(str::to_owned).collect() };
    let adds_blocks = |function: &str| {
        let mut blocks = function.split("\n  ^").skip(1);
        blocks.any(|block| {
            let ops: Vec<&str> = block.lines().skip(1).map(str::trim).collect();
            let drops = ops
                .iter()
                .take_while(|op| op.starts_with("async.runtime.drop_ref"))
                .count();
            drops > 0 && ops.get(drops).is_some_and(|op| op.starts_with("cf.br"))
        })
    };
    let (mine, others) = (functions(text), functions(other));
    let keep = |(index, function): (usize, &String)| {
        let both = adds_blocks(function) || others.get(index).is_some_and(|other| adds_blocks(other));
        (!both).then(|| function.clone())
    };
    mine.iter().enumerate().filter_map(keep).collect()
}

/// Compares one pass; gives what the next pass starts with.
fn compare_pass(text: &str, pass: &str, failures: &mut Vec<String>) -> Option<String> {
    let wanted = theirs(text, &[&format!("--{pass}")])?;
    match ours(text, &[pass], PrintOptions::default()) {
        Err(message) => failures.push(format!("{pass} fails:\n{message}")),
        Ok(found) if found == wanted => {}
        Ok(found) if pass == COUNTING => {
            let (a, b) = (
                without_functions_that_mlir_counts_wrongly(&wanted, &found),
                without_functions_that_mlir_counts_wrongly(&found, &wanted),
            );
            if a != b {
                failures.push(format!("{pass}: {}", difference(&a, &b)));
            }
        }
        Ok(found) => failures.push(format!("{pass}: {}", difference(&wanted, &found))),
    }
    Some(wanted)
}

/// Of parallel loops, MLIR lowers some to what runs iterations twice, or such that should not run. Programs without
/// those say so at their start.
fn is_mlirs_parallel_loop(text: &str) -> bool {
    text.lines()
        .nth(2)
        .is_some_and(|line| line.contains("as MLIR 22 prints them"))
}

fn compare(text: &str) -> Vec<String> {
    let mut failures = Vec::new();
    for generic in [false, true] {
        let flags: &[&str] = if generic { &["--mlir-print-op-generic"] } else { &[] };
        let Some(wanted) = theirs(text, flags) else {
            return vec!["mlir-opt refuses it".to_owned()];
        };
        match ours(
            text,
            &[],
            PrintOptions {
                generic,
                ..PrintOptions::default()
            },
        ) {
            Err(message) => failures.push(message),
            Ok(found) if found != wanted => failures.push(format!("printed: {}", difference(&wanted, &found))),
            Ok(_) => {}
        }
    }
    for pass in ["canonicalize", "cse", "inline"] {
        compare_pass(text, pass, &mut failures);
    }
    // An unknown op with a region may be a symbol table, but `mlir-opt` knows the dialect that it calls `test`.
    if !text.contains("\"test.") {
        compare_pass(text, "symbol-dce", &mut failures);
    }
    if is_mlirs_parallel_loop(text) {
        compare_pass(text, "async-parallel-for", &mut failures);
    }
    let mut current = text.to_owned();
    if text.contains("linalg.") {
        compare_pass(text, "convert-linalg-to-parallel-loops", &mut failures);
        if let Some(loops) = compare_pass(text, TO_LOOPS, &mut failures) {
            current = loops;
        }
    }
    if current.contains("affine.")
        && let Some(lowered) = compare_pass(&current, "lower-affine", &mut failures)
    {
        current = lowered;
    }
    for pass in LOWERING {
        if pass == COUNTING {
            compare_pass(&current, "async-runtime-policy-based-ref-counting", &mut failures);
        }
        if let Some(next) = compare_pass(&current, pass, &mut failures) {
            current = next;
        }
    }
    failures
}

#[test]
fn same_text_as_mlir_opt_after_each_pass() {
    let programs = programs();
    assert!(programs.len() > 10, "{programs:?}");
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = std::fs::read_to_string(path).expect("a program");
                    let found = compare(&text);
                    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
                    let found = found.into_iter().map(|failure| format!("== {name}: {failure}"));
                    failures.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    compare_with_known(&failures);
}

/// Fails on every difference that `known_differences.txt` does not list, and on listed ones that are gone.
///
/// The list says what is still to be done; nothing is added to it without a reason.
fn compare_with_known(failures: &[String]) {
    let list = include_str!("known_differences.txt");
    let known: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let new: Vec<&String> = failures
        .iter()
        .filter(|failure| !known.contains(&title(failure)))
        .collect();
    let shown: Vec<&str> = new.iter().map(|failure| failure.as_str()).collect();
    assert!(new.is_empty(), "{} new differences\n{}", new.len(), shown.join("\n"));
    let gone: Vec<&&str> = known
        .iter()
        .filter(|line| !failures.iter().any(|f| title(f) == **line))
        .collect();
    assert!(
        gone.is_empty(),
        "no longer different, take them off the list: {gone:#?}"
    );
}

/// The file and the pass of a difference: `== file: pass`.
fn title(failure: &str) -> &str {
    let line = failure.lines().next().unwrap_or_default();
    let end = [": line ", " fails:"]
        .iter()
        .filter_map(|mark| line.find(mark))
        .min()
        .unwrap_or(line.len());
    &line[3..end]
}
