//! Where values are written to the frame.
//!
//! A suspension point stores what lives across it where it is prepared (`llvm.intr.coro.save`), before anybody may
//! resume the coroutine, unless the frame holds it on all paths that lead there. So loops without suspension points do
//! not touch the frame. A value that is made between the preparation and the suspension is stored at once, and so is one that
//! lives across many points in a function that is entered at these.

use std::collections::{BTreeMap, BTreeSet};

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, OpId, ValueId};
use fixedbitset::FixedBitSet;

use super::access;
use super::checks;
use super::layout;
use super::plan::Plan;
use super::recognize::Coroutine;
use super::ssa::Reachable;

/// What happens to slots in a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The value of a slot is made.
    Made(usize),
    /// A suspension point is prepared.
    Saved(usize),
}

/// Addresses of frames.
pub(super) enum Frames {
    /// One address everywhere.
    One(ValueId),
    /// The address at each suspension point that is reached.
    ByPoint(BTreeMap<usize, ValueId>),
}

impl Frames {
    fn of(&self, point: usize) -> Option<ValueId> {
        match self {
            Frames::One(frame) => Some(*frame),
            Frames::ByPoint(frames) => frames.get(&point).copied(),
        }
    }
}

/// One function while stores are put into it.
pub(super) struct Stores<'a> {
    pub(super) ctx: &'a Context,
    pub(super) coroutine: &'a Coroutine,
    pub(super) plan: &'a Plan,
    pub(super) reachable: &'a Reachable,
    pub(super) frames: Frames,
    /// The slots that the frame holds at the end of the blocks where the function is entered.
    pub(super) entries: &'a BTreeMap<BlockId, usize>,
    /// Whether the frame is there before all values, so that some are stored as soon as they are made.
    pub(super) is_entered: bool,
}

