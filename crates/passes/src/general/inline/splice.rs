//! Putting a copy of a function's blocks in the place of a call.

use asyncir_dialects::{cf, func, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::{
    BlockId, Body, Context, InsertPoint, Location, LocationKind, Mapping, OpId, Operation, RegionId, Type, ValueId,
    WalkOrder,
};

use super::allocas::move_allocas;
use super::legality::{Target, may_inline_call, may_inline_region};

/// A call about to be replaced.
pub(super) struct Site<'a> {
    pub(super) ctx: &'a Context,
    /// The function around the call.
    pub(super) caller: &'a Operation,
    /// The function that is called.
    pub(super) callee: &'a Operation,
    pub(super) call: OpId,
}

/// The types of a function's results.
fn result_types(ctx: &Context, function: &Operation) -> Option<Vec<Type>> {
    let ty = function.property(ctx, "function_type")?.as_type(ctx)?;
    if let Some((_, results)) = ty.function(ctx) {
        return Some(results.to_vec());
    }
    let result = llvm::types::func_parts(ctx, ty)?.result;
    Some(if result == llvm::types::make::void(ctx) {
        vec![]
    } else {
        vec![result]
    })
}

impl Site<'_> {
    /// Whether the body of the callee can take the place of the call, in `body`.
    pub(super) fn is_legal(&self, body: &Body) -> bool {
        let Some((source, region, entry)) = entry_of(self.callee) else {
            return false;
        };
        let target = Target {
            op: body.parent_op(self.call).map_or(self.caller, |op| body.op(op)),
            body,
            call: self.call,
        };
        let types = |values: Vec<ValueId>| values.into_iter().map(|v| body.value_type(v)).collect::<Vec<_>>();
        let parameters: Vec<Type> = source.block_args(entry).map(|v| source.value_type(v)).collect();
        types(body.operands(self.call).collect()) == parameters
            && Some(types(body.results(self.call).collect())) == result_types(self.ctx, self.callee)
            && may_inline_call(self.ctx, body.op(self.call), self.callee)
            && may_inline_region(self.ctx, source, region, &target)
            && (is_return_at_end(source, entry) || !has_one_block(source, region) || ends_unreachable(source, entry))
    }

    /// Puts the blocks of the callee behind the call, which stays for now, and gives them. What stood behind the call
    /// is in the block behind them, unless they are a single one whose ops take the place of the call: then nothing has to
    /// move for it.
    pub(super) fn copy_blocks(&self, body: &mut Body) -> Vec<BlockId> {
        let Some((source, from, entry)) = entry_of(self.callee) else {
            return Vec::new();
        };
        let mut map = Mapping::new();
        for (parameter, operand) in source.block_args(entry).zip(body.operands(self.call)) {
            map.map_value(parameter, operand);
        }
        let is_straight = has_one_block(source, from) && is_return_at_end(source, entry);
        let rest = (!is_straight).then(|| body.split_block(body.after(self.call)));
        let Some(region) = body.parent_region(self.call) else {
            return Vec::new();
        };
        let last = body.region(region).last();
        // The arguments of the copied entry are not used: the mapping above stands.
        let mapped: Vec<(ValueId, ValueId)> = source
            .block_args(entry)
            .map(|parameter| (parameter, map.value(parameter)))
            .collect();
        body.clone_region_from(source, from, region, &mut map);
        let mut blocks = Vec::new();
        let mut next = match last {
            Some(last) => body.block(last).next(),
            None => body.region(region).first(),
        };
        while let Some(block) = next {
            next = body.block(block).next();
            blocks.push(block);
        }
        for (parameter, operand) in mapped {
            // In the order of the ops, as if they had been copied with the operands.
            let uses: Vec<_> = body.uses(map.value(parameter)).collect();
            uses.into_iter().rev().for_each(|slot| body.set_use(slot, operand));
        }
        if rest.is_some() {
            for &block in &blocks {
                body.move_block(block, region, rest);
            }
        }
        stack_locations(self.ctx, body, &blocks, body.op(self.call).location());
        if body.op(self.call).is(llvm::CallOp::DEF) {
            move_allocas(self.ctx, body, self.caller, self.call, &blocks);
        }
        blocks
    }

    /// Joins the copied blocks with what is around them, and erases the call.
    pub(super) fn join(&self, body: &mut Body, blocks: &[BlockId]) {
        let (Some(&first), Some(&last)) = (blocks.first(), blocks.last()) else {
            return;
        };
        let results: Vec<ValueId> = body.results(self.call).collect();
        if blocks.len() == 1 && is_return_at_end(body, first) {
            let end = body.block(first).last_op().expect("a block that ends with a return");
            let values: Vec<ValueId> = body.operands(end).collect();
            for (result, value) in results.into_iter().zip(values) {
                body.replace_all_uses(result, value);
            }
            body.erase_op(end);
            move_ops(body, first, InsertPoint::Before(self.call));
        } else {
            let (Some(before), Some(rest)) = (body.parent_block(self.call), body.block(last).next()) else {
                return;
            };
            let location = body.op(self.call).location();
            for result in results {
                let ty = body.value_type(result);
                let argument = body.add_block_arg(rest, ty, location);
                body.replace_all_uses(result, argument);
            }
            for &block in blocks {
                branch_instead_of_return(self.ctx, body, block, rest);
            }
            move_ops(body, first, InsertPoint::End(before));
        }
        while !body.block(first).args().is_empty() {
            body.erase_block_arg(first, 0);
        }
        body.erase_block(first);
        body.erase_op(self.call);
    }
}

