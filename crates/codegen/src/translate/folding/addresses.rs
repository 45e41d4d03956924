//! `getelementptr`: addresses become a base and a distance in bytes.

use asyncir_dialects::arith::build::with_element;
use asyncir_ir::{ApInt, OpRef, Type};

use super::Folder;
use crate::dialect::{DYNAMIC_INDEX, LlvmType, integer, integers, llvm_type, type_attr};
use crate::translate::constant::{Constant, Expression, Operation, Value, lanes};

/// The flags of `getelementptr`; the first one implies the second.
const INBOUNDS: i64 = 1;
const NO_SIGNED_WRAP: i64 = 2;
const NO_UNSIGNED_WRAP: i64 = 4;

impl Folder<'_, '_> {
    pub(super) fn getelementptr(self, op: OpRef<'_>, ty: Type, operands: Vec<Constant>) -> Option<Constant> {
        let element = type_attr(op, "elem_type")?;
        let mut dynamic = operands.into_iter();
        let mut operands = vec![dynamic.next()?];
        for index in integers(op, "rawConstantIndices") {
            operands.push(match index {
                DYNAMIC_INDEX => dynamic.next()?,
                index => Constant::new(Type::I32, Value::Integer(ApInt::from_i128(32, index.into()))),
            });
        }
        let flags = integer(op, "noWrapFlags").unwrap_or(0);
        let flags = flags | (flags & INBOUNDS) << 1;
        if matches!(llvm_type(self.ctx, element)?, LlvmType::Vector { scalable: true, .. }) {
            return None;
        }
        self.address(element, flags, operands, ty)
    }

    /// The address that a base and indices are.
    pub(super) fn address(self, element: Type, flags: i64, mut operands: Vec<Constant>, ty: Type) -> Option<Constant> {
        let base = operands.first()?.clone();
        if base.is_undefined() {
            return Some(Constant::new(ty, base.value));
        }
        if operands[1..]
            .iter()
            .all(|index| index.is_zero() || index.is_undefined())
        {
            return Some(if base.ty == ty {
                base
            } else {
                Constant::splat(self.ctx, ty, base)
            });
        }
        if lanes(self.ctx, ty).is_some() {
            self.spread_indices(element, &mut operands, ty)?;
        }
        if self.resize_indices(element, &mut operands, ty) {
            return self.address(element, flags, operands, ty);
        }
        if let Some(simple) = self.single_distance(element, flags, &operands, ty) {
            return simple;
        }
        Constant::expression(ty, Operation::Address { element, flags }, operands)
    }

    /// Makes vectors of the indices of a vector of addresses, but for those of fields.
    fn spread_indices(self, element: Type, operands: &mut [Constant], ty: Type) -> Option<()> {
        let fields = self.field_indices(element, operands)?;
        for (index, is_field) in operands[1..].iter_mut().zip(fields) {
            if is_field && index.is_vector(self.ctx) {
                *index = index.splat_value(self.ctx)?;
            } else if !is_field && !index.is_vector(self.ctx) {
                let vector = with_element(self.ctx, ty, index.ty);
                *index = Constant::splat(self.ctx, vector, index.clone());
            }
        }
        Some(())
    }

    /// For each index whether it is that of a field.
    fn field_indices(self, element: Type, operands: &[Constant]) -> Option<Vec<bool>> {
        let mut fields = Vec::with_capacity(operands.len());
        let mut current = None;
        for index in operands.get(1..)? {
            let (is_field, next) = match current {
                None => (false, element),
                Some(ty) => self.step(ty, index)?,
            };
            fields.push(is_field);
            current = Some(next);
        }
        Some(fields)
    }

    /// Whether an index into a type is that of a field, and the type of the part.
    fn step(self, ty: Type, index: &Constant) -> Option<(bool, Type)> {
        match llvm_type(self.ctx, ty)? {
            LlvmType::Struct(fields) => {
                let index = index.splat_value(self.ctx).unwrap_or_else(|| index.clone());
                let field = usize::try_from(index.as_integer()?.to_i64()?).ok()?;
                Some((true, *fields.body?.get(field)?))
            }
            LlvmType::Array(_, element) | LlvmType::Vector { element, .. } => Some((false, element)),
            _ => None,
        }
    }

    /// Gives indices the width of distances. Returns whether one changed.
    fn resize_indices(self, element: Type, operands: &mut [Constant], ty: Type) -> bool {
        let pointer = ty.element_or_self(self.ctx);
        let resized = || {
            let bits = self.layout.index_bits(self.space_of(pointer)?)?;
            let wanted = self.ctx.int_type(bits);
            let fields = self.field_indices(element, operands)?;
            let mut resized = Vec::with_capacity(operands.len());
            let mut changes = false;
            for (index, is_field) in operands[1..].iter().zip(fields) {
                if is_field || index.ty.element_or_self(self.ctx) == wanted {
                    resized.push(index.clone());
                } else {
                    changes = true;
                    resized.push(self.resize(index, with_element(self.ctx, index.ty, wanted), true)?);
                }
            }
            changes.then_some(resized)
        };
        match resized() {
            Some(resized) => {
                operands[1..].clone_from_slice(&resized);
                true
            }
            None => false,
        }
    }

