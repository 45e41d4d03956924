//! Which ops passes run on, and what is told of passes that passes run, next to `mlir-opt`.
//!
//! `cargo xtask test` installs MLIR's tools.

mod mlir_opt;

use std::path::Path;
use std::process::Command;

use mlir_opt::{ours, run, same};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

const FUNCTIONS: &str = "func.func @f() { return }\nllvm.func @g() { llvm.return }\n";

const CALLS: &str = "func.func @f(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
func.func @g(%x: i32) -> i32 {
  %1 = call @f(%x) : (i32) -> i32
  return %1 : i32
}
";

#[test]
fn passes_for_functions_do_not_run_on_modules() {
    for pass in [
        "affine-loop-tile",
        "affine-loop-unroll",
        "buffer-hoisting",
        "lower-vector-mask",
    ] {
        let (code, _, stderr) = same(&[&format!("--pass-pipeline=any({pass})")], FUNCTIONS);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("on an unsupported operation"), "{stderr}");
        same(&[&format!("--pass-pipeline=builtin.module(any({pass}))")], FUNCTIONS);
    }
    for pass in ["affine-loop-unroll", "affine-loop-unroll-jam"] {
        let (code, _, stderr) = same(&[&format!("--{pass}")], FUNCTIONS);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("unable to schedule pass"), "{stderr}");
        same(
            &[&format!("--pass-pipeline=builtin.module(func.func({pass}))")],
            FUNCTIONS,
        );
    }
    // Of the ops in a module, those are left out that not all passes can run on.
    for passes in [
        "llvm-request-c-wrappers",
        "convert-func-to-llvm",
        "cse,affine-loop-unroll",
    ] {
        same(&[&format!("--pass-pipeline=builtin.module(any({passes}))")], FUNCTIONS);
    }
    for passes in [
        "func.func(symbol-privatize)",
        "func.func()",
        "any()",
        "func.func( ),cse",
    ] {
        same(&[&format!("--pass-pipeline=builtin.module({passes})")], FUNCTIONS);
    }
}

#[test]
fn pipelines_are_shown_with_those_of_the_inliner() {
    for pass in [
        "--inline=op-pipelines=func.func(canonicalize,cse)",
        "--inline=op-pipelines=func.func(canonicalize{top-down=false}),llvm.func(cse) max-iterations=2",
        "--pass-pipeline=builtin.module()",
    ] {
        same(&["--dump-pass-pipeline", pass], CALLS);
    }
}

#[test]
fn what_the_inliner_runs_is_shown() {
    for flags in [
        &["--inline", "--mlir-print-ir-after-all"][..],
        &[
            "--inline=default-pipeline=cse,canonicalize",
            "--mlir-print-ir-before-all",
        ],
        &[
            "--inline",
            "--mlir-print-ir-after=canonicalize",
            "--mlir-print-ir-module-scope",
            "--mlir-disable-threading",
        ],
    ] {
        let (_, _, stderr) = same(flags, CALLS);
        assert!(stderr.contains("Canonicalizer"), "{stderr}");
    }
}

/// The number of a file says how often something was printed for each of the ops around.
#[test]
fn files_are_numbered() {
    for passes in [
        "--inline",
        "--pass-pipeline=builtin.module(func.func(cse),canonicalize,func.func(cse))",
    ] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numbered");
        let tree = |name: &str| {
            let root = folder.join(name);
            let _ = std::fs::remove_dir_all(&root);
            std::fs::create_dir_all(&folder).expect("a folder");
            (format!("--mlir-print-ir-tree-dir={}", root.display()), root)
        };
        let ((theirs, wanted), (own, found)) = (tree("theirs"), tree("ours"));
        let flags = |tree| [passes, "--mlir-print-ir-after-all", "--mlir-disable-threading", tree];
        run(Command::new(MLIR_OPT), &flags(&theirs), CALLS);
        ours(&flags(&own), CALLS);
        let names = names(&found);
        assert!(names.len() > 3, "{names:?}");
        assert_eq!(names, self::names(&wanted));
    }
}

/// The paths of all files below a folder, from there.
fn names(root: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(root).expect("below").display().to_string());
            }
        }
    }
    found.sort();
    found
}
