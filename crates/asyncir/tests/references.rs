//! References balance on every path: after a program nothing is alive that it made, whether its tasks failed or not.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::sync::Mutex;

use asyncir::passes::{PassManager, Registry, RunConfig};
use asyncir::runtime::{Runtime, Token, Value, live_objects};
use asyncir::text::{PrintOptions, print_op};
use asyncir::{Engine, EngineOptions, LowerOptions, Source, context, lower, parse};

/// Objects are counted for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Runs `main` of a program some times, lowered by `asyncir run`'s pipeline behind `first`.
#[track_caller]
fn run_after(first: &str, text: &str, expected: i32) {
    let _guard = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", text)).expect("a valid program");
    let pipeline = PassManager::parse(&Registry::new(), &format!("builtin.module({first})")).expect("a pipeline");
    pipeline
        .run(&ctx, &mut module, &RunConfig::default())
        .expect("it can be lowered");
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it can be compiled");
    let before = live_objects();
    for _ in 0..20 {
        assert_eq!(engine.call::<i32>("main", ()).expect("it runs"), expected);
    }
    Runtime::global().quiesce().expect("this is no task");
    assert_eq!(live_objects(), before, "references are left, counted by '{first}'");
}

#[track_caller]
fn runs(text: &str, expected: i32) {
    run_after("", text, expected);
    let lowered = "async-func-to-async-runtime,async-to-async-runtime,async-runtime-policy-based-ref-counting";
    run_after(lowered, text, expected);
}

#[test]
fn loops_carry_values() {
    runs(
        "func.func @main() -> i32 {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %n = arith.constant 10 : index
           %zero = arith.constant 0 : i32
           %t, %v0 = async.execute -> !async.value<i32> { async.yield %zero : i32 }
           %last = scf.for %i = %c0 to %n step %c1 iter_args(%v = %v0) -> !async.value<i32> {
             %u, %w = async.execute (%v as %x: !async.value<i32>) -> !async.value<i32> {
               %k = arith.index_cast %i : index to i32
               %y = arith.addi %x, %k : i32
               async.yield %y : i32
             }
             scf.yield %w : !async.value<i32>
           }
           %x = async.await %last : !async.value<i32>
           %y = async.await %v0 : !async.value<i32>
           %r = arith.addi %x, %y : i32
           return %r : i32
         }",
        45,
    );
}

#[test]
fn loops_without_iterations_give_back_what_they_were_given() {
    runs(
        "func.func @main() -> i32 {
           %c0 = arith.constant 0 : i32
           %c7 = arith.constant 7 : i32
           %t, %v0 = async.execute -> !async.value<i32> { async.yield %c7 : i32 }
           %r:2 = scf.while (%i = %c0, %v = %v0) : (i32, !async.value<i32>) -> (i32, !async.value<i32>) {
             %more = arith.cmpi slt, %i, %c0 : i32
             scf.condition(%more) %i, %v : i32, !async.value<i32>
           } do {
           ^bb0(%i: i32, %v: !async.value<i32>):
             %u, %w = async.execute -> !async.value<i32> { async.yield %i : i32 }
             scf.yield %i, %w : i32, !async.value<i32>
           }
           %x = async.await %r#1 : !async.value<i32>
           return %x : i32
         }",
        7,
    );
}

