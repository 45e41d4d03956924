//! Canonicalisation of integer arithmetic: constants are gathered, extensions moved outwards.

use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{ApInt, Attribute, Location, OpId, OperationState, Type, ValueId};

use super::attrs::{OVERFLOW_DEF, overflow_of};
use super::fold_compare::{negated, predicate_of};
use super::{
    AddIOp, AddUIExtendedOp, AndIOp, CmpIOp, ExtSIOp, ExtUIOp, MulIOp, MulSIExtendedOp, MulUIExtendedOp, OrIOp, SubIOp,
    XOrIOp, build,
};
use crate::constant_fold::{binary, zero};
use crate::enum_attrs::enum_attribute;
use crate::matchers::{self, uniform_constant};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `arith.addi`.
    ADDI for AddIOp = [add_of_add_constant, add_of_sub_constant, add_of_negated];
    /// Of `arith.subi`.
    SUBI for SubIOp = [sub_of_constants, sub_of_sub];
    /// Of `arith.muli`.
    MULI for MulIOp = [mul_of_mul_constant];
    /// Of `arith.addui_extended`.
    ADDUI_EXTENDED for AddUIExtendedOp = [unused_carry];
    /// Of `arith.mulsi_extended`.
    MULSI_EXTENDED for MulSIExtendedOp = [unused_high_half_signed, signed_by_one];
    /// Of `arith.mului_extended`.
    MULUI_EXTENDED for MulUIExtendedOp = [unused_high_half_unsigned];
    /// Of `arith.andi`.
    ANDI for AndIOp = [and_of_extensions];
    /// Of `arith.ori`.
    ORI for OrIOp = [or_of_extensions];
    /// Of `arith.xori`.
    XORI for XOrIOp = [negated_comparison, xor_of_extensions];
}

/// The operands of the op of kind `def` that defines `value`.
fn operands_of(rw: &Rewriter<'_>, value: ValueId, def: &'static OpDef) -> Option<(OpId, ValueId, ValueId)> {
    let op = rw.body.defining_op(value)?;
    rw.body
        .op(op)
        .is(def)
        .then(|| (op, rw.body.operand(op, 0), rw.body.operand(op, 1)))
}

fn constant_of(rw: &Rewriter<'_>, value: ValueId) -> Option<Attribute> {
    matchers::constant(rw.ctx, rw.body, value)
}

fn operands(rw: &Rewriter<'_>, op: OpId) -> (ValueId, ValueId) {
    (rw.body.operand(op, 0), rw.body.operand(op, 1))
}

/// Where what replaces several ops comes from: from all of them.
pub(super) fn fused_location(rw: &Rewriter<'_>, ops: &[OpId]) -> Location {
    let locations: Vec<Location> = ops.iter().map(|&op| rw.location_of(op)).collect();
    Location::fused(rw.ctx, &locations, None)
}

/// Where what replaces an op and a constant comes from. MLIR's patterns name the constant that they meet first, in the place of
/// the op whose operand it is.
pub(super) fn location_with_constant(rw: &Rewriter<'_>, op: OpId, constant: ValueId) -> Location {
    let ops: Vec<OpId> = [op].into_iter().chain(rw.body.defining_op(constant)).collect();
    fused_location(rw, &ops)
}

/// Where an op comes from, with the ops that define its operands.
pub(super) fn location_with_operands(rw: &Rewriter<'_>, op: OpId) -> Location {
    let definitions = rw.body.operands(op).filter_map(|value| rw.body.defining_op(value));
    let ops: Vec<OpId> = [op].into_iter().chain(definitions).collect();
    fused_location(rw, &ops)
}

/// The flags that both ops have.
fn merged_flags(rw: &Rewriter<'_>, a: OpId, b: OpId) -> Attribute {
    let both = overflow_of(rw.body.op_ref(rw.ctx, a)) & overflow_of(rw.body.op_ref(rw.ctx, b));
    enum_attribute(rw.ctx, &OVERFLOW_DEF, both)
}

