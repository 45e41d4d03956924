//! What passes ask about a program before they change it.

pub mod callers;
pub(crate) mod constraints;
pub(crate) mod cycles;
pub(crate) mod dataflow;
pub(crate) mod dependence;
pub(crate) mod int_range;
pub(crate) mod memref_alias;
