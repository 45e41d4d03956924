//! Which pass of a pipeline failed, and on what: for files with which the failure can be reproduced.

use std::sync::{Mutex, MutexGuard, PoisonError};

use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Context, Location, OwnedOp};

use crate::instrumentation::{Instrumentation, Token};
use crate::manager::{Scope, Step};

/// A pass that failed.
#[derive(Debug)]
pub struct PassFailure {
    /// The class of the pass in MLIR.
    pub pass: &'static str,
    /// The name of the op that it ran on.
    pub op: String,
    /// The symbol that the op is.
    pub symbol: Option<String>,
    /// Where the op is from.
    pub location: Location,
    /// The outermost op before the pass and a pipeline with nothing but the pass, if these were kept.
    pub kept: Option<(OwnedOp, String)>,
}

impl std::fmt::Display for PassFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` on '{}' operation", self.pass, self.op)?;
        self.symbol.iter().try_for_each(|symbol| write!(f, ": @{symbol}"))
    }
}

/// Records the first pass that fails.
pub struct FailureRecorder {
    /// Whether what each pass is given is kept, which costs a copy of the outermost op.
    keeps_input: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The passes that run, one inside the other.
    running: Vec<PassFailure>,
    failed: Option<PassFailure>,
}

impl FailureRecorder {
    /// Nothing failed yet. With `keeps_input`, the outermost op is copied before each pass.
    pub fn new(keeps_input: bool) -> Self {
        Self {
            keeps_input,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pass that failed; of a pipeline that panicked, the one that ran.
    pub fn into_failure(self) -> Option<PassFailure> {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failed.take().or_else(|| state.running.pop())
    }
}

impl Instrumentation for FailureRecorder {
    fn before_pass(&self, ctx: &Context, step: &Step, scope: Scope<'_>) -> Token {
        let op = scope.op.op_ref(ctx);
        let running = PassFailure {
            pass: step.info().class,
            op: op.name().to_owned(),
            symbol: symbol_name(ctx, op.data()).map(|symbol| ctx.str(symbol).to_owned()),
            location: op.location(),
            kept: self
                .keeps_input
                .then(|| (scope.snapshot(), scope.pipeline(ctx, &step.to_text()))),
        };
        self.state().running.push(running);
        None
    }

    fn after_pass(&self, _ctx: &Context, _step: &Step, _scope: Scope<'_>, ok: bool, _token: Token) {
        let mut state = self.state();
        let ran = state.running.pop();
        if !ok && state.failed.is_none() {
            state.failed = ran;
        }
    }
}
