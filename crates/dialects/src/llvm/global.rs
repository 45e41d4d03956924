//! Globals and aliases: forms and verifiers.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::OpTrait;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, NamedAttribute, OpRef, OperationState, Type};

use super::attrs::{UNNAMED_ADDRS, VISIBILITIES};
use super::func::{
    int_keyword, linkage, parse_comdat, parse_linkage, parse_unnamed_addr, parse_visibility, print_comdat, print_word,
    set,
};
use super::types::{self, make};
use crate::function_like::{parse_symbol_name, verify_no_symbols};

const GLOBAL_ELIDED: &[&str] = &[
    "sym_name",
    "global_type",
    "constant",
    "value",
    "linkage",
    "unnamed_addr",
    "thread_local_",
    "visibility_",
    "comdat",
];
const ALIAS_ELIDED: &[&str] = &[
    "sym_name",
    "alias_type",
    "linkage",
    "unnamed_addr",
    "thread_local_",
    "visibility_",
];

fn parse_unit(p: &mut dyn OpParser, state: &mut OperationState, keyword: &str, name: &str) {
    if p.optional_keyword(keyword) {
        set(p, state, name, Attribute::UNIT);
    }
}

/// `linkage visibility thread_local unnamed_addr constant @name(value) comdat(...) {attributes} : type { initializer }`
pub fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_linkage(p, state);
    parse_visibility(p, state);
    parse_unit(p, state, "thread_local", "thread_local_");
    parse_unnamed_addr(p, state);
    parse_unit(p, state, "constant", "constant");
    parse_symbol_name(p, state)?;
    p.punct("(")?;
    let mut value = None;
    if !p.optional_punct(")") {
        let attr = p.attribute(None)?;
        set(p, state, "value", attr);
        value = Some(attr);
        p.punct(")")?;
    }
    parse_comdat(p, state)?;
    p.attr_dict(state)?;
    let at = p.position();
    let ty = if p.optional_punct(":") {
        let types = p.type_list()?;
        let &[ty] = &types[..] else {
            return Err(p.error(at, "expected zero or one type"));
        };
        ty
    } else {
        match value.map(|value| value.kind(p.ctx())) {
            Some(AttrKind::String { value, .. }) => make::array(p.ctx(), value.len() as u64, Type::I8),
            _ => {
                return Err(p.error(p.name_position(), "type can only be omitted for string globals"));
            }
        }
    };
    let ty = p.ctx().type_attr(ty);
    set(p, state, "global_type", ty);
    if !p.optional_region(state, &[])? {
        p.empty_region(state);
    }
    Ok(())
}

/// The dictionary with all attributes but those in `elided`; defaults are written as well.
pub(super) fn print_all_attrs(p: &mut dyn OpPrinter, op: OpRef<'_>, elided: &[&str]) {
    let ctx = op.ctx;
    let entries = |dict: Attribute| dict.as_dict(ctx).unwrap_or(&[]).iter().copied();
    let shown: Vec<NamedAttribute> = entries(op.data().properties())
        .filter(|(name, _)| !elided.contains(&ctx.str(*name)))
        .chain(entries(op.data().attrs()))
        .collect();
    if !shown.is_empty() {
        p.text(" ");
        p.attribute(ctx.dict_attr(&shown));
    }
}

pub(super) fn print_head(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    print_word(p, linkage(op));
    print_word(p, int_keyword(op, "visibility_", &VISIBILITIES));
    print_word(
        p,
        if op.property("thread_local_").is_some() {
            "thread_local"
        } else {
            ""
        },
    );
    print_word(p, int_keyword(op, "unnamed_addr", &UNNAMED_ADDRS));
    print_word(
        p,
        if op.property("constant").is_some() {
            "constant"
        } else {
            ""
        },
    );
    p.symbol_name(
        op.property("sym_name")
            .and_then(|attr| attr.as_str(op.ctx))
            .unwrap_or_default(),
    );
}

fn has_initializer(op: OpRef<'_>) -> bool {
    op.data().body().is_some_and(|body| body.entry().is_some())
}

pub(super) fn print_type_of(p: &mut dyn OpPrinter, op: OpRef<'_>, name: &'static str) {
    p.text(" : ");
    if let Some(ty) = op.property(name).and_then(|attr| attr.as_type(op.ctx)) {
        p.ty(ty);
    }
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_head(p, op);
    p.text("(");
    let value = op.property("value");
    if let Some(value) = value {
        p.attribute(value);
    }
    p.text(")");
    print_comdat(p, op);
    print_all_attrs(p, op, GLOBAL_ELIDED);
    if value.is_some_and(|value| matches!(value.kind(op.ctx), AttrKind::String { .. })) {
        return;
    }
    print_type_of(p, op, "global_type");
    if has_initializer(op) {
        p.text(" ");
        p.region(op, 0, false, true);
    }
}

