//! Values: results of ops and arguments of blocks.

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, Body, OpId, UseId, ValueId};
use crate::def::OpDef;
use crate::location::Location;
use crate::types::Type;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result of an op.
    Result {
        /// The op.
        op: OpId,
        /// Which of its results.
        index: u32,
    },
    /// An argument of a block.
    Argument {
        /// The block.
        block: BlockId,
        /// Which of its arguments.
        index: u32,
    },
    /// A placeholder for a value that is not defined yet, which a parser needs for forward references. A finished body has
    /// none.
    Placeholder,
}

/// The data of a value.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    pub(crate) ty: Type,
    def: PackedDef,
    pub(crate) first_use: PackedOption<UseId>,
}

/// A [`ValueDef`] in eight bytes.
#[derive(Clone, Copy, Debug)]
struct PackedDef {
    /// The op or block.
    owner: u32,
    /// The index, and in the lowest bits which kind of definition it is.
    place: u32,
}

const RESULT: u32 = 0;
const ARGUMENT: u32 = 1;
const PLACEHOLDER: u32 = 2;
const KIND_BITS: u32 = 2;

impl PackedDef {
    /// # Panics
    /// If an op has a billion results, or a block as many arguments.
    #[inline]
    fn new(def: ValueDef) -> Self {
        let (owner, index, kind) = match def {
            ValueDef::Result { op, index } => (op.as_u32(), index, RESULT),
            ValueDef::Argument { block, index } => (block.as_u32(), index, ARGUMENT),
            ValueDef::Placeholder => (0, 0, PLACEHOLDER),
        };
        assert!(
            index < 1 << (32 - KIND_BITS),
            "fewer than a billion results or arguments"
        );
        Self {
            owner,
            place: index << KIND_BITS | kind,
        }
    }

    #[inline]
    fn unpack(self) -> ValueDef {
        let (owner, index) = (self.owner, self.place >> KIND_BITS);
        match self.place & ((1 << KIND_BITS) - 1) {
            RESULT => ValueDef::Result {
                op: OpId::from_u32(owner),
                index,
            },
            ARGUMENT => ValueDef::Argument {
                block: BlockId::from_u32(owner),
                index,
            },
            _ => ValueDef::Placeholder,
        }
    }
}

impl ValueData {
    pub(super) fn new(ty: Type, def: ValueDef, first_use: PackedOption<UseId>) -> Self {
        let def = PackedDef::new(def);
        Self { ty, def, first_use }
    }

    #[inline]
    pub(crate) fn def(&self) -> ValueDef {
        self.def.unpack()
    }

    pub(super) fn set_def(&mut self, def: ValueDef) {
        self.def = PackedDef::new(def);
    }
}

impl Body {
    #[inline]
    pub(crate) fn new_value(&mut self, ty: Type, def: ValueDef) -> ValueId {
        self.values.push(ValueData::new(ty, def, None.into()))
    }

    /// Makes a placeholder for a value that is not defined yet. Replace all its uses before the body is used.
    pub fn create_placeholder(&mut self, ty: Type) -> ValueId {
        self.new_value(ty, ValueDef::Placeholder)
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, value: ValueId) -> Type {
        self.values[value].ty
    }

    /// Changes the type of a value.
    pub fn set_value_type(&mut self, value: ValueId, ty: Type) {
        self.changed();
        self.values[value].ty = ty;
    }

    /// What a value is.
    #[inline]
    pub fn value_def(&self, value: ValueId) -> ValueDef {
        self.values[value].def()
    }

    /// Where a value was made.
    pub fn value_location(&self, value: ValueId) -> Location {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => self.op(op).location(),
            ValueDef::Argument { block, index } => self.block(block).args()[index as usize].location,
            ValueDef::Placeholder => Location::UNKNOWN,
        }
    }

    /// The op that a value is a result of.
    #[inline]
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            _ => None,
        }
    }

    /// The op that defines a value, if it is of the kind `def`.
    pub fn defining_op_of(&self, value: ValueId, def: &'static OpDef) -> Option<OpId> {
        self.defining_op(value).filter(|&op| self.op(op).is(def))
    }

    /// The op that defines an operand of `op`, if it is of the kind `def`. In unreachable blocks, it may be `op` itself, which
    /// is not given.
    pub fn defining_op_of_operand(&self, op: OpId, operand: usize, def: &'static OpDef) -> Option<OpId> {
        self.defining_op_of(self.operand(op, operand), def)
            .filter(|&definer| definer != op)
    }

    /// The type of a result, by its index.
    ///
    /// # Panics
    /// If the op has no such result.
    pub fn result_type(&self, op: OpId, index: usize) -> Type {
        self.value_type(self.result(op, index))
    }

    /// The block in which a value is defined.
    pub fn value_block(&self, value: ValueId) -> Option<BlockId> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => self.parent_block(op),
            ValueDef::Argument { block, .. } => Some(block),
            ValueDef::Placeholder => None,
        }
    }

    /// How many values were ever made in the body; a bound for tables keyed by value.
    pub fn values_bound(&self) -> usize {
        self.values.len()
    }
}
