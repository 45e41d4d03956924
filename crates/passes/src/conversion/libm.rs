//! Functions of the C library, called and declared.

use asyncir_dialects::func;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::lookup_symbol;
use asyncir_ir::{Attribute, Body, Context, Location, OperationState, Type, ValueId};

use super::llvm_common::functions::insert_at_start;

/// Calls a function with one result at the cursor.
pub(super) fn call(
    rw: &mut Rewriter<'_>,
    location: Location,
    function: &str,
    operands: &[ValueId],
    result: Type,
) -> ValueId {
    let callee = rw.ctx.symbol_attr(function);
    let call = func::build::call(rw.ctx, location, callee, operands, &[result]);
    rw.insert_value(call)
}

/// Declares a function with the given discardable attributes at the start of the module, unless there is one of its name.
pub(super) fn declare(rw: &mut Rewriter<'_>, name: &str, inputs: Vec<Type>, result: Type, attrs: Attribute) {
    let name = name.to_owned();
    rw.edit_symbols(move |edit| {
        if lookup_symbol(edit.ctx, edit.table, edit.ctx.ident(&name)).is_none() {
            insert_at_start(edit.table, declaration(edit.ctx, &name, &inputs, result, attrs));
        }
        Ok(())
    });
}

fn declaration(ctx: &Context, name: &str, inputs: &[Type], result: Type, attrs: Attribute) -> OperationState {
    let mut body = Body::new();
    body.add_root_region();
    let mut state = func::build::private_function(ctx, Location::UNKNOWN, name, inputs, &[result], body);
    state.attrs = attrs;
    state
}
