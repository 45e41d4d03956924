//! Tells each body which constants are defined around it. Passes get bodies one by one, and see nothing of the rest.

use std::sync::Arc;

use asyncir_dialects::memref::GlobalOp;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Body, ConstantSymbols, Context, OpId, OwnedOp};

/// Notes the constants of a symbol table in its body and in those inside, each of which sees those of the table next to it.
pub(super) fn publish(ctx: &Context, op: &mut OwnedOp) {
    if op.operation().has_trait(OpTrait::SymbolTable) {
        publish_in(ctx, op.body_mut(), None, true);
    }
}

fn publish_in(ctx: &Context, body: Option<&mut Body>, around: Option<&Arc<ConstantSymbols>>, is_table: bool) {
    let Some(body) = body else { return };
    let own = if is_table { constants(ctx, body) } else { None };
    let seen = if is_table { own.as_ref() } else { around };
    body.set_constant_symbols(seen);
    for owner in body.owners() {
        let data = body.op(owner);
        let is_table = data.has_trait(OpTrait::SymbolTable);
        let knows = |inner: &Body| inner.knows_constant_symbols(seen);
        if is_table || !data.body().is_none_or(knows) {
            publish_in(ctx, body.op_mut(owner).body_mut(), seen, is_table);
        }
    }
}

/// The constants that stand directly in a symbol table; `None` if there are none.
fn constants(ctx: &Context, body: &Body) -> Option<Arc<ConstantSymbols>> {
    let value = |op: OpId| {
        let global = GlobalOp::cast(body.op_ref(ctx, op))?;
        let name = global.sym_name()?.as_str(ctx)?;
        Some((ctx.symbol_attr(name), global.constant_value()?))
    };
    let constants: ConstantSymbols = body.block_ops(body.entry()?).filter_map(value).collect();
    if constants.is_empty() {
        return None;
    }
    // Bodies inside are told only once while nothing changes.
    let known = body.constant_symbols().filter(|known| ***known == constants);
    Some(known.map_or_else(|| Arc::new(constants), Arc::clone))
}
