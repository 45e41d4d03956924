//! Dialect conversion: ops that a target declares illegal are rewritten until all ops and types are legal.
//!
//! Outer ops are visited before the ops inside them. An illegal op is folded, or else rewritten by the best pattern that
//! matches. The new ops must be legal, or are made legal in turn. A pattern sees the original op, and for each operand a
//! value of the converted type. Casts are inserted where types do not match. At the end, casts that cancel each other are
//! removed, and type converters replace the others.
//!
//! There is no rollback: a pattern that has changed something must succeed, and its ops must become legal. If the
//! conversion fails, the body is left partly converted, and the error states the reason.

mod casts;
mod legalize;
mod mapping;
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

/// Options of a conversion.
#[derive(Clone, Copy, Debug)]
pub struct ConversionConfig {
    /// When ops are folded.
    pub folding: FoldingMode,
    /// Whether type converters replace the casts that remain.
    pub build_materializations: bool,
    /// Whether functions are converted on several threads.
    pub threads: bool,
    /// Whether each function is verified right after its conversion. Set it if the whole module is verified afterwards
    /// anyway.
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
    /// Ops that are not declared illegal may stay.
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

/// Does the same as [`apply_partial_conversion`], but every op must be legal in the end.
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
    // A pattern that reports an error and leaves a legal op as it is fails the conversion, too.
    if driver.convert_owner(op, &mut diagnostics) && !diagnostics.has_errors() {
        Ok(())
    } else {
        Err(diagnostics)
    }
}
