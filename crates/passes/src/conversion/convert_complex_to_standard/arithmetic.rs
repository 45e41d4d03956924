//! Arithmetic and comparisons, part by part or by a formula.

use asyncir_dialects::{arith, complex, math};
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;

use super::super::complex_common::{Emitter, Relation};
use super::Site;

/// What is computed of the absolute value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OfAbs {
    Itself,
    Root,
    ReciprocalRoot,
}

/// The absolute value, its square root or the reciprocal of that. The larger part is taken out of the root, so that
/// squares fit.
pub(super) fn of_abs(e: &mut Emitter<'_, '_>, real: ValueId, imaginary: ValueId, what: OfAbs) -> ValueId {
    let one = e.constant(1.0);
    let real = e.abs(real);
    let imaginary = e.abs(imaginary);
    let max = e.float(arith::MaximumFOp::DEF, &[real, imaginary]);
    let min = e.float(arith::MinimumFOp::DEF, &[real, imaginary]);
    // NaN of two infinities or zeros is looked for below.
    let flags = e.flags_with_nan_and_inf();
    let (result, min) = e.with_flags(flags, |e| {
        let ratio = e.div(min, max);
        let square = e.mul(ratio, ratio);
        let more = e.add(square, one);
        match what {
            OfAbs::Itself => (scaled_root(e, more, max), min),
            OfAbs::Root => {
                let quarter = e.constant(0.25);
                let root = e.float(math::SqrtOp::DEF, &[max]);
                let power = e.float(math::PowFOp::DEF, &[more, quarter]);
                (e.mul(root, power), min)
            }
            OfAbs::ReciprocalRoot => {
                let [more, min, max] = [more, min, max].map(|value| e.float(math::RsqrtOp::DEF, &[value]));
                (scaled_root(e, more, max), min)
            }
        }
    });
    let is_nan = e.with_flags(flags, |e| e.cmp(Relation::Uno, result, result));
    e.select(is_nan, min, result)
}

fn scaled_root(e: &mut Emitter<'_, '_>, square: ValueId, scale: ValueId) -> ValueId {
    let root = e.float(math::SqrtOp::DEF, &[square]);
    e.mul(scale, root)
}

pub(super) fn abs(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    of_abs(&mut site.e, real, imaginary, OfAbs::Itself)
}

pub(super) fn angle(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    site.e.float(math::Atan2Op::DEF, &[imaginary, real])
}

type OnParts = fn(&mut Emitter<'_, '_>, ValueId, ValueId) -> ValueId;

fn part_by_part(site: &mut Site<'_, '_>, operands: &[ValueId], combine: OnParts) -> ValueId {
    let (lhs, rhs) = (site.re(operands[0]), site.re(operands[1]));
    let real = combine(&mut site.e, lhs, rhs);
    let (lhs, rhs) = (site.im(operands[0]), site.im(operands[1]));
    let imaginary = combine(&mut site.e, lhs, rhs);
    site.create([real, imaginary])
}

pub(super) fn add(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    part_by_part(site, operands, |e, a, b| e.add(a, b))
}

pub(super) fn sub(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    part_by_part(site, operands, |e, a, b| e.sub(a, b))
}

pub(super) fn mul(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [a, b] = site.parts(operands[0]);
    let [c, d] = site.parts(operands[1]);
    let e = &mut site.e;
    let (ac, bd) = (e.mul(a, c), e.mul(b, d));
    let real = e.sub(ac, bd);
    let (bc, ad) = (e.mul(b, c), e.mul(a, d));
    let imaginary = e.add(bc, ad);
    site.create([real, imaginary])
}

fn compare(site: &mut Site<'_, '_>, operands: &[ValueId], relation: Relation, combine: OnParts) -> ValueId {
    let [a, b] = site.parts(operands[0]);
    let [c, d] = site.parts(operands[1]);
    let real = site.e.cmp(relation, a, c);
    let imaginary = site.e.cmp(relation, b, d);
    combine(&mut site.e, real, imaginary)
}

pub(super) fn eq(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    compare(site, operands, Relation::Oeq, |e, a, b| e.and(a, b))
}

pub(super) fn neq(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    compare(site, operands, Relation::Une, |e, a, b| e.or(a, b))
}

fn negate(site: &mut Site<'_, '_>, part: ValueId) -> ValueId {
    site.e.with_flags(0, |e| e.float(arith::NegFOp::DEF, &[part]))
}

pub(super) fn neg(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    let parts = [negate(site, real), negate(site, imaginary)];
    site.create(parts)
}

pub(super) fn conj(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    let imaginary = negate(site, imaginary);
    site.create([real, imaginary])
}

/// The number divided by its absolute value; zero stays.
pub(super) fn sign(site: &mut Site<'_, '_>, operands: &[ValueId]) -> ValueId {
    let [real, imaginary] = site.parts(operands[0]);
    let zero = site.e.constant(0.0);
    let is_zero = site.e.with_flags(0, |e| {
        let real = e.cmp(Relation::Oeq, real, zero);
        let imaginary = e.cmp(Relation::Oeq, imaginary, zero);
        e.and(real, imaginary)
    });
    let abs = site.e.float(complex::AbsOp::DEF, operands);
    let parts = [site.e.div(real, abs), site.e.div(imaginary, abs)];
    let sign = site.create(parts);
    site.e.select(is_zero, operands[0], sign)
}
