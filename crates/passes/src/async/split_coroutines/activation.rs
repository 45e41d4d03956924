//! The functions that go on with a suspended coroutine: one that resumes it, and one that destroys it.

use std::collections::{BTreeMap, BTreeSet};

use asyncir_dialects::llvm::{self, SwitchOp, case_values_attr};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::region_simplify::{erase_unreachable_blocks, run_region_dce, successor_operands};
use asyncir_ir::{
    ApInt, BlockId, Body, Context, Diagnostic, Fallible, InsertPoint, Location, OpId, OperationState, ValueId,
};

use super::access;
use super::checks;
use super::loads::{self, Loads};
use super::plan::{Plan, Source};
use super::recognize::Coroutine;
use super::ssa::{self, Reachable};
use super::stores::{Frames, Stores};
use super::suspension::Point;
use crate::conversion::llvm_common::ops;
use crate::conversion::llvm_common::types;

/// How a suspended coroutine is entered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Resume,
    Destroy,
}

impl Entry {
    /// The successor of a suspension point that is entered.
    fn of(self, point: &Point) -> Option<usize> {
        match self {
            Entry::Resume => point.resumed,
            Entry::Destroy => point.destroyed,
        }
    }
}

/// The body of a function that takes a frame, and goes on where the coroutine was suspended. `body` is the whole
/// coroutine.
///
/// # Errors
/// If a value cannot be passed on to where it is used.
pub(super) fn build(
    ctx: &Context,
    mut body: Body,
    coroutine: &Coroutine,
    plan: &Plan,
    entry: Entry,
    location: Location,
) -> Fallible<Body> {
    let regions = body.root_regions().to_vec();
    return_at_ends(ctx, &mut body, coroutine);
    let (frame, entries) = enter(ctx, &mut body, coroutine, plan, entry, location)?;
    suspend(ctx, &mut body, coroutine);
    let reachable = Reachable::of(&body);
    if body
        .parent_block(coroutine.begin)
        .is_some_and(|block| reachable.has(block))
    {
        return Err(body
            .op_ref(ctx, coroutine.begin)
            .error("is reached again after a suspension"));
    }
    let handle = coroutine.handle(&body);
    let saves = coroutine.points.iter().map(|point| point.save);
    let gives_away = saves.chain(body.users(handle)).filter_map(|op| body.parent_block(op));
    let gives_away: BTreeSet<BlockId> = gives_away.collect();
    let stores = Stores {
        ctx,
        coroutine,
        plan,
        reachable: &reachable,
        frames: Frames::One(frame),
        entries: &entries,
        is_entered: true,
    };
    let stored = stores.insert(&mut body);
    let unchanged = loads::unchanged(&plan.slots, &stored);
    let restored = Restored {
        ctx,
        plan,
        reachable: &reachable,
        frame,
        entries: entries.into_keys().collect(),
        unchanged,
    };
    restored.everywhere(&mut body, &gives_away)?;
    body.replace_all_uses(handle, frame);
    erase_unreachable_blocks(&mut Rewriter::new(ctx, &mut body), &regions);
    run_region_dce(ctx, &mut body, &regions);
    Ok(body)
}

/// Returns from the function at the ends of the coroutine, and wherever its ramp function does.
fn return_at_ends(ctx: &Context, body: &mut Body, coroutine: &Coroutine) {
    for end in &coroutine.ends {
        body.erase_op(end.branch);
        let Some(block) = body.parent_block(end.op) else {
            continue;
        };
        let location = body.op(end.op).location();
        body.erase_op(end.op);
        let mut rw = Rewriter::new(ctx, body);
        rw.set_end(block);
        ops::return_op(&mut rw, location, None);
    }
    for op in body.walk_all(asyncir_ir::WalkOrder::Pre) {
        if body.op(op).has_trait(OpTrait::ReturnLike) {
            body.set_operands(op, &[]);
        }
    }
}

/// Gives the function its parameter, the frame, and a block for each suspension point that leads to where the
/// coroutine goes on. Gives those blocks with their points.
fn enter(
    ctx: &Context,
    body: &mut Body,
    coroutine: &Coroutine,
    plan: &Plan,
    entry: Entry,
    location: Location,
) -> Fallible<(ValueId, BTreeMap<BlockId, usize>)> {
    let missing = || Diagnostic::error(location, "a coroutine needs a body");
    let region = body.root().ok_or_else(missing)?;
    let first = body.entry().ok_or_else(missing)?;
    let start = body.create_block();
    body.insert_block(start, region, Some(first));
    let frame = body.add_block_arg(start, types::ptr(ctx), location);
    if plan.memory.checks().is_some() {
        let mut rw = Rewriter::new(ctx, body);
        rw.set_end(start);
        checks::resume(&mut rw, location, frame);
    }
    let points = coroutine.points.iter().enumerate();
    let points: Vec<(usize, usize)> = points
        .filter_map(|(index, point)| Some((index, entry.of(point)?)))
        .collect();
    let mut entries = BTreeMap::new();
    for &(index, successor) in &points {
        let block = match points.len() {
            1 => start,
            _ => {
                let block = body.create_block();
                body.insert_block(block, region, Some(first));
                block
            }
        };
        go_on(ctx, body, block, coroutine.points[index].terminator, successor)?;
        entries.insert(block, index);
    }
    if points.len() > 1 {
        let mut rw = Rewriter::new(ctx, body);
        rw.set_end(start);
        let bits = plan.frame.index_bits.unwrap_or(8);
        let index = access::load_index(&mut rw, location, frame, plan, bits);
        let state = dispatch(ctx, location, index, bits, &entries);
        rw.insert(state);
    }
    Ok((frame, entries))
}

