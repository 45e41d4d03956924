//! Rewriting: a cursor that makes, moves and erases ops and tells listeners, patterns, and the drivers that apply them.
//!
//! - [`greedy`] applies patterns and folds until nothing changes;
//! - [`conversion`] turns illegal ops into legal ones, types included;
//! - [`fold`] and [`effects`] say what an op folds to and whether it can be dropped.

pub mod conversion;
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
pub use greedy::{GreedyConfig, GreedyOutcome, apply_once, apply_patterns_greedily};
pub use pattern::{Benefit, FnPattern, Frozen, PatternRoot, RewritePattern};
pub use rewriter::{Listener, Rewriter, SymbolEdit, Symbols};
pub use type_converter::{Conversion, InputMapping, SignatureConversion, TypeConverter, ValueVec};

#[cfg(test)]
mod tests;
