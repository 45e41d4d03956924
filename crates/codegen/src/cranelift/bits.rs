//! Constants as the bytes that they are in memory.

use asyncir_dialects::llvm::layout::layout_of;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Fallible, OpRef, Type};

use super::types::{Leaf, fields_with_offsets};
use super::{refused, refused_for};
use crate::dialect::{LlvmType, is_dialect_attr, llvm_type};

/// A constant in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Image<'m> {
    pub(super) bytes: Vec<u8>,
    /// Addresses in it, which are known when it is linked.
    pub(super) references: Vec<Reference<'m>>,
}

/// The address of a symbol, and so many bytes behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference<'m> {
    /// Where it stands.
    pub(super) offset: u64,
    pub(super) symbol: &'m str,
    pub(super) addend: i64,
}

/// More bytes than that are not written out.
const MAX_BYTES: u64 = 1 << 30;

impl<'m> Image<'m> {
    /// So many zeros.
    pub(super) fn zeros(size: u64) -> Option<Self> {
        let size = usize::try_from(size).ok().filter(|_| size <= MAX_BYTES)?;
        Some(Self {
            bytes: vec![0; size],
            references: Vec::new(),
        })
    }

    /// Puts a constant at a place in this one.
    pub(super) fn put(&mut self, offset: u64, part: &Self) -> Option<()> {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(part.bytes.len())?;
        self.bytes.get_mut(start..end)?.copy_from_slice(&part.bytes);
        self.references
            .retain(|reference| !(offset..end as u64).contains(&reference.offset));
        self.references
            .extend(part.references.iter().map(|reference| Reference {
                offset: reference.offset + offset,
                ..*reference
            }));
        Some(())
    }

    /// The part of that size at a place.
    pub(super) fn get(&self, offset: u64, size: u64) -> Option<Self> {
        let (start, length) = (usize::try_from(offset).ok()?, usize::try_from(size).ok()?);
        let bytes = self.bytes.get(start..start.checked_add(length)?)?.to_vec();
        let inside = self
            .references
            .iter()
            .filter(|reference| (offset..offset + size).contains(&reference.offset));
        Some(Self {
            bytes,
            references: inside
                .map(|reference| Reference {
                    offset: reference.offset - offset,
                    ..*reference
                })
                .collect(),
        })
    }
}

/// The constant of type `ty` that an attribute of `op` stands for.
///
/// # Errors
/// Cranelift's side does not know the type or the attribute.
pub(super) fn image_of<'m>(op: OpRef<'m>, ty: Type, value: Attribute) -> Fallible<Image<'m>> {
    of(op.ctx, ty, value).ok_or_else(|| refused_for(op, "constant"))
}

fn of<'m>(ctx: &'m Context, ty: Type, value: Attribute) -> Option<Image<'m>> {
    let mut image = Image::zeros(layout_of(ctx, ty)?.size)?;
    if ["undef", "poison", "zero"]
        .iter()
        .any(|name| is_dialect_attr(ctx, value, name))
    {
        return Some(image);
    }
    match value.kind(ctx) {
        AttrKind::Integer { value, .. } => put_integer(ctx, ty, value, &mut image.bytes)?,
        AttrKind::Float { bits, .. } => put_float(ctx, ty, *bits, &mut image.bytes)?,
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
            matches!(llvm_type(ctx, ty)?, LlvmType::Pointer(0)).then_some(())?;
            image.references.push(Reference {
                offset: 0,
                symbol: ctx.str(*root),
                addend: 0,
            });
        }
        AttrKind::String { value, .. } => image.bytes = value.to_vec(),
        AttrKind::Array(elements) => {
            for (&element, (ty, offset)) in elements.iter().zip(parts(ctx, ty)?) {
                image.put(offset, &of(ctx, ty, element)?)?;
            }
        }
        AttrKind::DenseElements { ty: from, splat, data } => {
            put_elements(ctx, ty, *from, *splat, data, &mut image.bytes)?;
        }
        _ => return None,
    }
    Some(image)
}

