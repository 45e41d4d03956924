//! The same text as MLIR 22's `mlir-opt`: in both forms, and after each pass, over all examples and golden inputs.
//!
//! Each pass is given what `mlir-opt` made of the program so far, so that one difference does not hide the next.

mod mlir;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use asyncir::text::PrintOptions;

use mlir::tools::{accepted, mlir_opt, theirs};
use mlir::{COUNTING, COUNTING_BY_RULES, LOWERING, difference, difference_after, ours};

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

/// Whether a line at the start of a program begins with a mark.
fn starts_with(text: &str, mark: &str) -> bool {
    let mut start = text.lines().take_while(|line| line.starts_with("//"));
    start.any(|line| line.starts_with(mark))
}

/// Programs for which MLIR's passes take more than seconds, or all memory, say so at their start.
fn takes_mlir_too_long(text: &str) -> bool {
    starts_with(text, "// Unlike MLIR, which takes too long: ")
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

/// Programs with vectors along other dimensions than the last one, of which MLIR takes the bounds: their maps have one result.
fn has_transfers_of_columns(text: &str) -> bool {
    let is_of_column = |map: &str| {
        let (inputs, results) = map.split_once(") -> (")?;
        let (last, result) = (inputs.rsplit(", ").next()?, results.split_once(')')?.0);
        let is_input = inputs.split(", ").any(|input| input == result);
        Some(is_input && result != last)
    };
    let mut maps = text.split("affine_map<(").skip(1);
    text.contains("vector.transfer_") && maps.any(|map| is_of_column(map) == Some(true))
}

/// A program without its empty masks, on which MLIR's conversions never end.
fn without_empty_masks(text: &str) -> String {
    let is_empty_mask = |line: &&str| line.contains("vector.mask") && line.contains("{ }");
    text.split_inclusive('\n').filter(|line| !is_empty_mask(line)).collect()
}

/// Programs that MLIR cannot lower, or lowers to what counts references wrongly, say so at their start: those with async
/// values that control flow carries. They are compared as far as to coroutines.
fn is_refused_by_mlir(text: &str) -> bool {
    let mut start = text.lines().take_while(|line| line.starts_with("//"));
    start.any(|line| line.contains("MLIR refuses") || line.contains("MLIR 22 cannot lower"))
}

/// Programs of vectors, padded tensors, wide switches, loops of one iteration, groups and angles that MLIR folds or lowers to
/// something else say so.
/// They are compared as they are, not after passes.
fn are_values_mistaken_by_mlir(text: &str) -> bool {
    let ops = [
        "async.create_group",
        "math.atan2",
        "scf.index_switch",
        "vector.gather",
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

/// What `mlir-opt` makes of each of several texts. It is started once for all that it takes: starting it takes longer than
/// most texts. If numbers of lines or of messages are in what it makes of one, it gets that one again by itself, because it
/// counts through all.
fn all_of_theirs(texts: &[&str], flags: &[&str]) -> Vec<Option<String>> {
    if let [] | [_] = texts {
        return texts.iter().map(|text| theirs(text, flags)).collect();
    }
    if let Some(output) = mlir_opt(&texts.join(&format!("\n{MARK}")), flags).and_then(accepted) {
        let alone = |(text, part): (&&str, String)| {
            let is_numbered = ["<stdin>", "@assert_msg"].iter().any(|mark| part.contains(mark));
            if is_numbered { theirs(text, flags) } else { Some(part) }
        };
        return texts.iter().zip(parts(&output, texts)).map(alone).collect();
    }
    let (first, others) = texts.split_at(texts.len() / 2);
    let mut all = all_of_theirs(first, flags);
    all.extend(all_of_theirs(others, flags));
    all
}

/// The line between the parts of a text, and of what is printed of it.
const MARK: &str = "// -----\n";

/// What was printed of each of several texts, of which each may have parts of its own.
fn parts(output: &str, texts: &[&str]) -> Vec<String> {
    let counts = texts.iter().map(|text| text.matches(MARK).count() + 1);
    let mut rest: Vec<&str> = output.split(MARK).collect();
    assert_eq!(
        rest.len(),
        counts.clone().sum(),
        "mlir-opt prints one part for each of its input"
    );
    counts
        .map(|count| rest.drain(..count).collect::<Vec<_>>().join(MARK))
        .collect()
}

/// A program, what MLIR made of it so far, and where asyncir makes something else.
struct Case {
    name: String,
    text: String,
    current: String,
    failures: Vec<String>,
}

impl Case {
    fn of(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).expect("a program");
        Self {
            name: path.strip_prefix(root()).unwrap_or(path).display().to_string(),
            current: text.clone(),
            text,
            failures: Vec::new(),
        }
    }

    /// Compares how the program is printed; false if MLIR does not take it.
    fn is_printed(&mut self, generic: bool, wanted: Option<String>) -> bool {
        let Some(wanted) = wanted else {
            self.failures.push("mlir-opt refuses it".to_owned());
            return false;
        };
        let options = PrintOptions {
            generic,
            ..PrintOptions::default()
        };
        match ours(&self.text, &[], options) {
            Err(message) => self.failures.push(message),
            Ok(found) if found != wanted => self.failures.push(format!("printed: {}", difference(&wanted, &found))),
            Ok(_) => {}
        }
        true
    }
}

/// Programs that MLIR is given together; it takes longer to start than for any of them.
const BATCH: usize = 16;

/// Compares a pass over what MLIR made so far of the programs for which it is.
fn compare_pass(cases: &mut [&mut Case], pass: &str, is_for: impl Fn(&Case) -> bool) -> Vec<Option<String>> {
    let current: Vec<&str> = cases
        .iter()
        .filter(|case| is_for(case))
        .map(|case| case.current.as_str())
        .collect();
    let mut all = all_of_theirs(&current, &[&format!("--{pass}")]).into_iter();
    let mut compare = |case: &mut &mut Case| {
        if !is_for(case) {
            return None;
        }
        let wanted = all.next().flatten()?;
        case.failures.extend(difference_after(&case.current, pass, &wanted));
        Some(wanted)
    };
    cases.iter_mut().map(&mut compare).collect()
}

/// The same, and goes on with what MLIR made.
fn lower(cases: &mut [&mut Case], pass: &str, is_for: impl Fn(&Case) -> bool) {
    let lowered = compare_pass(cases, pass, is_for);
    for (case, lowered) in cases.iter_mut().zip(lowered) {
        if let Some(lowered) = lowered {
            case.current = lowered;
        }
    }
}

fn compare(batch: &mut [Case]) {
    let (extensions, mut cases): (Vec<&mut Case>, Vec<_>) =
        batch.iter_mut().partition(|case| starts_with(&case.text, EXTENSIONS));
    for case in extensions {
        let taken = theirs(&case.text, &[]).map(|_| "mlir-opt takes it".to_owned());
        case.failures.extend(taken);
    }
    for generic in [false, true] {
        let flags: &[&str] = if generic { &["--mlir-print-op-generic"] } else { &[] };
        let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        let mut wanted = all_of_theirs(&texts, flags).into_iter();
        cases.retain_mut(|case| case.is_printed(generic, wanted.next().flatten()));
    }
    cases.retain(|case| !are_values_mistaken_by_mlir(&case.text) && !takes_mlir_too_long(&case.text));
    compare_single_passes(&mut cases);
    for case in &mut cases {
        case.current = without_empty_masks(&case.current);
    }
    compare_lowering(&mut cases);
}

/// Passes over the programs as they are.
fn compare_single_passes(cases: &mut [&mut Case]) {
    for pass in ["canonicalize", "cse", "inline"] {
        compare_pass(cases, pass, |_| true);
    }
    compare_pass(cases, "loop-invariant-code-motion", |case| {
        !REMAINDERS.iter().any(|op| case.text.contains(op))
    });
    // An unknown op with a region may be a symbol table, but `mlir-opt` knows the dialect that it calls `test`.
    compare_pass(cases, "symbol-dce", |case| !case.text.contains("\"test."));
    compare_pass(cases, "async-parallel-for", |case| is_mlirs_parallel_loop(&case.text));
    compare_pass(cases, "convert-linalg-to-parallel-loops", |case| {
        case.text.contains("linalg.")
    });
}

/// From the async dialect to the llvm dialect.
fn compare_lowering(cases: &mut [&mut Case]) {
    lower(cases, TO_LOOPS, |case| case.text.contains("linalg."));
    lower(cases, "lower-affine", |case| case.current.contains("affine."));
    let mut counts = false;
    for pass in LOWERING {
        if pass == COUNTING {
            counts = true;
            compare_pass(cases, COUNTING_BY_RULES, |case| {
                !is_refused_by_mlir(&case.text) && !is_counted_wrongly_by_mlir(&case.text)
            });
        }
        lower(cases, pass, |case| {
            let is_mistaken = pass == "convert-vector-to-llvm" && has_transfers_of_columns(&case.text);
            !is_mistaken && (!counts || !is_refused_by_mlir(&case.text))
        });
    }
}

/// Calls a function with each item, on two threads.
fn for_each<T: Send>(items: impl Iterator<Item = T> + Send, call: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    let next = || items.lock().expect("no panic").next();
    let work = || {
        while let Some(item) = next() {
            call(item);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

#[test]
fn same_text_as_mlir_opt_after_each_pass() {
    let programs = programs();
    assert!(programs.len() > 10, "{programs:?}");
    let failures = Mutex::new(Vec::new());
    for_each(programs.chunks(BATCH), |paths| {
        let mut batch: Vec<Case> = paths.iter().map(|path| Case::of(path)).collect();
        compare(&mut batch);
        for Case {
            name, failures: found, ..
        } in batch
        {
            let found = found.into_iter().map(|failure| format!("== {name}: {failure}"));
            failures.lock().expect("no panic").extend(found);
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    compare_with_known(&failures);
}

/// How a golden program says that MLIR refuses it or makes something wrong of it, and why.
const UNLIKE_MLIR: &str = "// Unlike MLIR: ";

/// A golden program of a pass, its flags, and what the pass makes of it.
struct Golden {
    name: String,
    text: String,
    run: String,
    expected: String,
}

impl Golden {
    /// None for programs without flags, those that are refused or take MLIR too long, and those of `async-parallel-for`, which
    /// mends MLIR's.
    fn of(path: &Path) -> Option<Self> {
        let name = path.display().to_string();
        if !name.contains("/passes/") || name.contains("/async-parallel-for") {
            return None;
        }
        let text = std::fs::read_to_string(path).expect("a program");
        let run = text.lines().find_map(|line| line.strip_prefix("// RUN: "))?.to_owned();
        let expected = std::fs::read_to_string(format!("{name}.out")).unwrap_or_default();
        let golden = Self {
            name,
            text,
            run,
            expected,
        };
        let is_compared = !golden.expected.starts_with("error:") && !takes_mlir_too_long(&golden.text);
        is_compared.then_some(golden)
    }

    fn compare(&self, wanted: Option<String>) -> Option<String> {
        let found = match wanted {
            None => Some("mlir-opt refuses it".to_owned()),
            Some(wanted) if wanted.trim_end() == self.expected.trim_end() => None,
            Some(wanted) => Some(difference(&wanted, &self.expected)),
        };
        match (found, self.text.lines().any(|line| line.starts_with(UNLIKE_MLIR))) {
            (Some(difference), false) => Some(format!("== {}: {difference}", self.name)),
            (None, true) => Some(format!("== {}: is said to differ, but does not", self.name)),
            _ => None,
        }
    }
}

/// What a pass does to its golden inputs is recorded; MLIR's own pass does the same, but where a program says that it
/// does not.
#[test]
fn golden_outputs_of_passes_are_those_of_mlir_opt() {
    let mut programs: Vec<Golden> = programs().iter().filter_map(|path| Golden::of(path)).collect();
    assert!(programs.len() > 20, "only {} files", programs.len());
    programs.sort_by(|a, b| (&a.run, &a.name).cmp(&(&b.run, &b.name)));
    let failures = Mutex::new(Vec::new());
    for_each(programs.chunk_by(|a, b| a.run == b.run), |programs| {
        let run = &programs[0].run;
        let pipeline = format!("--pass-pipeline={run}");
        let flags: Vec<&str> = if run.starts_with("--") {
            run.split_whitespace().collect()
        } else {
            vec![&pipeline]
        };
        let texts: Vec<&str> = programs.iter().map(|program| program.text.as_str()).collect();
        for (program, wanted) in programs.iter().zip(all_of_theirs(&texts, &flags)) {
            failures.lock().expect("no panic").extend(program.compare(wanted));
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
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
