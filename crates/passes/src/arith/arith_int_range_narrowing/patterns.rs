//! The rewrites.

use asyncir_dialects::arith::attrs::{overflow, overflow_flags, overflow_of};
use asyncir_dialects::arith::build::with_element;
use asyncir_dialects::arith::{CmpIOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, TruncIOp};
use asyncir_ir::def::{OpDef, OpTrait, OpView};
use asyncir_ir::rewrite::{PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Body, Context, Location, OpId, OperationState, Type, ValueId};

use super::fit::{Fit, is_same};
use crate::analysis::int_range::Range;
use crate::arith::ranges::Ranges;

/// The ranges of values, if all are known.
fn collect(ranges: &Ranges, values: impl Iterator<Item = ValueId>) -> Option<Vec<Range>> {
    values.map(|value| ranges.of(value)).collect()
}

/// Casts a value to a type with more or fewer bits.
fn cast(rw: &mut Rewriter<'_>, location: Location, value: ValueId, to: Type, fit: Fit) -> ValueId {
    let bits = |ty: Type| ty.element_or_self(rw.ctx).int_width(rw.ctx);
    let def: &'static OpDef = match (bits(rw.body.value_type(value)), bits(to), fit) {
        (Some(from), Some(to), _) if to < from => TruncIOp::DEF,
        (Some(_), Some(_), Fit::Signed) => ExtSIOp::DEF,
        (Some(_), Some(_), _) => ExtUIOp::DEF,
        (_, _, Fit::Signed) => IndexCastOp::DEF,
        _ => IndexCastUIOp::DEF,
    };
    let mut state = OperationState::of(def, location).operands(&[value]).results(&[to]);
    state.set_properties(rw.ctx, &[], &[]);
    rw.insert_value(state)
}

/// `ty` with integers of other bits.
fn narrowed(ctx: &Context, ty: Type, width: u32) -> Type {
    with_element(ctx, ty, ctx.int_type(width))
}

/// Ops whose operands and results have the same type.
pub(super) struct NarrowElementwise<'a> {
    pub(super) ranges: &'a Ranges,
    pub(super) widths: &'a [u32],
}

impl NarrowElementwise<'_> {
    /// The ranges of operands and results, if they all have one type.
    fn ranges_of(&self, body: &Body, op: OpId) -> Option<Vec<Range>> {
        let data = body.op(op);
        if !data.has_trait(OpTrait::Elementwise) || data.num_results() == 0 || data.num_operands() == 0 {
            return None;
        }
        let ty = body.value_type(body.result(op, 0));
        let mut values = body.operands(op).chain(body.results(op));
        if values.any(|value| body.value_type(value) != ty) {
            return None;
        }
        collect(self.ranges, body.operands(op).chain(body.results(op)))
    }

    /// Does an op with fewer bits.
    fn narrow(&self, rw: &mut Rewriter<'_>, op: OpId, ranges: &[Range], width: u32, fit: Fit) {
        let location = rw.body.op(op).location();
        let ty = rw.body.value_type(rw.body.result(op, 0));
        let to = narrowed(rw.ctx, ty, width);
        let values: Vec<ValueId> = rw.body.operands(op).collect();
        let mut operands: Vec<ValueId> = Vec::with_capacity(values.len());
        for (place, (&value, range)) in values.iter().zip(ranges).enumerate() {
            if let Some(same) = values[..place].iter().position(|&other| other == value) {
                operands.push(operands[same]);
                continue;
            }
            // It stays known that an index is not negative.
            let is_signed = fit == Fit::Signed && range.smin.is_negative();
            let fit = if is_signed { fit } else { Fit::Both };
            operands.push(cast(rw, location, value, to, fit));
        }
        let results: Vec<ValueId> = rw.body.results(op).collect();
        let mut state = OperationState::like(rw.body.op(op)).operands(&operands);
        state = state.results(&vec![to; results.len()]);
        let flags = overflow_of(rw.body.op_ref(rw.ctx, op));
        if fit == Fit::Unsigned && flags & overflow::NSW != 0 {
            // The upper half is negative here.
            let flags = overflow_flags(rw.ctx, flags & !overflow::NSW);
            state = state.property(rw.ctx, "overflowFlags", flags);
        }
        let new = rw.insert(state);
        let mut casts = Vec::with_capacity(results.len());
        for (old, new) in results.into_iter().zip(rw.body.results(new)) {
            let value = cast(rw, location, new, ty, fit);
            if let Some(range) = self.ranges.of(old) {
                self.ranges.note(value, range);
            }
            casts.push(value);
        }
        rw.replace(op, &casts);
    }
}

