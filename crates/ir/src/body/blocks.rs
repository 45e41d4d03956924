//! Blocks: a list of ops behind a list of arguments.

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, BlockUseId, Body, OpId, RegionId, ValueDef, ValueId};
use crate::location::Location;
use crate::types::Type;

/// The data of a block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    pub(crate) region: PackedOption<RegionId>,
    pub(crate) prev: PackedOption<BlockId>,
    pub(crate) next: PackedOption<BlockId>,
    pub(crate) first_op: PackedOption<OpId>,
    pub(crate) last_op: PackedOption<OpId>,
    pub(crate) first_use: PackedOption<BlockUseId>,
    pub(crate) args: Vec<BlockArgument>,
}

/// An argument of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockArgument {
    /// The value.
    pub value: ValueId,
    /// Where it was declared.
    pub location: Location,
}

impl BlockData {
    /// The region the block stands in.
    pub fn region(&self) -> Option<RegionId> {
        self.region.expand()
    }

    /// The first op.
    pub fn first_op(&self) -> Option<OpId> {
        self.first_op.expand()
    }

    /// The last op, a terminator if the block has one.
    pub fn last_op(&self) -> Option<OpId> {
        self.last_op.expand()
    }

    /// The arguments.
    pub fn args(&self) -> &[BlockArgument] {
        &self.args
    }

    /// The block behind this one in its region.
    pub fn next(&self) -> Option<BlockId> {
        self.next.expand()
    }

    /// The block before this one in its region.
    pub fn prev(&self) -> Option<BlockId> {
        self.prev.expand()
    }
}

impl Body {
    /// The data of a block.
    #[inline]
    pub fn block(&self, block: BlockId) -> &BlockData {
        &self.blocks[block]
    }

    /// Makes a block without arguments that stands nowhere yet.
    pub fn create_block(&mut self) -> BlockId {
        self.blocks.push(BlockData::default())
    }

    /// Makes a block at the end of a region.
    pub fn append_block(&mut self, region: RegionId) -> BlockId {
        let block = self.create_block();
        self.insert_block(block, region, None);
        block
    }

    /// Adds an argument behind the others.
    pub fn add_block_arg(&mut self, block: BlockId, ty: Type, location: Location) -> ValueId {
        self.changed();
        let index = self.blocks[block].args.len() as u32;
        let value = self.new_value(ty, ValueDef::Argument { block, index });
        self.blocks[block].args.push(BlockArgument { value, location });
        value
    }

    /// Adds an argument before the one at `index`.
    pub fn insert_block_arg(&mut self, block: BlockId, index: usize, ty: Type, location: Location) -> ValueId {
        self.changed();
        let value = self.new_value(
            ty,
            ValueDef::Argument {
                block,
                index: index as u32,
            },
        );
        self.blocks[block].args.insert(index, BlockArgument { value, location });
        self.renumber_args(block, index);
        value
    }

    /// Sets where an argument was declared.
    pub fn set_block_arg_location(&mut self, block: BlockId, index: usize, location: Location) {
        self.blocks[block].args[index].location = location;
    }

    /// Removes an argument that is not used.
    pub fn erase_block_arg(&mut self, block: BlockId, index: usize) {
        self.changed();
        let arg = self.blocks[block].args.remove(index);
        debug_assert!(!self.has_uses(arg.value), "an erased argument has no uses");
        self.values[arg.value].set_def(ValueDef::Placeholder);
        self.renumber_args(block, index);
    }

    fn renumber_args(&mut self, block: BlockId, from: usize) {
        for (index, arg) in self.blocks[block].args.iter().enumerate().skip(from) {
            let index = index as u32;
            self.values[arg.value].set_def(ValueDef::Argument { block, index });
        }
    }

    /// The argument values of a block.
    pub fn block_args(&self, block: BlockId) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + '_ {
        self.blocks[block].args.iter().map(|arg| arg.value)
    }

    /// The argument of a block by its index.
    ///
    /// # Panics
    /// If there are not that many arguments.
    pub fn block_arg(&self, block: BlockId, index: usize) -> ValueId {
        self.blocks[block].args[index].value
    }

    /// The ops of a block, in order.
    pub fn block_ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + '_ {
        let mut next = self.blocks[block].first_op;
        std::iter::from_fn(move || {
            let op = next.expand()?;
            next = self.ops[op].next;
            Some(op)
        })
    }

    /// The op whose region a block stands in; `None` at the top of the body.
    pub fn block_parent_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block]
            .region
            .expand()
            .and_then(|region| self.regions[region].parent.expand())
    }

    /// The last op of a block if it may end a block: a registered terminator or an unregistered op.
    pub fn terminator(&self, block: BlockId) -> Option<OpId> {
        let last = self.blocks[block].last_op.expand()?;
        let may_terminate = match self.ops[last].def() {
            Some(def) => def.traits.contains(crate::def::OpTrait::Terminator),
            None => true,
        };
        may_terminate.then_some(last)
    }

    /// Erases a block with its ops.
    ///
    /// # Panics
    /// In debug builds, if something still leads to the block.
    pub fn erase_block(&mut self, block: BlockId) {
        self.drop_block_contents(block);
        debug_assert!(self.has_no_predecessors(block), "an erased block has no predecessors");
        self.unlink_block(block);
    }

    /// Frees the ops of a block, last first, whatever their uses.
    pub(crate) fn drop_block_contents(&mut self, block: BlockId) {
        while let Some(op) = self.blocks[block].last_op.expand() {
            self.unlink_op(op);
            self.drop_op(op);
        }
    }
}
