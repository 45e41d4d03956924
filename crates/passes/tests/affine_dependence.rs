//! `affine-parallelize` on random loops: none becomes parallel of which two iterations touch the same element, one of them
//! writing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use asyncir_ir::Context;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

const NESTS: usize = 600;

/// Numbers that look random, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end.unsigned_abs()) as i64
    }

    /// An expression of two counters.
    fn expr(&mut self, depth: u32) -> AffineExpr {
        let counter = AffineExpr::Dim(self.below(2) as u32);
        match self.below(8) {
            0 => AffineExpr::Constant(self.below(6)),
            1 | 2 => counter + (self.below(7) - 3),
            3 => counter * (self.below(5) - 2) + AffineExpr::Dim(self.below(2) as u32),
            4 if depth > 0 => self.expr(depth - 1) % (self.below(4) + 2),
            5 if depth > 0 => self.expr(depth - 1).floor_div(self.below(4) + 2),
            6 if depth > 0 => self.expr(depth - 1) + self.expr(depth - 1) * (self.below(3) + 1),
            _ => counter,
        }
    }
}

/// An access of one of two memrefs.
struct Access {
    memref: i64,
    index: AffineExpr,
    writes: bool,
}

/// An iteration that touches an element, and whether it writes.
type Touch = ([i64; 2], bool);

/// Two loops and what is accessed in the inner one.
struct Nest {
    outer_end: i64,
    outer_step: i64,
    /// The inner loop runs from a multiple of the outer counter on, to that and so much more.
    inner_start: AffineExpr,
    inner_length: i64,
    inner_step: i64,
    accesses: Vec<Access>,
}

impl Nest {
    fn random(random: &mut Random) -> Self {
        let access = |random: &mut Random| Access {
            memref: random.below(2),
            index: random.expr(2),
            writes: random.below(2) == 0,
        };
        let inner_start = match random.below(2) {
            0 => AffineExpr::Constant(random.below(3)),
            _ => AffineExpr::Dim(0) + random.below(3),
        };
        Self {
            outer_end: random.below(7) + 1,
            outer_step: random.below(3) + 1,
            inner_start,
            inner_length: random.below(6) + 1,
            inner_step: random.below(3) + 1,
            accesses: (0..=random.below(3)).map(|_| access(random)).collect(),
        }
    }

    fn write(&self, number: usize, text: &mut String) {
        let map = |dims, expr: &AffineExpr| AffineMap::new(dims, 0, vec![expr.clone()]).expect("a map");
        let end = self.inner_start.clone() + self.inner_length;
        let _ = writeln!(
            text,
            "func.func @f{number}(%a0: memref<?xf32>, %a1: memref<?xf32>, %x: f32) {{\n \
             affine.for %i = 0 to {} step {} {{\n \
             affine.for %j = affine_map<{}>(%i) to affine_map<{}>(%i) step {} {{",
            self.outer_end,
            self.outer_step,
            map(1, &self.inner_start),
            map(1, &end),
            self.inner_step
        );
        for (index, access) in self.accesses.iter().enumerate() {
            let (at, memref) = (map(2, &access.index), access.memref);
            let _ = writeln!(text, "%k{index} = affine.apply affine_map<{at}>(%i, %j)");
            if access.writes {
                let _ = writeln!(text, "affine.store %x, %a{memref}[%k{index}] : memref<?xf32>");
            } else {
                let _ = writeln!(text, "%x{index} = affine.load %a{memref}[%k{index}] : memref<?xf32>");
            }
        }
        text.push_str("}\n}\nreturn\n}\n");
    }

    /// The iterations, with what each accesses.
    fn iterations(&self) -> Vec<[i64; 2]> {
        let mut all = Vec::new();
        for i in (0..self.outer_end).step_by(self.outer_step as usize) {
            let start = self.inner_start.evaluate(&[i], &[]).expect("a start");
            let inner = (start..start + self.inner_length).step_by(self.inner_step as usize);
            all.extend(inner.map(|j| [i, j]));
        }
        all
    }

    /// Whether iterations of the outer loop conflict, and those of the inner loop.
    fn conflicts(&self) -> [bool; 2] {
        let mut touched: BTreeMap<(i64, i64), Vec<Touch>> = BTreeMap::new();
        for iteration in self.iterations() {
            for access in &self.accesses {
                let index = access.index.evaluate(&iteration, &[]).expect("an index");
                touched
                    .entry((access.memref, index))
                    .or_default()
                    .push((iteration, access.writes));
            }
        }
        let mut found = [false; 2];
        for accesses in touched.values() {
            for (one, writes) in accesses {
                for (other, also_writes) in accesses {
                    let conflict = *writes || *also_writes;
                    found[0] |= conflict && one[0] != other[0];
                    found[1] |= conflict && one[0] == other[0] && one[1] != other[1];
                }
            }
        }
        found
    }
}

#[test]
fn no_loop_with_a_conflict_becomes_parallel() {
    let mut random = Random(11);
    let nests: Vec<Nest> = (0..NESTS).map(|_| Nest::random(&mut random)).collect();
    let mut text = String::new();
    for (number, nest) in nests.iter().enumerate() {
        nest.write(number, &mut text);
    }
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("input", &text)).expect("a program");
    let pipeline = "builtin.module(func.func(affine-parallelize))";
    let manager = PassManager::parse(&Registry::new(), pipeline).expect("a pipeline");
    assert!(manager.run(&ctx, &mut parsed.op, &RunConfig::default()).is_ok());
    let printed = print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default());
    let (mut parallel, mut possible) = (0, 0);
    for (nest, function) in nests.iter().zip(printed.split("func.func @").skip(1)) {
        let loops = function
            .lines()
            .filter(|line| line.contains("affine.for") || line.contains("affine.parallel"));
        let are_parallel: Vec<bool> = loops.map(|line| line.contains("affine.parallel")).collect();
        for (is_parallel, conflicts) in are_parallel.iter().zip(nest.conflicts()) {
            assert!(!is_parallel || !conflicts, "{function}");
            parallel += usize::from(*is_parallel);
            possible += usize::from(!conflicts);
        }
        assert_eq!(are_parallel.len(), 2, "{function}");
    }
    // Most loops without conflicts are found.
    assert!(parallel * 100 > possible * 90, "{parallel} of {possible}");
}
