//! What is kept in the frame, and what is computed anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use asyncir_dialects::llvm::layout::{Layout, layout_of};
use asyncir_dialects::llvm::{FreezeOp, ThreadlocalAddressIntrOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::{Body, Context, Diagnostic, Diagnostics, Dominance, OpId, ValueId};

use super::aggregates;
use super::allocas::{self, FrameAlloca};
use super::checks;
use super::early_allocas;
use super::layout::{Frame, Request};
use super::liveness::Crossing;
use super::memory::Memory;
use super::recognize::{Coroutine, not_storable};
use super::task::Task;

/// Where a value comes from once the coroutine is entered again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// From the frame.
    Slot(usize),
    /// It is an address within the frame, of memory that was an alloca, or behind it, of a value of the task.
    InFrame(u64),
    /// It is the address of the token in front of the frame.
    Token,
    /// It is computed anew.
    Recomputed(OpId),
}

impl Source {
    /// Whether it follows from the address of the frame.
    pub(super) fn is_address(self) -> bool {
        matches!(self, Source::InFrame(_) | Source::Token)
    }
}

/// A value in the frame.
pub(super) struct Slot {
    pub(super) value: ValueId,
    pub(super) layout: Layout,
    pub(super) offset: u64,
    /// The suspension points across which the frame holds it.
    pub(super) points: BTreeSet<usize>,
    /// Among them those that are prepared before the value exists, so that it is stored as soon as it does.
    pub(super) is_late: BTreeSet<usize>,
}

impl Slot {
    /// Whether the value lives across so many points that functions store it where they make it and read it where they
    /// use it, rather than at each point. Nothing else is in its place.
    pub(super) fn is_memory(&self) -> bool {
        self.points.len() > MANY_POINTS
    }
}

/// How the values of a coroutine get across its suspension points.
pub(super) struct Plan {
    pub(super) sources: BTreeMap<ValueId, Source>,
    pub(super) slots: Vec<Slot>,
    /// For each suspension point the slots that are in use across it.
    pub(super) points: Vec<BTreeSet<usize>>,
    pub(super) frame: Frame,
    /// Where behind the frame the values of its task stand, if they are in its block.
    pub(super) values: Vec<u64>,
    /// The size of the frame and of what stands behind it.
    pub(super) size: u64,
    /// Where the frame's memory comes from.
    pub(super) memory: Memory,
    /// What describes the frame to the runtime, if it is checked.
    pub(super) table: Vec<i64>,
}

/// With more suspension points, what is done at each of them for all that is reached from there would grow with their
/// square.
pub(super) const MANY_POINTS: usize = 32;

/// How many ops a value may be away from constants to be computed anew.
const MAX_DEPTH: usize = 8;

/// How many ops it may take to compute a value anew.
const MAX_OPS: usize = 32;

/// Tells what can be computed anew from nothing but constants and the frame.
struct Recomputation<'a> {
    ctx: &'a Context,
    body: &'a Body,
    in_frame: BTreeSet<ValueId>,
    known: HashMap<ValueId, Option<Cost>>,
}

/// What it takes to compute a value anew.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// How many ops are copied; those that several operands need are copied for each.
    ops: usize,
    /// How many of them depend on each other.
    depth: usize,
}

impl Recomputation<'_> {
    fn is_cheap(&mut self, value: ValueId) -> bool {
        self.cost(value, 0).is_some()
    }

    /// What it takes to compute a value anew that another one needs which is `distance` ops away; `None` if it is too much.
    fn cost(&mut self, value: ValueId, distance: usize) -> Option<Cost> {
        let cost = match self.known.get(&value) {
            Some(&known) => known?,
            None if self.in_frame.contains(&value) => Cost::default(),
            None => {
                let cost = self.cost_of_op(value, distance);
                // Where it is too much because of the distance, it may be less from elsewhere.
                if cost.is_some() || distance == 0 {
                    self.known.insert(value, cost);
                }
                cost?
            }
        };
        (cost.depth + distance <= MAX_DEPTH + 1).then_some(cost)
    }

    fn cost_of_op(&mut self, value: ValueId, distance: usize) -> Option<Cost> {
        let op = self.body.defining_op(value)?;
        if distance > MAX_DEPTH || !can_repeat(self.ctx, self.body, op) {
            return None;
        }
        let mut cost = Cost { ops: 1, depth: 0 };
        let operands: Vec<ValueId> = self.body.operands(op).collect();
        for operand in operands {
            let needed = self.cost(operand, distance + 1)?;
            cost.ops += needed.ops;
            cost.depth = cost.depth.max(needed.depth);
            if cost.ops > MAX_OPS {
                return None;
            }
        }
        cost.depth += 1;
        Some(cost)
    }
}

