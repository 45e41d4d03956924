//! The arguments of blocks, and what functions give back, as memory.

use asyncir_dialects::bufferization::{ToBufferOp, ToTensorOp};
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::memref::CastOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, Fallible, OpId, Type, UseId, ValueId};

use super::functions::{boundary_type, returns};
use super::rewrite::Bufferizer;

/// Rewrites the arguments of the blocks of a function, and its returns.
pub(super) fn bufferize_blocks(b: &mut Bufferizer<'_>) -> Fallible {
    let regions = b.rw.body.root_regions().to_vec();
    let blocks: Vec<BlockId> = regions
        .into_iter()
        .flat_map(|region| b.rw.body.region_blocks(region).collect::<Vec<_>>())
        .collect();
    for block in blocks {
        bufferize_arguments(b, block)?;
    }
    for end in returns(b.rw.body) {
        bufferize_return(b, end);
    }
    Ok(())
}

fn bufferize_return(b: &mut Bufferizer<'_>, end: OpId) {
    let ctx = b.rw.ctx;
    let location = b.rw.location_of(end);
    let mut values: Vec<ValueId> = b.rw.body.operands(end).collect();
    b.rw.set_before(end);
    for value in &mut values {
        let ty = b.rw.body.value_type(*value);
        if is_tensor(ctx, ty) {
            let buffer = boundary_type(ctx, b.state.options, ty);
            *value =
                b.rw.insert_value(ToBufferOp::build(ctx, location, *value, None, &[buffer]));
        }
    }
    b.rw.modify(end, |body| body.set_operands(end, &values));
}

/// Rewrites the arguments of a block, and what branches to it pass.
pub(super) fn bufferize_arguments(b: &mut Bufferizer<'_>, block: BlockId) -> Fallible {
    let ctx = b.rw.ctx;
    let arguments: Vec<ValueId> = b.rw.body.block_args(block).collect();
    let types = arguments.iter().map(|&argument| b.view().buffer_type(argument));
    let types: Vec<Type> = types.collect::<Fallible<_>>()?;
    for (&argument, &ty) in arguments.iter().zip(&types) {
        let tensor = b.rw.body.value_type(argument);
        if tensor == ty {
            continue;
        }
        let uses: Vec<UseId> = b.rw.body.uses(argument).collect();
        b.rw.body.set_value_type(argument, ty);
        if uses.is_empty() {
            continue;
        }
        b.rw.set_start(block);
        let location = b.rw.body.value_location(argument);
        let value =
            b.rw.insert_value(ToTensorOp::build(ctx, location, argument, None, None, &[tensor]));
        for slot in uses {
            b.rw.body.set_use(slot, value);
        }
    }
    let branches: Vec<(OpId, usize)> = b.rw.body.block_uses(block).collect();
    for (branch, successor) in branches {
        bufferize_passed(b, branch, successor, &types)?;
    }
    Ok(())
}

/// Rewrites what a branch passes to a block whose arguments have these types.
fn bufferize_passed(b: &mut Bufferizer<'_>, branch: OpId, successor: usize, types: &[Type]) -> Fallible {
    let ctx = b.rw.ctx;
    let Some(passed) = successor_operands(ctx, b.rw.body, branch, successor) else {
        let view = b.view().op_ref(branch);
        return Err(view.error("cannot bufferize ops with block references that do not implement BranchOpInterface"));
    };
    for (index, &ty) in passed.range.zip(types.iter().skip(passed.produced)) {
        let value = b.rw.body.operand(branch, index);
        if b.rw.body.value_type(value) == ty {
            continue;
        }
        let own = b.view().buffer_type(value)?;
        let location = b.rw.body.value_location(value);
        let after = b.rw.body.after_value(value);
        b.rw.set_point(after);
        let mut buffer = b.rw.insert_value(ToBufferOp::build(ctx, location, value, None, &[own]));
        if own != ty {
            buffer = b.rw.insert_value(CastOp::build(ctx, location, buffer, &[ty]));
        }
        b.rw.modify(branch, |body| body.set_operand(branch, index, buffer));
    }
    Ok(())
}

/// The types that a function gives after its body was rewritten; casts in front of the returns are left out if all returns
/// give the same type then.
pub(super) fn result_types(ctx: &Context, body: &mut Body, skip_casts: bool) -> Option<Vec<Type>> {
    let ends = returns(body);
    let count = body.op(*ends.first()?).num_operands();
    let mut types = Vec::with_capacity(count);
    for index in 0..count {
        let before_cast = |body: &Body, end| {
            let value = body.operand(end, index);
            let cast = body.defining_op(value).filter(|&op| body.op(op).is(CastOp::DEF));
            cast.map_or(value, |op| body.operand(op, 0))
        };
        let sources: Vec<ValueId> = ends.iter().map(|&end| before_cast(body, end)).collect();
        let first = body.value_type(sources[0]);
        let is_common = sources.iter().all(|&source| body.value_type(source) == first);
        if skip_casts && is_common {
            for (&end, &source) in ends.iter().zip(&sources) {
                body.set_operand(end, index, source);
            }
        }
        types.push(body.value_type(body.operand(ends[0], index)));
    }
    debug_assert!(types.iter().all(|&ty| !is_tensor(ctx, ty)), "all tensors became memory");
    Some(types)
}
