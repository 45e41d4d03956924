//! Sparse analyses of a whole program: what is known of values, from their definitions to their uses.
//!
//! All values are taken to be unknown so far, and all blocks to be dead, until something speaks against it. Only what
//! comes from live blocks counts, until nothing changes. Functions whose callers are all known take part: their arguments
//! are what is passed to them, and results of their calls are what they return.
//!
//! - `program`: all bodies at once, because facts go from function to function;
//! - `solver`: what is known, and what to look at again when it changes;
//! - `callables`: functions with callers that are not seen;
//! - `liveness`: which blocks are live, and where control comes from;
//! - `sparse`: how facts go from value to value, whatever they say;
//! - `constants`: which values are constants;
//! - `regions`: what dialects say about control flow;
//! - `calls`: who calls a function, and what else names it;
//! - `live_values`: which values are live, from uses to definitions;
//! - `ends`: what terminators do with their operands.

mod callables;
pub(crate) mod calls;
mod constants;
mod ends;
pub(crate) mod live_values;
pub(crate) mod liveness;
pub(crate) mod program;
pub(crate) mod regions;
pub(crate) mod solver;
pub(crate) mod sparse;

pub(crate) use self::constants::Constant;
pub(crate) use self::program::Program;
pub(crate) use self::solver::{Facts, Solver};
