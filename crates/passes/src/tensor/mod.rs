//! Passes on ops of tensor.

use asyncir_dialects::index_list::Entry;
use asyncir_ir::{Context, DYNAMIC, Type};

pub mod decompose_tensor_ops;

/// Whether a part of a tensor or of memory begins where that has ended, in some dimension. Such a part has no elements, and no
/// op can take it or put it there.
pub(crate) fn begins_behind(ctx: &Context, whole: Type, offsets: &[Entry]) -> bool {
    let sizes = whole.shape(ctx).unwrap_or_default();
    let is_behind = |(&size, offset): (&i64, &Entry)| match *offset {
        Entry::Static(offset) => size != DYNAMIC && offset >= size,
        Entry::Dynamic(_) => false,
    };
    sizes.iter().zip(offsets).any(is_behind)
}
