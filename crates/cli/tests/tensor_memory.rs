//! Programs that go on for long with tensors do not use more and more memory.

use std::path::PathBuf;
use std::process::Command;

/// The programs' loops allocate at least 4 GB.
const LIMIT_KB: &str = "2500000";

fn check(name: &str, wanted: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tensor_memory");
    let program = folder.join(name).with_extension("mlir").display().to_string();
    for options in [&["-O0"][..], &["-O0", "--coroutines=llvm"], &["-O2", "--keep-tasks"]] {
        let output = Command::new("sh")
            .args(["-c", "ulimit -v \"$0\"; exec \"$@\"", LIMIT_KB])
            .arg(env!("CARGO_BIN_EXE_asyncir"))
            .arg("run")
            .args(options)
            .arg(&program)
            .env("ASYNCIR_NUM_WORKERS", "2")
            .output();
        let output = output.expect("asyncir starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name} with {options:?}: {errors}");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim(),
            wanted,
            "{name} with {options:?}"
        );
    }
}

#[test]
fn what_functions_return_is_freed() {
    check("calls", "12000");
}

#[test]
fn what_branches_and_loops_pass_on_is_freed() {
    check("branches", "12000");
}

#[test]
fn what_tasks_use_and_give_is_freed() {
    check("tasks", "24000");
}

#[test]
fn what_the_program_frees_itself_is_freed_once() {
    check("own_memory", "8000");
}
