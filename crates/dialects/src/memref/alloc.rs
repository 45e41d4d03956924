//! Allocating and freeing memory.

use asyncir_ir::def::OpTrait;
use asyncir_ir::{DYNAMIC, Fallible, OpRef};

use super::strides::{MemRef, is_identity_layout, num_layout_symbols};
use super::{canonicalize_alloc, effects, fold};
use crate::constraints::{ANY_MEMREF, ANY_RANKED_OR_UNRANKED_MEMREF, I64_ATTR_ALIGNMENT, INDEX, MEMREF_RANK_1};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Allocates memory on the heap. The operands in parentheses are the sizes that the type leaves open, those in
    /// brackets the symbols of its layout.
    ///
    /// ```mlir
    /// %a = memref.alloc(%n) {alignment = 64 : i64} : memref<8x?xf32>
    /// ```
    op AllocOp "memref.alloc" {
        summary "memory allocation operation";
        operands { dynamicSizes: variadic INDEX, symbolOperands: variadic INDEX }
        results { memref: one ANY_MEMREF }
        attributes { alignment: optional I64_ATTR_ALIGNMENT }
        traits [AttrSizedOperandSegments]
        format "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)";
        hooks {
            verify: verify_alloc,
            effects: effects::allocate,
            canonicalize: canonicalize_alloc::ALLOC,
            result_names: |op, name| name(op.result(0), "alloc"),
        }
    }

    /// Allocates memory on the stack. It lives until the op around that delimits allocations ends: mostly the
    /// function.
    op AllocaOp "memref.alloca" {
        summary "stack memory allocation operation";
        operands { dynamicSizes: variadic INDEX, symbolOperands: variadic INDEX }
        results { memref: one ANY_MEMREF }
        attributes { alignment: optional I64_ATTR_ALIGNMENT }
        traits [AttrSizedOperandSegments]
        format "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)";
        hooks {
            verify: verify_alloca,
            effects: effects::allocate,
            canonicalize: canonicalize_alloc::ALLOCA,
            result_names: |op, name| name(op.result(0), "alloca"),
        }
    }

    /// Changes the size of one-dimensional memory from the heap, moving what it holds if need be. The operand is not
    /// valid afterwards.
    ///
    /// ```mlir
    /// %b = memref.realloc %a(%n) : memref<64xf32> to memref<?xf32>
    /// ```
    op ReallocOp "memref.realloc" {
        summary "memory reallocation operation";
        operands { source: one MEMREF_RANK_1, dynamicResultSize: optional INDEX }
        results { result: one MEMREF_RANK_1 }
        attributes { alignment: optional I64_ATTR_ALIGNMENT }
        format "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)";
        hooks { verify: verify_realloc, effects: effects::reallocate, canonicalize: canonicalize_alloc::REALLOC }
    }

    /// Frees memory from the heap.
    op DeallocOp "memref.dealloc" {
        summary "memory deallocation operation";
        operands { memref: one ANY_RANKED_OR_UNRANKED_MEMREF }
        format "$memref attr-dict `:` type($memref)";
        hooks { effects: effects::free, fold: fold::dealloc }
    }
}

/// Checks that there are as many sizes as the type leaves open.
pub(crate) fn verify_num_sizes(op: OpRef<'_>, shape: &[i64], got: usize) -> Fallible {
    let want = shape.iter().filter(|&&size| size == DYNAMIC).count();
    if got == want {
        return Ok(());
    }
    Err(op.error(format_args!(
        "incorrect number of dynamic sizes, has {got}, expected {want}"
    )))
}

fn verify_allocation(op: OpRef<'_>, sizes: usize, symbols: usize) -> Fallible {
    let Some(memref) = MemRef::of(op.ctx, op.result_type(0)) else {
        return Err(op.error("result must be a memref"));
    };
    verify_num_sizes(op, &memref.shape, sizes)?;
    let layout = memref
        .layout
        .filter(|&layout| !is_identity_layout(op.ctx, Some(layout)));
    let want = num_layout_symbols(op.ctx, layout);
    if symbols != want {
        return Err(op.error(format_args!(
            "symbol operand count does not equal memref symbol count: expected {want}, got {symbols}"
        )));
    }
    Ok(())
}

fn verify_alloc(op: OpRef<'_>) -> Fallible {
    let view = AllocOp(op);
    verify_allocation(op, view.dynamicSizes().len(), view.symbolOperands().len())
}

fn verify_alloca(op: OpRef<'_>) -> Fallible {
    if !has_allocation_scope(op) {
        return Err(op.error("requires an ancestor op with AutomaticAllocationScope trait"));
    }
    let view = AllocaOp(op);
    verify_allocation(op, view.dynamicSizes().len(), view.symbolOperands().len())
}

fn has_allocation_scope(op: OpRef<'_>) -> bool {
    let mut outermost = op;
    while let Some(parent) = outermost.parent() {
        if parent.data().has_trait(OpTrait::AutomaticAllocationScope) {
            return true;
        }
        outermost = parent;
    }
    // The op that owns the body is not in sight. A module's block has no terminator; functions' blocks have one.
    let block = op.body.parent_block(outermost.op);
    block.is_some_and(|block| op.body.terminator(block).is_some())
}

fn verify_realloc(op: OpRef<'_>) -> Fallible {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let (Some(source), Some(result)) = (MemRef::of(op.ctx, from), MemRef::of(op.ctx, to)) else {
        return Ok(());
    };
    let error = |message: String| Err(op.bare_error(message));
    let (from, to) = (op.ctx.show_type(from), op.ctx.show_type(to));
    if !is_identity_layout(op.ctx, source.layout) {
        return error(format!("unsupported layout for source memref type '{from}'"));
    }
    if !is_identity_layout(op.ctx, result.layout) {
        return error(format!("unsupported layout for result memref type '{to}'"));
    }
    let types = format!("source memref type '{from}' and result memref type '{to}'");
    if source.memory_space != result.memory_space {
        return error(format!("different memory spaces specified for {types}"));
    }
    if source.element != result.element {
        return error(format!("different element types specified for {types}"));
    }
    let has_size = ReallocOp(op).dynamicResultSize().is_some();
    match (result.shape.contains(&DYNAMIC), has_size) {
        (true, false) => error(format!("missing dimension operand for result type '{to}'")),
        (false, true) => error(format!("unnecessary dimension operand for result type '{to}'")),
        _ => Ok(()),
    }
}
