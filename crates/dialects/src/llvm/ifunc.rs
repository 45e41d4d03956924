//! Indirect functions: form and verifiers.

use asyncir_ir::asm::{OpParser, OpPrinter, inner_ops};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{AttrKind, Attribute, Fallible, OpRef, OperationState, Type};

use super::func::{linkage, parse_linkage, parse_unnamed_addr, parse_visibility, set};
use super::global::{print_all_attrs, print_head, print_type_of};
use super::types::{self, func_parts, make};
use super::{AddressOfOp, AliasOp, FuncOp};
use crate::function_like::parse_symbol_name;

const LINKAGES: &[&str] = &[
    "private",
    "internal",
    "linkonce",
    "weak",
    "linkonce_odr",
    "weak_odr",
    "external",
];

/// What the form writes in front of the other attributes; the address space, which comes last, only if it is zero.
const ELIDED: &[&str] = &[
    "sym_name",
    "i_func_type",
    "resolver",
    "resolver_type",
    "linkage",
    "unnamed_addr",
    "visibility_",
    "address_space",
];

/// `linkage visibility unnamed_addr @name : type, resolver_type @resolver {attributes}`
pub fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_linkage(p, state);
    parse_visibility(p, state);
    parse_unnamed_addr(p, state);
    parse_symbol_name(p, state)?;
    p.punct(":")?;
    parse_type_attr(p, state, "i_func_type")?;
    p.punct(",")?;
    parse_type_attr(p, state, "resolver_type")?;
    let at = p.position();
    let resolver = p.attribute(Some(Type::NONE))?;
    if !matches!(resolver.kind(p.ctx()), AttrKind::SymbolRef { nested, .. } if nested.is_empty()) {
        return Err(p.error(at, "invalid kind of attribute specified"));
    }
    set(p, state, "resolver", resolver);
    p.attr_dict(state)
}

/// A type is read as an attribute, as errors tell.
fn parse_type_attr(p: &mut dyn OpParser, state: &mut OperationState, name: &str) -> Fallible {
    let at = p.position();
    let ty = p.attribute(Some(Type::NONE))?;
    if ty.as_type(p.ctx()).is_none() {
        return Err(p.error(at, "invalid kind of attribute specified"));
    }
    set(p, state, name, ty);
    Ok(())
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_head(p, op);
    print_type_of(p, op, "i_func_type");
    p.text(", ");
    if let Some(ty) = op.required("resolver_type").as_type(op.ctx) {
        p.ty(ty);
    }
    p.text(" ");
    p.attribute(op.required("resolver"));
    let elided = if address_space(op) == 0 {
        ELIDED
    } else {
        &ELIDED[..ELIDED.len() - 1]
    };
    print_all_attrs(p, op, elided);
}

fn address_space(op: OpRef<'_>) -> i64 {
    let space = op.property("address_space");
    space.and_then(|space| space.as_i64(op.ctx)).unwrap_or(0)
}

/// Not every linkage is one of an indirect function.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let linkage = linkage(op);
    if LINKAGES.contains(&linkage) {
        return Ok(());
    }
    Err(op.error(format_args!(
        "'{linkage}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, \
         linkonce_odr, weak_odr, or external linkage"
    )))
}

/// The resolver is a function, or an alias of one, that is defined here and returns a pointer.
pub fn verify_symbols(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    let (Some(name), Some(ty)) = (op.property("resolver"), op.property("resolver_type")) else {
        return Ok(());
    };
    let Some(resolver) = scope.lookup(op.ctx, name) else {
        return Err(op.error("must have a function resolver"));
    };
    match aliased(resolver, scope) {
        Some(resolver) => verify_resolver(op, resolver, ty),
        None => Ok(()),
    }
}

/// What an alias stands for in the end. What it computes in another way is not known.
fn aliased<'a>(symbol: OpRef<'a>, scope: &'a SymbolScope<'a>) -> Option<OpRef<'a>> {
    let mut seen = vec![symbol];
    loop {
        let &last = seen.last()?;
        if !last.data().is(AliasOp::DEF) {
            return Some(last);
        }
        let address = inner_ops(last).find(|inner| inner.data().is(AddressOfOp::DEF))?;
        let target = scope.lookup(last.ctx, address.property("global_name")?)?;
        if seen.iter().any(|symbol| symbol.op == target.op) {
            return None;
        }
        seen.push(target);
    }
}

fn verify_resolver(op: OpRef<'_>, resolver: OpRef<'_>, ty: Attribute) -> Fallible {
    let ctx = op.ctx;
    if !resolver.data().is(FuncOp::DEF) {
        return Err(op.error("must have a function resolver"));
    }
    if resolver.data().body().is_none_or(|body| body.entry().is_none()) {
        return Err(op.error("resolver must be a definition"));
    }
    let function = resolver.property("function_type").and_then(|ty| ty.as_type(ctx));
    let result = function.and_then(|ty| func_parts(ctx, ty)).map(|parts| parts.result);
    if result.is_none_or(|result| !result.is_a(ctx, &types::PTR)) {
        return Err(op.error("resolver must return a pointer"));
    }
    if ty.as_type(ctx) != Some(make::ptr_in(ctx, address_space(op) as u32)) {
        return Err(op.error("resolver has incorrect type"));
    }
    Ok(())
}
