//! The values that ops with regions make for them: induction variables of loops, places in a grid of threads.

use asyncir_dialects::affine::ForOp as AffineFor;
use asyncir_dialects::gpu::LaunchOp;
use asyncir_dialects::scf::{Bound as ForallBound, ForOp, ForallOp, ParallelOp};
use asyncir_ir::ApInt;
use asyncir_ir::def::OpView;
use asyncir_ir::{OpRef, ValueId};

use super::range::Range;
use super::{Known, width_of};
use crate::analysis::dataflow::program::{At, OpAt, ValueAt};
use crate::analysis::dataflow::solver::{Item, Solver};
use crate::analysis::dataflow::sparse::Own;

/// A bound or step of a loop.
#[derive(Clone, Copy)]
enum Bound {
    Number(i64),
    Value(ValueId),
    Unknown,
}

impl From<ForallBound> for Bound {
    fn from(bound: ForallBound) -> Self {
        match bound {
            ForallBound::Static(value) => Bound::Number(value),
            ForallBound::Value(value) => Bound::Value(value),
        }
    }
}

/// Lower bound, upper bound and step.
type Bounds = [Bound; 3];

/// The bounds of the induction variables of a loop, which are its first arguments.
fn bounds_of(op: OpRef<'_>) -> Option<Vec<Bounds>> {
    let data = op.data();
    if data.is(ForOp::DEF) {
        let view = ForOp(op);
        return Some(vec![
            [view.lowerBound(), view.upperBound(), view.step()].map(Bound::Value),
        ]);
    }
    if data.is(ParallelOp::DEF) {
        let view = ParallelOp(op);
        let (lower, upper, step) = (view.lowerBound(), view.upperBound(), view.step());
        let all = lower.into_iter().zip(upper).zip(step);
        return Some(all.map(|((a, b), c)| [a, b, c].map(Bound::Value)).collect());
    }
    if data.is(ForallOp::DEF) {
        let view = ForallOp(op);
        let all = view.lower().into_iter().zip(view.upper()).zip(view.steps());
        return Some(all.map(|((a, b), c)| [a, b, c].map(Bound::from)).collect());
    }
    if data.is(AffineFor::DEF) {
        let view = AffineFor(op);
        let known = |bound: Option<asyncir_dialects::affine::Applied>| {
            let number = bound.and_then(|bound| bound.map.single_constant_result());
            number.map_or(Bound::Unknown, Bound::Number)
        };
        let step = Bound::Number(view.step_size());
        return Some(vec![[known(view.lower_bound()), known(view.upper_bound()), step]]);
    }
    None
}

/// Comes to the ranges of the values that an op makes; says whether the values are arguments of a region of such an op.
pub(super) fn visit(solver: &mut Solver<'_, '_>, own: &Own<'_>) -> bool {
    if !matches!(own.reader, Item::Block(_)) {
        return false;
    }
    let op = solver.program.op_ref(own.parent);
    if op.data().is(LaunchOp::DEF) {
        visit_launch(solver, own);
        return true;
    }
    let Some(all) = bounds_of(op) else {
        return false;
    };
    for (&variable, bounds) in own.values.iter().zip(all) {
        visit_variable(solver, own.parent, own.reader, variable, bounds);
    }
    true
}

fn visit_variable(solver: &mut Solver<'_, '_>, parent: OpAt, reader: Item, variable: ValueAt, bounds: Bounds) {
    let ty = solver.program.body(variable.space).value_type(variable.id);
    let Some(width) = width_of(solver.program.ctx, ty) else {
        return;
    };
    let mut bound = |bound: Bound, is_upper: bool| {
        let known = match bound {
            Bound::Number(number) => return ApInt::from_i128(width, number.into()),
            Bound::Value(value) => solver.read(At::new(parent.space, value), reader),
            Bound::Unknown => Known(None),
        };
        let Range { smin, smax, .. } = known.0.unwrap_or_else(|| Range::full(width));
        if is_upper { smax } else { smin }
    };
    let [lower, upper, step] = bounds;
    let (mut min, mut max) = (bound(lower, false), bound(upper, true));
    if bound(step, true).is_negative() {
        std::mem::swap(&mut min, &mut max);
    } else {
        max = max.sub(&ApInt::one(width));
    }
    // Bounds that cross tell nothing.
    if max.scmp(&min).is_ge() {
        solver.join(variable, &Known(Some(Range::signed(min, max))));
    }
}

/// Comes to the ranges of the arguments of a launch: places in all grids, sizes of all grids, and others.
fn visit_launch(solver: &mut Solver<'_, '_>, own: &Own<'_>) {
    let view = LaunchOp(solver.program.op_ref(own.parent));
    let sizes = [
        view.gridSizeX(),
        view.gridSizeY(),
        view.gridSizeZ(),
        view.blockSizeX(),
        view.blockSizeY(),
        view.blockSizeZ(),
    ];
    let split = own.values.split_at_checked(sizes.len());
    let split = split.and_then(|(places, others)| Some((places, others.split_at_checked(sizes.len())?)));
    let Some((places, (arguments, others))) = split else {
        return solver.set_unknown::<Known>(own.values);
    };
    for ((&place, &argument), size) in places.iter().zip(arguments).zip(sizes) {
        let Known(Some(size)) = solver.read(At::new(own.parent.space, size), own.reader) else {
            continue;
        };
        let (one, most) = (ApInt::from_i64(1), ApInt::from_i64(u32::MAX.into()));
        let size = size.intersection(&Range::unsigned(one.clone(), most));
        let last = size.umax.sub(&one);
        solver.join(argument, &Known(Some(size)));
        solver.join(place, &Known(Some(Range::unsigned(ApInt::zero(last.width()), last))));
    }
    solver.set_unknown::<Known>(others);
}
