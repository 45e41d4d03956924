//! Initialiser regions of globals and aliases: straight-line code that is one constant to LLVM.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Diagnostic, Fallible, OpRef, ValueId};

use super::constant::Constant;
use super::state::{ModuleState, failed};

/// The value of the op's initialiser region, without its type; `None` if the region is empty.
pub(super) fn of(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<String>> {
    let constant = evaluate(state, op)?;
    constant
        .map(|constant| state.constant_text(&constant, op.location()))
        .transpose()
}

/// The value of the op's initialiser region, with its type in front; `None` if the region is empty.
pub(super) fn typed(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<String>> {
    let Some(constant) = evaluate(state, op)? else {
        return Ok(None);
    };
    let text = state.constant_text(&constant, op.location())?;
    Ok(Some(format!("{} {text}", state.ty(constant.ty, op.location())?)))
}

fn evaluate(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Option<Constant>> {
    let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
    let Some(block) = regions.first().and_then(|&region| body.region(region).first()) else {
        return Ok(None);
    };
    let mut evaluator = Evaluator {
        state,
        body,
        values: HashMap::new(),
    };
    evaluator.block(block, op).map(Some)
}

struct Evaluator<'m, 'a, 'b> {
    state: &'m mut ModuleState<'a>,
    body: &'b Body,
    values: HashMap<ValueId, Constant>,
}

impl Evaluator<'_, '_, '_> {
    fn block(&mut self, block: BlockId, parent: OpRef<'_>) -> Fallible<Constant> {
        for op in self.body.block_ops(block) {
            let op = OpRef {
                ctx: self.state.ctx,
                body: self.body,
                op,
            };
            if op.name() == "llvm.return" {
                let value = op.operands().first().copied().ok_or_else(|| failed(op))?;
                return self.take(op, value);
            }
            let constant = self.op(op)?;
            let result = op.body.results(op.op).next().ok_or_else(|| failed(op))?;
            self.values.insert(result, constant);
        }
        Err(failed(parent))
    }

    fn op(&mut self, op: OpRef<'_>) -> Fallible<Constant> {
        if let Some(constant) = self.state.constant_op(op)? {
            return Ok(constant);
        }
        if !op.name().starts_with("llvm.") {
            return Err(failed(op));
        }
        let operands = op.operands().into_iter().map(|value| self.take(op, value));
        let operands = operands.collect::<Fallible<_>>()?;
        let constant = self.state.folder().fold(op, operands);
        constant.ok_or_else(|| Diagnostic::error(op.location(), "unemittable constant value"))
    }

    /// The constant of a value: itself if this is its only use, so that building up a large array does not copy it
    /// at every step.
    fn take(&mut self, op: OpRef<'_>, value: ValueId) -> Fallible<Constant> {
        let found = if self.body.has_one_use(value) {
            self.values.remove(&value)
        } else {
            self.values.get(&value).cloned()
        };
        found.ok_or_else(|| failed(op))
    }
}
