//! Random programs with parallel loops. A seed gives two functions: `counts_SEED` returns a digest of how often each
//! iteration ran and of integer reductions, `floats_SEED` the bits of a sum of floats.

use std::fmt::Write;
use std::ops::Range;

/// Numbers that look random and are the same in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

struct Dimension {
    lower: i64,
    upper: i64,
    step: i64,
    trip: i64,
}

/// Integer reductions: the name, what combines `%a` and `%b` to `%r`, the initial value.
const COMBINERS: [(&str, &str, i64); 6] = [
    ("sum", "%r = arith.addi %a, %b : i64", 3),
    ("largest", "%r = arith.maxsi %a, %b : i64", -5),
    ("bits", "%r = arith.xori %a, %b : i64", 9),
    (
        "last",
        "%z = arith.constant 0 : i64\n      %r = arith.addi %b, %z : i64",
        1,
    ),
    (
        "first",
        "%z = arith.constant 0 : i64\n      %r = arith.addi %a, %z : i64",
        7,
    ),
    ("product", "%r = arith.muli %a, %b : i64", 5),
];

/// Where a loop is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Function,
    Task,
    AsyncFunction,
}

struct Shape {
    dimensions: Vec<Dimension>,
    is_dynamic: bool,
    place: Place,
    has_assertion: bool,
    /// Iterations of a loop in each iteration, which depend on the first variable.
    has_work: bool,
    /// Iterations of a parallel loop in each iteration.
    inner: i64,
    combiners: Vec<usize>,
}

impl Shape {
    fn random(numbers: &mut Numbers) -> Self {
        let mut total = 1;
        let rank = 1 + numbers.below(4);
        let mut dimensions = Vec::new();
        for _ in 0..rank {
            let trips: &[i64] = match total {
                0..20 => &[0, 1, 2, 3, 5, 8, 17, 60, 300, 3000],
                20..200 => &[1, 2, 3, 8, 17],
                _ => &[1, 2, 3],
            };
            let trip = numbers.pick(trips);
            total *= trip.max(1);
            let (lower, step) = (numbers.below(11) as i64 - 5, 1 + numbers.below(4) as i64);
            let slack = if trip == 0 {
                numbers.below(9) as i64
            } else {
                numbers.below(step as u64) as i64
            };
            let upper = lower + trip * step - slack;
            dimensions.push(Dimension {
                lower,
                upper,
                step,
                trip,
            });
        }
        let combiners = (0..COMBINERS.len()).filter(|_| numbers.chance(20)).collect();
        Self {
            dimensions,
            is_dynamic: numbers.chance(60),
            place: numbers.pick(&[Place::Function, Place::Function, Place::Task, Place::AsyncFunction]),
            has_assertion: numbers.chance(25),
            has_work: total < 600 && numbers.chance(40),
            inner: if total < 400 && numbers.chance(30) {
                1 + numbers.below(40) as i64
            } else {
                0
            },
            combiners,
        }
    }

    fn total(&self) -> i64 {
        self.dimensions.iter().map(|dimension| dimension.trip).product()
    }

    fn slots(&self) -> i64 {
        self.total().max(1) * self.inner.max(1)
    }

    fn memory(&self) -> String {
        format!("memref<{}xi32>", self.slots())
    }
}

/// Appends a line.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {
        writeln!($text, $($format)*).expect("text")
    };
}

/// A module with the functions of these seeds.
pub fn program(seeds: Range<u64>) -> String {
    let mut text = "func.func private @hide(%x: index) -> index {\n  return %x : index\n}\n".to_owned();
    for seed in seeds {
        let shape = Shape::random(&mut Numbers(seed));
        counts(&mut text, seed, &shape);
        floats(&mut text, seed, &shape);
    }
    text
}

fn bounds(text: &mut String, shape: &Shape) -> [String; 4] {
    let mut lists: [Vec<String>; 4] = Default::default();
    for (number, dimension) in shape.dimensions.iter().enumerate() {
        lists[0].push(format!("%i{number}"));
        for (list, kind, value) in [
            (1, 'l', dimension.lower),
            (2, 'u', dimension.upper),
            (3, 's', dimension.step),
        ] {
            let name = format!("%{kind}{number}");
            if shape.is_dynamic {
                line!(text, "  {name}c = arith.constant {value} : index");
                line!(text, "  {name} = func.call @hide({name}c) : (index) -> index");
            } else {
                line!(text, "  {name} = arith.constant {value} : index");
            }
            lists[list].push(name);
        }
    }
    lists.map(|list| list.join(", "))
}

