use std::cmp::Ordering;

use super::FloatSemantics::{self, *};
use super::*;

#[track_caller]
fn check_print(sem: FloatSemantics, literal: &str, expected: &str) {
    let bits = parse_hex(sem, literal).or_else(|| parse_literal(sem, literal));
    let printed = bits.map(|bits| print(sem, bits));
    assert_eq!(printed.as_deref(), Some(expected), "{literal} : {}", sem.keyword());
}

/// The value of a decimal literal.
#[track_caller]
fn value(sem: FloatSemantics, literal: &str) -> u128 {
    parse_decimal(sem, literal).unwrap_or_else(|| panic!("{literal}"))
}

#[test]
fn keywords_name_their_formats() {
    for sem in FloatSemantics::ALL {
        assert_eq!(FloatSemantics::from_keyword(sem.keyword()), Some(sem));
    }
    assert_eq!(FloatSemantics::from_keyword("f99"), None);
}

#[test]
fn scientific_where_six_digits_suffice() {
    check_print(F64, "0.0", "0.000000e+00");
    check_print(F64, "-0.0", "-0.000000e+00");
    check_print(F64, "1.0", "1.000000e+00");
    check_print(F64, "0.1", "1.000000e-01");
    check_print(F64, "0.3", "3.000000e-01");
    check_print(F64, "-0.125", "-1.250000e-01");
    check_print(F64, "1.0e-300", "1.000000e-300");
    check_print(F64, "5.0e-324", "4.940660e-324");
    check_print(F32, "0x00000001", "1.401300e-45");
    check_print(F32, "1.0e30", "1.000000e+30");
    check_print(F16, "0.1", "9.997550e-02");
    check_print(F16, "65504.0", "6.550400e+04");
    check_print(BF16, "3.141592653589793", "3.140630e+00");
    check_print(TF32, "123456789.0", "1.234700e+08");
    check_print(F80, "0x00000000000000000001", "3.645200e-4951");
}

#[test]
fn all_digits_where_six_do_not_suffice() {
    check_print(F32, "3.141592653589793", "3.14159274");
    check_print(F64, "3.141592653589793", "3.1415926535897931");
    check_print(F80, "3.141592653589793", "3.141592653589793116");
    check_print(F128, "3.141592653589793", "3.14159265358979311599796346854418516");
    check_print(F128, "-0.3", "-0.299999999999999988897769753748434596");
    check_print(F80, "2.5e-5", "2.5000000000000001198E-5");
    check_print(F80, "1.0e30", "1.00000000000000001988E+30");
}

/// Seven digits are computed and the last is cut, not rounded, in these.
#[test]
fn truncated_digits_count_as_not_sufficing() {
    check_print(F32, "0xb558de9a", "-8.07901984E-7");
    check_print(F64, "1.0e39", "9.9999999999999994E+38");
    check_print(F64, "1.0e-201", "9.9999999999999994E-202");
}

#[test]
fn bits_where_there_is_no_point_or_no_number() {
    check_print(F32, "123456789.0", "0x4CEB79A3");
    check_print(F64, "123456789.0", "0x419D6F3454000000");
    check_print(F128, "1.0e30", "0x406293E5939A08CEA000000000000000");
    check_print(F32, "0x7FC00000", "0x7FC00000");
    check_print(F32, "0x7F800001", "0x7F800001");
    check_print(F32, "1.0e39", "0x7F800000");
    check_print(F16, "-1.0e30", "0xFC00");
    check_print(TF32, "0x7FFFF", "0x7FFFF");
    check_print(F80, "0x7FFF8000000000000000", "0x7FFF8000000000000000");
    // A pattern that no x87 produces is a NaN.
    check_print(F80, "0x3FFF0000000000000000", "0x7FFF0000000000000000");
}

#[test]
fn narrow_formats_round_and_overflow_each_in_its_way() {
    check_print(F4E2M1FN, "3.141592653589793", "3.000000e+00");
    check_print(F4E2M1FN, "7.0", "6.000000e+00");
    check_print(F6E2M3FN, "-1.0e30", "-7.500000e+00");
    check_print(F6E3M2FN, "30.0", "2.800000e+01");
    check_print(F8E5M2, "2.5e-5", "3.051760e-05");
    check_print(F8E5M2, "-1.0e30", "0xFC");
    check_print(F8E4M3, "448.0", "0x78");
    check_print(F8E4M3FN, "464.0", "4.480000e+02");
    check_print(F8E4M3FN, "465.0", "0x7F");
    check_print(F8E5M2FNUZ, "2.5e-5", "2.288820e-05");
    check_print(F8E4M3FNUZ, "-1.0e30", "0x80");
    check_print(F8E4M3FNUZ, "-1.0e-30", "0.000000e+00");
    check_print(F8E4M3B11FNUZ, "0.1", "1.015630e-01");
    check_print(F8E3M4, "0.3", "2.968750e-01");
    check_print(F8E8M0FNU, "0.0", "5.877470e-39");
    check_print(F8E8M0FNU, "6.0", "8.000000e+00");
    check_print(F8E8M0FNU, "1.0e39", "0xFF");
}

