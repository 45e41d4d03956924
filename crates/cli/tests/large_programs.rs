//! Lists with very many elements take time in proportion to their length, and analyses come to an end. With a quadratic step,
//! each of these programs would take several times the limit.

use std::fmt::Write;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Many times what the programs take.
const LIMIT: Duration = Duration::from_secs(12);

#[track_caller]
fn is_fast(program: &str, flags: &[&str], code: i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asyncir"));
    let command = command.arg("opt").arg("--allow-unregistered-dialect").args(flags);
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("asyncir starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(program.as_bytes()).expect("it reads");
    drop(stdin);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill().expect("it runs");
            panic!("it takes more than {LIMIT:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(code));
}

/// `count` pieces of text with a separator in between.
fn list(count: usize, separator: &str, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0..count {
        let before = if index == 0 { "" } else { separator };
        write!(text, "{before}{}", piece(index)).expect("memory");
    }
    text
}

#[test]
fn arguments_and_results() {
    let count = 300_000;
    let arguments = list(count, ", ", |n| format!("%a{n}: i32"));
    is_fast(&format!("func.func @f({arguments}) {{ return }}"), &[], 0);
    let types = list(count, ", ", |_| "i32".to_owned());
    let program = format!(
        "func.func private @f() -> ({types})
        func.func @g() -> i32 {{
          %r:{count} = call @f() : () -> ({types})
          return %r#{} : i32
        }}",
        count - 1
    );
    is_fast(&program, &[], 0);
}

#[test]
fn cases_of_switches() {
    let cases = list(120_000, ",\n", |n| format!("{n}: ^b{}(%x : i32)", n % 2));
    let program = format!(
        "func.func @f(%x: i32) -> i32 {{
          cf.switch %x : i32, [default: ^b0(%x : i32),\n{cases}\n]
        ^b0(%a: i32):
          return %a : i32
        ^b1(%b: i32):
          \"x.use\"(%b) : (i32) -> ()
          return %x : i32
        }}"
    );
    is_fast(&program, &[], 0);
    let cases = list(200_000, "\n", |n| format!("case {n} {{ scf.yield %y : i32 }}"));
    let program = format!(
        "func.func @f(%x: index, %y: i32) -> i32 {{
          %r = scf.index_switch %x -> i32\n{cases}\ndefault {{ scf.yield %y : i32 }}
          return %r : i32
        }}"
    );
    is_fast(&program, &["--canonicalize"], 0);
}

#[test]
fn branches_to_one_block() {
    let count = 15_000;
    let cases = list(count, ",\n", |n| format!("{n}: ^b{n}"));
    let blocks = list(count, "\n", |n| {
        format!("^b{n}:\n\"x.a\"() {{n = {n} : i32}} : () -> ()\ncf.br ^end")
    });
    let program = format!(
        "func.func @f(%x: i32) {{
          cf.switch %x : i32, [default: ^end,\n{cases}\n]\n{blocks}
        ^end:
          \"x.end\"() : () -> ()
          return
        }}"
    );
    is_fast(&program, &["--canonicalize"], 0);
}

#[test]
fn symbols() {
    let declared = list(40_000, "\n", |n| format!("func.func private @f{n}()"));
    is_fast(&declared, &["--convert-func-to-llvm"], 0);
    let twice = list(60_000, "\n", |_| "func.func private @f()".to_owned());
    is_fast(&twice, &[], 1);
}

#[test]
fn tasks_that_depend_on_one() {
    let tasks = list(4000, "\n", |n| format!("%u{n} = async.execute [%t] {{ async.yield }}"));
    let program = format!(
        "func.func @f() {{
          %t = async.execute {{ async.yield }}
          {tasks}
          return
        }}"
    );
    let flags = [
        "--async-to-async-runtime",
        "--async-runtime-ref-counting",
        "--async-runtime-ref-counting-opt",
    ];
    is_fast(&program, &flags, 0);
}

