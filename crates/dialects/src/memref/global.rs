//! Global variables.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{DirectiveArgs, OpView};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Attribute, Context, Fallible, OpRef, Type};

use super::GlobalOp;
use crate::constraints as c;

/// The tensor type that an initial value of a memref type has.
fn tensor_of(ctx: &Context, ty: Type) -> Type {
    ctx.tensor_type(ty.shape(ctx).unwrap_or(&[]), ty.element_or_self(ctx))
}

/// `type`, `type = value`, or `type = uninitialized`
pub fn parse(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let at = p.position();
    let ty = p.ty()?;
    let fits = c::is_memref(p.ctx(), ty) && !ty.shape(p.ctx()).is_some_and(|shape| shape.contains(&asyncir_ir::DYNAMIC));
    if !fits {
        let shown = p.ctx().show_type(ty);
        return Err(p.error(at, &format!("type should be static shaped memref, but got '{shown}'")));
    }
    let attr = p.ctx().type_attr(ty);
    args.state.properties = p.ctx().dict_with(args.state.properties, "type", Some(attr));
    if !p.optional_punct("=") {
        return Ok(());
    }
    let value = if p.optional_keyword("uninitialized") {
        Attribute::UNIT
    } else {
        let at = p.position();
        let tensor = tensor_of(p.ctx(), ty);
        let value = p.attribute(Some(tensor))?;
        if !(c::ELEMENTS_ATTR.check)(p.ctx(), value) {
            return Err(p.error(at, "initial value should be a unit or elements attribute"));
        }
        value
    };
    args.state.properties = p.ctx().dict_with(args.state.properties, "initial_value", Some(value));
    Ok(())
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if let Some(ty) = op.property("type").and_then(|attr| attr.as_type(op.ctx)) {
        p.ty(ty);
    }
    match op.property("initial_value") {
        None => {}
        Some(Attribute::UNIT) => p.text(" = uninitialized"),
        Some(value) => {
            p.text(" = ");
            p.attribute_without_type(value);
        }
    }
}

/// The initial value has the shape of the type.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let Some(ty) = op.required("type").as_type(ctx) else { return Ok(()) };
    if ty.shape(ctx).is_none_or(|shape| shape.contains(&asyncir_ir::DYNAMIC)) {
        let shown = ctx.show_type(ty);
        return Err(op.error(format_args!("type should be static shaped memref, but got '{shown}'")));
    }
    let Some(value) = op.property("initial_value").filter(|&value| value != Attribute::UNIT) else { return Ok(()) };
    if !(c::ELEMENTS_ATTR.check)(ctx, value) {
        let shown = ctx.show_attr(value);
        return Err(op.error(format_args!("initial value should be a unit or elements attribute, but got {shown}")));
    }
    let (got, want) = (value.ty(ctx), tensor_of(ctx, ty));
    if got.shape(ctx) != want.shape(ctx) || got.element_or_self(ctx) != want.element_or_self(ctx) {
        let (got, want) = (ctx.show_type(got), ctx.show_type(want));
        return Err(op.error(format_args!("initial value expected to be of type '{want}', but was of type '{got}'")));
    }
    Ok(())
}

/// The symbol is a global of the result's type.
pub fn verify_get(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    let ctx = op.ctx;
    let symbol = op.required("name");
    let name = symbol.as_flat_symbol(ctx).map_or("", |name| ctx.str(name));
    let global = scope.lookup(ctx, symbol).filter(|global| global.data().is(GlobalOp::DEF));
    let Some(global) = global else {
        return Err(op.error(format_args!("'{name}' does not reference a valid global memref")));
    };
    let want = global.property("type").and_then(|attr| attr.as_type(ctx));
    let got = op.result_type(0);
    if want == Some(got) {
        return Ok(());
    }
    let (got, want) = (ctx.show_type(got), want.map(|ty| ctx.show_type(ty)).unwrap_or_default());
    Err(op.error(format_args!("result type '{got}' does not match type '{want}' of the global memref @{name}")))
}