fn no_flags(rw: &Rewriter<'_>) -> Attribute {
    enum_attribute(rw.ctx, &OVERFLOW_DEF, 0)
}

type Arithmetic = fn(&ApInt, &ApInt) -> ApInt;

/// A number of two numbers. Vectors of constants stay apart, as in MLIR.
fn combine(rw: &Rewriter<'_>, a: Attribute, b: Attribute, by: Arithmetic) -> Option<Attribute> {
    a.as_int(rw.ctx).and(b.as_int(rw.ctx))?;
    binary(rw.ctx, &[Some(a), Some(b)], a.ty(rw.ctx), |a, b| Some(by(a, b)))
}

/// The two constants in `outer(inner(x, c0), c1)` and the like.
fn two_constants(rw: &Rewriter<'_>, outer: ValueId, inner: ValueId, by: Arithmetic) -> Option<Attribute> {
    combine(rw, constant_of(rw, outer)?, constant_of(rw, inner)?, by)
}

/// `(x + c0) + c1` is `x + (c0 + c1)`.
fn add_of_add_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = operands(rw, op);
    let Some((inner, x, c0)) = operands_of(rw, lhs, AddIOp::DEF) else {
        return false;
    };
    let Some(sum) = two_constants(rw, rhs, c0, ApInt::add) else {
        return false;
    };
    let (location, flags) = (location_with_constant(rw, op, c0), merged_flags(rw, op, inner));
    replace_binary(rw, (op, location), AddIOp::DEF, x, sum, false, Some(flags))
}

/// `(x - c0) + c1` is `x + (c1 - c0)`; `(c0 - x) + c1` is `(c0 + c1) - x`.
fn add_of_sub_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, c1) = operands(rw, op);
    let Some((inner, a, b)) = operands_of(rw, lhs, SubIOp::DEF) else {
        return false;
    };
    let flags = merged_flags(rw, op, inner);
    if let Some(difference) = two_constants(rw, c1, b, ApInt::sub) {
        let location = location_with_constant(rw, op, b);
        return replace_binary(rw, (op, location), AddIOp::DEF, a, difference, false, Some(flags));
    }
    let Some(sum) = two_constants(rw, c1, a, |c1, c0| c0.add(c1)) else {
        return false;
    };
    let location = location_with_constant(rw, op, a);
    replace_binary(rw, (op, location), SubIOp::DEF, b, sum, true, Some(flags))
}

/// `x + y * -1` is `x - y`.
fn add_of_negated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = operands(rw, op);
    for (product, other) in [(rhs, lhs), (lhs, rhs)] {
        let Some((_, y, factor)) = operands_of(rw, product, MulIOp::DEF) else {
            continue;
        };
        if uniform_constant(rw.ctx, rw.body, factor).is_some_and(|value| value.is_all_ones()) {
            let flags = no_flags(rw);
            let location = location_with_constant(rw, op, factor);
            let state = SubIOp::build(rw.ctx, location, other, y, Some(flags), &[]);
            rw.replace_with(op, state);
            return true;
        }
    }
    false
}

/// Replaces `op`, which comes from `location` with what defines its operands, by an op on `x` and a new constant, which comes
/// first if `constant_first`.
fn replace_binary(
    rw: &mut Rewriter<'_>,
    (op, location): (OpId, Location),
    def: &'static OpDef,
    x: ValueId,
    constant: Attribute,
    constant_first: bool,
    flags: Option<Attribute>,
) -> bool {
    rw.set_before(op);
    let constant = build::constant(rw, location, constant);
    let (lhs, rhs) = if constant_first { (constant, x) } else { (x, constant) };
    let mut state = OperationState::of(def, location).operands(&[lhs, rhs]);
    state.set_properties(rw.ctx, &[("overflowFlags", flags)], &[]);
    rw.replace_with(op, state);
    true
}

/// Gathers the constants of a subtraction whose operand adds or subtracts one.
fn sub_of_constants(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = operands(rw, op);
    sub_with_constant_right(rw, op, lhs, rhs) || sub_with_constant_left(rw, op, lhs, rhs)
}

