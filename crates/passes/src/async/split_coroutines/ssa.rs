//! Puts uses right once a value has several definitions: its own, and those where the coroutine is entered.
//!
//! A block where different definitions meet gets an argument. Which blocks do is found by passing definitions on along
//! edges until nothing changes, only where the value is live: a block has an argument once two of its predecessors
//! disagree. That does not ask whether loops are reducible.

use std::collections::{BTreeMap, BTreeSet};

use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, Diagnostic, Dominance, Fallible, Location, OpId, UseId, ValueId};

/// The blocks of a function that its entry leads to, in reverse post-order.
pub(super) struct Reachable {
    pub(super) order: Vec<BlockId>,
    numbers: BTreeMap<BlockId, usize>,
}

impl Reachable {
    pub(super) fn of(body: &Body) -> Self {
        let dominance = Dominance::new(body);
        let order = body
            .root()
            .map_or_else(Vec::new, |root| dominance.reverse_post_order(body, root));
        let numbers = order
            .iter()
            .enumerate()
            .map(|(number, &block)| (block, number))
            .collect();
        Self { order, numbers }
    }

    pub(super) fn has(&self, block: BlockId) -> bool {
        self.numbers.contains_key(&block)
    }

    /// The place of a block in the order.
    pub(super) fn number(&self, block: BlockId) -> Option<usize> {
        self.numbers.get(&block).copied()
    }

    /// The branches to a block, with the block of each.
    fn branches(&self, body: &Body, block: BlockId) -> Vec<(OpId, usize, BlockId)> {
        let uses = body.block_uses(block);
        let uses = uses.filter_map(|(op, successor)| Some((op, successor, body.parent_block(op)?)));
        uses.filter(|&(_, _, from)| self.has(from)).collect()
    }
}

/// The uses of one value that other definitions may reach.
struct Web<'a> {
    ctx: &'a Context,
    reachable: &'a Reachable,
    value: ValueId,
    /// The definition at the end of blocks with one.
    definitions: BTreeMap<BlockId, ValueId>,
    /// Blocks at whose start the value is live, by their numbers.
    live: BTreeSet<usize>,
    /// What the value is at the start of live blocks.
    starts: BTreeMap<BlockId, ValueId>,
    /// Blocks that got an argument.
    arguments: BTreeSet<BlockId>,
}

/// Makes every use of `value` that `entries` lead to use what `restore` makes at the end of them, before their branch.
/// Where nothing asks for the value, nothing is made.
///
/// # Errors
/// If an op ends a block that cannot pass values on.
pub(super) fn repair(
    ctx: &Context,
    body: &mut Body,
    reachable: &Reachable,
    value: ValueId,
    entries: &BTreeSet<BlockId>,
    restore: &mut dyn FnMut(&mut Body, BlockId) -> Option<ValueId>,
) -> Fallible {
    let home = body.value_block(value).filter(|&block| reachable.has(block));
    let uses: Vec<(UseId, BlockId)> = body
        .uses(value)
        .filter_map(|slot| Some((slot, body.parent_block(body.use_owner(slot))?)))
        .filter(|&(_, block)| reachable.has(block) && Some(block) != home)
        .collect();
    if uses.is_empty() {
        return Ok(());
    }
    let mut web = Web {
        ctx,
        reachable,
        value,
        definitions: home.map(|block| (block, value)).into_iter().collect(),
        live: BTreeSet::new(),
        starts: BTreeMap::new(),
        arguments: BTreeSet::new(),
    };
    let needed = web.find_live(body, uses.iter().map(|&(_, block)| block), home, entries);
    for &block in &needed {
        let restored = restore(body, block).ok_or_else(|| web.lost(body))?;
        web.definitions.insert(block, restored);
    }
    if needed.is_empty() {
        return Ok(());
    }
    web.pass_on(body);
    // Passing more operands moves those that are there, so uses come first.
    for (slot, block) in uses {
        let definition = if entries.contains(&block) {
            web.definitions.get(&block)
        } else {
            web.starts.get(&block)
        };
        let definition = *definition.ok_or_else(|| web.lost(body))?;
        body.set_use(slot, definition);
    }
    web.pass_arguments(body)
}

impl Web<'_> {
    /// Finds where the value is live; gives the entries that it has to be restored in.
    fn find_live(
        &mut self,
        body: &Body,
        uses: impl Iterator<Item = BlockId>,
        home: Option<BlockId>,
        entries: &BTreeSet<BlockId>,
    ) -> BTreeSet<BlockId> {
        let mut needed = BTreeSet::new();
        let mut pending: Vec<BlockId> = uses.collect();
        while let Some(block) = pending.pop() {
            if entries.contains(&block) {
                needed.insert(block);
                continue;
            }
            if Some(block) == home || !self.live.insert(self.reachable.numbers[&block]) {
                continue;
            }
            pending.extend(self.reachable.branches(body, block).into_iter().map(|(.., from)| from));
        }
        needed
    }

    /// What the value is at the end of a block, as far as that is known.
    fn end(&self, block: BlockId) -> Option<ValueId> {
        self.definitions
            .get(&block)
            .or_else(|| self.starts.get(&block))
            .copied()
    }

    /// Finds what the value is at the start of all live blocks: of each once, and again when that of one before changes.
    fn pass_on(&mut self, body: &mut Body) {
        let mut pending = self.live.clone();
        while let Some(number) = pending.pop_first() {
            let block = self.reachable.order[number];
            if self.arguments.contains(&block) || !self.starts_anew(body, block) {
                continue;
            }
            let behind = body.terminator(block).into_iter().flat_map(|op| body.successors(op));
            let behind = behind.filter_map(|next| self.reachable.number(next));
            pending.extend(behind.filter(|next| self.live.contains(next)));
        }
    }

    /// Finds what the value is at the start of a block; says whether it is something else than before.
    fn starts_anew(&mut self, body: &mut Body, block: BlockId) -> bool {
        let branches = self.reachable.branches(body, block);
        let mut ends = branches.iter().filter_map(|&(.., from)| self.end(from));
        let Some(first) = ends.next() else { return false };
        let start = if ends.all(|end| end == first) {
            first
        } else {
            self.arguments.insert(block);
            let ty = body.value_type(self.value);
            let location = self.location(body);
            body.add_block_arg(block, ty, location)
        };
        self.starts.insert(block, start) != Some(start)
    }

    /// Passes the definitions on to the new arguments.
    fn pass_arguments(&self, body: &mut Body) -> Fallible {
        for &block in &self.arguments {
            for (op, successor, from) in self.reachable.branches(body, block) {
                let value = self.end(from).ok_or_else(|| self.lost(body))?;
                let passed = successor_operands(self.ctx, body, op, successor)
                    .ok_or_else(|| body.op_ref(self.ctx, op).error("in a coroutine cannot be split"))?;
                passed.append(self.ctx, body, op, &[value]);
            }
        }
        Ok(())
    }

    fn location(&self, body: &Body) -> Location {
        let op = body.defining_op(self.value);
        op.map_or(Location::UNKNOWN, |op| body.op(op).location())
    }

    /// The error for a use that no definition reaches, which no valid program has.
    fn lost(&self, body: &Body) -> Diagnostic {
        let message = "a value is used behind a suspension point that it does not live across";
        Diagnostic::error(self.location(body), message)
    }
}
