//! `func.call_indirect`: its text, for the types of operands and results come from that of the callee; its verifier;
//! and the rewrite to a direct call.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{RewritePattern, Rewriter};
use asyncir_ir::{Fallible, OpId, OpRef, OperationState, Type};

use super::{CallIndirectOp, CallOp, ConstantOp};

pub(super) fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let callee = p.operand()?;
    let operands_at = p.position();
    p.punct("(")?;
    let operands = p.operand_list(Delimiter::None)?;
    p.punct(")")?;
    p.attr_dict(state)?;
    p.punct(":")?;
    let at = p.position();
    let ty = p.ty()?;
    let Some((inputs, results)) = ty
        .function(p.ctx())
        .map(|(inputs, results)| (inputs.to_vec(), results.to_vec()))
    else {
        return Err(p.wrong_kind(at, "builtin.function", ty));
    };
    let callee = p.resolve(callee, ty)?;
    let operands = p.resolve_all(&operands, &inputs, operands_at)?;
    state.operands.push(callee);
    state.operands.extend(operands);
    state.results.extend(results);
    Ok(())
}

pub(super) fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = CallIndirectOp(op);
    p.text(" ");
    p.operand(view.callee());
    p.text("(");
    p.operands(&view.callee_operands());
    p.text(")");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(op.operand_type(0));
}

pub(super) fn verify(op: OpRef<'_>) -> Fallible {
    let (inputs, results) = op.operand_type(0).function(op.ctx).unwrap_or_default();
    let operands: Vec<Type> = op.operand_types().into_iter().skip(1).collect();
    if operands != inputs {
        return Err(op.error("failed to verify that callee input types match argument types"));
    }
    if op.result_types()[..] != *results {
        return Err(op.error("failed to verify that callee result types match result types"));
    }
    Ok(())
}

pub(super) static PATTERNS: &[&dyn RewritePattern] = &[&DirectCall];

crate::pattern! {
    /// A call of a constant function is a direct call.
    DirectCall on CallIndirectOp, direct_call
}

fn direct_call(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let callee = rw
        .body
        .defining_op(rw.body.operand(op, 0))
        .filter(|&callee| rw.body.op(callee).is(ConstantOp::DEF));
    let Some(name) = callee.and_then(|callee| rw.body.op(callee).property(rw.ctx, "value")) else {
        return false;
    };
    let view = CallIndirectOp(rw.body.op_ref(rw.ctx, op));
    let results = rw.body.result_types(op);
    let (arg_attrs, res_attrs) = (view.arg_attrs(), view.res_attrs());
    let operands = view.callee_operands();
    let call = CallOp::build(
        rw.ctx,
        rw.location_of(op),
        &operands,
        name,
        arg_attrs,
        res_attrs,
        None,
        &results,
    );
    rw.replace_with(op, call);
    true
}
