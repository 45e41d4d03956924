//! What the functions are written with: ops on `f64` and its bits, and on the `f32` that comes in and goes out.

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

    /// What comes in as `f32`.
    pub(super) fn widened(&mut self, value: ValueId) -> ValueId {
        if self.outer == self.single {
            return value;
        }
        self.b.cast(arith::ExtFOp::DEF, value, self.single)
    }

    /// `f32` as what goes out.
    pub(super) fn narrowed(&mut self, value: ValueId) -> ValueId {
        if self.outer == self.single {
            return value;
        }
        self.b.cast(arith::TruncFOp::DEF, value, self.outer)
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

    /// The sum of `coefficients[i]` times the `i`th power of `x` (Horner).
    pub(super) fn polynomial(&mut self, x: ValueId, coefficients: &[f64]) -> ValueId {
        let (&last, lower) = coefficients.split_last().unwrap_or((&0.0, &[]));
        let mut sum = self.constant(last);
        for &coefficient in lower.iter().rev() {
            let product = self.mul(x, sum);
            sum = self.add_to(product, coefficient);
        }
        sum
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
