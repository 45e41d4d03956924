//! `cse`: ops that compute what was computed before are replaced by it.
//!
//! The dominator tree of each region is walked from the entry with a table of the ops seen on the way down. Ops without
//! effects are known from there on; ops that only read memory are known up to the next write in their block.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use asyncir_dialects::vector;
use asyncir_ir::def::{EffectKind, OpTrait};
use asyncir_ir::rewrite::effects::{effects_recursively, is_memory_effect_free, is_trivially_dead, only_reads};
use asyncir_ir::rewrite::equivalence::{equivalent, hash_op};
use asyncir_ir::{
    BlockId, Body, Context, Diagnostics, Dominance, Location, OpId, Operation, OwnedOp, RegionId, is_graph_region,
};

use crate::bodies::on_inner_bodies;
use crate::pass::{Pass, PassContext, PassInfo};
use crate::statistics::StatisticInfo;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "cse",
    class: "CSE",
    summary: "Eliminate common sub-expressions",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Cse)),
};

const NUM_MERGED: StatisticInfo = StatisticInfo {
    name: "num-cse'd",
    description: "Number of operations CSE'd",
    is_maximum: false,
};
const NUM_DEAD: StatisticInfo = StatisticInfo {
    name: "num-dce'd",
    description: "Number of operations DCE'd",
    is_maximum: false,
};

struct Cse;

impl Pass for Cse {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn statistics(&self) -> &'static [StatisticInfo] {
        &[NUM_MERGED, NUM_DEAD]
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let is_graph = is_graph(op.operation());
        if let Some(body) = op.body_mut() {
            run_on(cx, body, is_graph);
        }
        Ok(())
    }
}

/// Whether the order of ops in the regions of `owner` may not matter.
fn is_graph(owner: &Operation) -> bool {
    owner.has_trait(OpTrait::GraphRegion) || owner.def().is_none()
}

fn run_on(cx: &PassContext<'_>, body: &mut Body, is_graph_region: bool) {
    let eliminated = eliminate_common_subexpressions(cx.ctx, body, is_graph_region);
    cx.count(NUM_MERGED.name, eliminated.merged);
    cx.count(NUM_DEAD.name, eliminated.dead);
    on_inner_bodies(body, cx, |owner, own| run_on(cx, own, is_graph(owner)));
}

/// Replaces ops of a body that compute what was computed before; what is in isolated ops is left alone. `is_graph`
/// says whether the order of ops in the root regions does not matter.
pub fn eliminate_common_subexpressions(ctx: &Context, body: &mut Body, is_graph: bool) -> Eliminated {
    let dominance = Dominance::new(body);
    let mut driver = Driver {
        ctx,
        dominance,
        known: Known::default(),
        written: HashMap::default(),
        erase: Vec::new(),
        eliminated: Eliminated::default(),
    };
    for region in body.root_regions().to_vec() {
        driver.region(body, region, !is_graph);
    }
    for op in driver.erase {
        body.erase_op(op);
    }
    driver.eliminated
}

/// How many ops were erased.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eliminated {
    /// How many ops computed what was computed before.
    pub merged: usize,
    /// How many ops had results that nobody used.
    pub dead: usize,
}

/// The ops known at a point: a hash table with a record of what to forget when a scope ends.
#[derive(Default)]
struct Known {
    table: HashMap<u64, Vec<OpId>, BuildIdentity>,
    scopes: Vec<Vec<u64>>,
}

/// The keys are hashes already.
#[derive(Default)]
struct Identity(u64);

type BuildIdentity = std::hash::BuildHasherDefault<Identity>;

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

fn hash(body: &Body, op: OpId) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    hash_op(body, op, &mut hasher);
    body.op_regions(op).len().hash(&mut hasher);
    hasher.finish()
}

impl Known {
    fn enter(&mut self) {
        self.scopes.push(Vec::new());
    }

    fn leave(&mut self) {
        for hash in self.scopes.pop().into_iter().flatten().rev() {
            if let Some(ops) = self.table.get_mut(&hash) {
                ops.pop();
            }
        }
    }

    /// The op known last that does the same.
    fn find(&self, body: &Body, op: OpId, hash: u64) -> Option<OpId> {
        self.table
            .get(&hash)?
            .iter()
            .rev()
            .copied()
            .find(|&known| equivalent(body, known, op))
    }

    fn contains(&self, body: &Body, op: OpId) -> bool {
        self.find(body, op, hash(body, op)).is_some()
    }

    fn insert(&mut self, op: OpId, hash: u64) {
        self.table.entry(hash).or_default().push(op);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(hash);
        }
    }
}

struct Driver<'a> {
    ctx: &'a Context,
    dominance: Dominance,
    known: Known,
    /// For ops that read memory: up to which op nothing behind them writes, or that something does.
    written: HashMap<OpId, Option<OpId>>,
    erase: Vec<OpId>,
    eliminated: Eliminated,
}

