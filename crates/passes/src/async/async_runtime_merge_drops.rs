//! `async-runtime-merge-drops`: ways out of a coroutine that drop the same references share the code that drops them.
//!
//! Where a task awaits `n` others, each of the `n` failures has a block that drops what the task still holds: the first one
//! drops `n` references, the last one drops one, and the size of the program grows with the square of `n`. This pass lets
//! the drops of all these blocks end in a tree, whose root is the block that they all lead to. The block of the first
//! failure drops one reference and continues with what the block of the second one does.
//!
//! * A block takes part if it only drops references, sets errors and makes failures, and ends in an unconditional branch. The
//!   blocks on the way of a program that does not fail are left alone.
//! * Its drops move behind the rest of the block, for whatever else is there neither needs nor sees them.
//! * A reference that many blocks drop is dropped late, so that many of them can share the code. The tree is a prefix tree
//!   of the blocks' drops, the most frequent ones first.
//! * A shared drop is dominated by the value, because all blocks before it are. What they pass to the block that they all lead
//!   to, such as a failure, they pass through the shared ones.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;

use asyncir_dialects::r#async::{
    RuntimeDropRefOp, RuntimeFailureOfOp, RuntimeFailureOp, RuntimeForwardErrorOp, RuntimeForwardFailureOp,
    RuntimeSetErrorOp,
};
use asyncir_dialects::cf;
use asyncir_ir::def::OpView;
use asyncir_ir::{
    Attribute, BlockArgument, BlockId, Body, Context, Diagnostics, InsertPoint, Location, OpId, OwnedOp, RegionId,
    Type, ValueId,
};

use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-runtime-merge-drops",
    class: "AsyncRuntimeMergeDropsPass",
    summary: "Share the code that drops references on the ways out of a coroutine",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(MergeDrops)),
};

struct MergeDrops;

impl Pass for MergeDrops {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        crate::for_each_body(op, cx, &|body| {
            for region in body.all_regions() {
                for way in ways_out(cx.ctx, body, region) {
                    Tree::of(&way).write(cx.ctx, body, region, &way);
                }
            }
            Ok(())
        })
    }
}

/// What a drop does: the value, and by how much its count goes down.
type Drop = (ValueId, Option<Attribute>);

/// Blocks that lead to the same one.
struct WayOut {
    successor: BlockId,
    passed: Passed,
    blocks: Vec<Cleanup>,
}

/// What blocks pass to the one that they all lead to.
enum Passed {
    /// The same values.
    Same(Vec<ValueId>),
    /// Some that differ. Shared blocks take them as arguments.
    Different(Vec<(Type, Location)>),
}

/// A block that does nothing but drop references, set errors and make failures.
struct Cleanup {
    branch: OpId,
    drops: Vec<(Drop, OpId)>,
}

impl Cleanup {
    fn of(ctx: &Context, body: &Body, block: BlockId) -> Option<Self> {
        let branch = body
            .block(block)
            .last_op()
            .filter(|&op| body.op(op).is(cf::BranchOp::DEF))?;
        let mut drops = Vec::new();
        for op in body.block_ops(block).filter(|&op| op != branch) {
            let data = body.op(op);
            if data.is(RuntimeDropRefOp::DEF) {
                drops.push(((body.operand(op, 0), data.property(ctx, "count")), op));
            } else if !tells_of_error(body, op) {
                return None;
            }
        }
        Some(Self { branch, drops })
    }
}

fn tells_of_error(body: &Body, op: OpId) -> bool {
    [
        RuntimeFailureOp::DEF,
        RuntimeFailureOfOp::DEF,
        RuntimeSetErrorOp::DEF,
        RuntimeForwardErrorOp::DEF,
        RuntimeForwardFailureOp::DEF,
    ]
    .into_iter()
    .any(|def| body.op(op).is(def))
}

/// The cleanups of a region by where they lead, where there is more than one.
fn ways_out(ctx: &Context, body: &Body, region: RegionId) -> Vec<WayOut> {
    let mut ways: Vec<WayOut> = Vec::new();
    let mut index = HashMap::new();
    for block in body.region_blocks(region) {
        let Some(cleanup) = Cleanup::of(ctx, body, block) else {
            continue;
        };
        let successor = body.successor(cleanup.branch, 0);
        let passed = || body.operands(cleanup.branch);
        let at = *index.entry(successor).or_insert(ways.len());
        if at == ways.len() {
            ways.push(WayOut {
                successor,
                passed: Passed::Same(passed().collect()),
                blocks: Vec::new(),
            });
        }
        let way = &mut ways[at];
        if matches!(&way.passed, Passed::Same(values) if !passed().eq(values.iter().copied())) {
            let arguments = body.block(successor).args();
            let argument = |argument: &BlockArgument| (body.value_type(argument.value), argument.location);
            way.passed = Passed::Different(arguments.iter().map(argument).collect());
        }
        way.blocks.push(cleanup);
    }
    ways.retain(|way| way.blocks.len() > 1);
    ways
}

