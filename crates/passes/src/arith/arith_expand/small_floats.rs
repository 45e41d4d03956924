//! Floats of four bits and scales of eight bits: conversions from and to them by the bits of an `f32`, as MLIR expands them, and
//! the ops that scale.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, with_element};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{Attribute, Context, Location, OpId, OpRef, OperationState, Type, TypeKind, ValueId};

/// The ops that scale.
pub(super) static SCALING: [FnPattern; 2] = [
    FnPattern::new("expand-scaling-extf", arith::ScalingExtFOp::DEF, scaling_extf),
    FnPattern::new("expand-scaling-truncf", arith::ScalingTruncFOp::DEF, scaling_truncf),
];

/// Conversions from and to `f8E8M0FNU`.
pub(super) static F8E8M0_EXPANSIONS: [FnPattern; 2] = [
    FnPattern::new("expand-extf-f8e8m0", arith::ExtFOp::DEF, extf_f8e8m0),
    FnPattern::new("expand-truncf-f8e8m0", arith::TruncFOp::DEF, truncf_f8e8m0),
];

/// Conversions from and to `f4E2M1FN`.
pub(super) static F4E2M1_EXPANSIONS: [FnPattern; 2] = [
    FnPattern::new("expand-extf-f4e2m1", arith::ExtFOp::DEF, extf_f4e2m1),
    FnPattern::new("expand-truncf-f4e2m1", arith::TruncFOp::DEF, truncf_f4e2m1),
];

/// Whether an op makes floats of a format wider.
pub(super) fn widens(op: OpRef<'_>, from: FloatSemantics) -> bool {
    element_is(op.ctx, op.operand_type(0), from)
}

/// Whether an op makes floats of a format of wider ones.
pub(super) fn narrows(op: OpRef<'_>, to: FloatSemantics) -> bool {
    element_is(op.ctx, op.result_type(0), to)
}

fn element_is(ctx: &Context, ty: Type, semantics: FloatSemantics) -> bool {
    ty.element_or_self(ctx).float(ctx) == Some(semantics)
}

/// A conversion that is expanded.
pub(super) struct Cast {
    pub(super) operand: ValueId,
    pub(super) result: Type,
    pub(super) location: Location,
    pub(super) fastmath: Option<Attribute>,
}

impl Cast {
    pub(super) fn of(rw: &Rewriter<'_>, op: OpId) -> Self {
        Self {
            operand: rw.body.operand(op, 0),
            result: rw.body.value_type(rw.body.result(op, 0)),
            location: rw.location_of(op),
            fastmath: rw.body.op(op).property(rw.ctx, "fastmath"),
        }
    }
}

