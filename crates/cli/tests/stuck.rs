//! A program that waits for what nothing completes says so, whether it is run or built, and shows what it printed before.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The group gets one member of three.
const PROGRAM: &str = "
func.func @main() {
  %size = arith.constant 3 : index
  %group = async.create_group %size : !async.group
  %token = async.execute {
    vector.print str \"before\\n\"
    async.yield
  }
  %rank = async.add_to_group %token, %group : !async.token
  async.await_all %group
  return
}
";

const WARNING: &str = "warning: the program seems to wait for ever: it waits for a group of size 3 that has 1 member, and no \
                       task is running\n";

/// Runs a command until it warns.
#[track_caller]
fn warns(command: &mut Command) {
    let piped = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .stdin(Stdio::null());
    let mut child = piped.spawn().expect("the program starts");
    let mut line = String::new();
    let errors = child.stderr.as_mut().expect("standard error is piped");
    BufReader::new(errors)
        .read_line(&mut line)
        .expect("standard error can be read");
    let still_waits = child.try_wait().expect("the child can be waited for").is_none();
    child.kill().expect("the child can be ended");
    child.wait().expect("the child ends");
    let mut printed = String::new();
    let mut output = child.stdout.take().expect("standard output is piped");
    output
        .read_to_string(&mut printed)
        .expect("standard output can be read");
    assert_eq!(
        (line.as_str(), printed.as_str(), still_waits),
        (WARNING, "before\n", true)
    );
}

#[test]
fn programs_that_wait_for_ever_say_so() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stuck");
    fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join("program.mlir"), folder.join("program"));
    fs::write(&source, PROGRAM).expect("a file");
    let asyncir = || Command::new(env!("CARGO_BIN_EXE_asyncir"));
    warns(asyncir().arg("run").arg(&source));
    let built = asyncir().arg("build").arg(&source).arg("-o").arg(&program).status();
    assert!(built.is_ok_and(|status| status.success()));
    warns(&mut Command::new(&program));
}
