//! Canonicalisation of conversions, comparisons and selections.

use std::cmp::Ordering;

use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{ApInt, Attribute, Location, OpId, OperationState, Type, ValueId};

use super::canonicalize_int::{constant_before, fused_location, location_with_constant, location_with_operands};
use super::fold_compare::{float_relation, predicate, predicate_of};
use super::{
    BitcastOp, CmpFOp, CmpIOp, DivFOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, MulFOp, NegFOp, SIToFPOp,
    SelectOp, ShRSIOp, ShRUIOp, TruncFOp, TruncIOp, UIToFPOp, XOrIOp, build,
};
use crate::constant_fold::{element_width, splat};
use crate::matchers::{self, uniform_constant};
use crate::op_patterns::op_patterns;

op_patterns! {
    /// Of `arith.cmpi`.
    CMPI for CmpIOp = [compared_extensions];
    /// Of `arith.cmpf`.
    CMPF for CmpFOp = [converted_integer_against_constant];
    /// Of `arith.select`.
    SELECT for SelectOp = [nested_on_false, nested_on_true, negated_condition, negated_bit, bit_to_integer];
    /// Of `arith.mulf`.
    MULF for MulFOp = [product_of_negated];
    /// Of `arith.divf`.
    DIVF for DivFOp = [quotient_of_negated];
    /// Of `arith.extsi`.
    EXTSI for ExtSIOp = [sign_extension_of_zero_extension];
    /// Of `arith.trunci`.
    TRUNCI for TruncIOp = [truncated_extension, truncated_shift];
    /// Of `arith.truncf`.
    TRUNCF for TruncFOp = [truncated_conversion];
    /// Of `arith.index_cast`.
    INDEX_CAST for IndexCastOp = [index_cast_pair, index_cast_of_extension];
    /// Of `arith.index_castui`.
    INDEX_CASTUI for IndexCastUIOp = [index_castui_pair, index_castui_of_extension];
    /// Of `arith.bitcast`.
    BITCAST for BitcastOp = [bitcast_pair];
}

/// The operand of the op of kind `def` that defines `value`.
fn source(rw: &Rewriter<'_>, value: ValueId, def: &'static OpDef) -> Option<ValueId> {
    let op = rw.body.defining_op(value)?;
    rw.body.op(op).is(def).then(|| rw.body.operand(op, 0))
}

/// Replaces `op`, with the op that defines its operand, by a conversion of that one's operand `input` to the same type.
fn replace_casts(rw: &mut Rewriter<'_>, op: OpId, def: &'static OpDef, input: ValueId) -> bool {
    let location = location_with_operands(rw, op);
    replace_by_cast(rw, location, op, def, input)
}

/// Replaces `op` by a conversion of `input` to the same type.
fn replace_by_cast(rw: &mut Rewriter<'_>, location: Location, op: OpId, def: &'static OpDef, input: ValueId) -> bool {
    let ty = rw.body.result_type(op, 0);
    let mut state = OperationState::of(def, location).operands(&[input]).results(&[ty]);
    state.set_properties(rw.ctx, &[], &[]);
    rw.replace_with(op, state);
    true
}

/// Extensions of the same kind and width are equal where their operands are.
fn compared_extensions(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let predicate = predicate_of(rw.body.op_ref(rw.ctx, op));
    if !matches!(predicate, Some(predicate::EQ | predicate::NE)) {
        return false;
    }
    for def in [ExtSIOp::DEF, ExtUIOp::DEF] {
        let (Some(x), Some(y)) = (source(rw, lhs, def), source(rw, rhs, def)) else {
            continue;
        };
        if rw.body.value_type(x) == rw.body.value_type(y) {
            let predicate = rw.body.op_ref(rw.ctx, op).required("predicate");
            let location = location_with_operands(rw, op);
            let state = CmpIOp::build(rw.ctx, location, x, y, predicate, &[]);
            rw.replace_with(op, state);
            return true;
        }
    }
    false
}

/// Replaces an operand of a selection by what a selection on the same condition gives there.
fn nested(rw: &mut Rewriter<'_>, op: OpId, branch: usize) -> bool {
    let condition = rw.body.operand(op, 0);
    let Some(inner) = rw.body.defining_op(rw.body.operand(op, branch)) else {
        return false;
    };
    if !rw.body.op(inner).is(SelectOp::DEF) || rw.body.operand(inner, 0) != condition {
        return false;
    }
    let chosen = rw.body.operand(inner, branch);
    let mut operands: Vec<ValueId> = rw.body.operands(op).collect();
    operands[branch] = chosen;
    let ty = rw.body.result_type(op, 0);
    let location = fused_location(rw, &[op, inner]);
    let state = SelectOp::build(rw.ctx, location, operands[0], operands[1], operands[2], &[ty]);
    rw.replace_with(op, state);
    true
}

