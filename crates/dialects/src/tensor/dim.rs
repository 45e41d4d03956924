//! The shape of a tensor.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, OpId, OpRef, ValueId};

use crate::constraints::{ANY_NON0_RANKED_OR_UNRANKED_TENSOR, ANY_TENSOR, INDEX};
use crate::linalg::Structured;
use crate::matchers::constant_int;
use crate::op_patterns::op_patterns;
use crate::vector::TransferWriteOp;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The size of a dimension. If there is no such dimension, behaviour is undefined.
    ///
    /// ```mlir
    /// %n = tensor.dim %t, %c1 : tensor<4x?xf32>
    /// ```
    op DimOp "tensor.dim" {
        summary "dimension index operation";
        operands { source: one ANY_NON0_RANKED_OR_UNRANKED_TENSOR, index: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "attr-dict $source `,` $index `:` type($source)";
        hooks {
            fold: fold,
            speculatable: has_dimension,
            canonicalize: CANONICALIZE,
            result_names: |op, name| name(op.result(0), "dim"),
        }
    }

    /// How many dimensions a tensor has.
    op RankOp "tensor.rank" {
        summary "rank operation";
        operands { tensor: one ANY_TENSOR }
        results { result: one INDEX }
        traits [Pure]
        format "$tensor attr-dict `:` type($tensor)";
        hooks { fold: fold_rank, result_names: |op, name| name(op.result(0), "rank") }
    }
}

op_patterns! {
    /// Of `tensor.dim`.
    CANONICALIZE for DimOp = [dim_of_destination];
}

/// The size of the dimension `index`, if there is such a dimension.
fn size_of(ctx: &Context, body: &Body, source: ValueId, index: i64) -> Option<i64> {
    let shape = body.value_type(source).shape(ctx)?;
    shape.get(usize::try_from(index).ok()?).copied()
}

/// Whether the dimension that is asked for is known to be there.
fn has_dimension(op: OpRef<'_>) -> bool {
    constant_int(op.ctx, op.body, op.operand(1))
        .is_some_and(|index| size_of(op.ctx, op.body, op.operand(0), index).is_some())
}

/// A size that the type tells is constant.
fn fold(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let index = consts.get(1).copied().flatten().and_then(|index| index.as_i64(ctx));
    index
        .and_then(|index| size_of(ctx, body, body.operand(op, 0), index))
        .filter(|&size| size != DYNAMIC)
        .map_or(Folded::No, |size| Folded::attr(ctx.index_attr(size)))
}

/// The rank of a tensor whose type tells it.
fn fold_rank(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let shape = body.value_type(body.operand(op, 0)).shape(ctx);
    shape.map_or(Folded::No, |shape| Folded::attr(ctx.index_attr(shape.len() as i64)))
}

/// The result of an op that writes elements of a tensor has the sizes of what it started from.
fn dim_of_destination(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(destination) = destination_of(rw, rw.body.operand(op, 0)) else {
        return false;
    };
    rw.modify(op, |body| body.set_operand(op, 0, destination));
    true
}

/// The tensor that an op was given to write to, if `result` is what came of it.
fn destination_of(rw: &Rewriter<'_>, result: ValueId) -> Option<ValueId> {
    let definition = rw.body.defining_op(result)?;
    let writer = rw.body.op_ref(rw.ctx, definition);
    if let Some(write) = TransferWriteOp::cast(writer) {
        return Some(write.base());
    }
    let position = rw.body.results(definition).position(|value| value == result)?;
    Structured::of(writer)?.inits().get(position).copied()
}
