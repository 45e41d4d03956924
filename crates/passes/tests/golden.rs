//! Runs what the `// RUN:` line of each file in `tests/golden` names, a pipeline (`builtin.module(cse)`) or flags
//! (`--cse --canonicalize=top-down=false`), and compares the result with the file next to it. `ASYNCIR_BLESS=1` writes
//! the results instead; `ASYNCIR_GOLDEN=name` runs only the files whose names start so.
//!
//! The names of programs that are refused end with `-refused`, so that none is by mistake.
//!
//! After `--mlir-print-debuginfo --mlir-print-local-scope` as the first flags, locations are printed where they stand;
//! after `--mlir-print-op-generic`, all ops in generic form.

use std::fs;
use std::path::{Path, PathBuf};

use asyncir_ir::{Context, Diagnostics, Fallible};
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

/// What `// RUN:` says, applied to a file: the IR printed, or the errors.
fn run(input: &Path, text: &str, threads: bool) -> String {
    let mut ctx = Context::with_dialects(asyncir_dialects::all());
    ctx.allow_unregistered = true;
    let pipeline = text
        .lines()
        .find_map(|line| line.strip_prefix("// RUN: "))
        .unwrap_or_else(|| panic!("{}: no line begins with `// RUN: `", input.display()));
    let (pipeline, options) = print_options(pipeline);
    // As `mlir-opt` calls what it is given.
    let mut parsed = match parse_source(&ctx, &Source::new("<stdin>", text)) {
        Ok(parsed) => parsed,
        Err(errors) => return show(&errors),
    };
    let manager = match manager(pipeline) {
        Ok(manager) => manager,
        Err(error) => return format!("error: {}\n", error.message()),
    };
    let config = RunConfig {
        threads,
        ..RunConfig::default()
    };
    match manager.run(&ctx, &mut parsed.op, &config) {
        Ok(_) => print_file(parsed.op.op_ref(&ctx), None, &options),
        Err(errors) => show(&errors),
    }
}

/// The passes behind the flags for printing, and what those say.
fn print_options(run: &str) -> (&str, PrintOptions) {
    let (mut rest, mut options) = (run, PrintOptions::default());
    if let Some(behind) = rest.strip_prefix("--mlir-print-debuginfo --mlir-print-local-scope ") {
        (rest, options.debug_info, options.local_scope) = (behind, true, true);
    }
    if let Some(behind) = rest.strip_prefix("--mlir-print-op-generic ") {
        (rest, options.generic) = (behind, true);
    }
    (rest, options)
}

/// The passes of a pipeline, or of flags. Options of a flag have no spaces in them.
fn manager(run: &str) -> Fallible<PassManager> {
    let registry = Registry::new();
    if !run.starts_with("--") {
        return PassManager::parse(&registry, run);
    }
    let mut manager = PassManager::new("builtin.module");
    for flag in run.split_whitespace() {
        let (flag, options) = flag.split_once('=').unwrap_or((flag, ""));
        manager.add(&registry, flag.trim_start_matches("--"), options)?;
    }
    Ok(manager)
}

fn show(errors: &Diagnostics) -> String {
    errors
        .iter()
        .map(|error| format!("error: {}\n", error.message()))
        .collect()
}

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(folder).expect("the folder of golden files");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let prefix = std::env::var("ASYNCIR_GOLDEN").unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.retain(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(&prefix))
    });
    files.sort();
    files
}

/// Whether the name of a program says that it is refused.
fn is_to_be_refused(input: &Path) -> bool {
    let name = input.file_stem().unwrap_or_default();
    name.to_string_lossy().ends_with("-refused")
}

/// Runs a program, and compares what comes out with what is expected, or writes it.
fn check(input: &Path, bless: bool) -> Result<(), String> {
    let text = fs::read_to_string(input).expect("a golden file");
    let result = run(input, &text, false);
    if result != run(input, &text, true) {
        return Err("threads change the result".to_owned());
    }
    match (result.starts_with("error: "), is_to_be_refused(input)) {
        (true, false) => return Err(format!("it is refused, though its name does not end so:\n{result}")),
        (false, true) => return Err("it is not refused, though its name ends so".to_owned()),
        _ => {}
    }
    let expected_path = input.with_extension("mlir.out");
    if bless {
        fs::write(&expected_path, &result).expect("a writable folder");
        return Ok(());
    }
    let expected = fs::read_to_string(&expected_path).unwrap_or_default();
    if expected == result {
        return Ok(());
    }
    let same = expected
        .lines()
        .zip(result.lines())
        .take_while(|(one, other)| one == other)
        .count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("the end").to_owned();
    Err(format!(
        "line {} was\n{}\nand is\n{}\n`cargo xtask bless` writes what comes out",
        same + 1,
        line(&expected),
        line(&result)
    ))
}

#[test]
fn results_are_as_they_were() {
    let bless = std::env::var_os("ASYNCIR_BLESS").is_some();
    let inputs = inputs();
    assert!(!inputs.is_empty(), "no program has such a name");
    let failure = |input: &PathBuf| Some(format!("{}: {}", input.display(), check(input, bless).err()?));
    let failures: Vec<String> = inputs.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn all_outputs_are_those_of_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for entry in fs::read_dir(folder).expect("the folder of golden files") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "out") {
            assert!(
                path.with_extension("").exists(),
                "{}: its program is gone",
                path.display()
            );
        }
    }
}
