//! Affine expressions, maps and integer sets, simplified and printed as MLIR does.
//!
//! An [`AffineExpr`] is simplified whenever one is built, because the text that MLIR prints shows
//! the simplified form. Equality is that of the simplified trees.

mod expr;
mod flatten;
mod map;
mod print;
mod semi_affine;
mod set;
mod set_simplify;
mod simplify;
#[cfg(test)]
mod tests;

pub use expr::{AffineBinary, AffineExpr, AffineKind, SemiAffineError};
pub use map::AffineMap;
pub use set::IntegerSet;