#[test]
fn ranges_of_functions_that_call_themselves() {
    let program = "func.func private @count(%n: i64) -> i64 {
          %zero = arith.constant 0 : i64
          %one = arith.constant 1 : i64
          %end = arith.cmpi eq, %n, %zero : i64
          %r = scf.if %end -> i64 {
            scf.yield %zero : i64
          } else {
            %m = arith.subi %n, %one : i64
            %s = func.call @count(%m) : (i64) -> i64
            scf.yield %s : i64
          }
          return %r : i64
        }
        func.func @main() -> i64 {
          %c = arith.constant 3 : i64
          %r = call @count(%c) : (i64) -> i64
          return %r : i64
        }";
    is_fast(program, &["--int-range-optimizations"], 0);
}

#[test]
fn loads_of_one_element() {
    let loads = list(40_000, "\n", |n| {
        format!(
            "%x{n} = memref.load %m[%i] : memref<?xi32>
             %y{n} = arith.addi %x{n}, %s{n} : i32
             %s{} = arith.muli %y{n}, %x{n} : i32",
            n + 1
        )
    });
    let program = format!(
        "func.func @f(%m: memref<?xi32>, %i: index, %s0: i32) -> i32 {{
          {loads}
          return %s40000 : i32
        }}"
    );
    is_fast(&program, &["--cse"], 0);
}

#[test]
fn named_values_beside_functions() {
    let count = 40_000;
    let values = list(count, "\n", |n| format!("%c{n} = arith.constant {n} : index"));
    let functions = list(count, "\n", |n| format!("func.func private @f{n}()"));
    is_fast(&format!("{values}\n{functions}"), &[], 0);
}

#[test]
fn entries_of_dictionaries() {
    let entries = list(600_000, ", ", |n| format!("a{n} = {n}"));
    is_fast(&format!("\"t.a\"() {{{entries}}} : () -> ()"), &[], 0);
}

#[test]
fn keys_of_resources() {
    let count = 300_000;
    let attributes = list(count, ", ", |n| format!("dense_resource<r{n}> : tensor<1xi8>"));
    let resources = list(count, ", ", |n| format!("r{n}: \"0x0100000001\""));
    let program = format!(
        "\"t.a\"() {{a = [{attributes}]}} : () -> ()
        {{-# dialect_resources: {{builtin: {{{resources}}}}} #-}}"
    );
    is_fast(&program, &[], 0);
    is_fast(&program, &["--emit-bytecode"], 0);
}

#[test]
fn values_carried_by_loops() {
    let count = 20_000;
    let inits = list(count, ", ", |n| format!("%a{n} = %start"));
    let types = list(count, ", ", |_| "i32".to_owned());
    let sums = list(count, "\n", |n| {
        format!("%b{n} = arith.addi %a{}, %x : i32", (n + 1) % count)
    });
    let next = list(count, ", ", |n| format!("%b{n}"));
    let program = format!(
        "func.func @f(%n: index, %x: i32) -> i32 {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %start = arith.constant 3 : i32
          %r:{count} = scf.for %i = %c0 to %n step %c1 iter_args({inits}) -> ({types}) {{
            {sums}
            scf.yield {next} : {types}
          }}
          return %r#0 : i32
        }}"
    );
    is_fast(&program, &["--int-range-optimizations"], 0);
    is_fast(&program, &["--sccp"], 0);
}

#[test]
fn values_of_loops_that_are_lifted() {
    let count = 20_000;
    let values = list(count, "\n", |n| format!("%a{n} = arith.addi %x, %x : i32"));
    let stores = list(count, "\n", |n| format!("memref.store %a{n}, %m[] : memref<i32>"));
    let program = format!(
        "func.func @f(%c: i1, %x: i32, %m: memref<i32>) {{
          cf.br ^header
        ^header:
          cf.cond_br %c, ^values, ^next
        ^values:
          {values}
          cf.cond_br %c, ^next, ^behind
        ^next:
          cf.cond_br %c, ^header, ^out
        ^behind:
          {stores}
          return
        ^out:
          return
        }}"
    );
    is_fast(&program, &["--lift-cf-to-scf"], 0);
}

