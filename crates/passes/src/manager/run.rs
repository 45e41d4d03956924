//! Running a pipeline.

use asyncir_ir::def::OpTrait;
use asyncir_ir::threads::items_per_piece;
use asyncir_ir::verify::verify_op_on;
use asyncir_ir::{Body, Context, Diagnostic, Diagnostics, Location, OpId, OwnedOp, WalkOrder};
use rayon::prelude::*;

use super::Scope;
use super::nested::{put_back, take_out};
use super::{Node, OpPassManager, Parent, PassManager, Step, constants};
use crate::bodies::has_tasks;
use crate::instrumentation::Instrumentation;
use crate::pass::PassContext;
use crate::statistics::Statistics;
use crate::timing::Timing;

/// How a pipeline is run.
pub struct RunConfig<'a> {
    /// Whether everything is verified after each pass.
    pub verify_each: bool,
    /// Whether passes run on several functions at once.
    pub threads: bool,
    /// Who is told of each pass.
    pub instrumentations: Vec<&'a dyn Instrumentation>,
    /// Where times are kept.
    pub timing: Option<&'a Timing>,
    /// Where what passes count is kept.
    pub statistics: Option<&'a Statistics>,
}

impl Default for RunConfig<'_> {
    fn default() -> Self {
        Self {
            verify_each: true,
            threads: true,
            instrumentations: Vec::new(),
            timing: None,
            statistics: None,
        }
    }
}

impl PassManager {
    /// Runs the pipeline on an op. Gives warnings and remarks.
    ///
    /// # Errors
    /// If the op is of another kind than the pipeline is for, a pass fails, or what it made is not valid; all
    /// diagnostics in the order of ops.
    pub fn run(&self, ctx: &Context, op: &mut OwnedOp, config: &RunConfig<'_>) -> Result<Diagnostics, Diagnostics> {
        self.run_inside(ctx, op, None, config)
    }

    /// As [`run`](Self::run), for an op that stands in another one.
    pub(crate) fn run_inside(
        &self,
        ctx: &Context,
        op: &mut OwnedOp,
        parent: Parent<'_>,
        config: &RunConfig<'_>,
    ) -> Result<Diagnostics, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let (name, location) = (op.op_ref(ctx).name().to_owned(), op.operation().location());
        if let Some(anchor) = self.root.anchor.as_ref().filter(|anchor| **anchor != name) {
            diagnostics.error(location, format!("can't run '{anchor}' pass manager on '{name}' op"));
            return Err(diagnostics);
        }
        if !self.is_empty() && op.body().is_none() {
            let why = match op.operation().def() {
                None => "an unregistered operation",
                Some(_) => "an operation not marked as 'IsolatedFromAbove'",
            };
            let message = format_args!("trying to schedule a pass on {why}");
            diagnostics.push(op.op_ref(ctx).error(message));
            return Err(diagnostics);
        }
        if let Some((pass, anchor)) = self.root.misplaced(ctx) {
            let message = format!("unable to schedule pass '{pass}' on a PassManager intended to run on '{anchor}'!");
            diagnostics.error(Location::UNKNOWN, message);
            return Err(diagnostics);
        }
        if let Some(timing) = config.timing {
            timing.prepare(self);
        }
        // What several threads print at once would depend on chance.
        let threads = config.threads && config.instrumentations.is_empty();
        let runner = Runner {
            ctx,
            config,
            threads,
            is_nested: false,
            calls_may_start_tasks: false,
        };
        let ok = runner.manager(&self.root, op, parent, &mut diagnostics);
        if ok { Ok(diagnostics) } else { Err(diagnostics) }
    }
}

struct Runner<'a> {
    ctx: &'a Context,
    config: &'a RunConfig<'a>,
    threads: bool,
    /// Whether what it runs on stands in an op that another runner runs on.
    is_nested: bool,
    /// Whether ops around have tasks, if passes look at that.
    calls_may_start_tasks: bool,
}

