//! The iterations of a parallel loop: how many there are, and which of them are cut.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, fold_binary, index};
use asyncir_dialects::cf;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostic, Fallible, Location, Type, ValueId};

use super::calls::Calls;
use super::cost::{Cost, KEPT_TOGETHER, WORTH_A_RANGE};
use super::lanes::IN_ORDER;
use super::parallel_loop::{Dimension, ParallelLoop, constant};

const TOO_MANY: &str = "a parallel loop has more than 2^63 - 1 iterations";
const BAD_STEP: &str = "the step of a parallel loop must be positive";

/// The iterations of the outer dimensions, numbered through, the last one fastest. The inner dimensions, which have few
/// iterations, are run as a whole, so that LLVM sees loops with constant bounds.
pub(super) struct Domain {
    /// How many dimensions are cut: one at least.
    pub(super) outer: usize,
    /// The number of iterations of each outer dimension.
    pub(super) trips: Vec<ValueId>,
    /// Their product.
    pub(super) total: ValueId,
    /// The product, if it is known.
    pub(super) known_total: Option<u64>,
    /// What is known of the work in one.
    pub(super) cost: Option<Cost>,
    /// Whether that differs from one iteration to the next.
    pub(super) varies: bool,
}

/// What can be said of a loop before anything is computed.
pub(super) struct Plan {
    outer: usize,
    known: Vec<Option<u64>>,
    cost: Option<Cost>,
    /// Whether a sequential loop is known not to end.
    passes_the_end: bool,
}

impl Plan {
    /// # Errors
    /// If the loop has too many iterations, or a step that is not positive.
    pub(super) fn of(rw: &Rewriter<'_>, calls: &Calls, parallel: &ParallelLoop) -> Fallible<Self> {
        let error = |message| Err(Diagnostic::error(parallel.location, message));
        let known: Vec<Option<u64>> = parallel
            .dimensions
            .iter()
            .map(|dimension| dimension.known_trip(rw.ctx, rw.body))
            .collect();
        for dimension in &parallel.dimensions {
            if constant(rw.ctx, rw.body, dimension.step).is_some_and(|step| step <= 0) {
                return error(BAD_STEP);
            }
        }
        let is_empty = product(&known) == Some(Some(0));
        let too_many = |count: u64| count > i64::MAX as u64;
        if !is_empty
            && (known.iter().flatten().any(|&trip| too_many(trip))
                || product(&known).is_some_and(|total| total.is_none_or(too_many)))
        {
            return error(TOO_MANY);
        }
        let (outer, inner) = cut(rw, calls, parallel, &known);
        let cost = Cost::of(rw.ctx, rw.body, calls, parallel, inner);
        let passes_the_end = parallel.passes_the_end(rw.ctx, rw.body);
        Ok(Self {
            outer,
            known,
            cost,
            passes_the_end,
        })
    }

    /// Whether the whole loop is known not to be worth more than to run in order.
    pub(super) fn is_tiny(&self, parallel: &ParallelLoop) -> bool {
        let work = self.cost.as_ref().and_then(Cost::known);
        let total = product(&self.known[..self.outer]).flatten();
        match (total, work) {
            _ if self.passes_the_end => false,
            (Some(0 | 1), _) => true,
            (Some(total), _) if parallel.in_lanes && total > IN_ORDER => false,
            (Some(total), Some(work)) => total.saturating_mul(work) <= KEPT_TOGETHER * WORTH_A_RANGE,
            _ => false,
        }
    }

    /// Computes the numbers of iterations at the cursor, with assertions that they are in range.
    pub(super) fn compute(self, rw: &mut Rewriter<'_>, parallel: &ParallelLoop) -> Domain {
        let location = parallel.location;
        let outer = &parallel.dimensions[..self.outer];
        let trips: Vec<ValueId> = outer
            .iter()
            .zip(&self.known)
            .map(|(&dimension, &known)| trip(rw, location, dimension, known))
            .collect();
        let known_total = product(&self.known[..self.outer]).flatten();
        let total = match known_total {
            // Checked above to fit.
            Some(total) => index(rw, location, total.cast_signed()),
            None => total(rw, location, &trips),
        };
        Domain {
            outer: self.outer,
            trips,
            total,
            known_total,
            varies: self.cost.as_ref().is_some_and(|cost| cost.varies(rw, parallel)),
            cost: self.cost,
        }
    }
}

