//! Liveness of one value in the region that defines it.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use smallvec::SmallVec;

use crate::body::{BlockId, Body, OpId, RegionId, ValueId};

/// Where one value is live. Uses in nested regions count as uses by the op of the defining region around them.
#[derive(Debug)]
pub struct ValueLiveness {
    users: SmallVec<[OpId; 8]>,
    region: RegionId,
    block: BlockId,
    live_in: HashSet<BlockId, FixedState>,
    live_out: HashSet<BlockId, FixedState>,
}

impl ValueLiveness {
    /// Computes where `value` is live; `None` if it is defined in no region.
    pub fn new(body: &Body, value: ValueId) -> Option<Self> {
        Self::of_users(body, value, body.users(value))
    }

    /// Computes where `value` is live if these ops use it.
    pub fn of_users(body: &Body, value: ValueId, users: impl Iterator<Item = OpId>) -> Option<Self> {
        let block = body.value_block(value)?;
        let region = body.block(block).region()?;
        let mut liveness = Self {
            users: users.collect(),
            region,
            block,
            live_in: HashSet::default(),
            live_out: HashSet::default(),
        };
        for at in 0..liveness.users.len() {
            let Some(op) = body.ancestor_in_region(region, liveness.users[at]) else {
                continue;
            };
            let user_block = body.parent_block(op)?;
            if user_block != block {
                liveness.live_out.insert(block);
                liveness.enter(body, user_block);
            }
        }
        Some(liveness)
    }

    /// Marks the value live at the start of a block, and so at the end of the blocks that lead to it.
    fn enter(&mut self, body: &Body, block: BlockId) {
        let mut pending = vec![block];
        while let Some(block) = pending.pop() {
            if block == self.block || !self.live_in.insert(block) {
                continue;
            }
            for pred in body.predecessors(block) {
                self.live_out.insert(pred);
                pending.push(pred);
            }
        }
    }

    /// The region that defines the value.
    pub fn region(&self) -> RegionId {
        self.region
    }

    /// Whether the value is live at the start of a block.
    pub fn is_live_in(&self, block: BlockId) -> bool {
        self.live_in.contains(&block)
    }

    /// Whether the value is live at the end of a block.
    pub fn is_live_out(&self, block: BlockId) -> bool {
        self.live_out.contains(&block)
    }

    /// Whether the value is live at the end of no block.
    pub fn is_local(&self) -> bool {
        self.live_out.is_empty()
    }

    /// For every block that uses the value, in which the value dies: the last op that uses it, itself or in its
    /// regions. In the order of the uses.
    pub fn last_users(&self, body: &Body) -> Vec<OpId> {
        let mut last: Vec<OpId> = Vec::new();
        for &user in &self.users {
            let Some(op) = body.ancestor_in_region(self.region, user) else {
                continue;
            };
            let Some(block) = body.parent_block(op).filter(|&block| !self.is_live_out(block)) else {
                continue;
            };
            match last.iter_mut().find(|other| body.parent_block(**other) == Some(block)) {
                Some(other) if body.is_before_in_block(*other, op) => *other = op,
                Some(_) => {}
                None => last.push(op),
            }
        }
        last
    }
}
