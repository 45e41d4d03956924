//! Values that change nothing when they are combined with others.

use asyncir_dialects::arith::attrs::{fastmath, fastmath_of};
use asyncir_ir::float::{self, FloatSemantics};
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
        TypeKind::Float(semantics) => {
            let bits = neutral_float(*semantics, name, fastmath_of(body.op_ref(ctx, op)))?;
            Some(ctx.float_bits_attr(ty, bits))
        }
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

/// The bits of a float. What the op's flags exclude is poison, and not neutral.
fn neutral_float(semantics: FloatSemantics, name: &str, flags: i64) -> Option<u128> {
    let excludes = |flag: i64| flags & flag != 0;
    let outermost = |is_negative| {
        let infinity = semantics.infinity(is_negative).filter(|_| !excludes(fastmath::NINF));
        infinity.unwrap_or(semantics.largest(is_negative))
    };
    let nan = semantics.nan().filter(|_| !excludes(fastmath::NNAN));
    Some(match name {
        "arith.addf" => float::from_f64(semantics, -0.0),
        "arith.mulf" => float::from_f64(semantics, 1.0),
        "arith.maximumf" => outermost(true),
        "arith.minimumf" => outermost(false),
        "arith.maxnumf" => nan.unwrap_or(outermost(true)),
        "arith.minnumf" => nan.unwrap_or(outermost(false)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neutral_of(semantics: FloatSemantics, name: &str, flags: i64) -> f64 {
        let bits = neutral_float(semantics, name, flags).expect("a neutral value");
        float::to_f64(semantics, bits)
    }

    #[test]
    fn what_flags_exclude_is_not_neutral() {
        let f32 = FloatSemantics::F32;
        assert!(neutral_of(f32, "arith.maxnumf", 0).is_nan());
        assert_eq!(neutral_of(f32, "arith.maxnumf", fastmath::NNAN), f64::NEG_INFINITY);
        assert_eq!(neutral_of(f32, "arith.minnumf", fastmath::FAST), f64::from(f32::MAX));
        assert_eq!(neutral_of(f32, "arith.maximumf", fastmath::NNAN), f64::NEG_INFINITY);
        assert_eq!(neutral_of(f32, "arith.maximumf", fastmath::NINF), f64::from(f32::MIN));
    }

    #[test]
    fn types_without_infinity_or_nan_have_neutral_values() {
        let f8 = FloatSemantics::F8E4M3FN;
        assert_eq!(neutral_of(f8, "arith.maximumf", 0), -448.0);
        assert_eq!(neutral_of(f8, "arith.minimumf", 0), 448.0);
        let f4 = FloatSemantics::F4E2M1FN;
        assert_eq!(neutral_of(f4, "arith.maxnumf", 0), -6.0);
        assert_eq!(neutral_of(FloatSemantics::F8E5M2FNUZ, "arith.addf", 0), 0.0);
    }
}
