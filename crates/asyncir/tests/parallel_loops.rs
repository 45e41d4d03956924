//! Every iteration of a parallel loop runs exactly once, whatever its bounds and however its blocks are handed out.
//!
//! Each function counts the iterations of a parallel loop up and those of the same sequential loops down; what is left
//! must be zero everywhere.

#![allow(unsafe_code, reason = "the programs are those of the tests")]

use std::fmt::Write;

use asyncir::passes::{PassManager, Registry, RunConfig};

use asyncir::{Engine, EngineOptions, OptLevel, Source, context, parse};

/// A dimension: lower bound, upper bound, step.
type Dimension = (i64, i64, i64);

/// Loops that went wrong once, or stand for a case of their own.
const SHAPES: &[&[Dimension]] = &[
    // Blocks aligned to the inner dimension, in the last of which the iterations end.
    &[(0, 4, 1), (0, 512, 1)],
    &[(0, 7, 1), (0, 300, 1)],
    &[(0, 50, 3), (5, 17, 2), (-3, 11, 4)],
    // Empty: in one dimension, and with trip counts whose product is positive.
    &[(1, 0, 1)],
    &[(7, 0, 2)],
    &[(5, 0, 2), (5, 0, 2)],
    &[(9, 4, 1), (3, 0, 1), (0, 5, 1)],
    &[(0, 5, 1), (4, 4, 1)],
    // More iterations than a task has at least.
    &[(0, 5000, 1)],
    &[(-3000, 3000, 7), (0, 3, 1)],
    &[(0, 3, 1), (0, 1100, 1)],
];

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end) as i64
    }

    fn shape(&mut self) -> Vec<Dimension> {
        let dimensions = 1 + self.below(3);
        (0..dimensions)
            .map(|_| {
                let (lower, length) = (self.below(40) - 20, self.below(60) - 6);
                (lower, lower + length, 1 + self.below(5))
            })
            .collect()
    }
}

/// The values of the bounds of `shape` and their names, from constants or from a function that hides them.
fn bounds(shape: &[Dimension], is_dynamic: bool, text: &mut String) -> [Vec<String>; 3] {
    let mut names = [vec![], vec![], vec![]];
    for (index, &(lower, upper, step)) in shape.iter().enumerate() {
        for (kind, value) in [lower, upper, step].into_iter().enumerate() {
            let name = format!("%b{index}_{kind}");
            // The step of a loop must be positive, which only a constant shows.
            if is_dynamic {
                writeln!(text, "  {name}_c = arith.constant {value} : index").expect("text");
                writeln!(text, "  {name} = call @hide({name}_c) : (index) -> index").expect("text");
            } else {
                writeln!(text, "  {name} = arith.constant {value} : index").expect("text");
            }
            names[kind].push(name);
        }
    }
    names
}

/// The ops that add `%{delta}` to the counter of an iteration.
fn count(dimensions: usize, delta: &str, atomically: bool) -> String {
    let mut text = "    %h0 = arith.constant 17 : index\n    %table = arith.constant 8192 : index\n".to_owned();
    for index in 0..dimensions {
        let next = index + 1;
        writeln!(text, "    %m{next} = arith.muli %h{index}, %prime : index").expect("text");
        writeln!(text, "    %h{next} = arith.addi %m{next}, %i{index} : index").expect("text");
    }
    writeln!(text, "    %slot = arith.remui %h{dimensions}, %table : index").expect("text");
    if atomically {
        writeln!(
            text,
            "    %old = memref.atomic_rmw addi {delta}, %counts[%slot] : (i32, memref<8192xi32>) -> i32"
        )
        .expect("text");
    } else {
        writeln!(text, "    %old = memref.load %counts[%slot] : memref<8192xi32>").expect("text");
        writeln!(text, "    %new = arith.addi %old, {delta} : i32").expect("text");
        writeln!(text, "    memref.store %new, %counts[%slot] : memref<8192xi32>").expect("text");
    }
    text
}

