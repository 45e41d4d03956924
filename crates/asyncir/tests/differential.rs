//! The same text as MLIR 22's `mlir-opt`: in both forms, and after each pass, over all examples and golden inputs.
//!
//! Each pass is given what `mlir-opt` made of the program so far, so that one difference does not hide the next.

mod mlir;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use asyncir::text::PrintOptions;

use mlir::tools::theirs;
use mlir::{COUNTING, COUNTING_BY_RULES, LOWERING, compare_pass, difference, ours};

/// Folds what it can everywhere, so that other programs than those it is for are lowered without it.
const TO_LOOPS: &str = "convert-linalg-to-loops";

/// MLIR moves these out of loops that have no iterations, too, where they divide by zero then.
const REMAINDERS: [&str; 4] = ["arith.rem", "arith.floordivsi", "llvm.srem", "llvm.urem"];

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

/// Of parallel loops, MLIR lowers some to what runs iterations twice, or such that should not run. Programs without
/// those say so at their start.
fn is_mlirs_parallel_loop(text: &str) -> bool {
    text.lines()
        .nth(2)
        .is_some_and(|line| line.contains("as MLIR 22 prints them"))
}

/// Programs for which MLIR drops too many or too few references say so at their start.
fn is_counted_wrongly_by_mlir(text: &str) -> bool {
    text.lines()
        .nth(1)
        .is_some_and(|line| line.contains("MLIR drops too many or too few references"))
}

/// Programs that MLIR cannot lower, or lowers to what counts references wrongly, say so at their start: those with async
/// values that control flow carries. They are compared as far as to coroutines.
fn is_refused_by_mlir(text: &str) -> bool {
    let mut start = text.lines().take_while(|line| line.starts_with("//"));
    start.any(|line| line.contains("MLIR refuses") || line.contains("MLIR 22 cannot lower"))
}

/// Programs of vectors, padded tensors, loops of one iteration and groups that MLIR folds or lowers to something else say so.
/// They are compared as they are, not after passes.
fn are_values_mistaken_by_mlir(text: &str) -> bool {
    let ops = [
        "async.create_group",
        "vector.mask",
        "vector.multi_reduction",
        "vector.shape_cast",
        "tensor.pad",
        "tensor.parallel_insert_slice",
    ];
    text.lines().any(|line| line.starts_with(UNLIKE_MLIR)) && ops.iter().any(|op| text.contains(op))
}

/// How programs of ops that MLIR does not have begin, perhaps behind their flags.
const EXTENSIONS: &str = "// MLIR refuses these ops";

fn compare(text: &str) -> Vec<String> {
    let mut failures = Vec::new();
    let mut start = text.lines().take_while(|line| line.starts_with("//"));
    if start.any(|line| line.starts_with(EXTENSIONS)) {
        failures.extend(theirs(text, &[]).map(|_| "mlir-opt takes it".to_owned()));
        return failures;
    }
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
    if are_values_mistaken_by_mlir(text) {
        return failures;
    }
    for pass in ["canonicalize", "cse", "inline"] {
        compare_pass(text, pass, &mut failures);
    }
    if !REMAINDERS.iter().any(|op| text.contains(op)) {
        compare_pass(text, "loop-invariant-code-motion", &mut failures);
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
        if pass == COUNTING && is_refused_by_mlir(text) {
            break;
        }
        if pass == COUNTING && !is_counted_wrongly_by_mlir(text) {
            compare_pass(&current, COUNTING_BY_RULES, &mut failures);
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

/// How a golden program says that MLIR refuses it or makes something wrong of it, and why.
const UNLIKE_MLIR: &str = "// Unlike MLIR: ";

/// What a pass does to its golden inputs is recorded; MLIR's own pass does the same, but where a program says that it
/// does not. `async-parallel-for` mends MLIR's.
#[test]
fn golden_outputs_of_passes_are_those_of_mlir_opt() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for path in programs() {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a program");
        let Some(run) = text.lines().find_map(|line| line.strip_prefix("// RUN: ")) else {
            continue;
        };
        let is_ours = name.contains("/passes/") && !name.contains("/async-parallel-for");
        let expected = std::fs::read_to_string(format!("{name}.out")).unwrap_or_default();
        if !is_ours || expected.starts_with("error:") {
            continue;
        }
        let pipeline = format!("--pass-pipeline={run}");
        let flags: Vec<&str> = if run.starts_with("--") {
            run.split_whitespace().collect()
        } else {
            vec![&pipeline]
        };
        compared += 1;
        let found = match theirs(&text, &flags) {
            None => Some("mlir-opt refuses it".to_owned()),
            Some(wanted) if wanted.trim_end() == expected.trim_end() => None,
            Some(wanted) => Some(difference(&wanted, &expected)),
        };
        match (found, text.lines().any(|line| line.starts_with(UNLIKE_MLIR))) {
            (Some(difference), false) => failures.push(format!("== {name}: {difference}")),
            (None, true) => failures.push(format!("== {name}: is said to differ, but does not")),
            _ => {}
        }
    }
    assert!(compared > 20, "only {compared} files");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
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
