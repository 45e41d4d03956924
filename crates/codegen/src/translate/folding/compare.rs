//! Comparisons.

use std::cmp::Ordering;

use asyncir_dialects::arith::build::with_element;
use asyncir_ir::float;
use asyncir_ir::{ApInt, Type};

use super::relations::Relation;
use super::{Folder, floats};
use crate::translate::constant::{Constant, Operation, Value, lanes};

/// The predicates of `icmp`, in the dialect's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

impl Predicate {
    const ALL: [Self; 10] = [
        Self::Eq,
        Self::Ne,
        Self::Slt,
        Self::Sle,
        Self::Sgt,
        Self::Sge,
        Self::Ult,
        Self::Ule,
        Self::Ugt,
        Self::Uge,
    ];

    /// The one that holds for the operands in the other order.
    fn swapped(self) -> Self {
        match self {
            Self::Slt => Self::Sgt,
            Self::Sle => Self::Sge,
            Self::Sgt => Self::Slt,
            Self::Sge => Self::Sle,
            Self::Ult => Self::Ugt,
            Self::Ule => Self::Uge,
            Self::Ugt => Self::Ult,
            Self::Uge => Self::Ule,
            same => same,
        }
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Self::Slt | Self::Sle | Self::Sgt | Self::Sge)
    }

    /// The one for signed numbers.
    fn signed(self) -> Self {
        match self {
            Self::Ult => Self::Slt,
            Self::Ule => Self::Sle,
            Self::Ugt => Self::Sgt,
            Self::Uge => Self::Sge,
            same => same,
        }
    }

    /// Whether it holds for numbers in that order.
    pub(super) fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Slt | Self::Ult => order.is_lt(),
            Self::Sle | Self::Ule => order.is_le(),
            Self::Sgt | Self::Ugt => order.is_gt(),
            Self::Sge | Self::Uge => order.is_ge(),
        }
    }

    fn compare(self, lhs: &ApInt, rhs: &ApInt) -> bool {
        self.holds(if self.is_signed() { lhs.scmp(rhs) } else { lhs.ucmp(rhs) })
    }
}

/// What a predicate of `fcmp` allows, by the dialect's order: 1 for equal, 2 for greater, 4 for less, 8 for unordered.
const FLOAT_PREDICATES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15];

impl Folder<'_, '_> {
    pub(super) fn compare_integers(self, predicate: usize, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        self.compare_with_layout(*Predicate::ALL.get(predicate)?, lhs, rhs)
    }

    /// The type of truth values about values of a type.
    fn truth(self, ty: Type) -> Type {
        with_element(self.ctx, ty, Type::I1)
    }

    fn known(self, operand: &Constant, value: bool) -> Option<Constant> {
        Some(Constant::bool(self.ctx, self.truth(operand.ty), value))
    }

    /// A comparison, with what the data layout says about pointers.
    fn compare_with_layout(self, predicate: Predicate, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        match (lhs.as_expression().is_some(), rhs.as_expression().is_some()) {
            (true, _) => {
                if let Some((one, other)) = self.without_casts(lhs, rhs) {
                    return self.compare_with_layout(predicate, &one, &other);
                }
                if self.space(lhs).is_some() && !predicate.is_signed() {
                    let is_equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
                    let (one, from) = self.strip_distance(lhs, is_equality)?;
                    let (other, to) = self.strip_distance(rhs, is_equality)?;
                    if one == other {
                        return self.known(lhs, predicate.signed().compare(&from, &to));
                    }
                }
                self.compare(predicate, lhs, rhs)
            }
            (false, true) => self.compare_with_layout(predicate.swapped(), rhs, lhs),
            (false, false) => self.compare(predicate, lhs, rhs),
        }
    }

    /// The operands of two casts that compare as the casts do.
    fn without_casts(self, lhs: &Constant, rhs: &Constant) -> Option<(Constant, Constant)> {
        let pointer_integer = |pointer: &Constant| {
            let bits = self.layout.pointer_bits(self.space(pointer)?)?;
            Some(self.ctx.int_type(bits))
        };
        if let Some(integer) = lhs.as_cast("inttoptr") {
            let ty = pointer_integer(lhs)?;
            let integer = self.resize_to(integer, ty)?;
            if rhs.is_zero() {
                return Some((integer, Constant::zero(self.ctx, ty)));
            }
            let other = self.resize_to(rhs.as_cast("inttoptr")?, ty)?;
            return Some((integer, other));
        }
        let pointer = lhs.as_cast("ptrtoint")?;
        let bits = self.layout.index_bits(self.space(pointer)?)?;
        (lhs.ty.int_width(self.ctx)? == bits).then_some(())?;
        if rhs.is_zero() {
            return Some((pointer.clone(), Constant::zero(self.ctx, pointer.ty)));
        }
        let other = rhs.as_cast("ptrtoint")?;
        (pointer.ty == other.ty).then(|| (pointer.clone(), other.clone()))
    }

    fn resize_to(self, integer: &Constant, ty: Type) -> Option<Constant> {
        if integer.ty == ty {
            return Some(integer.clone());
        }
        self.resize(integer, ty, false)
    }

    /// The base of an address, and the distance from it. Which of two addresses is larger is known of one object alone.
    fn strip_distance(self, pointer: &Constant, of_any: bool) -> Option<(Constant, ApInt)> {
        let bits = self.layout.index_bits(self.space(pointer)?)?;
        let (mut base, mut distance) = (pointer.clone(), ApInt::zero(bits));
        while let Some(expression) = base.as_expression() {
            match &expression.operation {
                Operation::Address { flags, .. } if of_any || flags & 1 != 0 => {
                    match self.constant_offset(expression) {
                        Some(more) => distance = distance.add(&more.sext(bits)),
                        None => break,
                    }
                }
                Operation::Cast("addrspacecast" | "bitcast") => {}
                _ => break,
            }
            base = expression.operands[0].clone();
        }
        Some((base, distance))
    }

