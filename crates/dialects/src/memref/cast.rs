//! Other types for the same memory, and what is known about it.

use asyncir_ir::def::InferCx;
use asyncir_ir::{Context, DYNAMIC, Fallible, OpRef, Type, TypeKind};
use smallvec::SmallVec;

use super::fold;
use super::strides::{MemRef, strides_and_offset};
use super::types::POSITIVE_I32;
use crate::constraints::{ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Gives memory a type that says more or less about its sizes, strides and offset. If it says more, it must be
    /// so.
    ///
    /// ```mlir
    /// %b = memref.cast %a : memref<4x?xf32> to memref<?x?xf32>
    /// %c = memref.cast %b : memref<?x?xf32> to memref<*xf32>
    /// ```
    op CastOp "memref.cast" {
        summary "memref cast operation";
        operands { source: one ANY_RANKED_OR_UNRANKED_MEMREF }
        results { dest: one ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($dest)";
        hooks { verify: verify_cast, fold: fold::cast, result_names: |op, name| name(op.result(0), "cast") }
    }

    /// Makes memory of one memory space accessible in another one. What that means is up to the target.
    op MemorySpaceCastOp "memref.memory_space_cast" {
        summary "memref memory space cast operation";
        operands { source: one ANY_RANKED_OR_UNRANKED_MEMREF }
        results { dest: one ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($dest)";
        hooks {
            verify: verify_memory_space_cast,
            fold: fold::memory_space_cast,
            result_names: |op, name| name(op.result(0), "memspacecast"),
        }
    }

    /// The memory of the operand, known to start at a multiple of the alignment in bytes. If it does not, behaviour is
    /// undefined.
    op AssumeAlignmentOp "memref.assume_alignment" {
        summary "assumption that gives alignment information to the input memref";
        operands { memref: one ANY_MEMREF }
        results { result: one ANY_MEMREF }
        attributes { alignment: required POSITIVE_I32 }
        traits [Pure, SameOperandsAndResultType]
        format "$memref `,` $alignment attr-dict `:` type($memref)";
        hooks {
            verify: verify_alignment,
            fold: fold::assume_alignment,
            result_names: |op, name| name(op.result(0), "assume_align"),
        }
    }

    /// The memories of the operands, known not to overlap. If they do, behaviour is undefined.
    op DistinctObjectsOp "memref.distinct_objects" {
        summary "assumption that accesses to specific memrefs will never alias";
        operands { operands: variadic ANY_MEMREF }
        results { results: variadic ANY_MEMREF }
        traits [Pure]
        format "$operands attr-dict `:` type($operands)";
        hooks { verify: verify_distinct_objects, infer: infer_distinct_objects }
    }
}

/// Whether a value of type `from` may be cast to `to`.
pub fn are_cast_compatible(ctx: &Context, from: Type, to: Type) -> bool {
    if let (Some(a), Some(b)) = (MemRef::of(ctx, from), MemRef::of(ctx, to)) {
        return a.element == b.element
            && a.memory_space == b.memory_space
            && a.rank() == b.rank()
            && (a.layout == b.layout || layouts_fit(ctx, from, to))
            && a.shape.iter().zip(&b.shape).all(|(&a, &b)| is_compatible(a, b));
    }
    match (from.kind(ctx), to.kind(ctx)) {
        (
            TypeKind::UnrankedMemRef {
                element: a,
                memory_space: s,
            },
            TypeKind::MemRef {
                element: b,
                memory_space: t,
                ..
            },
        )
        | (
            TypeKind::MemRef {
                element: a,
                memory_space: s,
                ..
            },
            TypeKind::UnrankedMemRef {
                element: b,
                memory_space: t,
            },
        ) => a == b && s == t,
        _ => false,
    }
}

/// Sizes, strides or offsets that may be equal.
fn is_compatible(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

fn layouts_fit(ctx: &Context, from: Type, to: Type) -> bool {
    let (Some((a, a_offset)), Some((b, b_offset))) = (strides_and_offset(ctx, from), strides_and_offset(ctx, to))
    else {
        return false;
    };
    a.len() == b.len() && is_compatible(a_offset, b_offset) && a.iter().zip(&b).all(|(&a, &b)| is_compatible(a, b))
}

fn incompatible(op: OpRef<'_>) -> Fallible {
    let (from, to) = (
        op.ctx.show_type(op.operand_type(0)),
        op.ctx.show_type(op.result_type(0)),
    );
    Err(op.error(format_args!(
        "operand type '{from}' and result type '{to}' are cast incompatible"
    )))
}

fn verify_cast(op: OpRef<'_>) -> Fallible {
    let fits = are_cast_compatible(op.ctx, op.operand_type(0), op.result_type(0));
    if fits { Ok(()) } else { incompatible(op) }
}

fn verify_memory_space_cast(op: OpRef<'_>) -> Fallible {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let fits = match (from.kind(op.ctx), to.kind(op.ctx)) {
        (
            TypeKind::MemRef {
                shape: s,
                element: a,
                layout: l,
                ..
            },
            TypeKind::MemRef {
                shape: t,
                element: b,
                layout: m,
                ..
            },
        ) => s == t && a == b && l == m,
        (TypeKind::UnrankedMemRef { element: a, .. }, TypeKind::UnrankedMemRef { element: b, .. }) => a == b,
        _ => false,
    };
    if fits { Ok(()) } else { incompatible(op) }
}

fn verify_alignment(op: OpRef<'_>) -> Fallible {
    let alignment = op.required("alignment").as_i64(op.ctx).unwrap_or_default();
    if alignment <= 0 || alignment & (alignment - 1) != 0 {
        return Err(op.error("alignment must be power of 2"));
    }
    Ok(())
}

fn verify_distinct_objects(op: OpRef<'_>) -> Fallible {
    if op.data().num_operands() == 0 {
        return Err(op.error("expected at least one operand"));
    }
    if op.operand_types()[..] != op.result_types()[..] {
        return Err(op.error("operand types and result types must match"));
    }
    Ok(())
}

fn infer_distinct_objects(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    Ok(SmallVec::from_slice(cx.operands))
}
