//! Bits as another type.

use asyncir_dialects::arith::build::with_element;
use asyncir_ir::{ApInt, Type};

use super::{Folder, floats};
use crate::dialect::{LlvmType, llvm_type};
use crate::translate::constant::{Constant, Operation, Value, lanes};

impl Folder<'_, '_> {
    /// A `bitcast`, also between vectors of different numbers of lanes, whose order in memory the data layout says.
    pub(super) fn bitcast(self, operand: &Constant, ty: Type) -> Option<Constant> {
        if let Some(uniform) = self.uniform(operand, ty) {
            return Some(uniform);
        }
        let (from, to) = (lanes(self.ctx, operand.ty), lanes(self.ctx, ty));
        match (from, to) {
            (Some((_, true)), _) | (_, Some((_, true))) => self.convert("bitcast", operand, ty),
            (Some((count, _)), None) => self.joined(operand, count, ty),
            (None, Some(_)) if operand.as_integer().is_some() || operand.as_float().is_some() => {
                let vector = self.vector_of(operand);
                self.bitcast(&vector, ty)
            }
            (Some((from, _)), Some((to, _))) if from != to && self.has_lanes(operand) => self.regrouped(operand, ty),
            _ => self.convert("bitcast", operand, ty),
        }
    }

    /// Undefined values, and those whose bits are all the same.
    fn uniform(self, operand: &Constant, ty: Type) -> Option<Constant> {
        if operand.is_poison() {
            return Some(Constant::poison(ty));
        }
        if operand.is_undefined() {
            return Some(Constant::undef(ty));
        }
        let is_whole = self.layout.bits_of(self.ctx, operand.ty)? % 8 == 0;
        if is_whole && operand.is_zero() {
            return Some(Constant::zero(self.ctx, ty));
        }
        if is_whole && operand.is_all_ones(self.ctx) {
            return Constant::all_ones(self.ctx, ty);
        }
        None
    }

    fn has_lanes(self, vector: &Constant) -> bool {
        matches!(vector.value, Value::Parts(_) | Value::Splat(_))
    }

    /// The vector of one lane.
    fn vector_of(self, scalar: &Constant) -> Constant {
        let ty = self.ctx.vector_type(&[1], scalar.ty);
        Constant::of_parts(self.ctx, ty, vec![scalar.clone()])
    }

    /// The integers, or integer, of as many bits.
    fn integers_like(self, ty: Type) -> Option<Type> {
        let scalar = ty.element_or_self(self.ctx);
        let bits = u32::try_from(self.layout.bits_of(self.ctx, scalar)?).ok()?;
        Some(with_element(self.ctx, ty, self.ctx.int_type(bits)))
    }

    fn is_float(self, ty: Type) -> bool {
        matches!(
            llvm_type(self.ctx, ty.element_or_self(self.ctx)),
            Some(LlvmType::Float(_))
        )
    }

    /// All lanes of a vector as a scalar.
    fn joined(self, vector: &Constant, count: usize, ty: Type) -> Option<Constant> {
        let unknown = || self.convert("bitcast", vector, ty);
        if !matches!(llvm_type(self.ctx, ty)?, LlvmType::Integer(_) | LlvmType::Float(_)) {
            return unknown();
        }
        let integers = if self.is_float(vector.ty) {
            self.convert("bitcast", vector, self.integers_like(vector.ty)?)?
        } else {
            vector.clone()
        };
        let bits = self.integers_like(ty)?;
        let (total, each) = (
            super::width(self.ctx, bits)?,
            integers.ty.element_or_self(self.ctx).int_width(self.ctx)?,
        );
        let mut sum = ApInt::zero(total);
        for index in 0..count {
            // The first lane is in the low bits, or in the high ones.
            let index = if self.layout.is_big_endian() {
                index
            } else {
                count - 1 - index
            };
            let lane = integers.part(self.ctx, index);
            sum = sum.shl(each);
            match lane.as_ref().map(|lane| &lane.value) {
                Some(Value::Undef | Value::Poison) => {}
                Some(Value::Integer(value)) => sum = sum.or(&value.zext(total)),
                _ => {
                    let operands = vec![integers];
                    return Constant::expression(ty, Operation::Cast("bitcast"), operands);
                }
            }
        }
        let integer = Constant::new(bits, Value::Integer(sum));
        if bits == ty {
            return Some(integer);
        }
        self.plain_bitcast(&integer, ty)
    }

