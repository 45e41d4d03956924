//! `convert-async-to-llvm`: async runtime ops become calls of the runtime's C interface, coroutine ops become LLVM's
//! coroutine intrinsics, and async types become pointers.

mod api;
mod carried;
mod coroutine_ops;
mod parallel_for;
mod runtime_ops;
mod types;

use asyncir_ir::rewrite::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostics, OwnedOp};

use self::types::Converters;
use super::function_types;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-async-to-llvm",
    class: "ConvertAsyncToLLVMPass",
    summary: "Convert the operations from the async dialect into the LLVM dialect",
    anchor: Some("builtin.module"),
    options: &[OptionInfo::flag(
        "runtime-extensions",
        "Values of async types drop what they hold, which takes a function of asyncir's runtime",
        "false",
    )
    .of_asyncir()],
    create: |options| {
        Ok(Box::new(ConvertAsyncToLLVM {
            runtime_extensions: options.flag("runtime-extensions")?,
        }))
    },
};

struct ConvertAsyncToLLVM {
    runtime_extensions: bool,
}

impl Pass for ConvertAsyncToLLVM {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let location = op.operation().location();
        if let Some(module) = op.body_mut() {
            api::check_resume(cx.ctx, module)?;
            api::declare(cx.ctx, module, location);
            api::declare_in_inner_modules(cx.ctx, module);
        }
        let converters = Converters::new();
        let mut patterns = ConversionPatterns::new();
        types::add_patterns(&mut patterns, &converters);
        runtime_ops::add_patterns(&mut patterns, &converters, self.runtime_extensions);
        parallel_for::add_patterns(&mut patterns, &converters);
        coroutine_ops::add_patterns(&mut patterns, &converters);
        let mut target = target(&converters);
        carried::add_patterns(&mut patterns, &mut target, &converters.runtime);
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

fn target(converters: &Converters) -> ConversionTarget {
    let mut target = ConversionTarget::new();
    target.legal_dialect("llvm");
    target.illegal_dialect("async");
    target.legal_op_named("arith.constant");
    target.legal_op_named("func.constant");
    target.legal_op_named("builtin.unrealized_conversion_cast");
    function_types::add_legality(&mut target, &converters.runtime);
    target
}
