//! `remove-dead-values`: removes what nothing depends on that is seen from outside.
//!
//! An analysis of the whole program finds the values that are live (`analysis/dataflow/live_values.rs`). Then ops without
//! effects go whose results are not live, with arguments and results of private functions, and arguments of blocks. Regions
//! and their ops keep what they pass to each other, but pass poison; canonicalization of these ops, at the end, cleans up.
//!
//! Nothing is live in code that is never reached. Uses that stay there, and uses by functions that do not need an argument,
//! become poison too. MLIR leaves them without a value, and refuses its own output.

mod apply;
mod plan;
mod signatures;

use asyncir_ir::rewrite::{FrozenPatternSet, Strictness, apply_to_ops};
use asyncir_ir::{Body, Context, Diagnostics, OpId, Operation, OwnedOp, RegionId, WalkOrder};

use self::plan::Plan;
use crate::analysis::dataflow::calls::Calls;
use crate::analysis::dataflow::live_values::LiveValues;
use crate::analysis::dataflow::liveness::passes_between_regions;
use crate::analysis::dataflow::solver::CONSTANTS;
use crate::analysis::dataflow::{Program, Solver};
use crate::general::canonicalize::all_patterns;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "remove-dead-values",
    class: "RemoveDeadValues",
    summary: "Remove dead values",
    anchor: None,
    options: &[OptionInfo::flag(
        "canonicalize",
        "Canonicalize region branch ops",
        "true",
    )],
    create: |options| {
        Ok(Box::new(RemoveDeadValues {
            canonicalize: options.flag("canonicalize")?,
        }))
    },
};

struct RemoveDeadValues {
    canonicalize: bool,
}

impl Pass for RemoveDeadValues {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut program = Program::take_apart(cx.ctx, op);
        let mut solver = Solver::new(&mut program, CONSTANTS);
        solver.run(cx.is_nested);
        let calls = Calls::find(solver.program);
        let plan = Plan::new(LiveValues::find(&solver, &calls));
        apply::apply(&mut program, plan, &calls);
        program.put_together(op);
        if self.canonicalize {
            canonicalize(cx.ctx, op.operation_mut());
        }
        Ok(())
    }
}

/// Canonicalizes the ops that control goes through region by region, and what that affects.
fn canonicalize(ctx: &Context, root: &mut Operation) {
    let patterns = all_patterns(ctx);
    let mut bodies = 0;
    root.visit_bodies(&mut |op| bodies += usize::from(op.body().is_some_and(|body| !branching_ops(body).is_empty())));
    root.visit_bodies(&mut |op| {
        if let Some(body) = op.body_mut() {
            canonicalize_body(ctx, body, &patterns, bodies == 1);
        }
    });
}

fn branching_ops(body: &Body) -> Vec<OpId> {
    let ops = body.walk_all(WalkOrder::Post).into_iter();
    ops.filter(|&op| passes_between_regions(body, op)).collect()
}

/// As in MLIR, ops around those of the region that has all such ops of the program in it stay as they are.
fn canonicalize_body(ctx: &Context, body: &mut Body, patterns: &FrozenPatternSet<'_>, is_only: bool) {
    let ops = branching_ops(body);
    let (Some(&first), Some(root)) = (ops.first(), body.root()) else {
        return;
    };
    let mut scope = if is_only { body.parent_region(first) } else { None };
    while let Some(region) = scope.filter(|&region| !ops.iter().all(|&op| is_inside(body, region, op))) {
        scope = body.parent_of_region(region);
    }
    apply_to_ops(ctx, body, (scope.unwrap_or(root), &ops), patterns, Strictness::AnyOp);
}

fn is_inside(body: &Body, region: RegionId, op: OpId) -> bool {
    body.ancestor_in_region(region, op).is_some()
}
