//! The dominator tree of a region or of a part of it, whose children are in the order in which a walk of the region meets them.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Dominance};

use super::graph::preorder;

/// A dominator tree.
pub(super) struct Dominators {
    children: HashMap<BlockId, Vec<BlockId>>,
    dominance: Dominance,
}

impl Dominators {
    /// The dominator tree of the blocks that `entry` leads to.
    pub(super) fn of(body: &Body, entry: BlockId) -> Self {
        let dominance = Dominance::from_entry(body, entry);
        let mut children: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
        for block in preorder(body, entry) {
            if let Some(up) = dominance.immediate_dominator(block) {
                children.entry(up).or_default().push(block);
            }
        }
        Self { children, dominance }
    }

    /// The blocks that a block dominates, each before those that it dominates itself.
    pub(super) fn subtree(&self, block: BlockId) -> Vec<BlockId> {
        let (mut all, mut pending) = (Vec::new(), vec![block]);
        while let Some(block) = pending.pop() {
            all.push(block);
            let children = self.children.get(&block).into_iter().flatten();
            pending.extend(children.rev());
        }
        all
    }

    /// Whether all ways to `b` lead through `a`.
    pub(super) fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.dominance.block_dominates(a, b)
    }
}
