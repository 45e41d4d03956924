//! Puts in the copies that the analysis asks for, as tensors that get memory of their own.

use asyncir_dialects::bufferization::AllocTensorOp;
use asyncir_dialects::tensor::DimOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostic, Fallible, Location, OpId, ValueId, WalkOrder};

use super::decisions::Use;
use super::sizes::open_sizes;
use super::view::{State, View};

/// Inserts copies.
pub(super) struct Copies<'a> {
    pub rw: Rewriter<'a>,
    pub state: &'a State<'a>,
}

impl Copies<'_> {
    pub fn view(&self) -> View<'_> {
        View {
            ctx: self.rw.ctx,
            body: self.rw.body,
            state: self.state,
        }
    }

    /// A copy of a tensor.
    pub fn copy(&mut self, location: Location, value: ValueId) -> Fallible<ValueId> {
        if self.rw.body.value_type(value).shape(self.rw.ctx).is_none() {
            let message = "copying of unranked tensors is not implemented";
            return Err(Diagnostic::error(location, message));
        }
        new_tensor(&mut self.rw, self.state, location, value, true)
    }
}

/// Inserts copies into a body.
///
/// # Errors
/// If a tensor is to be copied whose rank is not known.
pub(super) fn insert(ctx: &Context, body: &mut Body, state: &State<'_>) -> Fallible {
    let ops = body.walk_all(WalkOrder::Post);
    let mut copies = Copies {
        rw: Rewriter::new(ctx, body),
        state,
    };
    for op in ops {
        if let Some(interface) = copies.view().interface(op) {
            interface.insert_copies(&mut copies, op)?;
        }
    }
    Ok(())
}

/// Copies operands that cannot be used where they are. If an op only gives another name to memory, its result is copied
/// instead, which may be smaller.
pub(super) fn of_operands(c: &mut Copies<'_>, op: OpId) -> Fallible {
    of_operands_before(c, op, op)
}

/// The same, with the copies of operands before an op around it.
pub(super) fn of_operands_before(c: &mut Copies<'_>, op: OpId, before: OpId) -> Fallible {
    let v = c.view();
    let (mut operands, mut results) = (Vec::new(), Vec::new());
    for operand in v.tensor_operands(op).filter(|&operand| !v.is_in_place(operand)) {
        let with_contents = !v.can_omit_copy(operand);
        let is_ranked = v.body.value_type(v.value(operand)).shape(v.ctx).is_some();
        match result_to_copy(v, operand) {
            Some(result) => results.push((result, with_contents)),
            None if is_ranked => operands.push((operand, with_contents)),
            None => {
                let error = v
                    .op_ref(op)
                    .bare_error("copying of unranked tensors is not implemented");
                return Err(error);
            }
        }
    }
    let location = c.rw.location_of(op);
    for (operand, with_contents) in operands {
        c.rw.set_before(before);
        let value = c.view().value(operand);
        let copy = new_tensor(&mut c.rw, c.state, location, value, with_contents)?;
        c.rw.modify(op, |body| body.set_operand(op, operand.index, copy));
    }
    c.rw.set_after(op);
    for (result, with_contents) in results {
        let copy = new_tensor(&mut c.rw, c.state, location, result, with_contents)?;
        if let Some(decisions) = &c.state.decisions {
            decisions.set_copied(result, copy);
        }
        let maker = c.rw.body.defining_op(copy);
        c.rw.replace_value_if(result, copy, |body, user| {
            Some(user) != maker && !body.op(user).is(DimOp::DEF)
        });
    }
    Ok(())
}

/// The only value that may share memory with an operand, if it is a result that shares memory with nothing else.
fn result_to_copy(v: View<'_>, operand: Use) -> Option<ValueId> {
    let [alias] = v.aliases(operand)[..] else { return None };
    let is_ranked = v.body.value_type(alias.value).shape(v.ctx).is_some();
    let is_alone = v.is_result(alias.value) && !v.writes(operand) && v.sources(alias.value).len() == 1;
    (is_alone && is_ranked).then_some(alias.value)
}

/// A tensor with memory of its own, of the shape of another one, and with the same contents if these matter.
pub(super) fn new_tensor(
    rw: &mut Rewriter<'_>,
    state: &State<'_>,
    location: Location,
    like: ValueId,
    with_contents: bool,
) -> Fallible<ValueId> {
    let ctx = rw.ctx;
    let ty = rw.body.value_type(like);
    if with_contents {
        let copy = AllocTensorOp::build(ctx, location, &[], Some(like), None, None, &[ty]);
        return Ok(rw.insert_value(copy));
    }
    let sizes = open_sizes(rw, location, like);
    let body = &*rw.body;
    let buffer = View { ctx, body, state }.buffer_type(like)?;
    let space = asyncir_dialects::memref::strides::memory_space(ctx, buffer);
    let space = space.unwrap_or_else(|| ctx.i64_attr(0));
    let new = AllocTensorOp::build(ctx, location, &sizes, None, None, Some(space), &[ty]);
    Ok(rw.insert_value(new))
}
