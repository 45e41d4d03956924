//! Which values are live: those on which something depends that is seen from outside.
//!
//! Facts go from uses to definitions. An op with effects needs its operands; any other one needs them if a result of it is
//! live. What is only passed on, to a block, a region, a function, or as a result, is live where it arrives at something
//! live. Nothing in code that is never reached is live.

use std::ops::Range;

use asyncir_dialects::r#async::ExecuteOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::effects::would_be_trivially_dead;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{ValueDef, WalkOrder};

use super::calls::Calls;
use super::ends::{End, end_of, returns};
use super::liveness::passes_between_regions;
use super::program::{At, OpAt, Program, ValueAt};
use super::regions;
use super::solver::{Facts, Point, Solver};
use crate::r#async::ref_counted::is_ref_counted;

/// The values that are live.
pub(crate) struct LiveValues<'s, 'p, 'c> {
    solver: &'s Solver<'p, 'c>,
    calls: &'s Calls,
    facts: Vec<Facts<bool>>,
    pending: Vec<ValueAt>,
}

impl<'s, 'p, 'c> LiveValues<'s, 'p, 'c> {
    /// Works them out with what a solver has found out about constants and blocks.
    pub(crate) fn find(solver: &'s Solver<'p, 'c>, calls: &'s Calls) -> Self {
        let spaces = solver.program.spaces();
        let mut live = Self {
            solver,
            calls,
            facts: spaces
                .clone()
                .map(|space| Facts::of(solver.program.body(space)))
                .collect(),
            pending: Vec::new(),
        };
        for space in spaces {
            for op in live.program().body(space).walk_all(WalkOrder::Pre) {
                live.start_at(At::new(space, op));
            }
        }
        live.spread();
        live
    }

    /// The program.
    pub(crate) fn program(&self) -> &'s Program<'c> {
        self.solver.program
    }