/// The number of the iteration, as `%n`.
fn number(text: &mut String, shape: &Shape) {
    line!(text, "    %n_0 = arith.constant 0 : index");
    for (number, dimension) in shape.dimensions.iter().enumerate() {
        let next = number + 1;
        let (lower, step, trip) = (dimension.lower, dimension.step, dimension.trip.max(1));
        line!(text, "    %nl{number} = arith.constant {lower} : index");
        line!(text, "    %ns{number} = arith.constant {step} : index");
        line!(text, "    %nt{number} = arith.constant {trip} : index");
        line!(text, "    %nd{number} = arith.subi %i{number}, %nl{number} : index");
        line!(text, "    %nq{number} = arith.divsi %nd{number}, %ns{number} : index");
        line!(text, "    %nm{number} = arith.muli %n_{number}, %nt{number} : index");
        line!(text, "    %n_{next} = arith.addi %nm{number}, %nq{number} : index");
    }
    let last = shape.dimensions.len();
    line!(text, "    %zero_n = arith.constant 0 : index");
    line!(text, "    %n = arith.addi %n_{last}, %zero_n : index");
}

fn count(text: &mut String, memory: &str, slot: &str) {
    line!(text, "    %old = memref.load %counts[{slot}] : {memory}");
    line!(text, "    %new = arith.addi %old, %one : i32");
    line!(text, "    memref.store %new, %counts[{slot}] : {memory}");
}

/// What an iteration does besides contributing to reductions.
fn iteration(text: &mut String, shape: &Shape) {
    let memory = shape.memory();
    number(text, shape);
    line!(text, "    %one = arith.constant 1 : i32");
    line!(text, "    %c0 = arith.constant 0 : index");
    line!(text, "    %c1 = arith.constant 1 : index");
    if shape.has_assertion {
        line!(text, "    %fine = arith.cmpi sge, %n, %c0 : index");
        line!(text, "    cf.assert %fine, \"a number is never negative\"");
    }
    if shape.has_work {
        line!(text, "    %w0 = arith.constant 0 : i64");
        line!(
            text,
            "    %w = scf.for %k = %c0 to %n step %c1 iter_args(%s = %w0) -> (i64) {{"
        );
        line!(
            text,
            "      %kk = arith.index_cast %k : index to i64\n      %t = arith.xori %s, %kk : i64"
        );
        line!(text, "      scf.yield %t : i64\n    }}");
        line!(text, "    %wi = arith.index_cast %w : i64 to index");
        line!(text, "    %wc = arith.cmpi sge, %wi, %c0 : index\n    scf.if %wc {{");
    }
    if shape.inner > 0 {
        let inner = shape.inner;
        line!(text, "    %in = arith.constant {inner} : index");
        line!(text, "    %base = arith.muli %n, %in : index");
        line!(text, "    scf.parallel (%j) = (%c0) to (%in) step (%c1) {{");
        line!(text, "    %slot = arith.addi %base, %j : index");
        count(text, &memory, "%slot");
        line!(text, "    scf.reduce\n    }}");
    } else {
        count(text, &memory, "%n");
    }
    if shape.has_work {
        line!(text, "    }}");
    }
}

/// Opens the function, task or async function around a loop.
fn open(text: &mut String, shape: &Shape, name: &str) {
    match shape.place {
        Place::Function => line!(text, "func.func @{name}() -> i64 {{"),
        Place::Task => line!(
            text,
            "func.func @{name}() -> i64 {{\n  %token, %value = async.execute -> !async.value<i64> {{"
        ),
        Place::AsyncFunction => line!(text, "async.func @{name}_async() -> !async.value<i64> {{"),
    }
}

/// Closes what [`open`] opened; `%result` is what it gives.
fn close(text: &mut String, shape: &Shape, name: &str) {
    match shape.place {
        Place::Function => line!(text, "  return %result : i64\n}}"),
        Place::Task => {
            line!(text, "  async.yield %result : i64\n  }}");
            line!(
                text,
                "  %out = async.await %value : !async.value<i64>\n  return %out : i64\n}}"
            );
        }
        Place::AsyncFunction => {
            line!(text, "  return %result : i64\n}}\nfunc.func @{name}() -> i64 {{");
            line!(text, "  %value = async.call @{name}_async() : () -> !async.value<i64>");
            line!(
                text,
                "  %out = async.await %value : !async.value<i64>\n  return %out : i64\n}}"
            );
        }
    }
}

