//! `symbol-dce`: erases symbols that nothing names and nobody outside can see.
//!
//! Liveness starts at what is not a symbol, or may be named from outside, and follows references from there. A symbol
//! table within another one has symbols of its own; only references with a path lead into it.

use std::collections::{HashMap, HashSet};

use asyncir_ir::asm::regions_of;
use asyncir_ir::def::OpTrait;
use asyncir_ir::symbols::{SymbolTable, Visibility, references, symbol_name, visibility, visit_symbol_users};
use asyncir_ir::{AttrKind, Attribute, Body, Context, Diagnostic, Diagnostics, Fallible, Ident, OpId, OpRef, OwnedOp};

use crate::pass::{Pass, PassContext, PassInfo};
use crate::statistics::StatisticInfo;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "symbol-dce",
    class: "SymbolDCE",
    summary: "Eliminate dead symbols",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(SymbolDce)),
};

const NUM_ERASED: StatisticInfo = StatisticInfo {
    name: "num-dce'd",
    description: "Number of symbols DCE'd",
    is_maximum: false,
};

struct SymbolDce;

impl Pass for SymbolDce {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn statistics(&self) -> &'static [StatisticInfo] {
        &[NUM_ERASED]
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let live = {
            let root = op.op_ref(cx.ctx);
            require_symbol_table(root, "SymbolDCE")?;
            // A pass does not see what is around its op; only a private one is not named from there.
            let is_hidden = symbol_name(cx.ctx, root.data()).is_none()
                || visibility(cx.ctx, root.data()) == Visibility::Private
                || root.parent().is_none();
            let mut liveness = Liveness {
                ctx: cx.ctx,
                root,
                tables: HashMap::new(),
                live: HashSet::new(),
            };
            liveness.table(&[], is_hidden)?;
            liveness.live
        };
        if let Some(body) = op.body_mut() {
            let erased = erase_dead(cx.ctx, body, true, &mut Vec::new(), &live);
            cx.count(NUM_ERASED.name, erased);
        }
        Ok(())
    }
}

/// Fails if an op holds no symbols.
pub(super) fn require_symbol_table(op: OpRef<'_>, pass: &str) -> Result<(), Diagnostics> {
    if op.data().has_trait(OpTrait::SymbolTable) {
        return Ok(());
    }
    let message = format_args!(" was scheduled to run under {pass}, but does not define a symbol table");
    Err(op.error(message).into())
}

/// The op of an op's path: the isolated ops around it, outermost first, then the op itself.
type Path = Vec<OpId>;

struct Liveness<'a> {
    ctx: &'a Context,
    root: OpRef<'a>,
    /// The symbols of the ops that references were looked up in: there are as many references as calls.
    tables: HashMap<Path, Option<SymbolTable>>,
    live: HashSet<Path>,
}