/// `linkage visibility thread_local unnamed_addr @name {attributes} : type { initializer }`
pub fn parse_alias(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_linkage(p, state);
    parse_visibility(p, state);
    parse_unit(p, state, "thread_local", "thread_local_");
    parse_unnamed_addr(p, state);
    parse_symbol_name(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let ty = p.ctx().type_attr(ty);
    set(p, state, "alias_type", ty);
    p.region(state, &[])
}

/// Writes what [`parse_alias`] reads.
pub fn print_alias(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_head(p, op);
    print_all_attrs(p, op, ALIAS_ELIDED);
    print_type_of(p, op, "alias_type");
    p.text(" ");
    p.region(op, 0, false, true);
}

/// Whether globals may be of a type.
pub fn may_be_global(ctx: &Context, ty: Type) -> bool {
    let unsuitable = [
        &types::VOID,
        &types::TOKEN,
        &types::METADATA,
        &types::LABEL,
        &types::FUNC,
    ];
    types::is_compatible(ctx, ty) && !unsuitable.into_iter().any(|def| ty.is_a(ctx, def))
}

/// A global has a type of known size, and at most one initial value.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let Some(ty) = op.required("global_type").as_type(ctx) else {
        return Ok(());
    };
    if !may_be_global(ctx, ty) {
        return Err(op.error("expects type to be a valid element type for an LLVM global"));
    }
    // At the top of a body the owner of the body is the parent, which is a module or no place for symbols.
    let is_module = |parent: OpRef<'_>| parent.data().has_trait(OpTrait::IsolatedFromAbove);
    if op.parent().is_some_and(|parent| !is_module(parent)) {
        return Err(op.error("must appear at the module level"));
    }
    let value = op.property("value");
    if let Some(AttrKind::String { value, .. }) = value.map(|value| value.kind(ctx)) {
        let size = value.len();
        let fits =
            types::array_parts(ctx, ty).is_some_and(|(count, element)| element == Type::I8 && count == size as u64);
        if !fits {
            return Err(op.error("requires an i8 array type of the length equal to that of the string attribute"));
        }
    }
    let linkage = linkage(op);
    if linkage == "common" {
        let zero = value.is_some_and(|value| {
            value.as_i64(ctx) == Some(0) || value.as_float(ctx).is_some_and(|(_, bits)| bits == 0)
        });
        if value.is_some() && !zero {
            return Err(op.error("expected zero value for 'common' linkage"));
        }
        if op.property("constant").is_some() {
            return Err(op.error("expected no constant flag for 'common' linkage"));
        }
    }
    if linkage == "appending" && types::array_parts(ctx, ty).is_none() {
        return Err(op.error("expected array type for 'appending' linkage"));
    }
    if let Some(alignment) = op.property("alignment").and_then(|attr| attr.as_i64(ctx))
        && !alignment.cast_unsigned().is_power_of_two()
    {
        return Err(op.bare_error("alignment attribute is not a power of 2"));
    }
    Ok(())
}

/// The initializer returns a value of the global's type, and has no side effect.
pub fn verify_regions(op: OpRef<'_>) -> Fallible {
    verify_no_symbols(op)?;
    let Some((body, block)) = op.data().body().and_then(|body| Some((body, body.entry()?))) else {
        return Ok(());
    };
    if op.property("value").is_some() {
        return Err(op.error("cannot have both initializer value and region"));
    }
    let ty = op.required("global_type").as_type(op.ctx);
    let Some(last) = body.block(block).last_op() else {
        return Ok(());
    };
    let mut operands = body.operands(last);
    match operands.next() {
        None => Err(op.error("initializer region cannot return void")),
        Some(value) if Some(body.value_type(value)) != ty => {
            let (got, want) = (
                op.ctx.show_type(body.value_type(value)),
                ty.map(|ty| op.ctx.show_type(ty)).unwrap_or_default(),
            );
            Err(op.error(format_args!(
                "initializer region type '{got}' does not match global type '{want}'"
            )))
        }
        Some(_) => verify_no_effects(op, "ops with side effects not allowed in global initializers"),
    }
}

/// Ops at the top of an initializer have no effects on memory.
pub fn verify_no_effects(op: OpRef<'_>, message: &str) -> Fallible {
    let Some((body, block)) = op.data().body().and_then(|body| Some((body, body.entry()?))) else {
        return Ok(());
    };
    let mut ops = body.block_ops(block).map(|inner| body.op_ref(op.ctx, inner));
    match ops.find(|&inner| !is_memory_effect_free(inner)) {
        Some(inner) => Err(inner.bare_error(message)),
        None => Ok(()),
    }
}
