//! What is computed in a loop and used behind it becomes something that the loop gives.

use std::collections::HashSet;

use asyncir_ir::{BlockId, UseId, ValueId};

use super::dominators::Dominators;
use super::graph::{Edge, Lift};

/// A loop whose values are looked at.
struct Reduction {
    header: BlockId,
    latch: BlockId,
    exit: BlockId,
    inside: HashSet<BlockId>,
    dominators: Dominators,
    /// What is passed to the next iteration.
    values: Vec<ValueId>,
    /// What is passed on to the latch, too, edge by edge.
    incoming: Vec<(Edge, Vec<ValueId>)>,
}

impl Lift<'_> {
    /// Lets the loop pass on what is used behind it, in each iteration and to the block behind it, and gives these values.
    pub(super) fn reduce(
        &mut self,
        header: BlockId,
        latch: BlockId,
        exit: BlockId,
        blocks: &[BlockId],
    ) -> Vec<ValueId> {
        let region = self.body.block(header).region().expect("a block in a region");
        let entry = self.body.region(region).first().unwrap_or(header);
        let (back, out) = latch_edges(latch);
        let mut reduction = Reduction {
            header,
            latch,
            exit,
            inside: blocks.iter().copied().collect(),
            dominators: Dominators::of(self.body, entry),
            values: self.passed(back),
            incoming: self
                .edges_to(latch)
                .into_iter()
                .map(|edge| (edge, Vec::new()))
                .collect(),
        };
        let num_passed = reduction.values.len();
        for value in reduction.values.clone() {
            let arg = self.add_arg_like(exit, value);
            for slot in self.uses_outside(value, &reduction.inside) {
                self.body.set_use(slot, arg);
            }
        }
        let (latch_args, header_args) = (self.args(latch), self.args(header));
        for &block in blocks {
            let mut values = match block {
                block if block == latch => latch_args.clone(),
                block if block == header => header_args.clone(),
                block => self.args(block),
            };
            let ops = self.body.block_ops(block);
            values.extend(ops.flat_map(|op| self.body.results(op)));
            for value in values {
                self.let_out(&mut reduction, block, value);
            }
        }
        for (edge, values) in &reduction.incoming {
            self.pass_more(*edge, values);
        }
        self.pass_more(back, &reduction.values[num_passed..]);
        self.pass_more(out, &reduction.values);
        self.fill_entries(&reduction);
        reduction.values
    }

    /// The uses of a value behind the loop. What is in the regions of an op in the loop is in the loop, too.
    fn uses_outside(&self, value: ValueId, inside: &HashSet<BlockId>) -> Vec<UseId> {
        let is_inside = |slot: UseId| {
            let mut op = Some(self.body.use_owner(slot));
            while let Some(current) = op {
                if self
                    .body
                    .parent_block(current)
                    .is_some_and(|block| inside.contains(&block))
                {
                    return true;
                }
                op = self.body.parent_op(current);
            }
            false
        };
        self.body.uses(value).filter(|&slot| !is_inside(slot)).collect()
    }

    /// Lets the loop give a value of one of its blocks if it is used behind it.
    fn let_out(&mut self, reduction: &mut Reduction, block: BlockId, value: ValueId) {
        let outside = self.uses_outside(value, &reduction.inside);
        if outside.is_empty() {
            return;
        }
        let arg = self.add_arg_like(reduction.exit, value);
        self.add_arg_like(reduction.header, value);
        let latch = reduction.latch;
        let is_there = |edge: Edge| reduction.dominators.dominates(block, edge.from);
        let mut argument = value;
        if block != latch && !reduction.incoming.iter().all(|&(edge, _)| is_there(edge)) {
            argument = self.add_arg_like(latch, value);
            for (edge, values) in &mut reduction.incoming {
                let passed = if is_there(*edge) {
                    value
                } else {
                    let ty = self.body.value_type(value);
                    self.poison(ty)
                };
                values.push(passed);
            }
        }
        reduction.values.push(argument);
        for slot in outside {
            self.body.set_use(slot, arg);
        }
    }

    /// Passes something for new arguments where the loop is entered.
    fn fill_entries(&mut self, reduction: &Reduction) {
        for edge in self.edges_to(reduction.header) {
            if edge.from == reduction.latch {
                continue;
            }
            let (args, passed) = (self.args(reduction.header), self.passed(edge).len());
            let mut more = Vec::with_capacity(args.len() - passed);
            for &arg in &args[passed..] {
                let ty = self.body.value_type(arg);
                more.push(self.poison(ty));
            }
            self.pass_more(edge, &more);
        }
    }
}

/// The edges back and out.
fn latch_edges(latch: BlockId) -> (Edge, Edge) {
    let edge = |successor| Edge { from: latch, successor };
    (edge(0), edge(1))
}
