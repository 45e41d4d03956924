//! What the functions are written with: ops on `f64` and its bits, and on the `f32` that narrow floats come in and go out as.

use asyncir_dialects::arith::build::{ArithBuilder, with_element};
use asyncir_dialects::{arith, math};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, Type, ValueId};

/// What is added to a double of less than 2^51 to have it rounded to a number without a fraction, which the low bits of the sum
/// hold.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// How many bits of a double are behind its exponent.
pub(super) const MANTISSA_BITS: i64 = 52;

/// The natural logarithm of two: 42 bits of it, so that products with exponents are exact, and the rest.
pub(super) const LN_2_HIGH: f64 = 0.6931471805598903;
pub(super) const LN_2_LOW: f64 = 5.497923018708371e-14;

/// The bits of 1.
const ONE: i64 = 1.0f64.to_bits().cast_signed();

/// The bits of `sqrt(1/2)`, where the range of `z` begins in `2^k z`.
const BEGIN: i64 = std::f64::consts::FRAC_1_SQRT_2.to_bits().cast_signed();

/// What makes all `k` of normal numbers positive.
const BIAS: i64 = 1024;

/// The bits of 2^52: a number whose low bits hold an integer is the sum of both.
const HOLDS_INTEGER: i64 = 0x4330_0000_0000_0000;

/// The bits of the sign and the exponent.
const EXPONENT: i64 = -1 << MANTISSA_BITS;

/// The upper half of the bits: the square of a double that ends there is exact.
const UPPER_HALF: i64 = -1 << 32;

/// By which power of two subnormal numbers are lifted: they are normal then, and it is the cube of another one.
const LIFT: i32 = 54;

/// Makes ops on doubles, or on vectors of doubles.
pub(super) struct Doubles<'r, 'a> {
    b: ArithBuilder<'r, 'a>,
    /// The type that comes in and goes out.
    outer: Type,
    single: Type,
    double: Type,
    bits: Type,
}

impl<'r, 'a> Doubles<'r, 'a> {
    /// For functions of values like `operand`.
    pub(super) fn new(rw: &'r mut Rewriter<'a>, location: Location, operand: ValueId) -> Self {
        let outer = rw.body.value_type(operand);
        let [single, double, bits] = [Type::F32, Type::F64, Type::I64].map(|ty| with_element(rw.ctx, outer, ty));
        Self {
            b: ArithBuilder::new(rw, location),
            outer,
            single,
            double,
            bits,
        }
    }

    /// What comes in, as `f32` if it is narrower.
    pub(super) fn widened(&mut self, value: ValueId) -> ValueId {
        if self.is_computed() {
            return value;
        }
        self.b.cast(arith::ExtFOp::DEF, value, self.single)
    }

    /// A result as what goes out.
    pub(super) fn narrowed(&mut self, value: ValueId) -> ValueId {
        if self.is_computed() {
            return value;
        }
        self.b.cast(arith::TruncFOp::DEF, value, self.outer)
    }

    /// Whether functions take and give what comes in and goes out.
    fn is_computed(&self) -> bool {
        self.outer == self.single || self.outer == self.double
    }

    pub(super) fn double_of(&mut self, single: ValueId) -> ValueId {
        self.b.cast(arith::ExtFOp::DEF, single, self.double)
    }

    pub(super) fn single_of(&mut self, double: ValueId) -> ValueId {
        self.b.cast(arith::TruncFOp::DEF, double, self.single)
    }

    pub(super) fn bits_of(&mut self, double: ValueId) -> ValueId {
        self.b.cast(arith::BitcastOp::DEF, double, self.bits)
    }

    pub(super) fn double_of_bits(&mut self, bits: ValueId) -> ValueId {
        self.b.cast(arith::BitcastOp::DEF, bits, self.double)
    }

    pub(super) fn constant(&mut self, value: f64) -> ValueId {
        self.b.float(self.double, value)
    }

    pub(super) fn integer(&mut self, value: i64) -> ValueId {
        self.b.constant(self.bits, value)
    }

    /// The builder, for ops on bits.
    pub(super) fn ops(&mut self) -> &mut ArithBuilder<'r, 'a> {
        &mut self.b
    }

