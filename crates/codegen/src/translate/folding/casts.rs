//! Conversions between types.

use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::{ApInt, Signedness, Type};

use super::{Folder, expressions, floats, width};
use crate::dialect::{LlvmType, llvm_type};
use crate::translate::constant::{Constant, Operation, Value, lanes};

pub(super) const MNEMONICS: &[&str] = &[
    "trunc",
    "zext",
    "sext",
    "fptrunc",
    "fpext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
];

impl Folder<'_, '_> {
    /// The address space of a pointer.
    pub(super) fn space(self, constant: &Constant) -> Option<u32> {
        self.space_of(constant.ty)
    }

    pub(super) fn space_of(self, ty: Type) -> Option<u32> {
        match llvm_type(self.ctx, ty)? {
            LlvmType::Pointer(space) => Some(space),
            _ => None,
        }
    }

    /// A conversion, with what the data layout says about pointers.
    pub(super) fn cast(self, cast: &'static str, operand: &Constant, ty: Type) -> Option<Constant> {
        if operand.ty == ty {
            return Some(operand.clone());
        }
        match cast {
            "bitcast" => return self.bitcast(operand, ty),
            "ptrtoint" => {
                if let Some(integer) = self.integer_of_pointer(operand) {
                    return self.resize(&integer, ty, false);
                }
            }
            "inttoptr" => {
                if let Some(pointer) = operand.as_cast("ptrtoint") {
                    let space = self.space(pointer)?;
                    let is_whole = width(self.ctx, operand.ty)? >= self.layout.pointer_bits(space)?;
                    if is_whole && pointer.ty == ty {
                        return Some(pointer.clone());
                    }
                }
            }
            _ => {}
        }
        self.convert(cast, operand, ty)
    }

