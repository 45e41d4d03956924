//! Affine expressions as arithmetic.

use asyncir_dialects::affine::Applied;
use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::arith::{self, MaxSIOp, MinSIOp, MulIOp, attrs};
use asyncir_ir::affine::{AffineBinary, AffineExpr, AffineKind};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Diagnostic, Location, Type, ValueId};

/// Computes one value of the results of a map.
pub(super) type ExpandBound = fn(&mut Rewriter<'_>, Location, &Applied) -> Option<ValueId>;

/// Computes the results of a map at the cursor. `None`, with an error, where it divides
/// by a number that is not positive.
pub(super) fn expand_map(rw: &mut Rewriter<'_>, location: Location, applied: &Applied) -> Option<Vec<ValueId>> {
    let results = applied.map.results().iter();
    results.map(|expr| expand(rw, location, applied, expr)).collect()
}

/// Computes the greatest of the results of a map.
pub(super) fn expand_max(rw: &mut Rewriter<'_>, location: Location, applied: &Applied) -> Option<ValueId> {
    let values = expand_map(rw, location, applied)?;
    let mut build = ArithBuilder::new(rw, location);
    values.into_iter().reduce(|a, b| build.binary(MaxSIOp::DEF, a, b))
}

/// Computes the smallest of the results of a map.
pub(super) fn expand_min(rw: &mut Rewriter<'_>, location: Location, applied: &Applied) -> Option<ValueId> {
    let values = expand_map(rw, location, applied)?;
    let mut build = ArithBuilder::new(rw, location);
    values.into_iter().reduce(|a, b| build.binary(MinSIOp::DEF, a, b))
}

/// Computes an expression at the cursor.
pub(super) fn expand(
    rw: &mut Rewriter<'_>,
    location: Location,
    applied: &Applied,
    expr: &AffineExpr,
) -> Option<ValueId> {
    let operand = |index: u32| applied.operands.get(index as usize).copied();
    match expr {
        AffineExpr::Dim(dim) => operand(*dim),
        AffineExpr::Symbol(symbol) => operand(applied.map.num_dims() + symbol),
        AffineExpr::Constant(value) => Some(ArithBuilder::new(rw, location).constant(Type::INDEX, *value)),
        AffineExpr::Binary(binary) => {
            if !has_positive_divisor(binary) {
                let is_modulo = binary.kind() == AffineKind::Mod;
                let operation = if is_modulo { "modulo" } else { "division" };
                let message = format!("{operation} by non-positive value is not supported");
                rw.report(Diagnostic::error(location, message));
                return None;
            }
            let lhs = expand(rw, location, applied, binary.lhs())?;
            let rhs = expand(rw, location, applied, binary.rhs())?;
            Some(match binary.kind() {
                AffineKind::Add => ArithBuilder::new(rw, location).addi(lhs, rhs),
                AffineKind::Mul => multiply(rw, location, lhs, rhs),
                AffineKind::Mod => remainder(&mut ArithBuilder::new(rw, location), lhs, rhs),
                AffineKind::FloorDiv => floor_div(&mut ArithBuilder::new(rw, location), lhs, rhs),
                AffineKind::CeilDiv => ceil_div(&mut ArithBuilder::new(rw, location), lhs, rhs),
            })
        }
    }
}

fn has_positive_divisor(binary: &AffineBinary) -> bool {
    let divides = !matches!(binary.kind(), AffineKind::Add | AffineKind::Mul);
    !divides || binary.rhs().as_constant().is_none_or(|divisor| divisor > 0)
}

/// Affine expressions do not overflow.
fn multiply(rw: &mut Rewriter<'_>, location: Location, lhs: ValueId, rhs: ValueId) -> ValueId {
    let flags = attrs::no_signed_wrap(rw.ctx);
    let state = MulIOp::build(rw.ctx, location, lhs, rhs, Some(flags), &[Type::INDEX]);
    rw.insert_value(state)
}

/// The remainder that is never negative.
fn remainder(build: &mut ArithBuilder<'_, '_>, lhs: ValueId, rhs: ValueId) -> ValueId {
    let remainder = build.binary(arith::RemSIOp::DEF, lhs, rhs);
    let zero = build.constant(Type::INDEX, 0);
    let is_negative = build.cmpi("slt", remainder, zero);
    let corrected = build.addi(remainder, rhs);
    build.select(is_negative, corrected, remainder)
}

/// Negative numbers `a` are divided as `-1 - (-1 - a) / b`.
fn floor_div(build: &mut ArithBuilder<'_, '_>, lhs: ValueId, rhs: ValueId) -> ValueId {
    let zero = build.constant(Type::INDEX, 0);
    let minus_one = build.constant(Type::INDEX, -1);
    let is_negative = build.cmpi("slt", lhs, zero);
    let complement = build.subi(minus_one, lhs);
    let dividend = build.select(is_negative, complement, lhs);
    let quotient = build.binary(arith::DivSIOp::DEF, dividend, rhs);
    let corrected = build.subi(minus_one, quotient);
    build.select(is_negative, corrected, quotient)
}

/// Positive numbers `a` are divided as `(a - 1) / b + 1`, others as `-(-a / b)`.
fn ceil_div(build: &mut ArithBuilder<'_, '_>, lhs: ValueId, rhs: ValueId) -> ValueId {
    let zero = build.constant(Type::INDEX, 0);
    let one = build.constant(Type::INDEX, 1);
    let is_not_positive = build.cmpi("sle", lhs, zero);
    let negated = build.subi(zero, lhs);
    let decremented = build.subi(lhs, one);
    let dividend = build.select(is_not_positive, negated, decremented);
    let quotient = build.binary(arith::DivSIOp::DEF, dividend, rhs);
    let negated = build.subi(zero, quotient);
    let incremented = build.addi(quotient, one);
    build.select(is_not_positive, negated, incremented)
}
