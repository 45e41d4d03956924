//! Floats of six and eight bits: conversions from and to them by the bits of an `f32` or `f64`.
//!
//! A number is its magnitude, which is exponent and fraction, and its sign. Magnitudes are ordered as the values are, so one
//! comparison each tells the subnormal numbers and what is not finite from the others.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, with_element};
use asyncir_ir::def::OpView;
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{Context, OpId, OpRef, Type, TypeKind, ValueId};

use super::small_floats::{Cast, resize};

/// Conversions from and to all formats of this file.
pub(super) static NARROW_EXPANSIONS: [FnPattern; 2] = [
    FnPattern::new("expand-extf-narrow", arith::ExtFOp::DEF, widen),
    FnPattern::new("expand-truncf-narrow", arith::TruncFOp::DEF, narrow),
];

/// Whether an op is a conversion that is expanded here.
pub(super) fn is_expanded(op: OpRef<'_>) -> bool {
    let rounding = op.property("roundingmode");
    let to_nearest_even = rounding.is_none_or(|mode| mode.as_i64(op.ctx) == Some(0));
    format(op.ctx, op.operand_type(0)).is_some()
        || format(op.ctx, op.result_type(0)).is_some() && to_nearest_even && wide_format(op).is_some()
}

/// The format of the elements of a type, if it is of this file.
fn format(ctx: &Context, ty: Type) -> Option<Narrow> {
    use FloatSemantics::*;
    let semantics = ty.element_or_self(ctx).float(ctx)?;
    let is_narrow = matches!(
        semantics,
        F6E2M3FN | F6E3M2FN | F8E5M2 | F8E4M3 | F8E4M3FN | F8E5M2FNUZ | F8E4M3FNUZ | F8E4M3B11FNUZ | F8E3M4
    );
    is_narrow.then(|| Narrow::of(semantics))
}

/// The format by whose bits an op narrows: it holds all numbers of the operand.
fn wide_format(op: OpRef<'_>) -> Option<FloatSemantics> {
    let semantics = op.operand_type(0).element_or_self(op.ctx).float(op.ctx)?;
    match semantics.width() {
        0..=32 => Some(FloatSemantics::F32),
        64 => Some(FloatSemantics::F64),
        _ => None,
    }
}

/// A format of this file.
struct Narrow {
    semantics: FloatSemantics,
    width: i64,
    /// The bits of the fraction.
    fraction: i64,
    bias: i64,
    /// The bits of the largest finite number, and of infinity and NaN without sign if there are any.
    largest: i64,
    infinity: Option<i64>,
    nan: Option<i64>,
}

impl Narrow {
    fn of(semantics: FloatSemantics) -> Self {
        let number = |bits: u128| i64::try_from(bits).expect("eight bits");
        Self {
            semantics,
            width: semantics.width().into(),
            fraction: i64::from(semantics.precision()) - 1,
            bias: semantics.bias().into(),
            largest: number(semantics.largest(false)),
            infinity: semantics.infinity(false).map(number),
            nan: semantics.nan().map(number),
        }
    }

    fn sign(&self) -> i64 {
        1 << (self.width - 1)
    }

    /// Whether NaN takes the place of minus zero.
    fn is_without_minus_zero(&self) -> bool {
        self.nan == Some(self.sign())
    }
}

/// The bits of `f32`.
const F32_FRACTION: i64 = 23;
const F32_BIAS: i64 = 127;
const F32_INFINITY: i64 = 0xFF << F32_FRACTION;
const F32_NAN: i64 = F32_INFINITY | 1 << (F32_FRACTION - 1);

