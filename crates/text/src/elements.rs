//! How elements of dense attributes are laid out.

use asyncir_ir::{AttrKind, Context, Type, TypeKind};

/// Bytes of one number of an integer, index or float type.
pub(crate) fn element_bytes(ctx: &Context, ty: Type) -> Option<usize> {
    let bits = match *ty.kind(ctx) {
        TypeKind::Integer { width, .. } => width,
        TypeKind::Index => 64,
        TypeKind::Float(semantics) => semantics.width(),
        _ => return None,
    };
    Some(bits.div_ceil(8).max(1) as usize)
}

/// Bytes of one element of a dense attribute: those of a number, or of two for a complex number. `None` if a type has no
/// such elements.
pub fn storage_bytes(ctx: &Context, ty: Type) -> Option<usize> {
    match *ty.kind(ctx) {
        TypeKind::Complex(component) => element_bytes(ctx, component).map(|bytes| 2 * bytes),
        _ => element_bytes(ctx, ty),
    }
}

/// The attribute with these elements of so many bytes each. Those that are all equal are kept once.
pub(crate) fn splat_if_equal(ty: Type, mut data: Vec<u8>, bytes: usize) -> AttrKind {
    let splat = !data.is_empty() && data.chunks_exact(bytes).all(|element| *element == data[..bytes]);
    if splat {
        data.truncate(bytes);
    }
    AttrKind::DenseElements {
        ty,
        splat,
        data: data.into(),
    }
}
