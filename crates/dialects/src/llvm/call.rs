//! Calls: of functions, of intrinsics, and with a way out for exceptions.

use std::ops::Range;

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::def::{EnumDef, ForwardedOperands, OpView};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Attribute, Fallible, OpRef, OperationState, Type, ValueId};

use super::attrs::{CCONV_DEF, CCONVS, TAIL_CALL_KIND_DEF, TAIL_CALL_KINDS};
use super::bundles::{self, Bundles};
use super::types::{self, FuncParts, func_parts};
use super::{AliasOp, CallIntrinsicOp, CallOp, FuncOp, IFuncOp, InvokeOp};
use crate::enum_attrs::{enum_attribute, enum_value};
use crate::region_flow::check_branch;

/// Reads one of the keywords of an enum, if there is one.
pub(super) fn optional_case(p: &mut dyn OpParser, def: &'static EnumDef) -> Option<i64> {
    def.cases
        .iter()
        .filter(|case| !case.keyword.is_empty())
        .find(|case| p.optional_keyword(case.keyword))
        .map(|case| case.value)
}

fn set(p: &dyn OpParser, state: &mut OperationState, name: &str, attr: Attribute) {
    state.properties = p.ctx().dict_with(state.properties, name, Some(attr));
}

/// What is called: a symbol, or a value.
struct Callee {
    pointer: Option<UnresolvedOperand>,
    args: Vec<UnresolvedOperand>,
}