    pub(super) fn compare(self, predicate: Predicate, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let ty = self.truth(lhs.ty);
        if lhs.is_poison() || rhs.is_poison() {
            return Some(Constant::poison(ty));
        }
        if lhs.is_undefined() || rhs.is_undefined() {
            if matches!(predicate, Predicate::Eq | Predicate::Ne) || lhs == rhs {
                return Some(Constant::undef(ty));
            }
            return self.known(lhs, predicate.holds(Ordering::Equal));
        }
        if rhs.is_zero() && matches!(predicate, Predicate::Uge | Predicate::Ult) {
            return self.known(lhs, predicate == Predicate::Uge);
        }
        if lhs.ty.element_or_self(self.ctx) == Type::I1 && matches!(predicate, Predicate::Eq | Predicate::Ne) {
            return self.compare_bits(predicate, lhs, rhs);
        }
        if let (Some(one), Some(other)) = (lhs.as_integer(), rhs.as_integer()) {
            return self.known(lhs, predicate.compare(one, other));
        }
        if lhs.is_vector(self.ctx) {
            return self.compare_lanes(lhs, rhs, |lhs, rhs| self.compare(predicate, lhs, rhs));
        }
        if let Some(result) = self.relation(lhs, rhs).and_then(|relation| decide(predicate, relation)) {
            return self.known(lhs, result);
        }
        let is_expression = |constant: &Constant| constant.as_expression().is_some();
        if !is_expression(lhs) && is_expression(rhs) || lhs.is_zero() && !rhs.is_zero() {
            return self.compare(predicate.swapped(), rhs, lhs);
        }
        None
    }

    /// Bits are different where their exclusive or is one.
    fn compare_bits(self, predicate: Predicate, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let not = |bits: &Constant| {
            let ones = Constant::all_ones(self.ctx, bits.ty)?;
            self.instruction("xor", bits, &ones)
        };
        match predicate {
            Predicate::Ne => self.instruction("xor", lhs, rhs),
            _ if lhs.as_expression().is_some() => self.instruction("xor", lhs, &not(rhs)?),
            _ => self.instruction("xor", &not(lhs)?, rhs),
        }
    }

    /// Lane by lane, or once if all lanes are the same.
    fn compare_lanes(
        self,
        lhs: &Constant,
        rhs: &Constant,
        compare: impl Fn(&Constant, &Constant) -> Option<Constant>,
    ) -> Option<Constant> {
        let ty = self.truth(lhs.ty);
        if let (Some(one), Some(other)) = (lhs.splat_value(self.ctx), rhs.splat_value(self.ctx))
            && let Some(lane) = compare(&one, &other)
        {
            return Some(Constant::splat(self.ctx, ty, lane));
        }
        let (count, false) = lanes(self.ctx, lhs.ty)? else {
            return None;
        };
        let lane = |index| compare(&self.lane(lhs, index)?, &self.lane(rhs, index)?);
        let parts = (0..count).map(lane).collect::<Option<_>>()?;
        Some(Constant::of_parts(self.ctx, ty, parts))
    }

    /// Functions may treat denormal numbers as zeros, so that they are not compared before.
    pub(super) fn compare_floats(self, predicate: usize, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        if self.has_denormal(lhs) || self.has_denormal(rhs) {
            return None;
        }
        self.compare_allowing(*FLOAT_PREDICATES.get(predicate)?, lhs, rhs)
    }

    fn has_denormal(self, constant: &Constant) -> bool {
        match &constant.value {
            Value::Float(bits) => constant
                .ty
                .float(self.ctx)
                .is_some_and(|semantics| floats::is_denormal(semantics, *bits)),
            Value::Splat(lane) => self.has_denormal(lane),
            Value::Parts(lanes) => lanes.iter().any(|lane| self.has_denormal(lane)),
            _ => false,
        }
    }

    fn compare_allowing(self, allowed: u8, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        const UNORDERED: u8 = 8;
        if matches!(allowed, 0 | 15) {
            return self.known(lhs, allowed != 0);
        }
        if lhs.is_poison() || rhs.is_poison() {
            return Some(Constant::poison(self.truth(lhs.ty)));
        }
        if lhs.is_undefined() || rhs.is_undefined() {
            return self.known(lhs, allowed & UNORDERED != 0);
        }
        if let (Some(one), Some(other)) = (lhs.as_float(), rhs.as_float()) {
            let found = match float::compare(lhs.ty.float(self.ctx)?, one, other) {
                Some(Ordering::Equal) => 1,
                Some(Ordering::Greater) => 2,
                Some(Ordering::Less) => 4,
                None => UNORDERED,
            };
            return self.known(lhs, allowed & found != 0);
        }
        if lhs.is_vector(self.ctx) {
            return self.compare_lanes(lhs, rhs, |lhs, rhs| self.compare_allowing(allowed, lhs, rhs));
        }
        None
    }
}

/// What a comparison gives for constants that are related so, if that is enough to know.
fn decide(predicate: Predicate, relation: Relation) -> Option<bool> {
    match (relation, predicate) {
        (Relation::Equal, _) => Some(predicate.holds(Ordering::Equal)),
        (Relation::Different, Predicate::Eq) => Some(false),
        (Relation::Different, Predicate::Ne) => Some(true),
        (Relation::Different, _) => None,
        (Relation::Greater | Relation::Less, _) if predicate.is_signed() => None,
        (Relation::Greater, _) => Some(predicate.holds(Ordering::Greater)),
        (Relation::Less, _) => Some(predicate.holds(Ordering::Less)),
    }
}
