//! A failed assertion ends the program with its message and its place, however many tasks awaited each other in between.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What main does, where the assertion is that fails, and what it says.
struct Case {
    name: &'static str,
    program: &'static str,
    error: &'static str,
}

const CASES: [Case; 9] = [
    Case {
        name: "a token",
        program: "
func.func @main() {
  %no = arith.constant false
  %t = async.execute {
    cf.assert %no, \"user message 42\"
    async.yield
  }
  async.await %t : !async.token
  return
}",
        error: "5:5: user message 42",
    },
    Case {
        name: "a value that tasks pass on",
        program: "
func.func @main() {
  %no = arith.constant false
  %t0, %v0 = async.execute -> !async.value<i32> {
    %c = arith.constant 1 : i32
    cf.assert %no, \"no value\"
    async.yield %c : i32
  }
  %t1, %v1 = async.execute (%v0 as %x : !async.value<i32>) -> !async.value<i32> {
    %y = arith.addi %x, %x : i32
    async.yield %y : i32
  }
  %t2, %v2 = async.execute -> !async.value<i32> {
    %y = async.await %v1 : !async.value<i32>
    async.yield %y : i32
  }
  %z = async.await %v2 : !async.value<i32>
  vector.print %z : i32
  return
}",
        error: "6:5: no value",
    },
    Case {
        name: "a group of tasks, of which two fail",
        program: "
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %g = async.create_group %c8 : !async.group
  scf.for %i = %c0 to %c8 step %c1 {
    %t = async.execute {
      %r = arith.remui %i, %c3 : index
      %ok = arith.cmpi ne, %r, %c1 : index
      cf.assert %ok, \"one in three\"
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}",
        error: "12:7: one in three",
    },
    Case {
        name: "a group that a task awaits",
        program: "
func.func @main() {
  %c2 = arith.constant 2 : index
  %no = arith.constant false
  %t = async.execute {
    %g = async.create_group %c2 : !async.group
    %a = async.execute {
      async.yield
    }
    %b = async.execute {
      cf.assert %no, \"of a member\"
      async.yield
    }
    %0 = async.add_to_group %a, %g : !async.token
    %1 = async.add_to_group %b, %g : !async.token
    async.await_all %g
    async.yield
  }
  async.await %t : !async.token
  return
}",
        error: "11:7: of a member",
    },
    Case {
        name: "a dependency",
        program: "
func.func @main() {
  %no = arith.constant false
  %a = async.execute {
    cf.assert %no, \"of the first\"
    async.yield
  }
  %b = async.execute [%a] {
    async.yield
  }
  %c = async.execute [%b] {
    async.yield
  }
  async.await %c : !async.token
  return
}",
        error: "5:5: of the first",
    },
    Case {
        name: "async functions",
        program: "
async.func @inner(%x: i32) -> (!async.token, !async.value<i32>) {
  %c0 = arith.constant 0 : i32
  %ok = arith.cmpi sgt, %x, %c0 : i32
  cf.assert %ok, \"not positive\"
  return %x : i32
}
async.func @outer(%x: i32) -> !async.value<i32> {
  %t, %v = async.call @inner(%x) : (i32) -> (!async.token, !async.value<i32>)
  async.await %t : !async.token
  %y = async.await %v : !async.value<i32>
  return %y : i32
}
func.func @main() {
  %x = arith.constant -1 : i32
  %v = async.call @outer(%x) : (i32) -> !async.value<i32>
  %y = async.await %v : !async.value<i32>
  vector.print %y : i32
  return
}",
        error: "5:3: not positive",
    },
    Case {
        name: "a loop in a task",
        program: "
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %t = async.execute {
    scf.for %i = %c0 to %c5 step %c1 {
      %a = async.execute {
        %ok = arith.cmpi ult, %i, %c1 : index
        cf.assert %ok, \"in the second round\"
        async.yield
      }
      async.await %a : !async.token
    }
    async.yield
  }
  async.await %t : !async.token
  return
}",
        error: "10:9: in the second round",
    },
    Case {
        name: "an error of which nothing is known",
        program: "
func.func @main() {
  %t = async.runtime.create : !async.token
  async.runtime.set_error %t : !async.token
  %u = async.execute [%t] {
    async.yield
  }
  async.await %u : !async.token
  return
}",
        error: "8:3: Awaited async operand is in error state",
    },
    Case {
        name: "a function that a task calls",
        program: "
func.func @work(%ok: i1) attributes {no_inline} {
  cf.assert %ok, \"of a callee\"
  return
}
func.func @main() {
  %no = arith.constant false
  %t = async.execute {
    func.call @work(%no) : (i1) -> ()
    async.yield
  }
  async.await %t : !async.token
  return
}",
        error: "3:3: of a callee",
    },
];

fn run(program: &str, level: &str, workers: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command
        .args(["run", level])
        .env("ASYNCIR_NUM_WORKERS", workers)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("asyncir starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(program.as_bytes()).expect("it reads all");
    drop(stdin);
    child.wait_with_output().expect("asyncir ends")
}

#[test]
fn the_program_ends_with_the_message_and_the_place() {
    for Case { name, program, error } in &CASES {
        for (level, workers) in [("-O0", "1"), ("-O2", "1"), ("-O0", "2"), ("-O2", "2"), ("-O2", "8")] {
            let output = run(program, level, workers);
            let at = format!("{name} at {level} with {workers} workers");
            assert_eq!(
                String::from_utf8_lossy(&output.stderr),
                format!("error: <stdin>:{error}\n"),
                "{at}"
            );
            assert_eq!(output.status.code(), Some(1), "{at}");
            assert!(output.stdout.is_empty(), "{at}");
        }
    }
}

#[test]
fn the_trace_of_a_failed_program_is_whole() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("failed.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let program = std::env::temp_dir().join(format!("asyncir-failed-{}.mlir", std::process::id()));
    std::fs::write(&program, CASES[0].program).expect("a temporary file");
    let status = command
        .args(["run", "--keep-tasks"])
        .arg(&program)
        .env("ASYNCIR_TRACE", &path)
        .stderr(Stdio::null())
        .status()
        .expect("asyncir starts");
    std::fs::remove_file(&program).expect("it is there");
    assert_eq!(status.code(), Some(1));
    let trace = std::fs::read_to_string(&path).expect("the trace was written");
    assert!(trace.contains(r#""name":"task","ph":"B""#), "{trace}");
    assert!(trace.ends_with("}\n]\n"), "{trace}");
}
