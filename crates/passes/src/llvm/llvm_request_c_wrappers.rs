//! `llvm-request-c-wrappers`: asks for a wrapper of each function that takes memrefs by pointer, for callers in C.

use asyncir_ir::{Attribute, Diagnostics, OwnedOp};

use crate::conversion::convert_func_to_llvm::EMIT_C_INTERFACE;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "llvm-request-c-wrappers",
    class: "LLVMRequestCWrappersPass",
    summary: "Request C wrapper emission for all functions",
    anchor: Some("func.func"),
    options: &[],
    create: |_| Ok(Box::new(LlvmRequestCWrappers)),
};

struct LlvmRequestCWrappers;

impl Pass for LlvmRequestCWrappers {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        op.operation_mut()
            .set_attr(cx.ctx, EMIT_C_INTERFACE, Some(Attribute::UNIT));
        Ok(())
    }
}