/// One drop that all blocks below it end with, before what the nodes above it drop.
struct Node {
    above: Option<usize>,
    /// The op that drops, of the first block that came here.
    op: OpId,
    /// How many nodes and blocks continue here.
    users: usize,
}

/// The drops of blocks as a prefix tree, from the last drop on.
struct Tree {
    /// The nodes of the tree: each stands behind the one above it.
    nodes: Vec<Node>,
    /// The first drop of each block.
    starts: Vec<Option<usize>>,
    /// Drops that others do as well.
    doubles: Vec<OpId>,
}

impl Tree {
    fn of(way: &WayOut) -> Self {
        let ranks = ranks(&way.blocks);
        let mut tree = Self {
            nodes: Vec::new(),
            starts: Vec::new(),
            doubles: Vec::new(),
        };
        let mut below: HashMap<(Option<usize>, Drop), usize> = HashMap::new();
        for block in &way.blocks {
            let mut drops = block.drops.clone();
            drops.sort_by_key(|(drop, _)| ranks[drop]);
            let mut at = None;
            for (drop, op) in drops {
                at = Some(match below.entry((at, drop)) {
                    Entry::Occupied(node) => {
                        tree.doubles.push(op);
                        *node.get()
                    }
                    Entry::Vacant(place) => *place.insert(tree.add(at, op)),
                });
            }
            tree.start_at(at);
        }
        tree
    }

    fn add(&mut self, above: Option<usize>, op: OpId) -> usize {
        if let Some(above) = above {
            self.nodes[above].users += 1;
        }
        self.nodes.push(Node { above, op, users: 0 });
        self.nodes.len() - 1
    }

    fn start_at(&mut self, node: Option<usize>) {
        if let Some(node) = node {
            self.nodes[node].users += 1;
        }
        self.starts.push(node);
    }

    /// The drops from a node up to one that is shared, and the shared one.
    fn until_shared(&self, mut node: Option<usize>) -> (Vec<OpId>, Option<usize>) {
        let mut drops = Vec::new();
        while let Some(index) = node
            && self.nodes[index].users == 1
        {
            drops.push(self.nodes[index].op);
            node = self.nodes[index].above;
        }
        (drops, node)
    }

    /// Makes a block at each node where several others continue, and moves all drops to the blocks that do them.
    fn write(&self, ctx: &Context, body: &mut Body, region: RegionId, way: &WayOut) {
        for &op in &self.doubles {
            body.erase_op(op);
        }
        let mut shared: Vec<Option<BlockId>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let block = (node.users > 1).then(|| {
                let (above, next) = self.until_shared(node.above);
                let next = next.and_then(|next| shared[next]);
                let block = body.create_block();
                body.insert_block(block, region, Some(next.unwrap_or(way.successor)));
                let passed = way.passed.through(body, block);
                let location = body.op(node.op).location();
                let branch = body.create_op(cf::BranchOp::to(ctx, location, way.successor, &passed));
                body.insert_op(branch, InsertPoint::End(block));
                way.end_with(body, branch, iter::once(node.op).chain(above), next);
                block
            });
            shared.push(block);
        }
        for (cleanup, &start) in way.blocks.iter().zip(&self.starts) {
            let (drops, next) = self.until_shared(start);
            way.end_with(body, cleanup.branch, drops, next.and_then(|next| shared[next]));
        }
    }
}

impl Passed {
    /// What a shared block passes on: of what differs, its own arguments.
    fn through(&self, body: &mut Body, block: BlockId) -> Vec<ValueId> {
        match self {
            Self::Same(values) => values.clone(),
            Self::Different(arguments) => arguments
                .iter()
                .map(|&(ty, location)| body.add_block_arg(block, ty, location))
                .collect(),
        }
    }
}

impl WayOut {
    /// Lets a block end with `drops`, and continue with `next` if that is a block.
    fn end_with(&self, body: &mut Body, branch: OpId, drops: impl IntoIterator<Item = OpId>, next: Option<BlockId>) {
        for drop in drops {
            body.move_op(drop, InsertPoint::Before(branch));
        }
        if let Some(next) = next {
            body.set_successor(branch, 0, next);
            if matches!(self.passed, Passed::Same(_)) {
                body.set_operands(branch, &[]);
            }
        }
    }
}

/// The place of each drop in the order from the last one on: those of many blocks first, else the one that is met first.
fn ranks(blocks: &[Cleanup]) -> HashMap<Drop, (Reverse<usize>, usize)> {
    let mut ranks = HashMap::new();
    for (index, &(drop, _)) in blocks.iter().flat_map(|block| &block.drops).enumerate() {
        let (Reverse(count), _) = ranks.entry(drop).or_insert((Reverse(0), index));
        *count += 1;
    }
    ranks
}
