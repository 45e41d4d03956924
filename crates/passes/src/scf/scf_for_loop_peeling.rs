//! `scf-for-loop-peeling`: the iterations of a loop that are not whole, or the first one, get a loop of their own.
//!
//! A loop may end before it begins. Neither of the two then runs an iteration: the first of them ends no later, and the
//! second starts no earlier, than the loop did. MLIR forgets this.

use asyncir_dialects::affine::{Applied, ApplyOp, MaxOp, MinOp, map_attr};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::scf::ForOp;
use asyncir_dialects::{arith, memref, tensor};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, Rewriter};
use asyncir_ir::{Attribute, Body, Diagnostics, Location, Mapping, OpId, OwnedOp, Type, ValueId, WalkOrder};

use super::constraints::{Constraints, simplify_extreme};
use crate::bodies::for_each_body;
use crate::{OptionInfo, Pass, PassContext, PassInfo};
use asyncir_dialects::affine::scope::affine_scope;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_patterns_greedily};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-for-loop-peeling",
    class: "SCFForLoopPeeling",
    summary: "Peel `for` loops at their upper bounds.",
    anchor: None,
    options: &[
        OptionInfo::flag("peel-front", "Peel the first iteration out of the loop.", "false"),
        OptionInfo::flag(
            "skip-partial",
            "Do not peel loops inside of the last, partial iteration of another already peeled loop.",
            "true",
        ),
    ],
    create: |options| {
        Ok(Box::new(ScfForLoopPeeling {
            front: options.flag("peel-front")?,
            skip_partial: options.flag("skip-partial")?,
        }))
    },
};

struct ScfForLoopPeeling {
    front: bool,
    skip_partial: bool,
}

/// Marks loops that are done with.
const PEELED: &str = "__peeled_loop__";
/// Marks loops of the last iterations.
const PARTIAL: &str = "__partial_iteration__";

impl Pass for ScfForLoopPeeling {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let pattern = match (self.front, self.skip_partial) {
            (true, _) => &FRONT,
            (false, true) => &OUTSIDE_PARTIAL,
            (false, false) => &EVERYWHERE,
        };
        let patterns = FrozenPatternSet::new([pattern as _]);
        for_each_body(op, cx, &|body| {
            apply_patterns_greedily(cx.ctx, body, &patterns, &GreedyConfig::default());
            for op in body.walk_all(WalkOrder::Pre) {
                for mark in [PEELED, PARTIAL] {
                    if body.op(op).attr(cx.ctx, mark).is_some() {
                        body.op_mut(op).set_attr(cx.ctx, mark, None);
                    }
                }
            }
            Ok(())
        })
    }
}

static FRONT: FnPattern = FnPattern::new("peel-front", ForOp::DEF, |rw, op| peel(rw, op, peel_front).is_some());
static EVERYWHERE: FnPattern = FnPattern::new("peel", ForOp::DEF, |rw, op| peel(rw, op, peel_back).is_some());
static OUTSIDE_PARTIAL: FnPattern = FnPattern::new("peel-outside-partial", ForOp::DEF, |rw, op| {
    let mut around = std::iter::successors(rw.body.parent_op(op), |&op| rw.body.parent_op(op));
    let is_partial = around.any(|op| rw.body.op(op).is(ForOp::DEF) && has_mark(rw, op, PARTIAL));
    !is_partial && peel(rw, op, peel_back).is_some()
});

fn has_mark(rw: &Rewriter<'_>, op: OpId, mark: &'static str) -> bool {
    rw.body.op(op).attr(rw.ctx, mark).is_some()
}

/// Peels a loop that is not done with.
fn peel(rw: &mut Rewriter<'_>, op: OpId, peel: fn(&mut Rewriter<'_>, OpId, &Bounds) -> Option<OpId>) -> Option<()> {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    if view.unsignedCmp().is_some() || has_mark(rw, op, PEELED) {
        return None;
    }
    let bounds = Bounds::of(view);
    let partial = peel(rw, op, &bounds)?;
    let ctx = rw.ctx;
    rw.modify(partial, |body| {
        let data = body.op_mut(partial);
        data.set_attr(ctx, PEELED, Some(Attribute::UNIT));
        data.set_attr(ctx, PARTIAL, Some(Attribute::UNIT));
    });
    rw.modify(op, |body| {
        body.op_mut(op).set_attr(ctx, PEELED, Some(Attribute::UNIT));
    });
    Some(())
}

