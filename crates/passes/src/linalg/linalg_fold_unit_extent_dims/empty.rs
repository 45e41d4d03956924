//! What is made of empty tensors are empty tensors.

use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::tensor::{CastOp, EmptyOp, ExtractSliceOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, ValueId};

use crate::conversion::fold_result::FoldResult;
use crate::memref::resolve_result_dims::result_size;

fn is_empty(rw: &Rewriter<'_>, value: ValueId) -> bool {
    let maker = rw.body.defining_op(value);
    maker.is_some_and(|maker| rw.body.op(maker).is(EmptyOp::DEF))
}

/// Dimensions of an empty tensor that are merged or split.
pub(super) fn reshape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    is_empty(rw, rw.body.operand(op, 0)) && replace_by_empty(rw, op).is_some()
}

/// Empty tensors one behind the other.
pub(super) fn concat(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let inputs: Vec<ValueId> = rw.body.operands(op).collect();
    let are_empty = !inputs.is_empty() && inputs.into_iter().all(|input| is_empty(rw, input));
    are_empty && replace_by_empty(rw, op).is_some()
}

/// A part of an empty tensor.
pub(super) fn part(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if !is_empty(rw, rw.body.operand(op, 0)) {
        return false;
    }
    let view = ExtractSliceOp(rw.body.op_ref(rw.ctx, op));
    let (sizes, ty) = (view.sizes().to_vec(), view.0.result_type(0));
    let open = ty.shape(rw.ctx).unwrap_or_default();
    if open.iter().filter(|&&size| size == DYNAMIC).count() != sizes.len() {
        return false;
    }
    let state = EmptyOp::build(rw.ctx, rw.location_of(op), &sizes, &[ty]);
    rw.replace_with(op, state);
    true
}

/// Replaces an op by an empty tensor of the size of its result.
fn replace_by_empty(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (at, result) = (rw.location_of(op), rw.body.result(op, 0));
    let ty = rw.body.value_type(result);
    rw.set_before(op);
    let mut sizes = Vec::new();
    for (dim, &size) in ty.shape(rw.ctx)?.iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => match result_size(rw, op, result, dim)? {
                FoldResult::Known(size) => Entry::Static(size),
                FoldResult::Value(size) => Entry::Dynamic(size),
            },
            size => Entry::Static(size),
        });
    }
    let (shape, values) = index_list::split(&sizes);
    let new = rw.ctx.tensor_type(&shape, ty.element_or_self(rw.ctx));
    let empty = rw.insert_value(EmptyOp::build(rw.ctx, at, &values, &[new]));
    if new == ty {
        rw.replace(op, &[empty]);
    } else {
        rw.replace_with(op, CastOp::build(rw.ctx, at, empty, &[ty]));
    }
    Some(())
}