    /// The integer that a pointer expression is known to be.
    fn integer_of_pointer(self, pointer: &Constant) -> Option<Constant> {
        let expression = pointer.as_expression()?;
        match (&expression.operation, &expression.operands[..]) {
            (Operation::Cast("inttoptr"), [integer]) => {
                let bits = self.layout.pointer_bits(self.space(pointer)?)?;
                self.resize(integer, self.ctx.int_type(bits), false)
            }
            // The distance back from an address.
            (Operation::Address { element, .. }, [base, index]) if *element == Type::I8 => {
                let back = index.as_expression()?;
                let bits = self.layout.index_bits(self.space(base)?)?;
                match (&back.operation, &back.operands[..]) {
                    (Operation::Binary("sub"), [from, distance])
                        if from.is_zero() && index.ty == self.ctx.int_type(bits) =>
                    {
                        let address = self.convert("ptrtoint", base, index.ty)?;
                        let operands = vec![address, distance.clone()];
                        Constant::expression(index.ty, Operation::Binary("sub"), operands)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An integer in another width.
    pub(super) fn resize(self, integer: &Constant, ty: Type, is_signed: bool) -> Option<Constant> {
        let bits = |ty: Type| ty.element_or_self(self.ctx).int_width(self.ctx);
        let cast = match (bits(integer.ty)? > bits(ty)?, is_signed) {
            (true, _) => "trunc",
            (false, true) => "sext",
            (false, false) => "zext",
        };
        self.cast(cast, integer, ty)
    }

    /// A conversion, or an expression if LLVM has one for it.
    pub(super) fn convert(self, cast: &'static str, operand: &Constant, ty: Type) -> Option<Constant> {
        if operand.ty == ty {
            return Some(operand.clone());
        }
        if let Some(folded) = self.converted(cast, operand, ty) {
            return Some(folded);
        }
        // Numbers that are not computed stay operands of instructions, but for floats of another format.
        let is_number = match cast {
            "trunc" => !self.is_symbolic(operand),
            "bitcast" => !self.is_symbolic(operand) && operand.as_float().is_none(),
            _ => false,
        };
        if !expressions::has_cast(cast) || is_number {
            return None;
        }
        Constant::expression(ty, Operation::Cast(cast), vec![operand.clone()])
    }

    fn converted(self, cast: &'static str, operand: &Constant, ty: Type) -> Option<Constant> {
        if operand.is_poison() {
            return Some(Constant::poison(ty));
        }
        if operand.is_undefined() {
            // The new bits of an extension are the same ones, and a number that is converted is bounded.
            let is_bounded = matches!(cast, "zext" | "sext" | "uitofp" | "sitofp");
            return Some(if is_bounded {
                Constant::zero(self.ctx, ty)
            } else {
                Constant::undef(ty)
            });
        }
        if operand.is_zero() && cast != "addrspacecast" {
            return Some(Constant::zero(self.ctx, ty));
        }
        if let Some((first, inner)) = cast_of(operand)
            && let Some(both) = self.pair(first, cast, inner, operand.ty, ty)
        {
            return self.convert(both, inner, ty);
        }
        if let (Some(from), Some(to)) = (lanes(self.ctx, operand.ty), lanes(self.ctx, ty))
            && from == to
        {
            return self.convert_lanes(cast, operand, ty);
        }
        match cast {
            "bitcast" => self.plain_bitcast(operand, ty),
            _ => self.number(cast, operand, ty),
        }
    }

    fn convert_lanes(self, cast: &'static str, operand: &Constant, ty: Type) -> Option<Constant> {
        let element = ty.element_or_self(self.ctx);
        if let Some(lane) = operand.splat_value(self.ctx) {
            let lane = self.convert(cast, &lane, element)?;
            return Some(Constant::splat(self.ctx, ty, lane));
        }
        let (count, false) = lanes(self.ctx, ty)? else {
            return None;
        };
        let lane = |index| self.convert(cast, &self.lane(operand, index)?, element);
        let parts = (0..count).map(lane).collect::<Option<_>>()?;
        Some(Constant::of_parts(self.ctx, ty, parts))
    }

    /// The one conversion that two are, the first of which is from `inner` to `middle`.
    fn pair(self, first: &'static str, second: &str, inner: &Constant, middle: Type, ty: Type) -> Option<&'static str> {
        let bits = |ty: Type| ty.element_or_self(self.ctx).int_width(self.ctx);
        let space = |ty: Type| self.space_of(ty.element_or_self(self.ctx));
        match (first, second) {
            ("trunc", "trunc") | ("bitcast", "bitcast") | ("ptrtoint", "trunc") => Some(first),
            ("ptrtoint", "inttoptr") if bits(middle)? == 64 && space(inner.ty) == space(ty) => Some("bitcast"),
            ("inttoptr", "ptrtoint") if bits(inner.ty)? <= 64 && bits(inner.ty) == bits(ty) => Some("bitcast"),
            ("addrspacecast", "addrspacecast") if space(inner.ty) == space(ty) => Some("bitcast"),
            ("addrspacecast", "addrspacecast") => Some("addrspacecast"),
            _ => None,
        }
    }

    /// A conversion of a number.
    fn number(self, cast: &str, operand: &Constant, ty: Type) -> Option<Constant> {
        let from = operand.ty;
        let value = match (cast, &operand.value) {
            ("trunc", Value::Integer(value)) => Value::Integer(value.trunc(width(self.ctx, ty)?)),
            ("zext", Value::Integer(value)) => Value::Integer(value.zext(width(self.ctx, ty)?)),
            ("sext", Value::Integer(value)) => Value::Integer(value.sext(width(self.ctx, ty)?)),
            ("uitofp", Value::Integer(value)) => Value::Float(float_of(value, ty.float(self.ctx)?, false)?),
            ("sitofp", Value::Integer(value)) => Value::Float(float_of(value, ty.float(self.ctx)?, true)?),
            ("fptrunc" | "fpext", Value::Float(bits)) => {
                Value::Float(floats::convert(from.float(self.ctx)?, *bits, ty.float(self.ctx)?))
            }
            ("fptoui" | "fptosi", Value::Float(bits)) => {
                let width = width(self.ctx, ty)?;
                let integer = integer_of(from.float(self.ctx)?, *bits, width, cast == "fptosi");
                integer.map_or(Value::Poison, Value::Integer)
            }
            _ => return None,
        };
        Some(Constant::new(ty, value))
    }
}

/// The conversion that a constant is an expression of, and what it converts.
fn cast_of(constant: &Constant) -> Option<(&'static str, &Constant)> {
    let expression = constant.as_expression()?;
    match expression.operation {
        Operation::Cast(cast) => Some((cast, &expression.operands[0])),
        _ => None,
    }
}

/// The float nearest to an integer.
fn float_of(value: &ApInt, semantics: FloatSemantics, is_signed: bool) -> Option<u128> {
    let short = if is_signed {
        value.to_i128()
    } else {
        value.to_u128().map(|value| value as i128)
    };
    if let Some(short) = short {
        return Some(float::from_int(semantics, short, is_signed));
    }
    let signedness = if is_signed {
        Signedness::Signed
    } else {
        Signedness::Unsigned
    };
    float::parse_decimal(semantics, &value.print(signedness))
}

/// The float cut toward zero; `None` if the integer type does not have it.
fn integer_of(semantics: FloatSemantics, bits: u128, width: u32, is_signed: bool) -> Option<ApInt> {
    if width <= 128 {
        let (value, overflows) = float::to_int(semantics, bits, width, is_signed);
        return (!overflows).then(|| ApInt::from_i128(width, value));
    }
    float::is_finite(semantics, bits).then_some(())?;
    let (digits, shift) = floats::digits(float::convert(semantics, bits, FloatSemantics::F128).0);
    let most = width - u32::from(is_signed);
    let magnitude = match u32::try_from(shift) {
        Ok(shift) if shift + 113 <= most => ApInt::from_u128(width, digits).shl(shift),
        Ok(_) => return None,
        Err(_) => ApInt::from_u128(width, digits).lshr(shift.unsigned_abs()),
    };
    match float::is_negative(semantics, bits) {
        false => Some(magnitude),
        true if is_signed || magnitude.is_zero() => Some(magnitude.neg()),
        true => None,
    }
}
