//! What passes that convert one dialect to the llvm dialect do around their patterns.

use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostics, OwnedOp};

use super::{LlvmTypeConverter, LowerToLlvmOptions};
use crate::PassContext;

/// Stands for values of another type until both sides are converted.
pub const CAST: &str = "builtin.unrealized_conversion_cast";

/// Applies the patterns that `populate` adds; the llvm dialect and casts between types are legal, other ops are as `populate` says.
///
/// # Errors
/// If an op is illegal and no pattern makes it legal.
pub fn convert_to_llvm(
    op: &mut OwnedOp,
    cx: &PassContext<'_>,
    options: LowerToLlvmOptions,
    populate: impl FnOnce(&LlvmTypeConverter, &mut ConversionPatterns, &mut ConversionTarget),
) -> Result<(), Diagnostics> {
    let converter = LlvmTypeConverter::new(options);
    let mut patterns = ConversionPatterns::new();
    let mut target = ConversionTarget::new();
    target.legal_dialect("llvm").legal_op_named(CAST);
    populate(&converter, &mut patterns, &mut target);
    apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
}
