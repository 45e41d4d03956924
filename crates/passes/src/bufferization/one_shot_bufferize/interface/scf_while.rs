//! `scf.while`, and `scf.condition` in it.

use asyncir_dialects::scf::{ConditionOp, WhileOp};
use asyncir_ir::{Fallible, OpId, Type, ValueId};

use super::scf_for::{carried_type, needs_copies, not_kept};
use super::{Bufferizable, Copies, alias};
use crate::bufferization::is_inside;
use crate::bufferization::one_shot_bufferize::copies;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) struct While;

/// What ends a region, and the operands that it gives on.
fn passed(v: View<'_>, op: OpId, region: usize) -> Option<(OpId, Vec<ValueId>)> {
    let view = WhileOp(v.op_ref(op));
    let (end, skipped) = if region == 0 {
        (view.condition()?, 1)
    } else {
        (view.yields()?, 0)
    };
    Some((end, v.body.operands(end).skip(skipped).collect()))
}

/// Whether a region gives on the memory that it was given as an argument.
fn keeps(v: View<'_>, op: OpId, region: usize, index: usize) -> bool {
    let argument = WhileOp(v.op_ref(op)).arguments(region).get(index).copied();
    let passed = passed(v, op, region).and_then(|(_, values)| values.get(index).copied());
    matches!((argument, passed), (Some(a), Some(b)) if v.are_equivalent(a, b))
}

fn is_kept(v: View<'_>, op: OpId, index: usize) -> bool {
    keeps(v, op, 0, index) && keeps(v, op, 1, index)
}

impl Bufferizable for While {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn writes(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let (op, index) = (operand.op, operand.index);
        let ty = v.body.value_type(v.value(operand));
        let result = v.body.results(op).nth(index);
        let Some(value) = result.filter(|&result| v.body.value_type(result) == ty) else {
            return Vec::new();
        };
        vec![alias(value, is_kept(v, op, index))]
    }

    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn verify(&self, v: View<'_>, op: OpId) -> Fallible {
        if v.state.options.allow_return_allocs_from_loops {
            return Ok(());
        }
        for (region, what) in [(0, "Condition arg"), (1, "Yield operand")] {
            let Some((end, values)) = passed(v, op, region) else {
                continue;
            };
            let mut values = values.into_iter().enumerate();
            let changed = values.find(|&(index, value)| v.is_tensor(value) && !keeps(v, op, region, index));
            if let Some((index, _)) = changed {
                return Err(not_kept(v, end, what, index));
            }
        }
        Ok(())
    }

    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        copies::of_operands(c, op)?;
        if c.state.decisions.is_none() {
            return Ok(());
        }
        let Some((end, values)) = passed(c.view(), op, 0) else {
            return Ok(());
        };
        // A result shares memory with nothing but its initial value.
        for (index, value) in values.into_iter().enumerate() {
            let v = c.view();
            if !v.is_tensor(value) || is_kept(v, op, index) {
                continue;
            }
            c.rw.set_before(end);
            let location = c.rw.location_of(end);
            let copy = c.copy(location, value)?;
            c.rw.modify(end, |body| body.set_operand(end, index + 1, copy));
        }
        copy_yielded(c, op)
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let (Some(op), index) = (v.owner(value), v.number(value)) else {
            return Ok(v.body.value_type(value));
        };
        let is_before = WhileOp(v.op_ref(op)).arguments(0).contains(&value);
        let given_on = passed(v, op, usize::from(is_before)).and_then(|(_, values)| values.get(index).copied());
        match given_on {
            Some(yielded) if is_before => carried_type(v, op, value, (v.body.operand(op, index), yielded), stack),
            Some(passed) => v.buffer_type_within(passed, stack),
            None => super::buffer_type(v, value, stack),
        }
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let inits: Vec<ValueId> = b.rw.body.operands(op).collect();
        let mut buffers = b.buffers(&inits)?;
        let types_of = |b: &Bufferizer<'_>, region| -> Fallible<Vec<Type>> {
            let v = b.view();
            let arguments = WhileOp(v.op_ref(op)).arguments(region);
            arguments.iter().map(|&argument| v.buffer_type(argument)).collect()
        };
        let before = types_of(b, 0)?;
        for (buffer, &ty) in buffers.iter_mut().zip(&before) {
            *buffer = b.cast(*buffer, ty)?;
        }
        let after = types_of(b, 1)?;
        let mut state = b.plain(op).operands(&buffers).results(&after);
        for region in b.rw.body.op_regions(op).to_vec() {
            state.regions.push(b.take_region(region));
        }
        let regions = state.regions.clone();
        b.rw.set_before(op);
        let new = b.rw.insert(state);
        for (region, types) in regions.into_iter().zip([before, after]) {
            if let Some(block) = b.rw.body.region(region).first() {
                b.set_argument_types(block, &types);
            }
        }
        let results: Vec<ValueId> = b.rw.body.results(new).collect();
        b.replace(op, &results);
        Ok(())
    }
}

/// Copies what iterations give on to others where it is in memory that must not be written, that is given on twice, or that is
/// from outside of the loop.
fn copy_yielded(c: &mut Copies<'_>, op: OpId) -> Fallible {
    let v = c.view();
    let Some((end, values)) = passed(v, op, 1) else {
        return Ok(());
    };
    let mut to_copy = needs_copies(v, &values);
    for (to_copy, &value) in to_copy.iter_mut().zip(&values) {
        *to_copy |= v.is_tensor(value) && is_from_outside(v, value, op);
    }
    for (index, value) in values.into_iter().enumerate().filter(|&(index, _)| to_copy[index]) {
        c.rw.set_before(end);
        let location = c.rw.location_of(end);
        let copy = c.copy(location, value)?;
        c.rw.modify(end, |body| body.set_operand(end, index, copy));
    }
    Ok(())
}

/// Whether a value shares memory with what is defined outside of an op.
fn is_from_outside(v: View<'_>, value: ValueId, op: OpId) -> bool {
    !v.all_aliases(value).iter().all(|&alias| is_inside(v.body, alias, op))
}

/// Gives values to the other region, or to what comes behind the loop.
pub(super) struct Condition;

impl Bufferizable for Condition {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn must_be_in_place(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let Some(parent) = b.rw.body.parent_op(op) else {
            return Ok(());
        };
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let mut values = operands[1..].to_vec();
        for (index, value) in values.iter_mut().enumerate() {
            if b.is_tensor(*value) {
                let buffer = b.buffer(*value)?;
                let v = b.view();
                let wanted = v.buffer_type(WhileOp(v.op_ref(parent)).arguments(1)[index])?;
                *value = b.cast(buffer, wanted)?;
            }
        }
        let location = b.rw.location_of(op);
        b.replace_with(op, ConditionOp::build(b.rw.ctx, location, operands[0], &values, &[]));
        Ok(())
    }
}
