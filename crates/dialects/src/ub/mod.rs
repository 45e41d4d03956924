//! The `ub` dialect: values and places that must not matter.

use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, Dialect, Folded, ParamFormat};
use asyncir_ir::{Attribute, Body, Context, Location, OpId, OperationState, Type};

use crate::constraints::ANY_TYPE;

asyncir_ir::ops! {
    /// All ops of the dialect.
    pub const OPS;

    /// A value that nothing may depend on: using it where it matters is undefined behaviour.
    ///
    /// ```mlir
    /// %x = ub.poison : i32
    /// ```
    op PoisonOp "ub.poison" {
        summary "Poisoned constant operation.";
        results { result: one ANY_TYPE }
        attributes { value: default POISON = poison }
        traits [ConstantLike, Pure]
        format "attr-dict (`<` $value^ `>`)? `:` type($result)";
        hooks { fold: fold_poison }
    }

    /// A place that is never reached: reaching it is undefined behaviour.
    op UnreachableOp "ub.unreachable" {
        summary "Unreachable operation.";
        traits [Terminator]
        format "attr-dict";
    }
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "ub",
    description: "Undefined behaviour: values that must not be used and places that must not be reached.",
    ops: OPS,
    types: &[],
    attrs: &[&POISON_DEF],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

/// What a poisoned value is as a constant.
pub static POISON_DEF: AttrDef = AttrDef {
    name: "ub.poison",
    summary: "poison attribute",
    description: "",
    params: &[],
    cases: None,
    format: ParamFormat::None,
    verify: None,
};

/// What a poisoned value is as a constant.
pub static POISON: AttrConstraint = AttrConstraint::new("PoisonAttrInterface instance", is_poison).form(AttrForm::Any);

/// `#ub.poison`
pub fn poison(ctx: &Context) -> Attribute {
    ctx.dialect_attr(&POISON_DEF, &[])
}

/// Whether a constant is poison.
pub fn is_poison(ctx: &Context, attr: Attribute) -> bool {
    attr.params_of(ctx, &POISON_DEF).is_some()
}

fn fold_poison(ctx: &Context, body: &mut Body, op: OpId, _constants: &[Option<Attribute>]) -> Folded {
    body.op(op).property(ctx, "value").map_or(Folded::No, Folded::attr)
}

/// The op that holds poison of a type.
pub fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, at: Location) -> Option<OperationState> {
    is_poison(ctx, value).then(|| PoisonOp::build(ctx, at, Some(value), &[ty]))
}
