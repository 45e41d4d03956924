//! Exponential functions, logarithms, sine and cosine.

use asyncir_dialects::{arith, complex, math};
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;

use super::super::complex_common::division::Parts;
use super::super::complex_common::{Emitter, Relation};
use super::Site;

/// `atan2(y, x) = -i log((x + i y) / sqrt(x² + y²))`
pub(super) fn atan2(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let (y, x) = (operands[0], operands[1]);
    let xx = site.complex(complex::MulOp::DEF, &[x, x]);
    let yy = site.complex(complex::MulOp::DEF, &[y, y]);
    let norm = site.complex(complex::AddOp::DEF, &[xx, yy]);
    let root = site.complex(complex::SqrtOp::DEF, &[norm]);
    let zero = site.e.constant(0.0);
    let one = site.e.constant(1.0);
    let i = site.create([zero, one]);
    let iy = site.complex(complex::MulOp::DEF, &[i, y]);
    let sum = site.complex(complex::AddOp::DEF, &[x, iy]);
    let quotient = site.complex(complex::DivOp::DEF, &[sum, root]);
    let log = site.complex(complex::LogOp::DEF, &[quotient]);
    let minus_one = site.e.constant(-1.0);
    let minus_i = site.create([zero, minus_one]);
    site.complex(complex::MulOp::DEF, &[minus_i, log])
}

/// What sine and cosine of `x + i y` are made of.
struct Waves {
    /// `exp(y) / 2`
    half_exp: ValueId,
    /// `1 / (2 exp(y))`
    half_reciprocal: ValueId,
    sin: ValueId,
    cos: ValueId,
}

fn waves(site: &mut Site<'_, '_>, operand: ValueId) -> Waves {
    let [real, imaginary] = site.parts(operand);
    let e = &mut site.e;
    let half = e.constant(0.5);
    let exp = e.float(math::ExpOp::DEF, &[imaginary]);
    Waves {
        half_exp: e.mul(half, exp),
        half_reciprocal: e.div(half, exp),
        sin: e.float(math::SinOp::DEF, &[real]),
        cos: e.float(math::CosOp::DEF, &[real]),
    }
}

/// `(lhs + rhs) * even` and `(lhs - rhs) * odd`.
fn hyperbolic(e: &mut Emitter<'_, '_>, lhs: ValueId, rhs: ValueId, even: ValueId, odd: ValueId) -> Parts {
    let sum = e.add(lhs, rhs);
    let real = e.mul(sum, even);
    let difference = e.sub(lhs, rhs);
    [real, e.mul(difference, odd)]
}

/// `cosh(y) cos(x) - i sinh(y) sin(x)`
pub(super) fn cos(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let w = waves(site, operands[0]);
    let parts = hyperbolic(&mut site.e, w.half_reciprocal, w.half_exp, w.cos, w.sin);
    site.create(parts)
}

/// `cosh(y) sin(x) + i sinh(y) cos(x)`
pub(super) fn sin(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let w = waves(site, operands[0]);
    let parts = hyperbolic(&mut site.e, w.half_exp, w.half_reciprocal, w.sin, w.cos);
    site.create(parts)
}

/// `exp(x) (cos(y) + i sin(y))`, where `exp(x)` is infinite by way of `exp(x / 2)` twice: cosine and sine may bring it
/// back.
pub(super) fn exp(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    let e = &mut site.e;
    let zero = e.constant(0.0);
    let half = e.constant(0.5);
    let infinity = e.constant(f64::INFINITY);
    let exp = e.float(math::ExpOp::DEF, &[real]);
    let half_real = e.mul(real, half);
    let root = e.float(math::ExpOp::DEF, &[half_real]);
    let cos = e.float(math::CosOp::DEF, &[imaginary]);
    let sin = e.float(math::SinOp::DEF, &[imaginary]);
    let is_infinite = e.cmp(Relation::Oeq, exp, infinity);
    let is_real = e.with_flags(0, |e| e.cmp(Relation::Oeq, imaginary, zero));
    let [real, imaginary] = [cos, sin].map(|wave| {
        let at_once = e.mul(exp, wave);
        let first = e.mul(root, wave);
        let in_two = e.mul(first, root);
        e.select(is_infinite, in_two, at_once)
    });
    let imaginary = e.select(is_real, zero, imaginary);
    site.create([real, imaginary])
}

