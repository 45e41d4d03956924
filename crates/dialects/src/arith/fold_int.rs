//! Folding of ops on integers.

use std::cmp::Ordering;

use asyncir_ir::def::{FoldResult, Folded, OpDef, OpTrait, OpView};
use asyncir_ir::smallvec::smallvec;
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId, Type, ValueId};

use super::attrs::{overflow, overflow_of};
use super::{AddIOp, AndIOp, MulIOp, SubIOp, XOrIOp};
use crate::constant_fold::{binary_of_elements, binary_or_poison, folded, uniform, zero};
use crate::matchers;

type Consts<'a> = &'a [Option<Attribute>];

/// An op that is being folded.
struct Fold<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    op: OpId,
    consts: Consts<'a>,
}

impl Fold<'_> {
    fn lhs(&self) -> ValueId {
        self.body.operand(self.op, 0)
    }
    fn rhs(&self) -> ValueId {
        self.body.operand(self.op, 1)
    }
    fn ty(&self) -> Type {
        self.body.value_type(self.body.result(self.op, 0))
    }
    /// Whether the right operand is a constant, or a splat, of which `check` holds.
    fn rhs_is(&self, check: fn(&ApInt) -> bool) -> bool {
        uniform(self.ctx, self.consts[1]).is_some_and(|value| check(&value))
    }
    fn rhs_const(&self) -> Folded {
        folded(self.consts[1])
    }
    /// The operands of the op that defines `value`, if it is of that kind.
    fn operands_of(&self, value: ValueId, def: &'static OpDef) -> Option<(ValueId, ValueId)> {
        let op = self.body.defining_op(value)?;
        self.body
            .op(op)
            .is(def)
            .then(|| (self.body.operand(op, 0), self.body.operand(op, 1)))
    }
    /// `a` if the operands are `a * b` and `b`, and the product has the overflow flag.
    fn other_factor(&self, flag: i64) -> Option<ValueId> {
        let (a, b) = self.operands_of(self.lhs(), MulIOp::DEF)?;
        let flags = overflow_of(self.body.op_ref(self.ctx, self.body.defining_op(self.lhs())?));
        match self.rhs() {
            _ if flags & flag == 0 => None,
            rhs if rhs == a => Some(b),
            rhs if rhs == b => Some(a),
            _ => None,
        }
    }
    fn constant(&self, f: impl FnMut(&ApInt, &ApInt) -> Option<ApInt>) -> Folded {
        folded(binary_or_poison(self.ctx, self.consts, self.ty(), f))
    }
    /// Whether `value` is `other` with all bits flipped.
    fn is_not_of(&self, value: ValueId, other: ValueId) -> bool {
        self.operands_of(value, XOrIOp::DEF).is_some_and(|(lhs, rhs)| {
            lhs == other
                && uniform(self.ctx, matchers::constant(self.ctx, self.body, rhs)).is_some_and(|v| v.is_all_ones())
        })
    }
}

macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident = |$fold:ident| $body:block)*) => {$(
        $(#[$doc])*
        pub fn $name(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
            let $fold = Fold { ctx, body, op, consts };
            $body
        }
    )*};
}

