//! Branches and returns.

use asyncir_ir::def::{Effect, EffectKind, ForwardedOperands, OpView};
use asyncir_ir::smallvec::{SmallVec, smallvec};
use asyncir_ir::{Fallible, OpRef};

use super::types::{self, func_parts};
use super::{BrOp, CondBrOp, FuncOp};
use crate::region_flow::{check_branch, check_branch_weights};

/// All operands go to the only successor.
pub fn br(op: OpRef<'_>, _: usize) -> ForwardedOperands {
    ForwardedOperands::of_slot(BrOp::DEF, op, 0)
}

/// Each successor has its operands.
pub fn cond_br(op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    ForwardedOperands::of_slot(CondBrOp::DEF, op, 1 + successor)
}

/// What is passed to the destinations fits them, and so do the branch weights.
pub fn verify_cond_br(op: OpRef<'_>) -> Fallible {
    check_branch(op)?;
    check_branch_weights(op)
}

/// A return within a function gives what the function's type says. The function is the owner of the body, which the op
/// does not see; [`super::func::verify_regions`] checks that.
pub fn verify_return(op: OpRef<'_>) -> Fallible {
    match op.data().num_operands() {
        0 | 1 => Ok(()),
        _ => Err(op.error("expected at most 1 operand")),
    }
}

/// Checks a return of the function `function`.
pub fn verify_return_in(ret: OpRef<'_>, function: FuncOp<'_>) -> Fallible {
    let ctx = ret.ctx;
    let Some(parts) = function
        .function_type()
        .and_then(|attr| func_parts(ctx, attr.as_type(ctx)?))
    else {
        return Ok(());
    };
    if parts.result.is_a(ctx, &types::VOID) {
        if ret.data().num_operands() == 0 {
            return Ok(());
        }
        let error = ret.error("expected no operands");
        return Err(error.with_note(function.0.location(), "when returning from function"));
    }
    if ret.data().num_operands() == 0 {
        let error = ret.error("expected 1 operand");
        return Err(error.with_note(function.0.location(), "when returning from function"));
    }
    if ret.operand_type(0) != parts.result {
        let error = ret.error("mismatching result types");
        return Err(error.with_note(function.0.location(), "when returning from function"));
    }
    Ok(())
}

/// Reads and writes anything, if it says so; else nothing.
pub fn inline_asm_effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    if op.property("has_side_effects").is_none() {
        return SmallVec::new();
    }
    let anywhere = |kind| Effect { kind, value: None };
    smallvec![anywhere(EffectKind::Write), anywhere(EffectKind::Read)]
}