#[test]
fn branches_pass_groups_and_tokens() {
    runs(
        "func.func @wait(%f: i32, %g: !async.group, %h: !async.group, %t: !async.token) -> i32 {
           %one = arith.constant 1 : i32
           %two = arith.constant 2 : i32
           cf.switch %f : i32, [default: ^a(%g, %one : !async.group, i32), 1: ^a(%h, %two : !async.group, i32), 2: ^b]
         ^a(%x: !async.group, %r: i32):
           async.await_all %x
           return %r : i32
         ^b:
           %c = arith.cmpi eq, %f, %one : i32
           cf.cond_br %c, ^d(%t : !async.token), ^d(%t : !async.token)
         ^d(%u: !async.token):
           async.await %u : !async.token
           async.await %t : !async.token
           return %f : i32
         }
         func.func @main() -> i32 {
           %size = arith.constant 1 : index
           %c0 = arith.constant 0 : i32
           %c1 = arith.constant 1 : i32
           %c2 = arith.constant 2 : i32
           %g = async.create_group %size : !async.group
           %h = async.create_group %size : !async.group
           %t, %v = async.execute -> !async.value<i32> { async.yield %c0 : i32 }
           %u = async.execute [%t] { async.yield }
           %0 = async.add_to_group %v, %g : !async.value<i32>
           %1 = async.add_to_group %u, %h : !async.token
           %a = func.call @wait(%c0, %g, %h, %t) : (i32, !async.group, !async.group, !async.token) -> i32
           %b = func.call @wait(%c1, %g, %h, %t) : (i32, !async.group, !async.group, !async.token) -> i32
           %c = func.call @wait(%c2, %g, %h, %t) : (i32, !async.group, !async.group, !async.token) -> i32
           %ab = arith.addi %a, %b : i32
           %abc = arith.addi %ab, %c : i32
           return %abc : i32
         }",
        5,
    );
}

#[test]
fn conditionals_and_selections_give_values() {
    runs(
        "func.func @pick(%c: i1, %v: !async.value<i32>, %w: !async.value<i32>) -> !async.value<i32> {
           %s = arith.select %c, %v, %w : !async.value<i32>
           %r = scf.if %c -> !async.value<i32> {
             scf.yield %s : !async.value<i32>
           } else {
             %t, %u = async.execute (%s as %x: !async.value<i32>) -> !async.value<i32> {
               %y = arith.addi %x, %x : i32
               async.yield %y : i32
             }
             scf.yield %u : !async.value<i32>
           }
           return %r : !async.value<i32>
         }
         func.func @main() -> i32 {
           %c1 = arith.constant 1 : i32
           %c10 = arith.constant 10 : i32
           %t, %v = async.execute -> !async.value<i32> { async.yield %c1 : i32 }
           %u, %w = async.execute -> !async.value<i32> { async.yield %c10 : i32 }
           %yes = arith.constant true
           %no = arith.constant false
           %a = func.call @pick(%yes, %v, %w) : (i1, !async.value<i32>, !async.value<i32>) -> !async.value<i32>
           %b = func.call @pick(%no, %v, %w) : (i1, !async.value<i32>, !async.value<i32>) -> !async.value<i32>
           %x = async.await %a : !async.value<i32>
           %y = async.await %b : !async.value<i32>
           %z = async.await %b : !async.value<i32>
           %xy = arith.addi %x, %y : i32
           %xyz = arith.addi %xy, %z : i32
           return %xyz : i32
         }",
        41,
    );
}

#[test]
fn failed_tasks_leave_nothing_behind() {
    runs(
        "async.func @later(%v: !async.value<i32>, %n: index) -> (!async.token, !async.value<i32>) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %zero = arith.constant 0 : i32
           %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> i32 {
             %x = async.await %v : !async.value<i32>
             %b = arith.addi %a, %x : i32
             %limit = arith.constant 4 : i32
             %ok = arith.cmpi slt, %b, %limit : i32
             cf.assert %ok, \"too much\"
             scf.yield %b : i32
           }
           return %s : i32
         }
         func.func @failed(%n: index) -> i32 {
           %one = arith.constant 1 : i32
           %size = arith.constant 3 : index
           %t, %v = async.execute -> !async.value<i32> { async.yield %one : i32 }
           %u, %w = async.call @later(%v, %n) : (!async.value<i32>, index) -> (!async.token, !async.value<i32>)
           %p, %q = async.execute [%u] (%w as %x: !async.value<i32>) -> !async.value<i32> { async.yield %x : i32 }
           %g = async.create_group %size : !async.group
           %0 = async.add_to_group %q, %g : !async.value<i32>
           %1 = async.add_to_group %p, %g : !async.token
           %2 = async.add_to_group %t, %g : !async.token
           async.runtime.await %g : !async.group
           %e = async.runtime.is_error %g : !async.group
           %r = arith.extui %e : i1 to i32
           return %r : i32
         }
         func.func @main() -> i32 {
           %few = arith.constant 2 : index
           %many = arith.constant 9 : index
           %c10 = arith.constant 10 : i32
           %a = func.call @failed(%few) : (index) -> i32
           %b = func.call @failed(%many) : (index) -> i32
           %c = arith.muli %b, %c10 : i32
           %r = arith.addi %a, %c : i32
           return %r : i32
         }",
        10,
    );
}

