//! The form of comparisons: `"slt" %a, %b {attributes} : type`.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::EnumDef;
use asyncir_ir::{Fallible, OpRef, OperationState};

use super::attrs::{FCMP_PREDICATES, ICMP_PREDICATES};
use crate::arith::attrs::i1_of_same_shape;

fn parse(p: &mut dyn OpParser, state: &mut OperationState, predicates: &'static EnumDef) -> Fallible {
    let at = p.position();
    let keyword = String::from_utf8_lossy(&p.string()?).into_owned();
    let Some(value) = predicates.value(&keyword) else {
        let message = format!("'{keyword}' is an incorrect value of the 'predicate' attribute");
        return Err(p.error(at, &message));
    };
    let predicate = p.ctx().i64_attr(value);
    state.properties = p.ctx().dict_with(state.properties, "predicate", Some(predicate));
    let lhs = p.operand()?;
    p.punct(",")?;
    let rhs = p.operand()?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    state.operands.push(p.resolve(lhs, ty)?);
    state.operands.push(p.resolve(rhs, ty)?);
    state.results.extend(i1_of_same_shape(p.ctx(), ty));
    Ok(())
}

/// Reads `llvm.icmp`.
pub fn parse_icmp(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse(p, state, &ICMP_PREDICATES)
}

/// Reads `llvm.fcmp`.
pub fn parse_fcmp(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse(p, state, &FCMP_PREDICATES)
}

/// Writes either.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let predicates = if op.name() == "llvm.icmp" {
        &ICMP_PREDICATES
    } else {
        &FCMP_PREDICATES
    };
    let predicate = op
        .property("predicate")
        .and_then(|attr| attr.as_i64(op.ctx))
        .unwrap_or(0);
    p.text(&format!(" \"{}\" ", predicates.keyword(predicate).unwrap_or_default()));
    p.operands(&op.operands());
    p.attr_dict(op, &["predicate"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
}
