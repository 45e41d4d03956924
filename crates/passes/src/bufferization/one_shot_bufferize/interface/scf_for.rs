//! `scf.for`: what a loop carries from iteration to iteration.

use asyncir_dialects::memref::strides::memory_space;
use asyncir_dialects::scf::{ForOp, region_end};
use asyncir_ir::{Fallible, OpId, OperationState, RegionId, Type, ValueId};

use super::{Bufferizable, Copies, alias};
use crate::bufferization::one_shot_bufferize::conflicts::known;
use crate::bufferization::one_shot_bufferize::copies;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

/// Operands before the initial values, and block arguments before what is carried.
const BOUNDS: usize = 3;
const VARIABLES: usize = 1;

pub(super) struct For;

/// What is carried to an iteration, and what it carries to the next one.
fn carried(v: View<'_>, op: OpId, index: usize) -> Option<(ValueId, ValueId)> {
    let block = ForOp(v.op_ref(op)).block()?;
    let end = region_end(v.body, op, 0)?;
    Some((
        v.body.block_args(block).nth(index + VARIABLES)?,
        v.body.operands(end).nth(index)?,
    ))
}

/// Whether each iteration gives on the memory that it was given.
fn is_kept(v: View<'_>, op: OpId, index: usize) -> bool {
    carried(v, op, index).is_some_and(|(argument, yielded)| v.are_equivalent(argument, yielded))
}

fn may_be_empty(v: View<'_>, op: OpId) -> bool {
    let bounds = [0, 1].map(|index| known(v, v.body.operand(op, index)));
    !matches!(bounds, [Some(lower), Some(upper)] if lower < upper)
}

impl Bufferizable for For {
    fn reads(&self, v: View<'_>, operand: Use) -> bool {
        let carried = carried(v, operand.op, operand.index - BOUNDS);
        may_be_empty(v, operand.op) || carried.is_none_or(|(argument, _)| v.is_read(argument))
    }

    fn writes(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let index = operand.index - BOUNDS;
        vec![alias(v.body.result(operand.op, index), is_kept(v, operand.op, index))]
    }

    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn verify(&self, v: View<'_>, op: OpId) -> Fallible {
        if v.state.options.allow_return_allocs_from_loops {
            return Ok(());
        }
        let mut results = v.body.results(op).enumerate();
        let changed = results.find(|&(index, result)| v.is_tensor(result) && !is_kept(v, op, index));
        match changed.zip(region_end(v.body, op, 0)) {
            Some(((index, _), end)) => Err(not_kept(v, end, "Yield operand", index)),
            None => Ok(()),
        }
    }

    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        copies::of_operands(c, op)?;
        if c.state.decisions.is_none() {
            return Ok(());
        }
        let v = c.view();
        let (Some(end), region) = (region_end(v.body, op, 0), ForOp(v.op_ref(op)).region()) else {
            return Ok(());
        };
        // A result shares memory with nothing but its initial value.
        let yielded: Vec<ValueId> = v.body.operands(end).collect();
        let to_copy = needs_copies(v, &yielded);
        for (index, must_copy) in to_copy.into_iter().enumerate() {
            let v = c.view();
            let Some((argument, yielded)) = carried(v, op, index) else {
                continue;
            };
            if !v.is_tensor(yielded) || !must_copy && stays_inside(v, yielded, region, argument) {
                continue;
            }
            c.rw.set_before(end);
            let location = c.rw.location_of(end);
            let copy = c.copy(location, yielded)?;
            c.rw.modify(end, |body| body.set_operand(end, index, copy));
        }
        Ok(())
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        if v.is_result(value) {
            return match carried(v, op, v.number(value)) {
                Some((argument, _)) => v.buffer_type_within(argument, stack),
                None => super::buffer_type(v, value, stack),
            };
        }
        let index = v.number(value) - VARIABLES;
        match carried(v, op, index) {
            Some((_, yielded)) => {
                let init = v.body.operand(op, index + BOUNDS);
                carried_type(v, op, value, (init, yielded), stack)
            }
            None => super::buffer_type(v, value, stack),
        }
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let mut buffers = b.buffers(&operands)?;
        let results: Vec<ValueId> = b.rw.body.results(op).collect();
        let types = results.iter().map(|&result| b.view().buffer_type(result));
        let types: Vec<Type> = types.collect::<Fallible<_>>()?;
        for (index, &ty) in types.iter().enumerate() {
            buffers[index + BOUNDS] = b.cast(buffers[index + BOUNDS], ty)?;
        }
        let mut state = OperationState::like(b.rw.body.op(op))
            .operands(&buffers)
            .results(&types);
        let region = b.rw.body.op_regions(op)[0];
        let region = b.take_region(region);
        state.regions.push(region);
        b.rw.set_before(op);
        let new = b.rw.insert(state);
        if let Some(block) = b.rw.body.region(region).first() {
            let variable = b.rw.body.value_type(b.rw.body.block_arg(block, 0));
            let types: Vec<Type> = [variable].into_iter().chain(types).collect();
            b.set_argument_types(block, &types);
        }
        let results: Vec<ValueId> = b.rw.body.results(new).collect();
        b.replace(op, &results);
        Ok(())
    }
}

/// Which values that a loop gives on must be copied because they are in memory that must not be written, or in that of a value
/// before them: what they become is taken to be memory of its own, which may be written.
pub(super) fn needs_copies(v: View<'_>, values: &[ValueId]) -> Vec<bool> {
    let needs_copy = |index: usize| {
        let value = values[index];
        let is_again = || values[..index].iter().any(|&other| v.may_alias(other, value));
        v.is_tensor(value) && (v.is_read_only(value) || is_again())
    };
    (0..values.len()).map(needs_copy).collect()
}

/// The error about a loop that gives on other memory than it was given.
pub(super) fn not_kept(v: View<'_>, end: OpId, what: &str, index: usize) -> asyncir_ir::Diagnostic {
    let message = format!("{what} #{index} is not equivalent to the corresponding iter bbArg");
    v.op_ref(end).bare_error(message)
}

/// Whether a value shares no memory with what is defined outside of a region, nor with arguments of the region but one.
fn stays_inside(v: View<'_>, value: ValueId, region: RegionId, except: ValueId) -> bool {
    let owner = v.body.region(region).parent();
    let mut others = v.all_aliases(value).iter().filter(|&&alias| alias != except);
    others.all(|&alias| {
        let home = v.value_region(alias);
        let is_deeper = home != Some(region)
            && home
                .and_then(|home| v.body.region(home).parent())
                .zip(owner)
                .is_some_and(|(inner, owner)| v.body.is_ancestor(owner, inner));
        is_deeper || home == Some(region) && v.is_result(alias)
    })
}

/// The type of what a loop carries: that of the initial value, if iterations give on the same type, otherwise any layout.
pub(super) fn carried_type(
    v: View<'_>,
    op: OpId,
    argument: ValueId,
    (init, yielded): (ValueId, ValueId),
    stack: &mut Vec<ValueId>,
) -> Fallible<Type> {
    let first = v.buffer_type_within(init, stack)?;
    // What is carried on may be what was given, whose type is asked for.
    if stack.iter().filter(|&&value| value == argument).count() >= 2 {
        return Ok(first);
    }
    let next = v.buffer_type_within(yielded, stack)?;
    if first == next {
        return Ok(first);
    }
    let space = memory_space(v.ctx, first);
    if space != memory_space(v.ctx, next) {
        let message = "init_arg and yielded value bufferize to inconsistent memory spaces";
        return Err(v.op_ref(op).error(message));
    }
    Ok(types::dynamic(v.ctx, v.body.value_type(argument), space))
}
