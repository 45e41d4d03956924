//! Walks over ops in the order in which they stand.

use super::{Body, OpId, Operation, RegionId};

/// Whether an op comes before or after the ops in its regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkOrder {
    /// Before.
    Pre,
    /// After, as MLIR's `walk` does by default.
    Post,
}

/// How a walk continues after an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkResult {
    /// With the next op.
    Advance,
    /// Without the regions of this op (in a pre-order walk).
    Skip,
    /// Not at all.
    Interrupt,
}

/// Where a walk is: before an op or behind it. What comes next follows from the links between ops alone, so regions may
/// nest deeper than the stack is.
#[derive(Clone, Copy)]
enum Step {
    Enter(OpId),
    Leave(OpId),
}

/// Where a walk ends.
#[derive(Clone, Copy)]
enum Scope {
    Op(OpId),
    Region(RegionId),
}

impl Body {
    /// All ops of the root regions and of the regions within, in this body.
    pub fn walk_all(&self, order: WalkOrder) -> Vec<OpId> {
        let mut ops = Vec::with_capacity(self.num_ops());
        for &region in self.root_regions() {
            self.collect_region(region, order, &mut ops);
        }
        ops
    }

    /// All root regions and the regions within, in this body.
    pub fn all_regions(&self) -> Vec<RegionId> {
        let ops = self.walk_all(WalkOrder::Pre);
        let inner = ops.iter().flat_map(|&op| self.op_regions(op));
        self.root_regions().iter().chain(inner).copied().collect()
    }

    /// All ops of a region and of the regions within, in this body.
    pub fn walk_region(&self, region: RegionId, order: WalkOrder) -> Vec<OpId> {
        let mut ops = Vec::new();
        self.collect_region(region, order, &mut ops);
        ops
    }

    fn collect_region(&self, region: RegionId, order: WalkOrder, ops: &mut Vec<OpId>) {
        let start = self.first_op_in(region).map(Step::Enter);
        self.visit(start, Scope::Region(region), order, |op| {
            ops.push(op);
            WalkResult::Advance
        });
    }

    /// `op` and all ops in its regions, in this body.
    pub fn walk_op(&self, op: OpId, order: WalkOrder) -> Vec<OpId> {
        let mut ops = Vec::new();
        self.visit_op(op, order, &mut |op| {
            ops.push(op);
            WalkResult::Advance
        });
        ops
    }

    /// Calls `visit` for an op and all ops in its regions, in this body.
    pub fn visit_op(&self, op: OpId, order: WalkOrder, visit: &mut dyn FnMut(OpId) -> WalkResult) -> WalkResult {
        if self.op_regions(op).is_empty() {
            return visit(op);
        }
        self.visit(Some(Step::Enter(op)), Scope::Op(op), order, visit)
    }

    /// Calls `visit` for all ops of a region and of the regions within, in this body.
    pub fn visit_region(
        &self,
        region: RegionId,
        order: WalkOrder,
        visit: &mut dyn FnMut(OpId) -> WalkResult,
    ) -> WalkResult {
        let start = self.first_op_in(region).map(Step::Enter);
        self.visit(start, Scope::Region(region), order, visit)
    }

    fn visit(
        &self,
        start: Option<Step>,
        scope: Scope,
        order: WalkOrder,
        mut visit: impl FnMut(OpId) -> WalkResult,
    ) -> WalkResult {
        let mut next = start;
        while let Some(step) = next {
            let (op, now) = match step {
                Step::Enter(op) => (op, order == WalkOrder::Pre || self.op_regions(op).is_empty()),
                Step::Leave(op) => (op, order == WalkOrder::Post && !self.op_regions(op).is_empty()),
            };
            let result = if now { visit(op) } else { WalkResult::Advance };
            next = match (result, step) {
                (WalkResult::Interrupt, _) => return WalkResult::Interrupt,
                (WalkResult::Advance, Step::Enter(op)) => Some(self.step_into(op)),
                _ => self.step_over(op, scope),
            };
        }
        WalkResult::Advance
    }

    /// The first op in a region, blocks without ops passed over.
    fn first_op_in(&self, region: RegionId) -> Option<OpId> {
        self.region_blocks(region)
            .find_map(|block| self.block(block).first_op())
    }

    fn step_into(&self, op: OpId) -> Step {
        let first = self.op_regions(op).iter().find_map(|&region| self.first_op_in(region));
        first.map_or(Step::Leave(op), Step::Enter)
    }

    /// What comes after everything in `op`.
    fn step_over(&self, op: OpId, scope: Scope) -> Option<Step> {
        if matches!(scope, Scope::Op(top) if top == op) {
            return None;
        }
        if let Some(next) = self.next_op(op) {
            return Some(Step::Enter(next));
        }
        let mut block = self.parent_block(op)?;
        let region = self.block(block).region()?;
        while let Some(next) = self.blocks[block].next.expand() {
            if let Some(first) = self.block(next).first_op() {
                return Some(Step::Enter(first));
            }
            block = next;
        }
        if matches!(scope, Scope::Region(top) if top == region) {
            return None;
        }
        let parent = self.region(region).parent()?;
        let regions = self.op_regions(parent);
        // Their numbers ascend, unless regions were moved.
        let place = regions.binary_search(&region).ok();
        let place = place.or_else(|| regions.iter().position(|&other| other == region));
        let mut later = regions.iter().skip(place.map_or(regions.len(), |place| place + 1));
        let first = later.find_map(|&region| self.first_op_in(region));
        Some(first.map_or(Step::Leave(parent), Step::Enter))
    }
}

impl Operation {
    /// Calls `visit` on every op that is isolated from above within this one, outermost first, this one included.
    pub fn visit_bodies(&mut self, visit: &mut dyn FnMut(&mut Operation)) {
        visit(self);
        let Some(body) = self.body_mut() else { return };
        for op in body.owners() {
            body.op_mut(op).visit_bodies(visit);
        }
    }
}
