//! What is known of affine expressions because their operands count loops with constant bounds.

use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, ValueDef, ValueId};

use super::ForOp;
use super::operands::Applied;

/// The values that an expression may have, both ends included, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    lower: Option<i64>,
    upper: Option<i64>,
}

/// A loop whose counter is an operand.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    lower: Option<i64>,
    /// The end, which it does not reach.
    upper: Option<i64>,
    last: Option<i64>,
    /// What divides all its values.
    divisor: i64,
}

/// What is known of the operands of a map.
pub(super) struct Known {
    num_dims: u32,
    num_symbols: u32,
    bounds: Vec<Bounds>,
    counters: Vec<Option<Counter>>,
}

impl Known {
    /// What is known of the operands.
    pub(super) fn of(ctx: &Context, body: &Body, applied: &Applied) -> Self {
        let counters: Vec<Option<Counter>> = applied
            .operands
            .iter()
            .map(|&operand| counter(ctx, body, operand))
            .collect();
        let bounds = counters
            .iter()
            .map(|counter| counter.map_or(Bounds::default(), bounds_of));
        Self {
            num_dims: applied.map.num_dims(),
            num_symbols: applied.map.num_symbols(),
            bounds: bounds.collect(),
            counters,
        }
    }

    fn counter_of(&self, expr: &AffineExpr) -> Option<Counter> {
        match expr {
            AffineExpr::Dim(dim) => *self.counters.get(*dim as usize)?,
            _ => None,
        }
    }

    /// The least or the greatest value of an expression.
    fn bound(&self, expr: &AffineExpr, upper: bool) -> Option<i64> {
        if let AffineExpr::Binary(binary) = expr {
            let divisor = binary.rhs().as_constant().filter(|&divisor| divisor >= 1);
            match binary.kind() {
                AffineKind::FloorDiv => return Some(self.bound(binary.lhs(), upper)?.div_euclid(divisor?)),
                AffineKind::CeilDiv => return Some(ceil_div(self.bound(binary.lhs(), upper)?, divisor?)),
                AffineKind::Mod => return self.bound_of_remainder(binary.lhs(), divisor?, upper),
                AffineKind::Add | AffineKind::Mul => {}
            }
        }
        let row = expr.linear_form(self.num_dims, self.num_symbols)?;
        let (constant, coefficients) = row.split_last()?;
        let mut sum = *constant;
        for (&coefficient, bounds) in coefficients.iter().zip(&self.bounds) {
            let end = match coefficient {
                0 => continue,
                _ if (coefficient > 0) == upper => bounds.upper,
                _ => bounds.lower,
            };
            sum = sum.checked_add(end?.checked_mul(coefficient)?)?;
        }
        Some(sum)
    }

    /// Remainders grow with the dividend as long as the quotient stays the same.
    fn bound_of_remainder(&self, lhs: &AffineExpr, divisor: i64, upper: bool) -> Option<i64> {
        if let (Some(least), Some(greatest)) = (self.bound(lhs, false), self.bound(lhs, true))
            && least.div_euclid(divisor) == greatest.div_euclid(divisor)
        {
            return Some(if upper { greatest } else { least }.rem_euclid(divisor));
        }
        Some(if upper { divisor - 1 } else { 0 })
    }

    /// The map with divisions and remainders away whose outcome is known.
    pub(super) fn simplify(&self, map: &AffineMap) -> AffineMap {
        let results = map.results().iter().map(|expr| self.simplify_expr(expr)).collect();
        AffineMap::new(map.num_dims(), map.num_symbols(), results).unwrap_or_else(|| map.clone())
    }

    fn simplify_expr(&self, expr: &AffineExpr) -> AffineExpr {
        let AffineExpr::Binary(binary) = expr else {
            return expr.clone();
        };
        let (lhs, rhs) = (self.simplify_expr(binary.lhs()), self.simplify_expr(binary.rhs()));
        let expr = AffineExpr::binary(binary.kind(), lhs, rhs);
        self.simplify_division(&expr).unwrap_or(expr)
    }

    fn simplify_division(&self, expr: &AffineExpr) -> Option<AffineExpr> {
        let AffineExpr::Binary(binary) = expr else { return None };
        let (kind, lhs) = (binary.kind(), binary.lhs());
        if matches!(kind, AffineKind::Add | AffineKind::Mul) {
            return None;
        }
        let divisor = binary.rhs().as_constant().filter(|&divisor| divisor > 0)?;
        if let (Some(least), Some(greatest)) = (self.bound(lhs, false), self.bound(lhs, true)) {
            let same = |quotient: fn(i64, i64) -> i64| {
                let value = quotient(least, divisor);
                (value == quotient(greatest, divisor)).then_some(AffineExpr::Constant(value))
            };
            let known = match kind {
                AffineKind::FloorDiv => same(i64::div_euclid),
                AffineKind::CeilDiv => same(ceil_div),
                _ => (least >= 0 && least < divisor && greatest < divisor).then(|| lhs.clone()),
            };
            if known.is_some() {
                return known;
            }
        }
        if let Some((multiple, factor, rest)) = self.multiple_and_rest(lhs) {
            return match kind {
                AffineKind::FloorDiv if divisor % factor == 0 => Some(multiple.floor_div(divisor)),
                AffineKind::Mod if factor % divisor == 0 => Some(rest % divisor),
                _ => None,
            };
        }
        let is_zero = match kind {
            AffineKind::FloorDiv => self.is_below(lhs, divisor),
            AffineKind::Mod => self.divisor(lhs).checked_rem(divisor) == Some(0),
            _ => false,
        };
        is_zero.then_some(AffineExpr::Constant(0))
    }

