//! Whether memory can be split, and how.

use std::collections::HashMap;

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, UseId, ValueId};

use super::access::{Access, access, stays_within};
use super::alignment::Demands;
use super::slot::Slot;
use crate::general::mem2reg::memory::{is_marker, passes_address_on};

/// How memory is split.
pub(super) struct Plan {
    pub(super) slot: Slot,
    /// The parts that are used, in the order in which their uses were found.
    pub(super) used: Vec<usize>,
    /// What is done with the memory by the ops that keep on doing it, with the parts.
    pub(super) accesses: HashMap<OpId, Access>,
    /// Ops that have to give the address up.
    pub(super) given_up: Vec<OpId>,
    /// What parts have to be aligned to.
    pub(super) demands: Demands,
}

/// An address in a part.
struct Derived {
    address: ValueId,
    index: usize,
    /// The distance of the address from the start of the part.
    offset: u64,
    /// How many bytes of the part there are from it on.
    left: u64,
}

impl Plan {
    /// The way to split memory, if there is one.
    pub(super) fn of(ctx: &Context, body: &Body, slot: Slot) -> Option<Self> {
        let mut plan = Self {
            slot,
            used: Vec::new(),
            accesses: HashMap::new(),
            given_up: Vec::new(),
            demands: Demands::default(),
        };
        let mut blocked = Vec::new();
        let derived = plan.look_at_uses(ctx, body, &mut blocked)?;
        plan.follow(ctx, body, derived, &mut blocked)?;
        plan.give_up(ctx, body, blocked)?;
        Some(plan)
    }

    /// Whether some part is not used.
    pub(super) fn leaves_parts_out(&self) -> bool {
        self.used.len() != self.slot.num_parts()
    }

    fn use_part(&mut self, index: usize) {
        if !self.used.contains(&index) {
            self.used.push(index);
        }
    }

    /// Looks at what is done with the memory itself; gives the addresses of its parts.
    fn look_at_uses(&mut self, ctx: &Context, body: &Body, blocked: &mut Vec<UseId>) -> Option<Vec<Derived>> {
        let mut derived = Vec::new();
        for address in body.uses(self.slot.address) {
            let op = body.use_owner(address);
            let Some(access) = access(ctx, body, &self.slot, address) else {
                blocked.push(address);
                continue;
            };
            match &access {
                Access::Part(place) => {
                    self.use_part(place.index);
                    self.demands.add(ctx, body, &self.slot, address, place.index, 0)?;
                }
                Access::Address(place) => {
                    self.use_part(place.index);
                    derived.push(Derived {
                        address: body.result(op, 0),
                        index: place.index,
                        offset: place.offset,
                        left: place.left,
                    });
                }
                Access::CopyFrom => (0..self.slot.num_parts()).for_each(|index| self.use_part(index)),
                Access::Fill | Access::CopyTo => {}
            }
            self.accesses.insert(op, access);
        }
        Some(derived)
    }

    /// Looks at what is done with the addresses of parts.
    fn follow(
        &mut self,
        ctx: &Context,
        body: &Body,
        mut pending: Vec<Derived>,
        blocked: &mut Vec<UseId>,
    ) -> Option<()> {
        while let Some(from) = pending.pop() {
            for address in body.uses(from.address) {
                let mut found = |op, distance| {
                    pending.push(Derived {
                        address: body.result(op, 0),
                        index: from.index,
                        offset: from.offset + distance,
                        left: from.left - distance,
                    });
                };
                if stays_within(ctx, body, from.left, address, &mut found) {
                    self.demands
                        .add(ctx, body, &self.slot, address, from.index, from.offset)?;
                } else {
                    blocked.push(address);
                }
            }
        }
        Some(())
    }

    /// Looks for the ops that have to give the address up; there is no way if one cannot.
    fn give_up(&mut self, ctx: &Context, body: &Body, mut pending: Vec<UseId>) -> Option<()> {
        while let Some(blocked) = pending.pop() {
            let op = body.use_owner(blocked);
            let data = body.op(op);
            if data.is(llvm::DbgValueOp::DEF) {
                self.given_up.push(op);
                continue;
            }
            if !passes_address_on(ctx, body, op) && !is_marker(data) {
                return None;
            }
            if !self.given_up.contains(&op) {
                self.given_up.push(op);
                pending.extend(body.results(op).flat_map(|result| body.uses(result)));
            }
        }
        Some(())
    }
}
