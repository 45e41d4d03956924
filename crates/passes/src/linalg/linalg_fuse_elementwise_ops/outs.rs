//! Tensors that are written are not given where only their size matters.

use asyncir_dialects::constraints::is_ranked_tensor;
use asyncir_dialects::index_list;
use asyncir_dialects::tensor::EmptyOp;
use asyncir_ir::OpId;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use crate::linalg::nest::{Nest, folded_sizes};

/// Gives an op new tensors to write where it does not read their elements.
pub(super) fn forget_outs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Nest::of_generic(rw, op) else {
        return false;
    };
    let at = rw.location_of(op);
    rw.set_before(op);
    let mut changed = false;
    for (number, &init) in nest.inits().iter().enumerate() {
        let (operand, ty) = (nest.num_inputs + number, rw.body.value_type(init));
        let maker = rw.body.defining_op(init);
        let is_empty = maker.is_some_and(|maker| rw.body.op(maker).is(EmptyOp::DEF));
        if nest.reads(rw.body, operand) || !is_ranked_tensor(rw.ctx, ty) || is_empty {
            continue;
        }
        let (shape, sizes) = index_list::split(&folded_sizes(rw, at, init));
        let ty = rw.ctx.tensor_type(&shape, ty.element_or_self(rw.ctx));
        let empty = rw.insert_value(EmptyOp::build(rw.ctx, at, &sizes, &[ty]));
        rw.body.set_operand(op, operand, empty);
        changed = true;
    }
    if changed {
        rw.modify(op, |_| ());
    }
    changed
}
