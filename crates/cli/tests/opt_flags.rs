//! Flags of `asyncir opt` that are about files and pipelines, next to `mlir-opt`'s.
//!
//! `cargo xtask test` installs MLIR's tools.

mod mlir_opt;

use std::path::{Path, PathBuf};
use std::process::Command;

use mlir_opt::{ours, run, same};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

const FUNCTION: &str = "func.func @f() {\n  return\n}\n";

#[test]
fn the_only_op_is_taken_without_a_module() {
    let flag = "--no-implicit-module";
    let (code, stdout, _) = same(&[flag], FUNCTION);
    assert_eq!((code, &*stdout), (Some(0), "func.func @f() {\n  return\n}\n\n"));
    same(&[flag], "arith.constant 1 : i32\n");
    same(&[flag], "module { func.func private @f() }\n");
    same(&[flag, "--verify-roundtrip"], FUNCTION);
    // Not exactly one op.
    for program in ["", "func.func private @f()\nfunc.func private @g()\n"] {
        let (code, _, stderr) = same(&[flag], program);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("source must contain a single top-level operation, found: "));
    }
}

#[test]
fn pipelines_run_on_the_only_op() {
    let flag = "--no-implicit-module";
    for passes in [
        &["--cse"][..],
        &["--pass-pipeline=func.func(cse)", "--mlir-print-ir-after-all"],
        &["--pass-pipeline=builtin.module(cse)"],
        &["--canonicalize", "--cse", "--dump-pass-pipeline"],
        &["--convert-func-to-llvm"],
    ] {
        same(&[&[flag], passes].concat(), FUNCTION);
    }
    // Passes need an op that is isolated from above.
    same(&[flag, "--cse"], "arith.constant 1 : i32\n");
    same(
        &[flag, "--cse", "--allow-unregistered-dialect"],
        "\"test.x\"() ({ %c = arith.constant 1 : i32 }) : () -> ()\n",
    );
}

/// The second pass on the first module inside fails.
const FAILS: &str = "module @m {
  module @in {
    func.func @g(%t: !async.token, %a: index, %b: index, %c: index) {
      %x = arith.addi %a, %b : index
      scf.for %i = %a to %b step %c {
        async.await %t : !async.token
      }
      return
    }
  }
}
";
const PIPELINE: &str =
    "--pass-pipeline=builtin.module(cse,builtin.module(canonicalize,convert-async-to-llvm,func.func(cse)),symbol-dce)";

#[test]
fn a_failing_pass_leaves_what_reproduces_the_failure() {
    let folder = folder("reproducers");
    for (index, flags) in [
        &["--mlir-disable-threading"][..],
        &["--mlir-disable-threading", "--mlir-pass-pipeline-local-reproducer"],
        &[
            "--mlir-disable-threading",
            "--mlir-print-op-generic",
            "--verify-each=false",
        ],
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.join(format!("{index}.mlir"));
        let reproducer = format!("--mlir-pass-pipeline-crash-reproducer={}", text(&file));
        let flags = [&[PIPELINE, &reproducer], flags].concat();
        let theirs = run(Command::new(MLIR_OPT), &flags, FAILS);
        let wanted = std::fs::read_to_string(&file).expect("a reproducer");
        std::fs::remove_file(&file).expect("a file");
        assert_eq!(ours(&flags, FAILS), theirs, "{flags:?}");
        let program = std::fs::read_to_string(&file).expect("a reproducer");
        assert_eq!(program, wanted, "{flags:?}");
        let (code, _, stderr) = same(&["--run-reproducer"], &program);
        assert_eq!(code, Some(1));
        assert!(
            stderr.contains("failed to legalize operation 'async.await'"),
            "{stderr}"
        );
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 3);
}

#[test]
fn reproducers_that_cannot_be_written_are_told() {
    let flags = [
        PIPELINE,
        "--mlir-disable-threading",
        "--mlir-pass-pipeline-crash-reproducer=/nonexistent/a.mlir",
    ];
    let (code, _, stderr) = same(&flags, FAILS);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("cannot open output file '/nonexistent/a.mlir'"),
        "{stderr}"
    );
    // One pass can only be told from those that run at the same time on one thread.
    let local = [
        "--mlir-pass-pipeline-local-reproducer",
        "--mlir-pass-pipeline-crash-reproducer=a.mlir",
    ];
    assert_eq!(same(&local, FUNCTION).0, Some(1));
    // MLIR goes on without a word.
    let (code, stdout, stderr) = ours(&["--mlir-generate-reproducer=/nonexistent/a.mlir"], FUNCTION);
    assert_eq!((code, &*stdout), (Some(1), ""));
    assert!(
        stderr.contains("cannot open output file '/nonexistent/a.mlir'"),
        "{stderr}"
    );
}