impl RewritePattern for NarrowElementwise<'_> {
    fn name(&self) -> &str {
        "narrow-elementwise"
    }

    fn root(&self) -> PatternRoot {
        PatternRoot::Any
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let Some(ranges) = self.ranges_of(rw.body, op) else {
            return false;
        };
        let found = self.widths.iter().find_map(|&width| {
            let mut fits = ranges.iter().map(|range| Fit::of(range, width));
            let fit = fits.try_fold(Fit::Both, |all, fit| all.and(fit?))?;
            let is_same = is_same(rw.body.op_ref(rw.ctx, op), &ranges, fit, width);
            is_same.then_some((width, fit))
        });
        if let Some((width, fit)) = found {
            self.narrow(rw, op, &ranges, width, fit);
        }
        found.is_some()
    }
}

/// Comparisons of integers.
pub(super) struct NarrowComparison<'a> {
    pub(super) ranges: &'a Ranges,
    pub(super) widths: &'a [u32],
}

impl RewritePattern for NarrowComparison<'_> {
    fn name(&self) -> &str {
        "narrow-comparison"
    }

    fn root(&self) -> PatternRoot {
        PatternRoot::Op(CmpIOp::DEF)
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let Some(ranges) = collect(self.ranges, rw.body.operands(op)) else {
            return false;
        };
        let found = self.widths.iter().find_map(|&width| {
            let (lhs, rhs) = (Fit::of(&ranges[0], width)?, Fit::of(&ranges[1], width)?);
            let is_same = is_same(rw.body.op_ref(rw.ctx, op), &ranges, lhs.and(rhs)?, width);
            is_same.then_some((width, [lhs, rhs]))
        });
        let Some((width, fits)) = found else { return false };
        let (location, result) = (rw.body.op(op).location(), rw.body.result(op, 0));
        let operands: Vec<ValueId> = rw.body.operands(op).collect();
        let to = narrowed(rw.ctx, rw.body.value_type(operands[0]), width);
        let operands = operands.into_iter().zip(fits);
        let operands: Vec<ValueId> = operands
            .map(|(value, fit)| cast(rw, location, value, to, fit))
            .collect();
        let state = OperationState::like(rw.body.op(op)).operands(&operands);
        let state = state.results(&[rw.body.value_type(result)]);
        let new = rw.insert_value(state);
        if let Some(range) = self.ranges.of(result) {
            self.ranges.note(new, range);
        }
        rw.replace(op, &[new]);
        true
    }
}

/// An integer that is cast to an index and back.
pub(super) struct FoldIndexCasts<'a> {
    /// The kind of both casts.
    pub(super) cast: &'static OpDef,
    pub(super) widths: &'a [u32],
}

impl RewritePattern for FoldIndexCasts<'_> {
    fn name(&self) -> &str {
        "fold-index-casts"
    }

    fn root(&self) -> PatternRoot {
        PatternRoot::Op(self.cast)
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let index = rw.body.operand(op, 0);
        let first = rw
            .body
            .defining_op(index)
            .filter(|&first| rw.body.op(first).is(self.cast));
        let Some(first) = first else { return false };
        let (value, ty) = (rw.body.operand(first, 0), rw.body.value_type(rw.body.result(op, 0)));
        let is_same = rw.body.value_type(value) == ty && rw.body.value_type(index).is_index();
        let is_supported = ty.int_width(rw.ctx).is_some_and(|width| self.widths.contains(&width));
        if is_same && is_supported {
            rw.replace(op, &[value]);
        }
        is_same && is_supported
    }
}
