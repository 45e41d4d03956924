//! `arith-emulate-unsupported-floats`: ops of `arith`, and those of `vector` that compute, are done on wider floats where a
//! target does not support those that they are on. What does not compute stays.

use asyncir_dialects::{arith, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostic, Diagnostics, Location, OwnedOp};

use crate::conversion::wider_floats::{Widen, converter, parse_type, parse_types};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "arith-emulate-unsupported-floats",
    class: "ArithEmulateUnsupportedFloats",
    summary: "Emulate operations on unsupported floats with extf/truncf",
    anchor: None,
    options: &[
        OptionInfo::list(
            "source-types",
            "MLIR types without arithmetic support on a given target",
        ),
        OptionInfo::text(
            "target-type",
            "MLIR type to convert the unsupported source types to",
            "f32",
        ),
    ],
    create: |options| {
        Ok(Box::new(ArithEmulateUnsupportedFloats {
            unsupported: options.list("source-types")?,
            target: options.text("target-type")?.to_owned(),
        }))
    },
};

struct ArithEmulateUnsupportedFloats {
    /// The names of types that are not supported.
    unsupported: Vec<String>,
    /// The name of the type that takes their place.
    target: String,
}

impl Pass for ArithEmulateUnsupportedFloats {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let target_type = parse_type(cx.ctx, "target", &self.target)?;
        let unsupported = parse_types(cx.ctx, "source", &self.unsupported)?;
        if unsupported.contains(&target_type) {
            let message = "target type cannot be an unsupported source type";
            return Err(Diagnostic::error(Location::UNKNOWN, message).into());
        }
        let converter = converter(target_type, move |_, ty| !unsupported.contains(&ty));
        let mut target = ConversionTarget::new();
        target.unknown_dynamic(|_| true);
        let types = converter.clone();
        target.dynamic_dialect("arith", move |op| types.is_legal_op(op));
        for def in [
            vector::ContractionOp::DEF,
            vector::ReductionOp::DEF,
            vector::MultiReductionOp::DEF,
            vector::FMAOp::DEF,
            vector::OuterproductOp::DEF,
            vector::ScanOp::DEF,
        ] {
            let types = converter.clone();
            target.dynamic_op(def, move |op| types.is_legal_op(op));
        }
        target.legal_ops(&[
            arith::BitcastOp::DEF,
            arith::ExtFOp::DEF,
            arith::TruncFOp::DEF,
            arith::ConstantOp::DEF,
            arith::SelectOp::DEF,
        ]);
        let mut patterns = ConversionPatterns::new();
        patterns.add_pattern(Widen(converter));
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}
