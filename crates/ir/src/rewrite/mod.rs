//! Rewriting: the rewriter, patterns, and the drivers that apply them.
//!
//! - A [`Rewriter`] creates, moves and erases ops, and notifies listeners.
//! - [`greedy`] applies patterns and folds ops until nothing changes.
//! - [`conversion`] converts illegal ops to legal ones, including their types.
//! - [`fold`] folds ops. [`effects`] tells whether an op can be erased or moved.

pub mod conversion;
mod cycle_guard;
pub mod effects;
pub mod equivalence;
pub mod fold;
pub mod greedy;
mod pattern;
pub mod region_simplify;
mod rewriter;
mod type_converter;

pub use conversion::{
    ConversionConfig, ConversionPattern, ConversionPatterns, ConversionTarget, FoldingMode, Legality,
    apply_full_conversion, apply_partial_conversion,
};
pub use cycle_guard::CycleGuard;
pub use greedy::{GreedyConfig, GreedyOutcome, Strictness, apply_once, apply_patterns_greedily, apply_to_ops};
pub use pattern::{Benefit, FnPattern, FrozenPatternSet, PatternRoot, RewritePattern};
pub use rewriter::{Listener, Rewriter, SymbolEdit, Symbols};
pub use type_converter::{Conversion, InputMapping, SignatureConversion, TypeConverter, ValueVec};

#[cfg(test)]
mod tests;