/// The parts of an aggregate with the bytes at which they start.
pub(super) fn parts(ctx: &Context, ty: Type) -> Option<Vec<(Type, u64)>> {
    match llvm_type(ctx, ty)? {
        LlvmType::Struct(fields) => fields_with_offsets(ctx, &fields.body?, fields.packed),
        LlvmType::Array(size, element) => {
            let stride = layout_of(ctx, element)?.size;
            (size.checked_mul(stride)? <= MAX_BYTES).then_some(())?;
            Some((0..size).map(|index| (element, index * stride)).collect())
        }
        _ => None,
    }
}

fn put_integer(ctx: &Context, ty: Type, value: &ApInt, bytes: &mut [u8]) -> Option<()> {
    let LlvmType::Integer(width) = llvm_type(ctx, ty)? else {
        return None;
    };
    let number = if width == 1 {
        u128::from(!value.is_zero())
    } else {
        low_bits(value)
    };
    bytes.copy_from_slice(number.to_le_bytes().get(..bytes.len())?);
    Some(())
}

fn put_float(ctx: &Context, ty: Type, bits: u128, bytes: &mut [u8]) -> Option<()> {
    matches!(llvm_type(ctx, ty)?, LlvmType::Float("float" | "double")).then_some(())?;
    bytes.copy_from_slice(bits.to_le_bytes().get(..bytes.len())?);
    Some(())
}

/// Scalars in row-major order: the bytes of a dense attribute are those of nested arrays of them.
fn put_elements(ctx: &Context, ty: Type, from: Type, splat: bool, data: &[u8], bytes: &mut [u8]) -> Option<()> {
    let mut element = ty;
    while let LlvmType::Array(_, inner) = llvm_type(ctx, element)? {
        element = inner;
    }
    let size = usize::try_from(layout_of(ctx, element)?.size).ok()?;
    let stored = match llvm_type(ctx, element)? {
        LlvmType::Integer(1 | 8) => 1,
        LlvmType::Integer(width @ (16 | 32 | 64)) => width as usize / 8,
        LlvmType::Float("float") => 4,
        LlvmType::Float("double") => 8,
        _ => return None,
    };
    let source = from.element_or_self(ctx);
    let width = source
        .float(ctx)
        .map(|float| float.width())
        .or_else(|| ctx.int_or_index_width(source))?;
    (stored == size && (width as usize).div_ceil(8) == size).then_some(())?;
    if splat {
        let one = data.get(..size)?;
        bytes
            .chunks_exact_mut(size)
            .for_each(|place| place.copy_from_slice(one));
    } else {
        bytes.copy_from_slice(data.get(..bytes.len())?);
    }
    Some(())
}

/// The bits of each scalar of a value that a list of numbers stands for: of a vector, or of arrays of some.
pub(super) fn numbers_of(op: OpRef<'_>, leaves: &[Leaf], value: Attribute) -> Option<Vec<u128>> {
    let AttrKind::DenseElements { ty: from, splat, data } = value.kind(op.ctx) else {
        return None;
    };
    let source = from.element_or_self(op.ctx);
    let width = source
        .float(op.ctx)
        .map(|float| float.width())
        .or_else(|| op.ctx.int_or_index_width(source))?;
    let stored = (width as usize).div_ceil(8).max(1);
    leaves
        .iter()
        .all(|leaf| leaf.ty.bytes() as usize == stored)
        .then_some(())?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
    if *splat {
        return Some(vec![number(data.get(..stored)?); leaves.len()]);
    }
    let numbers: Vec<u128> = data.chunks_exact(stored).map(number).collect();
    (numbers.len() == leaves.len()).then_some(numbers)
}

/// The low bits of an integer, with its sign above.
pub(super) fn low_bits(value: &ApInt) -> u128 {
    value
        .to_i128()
        .map_or_else(|| value.to_u128().unwrap_or(0), i128::cast_unsigned)
}

/// The number of bytes between the elements of an aggregate's parts up to the end of a path, and the type there.
pub(super) fn place(op: OpRef<'_>, ty: Type, path: &[i64]) -> Fallible<(Type, u64)> {
    let (mut ty, mut offset) = (ty, 0);
    for &index in path {
        let part = usize::try_from(index)
            .ok()
            .and_then(|index| parts(op.ctx, ty)?.get(index).copied());
        let (inner, start) = part.ok_or_else(|| refused(op))?;
        ty = inner;
        offset += start;
    }
    Ok((ty, offset))
}
