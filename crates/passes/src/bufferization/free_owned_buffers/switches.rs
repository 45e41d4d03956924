//! Switches that pass memory on.

use asyncir_dialects::cf::{BranchOp, SwitchOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{Body, Context, OpId, ValueId, WalkOrder};

/// Gives each way out of a switch a block of its own, which passes on what the switch did. What a way does not need is freed
/// there.
pub(super) fn pass_in_blocks(ctx: &Context, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Pre) {
        if body.op(op).is(SwitchOp::DEF) {
            for successor in (0..body.op(op).num_successors()).rev() {
                pass_in_block(ctx, body, op, successor);
            }
        }
    }
}

/// The same for one way: the block stands right behind that of the switch.
fn pass_in_block(ctx: &Context, body: &mut Body, switch: OpId, successor: usize) {
    let passed = take_passed(ctx, body, switch, successor);
    let (at, next) = (body.op(switch).location(), body.successor(switch, successor));
    let way = body.split_block(body.after(switch));
    body.append_op(way, BranchOp::to(ctx, at, next, &passed));
    body.set_successor(switch, successor, way);
}

/// Takes from a switch what it passes to one of its blocks.
fn take_passed(ctx: &Context, body: &mut Body, switch: OpId, successor: usize) -> Vec<ValueId> {
    let Some(forwarded) = successor_operands(ctx, body, switch, successor) else {
        return Vec::new();
    };
    let operands = forwarded.range.clone();
    let passed = operands.map(|index| body.operand(switch, index)).collect();
    forwarded.assign(ctx, body, switch, &[]);
    passed
}
