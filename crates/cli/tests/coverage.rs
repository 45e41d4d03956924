//! `docs/coverage.md` names all that `mlir-opt` has and `asyncir opt` has not, and nothing else; `docs/differences.md` is in
//! order.
//!
//! `cargo xtask test` installs MLIR's tools.

use std::collections::BTreeSet;
use std::process::Command;

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// What a command prints.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    assert!(output.status.success(), "{command:?} fails");
    String::from_utf8(output.stdout).expect("text")
}

/// The passes and pipelines that a tool's help lists: flags with six spaces in front and a description behind.
fn passes_of(help: &str) -> BTreeSet<String> {
    let flag = |line: &str| {
        let rest = line.strip_prefix("      --")?;
        let (name, description) = rest.split_once(' ')?;
        description.trim_start().starts_with('-').then(|| name.to_owned())
    };
    help.lines().filter_map(flag).collect()
}

/// The words between backquotes in a section of the page.
fn named(title: &str) -> BTreeSet<String> {
    let page = include_str!("../../../docs/coverage.md");
    let (_, section) = page.split_once(&format!("\n## {title}\n")).expect("a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(|line| line.split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect()
}

/// Whether a name is of the form of a pattern with `*` at its ends.
fn fits(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(rest), Some(_)) => name.contains(rest.trim_end_matches('*')),
        (Some(end), None) => name.ends_with(end),
        (None, Some(start)) => name.starts_with(start),
        (None, None) => name == pattern,
    }
}

#[test]
fn passes_that_are_not_there_are_named() {
    let theirs = passes_of(&printed(Command::new(MLIR_OPT).arg("--help")));
    assert!(theirs.len() > 400, "the help of mlir-opt is not understood: {theirs:?}");
    let help = printed(Command::new(env!("CARGO_BIN_EXE_asyncir")).args(["opt", "--help"]));
    let ours: BTreeSet<&str> = help
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--"))
        .collect();
    let ours = |name: &str| ours.contains(name);
    let patterns = named("Passes");
    let is_named = |name: &str| patterns.iter().any(|pattern| fits(pattern, name));
    for name in &theirs {
        // One test is there.
        assert!(
            ours(name) != is_named(name) || name == "test-lower-to-llvm",
            "{name} is there: {}, named: {}",
            ours(name),
            is_named(name)
        );
    }
    for pattern in &patterns {
        assert!(
            theirs.iter().any(|name| fits(pattern, name)),
            "MLIR has no pass {pattern}"
        );
    }
}

#[test]
fn dialects_that_are_not_there_are_named() {
    let dialects = |command: &mut Command| -> BTreeSet<String> {
        let text = printed(command.arg("--show-dialects"));
        let (_, list) = text.split_once(": ").expect("a list");
        list.trim().split(',').map(str::to_owned).collect()
    };
    let theirs = dialects(&mut Command::new(MLIR_OPT));
    let ours = dialects(Command::new(env!("CARGO_BIN_EXE_asyncir")).arg("opt"));
    let missing: BTreeSet<String> = theirs.difference(&ours).cloned().collect();
    assert_eq!(named("Dialects"), missing);
}

#[test]
fn differences_are_sorted() {
    let page = include_str!("../../../docs/differences.md");
    let key = |row: &str| -> String {
        let place = row.trim_start_matches("| ").split(" | ").next().unwrap_or_default();
        let letters = place.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ');
        letters.collect::<String>().to_lowercase()
    };
    for section in page.split("|---|") {
        let rows = section.lines().skip(1).take_while(|line| line.starts_with("| "));
        let keys: Vec<String> = rows.map(key).collect();
        for pair in keys.windows(2) {
            assert!(pair[0] <= pair[1], "`{}` stands before `{}`", pair[0], pair[1]);
        }
    }
}
