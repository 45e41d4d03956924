//! Blocks that are never reached, which stay: what they use may have moved into a region, where they do not see it.

use asyncir_dialects::ub;
use asyncir_ir::{BlockId, Body, Context, Dominance, OpId, RegionId, Type, ValueId, WalkOrder};

/// Puts poison in the place of values that blocks of a region do not see any more. MLIR leaves them, so that its output cannot be
/// read.
pub(super) fn replace_moved_values(ctx: &Context, body: &mut Body, region: RegionId) {
    if body.region(region).first() == body.region(region).last() {
        return;
    }
    let dominance = Dominance::new(body);
    let is_unreached = |block: &BlockId| !dominance.is_reachable(body, *block);
    let blocks: Vec<BlockId> = body.region_blocks(region).filter(is_unreached).collect();
    for block in blocks {
        let mut poison: Vec<(Type, ValueId)> = Vec::new();
        let ops: Vec<OpId> = body.block_ops(block).collect();
        let inner = ops.into_iter().flat_map(|op| body.walk_op(op, WalkOrder::Pre));
        for op in inner.collect::<Vec<_>>() {
            for index in 0..body.op(op).num_operands() {
                let value = body.operand(op, index);
                if !is_seen(body, value, op) {
                    let ty = body.value_type(value);
                    let known = poison_in(ctx, body, block, &mut poison, ty);
                    body.set_operand(op, index, known);
                }
            }
        }
    }
}

/// Whether the region of a value is that of an op, or around it.
fn is_seen(body: &Body, value: ValueId, op: OpId) -> bool {
    let region = body.value_block(value).and_then(|block| body.block(block).region());
    region.is_some_and(|region| body.ancestor_in_region(region, op).is_some())
}

fn poison_in(ctx: &Context, body: &mut Body, block: BlockId, made: &mut Vec<(Type, ValueId)>, ty: Type) -> ValueId {
    if let Some(&(_, known)) = made.iter().find(|&&(other, _)| other == ty) {
        return known;
    }
    let location = body.block(block).first_op().map(|op| body.op(op).location());
    let start = body.start_of(block);
    let op = body.create_op(ub::PoisonOp::build(ctx, location.unwrap_or_default(), None, &[ty]));
    body.insert_op(op, start);
    let value = body.result(op, 0);
    made.push((ty, value));
    value
}
