//! Dominance: which block, op or value is always reached before another.
//!
//! Dominator trees are built per region with the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
//! Algorithm", 2001), only for regions with more than one block.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::body::{BlockId, Body, OpId, Operation, RegionId, ValueDef, ValueId};
use crate::context::Context;
use crate::def::OpTrait;

/// The dominator trees of the regions of a body, valid until its blocks or branches change.
pub struct Dominance {
    regions: HashMap<RegionId, Tree, FixedState>,
}

/// The dominator tree of one region.
struct Tree {
    /// Immediate dominators; the entry has itself, unreachable blocks have none.
    idom: SecondaryMap<BlockId, PackedOption<BlockId>>,
    /// Position in reverse post-order, from 0.
    order: SecondaryMap<BlockId, u32>,
    /// Reachable blocks in reverse post-order.
    blocks: Vec<BlockId>,
}

impl Tree {
    fn new(body: &Body, entry: BlockId) -> Self {
        let blocks = reverse_post_order(body, entry);
        let mut order = SecondaryMap::new();
        for (index, &block) in blocks.iter().enumerate() {
            order[block] = index as u32;
        }
        let mut tree = Self {
            idom: SecondaryMap::new(),
            order,
            blocks,
        };
        tree.idom[entry] = entry.into();
        while tree.relax(body) {}
        tree
    }

    /// One round over all blocks; says whether anything changed.
    fn relax(&mut self, body: &Body) -> bool {
        let mut changed = false;
        for &block in &self.blocks[1..] {
            let known = body.predecessors(block).filter(|&p| self.idom[p].is_some());
            let Some(new) = known.reduce(|a, b| self.intersect(a, b)) else {
                continue;
            };
            if self.idom[block].expand() != Some(new) {
                self.idom[block] = new.into();
                changed = true;
            }
        }
        changed
    }

    fn intersect(&self, mut a: BlockId, mut b: BlockId) -> BlockId {
        let up = |block: BlockId| self.idom[block].expand().unwrap_or(block);
        while a != b {
            if self.order[a] > self.order[b] {
                a = up(a);
            } else {
                b = up(b);
            }
        }
        a
    }

    fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let mut current = b;
        loop {
            if current == a {
                return true;
            }
            match self.idom[current].expand() {
                Some(up) if up != current => current = up,
                _ => return false,
            }
        }
    }
}

/// The blocks that `entry` leads to, every block before its successors where there is no cycle.
pub(crate) fn reverse_post_order(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::new();
    let mut order = Vec::new();
    let successors = |block: BlockId| -> Vec<BlockId> {
        body.block(block)
            .last_op()
            .map_or_else(Vec::new, |op| body.successors(op).collect())
    };
    seen[entry] = true;
    let mut stack = vec![(entry, successors(entry).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                stack.push((next, successors(next).into_iter()));
            }
            Some(_) => {}
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
        let mut regions = HashMap::default();
        let roots = body.root_regions().iter().copied();
        let mut pending: Vec<RegionId> = roots.collect();
        while let Some(region) = pending.pop() {
            let data = body.region(region);
            if let Some(entry) = data.first().filter(|_| data.first() != data.last()) {
                regions.insert(region, Tree::new(body, entry));
            }
            for block in body.region_blocks(region) {
                for op in body.block_ops(block) {
                    pending.extend_from_slice(body.op_regions(op));
                }
            }
        }
        Self { regions }
    }

    /// Whether the entry of its region leads to `block`.
    pub fn is_reachable(&self, body: &Body, block: BlockId) -> bool {
        let Some(region) = body.block(block).region() else {
            return true;
        };
        self.regions.get(&region).is_none_or(|tree| tree.idom[block].is_some())
    }

    /// The reachable blocks of a region, every block before its successors where there is no cycle.
    pub fn reverse_post_order(&self, body: &Body, region: RegionId) -> Vec<BlockId> {
        match self.regions.get(&region) {
            Some(tree) => tree.blocks.clone(),
            None => body.region(region).first().into_iter().collect(),
        }
    }

    /// The block that dominates `block` and is dominated by all others that do; `None` for an entry block.
    pub fn immediate_dominator(&self, body: &Body, block: BlockId) -> Option<BlockId> {
        let tree = self.regions.get(&body.block(block).region()?)?;
        tree.idom[block].expand().filter(|&up| up != block)
    }

    /// Whether every path to `b` leads through `a`, blocks of the same region. A block dominates itself.
    pub fn block_dominates(&self, body: &Body, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let Some(region) = body.block(a).region() else {
            return false;
        };
        self.regions.get(&region).is_some_and(|tree| tree.dominates(a, b))
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
        self.block_dominates(body, block_a, block_b)
    }

    /// Whether `value` may be used by `op`. In a region that is a graph, order does not matter.
    pub fn value_dominates(&self, ctx: &Context, body: &Body, value: ValueId, op: OpId) -> bool {
        match body.value_def(value) {
            ValueDef::Placeholder => false,
            ValueDef::Argument { block, .. } => {
                let region = body.block(block).region();
                let ancestor = region.and_then(|region| body.ancestor_in_region(region, op));
                let use_block = ancestor.and_then(|op| body.parent_block(op));
                use_block.is_some_and(|b| self.block_dominates(body, block, b))
            }
            ValueDef::Result { op: def, .. } => {
                let Some(region) = body.parent_region(def) else {
                    return false;
                };
                if !has_ssa_dominance(ctx, body, region) {
                    return body.ancestor_in_region(region, op).is_some();
                }
                self.properly_dominates(body, def, op)
            }
        }
    }
}

/// Whether the order of ops matters in a region: it does not in a region of one block of an unregistered op or of a
/// graph. A root region is judged by its owner, which is not at hand here: its blocks are taken to be ordered.
pub(crate) fn has_ssa_dominance(_ctx: &Context, body: &Body, region: RegionId) -> bool {
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
