//! Values that change nothing when they are combined with others.

use asyncir_ir::{Attribute, BlockId, Body, Context, Type, TypeKind, ValueId};

/// The neutral value of a combiner that is a single op of `arith`.
pub(super) fn neutral(ctx: &Context, body: &Body, combiner: BlockId, ty: Type) -> Option<Attribute> {
    let mut ops = body.block_ops(combiner);
    let (op, end) = (ops.next()?, ops.next()?);
    let arguments: Vec<ValueId> = body.block_args(combiner).collect();
    let mut operands: Vec<ValueId> = body.operands(op).collect();
    operands.sort_unstable();
    let is_plain = operands == arguments && body.op(op).num_results() == 1;
    if !is_plain || body.operands(end).next() != body.results(op).next() {
        return None;
    }
    let name = body.op(op).name().as_str(ctx);
    match ty.kind(ctx) {
        TypeKind::Integer { .. } | TypeKind::Index => neutral_int(ctx, ty, name),
        TypeKind::Float(_) => neutral_float(ctx, ty, name),
        _ => None,
    }
}

fn neutral_int(ctx: &Context, ty: Type, name: &str) -> Option<Attribute> {
    let width = match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => *width,
        _ => 64,
    };
    if !(1..=64).contains(&width) {
        return None;
    }
    let value = match name {
        "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => 0,
        "arith.muli" => 1,
        "arith.andi" | "arith.minui" => -1,
        "arith.maxsi" => -1 << (width - 1),
        "arith.minsi" => (1i128 << (width - 1)) - 1,
        _ => return None,
    };
    Some(ctx.int_attr(ty, value))
}

fn neutral_float(ctx: &Context, ty: Type, name: &str) -> Option<Attribute> {
    let value = match name {
        "arith.addf" => -0.0,
        "arith.mulf" => 1.0,
        "arith.maximumf" => f64::NEG_INFINITY,
        "arith.minimumf" => f64::INFINITY,
        "arith.maxnumf" | "arith.minnumf" => f64::NAN,
        _ => return None,
    };
    let bits = asyncir_ir::float::from_f64(ty.float(ctx)?, value);
    Some(ctx.float_bits_attr(ty, bits))
}