#[test]
fn functions_that_return_early_leave_nothing_behind() {
    run_after(
        "",
        "func.func private @passed_on(%v: !async.value<i32>, %g: !async.group)
             -> (!async.token, !async.value<i32>, !async.group) {
           %limit = arith.constant 4 : i32
           %t, %w = async.execute (%v as %x: !async.value<i32>) -> !async.value<i32> {
             %ok = arith.cmpi slt, %x, %limit : i32
             cf.assert %ok, \"too much\"
             async.yield %x : i32
           }
           %x = async.await %w : !async.value<i32>
           return %t, %w, %g : !async.token, !async.value<i32>, !async.group
         }
         func.func @failed(%x: i32) -> i32 {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c9 = arith.constant 9 : index
           %t, %v = async.execute -> !async.value<i32> { async.yield %x : i32 }
           %u = async.execute {
             %g = async.create_group %c1 : !async.group
             %r:3 = func.call @passed_on(%v, %g)
               : (!async.value<i32>, !async.group) -> (!async.token, !async.value<i32>, !async.group)
             %0 = async.add_to_group %r#0, %r#2 : !async.token
             scf.parallel (%i) = (%c0) to (%c9) step (%c1) {
               %s:3 = func.call @passed_on(%r#1, %g)
                 : (!async.value<i32>, !async.group) -> (!async.token, !async.value<i32>, !async.group)
               scf.reduce
             }
             async.await_all %g
             async.yield
           }
           async.runtime.await %u : !async.token
           %e = async.runtime.is_error %u : !async.token
           %r = arith.extui %e : i1 to i32
           return %r : i32
         }
         func.func @main() -> i32 {
           %few = arith.constant 2 : i32
           %many = arith.constant 9 : i32
           %c10 = arith.constant 10 : i32
           %a = func.call @failed(%few) : (i32) -> i32
           %b = func.call @failed(%many) : (i32) -> i32
           %c = arith.muli %b, %c10 : i32
           %r = arith.addi %a, %c : i32
           return %r : i32
         }",
        10,
    );
}

#[test]
fn handles_that_a_call_gives_count() {
    let _guard = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let text = "async.func @twice(%number: i32) -> (!async.token, !async.value<i32>) {
  %twice = arith.addi %number, %number : i32
  return %twice : i32
}
func.func @task(%number: f32) -> (!async.token, !async.value<f32>) {
  %token, %value = async.execute -> !async.value<f32> {
    %twice = arith.addf %number, %number : f32
    async.yield %twice : f32
  }
  return %token, %value : !async.token, !async.value<f32>
}";
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", text)).expect("a valid program");
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it can be compiled");
    let (twice, task) = (engine.function("twice"), engine.function("task"));
    let (twice, task) = (twice.expect("it is there"), task.expect("it is there"));
    let before = live_objects();
    for _ in 0..50 {
        let (_, value): (Token, Value<i32>) = twice.call((21,)).expect("it starts");
        assert_eq!(value.wait(), Ok(42));
        let (token, value): (Token, Value<f32>) = task.call((1.5f32,)).expect("it starts");
        assert_eq!((token.wait(), value.wait()), (Ok(()), Ok(3.0)));
        drop(task.call::<(Token, Value<f32>)>((1.5f32,)).expect("it starts"));
    }
    Runtime::global().quiesce().expect("this is no task");
    assert_eq!(live_objects(), before, "references are left");
}

