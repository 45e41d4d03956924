//! The `func` dialect: functions, calls, and functions as values.

pub mod build;
mod call_indirect;

use asyncir_ir::def::{Dialect, Folded, NameSink, OpView};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Fallible, Ident, Location, OpId, OpRef, Operation, OperationState, Type,
};

use crate::call::verify_callee;
use crate::constraints::{
    ANY_TYPE, DICT_ARRAY_ATTR, FLAT_SYMBOL_REF_ATTR, FUNCTION_TYPE, FUNCTION_TYPE_ATTR, STR_ATTR, SYMBOL_NAME_ATTR,
    UNIT_ATTR,
};
use crate::{function_like, symbol};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "func",
    description: "Functions, calls, and functions as values.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

asyncir_ir::ops! {
    /// All ops of the dialect.
    pub const OPS;

    /// Calls the function that `callee` names. Operands and results have the types of its signature.
    ///
    /// ```mlir
    /// %sum = func.call @add(%a, %b) : (f32, f32) -> f32
    /// ```
    op CallOp "func.call" {
        summary "call operation";
        operands { operands: variadic ANY_TYPE }
        results { results: variadic ANY_TYPE }
        attributes {
            callee: required FLAT_SYMBOL_REF_ATTR,
            arg_attrs: optional DICT_ARRAY_ATTR,
            res_attrs: optional DICT_ARRAY_ATTR,
            no_inline: optional UNIT_ATTR,
        }
        format "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)";
        hooks { verify_symbols: verify_call }
    }

    /// Calls a value of function type. If the value is a `func.constant`, canonicalisation makes it a `func.call`.
    ///
    /// ```mlir
    /// %r = func.call_indirect %f(%a) : (f32) -> f32
    /// ```
    op CallIndirectOp "func.call_indirect" {
        summary "indirect call operation";
        operands { callee: one FUNCTION_TYPE, callee_operands: variadic ANY_TYPE }
        results { results: variadic ANY_TYPE }
        attributes { arg_attrs: optional DICT_ARRAY_ATTR, res_attrs: optional DICT_ARRAY_ATTR }
        custom call_indirect::parse, call_indirect::print;
        hooks { verify: call_indirect::verify, canonicalize: call_indirect::PATTERNS }
    }

    /// Makes a value of a function, for `func.call_indirect`.
    ///
    /// ```mlir
    /// %f = func.constant @add : (f32, f32) -> f32
    /// ```
    op ConstantOp "func.constant" {
        summary "constant";
        results { result: one ANY_TYPE }
        attributes { value: required FLAT_SYMBOL_REF_ATTR }
        traits [ConstantLike, Pure]
        format "attr-dict $value `:` type(results)";
        hooks { verify_symbols: verify_constant, fold: fold_constant, result_names: name_constant }
    }

    /// A function: a name, a type, and a region whose entry block has the arguments. Without a region it is declared
    /// here and defined elsewhere. Nothing inside uses a value from outside.
    ///
    /// ```mlir
    /// func.func private @log(i64)
    /// func.func @twice(%x: i64 {my.attr}) -> (i64, i64) attributes {my.note = "text"} {
    ///   return %x, %x : i64, i64
    /// }
    /// ```
    op FuncOp "func.func" {
        summary "An operation with a name containing a single `SSACFG` region";
        attributes {
            sym_name: required SYMBOL_NAME_ATTR,
            function_type: required FUNCTION_TYPE_ATTR,
            sym_visibility: optional STR_ATTR,
            arg_attrs: optional DICT_ARRAY_ATTR,
            res_attrs: optional DICT_ARRAY_ATTR,
            no_inline: optional UNIT_ATTR,
        }
        regions { body: Any }
        traits [AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol, FunctionLike]
        custom function_like::parse, function_like::print;
        hooks {
            verify: function_like::verify,
            verify_regions: verify_returns,
            default_dialect: "func",
            is_private_symbol: symbol::is_private,
        }
    }

    /// Ends a function and gives its results.
    ///
    /// ```mlir
    /// func.return %a, %b : i32, f32
    /// ```
    op ReturnOp "func.return" {
        summary "Function return operation";
        operands { operands: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        parents ["func.func"]
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

    /// The entry block with the arena it stands in, unless the function is only declared.
    pub fn entry(self) -> Option<(&'a Body, BlockId)> {
        let body = self.0.data().body()?;
        Some((body, body.entry()?))
    }

    /// The state of a function without blocks, to be filled before or after it is inserted.
    pub fn declare(ctx: &Context, location: Location, name: &str, inputs: &[Type], outputs: &[Type]) -> OperationState {
        let ty = ctx.type_attr(ctx.function_type(inputs, outputs));
        let mut state = Self::build(ctx, location, ctx.str_attr(name), ty, None, None, None, None, &[]);
        let mut body = Body::new();
        body.add_root_region();
        state.body = Some(Box::new(body));
        state
    }
}

/// The function that an op calls, if it is a `func.call`.
pub fn callee(ctx: &Context, op: &Operation) -> Option<Ident> {
    op.is(CallOp::DEF).then(|| op.symbol_property(ctx, "callee"))?
}

fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, location: Location) -> Option<OperationState> {
    let is_function = value.as_flat_symbol(ctx).is_some() && ty.function(ctx).is_some();
    is_function.then(|| ConstantOp::build(ctx, location, value, &[ty]))
}

fn verify_call(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    verify_callee(op, scope, FuncOp::DEF, "function")
}

fn verify_constant(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    // What is missing is told elsewhere.
    let Some(value) = op.property("value") else {
        return Ok(());
    };
    let Some(function) = scope.lookup(op.ctx, value).and_then(FuncOp::cast) else {
        let name = value.as_flat_symbol(op.ctx).map_or("", |name| op.ctx.str(name));
        return Err(op.error(format_args!("reference to undefined function '{name}'")));
    };
    if function.function_type().and_then(|attr| attr.as_type(op.ctx)) != Some(op.result_type(0)) {
        return Err(op.error("reference to function with mismatched type"));
    }
    Ok(())
}

fn fold_constant(ctx: &Context, body: &mut Body, op: OpId, _constants: &[Option<Attribute>]) -> Folded {
    body.op(op).property(ctx, "value").map_or(Folded::No, Folded::attr)
}

fn name_constant(op: OpRef<'_>, name: NameSink<'_>) {
    name(op.result(0), "f");
}

/// The operands of each return are the results of the function. Checked from the function, for a return does not see
/// the op that owns its body.
fn verify_returns(op: OpRef<'_>) -> Fallible {
    function_like::verify_no_symbols(op)?;
    let function = FuncOp(op);
    let Some(body) = op.data().body() else {
        return Ok(());
    };
    let returns = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let returns = returns.filter_map(|block| ReturnOp::cast(body.op_ref(op.ctx, body.terminator(block)?)));
    for ReturnOp(ret) in returns {
        verify_return(ret, function)?;
    }
    Ok(())
}

fn verify_return(ret: OpRef<'_>, function: FuncOp<'_>) -> Fallible {
    let (name, results) = (function.name(), function.outputs());
    let operands = ret.operand_types();
    if operands.len() != results.len() {
        let (got, want) = (operands.len(), results.len());
        return Err(ret.error(format_args!(
            "has {got} operands, but enclosing function (@{name}) returns {want}"
        )));
    }
    for (index, (&got, &want)) in operands.iter().zip(results).enumerate() {
        if got != want {
            let (got, want) = (ret.ctx.show_type(got), ret.ctx.show_type(want));
            let message = format!(
                "type of return operand {index} ('{got}') doesn't match function result type ('{want}') in function @{name}"
            );
            return Err(ret.bare_error(message));
        }
    }
    Ok(())
}
