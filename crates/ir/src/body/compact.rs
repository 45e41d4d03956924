//! Giving a body that passes have left full of holes a dense arena again.
//!
//! Slots of erased operands, results and blocks are never used again while ids may be held. Between passes nobody holds
//! any, so what is alive moves together, in the order of the program: bodies stay as large as what is in them, and walks
//! over them stay in the cache. The order of every list, use lists included, is kept.

use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use cranelift_entity::{EntityList, EntityRef, ListPool, PrimaryMap, SecondaryMap};

use super::{
    BlockData, BlockId, BlockUse, BlockUseId, Body, OpId, Operation, RegionData, RegionId, Use, UseId, ValueData,
    ValueDef, ValueId,
};

/// Bodies with fewer dead slots are left alone.
const WORTHWHILE: usize = 64;
/// Arenas of more ops are not copied for the sake of their size.
const LARGE: usize = 1 << 16;

/// The ids that stay, in their new order, and the way from an old id to its new one.
struct Renumbering<K: EntityRef + ReservedValue> {
    order: Vec<K>,
    new: SecondaryMap<K, PackedOption<K>>,
}

impl<K: EntityRef + ReservedValue> Renumbering<K> {
    fn new(slots: usize) -> Self {
        let mut new = SecondaryMap::new();
        new.resize(slots);
        Self {
            order: Vec::with_capacity(slots),
            new,
        }
    }

    fn keep(&mut self, old: K) {
        self.new[old] = K::new(self.order.len()).into();
        self.order.push(old);
    }

    fn get(&self, old: impl Into<PackedOption<K>>) -> PackedOption<K> {
        old.into().expand().and_then(|old| self.new[old].expand()).into()
    }

    /// The new id of the first of some; any id if there are none.
    fn first(&self, old: K, count: u32) -> K {
        match count {
            0 => K::new(0),
            _ => self.new[old].expand().unwrap_or(K::reserved_value()),
        }
    }
}

/// Everything that stays in a body.
struct Live {
    ops: Renumbering<OpId>,
    blocks: Renumbering<BlockId>,
    regions: Renumbering<RegionId>,
    values: Renumbering<ValueId>,
    uses: Renumbering<UseId>,
    block_uses: Renumbering<BlockUseId>,
}

impl Live {
    fn of(body: &Body) -> Self {
        let mut live = Self {
            ops: Renumbering::new(body.ops.len()),
            blocks: Renumbering::new(body.blocks.len()),
            regions: Renumbering::new(body.regions.len()),
            values: Renumbering::new(body.values.len()),
            uses: Renumbering::new(body.uses.len()),
            block_uses: Renumbering::new(body.block_uses.len()),
        };
        let mut pending: Vec<RegionId> = body.root_regions().iter().rev().copied().collect();
        while let Some(region) = pending.pop() {
            live.regions.keep(region);
            let first_inner = pending.len();
            for block in body.region_blocks(region) {
                live.blocks.keep(block);
                body.block_args(block).for_each(|value| live.values.keep(value));
                for op in body.block_ops(block) {
                    live.op(body, op);
                    pending.extend_from_slice(body.op_regions(op));
                }
            }
            pending[first_inner..].reverse();
        }
        live
    }

    fn op(&mut self, body: &Body, op: OpId) {
        self.ops.keep(op);
        body.results(op).for_each(|value| self.values.keep(value));
        body.operand_slots(op)
            .for_each(|slot| self.uses.keep(UseId::from_u32(slot)));
        let successors = body.successor_slots(op);
        successors.for_each(|slot| self.block_uses.keep(BlockUseId::from_u32(slot)));
    }

    /// Whether nothing that stays refers to what goes.
    fn is_closed(&self, body: &Body) -> bool {
        let value = |slot: &UseId| self.values.get(body.uses[*slot].value).is_some();
        let block = |slot: &BlockUseId| self.blocks.get(body.block_uses[*slot].block).is_some();
        self.uses.order.iter().all(value) && self.block_uses.order.iter().all(block)
    }

    fn operation(&self, old: &mut Body, op: OpId, lists: &mut ListPool<RegionId>) -> Operation {
        let regions = old
            .op_regions(op)
            .iter()
            .filter_map(|&region| self.regions.get(region).expand());
        let regions = EntityList::from_iter(regions, lists);
        let mut data = old.ops[op].take();
        data.block = self.blocks.get(data.block);
        data.prev = self.ops.get(data.prev);
        data.next = self.ops.get(data.next);
        data.first_operand = self.uses.first(data.first_operand, data.num_operands);
        data.first_result = self.values.first(data.first_result, data.num_results);
        if let Some(rare) = &mut data.rare {
            rare.first_successor = self.block_uses.first(rare.first_successor, rare.num_successors);
            rare.regions = regions;
        }
        data
    }