fn parse_callee(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible<Callee> {
    let pointer = p.optional_operand()?;
    if pointer.is_none() {
        let name = p.symbol_name()?;
        let symbol = p.ctx().symbol_attr(&name);
        set(p, state, "callee", symbol);
    }
    let args = p.operand_list(Delimiter::Paren)?;
    Ok(Callee { pointer, args })
}

fn parse_var_callee(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if p.optional_keyword("vararg") {
        p.punct("(")?;
        let ty = p.ty()?;
        p.punct(")")?;
        let ty = p.ctx().type_attr(ty);
        set(p, state, "var_callee_type", ty);
    }
    Ok(())
}

/// The trailing types: of the callee if it is a value, of arguments and results with their attributes.
fn parse_types(p: &mut dyn OpParser, state: &mut OperationState, callee: &Callee) -> Fallible<usize> {
    let colon = p.position();
    p.punct(":")?;
    let at = p.position();
    if let Some(pointer) = callee.pointer {
        let ty = p.ty()?;
        state.operands.push(p.resolve(pointer, ty)?);
        p.punct(",")?;
    }
    let (types, attrs) = parse_typed_list(p)?;
    if !p.optional_punct("->") {
        let message = match callee.pointer {
            None => "expected direct call to have 1 trailing types",
            Some(_) => "expected trailing function type",
        };
        return Err(p.error(colon, message));
    }
    let results = if p.optional_punct("(") {
        parse_list_tail(p)?
    } else {
        (vec![p.ty()?], vec![Attribute::EMPTY_DICT])
    };
    let values = p.resolve_all(&callee.args, &types, at)?;
    state.operands.extend_from_slice(&values);
    for (name, attrs) in [("arg_attrs", attrs), ("res_attrs", results.1)] {
        if attrs.iter().any(|&attrs| attrs != Attribute::EMPTY_DICT) {
            let attrs = p.ctx().array_attr(&attrs);
            set(p, state, name, attrs);
        }
    }
    state.results.extend_from_slice(&results.0);
    Ok(values.len() + usize::from(callee.pointer.is_some()))
}

fn parse_typed_list(p: &mut dyn OpParser) -> Fallible<(Vec<Type>, Vec<Attribute>)> {
    p.punct("(")?;
    parse_list_tail(p)
}

fn parse_list_tail(p: &mut dyn OpParser) -> Fallible<(Vec<Type>, Vec<Attribute>)> {
    let (mut types, mut attrs) = (Vec::new(), Vec::new());
    if p.optional_punct(")") {
        return Ok((types, attrs));
    }
    loop {
        types.push(p.ty()?);
        attrs.push(p.optional_dict()?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok((types, attrs))
}

fn parse_cconv(p: &mut dyn OpParser, state: &mut OperationState) {
    let value = optional_case(p, &CCONVS).unwrap_or(0);
    let attr = enum_attribute(p.ctx(), &CCONV_DEF, value);
    set(p, state, "CConv", attr);
}

/// `cconv tail @callee(%args) vararg(type) ["bundle"()] {attributes} : (types) -> type`
pub fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_cconv(p, state);
    let kind = optional_case(p, &TAIL_CALL_KINDS).unwrap_or(0);
    let kind = enum_attribute(p.ctx(), &TAIL_CALL_KIND_DEF, kind);
    set(p, state, "TailCallKind", kind);
    let callee = parse_callee(p, state)?;
    parse_var_callee(p, state)?;
    let bundles = Bundles::parse(p)?;
    p.attr_dict(state)?;
    let operands = parse_types(p, state, &callee)?;
    let sizes = p.ctx().dense_i32_array(&[operands as i32, bundles.count()]);
    set(p, state, "operandSegmentSizes", sizes);
    bundles.finish(p, state)
}

const CALL_ELIDED: &[&str] = &[
    "callee",
    "TailCallKind",
    "var_callee_type",
    "CConv",
    "operandSegmentSizes",
    "op_bundle_sizes",
    "op_bundle_tags",
    "arg_attrs",
    "res_attrs",
    "intrin",
];

fn values(op: OpRef<'_>, range: Range<usize>) -> Vec<ValueId> {
    range.map(|index| op.operand(index)).collect()
}

fn print_cconv(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let value = op
        .property("CConv")
        .and_then(|attr| enum_value(op.ctx, &CCONV_DEF, attr))
        .unwrap_or(0);
    if value != 0 {
        p.text(CCONVS.keyword(value).unwrap_or_default());
        p.text(" ");
    }
}

fn print_callee(p: &mut dyn OpPrinter, op: OpRef<'_>, operands: &[ValueId]) {
    let args = match (op.symbol_property("callee"), operands) {
        (Some(name), _) => {
            p.symbol_name(op.ctx.str(name));
            operands
        }
        (None, [pointer, args @ ..]) => {
            p.operand(*pointer);
            args
        }
        (None, []) => operands,
    };
    p.text("(");
    p.operands(args);
    p.text(")");
}

fn print_var_callee(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if let Some(ty) = op.property("var_callee_type").and_then(|attr| attr.as_type(op.ctx)) {
        p.text(" vararg(");
        p.ty(ty);
        p.text(")");
    }
}

fn print_list(p: &mut dyn OpPrinter, op: OpRef<'_>, types: &[Type], attrs: &'static str) {
    let attrs = op.property(attrs).and_then(|attr| attr.as_array(op.ctx)).unwrap_or(&[]);
    for (index, &ty) in types.iter().enumerate() {
        p.text(if index > 0 { ", " } else { "" });
        p.ty(ty);
        if let Some(&dict) = attrs.get(index).filter(|&&dict| dict != Attribute::EMPTY_DICT) {
            p.text(" ");
            p.attribute(dict);
        }
    }
}

fn print_types(p: &mut dyn OpPrinter, op: OpRef<'_>, operands: &[ValueId], indirect: bool) {
    p.text(" : ");
    let types: Vec<Type> = operands.iter().map(|&value| op.body.value_type(value)).collect();
    let mut args = &types[..];
    if let (true, [pointer, rest @ ..]) = (indirect, args) {
        p.ty(*pointer);
        p.text(", ");
        args = rest;
    }
    p.text("(");
    print_list(p, op, args, "arg_attrs");
    p.text(") -> ");
    let results = op.result_types();
    let with_attrs = op.property("res_attrs").is_some();
    if results.len() == 1 && !with_attrs {
        p.ty(results[0]);
        return;
    }
    p.text("(");
    print_list(p, op, &results, "res_attrs");
    p.text(")");
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    print_cconv(p, op);
    let kind = op
        .property("TailCallKind")
        .and_then(|attr| enum_value(op.ctx, &TAIL_CALL_KIND_DEF, attr))
        .unwrap_or(0);
    if kind != 0 {
        p.text(TAIL_CALL_KINDS.keyword(kind).unwrap_or_default());
        p.text(" ");
    }
    let operands = values(op, CallOp::DEF.operand_range(op, 0));
    print_callee(p, op, &operands);
    print_var_callee(p, op);
    bundles::print(p, op, &values(op, CallOp::DEF.operand_range(op, 1)));
    p.attr_dict(op, CALL_ELIDED);
    print_types(p, op, &operands, op.property("callee").is_none());
}

/// `"name"(%args) ["bundle"()] {attributes} : (types) -> type`
pub fn parse_intrinsic(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let name = String::from_utf8_lossy(&p.string()?).into_owned();
    let name = p.ctx().str_attr(&name);
    set(p, state, "intrin", name);
    let args = p.operand_list(Delimiter::Paren)?;
    let bundles = Bundles::parse(p)?;
    p.attr_dict(state)?;
    let operands = parse_types(p, state, &Callee { pointer: None, args })?;
    let sizes = p.ctx().dense_i32_array(&[operands as i32, bundles.count()]);
    set(p, state, "operandSegmentSizes", sizes);
    bundles.finish(p, state)
}

/// Writes what [`parse_intrinsic`] reads.
pub fn print_intrinsic(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let name = op
        .property("intrin")
        .and_then(|attr| attr.as_str(op.ctx))
        .unwrap_or_default();
    p.text(" ");
    p.string(name.as_bytes());
    let operands = values(op, CallIntrinsicOp::DEF.operand_range(op, 0));
    p.text("(");
    p.operands(&operands);
    p.text(")");
    bundles::print(p, op, &values(op, CallIntrinsicOp::DEF.operand_range(op, 1)));
    p.attr_dict(op, CALL_ELIDED);
    print_types(p, op, &operands, false);
}

/// `cconv @callee(%args) to ^normal(...) unwind ^unwind(...) vararg(type) [...] {attributes} : types`
pub fn parse_invoke(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_cconv(p, state);
    let callee = parse_callee(p, state)?;
    p.keyword("to")?;
    let (normal, normal_operands) = p.successor_and_operands()?;
    p.keyword("unwind")?;
    let (unwind, unwind_operands) = p.successor_and_operands()?;
    parse_var_callee(p, state)?;
    let bundles = Bundles::parse(p)?;
    p.attr_dict(state)?;
    let operands = parse_types(p, state, &callee)?;
    state.operands.extend_from_slice(&normal_operands);
    state.operands.extend_from_slice(&unwind_operands);
    state.successors.extend([normal, unwind]);
    let sizes = [
        operands as i32,
        normal_operands.len() as i32,
        unwind_operands.len() as i32,
        bundles.count(),
    ];
    let sizes = p.ctx().dense_i32_array(&sizes);
    set(p, state, "operandSegmentSizes", sizes);
    bundles.finish(p, state)
}

/// Writes what [`parse_invoke`] reads.
pub fn print_invoke(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    print_cconv(p, op);
    let slot = |slot: usize| values(op, InvokeOp::DEF.operand_range(op, slot));
    let operands = slot(0);
    print_callee(p, op, &operands);
    p.text(" to ");
    p.successor_and_operands(op.body.successor(op.op, 0), &slot(1));
    p.text(" unwind ");
    p.successor_and_operands(op.body.successor(op.op, 1), &slot(2));
    print_var_callee(p, op);
    bundles::print(p, op, &slot(3));
    p.attr_dict(op, CALL_ELIDED);
    print_types(p, op, &operands, op.property("callee").is_none());
}

/// Each successor has its operands.
pub fn invoke_branch(op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    ForwardedOperands::of_slot(InvokeOp::DEF, op, 1 + successor)
}

/// The name is that of an intrinsic, and the bundles have names.
///
/// # Errors
/// If not.
pub fn verify_intrinsic(op: OpRef<'_>) -> Fallible {
    let name = op.property("intrin").and_then(|name| name.as_str(op.ctx));
    if name.is_some_and(|name| !name.starts_with("llvm.")) {
        return Err(op.error("intrinsic name must start with 'llvm.'"));
    }
    bundles::verify(op)
}

/// An exception leads to a landing pad.
pub fn verify_invoke(op: OpRef<'_>) -> Fallible {
    bundles::verify(op)?;
    check_branch(op)?;
    let unwind = op.body.successor(op.op, 1);
    match op.body.block(unwind).first_op() {
        None => Err(op.bare_error("must have at least one operation in unwind destination")),
        Some(first) if op.body.op(first).is(super::LandingpadOp::DEF) => Ok(()),
        Some(_) => Err(op.bare_error("first operation in unwind destination should be a llvm.landingpad operation")),
    }
}

/// `cleanup (catch %x : type) (filter %y : type) {attributes} : type`
pub fn parse_landingpad(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    if p.optional_keyword("cleanup") {
        set(p, state, "cleanup", Attribute::UNIT);
    }
    while p.optional_punct("(") {
        if !p.optional_keyword("filter") {
            p.keyword("catch")?;
        }
        let operand = p.operand()?;
        let ty = p.colon_type()?;
        p.punct(")")?;
        state.operands.push(p.resolve(operand, ty)?);
    }
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    state.results.push(ty);
    Ok(())
}

/// Writes what [`parse_landingpad`] reads.
pub fn print_landingpad(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(if op.property("cleanup").is_some() {
        " cleanup "
    } else {
        " "
    });
    for (index, ty) in op.operand_types().into_iter().enumerate() {
        let filter = types::array_parts(op.ctx, ty).is_some();
        p.text(if filter { "(filter " } else { "(catch " });
        p.operand(op.operand(index));
        p.text(" : ");
        p.ty(ty);
        p.text(") ");
    }
    p.attr_dict(op, &["cleanup"]);
    p.text(": ");
    p.ty(op.result_type(0));
}

/// A call through a pointer has the pointer.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let results = op.data().num_results();
    if results > 1 {
        return Err(op.error("must have 0 or 1 result"));
    }
    if op.property("callee").is_none() {
        let Some(&pointer) = op.operands().first() else {
            return Err(op.error("must have either a `callee` attribute or at least an operand"));
        };
        let ty = op.body.value_type(pointer);
        if !ty.is_a(op.ctx, &types::PTR) {
            let shown = op.ctx.show_type(ty);
            return Err(op.error(format_args!("indirect call expects a pointer as callee: '{shown}'")));
        }
    }
    let Some(var_callee) = op.property("var_callee_type").and_then(|attr| attr.as_type(op.ctx)) else {
        return Ok(());
    };
    match func_parts(op.ctx, var_callee) {
        Some(parts) if !parts.var_arg => Err(op.error("expected var_callee_type to be a variadic function type")),
        _ => Ok(()),
    }
}

/// The callee is a function of this signature.
pub fn verify_symbols(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    let ctx = op.ctx;
    let Some(callee) = op.property("callee") else {
        return Ok(());
    };
    let name = callee.as_flat_symbol(ctx).map_or("", |name| ctx.str(name));
    let Some(function) = scope.lookup(ctx, callee) else {
        return Err(op.error(format_args!(
            "'{name}' does not reference a symbol in the current scope"
        )));
    };
    if function.data().is(AliasOp::DEF) {
        return Ok(());
    }
    let is_ifunc = function.data().is(IFuncOp::DEF);
    if !function.data().is(FuncOp::DEF) && !is_ifunc {
        return Err(op.error(format_args!(
            "'{name}' does not reference a valid LLVM function or IFunc"
        )));
    }
    let ty = if is_ifunc { "i_func_type" } else { "function_type" };
    let Some(ty) = function.property(ty).and_then(|attr| attr.as_type(ctx)) else {
        return Ok(());
    };
    match func_parts(ctx, ty) {
        Some(parts) => verify_signature(op, &parts),
        None => Err(op.error(format_args!(
            "callee does not have a functional type: '{}'",
            ctx.show_type(ty)
        ))),
    }
}

fn verify_signature(op: OpRef<'_>, parts: &FuncParts) -> Fallible {
    let ctx = op.ctx;
    let operands: types::Types = CallOp::DEF
        .operand_range(op, 0)
        .map(|index| op.operand_type(index))
        .collect();
    let (got, want) = (operands.len(), parts.params.len());
    if parts.var_arg && op.property("var_callee_type").is_none() {
        return Err(op.error("missing var_callee_type attribute for vararg call"));
    }
    if !parts.var_arg && got != want {
        return Err(op.error(format_args!(
            "incorrect number of operands ({got}) for callee (expecting: {want})"
        )));
    }
    if got < want {
        return Err(op.error(format_args!(
            "incorrect number of operands ({got}) for varargs callee (expecting at least: {want})"
        )));
    }
    for (index, (&got, &want)) in operands.iter().zip(&parts.params).enumerate() {
        if got != want {
            let (got, want) = (ctx.show_type(got), ctx.show_type(want));
            return Err(op.error(format_args!(
                "operand type mismatch for operand {index}: '{got}' != '{want}'"
            )));
        }
    }
    let results = op.result_types();
    let is_void = parts.result.is_a(ctx, &types::VOID);
    match results.first() {
        None if !is_void => Err(op.error("expected function call to produce a value")),
        Some(_) if is_void => Err(op.error("calling function with void result must not produce values")),
        Some(&result) if result != parts.result => {
            let (got, want) = (ctx.show_type(result), ctx.show_type(parts.result));
            Err(op.error(format_args!("result type mismatch: '{got}' != '{want}'")))
        }
        _ => Ok(()),
    }
}