/// A function that gives how many counters are not zero in the end.
fn function(name: &str, shape: &[Dimension], is_dynamic: bool) -> String {
    let mut text = format!("func.func @{name}() -> i32 {{\n");
    text.push_str(
        "  %zero = arith.constant 0 : i32\n  %one = arith.constant 1 : i32\n  %minus = arith.constant -1 : i32\n  \
         %prime = arith.constant 127 : index\n  %first = arith.constant 0 : index\n  %next = arith.constant 1 : index\n  \
         %size = arith.constant 8192 : index\n  %counts = memref.alloc() : memref<8192xi32>\n  \
         scf.for %k = %first to %size step %next {\n    memref.store %zero, %counts[%k] : memref<8192xi32>\n  }\n",
    );
    let [lower, upper, steps] = bounds(shape, is_dynamic, &mut text);
    let variables: Vec<String> = (0..shape.len()).map(|index| format!("%i{index}")).collect();
    writeln!(
        text,
        "  scf.parallel ({}) = ({}) to ({}) step ({}) {{\n{}  }}",
        variables.join(", "),
        lower.join(", "),
        upper.join(", "),
        steps.join(", "),
        count(shape.len(), "%one", true)
    )
    .expect("text");
    for (index, variable) in variables.iter().enumerate() {
        writeln!(
            text,
            "  scf.for {variable} = {} to {} step {} {{",
            lower[index], upper[index], steps[index]
        )
        .expect("text");
    }
    text.push_str(&count(shape.len(), "%minus", false));
    text.push_str(&"  }\n".repeat(shape.len()));
    text.push_str(
        "  %wrong = scf.for %k = %first to %size step %next iter_args(%sum = %zero) -> (i32) {\n    \
         %c = memref.load %counts[%k] : memref<8192xi32>\n    %is = arith.cmpi ne, %c, %zero : i32\n    \
         %d = arith.extui %is : i1 to i32\n    %s = arith.addi %sum, %d : i32\n    scf.yield %s : i32\n  }\n  \
         memref.dealloc %counts : memref<8192xi32>\n  return %wrong : i32\n}\n",
    );
    text
}

#[test]
fn every_iteration_runs_once() {
    let mut numbers = Numbers(2022);
    let mut shapes: Vec<Vec<Dimension>> = SHAPES.iter().map(|shape| shape.to_vec()).collect();
    shapes.extend((0..24).map(|_| numbers.shape()));
    let mut text = "func.func private @hide(%x: index) -> index {\n  return %x : index\n}\n".to_owned();
    for (index, shape) in shapes.iter().enumerate() {
        text.push_str(&function(&format!("constant_{index}"), shape, false));
        text.push_str(&function(&format!("dynamic_{index}"), shape, true));
    }
    for options in [
        "",
        "num-workers=-1 min-task-size=1",
        "num-workers=3 min-task-size=10",
        "async-dispatch=false num-workers=20 min-task-size=1",
        "async-dispatch=false num-workers=1",
    ] {
        let ctx = context();
        let mut module =
            parse(&ctx, &Source::new("loops.mlir", text.as_str())).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let pipeline = format!("builtin.module(async-parallel-for{{{options}}})");
        let pipeline = PassManager::parse(&Registry::new(), &pipeline).expect("a pipeline");
        pipeline
            .run(&ctx, &mut module, &RunConfig::default())
            .expect("a lowering");
        // SAFETY: the programs stay within their memory.
        let engine = unsafe {
            Engine::compile(
                &ctx,
                &mut module,
                &EngineOptions {
                    opt_level: asyncir::OptLevel::O0,
                    ..EngineOptions::default()
                },
            )
        }
        .unwrap_or_else(|error| panic!("{error}"));
        for (index, shape) in shapes.iter().enumerate() {
            for kind in ["constant", "dynamic"] {
                let wrong = engine.call::<i32>(&format!("{kind}_{index}"), ()).expect("a result");
                assert_eq!(wrong, 0, "{kind} {shape:?} with {options}");
            }
        }
    }
}

