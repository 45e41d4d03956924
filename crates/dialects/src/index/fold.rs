//! Folding. An op on constants is folded only if 32 bits give what is left of the result of 64 bits.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::{ApInt, AttrKind, Attribute, Body, Context, OpId, Type};

use super::{CmpOp, MaxSOp, MaxUOp, MinSOp, MinUOp};
use crate::arith::fold_compare::{holds as compare, negated, predicate};
use crate::matchers;

type Consts<'a> = &'a [Option<Attribute>];

fn int(ctx: &Context, consts: Consts<'_>, index: usize) -> Option<ApInt> {
    consts
        .get(index)
        .copied()
        .flatten()?
        .as_int(ctx)
        .map(|(_, value)| value.clone())
}

fn index(ctx: &Context, value: ApInt) -> Folded {
    Folded::attr(ctx.attr(AttrKind::Integer { ty: Type::INDEX, value }))
}

/// Applies `f` with 64 and with 32 bits; both must agree as far as they can.
fn checked(ctx: &Context, consts: Consts<'_>, f: fn(&ApInt, &ApInt) -> Option<ApInt>) -> Folded {
    let (Some(lhs), Some(rhs)) = (int(ctx, consts, 0), int(ctx, consts, 1)) else {
        return Folded::No;
    };
    match (f(&lhs, &rhs), f(&lhs.trunc(32), &rhs.trunc(32))) {
        (Some(wide), Some(narrow)) if wide.trunc(32) == narrow => index(ctx, wide),
        _ => Folded::No,
    }
}

/// A shift by so much that it means something with 32 bits.
fn shift(f: fn(&ApInt, u32) -> ApInt, lhs: &ApInt, rhs: &ApInt) -> Option<ApInt> {
    rhs.shift_amount()
        .filter(|&amount| amount < 32)
        .map(|amount| f(lhs, amount))
}

/// Whether the right operand is the constant `value`.
fn rhs_is(ctx: &Context, consts: Consts<'_>, value: i64) -> bool {
    int(ctx, consts, 1).is_some_and(|rhs| rhs.to_i64() == Some(value))
}

macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident = $f:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(ctx: &Context, _body: &mut Body, _op: OpId, consts: Consts<'_>) -> Folded {
            checked(ctx, consts, $f)
        }
    )*};
}

folds! {
    /// Constants.
    divs = |a, b| a.sdiv(b);
    /// Constants.
    divu = |a, b| a.udiv(b);
    /// Constants.
    ceildivs = |a, b| a.ceil_div(b);
    /// Constants.
    ceildivu = |a, b| a.ceil_div_unsigned(b);
    /// Constants.
    floordivs = |a, b| a.floor_div(b);
    /// Constants.
    rems = |a, b| a.srem(b);
    /// Constants.
    remu = |a, b| a.urem(b);
    /// Constants.
    maxs = |a, b| Some(a.smax(b));
    /// Constants.
    maxu = |a, b| Some(a.umax(b));
    /// Constants.
    mins = |a, b| Some(a.smin(b));
    /// Constants.
    minu = |a, b| Some(a.umin(b));
    /// Constants.
    shl = |a, b| shift(ApInt::shl, a, b);
    /// Constants.
    shrs = |a, b| shift(ApInt::ashr, a, b);
    /// Constants.
    shru = |a, b| shift(ApInt::lshr, a, b);
    /// Constants.
    and = |a, b| Some(a.and(b));
    /// Constants.
    or = |a, b| Some(a.or(b));
    /// Constants.
    xor = |a, b| Some(a.xor(b));
}

/// Constants, and zero as the right operand.
pub fn add(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    match checked(ctx, consts, |a, b| Some(a.add(b))) {
        Folded::No if rhs_is(ctx, consts, 0) => Folded::value(body.operand(op, 0)),
        folded => folded,
    }
}

/// Constants, and zero as the right operand.
pub fn sub(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    match checked(ctx, consts, |a, b| Some(a.sub(b))) {
        Folded::No if rhs_is(ctx, consts, 0) => Folded::value(body.operand(op, 0)),
        folded => folded,
    }
}

/// Constants, and zero or one as the right operand.
pub fn mul(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    match checked(ctx, consts, |a, b| Some(a.mul(b))) {
        Folded::No if rhs_is(ctx, consts, 1) => Folded::value(body.operand(op, 0)),
        Folded::No if rhs_is(ctx, consts, 0) => index(ctx, ApInt::zero(64)),
        folded => folded,
    }
}

/// A constant is its value.
pub fn constant(ctx: &Context, body: &mut Body, op: OpId, _consts: Consts<'_>) -> Folded {
    body.op(op).property(ctx, "value").map_or(Folded::No, Folded::attr)
}

