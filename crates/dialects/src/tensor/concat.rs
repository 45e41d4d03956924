//! Tensors one behind the other.

use asyncir_ir::def::Folded;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, Fallible, OpId, OpRef, Type, ValueId};

use super::CastOp;
use super::canonicalize::replace_as;
use super::canonicalize_fills::concat_of_fills;
use super::slice::with_shape;
use crate::constraints::{ANY_RANKED_TENSOR, I64_ATTR};
use crate::op_patterns::op_patterns;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The tensors one behind the other along a dimension. In the other dimensions they have the same sizes.
    ///
    /// ```mlir
    /// %u = tensor.concat dim(0) %a, %b : (tensor<3x6xf32>, tensor<1x6xf32>) -> tensor<4x6xf32>
    /// ```
    op ConcatOp "tensor.concat" {
        summary "tensor concatenation operation";
        operands { inputs: variadic ANY_RANKED_TENSOR }
        results { result: one ANY_RANKED_TENSOR }
        attributes { dim: required I64_ATTR }
        traits [Pure]
        format "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)";
        hooks {
            verify: verify,
            fold: fold,
            canonicalize: CONCAT,
            result_names: |op, name| name(op.result(0), "concat"),
        }
    }
}

op_patterns! {
    /// Of `tensor.concat`.
    CONCAT for ConcatOp = [concat_of_fills, known_input_sizes, known_result_sizes, concat_of_one];
}

/// Two sizes of a dimension that are the same. `None` if they are known to differ.
fn same(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (DYNAMIC, size) | (size, DYNAMIC) => Some(size),
        (a, b) => (a == b).then_some(a),
    }
}

/// The sizes of the result as far as those of the inputs tell. The error is a dimension in which inputs differ.
fn joined_shape(ctx: &Context, dim: usize, inputs: &[Type]) -> Result<Vec<i64>, usize> {
    let mut shapes = inputs.iter().map(|ty| ty.shape(ctx).unwrap_or_default());
    let mut joined = shapes.next().unwrap_or_default().to_vec();
    for shape in shapes {
        for (index, (size, &other)) in joined.iter_mut().zip(shape).enumerate() {
            *size = match (*size, other) {
                (size, other) if index != dim => same(size, other).ok_or(index)?,
                (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
                (size, other) => size.wrapping_add(other),
            };
        }
    }
    Ok(joined)
}

/// Whether a shape tells all sizes that another one tells.
fn tells(shape: &[i64], other: &[i64]) -> bool {
    shape.iter().zip(other).all(|(&a, &b)| a != DYNAMIC || b == DYNAMIC)
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (ctx, inputs, result) = (op.ctx, op.operand_types(), op.result_type(0));
    let shape = result.shape(ctx).unwrap_or_default();
    if inputs.is_empty() {
        return Err(op.error("requires at least one input"));
    }
    let rank = |ty: &Type| ty.shape(ctx).map_or(0, <[i64]>::len);
    if inputs.iter().any(|ty| rank(ty) != shape.len()) {
        return Err(op.error("rank of concatenated inputs must match result rank"));
    }
    let element = |ty: &Type| ty.element_or_self(ctx);
    if inputs.iter().any(|ty| element(ty) != element(&result)) {
        return Err(op.error("inputs and result element type must match"));
    }
    let dim = ConcatOp(op).dim().and_then(|dim| dim.as_i64(ctx)).unwrap_or_default();
    let Ok(dim) = usize::try_from(dim) else {
        return Err(op.error("concatenation dim must not be negative"));
    };
    if dim >= shape.len() {
        return Err(op.error("concatenation dim must be less than the tensor rank"));
    }
    let joined = joined_shape(ctx, dim, &inputs).map_err(|index| {
        op.error(format_args!(
            "static concatenation size mismatch along non-concatenated dimension {index}"
        ))
    })?;
    if joined.iter().zip(shape).any(|(&a, &b)| same(a, b).is_none()) {
        let (result, joined) = (
            ctx.show_type(result),
            ctx.show_type(with_shape(ctx, inputs[0], &joined)),
        );
        return Err(op.error(format_args!(
            "result type '{result}'does not match inferred shape '{joined}' static sizes"
        )));
    }
    Ok(())
}

/// One tensor is itself.
fn fold(ctx: &Context, body: &mut Body, op: OpId, _consts: &[Option<Attribute>]) -> Folded {
    let view = body.op_ref(ctx, op);
    match view.operands()[..] {
        [only] if body.value_type(only) == view.result_type(0) => Folded::value(only),
        _ => Folded::No,
    }
}

/// The dimension, and the sizes of the result that those of the inputs tell.
fn known(rw: &Rewriter<'_>, op: OpId) -> Option<(usize, Vec<i64>)> {
    let view = rw.body.op_ref(rw.ctx, op);
    let dim = usize::try_from(ConcatOp(view).dim()?.as_i64(rw.ctx)?).ok()?;
    Some((dim, joined_shape(rw.ctx, dim, &view.operand_types()).ok()?))
}

/// What the size of one tensor is, those of the other ones are.
fn known_input_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((dim, mut shape)) = known(rw, op) else {
        return false;
    };
    let inputs: Vec<ValueId> = rw.body.operands(op).collect();
    let location = rw.location_of(op);
    let mut changed = false;
    for (index, input) in inputs.into_iter().enumerate() {
        let ty = rw.body.value_type(input);
        let given = ty.shape(rw.ctx).unwrap_or_default();
        shape[dim] = given[dim];
        if tells(given, &shape) {
            continue;
        }
        rw.set_before(op);
        let ty = rw.ctx.tensor_type(&shape, ty.element_or_self(rw.ctx));
        let cast = rw.insert_value(CastOp::build(rw.ctx, location, input, &[ty]));
        rw.modify(op, |body| body.set_operand(op, index, cast));
        changed = true;
    }
    changed
}

/// Sizes that those of the tensors tell belong to the type of the result.
fn known_result_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((_, shape)) = known(rw, op) else {
        return false;
    };
    let ty = rw.body.result_type(op, 0);
    if tells(ty.shape(rw.ctx).unwrap_or_default(), &shape) {
        return false;
    }
    let inputs: Vec<ValueId> = rw.body.operands(op).collect();
    let dim = rw.body.op_ref(rw.ctx, op).required("dim");
    let inferred = with_shape(rw.ctx, ty, &shape);
    let location = rw.location_of(op);
    rw.set_before(op);
    let new = rw.insert_value(ConcatOp::build(rw.ctx, location, &inputs, dim, &[inferred]));
    replace_as(rw, op, new);
    true
}

/// One tensor is itself, with another type.
fn concat_of_one(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let inputs: Vec<ValueId> = rw.body.operands(op).collect();
    let [only] = inputs[..] else { return false };
    replace_as(rw, op, only);
    true
}
