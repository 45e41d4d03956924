//! What the analysis of a function has decided: which operands are used where they are, which tensors may share memory then,
//! and which are known to be the same memory.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use asyncir_dialects::constraints::is_tensor;
use asyncir_ir::{Body, Context, OpId, ValueId, WalkOrder};

/// One operand of an op.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Use {
    /// The op.
    pub op: OpId,
    /// The index of the operand.
    pub index: usize,
}

/// Disjoint sets of values, each in the order in which they were united.
#[derive(Default)]
struct Sets {
    set_of: HashMap<ValueId, usize>,
    members: Vec<Vec<ValueId>>,
}

impl Sets {
    fn insert(&mut self, value: ValueId) {
        let members = &mut self.members;
        self.set_of.entry(value).or_insert_with(|| {
            members.push(vec![value]);
            members.len() - 1
        });
    }

    fn unite(&mut self, a: ValueId, b: ValueId) {
        self.insert(a);
        self.insert(b);
        let (a, b) = (self.set_of[&a], self.set_of[&b]);
        if a == b {
            return;
        }
        let (large, small) = if self.members[a].len() >= self.members[b].len() {
            (a, b)
        } else {
            (b, a)
        };
        let moved = std::mem::take(&mut self.members[small]);
        for &value in &moved {
            self.set_of.insert(value, large);
        }
        self.members[large].extend(moved);
    }

    fn are_together(&self, a: ValueId, b: ValueId) -> bool {
        let sets = (self.set_of.get(&a), self.set_of.get(&b));
        matches!(sets, (Some(a), Some(b)) if a == b)
    }

    fn members(&self, value: ValueId) -> &[ValueId] {
        self.set_of.get(&value).map_or(&[], |&set| &self.members[set])
    }
}

/// The decisions.
#[derive(Default)]
pub(super) struct Decisions {
    aliases: Sets,
    equivalents: Sets,
    in_place: HashSet<Use>,
    undefined: HashSet<Use>,
    /// Loops that carry memory which tasks in them may read later. This does not depend on decisions.
    read_later: HashSet<OpId>,
    /// Copies that have taken the place of results. What shares memory with such a result shares it with the copy.
    copies: RefCell<HashMap<ValueId, ValueId>>,
    /// Where the contents of values come from. This does not depend on decisions.
    definitions: RefCell<HashMap<ValueId, Rc<[ValueId]>>>,
}

impl Decisions {
    /// None yet, for the tensors of a body.
    pub(super) fn new(ctx: &Context, body: &Body) -> Self {
        let mut decisions = Self::default();
        let blocks = body.all_regions().into_iter();
        let blocks: Vec<_> = blocks.flat_map(|region| body.region_blocks(region)).collect();
        let arguments = blocks.iter().flat_map(|&block| body.block_args(block));
        let ops = body.walk_all(WalkOrder::Post);
        let results = ops.iter().flat_map(|&op| body.results(op));
        for value in arguments.chain(results) {
            if is_tensor(ctx, body.value_type(value)) {
                decisions.aliases.insert(value);
                decisions.equivalents.insert(value);
            }
        }
        decisions
    }

    /// The operand is used where it is; it may share memory with `aliases` then.
    pub(super) fn set_in_place(&mut self, operand: Use, value: ValueId, aliases: impl Iterator<Item = ValueId>) {
        if self.in_place.insert(operand) {
            aliases.for_each(|alias| self.aliases.unite(alias, value));
        }
    }

    /// Two values may share memory, whatever is decided.
    pub(super) fn unite_aliases(&mut self, a: ValueId, b: ValueId) {
        self.aliases.unite(a, b);
    }

    /// Two values are the same memory.
    pub(super) fn unite_equivalents(&mut self, a: ValueId, b: ValueId) {
        self.equivalents.unite(a, b);
    }

    /// What an operand holds is not defined.
    pub(super) fn set_undefined(&mut self, operand: Use) {
        self.undefined.insert(operand);
    }

    /// Tasks in a loop may read what it carries when it is done.
    pub(super) fn set_read_later(&mut self, op: OpId) {
        self.read_later.insert(op);
    }

    pub(super) fn is_read_later(&self, op: OpId) -> bool {
        self.read_later.contains(&op)
    }

    pub(super) fn is_in_place(&self, operand: Use) -> bool {
        self.in_place.contains(&operand)
    }

    pub(super) fn is_undefined(&self, operand: Use) -> bool {
        self.undefined.contains(&operand)
    }

    /// A copy takes the place of a result.
    pub(super) fn set_copied(&self, result: ValueId, copy: ValueId) {
        let original = self.original(result);
        self.copies.borrow_mut().insert(copy, original);
    }

    /// The result whose place a copy has taken, or the value itself.
    fn original(&self, value: ValueId) -> ValueId {
        self.copies.borrow().get(&value).copied().unwrap_or(value)
    }

    pub(super) fn are_equivalent(&self, a: ValueId, b: ValueId) -> bool {
        self.equivalents.are_together(self.original(a), self.original(b))
    }

    pub(super) fn may_alias(&self, a: ValueId, b: ValueId) -> bool {
        self.aliases.are_together(self.original(a), self.original(b))
    }

    /// What may share memory with a value, itself as well; nothing for a value that is new.
    pub(super) fn aliases(&self, value: ValueId) -> &[ValueId] {
        self.aliases.members(self.original(value))
    }

    /// What defines the contents of a value, computed once.
    pub(super) fn definitions(&self, value: ValueId, find: impl FnOnce() -> Vec<ValueId>) -> Rc<[ValueId]> {
        if let Some(found) = self.definitions.borrow().get(&value) {
            return found.clone();
        }
        let found: Rc<[ValueId]> = find().into();
        self.definitions.borrow_mut().insert(value, found.clone());
        found
    }
}
