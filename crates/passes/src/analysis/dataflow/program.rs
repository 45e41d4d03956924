//! The bodies of an op and of all isolated ops inside, side by side, so that a fact about one can change what is known of
//! another.

use std::collections::HashMap;

use asyncir_ir::def::{Dialect, OpDef, OpTrait};
use asyncir_ir::rewrite::fold::dialect_of;
use asyncir_ir::symbols::{SymbolTable, Visibility, may_be_symbol_table, symbol_name, visibility};
use asyncir_ir::{
    AttrKind, Attribute, BlockId, Body, Context, Ident, OpId, OpRef, Operation, OwnedOp, RegionId, ValueId,
};

/// A body by its place in the program. The one of the pass's own op is 0; outer ones come before those inside.
pub(crate) type SpaceId = usize;

/// An id with the body that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct At<T> {
    pub(crate) space: SpaceId,
    pub(crate) id: T,
}

pub(crate) type OpAt = At<OpId>;
pub(crate) type BlockAt = At<BlockId>;
pub(crate) type ValueAt = At<ValueId>;

impl<T> At<T> {
    pub(crate) fn new(space: SpaceId, id: T) -> Self {
        Self { space, id }
    }
}

/// A function or another op with a body: one that stands in the program, or the pass's own.
pub(crate) type Owner = Option<OpAt>;

struct Space {
    body: Box<Body>,
    /// The op that the body belongs to.
    owner: Owner,
    def: Option<&'static OpDef>,
    /// The symbol that the owner is, and who can see it.
    symbol: (Option<Ident>, Visibility),
    symbols: Option<SymbolTable>,
}

pub(crate) struct Program<'c> {
    pub(crate) ctx: &'c Context,
    spaces: Vec<Space>,
    by_owner: HashMap<OpAt, SpaceId>,
}

impl<'c> Program<'c> {
    /// Takes the bodies out of `root` and of the ops inside. [`Program::put_together`] puts them back.
    pub(crate) fn take_apart(ctx: &'c Context, root: &mut OwnedOp) -> Self {
        let mut program = Self {
            ctx,
            spaces: Vec::new(),
            by_owner: HashMap::new(),
        };
        program.add(root.operation_mut(), None);
        let mut next = 0;
        while next < program.spaces.len() {
            let mut body = std::mem::take(&mut program.spaces[next].body);
            for op in body.owners() {
                program.add(body.op_mut(op), Some(At::new(next, op)));
            }
            program.spaces[next].body = body;
            next += 1;
        }
        program
    }

    /// Takes the body out of an op, if it has one.
    fn add(&mut self, op: &mut Operation, owner: Owner) {
        let Some(body) = op.take_body() else { return };
        if let Some(owner) = owner {
            self.by_owner.insert(owner, self.spaces.len());
        }
        let def = op.def();
        let is_table = def.is_some_and(|def| def.has(OpTrait::SymbolTable));
        let symbols = is_table.then(|| SymbolTable::of(self.ctx, &body));
        self.spaces.push(Space {
            body,
            owner,
            def,
            symbol: (symbol_name(self.ctx, op), visibility(self.ctx, op)),
            symbols,
        });
    }

    /// Puts the bodies back to where they were.
    pub(crate) fn put_together(mut self, root: &mut OwnedOp) {
        // Bodies that are inside of others come last.
        while let Some(Space { body, owner, .. }) = self.spaces.pop() {
            match owner {
                Some(At { space, id }) => self.spaces[space].body.op_mut(id).put_body(body),
                None => root.operation_mut().put_body(body),
            }
        }
    }

    pub(crate) fn for_each_body(&mut self, mut work: impl FnMut(SpaceId, &mut Body)) {
        for (space, data) in self.spaces.iter_mut().enumerate() {
            work(space, &mut data.body);
        }
    }

    /// All bodies, outer ones before those inside.
    pub(crate) fn spaces(&self) -> std::ops::Range<SpaceId> {
        0..self.spaces.len()
    }