/// Options that MLIR's passes do not have are shown if they are set.
#[test]
fn pipelines_are_shown_as_mlir_shows_them() {
    let passes = [
        "--async-func-to-async-runtime",
        "--async-to-async-runtime",
        "--arith-expand",
        "--convert-async-to-llvm",
        "--convert-math-to-libm",
        "--finalize-memref-to-llvm",
        "--one-shot-bufferize",
        "--dump-pass-pipeline",
    ];
    same(&passes, FUNCTION);
    let own = "convert-async-to-llvm{runtime-extensions=true}";
    let pipeline = format!("--pass-pipeline=builtin.module({own})");
    let (code, _, stderr) = ours(&[&pipeline, "--dump-pass-pipeline"], FUNCTION);
    assert_eq!(code, Some(0));
    assert!(stderr.contains(own), "{stderr}");
}

/// MLIR's options of `convert-vector-to-llvm` are all shown and read; of some, only the default is supported.
#[test]
fn pipelines_that_mlir_shows_are_read() {
    let program = "func.func @f() { return }";
    let passes = "builtin.module(convert-vector-to-llvm,convert-vector-to-scf,func.func(lower-vector-multi-reduction))";
    let shown = same(&[&format!("--pass-pipeline={passes}"), "--dump-pass-pipeline"], program).2;
    let (_, pipeline) = shown.split_once(":\n").expect("a pipeline");
    let again = format!("--pass-pipeline={}", pipeline.trim());
    assert_eq!(same(&[&again, "--dump-pass-pipeline"], program).2, shown);
    for option in ["enable-arm-sve=true", "vector-transpose-lowering=shuffle16x16"] {
        let (code, _, stderr) = ours(&[&format!("--convert-vector-to-llvm={option}")], program);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("is supported only as '"), "{stderr}");
    }
}

#[test]
fn the_result_is_written_with_its_pipeline() {
    let program = "func.func @f() { %c = arith.constant 1 : i32  return }";
    let (_, stdout, _) = same(&["--canonicalize", "--mlir-generate-reproducer=-"], program);
    assert_eq!(stdout.matches("mlir_reproducer").count(), 1, "{stdout}");
}

/// A file with a pipeline, in which `entry` is added to what it says of it.
fn for_pipeline(entry: &str) -> String {
    format!(
        "func.func @f() {{ %c = arith.constant 1 : i32  return }}
{{-# external_resources: {{
  other: {{ key: true }},
  mlir_reproducer: {{ pipeline: \"builtin.module(func.func(cse))\"{entry} }}
}} #-}}"
    )
}

#[test]
fn files_say_which_pipeline_they_are_for() {
    let flags = ["--run-reproducer", "--dump-pass-pipeline"];
    let (_, stdout, _) = same(&flags, &for_pipeline(", disable_threading: true, verify_each: false"));
    assert!(!stdout.contains("arith.constant"), "{stdout}");
    assert!(
        stdout.contains("other") && !stdout.contains("mlir_reproducer"),
        "{stdout}"
    );
    same(
        &["--run-reproducer", "--symbol-dce", "--dump-pass-pipeline"],
        &for_pipeline(""),
    );
    same(&["--run-reproducer"], FUNCTION);
    // Without the flag it is a resource like others.
    let (_, stdout, _) = same(&[], &for_pipeline(""));
    assert!(stdout.contains("mlir_reproducer"), "{stdout}");
    for wrong in [
        ", unknown: true",
        ", verify_each: 3",
        ", disable_threading: \"x\"",
        ", pipeline: true",
    ] {
        assert_eq!(same(&["--run-reproducer"], &for_pipeline(wrong)).0, Some(1));
    }
    let unknown = for_pipeline("").replace("cse", "no-such-pass");
    assert_eq!(ours(&["--run-reproducer"], &unknown).0, Some(1));
}

/// Modules with and without names, names that no file can have.
const TREE: &str = "module @top {
  func.func @f() { %c = arith.constant 1 : i32  return }
  module { func.func @g() { return } }
  module { func.func @g() { return } }
  module @\"a/b c\" {
    func.func @\"g.$%h\"() { return }
    module @x { func.func private @d() }
  }
}
";

