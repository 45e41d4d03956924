//! Values: results of ops and arguments of blocks.

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, Body, OpId, UseId, ValueId};
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
    /// Stands for a value that is not known yet, as a parser meets it; gone from a finished body.
    Placeholder,
}

/// The data of a value.
#[derive(Clone, Debug)]
pub struct ValueData {
    pub(crate) ty: Type,
    pub(crate) def: ValueDef,
    pub(crate) first_use: PackedOption<UseId>,
}

impl Body {
    pub(crate) fn new_value(&mut self, ty: Type, def: ValueDef) -> ValueId {
        self.values.push(ValueData {
            ty,
            def,
            first_use: None.into(),
        })
    }

    /// A value that stands for one not known yet. Replace all its uses before the body is used.
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
        self.values[value].ty = ty;
    }

    /// What a value is.
    #[inline]
    pub fn value_def(&self, value: ValueId) -> ValueDef {
        self.values[value].def
    }

    /// The op that a value is a result of.
    #[inline]
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.values[value].def {
            ValueDef::Result { op, .. } => Some(op),
            _ => None,
        }
    }

    /// The block in which a value is defined.
    pub fn value_block(&self, value: ValueId) -> Option<BlockId> {
        match self.values[value].def {
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
