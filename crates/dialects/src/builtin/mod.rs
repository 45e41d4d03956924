//! The `builtin` dialect: the module, and the cast between type systems that a conversion is still mixing. Its types
//! and attributes are part of the IR itself.

use asyncir_ir::def::{Dialect, FoldResult, Folded, OpView};
use asyncir_ir::{Attribute, Body, Context, Fallible, Location, OpId, OpRef, OperationState, OwnedOp, Type, ValueId};

use crate::constraints::{ANY_TYPE, STR_ATTR, SYMBOL_NAME_ATTR};
use crate::symbol;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "builtin",
    description: "What every program needs: the module, and casts that stand between type systems while a conversion \
                  is under way.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: None,
    verify_attr: None,
    allows_unknown_ops: false,
};

asyncir_ir::ops! {
    /// All ops of the dialect.
    pub const OPS;

    /// Holds functions and other symbols in one block without a terminator. The order of its ops means nothing, and
    /// they use no value from outside.
    ///
    /// ```mlir
    /// module @name {
    ///   func.func private @f()
    /// }
    /// ```
    op ModuleOp "builtin.module" {
        summary "A top level container operation";
        attributes { sym_name: optional SYMBOL_NAME_ATTR, sym_visibility: optional STR_ATTR }
        regions { bodyRegion: Sized(1) }
        traits [AffineScope, IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, SingleBlock, NoTerminator,
                GraphRegion]
        format "($sym_name^)? attr-dict-with-keyword $bodyRegion";
        hooks {
            verify: verify_module,
            default_dialect: "builtin",
            is_private_symbol: symbol::is_private,
        }
    }

    /// Lets values of one type system stand for values of another until a conversion has replaced both sides. It has
    /// no meaning at run time: whatever is left of it at the end is an error of the pipeline.
    ///
    /// ```mlir
    /// %struct = builtin.unrealized_conversion_cast %a, %b : i32, f32 to !llvm.struct<(i32, f32)>
    /// ```
    op UnrealizedConversionCastOp "builtin.unrealized_conversion_cast" {
        summary "An unrealized conversion from one set of types to another";
        operands { inputs: variadic ANY_TYPE }
        results { outputs: variadic ANY_TYPE }
        traits [Pure]
        format "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict";
        hooks { verify: verify_cast, fold: fold_cast }
    }
}

/// `module { body }`, which owns its ops.
pub fn module(location: Location, body: Body) -> OwnedOp {
    let mut state = OperationState::of(ModuleOp::DEF, location);
    state.body = Some(Box::new(body));
    OwnedOp::new(state)
}

fn verify_module(op: OpRef<'_>) -> Fallible {
    for &(name, _) in op.data().attrs().as_dict(op.ctx).unwrap_or_default() {
        let name = op.ctx.str(name);
        if !name.contains('.') {
            return Err(op.error(format_args!(
                "can only contain attributes with dialect-prefixed names, found: '{name}'"
            )));
        }
    }
    Ok(())
}

fn verify_cast(op: OpRef<'_>) -> Fallible {
    if op.data().num_results() == 0 {
        return Err(op.error("expected at least one result for cast operation"));
    }
    Ok(())
}

/// A cast to the same types, and a cast back to the types before the last cast, are what went in.
fn fold_cast(_ctx: &Context, body: &mut Body, op: OpId, _constants: &[Option<Attribute>]) -> Folded {
    let types_of = |values: &[ValueId]| values.iter().map(|&v| body.value_type(v)).collect::<Vec<Type>>();
    let inputs: Vec<ValueId> = body.operands(op).collect();
    let wanted = types_of(&body.results(op).collect::<Vec<_>>());
    let all = |values: &[ValueId]| Folded::Results(values.iter().map(|&v| FoldResult::Value(v)).collect());
    if types_of(&inputs) == wanted {
        return all(&inputs);
    }
    let source = inputs.first().and_then(|&first| body.defining_op(first));
    let Some(source) = source.filter(|&source| body.op(source).is(cast_def())) else {
        return Folded::No;
    };
    let before: Vec<ValueId> = body.operands(source).collect();
    if body.results(source).eq(inputs) && types_of(&before) == wanted {
        all(&before)
    } else {
        Folded::No
    }
}

fn cast_def() -> &'static asyncir_ir::def::OpDef {
    <UnrealizedConversionCastOp<'static> as asyncir_ir::def::OpView<'static>>::DEF
}

impl<'a> ModuleOp<'a> {
    /// The body of the module: its functions and globals.
    pub fn body(self) -> Option<&'a Body> {
        self.0.data().body()
    }
}
