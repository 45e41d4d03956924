//! What the README shows is what the tool prints.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file of the repository")
}

/// The blocks of code in a language, in order.
fn blocks(readme: &str, language: &str) -> Vec<String> {
    let open = format!("```{language}\n");
    let rest = readme.split(&open).skip(1);
    rest.map(|rest| rest.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

fn asyncir(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(args)
        .current_dir(root())
        .output()
        .expect("asyncir starts");
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Every line of a snippet stands in the text, in that order; `...` stands for any lines.
#[track_caller]
fn shows(text: &str, snippet: &str) {
    let mut lines = text.lines().map(str::trim);
    for wanted in snippet.lines().map(str::trim).filter(|line| *line != "...") {
        assert!(lines.any(|line| line == wanted), "'{wanted}' is not there in:\n{text}");
    }
}

const PROGRAM: &str = "examples/answer.mlir";

/// The program in the llvm dialect, as the README makes it, in a file of this name.
fn lower(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = file.to_string_lossy().into_owned();
    let passes = [
        "--async-to-async-runtime",
        "--async-runtime-ref-counting",
        "--convert-async-to-llvm",
        "--convert-vector-to-llvm",
        "--convert-arith-to-llvm",
        "--convert-func-to-llvm",
        "--convert-cf-to-llvm",
        "--reconcile-unrealized-casts",
    ];
    asyncir(&[&["opt", PROGRAM, "-o", &file], &passes[..]].concat());
    file
}

#[test]
fn stages_are_what_the_readme_shows() {
    let readme = read("README.md");
    let mlir = blocks(&readme, "mlir");
    let [program, coroutine, lowered] = mlir.as_slice() else {
        panic!("the README shows the program and two stages of it, not {mlir:?}");
    };
    shows(&read(PROGRAM), program);
    shows(&asyncir(&["opt", "--async-to-async-runtime", PROGRAM]), coroutine);
    let file = lower("answer.llvm.mlir");
    shows(&std::fs::read_to_string(&file).expect("the lowered program"), lowered);
    let llvm = blocks(&readme, "llvm");
    shows(&asyncir(&["translate", "--mlir-to-llvmir", &file]), &llvm[0]);
    assert_eq!(asyncir(&["run", &file]), "42\n");
}

#[test]
fn commands_print_what_the_readme_shows() {
    let readme = read("README.md");
    let sessions = blocks(&readme, "console");
    let mut checked = 0;
    for session in &sessions {
        let lines = session.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        let [command, printed @ ..] = lines.as_slice() else {
            continue;
        };
        if let (Some(arguments), false) = (command.strip_prefix("$ asyncir run "), printed.is_empty()) {
            // The shell knows about quotes.
            let script = format!("{} run {arguments}", env!("CARGO_BIN_EXE_asyncir"));
            let output = Command::new("sh").args(["-c", &script]).current_dir(root()).output();
            let output = String::from_utf8(output.expect("sh starts").stdout).expect("UTF-8");
            assert_eq!(output.lines().collect::<Vec<_>>(), printed, "{command}");
            checked += 1;
        }
    }
    assert_eq!(checked, 2, "{sessions:?}");
}

/// With the runtime's library that was built with this test.
#[test]
fn mlir_runner_runs_the_program_as_the_readme_says() {
    let readme = read("README.md");
    let scripts = blocks(&readme, "sh");
    let [script] = scripts.as_slice() else {
        panic!("the README has one script, not {scripts:?}");
    };
    let program = lower("answer.runner.mlir");
    let tool = Path::new(env!("CARGO_BIN_EXE_asyncir"));
    let library = tool.with_file_name("deps").join("libasyncir_runtime.so");
    let script = script
        .replace("answer.llvm.mlir", &program)
        .replace("target/demo/libasyncir_runtime.so", &library.to_string_lossy())
        .replace("mlir-runner", "/usr/lib/llvm-22/bin/mlir-runner");
    let output = Command::new("sh").arg("-c").arg(&script).output().expect("sh starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n", "{script}: {errors}");
}
