//! `duplicate-function-elimination`: keeps one of several functions that do the same.
//!
//! Functions are the same if they differ at most in their names and locations: the attributes are equal, and so are the
//! bodies, op by op. The first one of a symbol table stays, and what names one of the others names that one instead.
//! Declarations stand for functions of others, which may differ.

use std::collections::HashMap;

use asyncir_dialects::func::FuncOp;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::equivalence::equivalent_bodies;
use asyncir_ir::symbols::{symbol_name, with_references};
use asyncir_ir::{AttrKind, Attribute, Body, Context, Diagnostics, Ident, OpId, OwnedOp, WalkOrder};

use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "duplicate-function-elimination",
    class: "DuplicateFunctionEliminationPass",
    summary: "Deduplicate functions",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(DuplicateFunctionElimination)),
};

struct DuplicateFunctionElimination;

impl Pass for DuplicateFunctionElimination {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if let Some(body) = op.body_mut() {
            eliminate(cx.ctx, body);
        }
        Ok(())
    }
}

/// What names of one symbol table stand for: a path into the tables within, and the function that stays.
type Renamed = Vec<(Vec<Ident>, Ident)>;

/// Erases the duplicates of a symbol table and of those within. Gives what was renamed.
fn eliminate(ctx: &Context, table: &mut Body) -> Renamed {
    let mut renamed = Renamed::new();
    for owner in table.owners() {
        let data = table.op_mut(owner);
        let name = symbol_name(ctx, data);
        if !data.has_trait(OpTrait::SymbolTable) {
            continue;
        }
        let inside = data.body_mut().map_or_else(Renamed::new, |inner| eliminate(ctx, inner));
        renamed.extend(inside.into_iter().filter_map(|(path, kept)| {
            let path = std::iter::once(name?).chain(path).collect();
            Some((path, kept))
        }));
    }
    for (duplicate, kept) in duplicates(ctx, table) {
        if let (Some(gone), Some(kept)) = (symbol_name(ctx, table.op(duplicate)), symbol_name(ctx, table.op(kept))) {
            renamed.push((vec![gone], kept));
            table.erase_op(duplicate);
        }
    }
    if !renamed.is_empty() {
        let references = renamed.iter().map(|(path, kept)| reference_pair(ctx, path, *kept));
        rename(table, &mut Renaming::new(ctx, references.collect()));
    }
    renamed
}

/// The functions of a symbol table that are the same as one before them, with that one.
fn duplicates(ctx: &Context, table: &Body) -> Vec<(OpId, OpId)> {
    let blocks = table
        .root_regions()
        .iter()
        .flat_map(|&region| table.region_blocks(region));
    let functions = blocks
        .flat_map(|block| table.block_ops(block))
        .filter(|&op| table.op(op).is(FuncOp::DEF));
    let mut kept: HashMap<_, Vec<OpId>> = HashMap::new();
    let mut duplicates = Vec::new();
    for function in functions {
        let alike = kept.entry(outline(ctx, table, function)).or_default();
        match alike.iter().find(|&&other| do_the_same(table, other, function)) {
            Some(&other) => duplicates.push((function, other)),
            None => alike.push(function),
        }
    }
    duplicates
}

/// What functions that are the same have in common and what is quickly compared: attributes but for the name, and the names
/// of ops.
fn outline<'c>(ctx: &'c Context, table: &Body, function: OpId) -> (Attribute, Attribute, Vec<&'c str>) {
    let data = table.op(function);
    let properties = ctx.dict_with(data.properties(), "sym_name", None);
    let names = data.body().map_or_else(Vec::new, |body| {
        let ops = body.walk_all(WalkOrder::Pre);
        ops.into_iter().map(|op| body.op(op).name().as_str(ctx)).collect()
    });
    (properties, data.attrs(), names)
}

fn do_the_same(table: &Body, a: OpId, b: OpId) -> bool {
    match (table.op(a).body(), table.op(b).body()) {
        (Some(a), Some(b)) => a.entry().is_some() && equivalent_bodies(a, b),
        _ => false,
    }
}

/// The reference to a symbol that is gone, and the one in its place.
fn reference_pair(ctx: &Context, path: &[Ident], kept: Ident) -> (Attribute, Attribute) {
    let reference = |path: &[Ident]| {
        ctx.attr(AttrKind::SymbolRef {
            root: path[0],
            nested: path[1..].into(),
        })
    };
    let mut new = path.to_vec();
    new.pop();
    new.push(kept);
    (reference(path), reference(&new))
}

/// Attributes with the references that take the places of others. Many ops have the same attributes.
struct Renaming<'a> {
    ctx: &'a Context,
    references: HashMap<Attribute, Attribute>,
    done: HashMap<Attribute, Attribute>,
}

impl<'a> Renaming<'a> {
    fn new(ctx: &'a Context, references: HashMap<Attribute, Attribute>) -> Self {
        Self {
            ctx,
            references,
            done: HashMap::new(),
        }
    }

    fn of(&mut self, attr: Attribute) -> Attribute {
        let Self { ctx, references, done } = self;
        let renamed = || with_references(ctx, attr, &|reference| references.get(&reference).copied());
        *done.entry(attr).or_insert_with(renamed)
    }
}

/// Changes the references in a symbol table; those within have symbols of their own.
fn rename(body: &mut Body, renaming: &mut Renaming<'_>) {
    for op in body.walk_all(WalkOrder::Pre) {
        let data = body.op(op);
        let (properties, attrs) = (data.properties(), data.attrs());
        let (new_properties, new_attrs) = (renaming.of(properties), renaming.of(attrs));
        if (new_properties, new_attrs) != (properties, attrs) {
            let data = body.op_mut(op);
            data.set_properties(new_properties);
            data.set_attrs(new_attrs);
        }
    }
    for owner in body.owners() {
        let data = body.op_mut(owner);
        let is_table = data.has_trait(OpTrait::SymbolTable);
        if let Some(inner) = data.body_mut().filter(|_| !is_table) {
            rename(inner, renaming);
        }
    }
}
