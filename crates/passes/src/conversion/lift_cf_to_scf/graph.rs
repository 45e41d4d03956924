//! The blocks of a region, the edges between them, and what the pass makes once for a region.

use std::collections::HashMap;

use asyncir_dialects::cf::{Case, SwitchOp};
use asyncir_dialects::{arith, ub};
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{
    BlockId, Body, Context, Fallible, InsertPoint, Location, OpId, OperationState, RegionId, Type, ValueId,
};

use super::Owner;
use super::dominators::Dominators;
use crate::analysis::cycles::successors;

/// The edge from a block to one of its successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) from: BlockId,
    pub(super) successor: usize,
}

/// A region that is being lifted.
pub(super) struct Lift<'a> {
    pub(super) ctx: &'a Context,
    pub(super) body: &'a mut Body,
    pub(super) owner: &'a Owner,
    /// The first block, where constants stand.
    entry: BlockId,
    pub(super) region: RegionId,
    poison: Vec<(Type, ValueId)>,
    numbers: Vec<Option<ValueId>>,
    /// Ops that end the region, with the only blocks that end in such an op.
    pub(super) exits: Vec<(OpId, BlockId)>,
    /// Dominator trees of regions. They hold for all that is not lifted yet.
    dominators: HashMap<RegionId, Dominators>,
}

impl<'a> Lift<'a> {
    pub(super) fn new(ctx: &'a Context, body: &'a mut Body, region: RegionId, owner: &'a Owner) -> Self {
        let entry = body.region(region).first().expect("a region with blocks");
        Self {
            ctx,
            body,
            owner,
            entry,
            region,
            poison: Vec::new(),
            numbers: Vec::new(),
            exits: Vec::new(),
            dominators: HashMap::new(),
        }
    }

    /// Lifts the cycles of a part of the program, then the first branch in it, and so on with the parts that these become.
    /// Only in the bodies of loops there may be further cycles.
    pub(super) fn run(&mut self) -> Fallible {
        self.combine_exits();
        let mut pending = vec![(self.entry, true)];
        while let Some((entry, may_have_cycles)) = pending.pop() {
            if may_have_cycles {
                let loops = self.lift_cycles(entry)?;
                if !loops.is_empty() {
                    self.forget_dominators(entry);
                }
                pending.extend(loops.into_iter().map(|body| (body, true)));
            }
            let parts = self.lift_branch(entry)?;
            pending.extend(parts.into_iter().map(|part| (part, false)));
        }
        self.replace_moved_values();
        Ok(())
    }

    /// A number that says where to go on.
    pub(super) fn number(&mut self, number: usize) -> ValueId {
        if let Some(&Some(known)) = self.numbers.get(number) {
            return known;
        }
        let value = self.ctx.i32_attr(number as i32);
        let state = arith::ConstantOp::build(self.ctx, self.owner.location, value, &[Type::I32]);
        let point = self.body.start_of(self.entry);
        let op = self.insert(state, point);
        let new = self.body.result(op, 0);
        if self.numbers.len() <= number {
            self.numbers.resize(number + 1, None);
        }
        self.numbers[number] = Some(new);
        new
    }

    /// What is passed where it does not matter.
    pub(super) fn poison(&mut self, ty: Type) -> ValueId {
        if let Some(&(_, known)) = self.poison.iter().find(|&&(other, _)| other == ty) {
            return known;
        }
        let point = self.body.start_of(self.entry);
        let new = self.poison_at(ty, self.owner.location, point);
        self.poison.push((ty, new));
        new
    }

    pub(super) fn poison_at(&mut self, ty: Type, at: Location, point: InsertPoint) -> ValueId {
        let op = self.insert(ub::PoisonOp::build(self.ctx, at, None, &[ty]), point);
        self.body.result(op, 0)
    }

    pub(super) fn insert(&mut self, state: OperationState, point: InsertPoint) -> OpId {
        let op = self.body.create_op(state);
        self.body.insert_op(op, point);
        op
    }

    /// A switch to the last of several blocks unless the flag has the number of another one.
    pub(super) fn switch(
        &mut self,
        at: Location,
        point: InsertPoint,
        flag: ValueId,
        default: (BlockId, &[ValueId]),
        cases: &[(usize, BlockId, Vec<ValueId>)],
    ) {
        let case = |(value, dest, operands): &(usize, BlockId, Vec<ValueId>)| Case {
            value: *value as i128,
            dest: *dest,
            operands: operands.clone(),
        };
        let cases: Vec<Case> = cases.iter().map(case).collect();
        let state = SwitchOp::to(self.ctx, at, (flag, Type::I32), default, &cases);
        self.insert(state, point);
    }