/// `expm1(x) cos(y) + (cos(y) - 1) + i exp(x) sin(y)`, which is exact where both parts are small.
pub(super) fn expm1(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    let e = &mut site.e;
    let zero = e.constant(0.0);
    let one = e.constant(1.0);
    let expm1 = e.float(math::ExpM1Op::DEF, &[real]);
    let exp = e.add(expm1, one);
    let sin = e.float(math::SinOp::DEF, &[imaginary]);
    let cosm1 = cos_minus_one(e, imaginary);
    let cos = e.add(cosm1, one);
    let product = e.mul(expm1, cos);
    let real = e.add(product, cosm1);
    let is_zero = e.cmp(Relation::Oeq, imaginary, zero);
    let product = e.mul(exp, sin);
    let imaginary = e.select(is_zero, zero, product);
    site.create([real, imaginary])
}

/// Coefficients of `(cos(x) - 1 + x²/2) / x⁴` in `x²`, highest power first, as in the Cephes library.
const COSM1: [f64; 7] = [
    4.737750796424621e-14,
    -1.147028484342536e-11,
    2.087675428708152e-09,
    -2.755731921499979e-07,
    2.480158730157055e-05,
    -0.0013888888888888872,
    0.041666666666666664,
];

/// `cos(x) - 1`: a polynomial between -π/4 and π/4.
fn cos_minus_one(e: &mut Emitter<'_, '_>, x: ValueId) -> ValueId {
    let minus_half = e.constant(-0.5);
    let minus_one = e.constant(-1.0);
    let cos = e.float(math::CosOp::DEF, &[x]);
    let large = e.add(cos, minus_one);
    let x2 = e.mul(x, x);
    let x4 = e.mul(x2, x2);
    let mut polynomial = e.constant(COSM1[0]);
    for &coefficient in &COSM1[1..] {
        let coefficient = e.constant(coefficient);
        polynomial = e.float(math::FmaOp::DEF, &[polynomial, x2, coefficient]);
    }
    let high = e.mul(x4, polynomial);
    let low = e.mul(minus_half, x2);
    let small = e.with_flags(0, |e| e.add(high, low));
    // (π/4)²
    let limit = e.constant(0.61685);
    let is_large = e.cmp(Relation::Oge, x2, limit);
    e.select(is_large, large, small)
}

/// `log |z| + i atan2(y, x)`
pub(super) fn log(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let abs = site.e.float(complex::AbsOp::DEF, operands);
    let log = site.e.float(math::LogOp::DEF, &[abs]);
    let [real, imaginary] = site.parts(operands[0]);
    let angle = site.e.float(math::Atan2Op::DEF, &[imaginary, real]);
    site.create([log, angle])
}

/// `log(|1 + z|) + i atan2(y, 1 + x)`, with the larger of the two legs taken out of the root.
pub(super) fn log1p(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    let e = &mut site.e;
    let half = e.constant(0.5);
    let one = e.constant(1.0);
    let more = e.add(real, one);
    let abs_more = e.abs(more);
    let abs_imaginary = e.abs(imaginary);
    let max = e.float(arith::MaximumFOp::DEF, &[abs_more, abs_imaginary]);
    let min = e.float(arith::MinimumFOp::DEF, &[abs_more, abs_imaginary]);
    let real_is_max = e.cmp(Relation::Ogt, more, abs_imaginary);
    let max_less = e.sub(max, one);
    let max_less = e.select(real_is_max, real, max_less);
    let flags = e.flags_with_nan_and_inf();
    let ratio = e.with_flags(flags, |e| e.div(min, max));
    let log_max = e.float(math::Log1pOp::DEF, &[max_less]);
    let log_abs = e.with_flags(flags, |e| {
        let square = e.mul(ratio, ratio);
        let log_root = e.float(math::Log1pOp::DEF, &[square]);
        let log_root = e.mul(half, log_root);
        e.add(log_root, log_max)
    });
    let is_nan = e.with_flags(flags, |e| e.cmp(Relation::Uno, log_abs, log_abs));
    let log_abs = e.select(is_nan, min, log_abs);
    let angle = e.float(math::Atan2Op::DEF, &[imaginary, more]);
    site.create([log_abs, angle])
}
