//! What is to be removed.

use std::collections::{BTreeMap, HashMap};

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, OpId, ValueId, WalkOrder};

use super::signatures::{Change, changes};
use crate::analysis::dataflow::live_values::LiveValues;
use crate::analysis::dataflow::liveness::passes_between_regions;
use crate::analysis::dataflow::program::{At, SpaceId};
use crate::analysis::dataflow::regions;
use crate::r#async::ref_counted::is_ref_counted;
use crate::general::inline::is_call;

/// What is to be removed from a body.
#[derive(Default)]
pub(super) struct OfBody {
    /// Ops, those in regions before the ones around.
    pub(super) ops: Vec<OpId>,
    /// Arguments of blocks, by their indices.
    pub(super) arguments: Vec<(BlockId, Vec<usize>)>,
    /// Operands that become poison, by their indices.
    pub(super) poisoned: Vec<(OpId, Vec<usize>)>,
}

/// What is to be removed.
pub(super) struct Plan {
    /// By the number of the body.
    pub(super) bodies: Vec<OfBody>,
    pub(super) functions: Vec<Change>,
}

impl Plan {
    pub(super) fn new(mut live: LiveValues<'_, '_, '_>) -> Self {
        let functions = changes(&mut live);
        let spaces = live.program().spaces();
        let bodies = spaces.map(|space| Planner::new(&live, space).plan()).collect();
        Self { bodies, functions }
    }
}

struct Planner<'a, 's, 'p, 'c> {
    live: &'a LiveValues<'s, 'p, 'c>,
    space: SpaceId,
    found: OfBody,
    arguments: HashMap<BlockId, Vec<usize>>,
}

impl<'a, 's, 'p, 'c> Planner<'a, 's, 'p, 'c> {
    fn new(live: &'a LiveValues<'s, 'p, 'c>, space: SpaceId) -> Self {
        Self {
            live,
            space,
            found: OfBody::default(),
            arguments: HashMap::new(),
        }
    }

    fn at<T>(&self, id: T) -> At<T> {
        At::new(self.space, id)
    }

    fn is_live(&self, value: ValueId) -> bool {
        self.live.contains(self.at(value))
    }

    fn plan(mut self) -> OfBody {
        let body = self.live.program().body(self.space);
        let ops = body.walk_all(WalkOrder::Post);
        for &op in &ops {
            self.visit(op);
        }
        for &op in &ops {
            for block in body.successors(op) {
                // Each block once, in the order of branches.
                if let Some(mut dead) = self.arguments.remove(&block) {
                    dead.sort_unstable();
                    self.found.arguments.push((block, dead));
                }
            }
        }
        self.found
    }

    fn visit(&mut self, op: OpId) {
        let program = self.live.program();
        let (body, view) = (program.body(self.space), program.op_ref(self.at(op)));
        let data = view.data();
        if data.has_trait(OpTrait::FunctionLike) || program.space_of(self.at(op)).is_some() {
            return;
        }
        if passes_between_regions(body, op) {
            if is_memory_effect_free(view) && !self.live.has_result(self.at(op)) {
                self.found.ops.push(op);
            } else {
                self.visit_regions(op);
            }
        } else if data.def().is_some_and(|def| def.hooks.branch.is_some()) {
            self.visit_branch(op);
        } else if !self.ends_block(op) && !is_call(data) {
            let has_dead = body.operands(op).any(|value| !self.is_live(value));
            if has_dead || (is_memory_effect_free(view) && !self.live.has_result(self.at(op))) {
                self.found.ops.push(op);
            }
        }
    }

    /// Whether an op is a terminator, or may be one: the last op of a block may, if nothing is known of it.
    fn ends_block(&self, op: OpId) -> bool {
        let body = self.live.program().body(self.space);
        let is_last = || {
            body.parent_block(op)
                .is_some_and(|block| body.block(block).last_op() == Some(op))
        };
        match body.op(op).def() {
            Some(def) => def.has(OpTrait::Terminator),
            None => is_last(),
        }
    }

