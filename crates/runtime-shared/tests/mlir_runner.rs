//! The shared library behind MLIR's own runner, in the place of `libmlir_async_runtime.so`.
#![cfg(not(any(loom, miri)))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TOOLS: &str = "/usr/lib/llvm-22/bin";
const UTILITIES: &str = "/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so";
const LOWERING: [&str; 11] = [
    "--async-func-to-async-runtime",
    "--async-to-async-runtime",
    "--async-runtime-ref-counting",
    "--async-runtime-ref-counting-opt",
    "--convert-scf-to-cf",
    "--convert-async-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

/// Whether frames come from the runtime's pools.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Frames {
    Pooled,
    Allocated,
}

fn finish(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error} (cargo xtask test installs MLIR's tools)"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}: {errors}", output.status);
    output
}

/// Lowers a program with `mlir-opt` and runs it with `mlir-runner`; gives what it prints.
fn run(name: &str, text: &str, frames: Frames) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("{name}_{frames:?}.mlir"));
    let lowered = program.with_extension("lowered.mlir");
    std::fs::write(&program, text).expect("the folder for tests can be written");
    finish(
        Command::new(format!("{TOOLS}/mlir-opt"))
            .args(LOWERING)
            .arg(&program)
            .arg("-o")
            .arg(&lowered),
    );
    let library = library();
    assert!(library.exists(), "cargo builds {} with the tests", library.display());
    let mut runner = Command::new(format!("{TOOLS}/mlir-runner"));
    runner
        .args(["-O2", "-e", "main", "--entry-point-result=void"])
        .arg(format!("--shared-libs={},{UTILITIES}", library.display()))
        .arg(&lowered);
    if frames == Frames::Allocated {
        runner.env("ASYNCIR_POOL_FRAMES", "0");
    }
    String::from_utf8(finish(&mut runner).stdout).expect("UTF-8")
}

/// The shared library is where this program's folder is.
fn library() -> PathBuf {
    let program = std::env::current_exe().expect("this program has a path");
    let folder = program.parent().expect("a program is in a folder");
    folder.join("libasyncir_runtime.so")
}

#[test]
fn tasks_have_their_results() {
    let text = include_str!("mlir_runner/tasks.mlir");
    for frames in [Frames::Pooled, Frames::Allocated] {
        assert_eq!(
            run("tasks", text, frames),
            "820\n4498500\n4498500\n".repeat(3),
            "{frames:?}"
        );
    }
}

#[test]
fn compiled_code_gets_frames_from_the_pools() {
    let text = include_str!("mlir_runner/frames.mlir");
    assert_eq!(run("frames", text, Frames::Pooled), "0\n4711\n0\n");
    let allocated = run("frames", text, Frames::Allocated);
    let (bits, rest) = allocated.split_once('\n').expect("three lines");
    assert_ne!(bits, "0", "the C library aligns to 16");
    assert_eq!(rest, "4711\n0\n");
}

/// The programs that measure the runtime, one round each.
#[test]
fn the_programs_of_the_benchmarks_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/benches/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a program");
        let rounds = "%rounds = arith.constant ";
        let start = text.find(rounds).unwrap_or_else(|| panic!("{name} has no rounds")) + rounds.len();
        let end = start + text[start..].find(' ').expect("a type follows");
        let once = format!("{}1{}", &text[..start], &text[end..]);
        let printed = run(&name, &once, Frames::Pooled);
        let times: Vec<f64> = printed
            .split_whitespace()
            .map(|time| time.parse().expect("a time"))
            .collect();
        assert!(times.len() == 1 && times[0] > 0.0, "{name} prints {printed}");
        count += 1;
    }
    assert!(count > 5, "only {count} programs");
}