/// Whether an op gives the same wherever it stands, at next to no cost. The thread that resumes a coroutine has other variables
/// of its own, and what is frozen may be frozen to something else the next time.
fn can_repeat(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    if data.is(ThreadlocalAddressIntrOp::DEF) || data.is(FreezeOp::DEF) {
        return false;
    }
    let is_llvm = data.name().as_str(ctx).starts_with("llvm.");
    is_llvm && is_pure(body.op_ref(ctx, op)) && data.num_results() == 1 && data.num_successors() == 0
}

impl Plan {
    /// Decides what is stored where.
    ///
    /// # Errors
    /// If something lives across a suspension point that cannot be stored.
    pub(super) fn make(
        ctx: &Context,
        body: &Body,
        coroutine: &Coroutine,
        crossing: &Crossing,
        allocas: &[FrameAlloca],
        memory: Memory,
    ) -> Result<Self, Diagnostics> {
        let mut recomputation = Recomputation {
            ctx,
            body,
            in_frame: allocas
                .iter()
                .map(|alloca| alloca.address)
                .chain(memory.task().into_iter().flat_map(Task::addresses))
                .collect(),
            known: HashMap::new(),
        };
        let mut plan = Self {
            sources: memory
                .task()
                .map(|task| (task.token, Source::Token))
                .into_iter()
                .collect(),
            slots: Vec::new(),
            points: vec![BTreeSet::new(); coroutine.points.len()],
            frame: Frame::empty(),
            values: Vec::new(),
            size: 0,
            memory,
            table: Vec::new(),
        };
        let mut errors = Diagnostics::new();
        for &value in &crossing.all {
            if recomputation.in_frame.contains(&value) {
                continue;
            }
            match body.defining_op(value).filter(|_| recomputation.is_cheap(value)) {
                Some(op) => plan.recompute(body, value, op, &recomputation.in_frame),
                None => errors
                    .take(plan.add_slot(ctx, body, coroutine, value))
                    .unwrap_or_default(),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        plan.mark_points(crossing);
        plan.mark_late(body, coroutine);
        plan.lay_out(coroutine, allocas).map_err(|()| {
            let begin = body.op_ref(ctx, coroutine.begin);
            begin.error("needs a frame that is too large")
        })?;
        Ok(plan)
    }

    /// Has a value computed anew, and what it is computed from, except what is in the frame.
    fn recompute(&mut self, body: &Body, value: ValueId, op: OpId, in_frame: &BTreeSet<ValueId>) {
        let mut pending = vec![(value, op)];
        while let Some((value, op)) = pending.pop() {
            if self.sources.insert(value, Source::Recomputed(op)).is_none() {
                let operands = body.operands(op).filter(|operand| !in_frame.contains(operand));
                pending.extend(operands.filter_map(|operand| Some((operand, body.defining_op(operand)?))));
            }
        }
    }

    fn add_slot(
        &mut self,
        ctx: &Context,
        body: &Body,
        coroutine: &Coroutine,
        value: ValueId,
    ) -> Result<(), Diagnostic> {
        let layout = layout_of(ctx, body.value_type(value));
        let layout = layout.ok_or_else(|| not_storable(ctx, body, value, coroutine.begin))?;
        self.sources.insert(value, Source::Slot(self.slots.len()));
        self.slots.push(Slot {
            value,
            layout,
            offset: 0,
            points: BTreeSet::new(),
            is_late: BTreeSet::new(),
        });
        Ok(())
    }

    /// Notes across which points slots live. What is computed anew needs none.
    fn mark_points(&mut self, crossing: &Crossing) {
        for (point, values) in crossing.points.iter().enumerate() {
            for value in values {
                if let Some(&Source::Slot(slot)) = self.sources.get(value) {
                    self.slots[slot].points.insert(point);
                    self.points[point].insert(slot);
                }
            }
        }
    }

    fn mark_late(&mut self, body: &Body, coroutine: &Coroutine) {
        let dominance = Dominance::new(body);
        for slot in &mut self.slots {
            let is_late = |&point: &usize| {
                let save = coroutine.points[point].save;
                !dominance.value_dominates(body, slot.value, save)
            };
            slot.is_late = slot.points.iter().copied().filter(is_late).collect();
        }
    }

    fn lay_out(&mut self, coroutine: &Coroutine, allocas: &[FrameAlloca]) -> Result<(), ()> {
        let is_promise = |alloca: &&FrameAlloca| Some(alloca.address) == coroutine.promise;
        let promise = allocas.iter().find(is_promise);
        let allocas: Vec<&FrameAlloca> = allocas.iter().filter(|alloca| !is_promise(alloca)).collect();
        let slots = self.slots.iter().map(|slot| Request {
            layout: slot.layout,
            points: (!slot.is_memory()).then(|| slot.points.iter().copied().collect()),
        });
        let memory = allocas.iter().map(|alloca| Request {
            layout: alloca.layout,
            points: None,
        });
        let requests: Vec<Request> = slots.chain(memory).collect();
        let (points, is_checked) = (coroutine.points.len(), self.memory.checks().is_some());
        let guard = if is_checked { checks::GUARD } else { 0 };
        self.frame = Frame::lay_out(&requests, promise.map(|promise| promise.layout), points, guard).ok_or(())?;
        if is_checked {
            self.table = checks::table(&self.frame, &requests, points);
        }
        let (slots, memory) = self.frame.offsets.split_at(self.slots.len());
        for (slot, &offset) in self.slots.iter_mut().zip(slots) {
            slot.offset = offset;
        }
        let places = allocas.into_iter().zip(memory.iter().copied());
        let places = places.chain(promise.into_iter().zip(self.frame.promise));
        self.sources
            .extend(places.map(|(alloca, offset)| (alloca.address, Source::InFrame(offset))));
        self.size = self.frame.size;
        Ok(())
    }

    /// Puts the values of the task behind the frame. Says whether there is room for all that is in its block.
    fn place_task(&mut self) -> bool {
        let Memory::Task(task) = &self.memory else {
            return true;
        };
        let Some((offsets, size)) = task.lay_out(&self.frame) else {
            return false;
        };
        let places = task.values.iter().zip(&offsets);
        let places = places.map(|(value, &offset)| (value.value, Source::InFrame(offset)));
        self.sources.extend(places);
        (self.values, self.size) = (offsets, size);
        true
    }
}

/// What lives across the suspension points of a coroutine, and how.
///
/// # Errors
/// If something cannot be kept in a frame.
pub(super) fn plan(
    ctx: &Context,
    body: &mut Body,
    coroutine: &mut Coroutine,
    mut memory: Memory,
) -> Result<Plan, Diagnostics> {
    let mut crossing = Crossing::of(ctx, body, coroutine);
    while aggregates::take_apart(ctx, body, &crossing) {
        crossing = Crossing::of(ctx, body, coroutine);
    }
    if early_allocas::copy(ctx, body, coroutine, &crossing) {
        crossing = Crossing::of(ctx, body, coroutine);
    }
    allocas::erase_stack_marks(body, &mut crossing);
    let in_frame = allocas::in_frame(ctx, body, coroutine, &crossing)?;
    allocas::erase_marks(body, &in_frame);
    loop {
        let mut plan = Plan::make(ctx, body, coroutine, &crossing, &in_frame, memory)?;
        if plan.place_task() {
            return Ok(plan);
        }
        memory = plan.memory.with_less(&plan.frame);
    }
}
