use std::cmp::Ordering;

use super::ParseIntError::{Malformed, NegativeUnsigned, OutOfRange};
use super::Signedness::{Signed, Signless, Unsigned};
use super::{ApInt, ParseIntError, Signedness};

fn int(width: u32, text: &str) -> ApInt {
    ApInt::parse(width, Signless, text).unwrap_or_else(|e| panic!("{text} : i{width}: {e}"))
}

#[track_caller]
fn check(width: u32, signedness: Signedness, text: &str, expected: Result<&str, ParseIntError>) {
    let printed = ApInt::parse(width, signedness, text).map(|value| value.print(signedness));
    assert_eq!(printed.as_deref(), expected.as_ref().map(|text| &**text), "{text}");
}

#[test]
fn literals_of_signless_types_fit_signed_or_unsigned() {
    check(8, Signless, "255", Ok("-1"));
    check(8, Signless, "128", Ok("-128"));
    check(8, Signless, "-128", Ok("-128"));
    check(8, Signless, "0x80", Ok("-128"));
    check(8, Signless, "-0x80", Ok("-128"));
    check(8, Signless, "0x0FF", Ok("-1"));
    check(8, Signless, "00255", Ok("-1"));
    check(8, Signless, "256", Err(OutOfRange));
    check(8, Signless, "0x100", Err(OutOfRange));
    check(8, Signless, "-129", Err(OutOfRange));
    check(8, Signless, "-255", Err(OutOfRange));
    check(8, Signless, "-0", Err(OutOfRange));
    check(1, Signless, "-1", Ok("-1"));
    check(1, Signless, "2", Err(OutOfRange));
    check(0, Signless, "0", Ok("0"));
    check(0, Signless, "1", Err(OutOfRange));
    check(64, Signless, "18446744073709551615", Ok("-1"));
    check(128, Signless, "340282366920938463463374607431768211455", Ok("-1"));
    check(
        200,
        Signless,
        "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
        Ok("-1"),
    );
    check(200, Signless, "-5", Ok("-5"));
}

#[test]
fn literals_of_other_types_fit_their_signedness() {
    check(8, Signed, "127", Ok("127"));
    check(8, Signed, "-128", Ok("-128"));
    check(8, Signed, "128", Err(OutOfRange));
    check(8, Signed, "0x80", Err(OutOfRange));
    check(8, Unsigned, "255", Ok("255"));
    check(8, Unsigned, "256", Err(OutOfRange));
    check(8, Unsigned, "-1", Err(NegativeUnsigned));
    check(
        200,
        Unsigned,
        "0x8000000000000000000000000000000000",
        Ok("43556142965880123323311949751266331066368"),
    );
    check(64, Signed, "9223372036854775807", Ok("9223372036854775807"));
    check(64, Signed, "-9223372036854775808", Ok("-9223372036854775808"));
    check(64, Signed, "9223372036854775808", Err(OutOfRange));
}

#[test]
fn what_is_no_literal_is_malformed() {
    for text in ["", "-", "0x", "1_0", "+1", "0xG", "1.0", "--1", " 1"] {
        check(8, Signless, text, Err(Malformed));
    }
}

#[test]
fn equal_values_are_equal_however_made() {
    for width in [1, 64, 65, 128, 129, 200, 4096] {
        let minus_one = ApInt::from_i128(width, -1);
        assert_eq!(minus_one, ApInt::zero(width).sub(&ApInt::one(width)));
        assert_eq!(minus_one, ApInt::zero(width).not());
        assert_eq!(minus_one, ApInt::one(1).sext(width));
        assert_eq!(minus_one, ApInt::from_le_bytes(width, &minus_one.to_le_bytes()));
        assert_eq!(ApInt::one(width), minus_one.mul(&minus_one));
    }
    assert_ne!(ApInt::one(8), ApInt::one(16));
}