/// An op on floats with flags.
fn float_op(
    rw: &mut Rewriter<'_>,
    cast: &Cast,
    def: &'static OpDef,
    operands: &[ValueId],
    result: Type,
    properties: &[(&'static str, Option<Attribute>)],
) -> ValueId {
    let mut state = OperationState::of(def, cast.location)
        .operands(operands)
        .results(&[result]);
    state.properties = rw.ctx.default_properties(def);
    for &(name, value) in properties {
        if let Some(value) = value {
            state = state.property(rw.ctx, name, value);
        }
    }
    rw.insert_value(state)
}

/// A conversion to a type of another width; nothing if it is of the type.
pub(super) fn resize(
    rw: &mut Rewriter<'_>,
    cast: &Cast,
    value: ValueId,
    to: Type,
    fastmath: Option<Attribute>,
) -> ValueId {
    let from = rw.body.value_type(value);
    let width = |ty: Type| {
        ty.element_or_self(rw.ctx)
            .float(rw.ctx)
            .map_or(0, FloatSemantics::width)
    };
    let def = match width(to).cmp(&width(from)) {
        _ if from == to => return value,
        std::cmp::Ordering::Greater => arith::ExtFOp::DEF,
        _ => arith::TruncFOp::DEF,
    };
    float_op(rw, cast, def, &[value], to, &[("fastmath", fastmath)])
}

/// The scale of an op as `f8E8M0FNU`, from wider floats by truncation. `None` for formats of eight bits and less.
fn scale(rw: &mut Rewriter<'_>, op: OpId, cast: &Cast) -> Option<ValueId> {
    let scale = rw.body.operand(op, 1);
    let ty = rw.body.value_type(scale);
    let semantics = ty.element_or_self(rw.ctx).float(rw.ctx)?;
    if semantics == FloatSemantics::F8E8M0FNU {
        return Some(scale);
    }
    if semantics.width() < 16 {
        return None;
    }
    let element = rw.ctx.ty(TypeKind::Float(FloatSemantics::F8E8M0FNU));
    let narrow = with_element(rw.ctx, ty, element);
    let fastmath = [("fastmath", cast.fastmath)];
    Some(float_op(rw, cast, arith::TruncFOp::DEF, &[scale], narrow, &fastmath))
}

/// Both operands are widened and multiplied.
fn scaling_extf(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let cast = Cast::of(rw, op);
    let Some(scale) = scale(rw, op, &cast) else {
        return false;
    };
    let fastmath = [("fastmath", cast.fastmath)];
    let scale = float_op(rw, &cast, arith::ExtFOp::DEF, &[scale], cast.result, &fastmath);
    let value = float_op(rw, &cast, arith::ExtFOp::DEF, &[cast.operand], cast.result, &fastmath);
    let product = float_op(rw, &cast, arith::MulFOp::DEF, &[value, scale], cast.result, &fastmath);
    rw.replace(op, &[product]);
    true
}

/// The value is divided by the widened scale and narrowed.
fn scaling_truncf(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let cast = Cast::of(rw, op);
    let Some(scale) = scale(rw, op, &cast) else {
        return false;
    };
    let rounding = rw.body.op(op).property(rw.ctx, "roundingmode");
    let wide = rw.body.value_type(cast.operand);
    let fastmath = [("fastmath", cast.fastmath)];
    let scale = float_op(rw, &cast, arith::ExtFOp::DEF, &[scale], wide, &fastmath);
    let quotient = float_op(rw, &cast, arith::DivFOp::DEF, &[cast.operand, scale], wide, &fastmath);
    let properties = [("roundingmode", rounding), ("fastmath", cast.fastmath)];
    let narrow = float_op(rw, &cast, arith::TruncFOp::DEF, &[quotient], cast.result, &properties);
    rw.replace(op, &[narrow]);
    true
}

/// A scale is the exponent of an `f32`; all bits set are NaN.
fn extf_f8e8m0(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if !widens(rw.body.op_ref(rw.ctx, op), FloatSemantics::F8E8M0FNU) {
        return false;
    }
    let (ctx, cast) = (rw.ctx, Cast::of(rw, op));
    let of = |element| with_element(ctx, cast.result, element);
    let mut b = ArithBuilder::new(rw, cast.location);
    let bits = b.cast(arith::BitcastOp::DEF, cast.operand, of(Type::I8));
    let nan = b.constant(of(Type::I8), -1);
    let wide_nan = b.constant(of(Type::I32), -1);
    let mantissa = b.constant(of(Type::I32), 23);
    let wide = b.cast(arith::ExtUIOp::DEF, bits, of(Type::I32));
    let shifted = b.shli(wide, mantissa);
    let is_nan = b.cmpi("eq", bits, nan);
    let chosen = b.select(is_nan, wide_nan, shifted);
    let value = b.cast(arith::BitcastOp::DEF, chosen, of(Type::F32));
    let value = resize(rw, &cast, value, cast.result, cast.fastmath);
    rw.replace(op, &[value]);
    true
}

/// The exponent of an `f32` is taken, without its sign.
fn truncf_f8e8m0(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    if !narrows(op_ref, FloatSemantics::F8E8M0FNU) || op_ref.property("roundingmode").is_some() {
        return false;
    }
    let (ctx, cast) = (rw.ctx, Cast::of(rw, op));
    let of = |element| with_element(ctx, cast.result, element);
    let value = resize(rw, &cast, cast.operand, of(Type::F32), cast.fastmath);
    let mut b = ArithBuilder::new(rw, cast.location);
    let bits = b.cast(arith::BitcastOp::DEF, value, of(Type::I32));
    let mantissa = b.constant(of(Type::I32), 23);
    let exponent = b.binary(arith::ShRUIOp::DEF, bits, mantissa);
    let narrow = b.cast(arith::TruncIOp::DEF, exponent, of(Type::I8));
    let value = b.cast(arith::BitcastOp::DEF, narrow, cast.result);
    rw.replace(op, &[value]);
    true
}

/// The two bits of the exponent and the one of the mantissa are moved to their places in an `f32`. The exponent is one
/// less than 2 from 2 on and less than 0.5 below; the only subnormal number, 0.5, has no mantissa then.
fn extf_f4e2m1(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if !widens(rw.body.op_ref(rw.ctx, op), FloatSemantics::F4E2M1FN) {
        return false;
    }
    let (ctx, cast) = (rw.ctx, Cast::of(rw, op));
    let of = |element| with_element(ctx, cast.result, element);
    let (i4, i32) = (of(ctx.int_type(4)), of(Type::I32));
    let mut b = ArithBuilder::new(rw, cast.location);
    let bits = b.cast(arith::BitcastOp::DEF, cast.operand, i4);
    let [zero, one, two, four, seven] = [0, 1, 2, 4, 7].map(|number| b.constant(i4, number));
    let magnitude = b.andi(bits, seven);
    let place = b.constant(i32, 20);
    let shifted = b.shli(magnitude, two);
    let is_half = b.cmpi("eq", magnitude, one);
    let fraction = b.select(is_half, zero, shifted);
    let wide = b.cast(arith::ExtUIOp::DEF, fraction, i32);
    let fraction = b.shli(wide, place);
    let nothing = b.constant(i32, 0);
    let (upper, lower) = (b.constant(i32, 2 << 29), b.constant(i32, 0x3F00_0000));
    let is_upper = b.cmpi("uge", magnitude, four);
    let exponent = b.select(is_upper, upper, lower);
    let is_zero = b.cmpi("eq", magnitude, zero);
    let exponent = b.select(is_zero, nothing, exponent);
    let (minus, sign) = (b.constant(i32, i32::MIN.into()), b.constant(i4, -8));
    let is_negative = b.cmpi("uge", bits, sign);
    let sign = b.select(is_negative, minus, nothing);
    let value = b.addi(fraction, exponent);
    let value = b.addi(value, sign);
    let value = b.cast(arith::BitcastOp::DEF, value, of(Type::F32));
    let value = resize(rw, &cast, value, cast.result, None);
    rw.replace(op, &[value]);
    true
}

/// The layout of floats that are narrowed to `f4E2M1FN`, in bits.
struct Layout {
    semantics: FloatSemantics,
    width: u32,
    exponent: u32,
    mantissa: u32,
}

static SINGLE: Layout = Layout {
    semantics: FloatSemantics::F32,
    width: 32,
    exponent: 8,
    mantissa: 23,
};

static DOUBLE: Layout = Layout {
    semantics: FloatSemantics::F64,
    width: 64,
    exponent: 11,
    mantissa: 52,
};

/// Goes through `f32`, which holds what is narrower; `f64` would be rounded twice, so its own bits are used.
fn truncf_f4e2m1(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if !narrows_to_nearest_f4e2m1(rw.body.op_ref(rw.ctx, op)) {
        return false;
    }
    let cast = Cast::of(rw, op);
    let source = rw.body.value_type(cast.operand).element_or_self(rw.ctx).float(rw.ctx);
    let layout = match source.map(FloatSemantics::width) {
        Some(0..=32) => &SINGLE,
        Some(64) => &DOUBLE,
        _ => return false,
    };
    let float = with_element(rw.ctx, cast.result, rw.ctx.ty(TypeKind::Float(layout.semantics)));
    let value = resize(rw, &cast, cast.operand, float, None);
    let bits = nearest_f4e2m1(rw, &cast, layout, value);
    let value = ArithBuilder::new(rw, cast.location).cast(arith::BitcastOp::DEF, bits, cast.result);
    rw.replace(op, &[value]);
    true
}

/// Whether an op narrows to `f4E2M1FN` and rounds to nearest, ties to even. Other ways to round are not expanded.
fn narrows_to_nearest_f4e2m1(op: OpRef<'_>) -> bool {
    let rounding = op.property("roundingmode");
    let to_nearest_even = |mode: Attribute| mode.as_i64(op.ctx) == Some(0);
    narrows(op, FloatSemantics::F4E2M1FN) && rounding.is_none_or(to_nearest_even)
}

/// The bits of the nearest number. Numbers are clamped to the greatest ones, 6 and -6; so is NaN. Then sign, exponent and
/// the first bit of the mantissa are taken, and one is added if the rest is more than a half, or a half after an odd
/// number. Below one half the exponent says what is added to zero: one above a quarter, and nothing up to it.
fn nearest_f4e2m1(rw: &mut Rewriter<'_>, cast: &Cast, layout: &Layout, value: ValueId) -> ValueId {
    let (ctx, float) = (rw.ctx, rw.body.value_type(value));
    let of = |width| with_element(ctx, cast.result, ctx.int_type(width));
    let (i4, small, int) = (of(4), of(layout.exponent), of(layout.width));
    let mantissa = i64::from(layout.mantissa);
    let mut b = ArithBuilder::new(rw, cast.location);
    let (most, least) = (b.float(float, 6.0), b.float(float, -6.0));
    let (one, three) = (b.constant(i4, 1), b.constant(i4, 3));
    let first_bit = b.constant(int, mantissa - 1);
    let (zero_exponent, quarter_exponent) = (b.constant(small, 0), b.constant(small, -1));
    let nothing = b.constant(int, 0);
    let value = b.binary(arith::MinNumFOp::DEF, value, most);
    let value = b.binary(arith::MaxNumFOp::DEF, value, least);
    let bits = b.cast(arith::BitcastOp::DEF, value, int);

    let sign_bit = b.constant(int, i64::from(layout.width) - 1);
    let sign = b.binary(arith::ShRUIOp::DEF, bits, sign_bit);
    let sign = b.cast(arith::TruncIOp::DEF, sign, i4);
    let sign = b.shli(sign, three);
    let (bias, mantissa_bits) = (
        b.constant(int, (1 << (layout.exponent - 1)) - 2),
        b.constant(int, mantissa),
    );
    let exponent = b.binary(arith::ShRUIOp::DEF, bits, mantissa_bits);
    let exponent = b.subi(exponent, bias);
    let narrow_exponent = b.cast(arith::TruncIOp::DEF, exponent, i4);
    let placed_exponent = b.shli(narrow_exponent, one);
    let signed = b.addi(sign, placed_exponent);
    let mask = b.constant(int, 1 << (mantissa - 1));
    let kept = b.andi(bits, mask);
    let odd = b.binary(arith::ShRUIOp::DEF, kept, first_bit);
    let last = b.cast(arith::TruncIOp::DEF, odd, i4);
    let normal = b.addi(signed, last);

    let mask = b.constant(int, (1 << mantissa) - 1);
    let exponent = b.cast(arith::TruncIOp::DEF, exponent, small);
    let is_small = b.cmpi("sle", exponent, zero_exponent);
    let is_quarter = b.cmpi("eq", exponent, quarter_exponent);
    let rest = b.andi(bits, mask);
    let has_rest = b.cmpi("ugt", rest, nothing);
    let is_above_quarter = b.andi(is_quarter, has_rest);
    let is_half = b.cmpi("eq", exponent, zero_exponent);
    let all = b.constant(i4, -1);
    let below_zero = b.addi(sign, all);
    let chosen = b.select(is_small, below_zero, normal);
    let chosen = b.select(is_above_quarter, sign, chosen);
    let chosen = b.select(is_half, normal, chosen);

    let (mask, half) = (
        b.constant(int, (1 << (mantissa - 1)) - 1),
        b.constant(int, 1 << (mantissa - 2)),
    );
    let rest = b.andi(bits, mask);
    let rest = b.addi(rest, odd);
    let is_up = b.cmpi("ugt", rest, half);
    let is_up = b.binary(arith::OrIOp::DEF, is_up, is_small);
    let next = b.addi(chosen, one);
    b.select(is_up, next, chosen)
}
