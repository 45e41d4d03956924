//! Element types of memrefs: how each is printed and compared.

use std::io::Write;

/// A type that memrefs hold.
pub(super) trait Element: Copy {
    /// Appends the element as C++'s `operator<<` prints it.
    fn print(self, out: &mut Vec<u8>);

    /// Whether a computed element is close enough to the expected one.
    fn agrees_with(self, expected: Self) -> bool;
}

/// Appends a number as C's `%g` prints it, which is also what C++ streams do by default.
pub(super) fn print_g(number: f64, out: &mut Vec<u8>) {
    let mut buffer = [0u8; 32];
    // SAFETY: the buffer has the size that is passed, and the format takes one double.
    let length = unsafe { libc::snprintf(buffer.as_mut_ptr().cast(), buffer.len(), c"%g".as_ptr(), number) };
    let length = usize::try_from(length).unwrap_or(0).min(buffer.len());
    out.extend_from_slice(&buffer[..length]);
}

macro_rules! integer_elements {
    ($($integer:ty),*) => {$(
        impl Element for $integer {
            fn print(self, out: &mut Vec<u8>) {
                // Writing to a vector cannot fail.
                let _ = write!(out, "{self}");
            }

            fn agrees_with(self, expected: Self) -> bool {
                self == expected
            }
        }
    )*};
}
integer_elements!(i16, i32, i64, u64);

impl Element for i8 {
    /// A C++ stream takes an `int8_t` for a character.
    fn print(self, out: &mut Vec<u8>) {
        out.push(self.cast_unsigned());
    }

    fn agrees_with(self, expected: Self) -> bool {
        self == expected
    }
}

macro_rules! float_elements {
    ($($float:ty, $epsilon:literal);*) => {$(
        impl Element for $float {
            fn print(self, out: &mut Vec<u8>) {
                print_g(f64::from(self), out);
            }

            /// Infinities and NaNs agree with nothing, themselves included.
            fn agrees_with(self, expected: Self) -> bool {
                self.is_finite()
                    && expected.is_finite()
                    && (self - expected).abs() <= $epsilon * expected.abs()
            }
        }
    )*};
}
float_elements!(f32, 1e-6; f64, 1e-12);

/// The bits of an IEEE half.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct F16(pub(super) u16);

/// The upper half of the bits of an `f32`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Bf16(pub(super) u16);

impl F16 {
    pub(super) fn to_f32(self) -> f32 {
        let sign = if self.0 >> 15 == 1 { -1.0f32 } else { 1.0 };
        let exponent = i32::from(self.0 >> 10 & 0x1f);
        let fraction = f32::from(self.0 & 0x3ff);
        let magnitude = match exponent {
            0 => fraction * 2f32.powi(-24),
            31 if fraction == 0.0 => f32::INFINITY,
            31 => f32::from_bits(0x7fc0_0000),
            _ => (1024.0 + fraction) * 2f32.powi(exponent - 25),
        };
        magnitude.copysign(sign)
    }
}

impl Bf16 {
    pub(super) fn to_f32(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

macro_rules! half_elements {
    ($($half:ty),*) => {$(
        impl Element for $half {
            fn print(self, out: &mut Vec<u8>) {
                self.to_f32().print(out);
            }

            /// MLIR compares bits here.
            fn agrees_with(self, expected: Self) -> bool {
                self.0 == expected.0
            }
        }
    )*};
}
half_elements!(F16, Bf16);

/// A complex number.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Complex<T> {
    real: T,
    imaginary: T,
}

impl<T: Element + PartialEq> Element for Complex<T> {
    fn print(self, out: &mut Vec<u8>) {
        out.push(b'(');
        self.real.print(out);
        out.push(b',');
        self.imaginary.print(out);
        out.push(b')');
    }

    fn agrees_with(self, expected: Self) -> bool {
        self.real == expected.real && self.imaginary == expected.imaginary
    }
}

/// A `vector<4x4xf32>`.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Matrix4x4([[f32; 4]; 4]);

impl Element for Matrix4x4 {
    fn print(self, out: &mut Vec<u8>) {
        // MLIR indents the rows of a nested vector as if each stood on its own line.
        let separators: [&[u8]; 4] = [b"(", b",   ", b",   ", b",  "];
        for (row, separator) in self.0.iter().zip(separators) {
            out.extend_from_slice(separator);
            for (index, &number) in row.iter().enumerate() {
                out.extend_from_slice(if index == 0 { b"(" } else { b", " });
                number.print(out);
            }
            out.push(b')');
        }
        out.push(b')');
    }

    fn agrees_with(self, expected: Self) -> bool {
        self.0 == expected.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(element: impl Element) -> String {
        let mut out = Vec::new();
        element.print(&mut out);
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn floats_print_as_in_c() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1e5, "100000"),
            (1_234_567.0, "1.23457e+06"),
            (1e-5, "1e-05"),
            (f64::INFINITY, "inf"),
            (5e-324, "4.94066e-324"),
        ];
        for (number, text) in cases {
            assert_eq!(printed(number), text);
        }
    }

    #[test]
    fn halves_convert_exactly() {
        let cases = [
            (0x3c00, 1.0),
            (0x7bff, 65504.0),
            (0x0001, 2f32.powi(-24)),
            (0xc248, -3.140_625),
        ];
        for (bits, number) in cases {
            assert_eq!(F16(bits).to_f32(), number);
        }
        assert_eq!(F16(0xfc00).to_f32(), f32::NEG_INFINITY);
        assert!(F16(0x7e00).to_f32().is_nan());
        assert_eq!(Bf16(0x3fc0).to_f32(), 1.5);
    }

    #[test]
    fn floats_agree_within_a_relative_error() {
        assert!(1f32.agrees_with(1.0 + 7.0 * f32::EPSILON));
        assert!(!1f32.agrees_with(1.0 + 9.0 * f32::EPSILON));
        assert!(!f64::INFINITY.agrees_with(f64::INFINITY));
        assert!(!f64::NAN.agrees_with(f64::NAN));
    }

    #[test]
    fn complex_numbers_and_vectors_print_in_parentheses() {
        assert_eq!(
            printed(Complex {
                real: 1.5f32,
                imaginary: -2.0
            }),
            "(1.5,-2)"
        );
        let rows = Matrix4x4([[1.0; 4], [2.0; 4], [3.0; 4], [4.0; 4]]);
        assert_eq!(
            printed(rows),
            "((1, 1, 1, 1),   (2, 2, 2, 2),   (3, 3, 3, 3),  (4, 4, 4, 4))"
        );
    }
}
