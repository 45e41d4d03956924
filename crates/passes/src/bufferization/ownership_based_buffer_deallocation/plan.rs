//! Which buffers of a function are freed, where not all are.

use std::collections::HashSet;

use asyncir_ir::{OpId, ValueId};

/// What is known of a function before its buffers are followed.
#[derive(Default)]
pub(in crate::bufferization) struct Plan {
    /// The values that are memory which their block owns from then on: all others are owned by nobody, or views of these.
    pub(in crate::bufferization) owned: HashSet<ValueId>,
    /// The ops whose regions may give away memory that they own. Only these tell who owns what they give.
    pub(in crate::bufferization) telling: HashSet<OpId>,
    /// Whether the function gives away what it returns.
    pub(in crate::bufferization) gives: bool,
}
