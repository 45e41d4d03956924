use super::AffineKind::{CeilDiv, FloorDiv, Mod, Mul};
use super::{AffineExpr, AffineMap, IntegerSet, SemiAffineError};

fn d(position: u32) -> AffineExpr {
    AffineExpr::Dim(position)
}

fn s(position: u32) -> AffineExpr {
    AffineExpr::Symbol(position)
}

fn c(value: i64) -> AffineExpr {
    AffineExpr::Constant(value)
}

#[track_caller]
fn check(expr: AffineExpr, expected: &str) {
    assert_eq!(expr.to_string(), expected);
}

#[test]
fn sums_fold_constants_and_move_them_right() {
    check((d(0) + 1) + 2, "d0 + 3");
    check(c(4) + d(0), "d0 + 4");
    check(d(0) + 0, "d0");
    check((d(0) + 2) + d(1), "d0 + d1 + 2");
    check(s(0) + d(0), "d0 + s0");
    check(d(1) + d(0), "d0 + d1");
    check(s(1) * s(0), "s0 * s1");
    check((d(1) + d(0)) + d(0), "d0 + d1 + d0");
    check(d(0) + d(0), "d0 * 2");
    check(d(0) * 3 - d(0) * 3, "0");
    check(c(2) + 3, "5");
}

#[test]
fn products_fold() {
    check(d(0) * c(0), "0");
    check(d(0) * 1, "d0");
    check((d(0) * 2) * 3, "d0 * 6");
    check((d(0) * 2) * s(0), "(d0 * s0) * 2");
    check(c(3) * d(0), "d0 * 3");
}

#[test]
fn divisions_by_known_divisors_fold() {
    check((d(0) * 128).floor_div(64), "d0 * 2");
    check((d(0) * -4).floor_div(2), "d0 * -2");
    check((d(0) * 4).floor_div(-2), "d0 * -2");
    check((d(0) * 8 + d(1)).floor_div(4), "d0 * 2 + d1 floordiv 4");
    check((d(0) * 4).ceil_div(2), "d0 * 2");
    check((d(0) * 8 + d(1)).ceil_div(4), "(d0 * 8 + d1) ceildiv 4");
    check(c(7).floor_div(-2), "-4");
    check(c(7).ceil_div(2), "4");
    check(d(0).floor_div(1), "d0");
    check(d(0).floor_div(0), "d0 floordiv 0");
    check(c(5).floor_div(0), "5 floordiv 0");
}

#[test]
fn remainders_fold() {
    check((d(0) * 8) % 4, "0");
    check((d(0) * 8 + d(1)) % 4, "d1 mod 4");
    check((d(0) % 8) % 4, "d0 mod 4");
    check((d(0) % 4) % 8, "(d0 mod 4) mod 8");
    check(c(-5) % 3, "1");
    check(c(7) % -3, "7 mod -3");
    check(d(0) % c(1), "0");
}

#[test]
fn what_is_left_of_a_division_is_the_remainder() {
    check(d(0) - d(0).floor_div(4) * 4, "d0 mod 4");
    check(d(0) - d(0).floor_div(s(0)) * s(0), "d0 mod s0");
    check(d(0).floor_div(4) * -4 + d(0), "(d0 floordiv 4) * -4 + d0");
    check(d(0) - d(0).floor_div(-6) * -6, "d0 + (d0 floordiv -6) * 6");
    check(d(0) * 64 + d(1) - d(1).floor_div(4) * 4, "d0 * 64 + d1 mod 4");
    check(d(0) + s(0) - d(1).floor_div(11), "d0 + -(d1 floordiv 11) + s0");
}

#[test]
fn negative_addends_print_as_subtraction() {
    check(d(0) - d(1), "d0 - d1");
    check(-d(0), "-d0");
    check(d(0) - d(1) * 2, "d0 - d1 * 2");
    check(d(0) - (d(1) + 1) * 2, "d0 - (d1 + 1) * 2");
    check(d(0) - (d(1) + d(2)), "d0 - (d1 + d2)");
    check(d(0) - d(1).floor_div(2), "d0 - d1 floordiv 2");
    check(d(1) % 8 - 1, "d1 mod 8 - 1");
    check((-d(0)).floor_div(2), "(-d0) floordiv 2");
    check(d(0) * s(0) * s(1), "(d0 * s0) * s1");
}

/// Constants do not fold where 64 bits do not hold the result; merged addends wrap.
#[test]
fn overflow_is_not_undefined() {
    check(c(i64::MAX) + 1, "9223372036854775807 + 1");
    check(c(i64::MAX) * 3, "9223372036854775807 * 3");
    check(c(i64::MIN).floor_div(-1), "-9223372036854775808 floordiv -1");
    check(d(0) + i64::MAX + 1, "d0 - -9223372036854775808");
    assert_eq!((d(0) + 1).evaluate(&[i64::MAX], &[]), None);
}

#[test]
fn what_is_not_semi_affine_is_refused() {
    assert_eq!(
        AffineExpr::checked_binary(Mul, d(0), d(1)),
        Err(SemiAffineError::Product)
    );
    for kind in [FloorDiv, CeilDiv, Mod] {
        let error = AffineExpr::checked_binary(kind, d(0), d(1));
        assert_eq!(error, Err(SemiAffineError::Divisor(kind)));
        assert!(AffineExpr::checked_binary(kind, d(0), s(1)).is_ok());
    }
    let message = SemiAffineError::Divisor(Mod).to_string();
    let expected = "non-affine expression: right operand of mod has to be either a constant or symbolic";
    assert_eq!(message, expected);
    check(d(0) * d(1), "d0 * d1");
}

