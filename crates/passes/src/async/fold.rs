//! Folding as a dialect conversion does it: ops that a pass neither wants nor refuses are folded where they can be, and
//! replaced when everything else is done, so that one fold does not see the result of another.

use std::collections::HashMap;

use asyncir_dialects::{arith, cf, func};
use asyncir_ir::def::{FoldResult, Folded, OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::{constant_state, dialect_of, fold_fully};
use asyncir_ir::{OpId, OpName, OperationState, ValueId};

/// Ops that were folded, with what replaces them.
pub(super) struct Folds {
    folded: Vec<(OpId, Vec<ValueId>)>,
    /// Whether the pass has an opinion about ops of scf.
    judges_scf: bool,
}

/// Whether the async passes have no opinion about an op.
fn is_of_unknown_legality(name: OpName, judges_scf: bool) -> bool {
    let Some(def) = name.def().filter(|def| !def.has(OpTrait::ConstantLike)) else {
        return false;
    };
    match def.dialect() {
        "async" | "func" => false,
        "scf" => !judges_scf,
        "arith" => def.mnemonic() != "xori",
        "cf" => ![cf::AssertOp::DEF, cf::BranchOp::DEF, cf::CondBranchOp::DEF].contains(&def),
        _ => true,
    }
}

fn is_legal_constant(name: OpName) -> bool {
    name.def()
        .is_some_and(|def| [arith::ConstantOp::DEF, func::ConstantOp::DEF].contains(&def))
}

/// The values that an op folded to, with constants made for them before the op; `None` if one cannot be made or is not
/// legal itself.
fn values_of(rw: &mut Rewriter<'_>, op: OpId, results: &[FoldResult]) -> Option<Vec<ValueId>> {
    let data = rw.body.op(op);
    let (dialect, location) = (dialect_of(rw.ctx, data.name()), data.location());
    let mut states = Vec::new();
    for (result, folded) in rw.body.results(op).zip(results) {
        states.push(match *folded {
            FoldResult::Value(value) => Err(value),
            FoldResult::Attr(attr) => {
                let state = constant_state(rw.ctx, dialect, attr, rw.body.value_type(result), location)?;
                Ok(Some(state).filter(|state| is_legal_constant(state.name))?)
            }
        });
    }
    rw.set_before(op);
    let value = |state: Result<OperationState, ValueId>| match state {
        Ok(state) => rw.insert_value(state),
        Err(value) => value,
    };
    Some(states.into_iter().map(value).collect())
}

impl Folds {
    /// Nothing folded yet.
    pub(super) fn new(judges_scf: bool) -> Self {
        Self {
            folded: Vec::new(),
            judges_scf,
        }
    }

    /// Folds `op` if it is one to be folded.
    pub(super) fn try_fold(&mut self, rw: &mut Rewriter<'_>, op: OpId) {
        if !is_of_unknown_legality(rw.body.op(op).name(), self.judges_scf) {
            return;
        }
        let operands: Vec<ValueId> = rw.body.operands(op).collect();
        let properties = rw.body.op(op).properties();
        let Folded::Results(results) = fold_fully(rw.ctx, rw.body, op) else {
            return;
        };
        if let Some(values) = values_of(rw, op, &results) {
            return self.folded.push((op, values));
        }
        // What folding changed on the way is taken back.
        if !operands.iter().copied().eq(rw.body.operands(op)) {
            rw.body.set_operands(op, &operands);
        }
        rw.body.op_mut(op).set_properties(properties);
    }

    /// Puts the results of folding in the place of what was folded.
    pub(super) fn apply(self, rw: &mut Rewriter<'_>) {
        let mut replaced: HashMap<ValueId, ValueId> = HashMap::new();
        for (op, mut values) in self.folded {
            // What an earlier fold replaced is gone by now.
            for value in &mut values {
                while let Some(&by) = replaced.get(value) {
                    *value = by;
                }
            }
            // Ops of a graph region may have folded to each other; one of them has to stay.
            if rw.body.results(op).any(|result| values.contains(&result)) {
                continue;
            }
            replaced.extend(rw.body.results(op).zip(values.iter().copied()));
            rw.replace(op, &values);
        }
    }
}
