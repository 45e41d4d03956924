//! Random programs with parallel loops. A seed gives two functions: `counts_SEED` returns a digest of how often each
//! iteration ran and of reductions whose results are exact, `floats_SEED` the bits of a sum of floats.

mod affine;
pub mod fails;
pub mod numbers;
mod place;
mod reductions;

use std::fmt::Write;
use std::ops::Range;

use numbers::Numbers;
use place::{Place, line};
use reductions::{OF_AFFINE, REDUCTIONS};

struct Dimension {
    lower: i64,
    upper: i64,
    step: i64,
    trip: i64,
}

/// Which op a loop is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Parallel,
    Forall,
    MappedForall,
    Affine,
}

/// What runs in an iteration besides its own work.
#[derive(Clone, Copy, PartialEq)]
enum Inner {
    Loop,
    /// A loop with a reduction, whose result counts, too.
    Reduction,
    Forall,
    /// A function with a loop.
    Call,
    /// A task with a loop, which is awaited.
    Task,
}

const INNER: [Inner; 6] = [
    Inner::Loop,
    Inner::Loop,
    Inner::Reduction,
    Inner::Forall,
    Inner::Call,
    Inner::Task,
];

struct Shape {
    dimensions: Vec<Dimension>,
    is_dynamic: bool,
    kind: Kind,
    place: Place,
    has_assertion: bool,
    /// Iterations of a loop in each iteration, which depend on the first variable.
    has_work: bool,
    /// Iterations of a parallel loop in each iteration.
    inner: i64,
    inner_kind: Inner,
    reductions: Vec<usize>,
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
        let kind = match numbers.below(10) {
            0 => Kind::Forall,
            1 if rank <= 3 => Kind::MappedForall,
            2..4 => Kind::Affine,
            _ => Kind::Parallel,
        };
        let all = match kind {
            Kind::Parallel => REDUCTIONS.len(),
            Kind::Affine => OF_AFFINE.len(),
            Kind::Forall | Kind::MappedForall => 0,
        };
        let reductions = (0..all).filter(|_| numbers.chance(12)).collect();
        Self {
            dimensions,
            is_dynamic: numbers.chance(60),
            kind,
            place: numbers.pick(&Place::ALL),
            has_assertion: numbers.chance(25),
            has_work: total < 600 && numbers.chance(40),
            inner: if total < 400 && numbers.chance(30) {
                1 + numbers.below(40) as i64
            } else {
                0
            },
            inner_kind: numbers.pick(&INNER),
            reductions,
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

/// What hides a number from the compiler, and what counts the iterations of a loop in memory.
const HELPERS: &str = "\
func.func private @hide(%x: index) -> index {
  return %x : index
}
func.func private @count_all(%counts: memref<?xi32>, %base: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    %slot = arith.addi %base, %j : index
    %old = memref.load %counts[%slot] : memref<?xi32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %counts[%slot] : memref<?xi32>
    scf.reduce
  }
  return
}
";

/// A module with the functions of these seeds.
pub fn program(seeds: Range<u64>) -> String {
    let mut text = HELPERS.to_owned();
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
        inner(text, shape);
    } else {
        count(text, &memory, "%n");
    }
    if shape.has_work {
        line!(text, "    }}");
    }
}

/// What runs in each iteration, and counts in `inner` slots.
fn inner(text: &mut String, shape: &Shape) {
    let (memory, length) = (shape.memory(), shape.inner);
    line!(text, "    %in = arith.constant {length} : index");
    line!(text, "    %base = arith.muli %n, %in : index");
    let slot = "%slot = arith.addi %base, %j : index";
    match shape.inner_kind {
        Inner::Loop => {
            line!(text, "    scf.parallel (%j) = (%c0) to (%in) step (%c1) {{\n    {slot}");
            count(text, &memory, "%slot");
            line!(text, "    scf.reduce\n    }}");
        }
        Inner::Forall => {
            line!(text, "    scf.forall (%j) in (%in) {{\n    {slot}");
            count(text, &memory, "%slot");
            line!(text, "    }}");
        }
        Inner::Reduction => {
            line!(
                text,
                "    %sum = scf.parallel (%j) = (%c0) to (%in) step (%c1) init (%one) -> i32 {{\n    {slot}"
            );
            count(text, &memory, "%slot");
            line!(text, "    %jj = arith.index_cast %j : index to i32");
            line!(text, "    scf.reduce (%jj : i32) {{\n    ^bb0(%a: i32, %b: i32):");
            line!(
                text,
                "      %r = arith.addi %a, %b : i32\n      scf.reduce.return %r : i32\n    }}\n    }}"
            );
            line!(text, "    %first_of = memref.load %counts[%base] : {memory}");
            line!(text, "    %both = arith.addi %first_of, %sum : i32");
            line!(text, "    memref.store %both, %counts[%base] : {memory}");
        }
        Inner::Call | Inner::Task => {
            let is_task = shape.inner_kind == Inner::Task;
            if is_task {
                line!(text, "    %task = async.execute {{");
            }
            line!(text, "    %any = memref.cast %counts : {memory} to memref<?xi32>");
            line!(
                text,
                "    func.call @count_all(%any, %base, %in) : (memref<?xi32>, index, index) -> ()"
            );
            if is_task {
                line!(text, "    async.yield\n    }}\n    async.await %task : !async.token");
            }
        }
    }
}

