//! Folding of constants, comparisons and selections.

use std::cmp::Ordering;

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId, OpRef, Type, ValueId};

use super::{CmpIOp, ExtSIOp, ExtUIOp};
use crate::constant_fold::{self, binary_of_elements, folded, splat, uniform};

type Consts<'a> = &'a [Option<Attribute>];

/// Values of `arith.cmpi`'s predicate.
pub mod predicate {
    /// `eq`
    pub const EQ: i64 = 0;
    /// `ne`
    pub const NE: i64 = 1;
    /// `slt`
    pub const SLT: i64 = 2;
    /// `sle`
    pub const SLE: i64 = 3;
    /// `sgt`
    pub const SGT: i64 = 4;
    /// `sge`
    pub const SGE: i64 = 5;
    /// `ult`
    pub const ULT: i64 = 6;
    /// `ule`
    pub const ULE: i64 = 7;
    /// `ugt`
    pub const UGT: i64 = 8;
    /// `uge`
    pub const UGE: i64 = 9;
}

/// The relation that holds where the other does not.
pub fn negated(predicate: i64) -> i64 {
    use predicate::*;
    match predicate {
        EQ => NE,
        NE => EQ,
        SLT => SGE,
        SLE => SGT,
        SGT => SLE,
        SGE => SLT,
        ULT => UGE,
        ULE => UGT,
        UGT => ULE,
        _ => ULT,
    }
}

/// Whether a relation is one of signed numbers.
pub fn is_signed(predicate: i64) -> bool {
    use predicate::*;
    matches!(predicate, SLT | SLE | SGT | SGE)
}

/// The predicate of a comparison.
pub fn predicate_of(op: OpRef<'_>) -> Option<i64> {
    op.property("predicate")?.as_i64(op.ctx)
}

/// The value of a constant.
pub fn constant(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    folded(body.op(op).property(ctx, "value"))
}

/// Whether the relation holds.
pub fn holds(predicate: i64, a: &ApInt, b: &ApInt) -> bool {
    let (signed, unsigned) = (a.scmp(b), a.ucmp(b));
    match predicate {
        predicate::EQ => a == b,
        predicate::NE => a != b,
        predicate::SLT => signed.is_lt(),
        predicate::SLE => signed.is_le(),
        predicate::SGT => signed.is_gt(),
        predicate::SGE => signed.is_ge(),
        predicate::ULT => unsigned.is_lt(),
        predicate::ULE => unsigned.is_le(),
        predicate::UGT => unsigned.is_gt(),
        _ => unsigned.is_ge(),
    }
}

/// The relation with its operands exchanged.
pub fn swapped(predicate: i64) -> i64 {
    match predicate {
        predicate::SLT => predicate::SGT,
        predicate::SLE => predicate::SGE,
        predicate::SGT => predicate::SLT,
        predicate::SGE => predicate::SLE,
        predicate::ULT => predicate::UGT,
        predicate::ULE => predicate::UGE,
        predicate::UGT => predicate::ULT,
        predicate::UGE => predicate::ULE,
        other => other,
    }
}

fn bool_of(ctx: &Context, ty: Type, value: bool) -> Folded {
    folded(splat(ctx, ty, &ApInt::from_bool(value)))
}

/// `x = x`; an `i1`, extended or not, against zero or one; constants to the right; constants.
pub fn cmpi(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (lhs, rhs) = (body.operand(op, 0), body.operand(op, 1));
    let Some(predicate) = predicate_of(body.op_ref(ctx, op)) else {
        return Folded::No;
    };
    let result = body.value_type(body.result(op, 0));
    if lhs == rhs {
        let reflexive = !matches!(
            predicate,
            predicate::NE | predicate::SLT | predicate::SGT | predicate::ULT | predicate::UGT
        );
        return bool_of(ctx, result, reflexive);
    }
    if let Some(bit) = compared_bit(ctx, body, lhs, predicate, uniform(ctx, consts[1])) {
        return Folded::value(bit);
    }
    if consts[0].is_some() && consts[1].is_none() {
        body.set_operand(op, 0, rhs);
        body.set_operand(op, 1, lhs);
        body.op_mut(op)
            .set_property(ctx, "predicate", Some(ctx.i64_attr(swapped(predicate))));
        return Folded::InPlace;
    }
    folded(binary_of_elements(ctx, consts, result, |a, b| {
        Some(ApInt::from_bool(holds(predicate, a, b)))
    }))
}

