//! Canonicalisation of `scf.index_switch`.

use asyncir_ir::OpId;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};

use super::IndexSwitchOp;
use super::edit::inline_region;
use super::region_branch::{MakeInputsDead, MergeInputs, RegionBranch, RemoveDeadInputs};
use crate::matchers::constant_int;

/// What the op passes: its regions are entered with nothing.
const BRANCH: RegionBranch = RegionBranch {
    def: || IndexSwitchOp::DEF,
    first_operand: 1,
    first_argument: 0,
};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[
    &FoldConstantCase,
    &MakeInputsDead(BRANCH),
    &MergeInputs(BRANCH),
    &RemoveDeadInputs(BRANCH),
];

crate::pattern! {
    /// A switch on a constant always runs the same region.
    FoldConstantCase on IndexSwitchOp, fold_constant_case
}

fn fold_constant_case(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = IndexSwitchOp(rw.body.op_ref(rw.ctx, op));
    let Some(value) = constant_int(rw.ctx, rw.body, view.arg()) else {
        return false;
    };
    let case = view.case_values().iter().position(|&case| case == value);
    let region = rw.body.op_regions(op)[case.map_or(0, |case| case + 1)];
    inline_region(rw, op, region, &[])
}
