//! Where values are read from the frame.
//!
//! A value that nothing in a function makes, and nothing overwrites, is the same wherever it is read. It is read in front of
//! its uses: in a block that dominates them, out of loops, and not after a suspension was prepared or the frame was given to
//! somebody, who may have freed it.
//!
//! A value that is stored as soon as it is made ([`Slot::is_memory`]) is read at the start of each block that uses it, if
//! none of them is in a loop or behind such a point.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use asyncir_ir::{BlockId, Body, Dominance, UseId, ValueId};

use super::allocas::blocks_behind;
use super::plan::Slot;
use super::ssa::Reachable;
use crate::analysis::cycles::blocks_in_cycles;

/// A function into which loads are put.
pub(super) struct Loads<'a> {
    reachable: &'a Reachable,
    dominance: Dominance,
    /// Blocks behind those where the frame was handed over.
    handed_over: BTreeSet<BlockId>,
    in_loop: HashSet<BlockId>,
}

impl<'a> Loads<'a> {
    /// For a function that hands the frame over in some blocks.
    pub(super) fn new(body: &Body, reachable: &'a Reachable, gives_away: &BTreeSet<BlockId>) -> Self {
        let gives_away = gives_away.iter().copied().filter(|&block| reachable.has(block));
        Self {
            reachable,
            dominance: Dominance::new(body),
            handed_over: blocks_behind(body, gives_away),
            in_loop: body
                .entry()
                .map(|entry| blocks_in_cycles(body, entry))
                .unwrap_or_default(),
        }
    }

    /// Reads a value in each block that uses it, but not where it is made; `make` reads it at the start of a block. Says
    /// whether it may be read in all of them; nothing is done if not.
    pub(super) fn read_at_uses(
        &mut self,
        body: &mut Body,
        value: ValueId,
        make: &mut dyn FnMut(&mut Body, BlockId) -> Option<ValueId>,
    ) -> bool {
        let uses = self.uses_by_block(body, value);
        let may_read = uses.keys().all(|&number| {
            let block = self.reachable.order[number];
            !self.handed_over.contains(&block) && !self.is_in_loop(block)
        });
        if !may_read {
            return false;
        }
        let home = body.value_block(value);
        for (number, slots) in uses {
            let block = self.reachable.order[number];
            if home == Some(block) {
                continue;
            }
            if let Some(loaded) = make(body, block) {
                slots.into_iter().for_each(|slot| body.set_use(slot, loaded));
            }
        }
        true
    }

    /// The uses of a value, by the numbers of their blocks: those that dominate others come before these.
    fn uses_by_block(&self, body: &Body, value: ValueId) -> BTreeMap<usize, Vec<UseId>> {
        let mut uses: BTreeMap<usize, Vec<UseId>> = BTreeMap::new();
        for slot in body.uses(value) {
            let block = body.parent_block(body.use_owner(slot));
            if let Some(number) = block.and_then(|block| self.reachable.number(block)) {
                uses.entry(number).or_default().push(slot);
            }
        }
        uses
    }

    /// Reads a value for its uses; `make` reads it at the start of a block.
    pub(super) fn place(
        &mut self,
        body: &mut Body,
        value: ValueId,
        make: &mut dyn FnMut(&mut Body, BlockId) -> Option<ValueId>,
    ) {
        let mut made: Vec<(BlockId, ValueId)> = Vec::new();
        for (number, slots) in self.uses_by_block(body, value) {
            let block = self.reachable.order[number];
            let known = made
                .iter()
                .find(|&&(from, _)| self.dominance.block_dominates(from, block));
            let loaded = known.map(|&(_, loaded)| loaded).or_else(|| {
                let from = self.home(block);
                let loaded = make(body, from)?;
                made.push((from, loaded));
                Some(loaded)
            });
            let Some(loaded) = loaded else { continue };
            slots.into_iter().for_each(|slot| body.set_use(slot, loaded));
        }
    }

    /// The block to read a value in that is used in `block`.
    fn home(&self, block: BlockId) -> BlockId {
        let mut home = block;
        while self.handed_over.contains(&home) || self.is_in_loop(home) {
            match self.dominance.immediate_dominator(home) {
                Some(up) => home = up,
                None => break,
            }
        }
        home
    }

    fn is_in_loop(&self, block: BlockId) -> bool {
        self.in_loop.contains(&block)
    }
}

/// The slots that nothing stores to.
pub(super) fn unchanged(slots: &[Slot], stored: &BTreeSet<usize>) -> BTreeSet<usize> {
    let overlap = |a: &Slot, b: &Slot| a.offset < b.offset + b.layout.size && b.offset < a.offset + a.layout.size;
    let is_unchanged = |&index: &usize| stored.iter().all(|&other| !overlap(&slots[index], &slots[other]));
    (0..slots.len()).filter(is_unchanged).collect()
}
