//! Dialect conversion: ops that a target declares illegal are rewritten until all are legal, types included.
//!
//! Ops are visited outer ones first. An illegal op is folded, or else rewritten by the best pattern that matches; what
//! the pattern makes must be legal or is made so in turn. Patterns see the original op, and for each operand the value
//! that stands for it in the converted types. Where types do not fit, casts are put in; in the end, those that cancel
//! each other go away, and type converters make the others in their own way.
//!
//! A pattern that has changed something must succeed, and what it makes must become legal: there is no rolling back of
//! patterns that applied. If the conversion fails, the body is left converted in part, and the error says why.

mod casts;
mod legalize;
mod nested;
mod patterns;
mod rewriter;
mod state;
mod target;

pub use casts::reconcile_unrealized_casts;
pub use patterns::{ConversionPattern, ConversionPatterns};
pub use state::ConversionState;
pub use target::{ConversionTarget, Legality};

pub use super::{Conversion, InputMapping, Rewriter, SignatureConversion, TypeConverter, ValueVec};

use crate::body::Operation;
use crate::context::Context;
use crate::diagnostics::Diagnostics;

/// When ops are folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldingMode {
    /// Not at all.
    Never,
    /// Before patterns are tried.
    BeforePatterns,
    /// When no pattern matched.
    AfterPatterns,
}

/// How a conversion goes about it.
#[derive(Clone, Copy, Debug)]
pub struct ConversionConfig {
    /// When ops are folded.
    pub folding: FoldingMode,
    /// Whether casts that remain are replaced by what the type converters make of them.
    pub build_materializations: bool,
    /// Whether functions are converted on several threads.
    pub threads: bool,
    /// Whether functions are verified once they are converted, because everything will be.
    pub verify_ahead: bool,
}

impl Default for ConversionConfig {
    fn default() -> Self {
        Self {
            folding: FoldingMode::BeforePatterns,
            build_materializations: true,
            threads: false,
            verify_ahead: false,
        }
    }
}

/// Which ops have to be legal in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Those that are not declared illegal may stay.
    Partial,
    /// All.
    Full,
}

/// Converts the ops in the body of `op`, which is isolated from above, down to those in functions of a module. Ops
/// that are not declared illegal may stay as they are.
///
/// # Errors
/// If an op that is declared illegal cannot be made legal.
pub fn apply_partial_conversion(
    ctx: &Context,
    op: &mut Operation,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<(), Diagnostics> {
    run(ctx, op, target, patterns, config, Mode::Partial)
}

/// The same, where every op must be legal in the end.
///
/// # Errors
/// If an op cannot be made legal.
pub fn apply_full_conversion(
    ctx: &Context,
    op: &mut Operation,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<(), Diagnostics> {
    run(ctx, op, target, patterns, config, Mode::Full)
}

fn run(
    ctx: &Context,
    op: &mut Operation,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
    mode: Mode,
) -> Result<(), Diagnostics> {
    let driver = legalize::Driver {
        ctx,
        target,
        patterns,
        config,
        mode,
        known: target::Known::new(ctx),
    };
    let mut diagnostics = Diagnostics::new();
    if driver.convert_owner(op, &mut diagnostics) {
        Ok(())
    } else {
        Err(diagnostics)
    }
}
