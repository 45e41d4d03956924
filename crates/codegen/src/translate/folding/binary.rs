//! Arithmetic on integers and floats, and on vectors of them.

use asyncir_ir::{ApInt, Type};

use super::{Folder, expressions, floats, width};
use crate::dialect::LlvmType;
use crate::translate::constant::{Constant, Operation, Value, lanes};

pub(super) const MNEMONICS: &[&str] = &[
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub",
    "fmul", "fdiv", "frem",
];

/// Where an operand that changes nothing may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    Both,
    Right,
}

impl Folder<'_, '_> {
    /// An instruction: what is known of addresses comes first.
    pub(super) fn instruction(self, mnemonic: &'static str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        if expressions::has_binary(mnemonic) {
            // LLVM looks at the expression that it made once more.
            let made = self.operation(mnemonic, lhs, rhs)?;
            return Some(self.again(made));
        }
        self.symbolic(mnemonic, lhs, rhs)
            .or_else(|| self.operation(mnemonic, lhs, rhs))
    }

    /// What expressions of arithmetic are when they are looked at with the data layout.
    fn again(self, made: Constant) -> Constant {
        match &made.value {
            Value::Expression(expression) => match (&expression.operation, &expression.operands[..]) {
                (Operation::Binary(mnemonic), [lhs, rhs]) => self.symbolic(mnemonic, lhs, rhs).unwrap_or(made),
                _ => made,
            },
            Value::Splat(element) => Constant::splat(self.ctx, made.ty, self.again((**element).clone())),
            Value::Parts(parts) => {
                let parts = parts.iter().map(|part| self.again(part.clone()));
                Constant::of_parts(self.ctx, made.ty, parts.collect())
            }
            _ => made,
        }
    }

    /// Arithmetic with addresses whose result is known.
    fn symbolic(self, mnemonic: &str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let has_address = lhs.as_expression().is_some() || rhs.as_expression().is_some();
        match mnemonic {
            "and" if has_address => self.masked(lhs, rhs),
            "sub" if has_address => {
                let width = width(self.ctx, lhs.ty)?;
                let (one, other) = (self.offset_from_global(lhs)?, self.offset_from_global(rhs)?);
                let difference = || one.bytes.zext(width).sub(&other.bytes.zext(width));
                (one.base == other.base).then(|| Constant::integer(self.ctx, lhs.ty, difference()))
            }
            _ => None,
        }
    }

    /// The result, or an expression if LLVM has one for it.
    fn operation(self, mnemonic: &'static str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        if let Some(folded) = self.binary(mnemonic, lhs, rhs) {
            return Some(folded);
        }
        let is_integer = lhs.ty.element_or_self(self.ctx).int_width(self.ctx).is_some();
        if !expressions::has_binary(mnemonic) || !is_integer || !self.is_symbolic(lhs) && !self.is_symbolic(rhs) {
            return None;
        }
        let operands = vec![lhs.clone(), rhs.clone()];
        Constant::expression(lhs.ty, Operation::Binary(mnemonic), operands)
    }

    /// Whether a constant has an expression in it.
    pub(super) fn is_symbolic(self, constant: &Constant) -> bool {
        match &constant.value {
            Value::Expression(_) => true,
            Value::Splat(element) => element.as_expression().is_some(),
            Value::Parts(parts) => parts.iter().any(|part| part.as_expression().is_some()),
            _ => false,
        }
    }

    fn binary(self, mnemonic: &'static str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let ty = lhs.ty;
        if let Some((identity, sides)) = self.identity(mnemonic, ty) {
            if sides == Sides::Both && *lhs == identity {
                return Some(rhs.clone());
            }
            if *rhs == identity {
                return Some(lhs.clone());
            }
        }
        if lhs.is_poison() || rhs.is_poison() {
            return Some(Constant::poison(ty));
        }
        let is_fixed = matches!(lanes(self.ctx, ty), Some((_, false)));
        if !is_fixed && (lhs.is_undefined() || rhs.is_undefined()) {
            return self.undefined(mnemonic, lhs, rhs);
        }
        if rhs.as_integer().is_none() && lhs.as_integer().is_some() && is_commutative(mnemonic) {
            return self.operation(mnemonic, rhs, lhs);
        }
        if let Some(found) = self.scalar(mnemonic, lhs, rhs) {
            return Some(found);
        }
        if lhs.is_vector(self.ctx) {
            return self.vector(mnemonic, lhs, rhs);
        }
        self.reassociated(mnemonic, lhs, rhs)
    }

    /// The operand with which arithmetic gives the other one.
    fn identity(self, mnemonic: &str, ty: Type) -> Option<(Constant, Sides)> {
        let zero = || Constant::zero(self.ctx, ty);
        let scalar = ty.element_or_self(self.ctx);
        let one = || Some(Constant::integer(self.ctx, ty, ApInt::one(scalar.int_width(self.ctx)?)));
        let float = |value| {
            let bits = asyncir_ir::float::from_f64(scalar.float(self.ctx)?, value);
            Some(Constant::float(self.ctx, ty, bits))
        };
        Some(match mnemonic {
            "add" | "or" | "xor" => (zero(), Sides::Both),
            "mul" => (one()?, Sides::Both),
            "and" => (Constant::all_ones(self.ctx, ty)?, Sides::Both),
            "fadd" => (float(-0.0)?, Sides::Both),
            "fmul" => (float(1.0)?, Sides::Both),
            "sub" | "shl" | "lshr" | "ashr" | "fsub" => (zero(), Sides::Right),
            "sdiv" | "udiv" => (one()?, Sides::Right),
            "fdiv" => (float(1.0)?, Sides::Right),
            _ => return None,
        })
    }

    /// The operand that is the result whatever the other one is.
    fn absorber(self, mnemonic: &str, ty: Type, is_left: bool) -> Option<Constant> {
        match mnemonic {
            "or" => Constant::all_ones(self.ctx, ty),
            "and" | "mul" => Some(Constant::zero(self.ctx, ty)),
            "shl" | "lshr" | "ashr" | "sdiv" | "udiv" | "urem" | "srem" if is_left => {
                Some(Constant::zero(self.ctx, ty))
            }
            _ => None,
        }
    }

    /// Arithmetic with an operand that is undefined, but not poison.
    fn undefined(self, mnemonic: &str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let ty = lhs.ty;
        let zero = || Constant::zero(self.ctx, ty);
        let both = lhs.is_undefined() && rhs.is_undefined();
        Some(match mnemonic {
            "xor" if both => zero(),
            "xor" | "add" | "sub" => Constant::undef(ty),
            "and" | "or" | "mul" if both => lhs.clone(),
            "and" => zero(),
            "or" => Constant::all_ones(self.ctx, ty)?,
            "mul" => {
                let is_odd = |constant: &Constant| {
                    let number = constant.splat_value(self.ctx).unwrap_or_else(|| constant.clone());
                    number.as_integer().is_some_and(|value| value.trailing_zeros() == 0)
                };
                if is_odd(lhs) || is_odd(rhs) {
                    Constant::undef(ty)
                } else {
                    zero()
                }
            }
            "sdiv" | "udiv" | "srem" | "urem" if rhs.is_undefined() || rhs.is_zero() => Constant::poison(ty),
            "shl" | "lshr" | "ashr" if rhs.is_undefined() => Constant::poison(ty),
            "sdiv" | "udiv" | "srem" | "urem" | "shl" | "lshr" | "ashr" => zero(),
            _ if both => lhs.clone(),
            _ => {
                let semantics = ty.element_or_self(self.ctx).float(self.ctx)?;
                let is_minus_zero = |constant: &Constant| {
                    let number = constant.splat_value(self.ctx).unwrap_or_else(|| constant.clone());
                    number.as_float() == Some(asyncir_ir::float::from_f64(semantics, -0.0))
                };
                if mnemonic == "fsub" && is_minus_zero(lhs) {
                    rhs.clone()
                } else {
                    Constant::float(self.ctx, ty, semantics.nan()?)
                }
            }
        })
    }

    /// Arithmetic on numbers, or with an integer that decides about the result.
    fn scalar(self, mnemonic: &str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let ty = lhs.ty;
        let is_division = matches!(mnemonic, "sdiv" | "udiv" | "srem" | "urem");
        if let Some(value) = rhs.as_integer() {
            if self.absorber(mnemonic, ty, false).as_ref() == Some(rhs) {
                return Some(rhs.clone());
            }
            if is_division && value.is_zero() {
                return Some(Constant::poison(ty));
            }
            if matches!(mnemonic, "srem" | "urem") && value.is_one() {
                return Some(Constant::zero(self.ctx, ty));
            }
            if mnemonic == "and" && self.is_clear_in_address(lhs, value) {
                return Some(Constant::zero(self.ctx, ty));
            }
        }
        if let (Some(one), Some(other)) = (lhs.as_integer(), rhs.as_integer()) {
            return self.integers(mnemonic, ty, one, other);
        }
        if lhs.as_integer().is_some() && self.absorber(mnemonic, ty, true).as_ref() == Some(lhs) {
            return Some(lhs.clone());
        }
        if let (Some(one), Some(other)) = (lhs.as_float(), rhs.as_float()) {
            let semantics = ty.float(self.ctx)?;
            let bits = floats::arithmetic(mnemonic, semantics, one, other)?;
            return Some(Constant::new(ty, Value::Float(bits)));
        }
        None
    }

    fn integers(self, mnemonic: &str, ty: Type, lhs: &ApInt, rhs: &ApInt) -> Option<Constant> {
        width(self.ctx, ty)?;
        let overflows = lhs.is_signed_min() && rhs.is_all_ones();
        let amount = rhs.shift_amount();
        let value = match mnemonic {
            "add" => Some(lhs.add(rhs)),
            "sub" => Some(lhs.sub(rhs)),
            "mul" => Some(lhs.mul(rhs)),
            "and" => Some(lhs.and(rhs)),
            "or" => Some(lhs.or(rhs)),
            "xor" => Some(lhs.xor(rhs)),
            "udiv" => lhs.udiv(rhs),
            "urem" => lhs.urem(rhs),
            "sdiv" => lhs.sdiv(rhs).filter(|_| !overflows),
            "srem" => lhs.srem(rhs).filter(|_| !overflows),
            "shl" => amount.map(|amount| lhs.shl(amount)),
            "lshr" => amount.map(|amount| lhs.lshr(amount)),
            "ashr" => amount.map(|amount| lhs.ashr(amount)),
            _ => return None,
        };
        // Shifts that are too wide and quotients that do not fit are poison.
        Some(Constant::new(ty, value.map_or(Value::Poison, Value::Integer)))
    }

    /// Lane by lane, or once if all lanes are the same.
    fn vector(self, mnemonic: &'static str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let ty = lhs.ty;
        if let Some(right) = rhs.splat_value(self.ctx) {
            if matches!(mnemonic, "sdiv" | "udiv" | "srem" | "urem") && right.is_zero() {
                return Some(Constant::poison(ty));
            }
            if let Some(left) = lhs.splat_value(self.ctx) {
                let lane = self.operation(mnemonic, &left, &right)?;
                return Some(Constant::splat(self.ctx, ty, lane));
            }
        }
        let (count, false) = lanes(self.ctx, ty)? else {
            return None;
        };
        let lane = |index| self.operation(mnemonic, &self.lane(lhs, index)?, &self.lane(rhs, index)?);
        let parts = (0..count).map(lane).collect::<Option<_>>()?;
        Some(Constant::of_parts(self.ctx, ty, parts))
    }

    /// Arithmetic on an expression: `(a + 1) + 2` is `a + 3`. For one bit, some arithmetic is simpler.
    fn reassociated(self, mnemonic: &'static str, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        match lhs.as_expression() {
            Some(expression) if matches!(mnemonic, "add" | "xor") => {
                let is_same =
                    |operation: &Operation| matches!(operation, Operation::Binary(found) if *found == mnemonic);
                if let ([first, second], true) = (&expression.operands[..], is_same(&expression.operation)) {
                    let rest = self.operation(mnemonic, second, rhs)?;
                    let is_expression = rest.as_expression().is_some_and(|rest| is_same(&rest.operation));
                    if !is_expression {
                        return self.operation(mnemonic, first, &rest);
                    }
                }
            }
            Some(_) => {}
            None if rhs.as_expression().is_some() && is_commutative(mnemonic) => {
                return self.binary(mnemonic, rhs, lhs);
            }
            None => {}
        }
        let is_bit = matches!(crate::dialect::llvm_type(self.ctx, lhs.ty), Some(LlvmType::Integer(1)));
        match mnemonic {
            "add" | "sub" if is_bit => self.operation("xor", lhs, rhs),
            "shl" | "lshr" | "ashr" | "sdiv" | "udiv" if is_bit => Some(lhs.clone()),
            "srem" | "urem" if is_bit => Some(Constant::zero(self.ctx, lhs.ty)),
            _ => None,
        }
    }
}

fn is_commutative(mnemonic: &str) -> bool {
    matches!(mnemonic, "add" | "mul" | "and" | "or" | "xor" | "fadd" | "fmul")
}
