//! Task runtime behind MLIR's async C interface: tokens, values, groups and a work-stealing
//! scheduler.
//!
//! The crate has three faces:
//!
//! * **A shared library** (`libasyncir_runtime.so`) that takes the place of MLIR's
//!   `libmlir_async_runtime.so`: the same C functions, described in MLIR's `AsyncRuntime.h`, and a
//!   few of its own, all in [`c_abi`].
//! * **Tables of functions** for a JIT in the same process: [`symbols`] for the async runtime and
//!   [`runner_utils::symbols`] for the functions with which MLIR's test programs print.
//! * **A Rust interface**: [`Runtime`], [`Token`], [`Value`], [`Group`].
//!
//! # Example
//!
//! ```
//! use asyncir_runtime::{Group, Runtime};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let runtime = Runtime::builder().num_workers(2).build()?;
//!
//! // A task with a result. Handles are futures, too: `let sum = value.await?;`
//! let value = runtime.spawn(|| (1..=10).sum::<u32>());
//! assert_eq!(value.wait()?, 55);
//!
//! // Many tasks, awaited together.
//! let group = Group::new(3);
//! for _ in 0..3 {
//!     runtime.execute_in(&group, || { /* work */ })?;
//! }
//! group.wait()?;
//!
//! // A task that fails.
//! let failing = runtime.execute(|| panic!("out of cheese"));
//! assert_eq!(failing.wait().unwrap_err().message(), Some("the task panicked: out of cheese"));
//! # Ok(())
//! # }
//! ```
//!
//! # Executors
//!
//! By default a runtime has worker threads of its own, with work-stealing queues. [`RuntimeBuilder`]
//! makes others over the same tokens, values and groups: [inline](RuntimeBuilder::inline), on the
//! calling thread alone; [on a pool of the host program](RuntimeBuilder::executor); and
//! [deterministic](RuntimeBuilder::deterministic), in an order that a seed chooses and that can be
//! replayed, for finding races. Any number of runtimes can exist in one process.
//!
//! # What holds
//!
//! * A blocking await inside a task never deadlocks the pool: the thread runs the awaited task itself if
//!   nobody has started it; otherwise a spare thread takes over the worker's place. A thread that waits
//!   does not run unrelated tasks on top of the waiting one (it may do so at the cap of threads).
//! * Waiters run outside any lock, and the stack does not grow with the length of a chain of
//!   dependent tasks, of a list of waiters, or of a loop that awaits complete tokens.
//! * Memory is proportional to what lives; [`live_objects`] counts tokens, values and groups.
//! * Errors carry a message and a location, and a group reports those of its failed member with the
//!   lowest rank.
//! * Idle workers sleep.
//!
//! # Observation
//!
//! [`Runtime::stats`] counts tasks, steals, sleeps and threads. The environment variable
//! [`ASYNCIR_TRACE`](TRACE_VARIABLE) names a file for a trace that Chrome and Perfetto show.
//!
//! # How it is tested
//!
//! Each concurrent module begins with the argument for its correctness. `state`, `ref_count`, `member_count`
//! and the idle protocol of the scheduler are model-checked: `RUSTFLAGS="--cfg loom" cargo test --release
//! --lib loom_`. `tests/stress.rs` compares random graphs of tasks, with errors, with a sequential
//! evaluation. `RUSTFLAGS="--cfg asyncir_system_alloc"` takes every block from the system, for tools that
//! watch allocations.

#![allow(
    unsafe_code,
    reason = "reference-counted objects behind a C interface, intrusive waiter lists"
)]

mod activity;
pub mod c_abi;
mod checked_frame;
mod clock;
mod error;
mod future;
mod group;
mod join;
mod local;
mod member_count;
mod memory;
mod misuse;
mod object;
pub mod parallel_for;
mod program_failure;
mod ref_count;
pub mod runner_utils;
mod runtime;
mod scheduler;
mod spawn_future;
mod state;
mod symbol;
mod sync;
mod token;
mod trace;
mod value;
mod waiter;

pub use activity::Activity;
pub use c_abi::symbols;
pub use error::{BuildError, CalledFromTask, TaskError};
pub use group::{Group, GroupFull, GroupFuture};
pub use local::live_objects;
pub use parallel_for::LoopOptions;
pub use program_failure::{ProgramFailure, catch_failure};
pub use runtime::{Runtime, RuntimeBuilder};
pub use scheduler::{Executor, Job, MAX_WORKERS, NUM_WORKERS_VARIABLE, Stats};
pub use symbol::SymbolAddress;
pub use token::{Completer, Token, TokenFuture};
pub use trace::TRACE_VARIABLE;
pub use value::{Value, ValueFuture};

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
