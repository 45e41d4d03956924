//! How types lie in memory.

use asyncir_ir::{Context, Type, TypeKind};

use super::types::{PTR, array_parts, struct_parts};

/// Bytes, and the multiple of bytes that an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many bytes it takes, padding at its end included.
    pub size: u64,
    /// What its address is a multiple of.
    pub align: u64,
}

/// What memory a pointer takes.
pub const POINTER: Layout = Layout { size: 8, align: 8 };

/// What memory a type takes, as LLVM lays it out on 64-bit machines; nothing for types without a known size.
pub fn layout_of(ctx: &Context, ty: Type) -> Option<Layout> {
    layout_within(ctx, ty, MAX_NESTING)
}

/// How deep aggregates may be nested. A structure with a name that holds itself has no end, and no size.
const MAX_NESTING: usize = 200;

fn layout_within(ctx: &Context, ty: Type, nesting: usize) -> Option<Layout> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => {
            let bytes = u64::from(*width).div_ceil(8).max(1);
            let align = bytes.next_power_of_two().min(16);
            let size = bytes.next_multiple_of(align);
            Some(Layout { size, align })
        }
        TypeKind::Float(semantics) => {
            let size = u64::from(semantics.width().div_ceil(8)).next_power_of_two();
            Some(Layout { size, align: size })
        }
        TypeKind::Vector { scalable, element, .. } => {
            let lanes = ty.num_elements(ctx)?;
            let bits = match element.kind(ctx) {
                TypeKind::Integer { width, .. } => u64::from(*width),
                _ => layout_within(ctx, *element, nesting)?.size.checked_mul(8)?,
            };
            let size = bits.checked_mul(lanes)?.div_ceil(8).checked_next_power_of_two()?.max(1);
            (!scalable.contains(&true)).then_some(Layout { size, align: size })
        }
        TypeKind::Dialect { .. } if ty.is_a(ctx, &PTR) => Some(POINTER),
        TypeKind::Dialect { .. } => aggregate(ctx, ty, nesting.checked_sub(1)?),
        _ => None,
    }
}

fn aggregate(ctx: &Context, ty: Type, nesting: usize) -> Option<Layout> {
    if let Some((count, element)) = array_parts(ctx, ty) {
        let Layout { size, align } = layout_within(ctx, element, nesting)?;
        return Some(Layout {
            size: size.checked_mul(count)?,
            align,
        });
    }
    let parts = struct_parts(ctx, ty)?;
    let mut whole = Layout { size: 0, align: 1 };
    for field in parts.fields? {
        let mut field = layout_within(ctx, field, nesting)?;
        if parts.packed {
            field.align = 1;
        }
        let start = whole.size.checked_next_multiple_of(field.align)?;
        whole = Layout {
            size: start.checked_add(field.size)?,
            align: whole.align.max(field.align),
        };
    }
    whole.size = whole.size.checked_next_multiple_of(whole.align)?;
    Some(whole)
}

/// The fields of a struct with the bytes at which they start; nothing if one has no known size.
pub fn fields_with_offsets(ctx: &Context, fields: &[Type], packed: bool) -> Option<Vec<(Type, u64)>> {
    let mut end: u64 = 0;
    let mut list = Vec::with_capacity(fields.len());
    for &field in fields {
        let layout = layout_of(ctx, field)?;
        let align = if packed { 1 } else { layout.align };
        let start = end.checked_next_multiple_of(align)?;
        list.push((field, start));
        end = start.checked_add(layout.size)?;
    }
    Some(list)
}
