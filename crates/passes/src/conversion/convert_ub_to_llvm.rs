//! `convert-ub-to-llvm`: poison and what is never reached become those of the llvm dialect.

use asyncir_dialects::ub;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Diagnostics, OwnedOp};

use super::llvm_common::{INDEX_BITWIDTH, LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm, ops};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-ub-to-llvm",
    class: "UBToLLVMConversionPass",
    summary: "Convert UB dialect to LLVM dialect",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    create: |options| {
        Ok(Box::new(UbToLlvm {
            options: LowerToLlvmOptions::parse(options)?,
        }))
    },
};

struct UbToLlvm {
    options: LowerToLlvmOptions,
}

impl Pass for UbToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        convert_to_llvm(op, cx, self.options, |converter, patterns, _| {
            populate(converter, patterns)
        })
    }
}

/// Adds the patterns of this pass.
pub fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    patterns.add(ub::PoisonOp::DEF, converter.converter(), move |rw, op, _| {
        let loc = rw.location_of(op);
        // Poison in the manner of another dialect is for that dialect to convert.
        if rw.body.op(op).property(rw.ctx, "value") != Some(ub::poison(rw.ctx)) {
            return None;
        }
        let ty = llvm.convert(rw.ctx, rw.body.value_type(rw.body.result(op, 0)))?;
        let value = ops::poison(rw, loc, ty);
        rw.replace(op, &[value]);
        Some(())
    });
    patterns.add(ub::UnreachableOp::DEF, converter.converter(), |rw, op, _| {
        let loc = rw.location_of(op);
        ops::unreachable_op(rw, loc);
        rw.erase(op);
        Some(())
    });
}