/// `(x + c0) - c1`, `(x - c0) - c1`, `(c0 - x) - c1`.
fn sub_with_constant_right(rw: &mut Rewriter<'_>, op: OpId, lhs: ValueId, c1: ValueId) -> bool {
    if let Some((_, x, c0)) = operands_of(rw, lhs, AddIOp::DEF)
        && let Some(difference) = two_constants(rw, c1, c0, |c1, c0| c0.sub(c1))
    {
        let (location, flags) = (location_with_constant(rw, op, c0), no_flags(rw));
        return replace_binary(rw, (op, location), AddIOp::DEF, x, difference, false, Some(flags));
    }
    let Some((inner, a, b)) = operands_of(rw, lhs, SubIOp::DEF) else {
        return false;
    };
    if let Some(sum) = two_constants(rw, c1, b, |c1, c0| c0.add(c1)) {
        let (location, flags) = (location_with_constant(rw, op, b), merged_flags(rw, op, inner));
        return replace_binary(rw, (op, location), SubIOp::DEF, a, sum, false, Some(flags));
    }
    let Some(difference) = two_constants(rw, c1, a, |c1, c0| c0.sub(c1)) else {
        return false;
    };
    let (location, flags) = (location_with_constant(rw, op, a), merged_flags(rw, op, inner));
    replace_binary(rw, (op, location), SubIOp::DEF, b, difference, true, Some(flags))
}

/// `c1 - (x + c0)`, `c1 - (x - c0)`, `c1 - (c0 - x)`.
fn sub_with_constant_left(rw: &mut Rewriter<'_>, op: OpId, c1: ValueId, rhs: ValueId) -> bool {
    let location = location_with_constant(rw, op, c1);
    if let Some((inner, x, c0)) = operands_of(rw, rhs, AddIOp::DEF)
        && let Some(difference) = two_constants(rw, c1, c0, ApInt::sub)
    {
        let flags = merged_flags(rw, op, inner);
        return replace_binary(rw, (op, location), SubIOp::DEF, x, difference, true, Some(flags));
    }
    let Some((inner, a, b)) = operands_of(rw, rhs, SubIOp::DEF) else {
        return false;
    };
    let flags = merged_flags(rw, op, inner);
    if let Some(sum) = two_constants(rw, c1, b, ApInt::add) {
        return replace_binary(rw, (op, location), SubIOp::DEF, a, sum, true, Some(flags));
    }
    let Some(difference) = two_constants(rw, c1, a, ApInt::sub) else {
        return false;
    };
    replace_binary(rw, (op, location), AddIOp::DEF, b, difference, false, Some(flags))
}

/// `(a - b) - a` is `0 - b`.
fn sub_of_sub(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = operands(rw, op);
    let Some((inner, a, b)) = operands_of(rw, lhs, SubIOp::DEF) else {
        return false;
    };
    let ty = rw.body.value_type(a);
    let Some(zero) = zero(rw.ctx, ty).filter(|_| a == rhs) else {
        return false;
    };
    let (location, flags) = (fused_location(rw, &[op, inner]), merged_flags(rw, op, inner));
    replace_binary(rw, (op, location), SubIOp::DEF, b, zero, true, Some(flags))
}

/// `(x * c0) * c1` is `x * (c0 * c1)`.
fn mul_of_mul_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = operands(rw, op);
    let Some((inner, x, c0)) = operands_of(rw, lhs, MulIOp::DEF) else {
        return false;
    };
    let Some(product) = two_constants(rw, rhs, c0, |c1, c0| c0.mul(c1)) else {
        return false;
    };
    let (location, flags) = (location_with_constant(rw, op, c0), merged_flags(rw, op, inner));
    replace_binary(rw, (op, location), MulIOp::DEF, x, product, false, Some(flags))
}

fn second_result_is_unused(rw: &Rewriter<'_>, op: OpId) -> bool {
    !rw.body.has_uses(rw.body.result(op, 1))
}

