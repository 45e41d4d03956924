//! Symbols: ops with names, found from within the symbol table around them.

mod uses;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, OpId, OpRef, Operation};
use crate::context::{Context, Ident};
use crate::def::OpTrait;

pub use uses::{may_be_symbol_table, references, visit_symbol_users, with_references};

/// The symbols that the ops of one body define: for a module, its functions and globals.
#[derive(Debug, Clone, Default)]
pub struct SymbolTable {
    ops: HashMap<Ident, OpId, FixedState>,
    /// Whether an op was left out because another one defines the same symbol.
    has_duplicates: bool,
    /// The number that the next name made unique gets; it never goes back, as in MLIR.
    counter: u32,
}

impl SymbolTable {
    /// The symbols of the top-level ops of a body.
    pub fn of(ctx: &Context, body: &Body) -> Self {
        let mut table = Self::default();
        for &region in body.root_regions() {
            for block in body.region_blocks(region) {
                for op in body.block_ops(block) {
                    if let Some(name) = symbol_name(ctx, body.op(op)) {
                        table.has_duplicates |= *table.ops.entry(name).or_insert(op) != op;
                    }
                }
            }
        }
        table
    }

    /// The op that defines a symbol.
    pub fn get(&self, name: Ident) -> Option<OpId> {
        self.ops.get(&name).copied()
    }

    /// Adds or replaces a symbol.
    pub fn insert(&mut self, name: Ident, op: OpId) {
        self.ops.insert(name, op);
    }

    /// Forgets a symbol.
    pub fn remove(&mut self, name: Ident) {
        self.ops.remove(&name);
    }

    /// `name`, or `name_0`, `name_1`, ... if it is taken.
    pub fn unique_name(&mut self, ctx: &Context, name: &str) -> Ident {
        let mut candidate = ctx.ident(name);
        while self.ops.contains_key(&candidate) {
            candidate = ctx.ident(&format!("{name}_{}", self.counter));
            self.counter += 1;
        }
        candidate
    }
}

/// The symbol that an op defines.
pub fn symbol_name(ctx: &Context, op: &Operation) -> Option<Ident> {
    let name = match op.def() {
        // Some ops have their name as a discardable attribute.
        Some(def) if def.traits.contains(OpTrait::Symbol) => {
            op.property(ctx, "sym_name").or_else(|| op.attr(ctx, "sym_name"))?
        }
        Some(_) => return None,
        None => op.property(ctx, "sym_name").or_else(|| op.attr(ctx, "sym_name"))?,
    };
    name.as_str(ctx).map(|s| ctx.ident(s))
}

/// Who can see a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Everybody, also outside of the module.
    Public,
    /// The symbol table that it is in.
    Private,
    /// What is in the same module, further out included.
    Nested,
}

/// Who can see the symbol that an op defines.
pub fn visibility(ctx: &Context, op: &Operation) -> Visibility {
    match op.property(ctx, "sym_visibility").and_then(|attr| attr.as_str(ctx)) {
        Some("private") => Visibility::Private,
        Some("nested") => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// Where symbols were found last. What it says is checked at each look-up, so a body may change under it.
#[derive(Clone, Default)]
pub(crate) struct SymbolHints(HashMap<Ident, OpId, FixedState>);

/// The registered op at the top of a body that defines a symbol. Found at once if it was looked up before and still
/// stands there.
pub fn lookup_symbol(ctx: &Context, body: &mut Body, name: Ident) -> Option<OpId> {
    // Ids are compared, not strings.
    let wanted = (ctx.ident("sym_name"), ctx.str_attr(ctx.str(name)));
    let defines = |body: &Body, op: OpId| {
        let data = body.op(op);
        let properties = data.properties().as_dict(ctx).unwrap_or_default();
        data.has_trait(OpTrait::Symbol) && properties.contains(&wanted)
    };
    if let Some(&op) = body.symbol_hints.0.get(&name)
        && body.is_top_level(op)
        && defines(body, op)
    {
        return Some(op);
    }
    let blocks = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let found = blocks
        .flat_map(|block| body.block_ops(block))
        .find(|&op| defines(body, op))?;
    body.symbol_hints.0.insert(name, found);
    Some(found)
}

/// The symbol tables around an op, innermost first.
#[derive(Debug)]
pub struct SymbolScope<'a> {
    owner: OpRef<'a>,
    body: &'a Body,
    table: SymbolTable,
    parent: Option<&'a SymbolScope<'a>>,
    /// Whether nobody knows what is defined here.
    is_unknown: bool,
}

impl<'a> SymbolScope<'a> {
    /// The scope of the ops in the body of a symbol table, which `owner` is.
    pub fn new(owner: OpRef<'a>, body: &'a Body, parent: Option<&'a SymbolScope<'a>>) -> Self {
        Self {
            owner,
            body,
            table: SymbolTable::of(owner.ctx, body),
            parent,
            is_unknown: false,
        }
    }

    /// The scope of the ops inside an unknown op that may be a symbol table: nothing is found there.
    pub(crate) fn unknown(owner: OpRef<'a>, parent: Option<&'a SymbolScope<'a>>) -> Self {
        Self {
            owner,
            body: owner.body,
            table: SymbolTable::default(),
            parent,
            is_unknown: true,
        }
    }

    /// The ops that own the tables, innermost first.
    pub fn owners(&'a self) -> impl Iterator<Item = OpRef<'a>> {
        std::iter::successors(Some(self), |scope| scope.parent).map(|scope| scope.owner)
    }

    /// Whether several ops of the innermost table define one symbol.
    pub(crate) fn has_duplicates(&self) -> bool {
        self.table.has_duplicates
    }

    /// The op of the innermost table that defines a symbol.
    pub fn get(&self, name: Ident) -> Option<OpId> {
        self.table.get(name)
    }

    /// The op that a reference leads to, looked up in the innermost table alone.
    pub fn lookup(&'a self, ctx: &'a Context, reference: Attribute) -> Option<OpRef<'a>> {
        let AttrKind::SymbolRef { root, nested } = reference.kind(ctx) else {
            return None;
        };
        let found = self.table.get(*root).map(|op| self.body.op_ref(ctx, op))?;
        nested.iter().try_fold(found, |outer, &name| {
            let body = outer.data().body()?;
            SymbolTable::of(ctx, body).get(name).map(|op| body.op_ref(ctx, op))
        })
    }

    /// As [`lookup`](Self::lookup), but in the innermost table that is known to be a symbol table, as the llvm dialect
    /// looks for what stands in a module.
    pub fn lookup_in_module(&'a self, ctx: &'a Context, reference: Attribute) -> Option<OpRef<'a>> {
        std::iter::successors(Some(self), |scope| scope.parent)
            .find(|scope| !scope.is_unknown)?
            .lookup(ctx, reference)
    }
}
