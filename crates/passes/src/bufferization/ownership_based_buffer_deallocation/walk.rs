//! Follows buffers from block to block and from op to op.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::{arith, cf, memref, scf};
use asyncir_ir::def::{EffectKind, Hooks, OpView};
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{BlockId, Dominance, Fallible, Location, OpId, RegionId, Type, ValueId};

use super::state::{Ownership, State};
use super::{Boundary, branches, check, planned, regions};
use crate::analysis::dataflow::regions::passed_at_end;
use crate::bufferization::mark_manual_deallocation::MANUAL_DEALLOCATION;
use crate::general::inline::is_call;

/// Follows all buffers of a function.
///
/// # Errors
/// At what is not supported.
pub(super) fn function(state: &mut State<'_, '_>, boundary: &Boundary<'_>) -> Fallible {
    // Blocks stay what they are and lead where they led.
    let dominance = Dominance::new(state.body());
    match state.body().root() {
        Some(region) => region_blocks(state, boundary, &dominance, region),
        None => Ok(()),
    }
}

/// Inner regions come before what is around them, and blocks before those that they dominate.
fn region_blocks(
    state: &mut State<'_, '_>,
    boundary: &Boundary<'_>,
    dominance: &Dominance,
    region: RegionId,
) -> Fallible {
    for block in dominance.reverse_post_order(state.body(), region) {
        let ops: Vec<OpId> = state.body().block_ops(block).collect();
        for &op in &ops {
            for inner in state.body().op_regions(op).to_vec() {
                region_blocks(state, boundary, dominance, inner)?;
            }
        }
        start(state, block);
        for op in ops {
            follow(state, boundary, block, op)?;
        }
    }
    Ok(())
}

/// At the start of a block: who owns what comes in.
fn start(state: &mut State<'_, '_>, block: BlockId) {
    match state.body().block(block).first_op() {
        Some(first) => state.rw.set_before(first),
        None => state.rw.set_end(block),
    }
    let region = state.body().block(block).region();
    for value in state.live_in(block) {
        let from = state.body().value_block(value);
        if from.and_then(|from| state.body().block(from).region()) == region {
            let ownership = state.ownership_at_definition(value);
            state.add_ownership(value, block, ownership);
            state.add_freed(value, block);
        } else {
            // What is captured from outside stays there.
            let at = state.body().value_location(value);
            let no = state.constant(at, false);
            state.add_ownership(value, block, Ownership::Unique(no));
        }
    }
    let arguments: Vec<ValueId> = state.body().block_args(block).collect();
    // Functions do not take over what they are passed.
    let is_told = state.is_told(block);
    for argument in state.memory(&arguments) {
        let at = state.body().value_location(argument);
        let owner = if is_told {
            state.rw.body.add_block_arg(block, Type::I1, at)
        } else {
            let is_owned = state.plans_to_own(argument);
            state.constant(at, is_owned)
        };
        state.own(argument, block, owner);
    }
}

/// Follows what an op does with buffers.
fn follow(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> Fallible {
    let op = handle(state, boundary, block, op)?;
    let results: Vec<ValueId> = state.body().results(op).collect();
    for result in state.memory(&results) {
        if state.ownership(result, block) == Ownership::Uninitialized {
            own_as_operands(state, block, op, result);
        }
    }
    Ok(())
}

/// A result that is not known to be new memory may be that of any operand.
fn own_as_operands(state: &mut State<'_, '_>, block: BlockId, op: OpId, result: ValueId) {
    let operands: Vec<ValueId> = state.body().operands(op).collect();
    for operand in state.memory(&operands) {
        let ownership = state.ownership_at_definition(operand);
        state.add_ownership(result, block, ownership);
    }
    if state.ownership(result, block) == Ownership::Uninitialized {
        state.rw.set_before(op);
        let at = state.rw.location_of(op);
        let no = state.constant(at, false);
        state.add_ownership(result, block, Ownership::Unique(no));
    }
}

/// Handles an op; gives the op that replaces it, or itself.
fn handle(state: &mut State<'_, '_>, boundary: &Boundary<'_>, block: BlockId, op: OpId) -> Fallible<OpId> {
    state.rw.set_before(op);
    let data = state.body().op(op);
    if data.is(arith::SelectOp::DEF) {
        return Ok(op);
    }
    if data.is(cf::CondBranchOp::DEF) {
        branches::cond_branch(state, block, op)?;
        return Ok(op);
    }
    if data.is(scf::InParallelOp::DEF) || data.is(scf::ReduceReturnOp::DEF) {
        regions::free_at_end(state, block, op, &[])?;
        return Ok(op);
    }
    if state.plan().is_some() {
        return planned::handle(state, boundary, block, op);
    }
    check::op(state.body().op_ref(state.rw.ctx, op))?;
    memory_effects(state, block, op)?;
    let data = state.body().op(op);
    let (def, is_call) = (data.def(), is_call(data));
    let has = |hook: fn(&Hooks) -> bool| def.is_some_and(|def| hook(&def.hooks));
    if has(|hooks| hooks.region_branch.is_some()) {
        return Ok(regions::enter(state, block, op));
    }
    if is_call {
        return Ok(regions::call(state, boundary, block, op));
    }
    if has(|hooks| hooks.branch.is_some()) {
        branches::branch(state, block, op)?;
    } else if passed_at_end(state.body().op_ref(state.rw.ctx, op)).is_some() {
        regions::leave(state, boundary, block, op)?;
    }
    Ok(op)
}

/// What an op frees is owned by nobody; what it allocates is owned by the block, unless it is freed without us.
fn memory_effects(state: &mut State<'_, '_>, block: BlockId, op: OpId) -> Fallible {
    let view = state.body().op_ref(state.rw.ctx, op);
    let (at, effects) = (view.location(), effects_of(view).unwrap_or_default());
    let is_manual = view.data().attr(view.ctx, MANUAL_DEALLOCATION).is_some();
    let (operands, results) = (view.operands(), view.body.results(op).collect::<Vec<_>>());
    let does = |kind, value| {
        effects
            .iter()
            .any(|effect| effect.kind == kind && effect.value == Some(value))
    };
    for value in state.memory(&operands) {
        if does(EffectKind::Free, value) {
            if !is_manual {
                let view = state.body().op_ref(state.rw.ctx, op);
                return Err(view.bare_error("memory free side-effect on MemRef value not supported!"));
            }
            assert_not_owned(state, block, at, value);
        }
    }
    for value in state.memory(&results) {
        if does(EffectKind::Allocate, value) {
            let is_ours = !is_manual && !state.body().op(op).is(memref::AllocaOp::DEF);
            let owner = state.constant_at_start(block, at, is_ours);
            state.set_ownership(value, block, Ownership::Unique(owner));
            if is_ours {
                state.add_freed(value, block);
            }
        }
    }
    Ok(())
}

/// What is freed without us may not be freed by us.
fn assert_not_owned(state: &mut State<'_, '_>, block: BlockId, at: Location, value: ValueId) {
    let Ownership::Unique(owner) = state.ownership(value, block) else {
        return;
    };
    let yes = state.constant(at, true);
    let is_free = ArithBuilder::new(state.rw, at).xori(owner, yes);
    let message = state.rw.ctx.str_attr("expected that the block does not have ownership");
    state
        .rw
        .insert(cf::AssertOp::build(state.rw.ctx, at, is_free, message, &[]));
}