impl Runner<'_> {
    fn manager(
        &self,
        manager: &OpPassManager,
        op: &mut OwnedOp,
        parent: Parent<'_>,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        manager.nodes.iter().all(|node| {
            let ok = match node {
                Node::Pass(step) => self.pass(step, op, parent, diagnostics),
                Node::Nested(managers, id) => self.timed(*id, || self.nested(managers, op, parent, diagnostics)),
            };
            if let Some(body) = op.body_mut() {
                body.tidy();
            }
            ok
        })
    }

    fn timed<R>(&self, id: usize, run: impl FnOnce() -> R) -> R {
        match self.config.timing {
            Some(timing) => timing.measure(id, run),
            None => run(),
        }
    }

    fn pass(&self, step: &Step, op: &mut OwnedOp, parent: Parent<'_>, diagnostics: &mut Diagnostics) -> bool {
        if op.operation().def().is_some_and(|def| !step.pass.can_run_on(def)) {
            let class = step.info().class;
            let message = format_args!("trying to schedule pass '{class}' on an unsupported operation");
            diagnostics.push(op.op_ref(self.ctx).error(message));
            return false;
        }
        let tell = |op: &OwnedOp| {
            let scope = Scope { op, parent };
            self.config
                .instrumentations
                .iter()
                .map(|i| i.before_pass(self.ctx, step, scope))
                .collect::<Vec<_>>()
        };
        let tokens = tell(op);
        constants::publish(self.ctx, op);
        let cx = PassContext::new(self.ctx)
            .with_threads(self.threads)
            .with_verification(self.config.verify_each)
            .with_nesting(self.is_nested || parent.is_some())
            .with_calls(self.calls_may_start_tasks)
            .with_instrumentations(&self.config.instrumentations, parent);
        let result = self.timed(step.id, || step.pass.run(op, &cx));
        if let Some(statistics) = self.config.statistics {
            statistics.add(step, &cx.counted());
        }
        diagnostics.append(cx.into_diagnostics());
        let mut ok = result.map_err(|errors| diagnostics.append(errors)).is_ok();
        if ok && self.config.verify_each {
            let errors = verify_op_on(op.op_ref(self.ctx), self.threads);
            ok = !errors.has_errors();
            diagnostics.append(errors);
        }
        let scope = Scope { op, parent };
        for (instrumentation, token) in self.config.instrumentations.iter().zip(tokens) {
            instrumentation.after_pass(self.ctx, step, scope, ok, token);
        }
        ok
    }

    /// Runs pipelines on the ops directly inside.
    fn nested(
        &self,
        managers: &[OpPassManager],
        op: &mut OwnedOp,
        parent: Parent<'_>,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        constants::publish(self.ctx, op);
        let Some(body) = op.body() else { return true };
        let find = |id: OpId| {
            let (op, name) = (body.op(id), body.op(id).name().as_str(self.ctx));
            let own = managers.iter().find(|manager| manager.anchor.as_deref() == Some(name));
            let takes = |manager: &&OpPassManager| manager.anchor.is_none() && manager.can_run_on(op.def());
            own.or_else(|| managers.iter().find(takes))
        };
        if let Some(misplaced) = self.not_isolated(managers, body) {
            let message = "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'";
            diagnostics.push(body.op_ref(self.ctx, misplaced).error(message));
            return false;
        }
        let ops = body.owners().into_iter().filter(|&id| body.parent_op(id).is_none());
        let work: Vec<(OpId, &OpPassManager)> = ops.filter_map(|id| Some((id, find(id)?))).collect();
        let follow_calls = managers.iter().any(OpPassManager::follows_calls);
        let inside = Self {
            calls_may_start_tasks: self.calls_may_start_tasks || follow_calls && has_tasks(body),
            ..*self
        };
        if self.threads && work.len() > 1 {
            inside.in_parallel(work, op, diagnostics)
        } else {
            inside.in_order(work, op, parent, diagnostics)
        }
    }

    /// An op directly inside that pipelines are meant for, but cannot run on.
    fn not_isolated(&self, managers: &[OpPassManager], body: &Body) -> Option<OpId> {
        let anchors = managers.iter().filter_map(|manager| manager.anchor.as_deref());
        let names: Vec<&str> = anchors
            .filter(|anchor| {
                let def = self.ctx.op_def(anchor);
                def.is_some_and(|def| !def.has(OpTrait::IsolatedFromAbove))
            })
            .collect();
        if names.is_empty() {
            return None;
        }
        let mut ops = body.walk_all(WalkOrder::Pre).into_iter();
        ops.find(|&id| body.parent_op(id).is_none() && names.contains(&body.op(id).name().as_str(self.ctx)))
    }

    fn in_order(
        &self,
        work: Vec<(OpId, &OpPassManager)>,
        op: &mut OwnedOp,
        parent: Parent<'_>,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        for (id, manager) in work {
            let Some(mut inner) = op.body_mut().and_then(|body| take_out(body, id)) else {
                continue;
            };
            let ok = {
                let scope = Scope { op, parent };
                self.manager(manager, &mut inner, Some((&scope, id)), diagnostics)
            };
            if let Some(body) = op.body_mut() {
                put_back(body, id, inner);
            }
            if !ok {
                return false;
            }
        }
        true
    }

    /// All ops are worked on even if one fails, and diagnostics come in the order of ops.
    fn in_parallel(&self, work: Vec<(OpId, &OpPassManager)>, op: &mut OwnedOp, diagnostics: &mut Diagnostics) -> bool {
        let Some(body) = op.body_mut() else {
            return true;
        };
        let mut items: Vec<(OpId, &OpPassManager, OwnedOp)> = work
            .into_iter()
            .filter_map(|(id, manager)| Some((id, manager, take_out(body, id)?)))
            .collect();
        let inner_runner = Self {
            is_nested: true,
            ..*self
        };
        let at_once = items_per_piece(items.len());
        let outcomes: Vec<(bool, Vec<Diagnostic>)> = items
            .par_iter_mut()
            .with_max_len(at_once)
            .map(|(_, manager, inner)| {
                let mut own = Diagnostics::new();
                let ok = inner_runner.manager(manager, inner, None, &mut own);
                (ok, own.into_iter().collect())
            })
            .collect();
        for (id, _, inner) in items {
            put_back(body, id, inner);
        }
        let mut ok = true;
        for (succeeded, own) in outcomes {
            ok &= succeeded;
            own.into_iter().for_each(|diagnostic| diagnostics.push(diagnostic));
        }
        ok
    }
}