fn counts(text: &mut String, seed: u64, shape: &Shape) {
    let name = format!("counts_{seed}");
    let (memory, slots) = (shape.memory(), shape.slots());
    shape.place.open(text, &name);
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
    match shape.kind {
        Kind::Parallel => parallel(text, shape),
        Kind::Affine => affine::parallel(text, shape),
        Kind::Forall | Kind::MappedForall => forall(text, shape),
    }
    let shown: Vec<String> = match shape.kind {
        Kind::Affine => shape.reductions.iter().map(|&number| format!("%d_{number}")).collect(),
        _ => shape
            .reductions
            .iter()
            .map(|&number| format!("%d_{}", REDUCTIONS[number].name))
            .collect(),
    };
    digest(text, shape, &shown);
    shape.place.close(text, &name);
}

fn parallel(text: &mut String, shape: &Shape) {
    let [variables, lower, upper, steps] = bounds(text, shape);
    line!(
        text,
        "  %nothing = arith.constant 0 : i64\n  %hidden = arith.constant 29 : index"
    );
    line!(text, "  %key_index = func.call @hide(%hidden) : (index) -> index");
    line!(text, "  %key = arith.index_cast %key_index : index to i64");
    let reductions: Vec<_> = shape.reductions.iter().map(|&number| &REDUCTIONS[number]).collect();
    let list = |what: &str| {
        let names: Vec<String> = reductions
            .iter()
            .map(|reduction| format!("{what}{}", reduction.name))
            .collect();
        names.join(", ")
    };
    let types: Vec<&str> = reductions.iter().map(|reduction| reduction.ty).collect();
    let types = types.join(", ");
    reductions.iter().for_each(|reduction| reduction.begin(text));
    let (given, init) = if reductions.is_empty() {
        (String::new(), String::new())
    } else {
        (
            format!("{} = ", list("%out_")),
            format!("init ({}) -> ({types}) ", list("%init_")),
        )
    };
    line!(
        text,
        "  {given}scf.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}) {init}{{"
    );
    iteration(text, shape);
    if reductions.is_empty() {
        line!(text, "    scf.reduce");
    } else {
        contribution(text);
        reductions.iter().for_each(|reduction| reduction.contribute(text));
        let regions: Vec<String> = reductions.iter().map(|reduction| reduction.region()).collect();
        line!(
            text,
            "    scf.reduce ({} : {types}) {}",
            list("%c_"),
            regions.join(", ")
        );
    }
    line!(text, "  }}");
    reductions.iter().for_each(|reduction| reduction.show(text));
}

/// A number that grows with that of the iteration, as `%v`.
fn contribution(text: &mut String) {
    line!(
        text,
        "    %v0 = arith.constant 0 : i64\n    %v3 = arith.constant 3 : i64"
    );
    line!(text, "    %v1 = arith.index_cast %n : index to i64");
    line!(
        text,
        "    %v2 = arith.muli %v1, %v3 : i64\n    %v = arith.addi %v2, %v3 : i64"
    );
}

fn forall(text: &mut String, shape: &Shape) {
    let [variables, lower, upper, steps] = bounds(text, shape);
    line!(
        text,
        "  scf.forall ({variables}) = ({lower}) to ({upper}) step ({steps}) {{"
    );
    iteration(text, shape);
    let names = ["#gpu.block<y>", "#gpu.block<x>", "#gpu.block<z>"];
    match shape.kind {
        Kind::MappedForall => line!(
            text,
            "  }} {{mapping = [{}]}}",
            names[..shape.dimensions.len()].join(", ")
        ),
        _ => line!(text, "  }}"),
    }
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
        "  %nought = arith.constant 0 : i64\n  %result = arith.addi {last}, %nought : i64"
    );
}

fn floats(text: &mut String, seed: u64, shape: &Shape) {
    let name = format!("floats_{seed}");
    shape.place.open(text, &name);
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
    shape.place.close(text, &name);
}