/// Makes an op whose second result nobody uses a plain one.
fn drop_second_result(rw: &mut Rewriter<'_>, op: OpId, def: &'static OpDef) -> bool {
    if !second_result_is_unused(rw, op) {
        return false;
    }
    let (lhs, rhs) = operands(rw, op);
    rw.set_before(op);
    let mut state = OperationState::of(def, rw.location_of(op)).operands(&[lhs, rhs]);
    state.set_properties(rw.ctx, &[], &[]);
    let value = rw.insert_value(state);
    let first = rw.body.result(op, 0);
    rw.replace_value(first, value);
    rw.erase(op);
    true
}

fn unused_carry(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    drop_second_result(rw, op, AddIOp::DEF)
}

fn unused_high_half_signed(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    drop_second_result(rw, op, MulIOp::DEF)
}

fn unused_high_half_unsigned(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    drop_second_result(rw, op, MulIOp::DEF)
}

/// `x * 1`: the high half is the sign of `x`.
fn signed_by_one(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (x, one) = operands(rw, op);
    if !uniform_constant(rw.ctx, rw.body, one).is_some_and(|value| value.is_one()) {
        return false;
    }
    let ty = rw.body.value_type(x);
    // The one of a bit is minus one, and a bit is as wide as what compares it.
    if ty.element_or_self(rw.ctx) == Type::I1 {
        return false;
    }
    let Some(zero) = zero(rw.ctx, ty) else {
        return false;
    };
    let location = rw.location_of(op);
    let zero = constant_before(rw, op, zero);
    let below = rw.ctx.i64_attr(super::fold_compare::predicate::SLT);
    let negative = rw.insert_value(CmpIOp::build(rw.ctx, location, x, zero, below, &[]));
    let high = rw.insert_value(ExtSIOp::build(rw.ctx, location, negative, &[ty]));
    rw.replace(op, &[x, high]);
    true
}

/// `op(ext x, ext y)` is `ext op(x, y)`.
fn of_extensions(rw: &mut Rewriter<'_>, op: OpId, def: &'static OpDef) -> bool {
    let (lhs, rhs) = operands(rw, op);
    for extension in [ExtUIOp::DEF, ExtSIOp::DEF] {
        let source = |value: ValueId| {
            let op = rw.body.defining_op(value)?;
            rw.body.op(op).is(extension).then(|| rw.body.operand(op, 0))
        };
        let (Some(x), Some(y)) = (source(lhs), source(rhs)) else {
            continue;
        };
        if rw.body.value_type(x) != rw.body.value_type(y) {
            continue;
        }
        let ty = rw.body.value_type(rw.body.result(op, 0));
        let location = location_with_operands(rw, op);
        rw.set_before(op);
        let narrow = rw.insert_value(OperationState::of(def, location).operands(&[x, y]));
        rw.replace_with(
            op,
            OperationState::of(extension, location)
                .operands(&[narrow])
                .results(&[ty]),
        );
        return true;
    }
    false
}

fn and_of_extensions(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    of_extensions(rw, op, AndIOp::DEF)
}

fn or_of_extensions(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    of_extensions(rw, op, OrIOp::DEF)
}

fn xor_of_extensions(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    of_extensions(rw, op, XOrIOp::DEF)
}

/// `(a < b) ^ true` is `a >= b`.
fn negated_comparison(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = operands(rw, op);
    let is_true = constant_of(rw, rhs) == Some(Attribute::TRUE);
    let Some((compare, a, b)) = operands_of(rw, lhs, CmpIOp::DEF).filter(|_| is_true) else {
        return false;
    };
    let Some(predicate) = predicate_of(rw.body.op_ref(rw.ctx, compare)) else {
        return false;
    };
    let predicate = rw.ctx.i64_attr(negated(predicate));
    let location = fused_location(rw, &[op, compare]);
    let state = CmpIOp::build(rw.ctx, location, a, b, predicate, &[]);
    rw.replace_with(op, state);
    true
}

/// A new constant before `at`.
pub(super) fn constant_before(rw: &mut Rewriter<'_>, at: OpId, value: Attribute) -> ValueId {
    rw.set_before(at);
    build::constant(rw, rw.location_of(at), value)
}
