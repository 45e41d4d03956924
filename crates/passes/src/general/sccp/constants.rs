//! Which values are constants: results by folding, arguments by what is passed to them.

use asyncir_dialects::llvm::{ExtractValueOp, InsertValueOp};
use asyncir_ir::def::{FoldResult, Folded, OpTrait, OpView};
use asyncir_ir::rewrite::fold::{constant_op_value, dialect_of, fold_with_constants};
use asyncir_ir::{Attribute, Body, Context, OpId, ValueId};
use smallvec::SmallVec;

use super::analysis::{Analysis, Fact, Point, Task};
use super::liveness::branches_between_regions;
use super::program::{At, BlockAt, OpAt, Owner, ValueAt};
use super::regions;
use crate::general::inline::is_call;

impl Analysis<'_, '_> {
    /// Comes to what the results of an op are, if it is reached.
    pub(super) fn visit_results(&mut self, op: OpAt) {
        let body = self.program.body(op.space);
        let Some(block) = body.parent_block(op.id) else { return };
        let data = body.op(op.id);
        if data.num_results() == 0 || !self.is_live(At::new(op.space, block)) {
            return;
        }
        let results: Vec<ValueAt> = body.results(op.id).map(|value| At::new(op.space, value)).collect();
        if branches_between_regions(body, op.id) {
            self.receive(Point::After(op), Task::Op(op), op, None, &results);
        } else if is_call(data) {
            self.visit_call_results(op, &results);
        } else if !self.program.regions(op).1.is_empty() {
            self.set_unknown(&results);
        } else {
            self.fold(op, &results);
        }
    }

    fn visit_call_results(&mut self, call: OpAt, results: &[ValueAt]) {
        let reader = Task::Op(call);
        let is_interprocedural = self.program.is_interprocedural();
        let returns = self.sources(Point::After(call), reader);
        if returns.unknown || !is_interprocedural {
            return self.set_unknown(results);
        }
        for end in returns.known.clone() {
            let returned: Vec<_> = self.program.body(end.space).operands(end.id).collect();
            for (&result, value) in results.iter().zip(returned) {
                let fact = self.read(At::new(end.space, value), reader);
                self.join(result, fact);
            }
        }
    }

    /// What the op would fold to if its operands were the constants that they are known to be.
    fn fold(&mut self, op: OpAt, results: &[ValueAt]) {
        let Some(constants) = self.constant_operands(op) else {
            return;
        };
        let ctx = self.program.ctx;
        let body = self.program.body_mut(op.space);
        let dialect = dialect_of(ctx, body.op(op.id).name());
        let Some(folded) = simulate(ctx, body, op.id, &constants).filter(|folded| folded.len() == results.len()) else {
            return self.set_unknown(results);
        };
        for (&result, folded) in results.iter().zip(folded) {
            let fact = match folded {
                FoldResult::Attr(value) => Fact::Constant(value, dialect),
                FoldResult::Value(value) => self.read(At::new(op.space, value), Task::Op(op)),
            };
            self.join(result, fact);
        }
    }

    /// Comes to what the arguments of a block are, if it is reached.
    pub(super) fn visit_arguments(&mut self, block: BlockAt) {
        let body = self.program.body(block.space);
        let values = body.block_args(block.id).map(|value| At::new(block.space, value));
        let arguments: Vec<ValueAt> = values.collect();
        if arguments.is_empty() || !self.is_live(block) {
            return;
        }
        let Some(region) = body.block(block.id).region() else {
            return;
        };
        if body.region(region).first() != Some(block.id) {
            return self.visit_passed(block, &arguments);
        }
        let Some(parent) = body.region(region).parent() else {
            return self.visit_parameters(block, &arguments);
        };
        if branches_between_regions(body, parent) {
            let index = body.op_regions(parent).iter().position(|&other| other == region);
            let parent = At::new(block.space, parent);
            return self.receive(Point::Entry(block), Task::Block(block), parent, index, &arguments);
        }
        self.set_unknown(&arguments);
    }

    /// The arguments of a function are what calls pass.
    fn visit_parameters(&mut self, entry: BlockAt, arguments: &[ValueAt]) {
        if !self.program.owner_has(entry.space, OpTrait::FunctionLike) {
            return self.set_unknown(arguments);
        }
        let owner: Owner = self.program.owner(entry.space);
        let reader = Task::Block(entry);
        let is_interprocedural = self.program.is_interprocedural();
        let calls = self.sources(Point::Start(owner), reader);
        if calls.unknown || !is_interprocedural {
            return self.set_unknown(arguments);
        }
        for call in calls.known.clone() {
            let passed = regions::passed_to_callee(self.program.op_ref(call));
            for (&argument, value) in arguments.iter().zip(passed) {
                let fact = self.read(At::new(call.space, value), reader);
                self.join(argument, fact);
            }
        }
    }

