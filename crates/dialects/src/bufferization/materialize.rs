//! Elements of a tensor at a certain place.

use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::{DYNAMIC, Fallible, OpRef};
use smallvec::SmallVec;

use super::canonicalize;
use crate::constraints::{ANY_SHAPED, ANY_TENSOR, UNIT_ATTR, is_any_memref, is_tensor};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Puts the elements of a tensor into memory, or into the memory that another tensor stands for, which is the result
    /// then. Memory must be `writable`; with `restrict`, no other tensors are taken from it.
    ///
    /// ```mlir
    /// bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
    /// ```
    op MaterializeInDestinationOp "bufferization.materialize_in_destination" {
        summary "copy a tensor";
        operands { source: one ANY_TENSOR, dest: one ANY_SHAPED }
        results { result: optional ANY_TENSOR }
        attributes { restrict: optional UNIT_ATTR, writable: optional UNIT_ATTR }
        rules [AllElementTypesMatch(&["source", "dest"])]
        format "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` \
                functional-type(operands, results)";
        hooks { verify: verify, effects: effects, canonicalize: canonicalize::MATERIALIZE }
    }
}

/// Memory is written; tensors are values.
fn effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    let dest = op.operand(1);
    let is_memory = is_any_memref(op.ctx, op.body.value_type(dest));
    let write = Effect {
        kind: EffectKind::Write,
        value: Some(dest),
    };
    is_memory.then_some(write).into_iter().collect()
}

fn verify(op: OpRef<'_>) -> Fallible {
    let view = MaterializeInDestinationOp(op);
    let (source, dest) = (op.operand_type(0), op.operand_type(1));
    let is_tensor = is_tensor(op.ctx, dest);
    if !is_tensor && !is_any_memref(op.ctx, dest) {
        return Err(op.error("'dest' must be a tensor or a memref"));
    }
    let results = op.data().num_results();
    if is_tensor && results != 1 {
        return Err(op.error("tensor 'dest' implies exactly one tensor result"));
    }
    if !is_tensor && results != 0 {
        return Err(op.error("memref 'dest' implies zero results"));
    }
    if is_tensor && view.restrict().is_some() {
        return Err(op.error("'restrict' is valid only for memref destinations"));
    }
    if view.writable().is_some() == is_tensor {
        return Err(op.error("'writable' must be specified if and only if the destination is of memref type"));
    }
    verify_shapes(op, source.shape(op.ctx), dest.shape(op.ctx))?;
    if is_tensor && op.result_type(0) != dest {
        return Err(op.error("result and destination types do not match"));
    }
    Ok(())
}

fn verify_shapes(op: OpRef<'_>, source: Option<&[i64]>, dest: Option<&[i64]>) -> Fallible {
    let (Some(source), Some(dest)) = (source, dest) else {
        return Ok(());
    };
    if source.len() != dest.len() {
        return Err(op.error("rank mismatch between source and destination shape"));
    }
    let fits = |(&a, &b): (&i64, &i64)| a == DYNAMIC || b == DYNAMIC || a == b;
    if source.iter().zip(dest).all(fits) {
        return Ok(());
    }
    Err(op.error("source/destination shapes are incompatible"))
}