#[test]
fn identifiers_can_be_printed_as_operands() {
    let expr = d(0) * 2 + s(0);
    let shown = expr.display_with(|f, position, is_symbol| {
        write!(f, "{}{position}", if is_symbol { "symbol(%" } else { "%" })?;
        f.write_str(if is_symbol { ")" } else { "" })
    });
    assert_eq!(shown.to_string(), "%0 * 2 + symbol(%0)");
}

#[test]
fn purity_and_divisors() {
    assert!((d(0) * 2 + d(1) % 3).is_pure_affine());
    assert!(!(d(0) * s(0)).is_pure_affine());
    assert!(!d(0).floor_div(s(0)).is_pure_affine());
    assert_eq!((d(0) * 12 + s(0) * 8).largest_known_divisor(), 4);
    assert_eq!((d(0) * 12).floor_div(s(0)).largest_known_divisor(), 1);
    assert!((d(0) * 12).is_multiple_of(4) && !d(0).is_multiple_of(2) && !d(0).is_multiple_of(0));
    assert!((d(0) + s(1)).is_function_of_symbol(1) && !(d(0) + s(1)).is_function_of_dim(1));
}

#[test]
fn maps_print_their_space_and_results() {
    let results = vec![d(0) * 2 + s(0).floor_div(4), d(1) % 8 - 1];
    let map = AffineMap::new(2, 1, results.clone());
    let text = "(d0, d1)[s0] -> (d0 * 2 + s0 floordiv 4, d1 mod 8 - 1)";
    assert_eq!(map.map(|map| map.to_string()).as_deref(), Some(text));
    assert_eq!(AffineMap::infer_from_expr_list(results.clone()).to_string(), text);
    assert_eq!(AffineMap::new(1, 1, results), None);
    assert_eq!(AffineMap::constant(&[]).to_string(), "() -> ()");
    assert_eq!(AffineMap::constant(&[3]).single_constant_result(), Some(3));
}

#[test]
fn identities_and_permutations() {
    let identity = AffineMap::identity(3);
    assert_eq!(identity.to_string(), "(d0, d1, d2) -> (d0, d1, d2)");
    assert!(identity.is_identity() && identity.is_minor_identity() && identity.is_permutation());
    let minor = AffineMap::minor_identity(3, 2).unwrap_or_else(|| AffineMap::constant(&[]));
    assert_eq!(minor.to_string(), "(d0, d1, d2) -> (d1, d2)");
    assert!(!minor.is_identity() && minor.is_minor_identity());
    assert!(minor.is_projected_permutation(false) && !minor.is_permutation());
    assert_eq!(AffineMap::minor_identity(1, 2), None);
    assert_eq!(AffineMap::permutation(&[0, 0]), None);
    assert_eq!(AffineMap::permutation(&[0, 2]), None);
    let map = AffineMap::permutation(&[1, 2, 0]);
    let inverse = map.as_ref().and_then(AffineMap::inverse_permutation);
    assert_eq!(inverse, AffineMap::permutation(&[2, 0, 1]));
    let composed = map.and_then(|map| map.compose(&inverse?));
    assert_eq!(composed, Some(identity));
    assert_eq!(minor.inverse_permutation(), None);
}

#[test]
fn composition_keeps_the_symbols_of_both() {
    let outer = AffineMap::infer_from_expr_list(vec![d(0) + s(0), d(1) * 2]);
    let inner = AffineMap::infer_from_expr_list(vec![d(0) * 4, d(1) + s(0)]);
    let composed = outer.compose(&inner).map(|map| map.to_string());
    let expected = "(d0, d1)[s0, s1] -> (d0 * 4 + s0, (d1 + s1) * 2)";
    assert_eq!(composed.as_deref(), Some(expected));
    assert_eq!(inner.compose(&AffineMap::constant(&[1])), None);
}

#[test]
fn maps_evaluate_and_fold() {
    let results = vec![d(0).floor_div(s(0)), d(0).ceil_div(4), d(0) % 4];
    let map = AffineMap::infer_from_expr_list(results);
    assert_eq!(map.evaluate(&[-7, 2]), Some(vec![-4, -1, 1]));
    assert_eq!(map.evaluate(&[-7, 0]), None);
    assert_eq!(map.evaluate(&[-7]), None);
    let folded = map.partial_constant_fold(&[Some(9), None]).map(|map| map.to_string());
    assert_eq!(folded.as_deref(), Some("(d0)[s0] -> (9 floordiv s0, 3, 1)"));
}

#[test]
fn integer_sets_print_and_contain() {
    let set = IntegerSet::new(1, 1, vec![(d(0) - s(0), false), (d(0) % 2, true)]);
    let text = set.as_ref().map(ToString::to_string);
    assert_eq!(text.as_deref(), Some("(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)"));
    let contains = |point| set.as_ref().and_then(|set| set.contains(point));
    assert_eq!(contains(&[4, 3]), Some(true));
    assert_eq!(contains(&[5, 3]), Some(false));
    assert_eq!(contains(&[2, 3]), Some(false));
    assert_eq!(contains(&[2]), None);
    assert_eq!(IntegerSet::new(0, 0, vec![(d(0), true)]), None);
    assert!(IntegerSet::empty(1, 0).is_empty_set());
    assert_eq!(IntegerSet::empty(1, 0).to_string(), "(d0) : (1 == 0)");
}
