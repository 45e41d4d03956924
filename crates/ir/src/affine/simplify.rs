//! What is simplified when an expression is built. The rules and their order are MLIR's, because
//! the printed form depends on both. Merged coefficients wrap around at 64 bits, also as MLIR's.

use super::expr::{AffineBinary, AffineExpr, AffineKind};
use AffineExpr::Constant;
use AffineKind::{Add, CeilDiv, FloorDiv, Mod, Mul};

/// The simplified form, or `None` if the operation stays as it is.
pub(super) fn simplify(kind: AffineKind, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    if let (Constant(lhs), Constant(rhs)) = (lhs, rhs) {
        return fold(kind, *lhs, *rhs).map(Constant);
    }
    match kind {
        Add => simplify_add(lhs, rhs),
        Mul => simplify_mul(lhs, rhs),
        FloorDiv => simplify_floor_div(lhs, rhs),
        CeilDiv => simplify_ceil_div(lhs, rhs),
        Mod => simplify_mod(lhs, rhs),
    }
}

/// The value of an operation on constants; `None` on overflow and where it is undefined.
pub(super) fn fold(kind: AffineKind, lhs: i64, rhs: i64) -> Option<i64> {
    match kind {
        Add => lhs.checked_add(rhs),
        Mul => lhs.checked_mul(rhs),
        FloorDiv => {
            let quotient = lhs.checked_div(rhs)?;
            Some(quotient - (lhs % rhs != 0 && (lhs < 0) != (rhs < 0)) as i64)
        }
        CeilDiv => {
            let quotient = lhs.checked_div(rhs)?;
            Some(quotient + (lhs % rhs != 0 && (lhs < 0) == (rhs < 0)) as i64)
        }
        Mod if rhs < 1 => None,
        Mod => Some(lhs.rem_euclid(rhs)),
    }
}

/// Sees `expr * c` as its factors, anything else as once itself.
fn coefficient(expr: &AffineExpr) -> (&AffineExpr, i64) {
    match expr.operands_of(Mul) {
        Some((factor, Constant(coefficient))) => (factor, *coefficient),
        _ => (expr, 1),
    }
}

/// Sees `expr op c`, for this `op`, as its operands.
fn by_constant(expr: &AffineExpr, kind: AffineKind) -> Option<(&AffineExpr, i64)> {
    let (lhs, rhs) = expr.operands_of(kind)?;
    Some((lhs, rhs.as_constant()?))
}

/// Whether both are dimensions or both are symbols, the later one first.
fn are_out_of_order(lhs: &AffineExpr, rhs: &AffineExpr) -> bool {
    match (lhs, rhs) {
        (AffineExpr::Dim(lhs), AffineExpr::Dim(rhs)) => lhs > rhs,
        (AffineExpr::Symbol(lhs), AffineExpr::Symbol(rhs)) => lhs > rhs,
        _ => false,
    }
}

fn simplify_add(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    // Constants go to the right, else symbols do.
    if lhs.as_constant().is_some()
        || (lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant())
        || are_out_of_order(lhs, rhs)
    {
        return Some(rhs.clone() + lhs.clone());
    }
    if *rhs == Constant(0) {
        return Some(lhs.clone());
    }
    if let (Some((inner, first)), Constant(second)) = (by_constant(lhs, Add), rhs) {
        return Some(inner.clone() + first.wrapping_add(*second));
    }
    let ((first, first_coefficient), (second, second_coefficient)) = (coefficient(lhs), coefficient(rhs));
    if first == second {
        return Some(first.clone() * first_coefficient.wrapping_add(second_coefficient));
    }
    // (d0 + 2) + d1 becomes (d0 + d1) + 2.
    if let Some((inner, constant)) = by_constant(lhs, Add) {
        return Some(inner.clone() + rhs.clone() + constant);
    }
    simplify_to_mod(lhs, rhs)
}

