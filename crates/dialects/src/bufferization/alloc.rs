//! Tensors for which memory is to be allocated.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::{Fallible, OpRef, OperationState, ValueId};

use super::canonicalize;
use crate::constraints::{ANY_ATTR, ANY_RANKED_TENSOR, ANY_TENSOR, INDEX};
use crate::memref::alloc::verify_num_sizes;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A tensor that gets memory of its own: with the elements of the tensor behind `copy`, or without elements that are
    /// known. The operands are the sizes that the type leaves open.
    ///
    /// ```mlir
    /// %a = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
    /// %b = bufferization.alloc_tensor() copy(%a) : tensor<4x?xf32>
    /// ```
    op AllocTensorOp "bufferization.alloc_tensor" {
        summary "allocate buffer for a tensor";
        operands { dynamic_sizes: variadic INDEX, copy: optional ANY_TENSOR, size_hint: optional INDEX }
        results { result: one ANY_RANKED_TENSOR }
        attributes { memory_space: optional ANY_ATTR }
        traits [AttrSizedOperandSegments]
        custom parse, print;
        hooks { verify: verify, canonicalize: canonicalize::ALLOC_TENSOR }
    }

    /// Frees the memory of a tensor.
    op DeallocTensorOp "bufferization.dealloc_tensor" {
        summary "release underlying storage format of given tensor";
        operands { tensor: one ANY_TENSOR }
        format "$tensor attr-dict `:` type($tensor)";
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    p.punct("(")?;
    let sizes_at = p.position();
    let sizes = p.operand_list(Delimiter::None)?;
    p.punct(")")?;
    let mut copy = None;
    if p.optional_keyword("copy") {
        p.punct("(")?;
        copy = Some(p.operand()?);
        p.punct(")")?;
    }
    let mut hint = None;
    if p.optional_keyword("size_hint") {
        p.punct("=")?;
        hint = Some(p.operand()?);
    }
    p.attr_dict(state)?;
    p.punct(":")?;
    let ty = p.ty()?;
    let counts = [sizes.len() as i32, i32::from(copy.is_some()), i32::from(hint.is_some())];
    let index = asyncir_ir::Type::INDEX;
    let types = vec![index; sizes.len()];
    let mut operands: Vec<ValueId> = p.resolve_all(&sizes, &types, sizes_at)?;
    if let Some(copy) = copy {
        operands.push(p.resolve(copy, ty)?);
    }
    if let Some(hint) = hint {
        operands.push(p.resolve(hint, index)?);
    }
    state.operands.extend(operands);
    state.results.push(ty);
    let counts = p.ctx().dense_i32_array(&counts);
    state.properties = p.ctx().dict_with(state.properties, "operandSegmentSizes", Some(counts));
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AllocTensorOp(op);
    p.text("(");
    p.operands(&view.dynamic_sizes());
    p.text(")");
    if let Some(copy) = view.copy() {
        p.text(" copy(");
        p.operand(copy);
        p.text(")");
    }
    if let Some(hint) = view.size_hint() {
        p.text(" size_hint=");
        p.operand(hint);
    }
    p.attr_dict(op, &["operandSegmentSizes"]);
    p.text(" : ");
    p.ty(op.result_type(0));
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = AllocTensorOp(op);
    let sizes = view.dynamic_sizes().len();
    let Some(copy) = view.copy() else {
        return verify_num_sizes(op, op.result_type(0).shape(op.ctx).unwrap_or_default(), sizes);
    };
    if sizes > 0 {
        return Err(op.bare_error("dynamic sizes not needed when copying a tensor"));
    }
    if op.body.value_type(copy) == op.result_type(0) {
        return Ok(());
    }
    Err(op.bare_error("expected that `copy` and return type match"))
}