    fn block(&self, old: &mut Body, block: BlockId) -> BlockData {
        let data = &mut old.blocks[block];
        let mut args = std::mem::take(&mut data.args);
        for arg in &mut args {
            arg.value = self.values.first(arg.value, 1);
        }
        BlockData {
            region: self.regions.get(data.region),
            prev: self.blocks.get(data.prev),
            next: self.blocks.get(data.next),
            first_op: self.ops.get(data.first_op),
            last_op: self.ops.get(data.last_op),
            first_use: self
                .block_uses
                .get(first_kept(data.first_use, &self.block_uses, |slot| {
                    old.block_uses[slot].next
                })),
            args,
        }
    }

    fn region(&self, old: &Body, region: RegionId) -> RegionData {
        let data = &old.regions[region];
        RegionData {
            parent: self.ops.get(data.parent),
            first: self.blocks.get(data.first),
            last: self.blocks.get(data.last),
        }
    }

    fn value(&self, old: &Body, value: ValueId) -> ValueData {
        let data = &old.values[value];
        let def = match data.def() {
            ValueDef::Result { op, index } => ValueDef::Result {
                op: self.ops.first(op, 1),
                index,
            },
            ValueDef::Argument { block, index } => ValueDef::Argument {
                block: self.blocks.first(block, 1),
                index,
            },
            ValueDef::Placeholder => ValueDef::Placeholder,
        };
        let first_use = first_kept(data.first_use, &self.uses, |slot| old.uses[slot].next);
        ValueData::new(data.ty, def, self.uses.get(first_use))
    }

    fn use_of_value(&self, old: &Body, slot: UseId) -> Use {
        let data = &old.uses[slot];
        Use {
            value: self.values.get(data.value),
            owner: self.ops.first(data.owner, 1),
            prev: self
                .uses
                .get(first_kept(data.prev, &self.uses, |slot| old.uses[slot].prev)),
            next: self
                .uses
                .get(first_kept(data.next, &self.uses, |slot| old.uses[slot].next)),
        }
    }

    fn use_of_block(&self, old: &Body, slot: BlockUseId) -> BlockUse {
        let data = &old.block_uses[slot];
        let kept = |first, step: fn(&BlockUse) -> PackedOption<BlockUseId>| {
            self.block_uses
                .get(first_kept(first, &self.block_uses, |slot| step(&old.block_uses[slot])))
        };
        BlockUse {
            block: self.blocks.get(data.block),
            owner: self.ops.first(data.owner, 1),
            prev: kept(data.prev, |data| data.prev),
            next: kept(data.next, |data| data.next),
        }
    }
}

/// The first slot from `slot` on along a list that stays: ops that stand nowhere may still use what stays.
fn first_kept<K: EntityRef + ReservedValue>(
    slot: PackedOption<K>,
    live: &Renumbering<K>,
    step: impl Fn(K) -> PackedOption<K>,
) -> PackedOption<K> {
    let mut current = slot;
    while let Some(slot) = current.expand().filter(|&slot| live.new[slot].is_none()) {
        current = step(slot);
    }
    current
}

fn collect<K: EntityRef, V>(items: impl ExactSizeIterator<Item = V>) -> PrimaryMap<K, V> {
    let mut map = PrimaryMap::with_capacity(items.len());
    map.extend(items);
    map
}

impl Body {
    /// Prepares the body, and the bodies inside it, for the next pass. The slots of erased ops become available again. A
    /// body of which a fifth is dead is compacted. A body that has grown frees the memory that it does not need. All ids of
    /// these bodies may become invalid.
    pub fn tidy(&mut self) {
        if self.dead_slots > WORTHWHILE && self.dead_slots * 5 > self.num_slots() {
            self.compact();
        }
        if self.num_slots() > self.exact_slots {
            *self = self.drain_exact();
        }
        self.reclaim();
        if !self.may_nest {
            return;
        }
        for data in self.ops.values_mut() {
            if let Some(inner) = data.rare.as_mut().and_then(|rare| rare.body.as_mut()) {
                inner.tidy();
            }
        }
    }

