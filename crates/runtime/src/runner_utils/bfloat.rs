//! Conversions to `bf16`, which compiled code calls where the processor has no instruction for them.
//!
//! C compilers bring them from GCC 13 and Clang 16 on, under these names, which LLVM fixes. Of two definitions linkers take
//! the first; they do the same.

use crate::symbol::{SymbolAddress, symbol_table};

/// A `bf16` as functions return it: in the low half of a floating-point register.
fn returned(bits: u16) -> f32 {
    f32::from_bits(bits.into())
}

/// The bits of the nearest `bf16`, of two the even one.
fn nearest(value: f32) -> u16 {
    let bits = value.to_bits();
    if value.is_nan() {
        // Quiet, with what is left of the payload.
        return (bits >> 16) as u16 | 0x40;
    }
    let is_odd = bits >> 16 & 1;
    // Carries go into the exponent, and from the largest numbers to infinity.
    (bits.wrapping_add(0x7FFF + is_odd) >> 16) as u16
}

/// An `f32` from which the nearest `bf16` can be told as from `value` itself: rounded to odd, so that what is not exact is no
/// tie.
fn to_odd(value: f64) -> f32 {
    let rounded = value as f32;
    let back = f64::from(rounded);
    if back == value || value.is_nan() {
        return rounded;
    }
    let is_away = back.abs() > value.abs();
    let towards_zero = rounded.to_bits() - u32::from(is_away);
    f32::from_bits(towards_zero | 1)
}

/// `f32` to `bf16`.
#[unsafe(no_mangle)]
extern "C" fn __truncsfbf2(value: f32) -> f32 {
    returned(nearest(value))
}

/// `f64` to `bf16`.
#[unsafe(no_mangle)]
extern "C" fn __truncdfbf2(value: f64) -> f32 {
    returned(nearest(to_odd(value)))
}

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![__truncsfbf2, __truncdfbf2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_the_nearest_even_one() {
        for (value, bits) in [
            (0.0f32, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3F80),
            (1.0 + 1.0 / 256.0, 0x3F80),
            (1.0 + 3.0 / 256.0, 0x3F82),
            (f32::from_bits(0x3F80_8001), 0x3F81),
            (f32::MAX, 0x7F80),
            (f32::INFINITY, 0x7F80),
            (f32::from_bits(0x0001_0000), 0x0001),
            (f32::from_bits(0x0000_8000), 0x0000),
        ] {
            assert_eq!(nearest(value), bits, "{value}");
            assert_eq!(nearest(to_odd(value.into())), bits, "{value}");
        }
        assert_eq!(nearest(f32::from_bits(0x7F80_0001)), 0x7FC0);
        assert_eq!(__truncsfbf2(1.0).to_bits(), 0x3F80);
    }

    #[test]
    fn doubles_are_rounded_once() {
        // As an f32 this would be a tie, which would go to the even number below.
        let value = 1.0 + 1.0 / 256.0 + f64::EPSILON;
        assert_eq!(nearest(value as f32), 0x3F80);
        assert_eq!(nearest(to_odd(value)), 0x3F81);
        assert_eq!(nearest(to_odd(-value)), 0xBF81);
        assert_eq!(nearest(to_odd(1e300)), 0x7F80);
        assert_eq!(nearest(to_odd(1e-300)), 0x0000);
        assert_eq!(__truncdfbf2(-2.0).to_bits(), 0xC000);
    }
}
