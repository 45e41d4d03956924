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

/// How a walk goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkResult {
    /// With the next op.
    Advance,
    /// Without the regions of this op (in a pre-order walk).
    Skip,
    /// Not at all.
    Interrupt,
}

/// What is still to be done of a walk; kept on the heap, for regions may nest deeper than the stack is.
enum Step {
    Enter(OpId),
    Leave(OpId),
}

impl Body {
    /// All ops of the root regions and of the regions within, in this body.
    pub fn walk_all(&self, order: WalkOrder) -> Vec<OpId> {
        let mut ops = Vec::new();
        for &region in self.root_regions() {
            ops.extend(self.walk_region(region, order));
        }
        ops
    }

    /// All ops of a region and of the regions within, in this body.
    pub fn walk_region(&self, region: RegionId, order: WalkOrder) -> Vec<OpId> {
        let mut ops = Vec::new();
        let result = self.visit_region(region, order, &mut |op| {
            ops.push(op);
            WalkResult::Advance
        });
        debug_assert_eq!(result, WalkResult::Advance);
        ops
    }

    /// `op` and all ops in its regions, in this body.
    pub fn walk_op(&self, op: OpId, order: WalkOrder) -> Vec<OpId> {
        let mut ops = Vec::new();
        self.visit(vec![Step::Enter(op)], order, &mut |op| {
            ops.push(op);
            WalkResult::Advance
        });
        ops
    }

    /// Calls `visit` for all ops of a region and of the regions within, in this body.
    pub fn visit_region(
        &self,
        region: RegionId,
        order: WalkOrder,
        visit: &mut dyn FnMut(OpId) -> WalkResult,
    ) -> WalkResult {
        let mut steps = Vec::new();
        self.push_region(region, &mut steps);
        self.visit(steps, order, visit)
    }

    /// Pushes the ops of a region in reverse, so that the first one is done first.
    fn push_region(&self, region: RegionId, steps: &mut Vec<Step>) {
        let start = steps.len();
        for block in self.region_blocks(region) {
            steps.extend(self.block_ops(block).map(Step::Enter));
        }
        steps[start..].reverse();
    }

    fn visit(&self, mut steps: Vec<Step>, order: WalkOrder, visit: &mut dyn FnMut(OpId) -> WalkResult) -> WalkResult {
        while let Some(step) = steps.pop() {
            let (op, now) = match step {
                Step::Leave(op) => (op, true),
                Step::Enter(op) => (op, order == WalkOrder::Pre || self.op_regions(op).is_empty()),
            };
            let result = if now { visit(op) } else { WalkResult::Advance };
            if result == WalkResult::Interrupt {
                return WalkResult::Interrupt;
            }
            if matches!(step, Step::Leave(_)) || result == WalkResult::Skip {
                continue;
            }
            if !now {
                steps.push(Step::Leave(op));
            }
            for &region in self.op_regions(op).iter().rev() {
                self.push_region(region, &mut steps);
            }
        }
        WalkResult::Advance
    }
}

impl Operation {
    /// Calls `visit` on every op that is isolated from above within this one, outermost first, this one included.
    pub fn visit_bodies(&mut self, visit: &mut dyn FnMut(&mut Operation)) {
        visit(self);
        let Some(body) = self.body_mut() else { return };
        for op in body.walk_all(WalkOrder::Pre) {
            if body.op(op).body().is_some() {
                body.op_mut(op).visit_bodies(visit);
            }
        }
    }
}
