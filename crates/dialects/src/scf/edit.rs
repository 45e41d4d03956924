//! Steps that the patterns of this dialect share.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{InsertPoint, OpId, OperationState, RegionId, Type, ValueId};

use crate::arith::AddIOp;
use crate::arith::attrs::{OVERFLOW_DEF, overflow};
use crate::enum_attrs::enum_value;
use crate::matchers::constant_int;

/// Moves the blocks of a region into a new region, for the op that replaces the one they are in.
pub(super) fn take_region(rw: &mut Rewriter<'_>, from: RegionId) -> RegionId {
    let region = rw.body.create_region();
    rw.inline_region(from, region, None);
    region
}

/// An op like `op` before it, with its attributes and regions but other operands and results. `op` keeps empty
/// regions and is to be replaced.
pub(super) fn rebuild(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], results: &[Type]) -> OpId {
    let regions = rw.body.op_regions(op).to_vec();
    let regions: Vec<RegionId> = regions.into_iter().map(|region| take_region(rw, region)).collect();
    let data = rw.body.op(op);
    let mut state = OperationState::new(data.name(), data.location())
        .operands(operands)
        .results(results);
    state.properties = data.properties();
    state.attrs = data.attrs();
    state.regions.extend(regions);
    rw.set_before(op);
    rw.insert(state)
}

/// Replaces the operands of a terminator.
pub(super) fn set_operands(rw: &mut Rewriter<'_>, end: OpId, operands: &[ValueId]) {
    rw.modify(end, |body| body.set_operands(end, operands));
}

/// The elements for which `keep` says so.
pub(super) fn kept<T: Copy>(values: &[T], keep: &[bool]) -> Vec<T> {
    values
        .iter()
        .zip(keep)
        .filter(|&(_, &keep)| keep)
        .map(|(&value, _)| value)
        .collect()
}

/// The results of `new` where `keep` says so, and what `other` gives for the indices in between.
pub(super) fn spread(
    rw: &Rewriter<'_>,
    new: OpId,
    keep: &[bool],
    mut other: impl FnMut(usize) -> ValueId,
) -> Vec<ValueId> {
    let mut results = rw.body.results(new);
    let pick = |(index, &keep): (usize, &bool)| {
        if keep {
            results.next().unwrap_or_else(|| other(index))
        } else {
            other(index)
        }
    };
    keep.iter().enumerate().map(pick).collect()
}

/// Puts the only block of a region in the place of `op`; what the terminator passes replaces the results.
pub(crate) fn inline_region(rw: &mut Rewriter<'_>, op: OpId, region: RegionId, args: &[ValueId]) -> bool {
    let Some(block) = rw.body.region(region).first() else {
        return false;
    };
    let Some(end) = rw.body.terminator(block) else {
        return false;
    };
    rw.inline_block(block, InsertPoint::Before(op), args);
    // What the terminator passes is read only now, when the arguments are replaced.
    let results: Vec<ValueId> = rw.body.operands(end).collect();
    rw.erase(end);
    rw.replace(op, &results);
    true
}

/// How often a loop runs, if that is known.
pub(super) fn trip_count(
    rw: &Rewriter<'_>,
    (lower, upper, step): (ValueId, ValueId, ValueId),
    signed: bool,
) -> Option<i128> {
    if lower == upper {
        return Some(0);
    }
    let width = rw.ctx.int_or_index_width(rw.body.value_type(lower))?;
    let read = |value| {
        let value = i128::from(constant_int(rw.ctx, rw.body, value)?);
        let mask = if width >= 127 { i128::MAX } else { (1 << width) - 1 };
        Some(if signed { value } else { value & mask })
    };
    let step = read(step);
    // A step that leads nowhere is taken for a loop that does not run.
    if step.is_some_and(|step| step <= 0) {
        return Some(0);
    }
    let distance = match (read(lower), read(upper)) {
        (Some(lower), Some(upper)) => upper - lower,
        (None, None) => read(added_without_overflow(rw, lower, upper, signed)?)?,
        _ => return None,
    };
    if distance <= 0 {
        return Some(0);
    }
    let step = step?;
    Some((distance + step - 1) / step)
}

/// What is added to `lower` to get `upper`, by an addition that does not wrap around.
fn added_without_overflow(rw: &Rewriter<'_>, lower: ValueId, upper: ValueId, signed: bool) -> Option<ValueId> {
    let addition = rw
        .body
        .defining_op(upper)
        .filter(|&op| rw.body.op(op).is(AddIOp::DEF))?;
    let flags = rw.body.op_ref(rw.ctx, addition).required("overflowFlags");
    let flags = enum_value(rw.ctx, &OVERFLOW_DEF, flags).unwrap_or_default();
    let wanted = if signed { overflow::NSW } else { overflow::NUW };
    (flags & wanted != 0 && rw.body.operand(addition, 0) == lower).then(|| rw.body.operand(addition, 1))
}
