//! The tool under its own name, and as the tools that it stands in for.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name)
        .to_string_lossy()
        .into_owned()
}

/// A link to the tool under another name.
fn link(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("links");
    std::fs::create_dir_all(&folder).expect("a folder");
    let link = folder.join(name);
    // Another test may be using the link: it is replaced in one step.
    let new = tempfile::tempdir_in(&folder).expect("a folder");
    let made = new.path().join(name);
    symlink(env!("CARGO_BIN_EXE_asyncir"), &made).expect("a link");
    std::fs::rename(&made, &link).expect("a link");
    link
}

#[track_caller]
fn succeeds(command: &mut Command) -> Output {
    let output = command.output().expect("the tool starts");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("UTF-8")
}

/// The classic way: `mlir-opt | mlir-runner`.
#[test]
fn links_named_as_mlirs_tools_take_their_flags() {
    let lowered = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lowered.mlir");
    let pipeline = "-pass-pipeline=builtin.module(async-to-async-runtime,func.func(async-runtime-ref-counting,\
                    async-runtime-ref-counting-opt),convert-async-to-llvm,convert-vector-to-llvm,\
                    func.func(convert-arith-to-llvm),convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)";
    let mut opt = Command::new(link("mlir-opt"));
    succeeds(opt.arg(example("chain.mlir")).arg(pipeline).arg("-o").arg(&lowered));
    let mut runner = Command::new(link("mlir-runner"));
    let output = succeeds(
        runner
            .arg(&lowered)
            .args(["-e", "main", "-entry-point-result=void", "-O0"]),
    );
    assert_eq!(text(output.stdout), "8\n");
    let mut runner = Command::new(link("mlir-runner"));
    let output = succeeds(
        runner
            .arg(&lowered)
            .args(["--no-implicit-module", "-entry-point-result=void"]),
    );
    assert_eq!(text(output.stdout), "8\n");
    let mut translate = Command::new(link("mlir-translate"));
    let output = succeeds(translate.arg("--mlir-to-llvmir").arg(&lowered));
    assert!(text(output.stdout).contains("define void @main()"));
    succeeds(Command::new(link("mlir-opt-22")).arg(example("chain.mlir")));
}

#[test]
fn passes_run_in_the_order_of_their_flags() {
    let dump = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let output = succeeds(
            command
                .arg("opt")
                .args(flags)
                .arg("--dump-pass-pipeline")
                .arg(example("chain.mlir")),
        );
        text(output.stderr).split_whitespace().collect::<String>()
    };
    let (first, second) = (dump(&["--cse", "-canonicalize"]), dump(&["-canonicalize", "--cse"]));
    assert!(
        first.find("cse").unwrap() < first.find("canonicalize").unwrap(),
        "{first}"
    );
    assert!(
        second.find("canonicalize").unwrap() < second.find("cse").unwrap(),
        "{second}"
    );
}

#[test]
fn run_takes_programs_at_any_level() {
    let levels: [&[&str]; 4] = [
        &[],
        &["--async-to-async-runtime"],
        &[
            "--async-to-async-runtime",
            "--async-runtime-ref-counting",
            "--async-runtime-ref-counting-opt",
        ],
        &[
            "--async-to-async-runtime",
            "--async-runtime-ref-counting",
            "--convert-async-to-llvm",
            "--convert-vector-to-llvm",
            "--convert-arith-to-llvm",
            "--convert-func-to-llvm",
            "--convert-cf-to-llvm",
            "--reconcile-unrealized-casts",
        ],
    ];
    for (index, flags) in levels.into_iter().enumerate() {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("level{index}.mlir"));
        let mut opt = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        succeeds(
            opt.arg("opt")
                .arg(example("chain.mlir"))
                .args(flags)
                .arg("-o")
                .arg(&file),
        );
        let mut run = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        let output = succeeds(run.arg("run").arg(&file));
        assert_eq!(text(output.stdout), "8\n", "{flags:?}");
    }
}

#[test]
fn entry_points_return_values() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("entries.mlir");
    let program = "func.func @i() -> i32 { %c = arith.constant -7 : i32  return %c : i32 }
                   func.func @f() -> f32 { %c = arith.constant 1.5 : f32  return %c : f32 }";
    std::fs::write(&file, program).expect("a file");
    for (entry, printed) in [("i", "-7\n"), ("f", "1.5\n")] {
        let mut run = Command::new(env!("CARGO_BIN_EXE_asyncir"));
        assert_eq!(
            text(succeeds(run.arg("run").arg(&file).args(["-e", entry])).stdout),
            printed
        );
    }
}

