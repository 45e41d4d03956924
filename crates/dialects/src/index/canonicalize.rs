//! Canonicalisation.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, OperationState, Type, ValueId};

use super::{AddOp, AndOp, CmpOp, MaxSOp, MaxUOp, MinSOp, MinUOp, MulOp, OrOp, SubOp, XOrOp};
use crate::matchers;
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `index.add`.
    ADD for AddOp = [gather_constants];
    /// Of `index.mul`.
    MUL for MulOp = [gather_constants];
    /// Of `index.maxs`.
    MAXS for MaxSOp = [gather_constants];
    /// Of `index.maxu`.
    MAXU for MaxUOp = [gather_constants];
    /// Of `index.mins`.
    MINS for MinSOp = [gather_constants];
    /// Of `index.minu`.
    MINU for MinUOp = [gather_constants];
    /// Of `index.and`.
    AND for AndOp = [gather_constants];
    /// Of `index.or`.
    OR for OrOp = [gather_constants];
    /// Of `index.xor`.
    XOR for XOrOp = [gather_constants];
    /// Of `index.cmp`.
    CMP for CmpOp = [compare_operands];
}

/// `(x + a) + b` is `x + (a + b)` for constants `a` and `b`, and so for the other associative and commutative ops.
fn gather_constants(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let Some(inner) = rw
        .body
        .defining_op(lhs)
        .filter(|&inner| rw.body.op(inner).name() == rw.body.op(op).name())
    else {
        return false;
    };
    let (x, constant) = (rw.body.operand(inner, 0), rw.body.operand(inner, 1));
    let is_constant = |value| matchers::constant(rw.ctx, rw.body, value).is_some();
    if !is_constant(rhs) || !is_constant(constant) {
        return false;
    }
    let (name, location) = (rw.body.op(op).name(), rw.location_of(op));
    let state = |operands: &[ValueId]| {
        OperationState::new(name, location)
            .operands(operands)
            .results(&[Type::INDEX])
    };
    rw.set_before(op);
    let both = rw.insert_value(state(&[rhs, constant]));
    let outer = state(&[x, both]);
    rw.replace_with(op, outer);
    true
}

/// `x - y < 0` is `x < y`, and so for the other relations.
fn compare_operands(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let Some(sub) = rw.body.defining_op(lhs).filter(|&sub| rw.body.op(sub).is(SubOp::DEF)) else {
        return false;
    };
    if matchers::constant_int(rw.ctx, rw.body, rhs) != Some(0) {
        return false;
    }
    let relation = rw.body.op_ref(rw.ctx, op).required("pred");
    let (x, y) = (rw.body.operand(sub, 0), rw.body.operand(sub, 1));
    let state = CmpOp::build(rw.ctx, rw.location_of(op), x, y, relation, &[]);
    rw.replace_with(op, state);
    true
}
