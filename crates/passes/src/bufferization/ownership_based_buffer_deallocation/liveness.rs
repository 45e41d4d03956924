//! Which memory is live at the start and at the end of each block.

use std::collections::{BTreeSet, HashMap};

use asyncir_dialects::constraints::is_any_memref;
use asyncir_ir::{BlockId, Body, Context, OpId, ValueId, WalkOrder};

/// Values of memory, by block. Uses in nested regions are uses in the blocks around them.
#[derive(Default)]
pub(super) struct Liveness {
    live_in: HashMap<BlockId, BTreeSet<ValueId>>,
    live_out: HashMap<BlockId, BTreeSet<ValueId>>,
    /// Values that others took the places of.
    replaced: HashMap<ValueId, ValueId>,
}

/// What a block defines and uses, itself and in its regions.
#[derive(Default)]
struct Local {
    defined: BTreeSet<ValueId>,
    used: BTreeSet<ValueId>,
}

impl Liveness {
    /// The liveness of the values in a body.
    pub(super) fn new(ctx: &Context, body: &Body) -> Self {
        let mut liveness = Self::default();
        for region in body.all_regions() {
            let blocks: Vec<BlockId> = body.region_blocks(region).collect();
            let locals: Vec<Local> = blocks.iter().map(|&block| local(ctx, body, block)).collect();
            liveness.add_region(ctx, body, &blocks, &locals);
        }
        liveness
    }

    /// Goes over the blocks of a region, from their uses to their definitions, until nothing changes.
    fn add_region(&mut self, ctx: &Context, body: &Body, blocks: &[BlockId], locals: &[Local]) {
        for &block in blocks {
            self.live_out.insert(block, used_in_other_blocks(ctx, body, block));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (&block, local) in blocks.iter().zip(locals).rev() {
                let successors = body.terminator(block).into_iter().flat_map(|op| body.successors(op));
                let next: BTreeSet<ValueId> = successors.flat_map(|next| set(&self.live_in, next)).copied().collect();
                let out = self.live_out.entry(block).or_default();
                out.extend(next);
                let used = local.used.union(out);
                let live_in: BTreeSet<ValueId> = used.copied().filter(|value| !local.defined.contains(value)).collect();
                if self.live_in.get(&block) != Some(&live_in) {
                    self.live_in.insert(block, live_in);
                    changed = true;
                }
            }
        }
    }

    /// What is live at the start of a block.
    pub(super) fn live_in(&self, block: BlockId) -> impl Iterator<Item = ValueId> {
        set(&self.live_in, block).map(|value| self.now(value))
    }

    /// What is live at the end of a block, and at the start of `next` if control goes there.
    pub(super) fn carried(&self, block: BlockId, next: Option<BlockId>) -> impl Iterator<Item = ValueId> {
        let next = next.map(|next| self.live_in.get(&next));
        let is_needed = move |value: &&ValueId| next.is_none_or(|next| next.is_some_and(|next| next.contains(value)));
        let carried = set(&self.live_out, block).filter(is_needed);
        carried.map(|value| self.now(value))
    }

    /// Another value takes the place of one.
    pub(super) fn replace(&mut self, from: ValueId, to: ValueId) {
        self.replaced.insert(from, to);
    }

    fn now(&self, value: &ValueId) -> ValueId {
        self.replaced.get(value).copied().unwrap_or(*value)
    }
}

/// The values of a block.
fn set(sets: &HashMap<BlockId, BTreeSet<ValueId>>, block: BlockId) -> impl Iterator<Item = &ValueId> {
    sets.get(&block).into_iter().flatten()
}

fn memory<'a>(
    ctx: &'a Context,
    body: &'a Body,
    values: impl Iterator<Item = ValueId> + 'a,
) -> impl Iterator<Item = ValueId> + 'a {
    values.filter(|&value| is_any_memref(ctx, body.value_type(value)))
}

fn local(ctx: &Context, body: &Body, block: BlockId) -> Local {
    let mut local = Local::default();
    local.defined.extend(memory(ctx, body, body.block_args(block)));
    for op in body.block_ops(block) {
        for op in body.walk_op(op, WalkOrder::Pre) {
            local.used.extend(memory(ctx, body, body.operands(op)));
            local.defined.extend(memory(ctx, body, body.results(op)));
            for block in inner_blocks(body, op) {
                local.defined.extend(memory(ctx, body, body.block_args(block)));
            }
        }
    }
    local
}

fn inner_blocks(body: &Body, op: OpId) -> impl Iterator<Item = BlockId> + '_ {
    body.op_regions(op)
        .iter()
        .flat_map(|&region| body.region_blocks(region))
}

/// What is defined in a block and used in another block of its region.
fn used_in_other_blocks(ctx: &Context, body: &Body, block: BlockId) -> BTreeSet<ValueId> {
    let results = body.block_ops(block).flat_map(|op| body.results(op));
    let defined = memory(ctx, body, body.block_args(block).chain(results));
    let escapes = |value: &ValueId| {
        body.users(*value)
            .any(|user| body.ancestor_in_block(block, user).is_none())
    };
    defined.filter(escapes).collect()
}