    pub(super) fn add(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.b.binary(arith::AddFOp::DEF, lhs, rhs)
    }

    pub(super) fn sub(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.b.binary(arith::SubFOp::DEF, lhs, rhs)
    }

    pub(super) fn mul(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.b.binary(arith::MulFOp::DEF, lhs, rhs)
    }

    pub(super) fn div(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.b.binary(arith::DivFOp::DEF, lhs, rhs)
    }

    pub(super) fn add_to(&mut self, value: ValueId, addend: f64) -> ValueId {
        let addend = self.constant(addend);
        self.add(value, addend)
    }

    pub(super) fn times(&mut self, value: ValueId, factor: f64) -> ValueId {
        let factor = self.constant(factor);
        self.mul(value, factor)
    }

    /// The sum of `coefficients[i]` times the `i`th power of `x`. Pairs of terms become one, in the square of the variable,
    /// until one is left (Estrin): processors compute pairs at the same time.
    pub(super) fn polynomial(&mut self, x: ValueId, coefficients: &[f64]) -> ValueId {
        let mut terms: Vec<ValueId> = coefficients.iter().map(|&term| self.constant(term)).collect();
        let mut power = x;
        while terms.len() > 1 {
            let pair = |terms: &[ValueId]| match *terms {
                [low, high] => {
                    let product = self.mul(power, high);
                    self.add(product, low)
                }
                _ => terms[0],
            };
            terms = terms.chunks(2).map(pair).collect();
            if terms.len() > 1 {
                power = self.mul(power, power);
            }
        }
        terms[0]
    }

    /// A sum, and what rounding has taken from it, if the first summand is zero or at least as large as the other one.
    pub(super) fn exact_sum(&mut self, large: ValueId, small: ValueId) -> (ValueId, ValueId) {
        let sum = self.add(large, small);
        let added = self.sub(sum, large);
        (sum, self.sub(small, added))
    }

    /// The same, whichever summand is larger.
    pub(super) fn exact_sum_of_any(&mut self, a: ValueId, b: ValueId) -> (ValueId, ValueId) {
        let sum = self.add(a, b);
        let of_a = self.sub(sum, b);
        let of_b = self.sub(sum, of_a);
        let (lost_a, lost_b) = (self.sub(a, of_a), self.sub(b, of_b));
        (sum, self.add(lost_a, lost_b))
    }

    /// A double without the lower half of its bits.
    pub(super) fn high_part(&mut self, value: ValueId) -> ValueId {
        let (bits, mask) = (self.bits_of(value), self.integer(UPPER_HALF));
        let bits = self.b.andi(bits, mask);
        self.double_of_bits(bits)
    }

    /// The upper half of the bits of a root, and what that has less than the exact root of a value and what it has lost.
    pub(super) fn parts_of_root(&mut self, value: ValueId, lost: ValueId, root: ValueId) -> (ValueId, ValueId) {
        let high = self.high_part(root);
        let square = self.mul(high, high);
        let rest = self.sub(value, square);
        let rest = self.add(rest, lost);
        let sum = self.add(root, high);
        // The root of zero is exact.
        let sum = self.add_to(sum, f64::MIN_POSITIVE);
        (high, self.div(rest, sum))
    }

    /// `2^k`, from bits that end in `k`, which is from -1022 to 1023.
    pub(super) fn power_of_two(&mut self, bits: ValueId) -> ValueId {
        let (width, one) = (self.integer(MANTISSA_BITS), self.integer(ONE));
        let exponent = self.b.shli(bits, width);
        let bits = self.b.addi(exponent, one);
        self.double_of_bits(bits)
    }

    /// A positive number, or a multiple if it is subnormal, and the logarithm of the factor to the base of two.
    pub(super) fn normalized(&mut self, x: ValueId) -> (ValueId, ValueId) {
        let lifted = self.times(x, f64::from(LIFT).exp2());
        let [none, lift] = [0.0, LIFT.into()].map(|number| self.constant(number));
        let subnormal = ("olt", x, f64::MIN_POSITIVE);
        (
            self.replaced(subnormal, lifted, x),
            self.replaced(subnormal, lift, none),
        )
    }

