//! Rewriting: a cursor that makes, moves and erases ops and tells listeners, patterns, and the drivers that apply them.

mod pattern;
mod rewriter;

pub use pattern::{Benefit, FnPattern, Frozen, PatternRoot, RewritePattern};
pub use rewriter::{Listener, Rewriter};
