//! Dominance: which block, op or value is always reached before another.
//!
//! Dominator trees are built per region with the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
//! Algorithm", 2001), only for regions with more than one block.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::body::{BlockId, Body, OpId, Operation, RegionId, ValueDef, ValueId};
use crate::def::OpTrait;

/// The dominator trees of the regions of a body, valid until its blocks or branches change.
pub struct Dominance {
    nodes: SecondaryMap<BlockId, Node>,
    /// For regions of more than one block the reachable ones in reverse post-order.
    regions: HashMap<RegionId, Vec<BlockId>, FixedState>,
}

/// What is known of a block in a region with more than one.
#[derive(Clone, Default)]
struct Node {
    /// The immediate dominator; the entry has itself, unreachable blocks have none.
    idom: PackedOption<BlockId>,
    /// Position in reverse post-order, from 0.
    order: u32,
    /// Position in a walk of the dominator tree, parents first.
    preorder: u32,
    /// How many blocks this one dominates, itself included: those from `preorder` on.
    size: u32,
}

/// The blocks of one region, whose nodes are being filled in.
struct TreeBuilder<'a> {
    body: &'a Body,
    blocks: &'a [BlockId],
    nodes: &'a mut SecondaryMap<BlockId, Node>,
}

impl TreeBuilder<'_> {
    fn build(&mut self) {
        for (index, &block) in self.blocks.iter().enumerate() {
            self.nodes[block].order = index as u32;
        }
        let entry = self.blocks[0];
        self.nodes[entry].idom = entry.into();
        // Without a cycle, all that leads to a block comes before it, and one round is enough.
        let (_, incomplete) = self.relax();
        while incomplete && self.relax().0 {}
        self.number();
    }

    /// One round over all blocks; says whether anything changed, and whether something that leads to a block was not
    /// known when its turn came.
    fn relax(&mut self) -> (bool, bool) {
        let (mut changed, mut incomplete) = (false, false);
        let region = self.body.block(self.blocks[0]).region();
        for &block in &self.blocks[1..] {
            let known = self.body.predecessors(block).filter(|&p| {
                // Of invalid programs, some branch to blocks of other regions.
                if self.body.block(p).region() != region {
                    return false;
                }
                let is_known = self.nodes[p].idom.is_some();
                incomplete |= !is_known;
                is_known
            });
            let Some(new) = known.reduce(|a, b| self.intersect(a, b)) else {
                continue;
            };
            if self.nodes[block].idom.expand() != Some(new) {
                self.nodes[block].idom = new.into();
                changed = true;
            }
        }
        (changed, incomplete)
    }

    fn intersect(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        let up = |block: BlockId| self.nodes[block].idom.expand().unwrap_or(block);
        while a != b {
            if self.nodes[a].order > self.nodes[b].order {
                a = up(a);
            } else {
                b = up(b);
            }
        }
        a
    }

    /// Numbers the tree, so that whether a block dominates another is one comparison. In reverse post-order, a block
    /// comes behind its dominators.
    fn number(&mut self) {
        let parent = |nodes: &SecondaryMap<BlockId, Node>, block: BlockId| nodes[block].idom.expand();
        for &block in self.blocks {
            self.nodes[block].size = 1;
        }
        for &block in self.blocks[1..].iter().rev() {
            if let Some(up) = parent(self.nodes, block) {
                self.nodes[up].size += self.nodes[block].size;
            }
        }
        // The position for the next child of each block in reverse post-order.
        let mut next = vec![1; self.blocks.len()];
        for &block in &self.blocks[1..] {
            let Some(up) = parent(self.nodes, block) else { continue };
            let free = &mut next[self.nodes[up].order as usize];
            let (preorder, size) = (*free, self.nodes[block].size);
            *free += size;
            self.nodes[block].preorder = preorder;
            next[self.nodes[block].order as usize] = preorder + 1;
        }
    }
}

