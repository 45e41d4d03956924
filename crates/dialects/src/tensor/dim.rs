//! Rank and sizes of a tensor.

use asyncir_ir::def::{Folded, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, Location, OpId, OpRef, Type, ValueId};

use super::{CastOp, EmptyOp, ExtractOp, ExtractSliceOp, GenerateOp, InsertOp, InsertSliceOp, ReshapeOp};
use crate::arith::{IndexCastOp, build};
use crate::bufferization::MaterializeInDestinationOp;
use crate::constraints::{ANY_NON0_RANKED_OR_UNRANKED_TENSOR, ANY_TENSOR, INDEX};
use crate::index_list::Entry;
use crate::linalg::{SoftmaxOp, Structured};
use crate::matchers::constant_int;
use crate::op_patterns::op_patterns;
use crate::scf::ForallOp;
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
    CANONICALIZE for DimOp = [dim_of_destination, dim_of_cast, dim_of_reshape];
}

/// The size of the dimension `dim` of a tensor, asked for at the cursor if the type leaves it open.
pub fn size_at(rw: &mut Rewriter<'_>, location: Location, tensor: ValueId, dim: usize) -> Entry {
    let shape = rw.body.value_type(tensor).shape(rw.ctx).unwrap_or_default();
    match shape.get(dim) {
        Some(&size) if size != DYNAMIC => Entry::Static(size),
        _ => {
            let dim = build::index(rw, location, dim as i64);
            Entry::Dynamic(rw.insert_or_fold(DimOp::build(rw.ctx, location, tensor, dim, &[Type::INDEX])))
        }
    }
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

/// A size that the type tells is constant; others are those that a new tensor or a part was given, or those of the tensor
/// that a cast forgot something of.
fn fold(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let source = body.operand(op, 0);
    let index = consts.get(1).copied().flatten().and_then(|index| index.as_i64(ctx));
    let Some((index, size)) = index.and_then(|index| Some((index, size_of(ctx, body, source, index)?))) else {
        return Folded::No;
    };
    if size != DYNAMIC {
        return Folded::attr(ctx.index_attr(size));
    }
    if let Some(size) = given_size(ctx, body, source, index as usize) {
        return Folded::value(size);
    }
    match before_cast(ctx, body, source) {
        Some(origin) => {
            body.set_operand(op, 0, origin);
            Folded::InPlace
        }
        None => Folded::No,
    }
}

/// What a tensor was before a cast that forgets sizes.
fn before_cast(ctx: &Context, body: &Body, source: ValueId) -> Option<ValueId> {
    let cast = body.defining_op(source).filter(|&cast| body.op(cast).is(CastOp::DEF))?;
    let origin = body.operand(cast, 0);
    let (known, forgotten) = (body.value_type(origin).shape(ctx)?, body.value_type(source).shape(ctx)?);
    let forgets = known != forgotten && known.iter().zip(forgotten).all(|(&a, &b)| a != DYNAMIC || b == DYNAMIC);
    forgets.then_some(origin)
}

/// The value that a tensor was given for its size in a dimension for which the type tells none.
fn given_size(ctx: &Context, body: &Body, source: ValueId, index: usize) -> Option<ValueId> {
    let maker = body.op_ref(ctx, body.defining_op(source)?);
    let shape = body.value_type(source).shape(ctx)?;
    if maker.data().is(GenerateOp::DEF) {
        return maker.operands().get(num_dynamic(shape, index)).copied();
    }
    let slice = ExtractSliceOp::cast(maker)?.slice();
    match slice.sizes.get(index)? {
        Entry::Dynamic(value) if slice.sizes.len() == shape.len() => Some(*value),
        _ => None,
    }
}

/// How many sizes before a dimension the type leaves open.
fn num_dynamic(shape: &[i64], index: usize) -> usize {
    shape.iter().take(index).filter(|&&size| size == DYNAMIC).count()
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
    if writer.data().is(InsertOp::DEF)
        || writer.data().is(InsertSliceOp::DEF)
        || writer.data().is(MaterializeInDestinationOp::DEF)
        || writer.data().is(SoftmaxOp::DEF)
    {
        return Some(writer.operand(1));
    }
    let position = rw.body.results(definition).position(|value| value == result)?;
    if let Some(forall) = ForallOp::cast(writer) {
        return forall.outputs().get(position).copied();
    }
    Structured::of(writer)?.inits().get(position).copied()
}

/// Casts do not change sizes.
fn dim_of_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(cast) = rw.body.defining_op_of_operand(op, 0, CastOp::DEF) else {
        return false;
    };
    let source = rw.body.operand(cast, 0);
    rw.modify(op, |body| body.set_operand(op, 0, source));
    true
}

/// The sizes of a tensor that was given another shape are the elements of that shape.
fn dim_of_reshape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(reshape) = rw.body.defining_op_of_operand(op, 0, ReshapeOp::DEF) else {
        return false;
    };
    let (shape, index, location) = (rw.body.operand(reshape, 1), rw.body.operand(op, 1), rw.location_of(op));
    let element = rw.body.value_type(shape).element_or_self(rw.ctx);
    rw.set_before(op);
    let mut size = rw.insert_value(ExtractOp::build(rw.ctx, location, shape, &[index], &[element]));
    if element != Type::INDEX {
        size = rw.insert_value(IndexCastOp::build(rw.ctx, location, size, &[Type::INDEX]));
    }
    rw.replace(op, &[size]);
    true
}

/// The sizes of a new tensor that its type leaves open are those that it was given.
pub(super) fn dim_of_empty(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(empty) = rw.body.defining_op_of_operand(op, 0, EmptyOp::DEF) else {
        return false;
    };
    let index = constant_int(rw.ctx, rw.body, rw.body.operand(op, 1));
    let shape = rw
        .body
        .value_type(rw.body.operand(op, 0))
        .shape(rw.ctx)
        .unwrap_or_default();
    let Some(index) = index.and_then(|index| usize::try_from(index).ok()) else {
        return false;
    };
    if shape.get(index) != Some(&DYNAMIC) {
        return false;
    }
    let Some(size) = rw.body.operands(empty).nth(num_dynamic(shape, index)) else {
        return false;
    };
    rw.replace(op, &[size]);
    true
}
