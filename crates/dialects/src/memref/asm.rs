//! Hand-written forms.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::{AttrKind, Attribute, Fallible, OpRef, OperationState, Type};

use super::verify::transposed;

fn set(p: &dyn OpParser, state: &mut OperationState, name: &str, attr: Attribute) {
    state.properties = p.ctx().dict_with(state.properties, name, Some(attr));
}

/// `%memref[%i] : type { region } {attributes}`
pub fn parse_generic_atomic_rmw(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    let ty = p.colon_type()?;
    state.operands.push(p.resolve(memref, ty)?);
    for index in indices {
        state.operands.push(p.resolve(index, Type::INDEX)?);
    }
    state.results.push(ty.element_or_self(p.ctx()));
    p.region(state, &[])?;
    p.attr_dict(state)
}

/// Writes what [`parse_generic_atomic_rmw`] reads.
pub fn print_generic_atomic_rmw(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let operands = op.operands();
    p.text(" ");
    p.operand(operands[0]);
    p.text("[");
    p.operands(&operands[1..]);
    p.text("] : ");
    p.ty(op.operand_type(0));
    p.text(" ");
    p.region(op, 0, true, true);
    p.attr_dict(op, &[]);
}

/// `-> (types) { region } {attributes}`
pub fn parse_alloca_scope(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let results = p.optional_arrow_types()?;
    state.results.extend_from_slice(&results);
    p.region(state, &[])?;
    p.ensure_terminator(state)?;
    p.attr_dict(state)
}

/// Writes what [`parse_alloca_scope`] reads.
pub fn print_alloca_scope(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let results = op.result_types();
    p.text(" ");
    if !results.is_empty() {
        p.text(" -> (");
        p.types(&results);
        p.text(")");
    }
    p.text(" ");
    p.region(op, 0, false, !results.is_empty());
    p.attr_dict(op, &[]);
}

/// `%memref[%i], read, locality<3>, data {attributes} : type`
pub fn parse_prefetch(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.punct(",")?;
    let at = p.position();
    let access = p.any_keyword().unwrap_or_default();
    if access != "read" && access != "write" {
        return Err(p.error(at, "rw specifier has to be 'read' or 'write'"));
    }
    p.punct(",")?;
    p.keyword("locality")?;
    p.punct("<")?;
    let hint = p.attribute(Some(Type::I32))?;
    p.punct(">")?;
    p.punct(",")?;
    let at = p.position();
    let cache = p.any_keyword().unwrap_or_default();
    if cache != "data" && cache != "instr" {
        return Err(p.error(at, "cache type has to be 'data' or 'instr'"));
    }
    set(p, state, "isWrite", Attribute::bool(access == "write"));
    set(p, state, "localityHint", hint);
    set(p, state, "isDataCache", Attribute::bool(cache == "data"));
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    state.operands.push(p.resolve(memref, ty)?);
    for index in indices {
        state.operands.push(p.resolve(index, Type::INDEX)?);
    }
    Ok(())
}

/// Writes what [`parse_prefetch`] reads.
pub fn print_prefetch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let operands = op.operands();
    p.text(" ");
    p.operand(operands[0]);
    p.text("[");
    p.operands(&operands[1..]);
    p.text("], ");
    p.text(if op.property("isWrite") == Some(Attribute::TRUE) { "write" } else { "read" });
    let hint = op.property("localityHint").and_then(|attr| attr.as_i64(op.ctx)).unwrap_or(0);
    p.text(&format!(", locality<{hint}>, "));
    p.text(if op.property("isDataCache") == Some(Attribute::TRUE) { "data" } else { "instr" });
    p.attr_dict(op, &["localityHint", "isWrite", "isDataCache"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
}

/// `%memref (i, j) -> (j, i) {attributes} : type to type`
pub fn parse_transpose(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let memref = p.operand()?;
    let at = p.position();
    let (names, results) = (parse_names(p)?, {
        p.punct("->")?;
        parse_names(p)?
    });
    let position = |name: &String| names.iter().position(|other| other == name);
    let Some(positions) = results.iter().map(position).collect::<Option<Vec<usize>>>() else {
        return Err(p.error(at, "use of undeclared identifier"));
    };
    let exprs = positions.into_iter().map(|dim| AffineExpr::dim(dim as u32)).collect();
    let Some(map) = AffineMap::new(names.len() as u32, 0, exprs) else {
        return Err(p.error(at, "expected a permutation map"));
    };
    let map = p.ctx().attr(AttrKind::AffineMap(map));
    set(p, state, "permutation", map);
    p.attr_dict(state)?;
    let from = p.colon_type()?;
    p.keyword("to")?;
    let to = p.ty()?;
    state.operands.push(p.resolve(memref, from)?);
    state.results.push(to);
    Ok(())
}

fn parse_names(p: &mut dyn OpParser) -> Fallible<Vec<String>> {
    let mut names = Vec::new();
    p.punct("(")?;
    if p.optional_punct(")") {
        return Ok(names);
    }
    loop {
        let at = p.position();
        names.push(p.any_keyword().ok_or_else(|| p.error(at, "expected bare identifier"))?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok(names)
}

/// Writes what [`parse_transpose`] reads.
pub fn print_transpose(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    let rank = op.operand_type(0).shape(op.ctx).map_or(0, <[i64]>::len);
    let list = |dims: Vec<usize>| dims.iter().map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
    let permuted = transposed(op).unwrap_or_default();
    p.text(&format!(" ({}) -> ({})", list((0..rank).collect()), list(permuted)));
    p.attr_dict(op, &["permutation"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(" to ");
    p.ty(op.result_type(0));
}
