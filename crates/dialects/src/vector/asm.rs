//! Hand-written forms.

use asyncir_ir::asm::{OpParser, OpPrinter, Position, different_counts};
use asyncir_ir::def::DirectiveArgs;
use asyncir_ir::{Attribute, Fallible, OpName, OpRef, OperationState, Type, TypeKind};

use super::attrs::{PUNCTUATION_DEF, newline};
use super::position::position;
use crate::index_list;

fn set(p: &dyn OpParser, state: &mut OperationState, name: &str, attr: Attribute) {
    state.properties = p.ctx().dict_with(state.properties, name, Some(attr));
}

/// `[0, %i]`
pub fn parse_position(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    index_list::parse_slots(p, args, index_list::SQUARE, "dynamic_position", "static_position")
}

/// Writes what [`parse_position`] reads.
pub fn print_position(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (statics, values) = index_list::split(&position(op));
    index_list::print(p, &statics, &values);
}

/// `%value : type str "text" punctuation <comma> {attributes}`, all of it optional.
pub fn parse_print(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if let Some(source) = p.optional_operand()? {
        let ty = p.colon_type()?;
        state.operands.push(p.resolve(source, ty)?);
    }
    loop {
        if p.optional_keyword("str") {
            let text = p.attribute(Some(Type::NONE))?;
            set(p, state, "stringLiteral", text);
        } else if p.optional_keyword("punctuation") {
            let punctuation = p.dialect_attribute(&PUNCTUATION_DEF)?;
            set(p, state, "punctuation", punctuation);
        } else {
            break;
        }
    }
    p.attr_dict(state)
}

/// Writes what [`parse_print`] reads.
pub fn print_print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if op.data().num_operands() > 0 {
        p.text(" ");
        p.operand(op.operand(0));
        p.text(" : ");
        p.ty(op.operand_type(0));
    }
    if let Some(text) = op.property("stringLiteral") {
        p.text(" str ");
        p.attribute_without_type(text);
    }
    if let Some(punctuation) = op.property("punctuation").filter(|&attr| attr != newline(op.ctx)) {
        p.text(" punctuation ");
        p.stripped_attribute(punctuation);
    }
    p.attr_dict(op, &["stringLiteral", "punctuation"]);
}

/// `%a, %b {attributes} : vector type`
pub fn parse_from_elements(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    let operands = p.operand_list(asyncir_ir::asm::Delimiter::None)?;
    p.attr_dict(state)?;
    p.punct(":")?;
    let ty_at = p.position();
    let ty = p.ty()?;
    expect_result_type(p, state, ty_at, ty)?;
    let count = ty.num_elements(p.ctx()).unwrap_or(operands.len() as u64);
    if operands.len() as u64 != count {
        let message = different_counts(operands.len(), count);
        return Err(p.error(at, &message));
    }
    let element = ty.element_or_self(p.ctx());
    for operand in operands {
        state.operands.push(p.resolve(operand, element)?);
    }
    state.results.push(ty);
    Ok(())
}

/// Refuses a type that the result of the op cannot have.
fn expect_result_type(p: &mut dyn OpParser, state: &OperationState, at: Position, ty: Type) -> Fallible {
    let OpName::Registered(def) = state.name else {
        return Ok(());
    };
    let result = &def.results[0];
    match result.constraint.kind {
        Some(kind) if ty.kind(p.ctx()).name() != Some(kind) => Err(p.wrong_kind(at, kind, ty)),
        _ if !(result.constraint.check)(p.ctx(), ty) => Err(p.wrong_type(result, ty)),
        _ => Ok(()),
    }
}

/// Writes what [`parse_from_elements`] reads.
pub fn print_from_elements(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.operands(&op.operands());
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(op.result_type(0));
}

/// `%lhs, %rhs, %acc {attributes} : type, type`
pub fn parse_outerproduct(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    let operands = p.operand_list(asyncir_ir::asm::Delimiter::None)?;
    p.attr_dict(state)?;
    p.punct(":")?;
    let lhs = p.ty()?;
    p.punct(",")?;
    let rhs = p.ty()?;
    if operands.len() < 2 {
        return Err(p.error(at, "expected at least 2 operands"));
    }
    let Some(result) = outer(p.ctx(), lhs, rhs) else {
        return Err(p.error(at, "expected vector type for operand #1"));
    };
    state.operands.push(p.resolve(operands[0], lhs)?);
    state.operands.push(p.resolve(operands[1], rhs)?);
    if let Some(&acc) = operands.get(2) {
        state.operands.push(p.resolve(acc, result)?);
    }
    state.results.push(result);
    Ok(())
}

/// The type of an outer product; of a vector with a scalar that of the vector.
fn outer(ctx: &asyncir_ir::Context, lhs: Type, rhs: Type) -> Option<Type> {
    let TypeKind::Vector {
        shape: rows,
        scalable: scalable_rows,
        element,
    } = lhs.kind(ctx)
    else {
        return None;
    };
    let TypeKind::Vector {
        shape: columns,
        scalable: scalable_columns,
        ..
    } = rhs.kind(ctx)
    else {
        return Some(lhs);
    };
    let kind = TypeKind::Vector {
        shape: Box::new([*rows.first()?, *columns.first()?]),
        scalable: Box::new([*scalable_rows.first()?, *scalable_columns.first()?]),
        element: *element,
    };
    Some(ctx.ty(kind))
}

/// Writes what [`parse_outerproduct`] reads.
pub fn print_outerproduct(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.operands(&op.operands());
    // With an accumulator the kind is written whatever it is.
    let has_acc = op.data().num_operands() > 2;
    if has_acc {
        let shown: Vec<_> = [op.data().properties(), op.data().attrs()]
            .into_iter()
            .flat_map(|dict| dict.as_dict(op.ctx).unwrap_or(&[]).iter().copied())
            .collect();
        if !shown.is_empty() {
            p.text(" ");
            p.attribute(op.ctx.dict_attr(&shown));
        }
    }
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", ");
    p.ty(op.operand_type(1));
}
