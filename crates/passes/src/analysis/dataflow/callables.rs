//! Functions that may be called from where nobody looks: public ones, and those that something else than a call names.

use std::collections::HashSet;

use asyncir_ir::def::OpTrait;
use asyncir_ir::symbols::{Visibility, may_be_symbol_table, references, symbol_name, visibility};
use asyncir_ir::{Attribute, WalkOrder};

use super::program::{At, OpAt, Owner, SpaceId};
use super::solver::{Point, Solver};
use crate::general::inline::is_call;

impl Solver<'_, '_> {
    /// Notes which functions have callers that are not seen. `is_nested` says whether there may be some around the pass's
    /// own op.
    pub(crate) fn find_unknown_callers(&mut self, is_nested: bool) {
        for table in self.program.spaces() {
            if !self.program.owner_has(table, OpTrait::SymbolTable) {
                continue;
            }
            let functions = self.defined_functions(table);
            if functions.is_empty() {
                continue;
            }
            let is_hidden = self.is_hidden(table, is_nested);
            for function in functions {
                let data = self.program.op_ref(function).data();
                let is_seen = match visibility(self.program.ctx, data) {
                    Visibility::Public => false,
                    Visibility::Nested => is_hidden,
                    Visibility::Private => true,
                };
                if !is_seen {
                    self.set_unknown_sources(Point::Start(Some(function)));
                }
            }
            match self.named_by_others(table) {
                Some(named) => {
                    for function in named {
                        self.set_unknown_sources(Point::Start(Some(function)));
                    }
                }
                None => self.give_up(),
            }
        }
    }

    /// Whether nothing outside of the program can name what is in a symbol table.
    fn is_hidden(&self, table: SpaceId, is_nested: bool) -> bool {
        let mut space = Some(table);
        while let Some(current) = space {
            let (name, visibility) = self.program.owner_symbol(current);
            let is_table = self.program.owner_has(current, OpTrait::SymbolTable);
            if !is_table || name.is_none() || visibility == Visibility::Private {
                return true;
            }
            space = self.program.owner(current).map(|owner| owner.space);
        }
        !is_nested
    }

    /// The functions with bodies at the top of a symbol table.
    fn defined_functions(&self, table: SpaceId) -> Vec<OpAt> {
        let body = self.program.body(table);
        let ops = body.entry().into_iter().flat_map(|entry| body.block_ops(entry));
        ops.map(|op| At::new(table, op))
            .filter(|&op| {
                let data = self.program.op_ref(op).data();
                data.has_trait(OpTrait::FunctionLike)
                    && symbol_name(self.program.ctx, data).is_some()
                    && self.program.entry(op).is_some()
            })
            .collect()
    }

    /// The symbols that ops other than calls name within a table; `None` if an op there may be a table of its own.
    fn named_by_others(&self, table: SpaceId) -> Option<Vec<OpAt>> {
        let mut seen: HashSet<Attribute> = HashSet::new();
        let mut named = Vec::new();
        let mut pending = vec![table];
        while let Some(space) = pending.pop() {
            let body = self.program.body(space);
            for op in body.walk_all(WalkOrder::Pre) {
                let view = body.op_ref(self.program.ctx, op);
                if may_be_symbol_table(view) {
                    return None;
                }
                if !is_call(view.data()) {
                    let all = references(self.program.ctx, view.data());
                    named.extend(all.into_iter().filter(|&reference| seen.insert(reference)));
                }
                if !view.data().has_trait(OpTrait::SymbolTable) {
                    pending.extend(self.program.space_of(At::new(space, op)));
                }
            }
        }
        // MLIR looks in the outermost table alone, and so takes functions of inner ones to have no other callers.
        let in_both = |reference| {
            [
                self.program.lookup_in(table, reference),
                self.program.lookup_in(0, reference),
            ]
        };
        Some(named.into_iter().flat_map(in_both).flatten().collect())
    }

    /// Any function may be called by anything.
    fn give_up(&mut self) {
        let mut owners: Vec<Owner> = Vec::new();
        for space in self.program.spaces() {
            if self.program.owner_has(space, OpTrait::FunctionLike) {
                owners.push(self.program.owner(space));
            }
        }
        for owner in owners {
            self.set_unknown_sources(Point::Start(owner));
        }
    }
}