    pub(crate) fn body(&self, space: SpaceId) -> &Body {
        &self.spaces[space].body
    }

    pub(crate) fn body_mut(&mut self, space: SpaceId) -> &mut Body {
        &mut self.spaces[space].body
    }

    pub(crate) fn op_ref(&self, op: OpAt) -> OpRef<'_> {
        self.body(op.space).op_ref(self.ctx, op.id)
    }

    /// The op that a body belongs to.
    pub(crate) fn owner(&self, space: SpaceId) -> Owner {
        self.spaces[space].owner
    }

    /// Whether the op that a body belongs to has a trait.
    pub(crate) fn owner_has(&self, space: SpaceId, op_trait: OpTrait) -> bool {
        self.spaces[space].def.is_some_and(|def| def.has(op_trait))
    }

    /// The symbol that the op that a body belongs to is, if it is one, and who can see it.
    pub(crate) fn owner_symbol(&self, space: SpaceId) -> (Option<Ident>, Visibility) {
        self.spaces[space].symbol
    }

    /// The dialect of the op that makes a value: its definition, or the op whose block it is an argument of.
    pub(crate) fn maker(&self, value: ValueAt) -> Option<&'static Dialect> {
        let body = self.body(value.space);
        let block = body.value_block(value.id);
        let op = body.defining_op(value.id).or_else(|| body.block_parent_op(block?));
        match op {
            Some(op) => dialect_of(self.ctx, body.op(op).name()),
            None => self.owner_dialect(value.space),
        }
    }

    /// The dialect of the op that a body belongs to.
    pub(crate) fn owner_dialect(&self, space: SpaceId) -> Option<&'static Dialect> {
        self.ctx.dialect(self.spaces[space].def?.dialect())
    }

    /// Whether facts go from function to function: not if the pass works on a function alone.
    pub(crate) fn is_interprocedural(&self) -> bool {
        !self.spaces.is_empty() && self.owner_has(0, OpTrait::SymbolTable)
    }

    /// The body of an op, if it has one of its own.
    pub(crate) fn space_of(&self, op: OpAt) -> Option<SpaceId> {
        self.by_owner.get(&op).copied()
    }

    /// The regions of an op, and the body that they are in.
    pub(crate) fn regions(&self, op: OpAt) -> (SpaceId, &[RegionId]) {
        match self.space_of(op) {
            Some(space) => (space, self.body(space).root_regions()),
            None => (op.space, self.body(op.space).op_regions(op.id)),
        }
    }

    /// The entry block of a function with a body.
    pub(crate) fn entry(&self, function: OpAt) -> Option<BlockAt> {
        let space = self.space_of(function)?;
        Some(At::new(space, self.body(space).entry()?))
    }

    /// The op that a reference leads to from a symbol table.
    pub(crate) fn lookup_in(&self, table: SpaceId, reference: Attribute) -> Option<OpAt> {
        let AttrKind::SymbolRef { root, nested } = reference.kind(self.ctx) else {
            return None;
        };
        let find = |space: SpaceId, name| Some(At::new(space, self.spaces[space].symbols.as_ref()?.get(name)?));
        let found = find(table, *root)?;
        nested
            .iter()
            .try_fold(found, |outer, &name| find(self.space_of(outer)?, name))
    }

    /// The op that a reference in `user` leads to, if it is one of the program.
    pub(crate) fn resolve(&self, user: OpAt, reference: Attribute) -> Option<OpAt> {
        let mut current = user;
        loop {
            let body = self.body(current.space);
            let mut around = Some(current.id);
            while let Some(op) = around {
                if may_be_symbol_table(body.op_ref(self.ctx, op)) {
                    return None;
                }
                around = body.parent_op(op);
            }
            if self.owner_has(current.space, OpTrait::SymbolTable) {
                return self.lookup_in(current.space, reference);
            }
            current = self.owner(current.space)?;
        }
    }
}
