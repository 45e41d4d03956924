//! Large constants as bytes.
//!
//! LLVM reads an array of numbers one by one, into objects that take many times the memory of the numbers: four million
//! floats take seconds. A string of bytes is read at once. Where nobody looks at the text, the type of a global does not
//! matter, because pointers have none.

use asyncir_dialects::constant_fold::{element_bytes, element_width};
use asyncir_ir::{AttrKind, Attribute, Context, Type};

use super::text::quoted;
use crate::dialect::{LlvmType, llvm_type};

/// How many elements are few enough to be read one by one.
const FEW: u64 = 1024;

/// The alignment of such a global, unless it says another one: what LLVM gives arrays of this size.
pub(super) const ALIGNMENT: u64 = 16;

/// The largest constant, in bytes.
const MOST: u64 = 1 << 30;

/// A constant as text.
pub(super) struct Data {
    pub(super) ty: String,
    pub(super) value: String,
}

/// The bytes of a dense constant of many numbers, on machines that store low bytes first; `None` for others, and where
/// all are zero, which LLVM has a word for.
pub(super) fn of(ctx: &Context, ty: Type, value: Attribute) -> Option<Data> {
    let AttrKind::DenseElements {
        ty: shaped,
        splat,
        data,
    } = value.kind(ctx)
    else {
        return None;
    };
    let element = shaped.element_or_self(ctx);
    let count = array_size(ctx, ty, element)?;
    let size = whole_bytes(ctx, element)?;
    if count <= FEW || data.iter().all(|&byte| byte == 0) {
        return None;
    }
    let count = usize::try_from(count).ok()?;
    let bytes = if *splat { data.repeat(count) } else { data.to_vec() };
    (bytes.len() == count.checked_mul(size)?).then(|| Data {
        ty: format!("[{} x i8]", bytes.len()),
        value: format!("c{}", quoted(&bytes)),
    })
}

/// Whether a constant is too large for LLVM and for the text that it is read from.
pub(super) fn is_too_large(ctx: &Context, ty: Type, value: Attribute) -> bool {
    let AttrKind::DenseElements { ty: shaped, data, .. } = value.kind(ctx) else {
        return false;
    };
    let element = shaped.element_or_self(ctx);
    let is_zero = data.iter().all(|&byte| byte == 0);
    let bytes = shaped.num_elements(ctx).zip(element_bytes(ctx, element));
    let is_large = bytes.is_none_or(|(count, size)| count.saturating_mul(size as u64) > MOST);
    !is_zero && is_large && matches!(llvm_type(ctx, ty), Some(LlvmType::Array(..)))
}

/// How many elements nested arrays have, if nothing else is in them.
fn array_size(ctx: &Context, ty: Type, element: Type) -> Option<u64> {
    match llvm_type(ctx, ty)? {
        LlvmType::Array(size, inner) => size.checked_mul(array_size(ctx, inner, element)?),
        LlvmType::Float(_) | LlvmType::Integer(_) => (ty == element).then_some(1),
        _ => None,
    }
}

/// The bytes of an element whose value fills them, in memory as in the attribute.
fn whole_bytes(ctx: &Context, element: Type) -> Option<usize> {
    let bits = element_width(ctx, element)?;
    matches!(bits, 8 | 16 | 32 | 64).then(|| bits as usize / 8)
}
