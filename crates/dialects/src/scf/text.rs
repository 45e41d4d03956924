//! What the texts of several ops share.

use asyncir_ir::asm::{Argument, OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::{Fallible, OpRef, OperationState, ValueId};

/// Arguments of a region, and the operands that they are assigned.
pub(crate) type Assignments = (Vec<Argument>, Vec<UnresolvedOperand>);

/// Reads `(%argument = %operand, ...)`.
pub(crate) fn parse_assignments(p: &mut dyn OpParser) -> Fallible<Assignments> {
    if !p.optional_punct("(") {
        return Err(p.error(p.position(), "expected '('"));
    }
    parse_assignments_behind_paren(p)
}

/// Reads `(%argument = %operand, ...)` if it is there.
pub(crate) fn parse_optional_assignments(p: &mut dyn OpParser) -> Fallible<Assignments> {
    if p.optional_punct("(") {
        parse_assignments_behind_paren(p)
    } else {
        Ok(Assignments::default())
    }
}

fn parse_assignments_behind_paren(p: &mut dyn OpParser) -> Fallible<Assignments> {
    let (mut arguments, mut operands) = (Vec::new(), Vec::new());
    if p.optional_punct(")") {
        return Ok((arguments, operands));
    }
    loop {
        arguments.push(p.argument(false, false)?);
        p.punct("=")?;
        operands.push(p.operand()?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.end_of_list(")")?;
    Ok((arguments, operands))
}

/// Prints `prefix(%argument = %operand, ...)`, or nothing if there is none.
pub(crate) fn print_assignments(p: &mut dyn OpPrinter, prefix: &str, arguments: &[ValueId], operands: &[ValueId]) {
    if operands.is_empty() {
        return;
    }
    p.text(prefix);
    p.text("(");
    for (index, (&argument, &operand)) in arguments.iter().zip(operands).enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        p.operand(argument);
        p.text(" = ");
        p.operand(operand);
    }
    p.text(")");
}

/// Prints ` iter_args(%argument = %operand, ...) -> (types)` of a loop, whose first argument is its variable; nothing if
/// it carries no value.
pub(crate) fn print_iter_args(p: &mut dyn OpPrinter, op: OpRef<'_>, arguments: &[ValueId], inits: &[ValueId]) {
    print_assignments(p, " iter_args", arguments.get(1..).unwrap_or_default(), inits);
    if !inits.is_empty() {
        p.text(" -> (");
        p.types(&inits.iter().map(|&init| op.body.value_type(init)).collect::<Vec<_>>());
        p.text(")");
    }
}

/// Reads `-> (types) {...} else {...}` behind a condition; types and the second region may be missing.
pub(crate) fn parse_branches(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let results = p.optional_arrow_types()?;
    state.results.extend(results);
    p.region(state, &[])?;
    p.ensure_terminator(state)?;
    if p.optional_keyword("else") {
        p.region(state, &[])?;
        p.ensure_terminator(state)?;
    } else {
        p.empty_region(state);
    }
    p.attr_dict(state)
}

/// Reads names of arguments in parentheses, `(%i, %j)`.
pub(crate) fn parse_argument_names(p: &mut dyn OpParser) -> Fallible<Vec<Argument>> {
    p.punct_of("(", "argument list")?;
    let mut arguments = Vec::new();
    if p.optional_punct(")") {
        return Ok(arguments);
    }
    loop {
        arguments.push(p.argument(false, false)?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct_of(")", "argument list")?;
    Ok(arguments)
}