    /// A positive normal number as `2^k z`, where `z` is from `sqrt(1/2)` to `sqrt(2)`: bits of the exponent, which are zero if
    /// `k` is, and `z`.
    pub(super) fn split(&mut self, x: ValueId) -> (ValueId, ValueId) {
        let bits = self.bits_of(x);
        let [begin, mask] = [BEGIN, EXPONENT].map(|value| self.integer(value));
        let distance = self.b.subi(bits, begin);
        let exponent = self.b.andi(distance, mask);
        let z = self.b.subi(bits, exponent);
        (exponent, self.double_of_bits(z))
    }

    /// The number that bits of an exponent stand for, without a conversion of integers of 64 bits, for which many processors
    /// have no instruction on vectors.
    pub(super) fn exponent_value(&mut self, exponent: ValueId) -> ValueId {
        let [bias, width, holder] =
            [BIAS << MANTISSA_BITS, MANTISSA_BITS, HOLDS_INTEGER].map(|value| self.integer(value));
        let positive = self.b.addi(exponent, bias);
        let shifted = self.b.binary(arith::ShRUIOp::DEF, positive, width);
        let held = self.b.binary(arith::OrIOp::DEF, shifted, holder);
        let held = self.double_of_bits(held);
        let offset = f64::from_bits((HOLDS_INTEGER + BIAS).cast_unsigned());
        self.add_to(held, -offset)
    }

    /// `value`, a logarithm; but minus infinity where `x` is at the `pole`, and NaN where it is below. Infinity and NaN stay.
    pub(super) fn with_limits_of_logarithm(&mut self, x: ValueId, pole: f64, value: ValueId) -> ValueId {
        let (infinite, invalid) = (self.like(x, f64::NEG_INFINITY), self.invalid(x));
        let at_most = self.replaced(("oeq", x, pole), infinite, invalid);
        let value = self.replaced(("ole", x, pole), at_most, value);
        self.replaced(("uge", x, f64::INFINITY), x, value)
    }

    /// The nearest number without a fraction, and a number whose low bits hold it in two's complement.
    pub(super) fn rounded(&mut self, value: ValueId) -> (ValueId, ValueId) {
        let magic = self.constant(TO_INTEGER);
        let shifted = self.add(value, magic);
        let rounded = self.sub(shifted, magic);
        let bits = self.bits_of(shifted);
        (rounded, bits)
    }

    /// A value, or the nearer one of two limits; NaN stays.
    pub(super) fn clamped(&mut self, value: ValueId, low: f64, high: f64) -> ValueId {
        let [low, high] = [low, high].map(|limit| self.like(value, limit));
        let is_high = self.b.cmpf("ogt", value, high);
        let value = self.b.select(is_high, high, value);
        let is_low = self.b.cmpf("olt", value, low);
        self.b.select(is_low, low, value)
    }

    /// `value`, but with `special` where another value compares in this way with a limit.
    pub(super) fn replaced(
        &mut self,
        (predicate, compared, limit): (&str, ValueId, f64),
        special: ValueId,
        value: ValueId,
    ) -> ValueId {
        let limit = self.like(compared, limit);
        let holds = self.b.cmpf(predicate, compared, limit);
        self.b.select(holds, special, value)
    }

    /// A constant of the type of a value.
    pub(super) fn like(&mut self, value: ValueId, constant: f64) -> ValueId {
        self.b.float(self.b.type_of(value), constant)
    }

    /// NaN, of the type of a value, with the sign that x86 gives to zero by zero, which is what its C library computes.
    pub(super) fn invalid(&mut self, value: ValueId) -> ValueId {
        self.like(value, -f64::NAN)
    }

    /// The number that an `f32` from outside is, if it is a constant.
    pub(super) fn known(&self, single: ValueId) -> Option<f64> {
        self.b.known_float(single)
    }

    pub(super) fn absolute(&mut self, value: ValueId) -> ValueId {
        self.b.unary(math::AbsFOp::DEF, value)
    }

    pub(super) fn square_root(&mut self, value: ValueId) -> ValueId {
        self.b.unary(math::SqrtOp::DEF, value)
    }

    /// A value with the sign of another one of its type.
    pub(super) fn with_sign_of(&mut self, value: ValueId, sign: ValueId) -> ValueId {
        self.b.binary(math::CopySignOp::DEF, value, sign)
    }
}
