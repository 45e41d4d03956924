//! Entry points, which are called from outside of their module.

use asyncir_dialects::llvm::FuncOp;
use asyncir_dialects::llvm::func::linkage;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Context, OpId, OwnedOp};
use asyncir_passes::conversion::llvm_common::types;

/// Has functions be seen from outside of their module, whatever their linkage says.
pub(crate) fn expose(ctx: &Context, module: &mut OwnedOp, names: &[String]) {
    let Some(body) = module.body_mut() else { return };
    let Some(block) = body.entry() else { return };
    for op in body.block_ops(block).collect::<Vec<OpId>>() {
        let data = body.op(op);
        let name = symbol_name(ctx, data).map(|name| ctx.str(name));
        let is_named = name.is_some_and(|name| names.iter().any(|entry| entry == name));
        let is_local = || matches!(linkage(body.op_ref(ctx, op)), "internal" | "private");
        if is_named && data.is(FuncOp::DEF) && is_local() {
            let external = types::linkage(ctx, "external");
            body.op_mut(op).set_property(ctx, "linkage", Some(external));
        }
    }
}
