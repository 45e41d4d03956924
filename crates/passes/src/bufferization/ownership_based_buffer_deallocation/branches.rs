//! Buffers that go from block to block.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Fallible, Location, OpId, ValueId};

use super::state::{Ownership, State};

/// In front of a branch to one block: frees what the block does not need, and passes on who owns what the branch passes.
///
/// # Errors
/// If there are several blocks, or who owns a buffer is not known.
pub(super) fn branch(state: &mut State<'_, '_>, block: BlockId, op: OpId) -> Fallible {
    let view = state.body().op_ref(state.rw.ctx, op);
    if view.data().num_successors() != 1 {
        let message = "BranchOpInterface operations with multiple successors are not supported yet";
        return Err(view.bare_error(message));
    }
    let at = view.location();
    let next = state.body().successor(op, 0);
    let operands = forwarded(state, op, 0);
    let frees = state.frees(block, at)?;
    let retained = state.retained(block, Some(next), &operands);
    let owners = state.dealloc(block, at, &frees, &retained);
    let passed = state.memory(&operands).len();
    let owners: Vec<ValueId> = owners.into_iter().take(passed).collect();
    let ctx = state.rw.ctx;
    if let Some(all) = successor_operands(ctx, state.body(), op, 0) {
        state.rw.modify(op, |body| all.append(ctx, body, op, &owners));
    }
    Ok(())
}

/// A branch that passes nothing to several blocks, to each of which no other one leads: they free what the block does not.
pub(super) fn hand_on(state: &mut State<'_, '_>, block: BlockId, op: OpId) {
    let ways: Vec<BlockId> = state.body().successors(op).collect();
    for way in ways {
        state.hand_on(block, way);
    }
}

/// What a branch passes to one of its blocks.
fn forwarded(state: &State<'_, '_>, op: OpId, successor: usize) -> Vec<ValueId> {
    let body = state.body();
    let passed = successor_operands(state.rw.ctx, body, op, successor);
    let range = passed.map_or(0..0, |passed| passed.range);
    range.map(|index| body.operand(op, index)).collect()
}

/// One way out of a branch on a condition.
struct Way {
    /// What is passed, with who owns it behind it.
    operands: Vec<ValueId>,
    /// What is retained, each with who owns it then.
    retained: Vec<(ValueId, ValueId)>,
}

/// In front of a branch on a condition: the same for each of its two blocks, if it is taken.
///
/// # Errors
/// If who owns a buffer is not known.
pub(super) fn cond_branch(state: &mut State<'_, '_>, block: BlockId, op: OpId) -> Fallible {
    let (at, condition) = (state.rw.location_of(op), state.body().operand(op, 0));
    let frees = state.frees(block, at)?;
    let taken: Vec<(ValueId, ValueId)> = frees
        .iter()
        .map(|&(memref, owner)| (memref, ArithBuilder::new(state.rw, at).andi(owner, condition)))
        .collect();
    let yes = way(state, block, op, 0, &taken);
    let not_taken: Vec<(ValueId, ValueId)> = frees
        .iter()
        .map(|&(memref, owner)| {
            let one = state.constant(at, true);
            let not = ArithBuilder::new(state.rw, at).xori(one, condition);
            (memref, ArithBuilder::new(state.rw, at).andi(owner, not))
        })
        .collect();
    let no = way(state, block, op, 1, &not_taken);
    own_on_both_ways(state, block, at, condition, &yes.retained, &no.retained);
    let sizes = [1, yes.operands.len() as i32, no.operands.len() as i32];
    let all: Vec<ValueId> = [vec![condition], yes.operands, no.operands].concat();
    let ctx = state.rw.ctx;
    state.rw.modify(op, |body| {
        body.set_operands(op, &all);
        let sizes = ctx.dense_i32_array(&sizes);
        body.op_mut(op).set_property(ctx, "operandSegmentSizes", Some(sizes));
    });
    Ok(())
}

/// One way: `frees` is what is freed if it is taken.
fn way(state: &mut State<'_, '_>, block: BlockId, op: OpId, successor: usize, frees: &[(ValueId, ValueId)]) -> Way {
    let (at, next) = (state.rw.location_of(op), state.body().successor(op, successor));
    let mut operands = forwarded(state, op, successor);
    let retained = state.retained(block, Some(next), &operands);
    let owners = state.dealloc(block, at, frees, &retained);
    let retained: Vec<(ValueId, ValueId)> = retained.into_iter().zip(owners).collect();
    let passed = state
        .memory(&operands)
        .into_iter()
        .filter_map(|value| owner_of(&retained, value));
    operands.extend(passed);
    Way { operands, retained }
}

/// Who owns a value: of what is retained twice, the last one counts.
fn owner_of(retained: &[(ValueId, ValueId)], value: ValueId) -> Option<ValueId> {
    retained
        .iter()
        .rfind(|(other, _)| *other == value)
        .map(|&(_, owner)| owner)
}

/// Who owns what both ways retain is selected by the condition.
fn own_on_both_ways(
    state: &mut State<'_, '_>,
    block: BlockId,
    at: Location,
    condition: ValueId,
    yes: &[(ValueId, ValueId)],
    no: &[(ValueId, ValueId)],
) {
    let mut done: Vec<ValueId> = Vec::new();
    for &(value, _) in no {
        // Of what is retained twice, the last result counts.
        let last =
            |list: &[(ValueId, ValueId)]| list.iter().rfind(|(other, _)| *other == value).map(|(_, owner)| *owner);
        let (Some(on_yes), Some(on_no)) = (last(yes), last(no)) else {
            continue;
        };
        if done.contains(&value) {
            continue;
        }
        done.push(value);
        let owner = ArithBuilder::new(state.rw, at).select(condition, on_yes, on_no);
        state.set_ownership(value, block, Ownership::Unique(owner));
    }
}