/// `p ? (p ? a : b) : c` is `p ? a : c`.
fn nested_on_true(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    nested(rw, op, 1)
}

/// `p ? a : (p ? b : c)` is `p ? a : c`.
fn nested_on_false(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    nested(rw, op, 2)
}

/// `!p ? a : b` is `p ? b : a`.
fn negated_condition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(negation) = rw.body.defining_op(rw.body.operand(op, 0)) else {
        return false;
    };
    if !rw.body.op(negation).is(XOrIOp::DEF) {
        return false;
    }
    let (condition, mask) = (rw.body.operand(negation, 0), rw.body.operand(negation, 1));
    if matchers::constant(rw.ctx, rw.body, mask) != Some(Attribute::TRUE) {
        return false;
    }
    let (if_true, if_false) = (rw.body.operand(op, 1), rw.body.operand(op, 2));
    let ty = rw.body.result_type(op, 0);
    let location = location_with_constant(rw, op, mask);
    let state = SelectOp::build(rw.ctx, location, condition, if_false, if_true, &[ty]);
    rw.replace_with(op, state);
    true
}

/// `p ? false : true` is `p ^ true`.
fn negated_bit(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let constant = |value: ValueId| matchers::constant(rw.ctx, rw.body, value);
    if constant(operands[1]) != Some(Attribute::FALSE) || constant(operands[2]) != Some(Attribute::TRUE) {
        return false;
    }
    // The constant is made anew: it stands where the selection did.
    let one = constant_before(rw, op, Attribute::TRUE);
    let state = XOrIOp::build(rw.ctx, rw.location_of(op), operands[0], one, &[Type::I1]);
    rw.replace_with(op, state);
    true
}

/// `p ? 1 : 0` is `p` extended with zeros, `p ? 0 : 1` is its negation extended.
fn bit_to_integer(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let ty = rw.body.result_type(op, 0);
    if !ty.is_signless_int(rw.ctx) || ty == Type::I1 {
        return false;
    }
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let condition_type = rw.body.value_type(operands[0]);
    let number = |value: ValueId| uniform_constant(rw.ctx, rw.body, value);
    let (Some(if_true), Some(if_false)) = (number(operands[1]), number(operands[2])) else {
        return false;
    };
    let location = rw.location_of(op);
    if if_true.is_one() && if_false.is_zero() {
        return replace_by_cast(rw, location, op, ExtUIOp::DEF, operands[0]);
    }
    if !if_true.is_zero() || !if_false.is_one() {
        return false;
    }
    let Some(ones) = splat(rw.ctx, condition_type, &ApInt::from_bool(true)) else {
        return false;
    };
    let ones = constant_before(rw, op, ones);
    let negated = rw.insert_value(XOrIOp::build(rw.ctx, location, operands[0], ones, &[condition_type]));
    replace_by_cast(rw, location, op, ExtUIOp::DEF, negated)
}

/// Drops the signs of two negated operands.
fn of_negated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let (Some(x), Some(y)) = (source(rw, lhs, NegFOp::DEF), source(rw, rhs, NegFOp::DEF)) else {
        return false;
    };
    let location = location_with_operands(rw, op);
    rw.modify(op, |body| {
        body.set_operand(op, 0, x);
        body.set_operand(op, 1, y);
        body.op_mut(op).set_location(location);
    });
    true
}

fn product_of_negated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    of_negated(rw, op)
}

fn quotient_of_negated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    of_negated(rw, op)
}

/// `extsi(extui(x))` is `extui(x)`.
fn sign_extension_of_zero_extension(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match source(rw, rw.body.operand(op, 0), ExtUIOp::DEF) {
        Some(x) => replace_casts(rw, op, ExtUIOp::DEF, x),
        None => false,
    }
}

/// `trunci(ext(x))` is an extension of `x` where the result is wider than `x`.
fn truncated_extension(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let input = rw.body.operand(op, 0);
    let width = |ty: Type| ty.element_or_self(rw.ctx).int_width(rw.ctx);
    for def in [ExtSIOp::DEF, ExtUIOp::DEF] {
        let Some(x) = source(rw, input, def) else {
            continue;
        };
        if width(rw.body.value_type(x)) < width(rw.body.result_type(op, 0)) {
            return replace_casts(rw, op, def, x);
        }
    }
    false
}

