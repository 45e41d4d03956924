//! Debug output of what consists of functions and locks.

use std::fmt;

use crate::failure::FailureRecorder;
use crate::instrumentation::IrPrinting;
use crate::manager::{OpPassManager, PassManager, RunConfig, Step};
use crate::pass::PassContext;
use crate::timing::Timing;

/// As a pipeline is written.
impl fmt::Debug for PassManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PassManager").field(&self.to_text()).finish()
    }
}

impl fmt::Debug for OpPassManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpPassManager")
            .field("anchor", &self.anchor)
            .field("nodes", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step")
            .field("pass", self.info())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RunConfig<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunConfig")
            .field("verify_each", &self.verify_each)
            .field("threads", &self.threads)
            .field("instrumentations", &self.instrumentations.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for PassContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PassContext")
            .field("threads", &self.threads)
            .field("verify", &self.verify)
            .field("is_nested", &self.is_nested)
            .field("calls_may_start_tasks", &self.calls_may_start_tasks)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for IrPrinting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IrPrinting")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for FailureRecorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailureRecorder").finish_non_exhaustive()
    }
}

impl fmt::Debug for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timing").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use crate::{PassManager, Registry};

    #[test]
    fn a_pipeline_is_shown_as_it_is_written() {
        let text = "builtin.module(func.func(cse))";
        let pipeline = PassManager::parse(&Registry::new(), text).expect("it is right");
        assert_eq!(format!("{pipeline:?}"), format!("PassManager({text:?})"));
    }
}