/// The blocks that `entry` leads to, every block before its successors where there is no cycle.
pub(crate) fn reverse_post_order(body: &Body, entry: BlockId) -> Vec<BlockId> {
    if body
        .block(entry)
        .last_op()
        .is_none_or(|last| body.op(last).num_successors() == 0)
    {
        return vec![entry];
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::with_capacity(body.blocks.len());
    let successors = |block: BlockId| {
        let last = body.block(block).last_op();
        last.map(|last| body.successors(last)).into_iter().flatten()
    };
    seen[entry.index()] = true;
    let mut stack: SmallVec<[_; 16]> = SmallVec::new();
    stack.push((entry, successors(entry)));
    while let Some((block, left)) = stack.last_mut() {
        match left.find(|next| !std::mem::replace(&mut seen[next.index()], true)) {
            Some(next) => stack.push((next, successors(next))),
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

impl Dominance {
    /// The trees of all regions of `body`.
    pub fn new(body: &Body) -> Self {
        let mut dominance = Self::empty(body);
        let mut pending: Vec<RegionId> = body.root_regions().to_vec();
        while let Some(region) = pending.pop() {
            let data = body.region(region);
            if let Some(entry) = data.first().filter(|_| data.first() != data.last()) {
                let blocks = dominance.build(body, entry);
                dominance.regions.insert(region, blocks);
            }
            if body.is_flat() {
                continue;
            }
            for block in body.region_blocks(region) {
                for op in body.block_ops(block) {
                    pending.extend_from_slice(body.op_regions(op));
                }
            }
        }
        dominance
    }

    /// The tree of the blocks that `entry` leads to, as if it were the entry of its region. It tells nothing of other blocks.
    pub fn from_entry(body: &Body, entry: BlockId) -> Self {
        let mut dominance = Self::empty(body);
        dominance.build(body, entry);
        dominance
    }

    fn empty(body: &Body) -> Self {
        Self {
            nodes: SecondaryMap::with_capacity(body.blocks.len()),
            regions: HashMap::default(),
        }
    }

    /// Adds the tree of the blocks that `entry` leads to, and gives these blocks.
    fn build(&mut self, body: &Body, entry: BlockId) -> Vec<BlockId> {
        let blocks = reverse_post_order(body, entry);
        let mut builder = TreeBuilder {
            body,
            blocks: &blocks,
            nodes: &mut self.nodes,
        };
        builder.build();
        blocks
    }

    /// Whether the entry of its region leads to `block`.
    pub fn is_reachable(&self, body: &Body, block: BlockId) -> bool {
        if self.nodes[block].idom.is_some() {
            return true;
        }
        let region = body.block(block).region();
        region.is_none_or(|region| !self.regions.contains_key(&region))
    }

    /// The reachable blocks of a region, every block before its successors where there is no cycle.
    pub fn reverse_post_order(&self, body: &Body, region: RegionId) -> Vec<BlockId> {
        match self.regions.get(&region) {
            Some(blocks) => blocks.clone(),
            None => body.region(region).first().into_iter().collect(),
        }
    }

    /// The block that dominates `block` and is dominated by all others that do; `None` for an entry block.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.nodes[block].idom.expand().filter(|&up| up != block)
    }

    /// Whether every path to `b` leads through `a`, blocks of the same region. A block dominates itself.
    #[inline]
    pub fn block_dominates(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let (a, b) = (&self.nodes[a], &self.nodes[b]);
        b.idom.is_some() && b.preorder.wrapping_sub(a.preorder) < a.size
    }

    /// Whether `a` always ran before `b` starts: `a` stands before `b`, or before an op around `b`.
    pub fn properly_dominates(&self, body: &Body, a: OpId, b: OpId) -> bool {
        let Some(region) = body.parent_region(a) else {
            return false;
        };
        let Some(ancestor) = body.ancestor_in_region(region, b) else {
            return false;
        };
        if ancestor == a {
            return false;
        }
        let (Some(block_a), Some(block_b)) = (body.parent_block(a), body.parent_block(ancestor)) else {
            return false;
        };
        if block_a == block_b {
            return body.is_before_in_block(a, ancestor);
        }
        self.block_dominates(block_a, block_b)
    }

    /// Whether `value` may be used by `op`. In a region that is a graph, order does not matter.
    pub fn value_dominates(&self, body: &Body, value: ValueId, op: OpId) -> bool {
        match body.value_def(value) {
            ValueDef::Placeholder => false,
            ValueDef::Argument { block, .. } if body.parent_block(op) == Some(block) => true,
            ValueDef::Argument { block, .. } => {
                let region = body.block(block).region();
                let ancestor = region.and_then(|region| body.ancestor_in_region(region, op));
                let use_block = ancestor.and_then(|op| body.parent_block(op));
                use_block.is_some_and(|b| self.block_dominates(block, b))
            }
            ValueDef::Result { op: def, .. } => {
                // By far the most uses stand in the block of their definition.
                if body.parent_block(def).is_some()
                    && body.parent_block(def) == body.parent_block(op)
                    && body.is_before_in_block(def, op)
                {
                    return true;
                }
                let Some(region) = body.parent_region(def) else {
                    return false;
                };
                if !has_ssa_dominance(body, region) {
                    return body.ancestor_in_region(region, op).is_some();
                }
                self.properly_dominates(body, def, op)
            }
        }
    }
}

/// Whether the order of ops matters in a region: it does not in a region of one block of an unregistered op or of a
/// graph. A root region is judged by its owner, which is not at hand here: its blocks are taken to be ordered.
pub(crate) fn has_ssa_dominance(body: &Body, region: RegionId) -> bool {
    match body.region(region).parent() {
        Some(op) => !is_graph_region(body, region, body.op(op)),
        None => true,
    }
}

/// Whether a region of `owner` is a graph: several blocks are always ordered.
pub fn is_graph_region(body: &Body, region: RegionId, owner: &Operation) -> bool {
    let region = body.region(region);
    region.first() == region.last() && owner.def().is_none_or(|def| def.has(OpTrait::GraphRegion))
}