/// Calls `main` some times; it fails with this message, and leaves nothing.
#[track_caller]
fn fails(text: &str, message: &str) {
    let _guard = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ctx = context();
    for options in [
        EngineOptions::default(),
        EngineOptions {
            keep_tasks: true,
            ..EngineOptions::default()
        },
    ] {
        let mut module = parse(&ctx, &Source::new("program.mlir", text)).expect("a valid program");
        // SAFETY: the program stays within its memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it can be compiled");
        let before = live_objects();
        for _ in 0..20 {
            let error = engine.call::<i32>("main", ()).expect_err("it fails").to_string();
            assert!(error.contains(message), "{error}");
        }
        Runtime::global().quiesce().expect("this is no task");
        assert_eq!(live_objects(), before, "references are left");
    }
}

/// Starts `async.func`s of which the one that is given zero fails.
const WORK: &str = "async.func @work(%x: i32) -> !async.value<i32> {
  %t, %v = async.execute -> !async.value<i32> {
    %zero = arith.constant 0 : i32
    %fine = arith.cmpi ne, %x, %zero : i32
    cf.assert %fine, \"nothing to do\"
    async.yield %x : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
";

#[test]
fn an_await_that_fails_leaves_no_references() {
    let main = "func.func @main() -> i32 {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %first = async.call @work(%one) : (i32) -> !async.value<i32>
      %failed = async.call @work(%zero) : (i32) -> !async.value<i32>
      %last = async.call @work(%one) : (i32) -> !async.value<i32>
      %a = async.await %failed : !async.value<i32>
      %b = async.await %first : !async.value<i32>
      %c = async.await %last : !async.value<i32>
      %s = arith.addi %a, %b : i32
      %r = arith.addi %s, %c : i32
      return %r : i32
    }";
    fails(&format!("{WORK}{main}"), "nothing to do");
}

#[test]
fn an_assertion_that_fails_before_awaits_leaves_no_references() {
    let main = "func.func @main() -> i32 {
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %v = async.call @work(%one) : (i32) -> !async.value<i32>
      %group_size = arith.constant 1 : index
      %group = async.create_group %group_size : !async.group
      %t = async.execute { async.yield }
      %rank = async.add_to_group %t, %group : !async.token
      %a = async.await %v : !async.value<i32>
      %w = async.call @work(%a) : (i32) -> !async.value<i32>
      %fine = arith.cmpi eq, %a, %two : i32
      cf.assert %fine, \"not two\"
      async.await_all %group
      %r = async.await %w : !async.value<i32>
      return %r : i32
    }";
    fails(&format!("{WORK}{main}"), "not two");
}

#[test]
fn a_failure_below_leaves_no_references_above() {
    let main = "func.func private @below(%v: !async.value<i32>, %n: index) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> i32 {
        %k = arith.index_cast %i : index to i32
        %down = arith.constant 3 : i32
        %x = arith.subi %down, %k : i32
        %w = async.call @work(%x) : (i32) -> !async.value<i32>
        %y = async.await %w : !async.value<i32>
        %next = arith.addi %acc, %y : i32
        scf.yield %next : i32
      }
      %x = async.await %v : !async.value<i32>
      %r = arith.addi %x, %sum : i32
      return %r : i32
    }
    func.func @main() -> i32 {
      %one = arith.constant 1 : i32
      %n = arith.constant 5 : index
      %v = async.call @work(%one) : (i32) -> !async.value<i32>
      %r = func.call @below(%v, %n) : (!async.value<i32>, index) -> i32
      %x = async.await %v : !async.value<i32>
      %s = arith.addi %r, %x : i32
      return %s : i32
    }";
    fails(&format!("{WORK}{main}"), "nothing to do");
}