#[test]
fn hexadecimal_literals_must_fit() {
    assert_eq!(parse_hex(F16, "0x03C00"), Some(0x3C00));
    assert_eq!(parse_hex(F16, "0x13C00"), None);
    assert_eq!(parse_hex(F4E2M1FN, "0x10"), None);
    assert_eq!(parse_hex(F16, "0x"), None);
    assert_eq!(parse_hex(F16, "3C00"), None);
}

#[test]
fn what_is_no_decimal_literal_is_refused() {
    for text in ["", "nan", "inf", "1.0f", ".5", "1e", "1.0e+", "0x1p3", "- 1.0", "1.0.0"] {
        for sem in FloatSemantics::ALL {
            assert_eq!(parse_decimal(sem, text), None, "{text}");
            assert_eq!(parse_literal(sem, text), None, "{text}");
        }
    }
}

#[test]
fn decimals_are_rounded_once() {
    // Just above the tie between 1 and the next value; a double is the tie itself.
    assert_eq!(value(F16, "1.00048828125000000000000000000000000001"), 0x3C01);
    assert_eq!(value(F16, "1.00048828125"), 0x3C00);
    assert_eq!(
        parse_literal(F16, "1.00048828125000000000000000000000000001"),
        Some(0x3C00)
    );
    assert_eq!(value(F128, "0.1"), 0x3FFB_9999_9999_9999_9999_9999_9999_999A);
    // By way of a double, as MLIR reads literals.
    assert_eq!(
        parse_literal(F128, "0.1"),
        Some(0x3FFB_9999_9999_9999_A000_0000_0000_0000)
    );
    assert_eq!(parse_literal(F128, "1.0e400"), F128.infinity(false));
}

/// Every value of the narrow formats survives the way through a double.
#[test]
fn doubles_hold_all_narrow_values() {
    for sem in FloatSemantics::ALL.into_iter().filter(|sem| sem.width() <= 19) {
        for bits in (0..=sem.mask()).filter(|bits| !is_nan(sem, *bits)) {
            assert_eq!(from_f64(sem, to_f64(sem, bits)), bits, "{bits:#x} : {}", sem.keyword());
        }
    }
}

/// Narrow results are the rounding of the exact ones, for which a double has room (quotients
/// are not exact in it, but far from ties).
#[test]
fn narrow_arithmetic_rounds_the_exact_result() {
    for sem in FloatSemantics::ALL.into_iter().filter(|sem| sem.width() <= 8) {
        for (a, b) in (0..=sem.mask()).flat_map(|a| (0..=sem.mask()).step_by(7).map(move |b| (a, b))) {
            let (x, y) = (to_f64(sem, a), to_f64(sem, b));
            if is_nan(sem, a) || is_nan(sem, b) || x * y == 0.0 {
                continue;
            }
            let check = |bits: u128, exact: f64| {
                let expected = from_f64(sem, exact);
                assert!(bits == expected || (is_nan(sem, bits) && is_nan(sem, expected)));
            };
            check(add(sem, a, b), x + y);
            check(sub(sem, a, b), x - y);
            check(mul(sem, a, b), x * y);
            check(div(sem, a, b), x / y);
            assert_eq!(compare(sem, a, b), x.partial_cmp(&y));
        }
    }
}

#[test]
fn arithmetic_is_that_of_the_host() {
    let values: [f32; 9] = [0.0, -0.0, 1.0, -1.5, 3.4e38, 1e-45, f32::INFINITY, 0.1, 7.25];
    for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))) {
        let (x, y) = (a.to_bits().into(), b.to_bits().into());
        let check = |bits: u128, expected: f32| {
            let actual = f32::from_bits(bits as u32);
            assert!(actual.to_bits() == expected.to_bits() || (actual.is_nan() && expected.is_nan()));
        };
        check(add(F32, x, y), a + b);
        check(sub(F32, x, y), a - b);
        check(mul(F32, x, y), a * b);
        check(div(F32, x, y), a / b);
        check(rem(F32, x, y), a % b);
        check(neg(F32, x), -a);
        check(abs(F32, x), a.abs());
        check(copysign(F32, x, y), a.copysign(b));
    }
}

