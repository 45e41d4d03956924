//! References on the ways from a block to its successors.

use asyncir_dialects::r#async::{CoroSuspendOp, RuntimeAddRefOp};
use asyncir_dialects::cf;
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, OpId, ValueId, ValueLiveness};

use super::ownership::{distinct_successors, times_passed};
use super::ref_counted::{self, insert, insert_drop_ref};

/// Balances the references of a value on all ways that leave a block which owns one at its end: each successor gets one
/// for every argument that the value is passed to, and one if the value itself is live there.
pub(super) fn balance_successors(
    ctx: &Context,
    body: &mut Body,
    value: ValueId,
    terminator: OpId,
    liveness: &ValueLiveness,
) {
    // The two ways out of a suspended coroutine that are not its resumption need no reference of their own.
    if body.op(terminator).is(CoroSuspendOp::DEF) {
        return;
    }
    let needs = |index: usize, successor: BlockId| {
        times_passed(ctx, body, terminator, index, value) + i64::from(liveness.is_live_in(successor))
    };
    let changes: Vec<i64> = body
        .successors(terminator)
        .enumerate()
        .map(|(index, successor)| needs(index, successor) - 1)
        .collect();
    change_on_edges(ctx, body, value, terminator, &changes);
}

/// Adds the references that a branch in a nested region passes on, where the value is not owned.
pub(super) fn add_for_passing(ctx: &Context, body: &mut Body, value: ValueId, terminator: OpId) {
    let count = body.op(terminator).num_successors();
    let changes: Vec<i64> = (0..count)
        .map(|index| times_passed(ctx, body, terminator, index, value))
        .collect();
    change_on_edges(ctx, body, value, terminator, &changes);
}

/// Adds references to a value (or drops some, if negative) on the way to each successor.
fn change_on_edges(ctx: &Context, body: &mut Body, value: ValueId, terminator: OpId, changes: &[i64]) {
    let Some(&first) = changes.first() else { return };
    if first > 0 && changes.iter().all(|&change| change == first) {
        return change_by(ctx, body, value, first, InsertPoint::Before(terminator));
    }
    for successor in distinct_successors(body, terminator) {
        let edges: Vec<usize> = (0..changes.len())
            .filter(|&index| body.successor(terminator, index) == successor)
            .collect();
        if edges.iter().all(|&index| changes[index] == changes[edges[0]]) {
            change_on(ctx, body, value, terminator, &edges, changes[edges[0]]);
        } else {
            for &index in &edges {
                change_on(ctx, body, value, terminator, &[index], changes[index]);
            }
        }
    }
}

/// Adds references to a value (or drops some, if negative) on some of the ways from a terminator to one successor: in a
/// block of its own if others lead there too, or if the value gets another name there. What drops the reference of that name
/// would stand before what adds one.
fn change_on(ctx: &Context, body: &mut Body, value: ValueId, terminator: OpId, edges: &[usize], change: i64) {
    if change == 0 {
        return;
    }
    let successor = body.successor(terminator, edges[0]);
    let is_renamed = change > 0
        && edges
            .iter()
            .any(|&index| times_passed(ctx, body, terminator, index, value) > 0);
    if body.block_uses(successor).count() == edges.len() && !is_renamed {
        let point = body.start_of(successor);
        return change_by(ctx, body, value, change, point);
    }
    let region = body.block(successor).region().expect("a successor stands in a region");
    let between = body.create_block();
    body.insert_block(between, region, Some(successor));
    let arguments: Vec<_> = body
        .block_args(successor)
        .zip(body.block(successor).args())
        .map(|(argument, data)| (body.value_type(argument), data.location))
        .collect();
    let passed: Vec<ValueId> = arguments
        .into_iter()
        .map(|(ty, location)| body.add_block_arg(between, ty, location))
        .collect();
    change_by(ctx, body, value, change, InsertPoint::End(between));
    let location = ref_counted::location_of(body, value);
    let state = cf::BranchOp::build(ctx, location, &passed, &[]).successors(&[successor]);
    insert(body, state, InsertPoint::End(between));
    for &index in edges {
        body.set_successor(terminator, index, between);
    }
}

fn change_by(ctx: &Context, body: &mut Body, value: ValueId, change: i64, point: InsertPoint) {
    if change > 0 {
        return insert_add_ref(ctx, body, value, change, point);
    }
    for _ in change..0 {
        insert_drop_ref(ctx, body, value, point);
    }
}

/// Adds `count` references to `value` at `point`.
pub(super) fn insert_add_ref(ctx: &Context, body: &mut Body, value: ValueId, count: i64, point: InsertPoint) {
    let location = ref_counted::location_of(body, value);
    insert(
        body,
        RuntimeAddRefOp::build(ctx, location, value, ctx.i64_attr(count), &[]),
        point,
    );
}
