//! Ops that write to tensors which they are given, and give them back as results.

use asyncir_ir::{Fallible, OpRef, Type, ValueId};

use crate::constraints::is_tensor;

/// Tensors that are written come back as results. `outputs` are operands from number `first` on; memory among them does not
/// come back.
pub fn verify(op: OpRef<'_>, first: usize, outputs: &[ValueId]) -> Fallible {
    let types = outputs.iter().map(|&output| op.body.value_type(output));
    let tensors: Vec<Type> = types.filter(|&ty| is_tensor(op.ctx, ty)).collect();
    let results = op.result_types();
    if tensors.len() != results.len() {
        let (got, want) = (results.len(), tensors.len());
        return Err(op.error(format_args!(
            "expected the number of tensor results ({got}) to be equal to the number of output tensors ({want})"
        )));
    }
    for (number, (&want, &got)) in (first..).zip(tensors.iter().zip(&results)) {
        if want != got {
            let (want, got) = (op.ctx.show_type(want), op.ctx.show_type(got));
            return Err(op.error(format_args!(
                "expected type of operand #{number} ('{want}') to match type of corresponding result ('{got}')"
            )));
        }
    }
    Ok(())
}