impl Stores<'_> {
    /// Writes what lives across each suspension point to the frame, and which one it is. Erases what prepares them.
    /// Gives the slots that are written.
    pub(super) fn insert(&self, body: &mut Body) -> BTreeSet<usize> {
        let mut stored = BTreeSet::new();
        let events = self.events(body);
        let ends = self.solve(body, &events);
        for &block in &self.reachable.order {
            let mut held = self.start(body, block, &ends);
            for &event in events.get(&block).map_or(&[][..], Vec::as_slice) {
                match event {
                    Event::Made(slot) => self.store_at_once(body, slot, &mut stored),
                    Event::Saved(point) => self.save(body, point, &held, &mut stored),
                }
                self.apply(event, &mut held);
            }
        }
        for point in &self.coroutine.points {
            if body.parent_block(point.save).is_some() {
                body.erase_op(point.save);
            }
        }
        stored
    }

    /// The events of each block, in order.
    fn events(&self, body: &Body) -> BTreeMap<BlockId, Vec<Event>> {
        let mut events: BTreeMap<BlockId, Vec<(Option<OpId>, Event)>> = BTreeMap::new();
        for (index, slot) in self.plan.slots.iter().enumerate() {
            if let Some(block) = body.value_block(slot.value) {
                let event = (body.defining_op(slot.value), Event::Made(index));
                events.entry(block).or_default().push(event);
            }
        }
        for (index, point) in self.coroutine.points.iter().enumerate() {
            if let Some(block) = body.parent_block(point.save) {
                events
                    .entry(block)
                    .or_default()
                    .push((Some(point.save), Event::Saved(index)));
            }
        }
        let in_order = |mut events: Vec<(Option<OpId>, Event)>| {
            // Arguments come before all ops.
            events.sort_by(|(a, _), (b, _)| match (a, b) {
                (Some(a), Some(b)) => body.order_in_block(*a, *b),
                (a, b) => a.is_some().cmp(&b.is_some()),
            });
            events.into_iter().map(|(_, event)| event).collect()
        };
        events
            .into_iter()
            .map(|(block, events)| (block, in_order(events)))
            .collect()
    }

    /// The slots that the frame holds on every path to the end of each block.
    fn solve(&self, body: &Body, events: &BTreeMap<BlockId, Vec<Event>>) -> BTreeMap<BlockId, FixedBitSet> {
        let mut ends = BTreeMap::new();
        loop {
            let mut changed = false;
            for &block in &self.reachable.order {
                let mut held = self.start(body, block, &ends);
                for &event in events.get(&block).map_or(&[][..], Vec::as_slice) {
                    self.apply(event, &mut held);
                }
                if ends.get(&block) != Some(&held) {
                    ends.insert(block, held);
                    changed = true;
                }
            }
            if !changed {
                return ends;
            }
        }
    }

    /// The slots that the frame holds at the start of a block; a predecessor that was not looked at yet has no say.
    fn start(&self, body: &Body, block: BlockId, ends: &BTreeMap<BlockId, FixedBitSet>) -> FixedBitSet {
        let count = self.plan.slots.len();
        if let Some(&point) = self.entries.get(&block) {
            let mut held = FixedBitSet::with_capacity(count);
            held.extend(self.plan.points[point].iter().copied());
            return held;
        }
        if body.entry() == Some(block) {
            return FixedBitSet::with_capacity(count);
        }
        let mut held = FixedBitSet::with_capacity(count);
        held.insert_range(..);
        for before in body.predecessors(block) {
            if let Some(end) = ends.get(&before) {
                held.intersect_with(end);
            }
        }
        held
    }

    fn apply(&self, event: Event, held: &mut FixedBitSet) {
        let slots = &self.plan.slots;
        match event {
            Event::Made(slot) if self.is_stored_at_once(slot) => held.insert(slot),
            Event::Made(slot) => held.remove(slot),
            // Other slots may have been in the places of these.
            Event::Saved(point) => {
                let stored = self.plan.points[point].iter().copied();
                let held_before = std::mem::replace(held, FixedBitSet::with_capacity(slots.len()));
                for slot in stored {
                    let is_stored_here = !slots[slot].is_late.contains(&point);
                    if is_stored_here || held_before.contains(slot) && slots[slot].is_memory() {
                        held.insert(slot);
                    }
                }
            }
        }
    }

    fn is_stored_at_once(&self, slot: usize) -> bool {
        let slot = &self.plan.slots[slot];
        !slot.is_late.is_empty() || self.is_entered && slot.is_memory()
    }

    fn store_at_once(&self, body: &mut Body, index: usize, stored: &mut BTreeSet<usize>) {
        let slot = &self.plan.slots[index];
        let Some(&point) = slot.is_late.first().or(slot.points.first()) else {
            return;
        };
        let Some(frame) = self.frames.of(point).filter(|_| self.is_stored_at_once(index)) else {
            return;
        };
        let place = body.after_value(slot.value);
        let op = body.defining_op(slot.value).unwrap_or(self.coroutine.begin);
        let location = body.op(op).location();
        let mut rw = Rewriter::new(self.ctx, body);
        rw.set_point(place);
        access::store(&mut rw, location, frame, slot);
        stored.insert(index);
    }

    fn save(&self, body: &mut Body, index: usize, held: &FixedBitSet, stored: &mut BTreeSet<usize>) {
        let point = &self.coroutine.points[index];
        let Some(frame) = self.frames.of(index) else { return };
        let location = body.op(point.save).location();
        let mut rw = Rewriter::new(self.ctx, body);
        rw.set_before(point.save);
        for &slot in &self.plan.points[index] {
            let is_late = self.plan.slots[slot].is_late.contains(&index);
            if !held.contains(slot) && !is_late {
                access::store(&mut rw, location, frame, &self.plan.slots[slot]);
                stored.insert(slot);
            }
        }
        if point.is_final {
            access::store_function(&mut rw, location, frame, layout::RESUME, None);
        }
        access::store_index(&mut rw, location, frame, self.plan, index);
        if self.plan.memory.checks().is_some() {
            checks::suspend(&mut rw, location, frame, index);
        }
    }
}
