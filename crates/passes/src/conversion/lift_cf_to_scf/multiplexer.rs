//! Blocks that several edges lead to before they lead to where they did.

use asyncir_ir::{BlockId, InsertPoint, Location, Type, ValueId};

use super::graph::{Edge, Lift};

/// A block with the arguments of all blocks that edges led to, and one that says to which of them to go on.
pub(super) struct Multiplexer {
    pub(super) block: BlockId,
    /// The blocks, with the place of their first argument among those of the new one.
    targets: Vec<(BlockId, usize)>,
    flag: Option<ValueId>,
}

impl Multiplexer {
    /// A block behind the first target, which has an extra argument at the end if it should.
    pub(super) fn new(lift: &mut Lift<'_>, at: Location, targets: &[BlockId], has_extra: bool) -> Self {
        let block = lift.block_after(targets[0]);
        let mut found: Vec<(BlockId, usize)> = Vec::new();
        for &target in targets {
            if !found.iter().any(|&(other, _)| other == target) {
                found.push((target, lift.args(block).len()));
                lift.add_args_of(block, target);
            }
        }
        let mut flag = None;
        if found.len() > 1 {
            lift.number(0);
            flag = Some(lift.body.add_block_arg(block, Type::I32, at));
        }
        if has_extra {
            lift.body.add_block_arg(block, Type::I32, at);
        }
        Self {
            block,
            targets: found,
            flag,
        }
    }

    /// Lets an edge lead to the block.
    pub(super) fn redirect(&self, lift: &mut Lift<'_>, edge: Edge, extra: Option<ValueId>) {
        let target = lift.target(edge);
        let Some(number) = self.targets.iter().position(|&(other, _)| other == target) else {
            return;
        };
        let own = lift.passed(edge);
        let first = self.targets[number].1;
        let args = lift.args(self.block);
        let extra_place = args.len() - usize::from(extra.is_some());
        let mut passed = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            passed.push(match extra {
                _ if index >= first && index - first < own.len() => own[index - first],
                _ if Some(arg) == self.flag => lift.number(number),
                Some(extra) if index >= extra_place => extra,
                _ => {
                    let ty = lift.body.value_type(arg);
                    lift.poison(ty)
                }
            });
        }
        lift.redirect(edge, self.block);
        lift.pass(edge, &passed);
    }

    /// Goes on to where the edges led, at the end of a block, except for one target.
    pub(super) fn dispatch(&self, lift: &mut Lift<'_>, at: Location, block: BlockId, excluded: Option<BlockId>) {
        let args = lift.args(self.block);
        let mut cases: Vec<(usize, BlockId, Vec<ValueId>)> = Vec::new();
        for (number, &(target, first)) in self.targets.iter().enumerate() {
            if Some(target) != excluded {
                let count = lift.args(target).len();
                cases.push((number, target, args[first..first + count].to_vec()));
            }
        }
        let flag = match self.flag {
            Some(flag) if cases.len() > 1 => flag,
            _ => lift.number(0),
        };
        if let Some((_, default, operands)) = cases.pop() {
            lift.switch(at, InsertPoint::End(block), flag, (default, &operands), &cases);
        }
    }
}

impl Lift<'_> {
    /// A block that all these edges lead to.
    pub(super) fn single_entry(&mut self, at: Location, edges: &[Edge]) -> BlockId {
        let targets: Vec<BlockId> = edges.iter().map(|&edge| self.target(edge)).collect();
        let multiplexer = Multiplexer::new(self, at, &targets, false);
        for &edge in edges {
            multiplexer.redirect(self, edge, None);
        }
        multiplexer.dispatch(self, at, multiplexer.block, None);
        multiplexer.block
    }
}
