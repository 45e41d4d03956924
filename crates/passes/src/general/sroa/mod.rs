//! `sroa`: memory on the stack of which only single parts are used is replaced by memory for each part that is used.
//!
//! - `slot`: which memory has parts, and which ones;
//! - `place`: to which byte, and so to which part, an address computation leads;
//! - `access`: what ops do with the memory;
//! - `plan`: whether all ops that have its address can do with the parts alone;
//! - `alignment`: what the new memory has to be aligned to;
//! - `split`: the replacement itself;
//! - `intrinsics`: memory that is filled or copied as a whole.
//!
//! `mem2reg` makes values of the parts that have only one value.

mod access;
mod alignment;
mod intrinsics;
mod place;
mod plan;
mod slot;
mod split;

use asyncir_ir::{Body, Diagnostics, Dominance, OwnedOp};

use self::plan::Plan;
use self::slot::Slot;
use super::mem2reg::slot::allocations;
use crate::bodies::on_inner_bodies;
use crate::pass::{Pass, PassContext, PassInfo};
use crate::statistics::StatisticInfo;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "sroa",
    class: "SROA",
    summary: "Scalar Replacement of Aggregates",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(Sroa)),
};

const NUM_SPLIT: StatisticInfo = StatisticInfo {
    name: "destructured slots",
    description: "Total amount of memory slots destructured",
    is_maximum: false,
};
const NUM_SMALLER: StatisticInfo = StatisticInfo {
    name: "slots with memory benefit",
    description: "Total amount of memory slots in which the destructured size was smaller than the total size after \
                  eliminating unused fields",
    is_maximum: false,
};
const MAX_PARTS: StatisticInfo = StatisticInfo {
    name: "max subelement number",
    description: "Maximal number of sub-elements a successfully destructured slot initially had",
    is_maximum: true,
};

struct Sroa;

impl Pass for Sroa {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn statistics(&self) -> &'static [StatisticInfo] {
        &[NUM_SPLIT, NUM_SMALLER, MAX_PARTS]
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if let Some(body) = op.body_mut() {
            run_on(cx, body);
        }
        Ok(())
    }
}

fn run_on(cx: &PassContext<'_>, body: &mut Body) {
    split_slots(cx, body);
    on_inner_bodies(body, cx, |_, own| run_on(cx, own));
}

/// Splits what can be split. That may be more after something was: the parts, and memory that is copied from or to it.
fn split_slots(cx: &PassContext<'_>, body: &mut Body) {
    let mut pending = allocations(body);
    if pending.is_empty() {
        return;
    }
    let dominance = Dominance::new(body);
    let mut changed = true;
    while changed {
        changed = false;
        let mut next = Vec::with_capacity(pending.len());
        for op in pending {
            let Some(plan) = Slot::of(cx.ctx, body, op).and_then(|slot| Plan::of(cx.ctx, body, slot)) else {
                next.push(op);
                continue;
            };
            cx.count(NUM_SPLIT.name, 1);
            cx.count(NUM_SMALLER.name, usize::from(plan.leaves_parts_out()));
            cx.count(MAX_PARTS.name, plan.slot.num_parts());
            next.extend(split::run(cx.ctx, body, &dominance, &plan));
            changed = true;
        }
        pending = next;
    }
}
