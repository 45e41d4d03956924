//! Memory of the device, and waiting.

use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::{Fallible, OpRef, ValueId};
use smallvec::{SmallVec, smallvec};

use super::types::ASYNC_TOKEN_TYPE;
use super::{async_dependencies, canonicalize};
use crate::constraints::{ANY_MEMREF, ANY_TYPE, INDEX, UNIT_ATTR};
use crate::memref::alloc::verify_num_sizes;
use crate::memref::fold;
use crate::memref::strides::{MemRef, is_identity_layout, num_layout_symbols};
use crate::result_names::by_slot;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Waits until all that it depends on has completed: the host, or, with `async`, whatever depends on the token.
    ///
    /// ```mlir
    /// %t2 = gpu.wait async [%t0, %t1]
    /// gpu.wait [%t2]
    /// ```
    op WaitOp "gpu.wait" {
        summary "Wait for async gpu ops to complete.";
        operands { asyncDependencies: variadic ASYNC_TOKEN_TYPE }
        results { asyncToken: optional ASYNC_TOKEN_TYPE }
        format "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) attr-dict";
        directives ["AsyncDependencies" => async_dependencies::parse, async_dependencies::print]
        hooks { canonicalize: canonicalize::WAIT }
    }

    /// Allocates memory of the device, or such that the host sees as well.
    ///
    /// ```mlir
    /// %memref, %token = gpu.alloc async [%dep] host_shared (%width) : memref<64x?xf32, 1>
    /// ```
    op AllocOp "gpu.alloc" {
        summary "GPU memory allocation operation.";
        operands {
            asyncDependencies: variadic ASYNC_TOKEN_TYPE,
            dynamicSizes: variadic INDEX,
            symbolOperands: variadic INDEX,
        }
        results { memref: one ANY_MEMREF, asyncToken: optional ASYNC_TOKEN_TYPE }
        attributes { hostShared: optional UNIT_ATTR }
        traits [AttrSizedOperandSegments]
        format "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (` ` `host_shared` $hostShared^)? ` ` \
                `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)";
        directives ["AsyncDependencies" => async_dependencies::parse, async_dependencies::print]
        hooks {
            verify: verify_alloc,
            effects: |op| smallvec![on(EffectKind::Allocate, AllocOp(op).memref())],
            canonicalize: canonicalize::ALLOC,
            result_names: by_slot,
        }
    }

    /// Frees memory of the device.
    ///
    /// ```mlir
    /// %token = gpu.dealloc async [%dep] %memref : memref<8x64xf32, 1>
    /// ```
    op DeallocOp "gpu.dealloc" {
        summary "GPU memory deallocation operation";
        operands { asyncDependencies: variadic ASYNC_TOKEN_TYPE, memref: one ANY_MEMREF }
        results { asyncToken: optional ASYNC_TOKEN_TYPE }
        format "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $memref attr-dict `:` type($memref)";
        directives ["AsyncDependencies" => async_dependencies::parse, async_dependencies::print]
        hooks { effects: |op| smallvec![on(EffectKind::Free, DeallocOp(op).memref())] }
    }

    /// Copies memory between host and device, or within one of them.
    ///
    /// ```mlir
    /// %token = gpu.memcpy async [%dep] %dst, %src : memref<?xf32, 1>, memref<?xf32>
    /// ```
    op MemcpyOp "gpu.memcpy" {
        summary "GPU memcpy operation";
        operands { asyncDependencies: variadic ASYNC_TOKEN_TYPE, dst: one ANY_MEMREF, src: one ANY_MEMREF }
        results { asyncToken: optional ASYNC_TOKEN_TYPE }
        format "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) \
                $dst `,` $src `:` type($dst) `,` type($src) attr-dict";
        directives ["AsyncDependencies" => async_dependencies::parse, async_dependencies::print]
        hooks {
            verify: verify_memcpy,
            fold: fold::dealloc,
            effects: copy_effects,
            canonicalize: canonicalize::MEMCPY,
        }
    }

    /// Fills memory of the device with a value.
    ///
    /// ```mlir
    /// %token = gpu.memset async [%dep] %dst, %value : memref<?xf32, 1>, f32
    /// ```
    op MemsetOp "gpu.memset" {
        summary "GPU memset operation";
        operands { asyncDependencies: variadic ASYNC_TOKEN_TYPE, dst: one ANY_MEMREF, value: one ANY_TYPE }
        results { asyncToken: optional ASYNC_TOKEN_TYPE }
        rules [AllElementTypesMatch(&["dst", "value"])]
        format "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) \
                $dst `,` $value `:` type($dst) `,` type($value) attr-dict";
        directives ["AsyncDependencies" => async_dependencies::parse, async_dependencies::print]
        hooks {
            fold: fold::dealloc,
            effects: |op| smallvec![on(EffectKind::Write, MemsetOp(op).dst())],
        }
    }
}

fn on(kind: EffectKind, value: ValueId) -> Effect {
    Effect {
        kind,
        value: Some(value),
    }
}

fn copy_effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    let view = MemcpyOp(op);
    smallvec![on(EffectKind::Write, view.dst()), on(EffectKind::Read, view.src())]
}

fn verify_alloc(op: OpRef<'_>) -> Fallible {
    let view = AllocOp(op);
    let Some(memref) = MemRef::of(op.ctx, op.result_type(0)) else {
        return Ok(());
    };
    verify_num_sizes(op, &memref.shape, view.dynamicSizes().len())?;
    let layout = memref
        .layout
        .filter(|&layout| !is_identity_layout(op.ctx, Some(layout)));
    if view.symbolOperands().len() != num_layout_symbols(op.ctx, layout) {
        return Err(op.error("symbol operand count does not equal memref symbol count"));
    }
    Ok(())
}

fn verify_memcpy(op: OpRef<'_>) -> Fallible {
    let view = MemcpyOp(op);
    let memref = |value| MemRef::of(op.ctx, op.body.value_type(value));
    let (Some(dst), Some(src)) = (memref(view.dst()), memref(view.src())) else {
        return Ok(());
    };
    if dst.element != src.element {
        return Err(op.error("arguments have incompatible element type"));
    }
    let known = |size: i64| size != asyncir_ir::DYNAMIC;
    let mut sizes = dst.shape.iter().zip(&src.shape);
    if dst.shape.len() != src.shape.len() || sizes.any(|(&a, &b)| known(a) && known(b) && a != b) {
        return Err(op.error("arguments have incompatible shape"));
    }
    Ok(())
}