    /// Operands that an op and the ends of its regions pass on become poison where they are dead, or only arrive at dead
    /// values.
    fn visit_regions(&mut self, op: OpId) {
        let program = self.live.program();
        let (body, view) = (program.body(self.space), program.op_ref(self.at(op)));
        let mut arrives: BTreeMap<(OpId, usize), bool> = BTreeMap::new();
        let mut add = |source: OpId, passed: std::ops::Range<usize>, next: &[Option<usize>]| {
            for &to in next {
                let inputs = self.inputs(op, to);
                for (index, input) in passed.clone().zip(inputs) {
                    *arrives.entry((source, index)).or_default() |= self.is_live(input);
                }
            }
        };
        // A task waits for all of its operands, whether it uses their payloads or not.
        if !view.data().is(ExecuteOp::DEF) {
            add(op, regions::passed_on_entry(view), &regions::entered(view, &[]));
        }
        let blocks = body
            .op_regions(op)
            .iter()
            .flat_map(|&region| body.region_blocks(region));
        for end in blocks.filter_map(|block| body.block(block).last_op()) {
            let end_view = body.op_ref(program.ctx, end);
            if let Some(passed) = regions::passed_at_end(end_view) {
                add(end, passed, &regions::left(end_view, view, &[]));
            }
        }
        let mut poisoned: BTreeMap<OpId, Vec<usize>> = BTreeMap::new();
        for ((source, index), is_needed) in arrives {
            if !is_needed || !self.is_live(body.operand(source, index)) {
                let is_counted = is_ref_counted(program.ctx, body.value_type(body.operand(source, index)));
                if !(is_counted && self.is_live(body.operand(source, index))) {
                    poisoned.entry(source).or_default().push(index);
                }
            }
        }
        self.found.poisoned.extend(poisoned);
    }

    /// What is passed on to a region of an op, or to its results.
    fn inputs(&self, op: OpId, to: Option<usize>) -> Vec<ValueId> {
        let program = self.live.program();
        let body = program.body(self.space);
        let first = regions::first_input(program.op_ref(self.at(op)), to);
        let Some(index) = to else {
            return body.results(op).skip(first).collect();
        };
        let block = body
            .op_regions(op)
            .get(index)
            .and_then(|&region| body.region(region).first());
        let arguments = block.into_iter().flat_map(|block| body.block_args(block));
        arguments.skip(first).collect()
    }

    /// A branch goes if what decides about it is dead, which is so only where it is never reached. Otherwise arguments of
    /// the next blocks go if they are dead, and what is passed to them is, too.
    fn visit_branch(&mut self, branch: OpId) {
        let program = self.live.program();
        let body = program.body(self.space);
        let passed: Vec<_> = (0..body.op(branch).num_successors())
            .filter_map(|successor| successor_operands(program.ctx, body, branch, successor))
            .collect();
        let mut own = body
            .operands(branch)
            .enumerate()
            .filter(|(index, _)| !passed.iter().any(|passed| passed.range.contains(index)));
        if own.any(|(_, value)| !self.is_live(value)) {
            return self.found.ops.push(branch);
        }
        for (block, passed) in body.successors(branch).zip(passed) {
            for (index, argument) in body.block_args(block).enumerate() {
                let value = passed.value(body, branch, index);
                let is_dead = value.is_some_and(|value| !self.is_live(value)) && !self.is_live(argument);
                if !is_dead || !self.can_go(block, index) {
                    continue;
                }
                let dead = self.arguments.entry(block).or_default();
                if !dead.contains(&index) {
                    dead.push(index);
                }
            }
        }
    }

    /// Whether all that leads to a block says what it passes to an argument.
    fn can_go(&self, block: BlockId, argument: usize) -> bool {
        let program = self.live.program();
        let body = program.body(self.space);
        body.block_uses(block).all(|(branch, successor)| {
            let passed = successor_operands(program.ctx, body, branch, successor);
            passed.is_some_and(|passed| passed.value(body, branch, argument).is_some())
        })
    }
}
