//! What values of an iteration are in a few sample iterations, computed before the loop runs.
//!
//! That is for estimates: the numbers of iterations of inner loops often follow from the variables of outer ones. Only
//! arithmetic on numbers of type `index` is repeated, such that it has no undefined results, whatever the samples.

use asyncir_dialects::arith::build::{fold_binary, index};
use asyncir_dialects::{arith, scf};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Location, Mapping, OpId, Type, ValueId};

use super::parallel_loop::{ParallelLoop, constant, is_inside};

/// How deep in ops and loops a value may be computed.
const MAX_DEPTH: usize = 8;

/// Ops that are repeated as they are, apart from flags.
const TOTAL: [&OpDef; 7] = [
    arith::AddIOp::DEF,
    arith::SubIOp::DEF,
    arith::MulIOp::DEF,
    arith::MinSIOp::DEF,
    arith::MaxSIOp::DEF,
    arith::MinUIOp::DEF,
    arith::MaxUIOp::DEF,
];

/// Ops that are repeated as divisions of unsigned numbers by one at least.
const DIVISIONS: [&OpDef; 5] = [
    arith::DivUIOp::DEF,
    arith::DivSIOp::DEF,
    arith::CeilDivUIOp::DEF,
    arith::CeilDivSIOp::DEF,
    arith::FloorDivSIOp::DEF,
];

/// A value, by how it is computed.
enum Source {
    /// From around the loop.
    Outside,
    Constant(i64),
    /// The variable of the loop in this dimension.
    Variable(usize),
    /// The variable of an inner loop between bounds.
    Inner(ValueId, ValueId),
    Total(&'static OpDef, ValueId, ValueId),
    Division(ValueId, ValueId),
}

fn source(ctx: &Context, body: &Body, parallel: &ParallelLoop, value: ValueId) -> Option<Source> {
    if body.value_type(value) != Type::INDEX {
        return None;
    }
    if let Some(number) = constant(ctx, body, value) {
        return Some(Source::Constant(number));
    }
    if !is_inside(body, parallel.region, value) {
        return Some(Source::Outside);
    }
    let Some(op) = body.defining_op(value) else {
        return variable(ctx, body, parallel, value);
    };
    let mut operands = body.operands(op);
    let (lhs, rhs) = (operands.next()?, operands.next()?);
    let is = |def: &&&'static OpDef| body.op(op).is(def);
    if let Some(def) = TOTAL.iter().find(is) {
        return Some(Source::Total(def, lhs, rhs));
    }
    DIVISIONS
        .iter()
        .any(|def| is(&def))
        .then_some(Source::Division(lhs, rhs))
}

/// An argument of a block in the loop.
fn variable(ctx: &Context, body: &Body, parallel: &ParallelLoop, value: ValueId) -> Option<Source> {
    if let Some(dimension) = body.block_args(parallel.block).position(|argument| argument == value) {
        return Some(Source::Variable(dimension));
    }
    let block = body.value_block(value)?;
    let inner: OpId = body.block_parent_op(block)?;
    let is_first = body.block_args(block).next() == Some(value);
    if !is_first || !body.op(inner).is(scf::ForOp::DEF) {
        return None;
    }
    let view = scf::ForOp::wrap(body.op_ref(ctx, inner));
    Some(Source::Inner(view.lowerBound(), view.upperBound()))
}

/// Whether samples of a value can be computed.
pub(super) fn can_be_sampled(ctx: &Context, body: &Body, parallel: &ParallelLoop, value: ValueId) -> bool {
    fn check(ctx: &Context, body: &Body, parallel: &ParallelLoop, value: ValueId, depth: usize) -> bool {
        let both = |a, b| depth > 0 && [a, b].iter().all(|&value| check(ctx, body, parallel, value, depth - 1));
        match source(ctx, body, parallel, value) {
            None => false,
            Some(Source::Outside | Source::Constant(_) | Source::Variable(_)) => true,
            Some(Source::Inner(a, b) | Source::Total(_, a, b) | Source::Division(a, b)) => both(a, b),
        }
    }
    check(ctx, body, parallel, value, MAX_DEPTH)
}

/// The iterations at a fraction of all dimensions.
pub(super) struct Sample<'a> {
    parallel: &'a ParallelLoop,
    location: Location,
    /// One part of so many.
    parts: i64,
    known: Mapping,
}

impl<'a> Sample<'a> {
    pub(super) fn new(parallel: &'a ParallelLoop, location: Location, parts: i64) -> Self {
        Self {
            parallel,
            location,
            parts,
            known: Mapping::new(),
        }
    }

    /// Computes a value at the cursor; one that cannot be sampled counts as zero.
    pub(super) fn value(&mut self, rw: &mut Rewriter<'_>, value: ValueId) -> ValueId {
        if let Some(known) = self.known.get(value) {
            return known;
        }
        let location = self.location;
        let sampled = match source(rw.ctx, rw.body, self.parallel, value) {
            Some(Source::Outside) => value,
            Some(Source::Constant(number)) => index(rw, location, number),
            Some(Source::Variable(dimension)) => {
                let dimension = self.parallel.dimensions[dimension];
                self.between(rw, dimension.lower, dimension.upper, self.parts)
            }
            Some(Source::Inner(lower, upper)) => {
                let (lower, upper) = (self.value(rw, lower), self.value(rw, upper));
                self.between(rw, lower, upper, 2)
            }
            Some(Source::Total(def, lhs, rhs)) => {
                let (lhs, rhs) = (self.value(rw, lhs), self.value(rw, rhs));
                fold_binary(rw, location, def, lhs, rhs)
            }
            Some(Source::Division(lhs, rhs)) => {
                let (lhs, rhs) = (self.value(rw, lhs), self.value(rw, rhs));
                let one = index(rw, location, 1);
                let rhs = fold_binary(rw, location, arith::MaxUIOp::DEF, rhs, one);
                fold_binary(rw, location, arith::DivUIOp::DEF, lhs, rhs)
            }
            None => index(rw, location, 0),
        };
        self.known.map_value(value, sampled);
        sampled
    }

    /// A part of the way from one number to another.
    fn between(&self, rw: &mut Rewriter<'_>, lower: ValueId, upper: ValueId, parts: i64) -> ValueId {
        let range = fold_binary(rw, self.location, arith::SubIOp::DEF, upper, lower);
        let parts = index(rw, self.location, parts);
        let part = fold_binary(rw, self.location, arith::DivSIOp::DEF, range, parts);
        fold_binary(rw, self.location, arith::AddIOp::DEF, lower, part)
    }
}