/// The passes that bring a program with tasks to plain functions.
const TO_FUNCTIONS: [&str; 7] = [
    "--async-to-async-runtime",
    "--async-runtime-ref-counting",
    "--convert-async-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
    "--split-coroutines",
];

/// Each of them could be computed anew behind a suspension, from the one before.
#[test]
fn values_that_can_be_computed_anew() {
    let count = 2_000;
    let values = list(count, "\n", |n| format!("%x{} = arith.addi %x{n}, %x{n} : i32", n + 1));
    let uses = list(count, "\n", |n| format!("func.call @use(%x{n}) : (i32) -> ()"));
    let program = format!(
        "func.func private @use(i32)
        func.func @f(%before: !async.token) -> !async.token {{
          %t = async.execute {{
            %x0 = llvm.mlir.constant(1 : i32) : i32
            {values}
            async.await %before : !async.token
            {uses}
            async.yield
          }}
          return %t : !async.token
        }}"
    );
    is_fast(&program, &TO_FUNCTIONS, 0);
}

#[test]
fn results_of_a_task() {
    let count = 2_000;
    let types = list(count, ", ", |_| "!async.value<i64>".to_owned());
    let waits = list(count, "\n", |n| {
        format!(
            "%r{n} = async.await %v#{n} : !async.value<i64>
             call @use(%r{n}) : (i64) -> ()"
        )
    });
    let yielded = list(count, ", ", |_| "%one".to_owned());
    let yielded_types = list(count, ", ", |_| "i64".to_owned());
    let program = format!(
        "func.func private @use(i64)
        func.func @f() {{
          %t, %v:{count} = async.execute -> ({types}) {{
            %one = arith.constant 1 : i64
            async.yield {yielded} : {yielded_types}
          }}
          {waits}
          return
        }}"
    );
    is_fast(&program, &TO_FUNCTIONS, 0);
}

#[test]
fn branches_with_suspensions() {
    let count = 1_000;
    let branches = list(count, "\n", |n| {
        format!(
            "scf.if %c {{ async.await %t : !async.token }} else {{ func.call @use(%i{n}) : (i64) -> () }}\n%i{} = arith.addi %i{n}, %one : i64",
            n + 1
        )
    });
    let program = format!(
        "func.func private @use(i64)
        async.func @f(%c: i1, %t: !async.token, %i0: i64) -> !async.token {{
          %one = arith.constant 1 : i64
          {branches}
          async.return
        }}"
    );
    let mut flags = vec![
        "--async-func-to-async-runtime",
        "--convert-scf-to-cf",
        "--convert-cf-to-llvm",
    ];
    flags.extend(&TO_FUNCTIONS[1..]);
    is_fast(&program, &flags, 0);
}

#[test]
fn tasks_that_use_one_constant() {
    let tasks = list(40_000, "\n", |n| {
        format!("%t{n} = async.execute {{ func.call @use(%c) : (i64) -> ()\n async.yield }}")
    });
    let program = format!(
        "func.func private @use(i64)
        func.func @main() {{
          %c = arith.constant 1 : i64
          {tasks}
          return
        }}"
    );
    is_fast(&program, &["--async-to-async-runtime"], 0);
}

#[test]
fn branches_that_may_fail() {
    let branches = list(4_000, "\n", |n| format!("scf.if %c {{ cf.assert %c, \"{n}\" }}"));
    let program = format!(
        "func.func private @checks(%c: i1) {{
          {branches}
          return
        }}
        func.func @main(%c: i1) {{
          %t = async.execute {{
            func.call @checks(%c) : (i1) -> ()
            async.yield
          }}
          return
        }}"
    );
    is_fast(&program, &["--async-to-async-runtime", "--async-propagate-errors"], 0);
}
