//! Canonicalisation of structured ops: tables of patterns, and those for ops on memory.

use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{FnPattern, RewritePattern, Rewriter};
use asyncir_ir::{Context, OpId};

use super::casts::{fold_cast_of_result, fold_casts_of_operands, infer_sizes};
use super::generic::{GenericOp, YieldOp};
use super::map::MapOp;
use super::named::CopyOp;
use super::reorder::{BroadcastOp, TransposeOp};
use super::rewrites_tensors::{
    copy_over_fill, merge_broadcasts, merge_transposes, move_fill, replace_identity, replace_self_copy,
    transpose_before_broadcast,
};
use super::structured::{Structured, entry_block, shape_of};
use crate::constraints::is_memref;
use crate::op_patterns::op_patterns;
use crate::tensor::CastOp;

op_patterns! {
    /// Patterns of `linalg.generic`.
    GENERIC for GenericOp = [shared, erase_identity, replace_identity];
    /// Patterns of `linalg.map`.
    MAP for MapOp = [shared];
    /// Patterns of `linalg.copy`.
    COPY for CopyOp = [shared, erase_self_copy, move_fill, copy_over_fill, replace_self_copy];
    /// Patterns of `linalg.transpose`.
    TRANSPOSE for TransposeOp = [shared, merge_transposes, transpose_before_broadcast, move_fill];
    /// Patterns of `linalg.broadcast`. From memory to itself it adds no dimension.
    BROADCAST for BroadcastOp = [shared, erase_self_copy, replace_identity, merge_broadcasts];
}

/// The pattern that all structured ops share, rooted at one of them.
pub(super) struct Shared(pub fn() -> &'static OpDef);

impl RewritePattern for Shared {
    fn name(&self) -> &str {
        "shared"
    }
    fn root(&self) -> asyncir_ir::rewrite::PatternRoot {
        asyncir_ir::rewrite::PatternRoot::Op((self.0)())
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        shared(rw, op)
    }
}

/// What can be said of all structured ops.
fn shared(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    erase_without_elements(rw, op) || fold_casts_of_operands(rw, op) || infer_sizes(rw, op)
}

/// The patterns of canonicalisation that the dialect has for all its ops, in MLIR's order. Those that others have for them,
/// such as that of casts of operands, are not among them.
pub fn dialect_patterns(ctx: &Context) -> Vec<FnPattern> {
    let dialect = ctx.dialect("linalg").into_iter();
    let ops = dialect.flat_map(|dialect| dialect.ops.iter()).map(|def| &**def);
    let mut patterns = vec![FnPattern::new("cast_of_result", CastOp::DEF, fold_cast_of_result)];
    for def in ops.filter(|def| Structured::is(def)) {
        patterns.push(FnPattern::new("erase_without_elements", def, erase_without_elements));
        patterns.push(FnPattern::new("infer_sizes", def, infer_sizes));
    }
    patterns
}

/// Where some memory has no elements, there is nothing to do.
fn erase_without_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let is_empty = view
        .operand_types()
        .iter()
        .any(|&ty| is_memref(rw.ctx, ty) && shape_of(rw.ctx, ty).contains(&0));
    if !is_empty || rw.body.op(op).num_results() > 0 {
        return false;
    }
    rw.erase(op);
    true
}

/// Copying memory to itself does nothing.
fn erase_self_copy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let operands = rw.body.op_ref(rw.ctx, op).operands();
    if operands.len() != 2 || operands[0] != operands[1] || rw.body.op(op).num_results() > 0 {
        return false;
    }
    rw.erase(op);
    true
}

/// A region that only yields what it was given does nothing if that goes to where it came from.
fn erase_identity(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let Some(nest) = Structured::of(view).filter(Structured::is_on_buffers) else {
        return false;
    };
    let all_equal = nest.maps.windows(2).all(|maps| maps[0] == maps[1]);
    let only_yields_argument = entry_block(rw.body, op).is_some_and(|block| {
        let first = rw.body.block(block).first_op();
        let first = first.filter(|&first| rw.body.op(first).is(YieldOp::DEF));
        let is_argument = |value| rw.body.block_args(block).any(|argument| argument == value);
        first.is_some_and(|first| rw.body.operands(first).all(is_argument))
    });
    let operands = nest.operands();
    let is_self = nest.num_inputs == 1 && operands.len() == 2 && operands[0] == operands[1];
    if !all_equal || !only_yields_argument || !is_self {
        return false;
    }
    rw.erase(op);
    true
}
