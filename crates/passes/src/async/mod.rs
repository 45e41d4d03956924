//! Passes on the async dialect: from regions to coroutines, and reference counting.

pub mod async_distinct_captures;
pub mod async_func_to_async_runtime;
pub mod async_func_to_func;
pub mod async_inline_execute;
pub mod async_parallel_for;
pub mod async_propagate_errors;
pub mod async_runtime_merge_drops;
pub mod async_runtime_policy_based_ref_counting;
pub mod async_runtime_ref_counting;
pub mod async_runtime_ref_counting_opt;
pub mod async_to_async_runtime;
mod borrowed_arguments;
mod build;
mod coroutine;
mod distinct;
pub(crate) mod error_message;
mod failing;
mod fold;
mod new_functions;
mod outline;
mod ownership;
pub mod parallel_loops_to_async_runtime;
pub(crate) mod ref_counted;
mod reference_balance;
mod reference_edges;
pub mod split_coroutines;
mod structured;
