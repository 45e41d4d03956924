//! `async`: what tasks take, and what they give to whoever awaits them. Several may await it, and at any time, so that nobody
//! writes to it.

use asyncir_dialects::r#async::{AwaitOp, CallOp, ExecuteOp, ReturnOp, YieldOp};
use asyncir_dialects::bufferization::ToTensorOp;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, OperationState, Type, ValueId};

use super::{Bufferizable, Copies};
use crate::bufferization::one_shot_bufferize::copies;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::functions::boundary_type;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::View;

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == ExecuteOp::DEF {
        Some(&Execute)
    } else if def == AwaitOp::DEF {
        Some(&Await)
    } else if def == CallOp::DEF {
        Some(&Call)
    } else if def == YieldOp::DEF || def == ReturnOp::DEF {
        Some(&End)
    } else {
        None
    }
}

/// The memory of a tensor that a task has given: dense, whatever the task.
fn given(v: View<'_>, value: ValueId) -> Fallible<Type> {
    let space = v.default_space(v.body.value_location(value))?;
    Ok(types::identity(v.ctx, v.body.value_type(value), space))
}

/// A task. Its region gets what others have given.
struct Execute;

impl Bufferizable for Execute {
    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        false
    }

    fn is_parallel(&self, _v: View<'_>, _op: OpId, _region: usize) -> bool {
        true
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, _stack: &mut Vec<ValueId>) -> Fallible<Type> {
        given(v, value)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let Some(block) = ExecuteOp(b.view().op_ref(op)).block() else {
            return Ok(());
        };
        let v = b.view();
        let types = v.body.block_args(block).map(|argument| v.buffer_type(argument));
        let types: Vec<Type> = types.collect::<Fallible<_>>()?;
        b.set_argument_types(block, &types);
        Ok(())
    }
}

/// What a task has given.
struct Await;

impl Bufferizable for Await {
    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        false
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, _stack: &mut Vec<ValueId>) -> Fallible<Type> {
        given(v, value)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operand = b.rw.body.operand(op, 0);
        let ty = b.view().buffer_type(b.rw.body.result(op, 0))?;
        let like = OperationState::like(b.rw.body.op(op));
        b.replace_with(op, like.operands(&[operand]).results(&[ty]));
        Ok(())
    }
}

/// A call of a function that goes on when the call is done.
struct Call;

impl Bufferizable for Call {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn is_read_later(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let mut operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        for operand in &mut operands {
            if b.is_tensor(*operand) {
                let ty = boundary_type(b.rw.ctx, b.state.options, b.rw.body.value_type(*operand));
                *operand = b.buffer_of_type(*operand, ty)?;
            }
        }
        let types = b.view().op_ref(op).result_types();
        let like = OperationState::like(b.rw.body.op(op));
        b.replace_with(op, like.operands(&operands).results(&types));
        Ok(())
    }
}

/// What ends a task, or a function that is one.
struct End;

/// Whether a tensor is in memory that the task itself has got, and nobody else writes to.
fn is_own(v: View<'_>, value: ValueId, end: OpId) -> bool {
    let region = v.body.parent_region(end);
    let is_inside = |alias: ValueId| {
        let owner = v.owner(alias).filter(|&owner| !v.body.op(owner).is(ToTensorOp::DEF));
        owner
            .zip(region)
            .is_some_and(|(owner, region)| v.body.ancestor_in_region(region, owner).is_some())
    };
    let aliases = v.all_aliases(value);
    !aliases.is_empty() && aliases.iter().all(|&alias| is_inside(alias))
}

impl Bufferizable for End {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    /// Whoever awaits a tensor knows nothing of the memory of others that it might be in.
    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        let v = c.view();
        let tensors: Vec<Use> = v.tensor_operands(op).collect();
        let is_given = |operand: &Use| !is_own(v, v.value(*operand), op);
        let to_copy: Vec<usize> = tensors
            .iter()
            .filter(|operand| is_given(operand))
            .map(|operand| operand.index)
            .collect();
        copies::of_operands(c, op)?;
        c.rw.set_before(op);
        for index in to_copy {
            let location = c.rw.location_of(op);
            let value = c.rw.body.operand(op, index);
            let copy = c.copy(location, value)?;
            c.rw.modify(op, |body| body.set_operand(op, index, copy));
        }
        Ok(())
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let mut values: Vec<ValueId> = b.rw.body.operands(op).collect();
        for value in &mut values {
            if b.is_tensor(*value) {
                let ty = given(b.view(), *value)?;
                *value = b.buffer_of_type(*value, ty)?;
            }
        }
        b.rw.modify(op, |body| body.set_operands(op, &values));
        Ok(())
    }
}
