//! `mem2reg`: memory on the stack that is only loaded and stored becomes values.
//!
//! A load is replaced by the value that was stored last. Where different stores meet, blocks get arguments: at the iterated
//! dominance frontier of the stores, as far as something is loaded from there on (Cytron and others, "Efficiently Computing
//! Static Single Assignment Form and the Control Dependence Graph", 1991).
//!
//! - `slot`: which memory, and what may be done with it;
//! - `memory`: what ops do with it;
//! - `convert`: values of the llvm dialect that are loaded as another type than they were stored as;
//! - `merge_points`: the blocks that get arguments;
//! - `order`: ops in the order of the program;
//! - `promote`: the replacement itself.

pub(super) mod convert;
pub(super) mod memory;
mod merge_points;
pub(super) mod order;
mod promote;
pub(super) mod slot;

use asyncir_ir::def::OpTrait;
use asyncir_ir::{Body, Diagnostics, Dominance, Operation, OwnedOp};

use self::promote::Promotion;
use self::slot::Slot;
use crate::bodies::on_inner_bodies;
use crate::options::OptionInfo;
use crate::pass::{Pass, PassContext, PassInfo};
use crate::statistics::StatisticInfo;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "mem2reg",
    class: "Mem2Reg",
    summary: "Promotes memory slots into values.",
    anchor: None,
    // It has no effect, as in MLIR 22.
    options: &[OptionInfo::flag(
        "region-simplify",
        "Perform control flow optimizations to the region tree",
        "true",
    )],
    create: |_| Ok(Box::new(Mem2Reg)),
};

const NUM_PROMOTED: StatisticInfo = StatisticInfo {
    name: "promoted slots",
    description: "Total amount of memory slot promoted",
    is_maximum: false,
};
const NUM_ARGUMENTS: StatisticInfo = StatisticInfo {
    name: "new block args",
    description: "Total amount of new block argument inserted in blocks",
    is_maximum: false,
};

struct Mem2Reg;

impl Pass for Mem2Reg {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn statistics(&self) -> &'static [StatisticInfo] {
        &[NUM_PROMOTED, NUM_ARGUMENTS]
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let is_graph = is_graph(op.operation());
        if let Some(body) = op.body_mut() {
            run_on(cx, body, is_graph);
        }
        Ok(())
    }
}

/// Whether the order of ops does not matter in the regions of an op.
fn is_graph(op: &Operation) -> bool {
    op.has_trait(OpTrait::GraphRegion)
}

fn run_on(cx: &PassContext<'_>, body: &mut Body, is_graph_body: bool) {
    promote_slots(cx, body, is_graph_body);
    on_inner_bodies(body, cx, |owner, own| run_on(cx, own, is_graph(owner)));
}

/// Promotes what can be promoted. That may be more after something was, for addresses may have been stored in it.
fn promote_slots(cx: &PassContext<'_>, body: &mut Body, is_graph_body: bool) {
    let mut pending = slot::allocations(body);
    if pending.is_empty() {
        return;
    }
    let dominance = Dominance::new(body);
    let mut changed = true;
    while changed {
        changed = false;
        pending.retain(|&op| {
            let slot = Slot::of(cx.ctx, body, op, is_graph_body).filter(|slot| body.has_uses(slot.address));
            let Some(promotion) = slot.and_then(|slot| Promotion::plan(cx.ctx, body, &dominance, slot)) else {
                return true;
            };
            let arguments = promotion.run(body);
            cx.count(NUM_PROMOTED.name, 1);
            cx.count(NUM_ARGUMENTS.name, arguments);
            changed = true;
            false
        });
    }
}
