//! Where symbols are named: in the attributes of ops.

use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, OpRef, Operation, RegionId, WalkOrder, WalkResult};
use crate::context::{Context, OpName};
use crate::def::OpTrait;

/// The symbol references in the attributes of an op, inherent ones first.
pub fn references(ctx: &Context, op: &Operation) -> Vec<Attribute> {
    let mut found = Vec::new();
    collect(ctx, op.properties(), &mut found);
    collect(ctx, op.attrs(), &mut found);
    found
}

/// Adds the symbol references in an attribute. Types hold none.
fn collect(ctx: &Context, attr: Attribute, found: &mut Vec<Attribute>) {
    match attr.kind(ctx) {
        AttrKind::SymbolRef { .. } => found.push(attr),
        AttrKind::Array(elements) => elements.iter().for_each(|&element| collect(ctx, element, found)),
        AttrKind::Dictionary(entries) => entries.iter().for_each(|&(_, value)| collect(ctx, value, found)),
        AttrKind::Dialect { params, .. } => params.iter().for_each(|&param| collect(ctx, param, found)),
        AttrKind::Distinct { inner, .. } => collect(ctx, *inner, found),
        _ => {}
    }
}

/// The attribute, in which `replace` may give other references for those that [`references`] finds.
pub fn with_references(ctx: &Context, attr: Attribute, replace: &dyn Fn(Attribute) -> Option<Attribute>) -> Attribute {
    let within = |&part: &Attribute| with_references(ctx, part, replace);
    match attr.kind(ctx) {
        AttrKind::SymbolRef { .. } => replace(attr).unwrap_or(attr),
        AttrKind::Array(elements) => ctx.attr(AttrKind::Array(elements.iter().map(within).collect())),
        AttrKind::Dictionary(entries) => {
            let entries = entries.iter().map(|(name, value)| (*name, within(value)));
            ctx.attr(AttrKind::Dictionary(entries.collect()))
        }
        AttrKind::Dialect { def, params } => ctx.attr(AttrKind::Dialect {
            def,
            params: params.iter().map(within).collect(),
        }),
        AttrKind::Distinct { id, inner } => ctx.attr(AttrKind::Distinct {
            id: *id,
            inner: within(inner),
        }),
        _ => attr,
    }
}

/// Calls `visit` for every op within `op` that may name symbols of the table around it, `op` included: all but those
/// in symbol tables of their own.
///
/// # Errors
/// With an op of an unknown dialect that may be a symbol table.
pub fn visit_symbol_users<'a>(op: OpRef<'a>, visit: &mut dyn FnMut(OpRef<'a>)) -> Result<(), OpRef<'a>> {
    let ctx = op.ctx;
    let mut pending: Vec<(&Body, RegionId)> = Vec::new();
    let mut unknown = None;
    let mut enter = |user: OpRef<'a>, pending: &mut Vec<(&'a Body, RegionId)>| {
        if may_be_symbol_table(user) {
            unknown.get_or_insert(user);
        }
        visit(user);
        let is_table = user.data().has_trait(OpTrait::SymbolTable);
        if let Some(body) = user.data().body().filter(|_| !is_table) {
            pending.extend(body.root_regions().iter().map(|&region| (body, region)));
        }
        if is_table {
            WalkResult::Skip
        } else {
            WalkResult::Advance
        }
    };
    if enter(op, &mut pending) == WalkResult::Advance {
        pending.extend(op.body.op_regions(op.op).iter().map(|&region| (op.body, region)));
    }
    while let Some((body, region)) = pending.pop() {
        body.visit_region(region, WalkOrder::Pre, &mut |inner| {
            enter(body.op_ref(ctx, inner), &mut pending)
        });
    }
    unknown.map_or(Ok(()), Err)
}

/// Whether an op of an unknown dialect may hold symbols.
pub fn may_be_symbol_table(op: OpRef<'_>) -> bool {
    let name = op.data().name();
    matches!(name, OpName::Unregistered(_))
        && op.body.op_regions(op.op).len() == 1
        && op.ctx.dialect(name.dialect_namespace(op.ctx)).is_none()
}