/// What a loop counts.
struct Bounds {
    lower: ValueId,
    upper: ValueId,
    step: ValueId,
}

impl Bounds {
    fn of(view: ForOp<'_>) -> Self {
        Self {
            lower: view.lowerBound(),
            upper: view.upperBound(),
            step: view.step(),
        }
    }

    /// The numbers, if all are known.
    fn known(&self, rw: &Rewriter<'_>) -> Option<[i64; 3]> {
        let known = |value| constant_int(rw.ctx, rw.body, value);
        Some([known(self.lower)?, known(self.upper)?, known(self.step)?])
    }

    /// Whether the loop is known to end no earlier than it begins.
    fn are_ordered(&self, rw: &Rewriter<'_>) -> bool {
        let known = |value| constant_int(rw.ctx, rw.body, value);
        let is_size = |op: OpId| {
            let data = rw.body.op(op);
            data.is(memref::DimOp::DEF) || data.is(tensor::DimOp::DEF)
        };
        match (known(self.lower), known(self.upper)) {
            (Some(lower), Some(upper)) => lower <= upper,
            (Some(lower), None) => lower <= 0 && rw.body.defining_op(self.upper).is_some_and(is_size),
            _ => false,
        }
    }
}

/// Computes an expression whose symbols stand for values, of the type of the first of them. Other numbers than indices are
/// computed only if they are known.
fn split_bound(rw: &mut Rewriter<'_>, at: Location, expr: AffineExpr, values: &[ValueId]) -> Option<ValueId> {
    let ctx = rw.ctx;
    let is_known = |&value: &ValueId| constant_int(ctx, rw.body, value).is_some();
    if !rw.body.value_type(*values.first()?).is_index() && !values.iter().all(is_known) {
        return None;
    }
    let map = map_attr(ctx, AffineMap::new(0, u32::try_from(values.len()).ok()?, vec![expr])?);
    let state = ApplyOp::build(ctx, at, values, map, &[Type::INDEX]);
    let bound = rw.insert_or_fold(state);
    let wanted = rw.body.value_type(*values.first()?);
    if wanted == Type::INDEX {
        return Some(bound);
    }
    let state = arith::IndexCastOp::build(ctx, at, bound, &[wanted]);
    Some(rw.insert_or_fold(state))
}

/// Which of two numbers counts.
#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    Least,
    Greatest,
}

/// Computes the least or the greatest of two numbers of one type, before the loop.
fn extreme_of(rw: &mut Rewriter<'_>, op: OpId, extreme: Extreme, values: [ValueId; 2]) -> Option<ValueId> {
    let at = rw.location_of(op);
    let (ctx, ty) = (rw.ctx, rw.body.value_type(values[0]));
    let is_least = extreme == Extreme::Least;
    let state = if ty.is_index() {
        let both = [AffineExpr::Symbol(0), AffineExpr::Symbol(1)];
        let map = AffineMap::new(0, 2, both.to_vec())?;
        let operands = values.to_vec();
        let scope = affine_scope(rw.body, op);
        let both = Applied { map, operands }.composed(ctx, rw.body, scope);
        let both = both.canonical(ctx, rw.body, scope);
        let build = if is_least { MinOp::build } else { MaxOp::build };
        build(ctx, at, &both.operands, map_attr(ctx, both.map), &[Type::INDEX])
    } else {
        let build = if is_least {
            arith::MinSIOp::build
        } else {
            arith::MaxSIOp::build
        };
        build(ctx, at, values[0], values[1], &[ty])
    };
    Some(rw.insert_or_fold(state))
}

