//! Constants from MLIR's attributes.

use asyncir_dialects::sparse_elements::dense_of_sparse;
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Diagnostic, Fallible, Location, Signedness, Type, TypeKind};

use super::dense::{Dense, Elements, numbers};
use super::{Constant, Value};
use crate::dialect::{LlvmType, is_dialect_attr, llvm_type};

/// Makes constants.
pub(in crate::translate) struct ConstantReader<'a> {
    pub(in crate::translate) ctx: &'a Context,
    pub(in crate::translate) location: Location,
}

impl ConstantReader<'_> {
    /// The constant of type `ty` that `attr` stands for.
    pub(in crate::translate) fn constant(&self, ty: Type, attr: Attribute) -> Fallible<Constant> {
        if is_dialect_attr(self.ctx, attr, "undef") {
            return Ok(Constant::undef(ty));
        }
        if is_dialect_attr(self.ctx, attr, "poison") {
            return Ok(Constant::poison(ty));
        }
        if is_dialect_attr(self.ctx, attr, "zero") {
            return Ok(Constant::zero(self.ctx, ty));
        }
        match attr.kind(self.ctx) {
            AttrKind::Integer { ty: from, value } => resized_to(self.ctx, ty, *from, value)
                .ok_or_else(|| self.error("integer constant of a type that is not an integer")),
            AttrKind::Float { ty: from, bits } => self.float(ty, *from, *bits),
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Ok(Constant::new(ty, Value::Global(*root))),
            AttrKind::Array(elements) => self.array(ty, elements),
            AttrKind::String { .. } | AttrKind::DenseElements { .. } => self.elements(ty, attr),
            AttrKind::SparseElements { .. } => match dense_of_sparse(self.ctx, attr) {
                Some(dense) => self.constant(ty, dense),
                None => Err(self.error("unsupported constant value")),
            },
            AttrKind::DenseResource { key, .. } => {
                let key = self.ctx.str(*key);
                Err(self.error(&format!("the file has no elements for the resource '{key}'")))
            }
            _ => Err(self.error("unsupported constant value")),
        }
    }

    fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error(self.location, message)
    }

    /// Eight-bit floats and narrower ones are integers to LLVM.
    fn float(&self, ty: Type, from: Type, bits: u128) -> Fallible<Constant> {
        let value = match llvm_type(self.ctx, ty) {
            Some(LlvmType::Integer(width)) if from.float(self.ctx).is_some_and(|f| f.width() == width) => {
                Value::Integer(ApInt::from_u128(width, bits))
            }
            Some(LlvmType::Float(_)) if ty == from => Value::Float(bits),
            _ => return Err(self.error("FloatAttr does not match expected type of the constant")),
        };
        Ok(Constant::new(ty, value))
    }

    fn array(&self, ty: Type, elements: &[Attribute]) -> Fallible<Constant> {
        let types = match llvm_type(self.ctx, ty) {
            Some(LlvmType::Struct(struct_type)) => struct_type.body.unwrap_or_default(),
            Some(LlvmType::Array(_, element)) => vec![element; elements.len()],
            Some(LlvmType::Float(_) | LlvmType::Integer(_)) if elements.len() == 1 => {
                return self.constant(ty, elements[0]);
            }
            _ => return Err(self.error("expected an array attribute for a struct constant")),
        };
        if types.len() != elements.len() {
            return Err(self.error("struct constant with a wrong number of elements"));
        }
        let parts = types.into_iter().zip(elements);
        let parts = parts.map(|(ty, &element)| self.constant(ty, element));
        Ok(Constant::of_parts(self.ctx, ty, parts.collect::<Fallible<_>>()?))
    }

    fn elements(&self, ty: Type, attr: Attribute) -> Fallible<Constant> {
        let unsupported = || self.error("unsupported constant value");
        let elements = Elements::of(self.ctx, attr).ok_or_else(unsupported)?;
        let (count, scalar) = numbers(self.ctx, ty).ok_or_else(unsupported)?;
        elements
            .fit(self.ctx, scalar, count)
            .map_err(|message| self.error(message))?;
        Dense::constant(self.ctx, ty, attr, 0).ok_or_else(unsupported)
    }
}

/// Integers may differ in width from their type, since `index` does: unsigned ones and `i1` are zero-extended.
pub(super) fn resized_to(ctx: &Context, ty: Type, from: Type, value: &ApInt) -> Option<Constant> {
    let LlvmType::Integer(width) = llvm_type(ctx, ty)? else {
        return None;
    };
    let value = resized(value, width, extends_with_zeros(ctx, from));
    Some(Constant::new(ty, Value::Integer(value)))
}

/// `value` cut or extended to `width` bits.
fn resized(value: &ApInt, width: u32, unsigned: bool) -> ApInt {
    match width.cmp(&value.width()) {
        std::cmp::Ordering::Less => value.trunc(width),
        std::cmp::Ordering::Equal => value.clone(),
        std::cmp::Ordering::Greater if unsigned => value.zext(width),
        std::cmp::Ordering::Greater => value.sext(width),
    }
}

/// Whether integers of that type are extended with zeros; those of one bit are, too.
pub(crate) fn extends_with_zeros(ctx: &Context, ty: Type) -> bool {
    match *ty.kind(ctx) {
        TypeKind::Integer { width, signedness } => width == 1 || signedness == Signedness::Unsigned,
        _ => false,
    }
}

/// Bytes of an element of that type in a dense attribute.
pub(crate) fn storage_bytes(ctx: &Context, ty: Type) -> Option<usize> {
    let bits = match ty.float(ctx) {
        Some(FloatSemantics::F80) => 80,
        Some(semantics) => semantics.width(),
        None => ctx.int_or_index_width(ty)?,
    };
    Some(bits.div_ceil(8).max(1) as usize)
}

/// Up to sixteen little-endian bytes as a number.
pub(crate) fn little_endian(bytes: &[u8]) -> u128 {
    bytes
        .iter()
        .take(16)
        .rev()
        .fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}