/// A function that starts tasks of which one fails, and gives whether the task that awaits them all is in error, in two ways:
/// the tasks are started around it, and it depends on all their tokens before it awaits their values; or it starts them.
fn many_ways_out(tasks: usize, starts_inside: bool) -> String {
    let list = |of: &dyn Fn(usize) -> String, separator: &str| (0..tasks).map(of).collect::<Vec<_>>().join(separator);
    let start = |n| {
        format!(
            "%n{n} = arith.constant {n} : i32
             %fits{n} = arith.cmpi ne, %failing, %n{n} : i32
             %t{n}, %v{n} = async.execute -> !async.value<i32> {{
               cf.assert %fits{n}, \"it fails\"
               async.yield %n{n} : i32
             }}"
        )
    };
    let starts = list(&start, "\n");
    let awaits = list(&|n| format!("%x{n} = async.await %v{n} : !async.value<i32>"), "\n");
    let task = if starts_inside {
        format!("%all = async.execute {{ {starts} {awaits} async.yield }}")
    } else {
        let tokens = list(&|n| format!("%t{n}"), ", ");
        format!("{starts} %all = async.execute [{tokens}] {{ {awaits} async.yield }}")
    };
    format!(
        "func.func private @fails(%failing: i32) -> i32 {{
           {task}
           async.runtime.await %all : !async.token
           %error = async.runtime.is_error %all : !async.token
           %r = arith.extui %error : i1 to i32
           return %r : i32
         }}
         func.func @main() -> i32 {{
           %first = arith.constant 0 : i32
           %end = arith.constant {end} : i32
           %step = arith.constant 1 : i32
           %sum = scf.for %n = %first to %end step %step iter_args(%s = %first) -> (i32) : i32 {{
             %fails = func.call @fails(%n) : (i32) -> i32
             %next = arith.addi %s, %fails : i32
             scf.yield %next : i32
           }}
           return %sum : i32
         }}",
        end = tasks + 3,
    )
}

/// Arguments of blocks are other names of what branches pass, whose references come and go on their own.
#[test]
fn objects_have_two_names() {
    runs(
        "func.func private @yes() -> i1 {
           %true = arith.constant true
           return %true : i1
         }
         func.func @main() -> i32 {
           %one = arith.constant 1 : i32
           %two = arith.constant 2 : i32
           %c = func.call @yes() : () -> i1
           %t = async.execute { async.yield }
           cf.cond_br %c, ^both(%t : !async.token), ^none
         ^both(%other: !async.token):
           async.await %other : !async.token
           async.await %t : !async.token
           return %one : i32
         ^none:
           return %two : i32
         }",
        1,
    );
    // The second name is not used, and what it names came as an argument itself.
    runs(
        "async.func @pick(%t: !async.token, %w: !async.token, %c: i1) -> !async.value<i32> {
           %one = arith.constant 1 : i32
           %two = arith.constant 2 : i32
           async.await %w : !async.token
           cf.cond_br %c, ^first(%t : !async.token), ^second
         ^first(%unused: !async.token):
           async.await %t : !async.token
           return %one : i32
         ^second:
           return %two : i32
         }
         func.func @main() -> i32 {
           %c = arith.constant true
           %t = async.execute { async.yield }
           async.await %t : !async.token
           %w = async.execute { async.yield }
           %v = async.call @pick(%t, %w, %c) : (!async.token, !async.token, i1) -> !async.value<i32>
           %r = async.await %v : !async.value<i32>
           return %r : i32
         }",
        1,
    );
}

/// A value that holds another one has a reference to it.
#[test]
fn values_hold_values() {
    let program = |inner: &str| {
        format!(
            "func.func @main() -> i32 {{
               %seven = arith.constant 7 : i32
               %c = arith.constant false
               %t, %v = async.execute -> !async.value<i32> {{ async.yield %seven : i32 }}
               %u, %outer = async.execute -> !async.value<!async.value<i32>> {{
                 {inner}
                 async.yield %v : !async.value<i32>
               }}
               %unused, %lost = async.execute -> !async.value<!async.value<i32>> {{ async.yield %v : !async.value<i32> }}
               async.runtime.await %outer : !async.value<!async.value<i32>>
               %failed = async.runtime.is_error %outer : !async.value<!async.value<i32>>
               %r = scf.if %failed -> i32 {{
                 %one = arith.constant 1 : i32
                 scf.yield %one : i32
               }} else {{
                 %held = async.await %outer : !async.value<!async.value<i32>>
                 %x = async.await %held : !async.value<i32>
                 scf.yield %x : i32
               }}
               return %r : i32
             }}"
        )
    };
    run_after("", &program(""), 7);
    run_after("", &program("cf.assert %c, \"no\""), 1);
}

