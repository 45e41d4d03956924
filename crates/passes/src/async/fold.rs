//! Folding as a dialect conversion does it: ops that a pass neither wants nor refuses are folded where they can be, and
//! replaced when everything else is done, so that one fold does not see the result of another.

use asyncir_dialects::cf;
use asyncir_ir::def::{FoldResult, Folded, OpTrait, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::{constant_state, dialect_of, fold_fully};
use asyncir_ir::{OpId, OpName, ValueId};

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
        let data = rw.body.op(op);
        let (name, location) = (data.name(), data.location());
        if !is_of_unknown_legality(name, self.judges_scf) {
            return;
        }
        let Folded::Results(results) = fold_fully(rw.ctx, rw.body, op) else {
            return;
        };
        rw.set_before(op);
        let mut values = Vec::new();
        for (result, folded) in rw.body.results(op).zip(results) {
            values.push(match folded {
                FoldResult::Value(value) => value,
                FoldResult::Attr(attr) => {
                    let (dialect, ty) = (dialect_of(rw.ctx, name), rw.body.value_type(result));
                    let Some(state) = constant_state(rw.ctx, dialect, attr, ty, location) else {
                        return;
                    };
                    rw.insert_value(state)
                }
            });
        }
        self.folded.push((op, values));
    }

    /// Puts the results of folding in the place of what was folded.
    pub(super) fn apply(self, rw: &mut Rewriter<'_>) {
        let mut replaced: Vec<(ValueId, ValueId)> = Vec::new();
        for (op, values) in self.folded {
            // What an earlier fold replaced is gone by now.
            let resolve = |value: ValueId| {
                replaced
                    .iter()
                    .rfind(|(from, _)| *from == value)
                    .map_or(value, |(_, to)| *to)
            };
            let values: Vec<ValueId> = values.into_iter().map(resolve).collect();
            replaced.extend(rw.body.results(op).zip(values.iter().copied()));
            rw.replace(op, &values);
        }
    }
}
