//! Passes that know no dialect.

pub mod canonicalize;
pub mod cse;
pub mod reconcile_unrealized_casts;
