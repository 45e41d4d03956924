//! Verifier of `llvm.landingpad`.

use asyncir_ir::def::OpView;
use asyncir_ir::{Fallible, OpRef, ValueDef, ValueId};

use super::{AddressOfOp, BitcastOp, FuncOp, ZeroOp, types};

/// There is something to catch or to clean up, and what is caught is known.
pub fn verify(op: OpRef<'_>) -> Fallible {
    if op.property("cleanup").is_none() && op.data().num_operands() == 0 {
        return Err(op.bare_error("landingpad instruction expects at least one clause or cleanup attribute"));
    }
    let is_filter = |index: usize| types::array_parts(op.ctx, op.operand_type(index)).is_some();
    (0..op.data().num_operands())
        .filter(|&index| !is_filter(index))
        .try_for_each(|index| verify_clause(op, index))
}

fn defining_op<'a>(op: OpRef<'a>, value: ValueId) -> Option<OpRef<'a>> {
    match op.body.value_def(value) {
        ValueDef::Result { op: def, .. } => Some(op.body.op_ref(op.ctx, def)),
        _ => None,
    }
}

fn verify_clause(op: OpRef<'_>, index: usize) -> Fallible {
    let def = defining_op(op, op.operand(index));
    let is = |def: Option<OpRef<'_>>, wanted| def.is_some_and(|def| def.data().is(wanted));
    match def.filter(|def| def.data().is(BitcastOp::DEF)) {
        Some(cast) if !is(defining_op(op, cast.operand(0)), AddressOfOp::DEF) => {
            let note = "global addresses expected as operand to bitcast used in clauses for landingpad";
            Err(op
                .bare_error("constant clauses expected")
                .with_note(cast.location(), note))
        }
        None if !is(def, ZeroOp::DEF) && !is(def, AddressOfOp::DEF) => Err(op.bare_error(format!(
            "clause #{index} is not a known constant - null, addressof, bitcast"
        ))),
        _ => Ok(()),
    }
}

/// All landing pads of a function have results of one type.
pub fn verify_consistency(function: OpRef<'_>, pads: &[OpRef<'_>]) -> Fallible {
    let differ = |pair: &[OpRef<'_>]| pair[0].result_types() != pair[1].result_types();
    if pads.windows(2).any(differ) {
        Err(function.bare_error("'llvm.landingpad' should have a consistent result type inside a function"))
    } else {
        Ok(())
    }
}

/// Where exceptions are caught there is a function that says how. A landing pad does not see the function that it is in,
/// which owns the body: [`super::func::verify_regions`] checks that.
pub fn verify_in(op: OpRef<'_>, function: FuncOp<'_>) -> Fallible {
    match function.0.property("personality") {
        Some(_) => Ok(()),
        None => Err(op.bare_error("llvm.landingpad needs to be in a function with a personality")),
    }
}