/// Ends the loop before its last iteration if that is not a whole one, which goes into a loop of its own.
fn peel_back(rw: &mut Rewriter<'_>, op: OpId, bounds: &Bounds) -> Option<OpId> {
    let &Bounds { lower, upper, step } = bounds;
    if constant_int(rw.ctx, rw.body, step).is_some_and(|step| step <= 1) {
        return None;
    }
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::Symbol);
    let rest = (s1.clone() - s0) % s2;
    let is_even = |[lower, upper, step]: [i64; 3]| upper.wrapping_sub(lower).checked_rem(step) == Some(0);
    if bounds.known(rw).is_some_and(is_even) || divides(rw, op, bounds, &rest) {
        return None;
    }
    let at = rw.location_of(op);
    rw.set_before(op);
    let mut split = split_bound(rw, at, s1 - rest, &[lower, upper, step])?;
    if !bounds.are_ordered(rw) {
        split = extreme_of(rw, op, Extreme::Greatest, [lower, split])?;
    }
    rw.set_after(op);
    let partial = rw.body.clone_op(op, &mut Mapping::new());
    rw.insert_copy(partial);
    let (old, new): (Vec<ValueId>, Vec<ValueId>) = (rw.body.results(op).collect(), rw.body.results(partial).collect());
    for (&old, &new) in old.iter().zip(&new) {
        rw.replace_value(old, new);
    }
    rw.modify(partial, |body| {
        body.set_operand(partial, 0, split);
        for (index, &result) in old.iter().enumerate() {
            body.set_operand(partial, 3 + index, result);
        }
    });
    rw.modify(op, |body| body.set_operand(op, 1, split));
    simplify_inside(rw, op, bounds, true);
    simplify_inside(rw, partial, bounds, false);
    Some(partial)
}

/// Whether the rest of a division of the range by the step is known to be zero from how the bounds are computed.
fn divides(rw: &Rewriter<'_>, op: OpId, bounds: &Bounds, rest: &AffineExpr) -> bool {
    let operands = vec![bounds.lower, bounds.upper, bounds.step];
    let is_applied = |&value: &ValueId| {
        rw.body
            .defining_op(value)
            .is_some_and(|op| rw.body.op(op).is(ApplyOp::DEF))
    };
    // MLIR does not look at other operands, even if they are the same.
    if !operands.iter().any(is_applied) {
        return false;
    }
    let map = AffineMap::new(0, 3, vec![rest.clone()]);
    let composed = map.map(|map| Applied { map, operands }.composed(rw.ctx, rw.body, affine_scope(rw.body, op)));
    composed.and_then(|composed| composed.map.single_constant_result()) == Some(0)
}

/// Takes the first iteration out of the loop.
fn peel_front(rw: &mut Rewriter<'_>, op: OpId, bounds: &Bounds) -> Option<OpId> {
    let &Bounds { lower, upper, step } = bounds;
    let has_one = |[lower, upper, step]: [i64; 3]| {
        upper <= lower || (upper.wrapping_sub(lower) as f32 / step as f32).ceil() <= 1.0
    };
    if bounds.known(rw).is_some_and(has_one) {
        return None;
    }
    let at = rw.location_of(op);
    rw.set_before(op);
    let sum = AffineExpr::Symbol(0) + AffineExpr::Symbol(1);
    let mut split = split_bound(rw, at, sum, &[lower, step])?;
    if bounds.known(rw).is_none() {
        split = extreme_of(rw, op, Extreme::Least, [split, upper])?;
    }
    let first = rw.body.clone_op(op, &mut Mapping::new());
    rw.insert_copy(first);
    rw.modify(first, |body| body.set_operand(first, 1, split));
    let results: Vec<ValueId> = rw.body.results(first).collect();
    rw.modify(op, |body| {
        for (index, &result) in results.iter().enumerate() {
            body.set_operand(op, 3 + index, result);
        }
        body.set_operand(op, 0, split);
    });
    Some(first)
}

/// Simplifies minima and maxima in one of the loops by what is known there: whether a whole step is left to the old end.
fn simplify_inside(rw: &mut Rewriter<'_>, op: OpId, bounds: &Bounds, is_whole: bool) {
    let Some(&variable) = ForOp(rw.body.op_ref(rw.ctx, op)).arguments().first() else {
        return;
    };
    let is_extreme = |body: &Body, op: OpId| body.op(op).is(MinOp::DEF) || body.op(op).is(MaxOp::DEF);
    let extremes = rw.body.walk_op(op, WalkOrder::Post).into_iter();
    for extreme in extremes.filter(|&op| is_extreme(rw.body, op)).collect::<Vec<_>>() {
        let mut constraints = Constraints::default();
        let counter = constraints.add_dim(variable);
        let [upper, step] = [bounds.upper, bounds.step]
            .map(|value| constraints.add_symbol(Some(value), constant_int(rw.ctx, rw.body, value)));
        if is_whole {
            constraints.at_least_zero(&[(counter, -1), (upper, 1), (step, -1)], 0);
        } else {
            constraints.at_least_zero(&[(counter, 1), (upper, -1), (step, 1)], -1);
        }
        simplify_extreme(rw, extreme, constraints);
    }
}
