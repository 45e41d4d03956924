//! `convert-func-to-llvm`: functions, calls and returns become those of the llvm dialect.

mod calls;
mod functions;
mod unranked_copies;
mod wrappers;

use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Diagnostics, OwnedOp};

pub(crate) use functions::EMIT_C_INTERFACE;

use super::llvm_common::{INDEX_BITWIDTH, LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm};
use crate::options::OptionInfo;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-func-to-llvm",
    class: "ConvertFuncToLLVMPass",
    summary: "Convert from the Func dialect to the LLVM dialect",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::flag(
            "use-bare-ptr-memref-call-conv",
            "Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types",
            "false",
        ),
        INDEX_BITWIDTH,
    ],
    create: |options| {
        Ok(Box::new(FuncToLlvm {
            options: LowerToLlvmOptions {
                bare_pointers: options.flag("use-bare-ptr-memref-call-conv")?,
                ..LowerToLlvmOptions::parse(options)?
            },
        }))
    },
};

struct FuncToLlvm {
    options: LowerToLlvmOptions,
}

impl Pass for FuncToLlvm {
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
    functions::populate(converter, patterns);
    calls::populate(converter, patterns);
}
