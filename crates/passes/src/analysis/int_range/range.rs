//! A range of integers.

use asyncir_ir::ApInt;

/// The bounds of an integer, inclusive, read as unsigned and as signed. Each pair holds on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) umin: ApInt,
    pub(crate) umax: ApInt,
    pub(crate) smin: ApInt,
    pub(crate) smax: ApInt,
}

impl Range {
    /// All numbers of a width.
    pub(crate) fn full(width: u32) -> Self {
        Self {
            umin: ApInt::zero(width),
            umax: ApInt::all_ones(width),
            smin: ApInt::signed_min(width),
            smax: ApInt::signed_max(width),
        }
    }

    /// One number.
    pub(crate) fn of(value: &ApInt) -> Self {
        Self {
            umin: value.clone(),
            umax: value.clone(),
            smin: value.clone(),
            smax: value.clone(),
        }
    }

    /// The numbers between two signed ones.
    pub(crate) fn signed(smin: ApInt, smax: ApInt) -> Self {
        let width = smin.width();
        let (umin, umax) = if smin.is_negative() == smax.is_negative() {
            (smin.umin(&smax), smin.umax(&smax))
        } else {
            (ApInt::zero(width), ApInt::all_ones(width))
        };
        Self { umin, umax, smin, smax }
    }

    /// The numbers between two unsigned ones.
    pub(crate) fn unsigned(umin: ApInt, umax: ApInt) -> Self {
        let width = umin.width();
        let (smin, smax) = if umin.is_negative() == umax.is_negative() {
            (umin.smin(&umax), umin.smax(&umax))
        } else {
            (ApInt::signed_min(width), ApInt::signed_max(width))
        };
        Self { umin, umax, smin, smax }
    }

    /// The numbers between two, read in one of the ways.
    pub(crate) fn between(min: ApInt, max: ApInt, is_signed: bool) -> Self {
        if is_signed {
            Self::signed(min, max)
        } else {
            Self::unsigned(min, max)
        }
    }

    pub(crate) fn width(&self) -> u32 {
        self.umin.width()
    }

    /// The bounds read in one of the ways.
    pub(crate) fn bounds(&self, is_signed: bool) -> (&ApInt, &ApInt) {
        if is_signed {
            (&self.smin, &self.smax)
        } else {
            (&self.umin, &self.umax)
        }
    }

    /// The numbers of either.
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self {
            umin: self.umin.umin(&other.umin),
            umax: self.umax.umax(&other.umax),
            smin: self.smin.smin(&other.smin),
            smax: self.smax.smax(&other.smax),
        }
    }

    /// The numbers of both.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        Self {
            umin: self.umin.umax(&other.umin),
            umax: self.umax.umin(&other.umax),
            smin: self.smin.smax(&other.smin),
            smax: self.smax.smin(&other.smax),
        }
    }

    /// The number, if there is only one.
    pub(crate) fn constant(&self) -> Option<&ApInt> {
        if self.umin == self.umax {
            return Some(&self.umin);
        }
        (self.smin == self.smax).then_some(&self.smin)
    }
}
