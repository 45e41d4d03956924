//! Verifiers of what stands in a module beside functions and globals: aliases, comdats, lists of functions.

use std::collections::HashMap;

use asyncir_ir::asm::inner_ops;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{SymbolScope, symbol_name};
use asyncir_ir::{AttrKind, Attribute, Fallible, OpRef};

use super::func::linkage;
use super::global::{may_be_global, verify_no_effects};
use super::{ComdatOp, ComdatSelectorOp, FuncOp, GlobalCtorsOp, ZERO, types};

const LINKAGES_OF_ALIASES: &[&str] = &[
    "private",
    "internal",
    "linkonce",
    "weak",
    "linkonce_odr",
    "weak_odr",
    "external",
    "available_externally",
];

/// An alias has a type that globals may have, or that of a function, and not every linkage.
pub fn verify_alias(op: OpRef<'_>) -> Fallible {
    let ty = op.required("alias_type").as_type(op.ctx);
    if ty.is_some_and(|ty| !may_be_global(op.ctx, ty) && types::func_parts(op.ctx, ty).is_none()) {
        return Err(op.error("expects type to be a valid element type for an LLVM global alias"));
    }
    let linkage = linkage(op);
    if LINKAGES_OF_ALIASES.contains(&linkage) {
        return Ok(());
    }
    Err(op.error(format_args!(
        "'{linkage}' linkage not supported in aliases, available options: private, internal, linkonce, weak, \
         linkonce_odr, weak_odr, external or available_externally"
    )))
}

/// What an alias is for is a pointer, found without side effects.
pub fn verify_alias_regions(op: OpRef<'_>) -> Fallible {
    let Some((body, last)) = op
        .data()
        .body()
        .and_then(|body| Some((body, body.block(body.entry()?).last_op()?)))
    else {
        return Ok(());
    };
    let is_pointer = |value| body.value_type(value).is_a(op.ctx, &types::PTR);
    if !body.operands(last).next().is_some_and(is_pointer) {
        return Err(op.error("initializer region must always return a pointer"));
    }
    verify_no_effects(op, "ops with side effects are not allowed in alias initializers")
}

/// What stands in a comdat is a selector.
pub fn verify_comdat(op: OpRef<'_>) -> Fallible {
    match inner_ops(op).find(|inner| !inner.data().is(ComdatSelectorOp::DEF)) {
        Some(inner) => Err(inner.bare_error("only comdat selector symbols can appear in a comdat region")),
        None => verify_selectors(op),
    }
}

/// No selector is there twice.
fn verify_selectors(op: OpRef<'_>) -> Fallible {
    let mut seen = HashMap::new();
    for selector in inner_ops(op) {
        let name = symbol_name(op.ctx, selector.data());
        if let Some(first) = seen.insert(name, selector.location()) {
            let shown = name.map_or("", |name| op.ctx.str(name));
            let error = selector.bare_error(format!("redefinition of symbol named '{shown}'"));
            return Err(error.with_note(first, "see existing symbol definition here"));
        }
    }
    Ok(())
}

/// The selector that a function or global names is there.
pub fn verify_comdat_of(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    let Some(AttrKind::SymbolRef { root, nested }) = op.property("comdat").map(|attr| attr.kind(op.ctx)) else {
        return Ok(());
    };
    let comdat = scope
        .lookup_in_module(op.ctx, op.ctx.symbol_of(*root))
        .filter(|found| found.data().is(ComdatOp::DEF));
    let is_named = |selector: OpRef<'_>| nested[..] == symbol_name(op.ctx, selector.data()).as_slice()[..];
    if comdat.is_some_and(|comdat| inner_ops(comdat).any(is_named)) {
        Ok(())
    } else {
        Err(op.bare_error("expected comdat symbol"))
    }
}

fn functions_of(op: OpRef<'_>) -> (&'static str, &[Attribute]) {
    let list = if op.data().is(GlobalCtorsOp::DEF) {
        "ctors"
    } else {
        "dtors"
    };
    let functions = op.property(list).and_then(|attr| attr.as_array(op.ctx));
    (list, functions.unwrap_or_default())
}

/// Each function has a priority and data.
pub fn verify_ctors(op: OpRef<'_>) -> Fallible {
    let array = |name: &'static str| {
        let array = op.property(name).and_then(|attr| attr.as_array(op.ctx));
        array.unwrap_or_default()
    };
    let (list, functions) = functions_of(op);
    let data = array("data");
    if functions.len() != array("priorities").len() || functions.len() != data.len() {
        return Err(op.bare_error(format!(
            "{list}, priorities, and data must have the same number of elements"
        )));
    }
    let is_data = |attr: &Attribute| attr.as_flat_symbol(op.ctx).is_some() || attr.params_of(op.ctx, &ZERO).is_some();
    if data.iter().all(is_data) {
        Ok(())
    } else {
        Err(op.bare_error("data element must be symbol or #llvm.zero"))
    }
}

/// The functions have bodies.
pub fn verify_ctor_functions(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    for &symbol in functions_of(op).1 {
        let name = symbol.as_flat_symbol(op.ctx).map_or("", |name| op.ctx.str(name));
        let Some(function) = scope
            .lookup(op.ctx, symbol)
            .filter(|found| found.data().is(FuncOp::DEF))
        else {
            return Err(op.error(format_args!("'{name}' does not reference a valid LLVM function")));
        };
        if FuncOp(function).is_declaration() {
            return Err(op.error(format_args!("'{name}' does not have a definition")));
        }
    }
    Ok(())
}
