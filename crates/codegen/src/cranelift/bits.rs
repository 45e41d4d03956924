//! Constants as the bytes that they are in memory.

use std::collections::BTreeMap;

use asyncir_dialects::llvm::layout::{fields_with_offsets, layout_of};
use asyncir_dialects::sparse_elements::dense_of_sparse;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Fallible, OpRef, Type};

use super::types::Leaf;
use super::{refused, refused_for};
use crate::dialect::{LlvmType, is_dialect_attr, llvm_type};
use crate::translate::{extends_with_zeros, little_endian, storage_bytes};

/// A constant in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Image<'m> {
    /// How many bytes it has.
    pub(super) size: u64,
    /// The bytes; without them it is zeros.
    pub(super) bytes: Vec<u8>,
    /// Addresses in it, by their places; they are known when it is linked.
    pub(super) references: BTreeMap<u64, Reference<'m>>,
}

/// The address of a symbol, and so many bytes behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference<'m> {
    pub(super) symbol: &'m str,
    pub(super) addend: i64,
}

/// More bytes than that are not written out.
const MAX_BYTES: u64 = 1 << 28;

impl<'m> Image<'m> {
    /// A constant of `size` bytes that are zero.
    pub(super) fn zeros(size: u64) -> Self {
        Self {
            size,
            bytes: Vec::new(),
            references: BTreeMap::new(),
        }
    }

    /// Starts with the address of a symbol.
    pub(super) fn refer_to(&mut self, symbol: &'m str) {
        self.references.insert(0, Reference { symbol, addend: 0 });
    }

    /// The bytes, written out.
    fn bytes(&mut self) -> Option<&mut [u8]> {
        if self.bytes.is_empty() {
            let size = usize::try_from(self.size).ok().filter(|_| self.size <= MAX_BYTES)?;
            self.bytes = vec![0; size];
        }
        Some(&mut self.bytes)
    }

    /// Puts a constant at a place in this one.
    pub(super) fn put(&mut self, offset: u64, part: &Self) -> Option<()> {
        let end = offset.checked_add(part.size).filter(|&end| end <= self.size)?;
        if !(self.bytes.is_empty() && part.bytes.is_empty()) {
            let place = self
                .bytes()?
                .get_mut(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)?;
            if part.bytes.is_empty() {
                place.fill(0);
            } else {
                place.copy_from_slice(&part.bytes);
            }
        }
        let mut behind = self.references.split_off(&offset);
        self.references.append(&mut behind.split_off(&end));
        let moved = part
            .references
            .iter()
            .map(|(place, reference)| (place + offset, *reference));
        self.references.extend(moved);
        Some(())
    }

    /// The part of that size at a place.
    pub(super) fn get(&self, offset: u64, size: u64) -> Option<Self> {
        let end = offset.checked_add(size).filter(|&end| end <= self.size)?;
        let bytes = if self.bytes.is_empty() {
            Vec::new()
        } else {
            self.bytes
                .get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)?
                .to_vec()
        };
        let inside = self.references.range(offset..end);
        Some(Self {
            size,
            bytes,
            references: inside.map(|(place, reference)| (place - offset, *reference)).collect(),
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
    let mut image = Image::zeros(layout_of(ctx, ty)?.size);
    if ["undef", "poison", "zero"]
        .iter()
        .any(|name| is_dialect_attr(ctx, value, name))
    {
        return Some(image);
    }
    match value.kind(ctx) {
        AttrKind::Integer { .. } => put_integer(ctx, ty, integer_of(ctx, value)?, image.bytes()?)?,
        AttrKind::Float { ty: from, bits } if ty == *from => put_float(ctx, ty, *bits, image.bytes()?)?,
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
            matches!(llvm_type(ctx, ty)?, LlvmType::Pointer(0)).then_some(())?;
            image.refer_to(ctx.str(*root));
        }
        AttrKind::String { value, .. } => {
            image.size = value.len() as u64;
            image.bytes = value.to_vec();
        }
        AttrKind::Array(elements) => {
            for (index, &element) in elements.iter().enumerate() {
                let (ty, offset) = part(ctx, ty, index)?;
                image.put(offset, &of(ctx, ty, element)?)?;
            }
        }
        AttrKind::DenseElements { splat: true, data, .. } if data.iter().all(|&byte| byte == 0) => {}
        AttrKind::DenseElements { ty: from, splat, data } => {
            put_elements(ctx, ty, *from, *splat, data, image.bytes()?)?;
        }
        AttrKind::SparseElements { .. } => return of(ctx, ty, dense_of_sparse(ctx, value)?),
        _ => return None,
    }
    Some(image)
}

/// A part of an aggregate and the bytes at which it starts.
fn part(ctx: &Context, ty: Type, index: usize) -> Option<(Type, u64)> {
    match llvm_type(ctx, ty)? {
        LlvmType::Struct(fields) => fields_with_offsets(ctx, &fields.body?, fields.packed)?
            .get(index)
            .copied(),
        LlvmType::Array(size, element) => {
            let index = u64::try_from(index).ok().filter(|&index| index < size)?;
            Some((element, layout_of(ctx, element)?.size.checked_mul(index)?))
        }
        _ => None,
    }
}

/// The bits of an integer attribute, extended: those of one bit and unsigned ones with zeros, others with their sign.
pub(super) fn integer_of(ctx: &Context, attr: Attribute) -> Option<u128> {
    let (ty, value) = attr.as_int(ctx)?;
    if extends_with_zeros(ctx, ty) {
        value.to_u128()
    } else {
        Some(low_bits(value))
    }
}

fn put_integer(ctx: &Context, ty: Type, bits: u128, bytes: &mut [u8]) -> Option<()> {
    let LlvmType::Integer(width) = llvm_type(ctx, ty)? else {
        return None;
    };
    let bits = if width == 1 { bits & 1 } else { bits };
    bytes.copy_from_slice(bits.to_le_bytes().get(..bytes.len())?);
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
    (stored == size && storage_bytes(ctx, from.element_or_self(ctx))? == size).then_some(())?;
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
    let value = dense_of_sparse(op.ctx, value).unwrap_or(value);
    let AttrKind::DenseElements { ty: from, splat, data } = value.kind(op.ctx) else {
        return None;
    };
    let stored = storage_bytes(op.ctx, from.element_or_self(op.ctx))?;
    leaves
        .iter()
        .all(|leaf| leaf.ty.bytes() as usize == stored)
        .then_some(())?;
    if *splat {
        return Some(vec![little_endian(data.get(..stored)?); leaves.len()]);
    }
    let numbers: Vec<u128> = data.chunks_exact(stored).map(little_endian).collect();
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
        let part = usize::try_from(index).ok().and_then(|index| part(op.ctx, ty, index));
        let (inner, start) = part.ok_or_else(|| refused(op))?;
        ty = inner;
        offset += start;
    }
    Ok((ty, offset))
}
