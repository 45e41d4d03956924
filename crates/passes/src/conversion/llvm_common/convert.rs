//! What passes that convert one dialect to the llvm dialect do around their patterns.

use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostics, OwnedOp};

use super::{LlvmTypeConverter, LowerToLlvmOptions};
use crate::PassContext;

/// Applies the patterns that `populate` adds; the llvm dialect is legal, other ops are as `populate` says.
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
    target.legal_dialect("llvm");
    populate(&converter, &mut patterns, &mut target);
    apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
}