    /// The calls of its functions.
    pub(crate) fn calls(&self) -> &'s Calls {
        self.calls
    }

    /// Whether all callers of a function are known, so that its signature may be changed.
    pub(crate) fn may_change(&self, function: OpAt) -> bool {
        self.calls.may_change(self.program(), function) && self.solver.knows_sources(Point::Start(Some(function)))
    }

    /// Whether a value is live.
    pub(crate) fn contains(&self, value: ValueAt) -> bool {
        self.facts[value.space].get(value.id)
    }

    /// Whether a result of an op is live.
    pub(crate) fn has_result(&self, op: OpAt) -> bool {
        let mut results = self.program().body(op.space).results(op.id);
        results.any(|result| self.contains(At::new(op.space, result)))
    }

    /// Makes all live that a function returns.
    pub(crate) fn need_returned(&mut self, function: OpAt) {
        for (end, _) in returns(self.program(), function) {
            if self.is_reached(end) {
                self.mark_operands(end, |_| true);
            }
        }
        self.spread();
    }

    fn mark(&mut self, value: ValueAt) {
        if !self.contains(value) {
            self.facts[value.space].set(value.id, true);
            self.pending.push(value);
        }
    }

    fn mark_operand(&mut self, op: OpAt, index: usize) {
        let body = self.program().body(op.space);
        if index < body.op(op.id).num_operands() {
            self.mark(At::new(op.space, body.operand(op.id, index)));
        }
    }

    /// Marks operands for which `is_needed` says so.
    fn mark_operands(&mut self, op: OpAt, is_needed: impl Fn(usize) -> bool) {
        let count = self.program().body(op.space).op(op.id).num_operands();
        for index in (0..count).filter(|&index| is_needed(index)) {
            self.mark_operand(op, index);
        }
    }

    fn spread(&mut self) {
        while let Some(value) = self.pending.pop() {
            match self.program().body(value.space).value_def(value.id) {
                ValueDef::Result { op, index } => self.need_result(At::new(value.space, op), index as usize),
                ValueDef::Argument { index, .. } => self.need_argument(value, index as usize),
                ValueDef::Placeholder => {}
            }
        }
    }

    /// Whether control may reach an op.
    fn is_reached(&self, op: OpAt) -> bool {
        let block = self.program().body(op.space).parent_block(op.id);
        block.is_some_and(|block| self.solver.is_live(At::new(op.space, block)))
    }

    /// Marks what an op needs whatever becomes of its results.
    fn start_at(&mut self, op: OpAt) {
        if !self.is_reached(op) {
            return;
        }
        let program = self.program();
        let (body, view) = (program.body(op.space), program.op_ref(op));
        if passes_between_regions(body, op.id) {
            if !would_be_trivially_dead(view) {
                self.need_own_operands(op);
            }
            return;
        }
        if view.data().def().is_some_and(|def| def.hooks.branch.is_some()) {
            let passed: Vec<_> = (0..view.data().num_successors())
                .filter_map(|successor| successor_operands(program.ctx, body, op.id, successor))
                .collect();
            return self.mark_operands(op, |index| !passed.iter().any(|passed| passed.range.contains(&index)));
        }
        if let Some(arguments) = self.arguments_of_callee(op) {
            let passed = regions::callee_operands(view);
            let passed = passed.start..passed.end.min(passed.start + arguments);
            if !self
                .calls
                .callee(op)
                .is_some_and(|callee| self.calls.may_change(program, callee))
            {
                self.mark_counted(op);
            }
            return self.mark_operands(op, |index| !passed.contains(&index));
        }
        match end_of(program, op) {
            End::Region(parent) => {
                if !would_be_trivially_dead(program.op_ref(parent)) {
                    self.need_unpassed(op);
                }
            }
            End::Function => {
                let function = program.owner(op.space);
                if function.is_none() || !self.solver.knows_sources(Point::Start(function)) {
                    self.mark_operands(op, |_| true);
                }
            }
            End::Other => {
                if !would_be_trivially_dead(view) {
                    self.mark_operands(op, |_| true);
                }
            }
        }
    }

    /// How many arguments the function has that an op calls, if its body is known.
    fn arguments_of_callee(&self, op: OpAt) -> Option<usize> {
        let entry = self.program().entry(self.calls.callee(op)?)?;
        Some(self.program().body(entry.space).block_args(entry.id).len())
    }

    /// The operands of an op with regions that it passes on when it is entered.
    fn passed_on_entry(&self, op: OpAt) -> Range<usize> {
        let view = self.program().op_ref(op);
        // The region waits for all of its operands, whether it uses their payloads or not.
        let waits = view.data().is(ExecuteOp::DEF);
        if waits { 0..0 } else { regions::passed_on_entry(view) }
    }

    /// Marks the operands of an op with regions that it does not pass on, and those that must be passed on all the same:
    /// references to async values are counted, wherever they go.
    fn need_own_operands(&mut self, op: OpAt) {
        let passed = self.passed_on_entry(op);
        self.mark_operands(op, |index| !passed.contains(&index));
        self.mark_counted(op);
        self.need_own_arguments(op);
    }

    /// Marks arguments of regions that the op itself makes, such as induction variables. As in MLIR, they live with the op.
    fn need_own_arguments(&mut self, op: OpAt) {
        let (view, body) = (self.program().op_ref(op), self.program().body(op.space));
        let passed = regions::passed_on_entry(view).len();
        for region in regions::entered(view, &[]).into_iter().flatten() {
            let first = regions::first_input(view, Some(region));
            let entry = body.region(body.op_regions(op.id)[region]).first();
            let arguments = entry.into_iter().flat_map(|entry| body.block_args(entry));
            for (index, argument) in arguments.enumerate() {
                if !(first..first + passed).contains(&index) {
                    self.mark(At::new(op.space, argument));
                }
            }
        }
    }

    /// Marks the operands of the terminator of a region that it does not pass on, and those that must be passed on all
    /// the same: references to async values are counted, wherever they go.
    fn need_unpassed(&mut self, end: OpAt) {
        let passed = regions::passed_at_end(self.program().op_ref(end)).unwrap_or(0..0);
        self.mark_operands(end, |index| !passed.contains(&index));
        self.mark_counted(end);
    }

    fn mark_counted(&mut self, op: OpAt) {
        let view = self.program().op_ref(op);
        self.mark_operands(op, |index| is_ref_counted(view.ctx, view.operand_type(index)));
    }

    /// The ends of the regions of an op that may be reached.
    fn reached_ends(&self, op: OpAt) -> Vec<OpAt> {
        let body = self.program().body(op.space);
        let regions = body.op_regions(op.id).iter();
        let blocks = regions.flat_map(|&region| body.region_blocks(region));
        blocks
            .filter_map(|block| body.block(block).last_op())
            .map(|end| At::new(op.space, end))
            .filter(|&end| self.is_reached(end))
            .collect()
    }

    fn need_result(&mut self, op: OpAt, index: usize) {
        if !self.is_reached(op) {
            return;
        }
        if passes_between_regions(self.program().body(op.space), op.id) {
            self.need_own_operands(op);
            for end in self.reached_ends(op) {
                self.need_unpassed(end);
            }
            return self.need_sources(op, None, index);
        }
        if self.arguments_of_callee(op).is_none() {
            return self.mark_operands(op, |_| true);
        }
        let Some(callee) = self.calls.callee(op) else { return };
        for (end, offset) in returns(self.program(), callee) {
            if let Some(index) = index.checked_sub(offset)
                && self.is_reached(end)
            {
                self.mark_operand(end, index);
            }
        }
    }

    fn need_argument(&mut self, value: ValueAt, index: usize) {
        let body = self.program().body(value.space);
        let Some(block) = body.value_block(value.id) else {
            return;
        };
        let Some(region) = body.block(block).region() else {
            return;
        };
        if body.region(region).first() != Some(block) {
            for (branch, successor) in body.block_uses(block).collect::<Vec<_>>() {
                self.need_passed(At::new(value.space, branch), successor, index);
            }
            return;
        }
        match (body.region(region).parent(), self.program().owner(value.space)) {
            (Some(parent), _) if passes_between_regions(body, parent) => {
                let to = body.op_regions(parent).iter().position(|&other| other == region);
                self.need_sources(At::new(value.space, parent), to, index);
            }
            (None, Some(function)) => {
                for &call in self.calls.of(function) {
                    let passed = regions::callee_operands(self.program().op_ref(call));
                    if self.is_reached(call) && index < passed.len() {
                        self.mark_operand(call, passed.start + index);
                    }
                }
            }
            _ => {}
        }
    }

    /// Marks what a branch passes to an argument of a block.
    fn need_passed(&mut self, branch: OpAt, successor: usize, argument: usize) {
        let program = self.program();
        let body = program.body(branch.space);
        let passed = successor_operands(program.ctx, body, branch.id, successor);
        let value = passed.and_then(|passed| passed.value(body, branch.id, argument));
        if let Some(value) = value.filter(|_| self.is_reached(branch)) {
            self.mark(At::new(branch.space, value));
        }
    }

    /// Marks what is passed to an argument of a region of an op (`to`), or to a result.
    fn need_sources(&mut self, op: OpAt, to: Option<usize>, input: usize) {
        let view = self.program().op_ref(op);
        let Some(index) = input.checked_sub(regions::first_input(view, to)) else {
            return;
        };
        let mut passed = Vec::new();
        if regions::entered(view, &[]).contains(&to) {
            passed.push((op, self.passed_on_entry(op)));
        }
        for end in self.reached_ends(op) {
            let end_view = self.program().op_ref(end);
            let goes_there = regions::left(end_view, view, &[]).contains(&to);
            let of_end = regions::passed_at_end(end_view).filter(|_| goes_there);
            passed.extend(of_end.map(|passed| (end, passed)));
        }
        for (source, passed) in passed {
            if index < passed.len() {
                self.mark_operand(source, passed.start + index);
            }
        }
    }
}
