//! Folding of constants. Functions without an exact result are folded for `f32` and `f64` only, by the machine's own
//! mathematical library. The error functions, to which that gives no access from here, are the `libm` crate's: of their
//! results, up to one in sixteen differs from the machine's by some units in the last place.

use asyncir_ir::def::Folded;
use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId};

use super::inverse_hyperbolic as inverse;
use crate::constant_fold::{binary_or_poison, folded, unary_or_poison, uniform};

type Consts<'a> = &'a [Option<Attribute>];

/// The format of the first operand.
fn format(ctx: &Context, body: &Body, op: OpId) -> Option<FloatSemantics> {
    body.value_type(body.operand(op, 0)).element_or_self(ctx).float(ctx)
}

/// Applies one of two functions, as the format is.
fn apply(sem: FloatSemantics, value: &ApInt, f32: fn(f32) -> f32, f64: fn(f64) -> f64) -> Option<ApInt> {
    let bits = value.to_u128()?;
    match sem {
        FloatSemantics::F32 => Some(ApInt::from_u128(32, f32(f32::from_bits(bits as u32)).to_bits().into())),
        FloatSemantics::F64 => Some(ApInt::from_u128(64, f64(f64::from_bits(bits as u64)).to_bits().into())),
        _ => None,
    }
}

/// Applies one of two functions of two operands, as the format is.
fn apply2(
    sem: FloatSemantics,
    (a, b): (&ApInt, &ApInt),
    f32: fn(f32, f32) -> f32,
    f64: fn(f64, f64) -> f64,
) -> Option<ApInt> {
    let (a, b) = (a.to_u128()?, b.to_u128()?);
    match sem {
        FloatSemantics::F32 => {
            let result = f32(f32::from_bits(a as u32), f32::from_bits(b as u32));
            Some(ApInt::from_u128(32, result.to_bits().into()))
        }
        FloatSemantics::F64 => {
            let result = f64(f64::from_bits(a as u64), f64::from_bits(b as u64));
            Some(ApInt::from_u128(64, result.to_bits().into()))
        }
        _ => None,
    }
}

fn fold_float(
    ctx: &Context,
    body: &Body,
    op: OpId,
    consts: Consts<'_>,
    f: impl Fn(FloatSemantics, &ApInt) -> Option<ApInt>,
) -> Folded {
    let Some(sem) = format(ctx, body, op) else {
        return Folded::No;
    };
    folded(unary_or_poison(ctx, consts, body.result_type(op, 0), |value| {
        f(sem, value)
    }))
}

macro_rules! functions {
    ($($name:ident = $f:ident;)*) => {$(
        /// Constants.
        pub fn $name(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
            fold_float(ctx, body, op, consts, |sem, value| apply(sem, value, f32::$f, f64::$f))
        }
    )*};
}

macro_rules! functions_of_libraries {
    ($($name:ident = $f32:path, $f64:path;)*) => {$(
        /// Constants.
        pub fn $name(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
            fold_float(ctx, body, op, consts, |sem, value| apply(sem, value, $f32, $f64))
        }
    )*};
}

functions_of_libraries! {
    acosh = inverse::f32::acosh, inverse::f64::acosh;
    asinh = inverse::f32::asinh, inverse::f64::asinh;
    atanh = inverse::f32::atanh, inverse::f64::atanh;
    erf = libm::erff, libm::erf;
    erfc = libm::erfcf, libm::erfc;
}

functions! {
    acos = acos;
    asin = asin;
    atan = atan;
    cos = cos;
    cosh = cosh;
    exp = exp;
    exp2 = exp2;
    expm1 = exp_m1;
    round = round;
    sin = sin;
    sinh = sinh;
    tan = tan;
    tanh = tanh;
    trunc = trunc;
}

macro_rules! functions_of_non_negative {
    ($($name:ident = $f:ident;)*) => {$(
        /// Constants that are not negative.
        pub fn $name(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
            fold_float(ctx, body, op, consts, |sem, value| {
                let negative = float::is_negative(sem, value.to_u128()?);
                if negative { None } else { apply(sem, value, f32::$f, f64::$f) }
            })
        }
    )*};
}