    /// The address as a base and a distance, if the base is one and the distance is known. Inside is `None` if it is too
    /// large to be written.
    fn single_distance(
        self,
        element: Type,
        mut flags: i64,
        operands: &[Constant],
        ty: Type,
    ) -> Option<Option<Constant>> {
        let mut base = operands[0].clone();
        let space = self.space(&base)?;
        let mut distance = self.distance(element, operands)?;
        let mut overflows = false;
        while let Some(expression) = base.as_expression()
            && let Operation::Address { flags: inner, .. } = &expression.operation
        {
            flags &= inner;
            let Some(more) = self.constant_offset(expression) else {
                break;
            };
            let sum = distance.add(&more);
            overflows |= distance.is_negative() == more.is_negative() && sum.is_negative() != more.is_negative();
            distance = sum;
            base = expression.operands[0].clone();
        }
        if flags & INBOUNDS == 0 && overflows {
            flags &= !NO_SIGNED_WRAP;
        }
        if let Some(number) = self.base_number(&base, self.layout.pointer_bits(space)?)
            && !self.layout.is_non_integral(space)
        {
            // Only the low bits change if distances are narrower than pointers.
            let low = number.zext(distance.width());
            let (old, new) = (low.zext(number.width()), low.add(&distance).zext(number.width()));
            let ty_of_number = self.ctx.int_type(number.width());
            let number = Constant::new(ty_of_number, Value::Integer(number.sub(&old).add(&new)));
            return Some(self.convert("inttoptr", &number, ty));
        }
        if flags & INBOUNDS == 0 && !distance.is_negative() && self.is_within(&base, &distance) {
            flags |= INBOUNDS | NO_SIGNED_WRAP;
        }
        if flags & NO_SIGNED_WRAP != 0 && !distance.is_negative() {
            flags |= NO_UNSIGNED_WRAP;
        }
        if distance.is_zero() {
            return Some(Some(base));
        }
        let index = Constant::new(self.ctx.int_type(distance.width()), Value::Integer(distance));
        let operation = Operation::Address {
            element: Type::I8,
            flags,
        };
        Some(Constant::expression(ty, operation, vec![base, index]))
    }

    /// The number that a base is: a null pointer, or an integer that was made a pointer.
    fn base_number(self, base: &Constant, bits: u32) -> Option<ApInt> {
        if base.is_zero() {
            return Some(ApInt::zero(bits));
        }
        let number = base.as_cast("inttoptr")?.as_integer()?.zext(bits);
        (!number.is_zero()).then_some(number)
    }

    /// Whether so many bytes behind the base are still in its global, or just behind it.
    fn is_within(self, base: &Constant, distance: &ApInt) -> bool {
        let size = base
            .as_global()
            .and_then(|name| self.symbols.size_of(self.ctx, self.layout, name));
        let distance = distance.to_u64();
        size.zip(distance)
            .is_some_and(|(size, distance)| size > 0 && distance <= size)
    }

    /// The bytes between the base of an expression and its address, if they are known.
    pub(super) fn constant_offset(self, expression: &Expression) -> Option<ApInt> {
        let Operation::Address { element, .. } = expression.operation else {
            return None;
        };
        self.distance(element, &expression.operands)
    }

    /// The bytes between a base and what indices lead to, if they are known.
    fn distance(self, element: Type, operands: &[Constant]) -> Option<ApInt> {
        let bits = self.layout.index_bits(self.space(operands.first()?)?)?;
        let mut sum = ApInt::zero(bits);
        let mut current = None;
        for index in operands.get(1..)? {
            let number = index.as_integer()?;
            let next = match current {
                None => element,
                Some(ty) => self.step(ty, index)?.1,
            };
            let bytes = match current.and_then(|ty| llvm_type(self.ctx, ty).map(|kind| (ty, kind))) {
                Some((ty, LlvmType::Struct(_))) => {
                    let field = usize::try_from(number.to_i64()?).ok()?;
                    ApInt::from_u128(bits, self.layout.field_offset(self.ctx, ty, field)?.into())
                }
                Some((_, LlvmType::Vector { .. })) => {
                    let size = self.layout.store_size(self.ctx, next)?;
                    number.sext(bits).mul(&ApInt::from_u128(bits, size.into()))
                }
                _ => {
                    let size = self.layout.alloc_size(self.ctx, next)?;
                    number.sext(bits).mul(&ApInt::from_u128(bits, size.into()))
                }
            };
            sum = sum.add(&bytes);
            current = Some(next);
        }
        Some(sum)
    }
}
