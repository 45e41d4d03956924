//! The dominator tree of a region, whose children are in the order in which a walk of the region meets them.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body};

use super::graph::{preorder, successors};

/// A dominator tree.
pub(super) struct Dominators {
    children: HashMap<BlockId, Vec<BlockId>>,
    parent: HashMap<BlockId, BlockId>,
    depth: HashMap<BlockId, usize>,
}

impl Dominators {
    pub(super) fn of(body: &Body, entry: BlockId) -> Self {
        let order = preorder(body, entry);
        let parent = immediate(body, entry, &order);
        let mut children: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
        for block in order.iter().skip(1) {
            if let Some(&up) = parent.get(block) {
                children.entry(up).or_default().push(*block);
            }
        }
        let mut depth = HashMap::from([(entry, 0)]);
        let mut pending = vec![entry];
        while let Some(block) = pending.pop() {
            let below = depth[&block] + 1;
            for &child in children.get(&block).into_iter().flatten() {
                depth.insert(child, below);
                pending.push(child);
            }
        }
        Self {
            children,
            parent,
            depth,
        }
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
        let (Some(&goal), mut current) = (self.depth.get(&a), b) else {
            return false;
        };
        while self.depth.get(&current).is_some_and(|&depth| depth > goal) {
            current = self.parent[&current];
        }
        current == a
    }
}

/// The immediate dominators, by the algorithm of Cooper, Harvey and Kennedy.
fn immediate(body: &Body, entry: BlockId, preorder: &[BlockId]) -> HashMap<BlockId, BlockId> {
    let order = reverse_post_order(body, entry);
    let place: HashMap<BlockId, usize> = order.iter().enumerate().map(|(place, &block)| (block, place)).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for block in preorder {
        for next in successors(body, *block) {
            before[place[&next]].push(place[block]);
        }
    }
    let mut up: Vec<Option<usize>> = vec![None; order.len()];
    up[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..order.len() {
            let known = before[block].iter().copied().filter(|&other| up[other].is_some());
            let new = known.reduce(|a, b| meet(&up, a, b));
            changed |= new != up[block];
            up[block] = new;
        }
    }
    let pair = |block: usize| Some((order[block], order[up[block]?]));
    (1..order.len()).filter_map(pair).collect()
}

fn meet(up: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = up[a].unwrap_or(0);
        } else {
            b = up[b].unwrap_or(0);
        }
    }
    a
}

fn reverse_post_order(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let mut seen = std::collections::HashSet::from([entry]);
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(body, entry).into_iter())];
    while let Some((block, left)) = stack.last_mut() {
        match left.find(|&next| seen.insert(next)) {
            Some(next) => stack.push((next, successors(body, next).into_iter())),
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
