//! Values of floats of eight bits and less, for printing.

/// What the patterns at the end of the range stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinities and NaN, as in IEEE 754.
    Ieee,
    /// NaN, if all bits but the sign are set.
    AllOnes,
    /// NaN, if of all bits only the sign is set.
    MinusZero,
    /// There are none.
    Finite,
}

/// A format with a sign.
struct Format {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    special: Special,
}

/// The format that LLVM counts as the one of that number.
fn format(number: i32) -> Option<Format> {
    let format = |exponent, mantissa, bias, special| {
        Some(Format {
            exponent,
            mantissa,
            bias,
            special,
        })
    };
    match number {
        7 => format(5, 2, 15, Special::Ieee),
        8 => format(5, 2, 16, Special::MinusZero),
        9 => format(4, 3, 7, Special::Ieee),
        10 => format(4, 3, 7, Special::AllOnes),
        11 => format(4, 3, 8, Special::MinusZero),
        12 => format(4, 3, 11, Special::MinusZero),
        13 => format(3, 4, 3, Special::Ieee),
        16 => format(3, 2, 3, Special::Finite),
        17 => format(2, 3, 1, Special::Finite),
        18 => format(2, 1, 1, Special::Finite),
        _ => None,
    }
}

/// The number of the format that has no sign and no fraction.
const POWERS_OF_TWO: i32 = 15;

/// The value of some bits in the format of that number; NaN if there is no such format.
pub(super) fn value(number: i32, bits: u64) -> f64 {
    if number == POWERS_OF_TWO {
        let exponent = (bits & 0xFF) as i32;
        return if exponent == 0xFF {
            f64::NAN
        } else {
            power_of_two(exponent - 127)
        };
    }
    format(number).map_or(f64::NAN, |format| format.value(bits))
}

impl Format {
    fn value(&self, bits: u64) -> f64 {
        let mantissa = bits & ((1 << self.mantissa) - 1);
        let all_ones = (1 << self.exponent) - 1;
        let exponent = (bits >> self.mantissa) & all_ones;
        let is_negative = bits >> (self.mantissa + self.exponent) & 1 != 0;
        let magnitude = match self.special {
            Special::Ieee if exponent == all_ones && mantissa == 0 => f64::INFINITY,
            Special::Ieee if exponent == all_ones => f64::NAN,
            Special::AllOnes if exponent == all_ones && mantissa == (1 << self.mantissa) - 1 => f64::NAN,
            Special::MinusZero if is_negative && exponent == 0 && mantissa == 0 => return f64::NAN,
            _ => {
                let leading = u64::from(exponent != 0) << self.mantissa;
                let scale = exponent.max(1) as i32 - self.bias - self.mantissa as i32;
                (leading + mantissa) as f64 * power_of_two(scale)
            }
        };
        if is_negative { -magnitude } else { magnitude }
    }
}

fn power_of_two(exponent: i32) -> f64 {
    2f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values_of_all_formats() {
        for (number, bits, wanted) in [
            (7, 0x3C, 1.0),
            (7, 0xFC, f64::NEG_INFINITY),
            (7, 0x01, 2f64.powi(-16)),
            (8, 0x40, 1.0),
            (9, 0x38, 1.0),
            (9, 0x78, f64::INFINITY),
            (10, 0x7E, 448.0),
            (11, 0x7F, 240.0),
            (12, 0x7F, 30.0),
            (13, 0x70, f64::INFINITY),
            (15, 0x00, 2f64.powi(-127)),
            (15, 0x80, 2.0),
            (16, 0x1F, 28.0),
            (17, 0x3F, -7.5),
            (18, 0x7, 6.0),
            (18, 0x9, -0.5),
        ] {
            assert_eq!(value(number, bits), wanted, "format {number}, bits {bits:#x}");
        }
    }

    #[test]
    fn what_is_no_number() {
        for (number, bits) in [
            (7, 0x7D),
            (8, 0x80),
            (10, 0xFF),
            (11, 0x80),
            (12, 0x80),
            (15, 0xFF),
            (99, 0),
        ] {
            assert!(value(number, bits).is_nan(), "format {number}, bits {bits:#x}");
        }
    }
}