    /// The bits of a vector in lanes of another size.
    fn regrouped(self, vector: &Constant, ty: Type) -> Option<Constant> {
        if self.is_float(ty) {
            let integers = self.bitcast(vector, self.integers_like(ty)?)?;
            return self.convert("bitcast", &integers, ty);
        }
        let integers = if self.is_float(vector.ty) {
            self.convert("bitcast", vector, self.integers_like(vector.ty)?)?
        } else {
            vector.clone()
        };
        if !self.has_lanes(&integers) {
            return Some(integers);
        }
        let element = ty.element_or_self(self.ctx);
        let (from, to) = (
            integers.ty.element_or_self(self.ctx).int_width(self.ctx),
            element.int_width(self.ctx),
        );
        let (Some(from), Some(to)) = (from, to) else {
            return self.convert("bitcast", &integers, ty);
        };
        if from.max(to) % from.min(to) != 0 {
            // LLVM loses bits here.
            return None;
        }
        let lanes = integers.parts(self.ctx)?;
        let parts = if to > from {
            self.wider(&lanes, from, to, element)
        } else {
            self.narrower(&lanes, from, to, element)
        };
        match parts {
            Some(parts) => Some(Constant::of_parts(self.ctx, ty, parts)),
            None => self.convert("bitcast", &integers, ty),
        }
    }

    /// Several lanes as one.
    fn wider(self, lanes: &[Constant], from: u32, to: u32, element: Type) -> Option<Vec<Constant>> {
        let join = |group: &[Constant]| {
            let mut sum = ApInt::zero(to);
            for index in 0..group.len() {
                let index = if self.layout.is_big_endian() {
                    index
                } else {
                    group.len() - 1 - index
                };
                sum = sum.shl(from);
                match &group[index].value {
                    Value::Undef | Value::Poison => {}
                    Value::Integer(value) => sum = sum.or(&value.zext(to)),
                    _ => return None,
                }
            }
            Some(Constant::new(element, Value::Integer(sum)))
        };
        lanes.chunks((to / from) as usize).map(join).collect()
    }

    /// Each lane as several.
    fn narrower(self, lanes: &[Constant], from: u32, to: u32, element: Type) -> Option<Vec<Constant>> {
        let ratio = from / to;
        let mut parts = Vec::with_capacity(lanes.len() * ratio as usize);
        for lane in lanes {
            for index in 0..ratio {
                let place = if self.layout.is_big_endian() {
                    ratio - 1 - index
                } else {
                    index
                };
                parts.push(match &lane.value {
                    Value::Undef | Value::Poison => Constant::undef(element),
                    Value::Integer(value) => Constant::new(element, Value::Integer(value.lshr(place * to).trunc(to))),
                    _ => return None,
                });
            }
        }
        Some(parts)
    }

    /// A number, or vector of as many lanes, without looking at memory.
    pub(super) fn plain_bitcast(self, operand: &Constant, ty: Type) -> Option<Constant> {
        if operand.ty == ty {
            return Some(operand.clone());
        }
        if operand.is_all_ones(self.ctx) {
            return Constant::all_ones(self.ctx, ty);
        }
        let is_number = operand.as_integer().is_some() || operand.as_float().is_some();
        if is_number && lanes(self.ctx, ty).is_some() && lanes(self.ctx, operand.ty).is_none() {
            return self.convert("bitcast", &self.vector_of(operand), ty);
        }
        let width = |ty: Type| self.layout.bits_of(self.ctx, ty);
        (width(operand.ty)? == width(ty)?).then_some(())?;
        let value = match (&operand.value, llvm_type(self.ctx, ty)?) {
            (Value::Integer(value), LlvmType::Float("x86_fp80")) => Value::Float(floats::valid_f80(value.to_u128()?)),
            (Value::Integer(value), LlvmType::Float(_)) => Value::Float(value.to_u128()?),
            (Value::Float(bits), LlvmType::Integer(width)) => Value::Integer(ApInt::from_u128(width, *bits)),
            _ => return None,
        };
        Some(Constant::new(ty, value))
    }
}
