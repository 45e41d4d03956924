//! Questions about a body whose tensors get memory: what ops do to the memory of their operands, and where the contents of a
//! tensor come from.

use std::collections::HashSet;
use std::rc::Rc;

use asyncir_dialects::constraints::is_tensor;
use asyncir_ir::def::OpDef;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Diagnostic, Fallible, Location, OpId, OpRef, RegionId, Type, ValueDef, ValueId,
};

use super::decisions::{Decisions, Use};
use super::functions::{Current, Functions};
use super::interface::{self, Bufferizable};
use super::options::{Layout, Options};
use super::types;

/// What is known besides the body.
pub(super) struct State<'a> {
    pub options: &'a Options,
    /// The functions of the module.
    pub functions: &'a Functions,
    /// The op that owns the body.
    pub current: &'a Current,
    /// What the analysis has decided; without it, every write is to a copy.
    pub decisions: Option<Decisions>,
}

/// A body with what is known of it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub ctx: &'a Context,
    pub body: &'a Body,
    pub state: &'a State<'a>,
}

/// A value that may share memory with an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias {
    pub value: ValueId,
    /// Whether it is the same memory if it is shared at all, with the same indices.
    pub is_equivalent: bool,
    /// Whether it is always shared.
    pub is_definite: bool,
}

/// An operand that a value may share memory with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub operand: Use,
    pub is_equivalent: bool,
    pub is_definite: bool,
}

/// How values are followed back to where they come from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// Whether values count at which the trace ends.
    pub with_leaves: bool,
    /// Whether to follow only what is the same memory.
    pub equivalent_only: bool,
    /// Whether to follow only values of the same type, and casts.
    pub same_type_only: bool,
}

