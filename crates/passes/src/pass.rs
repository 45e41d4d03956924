//! What a pass is.

use std::sync::Mutex;

use asyncir_ir::def::OpDef;
use asyncir_ir::rewrite::ConversionConfig;
use asyncir_ir::{Context, Diagnostic, Diagnostics, OwnedOp};

use crate::instrumentation::Instrumentation;
use crate::manager::{Parent, PassManager, RunConfig};
use crate::options::{OptionInfo, PassOptions};
use crate::statistics::StatisticInfo;

/// What is known of a pass before it is made.
pub struct PassInfo {
    /// How it is called in pipelines, and as a flag.
    pub flag: &'static str,
    /// How it is called in reports: the name of the class in MLIR.
    pub class: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The op that it works on; `None` for any op that is isolated from above.
    pub anchor: Option<&'static str>,
    /// What can be set.
    pub options: &'static [OptionInfo],
    /// Makes it; the error is a message.
    pub create: fn(&PassOptions) -> Result<Box<dyn Pass>, String>,
}

impl std::fmt::Debug for PassInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.flag)
    }
}

/// A transformation of an op that is isolated from above.
///
/// A pass sees nothing outside of its op, so one pass runs on several functions at once.
pub trait Pass: Send + Sync {
    /// What is known of it.
    fn info(&self) -> &'static PassInfo;

    /// Whether it can run on ops of a kind: those that it is anchored on.
    fn can_run_on(&self, def: &OpDef) -> bool {
        self.info().anchor.is_none_or(|anchor| anchor == def.name)
    }

    /// Whether it looks at [`PassContext::calls_may_start_tasks`].
    fn follows_calls(&self) -> bool {
        false
    }

    /// What it counts, with [`PassContext::count`].
    fn statistics(&self) -> &'static [StatisticInfo] {
        &[]
    }

    /// Changes the op, which stands in a holder of its own. Warnings go to [`PassContext::report`].
    ///
    /// # Errors
    /// If it fails, with what is wrong. No further pass runs on the op then.
    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics>;
}

/// What a pass has around it.
pub struct PassContext<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// Whether it may use several threads.
    pub threads: bool,
    /// Whether the op is verified after the pass.
    pub verify: bool,
    /// Whether the op stands in another one.
    pub is_nested: bool,
    /// Whether functions elsewhere in the op around may start tasks, if the pass [asks](Pass::follows_calls).
    pub calls_may_start_tasks: bool,
    /// Where the op stands, if there is someone to tell.
    pub(crate) parent: Parent<'a>,
    instrumentations: &'a [&'a dyn Instrumentation],
    diagnostics: Mutex<Diagnostics>,
    counted: Mutex<Vec<(&'static str, u64)>>,
}

impl<'a> PassContext<'a> {
    /// For running passes by hand.
    pub fn new(ctx: &'a Context) -> Self {
        Self {
            ctx,
            threads: false,
            verify: false,
            is_nested: false,
            calls_may_start_tasks: false,
            parent: None,
            instrumentations: &[],
            diagnostics: Mutex::default(),
            counted: Mutex::default(),
        }
    }

    pub(crate) fn with_threads(mut self, threads: bool) -> Self {
        self.threads = threads;
        self
    }

    pub(crate) fn with_verification(mut self, verify: bool) -> Self {
        self.verify = verify;
        self
    }

    pub(crate) fn with_nesting(mut self, is_nested: bool) -> Self {
        self.is_nested = is_nested;
        self
    }

    pub(crate) fn with_calls(mut self, may_start_tasks: bool) -> Self {
        self.calls_may_start_tasks = may_start_tasks;
        self
    }

    /// Tells those who are told of the pass of the passes that it runs itself.
    pub(crate) fn with_instrumentations(mut self, told: &'a [&'a dyn Instrumentation], parent: Parent<'a>) -> Self {
        self.instrumentations = told;
        self.parent = parent;
        self
    }

    /// Whether anyone is told of the passes that a pass runs.
    pub(crate) fn is_observed(&self) -> bool {
        !self.instrumentations.is_empty()
    }

    /// Runs passes on an op that stands in the one that the pass runs on.
    ///
    /// # Errors
    /// If one of them fails.
    pub(crate) fn run_passes(
        &self,
        passes: &PassManager,
        op: &mut OwnedOp,
        parent: Parent<'_>,
    ) -> Result<(), Diagnostics> {
        let config = RunConfig {
            verify_each: self.verify,
            threads: self.threads,
            instrumentations: self.instrumentations.to_vec(),
            ..RunConfig::default()
        };
        self.report_all(passes.run_inside(self.ctx, op, parent, &config)?);
        Ok(())
    }

    /// How conversions go about it: on several threads if passes may.
    pub fn conversion_config(&self) -> ConversionConfig {
        ConversionConfig {
            threads: self.threads,
            verify_ahead: self.verify,
            ..ConversionConfig::default()
        }
    }

    /// Reports a warning or a remark.
    pub fn report(&self, diagnostic: Diagnostic) {
        // A panic of another thread while it pushed leaves a list that is still one.
        self.diagnostics
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .push(diagnostic);
    }

    /// Adds to one of the pass's statistics.
    pub fn count(&self, name: &'static str, count: usize) {
        let mut counted = self.counted.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        counted.push((name, count as u64));
    }

    pub(crate) fn counted(&self) -> Vec<(&'static str, u64)> {
        let counted = self.counted.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        counted.clone()
    }

    /// Reports several.
    pub fn report_all(&self, diagnostics: Diagnostics) {
        diagnostics.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }

    /// What was reported.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