fn cast(ctx: &Context, body: &Body, op: OpId, consts: Consts<'_>, extend: fn(&ApInt, u32) -> ApInt) -> Folded {
    let ty = body.value_type(body.result(op, 0));
    let (Some(value), Some(width)) = (int(ctx, consts, 0), ctx.int_or_index_width(ty)) else {
        return Folded::No;
    };
    let resize = |value: &ApInt| {
        if value.width() < width {
            extend(value, width)
        } else {
            value.trunc(width)
        }
    };
    // From index: what is behind the lower 32 bits must be what an extension of them would give.
    if !ty.is_index() && resize(&value) != resize(&value.trunc(32)) {
        return Folded::No;
    }
    Folded::attr(ctx.attr(AttrKind::Integer {
        ty,
        value: resize(&value),
    }))
}

/// Constants.
pub fn casts(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    cast(ctx, body, op, consts, ApInt::sext)
}

/// Constants.
pub fn castu(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    cast(ctx, body, op, consts, ApInt::zext)
}

/// The relation of a comparison.
pub fn relation(ctx: &Context, body: &Body, op: OpId) -> Option<i64> {
    let params = body
        .op(op)
        .property(ctx, "pred")?
        .params_of(ctx, &super::CMP_PREDICATE_DEF)?;
    params.first()?.as_i64(ctx)
}

/// Constants, a value and itself, and a constant and what a minimum or maximum limits.
pub fn cmp(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let Some(relation) = relation(ctx, body, op) else {
        return Folded::No;
    };
    if let (Some(lhs), Some(rhs)) = (int(ctx, consts, 0), int(ctx, consts, 1)) {
        let wide = compare(relation, &lhs, &rhs);
        if wide == compare(relation, &lhs.trunc(32), &rhs.trunc(32)) {
            return Folded::attr(Attribute::bool(wide));
        }
    }
    if let Some(result) = compare_limited(ctx, body, op, relation, consts) {
        return Folded::attr(Attribute::bool(result));
    }
    if body.operand(op, 0) != body.operand(op, 1) {
        return Folded::No;
    }
    let zero = ApInt::zero(64);
    Folded::attr(Attribute::bool(compare(relation, &zero, &zero)))
}

/// What a minimum or maximum with a constant can be, compared with a constant.
fn compare_limited(ctx: &Context, body: &Body, op: OpId, relation: i64, consts: Consts<'_>) -> Option<bool> {
    let rhs = int(ctx, consts, 1)?;
    let limit = body.defining_op(CmpOp(body.op_ref(ctx, op)).lhs())?;
    let is = |def| body.op(limit).is(def);
    let (is_min, is_signed) = match () {
        () if is(MinSOp::DEF) => (true, true),
        () if is(MinUOp::DEF) => (true, false),
        () if is(MaxSOp::DEF) => (false, true),
        () if is(MaxUOp::DEF) => (false, false),
        () => return None,
    };
    let bound = matchers::constant(ctx, body, body.operand(limit, 1))?
        .as_int(ctx)?
        .1
        .clone();
    let decide = |bound: &ApInt, rhs: &ApInt| Range::new(is_signed, is_min, bound).decide(relation, rhs);
    let wide = decide(&bound, &rhs)?;
    (decide(&bound.trunc(32), &rhs.trunc(32)) == Some(wide)).then_some(wide)
}

/// The least and the greatest number that a value can be, read without and with a sign.
struct Range {
    unsigned: [ApInt; 2],
    signed: [ApInt; 2],
}

impl Range {
    /// All that is at most, or at least, a bound with or without a sign.
    fn new(is_signed: bool, is_min: bool, bound: &ApInt) -> Self {
        let width = bound.width();
        let unsigned = [ApInt::zero(width), ApInt::all_ones(width)];
        let signed = [ApInt::signed_min(width), ApInt::signed_max(width)];
        let ([least, greatest], all_others) = if is_signed {
            (signed, unsigned)
        } else {
            (unsigned, signed)
        };
        let read = if is_min {
            [least, bound.clone()]
        } else {
            [bound.clone(), greatest]
        };
        let otherwise = if read[0].is_negative() == read[1].is_negative() {
            read.clone()
        } else {
            all_others
        };
        let [unsigned, signed] = if is_signed {
            [otherwise, read]
        } else {
            [read, otherwise]
        };
        Self { unsigned, signed }
    }

    /// Whether a relation to `rhs` holds for all numbers of the range, or for none.
    fn decide(&self, relation: i64, rhs: &ApInt) -> Option<bool> {
        if self.always(relation, rhs) {
            return Some(true);
        }
        self.always(negated(relation), rhs).then_some(false)
    }

    fn always(&self, relation: i64, rhs: &ApInt) -> bool {
        use predicate::*;
        let any = |relations: [i64; 2]| relations.into_iter().any(|relation| self.always(relation, rhs));
        let extreme = match relation {
            EQ => return self.unsigned[0] == self.unsigned[1] && self.unsigned[0] == *rhs,
            // As in MLIR, both readings must tell them apart.
            NE => return any([SLT, SGT]) && any([ULT, UGT]),
            SLT | SLE => &self.signed[1],
            SGT | SGE => &self.signed[0],
            ULT | ULE => &self.unsigned[1],
            _ => &self.unsigned[0],
        };
        compare(relation, extreme, rhs)
    }
}
