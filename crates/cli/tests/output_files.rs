//! Output files that exist already, and outputs that cannot be written.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const TOOL: &str = env!("CARGO_BIN_EXE_asyncir");

/// A folder with a program in it, where everyone may write.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = Command::new("chmod").args(["-R", "u+rwx"]).arg(&folder).output();
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("main.mlir"), "func.func @main() { return }").expect("a program");
    folder
}

/// Runs a line of shell in a folder. `$T` is the tool.
fn shell(folder: &Path, line: &str) -> Output {
    let mut command = Command::new("sh");
    let command = command.args(["-c", line]).env("T", TOOL).current_dir(folder);
    command.output().expect("a shell")
}

#[track_caller]
fn succeeds(folder: &Path, line: &str) {
    let output = shell(folder, line);
    assert!(output.status.success(), "{line}: {output:?}");
}

#[track_caller]
fn fails(folder: &Path, line: &str, message: &str) {
    let output = shell(folder, line);
    assert_eq!(output.status.code(), Some(1), "{line}: {output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("error: {message}\n"),
        "{line}"
    );
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("its owner sets them");
}

fn is_module(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.starts_with("module {"))
}

#[test]
fn permissions_are_kept() {
    let folder = scratch("permissions");
    let file = folder.join("out");
    fs::write(&file, "old").expect("a file");
    set_mode(&file, 0o640);
    succeeds(&folder, "$T opt main.mlir -o out");
    assert!(is_module(&file));
    assert_eq!(mode(&file), 0o640);
    succeeds(&folder, "$T build main.mlir --emit=shared --backend=cranelift -o out");
    assert_eq!(mode(&file), 0o750, "who may read a program may execute it");
    assert!(!is_module(&file));
}

#[test]
fn all_names_of_a_file_lead_to_what_was_written() {
    let folder = scratch("names");
    fs::write(folder.join("one"), "old").expect("a file");
    fs::hard_link(folder.join("one"), folder.join("two")).expect("another name");
    succeeds(&folder, "$T opt main.mlir -o one");
    assert!(is_module(&folder.join("two")));
    assert_eq!(fs::metadata(folder.join("one")).expect("a file").nlink(), 2);
    fails(
        &folder,
        "$T opt /no/file -o one",
        "cannot open input file '/no/file': No such file or directory",
    );
    assert!(is_module(&folder.join("two")), "nothing is written when a tool fails");
}

/// The superuser may write everything, so the tool is run by another user then.
#[test]
fn a_file_that_must_not_be_written_is_not_replaced() {
    let folder = scratch("read-only");
    let tool = folder.join("asyncir");
    fs::copy(TOOL, &tool).expect("a copy, which others find");
    let (file, inner) = (folder.join("out"), folder.join("inner"));
    fs::write(&file, "old").expect("a file");
    fs::create_dir(&inner).expect("a folder");
    fs::write(inner.join("out"), "old").expect("a file");
    let is_superuser = fs::metadata(&file).expect("a file").uid() == 0;
    let prefix = if is_superuser {
        succeeds(&folder, "chown -R 65534:65534 .");
        "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "
    } else {
        ""
    };
    set_mode(&file, 0o444);
    set_mode(&inner, 0o555);
    // The folders above may be closed for others; the tool is started inside.
    let line = |rest: &str| format!("{prefix}./asyncir {rest}");
    if is_superuser && !shell(&folder, &format!("{prefix}./asyncir --version")).status.success() {
        return;
    }
    fails(
        &folder,
        &line("opt main.mlir -o out"),
        "cannot open output file 'out': Permission denied",
    );
    assert_eq!(fs::read_to_string(&file).expect("the old file"), "old");
    succeeds(&folder, &line("opt main.mlir -o inner/out"));
    assert!(is_module(&inner.join("out")));
    fails(
        &folder,
        &line("opt main.mlir -o inner/new"),
        "cannot open output file 'inner/new': Permission denied",
    );
}

#[test]
fn what_leads_to_open_files_is_written_on() {
    let folder = scratch("descriptors");
    succeeds(&folder, "echo old > log; $T opt main.mlir -o /dev/fd/3 3>> log");
    assert!(
        fs::read_to_string(folder.join("log"))
            .expect("a file")
            .starts_with("old\nmodule {")
    );
    succeeds(&folder, "$T opt main.mlir -o /dev/stdout >> log");
    assert_eq!(
        fs::read_to_string(folder.join("log"))
            .expect("a file")
            .matches("module")
            .count(),
        2
    );
    succeeds(
        &folder,
        "mkfifo pipe; cat pipe > copy & $T opt main.mlir -o pipe && wait",
    );
    assert!(is_module(&folder.join("copy")));
    succeeds(&folder, "$T opt main.mlir -o /dev/null && test -c /dev/null");
}

#[test]
fn files_that_grow_too_large_are_an_error() {
    let folder = scratch("limit");
    let big: String = (0..20_000).map(|n| format!("func.func private @f{n}()\n")).collect();
    fs::write(folder.join("big.mlir"), big).expect("a program");
    fs::write(folder.join("out"), "old").expect("a file");
    fails(
        &folder,
        "ulimit -f 1; $T opt big.mlir -o out",
        "cannot write output file 'out': File too large",
    );
    assert_eq!(fs::read_to_string(folder.join("out")).expect("the old file"), "old");
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        3,
        "no temporary file is left"
    );
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = scratch("closed");
    fs::write(
        folder.join("one.mlir"),
        "func.func @main() -> i32 { %c = arith.constant 1 : i32  return %c : i32 }",
    )
    .expect("a program");
    fs::write(
        folder.join("prints.mlir"),
        "func.func private @printNewline()
        func.func @main() { call @printNewline() : () -> ()  return }",
    )
    .expect("a program");
    for tool in ["opt main.mlir", "run one.mlir", "--help", "opt --version", "doc async"] {
        fails(
            &folder,
            &format!("$T {tool} >&-"),
            "cannot write to standard output: it is closed",
        );
    }
    fails(
        &folder,
        "$T run prints.mlir >&-",
        "cannot write to standard output: Bad file descriptor",
    );
    succeeds(&folder, "$T run main.mlir >&-");
    succeeds(&folder, "$T opt main.mlir -o out >&-");
}

/// As in `asyncir run file | head -1`.
#[test]
fn a_reader_that_goes_away_ends_a_program_that_prints() {
    let folder = scratch("reader");
    let program = folder.join("prints.mlir");
    fs::write(
        &program,
        "func.func private @printNewline()
        func.func @main() {
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %many = arith.constant 1000000000000 : index
          scf.for %i = %zero to %many step %one { func.call @printNewline() : () -> () }
          return
        }",
    )
    .expect("a program");
    let mut command = Command::new(TOOL);
    let command = command.args(["run", "--backend=cranelift", "-O0"]).arg(&program);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("asyncir starts");
    drop(child.stdout.take());
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it runs");
            panic!("the program runs on");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let status = child.wait().expect("a child");
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&status),
        Some(13),
        "{status}"
    );
}
