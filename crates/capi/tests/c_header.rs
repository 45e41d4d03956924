//! The C header declares what the library has, and a C program compiles and runs against it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const HEADER: &str = include_str!("../include/asyncir.h");

/// What the C program prints.
const PRINTED: &str = "\
scale is (f32, memref<?xf32>) -> (i64)
4 numbers, the last one is 40
twice 21 is 42
cubes is (index) -> (tensor<?x1xf32>)
5 by 1 numbers, the last one is 64
check: embed.mlir:30:5: not this one
check passes
nothing to check: function 'check' is (i1) -> (), but was called with 0 pointers
missing: function 'missing' not found; there are 'scale', 'twice', 'cubes', 'check'
unknown: there is no option 'optlevel'; there are 'opt-level', 'backend', 'entry-points', 'shared-lib', 'parallel-loops', \
'grain', 'loop-workers', 'coroutines', 'keep-tasks', 'leaves-tasks', 'runtime-verification', 'debug-info', 'perf-map', 'threads', 'cache'
wrong: option 'opt-level=7': expected an optimisation level from 0 to 3, found '7'
number: option 'threads=0x': expected a number from 1 on
truth: option 'keep-tasks=yes': expected 'true' or 'false'
half: half.mlir:1:15: error: expected operation name in quotes
func.func @f() {
              ^
null: the program is null
module {
  func.func @f() -> i32 {
    %c6_i32 = arith.constant 6 : i32
    return %c6_i32 : i32
  }
}
pipeline: MLIR Textual PassPipeline Parser:1:1: error: 'canonicalise' does not refer to a registered pass or pass pipeline
canonicalise
^
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The names of the functions of the library that a text declares.
fn functions(text: &str) -> Vec<&str> {
    let pieces = text.split(['*', ' ', '\n']);
    let named = pieces.filter_map(|piece| piece.split_once('(').map(|(name, _)| name));
    let mut names: Vec<&str> = named.filter(|name| name.starts_with("asyncir")).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_header_declares_every_function() {
    let mut source = String::new();
    for file in fs::read_dir(root().join("src")).expect("sources") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a source");
        let exported = text.split("extern \"C\" fn ").skip(1);
        source.extend(exported.map(|function| format!("{}(\n", function.split('(').next().unwrap_or_default())));
    }
    assert_eq!(
        functions(HEADER.split("#ifndef").nth(1).expect("a guard")),
        functions(&source)
    );
}

#[test]
fn a_c_program_runs_against_the_library() {
    if !works(Command::new("cc").arg("--version")) {
        return eprintln!("there is no C compiler");
    }
    let test = std::env::current_exe().expect("this test");
    let library = test.with_file_name("libasyncir_capi.so");
    assert!(library.exists(), "cargo builds it with the tests");
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("embed");
    let mut compile = Command::new("cc");
    compile
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .arg("-I")
        .arg(root().join("include"))
        .arg("-I")
        .arg(root().join("../runtime/include"))
        .arg(root().join("tests/embed.c"))
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", test.with_file_name("").display()))
        .arg("-o")
        .arg(&program);
    assert!(works(&mut compile), "the program does not compile");
    let output = Command::new(&program).output().expect("it was just made");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), PRINTED, "{errors}");
    assert!(output.status.success(), "{errors}");
}

fn works(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