/// Every operation on all pairs of 4 bit values against arithmetic in `i128`, directly and on
/// values moved to the top of wider types, which take other paths.
#[test]
fn arithmetic_wraps_at_the_width() {
    for width in [4, 64, 68, 128, 132] {
        let at = |value: i128| ApInt::from_i128(width, value);
        for (a, b) in (-8..8).flat_map(|a| (-8..8).map(move |b| (a, b))) {
            let (x, y) = (at(a), at(b));
            assert_eq!(x.add(&y), at(a + b));
            assert_eq!(x.sub(&y), at(a - b));
            assert_eq!(x.mul(&y), at(a * b));
            assert_eq!(x.and(&y), at(a & b));
            assert_eq!(x.or(&y), at(a | b));
            assert_eq!(x.xor(&y), at(a ^ b));
            assert_eq!(x.sdiv(&y), (b != 0).then(|| at(a / b)));
            assert_eq!(x.srem(&y), (b != 0).then(|| at(a % b)));
            assert_eq!(
                x.floor_div(&y),
                (b != 0).then(|| at(a.div_euclid(b) - floor_correction(a, b)))
            );
            assert_eq!(x.scmp(&y), a.cmp(&b));
            let unsigned = (a < 0, a).cmp(&(b < 0, b));
            assert_eq!(x.ucmp(&y), unsigned);
            assert_eq!(x.umin(&y), if unsigned.is_le() { x.clone() } else { y.clone() });
            let top = |value: &ApInt| value.shl(width - 4);
            assert_eq!(top(&x).add(&top(&y)), top(&at(a + b)));
            assert_eq!(top(&x).ashr(width - 4), at(a << 124 >> 124));
        }
    }
}

/// `div_euclid` rounds up for negative divisors, where the floor is one less.
fn floor_correction(a: i128, b: i128) -> i128 {
    (b < 0 && a.rem_euclid(b) != 0) as i128
}

#[test]
fn unsigned_operations_see_the_high_bit_as_value() {
    for width in [8, 64, 128, 200] {
        let ones = ApInt::all_ones(width);
        let half = ApInt::signed_max(width);
        let two = ApInt::from_i128(width, 2);
        assert_eq!(ones.udiv(&two), Some(half.clone()));
        assert_eq!(ones.urem(&two), Some(ApInt::one(width)));
        assert_eq!(ones.ceil_div_unsigned(&two), Some(ApInt::signed_min(width)));
        assert_eq!(ones.lshr(1), half);
        assert_eq!(ones.ashr(1), ones);
        assert_eq!(ones.ucmp(&half), Ordering::Greater);
        assert_eq!(ones.scmp(&half), Ordering::Less);
        assert_eq!(ones.zext(width + 1).lshr(width), ApInt::zero(width + 1));
        assert_eq!(ones.udiv(&ApInt::zero(width)), None);
        assert_eq!(ApInt::signed_min(width).sdiv(&ones), Some(ApInt::signed_min(width)));
        assert_eq!(ones.count_ones(), width);
        assert_eq!(two.leading_zeros(), width - 2);
        assert_eq!(ApInt::zero(width).trailing_zeros(), width);
        assert_eq!(ApInt::from_i128(width, width.into()).shift_amount(), None);
    }
}

#[test]
fn widths_change_by_truncation_and_extension() {
    assert_eq!(int(8, "200").zext(16), int(16, "200"));
    assert_eq!(int(8, "200").sext(16), int(16, "-56"));
    assert_eq!(int(8, "200").zext(300), int(300, "200"));
    assert_eq!(int(8, "200").sext(300), int(300, "-56"));
    assert_eq!(int(300, "-56").trunc(8), int(8, "200"));
    assert_eq!(int(64, "0x1FFFF").trunc(16), int(16, "-1"));
    assert_eq!(ApInt::from_u128(129, u128::MAX).to_u128(), Some(u128::MAX));
    assert_eq!(ApInt::from_u128(129, u128::MAX).to_i128(), None);
}
