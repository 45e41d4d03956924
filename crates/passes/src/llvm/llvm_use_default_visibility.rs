//! `llvm-use-default-visibility`: gives functions, variables and aliases with default visibility another one.
//!
//! What only its module sees keeps the default: LLVM refuses anything else there.

use asyncir_dialects::llvm::attrs::VISIBILITIES;
use asyncir_dialects::llvm::func::is_local;
use asyncir_dialects::llvm::{AliasOp, FuncOp, GlobalOp, IFuncOp};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, Diagnostics, OwnedOp, WalkOrder};

use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "llvm-use-default-visibility",
    class: "LLVMUseDefaultVisibilityPass",
    summary: "Update default visibility of all global values and function definitions",
    anchor: Some("builtin.module"),
    options: &[OptionInfo::choice(
        "visibility",
        "Visibility to use in place of default.",
        &["default", "hidden", "protected"],
        "default",
    )],
    create: |options| {
        let visibility = VISIBILITIES.value(visibility_word(options.text("visibility")?));
        Ok(Box::new(UseDefaultVisibility {
            visibility: visibility.unwrap_or(DEFAULT),
        }))
    },
};

/// The number of the default visibility.
const DEFAULT: i64 = 0;

/// The default one has no word in the text of a program.
fn visibility_word(option: &str) -> &str {
    if option == "default" { "" } else { option }
}

struct UseDefaultVisibility {
    visibility: i64,
}

impl Pass for UseDefaultVisibility {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        if let Some(body) = op.body_mut() {
            set_visibility(cx.ctx, body, self.visibility);
        }
        Ok(())
    }
}

/// Sets the visibility in a module and in those inside.
fn set_visibility(ctx: &Context, body: &mut Body, visibility: i64) {
    const KINDS: [&asyncir_ir::def::OpDef; 4] = [FuncOp::DEF, GlobalOp::DEF, AliasOp::DEF, IFuncOp::DEF];
    for op in body.walk_all(WalkOrder::Pre) {
        let data = body.op(op);
        let own = data.property(ctx, "visibility_").and_then(|own| own.as_i64(ctx));
        let is_default = own.unwrap_or(DEFAULT) == DEFAULT;
        if is_default && KINDS.iter().any(|kind| data.is(kind)) && !is_local(body.op_ref(ctx, op)) {
            let value = ctx.i64_attr(visibility);
            body.op_mut(op).set_property(ctx, "visibility_", Some(value));
        }
    }
    for owner in body.owners() {
        if let Some(inner) = body.op_mut(owner).body_mut() {
            set_visibility(ctx, inner, visibility);
        }
    }
}