functions_of_non_negative! {
    log = ln;
    log10 = log10;
    log2 = log2;
    sqrt = sqrt;
}

/// Constants that are at least minus one.
pub fn log1p(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_float(ctx, body, op, consts, |sem, value| {
        let sum = float::add(sem, value.to_u128()?, float::from_f64(sem, 1.0));
        if float::is_negative(sem, sum) {
            None
        } else {
            apply(sem, value, f32::ln_1p, f64::ln_1p)
        }
    })
}

/// A direction to round in.
#[derive(Clone, Copy)]
enum Rounding {
    Up,
    Down,
    /// To the nearest integer, of two of them to the even one.
    ToEven,
}

/// Rounds to an integer. All formats that `f64` contains are rounded there without loss.
fn to_integral(sem: FloatSemantics, value: &ApInt, rounding: Rounding) -> Option<ApInt> {
    let bits = value.to_u128()?;
    if float::is_nan(sem, bits) {
        use FloatSemantics::{BF16, F16, F32, F64};
        // A NaN stays as it is, but does not signal.
        let quiet = matches!(sem, F16 | BF16 | F32 | F64).then(|| bits | 1 << (sem.precision() - 2));
        return Some(ApInt::from_u128(sem.width(), quiet?));
    }
    if sem.width() > 64 {
        return Some(ApInt::from_u128(sem.width(), wide_to_integral(sem, bits, rounding)));
    }
    let exact = float::to_f64(sem, bits);
    let rounded = match rounding {
        Rounding::Up => exact.ceil(),
        Rounding::Down => exact.floor(),
        Rounding::ToEven => exact.round_ties_even(),
    };
    Some(ApInt::from_u128(sem.width(), float::from_f64(sem, rounded)))
}

/// Rounds a number, not a NaN, to an integer, in a format that `f64` does not contain.
fn wide_to_integral(sem: FloatSemantics, bits: u128, rounding: Rounding) -> u128 {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let integers_only = float::from_int(sem, 1 << (sem.precision() - 1), true);
    if float::compare(sem, float::abs(sem, bits), integers_only) != Some(Less) {
        return bits;
    }
    let (whole, _) = float::to_int(sem, bits, 128, true);
    let rest = float::sub(sem, bits, float::from_int(sem, whole, true));
    let away = if float::is_negative(sem, bits) { -1 } else { 1 };
    let is_away = match rounding {
        _ if float::is_zero(sem, rest) => false,
        Rounding::Up => away > 0,
        Rounding::Down => away < 0,
        Rounding::ToEven => match float::compare(sem, float::abs(sem, rest), float::from_f64(sem, 0.5)) {
            Some(Greater) => true,
            Some(Equal) => whole % 2 != 0,
            _ => false,
        },
    };
    let rounded = if is_away { whole + away } else { whole };
    float::copysign(sem, float::from_int(sem, rounded, true), bits)
}

macro_rules! roundings {
    ($($name:ident = $rounding:ident;)*) => {$(
        /// Constants.
        pub fn $name(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
            fold_float(ctx, body, op, consts, |sem, value| to_integral(sem, value, Rounding::$rounding))
        }
    )*};
}

roundings! {
    ceil = Up;
    floor = Down;
    roundeven = ToEven;
}

/// Constants.
pub fn absf(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_float(ctx, body, op, consts, |sem, value| {
        Some(ApInt::from_u128(sem.width(), float::abs(sem, value.to_u128()?)))
    })
}

fn fold_floats(
    ctx: &Context,
    body: &Body,
    op: OpId,
    consts: Consts<'_>,
    f: impl Fn(FloatSemantics, &ApInt, &ApInt) -> Option<ApInt>,
) -> Folded {
    let Some(sem) = format(ctx, body, op) else {
        return Folded::No;
    };
    folded(binary_or_poison(ctx, consts, body.result_type(op, 0), |a, b| {
        f(sem, a, b)
    }))
}

