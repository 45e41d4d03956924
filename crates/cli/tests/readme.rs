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

#[test]
fn stages_are_what_the_readme_shows() {
    const PROGRAM: &str = "examples/answer.mlir";
    let readme = read("README.md");
    let mlir = blocks(&readme, "mlir");
    let [program, coroutine, lowered] = mlir.as_slice() else {
        panic!("the README shows the program and two stages of it, not {mlir:?}");
    };
    shows(&read(PROGRAM), program);
    shows(&asyncir(&["opt", "--async-to-async-runtime", PROGRAM]), coroutine);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("answer.llvm.mlir");
    let file = file.to_string_lossy();
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
    shows(&std::fs::read_to_string(&*file).expect("the lowered program"), lowered);
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
        let Some((command, printed)) = session.split_once('\n') else {
            continue;
        };
        if let (Some(program), false) = (command.strip_prefix("$ asyncir run "), printed.is_empty()) {
            assert_eq!(asyncir(&["run", program]), printed);
            checked += 1;
        }
    }
    assert_eq!(checked, 1, "{sessions:?}");
}