fn counts(text: &mut String, seed: u64, shape: &Shape) {
    let name = format!("counts_{seed}");
    let (memory, slots) = (shape.memory(), shape.slots());
    open(text, shape, &name);
    line!(
        text,
        "  %first = arith.constant 0 : index\n  %step = arith.constant 1 : index"
    );
    line!(
        text,
        "  %slots = arith.constant {slots} : index\n  %none = arith.constant 0 : i32"
    );
    line!(text, "  %counts = memref.alloc() : {memory}");
    line!(
        text,
        "  scf.for %k = %first to %slots step %step {{\n    memref.store %none, %counts[%k] : {memory}\n  }}"
    );
    let [variables, lower, upper, steps] = bounds(text, shape);
    let types = vec!["i64"; shape.combiners.len()].join(", ");
    let (mut results, mut inits) = (Vec::new(), Vec::new());
    for &combiner in &shape.combiners {
        let (reduction, _, init) = COMBINERS[combiner];
        line!(text, "  %init_{reduction} = arith.constant {init} : i64");
        results.push(format!("%out_{reduction}"));
        inits.push(format!("%init_{reduction}"));
    }
    let (given, init) = match results.is_empty() {
        true => (String::new(), String::new()),
        false => (
            format!("{} = ", results.join(", ")),
            format!("init ({}) -> ({types}) ", inits.join(", ")),
        ),
    };
    line!(
        text,
        "  {given}scf.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}) {init}{{"
    );
    iteration(text, shape);
    reduce(text, shape, &types);
    line!(text, "  }}");
    digest(text, shape, &results);
    close(text, shape, &name);
}

fn reduce(text: &mut String, shape: &Shape, types: &str) {
    if shape.combiners.is_empty() {
        return line!(text, "    scf.reduce");
    }
    line!(
        text,
        "    %v1 = arith.index_cast %n : index to i64\n    %v3 = arith.constant 3 : i64"
    );
    line!(
        text,
        "    %v2 = arith.muli %v1, %v3 : i64\n    %v = arith.addi %v2, %v3 : i64"
    );
    let values = vec!["%v"; shape.combiners.len()].join(", ");
    let regions: Vec<String> = shape
        .combiners
        .iter()
        .map(|&combiner| {
            let combine = COMBINERS[combiner].1;
            format!("{{\n    ^bb0(%a: i64, %b: i64):\n      {combine}\n      scf.reduce.return %r : i64\n    }}")
        })
        .collect();
    line!(text, "    scf.reduce ({values} : {types}) {}", regions.join(", "));
}

/// Combines the counts and the reductions to `%result`.
fn digest(text: &mut String, shape: &Shape, reductions: &[String]) {
    let memory = shape.memory();
    line!(
        text,
        "  %start = arith.constant 17 : i64\n  %prime = arith.constant 1099511628211 : i64"
    );
    line!(
        text,
        "  %hash = scf.for %k = %first to %slots step %step iter_args(%h = %start) -> (i64) {{"
    );
    line!(
        text,
        "    %c = memref.load %counts[%k] : {memory}\n    %w = arith.extsi %c : i32 to i64"
    );
    line!(
        text,
        "    %x = arith.xori %h, %w : i64\n    %m = arith.muli %x, %prime : i64\n    scf.yield %m : i64\n  }}"
    );
    line!(text, "  memref.dealloc %counts : {memory}");
    let mut last = "%hash".to_owned();
    for (number, reduction) in reductions.iter().enumerate() {
        line!(text, "  %x{number} = arith.xori {last}, {reduction} : i64");
        line!(text, "  %y{number} = arith.muli %x{number}, %prime : i64");
        last = format!("%y{number}");
    }
    line!(
        text,
        "  %nothing = arith.constant 0 : i64\n  %result = arith.addi {last}, %nothing : i64"
    );
}

fn floats(text: &mut String, seed: u64, shape: &Shape) {
    let name = format!("floats_{seed}");
    open(text, shape, &name);
    let [variables, lower, upper, steps] = bounds(text, shape);
    line!(text, "  %init = arith.constant 0.5 : f64");
    line!(
        text,
        "  %sum = scf.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}) init (%init) -> f64 {{"
    );
    number(text, shape);
    line!(
        text,
        "    %v1 = arith.index_cast %n : index to i64\n    %v2 = arith.sitofp %v1 : i64 to f64"
    );
    line!(
        text,
        "    %tenth = arith.constant 0.1 : f64\n    %v = arith.mulf %v2, %tenth : f64"
    );
    line!(text, "    scf.reduce (%v : f64) {{\n    ^bb0(%a: f64, %b: f64):");
    line!(
        text,
        "      %r = arith.addf %a, %b : f64\n      scf.reduce.return %r : f64\n    }}\n  }}"
    );
    line!(text, "  %result = arith.bitcast %sum : f64 to i64");
    close(text, shape, &name);
}

/// What iterations say that fail.
pub const LATE: &str = "iteration 700 or later";

/// Programs in which iterations from 700 on fail, and say [`LATE`].
pub const FAILS: [(&str, &str); 6] = [
    ("in a function", include_str!("fails_in_function.mlir")),
    ("in a task", include_str!("fails_in_task.mlir")),
    ("in an inner loop", include_str!("fails_in_inner_loop.mlir")),
    ("in what is called", include_str!("fails_in_callee.mlir")),
    (
        "in a loop that a task calls",
        include_str!("fails_in_callee_of_task.mlir"),
    ),
    ("awaiting a task", include_str!("fails_awaiting.mlir")),
];
