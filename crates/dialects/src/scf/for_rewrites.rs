//! Canonicalisation of `scf.for`.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{OpId, ValueId};

use super::casts::fold_casts_of_carried;
use super::edit::{inline_region, trip_count};
use super::region_branch::{MakeInputsDead, MergeInputs, RegionBranch, RemoveDeadInputs};
use super::{ForOp, region_end};
use crate::matchers::is_defined_outside;

/// What the loop passes: its operands behind the bounds and the step, to the arguments behind the induction variable.
const BRANCH: RegionBranch = RegionBranch {
    def: || ForOp::DEF,
    first_operand: 3,
    first_argument: 1,
};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &SimplifyTrivialLoop,
    &MakeInputsDead(BRANCH),
    &MergeInputs(BRANCH),
    &RemoveDeadInputs(BRANCH),
    &FoldCastsOfCarried,
];

crate::pattern! {
    /// A loop that runs never or once, or that does nothing, is no loop.
    SimplifyTrivialLoop on ForOp, simplify_trivial_loop;
    /// Tensors whose sizes are known are carried with their sizes.
    FoldCastsOfCarried on ForOp, fold_casts_of_carried
}

fn simplify_trivial_loop(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    let bounds = (view.lowerBound(), view.upperBound(), view.step());
    let (inits, region) = (view.initArgs(), view.region());
    let Some(count) = trip_count(rw, bounds, view.unsignedCmp().is_none()) else {
        return false;
    };
    match count {
        0 => {
            rw.replace(op, &inits);
            true
        }
        1 => {
            let mut args = vec![bounds.0];
            args.extend(inits);
            inline_region(rw, op, region, &args)
        }
        _ => drop_empty_loop(rw, op),
    }
}

/// A loop that runs and does nothing but yield values from outside of it.
fn drop_empty_loop(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(end) = region_end(rw.body, op, 0) else {
        return false;
    };
    let yielded: Vec<ValueId> = rw.body.operands(end).collect();
    let does_something = rw.body.prev_op(end).is_some();
    if does_something || !yielded.iter().all(|&value| is_defined_outside(rw.body, value, op)) {
        return false;
    }
    rw.replace(op, &yielded);
    true
}
