//! Buffers that go into regions and out of them, to functions and back.

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_dialects::func;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, Fallible, OpId, OperationState, Type, ValueId};

use super::state::State;
use super::{Boundary, planned};
use crate::analysis::dataflow::regions::{passed_at_end, passed_on_entry};

/// An op whose regions get and give buffers: nothing that is passed in is given away; who owns what comes out is told by
/// results behind the others. Gives the op that replaces it.
pub(super) fn enter(state: &mut State<'_, '_>, block: BlockId, op: OpId) -> OpId {
    let at = state.rw.location_of(op);
    let no = state.constant_at_start(block, at, false);
    let view = state.body().op_ref(state.rw.ctx, op);
    let range = passed_on_entry(view);
    let passed: Vec<ValueId> = range.clone().map(|index| view.operand(index)).collect();
    let count = state.memory(&passed).len();
    if count > 0 {
        add_operands(state, op, range.end, &vec![no; count]);
    }
    let results: Vec<ValueId> = state.body().results(op).collect();
    let owned = state.memory(&results).len();
    let new = add_results(state, op, owned);
    own_results(state, block, new, owned);
    new
}

/// Adds operands in front of the operand with an index, to the slot before it.
fn add_operands(state: &mut State<'_, '_>, op: OpId, index: usize, added: &[ValueId]) {
    let view = state.body().op_ref(state.rw.ctx, op);
    let mut operands = view.operands().to_vec();
    operands.splice(index..index, added.iter().copied());
    let slot = view.data().def().and_then(|def| {
        let is_sized = def.has(OpTrait::AttrSizedOperandSegments);
        let mut slots = is_sized.then_some(0..def.operands.len())?;
        slots.rfind(|&slot| def.operand_range(view, slot).end == index && !def.operand_range(view, slot).is_empty())
    });
    let sizes = view
        .property("operandSegmentSizes")
        .and_then(|sizes| sizes.as_dense_ints(view.ctx));
    let ctx = state.rw.ctx;
    state.rw.modify(op, |body| {
        body.set_operands(op, &operands);
        if let Some((slot, mut sizes)) = slot.zip(sizes) {
            sizes[slot] += added.len() as i64;
            let sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
            let sizes = ctx.dense_i32_array(&sizes);
            body.op_mut(op).set_property(ctx, "operandSegmentSizes", Some(sizes));
        }
    });
}

/// Makes an op anew with results of `i1` behind the others.
pub(super) fn add_results(state: &mut State<'_, '_>, op: OpId, count: usize) -> OpId {
    if count == 0 {
        return op;
    }
    let old_regions = state.body().op_regions(op).to_vec();
    let mut new = OperationState::like(state.body().op(op));
    new.operands = state.body().operands(op).collect();
    new.results = state.body().result_types(op).into_iter().collect();
    let old_count = new.results.len();
    new.results.extend(std::iter::repeat_n(Type::I1, count));
    new.regions = old_regions.iter().map(|_| state.rw.body.create_region()).collect();
    let new_regions = new.regions.to_vec();
    state.rw.set_before(op);
    let new = state.rw.insert(new);
    for (from, to) in old_regions.into_iter().zip(new_regions) {
        state.rw.inline_region(from, to, None);
    }
    state.replace_results(op, new);
    let results: Vec<ValueId> = state.body().results(new).take(old_count).collect();
    state.rw.replace(op, &results);
    new
}

/// The block owns the results that are memory, as the last results say.
fn own_results(state: &mut State<'_, '_>, block: BlockId, op: OpId, owned: usize) {
    let results: Vec<ValueId> = state.body().results(op).collect();
    let (values, owners) = results.split_at(results.len() - owned);
    for (value, &owner) in state.memory(values).into_iter().zip(owners) {
        state.own(value, block, owner);
    }
}

/// A call: the block owns what it gives. Gives the op that replaces it.
pub(super) fn call(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> OpId {
    let results: Vec<ValueId> = state.body().results(op).collect();
    let memory = state.memory(&results);
    if state.body().op(op).is(func::CallOp::DEF) && boundary.tells_ownership(state.body().op_ref(state.rw.ctx, op)) {
        let new = add_results(state, op, memory.len());
        own_results(state, block, new, memory.len());
        return new;
    }
    let at = state.rw.location_of(op);
    let yes = state.constant(at, true);
    for value in memory {
        state.own(value, block, yes);
    }
    op
}

/// The end of a region: frees what is not passed on, and tells who owns what is.
///
/// # Errors
/// If who owns a buffer is not known.
pub(super) fn leave(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> Fallible {
    if state.plan().is_some() {
        return leave_planned(state, boundary, block, op);
    }
    let is_return = state.body().parent_region(op) == state.body().root();
    let gives_all_away = is_return && !boundary.is_dynamic;
    if gives_all_away {
        for index in 0..state.body().op(op).num_operands() {
            let value = state.body().operand(op, index);
            if state.is_memory(value) {
                let owned = state.with_ownership(value, block);
                state.rw.modify(op, |body| body.set_operand(op, index, owned));
            }
        }
    }
    let view = state.body().op_ref(state.rw.ctx, op);
    let passed = passed_at_end(view).unwrap_or(0..0);
    let operands: Vec<ValueId> = passed.clone().map(|index| view.operand(index)).collect();
    let owners = free_at_end(state, block, op, &operands)?;
    if !gives_all_away && !owners.is_empty() {
        add_operands(state, op, passed.end, &owners);
    }
    Ok(())
}

/// As `leave`, where there is a plan. Tasks give away what they yield.
fn leave_planned(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> Fallible {
    let view = state.body().op_ref(state.rw.ctx, op);
    let passed = passed_at_end(view).unwrap_or(0..0);
    let operands: Vec<ValueId> = passed.clone().map(|index| view.operand(index)).collect();
    let owners = free_at_end(state, block, op, &operands)?;
    let (tells, gives_away) = match state.body().parent_op(op) {
        Some(parent) if state.body().op(parent).is(ExecuteOp::DEF) => (false, true),
        Some(parent) => (state.tells(parent), false),
        None => {
            let gives = state.plan().is_some_and(|plan| plan.gives);
            (boundary.is_dynamic, gives && !boundary.is_dynamic)
        }
    };
    if gives_away {
        planned::give_away(state, op, &owners);
    } else if tells && !owners.is_empty() {
        add_operands(state, op, passed.end, &owners);
    }
    Ok(())
}

/// Frees what a block does not pass on at its end; gives who owns each of the `operands` that is memory.
///
/// # Errors
/// If who owns a buffer is not known.
pub(super) fn free_at_end(
    state: &mut State<'_, '_>,
    block: BlockId,
    op: OpId,
    operands: &[ValueId],
) -> Fallible<Vec<ValueId>> {
    let at = state.rw.location_of(op);
    let frees = state.frees(block, at)?;
    let retained = state.retained(block, None, operands);
    if frees.is_empty() && retained.is_empty() {
        return Ok(Vec::new());
    }
    let mut owners = state.dealloc(block, at, &frees, &retained);
    owners.truncate(state.memory(operands).len());
    Ok(owners)
}
