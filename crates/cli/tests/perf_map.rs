//! `asyncir run --perf-map` writes where the functions of the program are.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program with a function of its own and a task, that prints the addresses of two functions.
const PROGRAM: &str = "
llvm.func internal @inner(%x: i64) -> i64 attributes {no_inline} {
  %sum = llvm.add %x, %x : i64
  llvm.return %sum : i64
}
llvm.func @outer(%x: i64) -> i64 {
  %once = llvm.call @inner(%x) : (i64) -> i64
  %twice = llvm.call @inner(%once) : (i64) -> i64
  llvm.return %twice : i64
}
func.func @main() {
  %inner = llvm.mlir.addressof @inner : !llvm.ptr
  %outer = llvm.mlir.addressof @outer : !llvm.ptr
  %token = async.execute {
    %address = llvm.ptrtoint %inner : !llvm.ptr to i64
    vector.print %address : i64
    async.yield
  }
  async.await %token : !async.token
  %address = llvm.ptrtoint %outer : !llvm.ptr to i64
  vector.print %address : i64
  %number = llvm.call @outer(%address) : (i64) -> i64
  vector.print %number : i64
  return
}";

/// What the program printed, and the map of its process, which is removed.
fn run(arguments: &[&str]) -> (Vec<u64>, Option<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program.mlir");
    std::fs::write(&program, PROGRAM).expect("the program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    command.arg("run").args(arguments).arg(program);
    let child = command.stdout(Stdio::piped()).spawn().expect("asyncir starts");
    let path = PathBuf::from(format!("/tmp/perf-{}.map", child.id()));
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments:?}");
    let map = std::fs::read_to_string(&path).ok();
    let _ = std::fs::remove_file(&path);
    let printed = String::from_utf8(output.stdout).expect("numbers");
    let numbers = printed
        .lines()
        .map(|line| line.parse::<i64>().expect("a number").cast_unsigned());
    (numbers.collect(), map)
}

/// The place of each function.
fn places(map: &str) -> BTreeMap<&str, (u64, u64)> {
    let number = |text| u64::from_str_radix(text, 16).expect("a number");
    map.lines()
        .map(|line| match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
            [address, size, name] => (name, (number(address), number(size))),
            _ => panic!("not a line of a map: {line}"),
        })
        .collect()
}

#[test]
fn functions_are_where_the_map_says() {
    let ways: [&[&str]; 4] = [
        &["-O0", "--backend=cranelift"],
        &["-O0", "--backend=llvm"],
        &["-O2", "--keep-tasks"],
        &["-O0", "--keep-tasks", "--coroutines=llvm"],
    ];
    for way in ways {
        let (printed, map) = run(&[way, &["--no-cache", "--perf-map"]].concat());
        let map = map.expect("a map");
        let places = places(&map);
        assert_eq!([places["inner"].0, places["outer"].0], printed[..2], "{way:?}:\n{map}");
        assert!(places.contains_key("main"), "{way:?}:\n{map}");
        assert!(places.values().all(|&(_, size)| size > 0), "{way:?}:\n{map}");
        let starts_tasks = way.contains(&"--keep-tasks");
        let has_task = places.keys().any(|name| name.starts_with("async_execute_fn"));
        assert_eq!(has_task, starts_tasks, "{way:?}:\n{map}");
    }
}

#[test]
fn no_map_is_written_unasked() {
    assert_eq!(run(&[]).1, None);
}

#[test]
fn a_link_in_the_place_of_the_map_is_not_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("somebody's file");
    let program = folder.path().join("program.mlir");
    std::fs::write(&program, PROGRAM).expect("the program");
    // The shell makes the link under its own number, which asyncir then has.
    let script = "ln -s \"$1\" /tmp/perf-$$.map; echo $$; exec \"$2\" run --perf-map \"$3\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(&target);
    let output = shell
        .arg(env!("CARGO_BIN_EXE_asyncir"))
        .arg(&program)
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let process = printed.trim();
    let _ = std::fs::remove_file(format!("/tmp/perf-{process}.map"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.starts_with(&format!(
            "error: cannot write the map for perf '/tmp/perf-{process}.map': "
        )),
        "{errors}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(!target.exists());
}