    /// The arguments of a block that is no entry are what live branches pass.
    fn visit_passed(&mut self, block: BlockAt, arguments: &[ValueAt]) {
        let body = self.program.body(block.space);
        let branches: Vec<(OpId, usize)> = body.block_uses(block.id).collect();
        for (branch, successor) in branches {
            let body = self.program.body(block.space);
            let Some(from) = body.parent_block(branch) else {
                continue;
            };
            if !self.is_live_edge(block.space, from, block.id) {
                continue;
            }
            let passed = passed_by(self.program.ctx, body, branch, successor);
            for (index, &argument) in arguments.iter().enumerate() {
                let fact = match passed.as_ref().and_then(|passed| *passed.get(index)?) {
                    Some(value) => self.read(At::new(block.space, value), Task::Block(block)),
                    None => Fact::Unknown,
                };
                self.join(argument, fact);
            }
        }
    }

    /// Arguments of a region of `parent`, or its results (`to`), are what comes with control. The others of them are made
    /// by the op itself.
    fn receive(&mut self, point: Point, reader: Task, parent: OpAt, to: Option<usize>, inputs: &[ValueAt]) {
        for source in self.sources(point, reader).known.clone() {
            let view = self.program.op_ref(source);
            let passed = if source == parent {
                Some(regions::passed_on_entry(view))
            } else {
                regions::passed_at_end(view)
            };
            let first = regions::first_input(self.program.op_ref(parent), to);
            let values: SmallVec<[ValueId; 4]> = match passed {
                Some(range) => range.map(|index| view.operand(index)).collect(),
                None => SmallVec::new(),
            };
            for (index, &input) in inputs.iter().enumerate() {
                let value = index.checked_sub(first).and_then(|index| values.get(index));
                let fact = match value {
                    Some(&value) => self.read(At::new(source.space, value), reader),
                    None => Fact::Unknown,
                };
                self.join(input, fact);
            }
        }
    }
}

/// What a branch passes to the arguments of a successor, `None` for those that it makes itself; `None` if that is not
/// known.
fn passed_by(ctx: &Context, body: &Body, branch: OpId, successor: usize) -> Option<Vec<Option<ValueId>>> {
    let hook = body.op(branch).def()?.hooks.branch?;
    let (produced, operands) = hook(body.op_ref(ctx, branch), successor);
    let operands = operands.map(|index| Some(body.operand(branch, index)));
    Some(std::iter::repeat_n(None, produced).chain(operands).collect())
}

/// Folds an op and undoes what that changed; `None` if it does not fold to constants and values.
fn simulate(
    ctx: &Context,
    body: &mut Body,
    op: OpId,
    constants: &[Option<Attribute>],
) -> Option<SmallVec<[FoldResult; 1]>> {
    if let Some(value) = constant_op_value(ctx, body, op) {
        return Some(SmallVec::from_slice(&[FoldResult::Attr(value)]));
    }
    let operands: SmallVec<[ValueId; 4]> = body.operands(op).collect();
    let (properties, attrs) = (body.op(op).properties(), body.op(op).attrs());
    match fold_with_constants(ctx, body, op, constants) {
        Folded::Results(results) => Some(results),
        Folded::No => None,
        // The constants may hold on some paths only, so the op stays as it was.
        Folded::InPlace => {
            if !is_kept(body, op, properties) {
                body.set_operands(op, &operands);
                body.op_mut(op).set_properties(properties);
                body.op_mut(op).set_attrs(attrs);
            }
            None
        }
    }
}

/// Whether MLIR keeps what its fold changed. The one of `llvm.extractvalue` passes over insertions elsewhere, which does
/// not depend on constants, and then fails if it comes to a result that is no constant.
fn is_kept(body: &Body, op: OpId, properties: Attribute) -> bool {
    let data = body.op(op);
    let has_moved_on = data.is(ExtractValueOp::DEF) && data.properties() == properties;
    let maker = body.defining_op(body.operand(op, 0));
    has_moved_on && maker.is_some_and(|maker| !body.op(maker).is(InsertValueOp::DEF))
}