folds! {
    /// `x + 0`, `(a - b) + b`, `b + (a - b)`.
    addi = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return Folded::value(f.lhs());
        }
        if let Some((a, b)) = f.operands_of(f.lhs(), SubIOp::DEF) && b == f.rhs() {
            return Folded::value(a);
        }
        if let Some((a, b)) = f.operands_of(f.rhs(), SubIOp::DEF) && b == f.lhs() {
            return Folded::value(a);
        }
        f.constant(|a, b| Some(a.add(b)))
    }

    /// `x + 0` has no carry.
    addui_extended = |f| {
        let carry_type = f.body.value_type(f.body.result(f.op, 1));
        // As in MLIR, a zero that only an analysis knows does not do.
        let is_written = f.body.defining_op(f.rhs()).is_some_and(|maker| f.body.op(maker).has_trait(OpTrait::ConstantLike));
        if is_written && f.rhs_is(ApInt::is_zero) {
            return match zero(f.ctx, carry_type) {
                Some(carry) => Folded::Results(smallvec![FoldResult::Value(f.lhs()), FoldResult::Attr(carry)]),
                None => Folded::No,
            };
        }
        let sum = binary_of_elements(f.ctx, f.consts, f.ty(), |a, b| Some(a.add(b)));
        let carries = |a: &ApInt, b: &ApInt| Some(ApInt::from_bool(a.add(b).ucmp(a) == Ordering::Less));
        let carry = binary_of_elements(f.ctx, f.consts, carry_type, carries);
        two(sum, carry)
    }

    /// `x - x`, `x - 0`, `(a + b) - b`, `(a + b) - a`.
    subi = |f| {
        if f.lhs() == f.rhs() && let Some(zero) = zero(f.ctx, f.ty()) {
            return Folded::attr(zero);
        }
        if f.rhs_is(ApInt::is_zero) {
            return Folded::value(f.lhs());
        }
        if let Some((a, b)) = f.operands_of(f.lhs(), AddIOp::DEF) {
            if b == f.rhs() {
                return Folded::value(a);
            }
            if a == f.rhs() {
                return Folded::value(b);
            }
        }
        f.constant(|a, b| Some(a.sub(b)))
    }

    /// `x * 0`, `x * 1`.
    muli = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return Folded::value(f.rhs());
        }
        if f.rhs_is(ApInt::is_one) {
            return Folded::value(f.lhs());
        }
        f.constant(|a, b| Some(a.mul(b)))
    }

    /// `x * 0`.
    mulsi_extended = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return two(f.consts[1], f.consts[1]);
        }
        let low = binary_or_poison(f.ctx, f.consts, f.ty(), |a, b| Some(a.mul(b)));
        two(low, binary_or_poison(f.ctx, f.consts, f.ty(), |a, b| Some(high_half(a, b, true))))
    }

    /// `x * 0`, `x * 1`.
    mului_extended = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return two(f.consts[1], f.consts[1]);
        }
        if f.rhs_is(ApInt::is_one) && let Some(zero) = zero(f.ctx, f.ty()) {
            return Folded::Results(smallvec![FoldResult::Value(f.lhs()), FoldResult::Attr(zero)]);
        }
        let low = binary_or_poison(f.ctx, f.consts, f.ty(), |a, b| Some(a.mul(b)));
        two(low, binary_or_poison(f.ctx, f.consts, f.ty(), |a, b| Some(high_half(a, b, false))))
    }

    /// `x / 1`, `0 / x`, `(a * b) / b` if the product does not wrap around.
    divui = |f| {
        match f.other_factor(overflow::NUW) {
            Some(factor) if !f.rhs_is(ApInt::is_one) => Folded::value(factor),
            _ => divide(f, ApInt::udiv),
        }
    }
    /// `x / 1`, `0 / x`, `(a * b) / b` if the product does not wrap around.
    divsi = |f| {
        match f.other_factor(overflow::NSW) {
            Some(factor) if !f.rhs_is(ApInt::is_one) => Folded::value(factor),
            _ => divide(f, |a, b| a.sdiv(b).filter(|_| !overflows(a, b))),
        }
    }
    /// `x / 1`, `0 / x`.
    ceildivui = |f| { divide(f, ApInt::ceil_div_unsigned) }
    /// `x / 1`, `0 / x`. As in MLIR, the smallest number stays, for its opposite is none.
    ceildivsi = |f| {
        divide(f, |a, b| {
            let stays = !a.is_zero() && (a.is_signed_min() || b.is_signed_min());
            a.ceil_div(b).filter(|_| !stays)
        })
    }
    /// `x / 1`, `0 / x`.
    floordivsi = |f| { divide(f, |a, b| a.floor_div(b).filter(|_| !overflows(a, b))) }

    /// `x % 1`.
    remui = |f| { remainder(f, ApInt::urem) }
    /// `x % 1`.
    remsi = |f| { remainder(f, ApInt::srem) }

    /// `x & 0`, `x & -1`, `x & ~x`, `a & (a & b)`.
    andi = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return Folded::value(f.rhs());
        }
        if f.rhs_is(ApInt::is_all_ones) {
            return Folded::value(f.lhs());
        }
        let (lhs, rhs) = (f.lhs(), f.rhs());
        if f.is_not_of(rhs, lhs) || f.is_not_of(lhs, rhs) {
            return folded(zero(f.ctx, f.ty()));
        }
        for (inner, outer) in [(lhs, rhs), (rhs, lhs)] {
            if let Some((a, b)) = f.operands_of(inner, AndIOp::DEF) && (a == outer || b == outer) {
                return Folded::value(inner);
            }
        }
        f.constant(|a, b| Some(a.and(b)))
    }

    /// `x | 0`, `x | -1`, `x | ~x`.
    ori = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return Folded::value(f.lhs());
        }
        if f.rhs_is(ApInt::is_all_ones) {
            return f.rhs_const();
        }
        let (lhs, rhs) = (f.lhs(), f.rhs());
        // All bits set: the constant that one operand is flipped with.
        for (flipped, other) in [(rhs, lhs), (lhs, rhs)] {
            if let Some((_, ones)) = f.operands_of(flipped, XOrIOp::DEF).filter(|_| f.is_not_of(flipped, other)) {
                return Folded::value(ones);
            }
        }
        f.constant(|a, b| Some(a.or(b)))
    }

    /// `x ^ 0`, `x ^ x`, `(a ^ b) ^ b`.
    xori = |f| {
        if f.rhs_is(ApInt::is_zero) {
            return Folded::value(f.lhs());
        }
        if f.lhs() == f.rhs() && let Some(zero) = zero(f.ctx, f.ty()) {
            return Folded::attr(zero);
        }
        for (inner, outer) in [(f.lhs(), f.rhs()), (f.rhs(), f.lhs())] {
            if let Some((a, b)) = f.operands_of(inner, XOrIOp::DEF) {
                if b == outer {
                    return Folded::value(a);
                }
                if a == outer {
                    return Folded::value(b);
                }
            }
        }
        f.constant(|a, b| Some(a.xor(b)))
    }

    /// `x << 0`.
    shli = |f| { shift(f, ApInt::shl) }
    /// `x >> 0`.
    shrui = |f| { shift(f, ApInt::lshr) }
    /// `x >> 0`.
    shrsi = |f| { shift(f, ApInt::ashr) }

    /// `max(x, x)`, and with the bounds of the type.
    maxsi = |f| { choose(f, ApInt::signed_max, ApInt::signed_min, ApInt::smax) }
    /// `max(x, x)`, and with the bounds of the type.
    maxui = |f| { choose(f, ApInt::all_ones, ApInt::zero, ApInt::umax) }
    /// `min(x, x)`, and with the bounds of the type.
    minsi = |f| { choose(f, ApInt::signed_min, ApInt::signed_max, ApInt::smin) }
    /// `min(x, x)`, and with the bounds of the type.
    minui = |f| { choose(f, ApInt::zero, ApInt::all_ones, ApInt::umin) }
}