/// Constants.
pub fn copysign(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_floats(ctx, body, op, consts, |sem, a, b| {
        Some(ApInt::from_u128(
            sem.width(),
            float::copysign(sem, a.to_u128()?, b.to_u128()?),
        ))
    })
}

/// Constants.
pub fn powf(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_floats(ctx, body, op, consts, |sem, a, b| {
        apply2(sem, (a, b), f32::powf, f64::powf)
    })
}

/// Constants. Of two zeros the angle is zero or half a turn, by their signs; MLIR's is not a number.
pub fn atan2(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_floats(ctx, body, op, consts, |sem, a, b| {
        apply2(sem, (a, b), f32::atan2, f64::atan2)
    })
}

/// Answers to questions are folded for scalars and splats only.
fn classify(ctx: &Context, body: &Body, op: OpId, consts: Consts<'_>, f: fn(FloatSemantics, u128) -> bool) -> Folded {
    if uniform(ctx, consts.first().copied().flatten()).is_none() {
        return Folded::No;
    }
    fold_float(ctx, body, op, consts, |sem, value| {
        Some(ApInt::from_bool(f(sem, value.to_u128()?)))
    })
}

/// Constants.
pub fn isfinite(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    classify(ctx, body, op, consts, float::is_finite)
}

/// Constants.
pub fn isinf(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    classify(ctx, body, op, consts, float::is_inf)
}

/// Constants.
pub fn isnan(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    classify(ctx, body, op, consts, float::is_nan)
}

/// Constants.
pub fn isnormal(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    classify(ctx, body, op, consts, is_normal)
}

/// Neither the exponent of zero and subnormal numbers nor that of infinity and NaN.
fn is_normal(sem: FloatSemantics, bits: u128) -> bool {
    let fraction_bits = sem.precision() - 1;
    float::is_finite(sem, bits) && float::abs(sem, bits) >> fraction_bits != 0
}

fn fold_int(ctx: &Context, body: &Body, op: OpId, consts: Consts<'_>, f: fn(&ApInt) -> ApInt) -> Folded {
    folded(unary_or_poison(ctx, consts, body.result_type(op, 0), |value| {
        Some(f(value))
    }))
}

/// Constants.
pub fn absi(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_int(ctx, body, op, consts, |value| {
        if value.is_negative() {
            value.neg()
        } else {
            value.clone()
        }
    })
}

/// Constants.
pub fn ctlz(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_int(ctx, body, op, consts, |value| {
        ApInt::from_u128(value.width(), value.leading_zeros().into())
    })
}

/// Constants.
pub fn cttz(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_int(ctx, body, op, consts, |value| {
        ApInt::from_u128(value.width(), value.trailing_zeros().into())
    })
}

/// Constants.
pub fn ctpop(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    fold_int(ctx, body, op, consts, |value| {
        ApInt::from_u128(value.width(), value.count_ones().into())
    })
}

/// Constants, but for negative powers of zero.
pub fn ipowi(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    folded(binary_or_poison(ctx, consts, body.result_type(op, 0), integer_power))
}

fn integer_power(base: &ApInt, power: &ApInt) -> Option<ApInt> {
    let one = ApInt::one(base.width());
    let is_odd = |power: &ApInt| power.trunc(1).is_one();
    if power.is_negative() && !power.is_zero() {
        return match () {
            () if base.is_zero() => None,
            () if base.is_one() => Some(one),
            () if !base.is_all_ones() => Some(ApInt::zero(base.width())),
            () if is_odd(power) => Some(base.clone()),
            () => Some(one),
        };
    }
    let (mut result, mut square, mut power) = (one, base.clone(), power.clone());
    while !power.is_zero() {
        if is_odd(&power) {
            result = result.mul(&square);
        }
        power = power.lshr(1);
        square = square.mul(&square);
    }
    Some(result)
}
