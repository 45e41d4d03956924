//! To which byte of an object an address computation leads, and in which part of it that is.

use asyncir_dialects::llvm::gep::{GepIndex, indices};
use asyncir_dialects::llvm::layout::{fields_with_offsets, layout_of};
use asyncir_dialects::llvm::types::{array_parts, struct_parts};
use asyncir_ir::{Body, Context, OpId, Type};

use crate::general::mem2reg::convert::bytes;

/// A part of an object.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) ty: Type,
    /// The byte where it starts.
    pub(super) start: u64,
    /// How many bytes it has.
    pub(super) size: u64,
}

/// The parts of an object, in their order.
pub(super) struct Parts {
    parts: Vec<Part>,
    /// How many bytes the object has, padding at its end included.
    pub(super) size: u64,
}

/// A place in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The number of the part.
    pub(super) index: usize,
    /// The byte in it.
    pub(super) offset: u64,
    /// How many bytes of the part there are from there on.
    pub(super) left: u64,
}

impl Parts {
    /// The parts of an array or structure whose size is known. An array must have few elements.
    pub(super) fn of(ctx: &Context, ty: Type) -> Option<Self> {
        let size = layout_of(ctx, ty)?.size;
        let places = if let Some((count, element)) = array_parts(ctx, ty) {
            let elements = vec![element; usize::try_from(count).ok()?];
            fields_with_offsets(ctx, &elements, true)?
        } else {
            let parts = struct_parts(ctx, ty)?;
            fields_with_offsets(ctx, &parts.fields?, parts.packed)?
        };
        let part = |(ty, start)| bytes(ctx, ty).map(|size| Part { ty, start, size });
        let parts = places.into_iter().map(part).collect::<Option<_>>()?;
        Some(Self { parts, size })
    }

    pub(super) fn part(&self, index: usize) -> Part {
        self.parts[index]
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Part> {
        self.parts.iter().copied()
    }

    /// The place of a byte; nothing for padding.
    pub(super) fn place(&self, byte: u64) -> Option<Place> {
        let index = self.parts.iter().position(|part| {
            let inside = byte.checked_sub(part.start);
            inside.is_some_and(|inside| inside < part.size)
        })?;
        let part = self.parts[index];
        let offset = byte - part.start;
        Some(Place {
            index,
            offset,
            left: part.size - offset,
        })
    }
}

/// By how many bytes a `llvm.getelementptr` moves an address, if that is known and not negative.
pub(super) fn byte_offset(ctx: &Context, body: &Body, gep: OpId) -> Option<u64> {
    let view = body.op_ref(ctx, gep);
    let mut ty = view.required("elem_type").as_type(ctx)?;
    let mut offset: u64 = 0;
    for (number, index) in indices(view).into_iter().enumerate() {
        let GepIndex::Constant(index) = index else { return None };
        let index = u64::try_from(index).ok()?;
        let (element, start) = if number == 0 {
            (ty, layout_of(ctx, ty)?.size.checked_mul(index)?)
        } else {
            step(ctx, ty, index)?
        };
        ty = element;
        offset = offset.checked_add(start)?;
    }
    Some(offset)
}

/// The element of an array or structure, and the byte where it starts.
fn step(ctx: &Context, ty: Type, index: u64) -> Option<(Type, u64)> {
    if let Some((_, element)) = array_parts(ctx, ty) {
        return Some((element, layout_of(ctx, element)?.size.checked_mul(index)?));
    }
    let parts = struct_parts(ctx, ty)?;
    let fields = fields_with_offsets(ctx, &parts.fields?, parts.packed)?;
    fields.get(usize::try_from(index).ok()?).copied()
}
