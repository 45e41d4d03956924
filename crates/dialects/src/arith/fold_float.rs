//! Folding of ops on floats.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId, Type, ValueId};

use super::NegFOp;
use super::attrs::{fastmath, fastmath_of};
use crate::constant_fold::{binary_or_poison, folded, unary_or_poison, uniform};

type Consts<'a> = &'a [Option<Attribute>];
type Binary = fn(FloatSemantics, u128, u128) -> u128;

struct Fold<'a> {
    ctx: &'a Context,
    body: &'a Body,
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
    fn semantics(&self) -> Option<FloatSemantics> {
        self.ty().element_or_self(self.ctx).float(self.ctx)
    }
    /// Whether the right operand is a constant, or a splat, of which `check` holds.
    fn rhs_is(&self, check: impl Fn(FloatSemantics, u128) -> bool) -> bool {
        let bits = uniform(self.ctx, self.consts[1]).and_then(|value| value.to_u128());
        matches!((self.semantics(), bits), (Some(sem), Some(bits)) if check(sem, bits))
    }
    fn constant(&self, by: Binary) -> Folded {
        let Some(sem) = self.semantics() else {
            return Folded::No;
        };
        folded(binary_or_poison(self.ctx, self.consts, self.ty(), |a, b| {
            Some(ApInt::from_u128(sem.width(), by(sem, a.to_u128()?, b.to_u128()?)))
        }))
    }
}

fn is_one(sem: FloatSemantics, bits: u128) -> bool {
    bits == float::from_f64(sem, 1.0)
}

fn is_positive_zero(sem: FloatSemantics, bits: u128) -> bool {
    float::is_zero(sem, bits) && !float::is_negative(sem, bits)
}

fn is_negative_zero(sem: FloatSemantics, bits: u128) -> bool {
    float::is_zero(sem, bits) && float::is_negative(sem, bits)
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
    /// `-(-x)`.
    negf = |f| {
        if let Some(op) = f.body.defining_op(f.lhs()) && f.body.op(op).is(NegFOp::DEF) {
            return Folded::value(f.body.operand(op, 0));
        }
        let Some(sem) = f.semantics() else { return Folded::No };
        folded(unary_or_poison(f.ctx, f.consts, f.ty(), |a| {
            Some(ApInt::from_u128(sem.width(), float::neg(sem, a.to_u128()?)))
        }))
    }

    /// `x + -0`.
    addf = |f| {
        if f.rhs_is(is_negative_zero) {
            return Folded::value(f.lhs());
        }
        f.constant(float::add)
    }

    /// `x - 0`.
    subf = |f| {
        if f.rhs_is(is_positive_zero) {
            return Folded::value(f.lhs());
        }
        f.constant(float::sub)
    }

    /// `x * 1`; `x * 0` where NaN and signs do not matter.
    mulf = |f| {
        if f.rhs_is(is_one) {
            return Folded::value(f.lhs());
        }
        let flags = fastmath_of(f.body.op_ref(f.ctx, f.op));
        let wanted = fastmath::NNAN | fastmath::NSZ;
        if flags & wanted == wanted && f.rhs_is(float::is_zero) {
            return Folded::value(f.rhs());
        }
        f.constant(float::mul)
    }

    /// `x / 1`.
    divf = |f| {
        if f.rhs_is(is_one) {
            return Folded::value(f.lhs());
        }
        f.constant(float::div)
    }

    /// Constants only.
    remf = |f| { f.constant(float::rem) }

    /// `max(x, x)`, `max(x, -inf)`.
    maximumf = |f| { choose(f, |sem, bits| sem.infinity(true) == Some(bits), float::maximum) }
    /// `max(x, x)`, `max(x, NaN)`.
    maxnumf = |f| { choose(f, float::is_nan, float::max_num) }
    /// `min(x, x)`, `min(x, inf)`.
    minimumf = |f| { choose(f, |sem, bits| sem.infinity(false) == Some(bits), float::minimum) }
    /// `min(x, x)`, `min(x, NaN)`.
    minnumf = |f| { choose(f, float::is_nan, float::min_num) }
}

fn choose(f: Fold<'_>, neutral: fn(FloatSemantics, u128) -> bool, by: Binary) -> Folded {
    if f.lhs() == f.rhs() {
        return Folded::value(f.rhs());
    }
    if f.rhs_is(neutral) {
        return Folded::value(f.lhs());
    }
    f.constant(by)
}