/// Loops whose last index and step have a sum that is no index: one by one they would go on behind their end.
#[test]
fn loops_end_at_the_largest_index() {
    let text = "
func.func private @hide(%x: index) -> index attributes {no_inline} { return %x : index }
func.func @count(%lb: index, %ub: index, %st: index) -> i32 {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  memref.store %zero, %m[%c0] : memref<1xi32>
  scf.parallel (%i) = (%lb) to (%ub) step (%st) {
    %before = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<1xi32>) -> i32
    scf.reduce
  }
  %n = memref.load %m[%c0] : memref<1xi32>
  memref.dealloc %m : memref<1xi32>
  %reduced = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%zero) -> i32 {
    scf.reduce(%one : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  %hundred = arith.constant 100 : i32
  %times = arith.muli %reduced, %hundred : i32
  %both = arith.addi %n, %times : i32
  return %both : i32
}
func.func @main() -> i32 {
  %lb = arith.constant 9223372036854775800 : index
  %ub = arith.constant 9223372036854775807 : index
  %st = arith.constant 5 : index
  %known = call @count(%lb, %ub, %st) : (index, index, index) -> i32
  %least = arith.constant -9223372036854775808 : index
  %far = arith.constant 4611686018427387904 : index
  %hidden = call @hide(%least) : (index) -> index
  %unknown = call @count(%hidden, %ub, %far) : (index, index, index) -> i32
  %end = call @hide(%ub) : (index) -> index
  %none = call @count(%end, %ub, %st) : (index, index, index) -> i32
  %thousands = arith.constant 10000 : i32
  %high = arith.muli %unknown, %thousands : i32
  %some = arith.addi %known, %high : i32
  %all = arith.addi %some, %none : i32
  return %all : i32
}
";
    let ctx = context();
    let inlined = "inline,canonicalize";
    for first in ["", inlined] {
        let mut module = parse(&ctx, &Source::new("program.mlir", text)).expect("a valid program");
        let pipeline = PassManager::parse(&Registry::new(), &format!("builtin.module({first})")).expect("a pipeline");
        pipeline
            .run(&ctx, &mut module, &RunConfig::default())
            .expect("it can be lowered");
        // SAFETY: the program stays within its memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &EngineOptions::default()) }.expect("it compiles");
        // Two, four, and none: from the least index on, three steps lead to one below the largest.
        assert_eq!(
            engine.call::<i32>("main", ()).expect("it runs"),
            4_040_202,
            "after '{first}'"
        );
    }
}

/// No thread's update of a float gets lost.
#[test]
fn floats_are_updated_atomically() {
    let mut text = String::new();
    for ty in ["f16", "f32", "f64"] {
        text += &format!(
            "func.func @count_{ty}() -> i64 {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %n = arith.constant 2000 : index
               %zero = arith.constant 0.0 : {ty}
               %one = arith.constant 1.0 : {ty}
               %m = memref.alloc() : memref<1x{ty}>
               memref.store %zero, %m[%c0] : memref<1x{ty}>
               scf.parallel (%i) = (%c0) to (%n) step (%c1) {{
                 %before = memref.generic_atomic_rmw %m[%c0] : memref<1x{ty}> {{
                 ^bb0(%x: {ty}):
                   %next = arith.addf %x, %one : {ty}
                   memref.atomic_yield %next : {ty}
                 }}
                 scf.reduce
               }}
               %sum = memref.load %m[%c0] : memref<1x{ty}>
               memref.dealloc %m : memref<1x{ty}>
               %result = arith.fptosi %sum : {ty} to i64
               return %result : i64
             }}\n"
        );
    }
    let ctx = context();
    for opt_level in [OptLevel::O0, OptLevel::O2] {
        let mut module = parse(&ctx, &Source::new("program.mlir", text.as_str())).expect("a valid program");
        let options = EngineOptions {
            opt_level,
            ..EngineOptions::default()
        };
        // SAFETY: the program stays within its memory.
        let engine = unsafe { Engine::compile(&ctx, &mut module, &options) }.expect("it compiles");
        for ty in ["f16", "f32", "f64"] {
            assert_eq!(
                engine.call::<i64>(&format!("count_{ty}"), ()).expect("it runs"),
                2000,
                "{ty}, {opt_level:?}"
            );
        }
    }
}
