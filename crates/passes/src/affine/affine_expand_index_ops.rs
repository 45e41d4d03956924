//! `affine-expand-index-ops`: indices of several dimensions are put together and taken apart by arithmetic.

use std::cmp::Reverse;

use asyncir_dialects::affine::{DelinearizeIndexOp, LinearizeIndexOp};
use asyncir_dialects::arith::build::{self, ArithBuilder};
use asyncir_dialects::arith::{self, attrs};
use asyncir_dialects::index_list::Entry;
use asyncir_dialects::matchers::is_defined_outside;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Attribute, Body, Diagnostics, Location, OpId, OwnedOp, Type, ValueId};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "affine-expand-index-ops",
    class: "AffineExpandIndexOps",
    summary: "Lower affine operations operating on indices into more fundamental operations",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(AffineExpandIndexOps)),
};

struct AffineExpandIndexOps;

impl Pass for AffineExpandIndexOps {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(PATTERNS.iter().map(|pattern| pattern as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

/// The patterns, which `lower-affine` uses, too.
pub(crate) static PATTERNS: &[FnPattern] = &[
    FnPattern::new("LowerDelinearizeIndexOps", DelinearizeIndexOp::DEF, lower_delinearize),
    FnPattern::new("LowerLinearizeIndexOps", LinearizeIndexOp::DEF, lower_linearize),
];

/// The products of the last one, two, ... sizes, the largest first.
fn strides(rw: &mut Rewriter<'_>, at: Location, sizes: &[Entry], flags: Attribute) -> Vec<ValueId> {
    let (mut dynamic, mut known) = (None, 1i64);
    let mut strides = Vec::with_capacity(sizes.len());
    for size in sizes.iter().rev() {
        match (size, dynamic) {
            (Entry::Static(size), _) => known = known.wrapping_mul(*size),
            (Entry::Dynamic(size), None) => dynamic = Some(*size),
            (Entry::Dynamic(size), Some(product)) => dynamic = Some(multiply(rw, at, product, *size, flags)),
        }
        strides.push(match dynamic {
            Some(product) if known == 1 => product,
            _ => {
                let known = build::index(rw, at, known);
                dynamic.map_or(known, |product| multiply(rw, at, product, known, flags))
            }
        });
    }
    strides.reverse();
    strides
}

fn multiply(rw: &mut Rewriter<'_>, at: Location, lhs: ValueId, rhs: ValueId, flags: Attribute) -> ValueId {
    rw.insert_value(arith::MulIOp::build(rw.ctx, at, lhs, rhs, Some(flags), &[Type::INDEX]))
}

fn add(rw: &mut Rewriter<'_>, at: Location, lhs: ValueId, rhs: ValueId) -> ValueId {
    let flags = attrs::no_signed_wrap(rw.ctx);
    rw.insert_value(arith::AddIOp::build(rw.ctx, at, lhs, rhs, Some(flags), &[Type::INDEX]))
}

/// The sizes but for that of the first dimension, which no index depends on.
fn inner_sizes(basis: &[Entry], has_outer_bound: bool) -> &[Entry] {
    &basis[usize::from(has_outer_bound).min(basis.len())..]
}

fn lower_delinearize(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = DelinearizeIndexOp(rw.body.op_ref(rw.ctx, op));
    let (index, basis, has_outer_bound) = (view.linear_index(), view.basis(), view.has_outer_bound());
    let at = rw.location_of(op);
    if rw.body.op(op).num_results() == 1 {
        rw.replace(op, &[index]);
        return true;
    }
    rw.set_before(op);
    let flags = attrs::no_wrap(rw.ctx);
    let strides = strides(rw, at, inner_sizes(&basis, has_outer_bound), flags);
    let (Some(&first), Some(&last)) = (strides.first(), strides.last()) else {
        return false;
    };
    let zero = build::index(rw, at, 0);
    let mut build = ArithBuilder::new(rw, at);
    let mut results = vec![build.binary(arith::FloorDivSIOp::DEF, index, first)];
    for pair in strides.windows(2) {
        let rest = remainder(rw, at, index, pair[0], zero);
        // Neither is negative.
        let mut build = ArithBuilder::new(rw, at);
        results.push(build.binary(arith::DivSIOp::DEF, rest, pair[1]));
    }
    results.push(remainder(rw, at, index, last, zero));
    rw.replace(op, &results);
    true
}

/// The remainder that is never negative.
fn remainder(rw: &mut Rewriter<'_>, at: Location, index: ValueId, stride: ValueId, zero: ValueId) -> ValueId {
    let mut build = ArithBuilder::new(rw, at);
    let remainder = build.binary(arith::RemSIOp::DEF, index, stride);
    let is_negative = build.cmpi("slt", remainder, zero);
    let corrected = add(rw, at, remainder, stride);
    ArithBuilder::new(rw, at).select(is_negative, corrected, remainder)
}

fn lower_linearize(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = LinearizeIndexOp(rw.body.op_ref(rw.ctx, op));
    let (indices, basis, has_outer_bound) = (view.multi_index().to_vec(), view.basis(), view.has_outer_bound());
    let is_disjoint = view.is_disjoint();
    let at = rw.location_of(op);
    rw.set_before(op);
    let no_wrap = if is_disjoint {
        attrs::no_wrap(rw.ctx)
    } else {
        attrs::no_signed_wrap(rw.ctx)
    };
    let strides = strides(rw, at, inner_sizes(&basis, has_outer_bound), no_wrap);
    let scale = |(&index, &stride): (&ValueId, &ValueId)| {
        let scaled = multiply(rw, at, index, stride, attrs::no_signed_wrap(rw.ctx));
        (scaled, loops_without_change(rw.body, op, index))
    };
    let mut terms: Vec<(ValueId, usize)> = indices.iter().zip(&strides).map(scale).collect();
    if let Some(&last) = indices.last() {
        terms.push((last, loops_without_change(rw.body, op, last)));
    }
    // What changes least comes first: its sum is computed outside of the loops in which it does not change.
    terms.sort_by_key(|(_, loops)| Reverse(*loops));
    let terms = terms.into_iter().map(|(term, _)| term);
    let sum = terms.reduce(|sum, term| add(rw, at, sum, term));
    let sum = sum.unwrap_or_else(|| build::index(rw, at, 0));
    rw.replace(op, &[sum]);
    true
}

/// How many of the innermost loops around `op` a value does not change in.
fn loops_without_change(body: &Body, op: OpId, value: ValueId) -> usize {
    let around = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
    let loops = around.filter(|&op| body.op(op).has_trait(OpTrait::LoopLike));
    loops.take_while(|&each| is_defined_outside(body, value, each)).count()
}