/// A step of the walk over a dominator tree.
enum Step {
    Enter(BlockId),
    Leave,
}

impl Driver<'_> {
    fn region(&mut self, body: &mut Body, region: RegionId, ordered: bool) {
        let Some(entry) = body.region(region).first() else {
            return;
        };
        if body.region(region).last() == Some(entry) {
            self.known.enter();
            self.block(body, entry, ordered);
            return self.known.leave();
        }
        // Only regions of one block are graphs: where there are branches, order matters.
        let children = self.children(body, region);
        let mut steps = vec![Step::Enter(entry)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave => self.known.leave(),
                Step::Enter(block) => {
                    self.known.enter();
                    self.block(body, block, true);
                    steps.push(Step::Leave);
                    let inner = children.get(&block).into_iter().flatten();
                    steps.extend(inner.rev().copied().map(Step::Enter));
                }
            }
        }
    }

    /// The blocks directly below each block in the dominator tree of a region.
    fn children(&self, body: &Body, region: RegionId) -> HashMap<BlockId, Vec<BlockId>> {
        let mut children: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
        for block in self.dominance.reverse_post_order(body, region) {
            if let Some(parent) = self.dominance.immediate_dominator(block) {
                children.entry(parent).or_default().push(block);
            }
        }
        children
    }

    fn block(&mut self, body: &mut Body, block: BlockId, ordered: bool) {
        let mut next = body.block(block).first_op();
        while let Some(op) = next {
            next = body.next_op(op);
            let regions = body.op_regions(op).to_vec();
            if !regions.is_empty() {
                // Regions of unknown ops may be isolated from above, so nothing is taken into them.
                let outer = body.op(op).def().is_none().then(|| std::mem::take(&mut self.known));
                for region in regions {
                    let ordered = !is_graph_region(body, region, body.op(op));
                    self.region(body, region, ordered);
                }
                if let Some(outer) = outer {
                    self.known = outer;
                }
            }
            self.op(body, op, ordered);
        }
    }

    fn op(&mut self, body: &mut Body, op: OpId, ordered: bool) {
        if body.op(op).has_trait(OpTrait::Terminator) {
            return;
        }
        if is_trivially_dead(self.ctx, body, op) {
            self.eliminated.dead += 1;
            return self.erase.push(op);
        }
        // It works on some lanes only. MLIR takes it for one that works on all.
        if vector::mask::masking_op(body, op).is_some() {
            return;
        }
        let has_single_blocks = body.op_regions(op).iter().all(|&region| {
            let data = body.region(region);
            data.first() == data.last()
        });
        let view = body.op_ref(self.ctx, op);
        let is_free = is_memory_effect_free(view);
        if !has_single_blocks || body.op(op).body().is_some() || (!is_free && !only_reads(view)) {
            return;
        }
        let hash = hash(body, op);
        let known = self.known.find(body, op, hash);
        let existing = known.filter(|&existing| {
            is_free
                || (body.parent_block(existing) == body.parent_block(op) && !self.writes_between(body, existing, op))
        });
        match existing {
            Some(existing) => self.replace(body, op, existing, ordered),
            None => self.known.insert(op, hash),
        }
    }

    /// Whether an op between two of a block may write. For each `from`, asked for in the order of `to`.
    fn writes_between(&mut self, body: &Body, from: OpId, to: OpId) -> bool {
        let Some(last) = *self.written.entry(from).or_insert(Some(from)) else {
            return true;
        };
        let between = std::iter::successors(body.next_op(last), |&op| body.next_op(op));
        let writes = |op: OpId| {
            let effects = effects_recursively(body.op_ref(self.ctx, op));
            effects.is_none_or(|effects| effects.iter().any(|effect| effect.kind == EffectKind::Write))
        };
        let is_written = between.take_while(|&op| op != to).any(writes);
        self.written.insert(from, (!is_written).then_some(to));
        is_written
    }

    fn replace(&mut self, body: &mut Body, op: OpId, existing: OpId, ordered: bool) {
        let pairs: Vec<_> = body.results(op).zip(body.results(existing)).collect();
        if ordered {
            for (from, to) in pairs {
                body.replace_all_uses(from, to);
            }
            self.erase.push(op);
        } else {
            // An op that is known already must not change any more.
            for (from, to) in pairs {
                let known = &self.known;
                body.replace_uses_if(from, to, |body, slot| !known.contains(body, body.use_owner(slot)));
            }
            if body.results(op).all(|value| !body.has_uses(value)) {
                self.erase.push(op);
            }
        }
        self.eliminated.merged += 1;
        let location = body.op(op).location();
        if body.op(existing).location() == Location::UNKNOWN && location != Location::UNKNOWN {
            body.op_mut(existing).set_location(location);
        }
    }
}
