//! Systems of linear constraints on values, and what they make of `affine.min` and `affine.max`.

use asyncir_dialects::affine::operands::affine_scope;
use asyncir_dialects::affine::{Applied, MinOp, applied};
use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, ValueId};

/// A sum of multiples of variables, and a constant, that is zero or not negative.
#[derive(Clone, Debug)]
struct Row {
    factors: Vec<i128>,
    constant: i128,
    is_equality: bool,
}

impl Row {
    fn constant(constant: i128) -> Self {
        Self {
            factors: Vec::new(),
            constant,
            is_equality: false,
        }
    }

    fn variable(variable: usize) -> Self {
        let mut row = Self::constant(0);
        row.set(variable, 1);
        row
    }

    fn factor(&self, variable: usize) -> i128 {
        self.factors.get(variable).copied().unwrap_or(0)
    }

    fn set(&mut self, variable: usize, factor: i128) {
        if self.factors.len() <= variable {
            self.factors.resize(variable + 1, 0);
        }
        self.factors[variable] = factor;
    }

    /// `self * a + other * b`
    fn combined(&self, a: i128, other: &Self, b: i128) -> Option<Self> {
        let length = self.factors.len().max(other.factors.len());
        let sum = |x: i128, y: i128| x.checked_mul(a)?.checked_add(y.checked_mul(b)?);
        let factors = (0..length).map(|variable| sum(self.factor(variable), other.factor(variable)));
        Some(Self {
            factors: factors.collect::<Option<_>>()?,
            constant: sum(self.constant, other.constant)?,
            is_equality: self.is_equality,
        })
    }

    /// Divides by what all factors have in common. `None` if no integers satisfy the row; a row without variables says
    /// nothing then.
    fn normalized(mut self) -> Option<Self> {
        let common = self.factors.iter().fold(0, |common, &factor| gcd(common, factor));
        if common == 0 {
            let holds = self.constant == 0 || (!self.is_equality && self.constant > 0);
            return holds.then_some(self);
        }
        if self.is_equality && self.constant % common != 0 {
            return None;
        }
        self.factors.iter_mut().for_each(|factor| *factor /= common);
        self.constant = self.constant.div_euclid(common);
        Some(self)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// How many rows a system may come to while variables are eliminated.
const MAX_ROWS: usize = 400;

/// Whether no integers satisfy all rows, as far as eliminating variables one by one tells.
fn is_empty(rows: &[Row]) -> bool {
    let mut rows: Vec<Row> = rows.to_vec();
    loop {
        let mut left = Vec::with_capacity(rows.len());
        for row in rows {
            match row.normalized() {
                None => return true,
                Some(row) if row.factors.iter().any(|&factor| factor != 0) => left.push(row),
                Some(_) => {}
            }
        }
        if left.is_empty() || left.len() > MAX_ROWS {
            return false;
        }
        match eliminate_one(left) {
            Some(less) => rows = less,
            None => return false,
        }
    }
}

/// The rows without one of their variables; `None` if numbers get too large.
fn eliminate_one(mut rows: Vec<Row>) -> Option<Vec<Row>> {
    let by_equality = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.is_equality)
        .find_map(|(index, row)| {
            let smallest = row.factors.iter().enumerate().filter(|(_, factor)| **factor != 0);
            let (variable, _) = smallest.min_by_key(|(_, factor)| factor.saturating_abs())?;
            Some((index, variable))
        });
    if let Some((index, variable)) = by_equality {
        let equality = rows.remove(index);
        let factor = equality.factor(variable);
        let without = |row: Row| match row.factor(variable) {
            0 => Some(row),
            other => row.combined(factor.abs(), &equality, -other * factor.signum()),
        };
        return rows.into_iter().map(without).collect();
    }
    let variables = rows.iter().map(|row| row.factors.len()).max()?;
    let count = |variable: usize, sign: i128| rows.iter().filter(|row| row.factor(variable).signum() == sign).count();
    let used = (0..variables).filter(|&variable| count(variable, 1) + count(variable, -1) > 0);
    let variable = used.min_by_key(|&variable| count(variable, 1) * count(variable, -1))?;
    let (with, mut without): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.factor(variable) != 0);
    let (lower, upper): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|row| row.factor(variable) > 0);
    for low in &lower {
        for high in &upper {
            without.push(low.combined(-high.factor(variable), high, low.factor(variable))?);
        }
    }
    Some(without)
}