fn two(first: Option<Attribute>, second: Option<Attribute>) -> Folded {
    match (first, second) {
        (Some(first), Some(second)) => Folded::Results(smallvec![FoldResult::Attr(first), FoldResult::Attr(second)]),
        _ => Folded::No,
    }
}

fn high_half(a: &ApInt, b: &ApInt, signed: bool) -> ApInt {
    let width = a.width();
    let wide = |value: &ApInt| {
        if signed {
            value.sext(2 * width)
        } else {
            value.zext(2 * width)
        }
    };
    wide(a).mul(&wide(b)).lshr(width).trunc(width)
}

/// Divisions by zero and overflowing ones stay, for they are undefined.
fn divide(f: Fold<'_>, by: fn(&ApInt, &ApInt) -> Option<ApInt>) -> Folded {
    if f.rhs_is(ApInt::is_one) {
        return Folded::value(f.lhs());
    }
    f.constant(by)
}

/// Whether a quotient of signed numbers is none: the smallest one by -1.
fn overflows(a: &ApInt, b: &ApInt) -> bool {
    a.is_signed_min() && b.is_all_ones()
}

fn remainder(f: Fold<'_>, by: fn(&ApInt, &ApInt) -> Option<ApInt>) -> Folded {
    if f.rhs_is(ApInt::is_one) {
        return folded(zero(f.ctx, f.ty()));
    }
    f.constant(by)
}

fn shift(f: Fold<'_>, by: fn(&ApInt, u32) -> ApInt) -> Folded {
    if f.rhs_is(ApInt::is_zero) {
        return Folded::value(f.lhs());
    }
    // Too many places give poison, which may be any number. As in MLIR, the last element decides whether to fold.
    let mut is_last_in_range = false;
    let result = binary_of_elements(f.ctx, f.consts, f.ty(), |value, amount| {
        let amount = amount.shift_amount();
        is_last_in_range = amount.is_some();
        Some(by(value, amount.unwrap_or(value.width())))
    });
    folded(result.filter(|_| is_last_in_range))
}

/// Minima and maxima: `absorbing` is the result whatever the other operand is, `neutral` never is.
fn choose(
    f: Fold<'_>,
    absorbing: fn(u32) -> ApInt,
    neutral: fn(u32) -> ApInt,
    by: fn(&ApInt, &ApInt) -> ApInt,
) -> Folded {
    if f.lhs() == f.rhs() {
        return Folded::value(f.rhs());
    }
    if let Some(value) = uniform(f.ctx, f.consts[1]) {
        if value == absorbing(value.width()) {
            return Folded::value(f.rhs());
        }
        if value == neutral(value.width()) {
            return Folded::value(f.lhs());
        }
    }
    f.constant(|a, b| Some(by(a, b)))
}
