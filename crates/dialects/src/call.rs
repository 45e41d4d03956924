//! What direct calls share: the check against the signature of the callee.

use asyncir_ir::def::OpDef;
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Fallible, OpRef};

use crate::function_like::function_type;

/// Checks that `callee` of a call names a `function`, called `what` in errors, that takes these operands and gives
/// these results.
pub fn verify_callee(op: OpRef<'_>, scope: &SymbolScope<'_>, function: &'static OpDef, what: &str) -> Fallible {
    let Some(callee) = op.property("callee") else {
        return Err(op.error("requires a 'callee' symbol reference attribute"));
    };
    let signature = scope
        .lookup(op.ctx, callee)
        .filter(|callee| callee.data().is(function))
        .and_then(function_type);
    let Some((inputs, results)) = signature else {
        let name = callee.as_flat_symbol(op.ctx).map_or("", |name| op.ctx.str(name));
        return Err(op.error(format_args!("'{name}' does not reference a valid {what}")));
    };
    let operands = op.operand_types();
    if operands.len() != inputs.len() {
        return Err(op.error("incorrect number of operands for callee"));
    }
    for (index, (&got, &want)) in operands.iter().zip(inputs).enumerate() {
        if got != want {
            let (got, want) = (op.ctx.show_type(got), op.ctx.show_type(want));
            return Err(op.error(format_args!(
                "operand type mismatch: expected operand type '{want}', but provided '{got}' for operand number {index}"
            )));
        }
    }
    let types = op.result_types();
    if types.len() != results.len() {
        return Err(op.error("incorrect number of results for callee"));
    }
    match types.iter().zip(results).position(|(got, want)| got != want) {
        None => Ok(()),
        Some(index) => {
            let list = |types: &[asyncir_ir::Type]| {
                types
                    .iter()
                    .map(|&ty| format!("'{}'", op.ctx.show_type(ty)))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let error = op.error(format_args!("result type mismatch at index {index}"));
            let error = error.with_note(op.location(), format!("      op result types: {}", list(&types)));
            Err(error.with_note(op.location(), format!("function result types: {}", list(results))))
        }
    }
}
