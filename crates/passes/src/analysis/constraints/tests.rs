//! The answers are compared with what trying all values finds.

use asyncir_ir::affine::AffineExpr;

use super::{Linear, System, Variable, Work};

/// Numbers that look random, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> i128 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i128::from((self.0 >> 33) % end)
    }

    /// A number between `-most` and `most`.
    fn around_zero(&mut self, most: u64) -> i128 {
        self.below(2 * most + 1) - i128::from(most)
    }
}

fn dim(index: u32) -> Linear {
    Linear::variable(Variable::Dim(index))
}

fn sum(terms: &[(u32, i128)], constant: i128) -> Linear {
    let start = Linear::constant(constant);
    let add = |sum: Linear, &(index, factor): &(u32, i128)| sum.plus(&dim(index), factor).unwrap_or_default();
    terms.iter().fold(start, add)
}

fn has_no_solution(system: &System) -> bool {
    system.has_no_solution(&mut Work::new())
}

#[test]
fn greatest_common_divisor() {
    let mut system = System::default();
    system.require_zero(sum(&[(0, 4), (1, 2)], -1));
    assert!(has_no_solution(&system));
    let mut system = System::default();
    system.require_zero(sum(&[(0, 4), (1, 3)], -1));
    assert!(!has_no_solution(&system));
}

#[test]
fn bounds_are_rounded() {
    // 1 <= 3 * x <= 2
    let mut system = System::default();
    system.require_not_negative(sum(&[(0, 3)], -1));
    system.require_not_negative(sum(&[(0, -3)], 2));
    assert!(has_no_solution(&system));
}

#[test]
fn overflow_finds_nothing() {
    let mut system = System::default();
    let huge = i128::MAX / 2;
    system.require_zero(sum(&[(0, huge), (1, huge - 2)], -1));
    system.require_zero(sum(&[(0, huge - 4), (1, huge - 8)], -3));
    system.require_not_negative(sum(&[(0, 1), (1, 1)], -huge));
    assert!(!has_no_solution(&system));
    assert_eq!(Linear::constant(i128::MAX).plus(&Linear::constant(1), 1), None);
}

#[test]
fn too_many_constraints_find_nothing() {
    let mut random = Random(7);
    let mut system = System::default();
    for _ in 0..2000 {
        let terms: Vec<(u32, i128)> = (0..40).map(|index| (index, random.around_zero(50))).collect();
        system.require_not_negative(sum(&terms, 0));
    }
    assert!(!has_no_solution(&system));
}

/// A sum that must be zero, or at least zero.
struct Constraint {
    coefficients: [i128; 4],
    is_equality: bool,
}

impl Constraint {
    fn holds(&self, [x, y, z]: [i128; 3]) -> bool {
        let [a, b, c, d] = self.coefficients;
        let value = a * x + b * y + c * z + d;
        if self.is_equality { value == 0 } else { value >= 0 }
    }
}

#[test]
fn random_systems() {
    let mut random = Random(1);
    let (mut found, mut possible) = (0, 0);
    for _ in 0..4000 {
        let size = random.below(6) + 1;
        let constraints: Vec<Constraint> = (0..random.below(5) + 1)
            .map(|_| Constraint {
                coefficients: [5, 5, 5, 12].map(|most| random.around_zero(most)),
                is_equality: random.below(2) == 0,
            })
            .collect();
        let mut system = System::default();
        for index in 0..3 {
            system.require_not_negative(dim(index));
            system.require_not_negative(sum(&[(index, -1)], size - 1));
        }
        for constraint in &constraints {
            let [a, b, c, d] = constraint.coefficients;
            let row = sum(&[(0, a), (1, b), (2, c)], d);
            if constraint.is_equality {
                system.require_zero(row);
            } else {
                system.require_not_negative(row);
            }
        }
        let points = (0..size).flat_map(|x| (0..size).flat_map(move |y| (0..size).map(move |z| [x, y, z])));
        let is_empty = !points
            .into_iter()
            .any(|point| constraints.iter().all(|one| one.holds(point)));
        let is_found = has_no_solution(&system);
        assert!(is_empty || !is_found);
        found += usize::from(is_found);
        possible += usize::from(is_empty);
    }
    // Nearly all contradictions are found.
    assert!(found * 100 > possible * 95, "{found} of {possible}");
}

/// A random expression of `d0` and `d1`.
fn random_expr(random: &mut Random, depth: u32) -> AffineExpr {
    if depth == 0 || random.below(4) == 0 {
        return match random.below(3) {
            0 => AffineExpr::Constant(random.around_zero(9) as i64),
            dim => AffineExpr::Dim(dim as u32 - 1),
        };
    }
    let lhs = random_expr(random, depth - 1);
    match random.below(5) {
        0 => lhs * random.around_zero(4) as i64,
        1 => lhs % (random.below(5) + 1) as i64,
        2 => lhs.floor_div(random.below(5) as i64 + 1),
        3 => lhs.ceil_div(random.below(5) as i64 + 1),
        _ => lhs + random_expr(random, depth - 1),
    }
}

#[test]
fn random_expressions() {
    let mut random = Random(3);
    let (mut found, mut wrong) = (0, 0);
    for _ in 0..500 {
        let expr = random_expr(&mut random, 4);
        let (x, y) = (random.around_zero(20), random.around_zero(20));
        let Some(value) = expr.evaluate(&[x as i64, y as i64], &[]) else {
            continue;
        };
        // The value that an expression has is possible, and others are hardly ever.
        for difference in -1..=1 {
            let mut system = System::default();
            let mut leaf = |leaf: &AffineExpr| match leaf {
                AffineExpr::Dim(index) => Some(dim(*index)),
                _ => None,
            };
            let Some(flat) = system.flatten(&expr, &mut leaf) else {
                panic!("{expr:?}")
            };
            system.require_zero(sum(&[(0, 1)], -x));
            system.require_zero(sum(&[(1, 1)], -y));
            let other = Linear::constant(i128::from(value) + difference);
            system.require_zero(flat.plus(&other, -1).unwrap_or_default());
            let is_found = has_no_solution(&system);
            assert!(difference != 0 || !is_found, "{expr:?} at {x}, {y}");
            found += usize::from(is_found);
            wrong += usize::from(difference != 0);
        }
    }
    assert!(found * 100 > wrong * 95, "{found} of {wrong}");
}
