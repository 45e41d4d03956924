//! Regions: a list of blocks that belongs to an op.

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, Body, OpId, RegionId};

/// The data of a region.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegionData {
    pub(crate) parent: PackedOption<OpId>,
    pub(crate) first: PackedOption<BlockId>,
    pub(crate) last: PackedOption<BlockId>,
}

impl RegionData {
    /// The op of the same body that the region belongs to; `None` for a root region.
    pub fn parent(&self) -> Option<OpId> {
        self.parent.expand()
    }

    /// The entry block.
    pub fn first(&self) -> Option<BlockId> {
        self.first.expand()
    }

    /// The last block.
    pub fn last(&self) -> Option<BlockId> {
        self.last.expand()
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl Body {
    /// The data of a region.
    #[inline]
    pub fn region(&self, region: RegionId) -> &RegionData {
        &self.regions[region]
    }

    /// Makes a region that belongs to no op yet: hand it over in an [`super::OperationState`].
    pub fn create_region(&mut self) -> RegionId {
        self.regions.push(RegionData::default())
    }

    /// Makes a region of the op that owns this body.
    pub fn add_root_region(&mut self) -> RegionId {
        self.changed();
        let region = self.create_region();
        self.roots.push(region, &mut self.region_lists);
        region
    }

    /// Whether it is certain that no op in the body has regions in it.
    pub fn is_flat(&self) -> bool {
        self.regions.len() == self.root_regions().len()
    }

    /// Whether it is certain that no op in the body has regions in it or a body of its own.
    pub fn is_leaf(&self) -> bool {
        self.is_flat() && !self.may_nest
    }

    /// The blocks of a region, in order.
    pub fn region_blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + '_ {
        let mut next = self.regions[region].first;
        std::iter::from_fn(move || {
            let block = next.expand()?;
            next = self.blocks[block].next;
            Some(block)
        })
    }

    /// The region around a region within the body.
    pub fn parent_of_region(&self, region: RegionId) -> Option<RegionId> {
        self.regions[region]
            .parent
            .expand()
            .and_then(|op| self.parent_region(op))
    }

    /// Whether `inner` is `outer` or stands in it.
    pub fn region_contains(&self, outer: RegionId, inner: RegionId) -> bool {
        let mut region = Some(inner);
        while let Some(r) = region {
            if r == outer {
                return true;
            }
            region = self.parent_of_region(r);
        }
        false
    }

    /// The op of `region` that is `op` or around it.
    pub fn ancestor_in_region(&self, region: RegionId, op: OpId) -> Option<OpId> {
        let mut current = op;
        loop {
            let parent = self.parent_region(current)?;
            if parent == region {
                return Some(current);
            }
            current = self.regions[parent].parent.expand()?;
        }
    }

    /// The op of `block` that is `op` or around it.
    pub fn ancestor_in_block(&self, block: BlockId, op: OpId) -> Option<OpId> {
        let mut current = op;
        loop {
            let parent = self.parent_block(current)?;
            if parent == block {
                return Some(current);
            }
            current = self.block_parent_op(parent)?;
        }
    }

    /// Whether `op` is `ancestor` or stands in a region of it.
    pub fn is_ancestor(&self, ancestor: OpId, op: OpId) -> bool {
        let mut current = Some(op);
        while let Some(op) = current {
            if op == ancestor {
                return true;
            }
            current = self.parent_op(op);
        }
        false
    }

    /// Frees all blocks and ops of a region. References across its blocks are dropped first.
    pub(crate) fn drop_region_contents(&mut self, region: RegionId) {
        let blocks: Vec<BlockId> = self.region_blocks(region).collect();
        for &block in &blocks {
            self.drop_block_contents(block);
        }
        for block in blocks {
            self.unlink_block(block);
        }
    }
}
