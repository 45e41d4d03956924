//! What passes ask about a program before they change it.

pub(crate) mod constraints;
pub(crate) mod dependence;
pub(crate) mod memref_alias;
