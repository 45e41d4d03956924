//! Bodies: arenas of ops, blocks, regions and values, addressed by typed ids.
//!
//! Every op that is isolated from above (module, function) owns a [`Body`] with everything in its regions, down to
//! the next isolated op. Ids are local to their body. A pass on a function takes `&mut Operation` or `&mut Body` of
//! that function alone, so it cannot touch another one, and passes on several functions run in parallel.
//!
//! Invariants:
//! - The operands, results and successors of an op are in consecutive slots of the body's pools.
//! - The uses of a value, and of a block, form a list, newest first as in MLIR. Printed output depends on this order.
//! - The ops of a block have increasing sequence numbers, so one comparison tells which of two ops comes first.
//! - An op that is isolated from above has its regions in its own body. The regions of any other op are in the body that
//!   contains the op.

mod blocks;
mod clone;
mod compact;
mod constants;
mod layout;
mod operation;
mod regions;
mod uses;
mod values;
mod walk;

pub use blocks::{BlockArgument, BlockData};
pub use clone::Mapping;
pub use constants::ConstantSymbols;
pub use layout::InsertPoint;
pub use operation::{OpRef, Operation, OperationState};
pub use regions::RegionData;
pub use uses::{BlockUse, Use};
pub use values::{ValueData, ValueDef};
pub use walk::{WalkOrder, WalkResult};

use std::sync::{Arc, OnceLock};

use crate::attributes::Attribute;
use crate::context::OpName;
use crate::symbols::SymbolHints;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, entity_impl};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

ids! {
    /// An op of a body.
    OpId "op";
    /// A block of a body.
    BlockId "block";
    /// A region of a body.
    RegionId "region";
    /// A value of a body: a result of an op or an argument of a block.
    ValueId "value";
    /// An operand slot of a body.
    UseId "use";
    /// A successor slot of a body.
    BlockUseId "blockuse";
}

/// The verdict that a body without bodies in it is valid, whatever is around the op that owns it, except for symbols.
#[derive(Clone)]
pub(crate) struct Verdict {
    /// What the op that owns the body is called.
    pub(crate) owner: OpName,
    /// The inherent attributes of the op that owns the body.
    pub(crate) properties: Attribute,
    /// The discardable attributes of the op that owns the body.
    pub(crate) attrs: Attribute,
    /// The ops that are valid only if the symbols that they name are what they should be.
    pub(crate) symbol_users: Box<[OpId]>,
}

/// The arena of one op that is isolated from above. It holds the op's regions and everything in them, down to the next
/// isolated op.
#[derive(Clone, Default)]
pub struct Body {
    pub(crate) ops: PrimaryMap<OpId, Operation>,
    pub(crate) blocks: PrimaryMap<BlockId, BlockData>,
    pub(crate) regions: PrimaryMap<RegionId, RegionData>,
    pub(crate) values: PrimaryMap<ValueId, ValueData>,
    pub(crate) uses: PrimaryMap<UseId, Use>,
    pub(crate) block_uses: PrimaryMap<BlockUseId, BlockUse>,
    pub(crate) region_lists: ListPool<RegionId>,
    /// The regions of the op that owns this body.
    pub(crate) roots: EntityList<RegionId>,
    /// Erased ops, not yet reused, so that a stale id is never taken for another op within one pass.
    pub(crate) erased: Vec<OpId>,
    pub(crate) free: Vec<OpId>,
    /// How many slots of ops, operands and results hold nothing any more.
    pub(crate) dead_slots: usize,
    /// How many slots there were when the arenas had no room to spare.
    pub(crate) exact_slots: usize,
    /// Whether an op that may have a body of its own was ever made in this one.
    pub(crate) may_nest: bool,
    pub(crate) symbol_hints: SymbolHints,
    /// What the verifier found since the last change, which [`Body::changed`] tells of.
    pub(crate) verdict: OnceLock<Verdict>,
    /// Whether the greedy driver found nothing left to fold or to tidy up since the last change.
    settled: bool,
    /// The number of the body that this one stands for.
    stands_for: Option<usize>,
    /// What is constant around the body, as far as a pass was told.
    constants: Option<Arc<ConstantSymbols>>,
}

impl Body {
    /// A body without regions.
    pub fn new() -> Self {
        Self::default()
    }

    /// A body with one region of one block, which is given, too.
    pub fn with_block() -> (Self, BlockId) {
        let mut body = Self::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        (body, block)
    }

    /// A body with one empty block that stands for one that is made elsewhere.
    pub fn stand_in(number: usize) -> Self {
        let mut body = Self {
            regions: PrimaryMap::with_capacity(1),
            blocks: PrimaryMap::with_capacity(1),
            stands_for: Some(number),
            ..Self::default()
        };
        let region = body.add_root_region();
        body.append_block(region);
        body
    }

    /// The number of the body that this one stands for, if it does.
    pub fn stands_for(&self) -> Option<usize> {
        self.stands_for
    }

    /// The ops whose symbols are still to be checked, if all else is known to be valid where `owner` owns the body.
    pub(crate) fn verdict_for(&self, owner: &Operation) -> Option<&[OpId]> {
        let verdict = self.verdict.get()?;
        let same =
            verdict.owner == owner.name() && verdict.properties == owner.properties && verdict.attrs == owner.attrs;
        same.then_some(&verdict.symbol_users)
    }

    /// What the verifier and the greedy driver found no longer holds. All that changes ops, blocks, values or uses in place calls it.
    #[inline]
    pub(crate) fn changed(&mut self) {
        if self.verdict.get().is_some() {
            self.verdict.take();
        }
        self.settled = false;
    }

    /// Notes that the greedy driver found nothing left to do, patterns apart.
    pub(crate) fn settle(&mut self) {
        self.settled = true;
    }

    /// Whether the greedy driver would find nothing to do, patterns apart.
    pub(crate) fn is_settled(&self) -> bool {
        self.settled
    }

    /// The regions of the op that owns this body.
    pub fn root_regions(&self) -> &[RegionId] {
        self.roots.as_slice(&self.region_lists)
    }

    /// The first region of the op that owns this body, if there is one.
    pub fn root(&self) -> Option<RegionId> {
        self.root_regions().first().copied()
    }

    /// The first block of the first root region: the entry of a function, the only block of a module.
    pub fn entry(&self) -> Option<BlockId> {
        self.root().and_then(|region| self.region(region).first())
    }

    /// Makes the slots of the ops that were erased so far available for new ops.
    fn reclaim(&mut self) {
        self.free.append(&mut self.erased);
    }

    /// Whether an op stands directly in a root region.
    pub(crate) fn is_top_level(&self, op: OpId) -> bool {
        let parent = self.ops.get(op).and_then(|data| data.block.expand());
        let region = parent.and_then(|block| self.blocks[block].region.expand());
        region.is_some_and(|region| self.root_regions().contains(&region))
    }

    /// The ops in the body that have one of their own, in their order.
    pub fn owners(&self) -> Vec<OpId> {
        if !self.may_nest {
            return Vec::new();
        }
        let mut owners = self.walk_all(WalkOrder::Pre);
        owners.retain(|&op| self.ops[op].body().is_some());
        owners
    }

    /// How many ops stand in the body, not counting those of bodies nested in it.
    pub fn num_ops(&self) -> usize {
        self.ops.len() - self.erased.len() - self.free.len()
    }
}