/// `trunci(shrsi(x, c))` needs no sign where only bits of `x` are left.
fn truncated_shift(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let input = rw.body.operand(op, 0);
    let Some(shift) = rw
        .body
        .defining_op(input)
        .filter(|&def| rw.body.op(def).is(ShRSIOp::DEF))
    else {
        return false;
    };
    let (x, amount) = (rw.body.operand(shift, 0), rw.body.operand(shift, 1));
    let width = |ty: Type| ty.element_or_self(rw.ctx).int_width(rw.ctx);
    let (Some(from), Some(to)) = (width(rw.body.value_type(input)), width(rw.body.result_type(op, 0))) else {
        return false;
    };
    let by = uniform_constant(rw.ctx, rw.body, amount).and_then(|value| value.to_u64());
    if by != Some(u64::from(from - to)) {
        return false;
    }
    let Some(constant) = matchers::constant(rw.ctx, rw.body, amount) else {
        return false;
    };
    let (location, flags) = (location_with_constant(rw, op, amount), rw.body.op(op).properties());
    let ty = rw.body.result_type(op, 0);
    rw.set_before(op);
    let amount = build::constant(rw, location, constant);
    let shifted = rw.insert_value(ShRUIOp::build(rw.ctx, location, x, amount, None, &[]));
    let mut state = OperationState::of(TruncIOp::DEF, location)
        .operands(&[shifted])
        .results(&[ty]);
    state.properties = flags;
    rw.replace_with(op, state);
    true
}

/// Rounding twice is spared: `truncf(sitofp(x))` is `sitofp(x)`.
fn truncated_conversion(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let input = rw.body.operand(op, 0);
    // A mode of rounding belongs to the truncation.
    if rw.body.op(op).property(rw.ctx, "roundingmode").is_some() {
        return false;
    }
    for def in [SIToFPOp::DEF, UIToFPOp::DEF] {
        if let Some(x) = source(rw, input, def) {
            return replace_casts(rw, op, def, x);
        }
    }
    false
}

/// A conversion back to the type it came from.
fn there_and_back(rw: &mut Rewriter<'_>, op: OpId, def: &'static OpDef) -> bool {
    match source(rw, rw.body.operand(op, 0), def) {
        Some(x) if rw.body.value_type(x) == rw.body.result_type(op, 0) => {
            rw.replace(op, &[x]);
            true
        }
        _ => false,
    }
}

fn index_cast_pair(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    there_and_back(rw, op, IndexCastOp::DEF)
}

fn index_castui_pair(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    there_and_back(rw, op, IndexCastUIOp::DEF)
}

fn index_cast_of_extension(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match source(rw, rw.body.operand(op, 0), ExtSIOp::DEF) {
        Some(x) => replace_casts(rw, op, IndexCastOp::DEF, x),
        None => false,
    }
}

fn index_castui_of_extension(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match source(rw, rw.body.operand(op, 0), ExtUIOp::DEF) {
        Some(x) => replace_casts(rw, op, IndexCastUIOp::DEF, x),
        None => false,
    }
}

/// `bitcast(bitcast(x))` is `bitcast(x)`.
fn bitcast_pair(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match source(rw, rw.body.operand(op, 0), BitcastOp::DEF) {
        Some(x) => replace_casts(rw, op, BitcastOp::DEF, x),
        None => false,
    }
}

/// A comparison of a converted integer with a constant, when the conversion is exact, is one of integers.
fn converted_integer_against_constant(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let Some((_, bits)) = matchers::constant(rw.ctx, rw.body, rhs).and_then(|attr| attr.as_float(rw.ctx)) else {
        return false;
    };
    let signed = source(rw, lhs, SIToFPOp::DEF);
    let Some(x) = signed.or_else(|| source(rw, lhs, UIToFPOp::DEF)) else {
        return false;
    };
    let (float_type, int_type) = (rw.body.value_type(lhs), rw.body.value_type(x));
    let (Some(sem), Some(width)) = (float_type.float(rw.ctx), int_type.int_width(rw.ctx)) else {
        return false;
    };
    let Some(predicate) = predicate_of(rw.body.op_ref(rw.ctx, op)) else {
        return false;
    };
    if width > 64 || element_width(rw.ctx, float_type).is_none() || !is_faithful(sem, bits, width, signed.is_some()) {
        return false;
    }
    match integer_comparison(sem, predicate, bits, width, signed.is_some()) {
        None => false,
        Some(Comparison::Always(value)) => {
            let constant = constant_before(rw, op, Attribute::bool(value));
            rw.replace(op, &[constant]);
            true
        }
        Some(Comparison::With(predicate, value)) => {
            let value = constant_before(rw, op, rw.ctx.int_attr(int_type, value));
            let predicate = rw.ctx.i64_attr(predicate);
            let state = CmpIOp::build(rw.ctx, rw.location_of(op), x, value, predicate, &[]);
            rw.replace_with(op, state);
            true
        }
    }
}

