//! The `async` dialect: regions and functions that run concurrently, tokens and values that say when they are done,
//! and the coroutines and runtime calls that these become.

mod coro;
mod execute;
mod function;
mod high_level;
mod runtime;
pub mod types;

use asyncir_ir::def::Dialect;

pub use coro::{CoroBeginOp, CoroEndOp, CoroFreeOp, CoroIdOp, CoroSaveOp, CoroSuspendOp};
pub use execute::{ExecuteOp, YieldOp};
pub use function::{CallOp, FuncOp, ReturnOp};
pub use high_level::{AddToGroupOp, AwaitAllOp, AwaitOp, CreateGroupOp};
pub use runtime::{
    RuntimeAddRefOp, RuntimeAddToGroupOp, RuntimeAwaitAndResumeOp, RuntimeAwaitOp, RuntimeCheckOp,
    RuntimeCreateGroupOp, RuntimeCreateOp, RuntimeDropRefOp, RuntimeFailureOfOp, RuntimeFailureOp,
    RuntimeForwardErrorOp, RuntimeForwardFailureOp, RuntimeIsErrorOp, RuntimeLoadOp, RuntimeNumWorkerThreadsOp,
    RuntimeParallelForOp, RuntimeRaiseOp, RuntimeResumeOp, RuntimeSetAvailableOp, RuntimeSetErrorOp, RuntimeStoreOp,
};

/// A unit attribute on functions that may block their thread in `async.runtime.await`; others become coroutines.
pub const ALLOWED_TO_BLOCK: &str = "async.allowed_to_block";

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [execute::OPS, function::OPS, high_level::OPS, coro::OPS, runtime::OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "async",
    description: "Asynchronous execution: regions and functions that may run concurrently with what follows them, \
                  and the tokens, values and groups by which others wait for them. The `async.coro` and \
                  `async.runtime` ops are what these are lowered to.",
    ops: OPS,
    types: types::TYPES,
    attrs: &[],
    materialize_constant: None,
    verify_attr: None,
    allows_unknown_ops: false,
};
