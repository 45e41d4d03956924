//! `set-llvm-module-datalayout`: sets the data layout of a module.

use asyncir_ir::{Diagnostics, OwnedOp};

use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "set-llvm-module-datalayout",
    class: "SetLLVMModuleDataLayoutPass",
    summary: "Attach a datalayout string as a module attribute",
    anchor: Some("builtin.module"),
    options: &[OptionInfo::text(
        "data-layout",
        "String description (LLVM format) of the data layout that is expected on the produced module",
        "",
    )],
    create: |options| {
        let layout = options.text("data-layout")?.to_owned();
        Ok(Box::new(SetDataLayout { layout }))
    },
};

struct SetDataLayout {
    layout: String,
}

impl Pass for SetDataLayout {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let layout = cx.ctx.str_attr(&self.layout);
        op.operation_mut().set_attr(cx.ctx, "llvm.data_layout", Some(layout));
        Ok(())
    }
}