/// Ends a block as the terminator of a suspension point does for one of its successors.
fn go_on(ctx: &Context, body: &mut Body, block: BlockId, terminator: OpId, successor: usize) -> Fallible {
    let op = body.op_ref(ctx, terminator);
    let passed = successor_operands(ctx, body, terminator, successor);
    let passed = passed.ok_or_else(|| op.error("in a coroutine cannot be split"))?;
    let operands: Vec<ValueId> = passed.range.map(|operand| body.operand(terminator, operand)).collect();
    let (location, target) = (op.location(), body.successor(terminator, successor));
    let mut rw = Rewriter::new(ctx, body);
    rw.set_end(block);
    ops::br(&mut rw, location, target, &operands);
    Ok(())
}

/// The switch on where the coroutine is suspended. The first point needs no case.
fn dispatch(
    ctx: &Context,
    location: Location,
    index: ValueId,
    bits: u32,
    entries: &BTreeMap<BlockId, usize>,
) -> OperationState {
    let mut by_point: Vec<(usize, BlockId)> = entries.iter().map(|(&block, &point)| (point, block)).collect();
    by_point.sort_unstable();
    let blocks: Vec<BlockId> = by_point.iter().map(|&(_, block)| block).collect();
    let cases = by_point.iter().skip(1);
    let cases: Vec<ApInt> = cases.map(|&(point, _)| ApInt::from_i128(bits, point as i128)).collect();
    let segments = vec![0; cases.len()];
    let mut state = OperationState::of(SwitchOp::DEF, location)
        .operands(&[index])
        .successors(&blocks);
    let given = [
        ("case_values", case_values_attr(ctx, ctx.int_type(bits), &cases)),
        ("case_operand_segments", Some(ctx.dense_i32_array(&segments))),
    ];
    state.set_properties(ctx, &given, &[1, 0, 0]);
    state
}

/// Replaces what ends a suspension point by the way of a coroutine that was suspended just now.
pub(super) fn suspend(ctx: &Context, body: &mut Body, coroutine: &Coroutine) {
    for point in &coroutine.points {
        let Some(passed) = successor_operands(ctx, body, point.terminator, 0) else {
            continue;
        };
        let operands: Vec<ValueId> = passed
            .range
            .map(|operand| body.operand(point.terminator, operand))
            .collect();
        let target = body.successor(point.terminator, 0);
        let location = body.op(point.terminator).location();
        let state = ops::state(ctx, llvm::BrOp::DEF, location, &operands, &[], &[]).successors(&[target]);
        let branch = body.create_op(state);
        body.insert_op(branch, InsertPoint::Before(point.terminator));
        body.erase_op(point.terminator);
        body.erase_op(point.suspend);
    }
}

/// What is needed to give values that live across suspension points to their uses.
struct Restored<'a> {
    ctx: &'a Context,
    plan: &'a Plan,
    reachable: &'a Reachable,
    frame: ValueId,
    /// The blocks behind the entries at suspension points.
    entries: BTreeSet<BlockId>,
    /// The slots that the function leaves as they are.
    unchanged: BTreeSet<usize>,
}

impl Restored<'_> {
    /// Gives all uses of values that live across suspension points what the frame holds.
    fn everywhere(&self, body: &mut Body, gives_away: &BTreeSet<BlockId>) -> Fallible {
        let sources = self.plan.sources.iter();
        let computed: Vec<ValueId> = sources
            .filter(|(_, source)| !matches!(source, Source::Slot(_)))
            .map(|(&value, _)| value)
            .collect();
        // They are copied with the operands that they have, so all are made before any is used.
        let made: Vec<(ValueId, ValueId)> = computed
            .into_iter()
            .filter_map(|value| Some((value, self.at_entry(body, value)?)))
            .collect();
        for (value, made) in made {
            body.replace_all_uses(value, made);
        }
        let mut loads = Loads::new(body, self.reachable, gives_away);
        for (&value, &source) in &self.plan.sources {
            let Source::Slot(slot) = source else { continue };
            let is_made = body.value_block(value).is_some_and(|block| self.reachable.has(block));
            let mut at_start = |body: &mut Body, block: BlockId| {
                let start = body.start_of(block);
                self.make(body, value, start)
            };
            if !is_made && self.unchanged.contains(&slot) {
                loads.place(body, value, &mut at_start);
            } else if !(self.plan.slots[slot].is_memory() && loads.read_at_uses(body, value, &mut at_start)) {
                let mut make = |body: &mut Body, block: BlockId| {
                    let last = body.block(block).last_op()?;
                    self.make(body, value, InsertPoint::Before(last))
                };
                ssa::repair(self.ctx, body, self.reachable, value, &self.entries, &mut make)?;
            }
        }
        Ok(())
    }

    fn make(&self, body: &mut Body, value: ValueId, place: InsertPoint) -> Option<ValueId> {
        let mut rw = Rewriter::new(self.ctx, body);
        rw.set_point(place);
        access::restore(&mut rw, self.plan, self.frame, value)
    }

    /// Makes a value at the entry of the function, if it is used there.
    fn at_entry(&self, body: &mut Body, value: ValueId) -> Option<ValueId> {
        let is_reachable = |user| body.parent_block(user).is_some_and(|block| self.reachable.has(block));
        if !body.users(value).any(is_reachable) {
            return None;
        }
        let last = body.entry().and_then(|entry| body.block(entry).last_op())?;
        self.make(body, value, InsertPoint::Before(last))
    }
}
