//! Which values are reference counted, and a walk over them.

use asyncir_dialects::r#async::types::{GROUP, TOKEN, VALUE};
use asyncir_dialects::r#async::{AwaitAllOp, AwaitOp, ExecuteOp, RuntimeDropRefOp, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Fallible, InsertPoint, Location, OpId, OperationState, Type, ValueId, WalkOrder};

/// Whether values of a type are reference counted.
pub(crate) fn is_ref_counted(ctx: &Context, ty: Type) -> bool {
    [&TOKEN, &VALUE, &GROUP].into_iter().any(|def| ty.is_a(ctx, def))
}

/// As [`values`], of a body in which no high-level async ops are left.
///
/// # Errors
/// If there are some: their lowering would change reference counts afterwards.
pub(super) fn values_of_lowered(ctx: &Context, body: &Body) -> Fallible<Vec<ValueId>> {
    let ops = body.walk_all(WalkOrder::Post);
    for &op in &ops {
        let data = body.op(op);
        if [ExecuteOp::DEF, AwaitOp::DEF, AwaitAllOp::DEF, YieldOp::DEF]
            .into_iter()
            .any(|def| data.is(def))
        {
            let message = "async operations must be lowered to async runtime operations";
            return Err(body.op_ref(ctx, op).bare_error(message));
        }
    }
    Ok(values_among(ctx, body, &ops))
}

/// All reference counted values of a body: block arguments first, then results, inner ones before outer ones.
pub(super) fn values(ctx: &Context, body: &Body) -> Vec<ValueId> {
    values_among(ctx, body, &body.walk_all(WalkOrder::Post))
}

/// The values of a body, whose ops these are.
fn values_among(ctx: &Context, body: &Body, ops: &[OpId]) -> Vec<ValueId> {
    let counted = |value: &ValueId| is_ref_counted(ctx, body.value_type(*value));
    let mut values = Vec::new();
    for &op in ops {
        for block in body
            .op_regions(op)
            .iter()
            .flat_map(|&region| body.region_blocks(region))
        {
            values.extend(body.block_args(block).filter(counted));
        }
    }
    for block in body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region))
    {
        values.extend(body.block_args(block).filter(counted));
    }
    values.extend(ops.iter().flat_map(|&op| body.results(op)).filter(counted));
    values
}

/// Where a value comes from.
pub(super) fn location_of(body: &Body, value: ValueId) -> Location {
    match body.value_def(value) {
        asyncir_ir::ValueDef::Result { op, .. } => body.op(op).location(),
        asyncir_ir::ValueDef::Argument { block, index } => body.block(block).args()[index as usize].location,
        asyncir_ir::ValueDef::Placeholder => Location::UNKNOWN,
    }
}

/// Drops a reference to `value` at `point`.
pub(super) fn insert_drop_ref(ctx: &Context, body: &mut Body, value: ValueId, point: InsertPoint) {
    let location = location_of(body, value);
    let state = RuntimeDropRefOp::build(ctx, location, value, ctx.i64_attr(1), &[]);
    insert(body, state, point);
}

pub(super) fn insert(body: &mut Body, state: OperationState, point: InsertPoint) {
    let op = body.create_op(state);
    body.insert_op(op, point);
}
