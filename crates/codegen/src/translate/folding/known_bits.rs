//! Bits of addresses that alignments tell.

use asyncir_ir::ApInt;

use super::Folder;
use crate::translate::constant::{Constant, Operation, Value};

/// Bits that are known to be zero, and bits that are known to be one, in numbers of a width.
#[derive(Clone, Copy)]
struct KnownBits {
    width: u32,
    zero: u128,
    one: u128,
}

impl KnownBits {
    fn unknown(width: u32) -> Self {
        Self { width, zero: 0, one: 0 }
    }

    fn of(value: &ApInt) -> Option<Self> {
        let one = value.to_u128()?;
        Some(Self {
            width: value.width(),
            zero: !one & mask(value.width()),
            one,
        })
    }

    /// Of multiples of a power of two.
    fn aligned(width: u32, alignment: u64) -> Self {
        let low = u128::from(alignment.max(1)) - 1;
        Self {
            zero: low & mask(width),
            ..Self::unknown(width)
        }
    }

    fn resized(self, width: u32) -> Self {
        let new = if width > self.width {
            mask(width) & !mask(self.width)
        } else {
            0
        };
        Self {
            width,
            zero: self.zero & mask(width) | new,
            one: self.one & mask(width),
        }
    }

    fn not(self) -> Self {
        Self {
            width: self.width,
            zero: self.one,
            one: self.zero,
        }
    }

    /// Of the sum with a carry into the lowest bit: a bit is known if both are, and so is the carry.
    fn add(self, other: Self, carry: bool) -> Self {
        let mask = mask(self.width);
        let largest = (!self.zero & mask)
            .wrapping_add(!other.zero & mask)
            .wrapping_add(carry.into());
        let least = self.one.wrapping_add(other.one).wrapping_add(carry.into());
        let carries_zero = !(largest ^ self.zero ^ other.zero);
        let carries_one = least ^ self.one ^ other.one;
        let known = (self.zero | self.one) & (other.zero | other.one) & (carries_zero | carries_one) & mask;
        Self {
            width: self.width,
            zero: !largest & known,
            one: least & known,
        }
    }
}

fn mask(width: u32) -> u128 {
    match width {
        0 => 0,
        1..=127 => u128::MAX >> (128 - width),
        _ => u128::MAX,
    }
}

impl Folder<'_, '_> {
    /// `and` of addresses, if it changes nothing or all of it is known.
    pub(super) fn masked(self, lhs: &Constant, rhs: &Constant) -> Option<Constant> {
        let (one, other) = (self.known_bits(lhs)?, self.known_bits(rhs)?);
        let all = mask(one.width);
        if (other.one | one.zero) == all {
            return Some(lhs.clone());
        }
        if (one.one | other.zero) == all {
            return Some(rhs.clone());
        }
        let (zero, ones) = (one.zero | other.zero, one.one & other.one);
        (zero | ones == all).then(|| Constant::integer(self.ctx, lhs.ty, ApInt::from_u128(one.width, ones)))
    }

    /// Whether only bits are asked for that are zero in the address of a global, because it is aligned.
    pub(super) fn is_clear_in_address(self, address: &Constant, bits: &ApInt) -> bool {
        let Some(alignment) = self
            .address_of(address)
            .and_then(|name| self.symbols.alignment_of(self.ctx, self.layout, name, 4))
        else {
            return false;
        };
        bits.to_u128().is_some_and(|bits| bits < u128::from(alignment.max(1)))
    }

    fn known_bits(self, constant: &Constant) -> Option<KnownBits> {
        let width = match self.space(constant) {
            Some(space) => self.layout.pointer_bits(space)?,
            None => constant.ty.int_width(self.ctx)?,
        };
        (width <= 128).then_some(())?;
        Some(match &constant.value {
            Value::Integer(value) => KnownBits::of(value)?,
            Value::Zero => KnownBits::of(&ApInt::zero(width))?,
            Value::Global(name) => {
                let alignment = self.symbols.alignment_of(self.ctx, self.layout, *name, 1);
                KnownBits::aligned(width, alignment.unwrap_or(1))
            }
            Value::Expression(expression) => match (&expression.operation, &expression.operands[..]) {
                (Operation::Cast("ptrtoint" | "inttoptr" | "trunc"), [operand]) => {
                    self.known_bits(operand)?.resized(width)
                }
                (Operation::Binary("add"), [one, other]) => self.known_bits(one)?.add(self.known_bits(other)?, false),
                (Operation::Binary("sub"), [one, other]) => {
                    self.known_bits(one)?.add(self.known_bits(other)?.not(), true)
                }
                (Operation::Binary("xor"), [one, other]) => {
                    let (one, other) = (self.known_bits(one)?, self.known_bits(other)?);
                    KnownBits {
                        width,
                        zero: one.zero & other.zero | one.one & other.one,
                        one: one.zero & other.one | one.one & other.zero,
                    }
                }
                (Operation::Address { .. }, [base, ..]) => match self.constant_offset(expression) {
                    Some(offset) => self.known_bits(base)?.add(KnownBits::of(&offset.sext(width))?, false),
                    None => KnownBits::unknown(width),
                },
                _ => KnownBits::unknown(width),
            },
            _ => KnownBits::unknown(width),
        })
    }
}