/// Constraints on values.
pub(super) struct Constraints {
    /// What dimensions and symbols stand for, and whether they are symbols.
    variables: Vec<(Option<ValueId>, bool)>,
    rows: Vec<Row>,
}

impl Constraints {
    /// Constraints on a dimension and on symbols, whose numbers follow. Symbols that are constants are known.
    pub(super) fn on(dim: ValueId, symbols: &[(ValueId, Option<i64>)]) -> Self {
        let mut constraints = Self {
            variables: vec![(Some(dim), false)],
            rows: Vec::new(),
        };
        for &(symbol, known) in symbols {
            let variable = constraints.variables.len();
            constraints.variables.push((Some(symbol), true));
            if let Some(known) = known {
                constraints.add(&[(variable, 1)], -i128::from(known), true);
            }
        }
        constraints
    }

    fn add(&mut self, factors: &[(usize, i128)], constant: i128, is_equality: bool) {
        let mut row = Row {
            factors: Vec::new(),
            constant,
            is_equality,
        };
        for &(variable, factor) in factors {
            row.set(variable, factor);
        }
        self.rows.push(row);
    }

    /// Adds that a sum is not negative.
    pub(super) fn at_least_zero(&mut self, factors: &[(usize, i128)], constant: i128) {
        self.add(factors, constant, false);
    }

    /// The first variable that stands for a value, if there is one among the first `count`.
    fn variable_of(&self, value: ValueId, count: usize) -> Option<usize> {
        let known = self.variables[..count].iter();
        let is_it = |wanted: bool| known.clone().position(|&variable| variable == (Some(value), wanted));
        is_it(false).or_else(|| is_it(true))
    }

    /// The result of an `affine.min` or `affine.max` that is always the one that counts, if there is one.
    pub(super) fn simplify(mut self, ctx: &Context, body: &Body, op: OpId) -> Option<Applied> {
        let Applied { map, operands } = applied(body.op_ref(ctx, op))?;
        let towards = if body.op(op).is(MinOp::DEF) { 1 } else { -1 };
        // Each operand that is new is a symbol of its own here. As in MLIR, only the first one that stands for a value is
        // looked at below.
        let known = self.variables.len();
        let variables = operands.iter().map(|&operand| {
            self.variable_of(operand, known).unwrap_or_else(|| {
                self.variables.push((Some(operand), true));
                self.variables.len() - 1
            })
        });
        let variables: Vec<usize> = variables.collect();
        let results = self.rows_of(&map, &variables)?;
        let extreme = self.variables.len();
        let mut rows = self.rows.clone();
        if is_empty(&rows) {
            return None;
        }
        for result in &results {
            let mut row = result.combined(towards, result, 0)?;
            row.set(extreme, -towards);
            rows.push(row);
        }
        let bounds = needed(rows, self.rows.len())?;
        let [bound] = &bounds[..] else { return None };
        let mut bound = bound.combined(towards, bound, 0)?;
        bound.set(extreme, 0);
        let count = self.variables.len();
        let firsts = operands.iter().map(|&operand| self.variable_of(operand, count));
        let firsts: Vec<usize> = firsts.collect::<Option<_>>()?;
        // The variable of the extreme is not used again.
        self.variables.push((None, false));
        for result in &self.rows_of(&map, &firsts)? {
            // None of them may be beyond the bound.
            let mut beyond = bound.combined(towards, result, -towards)?;
            beyond.constant -= 1;
            let mut rows = self.rows.clone();
            rows.push(beyond);
            if !is_empty(&rows) {
                return None;
            }
        }
        let applied = self.expression(&bound)?;
        Some(applied.canonical(ctx, body, affine_scope(body, op)))
    }