#[test]
fn minimum_and_maximum_order_zeros_and_treat_nan() {
    let (plus, minus, one, nan) = (0, 1 << 31, 0x3F80_0000, 0x7FC0_0000);
    assert_eq!(minimum(F32, plus, minus), minus);
    assert_eq!(min_num(F32, plus, minus), minus);
    assert_eq!(maximum(F32, minus, plus), plus);
    assert_eq!(max_num(F32, minus, plus), plus);
    assert_eq!(minimum(F32, one, nan), nan);
    assert_eq!(maximum(F32, nan, one), nan);
    assert_eq!(min_num(F32, one, nan), one);
    assert_eq!(max_num(F32, nan, one), one);
    assert_eq!(max_num(F32, one, minus), one);
    assert_eq!(compare(F32, plus, minus), Some(Ordering::Equal));
    assert_eq!(compare(F32, plus, nan), None);
}

#[test]
fn conversions_tell_what_is_lost() {
    let tenth = value(F64, "0.1");
    assert_eq!(convert(F64, tenth, F32), (value(F32, "0.1"), true));
    assert_eq!(
        convert(F32, value(F32, "0.1"), F80),
        (0x3FFB_CCCC_CD00_0000_0000, false)
    );
    assert_eq!(convert(F80, 0x3FFF_8000_0000_0000_0000, F16), (0x3C00, false));
    assert_eq!(convert(F32, 0x7FC0_0000, F16), (0x7E00, false));
    assert_eq!(convert(F32, 0x7F80_0001, F16), (0x7E00, true));
    assert_eq!(convert(F32, 0x7F80_0000, F8E4M3FN), (0x7F, true));
    assert_eq!(convert(F32, 0xFFC0_0000, F8E4M3FNUZ), (0x80, true));
    assert_eq!(convert(F32, 0x7F80_0000, F8E5M2), (0x7C, false));
    assert_eq!(convert(F32, 0xBF80_0000, F8E8M0FNU), (0x7F, true));
}

#[test]
fn formats_without_negative_zero_have_none() {
    assert_eq!(neg(F8E4M3FNUZ, 0), 0);
    assert_eq!(neg(F8E4M3FNUZ, 0x80), 0x80);
    assert_eq!(neg(F8E4M3FNUZ, 0x40), 0xC0);
    assert_eq!(neg(F8E8M0FNU, 0x7F), 0x7F);
    assert!(is_nan(F8E4M3FNUZ, 0x80) && !is_negative(F8E4M3FNUZ, 0x80));
    assert!(is_zero(F16, 0x8000) && is_negative(F16, 0x8000) && is_inf(F16, 0xFC00));
}

#[test]
fn integers_convert_toward_zero_and_saturate() {
    let int = |literal, width, signed| to_int(F32, value(F32, literal), width, signed);
    assert_eq!(int("-1.75", 32, true), (-1, false));
    assert_eq!(int("127.9", 8, true), (127, false));
    assert_eq!(int("128.0", 8, true), (127, true));
    assert_eq!(int("-129.0", 8, true), (-128, true));
    assert_eq!(int("255.5", 8, false), (255, false));
    assert_eq!(int("256.0", 8, false), (255, true));
    assert_eq!(int("-0.5", 8, false), (0, false));
    assert_eq!(int("-1.0", 8, false), (0, true));
    assert!(to_int(F32, 0x7FC0_0000, 32, true).1);
    // One bit is a sign alone.
    assert_eq!(int("-1.5", 1, true), (-1, false));
    assert_eq!(int("0.9", 1, true), (0, false));
    assert_eq!(int("1.0", 1, true), (0, true));
    assert_eq!(int("-2.0", 1, true), (-1, true));
    assert_eq!(from_int(F32, -3, true), value(F32, "-3.0"));
    assert_eq!(
        from_int(F32, -1, false),
        value(F32, "340282366920938463463374607431768211455")
    );
    // Just above the tie between two values: more bits than any intermediate format holds.
    assert_eq!(from_int(F16, (2049 << 100) + 1, true), F16.infinity(false).unwrap_or(0));
    assert_eq!(from_int(F64, ((1 << 53) + 1) << 66 | 1, true), ((1023 + 119) << 52) + 1);
}