/// The bit that a comparison with zero or one comes down to.
fn compared_bit(ctx: &Context, body: &Body, lhs: ValueId, predicate: i64, rhs: Option<ApInt>) -> Option<ValueId> {
    let rhs = rhs?;
    let is_bit = |value: ValueId| body.value_type(value).element_or_self(ctx) == Type::I1;
    if rhs.is_zero() && predicate == predicate::NE {
        let extended = body
            .defining_op(lhs)
            .filter(|&op| body.op(op).is(ExtSIOp::DEF) || body.op(op).is(ExtUIOp::DEF));
        if let Some(bit) = extended.map(|op| body.operand(op, 0)).filter(|&value| is_bit(value)) {
            return Some(bit);
        }
        return is_bit(lhs).then_some(lhs);
    }
    (rhs.is_one() && predicate == predicate::EQ && is_bit(lhs)).then_some(lhs)
}

/// Constants only; one NaN decides.
pub fn cmpf(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let Some(predicate) = predicate_of(body.op_ref(ctx, op)) else {
        return Folded::No;
    };
    let ty = body.value_type(body.operand(op, 0));
    let Some(sem) = ty.float(ctx) else {
        return Folded::No;
    };
    let bits = |index: usize| consts[index].and_then(|attr| attr.as_float(ctx)).map(|(_, bits)| bits);
    let (mut lhs, mut rhs) = (bits(0), bits(1));
    let is_nan = |value: Option<u128>| value.is_some_and(|bits| float::is_nan(sem, bits));
    if is_nan(lhs) {
        rhs = lhs;
    }
    if is_nan(rhs) {
        lhs = rhs;
    }
    let (Some(lhs), Some(rhs)) = (lhs, rhs) else {
        return Folded::No;
    };
    bool_of(ctx, Type::I1, float_holds(sem, predicate, lhs, rhs))
}

/// What the predicate of an `arith.cmpf` asks for: a bit each for equal (0), greater (1), less (2) and unordered (3).
pub fn float_relation(predicate: i64) -> i64 {
    match predicate {
        // Ordered, and always false.
        0..=7 => predicate,
        // Unordered, or one of the ordered relations: `ueq` stands where `oeq` does among those.
        8..=13 => 8 | (predicate - 7),
        14 => 8,
        _ => 15,
    }
}

/// Whether the relation of `arith.cmpf` holds.
fn float_holds(sem: FloatSemantics, predicate: i64, lhs: u128, rhs: u128) -> bool {
    let bit = match float::compare(sem, lhs, rhs) {
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        Some(Ordering::Less) => 4,
        None => 8,
    };
    float_relation(predicate) & bit != 0
}

/// A known condition, equal values, `x ? true : false`, and a choice between what the condition compares.
pub fn select(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let (condition, if_true, if_false) = (body.operand(op, 0), body.operand(op, 1), body.operand(op, 2));
    if if_true == if_false {
        return Folded::value(if_true);
    }
    if let Some(known) = uniform(ctx, consts[0]) {
        return Folded::value(if known.is_zero() { if_false } else { if_true });
    }
    let is_poison = |index: usize| consts[index].is_some_and(|value| crate::ub::is_poison(ctx, value));
    if is_poison(1) {
        return Folded::value(if_false);
    }
    if is_poison(2) {
        return Folded::value(if_true);
    }
    let ty = body.value_type(if_true);
    let is = |attr: Option<Attribute>, wanted: bool| attr.and_then(Attribute::as_bool) == Some(wanted);
    if ty == Type::I1 && is(consts[1], true) && is(consts[2], false) {
        return Folded::value(condition);
    }
    if let Some(compare) = body.defining_op(condition).filter(|&op| body.op(op).is(CmpIOp::DEF)) {
        let (lhs, rhs) = (body.operand(compare, 0), body.operand(compare, 1));
        let same = (lhs == if_true && rhs == if_false) || (rhs == if_true && lhs == if_false);
        match predicate_of(body.op_ref(ctx, compare)) {
            Some(predicate::NE) if same => return Folded::value(if_true),
            Some(predicate::EQ) if same => return Folded::value(if_false),
            _ => {}
        }
    }
    let chosen = constant_fold::map(ctx, consts, ty, &mut |args| {
        Some(if args[0].is_zero() {
            args[2].clone()
        } else {
            args[1].clone()
        })
    });
    folded(chosen)
}
