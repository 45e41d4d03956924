//! Hand-written forms.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{Fallible, OpRef, OperationState, Type};

/// `{attributes} value`
pub fn parse_constant(parser: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parser.attr_dict(state)?;
    let at = parser.position();
    let value = parser.attribute(None)?;
    let ty = value.ty(parser.ctx());
    if !(super::attrs::TYPED_ATTR.check)(parser.ctx(), value) {
        return Err(parser.error(at, "invalid kind of attribute specified"));
    }
    state.properties = parser.ctx().dict_with(state.properties, "value", Some(value));
    state.results.push(ty);
    Ok(())
}

/// Writes what [`parse_constant`] reads.
pub fn print_constant(printer: &mut dyn OpPrinter, op: OpRef<'_>) {
    printer.attr_dict(op, &["value"]);
    if let Some(value) = op.property("value") {
        printer.text(" ");
        printer.attribute(value);
    }
}

/// `%condition, %true, %false {attributes} : condition type, type`; an `i1` condition has no type.
pub fn parse_select(parser: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = parser.position();
    let operands = parser.operand_list(asyncir_ir::asm::Delimiter::None)?;
    let [condition, if_true, if_false] = operands[..] else {
        return Err(parser.error(at, "expected 3 operands"));
    };
    parser.attr_dict(state)?;
    let mut result = parser.colon_type()?;
    let mut condition_type = Type::I1;
    if parser.optional_punct(",") {
        condition_type = result;
        result = parser.ty()?;
    }
    state.operands.push(parser.resolve(condition, condition_type)?);
    state.operands.push(parser.resolve(if_true, result)?);
    state.operands.push(parser.resolve(if_false, result)?);
    state.results.push(result);
    Ok(())
}

/// Writes what [`parse_select`] reads.
pub fn print_select(printer: &mut dyn OpPrinter, op: OpRef<'_>) {
    printer.text(" ");
    printer.operands(&op.operands());
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    let (condition, result) = (op.operand_type(0), op.result_type(0));
    if condition.is_shaped(op.ctx) {
        printer.ty(condition);
        printer.text(", ");
    }
    printer.ty(result);
}
