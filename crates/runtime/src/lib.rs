//! Task runtime behind MLIR's async C interface: tokens, values, groups and a work-stealing
//! scheduler.
//!
//! The crate has three interfaces:
//!
//! * **A shared library** (`libasyncir_runtime.so`), which replaces MLIR's
//!   `libmlir_async_runtime.so`. It exports the C functions of MLIR's `AsyncRuntime.h`, and further
//!   functions of its own. The module [`c_abi`] documents all of them.
//! * **Tables of functions** for a JIT in the same process: [`symbols`] lists the functions of the
//!   async runtime, [`runner_utils::symbols`] the utility functions with which MLIR's test programs
//!   print.
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
//! By default, a runtime has its own worker threads with work-stealing queues. [`RuntimeBuilder`] can
//! build other kinds of runtimes, which use the same tokens, values and groups:
//!
//! * An [inline](RuntimeBuilder::inline) runtime runs tasks on the thread that built it.
//! * A runtime can run its tasks [on a thread pool of the host program](RuntimeBuilder::executor).
//! * A [deterministic](RuntimeBuilder::deterministic) runtime runs tasks in an order that depends on a
//!   seed. The order can be replayed, which helps to find races.
//!
//! Any number of runtimes can exist in one process.
//!
//! # Guarantees
//!
//! * A blocking await inside a task never deadlocks the pool. If no thread has started the awaited task,
//!   the awaiting thread runs it. Otherwise the thread blocks, and a spare thread takes the worker's
//!   place. A waiting thread does not run unrelated tasks, unless the maximum number of threads is
//!   reached.
//! * What else blocks inside a task, such as a channel or a read, holds a worker, unless it is called through
//!   [`block_in_place`]. So does the coroutine wait that the task has made ready last: no other worker takes it.
//! * Waiters run while no lock is held. The stack does not grow with the length of a chain of dependent
//!   tasks, with the length of a list of waiters, or with the number of complete tokens that a loop
//!   awaits.
//! * The memory in use is proportional to the number of live objects, but for the list of
//!   [`Runtime::choices`]. [`live_objects`] counts tokens, values and groups.
//! * An error has a message and a location. A group reports the error of its failed member with the
//!   lowest rank, among those whose error has a message.
//! * Idle worker threads are parked.
//! * [`report_stuck_waits`] tells of waits that nothing is going to end, such as for a group that lacks members.
//!
//! # Statistics and traces
//!
//! [`Runtime::stats`] counts tasks, steals, parked workers and threads. The environment variable
//! [`ASYNCIR_TRACE`](TRACE_VARIABLE) names a file for a trace, which Chrome and Perfetto can show.
//!
//! # Tests
//!
//! Each concurrent module starts with an argument for its correctness. loom model-checks `head`,
//! `member_count`, `object`, the deque, the idle protocol of the scheduler, and the
//! ranges, teams and meetings of parallel loops: `RUSTFLAGS="--cfg loom" cargo test --release --lib
//! loom_`. `tests/stress.rs` runs random graphs of tasks, some of which fail, and compares the
//! results with a sequential evaluation. `RUSTFLAGS="--cfg asyncir_system_alloc"` turns off the memory
//! pools, so that tools which watch allocations see every block.

#![allow(
    unsafe_code,
    reason = "reference-counted objects behind a C interface, intrusive waiter lists"
)]

mod activity;
mod block_on;
pub mod c_abi;
mod checked_frame;
mod clock;
mod drop_caught;
mod error;
mod extra;
mod forked;
mod future;
mod global;
mod group;
mod head;
mod join;
mod local;
mod member_count;
mod memory;
mod misuse;
mod nested;
mod object;
pub mod parallel_for;
mod program_failure;
mod report;
pub mod runner_utils;
mod runtime;
mod scheduler;
mod scope;
mod spawn_future;
mod spilled;
mod stuck;
mod symbol;
mod sync;
mod token;
mod trace;
mod value;
mod waiter;
mod wakers;

pub use activity::{Activity, queued_by_thread};
pub use block_on::block_on;
pub use c_abi::symbols;
pub use error::{BuildError, CalledFromTask, TaskError};
pub use group::{Group, GroupFull};
pub use local::live_objects;
pub use parallel_for::LoopOptions;
pub use program_failure::{catch_failure, exit_on_failure};
pub use runtime::{Runtime, RuntimeBuilder};
pub use scheduler::{Executor, Job, MAX_WORKERS, NUM_WORKERS_VARIABLE, Stats, block_in_place};
pub use scope::Scope;
pub use stuck::{Awaited, StuckWait, report_stuck_waits};
pub use symbol::SymbolAddress;
pub use token::{Completer, Token};
pub use trace::TRACE_VARIABLE;
pub use value::{Value, ValueCompleter};

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
