//! Canonicalisation of `scf.index_switch`.

use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{OpId, ValueId};

use super::edit::{inline_region, kept, merge_equal_results, rebuild, set_operands, spread};
use super::{IndexSwitchOp, region_end};
use crate::matchers::{constant_int, is_defined_outside};

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[&ForwardResults, &FoldUnusedResults, &FoldConstantCase];

crate::pattern! {
    /// A result that is the same value from outside in all cases is that value, and results that are always equal are
    /// one.
    ForwardResults on IndexSwitchOp, forward_results;
    /// Results that nobody uses need not be yielded.
    FoldUnusedResults on IndexSwitchOp, fold_unused_results;
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

/// The value from outside that all regions yield for a result.
fn forwarded(rw: &Rewriter<'_>, op: OpId, result: usize) -> Option<ValueId> {
    let regions = 0..rw.body.op_regions(op).len();
    let mut values = regions.map(|region| rw.body.operands(region_end(rw.body, op, region)?).nth(result));
    let first = values.next()??;
    (values.all(|value| value == Some(first)) && is_defined_outside(rw.body, first, op)).then_some(first)
}

fn forward_results(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let results: Vec<ValueId> = rw.body.results(op).collect();
    let mut changed = false;
    for (index, result) in results.into_iter().enumerate() {
        let value = forwarded(rw, op, index).filter(|_| rw.body.has_uses(result));
        if let Some(value) = value {
            rw.replace_value(result, value);
            changed = true;
        }
    }
    let regions = 0..rw.body.op_regions(op).len();
    let ends: Vec<OpId> = regions.filter_map(|region| region_end(rw.body, op, region)).collect();
    merge_equal_results(rw, op, &ends) || changed
}

fn fold_unused_results(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let keep: Vec<bool> = rw.body.results(op).map(|result| rw.body.has_uses(result)).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let arg = rw.body.operand(op, 0);
    let types = kept(&rw.body.result_types(op), &keep);
    let new = rebuild(rw, op, &[arg], &types);
    for region in 0..rw.body.op_regions(new).len() {
        if let Some(end) = region_end(rw.body, new, region) {
            let values: Vec<ValueId> = rw.body.operands(end).collect();
            set_operands(rw, end, &kept(&values, &keep));
        }
    }
    // Results that are not kept have no uses: any value may stand for them.
    let results = spread(rw, new, &keep, |_| arg);
    rw.replace(op, &results);
    true
}