/// Whether comparing integers of `width` bits, rounded to floats, with a float gives what comparing without rounding
/// would: they are exact, or the float is so small or so large that rounding does not matter.
fn is_faithful(sem: FloatSemantics, bits: u128, width: u32, signed: bool) -> bool {
    if width <= sem.precision() {
        return true;
    }
    let value_bits = i64::from(width - u32::from(signed));
    if Some(bits) == sem.infinity(false) || Some(bits) == sem.infinity(true) {
        return exponent(sem, sem.largest(false)) >= value_bits;
    }
    let exponent = if float::is_zero(sem, bits) || float::is_nan(sem, bits) {
        -1
    } else {
        exponent(sem, bits)
    };
    !(i64::from(sem.precision())..=value_bits).contains(&exponent)
}

/// The exponent of a finite number: what the largest power of two has that is not greater. Below the normal numbers of
/// `f64` it is too large, and negative.
fn exponent(sem: FloatSemantics, bits: u128) -> i64 {
    const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let magnitude = float::abs(sem, bits);
    let biased = float::to_f64(sem, magnitude).to_bits() >> MANTISSA_BITS;
    let exponent = biased as i64 + i64::from(f64::MIN_EXP) - 2;
    // A wider number may have been rounded to a power of two.
    let power = float::from_f64(sem, f64::from_bits(biased << MANTISSA_BITS));
    let is_less = float::compare(sem, magnitude, power) == Some(Ordering::Less);
    exponent - i64::from(is_less)
}

enum Comparison {
    Always(bool),
    With(i64, i128),
}

/// What a comparison of an exactly converted integer of `width` bits with a float comes down to.
fn integer_comparison(sem: FloatSemantics, pred: i64, bits: u128, width: u32, signed: bool) -> Option<Comparison> {
    // An integer is never NaN, so ordered and unordered relations are the same; NaN decides alone.
    let relation = float_relation(pred) & 7;
    if float::is_nan(sem, bits) {
        return Some(Comparison::Always(float_relation(pred) & 8 != 0));
    }
    let (equal, greater, less) = (relation & 1 != 0, relation & 2 != 0, relation & 4 != 0);
    if relation == 0 || relation == 7 {
        return Some(Comparison::Always(relation == 7));
    }
    let value = float::to_f64(sem, bits);
    let (min, max) = if signed {
        (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
    } else {
        (0, (1i128 << width) - 1)
    };
    // Beyond the range all integers are on one side.
    if value > max as f64 {
        return Some(Comparison::Always(less));
    }
    if value < min as f64 {
        return Some(Comparison::Always(greater));
    }
    let exact = value.trunc() == value;
    let floor = value.floor() as i128;
    if equal && !greater && !less && !exact {
        return Some(Comparison::Always(false));
    }
    if !equal && greater && less && !exact {
        return Some(Comparison::Always(true));
    }
    let choose = |s, u| if signed { s } else { u };
    use predicate::*;
    let truncated = value.trunc() as i128;
    let (predicate, value) = match (equal, greater, less) {
        (true, false, false) => (EQ, floor),
        (false, true, true) => (NE, floor),
        (_, true, _) if !exact && value < 0.0 => (choose(SGE, UGE), truncated),
        (_, true, _) if !exact => (choose(SGT, UGT), truncated),
        (_, _, true) if !exact && value < 0.0 => (choose(SLT, ULT), truncated),
        (_, _, true) if !exact => (choose(SLE, ULE), truncated),
        (true, true, _) => (choose(SGE, UGE), floor),
        (false, true, _) => (choose(SGT, UGT), floor),
        (true, _, _) => (choose(SLE, ULE), floor),
        _ => (choose(SLT, ULT), floor),
    };
    Some(Comparison::With(predicate, value))
}