    /// Sees a sum as a multiple of a factor, that factor, and a rest between zero and it.
    fn multiple_and_rest(&self, expr: &AffineExpr) -> Option<(AffineExpr, i64, AffineExpr)> {
        let (first, second) = expr.operands_of(AffineKind::Add)?;
        [(first, second), (second, first)]
            .into_iter()
            .find_map(|(multiple, rest)| {
                let factor = self.divisor(multiple);
                (factor != 0 && self.is_below(rest, factor)).then(|| (multiple.clone(), factor, rest.clone()))
            })
    }

    /// What divides all values of an expression.
    fn divisor(&self, expr: &AffineExpr) -> i64 {
        match expr {
            AffineExpr::Dim(_) => self.counter_of(expr).map_or(1, |counter| counter.divisor),
            _ => expr.largest_known_divisor(),
        }
    }

    /// Whether a dimension or constant is at least zero and below `end`.
    fn is_below(&self, expr: &AffineExpr, end: i64) -> bool {
        if let Some(value) = expr.as_constant() {
            return (0..end).contains(&value);
        }
        let counter = self.counter_of(expr);
        counter.is_some_and(|counter| {
            counter.lower.is_some_and(|lower| lower >= 0) && counter.upper.is_some_and(|upper| upper <= end)
        })
    }

    /// The map, of whose results the greatest counts if `max`, else the least, without those that never count. Inside a loop
    /// that runs no iteration nothing can be told.
    pub(super) fn without_redundant(&self, map: &AffineMap, max: bool) -> AffineMap {
        let bounds: Vec<Bounds> = map
            .results()
            .iter()
            .map(|expr| Bounds {
                lower: self.bound(expr, false),
                upper: self.bound(expr, true),
            })
            .collect();
        let is_impossible = |bounds: &Bounds| {
            bounds
                .lower
                .zip(bounds.upper)
                .is_some_and(|(lower, upper)| lower > upper)
        };
        if bounds.iter().any(is_impossible) {
            return map.clone();
        }
        let results = map.results().iter().enumerate();
        let kept = results.filter(|&(index, _)| !is_redundant(&bounds, index, max));
        let kept = kept.map(|(index, expr)| match bounds[index] {
            Bounds {
                lower: Some(lower),
                upper: Some(upper),
            } if lower == upper => AffineExpr::Constant(lower),
            _ => expr.clone(),
        });
        AffineMap::new(map.num_dims(), map.num_symbols(), kept.collect()).unwrap_or_else(|| map.clone())
    }
}

/// Whether another result counts whatever the values are; of constants that are equal the first counts.
fn is_redundant(bounds: &[Bounds], index: usize, max: bool) -> bool {
    // Least values are to greatest ones as greatest ones are to least ones of the negated results.
    let best = |bounds: &Bounds| {
        if max {
            bounds.upper
        } else {
            bounds.lower.map(i64::wrapping_neg)
        }
    };
    let worst = |bounds: &Bounds| {
        if max {
            bounds.lower
        } else {
            bounds.upper.map(i64::wrapping_neg)
        }
    };
    let Some(own) = best(&bounds[index]) else { return false };
    let is_constant = |bounds: &Bounds| best(bounds).is_some() && best(bounds) == worst(bounds);
    bounds.iter().enumerate().any(|(other, of_other)| {
        let Some(least) = worst(of_other).filter(|_| other != index) else {
            return false;
        };
        let both_are_constants = is_constant(&bounds[index]) && is_constant(of_other);
        least > own || (least == own && !(both_are_constants && index < other))
    })
}

fn ceil_div(lhs: i64, divisor: i64) -> i64 {
    lhs.div_euclid(divisor) + i64::from(lhs.rem_euclid(divisor) != 0)
}

/// The loop that a value counts.
fn counter(ctx: &Context, body: &Body, value: ValueId) -> Option<Counter> {
    let ValueDef::Argument { block, .. } = body.value_def(value) else {
        return None;
    };
    let owner = body.block_parent_op(block)?;
    if body.block_arg(block, 0) != value {
        return None;
    }
    let view = ForOp::cast(body.op_ref(ctx, owner))?;
    let (lower, upper) = (view.lower_bound()?, view.upper_bound()?);
    let constant = |bound: &Applied| bound.map.single_constant_result();
    let step = view.step_size();
    let divisor = match constant(&lower) {
        Some(0) => step,
        _ => {
            let of_bound = lower.map.results().iter().map(AffineExpr::largest_known_divisor);
            of_bound.fold(step, gcd)
        }
    };
    let (lower, upper) = (constant(&lower), constant(&upper));
    Some(Counter {
        lower,
        upper,
        last: last_value(lower, upper, step),
        divisor,
    })
}

/// The last value that a loop counts to.
fn last_value(lower: Option<i64>, upper: Option<i64>, step: i64) -> Option<i64> {
    let upper = upper?;
    let over = match lower {
        Some(lower) => upper.checked_sub(lower)?.checked_sub(1)?.checked_rem(step)?,
        None => 0,
    };
    upper.checked_sub(1)?.checked_sub(over)
}

fn bounds_of(counter: Counter) -> Bounds {
    Bounds {
        lower: counter.lower,
        upper: counter.last,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
