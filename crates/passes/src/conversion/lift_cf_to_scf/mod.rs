//! `lift-cf-to-scf`: branches between the blocks of functions become loops and conditionals with regions.
//!
//! This is the algorithm of Bahmann, Reissmann, Jahre and Meyer, "Perfect Reconstructability of Control Flow from Demand
//! Dependence Graphs" (2015), as MLIR has it. Cycles become loops with one entry and one exit; what a conditional branch
//! leads to becomes regions behind which control flow meets again. Where edges have to meet, a block is made that they all
//! lead to, with an argument that says where to go on.

mod branches;
mod cycles;
mod dominators;
mod exits;
mod graph;
mod multiplexer;
mod preconditions;
mod reduce;
mod unreached;

use asyncir_dialects::func::FuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, Location, OpId, Operation, OwnedOp, RegionId, Type, WalkOrder};

use crate::bodies::on_inner_bodies;
use crate::{Pass, PassContext, PassInfo};
use graph::Lift;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "lift-cf-to-scf",
    class: "LiftControlFlowToSCFPass",
    summary: "Lift ControlFlow dialect to SCF dialect",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LiftCfToScf)),
};

struct LiftCfToScf;

impl Pass for LiftCfToScf {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let owner = Owner::of(cx.ctx, op.operation());
        let body = op.body_mut();
        body.map_or(Ok(()), |body| lift_all(cx, body, &owner))
            .map_err(Diagnostics::from)
    }
}

/// The op whose body it is.
struct Owner {
    location: Location,
    name: String,
    /// What it returns, if it is a function.
    results: Option<Vec<Type>>,
}

impl Owner {
    fn of(ctx: &Context, op: &Operation) -> Self {
        let results = op.is(FuncOp::DEF).then(|| {
            let ty = op.property(ctx, "function_type").and_then(|ty| ty.as_type(ctx));
            let results = ty.and_then(|ty| ty.function(ctx)).map(|(_, results)| results.to_vec());
            results.unwrap_or_default()
        });
        Self {
            location: op.location(),
            name: op.name().as_str(ctx).to_owned(),
            results,
        }
    }
}

/// Functions are lifted independently of each other. The first error counts.
fn lift_all(cx: &PassContext<'_>, body: &mut Body, owner: &Owner) -> Fallible {
    let lifted = on_inner_bodies(body, cx, |op, own| lift_all(cx, own, &Owner::of(cx.ctx, op)));
    lifted.into_iter().collect::<Fallible>()?;
    match owner.results {
        Some(_) => lift_body(cx.ctx, body, owner),
        None => Ok(()),
    }
}

/// The regions of a function, inner ones first.
fn lift_body(ctx: &Context, body: &mut Body, owner: &Owner) -> Fallible {
    let mut regions: Vec<(RegionId, Option<OpId>)> = Vec::new();
    for op in body.walk_all(WalkOrder::Post) {
        regions.extend(body.op_regions(op).iter().map(|&region| (region, Some(op))));
    }
    regions.extend(body.root_regions().iter().map(|&region| (region, None)));
    for (region, op) in regions {
        if body.region(region).first() == body.region(region).last() {
            continue;
        }
        preconditions::check(ctx, body, region)?;
        match op {
            Some(op) => {
                let op = body.op(op);
                let inner = Owner {
                    location: op.location(),
                    name: op.name().as_str(ctx).to_owned(),
                    results: None,
                };
                Lift::new(ctx, body, region, &inner).run()?;
            }
            None => Lift::new(ctx, body, region, owner).run()?,
        }
    }
    Ok(())
}