/// The product of numbers if all are known; the inner option is empty if it does not fit.
fn product(known: &[Option<u64>]) -> Option<Option<u64>> {
    if known.contains(&Some(0)) {
        return Some(Some(0));
    }
    let numbers: Option<Vec<u64>> = known.iter().copied().collect();
    numbers.map(|numbers| numbers.into_iter().try_fold(1u64, u64::checked_mul))
}

/// How many dimensions to cut, and how many iterations the others have together: those innermost ones that have few
/// iterations of little work, which is known.
fn cut(rw: &Rewriter<'_>, calls: &Calls, parallel: &ParallelLoop, known: &[Option<u64>]) -> (usize, u64) {
    let work = Cost::of(rw.ctx, rw.body, calls, parallel, 1).and_then(|cost| cost.known());
    let (mut outer, mut inner) = (parallel.dimensions.len(), 1u64);
    if parallel.in_lanes {
        return (outer, inner);
    }
    let Some(work) = work else { return (outer, inner) };
    while outer > 1
        && let Some(trip) = known[outer - 1]
        && parallel.dimensions[outer - 1].passes_the_end(rw.ctx, rw.body) == Some(false)
        && inner.saturating_mul(trip).saturating_mul(work) <= WORTH_A_RANGE / 2
    {
        inner *= trip;
        outer -= 1;
    }
    (outer, inner)
}

/// The number of iterations of a dimension.
fn trip(rw: &mut Rewriter<'_>, location: Location, dimension: Dimension, known: Option<u64>) -> ValueId {
    if let Some(known) = known {
        // A single dimension that does not fit was refused.
        return index(rw, location, known.cast_signed());
    }
    let Dimension { lower, upper, step } = dimension;
    let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
    let known_step = constant(rw.ctx, rw.body, step);
    if known_step.is_none() {
        let is_positive = ArithBuilder::new(rw, location).cmpi("sgt", step, zero);
        assert(rw, location, is_positive, BAD_STEP);
    }
    let is_empty = ArithBuilder::new(rw, location).cmpi("sge", lower, upper);
    let range = fold_binary(rw, location, arith::SubIOp::DEF, upper, lower);
    let trip = if known_step == Some(1) {
        range
    } else {
        // The range may need all bits of an unsigned number.
        let last = fold_binary(rw, location, arith::SubIOp::DEF, range, one);
        let rounds = fold_binary(rw, location, arith::DivUIOp::DEF, last, step);
        fold_binary(rw, location, arith::AddIOp::DEF, rounds, one)
    };
    let trip = ArithBuilder::new(rw, location).select(is_empty, zero, trip);
    if constant(rw.ctx, rw.body, lower).is_none_or(|lower| lower < 0) {
        let fits = ArithBuilder::new(rw, location).cmpi("sge", trip, zero);
        assert(rw, location, fits, TOO_MANY);
    }
    trip
}

/// The product of numbers of iterations, with an assertion that it fits into 63 bits.
fn total(rw: &mut Rewriter<'_>, location: Location, trips: &[ValueId]) -> ValueId {
    let &[first, ref others @ ..] = trips else {
        return index(rw, location, 1);
    };
    if others.is_empty() {
        return first;
    }
    let zero = index(rw, location, 0);
    let mut b = ArithBuilder::new(rw, location);
    let zero_i64 = b.constant(Type::I64, 0);
    let mut product = b.cast(arith::IndexCastOp::DEF, first, Type::I64);
    let mut is_empty = b.cmpi("eq", first, zero);
    let mut fits = b.constant(Type::I1, 1);
    for &trip in others {
        let next = b.cmpi("eq", trip, zero);
        is_empty = b.binary(arith::OrIOp::DEF, is_empty, next);
        let trip = b.cast(arith::IndexCastOp::DEF, trip, Type::I64);
        let (low, high) = b.mului_extended(product, trip);
        product = low;
        for (predicate, part) in [("eq", high), ("sge", product)] {
            let in_range = b.cmpi(predicate, part, zero_i64);
            fits = b.andi(fits, in_range);
        }
    }
    let is_fine = b.binary(arith::OrIOp::DEF, fits, is_empty);
    assert(rw, location, is_fine, TOO_MANY);
    let mut b = ArithBuilder::new(rw, location);
    let total = b.cast(arith::IndexCastOp::DEF, product, Type::INDEX);
    b.select(is_empty, zero, total)
}

pub(super) fn assert(rw: &mut Rewriter<'_>, location: Location, condition: ValueId, message: &str) {
    let message = rw.ctx.str_attr(message);
    rw.insert(cf::AssertOp::build(rw.ctx, location, condition, message, &[]));
}
