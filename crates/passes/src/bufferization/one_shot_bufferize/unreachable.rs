//! Blocks that nothing leads to, with tensors that cannot become memory: nothing tells which memory a branch would pass, and
//! passes before this one leave ops alone that are never executed.

use asyncir_dialects::constraints::is_tensor;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::region_simplify::erase_unreachable_blocks;
use asyncir_ir::{BlockId, Body, Context, Dominance};

use super::{interface, types};

/// Erases unreachable blocks, if there is one with tensors that cannot become memory.
pub(super) fn erase(ctx: &Context, body: &mut Body) {
    if has_unreachable_tensors(ctx, body) {
        let regions = body.root_regions().to_vec();
        erase_unreachable_blocks(&mut Rewriter::new(ctx, body), &regions);
    }
}

fn has_unreachable_tensors(ctx: &Context, body: &Body) -> bool {
    let regions = body.all_regions().into_iter();
    let mut blocks = regions
        .flat_map(|region| body.region_blocks(region).skip(1))
        .filter(|&block| has_lasting_tensors(ctx, body, block))
        .peekable();
    if blocks.peek().is_none() {
        return false;
    }
    let dominance = Dominance::new(body);
    blocks.any(|block| !dominance.is_reachable(body, block))
}

/// Whether a block takes tensors, or has an op on tensors that is not rewritten.
fn has_lasting_tensors(ctx: &Context, body: &Body, block: BlockId) -> bool {
    body.block_args(block)
        .any(|value| is_tensor(ctx, body.value_type(value)))
        || body.block_ops(block).any(|op| {
            let is_rewritten = body.op(op).def().and_then(interface::of).is_some();
            !is_rewritten && types::has_tensors(body.op_ref(ctx, op))
        })
}