/// `expr + (expr floordiv q) * -q` is `expr mod q`, for a constant or symbolic `q`.
fn simplify_to_mod(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let (product, factor) = rhs.operands_of(Mul)?;
    if *factor == Constant(-1)
        && let Some((quotient, divisor)) = product.operands_of(Mul)
    {
        let (dividend, divided_by) = quotient.operands_of(FloorDiv)?;
        if divided_by == divisor && dividend == lhs {
            return Some(lhs.clone() % divisor.clone());
        }
    }
    let (dividend, divisor) = product.operands_of(FloorDiv)?;
    if let (Constant(divisor @ 1..), Constant(factor)) = (divisor, factor)
        && dividend == lhs
        && *factor == -divisor
    {
        return Some(lhs.clone() % *divisor);
    }
    // The last addend may be what makes the remainder: (d0 * 64 + d1) - (d1 floordiv 4) * 4.
    let (rest, last) = lhs.operands_of(Add)?;
    Some(rest.clone() + simplify(Add, last, rhs)?)
}

fn simplify_mul(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    // Constants and symbols go to the right; a product of two dimensions is not affine, so that
    // it is left alone.
    if !rhs.is_symbolic_or_constant() && !lhs.is_symbolic_or_constant() {
        return None;
    }
    if !rhs.is_symbolic_or_constant() || lhs.as_constant().is_some() || are_out_of_order(lhs, rhs) {
        return Some(rhs.clone() * lhs.clone());
    }
    match rhs {
        Constant(1) => return Some(lhs.clone()),
        Constant(0) => return Some(Constant(0)),
        _ => {}
    }
    let (inner, first) = by_constant(lhs, Mul)?;
    match rhs {
        Constant(second) => Some(inner.clone() * first.wrapping_mul(*second)),
        // (d0 * 2) * s0 becomes (d0 * s0) * 2.
        _ => Some(inner.clone() * rhs.clone() * first),
    }
}

/// `expr * c` divided by a divisor of `c`.
fn divide_product(lhs: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    let (inner, factor) = by_constant(lhs, Mul)?;
    if factor.checked_rem(divisor)? != 0 {
        return None;
    }
    Some(inner.clone() * factor.checked_div(divisor)?)
}

fn is_multiple(expr: &AffineExpr, divisor: i64) -> bool {
    expr.largest_known_divisor().checked_rem(divisor) == Some(0)
}

fn simplify_floor_div(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let divisor = rhs.as_constant().filter(|divisor| *divisor != 0)?;
    if divisor == 1 {
        return Some(lhs.clone());
    }
    if let Some(quotient) = divide_product(lhs, divisor) {
        return Some(quotient);
    }
    let (first, second) = lhs.operands_of(Add)?;
    (is_multiple(first, divisor) || is_multiple(second, divisor))
        .then(|| first.clone().floor_div(divisor) + second.clone().floor_div(divisor))
}

fn simplify_ceil_div(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let divisor = rhs.as_constant().filter(|divisor| *divisor != 0)?;
    if divisor == 1 {
        return Some(lhs.clone());
    }
    divide_product(lhs, divisor)
}

fn simplify_mod(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let divisor = rhs.as_constant().filter(|divisor| *divisor >= 1)?;
    if is_multiple(lhs, divisor) {
        return Some(Constant(0));
    }
    if let Some((first, second)) = lhs.operands_of(Add) {
        if is_multiple(first, divisor) {
            return Some(second.clone() % divisor);
        }
        if is_multiple(second, divisor) {
            return Some(first.clone() % divisor);
        }
    }
    // (e mod a) mod b is e mod b when b divides a.
    let (inner, modulus) = by_constant(lhs, Mod)?;
    (modulus >= 1 && modulus % divisor == 0).then(|| inner.clone() % divisor)
}

/// The greatest integer known to divide an operation.
pub(super) fn divisor_of_binary(binary: &AffineBinary) -> i64 {
    let lhs = binary.lhs().largest_known_divisor();
    let rhs = binary.rhs().largest_known_divisor();
    match binary.kind() {
        Mul => lhs.wrapping_mul(rhs),
        Add | Mod => gcd(lhs.unsigned_abs(), rhs.unsigned_abs()) as i64,
        FloorDiv | CeilDiv => match binary.rhs() {
            Constant(divisor) if lhs.checked_rem(*divisor) == Some(0) => lhs / divisor,
            _ => 1,
        },
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
