//! Canonicalisation of `scf.for`.

use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{OpId, ValueId};

use super::edit::{inline_region, kept, rebuild, set_operands, spread, trip_count};
use super::{ForOp, region_end};
use crate::matchers::is_defined_outside;

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[&FoldIterArgs, &SimplifyTrivialLoop];

crate::pattern! {
    /// Values that do not change from iteration to iteration, or that nobody uses, need not be carried.
    FoldIterArgs on ForOp, fold_iter_args;
    /// A loop that runs never or once, or that does nothing, is no loop.
    SimplifyTrivialLoop on ForOp, simplify_trivial_loop
}

/// A value that the loop carries: at the start, in the region, at its end, and as a result.
#[derive(Clone, Copy)]
struct Carried {
    init: ValueId,
    arg: ValueId,
    yielded: ValueId,
    result: ValueId,
}

fn carried(rw: &Rewriter<'_>, op: OpId) -> Option<Vec<Carried>> {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    let end = region_end(rw.body, op, 0)?;
    let args = view.arguments();
    let (inits, results) = (view.initArgs(), rw.body.results(op));
    let values = inits
        .into_iter()
        .zip(args.into_iter().skip(1))
        .zip(rw.body.operands(end))
        .zip(results);
    Some(
        values
            .map(|(((init, arg), yielded), result)| Carried {
                init,
                arg,
                yielded,
                result,
            })
            .collect(),
    )
}

/// Whether a carried value is what it was at the start in all iterations: what comes in at their end is that value as
/// well, directly or by way of other carried values.
fn is_always_init(values: &[Carried], value: Carried) -> bool {
    let mut reached = vec![value.arg];
    let mut next = 0;
    while next < reached.len() {
        let Some(carried) = values.iter().find(|carried| carried.arg == reached[next]) else {
            return false;
        };
        if carried.init != value.init {
            return false;
        }
        if carried.yielded != value.init && !reached.contains(&carried.yielded) {
            reached.push(carried.yielded);
        }
        next += 1;
    }
    true
}

fn fold_iter_args(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(values) = carried(rw, op) else {
        return false;
    };
    let mut keep = Vec::with_capacity(values.len());
    let mut first_of: Vec<Carried> = Vec::new();
    let mut twins = Vec::new();
    for &value in &values {
        let unused = !rw.body.has_uses(value.arg) && !rw.body.has_uses(value.result);
        let forwarded = unused || is_always_init(&values, value);
        let twin = first_of
            .iter()
            .find(|first| (first.init, first.yielded) == (value.init, value.yielded))
            .copied();
        match (forwarded, twin) {
            (false, None) => first_of.push(value),
            (false, Some(twin)) => twins.push((value, twin)),
            (true, _) => {}
        }
        keep.push(!forwarded && twin.is_none());
    }
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    for (value, twin) in twins {
        rw.replace_value(value.arg, twin.arg);
        rw.replace_value(value.result, twin.result);
    }
    drop_carried(rw, op, &values, &keep);
    true
}

/// Rebuilds the loop with only some of the values it carries; the others are what they were at the start.
fn drop_carried(rw: &mut Rewriter<'_>, op: OpId, values: &[Carried], keep: &[bool]) {
    let view = ForOp(rw.body.op_ref(rw.ctx, op));
    let (block, end) = (view.block(), region_end(rw.body, op, 0));
    let mut operands = vec![view.lowerBound(), view.upperBound(), view.step()];
    let inits: Vec<ValueId> = values.iter().map(|value| value.init).collect();
    operands.extend(kept(&inits, keep));
    let types = kept(&rw.body.result_types(op), keep);
    let new = rebuild(rw, op, &operands, &types);
    for (index, value) in values.iter().enumerate().rev().filter(|(index, _)| !keep[*index]) {
        rw.replace_value(value.arg, value.init);
        if let Some(block) = block {
            rw.body.erase_block_arg(block, index + 1);
        }
    }
    if let Some(end) = end {
        let yielded: Vec<ValueId> = rw.body.operands(end).collect();
        set_operands(rw, end, &kept(&yielded, keep));
    }
    let results = spread(rw, new, keep, |index| inits[index]);
    rw.replace(op, &results);
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
