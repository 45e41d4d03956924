//! Follows buffers by a plan.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::r#async::{CallOp as AsyncCallOp, ExecuteOp};
use asyncir_dialects::bufferization::CloneOp;
use asyncir_dialects::memref::ExtractAlignedPointerAsIndexOp;
use asyncir_dialects::{arith, func};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Fallible, OpId, Type, ValueId};

use super::state::{Ownership, State};
use super::{Boundary, branches, regions};
use crate::analysis::dataflow::regions::passed_at_end;
use crate::analysis::memref_alias::is_view;
use crate::scf::build::if_else_giving;

/// Follows what an op does with buffers; gives the op that replaces it, or itself.
///
/// # Errors
/// None so far.
pub(super) fn handle(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> Fallible<OpId> {
    let data = state.body().op(op);
    if data.is(ExecuteOp::DEF) || data.is(AsyncCallOp::DEF) {
        return Ok(op);
    }
    let def = data.def();
    if def.is_some_and(|def| def.hooks.region_branch.is_some()) && state.tells(op) {
        return Ok(regions::enter(state, block, op));
    }
    if data.is(func::CallOp::DEF) {
        return Ok(call(state, boundary, block, op));
    }
    own_results(state, block, op);
    if def.is_some_and(|def| def.hooks.branch.is_some()) {
        match state.body().op(op).num_successors() {
            1 => branches::branch(state, block, op)?,
            _ => branches::hand_on(state, block, op),
        }
    } else if passed_at_end(state.body().op_ref(state.rw.ctx, op)).is_some() {
        regions::leave(state, boundary, block, op)?;
    }
    Ok(op)
}

/// What the plan names is owned by the block. Views and what is selected are owned as their operands, and all else by nobody.
fn own_results(state: &mut State<'_, '_>, block: BlockId, op: OpId) {
    let data = state.body().op(op);
    let is_alias = data.is(arith::SelectOp::DEF) || data.def().is_some_and(is_view);
    let results: Vec<ValueId> = state.body().results(op).collect();
    for value in state.memory(&results) {
        if state.plans_to_own(value) {
            let yes = state.constant_at_start(block, state.rw.location_of(op), true);
            state.own(value, block, yes);
        } else if !is_alias {
            own_not(state, block, op, value);
        }
    }
}

fn own_not(state: &mut State<'_, '_>, block: BlockId, op: OpId, value: ValueId) {
    let no = state.constant_at_start(block, state.rw.location_of(op), false);
    state.set_ownership(value, block, Ownership::Unique(no));
}

/// A call: what it gives is owned if the plan says so, and if the function tells so where it tells.
fn call(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> OpId {
    if !boundary.tells_ownership(state.body().op_ref(state.rw.ctx, op)) {
        own_results(state, block, op);
        return op;
    }
    let results: Vec<ValueId> = state.body().results(op).collect();
    let is_owned: Vec<bool> = state
        .memory(&results)
        .into_iter()
        .map(|value| state.plans_to_own(value))
        .collect();
    let new = regions::add_results(state, op, is_owned.len());
    let results: Vec<ValueId> = state.body().results(new).collect();
    let (values, owners) = results.split_at(results.len() - is_owned.len());
    for ((value, &owner), is_owned) in state.memory(values).into_iter().zip(owners).zip(is_owned) {
        if is_owned {
            state.own(value, block, owner);
        } else {
            own_not(state, block, new, value);
        }
    }
    new
}

/// In front of the end of a function or of a task: what it gives away and does not own is copied. `owners` tell what it owns.
/// The same buffer is given away only once.
pub(super) fn give_away(state: &mut State<'_, '_>, op: OpId, owners: &[ValueId]) {
    let at = state.rw.location_of(op);
    let indices: Vec<usize> = (0..state.body().op(op).num_operands())
        .filter(|&index| state.is_memory(state.body().operand(op, index)))
        .collect();
    let addresses = addresses(state, op, &indices);
    for (place, (&index, &owner)) in indices.iter().zip(owners).enumerate() {
        let mut owner = owner;
        for &earlier in addresses.get(..place).unwrap_or_default() {
            let differs = ArithBuilder::new(state.rw, at).cmpi("ne", addresses[place], earlier);
            owner = ArithBuilder::new(state.rw, at).andi(owner, differs);
        }
        let value = state.body().operand(op, index);
        let (ctx, ty) = (state.rw.ctx, state.body().value_type(value));
        let given = if_else_giving(
            state.rw,
            at,
            owner,
            &[ty],
            |_| vec![value],
            |rw| vec![rw.insert_value(CloneOp::build(ctx, at, value, &[ty]))],
        );
        let given = state.body().result(given, 0);
        state.rw.modify(op, |body| body.set_operand(op, index, given));
    }
}

/// The addresses of operands, if there are several.
fn addresses(state: &mut State<'_, '_>, op: OpId, indices: &[usize]) -> Vec<ValueId> {
    if indices.len() < 2 {
        return Vec::new();
    }
    let (ctx, at) = (state.rw.ctx, state.rw.location_of(op));
    indices
        .iter()
        .map(|&index| {
            let value = state.body().operand(op, index);
            let address = ExtractAlignedPointerAsIndexOp::build(ctx, at, value, &[Type::INDEX]);
            state.rw.insert_value(address)
        })
        .collect()
}