/// The page of a dialect, and what is said of one that is not there.
/// As MLIR words them: its tests look for these lines.
#[test]
fn the_runner_says_why_it_calls_nothing() {
    let program = "llvm.func @main() { llvm.return }
        llvm.func @takes(%a: !llvm.ptr) { llvm.return }
        llvm.func @gives() -> i32 { %0 = llvm.mlir.constant(1 : i32) : i32 llvm.return %0 : i32 }
        llvm.func @declared()";
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refused.mlir");
    std::fs::write(&file, program).expect("a file");
    let runner = link("mlir-runner-22");
    for (entry, result, reason) in [
        ("nobody", "void", "entry point not found"),
        ("declared", "void", "entry point not found"),
        ("takes", "void", "JIT can't invoke a main function expecting arguments"),
        ("gives", "void", "expected void function"),
        ("main", "i32", "only single i32 function result supported"),
        ("gives", "i64", "only single i64 function result supported"),
        ("gives", "f32", "only single f32 function result supported"),
    ] {
        let mut command = Command::new(&runner);
        command
            .args(["-e", entry, &format!("-entry-point-result={result}")])
            .arg(&file);
        let output = command.output().expect("the tool starts");
        assert_eq!(output.status.code(), Some(1), "{entry}");
        assert_eq!(text(output.stderr), format!("Error: {reason}\n"), "{entry}");
    }
    let mut command = Command::new(&runner);
    assert_eq!(text(succeeds(command.arg("--host-supports-jit")).stdout), "true\n");
}

#[test]
fn doc_prints_the_page_of_a_dialect() {
    let page = succeeds(Command::new(env!("CARGO_BIN_EXE_asyncir")).args(["doc", "async"]));
    let wanted = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/dialects/async.md");
    assert_eq!(text(page.stdout), std::fs::read_to_string(wanted).expect("the page"));
    let output = Command::new(env!("CARGO_BIN_EXE_asyncir"))
        .args(["doc", "asink"])
        .output()
        .expect("the tool starts");
    assert!(!output.status.success());
    assert!(text(output.stderr).starts_with("error: there is no dialect 'asink'; there are affine, arith, async, "));
}

#[test]
fn the_runner_writes_an_object_file_beside_its_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("answer.mlir");
    let text = "llvm.func @main() -> i32 {\n  %0 = llvm.mlir.constant(42 : i32) : i32\n  llvm.return %0 : i32\n}\n";
    std::fs::write(&program, text).expect("a program");
    let runner = || {
        let mut runner = Command::new(link("mlir-runner"));
        runner.args(["-entry-point-result=i32", "-dump-object-file"]);
        runner
    };
    let named = folder.path().join("named.o");
    for (flags, object) in [
        (vec![], folder.path().join("answer.mlir.o")),
        (vec![format!("-object-filename={}", named.display())], named),
    ] {
        let output = succeeds(runner().arg(&program).args(flags));
        assert_eq!(output.stdout, b"42\n");
        let bytes = std::fs::read(object).expect("an object file");
        assert!(bytes.starts_with(b"\x7fELF"));
    }
    let same = format!("-object-filename={}", program.display());
    let refused = runner().arg(&program).arg(same).output().expect("the tool starts");
    assert!(!refused.status.success());
    assert_eq!(std::fs::read_to_string(&program).expect("it is there"), text);
}

#[test]
fn arguments_come_from_files() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("response");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, content: &str| {
        let path = folder.join(name);
        std::fs::write(&path, content).expect("a file");
        format!("@{}", path.display())
    };
    let asyncir = || Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let inner = file(
        "inner",
        "\"-pass-pipeline=builtin.module(func.func( cse ),\n canonicalize)\"",
    );
    let outer = file("outer", &format!("'{}'\n  {inner}", example("answer.mlir")));
    let expanded = succeeds(asyncir().args(["opt", &outer]));
    let pipeline = "-pass-pipeline=builtin.module(func.func(cse),canonicalize)";
    let plain = succeeds(asyncir().args(["opt", &example("answer.mlir"), pipeline]));
    assert_eq!(expanded.stdout, plain.stdout);
    let linked = succeeds(Command::new(link("mlir-opt")).arg(&outer));
    assert_eq!(linked.stdout, plain.stdout);

    let itself = file("itself", &format!("opt @{}", folder.join("itself").display()));
    let open = file("open", "opt 'x");
    let folder_itself = format!("@{}", folder.display());
    for (argument, message) in [
        (&*itself, "lead back to this file"),
        (&open, "end within quotes"),
        (&folder_itself, "cannot read arguments from"),
        ("@nothing", "unrecognized subcommand '@nothing'"),
    ] {
        let output = asyncir().arg(argument).output().expect("the tool starts");
        let errors = text(output.stderr);
        assert!(!output.status.success() && errors.contains(message), "{errors}");
    }
}

#[test]
fn the_runner_refuses_an_only_op_that_holds_no_symbols() {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("only_a_function.mlir");
    std::fs::write(&program, "llvm.func @main() {\n  llvm.return\n}\n").expect("a file");
    let mut runner = Command::new(link("mlir-runner"));
    let output = runner
        .arg("--no-implicit-module")
        .arg(&program)
        .output()
        .expect("the tool starts");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(output.stderr), "Error: top-level op must be a symbol table.\n");
}