    /// Moves everything into arenas without room to spare. What is left is empty, and keeps its own arenas for filling
    /// them again unless they are large.
    pub fn drain_exact(&mut self) -> Self {
        if self.ops.len() > LARGE {
            let mut exact = std::mem::take(self);
            exact.ops.shrink_to_fit();
            exact.values.shrink_to_fit();
            exact.uses.shrink_to_fit();
            exact.exact_slots = exact.num_slots();
            return exact;
        }
        let exact = Self {
            ops: collect(self.ops.values_mut().map(Operation::take)),
            blocks: collect(self.blocks.values_mut().map(|block| {
                block.args.shrink_to_fit();
                std::mem::take(block)
            })),
            regions: self.regions.clone(),
            values: self.values.clone(),
            uses: self.uses.clone(),
            block_uses: self.block_uses.clone(),
            region_lists: self.region_lists.clone(),
            roots: std::mem::take(&mut self.roots),
            erased: std::mem::take(&mut self.erased),
            free: std::mem::take(&mut self.free),
            dead_slots: std::mem::take(&mut self.dead_slots),
            may_nest: std::mem::take(&mut self.may_nest),
            symbol_hints: std::mem::take(&mut self.symbol_hints),
            verdict: std::mem::take(&mut self.verdict),
            settled: std::mem::take(&mut self.settled),
            stands_for: self.stands_for.take(),
            constants: self.constants.take(),
            exact_slots: self.num_slots(),
        };
        self.exact_slots = 0;
        self.ops.clear();
        self.blocks.clear();
        self.regions.clear();
        self.values.clear();
        self.uses.clear();
        self.block_uses.clear();
        self.region_lists.clear();
        exact
    }

    fn num_slots(&self) -> usize {
        self.ops.len() + self.values.len() + self.uses.len()
    }

    /// Renumbers what is alive from 0 on. All ids become invalid, and what stands nowhere is gone.
    fn compact(&mut self) {
        let live = Live::of(self);
        if !live.is_closed(self) {
            return;
        }
        let mut old = std::mem::take(self);
        self.may_nest = old.may_nest;
        self.settled = old.settled;
        self.constants = old.constants.take();
        let mut lists = ListPool::new();
        let roots = old
            .root_regions()
            .iter()
            .filter_map(|&region| live.regions.get(region).expand());
        self.roots = EntityList::from_iter(roots, &mut lists);
        self.ops = collect(
            live.ops
                .order
                .iter()
                .map(|&op| live.operation(&mut old, op, &mut lists)),
        );
        self.blocks = collect(live.blocks.order.iter().map(|&block| live.block(&mut old, block)));
        self.regions = collect(live.regions.order.iter().map(|&region| live.region(&old, region)));
        self.values = collect(live.values.order.iter().map(|&value| live.value(&old, value)));
        self.uses = collect(live.uses.order.iter().map(|&slot| live.use_of_value(&old, slot)));
        self.block_uses = collect(live.block_uses.order.iter().map(|&slot| live.use_of_block(&old, slot)));
        self.region_lists = lists;
        self.exact_slots = self.num_slots();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::OperationState;
    use crate::{Context, Location, Type};

    fn op(ctx: &Context, body: &mut Body, block: BlockId, operands: &[ValueId]) -> OpId {
        let state = OperationState::new(ctx.op_name("t.op"), Location::UNKNOWN);
        let op = body.create_op(state.operands(operands).results(&[Type::I32]));
        body.insert_op(op, super::super::InsertPoint::End(block));
        op
    }

    /// The ops and, for each result, the positions of its users, newest first.
    fn shape(body: &Body) -> Vec<Vec<usize>> {
        let block = body.entry().expect("an entry");
        let ops: Vec<OpId> = body.block_ops(block).collect();
        let position = |op: OpId| ops.iter().position(|&other| other == op).unwrap_or(usize::MAX);
        ops.iter()
            .map(|&op| body.users(body.result(op, 0)).map(position).collect())
            .collect()
    }

    #[test]
    fn compacting_keeps_the_program_and_the_order_of_uses() {
        let ctx = Context::new();
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        let first = op(&ctx, &mut body, block, &[]);
        let value = body.result(first, 0);
        let mut users = Vec::new();
        for index in 0..1000 {
            let user = op(&ctx, &mut body, block, &[value]);
            if index % 100 == 0 {
                users.push(user);
            } else {
                body.erase_op(user);
            }
        }
        let detached = body.create_op(OperationState::new(ctx.op_name("t.lost"), Location::UNKNOWN).operands(&[value]));
        // A use that moved to the front stays there.
        body.set_operand(users[3], 0, body.result(first, 0));
        assert!(body.users(value).any(|user| user == detached));
        let before: Vec<Vec<usize>> = shape(&body)
            .into_iter()
            .map(|users| users.into_iter().filter(|&user| user != usize::MAX).collect())
            .collect();
        body.tidy();
        assert_eq!(shape(&body), before);
        assert_eq!(body.num_ops(), 11);
        assert_eq!(body.values_bound(), 11);
    }
}
