//! `math-extend-to-supported-types`: ops of `math` on floats that a target does not support are done on wider ones.

use asyncir_dialects::math::FmaOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostics, OwnedOp, Type};

use crate::conversion::wider_floats::{Widen, converter, parse_type, parse_types};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "math-extend-to-supported-types",
    class: "MathExtendToSupportedTypes",
    summary: "Legalize floating-point math ops on low-precision floats",
    anchor: None,
    options: &[
        OptionInfo::list(
            "extra-types",
            "MLIR types with arithmetic support on a given target (f64 and f32 are implicitly supported)",
        ),
        OptionInfo::text(
            "target-type",
            "MLIR type to convert the unsupported source types to",
            "f32",
        ),
    ],
    create: |options| {
        Ok(Box::new(MathExtendToSupportedTypes {
            supported: options.list("extra-types")?,
            target: options.text("target-type")?.to_owned(),
        }))
    },
};

struct MathExtendToSupportedTypes {
    /// The names of supported types, apart from `f32` and `f64`.
    supported: Vec<String>,
    /// The name of the type that takes the place of others.
    target: String,
}

impl Pass for MathExtendToSupportedTypes {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let target_type = parse_type(cx.ctx, "target", &self.target)?;
        let mut supported = parse_types(cx.ctx, "source", &self.supported)?;
        supported.extend([Type::F64, Type::F32]);
        let converter = converter(target_type, move |_, ty| supported.contains(&ty));
        let mut target = ConversionTarget::new();
        target.unknown_dynamic(|_| true).legal_op(FmaOp::DEF);
        let types = converter.clone();
        target.dynamic_dialect("math", move |op| types.is_legal_op(op));
        let mut patterns = ConversionPatterns::new();
        patterns.add_pattern(Widen(converter));
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}