/// Makes an `f32`, which holds all numbers of these formats, and converts it to the type of the result.
fn widen(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let cast = Cast::of(rw, op);
    let Some(narrow) = format(rw.ctx, rw.body.value_type(cast.operand)) else {
        return false;
    };
    let ctx = rw.ctx;
    let of = |element| with_element(ctx, cast.result, element);
    let (narrow_bits, int, float) = (of(ctx.int_type(narrow.width as u32)), of(Type::I32), of(Type::F32));
    let mut b = ArithBuilder::new(rw, cast.location);
    let bits = b.cast(arith::BitcastOp::DEF, cast.operand, narrow_bits);
    let bits = b.cast(arith::ExtUIOp::DEF, bits, int);
    let mask = b.constant(int, narrow.sign() - 1);
    let magnitude = b.andi(bits, mask);
    let wide = wide_magnitude(&mut b, &narrow, magnitude, int, float);
    let wide = wide_special(&mut b, &narrow, [bits, magnitude, wide], int);
    let (sign, place) = (b.constant(int, narrow.sign()), b.constant(int, 32 - narrow.width));
    let sign = b.andi(bits, sign);
    let sign = b.shli(sign, place);
    let signed = b.binary(arith::OrIOp::DEF, wide, sign);
    let value = b.cast(arith::BitcastOp::DEF, signed, float);
    let value = resize(rw, &cast, value, cast.result, cast.fastmath);
    rw.replace(op, &[value]);
    true
}

/// The magnitude of a finite number as that of an `f32`. Subnormal numbers count the smallest one.
fn wide_magnitude(
    b: &mut ArithBuilder<'_, '_>,
    narrow: &Narrow,
    magnitude: ValueId,
    int: Type,
    float: Type,
) -> ValueId {
    let places = b.constant(int, F32_FRACTION - narrow.fraction);
    let bias = b.constant(int, (F32_BIAS - narrow.bias) << F32_FRACTION);
    let shifted = b.shli(magnitude, places);
    let normal = b.addi(shifted, bias);
    let smallest = b.float(float, exp2(1 - narrow.bias - narrow.fraction));
    let count = b.cast(arith::SIToFPOp::DEF, magnitude, float);
    let subnormal = b.binary(arith::MulFOp::DEF, count, smallest);
    let subnormal = b.cast(arith::BitcastOp::DEF, subnormal, int);
    let first_normal = b.constant(int, 1 << narrow.fraction);
    let is_subnormal = b.cmpi("ult", magnitude, first_normal);
    b.select(is_subnormal, subnormal, normal)
}

/// What takes the place of a wide magnitude if the number is infinite or NaN.
fn wide_special(b: &mut ArithBuilder<'_, '_>, narrow: &Narrow, values: [ValueId; 3], int: Type) -> ValueId {
    let [bits, magnitude, wide] = values;
    let Some(nan) = narrow.nan else { return wide };
    let wide_nan = b.constant(int, F32_NAN);
    if let Some(infinity) = narrow.infinity {
        let (infinity, wide_infinity) = (b.constant(int, infinity), b.constant(int, F32_INFINITY));
        let is_infinite = b.cmpi("eq", magnitude, infinity);
        let is_nan = b.cmpi("ugt", magnitude, infinity);
        let wide = b.select(is_infinite, wide_infinity, wide);
        return b.select(is_nan, wide_nan, wide);
    }
    let nan = b.constant(int, nan);
    let place = if narrow.is_without_minus_zero() {
        bits
    } else {
        magnitude
    };
    let is_nan = b.cmpi("eq", place, nan);
    b.select(is_nan, wide_nan, wide)
}

/// A format that numbers are narrowed from.
struct Wide {
    width: i64,
    fraction: i64,
    bias: i64,
    int: Type,
    float: Type,
}

/// Rounds to nearest, ties to even.
fn narrow(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (ctx, view) = (rw.ctx, rw.body.op_ref(rw.ctx, op));
    if !is_expanded(view) {
        return false;
    }
    let (Some(narrow), Some(semantics)) = (format(ctx, view.result_type(0)), wide_format(view)) else {
        return false;
    };
    let cast = Cast::of(rw, op);
    let of = |element| with_element(ctx, cast.result, element);
    let wide = Wide {
        width: semantics.width().into(),
        fraction: i64::from(semantics.precision()) - 1,
        bias: semantics.bias().into(),
        int: of(ctx.int_type(semantics.width())),
        float: of(ctx.ty(TypeKind::Float(semantics))),
    };
    let value = resize(rw, &cast, cast.operand, wide.float, cast.fastmath);
    let mut b = ArithBuilder::new(rw, cast.location);
    let bits = b.cast(arith::BitcastOp::DEF, value, wide.int);
    let mask = b.constant(wide.int, i64::MAX >> (64 - wide.width));
    let magnitude = b.andi(bits, mask);
    let rounded = narrow_magnitude(&mut b, &narrow, &wide, magnitude);
    let signed = narrow_special(&mut b, &narrow, &wide, [bits, magnitude, rounded]);
    let signed = b.cast(arith::TruncIOp::DEF, signed, of(ctx.int_type(narrow.semantics.width())));
    let value = b.cast(arith::BitcastOp::DEF, signed, cast.result);
    rw.replace(op, &[value]);
    true
}