impl<'a> View<'a> {
    pub fn op_ref(self, op: OpId) -> OpRef<'a> {
        self.body.op_ref(self.ctx, op)
    }

    pub fn is_tensor(self, value: ValueId) -> bool {
        is_tensor(self.ctx, self.body.value_type(value))
    }

    pub fn value(self, operand: Use) -> ValueId {
        self.body.operand(operand.op, operand.index)
    }

    /// The uses of a value.
    pub fn uses(self, value: ValueId) -> impl Iterator<Item = Use> + 'a {
        let body = self.body;
        body.uses(value).map(move |slot| Use {
            op: body.use_owner(slot),
            index: body.use_index(slot),
        })
    }

    /// The operands of an op that are tensors.
    pub fn tensor_operands(self, op: OpId) -> impl Iterator<Item = Use> + 'a {
        let operands = self.body.operands(op).enumerate();
        let tensors = operands.filter(move |&(_, value)| self.is_tensor(value));
        tensors.map(move |(index, _)| Use { op, index })
    }

    /// The results of an op that are tensors.
    pub fn tensor_results(self, op: OpId) -> impl Iterator<Item = ValueId> + 'a {
        self.body.results(op).filter(move |&value| self.is_tensor(value))
    }

    /// The op whose result a value is, or in whose region it is an argument; `None` for arguments of the owner of the body.
    pub fn owner(self, value: ValueId) -> Option<OpId> {
        match self.body.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Argument { block, .. } => self.body.block_parent_op(block),
            ValueDef::Placeholder => None,
        }
    }

    /// The number of a result or block argument.
    pub fn number(self, value: ValueId) -> usize {
        match self.body.value_def(value) {
            ValueDef::Result { index, .. } | ValueDef::Argument { index, .. } => index as usize,
            ValueDef::Placeholder => 0,
        }
    }

    /// The block of an argument.
    pub fn argument_block(self, value: ValueId) -> Option<BlockId> {
        match self.body.value_def(value) {
            ValueDef::Argument { block, .. } => Some(block),
            _ => None,
        }
    }

    pub fn is_result(self, value: ValueId) -> bool {
        matches!(self.body.value_def(value), ValueDef::Result { .. })
    }

    /// The region in which a value is defined.
    pub fn value_region(self, value: ValueId) -> Option<RegionId> {
        self.body
            .value_block(value)
            .and_then(|block| self.body.block(block).region())
    }

    /// Whether ops of this kind are to be rewritten.
    pub fn is_allowed(self, op: OpId) -> bool {
        self.is_allowed_dialect(self.body.op(op).name().dialect_namespace(self.ctx))
    }

    pub fn is_allowed_dialect(self, dialect: &str) -> bool {
        let options = self.state.options;
        let is_chosen =
            |name: &str| options.dialects.is_empty() || options.dialects.iter().any(|chosen| chosen == name);
        // What tasks give has one type wherever it goes, also in functions.
        let is_boundary = matches!(dialect, "func" | "async");
        is_chosen(dialect) && (!is_boundary || options.function_boundaries && is_chosen("func"))
    }

    /// How an op is rewritten, if it is known.
    pub fn interface(self, op: OpId) -> Option<&'static dyn Bufferizable> {
        let def: &'static OpDef = self.body.op(op).def()?;
        interface::of(def).filter(|_| self.is_allowed(op))
    }

    /// How the owner of a value is rewritten.
    pub fn interface_of_value(self, value: ValueId) -> Option<&'static dyn Bufferizable> {
        match self.owner(value) {
            Some(op) => self.interface(op),
            None => self.function_interface(),
        }
    }

    /// How the owner of the body is rewritten.
    pub fn function_interface(self) -> Option<&'static dyn Bufferizable> {
        let is_known = self.state.current.is_function() && self.is_allowed_dialect("func");
        is_known.then_some(interface::FUNCTION)
    }

    /// Whether an op reads the memory of an operand.
    pub fn reads(self, operand: Use) -> bool {
        self.interface(operand.op).is_none_or(|op| op.reads(self, operand))
    }

    /// Whether an op writes the memory of an operand.
    pub fn writes(self, operand: Use) -> bool {
        self.interface(operand.op).is_none_or(|op| op.writes(self, operand))
    }

    /// What may share memory with an operand after its op.
    pub fn aliases(self, operand: Use) -> Vec<Alias> {
        match self.interface(operand.op) {
            Some(op) => op.aliases(self, operand),
            None => interface::unknown_aliases(self, operand),
        }
    }

    /// The operands that a value may share memory with.
    pub fn sources(self, value: ValueId) -> Vec<Source> {
        match self.interface_of_value(value) {
            Some(op) => op.sources(self, value),
            None => interface::unknown_sources(self, value),
        }
    }

    /// Whether a value has contents of its own, and not those of an operand.
    pub fn is_written(self, value: ValueId) -> bool {
        let op = self.interface_of_value(value).filter(|_| self.is_result(value));
        op.is_none_or(|op| op.result_is_written(self, value))
    }

    /// Whether the memory of a value may be written.
    pub fn is_writable(self, value: ValueId) -> bool {
        let decisions = self.state.decisions.as_ref().zip(self.owner(value));
        let is_read_later = decisions.is_some_and(|(decisions, owner)| decisions.is_read_later(owner));
        let interface = self.interface_of_value(value).filter(|_| !is_read_later);
        interface.is_some_and(|op| op.is_writable(self, value))
    }

    pub fn is_in_place(self, operand: Use) -> bool {
        match &self.state.decisions {
            Some(decisions) => decisions.is_in_place(operand),
            None => interface::is_to_buffer(self, operand.op) || !self.writes(operand),
        }
    }

    pub fn are_equivalent(self, a: ValueId, b: ValueId) -> bool {
        let decisions = self.state.decisions.as_ref();
        decisions.is_some_and(|decisions| decisions.are_equivalent(a, b))
    }

    /// What may share memory with a value, itself as well.
    pub fn all_aliases(self, value: ValueId) -> &'a [ValueId] {
        self.state
            .decisions
            .as_ref()
            .map_or(&[], |decisions| decisions.aliases(value))
    }

    /// Whether two values may share memory.
    pub fn may_alias(self, a: ValueId, b: ValueId) -> bool {
        let decisions = self.state.decisions.as_ref();
        decisions.is_some_and(|decisions| decisions.may_alias(a, b))
    }

    /// Whether the memory of a value is written where it is.
    pub fn is_changed(self, value: ValueId) -> bool {
        let uses = self.all_aliases(value).iter().flat_map(|&alias| self.uses(alias));
        let mut in_place = uses.filter(|&operand| self.is_in_place(operand));
        in_place.any(|operand| self.writes(operand))
    }

    /// Whether a value may be in memory that must not be written.
    pub fn is_read_only(self, value: ValueId) -> bool {
        self.all_aliases(value).iter().any(|&alias| !self.is_writable(alias))
    }

    /// Whether anything reads the contents of a value, perhaps under another name.
    pub fn is_read(self, value: ValueId) -> bool {
        let mut pending: Vec<Use> = self.uses(value).collect();
        let mut seen: HashSet<Use> = HashSet::new();
        while let Some(operand) = pending.pop() {
            if !seen.insert(operand) {
                continue;
            }
            if self.reads(operand) {
                return true;
            }
            if !self.writes(operand) {
                for alias in self.aliases(operand) {
                    pending.extend(self.uses(alias.value));
                }
            }
        }
        false
    }

    /// Follows a value back along the operands that it may share memory with, up to those that are `wanted`.
    pub fn trace(self, value: ValueId, trace: Trace, wanted: &dyn Fn(ValueId) -> bool) -> Vec<ValueId> {
        let mut found: Vec<ValueId> = Vec::new();
        let (mut pending, mut seen) = (vec![value], HashSet::new());
        let mut note = |value: ValueId| {
            if !found.contains(&value) {
                found.push(value);
            }
        };
        while let Some(value) = pending.pop() {
            let is_new = seen.insert(value);
            if is_new && wanted(value) {
                note(value);
                continue;
            }
            let sources = match self.interface_of_value(value) {
                Some(_) if is_new => self.sources(value),
                _ => Vec::new(),
            };
            if sources.is_empty() && trace.with_leaves {
                note(value);
            }
            for source in sources {
                let next = self.value(source.operand);
                let differs = self.body.value_type(next) != self.body.value_type(value);
                let ends = trace.equivalent_only && !source.is_equivalent
                    || trace.same_type_only && differs && !interface::is_cast(self, value);
                if ends {
                    if trace.with_leaves {
                        note(value);
                    }
                } else if !pending.contains(&next) {
                    pending.push(next);
                }
            }
        }
        found
    }

    /// The values that define the contents of a value.
    pub fn definitions(self, value: ValueId) -> Rc<[ValueId]> {
        let find = || self.trace(value, Trace::default(), &|value| self.is_written(value));
        match &self.state.decisions {
            Some(decisions) => decisions.definitions(value, find),
            None => find().into(),
        }
    }

    /// Whether new memory in place of that of an operand needs not have the same contents.
    pub fn can_omit_copy(self, operand: Use) -> bool {
        let decisions = self.state.decisions.as_ref();
        if decisions.is_some_and(|decisions| decisions.is_undefined(operand)) {
            return true;
        }
        if self.reads(operand) {
            return false;
        }
        self.writes(operand) || !self.aliases(operand).iter().any(|alias| self.is_read(alias.value))
    }

    /// The memory space of memory about which nothing is known.
    pub fn default_space(self, location: Location) -> Fallible<Option<Attribute>> {
        if self.state.options.must_infer_memory_space {
            return Err(Diagnostic::error(location, "could not infer memory space"));
        }
        Ok(None)
    }

    /// Memory for a tensor about which nothing is known but its space.
    pub fn unknown_type(self, tensor: Type, space: Option<Attribute>) -> Type {
        match self.state.options.unknown_layout {
            Layout::Identity => types::identity(self.ctx, tensor, space),
            _ => types::dynamic(self.ctx, tensor, space),
        }
    }

    /// The type of memory that a tensor gets.
    pub fn buffer_type(self, value: ValueId) -> Fallible<Type> {
        self.buffer_type_within(value, &mut Vec::new())
    }

    /// As [`buffer_type`](Self::buffer_type), asked for while the types of the values in `stack` are found out.
    pub fn buffer_type_within(self, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let ty = self.body.value_type(value);
        if !is_tensor(self.ctx, ty) {
            return Ok(ty);
        }
        stack.push(value);
        let found = match self.interface_of_value(value) {
            Some(op) => op.buffer_type(self, value, stack),
            None => self
                .default_space(self.body.value_location(value))
                .map(|space| self.unknown_type(ty, space)),
        };
        stack.pop();
        found
    }
}
