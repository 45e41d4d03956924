//! Asynchronous functions: their definition, calls and returns.

use asyncir_ir::def::OpView;
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Fallible, OpRef, Type};

use super::types::{VALUE_OR_TOKEN, is_token, is_value, value_type};
use crate::call::verify_callee;
use crate::constraints::{
    ANY_TYPE, DICT_ARRAY_ATTR, FLAT_SYMBOL_REF_ATTR, FUNCTION_TYPE_ATTR, STR_ATTR, SYMBOL_NAME_ATTR,
};
use crate::{function_like, symbol};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A function that returns before it is done: a token that says when it is done, or values that become available,
    /// or both, the token first. It may wait without blocking its thread.
    ///
    /// ```mlir
    /// async.func @answer() -> (!async.token, !async.value<i32>) {
    ///   %0 = arith.constant 42 : i32
    ///   return %0 : i32
    /// }
    /// ```
    op FuncOp "async.func" {
        summary "async function operation";
        attributes {
            sym_name: required SYMBOL_NAME_ATTR,
            function_type: required FUNCTION_TYPE_ATTR,
            sym_visibility: optional STR_ATTR,
            arg_attrs: optional DICT_ARRAY_ATTR,
            res_attrs: optional DICT_ARRAY_ATTR,
        }
        regions { body: Any }
        traits [IsolatedFromAbove, Symbol, FunctionLike]
        custom function_like::parse, function_like::print;
        hooks {
            verify: verify_function,
            verify_regions: verify_returns,
            default_dialect: "async",
            is_private_symbol: symbol::is_private,
        }
    }

    /// Calls an asynchronous function.
    ///
    /// ```mlir
    /// %sum = async.call @add(%a, %b) : (f32, f32) -> !async.value<f32>
    /// ```
    op CallOp "async.call" {
        summary "async call operation";
        operands { operands: variadic ANY_TYPE }
        results { results: variadic VALUE_OR_TOKEN }
        attributes {
            callee: required FLAT_SYMBOL_REF_ATTR,
            arg_attrs: optional DICT_ARRAY_ATTR,
            res_attrs: optional DICT_ARRAY_ATTR,
        }
        format "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)";
        hooks { verify_symbols: verify_call }
    }

    /// Ends an asynchronous function: its operands become the payloads of the values it returned.
    op ReturnOp "async.return" {
        summary "Async function return operation";
        operands { operands: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        parents ["async.func"]
        format "attr-dict ($operands^ `:` type($operands))?";
    }
}

impl<'a> FuncOp<'a> {
    /// The name.
    pub fn name(self) -> &'a str {
        self.sym_name()
            .and_then(|name| name.as_str(self.0.ctx))
            .unwrap_or_default()
    }

    /// The types of the arguments.
    pub fn inputs(self) -> &'a [Type] {
        function_like::function_type(self.0).unwrap_or_default().0
    }

    /// The types of the results.
    pub fn outputs(self) -> &'a [Type] {
        function_like::function_type(self.0).unwrap_or_default().1
    }

    /// Whether the function returns a token.
    pub fn is_stateful(self) -> bool {
        self.outputs().first().is_some_and(|&ty| is_token(self.0.ctx, ty))
    }

    /// The types that a return of the function takes: the payloads of its values.
    pub fn payload_types(self) -> Vec<Type> {
        let values = &self.outputs()[usize::from(self.is_stateful())..];
        values.iter().filter_map(|&ty| value_type(self.0.ctx, ty)).collect()
    }
}

fn verify_function(op: OpRef<'_>) -> Fallible {
    function_like::verify(op)?;
    let results = FuncOp(op).outputs();
    if results.is_empty() {
        return Err(op.error("result is expected to be at least of size 1, but got 0"));
    }
    for (index, &ty) in results.iter().enumerate() {
        if !is_token(op.ctx, ty) && !is_value(op.ctx, ty) {
            let got = op.ctx.show_type(ty);
            return Err(op.error(format_args!(
                "result type must be async value type or async token type, but got '{got}'"
            )));
        }
        if is_token(op.ctx, ty) && index > 0 {
            let position = index + 1;
            return Err(op.error(format_args!(
                " results' (optional) async token type is expected to appear as the 1st return value, but got {position}"
            )));
        }
    }
    Ok(())
}

/// The operands of each return are the payloads of the results. Checked from the function, for a return does not see
/// the op that owns its body.
fn verify_returns(op: OpRef<'_>) -> Fallible {
    function_like::verify_no_symbols(op)?;
    let Some(body) = op.data().body() else {
        return Ok(());
    };
    let payloads = FuncOp(op).payload_types();
    let returns = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let mut returns = returns.filter_map(|block| ReturnOp::cast(body.op_ref(op.ctx, body.terminator(block)?)));
    match returns.find(|ret| ret.0.operand_types()[..] != payloads[..]) {
        Some(ret) => Err(ret
            .0
            .error("operand types do not match the types returned from the parent FuncOp")),
        None => Ok(()),
    }
}

fn verify_call(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    verify_callee(op, scope, FuncOp::DEF, "async function")
}
