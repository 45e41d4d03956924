//! How parallel loops reduce values.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::arith::{
    AddFOp, AddIOp, AndIOp, MaxSIOp, MaxUIOp, MaximumFOp, MinSIOp, MinUIOp, MinimumFOp, MulFOp, MulIOp, OrIOp,
};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::from_f64;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, Location, Type, ValueId};

/// What a reduction starts with: it does not change the other value.
pub(crate) fn identity(ctx: &Context, reduction: &str, ty: Type) -> Option<Attribute> {
    let width = ctx.int_or_index_width(ty);
    let int = |value: i128| width.map(|_| ctx.int_attr(ty, value));
    let largest = |bits: u32| (1_i128 << bits.min(126)) - 1;
    let float = ty.float(ctx);
    let bits = match reduction {
        "addf" => float.map(|semantics| from_f64(semantics, 0.0)),
        "mulf" => float.map(|semantics| from_f64(semantics, 1.0)),
        "maximumf" => float.and_then(|semantics| semantics.infinity(true)),
        "minimumf" => float.and_then(|semantics| semantics.infinity(false)),
        "addi" | "ori" | "maxu" => return int(0),
        "muli" => return int(1),
        "andi" | "minu" => return int(-1),
        "maxs" => return int(-largest(width?.checked_sub(1)?) - 1),
        "mins" => return int(largest(width?.checked_sub(1)?)),
        _ => None,
    };
    Some(ctx.float_bits_attr(ty, bits?))
}

/// The op that combines two values.
fn op_of(reduction: &str) -> Option<&'static OpDef> {
    Some(match reduction {
        "addf" => AddFOp::DEF,
        "mulf" => MulFOp::DEF,
        "maximumf" => MaximumFOp::DEF,
        "minimumf" => MinimumFOp::DEF,
        "addi" => AddIOp::DEF,
        "muli" => MulIOp::DEF,
        "andi" => AndIOp::DEF,
        "ori" => OrIOp::DEF,
        "maxs" => MaxSIOp::DEF,
        "maxu" => MaxUIOp::DEF,
        "mins" => MinSIOp::DEF,
        "minu" => MinUIOp::DEF,
        _ => return None,
    })
}

/// Combines two values at the cursor.
pub(crate) fn combine(
    rw: &mut Rewriter<'_>,
    location: Location,
    reduction: &str,
    lhs: ValueId,
    rhs: ValueId,
) -> Option<ValueId> {
    let def = op_of(reduction)?;
    Some(ArithBuilder::new(rw, location).binary(def, lhs, rhs))
}
