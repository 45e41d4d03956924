//! `convert-arith-to-llvm`: arithmetic becomes that of the llvm dialect, on vectors of several dimensions vector by
//! vector.

mod casts;
mod compare;
mod extended;
mod one_to_one;

use asyncir_dialects::arith;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Diagnostics, OwnedOp};

use super::llvm_common::{INDEX_BITWIDTH, LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm};
use crate::arith::arith_expand;
use crate::{Pass, PassContext, PassInfo};

pub use one_to_one::llvm_fastmath;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-arith-to-llvm",
    class: "ArithToLLVMConversionPass",
    summary: "Convert Arith dialect to LLVM dialect",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    create: |options| {
        Ok(Box::new(ArithToLlvm {
            options: LowerToLlvmOptions::parse(options)?,
        }))
    },
};

struct ArithToLlvm {
    options: LowerToLlvmOptions,
}

impl Pass for ArithToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        convert_to_llvm(op, cx, self.options, |converter, patterns, _| {
            populate_all(converter, patterns);
        })
    }
}

/// Adds the patterns of this pass, and those for divisions that round up or down.
pub(super) fn populate_all(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    add_division_expansions(patterns);
    populate(converter, patterns);
}

/// Divisions that round up or down are spelled out first: LLVM has none.
fn add_division_expansions(patterns: &mut ConversionPatterns) {
    let divisions = [
        arith::CeilDivSIOp::DEF,
        arith::CeilDivUIOp::DEF,
        arith::FloorDivSIOp::DEF,
    ];
    for pattern in arith_expand::EXPANSIONS
        .iter()
        .filter(|pattern| divisions.iter().any(|def| def.name == pattern.root.name))
    {
        patterns.add_rewrite(pattern);
    }
}

/// Adds the patterns of ops that are converted one by one.
pub fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    one_to_one::populate(converter, patterns);
    casts::populate(converter, patterns);
    compare::populate(converter, patterns);
    extended::populate(converter, patterns);
}