fn entry_of(function: &Operation) -> Option<(&Body, RegionId, BlockId)> {
    let body = function.body()?;
    Some((body, body.root()?, body.entry()?))
}

fn has_one_block(body: &Body, region: RegionId) -> bool {
    body.region(region).first() == body.region(region).last()
}

fn is_return(op: &Operation) -> bool {
    op.is(func::ReturnOp::DEF) || op.is(llvm::ReturnOp::DEF)
}

fn is_return_at_end(body: &Body, block: BlockId) -> bool {
    body.block(block).last_op().is_some_and(|op| is_return(body.op(op)))
}

fn ends_unreachable(body: &Body, block: BlockId) -> bool {
    let last = body.block(block).last_op();
    last.is_some_and(|op| body.op(op).is(llvm::UnreachableOp::DEF))
}

fn move_ops(body: &mut Body, from: BlockId, to: InsertPoint) {
    if let Some(first) = body.block(from).first_op() {
        body.move_ops_from(first, to);
    }
}

fn branch_instead_of_return(ctx: &Context, body: &mut Body, block: BlockId, to: BlockId) {
    let Some(end) = body.block(block).last_op().filter(|&op| is_return(body.op(op))) else {
        return;
    };
    let values: Vec<ValueId> = body.operands(end).collect();
    let location = body.op(end).location();
    let branch = if body.op(end).is(llvm::ReturnOp::DEF) {
        llvm::BrOp::build(ctx, location, &values, None, &[])
    } else {
        cf::BranchOp::build(ctx, location, &values, &[])
    };
    let branch = body.create_op(branch.successors(&[to]));
    body.insert_op(branch, InsertPoint::Before(end));
    body.erase_op(end);
}

/// Notes where the copied ops were called from.
fn stack_locations(ctx: &Context, body: &mut Body, blocks: &[BlockId], caller: Location) {
    if caller == Location::UNKNOWN {
        return;
    }
    for &block in blocks {
        stack_block_locations(ctx, body, block, caller);
        let ops: Vec<OpId> = body.block_ops(block).collect();
        for op in ops {
            for inner in body.walk_op(op, WalkOrder::Pre) {
                let stacked = stacked(ctx, body.op(inner).location(), caller);
                body.op_mut(inner).set_location(stacked);
                for region in body.op_regions(inner).to_vec() {
                    for block in body.region_blocks(region).collect::<Vec<_>>() {
                        stack_block_locations(ctx, body, block, caller);
                    }
                }
            }
        }
    }
}

fn stack_block_locations(ctx: &Context, body: &mut Body, block: BlockId, caller: Location) {
    for index in 0..body.block(block).args().len() {
        let stacked = stacked(ctx, body.block(block).args()[index].location, caller);
        body.set_block_arg_location(block, index, stacked);
    }
}

/// The location of an op called from `caller`: at the end of the chain of calls that it has already.
fn stacked(ctx: &Context, callee: Location, caller: Location) -> Location {
    let mut chain = Vec::new();
    let mut last = callee;
    while let LocationKind::CallSite { callee, caller } = last.kind(ctx) {
        chain.push(callee);
        last = caller;
    }
    let first = Location::new(ctx, LocationKind::CallSite { callee: last, caller });
    chain.into_iter().rev().fold(first, |caller, callee| {
        Location::new(ctx, LocationKind::CallSite { callee, caller })
    })
}
