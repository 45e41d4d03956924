//! Which memory is live at the start and at the end of each block.

use std::collections::{BTreeSet, HashMap};

use asyncir_dialects::constraints::is_any_memref;
use asyncir_ir::{BlockId, Body, Context, OpId, ValueId, WalkOrder};

/// Values of memory, by block. Uses in nested regions are uses in the blocks around them.
#[derive(Default)]
pub(super) struct Liveness {
    live_in: HashMap<BlockId, BTreeSet<ValueId>>,
    live_out: HashMap<BlockId, BTreeSet<ValueId>>,
}

/// What a block defines and uses, itself and in its regions.
#[derive(Default)]
struct Local {
    defined: BTreeSet<ValueId>,
    used: BTreeSet<ValueId>,
}

impl Liveness {
    /// That of a body.
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
                let next: BTreeSet<ValueId> = successors.flat_map(|next| self.live_in(next)).copied().collect();
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
    pub(super) fn live_in(&self, block: BlockId) -> impl Iterator<Item = &ValueId> {
        self.live_in.get(&block).into_iter().flatten()
    }

    /// What is live at the end of a block.
    pub(super) fn live_out(&self, block: BlockId) -> impl Iterator<Item = &ValueId> {
        self.live_out.get(&block).into_iter().flatten()
    }

    /// Another value takes the place of one.
    pub(super) fn replace(&mut self, from: ValueId, to: ValueId) {
        let sets = self.live_in.values_mut().chain(self.live_out.values_mut());
        for set in sets {
            if set.remove(&from) {
                set.insert(to);
            }
        }
    }
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