    pub(super) fn end(&self, block: BlockId) -> OpId {
        self.body.block(block).last_op().expect("a block with a terminator")
    }

    pub(super) fn end_location(&self, block: BlockId) -> Location {
        self.body.op(self.end(block)).location()
    }

    pub(super) fn successors(&self, block: BlockId) -> Vec<BlockId> {
        successors(self.body, block)
    }

    /// The edges to the successors of a block.
    pub(super) fn edges_from(&self, block: BlockId) -> Vec<Edge> {
        let count = self.successors(block).len();
        (0..count).map(|successor| Edge { from: block, successor }).collect()
    }

    /// The edges to a block, newest first.
    pub(super) fn edges_to(&self, block: BlockId) -> Vec<Edge> {
        let edge = |(op, successor)| Some((self.body.parent_block(op)?, successor));
        let edges = self.body.block_uses(block).filter_map(edge);
        edges.map(|(from, successor)| Edge { from, successor }).collect()
    }

    pub(super) fn target(&self, edge: Edge) -> BlockId {
        self.body.successor(self.end(edge.from), edge.successor)
    }

    pub(super) fn redirect(&mut self, edge: Edge, to: BlockId) {
        let end = self.end(edge.from);
        self.body.set_successor(end, edge.successor, to);
    }

    /// The values that are passed along an edge.
    pub(super) fn passed(&self, edge: Edge) -> Vec<ValueId> {
        let end = self.end(edge.from);
        let range = successor_operands(self.ctx, self.body, end, edge.successor).map(|operands| operands.range);
        range
            .into_iter()
            .flatten()
            .map(|index| self.body.operand(end, index))
            .collect()
    }

    pub(super) fn pass(&mut self, edge: Edge, values: &[ValueId]) {
        let end = self.end(edge.from);
        if let Some(operands) = successor_operands(self.ctx, self.body, end, edge.successor) {
            operands.assign(self.ctx, self.body, end, values);
        }
    }

    pub(super) fn pass_more(&mut self, edge: Edge, values: &[ValueId]) {
        let mut all = self.passed(edge);
        all.extend(values);
        self.pass(edge, &all);
    }

    pub(super) fn args(&self, block: BlockId) -> Vec<ValueId> {
        self.body.block_args(block).collect()
    }

    /// Adds arguments like those of another block.
    pub(super) fn add_args_of(&mut self, block: BlockId, other: BlockId) {
        for arg in self.args(other) {
            self.add_arg_like(block, arg);
        }
    }

    /// Adds an argument for a value.
    pub(super) fn add_arg_like(&mut self, block: BlockId, value: ValueId) -> ValueId {
        let (ty, at) = (self.body.value_type(value), self.body.value_location(value));
        self.body.add_block_arg(block, ty, at)
    }

    /// A new block right behind another one.
    pub(super) fn block_after(&mut self, block: BlockId) -> BlockId {
        let new = self.body.create_block();
        let region = self.body.block(block).region().expect("a block in a region");
        let next = self.body.block(block).next();
        self.body.insert_block(new, region, next);
        new
    }

    /// Moves the ops of a block to the end of another one, and erases the block.
    pub(super) fn splice(&mut self, block: BlockId, to: BlockId) {
        if let Some(first) = self.body.block(block).first_op() {
            self.body.move_ops_from(first, InsertPoint::End(to));
        }
        self.body.erase_block(block);
    }

    pub(super) fn replace_args(&mut self, block: BlockId, values: &[ValueId]) {
        for (arg, &value) in self.args(block).into_iter().zip(values) {
            self.body.replace_all_uses(arg, value);
        }
    }

    /// The blocks that a block dominates, each before those that it dominates itself.
    pub(super) fn dominated_by(&mut self, block: BlockId) -> Vec<BlockId> {
        let Some(region) = self.body.block(block).region() else {
            return vec![block];
        };
        let body = &*self.body;
        let entry = body.region(region).first().unwrap_or(block);
        let tree = self
            .dominators
            .entry(region)
            .or_insert_with(|| Dominators::of(body, entry));
        tree.subtree(block)
    }

    pub(super) fn forget_dominators(&mut self, block: BlockId) {
        if let Some(region) = self.body.block(block).region() {
            self.dominators.remove(&region);
        }
    }
}

/// The blocks that can be reached, in the order of a depth-first walk.
pub(super) fn preorder(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let mut seen: std::collections::HashSet<BlockId> = std::collections::HashSet::new();
    let mut order = Vec::new();
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        if seen.insert(block) {
            order.push(block);
            pending.extend(successors(body, block).into_iter().rev());
        }
    }
    order
}
