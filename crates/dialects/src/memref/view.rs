//! `memref.view`: a shape for bytes.

use asyncir_ir::{Fallible, OpRef};

use super::alloc::verify_num_sizes;
use super::strides::{MemRef, is_identity_layout};
use super::types::BYTES_MEMREF;
use super::{canonicalize_view, fold};
use crate::constraints::{ANY_MEMREF, INDEX};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A view of bytes, from the given byte on, as dense memory of any type. The operands in the second brackets are
    /// the sizes that the type leaves open.
    ///
    /// ```mlir
    /// %b = memref.view %a[%from][%n] : memref<2048xi8> to memref<?x4xf32>
    /// ```
    op ViewOp "memref.view" {
        summary "memref view operation";
        operands { source: one BYTES_MEMREF, byte_shift: one INDEX, sizes: variadic INDEX }
        results { result: one ANY_MEMREF }
        traits [Pure]
        format "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)";
        hooks {
            verify: verify,
            fold: fold::view,
            canonicalize: canonicalize_view::VIEW,
            result_names: |op, name| name(op.result(0), "view"),
        }
    }
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (base, view) = (op.operand_type(0), op.result_type(0));
    let (Some(from), Some(to)) = (MemRef::of(op.ctx, base), MemRef::of(op.ctx, view)) else {
        return Ok(());
    };
    let error = |message: String| Err(op.bare_error(message));
    let (base, view) = (op.ctx.show_type(base), op.ctx.show_type(view));
    if !is_identity_layout(op.ctx, from.layout) {
        return error(format!("unsupported map for base memref type '{base}'"));
    }
    if !is_identity_layout(op.ctx, to.layout) {
        return error(format!("unsupported map for result memref type '{view}'"));
    }
    if from.memory_space != to.memory_space {
        return error(format!(
            "different memory spaces specified for base memref type '{base}' and view memref type '{view}'"
        ));
    }
    verify_num_sizes(op, &to.shape, ViewOp(op).sizes().len())
}