/// The magnitude of the nearest number, as if there were no largest one. Where it is normal, less than a half of its last bit
/// is added, or just a half if this bit is set, and what is behind it is cut off. Where it is subnormal, the addition of a
/// number whose last bit stands for the smallest one rounds, and counts the smallest ones.
fn narrow_magnitude(b: &mut ArithBuilder<'_, '_>, narrow: &Narrow, wide: &Wide, magnitude: ValueId) -> ValueId {
    let dropped = wide.fraction - narrow.fraction;
    let (places, one) = (b.constant(wide.int, dropped), b.constant(wide.int, 1));
    let below_half = b.constant(wide.int, (1 << (dropped - 1)) - 1);
    let bias = b.constant(wide.int, (wide.bias - narrow.bias) << narrow.fraction);
    let kept = b.binary(arith::ShRUIOp::DEF, magnitude, places);
    let last = b.andi(kept, one);
    let rounded = b.addi(magnitude, below_half);
    let rounded = b.addi(rounded, last);
    let rounded = b.binary(arith::ShRUIOp::DEF, rounded, places);
    let normal = b.subi(rounded, bias);

    let unit_exponent = wide.fraction + 1 - narrow.bias - narrow.fraction;
    let unit = b.float(wide.float, exp2(unit_exponent));
    let unit_bits = b.constant(wide.int, (unit_exponent + wide.bias) << wide.fraction);
    let value = b.cast(arith::BitcastOp::DEF, magnitude, wide.float);
    let sum = b.binary(arith::AddFOp::DEF, value, unit);
    let sum = b.cast(arith::BitcastOp::DEF, sum, wide.int);
    let subnormal = b.subi(sum, unit_bits);

    let first_normal = b.constant(wide.int, (wide.bias - narrow.bias + 1) << wide.fraction);
    let is_subnormal = b.cmpi("ult", magnitude, first_normal);
    b.select(is_subnormal, subnormal, normal)
}

/// The number with its sign, or what stands for numbers that are too large, and for NaN. That is the largest number in formats
/// that have nothing for them; NaN is larger than all.
fn narrow_special(b: &mut ArithBuilder<'_, '_>, narrow: &Narrow, wide: &Wide, values: [ValueId; 3]) -> ValueId {
    let [bits, magnitude, rounded] = values;
    let int = wide.int;
    let (sign_place, sign_bit) = (b.constant(int, wide.width - 1), b.constant(int, narrow.width - 1));
    let sign = b.binary(arith::ShRUIOp::DEF, bits, sign_place);
    let sign = b.shli(sign, sign_bit);
    let largest = b.constant(int, narrow.largest);
    let is_too_large = b.cmpi("ugt", rounded, largest);
    let too_large = narrow.infinity.or(narrow.nan).unwrap_or(narrow.largest);
    let too_large = b.constant(int, too_large);
    if narrow.is_without_minus_zero() {
        let zero = b.constant(int, 0);
        let is_zero = b.cmpi("eq", rounded, zero);
        let sign = b.select(is_zero, zero, sign);
        let signed = b.binary(arith::OrIOp::DEF, rounded, sign);
        return b.select(is_too_large, too_large, signed);
    }
    let mut rounded = b.select(is_too_large, too_large, rounded);
    if let (Some(nan), Some(_)) = (narrow.nan, narrow.infinity) {
        let infinity = ((1 << (wide.width - 1 - wide.fraction)) - 1) << wide.fraction;
        let (infinity, nan) = (b.constant(int, infinity), b.constant(int, nan));
        let is_nan = b.cmpi("ugt", magnitude, infinity);
        rounded = b.select(is_nan, nan, rounded);
    }
    b.binary(arith::OrIOp::DEF, rounded, sign)
}

/// A power of two that `f32` has.
fn exp2(exponent: i64) -> f64 {
    2f64.powi(exponent as i32)
}
