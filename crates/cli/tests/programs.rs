//! Programs of dialects above llvm run as MLIR's own tools run them: `asyncir run` prints what
//! `mlir-opt FLAGS | mlir-runner` prints, with the flags of the program's `// RUN:` line. Programs in `translated` are LLVM
//! IR that means what `mlir-translate` prints: LLVM prints both alike, with the attributes that it gives to intrinsics.

#[path = "../../asyncir/tests/mlir/tools.rs"]
mod tools;

use std::path::Path;
use std::process::Command;

use tools::{finish, theirs};

const MLIR_RUNNER: &str = "/usr/lib/llvm-22/bin/mlir-runner";
const MLIR_TRANSLATE: &str = "/usr/lib/llvm-22/bin/mlir-translate";
const LLVM_OPT: &str = "/usr/lib/llvm-22/bin/opt";
const LIBRARIES: [&str; 3] = [
    "libmlir_c_runner_utils.so",
    "libmlir_runner_utils.so",
    "libmlir_apfloat_wrappers.so",
];

fn programs(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder of programs")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a program");
            (path.display().to_string(), text)
        })
        .collect();
    all.sort();
    all
}

fn printed(command: &mut Command, input: &str, what: &str) -> String {
    let output = finish(command, input).unwrap_or_else(|| panic!("{what} hangs"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn mlir_runs(name: &str, text: &str) -> String {
    let flags = text
        .lines()
        .find_map(|line| line.strip_prefix("// RUN: "))
        .unwrap_or_else(|| panic!("{name} has no RUN line"));
    let flags: Vec<&str> = flags.split_whitespace().collect();
    let lowered = theirs(text, &flags).unwrap_or_else(|| panic!("mlir-opt refuses {name}"));
    let mut command = Command::new(MLIR_RUNNER);
    command.args(["-e", "main", "-entry-point-result=void"]);
    command.args(LIBRARIES.map(|library| format!("-shared-libs=/usr/lib/llvm-22/lib/{library}")));
    printed(&mut command, &lowered, &format!("mlir-runner on {name}"))
}

#[test]
fn programs_print_what_mlirs_tools_print() {
    let programs = programs("programs");
    assert!(!programs.is_empty());
    for (name, text) in programs {
        let wanted = mlir_runs(&name, &text);
        assert!(!wanted.is_empty(), "{name} prints nothing");
        for level in ["-O0", "-O2"] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
            let found = printed(command.args(["run", level]), &text, &format!("asyncir run on {name}"));
            assert_eq!(found, wanted, "{name} at {level}");
        }
    }
}

/// Loops that were found to be parallel give what they give in their order.
#[test]
fn affine_loops_print_the_same_in_parallel() {
    let programs = programs("programs");
    let (name, text) = programs
        .iter()
        .find(|program| program.0.ends_with("affine_loops.mlir"))
        .expect("the program");
    let asyncir = || Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let wanted = printed(asyncir().arg("run"), text, name);
    let parallel = printed(
        asyncir().args(["opt", "--affine-parallelize=parallel-reductions"]),
        text,
        name,
    );
    let count = |word: &str| parallel.matches(word).count();
    assert_eq!((count("affine.parallel"), count("affine.for")), (14, 2), "{parallel}");
    for workers in ["1", "2", "8"] {
        for level in ["-O0", "-O2"] {
            let mut command = asyncir();
            let command = command.args(["run", level]).env("ASYNCIR_NUM_WORKERS", workers);
            assert_eq!(
                printed(command, &parallel, name),
                wanted,
                "{workers} workers at {level}"
            );
        }
    }
}

/// LLVM IR as LLVM prints it.
fn as_llvm_prints(text: &str, what: &str) -> String {
    printed(
        Command::new(LLVM_OPT).args(["-S", "-"]),
        text,
        &format!("opt on {what}"),
    )
}

#[test]
fn translated_programs_are_those_of_mlir_translate() {
    let programs = programs("translated");
    assert!(!programs.is_empty());
    for (name, text) in programs {
        let mut ours = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let ours = ours.args(["translate", "--mlir-to-llvmir"]);
        let ours = printed(ours, &text, &format!("asyncir translate on {name}"));
        let mut theirs = Command::new(MLIR_TRANSLATE);
        let theirs = theirs.arg("--mlir-to-llvmir");
        let theirs = printed(theirs, &text, &format!("mlir-translate on {name}"));
        assert_eq!(as_llvm_prints(&ours, &name), as_llvm_prints(&theirs, &name), "{name}");
        assert_eq!(attribute_lines(&ours), attribute_lines(&theirs), "{name}");
    }
}

/// Checks that the LLVM IR of a program is that of `mlir-translate`.
fn is_translated_to_the_letter(text: &str, name: &str) {
    let mut ours = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let ours = printed(ours.args(["translate", "--mlir-to-llvmir"]), text, name);
    let mut theirs = Command::new(MLIR_TRANSLATE);
    let theirs = printed(
        theirs.arg("--mlir-to-llvmir"),
        text,
        &format!("mlir-translate of {name}"),
    );
    assert_eq!(ours, theirs, "{name}");
}

/// Programs with constants, which LLVM computes with when it makes instructions.
#[test]
fn translated_constants_are_those_of_mlir_translate_to_the_letter() {
    let programs = programs("folded");
    assert!(programs.len() >= 7);
    for (name, text) in programs {
        is_translated_to_the_letter(&text, &name);
    }
}

#[test]
fn translated_examples_are_those_of_mlir_translate_to_the_letter() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut compared = 0;
    for entry in std::fs::read_dir(examples).expect("the examples") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "mlir") {
            continue;
        }
        let mut build = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let build = build
            .args(["build", "-O0", "--coroutines=llvm", "--emit=mlir", "-o", "-"])
            .arg(path);
        let lowered = printed(build, "", &format!("asyncir build of {name}"));
        is_translated_to_the_letter(&lowered, &name);
        compared += 1;
    }
    assert!(compared >= 16, "compared {compared}");
}

/// The lines that declare functions and say which attributes functions have. Declarations with debug information name
/// nodes, whose numbers may differ.
fn attribute_lines(text: &str) -> Vec<&str> {
    let starts = ["declare ", "attributes ", "; Function Attrs:"];
    let is_one = |line: &&str| starts.iter().any(|start| line.starts_with(start)) && !line.contains("!dbg");
    text.lines().filter(is_one).collect()
}
