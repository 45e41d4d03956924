//! Powers: of constant exponents by multiplication, of others by exponentials.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::matchers::uniform_constant;
use asyncir_dialects::{arith, math};
use asyncir_ir::def::OpView;
use asyncir_ir::float::{FloatSemantics, from_f64, is_zero, neg};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{OpId, ValueId};

/// `exp(exponent * log(base))`, or a product, quotient or root if the exponent is a small constant.
pub(super) fn powf(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (base, exponent) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let semantics = rw.body.value_type(exponent).element_or_self(rw.ctx).float(rw.ctx)?;
    let value = uniform_constant(rw.ctx, rw.body, exponent).and_then(|value| value.to_u128());
    let simple = value.and_then(|bits| SimplePower::of(semantics, bits));
    let location = rw.location_of(op);
    let mut b = ArithBuilder::new(rw, location);
    let power = match simple {
        Some(simple) => simple.build(&mut b, base),
        None => {
            let log = b.unary(math::LogOp::DEF, base);
            let product = b.binary(arith::MulFOp::DEF, exponent, log);
            b.unary(math::ExpOp::DEF, product)
        }
    };
    rw.replace(op, &[power]);
    Some(())
}

/// Powers that take no logarithm.
#[derive(Clone, Copy)]
enum SimplePower {
    /// The base is multiplied that many times.
    Product(u32),
    /// One divided by that.
    Inverse(u32),
    /// The square root.
    Root,
    /// One divided by that.
    InverseRoot,
}

impl SimplePower {
    fn of(semantics: FloatSemantics, exponent: u128) -> Option<Self> {
        if is_zero(semantics, exponent) {
            return Some(Self::Product(0));
        }
        let known = [
            (1.0, Self::Product(1)),
            (-1.0, Self::Inverse(1)),
            (0.5, Self::Root),
            (-0.5, Self::InverseRoot),
            (2.0, Self::Product(2)),
            (-2.0, Self::Inverse(2)),
            (3.0, Self::Product(3)),
        ];
        let is_exponent = |value| from_f64(semantics, value) == exponent;
        known
            .into_iter()
            .find(|&(value, _)| is_exponent(value))
            .map(|(_, power)| power)
    }

    fn build(self, b: &mut ArithBuilder<'_, '_>, base: ValueId) -> ValueId {
        match self {
            Self::Product(0) => b.float(b.type_of(base), 1.0),
            Self::Product(factors) => product(b, base, factors),
            Self::Inverse(factors) => {
                let one = b.float(b.type_of(base), 1.0);
                let divisor = product(b, base, factors);
                b.binary(arith::DivFOp::DEF, one, divisor)
            }
            Self::Root => b.unary(math::SqrtOp::DEF, base),
            Self::InverseRoot => b.unary(math::RsqrtOp::DEF, base),
        }
    }
}

fn product(b: &mut ArithBuilder<'_, '_>, base: ValueId, factors: u32) -> ValueId {
    (1..factors).fold(base, |product, _| b.binary(arith::MulFOp::DEF, product, base))
}

/// The base is squared for each bit of a constant exponent. A power of another exponent becomes one of floats.
pub(super) fn fpowi(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (base, exponent) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let ty = rw.body.value_type(base);
    let constant = uniform_constant(rw.ctx, rw.body, exponent);
    let semantics = ty.element_or_self(rw.ctx).float(rw.ctx)?;
    let location = rw.location_of(op);
    let mut b = ArithBuilder::new(rw, location);
    let power = match constant.map(|value| value.to_i128()) {
        None => {
            let exponent = b.cast(arith::SIToFPOp::DEF, exponent, ty);
            b.binary(math::PowFOp::DEF, base, exponent)
        }
        Some(exponent) => constant_power(&mut b, base, exponent?, semantics),
    };
    rw.replace(op, &[power]);
    Some(())
}

fn constant_power(b: &mut ArithBuilder<'_, '_>, base: ValueId, exponent: i128, semantics: FloatSemantics) -> ValueId {
    let ty = b.type_of(base);
    let (one, mut power, mut square) = (b.float(ty, 1.0), b.float(ty, 1.0), base);
    let mut bits = exponent.unsigned_abs();
    while bits > 0 {
        if bits & 1 != 0 {
            power = b.binary(arith::MulFOp::DEF, square, power);
        }
        bits >>= 1;
        square = b.binary(arith::MulFOp::DEF, square, square);
    }
    if exponent < 0 {
        inverse(b, one, power, semantics)
    } else {
        power
    }
}

/// One divided by a power. That of zero is infinity, or NaN or the largest number in formats without it.
fn inverse(b: &mut ArithBuilder<'_, '_>, one: ValueId, power: ValueId, semantics: FloatSemantics) -> ValueId {
    let ty = b.type_of(power);
    let [zero, minus_zero] = [0.0, -0.0].map(|value| b.float(ty, value));
    let [infinity, minus_infinity] = [false, true].map(|negative| {
        let nan = || {
            semantics
                .nan()
                .map(|bits| if negative { neg(semantics, bits) } else { bits })
        };
        let bits = semantics.infinity(negative).or_else(nan);
        b.float_bits(ty, bits.unwrap_or_else(|| semantics.largest(negative)))
    });
    let is_zero = b.cmpf("oeq", power, zero);
    let is_minus_zero = b.cmpf("oeq", power, minus_zero);
    let inverse = b.binary(arith::DivFOp::DEF, one, power);
    let inverse = b.select(is_zero, infinity, inverse);
    b.select(is_minus_zero, minus_infinity, inverse)
}