    /// The results of a map as sums of variables, of which these stand for its inputs.
    fn rows_of(&mut self, map: &AffineMap, variables: &[usize]) -> Option<Vec<Row>> {
        let (dims, symbols) = variables.split_at((map.num_dims() as usize).min(variables.len()));
        let results = map.results().iter();
        results.map(|result| self.row_of(result, dims, symbols)).collect()
    }

    fn row_of(&mut self, expr: &AffineExpr, dims: &[usize], symbols: &[usize]) -> Option<Row> {
        let binary = match expr {
            AffineExpr::Constant(number) => return Some(Row::constant((*number).into())),
            AffineExpr::Dim(dim) => return Some(Row::variable(*dims.get(*dim as usize)?)),
            AffineExpr::Symbol(symbol) => return Some(Row::variable(*symbols.get(*symbol as usize)?)),
            AffineExpr::Binary(binary) => binary,
        };
        let lhs = self.row_of(binary.lhs(), dims, symbols)?;
        if binary.kind() == AffineKind::Add {
            return lhs.combined(1, &self.row_of(binary.rhs(), dims, symbols)?, 1);
        }
        let factor = i128::from(binary.rhs().as_constant()?);
        match binary.kind() {
            AffineKind::Mul => lhs.combined(factor, &lhs, 0),
            _ if factor < 1 => None,
            AffineKind::Mod => {
                let quotient = self.quotient(&lhs, factor)?;
                lhs.combined(1, &Row::variable(quotient), -factor)
            }
            AffineKind::CeilDiv => {
                let sum = lhs.combined(1, &Row::constant(factor - 1), 1)?;
                self.quotient(&sum, factor).map(Row::variable)
            }
            _ => self.quotient(&lhs, factor).map(Row::variable),
        }
    }

    /// A new variable for the quotient of a division, rounded down.
    fn quotient(&mut self, dividend: &Row, divisor: i128) -> Option<usize> {
        let quotient = self.variables.len();
        self.variables.push((None, true));
        let rest = dividend.combined(1, &Row::variable(quotient), -divisor)?;
        let most = Row::constant(divisor - 1).combined(1, &rest, -1)?;
        self.rows.extend([rest, most]);
        Some(quotient)
    }

    /// A sum as an expression of dimensions and symbols.
    fn expression(&self, row: &Row) -> Option<Applied> {
        let mut sum = AffineExpr::Constant(0);
        let mut operands = Vec::new();
        let mut counts = [0u32; 2];
        for wanted in [false, true] {
            for (variable, &(value, is_symbol)) in self.variables.iter().enumerate() {
                if is_symbol != wanted {
                    continue;
                }
                let factor = i64::try_from(row.factor(variable)).ok()?;
                let Some(value) = value else {
                    if factor == 0 {
                        continue;
                    }
                    return None;
                };
                operands.push(value);
                let count = &mut counts[usize::from(wanted)];
                let input = if wanted {
                    AffineExpr::Symbol(*count)
                } else {
                    AffineExpr::Dim(*count)
                };
                *count += 1;
                if factor != 0 {
                    sum = sum + input * factor;
                }
            }
        }
        let sum = sum + i64::try_from(row.constant).ok()?;
        let map = AffineMap::new(counts[0], counts[1], vec![sum])?;
        Some(Applied { map, operands })
    }
}

/// The rows from `first` on that do not follow from the others: one after the other is left out where its opposite
/// contradicts those that are still there.
fn needed(mut rows: Vec<Row>, first: usize) -> Option<Vec<Row>> {
    let mut is_kept = vec![true; rows.len()];
    for index in 0..rows.len() {
        if rows[index].is_equality {
            continue;
        }
        let original = rows[index].clone();
        let mut opposite = original.combined(-1, &original, 0)?;
        opposite.constant -= 1;
        rows[index] = opposite;
        let others = rows.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept);
        let others: Vec<Row> = others.map(|(row, _)| row.clone()).collect();
        if is_empty(&others) {
            is_kept[index] = false;
        }
        rows[index] = original;
    }
    let kept = rows
        .into_iter()
        .zip(is_kept)
        .skip(first)
        .filter(|(_, is_kept)| *is_kept);
    Some(kept.map(|(row, _)| row).collect())
}
