//! Cycles become loops with one entry, and one exit at the end.

use std::collections::HashSet;

use asyncir_dialects::arith;
use asyncir_dialects::scf::{ConditionOp, WhileOp, YieldOp};
use asyncir_ir::{BlockId, Fallible, InsertPoint, Location, OpId, Type, ValueId};

use super::graph::{Edge, Lift};
use super::multiplexer::Multiplexer;
use crate::analysis::cycles::cycles;

/// The edges of a cycle.
#[derive(Default)]
struct CycleEdges {
    /// From outside.
    entries: Vec<Edge>,
    /// To outside.
    exits: Vec<Edge>,
    /// From inside to blocks that entries lead to.
    back: Vec<Edge>,
}

impl CycleEdges {
    fn of(lift: &Lift<'_>, blocks: &[BlockId]) -> Self {
        let inside: HashSet<BlockId> = blocks.iter().copied().collect();
        let mut entered: HashSet<BlockId> = HashSet::new();
        let mut edges = Self::default();
        for &block in blocks {
            for edge in lift.edges_to(block) {
                if !inside.contains(&edge.from) {
                    edges.entries.push(edge);
                    entered.insert(block);
                }
            }
            let out = lift.edges_from(block);
            edges
                .exits
                .extend(out.into_iter().filter(|&edge| !inside.contains(&lift.target(edge))));
        }
        for &block in blocks {
            let out = lift.edges_from(block);
            edges
                .back
                .extend(out.into_iter().filter(|&edge| entered.contains(&lift.target(edge))));
        }
        edges
    }
}

/// A loop as it is before it becomes an op.
struct Loop {
    header: BlockId,
    latch: BlockId,
    exit: BlockId,
    /// Whether there is another iteration, as a number.
    again: ValueId,
}

impl Lift<'_> {
    /// Lifts all outermost cycles that a block leads to, and gives the first blocks of the loops.
    pub(super) fn lift_cycles(&mut self, entry: BlockId) -> Fallible<Vec<BlockId>> {
        let mut parts = Vec::new();
        for blocks in cycles(self.body, entry) {
            parts.push(self.lift_cycle(blocks)?);
        }
        Ok(parts)
    }

    fn lift_cycle(&mut self, mut blocks: Vec<BlockId>) -> Fallible<BlockId> {
        let edges = CycleEdges::of(self, &blocks);
        let mut header = self.target(edges.entries[0]);
        if edges.entries.len() > 1 {
            let all: Vec<Edge> = edges.entries.iter().chain(&edges.back).copied().collect();
            header = self.single_entry(self.end_location(header), &all);
            blocks.push(header);
        }
        let at = self.end_location(edges.back[0].from);
        let found = self.make_latch(at, &edges)?;
        blocks.push(found.latch);
        debug_assert_eq!(header, found.header);
        let values = self.reduce(header, found.latch, found.exit, &blocks);
        self.make_loop(&found, &blocks, &values);
        Ok(header)
    }

    /// Lets all edges back and out meet in a block, from which the only one back and the only one out lead.
    fn make_latch(&mut self, at: Location, edges: &CycleEdges) -> Fallible<Loop> {
        let targets: Vec<BlockId> = edges
            .back
            .iter()
            .chain(&edges.exits)
            .map(|&edge| self.target(edge))
            .collect();
        self.number(0);
        let multiplexer = Multiplexer::new(self, at, &targets, true);
        let latch = multiplexer.block;
        let exit = self.block_after(latch);
        let header = targets[0];
        for &edge in &edges.back {
            let again = self.number(1);
            multiplexer.redirect(self, edge, Some(again));
        }
        for &edge in &edges.exits {
            let again = self.number(0);
            multiplexer.redirect(self, edge, Some(again));
        }
        let args = self.args(latch);
        let again = args[args.len() - 1];
        let passed = args[..self.args(header).len()].to_vec();
        let exit_case = [(0, exit, Vec::new())];
        self.switch(at, InsertPoint::End(latch), again, (header, &passed), &exit_case);
        if edges.exits.is_empty() {
            let end = self.end_unreachable(at, exit)?;
            self.combine_exit(end);
        } else {
            multiplexer.dispatch(self, at, exit, Some(header));
        }
        Ok(Loop {
            header,
            latch,
            exit,
            again,
        })
    }

    /// Makes the op, in a block of its own that takes the place of the loop.
    fn make_loop(&mut self, found: &Loop, blocks: &[BlockId], values: &[ValueId]) {
        let &Loop {
            header,
            latch,
            exit,
            again,
        } = found;
        let parent = self.body.create_block();
        let region = self.body.block(header).region().expect("a block in a region");
        self.body.insert_block(parent, region, Some(header));
        self.add_args_of(parent, header);
        let regions = [self.body.create_region(), self.body.create_region()];
        let inner = blocks
            .iter()
            .copied()
            .filter(|&block| block != latch && block != header);
        for block in std::iter::once(header).chain(inner).chain([latch]) {
            self.body.move_block(block, regions[0], None);
        }
        let end = self.end(latch);
        let at = self.body.op(end).location();
        let inits = self.args(parent);
        let types: Vec<Type> = inits.iter().map(|&init| self.body.value_type(init)).collect();
        let mut state = WhileOp::build(self.ctx, at, &inits, &types);
        state.regions.extend(regions);
        let op = self.insert(state, InsertPoint::End(parent));
        self.body.erase_op(end);
        self.end_iteration(at, latch, again, values);
        let after = self.body.append_block(regions[1]);
        for &ty in &types {
            self.body.add_block_arg(after, ty, at);
        }
        let args = self.args(after);
        self.insert(YieldOp::build(self.ctx, at, &args, &[]), InsertPoint::End(after));
        let results: Vec<ValueId> = self.body.results(op).collect();
        self.replace_args(exit, &results);
        self.body.replace_all_block_uses(header, parent);
        self.splice(exit, parent);
    }

    fn end_iteration(&mut self, at: Location, latch: BlockId, again: ValueId, values: &[ValueId]) -> OpId {
        let state = arith::TruncIOp::build(self.ctx, at, again, None, &[Type::I1]);
        let condition = self.insert(state, InsertPoint::End(latch));
        let condition = self.body.result(condition, 0);
        let state = ConditionOp::build(self.ctx, at, condition, values, &[]);
        self.insert(state, InsertPoint::End(latch))
    }
}
