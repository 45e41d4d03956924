//! Cycles of blocks.

use std::collections::{HashMap, HashSet};

use asyncir_ir::{BlockId, Body};

/// The blocks that the end of a block leads to.
pub(crate) fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    let end = body.block(block).last_op();
    end.map_or_else(Vec::new, |end| body.successors(end).collect())
}

/// The outermost cycles that a block leads to, later ones first, by Tarjan's algorithm.
pub(crate) fn cycles(body: &Body, entry: BlockId) -> Vec<Vec<BlockId>> {
    let mut found = Vec::new();
    let mut numbers: HashMap<BlockId, usize> = HashMap::from([(entry, 1)]);
    let mut open: Vec<BlockId> = vec![entry];
    let mut stack = vec![(entry, successors(body, entry).into_iter(), 1)];
    while let Some((block, left, least)) = stack.last_mut() {
        if let Some(next) = left.next() {
            let count = numbers.len() + 1;
            match numbers.get(&next) {
                Some(&number) => *least = number.min(*least),
                None => {
                    numbers.insert(next, count);
                    open.push(next);
                    stack.push((next, successors(body, next).into_iter(), count));
                }
            }
            continue;
        }
        let (block, least) = (*block, *least);
        stack.pop();
        if let Some((_, _, outer)) = stack.last_mut() {
            *outer = least.min(*outer);
        }
        if numbers[&block] != least {
            continue;
        }
        let mut component = Vec::new();
        while let Some(last) = open.pop() {
            // What is done with counts no more.
            numbers.insert(last, usize::MAX);
            component.push(last);
            if last == block {
                break;
            }
        }
        if component.len() > 1 || successors(body, block).contains(&block) {
            found.push(component);
        }
    }
    found
}

/// The blocks that a block leads to, and that lead back to themselves.
pub(crate) fn blocks_in_cycles(body: &Body, entry: BlockId) -> HashSet<BlockId> {
    cycles(body, entry).into_iter().flatten().collect()
}
