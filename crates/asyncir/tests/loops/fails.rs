//! Programs in which iterations fail.

use std::fmt::Write;
use std::ops::Range;

use super::numbers::Numbers;
use super::place::{Place, line};

/// What iterations say that fail.
pub const LATE: &str = "iteration 700 or later";

/// Programs in which iterations from 700 on fail, and say [`LATE`].
pub const FAILS: [(&str, &str); 7] = [
    ("in a function", include_str!("fails_in_function.mlir")),
    ("in a task", include_str!("fails_in_task.mlir")),
    ("in an inner loop", include_str!("fails_in_inner_loop.mlir")),
    ("in what is called", include_str!("fails_in_callee.mlir")),
    (
        "in a loop that a task calls",
        include_str!("fails_in_callee_of_task.mlir"),
    ),
    ("awaiting a task", include_str!("fails_awaiting.mlir")),
    ("in a scope of stack memory", include_str!("fails_in_scope.mlir")),
];

/// How an iteration fails.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Directly,
    /// In an op with branches.
    InBranch,
    /// In a function that calls itself.
    InCallee,
    /// In an inner loop.
    InLoop,
    /// In a loop of a function.
    InLoopOfCallee,
    /// In a task that is awaited.
    InTask,
    /// In a function that a task calls, which a function awaits.
    InCalleeOfTask,
    /// In an async function.
    InAsyncFunction,
}

const WAYS: [How; 8] = [
    How::Directly,
    How::InBranch,
    How::InCallee,
    How::InLoop,
    How::InLoopOfCallee,
    How::InTask,
    How::InCalleeOfTask,
    How::InAsyncFunction,
];

/// A module with a function `fails_SEED` for each of these seeds, in which some iterations fail, or none. All of a
/// function fail at the same place, so it does not matter which is told.
pub fn program(seeds: Range<u64>) -> String {
    let mut text = "func.func private @hide(%x: index) -> index {\n  return %x : index\n}\n".to_owned();
    for seed in seeds {
        function(&mut text, seed);
    }
    text
}

fn function(text: &mut String, seed: u64) {
    let mut numbers = Numbers(seed ^ 0x5eed);
    let name = format!("fails_{seed}");
    let place = numbers.pick(&Place::ALL);
    let how = numbers.pick(&WAYS);
    let trip = numbers.pick(&[1, 2, 7, 40, 300, 2000]);
    // All from some number on, or one of them; perhaps behind the end.
    let limit = numbers.below(trip + trip / 4 + 2);
    let predicate = numbers.pick(&["slt", "ne"]);
    let (has_reduction, is_dynamic) = (numbers.chance(50), numbers.chance(50));
    callees(text, seed, how);
    place.open(text, &name);
    line!(
        text,
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index"
    );
    line!(
        text,
        "  %limit_c = arith.constant {limit} : index\n  %trip = arith.constant {trip} : index"
    );
    line!(text, "  %limit = func.call @hide(%limit_c) : (index) -> index");
    line!(text, "  %zero = arith.constant 0 : i64");
    if is_dynamic {
        line!(text, "  %n = func.call @hide(%trip) : (index) -> index");
    } else {
        line!(text, "  %n = arith.constant {trip} : index");
    }
    let (given, init) = if has_reduction {
        ("%sum = ", "init (%zero) -> i64 ")
    } else {
        ("", "")
    };
    line!(
        text,
        "  {given}scf.parallel (%i) = (%c0) to (%n) step (%c1) {init}{{\n    %fine = arith.cmpi {predicate}, %i, %limit : index"
    );
    iteration(text, seed, how);
    if has_reduction {
        line!(text, "    %v = arith.index_cast %i : index to i64");
        line!(text, "    scf.reduce (%v : i64) {{\n    ^bb0(%a: i64, %b: i64):");
        line!(
            text,
            "      %r = arith.addi %a, %b : i64\n      scf.reduce.return %r : i64\n    }}\n  }}"
        );
        line!(text, "  %result = arith.addi %sum, %zero : i64");
    } else {
        line!(text, "    scf.reduce\n  }}\n  %result = arith.constant {seed} : i64");
    }
    place.close(text, &name);
}

/// The functions that iterations call.
fn callees(text: &mut String, seed: u64, how: How) {
    let message = format!("cf.assert %fine, \"of seed {seed}\"");
    let in_loop = "%c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c3 = arith.constant 3 : index
  scf.parallel (%j) = (%c0) to (%c3) step (%c1) {";
    match how {
        How::InCallee | How::InCalleeOfTask => line!(
            text,
            "func.func private @check_{seed}(%fine: i1, %depth: i64) -> i64 {{
  %zero = arith.constant 0 : i64\n  %one = arith.constant 1 : i64
  %is_last = arith.cmpi eq, %depth, %zero : i64
  %r = scf.if %is_last -> (i64) {{
    {message}\n    scf.yield %one : i64
  }} else {{
    %less = arith.subi %depth, %one : i64
    %s = func.call @check_{seed}(%fine, %less) : (i1, i64) -> i64
    %t = arith.addi %s, %one : i64\n    scf.yield %t : i64
  }}
  return %r : i64\n}}"
        ),
        How::InLoopOfCallee => line!(
            text,
            "func.func @check_{seed}(%fine: i1) {{\n  {in_loop}\n    {message}\n    scf.reduce\n  }}\n  return\n}}"
        ),
        How::InAsyncFunction => line!(
            text,
            "async.func @check_{seed}(%fine: i1) -> !async.token {{\n  {message}\n  return\n}}"
        ),
        How::Directly | How::InBranch | How::InLoop | How::InTask => {}
    }
    if how == How::InCalleeOfTask {
        line!(
            text,
            "func.func private @wait_{seed}(%fine: i1, %depth: i64) -> i64 {{
  %token, %value = async.execute -> !async.value<i64> {{
    %r = func.call @check_{seed}(%fine, %depth) : (i1, i64) -> i64
    async.yield %r : i64
  }}
  %r = async.await %value : !async.value<i64>
  return %r : i64\n}}"
        );
    }
}

fn iteration(text: &mut String, seed: u64, how: How) {
    let message = format!("cf.assert %fine, \"of seed {seed}\"");
    match how {
        How::Directly => line!(text, "    {message}"),
        How::InBranch => line!(text, "    scf.if %fine {{\n    }} else {{\n      {message}\n    }}"),
        How::InLoop => line!(
            text,
            "    scf.parallel (%j) = (%c0) to (%limit) step (%c1) {{\n      {message}\n      scf.reduce\n    }}"
        ),
        How::InCallee | How::InCalleeOfTask => {
            let callee = if how == How::InCallee { "check" } else { "wait" };
            line!(text, "    %depth = arith.constant 2 : i64");
            line!(
                text,
                "    %w = func.call @{callee}_{seed}(%fine, %depth) : (i1, i64) -> i64"
            );
        }
        How::InLoopOfCallee => line!(text, "    func.call @check_{seed}(%fine) : (i1) -> ()"),
        How::InTask => line!(
            text,
            "    %task = async.execute {{\n      {message}\n      async.yield\n    }}\n    async.await %task : !async.token"
        ),
        How::InAsyncFunction => line!(
            text,
            "    %task = async.call @check_{seed}(%fine) : (i1) -> !async.token\n    async.await %task : !async.token"
        ),
    }
}
