//! Which numbers values may be.
//!
//! A value's range is one interval of its bits read as unsigned and one read as signed. Vectors and tensors have the range
//! of their elements. Where ranges keep growing, as in loops, they are given up.
//!
//! - `range`: the ranges;
//! - `arithmetic`, `bits`: what operations do with them;
//! - `rules`: which op does what;
//! - `own_values`: what loops and launches make themselves.

mod arithmetic;
mod bits;
mod own_values;
mod range;
mod rules;

use asyncir_dialects::constant_fold::splat;
use asyncir_ir::def::OpTrait;
use asyncir_ir::{Context, Type};

pub(crate) use self::range::Range;
use crate::analysis::dataflow::program::{At, OpAt, ValueAt};
use crate::analysis::dataflow::solver::{Facts, Kind, Kinds, Solver};
use crate::analysis::dataflow::sparse::{Lattice, Own};
use crate::analysis::dataflow::{Constant, Program};

/// The range of a value. `None`: nothing that is live defines it so far.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Known(pub(crate) Option<Range>);

/// The ranges of the values of each body of a program.
pub(crate) fn ranges_of(program: &mut Program<'_>, kinds: Kinds, is_nested: bool) -> Vec<Facts<Known>> {
    let mut solver = Solver::new(program, kinds);
    solver.run(is_nested);
    solver.ranges
}

/// Bits of an integer, of an index, or of the elements of a vector or tensor of them.
pub(crate) fn width_of(ctx: &Context, ty: Type) -> Option<u32> {
    let width = ctx.int_or_index_width(ty.element_or_self(ctx))?;
    (width > 0).then_some(width)
}

/// The range of a value of which nothing is known. That of a value that is no integer only says that something defines it.
fn unknown(solver: &Solver<'_, '_>, value: ValueAt) -> Known {
    Known(Some(Range::full(width_at(solver, value).unwrap_or(1))))
}

fn width_at(solver: &Solver<'_, '_>, value: ValueAt) -> Option<u32> {
    let ty = solver.program.body(value.space).value_type(value.id);
    width_of(solver.program.ctx, ty)
}

impl Lattice for Known {
    const KIND: Kind = Kind::Ranges;
    /// A function that calls itself with another number may be called with all numbers, each found by one more look at it.
    const MAX_CHANGES: Option<u32> = Some(2000);

    fn join(&self, other: &Self) -> Option<Self> {
        let new = match (&self.0, &other.0) {
            (Some(a), Some(b)) if a.width() == b.width() => a.union(b),
            // The widths differ: one of the ranges is that of a value that is no integer; see `unknown`.
            (Some(_), Some(_)) => return None,
            (None, Some(range)) => range.clone(),
            (_, None) => return None,
        };
        (self.0.as_ref() != Some(&new)).then_some(Known(Some(new)))
    }

    fn unknown(solver: &Solver<'_, '_>, value: ValueAt) -> Self {
        unknown(solver, value)
    }

    fn suits(&self, solver: &Solver<'_, '_>, value: ValueAt) -> bool {
        let width = width_at(solver, value);
        self.0.as_ref().is_none_or(|range| match width {
            Some(width) => range.width() == width,
            None => *self == unknown(solver, value),
        })
    }

    fn facts<'s>(solver: &'s Solver<'_, '_>) -> &'s [Facts<Self>] {
        &solver.ranges
    }

    fn facts_mut<'s>(solver: &'s mut Solver<'_, '_>) -> &'s mut [Facts<Self>] {
        &mut solver.ranges
    }

    fn visit(solver: &mut Solver<'_, '_>, op: OpAt, results: &[ValueAt]) {
        let body = solver.program.body(op.space);
        let operands = body.operands(op.id);
        let ranges: Vec<Known> = operands.map(|value| solver.fact(At::new(op.space, value))).collect();
        match rules::infer(solver.program.op_ref(op), &ranges) {
            rules::Inferred::Nothing => solver.set_unknown::<Self>(results),
            rules::Inferred::NotYet => {}
            rules::Inferred::Range(range) => widen(solver, results[0], &range),
        }
    }

    fn visit_own(solver: &mut Solver<'_, '_>, own: &Own<'_>, passed: std::ops::Range<usize>) {
        if !own_values::visit(solver, own) {
            solver.set_unknown::<Self>(&own.values[..passed.start]);
            solver.set_unknown::<Self>(&own.values[passed.end..]);
        }
    }

    /// A value with a single number in its range is that constant, unless folding says something else.
    fn changed(solver: &mut Solver<'_, '_>, value: ValueAt) {
        let Known(Some(range)) = solver.fact(value) else { return };
        let constant = range.constant().and_then(|number| {
            let (program, ctx) = (&*solver.program, solver.program.ctx);
            let ty = program.body(value.space).value_type(value.id);
            Some(Constant::Known(splat(ctx, ty, number)?, program.maker(value)))
        });
        solver.join(value, &constant.unwrap_or(Constant::Unknown));
    }
}

/// Adds a range to that of a result. If the result goes around a loop and grows, it may become anything.
fn widen(solver: &mut Solver<'_, '_>, result: ValueAt, range: &Known) {
    let old: Known = solver.fact(result);
    let Some(new) = old.join(range) else { return };
    let body = solver.program.body(result.space);
    let is_passed_on = body
        .users(result.id)
        .any(|user| body.op(user).has_trait(OpTrait::Terminator));
    if is_passed_on && old.0.is_some() {
        let anything = unknown(solver, result);
        return solver.join(result, &anything);
    }
    solver.join(result, &new);
}