impl<'a> Liveness<'a> {
    /// The body of the isolated op at a path.
    fn body(&self, path: &[OpId]) -> Option<&'a Body> {
        let mut body = self.root.data().body()?;
        for &op in path {
            body = body.op(op).body()?;
        }
        Some(body)
    }

    /// The symbol of a name in the op at `path`.
    fn lookup(&mut self, path: &[OpId], name: Ident) -> Option<OpId> {
        if !self.tables.contains_key(path) {
            let table = self.body(path).map(|body| SymbolTable::of(self.ctx, body));
            self.tables.insert(path.to_vec(), table);
        }
        self.tables.get(path)?.as_ref()?.get(name)
    }

    /// Marks what is live in the symbol table at `path`.
    fn table(&mut self, path: &[OpId], is_hidden: bool) -> Fallible {
        let Some(body) = self.body(path) else { return Ok(()) };
        let mut worklist: Vec<Path> = Vec::new();
        for op in top_level_ops(body) {
            let data = body.op(op);
            let place = [path, &[op]].concat();
            if symbol_name(self.ctx, data).is_none() || data.def().is_none() {
                worklist.push(place);
                continue;
            }
            let visibility = visibility(self.ctx, data);
            let is_discardable = (is_hidden || visibility == Visibility::Private) && visibility != Visibility::Public;
            if !is_discardable && self.live.insert(place.clone()) {
                worklist.push(place);
            }
        }
        while let Some(place) = worklist.pop() {
            self.op(&place, is_hidden, &mut worklist)?;
        }
        Ok(())
    }

    /// Follows what is in a live op, and what it names.
    fn op(&mut self, place: &[OpId], is_hidden: bool, worklist: &mut Vec<Path>) -> Fallible {
        let Some((&op, path)) = place.split_last() else {
            return Ok(());
        };
        let Some(body) = self.body(path) else { return Ok(()) };
        let data = body.op(op);
        if data.has_trait(OpTrait::SymbolTable) {
            let is_private = symbol_name(self.ctx, data).is_none() || visibility(self.ctx, data) == Visibility::Private;
            self.table(place, is_hidden || is_private)?;
        } else {
            for inner in inner_ops(body, op) {
                worklist.push(match data.body() {
                    Some(_) => [place, &[inner]].concat(),
                    None => [path, &[inner]].concat(),
                });
            }
        }
        // References are looked up in the table around the op, if that is right around it.
        let owner_is_table = match path.split_last() {
            None => self.root.data().has_trait(OpTrait::SymbolTable),
            Some((&owner, outer)) => self
                .body(outer)
                .is_some_and(|outer| outer.op(owner).has_trait(OpTrait::SymbolTable)),
        };
        if body.parent_op(op).is_some() || !owner_is_table {
            return Ok(());
        }
        let mut named = Vec::new();
        visit_symbol_users(body.op_ref(self.ctx, op), &mut |user| {
            named.extend(references(self.ctx, user.data()));
        })
        .map_err(|_| {
            let message = "operation contains potentially unknown symbol table, meaning that we can't reliable \
                           compute symbol uses";
            Diagnostic::error(data.location(), message)
        })?;
        for reference in named {
            self.mark(path, reference, worklist);
        }
        Ok(())
    }

    /// Marks the symbols that a reference leads through.
    fn mark(&mut self, table: &[OpId], reference: Attribute, worklist: &mut Vec<Path>) {
        let AttrKind::SymbolRef { root, nested } = reference.kind(self.ctx) else {
            return;
        };
        let mut place = table.to_vec();
        let mut found = Vec::new();
        for name in std::iter::once(root).chain(nested) {
            let Some(op) = self.lookup(&place, *name) else { return };
            place.push(op);
            found.push(place.clone());
        }
        for symbol in found {
            if self.live.insert(symbol.clone()) {
                worklist.push(symbol);
            }
        }
    }
}

fn top_level_ops(body: &Body) -> Vec<OpId> {
    let Some(region) = body.root() else { return Vec::new() };
    let blocks = body.region_blocks(region);
    blocks.flat_map(|block| body.block_ops(block)).collect()
}

/// The ops directly in the regions of an op that have regions themselves.
fn inner_ops(body: &Body, op: OpId) -> Vec<OpId> {
    let (body, regions) = regions_of(body, op);
    let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
    blocks
        .flat_map(|block| body.block_ops(block))
        .filter(|&op| body.op(op).body().is_some() || !body.op_regions(op).is_empty())
        .collect()
}

/// Erases the symbols of all tables in `body` that are not live, and says how many. `is_table` says whether its owner
/// is one.
fn erase_dead(ctx: &Context, body: &mut Body, is_table: bool, path: &mut Path, live: &HashSet<Path>) -> usize {
    let mut erased = 0;
    for op in body.walk_all(asyncir_ir::WalkOrder::Pre) {
        let inner_is_table = body.op(op).has_trait(OpTrait::SymbolTable);
        path.push(op);
        if let Some(inner) = body.op_mut(op).body_mut() {
            erased += erase_dead(ctx, inner, inner_is_table, path, live);
        }
        let is_symbol = body.op(op).def().is_some() && symbol_name(ctx, body.op(op)).is_some();
        if is_table && is_symbol && body.parent_op(op).is_none() && !live.contains(path.as_slice()) {
            body.erase_op(op);
            erased += 1;
        }
        path.pop();
    }
    erased
}
