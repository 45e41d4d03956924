//! Golden programs: `tests/golden/NAME.mlir` is parsed, verified and printed.
//!
//! - `NAME.mlir` is printed in custom form (`NAME.mlir.out`) and in generic form (`NAME.generic.out`), and what is
//!   printed is read and printed again without a change.
//! - `NAME_canonicalize.mlir` is canonicalised first (`NAME_canonicalize.mlir.out`).
//! - `NAME_invalid.mlir` holds wrong programs between lines `// -----`, with the diagnostics that are expected:
//!   `// expected-error @+1 {{text}}`.
//!
//! The outputs are those of MLIR 22. With `ASYNCIR_BLESS=1` in the environment they are written instead of compared.

use std::path::{Path, PathBuf};

use asyncir_ir::rewrite::region_simplify::RegionSimplifyLevel;
use asyncir_ir::rewrite::{FrozenPatternSet, GreedyConfig, RewritePattern, apply_patterns_greedily};
use asyncir_ir::verify::verify_op;
use asyncir_ir::{Context, Diagnostic, Diagnostics};
use asyncir_text::{
    DiagnosticsToVerify, Parsed, PrintOptions, SPLIT_MARKER, Source, SourceMap, parse_source, print_file, split_input,
    verify_diagnostics,
};

fn context() -> Context {
    let mut ctx = Context::with_dialects(asyncir_dialects::all());
    ctx.allow_unregistered = true;
    ctx
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The names of the golden programs, without `.mlir`, sorted.
fn programs() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of golden programs");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    let mut names: Vec<String> = entries
        .filter_map(name)
        .filter_map(|name| name.strip_suffix(".mlir").map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn show(ctx: &Context, diagnostics: &Diagnostics) -> String {
    let line = |d: &Diagnostic| format!("{}: {}\n", asyncir_text::print_location(ctx, d.location()), d.message());
    diagnostics.iter().map(line).collect()
}

/// A program that parses and verifies, or what is wrong with it.
fn parse(ctx: &Context, name: &str, text: &str) -> Result<Parsed, String> {
    let parsed = parse_source(ctx, &Source::new(name, text))
        .map_err(|diagnostics| format!("{name} does not parse:\n{}", show(ctx, &diagnostics)))?;
    let errors = verify_op(parsed.op.op_ref(ctx));
    if errors.is_empty() {
        Ok(parsed)
    } else {
        Err(format!("{name} does not verify:\n{}", show(ctx, &errors)))
    }
}

fn print(ctx: &Context, parsed: &Parsed, generic: bool) -> String {
    let options = PrintOptions {
        generic,
        ..PrintOptions::default()
    };
    print_file(parsed.op.op_ref(ctx), Some(&parsed.resources), &options)
}

/// Compares with the golden file, or writes it.
fn check(file: &str, actual: &str, failures: &mut Vec<String>) {
    let path = folder().join(file);
    // What the tools print ends with an empty line, which no file has.
    let actual = format!("{}\n", actual.trim_end());
    if std::env::var_os("ASYNCIR_BLESS").is_some() {
        std::fs::write(&path, actual).expect("a golden file that can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected != actual {
        let differs = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
        let line = differs.unwrap_or_else(|| expected.lines().count().min(actual.lines().count()));
        let at = |text: &str| text.lines().nth(line).unwrap_or_default().to_owned();
        let (want, got) = (at(&expected), at(&actual));
        failures.push(format!("{file}:{}\n  expected {want}\n  got      {got}", line + 1));
    }
}

fn canonicalize(ctx: &Context, parsed: &mut Parsed) -> Result<(), String> {
    let definitions = asyncir_dialects::all().iter().flat_map(|dialect| dialect.ops);
    let patterns = definitions.flat_map(|def| {
        def.hooks
            .canonicalize
            .iter()
            .map(|&pattern| pattern as &dyn RewritePattern)
    });
    let patterns = FrozenPatternSet::new(patterns);
    let config = GreedyConfig {
        top_down: true,
        region_simplify: RegionSimplifyLevel::Normal,
        ..GreedyConfig::default()
    };
    parsed.op.operation_mut().visit_bodies(&mut |op| {
        let Some(body) = op.body_mut() else { return };
        apply_patterns_greedily(ctx, body, &patterns, &config);
    });
    let errors = verify_op(parsed.op.op_ref(ctx));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(format!("canonicalised code does not verify:\n{}", show(ctx, &errors)))
    }
}

fn check_program(name: &str, failures: &mut Vec<String>) -> Result<(), String> {
    let ctx = context();
    let file = format!("{name}.mlir");
    let text = std::fs::read_to_string(folder().join(&file)).map_err(|error| format!("{file}: {error}"))?;
    let mut parsed = parse(&ctx, &file, &text)?;
    if name.ends_with("_canonicalize") {
        canonicalize(&ctx, &mut parsed)?;
        check(&format!("{name}.mlir.out"), &print(&ctx, &parsed, false), failures);
        return Ok(());
    }
    for (generic, suffix) in [(false, "mlir"), (true, "generic")] {
        let printed = print(&ctx, &parsed, generic);
        let out = format!("{name}.{suffix}.out");
        check(&out, &printed, failures);
        if printed != print(&ctx, &parse(&ctx, &out, &printed)?, generic) {
            failures.push(format!("{out} is not printed as it was read"));
        }
    }
    Ok(())
}

/// The variable that restricts the tests to programs whose names start with its value.
const PREFIX_VARIABLE: &str = "ASYNCIR_GOLDEN";

/// The golden programs for which `keep` says so, and that [`PREFIX_VARIABLE`] leaves.
fn wanted(keep: impl Fn(&str) -> bool) -> Vec<String> {
    let prefix = std::env::var(PREFIX_VARIABLE).unwrap_or_default();
    let mut names = programs();
    names.retain(|name| name.starts_with(&prefix));
    assert!(!names.is_empty(), "no program's name starts with '{prefix}'");
    names.retain(|name| keep(name));
    names
}

#[test]
fn programs_are_printed_as_mlir_prints_them() {
    let mut failures = Vec::new();
    for name in wanted(|name| !name.ends_with("_invalid")) {
        if let Err(failure) = check_program(&name, &mut failures) {
            failures.push(failure);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is wrong with a program.
fn diagnose(ctx: &Context, program: &Source<'_>) -> Diagnostics {
    match parse_source(ctx, program) {
        Ok(parsed) => verify_op(parsed.op.op_ref(ctx)),
        Err(diagnostics) => diagnostics,
    }
}

fn check_invalid(name: &str, failures: &mut Vec<String>) {
    let file = format!("{name}.mlir");
    let text = std::fs::read_to_string(folder().join(&file)).expect("a golden program");
    let mut sources = SourceMap::new();
    sources.add(&file, &text);
    for program in split_input(&Source::new(&file, &text), SPLIT_MARKER).parts {
        let ctx = context();
        let found = diagnose(&ctx, &program);
        failures.extend(verify_diagnostics(&ctx, &program, &found, DiagnosticsToVerify::All, &sources).err());
    }
}

#[test]
fn wrong_programs_are_told_what_mlir_tells_them() {
    let mut failures = Vec::new();
    for name in wanted(|name| name.ends_with("_invalid")) {
        check_invalid(&name, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn all_outputs_are_those_of_programs() {
    for entry in std::fs::read_dir(folder()).expect("the folder of golden programs") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let program = name.strip_suffix(".generic.out").or(name.strip_suffix(".mlir.out"));
        if let Some(program) = program {
            assert!(
                programs().iter().any(|known| known == program),
                "{name}: its program is gone"
            );
        }
    }
}

#[test]
fn all_formats_compile() {
    for dialect in asyncir_dialects::all() {
        for op in dialect.ops {
            assert_eq!(asyncir_text::check_format(op), Ok(()), "{}", op.name);
        }
    }
}

#[test]
fn each_op_is_in_a_program() {
    let texts: Vec<String> = programs()
        .iter()
        .filter_map(|name| std::fs::read_to_string(folder().join(format!("{name}.generic.out"))).ok())
        .collect();
    let mut missing = Vec::new();
    for op in asyncir_dialects::all().iter().flat_map(|dialect| dialect.ops) {
        let quoted = format!("\"{}\"", op.name);
        if !texts.iter().any(|text| text.contains(&quoted)) {
            missing.push(op.name);
        }
    }
    assert!(missing.is_empty(), "no golden program has these ops: {missing:?}");
}
