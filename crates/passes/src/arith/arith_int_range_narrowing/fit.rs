//! How numbers fit into fewer bits, and which ops do the same there.

use asyncir_dialects::arith;
use asyncir_dialects::arith::fold_compare::{is_signed, predicate_of};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{ApInt, OpRef};

use crate::analysis::int_range::Range;

/// How numbers are extended again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    /// With their sign.
    Signed,
    /// With zeros.
    Unsigned,
    /// In either way.
    Both,
}

impl Fit {
    /// How the numbers of a range fit into `width` bits, if these are fewer than they have.
    pub(super) fn of(range: &Range, width: u32) -> Option<Self> {
        let removed = range.width().checked_sub(width).filter(|&removed| removed > 0)?;
        let is_signed = |bound: &ApInt| {
            let sign = if bound.is_negative() {
                bound.not()
            } else {
                bound.clone()
            };
            sign.leading_zeros() > removed
        };
        let is_unsigned = |bound: &ApInt| bound.leading_zeros() >= removed;
        let signed = is_signed(&range.smin) && is_signed(&range.smax);
        let unsigned = is_unsigned(&range.umin) && is_unsigned(&range.umax);
        match (signed, unsigned) {
            (true, true) => Some(Fit::Both),
            (true, false) => Some(Fit::Signed),
            (false, true) => Some(Fit::Unsigned),
            (false, false) => None,
        }
    }

    /// How both fit, if they do so in the same way.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Fit::Both, fit) | (fit, Fit::Both) => Some(fit),
            _ => (self == other).then_some(self),
        }
    }
}

/// Ops that take their operands to be signed.
static SIGNED: [&OpDef; 7] = [
    arith::DivSIOp::DEF,
    arith::CeilDivSIOp::DEF,
    arith::FloorDivSIOp::DEF,
    arith::RemSIOp::DEF,
    arith::MinSIOp::DEF,
    arith::MaxSIOp::DEF,
    arith::ShRSIOp::DEF,
];
static SHIFTS: [&OpDef; 3] = [arith::ShLIOp::DEF, arith::ShRUIOp::DEF, arith::ShRSIOp::DEF];

/// Whether an op does the same with `width` bits, if operands and results fit in this way. Orders stay what they are, read
/// with signs or without, whatever numbers are extended with, but for signed orders of numbers that are extended with zeros.
pub(super) fn is_same(op: OpRef<'_>, operands: &[Range], fit: Fit, width: u32) -> bool {
    let is_one_of = |defs: &[&'static OpDef]| defs.iter().any(|def| op.data().is(def));
    // Too many places give poison.
    if is_one_of(&SHIFTS) && operands[1].umax.to_u64().is_none_or(|most| most >= width.into()) {
        return false;
    }
    match fit {
        Fit::Both => true,
        Fit::Signed if op.data().is(arith::RemSIOp::DEF) => !is_least(&operands[0], width),
        Fit::Signed => !op.data().is(arith::RemUIOp::DEF),
        Fit::Unsigned => !is_one_of(&SIGNED) && !predicate_of(op).is_some_and(is_signed),
    }
}

/// Whether a number may be the least one of `width` bits, whose remainder by minus one is not defined.
fn is_least(range: &Range, width: u32) -> bool {
    range.smin == ApInt::signed_min(width).sext(range.width())
}
