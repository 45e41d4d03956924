//! Folding of conversions.

use asyncir_ir::def::{Folded, OpDef, OpView};
use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId, Type, ValueId};

use super::{ExtFOp, ExtSIOp, ExtUIOp, TruncIOp};
use crate::constant_fold::{element_width, folded, unary, unary_or_poison};

type Consts<'a> = &'a [Option<Attribute>];

struct Fold<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    op: OpId,
    consts: Consts<'a>,
}

impl Fold<'_> {
    fn input(&self) -> ValueId {
        self.body.operand(self.op, 0)
    }
    fn ty(&self) -> Type {
        self.body.value_type(self.body.result(self.op, 0))
    }
    fn element(&self, value: ValueId) -> Type {
        self.body.value_type(value).element_or_self(self.ctx)
    }
    fn from(&self) -> Type {
        self.element(self.input())
    }
    fn to(&self) -> Type {
        self.ty().element_or_self(self.ctx)
    }
    /// The operand of the op that defines the operand, if it is of that kind.
    fn input_of(&self, def: &'static OpDef) -> Option<ValueId> {
        let op = self.body.defining_op(self.input())?;
        self.body.op(op).is(def).then(|| self.body.operand(op, 0))
    }
    /// The op takes another operand.
    fn set_input(self, value: ValueId) -> Folded {
        self.body.set_operand(self.op, 0, value);
        Folded::InPlace
    }
    fn constant(&self, f: impl FnMut(&ApInt) -> Option<ApInt>) -> Folded {
        folded(unary_or_poison(self.ctx, self.consts, self.ty(), f))
    }
    fn width(&self) -> Option<u32> {
        element_width(self.ctx, self.to())
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
    /// `extui(extui(x))`.
    extui = |f| {
        if let Some(inner) = f.input_of(ExtUIOp::DEF) {
            return f.set_input(inner);
        }
        let Some(width) = f.width() else { return Folded::No };
        f.constant(|value| Some(value.zext(width)))
    }

    /// `extsi(extsi(x))`.
    extsi = |f| {
        if let Some(inner) = f.input_of(ExtSIOp::DEF) {
            return f.set_input(inner);
        }
        let Some(width) = f.width() else { return Folded::No };
        f.constant(|value| Some(value.sext(width)))
    }

    /// Constants only.
    extf = |f| {
        let (Some(from), Some(to)) = (f.from().float(f.ctx), f.to().float(f.ctx)) else { return Folded::No };
        f.constant(|value| convert(from, to, value))
    }

    /// `trunci(ext(x))`, `trunci(trunci(x))`.
    trunci = |f| {
        let extended = f.input_of(ExtUIOp::DEF).or_else(|| f.input_of(ExtSIOp::DEF));
        if let Some(inner) = extended {
            if f.element(inner).int_width(f.ctx) > f.to().int_width(f.ctx) {
                return f.set_input(inner);
            }
            if f.element(inner) == f.to() {
                return Folded::value(inner);
            }
        }
        if let Some(inner) = f.input_of(TruncIOp::DEF) {
            return f.set_input(inner);
        }
        let Some(width) = f.width() else { return Folded::No };
        f.constant(|value| Some(value.trunc(width)))
    }

    /// `truncf(extf(x))`; constants only where nothing is lost.
    truncf = |f| {
        let (Some(from), Some(to)) = (f.from().float(f.ctx), f.to().float(f.ctx)) else { return Folded::No };
        if let Some(inner) = f.input_of(ExtFOp::DEF)
            && let Some(source) = f.element(inner).float(f.ctx)
            && source.is_representable_by(from)
        {
            if source.width() > to.width() {
                return f.set_input(inner);
            }
            if source == to {
                return Folded::value(inner);
            }
        }
        f.constant(|value| convert(from, to, value))
    }

    /// Constants only.
    sitofp = |f| { int_to_float(&f, true) }
    /// Constants only.
    uitofp = |f| { int_to_float(&f, false) }
    /// Constants only.
    fptosi = |f| { float_to_int(&f, true) }
    /// Constants only.
    fptoui = |f| { float_to_int(&f, false) }

    /// Constants only.
    index_cast = |f| {
        let Some(width) = f.width() else { return Folded::No };
        f.constant(|value| Some(if value.width() < width { value.sext(width) } else { value.trunc(width) }))
    }

    /// Constants only.
    index_castui = |f| {
        let Some(width) = f.width() else { return Folded::No };
        f.constant(|value| Some(if value.width() < width { value.zext(width) } else { value.trunc(width) }))
    }

    /// To the same type, and constants.
    bitcast = |f| {
        if f.body.value_type(f.input()) == f.ty() {
            return Folded::value(f.input());
        }
        let same = |value: &ApInt| Some(value.clone());
        if f.ty().is_shaped(f.ctx) {
            return folded(unary(f.ctx, f.consts, f.ty(), same));
        }
        f.constant(same)
    }
}

fn convert(from: FloatSemantics, to: FloatSemantics, value: &ApInt) -> Option<ApInt> {
    let (bits, inexact) = float::convert(from, value.to_u128()?, to);
    (!inexact).then(|| ApInt::from_u128(to.width(), bits))
}

fn int_to_float(f: &Fold<'_>, signed: bool) -> Folded {
    let Some(sem) = f.to().float(f.ctx) else {
        return Folded::No;
    };
    f.constant(|value| {
        let number = if signed {
            value.to_i128()?
        } else {
            value.to_u128()? as i128
        };
        let exists = sem.has_sign() || !signed || number >= 0;
        exists.then(|| ApInt::from_u128(sem.width(), float::from_int(sem, number, signed)))
    })
}

fn float_to_int(f: &Fold<'_>, signed: bool) -> Folded {
    let (Some(sem), Some(width)) = (f.from().float(f.ctx), f.width()) else {
        return Folded::No;
    };
    if width > 128 {
        return Folded::No;
    }
    f.constant(|value| {
        let (number, overflow) = float::to_int(sem, value.to_u128()?, width, signed);
        (!overflow).then(|| ApInt::from_i128(width, number))
    })
}