/// All files in a folder, with their names in it.
fn files(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = text(path.strip_prefix(root).expect("a file in the folder"));
            found.push((name, std::fs::read_to_string(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

#[test]
fn dumps_go_to_a_tree_of_files() {
    let pipeline = "--pass-pipeline=builtin.module(cse,func.func(canonicalize,cse),\
                    builtin.module(symbol-dce,func.func(cse)),convert-func-to-llvm,canonicalize)";
    for which in [
        &["--mlir-print-ir-before-all", "--mlir-print-ir-after-all"][..],
        &[
            "--mlir-print-ir-after-all",
            "--mlir-print-ir-after-change",
            "--mlir-print-ir-module-scope",
        ],
        &["--mlir-print-ir-after=symbol-dce"],
    ] {
        let (a, b) = (folder("tree-theirs"), folder("tree-ours"));
        let tree = |root: &Path| format!("--mlir-print-ir-tree-dir={}", text(root));
        let (theirs, own) = (tree(&a), tree(&b));
        let flags = |tree| [&[pipeline, "--mlir-disable-threading", tree], which].concat();
        let wanted = run(Command::new(MLIR_OPT), &flags(&theirs), TREE);
        assert_eq!(ours(&flags(&own), TREE), wanted);
        let found = files(&b);
        assert!(!found.is_empty());
        assert_eq!(found, files(&a), "{which:?}");
    }
}

/// The outermost op is shown as a file, with its aliases, unless everything is to stand where it is used.
#[test]
fn dumps_use_aliases() {
    let program = "#map = affine_map<(d0) -> (d0 + 1)>\n\
                   func.func @f(%memory: memref<4xf32, #map>) { return }\n\
                   func.func @g() { return }\n";
    for flags in [
        &["--mlir-print-ir-after-all", "--cse"][..],
        &["--mlir-print-ir-after-all", "--mlir-print-debuginfo", "--cse"],
        &["--mlir-print-ir-after-all", "--mlir-print-local-scope", "--cse"],
        &[
            "--mlir-print-ir-before-all",
            "--mlir-print-ir-module-scope",
            "--mlir-disable-threading",
            "--pass-pipeline=builtin.module(func.func(cse))",
        ],
        &[
            "--mlir-print-ir-before-all",
            "--mlir-print-debuginfo",
            "--mlir-disable-threading",
            "--pass-pipeline=builtin.module(func.func(cse),cse)",
        ],
    ] {
        same(flags, program);
    }
}

#[test]
fn folders_that_cannot_be_made_are_told() {
    let file = folder("tree-file").join("file");
    std::fs::write(&file, "").expect("a file");
    for root in ["/nonexistent/tree", &text(&file)] {
        let tree = format!("--mlir-print-ir-tree-dir={root}");
        let (_, _, stderr) = same(&["--cse", "--mlir-print-ir-after-all", &tree], FUNCTION);
        assert!(stderr.starts_with("Error while creating directory "), "{stderr}");
    }
}

#[test]
fn ops_are_counted_on_standard_error() {
    let program = "func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  \"unknown.op\"() : () -> ()
  return
}
";
    for pass in ["--print-op-stats", "--print-op-stats=json"] {
        let (code, _, stderr) = same(&["--allow-unregistered-dialect", pass], program);
        assert_eq!(code, Some(0));
        assert!(stderr.contains("unknown"), "{stderr}");
    }
}

#[test]
fn the_ir_is_printed_in_the_middle_of_a_pipeline() {
    let program = "#map = affine_map<(d0) -> (d0 + 1)>
module @m attributes {x.map = #map} {
  func.func @f(%a: index) -> index {
    %0 = affine.apply #map(%a)
    %1 = arith.addi %0, %a : index
    return %0 : index
  }
}
";
    let pipelines = [
        &["--pass-pipeline=builtin.module(print-ir,func.func(cse,print-ir{label=behind}))"][..],
        &["--print-ir=label='two words'", "--mlir-print-op-generic"],
        &["--print-ir", "--mlir-print-debuginfo"],
    ];
    for flags in pipelines {
        let (code, _, stderr) = same(flags, program);
        assert_eq!(code, Some(0));
        assert!(stderr.contains("// -----// IR Dump"), "{stderr}");
    }
}

#[test]
fn passes_show_what_they_counted() {
    let program = "func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  %3 = arith.muli %a, %1 : i32
  return %2 : i32
}
func.func private @unused() { return }
";
    let pipeline = "--pass-pipeline=builtin.module(func.func(cse,canonicalize),symbol-dce,cse)";
    // MLIR's tool, as it is released, shows the head of the report and counts nothing.
    let head = run(Command::new(MLIR_OPT), &[pipeline, "--mlir-pass-statistics"], program).2;
    let head = head.trim_end_matches('\n');
    let (code, _, stderr) = ours(&[pipeline, "--mlir-pass-statistics"], program);
    let wanted = "
'func.func' Pipeline
  CSE
    (S) 1 num-cse'd - Number of operations CSE'd
    (S) 1 num-dce'd - Number of operations DCE'd
  Canonicalizer
SymbolDCE
  (S) 1 num-dce'd - Number of symbols DCE'd
CSE
  (S) 0 num-cse'd - Number of operations CSE'd
  (S) 0 num-dce'd - Number of operations DCE'd

";
    assert_eq!((code, stderr), (Some(0), format!("{head}{wanted}")));
    let flags = [
        pipeline,
        "--mlir-pass-statistics",
        "--mlir-pass-statistics-display=list",
    ];
    let wanted = "
CSE
  (S) 1 num-cse'd - Number of operations CSE'd
  (S) 1 num-dce'd - Number of operations DCE'd
SymbolDCE
  (S) 1 num-dce'd - Number of symbols DCE'd

";
    assert_eq!(ours(&flags, program).2, format!("{head}{wanted}"));
}

#[test]
fn of_maxima_passes_show_the_largest_number() {
    let program = "func.func @f(%a: i32) {
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<3xi32>
  %n = memref.alloca() : memref<2xi32>
  memref.store %a, %m[%c1] : memref<3xi32>
  memref.store %a, %n[%c1] : memref<2xi32>
  return
}
";
    let flags = [
        "--sroa",
        "--sroa",
        "--mlir-pass-statistics",
        "--mlir-pass-statistics-display=list",
    ];
    let (code, _, stderr) = ours(&flags, program);
    let lines: Vec<&str> = stderr.lines().filter(|line| line.contains("(S)")).collect();
    let wanted = [
        "  (S) 2 destructured slots        - Total amount of memory slots destructured",
        "  (S) 3 max subelement number     - Maximal number of sub-elements a successfully destructured slot initially had",
        "  (S) 2 slots with memory benefit - Total amount of memory slots in which the destructured size was smaller than \
         the total size after eliminating unused fields",
    ];
    assert_eq!((code, lines), (Some(0), wanted.to_vec()));
}

#[test]
fn long_resources_are_left_out() {
    let program = "module attributes {x.a = dense_resource<r> : tensor<4xi32>} {}
{-# dialect_resources: { builtin: { r: \"0x0400000001000000020000000300000004000000\" } },
    external_resources: { x: { s: \"a text of 24 characters \", b: true, blob: \"0x0400000001000000\" } } #-}
";
    for limit in [0, 3, 4, 25, 26, 43, 44] {
        let (code, ..) = same(&[&format!("--mlir-elide-resource-strings-if-larger={limit}")], program);
        assert_eq!(code, Some(0), "{limit}");
    }
}

#[test]
fn options_of_passes_are_read_and_shown_as_numbers_and_lists() {
    let program = "func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %a, %zero : i32
  return %sum : i32
}
";
    for options in [
        "disable-patterns=a,b enable-patterns={c}",
        "max-iterations=-1",
        "max-iterations=-2",
        "max-iterations=-0x2 max-num-rewrites=010",
        "max-num-rewrites=-3",
        "max-num-rewrites=0b11",
    ] {
        same(&[&format!("--canonicalize={options}"), "--dump-pass-pipeline"], program);
    }
}
