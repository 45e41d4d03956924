//! What conditional branches lead to becomes regions.

use std::collections::HashSet;

use asyncir_dialects::arith::IndexCastUIOp;
use asyncir_dialects::cf::{CondBranchOp, SwitchOp};
use asyncir_dialects::scf::{IfOp, IndexSwitchOp, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{BlockId, Fallible, InsertPoint, OpId, RegionId, Type, ValueId};

use super::graph::{Edge, Lift};

/// Where the regions behind a branch meet again.
struct Continuation {
    edges: Vec<Edge>,
    /// Whether no region ends in another way.
    is_only_end: bool,
    /// Whether some region goes on there.
    is_reached: bool,
}

/// A block that has no terminator yet, with what it will yield.
type Unfinished = Vec<(BlockId, Vec<ValueId>)>;

impl Lift<'_> {
    /// Lifts the branch at the end of a block, and gives the first blocks of what is to be lifted next.
    pub(super) fn lift_branch(&mut self, entry: BlockId) -> Fallible<Vec<BlockId>> {
        let targets = self.successors(entry);
        match targets[..] {
            [] => return Ok(Vec::new()),
            [next] => {
                let edge = Edge {
                    from: entry,
                    successor: 0,
                };
                let passed = self.passed(edge);
                self.replace_args(next, &passed);
                let end = self.end(entry);
                self.body.erase_op(end);
                self.splice(next, entry);
                return Ok(vec![entry]);
            }
            _ => {}
        }
        let parts = self.parts(&targets);
        let found = self.continuation(entry, &parts);
        if !found.is_reached {
            return Ok(targets);
        }
        let goal = self.target(found.edges[0]);
        let is_single = found.edges.iter().all(|&edge| self.target(edge) == goal);
        let goal = if is_single && found.is_only_end {
            goal
        } else {
            self.single_entry(self.end_location(found.edges[0].from), &found.edges)
        };
        if !found.is_only_end {
            self.forget_dominators(entry);
            return Ok(vec![entry]);
        }
        self.make_regions(entry, &parts, goal)
    }

    /// For the edge to each block the blocks that are reached through it alone.
    fn parts(&mut self, targets: &[BlockId]) -> Vec<Vec<BlockId>> {
        let part = |&target: &BlockId| {
            let is_alone = self.body.has_one_block_use(target);
            if is_alone {
                self.dominated_by(target)
            } else {
                Vec::new()
            }
        };
        targets.iter().map(part).collect()
    }

    fn continuation(&self, entry: BlockId, parts: &[Vec<BlockId>]) -> Continuation {
        let mut inside: HashSet<BlockId> = HashSet::from([entry]);
        inside.extend(parts.iter().flatten().copied());
        let mut found = Continuation {
            edges: Vec::new(),
            is_only_end: true,
            is_reached: false,
        };
        for (edge, part) in self.edges_from(entry).into_iter().zip(parts) {
            if part.is_empty() {
                found.edges.push(edge);
                found.is_reached = true;
            }
            for &block in part {
                if self.successors(block).is_empty() {
                    found.is_only_end = false;
                    found.edges.extend(self.edges_to(block));
                    continue;
                }
                for edge in self.edges_from(block) {
                    if !inside.contains(&self.target(edge)) {
                        found.edges.push(edge);
                        found.is_reached = true;
                    }
                }
            }
        }
        found
    }

    fn make_regions(&mut self, entry: BlockId, parts: &[Vec<BlockId>], goal: BlockId) -> Fallible<Vec<BlockId>> {
        let end = self.body.op_ref(self.ctx, self.end(entry));
        if !end.data().is(CondBranchOp::DEF) && !end.data().is(SwitchOp::DEF) {
            return Err(end.error("Cannot convert unknown control flow op to structured control flow"));
        }
        let (mut next, mut unfinished, mut regions) = (Vec::new(), Unfinished::new(), Vec::new());
        for (edge, part) in self.edges_from(entry).into_iter().zip(parts) {
            let region = self.body.create_region();
            regions.push(region);
            let passed = self.passed(edge);
            let Some(&first) = part.first() else {
                let block = self.body.append_block(region);
                unfinished.push((block, passed));
                continue;
            };
            self.move_part(part, goal, region, &mut unfinished);
            self.replace_args(first, &passed);
            for index in (0..self.args(first).len()).rev() {
                self.body.erase_block_arg(first, index);
            }
            next.push(first);
        }
        let op = self.make_op(entry, goal, &regions);
        let at = self.body.op(op).location();
        for (block, values) in unfinished {
            self.insert(YieldOp::build(self.ctx, at, &values, &[]), InsertPoint::End(block));
        }
        for edge in self.edges_to(goal) {
            let (values, end) = (self.passed(edge), self.end(edge.from));
            let at = self.body.op(end).location();
            self.insert(YieldOp::build(self.ctx, at, &values, &[]), InsertPoint::Before(end));
            self.body.erase_op(end);
        }
        let results: Vec<ValueId> = self.body.results(op).collect();
        self.replace_args(goal, &results);
        self.splice(goal, entry);
        next.push(entry);
        Ok(next)
    }

    /// Moves blocks to a region. If there are several edges from them to `goal`, they meet in a new block before.
    fn move_part(&mut self, part: &[BlockId], goal: BlockId, region: RegionId, unfinished: &mut Unfinished) {
        let (mut first, mut meeting): (Option<Edge>, Option<BlockId>) = (None, None);
        for &block in part {
            for edge in self.edges_from(block) {
                if self.target(edge) != goal {
                    continue;
                }
                let Some(previous) = first else {
                    first = Some(edge);
                    continue;
                };
                let meeting = *meeting.get_or_insert_with(|| {
                    let block = self.body.create_block();
                    self.add_args_of(block, goal);
                    self.redirect(previous, block);
                    unfinished.push((block, self.args(block)));
                    block
                });
                self.redirect(edge, meeting);
            }
            self.body.move_block(block, region, None);
        }
        if let Some(meeting) = meeting {
            self.body.insert_block(meeting, region, None);
        }
    }

    /// Replaces a branch by an op with regions.
    fn make_op(&mut self, entry: BlockId, goal: BlockId, regions: &[RegionId]) -> OpId {
        let end = self.end(entry);
        let args = self.args(goal);
        let types: Vec<Type> = args.iter().map(|&arg| self.body.value_type(arg)).collect();
        let view = self.body.op_ref(self.ctx, end);
        let at = view.location();
        let mut state = match SwitchOp::cast(view) {
            None => IfOp::build(self.ctx, at, view.operand(0), &types),
            Some(switch) => {
                let width = view.operand_type(0).int_width(self.ctx).unwrap_or(64);
                let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
                let cases = switch.values().into_iter().map(|value| (value as u64 & mask) as i64);
                let cases = self.ctx.dense_i64_array(&cases.collect::<Vec<_>>());
                let flag = IndexCastUIOp::build(self.ctx, at, view.operand(0), &[Type::INDEX]);
                let flag = self.insert(flag, InsertPoint::Before(end));
                let flag = self.body.result(flag, 0);
                IndexSwitchOp::build(self.ctx, at, flag, cases, &types)
            }
        };
        state.regions.extend(regions.iter().copied());
        let op = self.insert(state, InsertPoint::Before(end));
        self.body.erase_op(end);
        op
    }
}
