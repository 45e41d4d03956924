//! The inverse hyperbolic functions. Rust's own ones differ from those of C's library in their last digits; these are
//! computed from logarithms as there, in the same ranges, and so agree with it.

macro_rules! inverse_hyperbolic {
    ($float:ident, $asinh_small:expr, $asinh_large:expr) => {
        /// For this format.
        pub(super) mod $float {
            use std::$float::consts::LN_2;

            /// Where terms of lower order do not count.
            const LARGE: $float = (1 << 28) as $float;

            /// What is not a number, from an operation.
            fn invalid(x: $float) -> $float {
                (x - x) / (x - x)
            }

            /// Inverse hyperbolic cosine.
            pub fn acosh(x: $float) -> $float {
                match x {
                    _ if x < 1.0 => invalid(x),
                    _ if x == 1.0 => 0.0,
                    _ if x.is_nan() || x.is_infinite() => x + x,
                    _ if x >= LARGE => x.ln() + LN_2,
                    _ if x > 2.0 => (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln(),
                    _ => {
                        let t = x - 1.0;
                        (t + (2.0 * t + t * t).sqrt()).ln_1p()
                    }
                }
            }

            /// Inverse hyperbolic sine.
            pub fn asinh(x: $float) -> $float {
                let a = x.abs();
                if a < $asinh_small {
                    return x;
                }
                let result = match a {
                    _ if !a.is_finite() => return x + x,
                    _ if a > $asinh_large => a.ln() + LN_2,
                    _ if a > 2.0 => (2.0 * a + 1.0 / ((x * x + 1.0).sqrt() + a)).ln(),
                    _ => {
                        let square = x * x;
                        (a + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
                    }
                };
                result.copysign(x)
            }

            /// Inverse hyperbolic tangent.
            pub fn atanh(x: $float) -> $float {
                let a = x.abs();
                let result = match a {
                    _ if a < 1.0 / LARGE => return x,
                    _ if a < 0.5 => {
                        let twice = a + a;
                        0.5 * (twice + twice * a / (1.0 - a)).ln_1p()
                    }
                    _ if a < 1.0 => 0.5 * ((a + a) / (1.0 - a)).ln_1p(),
                    _ if a == 1.0 => return x / 0.0,
                    _ => return invalid(x),
                };
                result.copysign(x)
            }
        }
    };
}

inverse_hyperbolic!(f32, 1.0 / 32768.0, 32768.0);
inverse_hyperbolic!(f64, 1.0 / 268_435_456.0, 268_435_456.0);

#[cfg(test)]
mod tests {
    use super::{f32, f64};

    #[test]
    fn limits_are_those_of_the_functions() {
        assert_eq!(f64::acosh(1.0), 0.0);
        assert!(f64::acosh(0.5).is_nan());
        assert_eq!(f32::acosh(f32::INFINITY), f32::INFINITY);
        assert!(f64::asinh(-0.0).is_sign_negative());
        assert_eq!(f32::asinh(f32::NEG_INFINITY), f32::NEG_INFINITY);
        assert_eq!(f64::atanh(-1.0), f64::NEG_INFINITY);
        assert!(f32::atanh(1.5).is_nan());
    }

    #[test]
    fn they_are_inverse() {
        for step in 1..200 {
            let x = f64::asinh(f64::from(step) * 0.37).sinh() / (f64::from(step) * 0.37);
            assert!((x - 1.0).abs() < 1e-13, "{step}: {x}");
        }
    }
}
