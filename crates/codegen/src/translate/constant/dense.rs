//! Arrays and vectors whose elements are in an attribute. Those of arrays, which may be large, stay there.

use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Fallible, Type, TypeKind};

use super::attributes::{little_endian, resized_to, storage_bytes};
use super::{Constant, Value};
use crate::dialect::{LlvmType, llvm_type};

/// The elements of an attribute from `first` on, as many as the type of the constant has.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::translate) struct Dense {
    attr: Attribute,
    first: usize,
    count: usize,
}

/// The elements of an attribute in row-major order.
pub(super) struct Elements<'c> {
    /// The type of the numbers in the data: of the parts of complex elements.
    scalar: Type,
    /// How many numbers an element has.
    per_element: usize,
    splat: bool,
    data: &'c [u8],
    bytes: usize,
}

impl<'c> Elements<'c> {
    /// The elements of an attribute that lists elements or is a string.
    pub(super) fn of(ctx: &'c Context, attr: Attribute) -> Option<Self> {
        let (element, splat, data) = match attr.kind(ctx) {
            AttrKind::DenseElements { ty, splat, data } => (ty.element_or_self(ctx), *splat, &**data),
            AttrKind::String { value, .. } => (Type::I8, false, &**value),
            _ => return None,
        };
        let (scalar, per_element) = match *element.kind(ctx) {
            TypeKind::Complex(part) => (part, 2),
            _ => (element, 1),
        };
        Some(Self {
            scalar,
            per_element,
            splat,
            data,
            bytes: storage_bytes(ctx, scalar)?,
        })
    }

    /// The bytes of a number.
    fn number(&self, index: usize) -> Option<&'c [u8]> {
        let index = if self.splat { index % self.per_element } else { index };
        let start = index.checked_mul(self.bytes)?;
        self.data.get(start..)?.get(..self.bytes)
    }

    /// The bytes of many numbers; of a splat, those of one element.
    pub(super) fn range(&self, first: usize, count: usize) -> Option<&'c [u8]> {
        if self.splat {
            return Some(self.data);
        }
        let start = first.checked_mul(self.bytes)?;
        self.data.get(start..)?.get(..count.checked_mul(self.bytes)?)
    }

    /// Whether many numbers are zero.
    fn are_zero(&self, first: usize, count: usize) -> bool {
        let range = self.range(first, count);
        range.is_some_and(|bytes| bytes.iter().all(|&byte| byte == 0))
    }

    /// Whether its numbers are such ones to LLVM, and as many as asked for.
    pub(super) fn fit(&self, ctx: &Context, scalar: Type, count: usize) -> Result<(), &'static str> {
        let is_enough = self.range(0, count).is_some() && self.number(0).is_some();
        if !is_enough && count > 0 {
            return Err("constant has fewer elements than its type");
        }
        let fits = match (llvm_type(ctx, scalar), self.scalar.float(ctx)) {
            (Some(LlvmType::Integer(width)), Some(semantics)) => semantics.width() == width,
            (Some(LlvmType::Integer(_)), None) => true,
            (Some(LlvmType::Float(_)), _) => self.scalar == scalar,
            _ => false,
        };
        if fits {
            Ok(())
        } else {
            Err("FloatAttr does not match expected type of the constant")
        }
    }

    /// The constant of a number.
    pub(super) fn scalar(&self, ctx: &Context, ty: Type, index: usize) -> Option<Constant> {
        let bytes = self.number(index)?;
        if self.scalar.float(ctx).is_some() {
            let bits = little_endian(bytes);
            let value = match llvm_type(ctx, ty)? {
                // Eight-bit floats and narrower ones are integers to LLVM.
                LlvmType::Integer(width) => Value::Integer(ApInt::from_u128(width, bits)),
                _ => Value::Float(bits),
            };
            return Some(Constant::new(ty, value));
        }
        let width = ctx.int_or_index_width(self.scalar).unwrap_or(64);
        let value = if width == 1 {
            ApInt::from_bool(bytes[0] != 0)
        } else {
            ApInt::from_le_bytes(width, bytes)
        };
        resized_to(ctx, ty, self.scalar, &value)
    }
}

