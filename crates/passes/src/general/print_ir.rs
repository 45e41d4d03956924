//! `print-ir`: writes the op to standard error.

use std::io::Write;

use asyncir_ir::{Diagnostics, OwnedOp};

use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "print-ir",
    class: "PrintIRPass",
    summary: "Print IR on the debug stream",
    anchor: None,
    options: &[OptionInfo::text("label", "Label", "")],
    create: |options| {
        Ok(Box::new(PrintIr {
            label: options.text("label")?.to_owned(),
        }))
    },
};

struct PrintIr {
    label: String,
}

impl Pass for PrintIr {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let space = if self.label.is_empty() { "" } else { " " };
        let text = cx.ctx.dump_op(op.op_ref(cx.ctx));
        let text = format!("// -----// IR Dump{space}{} //----- //\n{text}\n", self.label);
        // That nobody reads it is no reason to fail. It is written at once, so that texts of several threads do not mix.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        Ok(())
    }
}
