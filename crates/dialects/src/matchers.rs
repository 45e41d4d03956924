//! Questions that folders and patterns ask about values.

use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId, ValueDef, ValueId};

use crate::constant_fold::uniform;

/// The constant that a value is, if its op holds one.
pub fn constant(ctx: &Context, body: &Body, value: ValueId) -> Option<Attribute> {
    constant_value(ctx, body, value)
}

/// The integer or index that a value is, if it is a constant one.
pub fn constant_int(ctx: &Context, body: &Body, value: ValueId) -> Option<i64> {
    constant(ctx, body, value)?.as_i64(ctx)
}

/// The number that a value is, or all elements of it, if it is a constant.
pub fn uniform_constant(ctx: &Context, body: &Body, value: ValueId) -> Option<ApInt> {
    uniform(ctx, constant(ctx, body, value))
}

/// The truth value that an `i1` is, if it is a constant one.
pub fn constant_bool(ctx: &Context, body: &Body, value: ValueId) -> Option<bool> {
    constant(ctx, body, value)?.as_bool()
}

/// Whether a value is defined outside of the regions of `op`, and not by `op`.
pub fn is_defined_outside(body: &Body, value: ValueId, op: OpId) -> bool {
    let block = match body.value_def(value) {
        ValueDef::Result { op: def, .. } if def == op => return false,
        ValueDef::Placeholder => return false,
        _ => body.value_block(value),
    };
    let mut block = block;
    while let Some(b) = block {
        let Some(parent) = body.block_parent_op(b) else {
            return true;
        };
        if parent == op {
            return false;
        }
        block = body.parent_block(parent);
    }
    true
}

/// The operands of the terminator of a block, and the terminator.
pub fn terminator_of(body: &Body, block: asyncir_ir::BlockId) -> Option<(OpId, Vec<ValueId>)> {
    let last = body.block(block).last_op()?;
    Some((last, body.operands(last).collect()))
}