/// How many numbers a type has in which nothing else is, and their type.
pub(super) fn numbers(ctx: &Context, ty: Type) -> Option<(usize, Type)> {
    match llvm_type(ctx, ty)? {
        LlvmType::Array(size, element) | LlvmType::Vector { size, element, .. } => {
            let (count, scalar) = numbers(ctx, element)?;
            Some((count.checked_mul(usize::try_from(size).ok()?)?, scalar))
        }
        LlvmType::Struct(parts) => {
            let fields = parts.body?;
            let &[first, second] = &fields[..] else {
                return None;
            };
            (first == second && llvm_type(ctx, first).is_some()).then_some((2, first))
        }
        LlvmType::Integer(_) | LlvmType::Float(_) => Some((1, ty)),
        _ => None,
    }
}

impl Dense {
    /// The constant of a type that the numbers from `first` on are.
    pub(super) fn constant(ctx: &Context, ty: Type, attr: Attribute, first: usize) -> Option<Constant> {
        let elements = Elements::of(ctx, attr)?;
        let (count, _) = numbers(ctx, ty)?;
        match llvm_type(ctx, ty)? {
            LlvmType::Integer(_) | LlvmType::Float(_) => elements.scalar(ctx, ty, first),
            _ if elements.are_zero(first, count) => Some(Constant::new(ty, Value::Zero)),
            LlvmType::Array(..) => Some(Constant::new(ty, Value::Dense(Self { attr, first, count }))),
            LlvmType::Vector { element, .. } if elements.splat => {
                let element = elements.scalar(ctx, element, first)?;
                Some(Constant::splat(ctx, ty, element))
            }
            _ => {
                let count = super::parts::part_count(ctx, ty)?;
                let part = |index| {
                    let ty = super::parts::part_type(ctx, ty, index)?;
                    elements.scalar(ctx, ty, first + index)
                };
                let parts = (0..count).map(part).collect::<Option<_>>()?;
                Some(Constant::of_parts(ctx, ty, parts))
            }
        }
    }

    /// The number of constants in it.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The element of that index of an array.
    pub(super) fn part(&self, ctx: &Context, array: Type, index: usize) -> Option<Constant> {
        let LlvmType::Array(size, element) = llvm_type(ctx, array)? else {
            return None;
        };
        ((index as u64) < size).then_some(())?;
        let (count, _) = numbers(ctx, element)?;
        Self::constant(ctx, element, self.attr, self.first + index * count)
    }

    /// All elements of an array, one after the other.
    pub(super) fn for_each(&self, ctx: &Context, array: Type, mut then: impl FnMut(&Constant) -> Fallible) -> Fallible {
        let (Some(LlvmType::Array(size, element)), Some(elements)) =
            (llvm_type(ctx, array), Elements::of(ctx, self.attr))
        else {
            return Ok(());
        };
        let is_scalar = matches!(llvm_type(ctx, element), Some(LlvmType::Integer(_) | LlvmType::Float(_)));
        let count = usize::try_from(size).unwrap_or(0);
        for index in 0..count {
            let part = if is_scalar {
                elements.scalar(ctx, element, self.first + index)
            } else {
                self.part(ctx, array, index)
            };
            part.map_or(Ok(()), |part| then(&part))?;
        }
        Ok(())
    }

    /// The bytes of an array of bytes.
    pub(super) fn bytes(&self, ctx: &Context, array: Type) -> Option<Vec<u8>> {
        let elements = Elements::of(ctx, self.attr)?;
        matches!(llvm_type(ctx, array)?, LlvmType::Array(_, Type::I8)).then_some(())?;
        let is_bytes = elements.bytes == 1 && ctx.int_or_index_width(elements.scalar).unwrap_or(8) == 8;
        is_bytes.then_some(())?;
        let bytes = elements.range(self.first, self.count)?;
        Some(if elements.splat {
            bytes.repeat(self.count)
        } else {
            bytes.to_vec()
        })
    }
}
