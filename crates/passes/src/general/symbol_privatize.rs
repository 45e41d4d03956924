//! `symbol-privatize`: makes the symbols of a symbol table private, so that what is not used can be erased.

use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Diagnostics, OpId, OwnedOp};

use crate::options::OptionInfo;
use crate::pass::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "symbol-privatize",
    class: "SymbolPrivatize",
    summary: "Mark symbols private",
    anchor: None,
    options: &[OptionInfo::list(
        "exclude",
        "Comma separated list of symbols that should not be marked private",
    )],
    create: |options| {
        Ok(Box::new(SymbolPrivatize {
            exclude: options.list("exclude")?,
        }))
    },
};

struct SymbolPrivatize {
    exclude: Vec<String>,
}

impl Pass for SymbolPrivatize {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let Some(body) = op.body_mut() else { return Ok(()) };
        let ops: Vec<OpId> = body
            .root_regions()
            .iter()
            .flat_map(|&region| body.region_blocks(region))
            .flat_map(|block| body.block_ops(block))
            .collect();
        let private = cx.ctx.str_attr("private");
        for op in ops {
            let data = body.op_mut(op);
            let is_named = |name| !self.exclude.iter().any(|excluded| excluded == cx.ctx.str(name));
            if data.def().is_some() && symbol_name(cx.ctx, data).is_some_and(is_named) {
                data.set_property(cx.ctx, "sym_visibility", Some(private));
            }
        }
        Ok(())
    }
}