#[test]
fn groups_need_not_be_awaited() {
    runs(
        "func.func @main() -> i32 {
           %seven = arith.constant 7 : i32
           %n = arith.constant 1 : index
           %g = async.create_group %n : !async.group
           %t = async.execute { async.yield }
           %i = async.add_to_group %t, %g : !async.token
           return %seven : i32
         }",
        7,
    );
}

#[test]
fn parallel_loops_combine_values() {
    runs(
        "func.func @main() -> i32 {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %n = arith.constant 100 : index
           %seven = arith.constant 7 : i32
           %t, %v = async.execute -> !async.value<i32> { async.yield %seven : i32 }
           %last = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%v) -> !async.value<i32> {
             %u, %w = async.execute -> !async.value<i32> {
               %k = arith.index_cast %i : index to i32
               async.yield %k : i32
             }
             scf.reduce(%w : !async.value<i32>) {
             ^bb0(%before: !async.value<i32>, %own: !async.value<i32>):
               scf.reduce.return %own : !async.value<i32>
             }
           }
           %x = async.await %last : !async.value<i32>
           return %x : i32
         }",
        99,
    );
}

/// Scopes of stack memory have one block, until what is in them becomes branches.
#[test]
fn scopes_of_stack_memory_have_control_flow() {
    run_after(
        "",
        "async.func @in_function(%c: i1) -> !async.value<i32> {
           %c0 = arith.constant 0 : index
           %seven = arith.constant 7 : i32
           %x = memref.alloca_scope -> (i32) {
             %m = memref.alloca() : memref<1xi32>
             memref.store %seven, %m[%c0] : memref<1xi32>
             cf.assert %c, \"no\"
             %t = async.execute { async.yield }
             async.await %t : !async.token
             %x = memref.load %m[%c0] : memref<1xi32>
             memref.alloca_scope.return %x : i32
           }
           return %x : i32
         }
         func.func @main() -> i32 {
           %true = arith.constant true
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %n = arith.constant 1000 : index
           %zero = arith.constant 0 : i32
           %v = async.call @in_function(%true) : (i1) -> !async.value<i32>
           %seven = async.await %v : !async.value<i32>
           %t, %w = async.execute -> !async.value<i32> {
             %sum = memref.alloca_scope -> (i32) {
               %m = memref.alloca(%n) : memref<?xi32>
               scf.parallel (%i) = (%c0) to (%n) step (%c1) {
                 %k = arith.index_cast %i : index to i32
                 memref.store %k, %m[%i] : memref<?xi32>
               }
               %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
                 %k = memref.load %m[%i] : memref<?xi32>
                 %next = arith.addi %s, %k : i32
                 scf.yield %next : i32
               }
               memref.alloca_scope.return %sum : i32
             }
             async.yield %sum : i32
           }
           %sum = async.await %w : !async.value<i32>
           %r = arith.addi %sum, %seven : i32
           return %r : i32
         }",
        499_507,
    );
}

/// The lowered program, in characters.
fn lowered_size(text: &str) -> usize {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", text)).expect("a valid program");
    lower(&ctx, &mut module, &LowerOptions::default()).expect("it can be lowered");
    print_op(module.op_ref(&ctx), &PrintOptions::default()).len()
}

#[test]
fn coroutines_grow_with_what_they_await() {
    for starts_inside in [false, true] {
        // With few tasks awaits of what is complete do not suspend; with many, values are read where they are used.
        for tasks in [7, 40] {
            runs(
                &many_ways_out(tasks, starts_inside),
                i32::try_from(tasks).expect("a small number"),
            );
        }
        let [some, twice] = [60, 120].map(|tasks| lowered_size(&many_ways_out(tasks, starts_inside)));
        assert!(
            twice < some * 9 / 4,
            "{some} characters for 60 tasks, {twice} for 120, inside: {starts_inside}"
        );
    }
}
