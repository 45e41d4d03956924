//! `composite-fixed-point-pass`: runs a pipeline again and again until it changes nothing more.

use asyncir_ir::rewrite::equivalence::equivalent_bodies;
use asyncir_ir::{Context, Diagnostic, Diagnostics, OwnedOp, Severity};

use crate::manager::PassManager;
use crate::options::{OptionInfo, PassOptions};
use crate::pass::{Pass, PassContext, PassInfo};
use crate::registry::Registry;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "composite-fixed-point-pass",
    class: "CompositeFixedPointPass",
    summary: "Composite fixed point pass",
    anchor: None,
    options: &[
        OptionInfo::text("name", "Composite pass display name", "CompositeFixedPointPass"),
        OptionInfo::text("pipeline", "Composite pass inner pipeline", ""),
        OptionInfo::int("max-iterations", "Maximum number of iterations if inner pipeline", "10"),
    ],
    create: |options| Ok(Box::new(CompositeFixedPoint::new(options)?)),
};

/// Pipelines in pipelines are read recursively.
const DEEPEST: usize = 100;

struct CompositeFixedPoint {
    name: String,
    pipeline: PassManager,
    max_iterations: i64,
}

impl CompositeFixedPoint {
    fn new(options: &PassOptions) -> Result<Self, String> {
        let text = options.text("pipeline")?;
        if text.matches(INFO.flag).count() > DEEPEST {
            return Err(format!(
                "more than {DEEPEST} pipelines of '{}' in one another",
                INFO.flag
            ));
        }
        let max_iterations = options.int("max-iterations")?;
        if max_iterations < 0 {
            return Err(format!("Invalid maxIterations value: {max_iterations}\n"));
        }
        let pipeline = PassManager::parse(&Registry::new(), &format!("any({text})"));
        Ok(Self {
            name: options.text("name")?.to_owned(),
            pipeline: pipeline.map_err(|error| error.message().to_owned())?,
            max_iterations,
        })
    }

    fn warning(&self, ctx: &Context, op: &OwnedOp) -> Diagnostic {
        let message = format!(
            "Composite pass \"{}\"+ didn't converge in {} iterations",
            self.name, self.max_iterations
        );
        op.op_ref(ctx).diagnostic(Severity::Warning, message)
    }
}

impl Pass for CompositeFixedPoint {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut iterations = 0;
        loop {
            let before = op.clone();
            cx.run_passes(&self.pipeline, op, cx.parent)?;
            if iterations == self.max_iterations {
                cx.report(self.warning(cx.ctx, op));
                return Ok(());
            }
            iterations += 1;
            if is_unchanged(&before, op) {
                return Ok(());
            }
        }
    }
}

fn is_unchanged(before: &OwnedOp, after: &OwnedOp) -> bool {
    let (a, b) = (before.operation(), after.operation());
    let bodies = match (a.body(), b.body()) {
        (Some(a), Some(b)) => equivalent_bodies(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    bodies && (a.properties(), a.attrs()) == (b.properties(), b.attrs())
}
