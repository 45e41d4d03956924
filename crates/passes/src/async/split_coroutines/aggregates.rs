//! Aggregates that live across suspension points only for some of their fields, such as descriptors of memory: the
//! fields live across them instead.

use std::collections::BTreeMap;

use asyncir_dialects::llvm::{ExtractValueOp, InsertValueOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{CycleGuard, Rewriter};
use asyncir_ir::{Body, Context, OpId, ValueId};

use super::liveness::Crossing;
use crate::conversion::llvm_common::ops;

/// Takes fields out of aggregates where these are made, if nothing else is done with what lives across suspension
/// points. Says whether there were any.
pub(super) fn take_apart(ctx: &Context, body: &mut Body, crossing: &Crossing) -> bool {
    let mut changed = false;
    for &value in &crossing.all {
        let users: Vec<OpId> = body.users(value).collect();
        let is_taken_apart = |&user: &OpId| body.op(user).is(ExtractValueOp::DEF);
        if body
            .defining_op(value)
            .is_some_and(|op| body.op(op).is(ExtractValueOp::DEF))
            || users.is_empty()
            || !users.iter().all(is_taken_apart)
        {
            continue;
        }
        let mut by_position: BTreeMap<Vec<i64>, Vec<OpId>> = BTreeMap::new();
        for user in users {
            by_position.entry(position(ctx, body, user)).or_default().push(user);
        }
        for (position, extractions) in by_position {
            let field = field(ctx, body, value, &position);
            for extraction in extractions {
                let result = body.result(extraction, 0);
                body.replace_all_uses(result, field);
                body.erase_op(extraction);
            }
        }
        changed = true;
    }
    changed
}

fn position(ctx: &Context, body: &Body, op: OpId) -> Vec<i64> {
    let position = body.op(op).property(ctx, "position");
    position
        .and_then(|position| position.as_dense_ints(ctx))
        .unwrap_or_default()
}

/// The field of an aggregate: what was put there, or else taken out right behind where the aggregate is made.
fn field(ctx: &Context, body: &mut Body, aggregate: ValueId, wanted: &[i64]) -> ValueId {
    let (mut current, mut guard) = (aggregate, CycleGuard::new());
    while let Some(op) = body
        .defining_op(current)
        .filter(|&op| body.op(op).is(InsertValueOp::DEF) && guard.advance(op))
    {
        let inserted = position(ctx, body, op);
        if inserted == wanted {
            return body.operand(op, 1);
        }
        if inserted.starts_with(wanted) || wanted.starts_with(&inserted) {
            break;
        }
        current = body.operand(op, 0);
    }
    let location = body.defining_op(current).map(|op| body.op(op).location());
    let place = body.after_value(current);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_point(place);
    ops::extract_value(
        &mut rw,
        location.unwrap_or(asyncir_ir::Location::UNKNOWN),
        current,
        wanted,
    )
}
