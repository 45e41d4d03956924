//! The C header says what the library has, and a C program compiles and runs against it.
#![cfg(not(any(loom, miri)))]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const HEADER: &str = include_str!("../../runtime/include/asyncir_runtime.h");

#[test]
fn the_header_declares_every_function() {
    let (mut declared, mut table): (Vec<_>, Vec<_>) = (
        HEADER.split(['*', ' ']).filter_map(declared_name).collect(),
        asyncir_runtime::symbols().iter().map(|(name, _)| *name).collect(),
    );
    declared.sort_unstable();
    table.sort_unstable();
    assert_eq!(declared, table);
}

/// The name in a piece of text that begins like `name(`.
fn declared_name(piece: &str) -> Option<&str> {
    let (name, _) = piece.split_once('(')?;
    (name.starts_with("mlirAsync") || name.starts_with("asyncir")).then_some(name)
}

#[test]
fn a_c_program_runs_against_the_shared_and_the_static_library() {
    if !works(Command::new("cc").arg("--version")) {
        return eprintln!("there is no C compiler");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let libraries = this_program_folder();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let shared = libraries.join("libasyncir_runtime.so");
    let archive = libraries.join("../libasyncir_runtime.a");
    assert!(shared.exists(), "cargo builds it with the tests");
    assert!(archive.exists(), "`cargo build -p asyncir-runtime` makes it");
    for (name, library) in [("shared", shared), ("static", archive)] {
        let program = folder.join(format!("header_{name}"));
        let mut compile = Command::new("cc");
        compile
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"])
            .arg("-I")
            .arg(root.join("../runtime/include"))
            .arg(root.join("tests/header.c"))
            .arg(&library)
            .args(["-lpthread", "-ldl", "-lm", "-lgcc_s"])
            .arg(format!("-Wl,-rpath,{}", libraries.display()))
            .arg("-o")
            .arg(&program);
        assert!(works(&mut compile), "{name}: the program does not compile");
        let output = Command::new(&program).output().expect("it was just made");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{name}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(
            text, "sum 499500\nerror out of cheese at shop.mlir:3:7\nquiet\n",
            "{name}"
        );
    }
}

fn works(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn this_program_folder() -> PathBuf {
    let program = std::env::current_exe().expect("this test");
    program.parent().expect("it lies in a folder").to_owned()
}
