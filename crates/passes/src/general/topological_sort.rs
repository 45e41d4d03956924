//! `topological-sort`: where the order of ops does not matter, as in modules, they come behind what they use.

use std::collections::BTreeSet;

use asyncir_ir::def::OpTrait;
use asyncir_ir::{BlockId, Body, Diagnostics, InsertPoint, OpId, Operation, OwnedOp, RegionId, ValueId, WalkOrder};

use crate::bodies::on_inner_bodies;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "topological-sort",
    class: "TopologicalSort",
    summary: "Sort regions without SSA dominance in topological order",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(TopologicalSort)),
};

struct TopologicalSort;

impl Pass for TopologicalSort {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let owner = Owner::of(op.operation());
        if let Some(body) = op.body_mut() {
            sort_body(body, owner, cx);
        }
        Ok(())
    }
}

/// What matters of an op with regions.
#[derive(Clone, Copy)]
struct Owner {
    /// Whether the order of ops in its regions does not matter.
    is_graph: bool,
    /// Whether the last op of a block is one that ends it.
    has_terminator: bool,
}

impl Owner {
    fn of(op: &Operation) -> Self {
        Self {
            is_graph: op.has_trait(OpTrait::GraphRegion),
            has_terminator: !op.has_trait(OpTrait::NoTerminator),
        }
    }
}

fn sort_body(body: &mut Body, owner: Owner, cx: &PassContext<'_>) {
    let mut regions: Vec<(RegionId, Owner)> = body.root_regions().iter().map(|&region| (region, owner)).collect();
    for op in body.walk_all(WalkOrder::Post) {
        let owner = Owner::of(body.op(op));
        regions.extend(body.op_regions(op).iter().map(|&region| (region, owner)));
    }
    for (region, owner) in regions {
        if !owner.is_graph {
            continue;
        }
        for block in body.region_blocks(region).collect::<Vec<_>>() {
            let terminator = body.terminator(block).filter(|_| owner.has_terminator);
            sort_block(body, block, terminator);
        }
    }
    on_inner_bodies(body, cx, |owner, own| sort_body(own, Owner::of(owner), cx));
}

/// Goes through the ops that are left, again and again, and takes those that use none of the others; if there are none, the
/// first one.
fn sort_block(body: &mut Body, block: BlockId, terminator: Option<OpId>) {
    let mut left: Vec<OpId> = body.block_ops(block).filter(|&op| Some(op) != terminator).collect();
    let mut is_left = BTreeSet::from_iter(left.iter().copied());
    let mut sorted = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let before = sorted.len();
        left.retain(|&op| {
            let is_ready = is_ready(body, op, &is_left);
            if is_ready {
                is_left.remove(&op);
                sorted.push(op);
            }
            !is_ready
        });
        if sorted.len() == before {
            let first = left.remove(0);
            is_left.remove(&first);
            sorted.push(first);
        }
    }
    let is_sorted = body.block_ops(block).zip(&sorted).all(|(old, &new)| old == new);
    if is_sorted {
        return;
    }
    for op in sorted {
        let point = terminator.map_or(InsertPoint::End(block), InsertPoint::Before);
        body.move_op(op, point);
    }
}

/// Whether an op, and all that is in it, uses only itself and ops that are not left.
fn is_ready(body: &Body, op: OpId, is_left: &BTreeSet<OpId>) -> bool {
    let is_ready = |value: ValueId| {
        let definition = body.defining_op(value);
        let around = std::iter::successors(definition, |&around| body.parent_op(around));
        let found = around
            .into_iter()
            .find(|around| *around == op || is_left.contains(around));
        found.is_none_or(|around| around == op)
    };
    let all = body.walk_op(op, WalkOrder::Pre);
    all.into_iter().all(|op| body.operands(op).all(is_ready))
}
