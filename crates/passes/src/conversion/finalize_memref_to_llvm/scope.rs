//! `memref.alloca_scope`: what its region allocates on the stack is given back where it is left.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{InsertPoint, OpId, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::{ops, types};

/// Lowers a scope to blocks between saving and restoring the stack pointer.
pub(super) fn lower_alloca_scope(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    _operands: &[ValueId],
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let current = rw.body.parent_block(op)?;
    let parent = rw.body.parent_region(op)?;
    let region = *rw.body.op_regions(op).first()?;
    let (first, last) = (rw.body.region(region).first()?, rw.body.region(region).last()?);
    let leave = rw.body.block(last).last_op()?;
    // MLIR leaves the types, so that it refuses results of types that are converted.
    let results = rw.body.result_types(op).into_iter();
    let results: Option<Vec<_>> = results
        .map(|ty| Some((lowering.types.convert(ctx, ty)?, loc)))
        .collect();
    let results = results?;

    let rest = rw.split_block(InsertPoint::Before(op));
    let behind = if results.is_empty() {
        rest
    } else {
        let behind = rw.create_block(parent, Some(rest), &results);
        ops::br(rw, loc, rest, &[]);
        behind
    };
    rw.inline_region(region, parent, Some(behind));

    rw.set_end(current);
    let ptr = types::ptr(ctx);
    let stack = ops::simple(rw, llvm::StacksaveIntrOp::DEF, loc, &[], ptr);
    ops::br(rw, loc, first, &[]);

    rw.set_before(leave);
    let values: Vec<ValueId> = rw.body.operands(leave).collect();
    let values = rw.remapped_all(&values)?;
    rw.insert(ops::state(ctx, llvm::StackrestoreIntrOp::DEF, loc, &[stack], &[], &[]));
    ops::br(rw, rw.location_of(leave), behind, &values);
    rw.erase(leave);

    let args: Vec<ValueId> = if results.is_empty() {
        Vec::new()
    } else {
        rw.body.block_args(behind).collect()
    };
    rw.replace(op, &args);
    Some(())
}
