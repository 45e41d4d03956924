//! Sums in one order: an expression as coefficients of its dimensions, symbols and quotients, and back.
//!
//! Divisions and remainders by constants are local variables: `e mod c` is `e - c * (e floordiv c)`. The order of steps is
//! MLIR's, because the printed form depends on it.

use super::expr::{AffineExpr, AffineKind};
use super::map::AffineMap;
use super::semi_affine::{divide_by_symbols, ordered_sum};

/// Coefficients of dimensions, symbols and locals, and the constant at the end.
pub(super) type Row = Vec<i64>;

pub(super) struct Flattener {
    num_dims: u32,
    num_symbols: u32,
    /// What the local variables stand for.
    locals: Vec<AffineExpr>,
}

/// How deep expressions may be for this; others are left as they are.
const MAX_DEPTH: usize = 256;

impl Flattener {
    pub(super) fn new(num_dims: u32, num_symbols: u32) -> Self {
        Self {
            num_dims,
            num_symbols,
            locals: Vec::new(),
        }
    }

    /// What a local variable stands for.
    pub(super) fn local_at(&self, index: usize) -> Option<AffineExpr> {
        self.locals.get(index).cloned()
    }

    /// The column of a local variable.
    pub(super) fn column_of_local(&self, index: usize) -> usize {
        self.num_inputs() + index
    }

    /// The expression of a row, given those of the local variables.
    pub(super) fn expr_with(&self, row: &[i64], locals: &[AffineExpr]) -> AffineExpr {
        from_row(row, self.num_dims, self.num_symbols, locals)
    }

    fn num_inputs(&self) -> usize {
        (self.num_dims + self.num_symbols) as usize
    }

    /// Fits a row that was made when there were fewer locals.
    pub(super) fn widen(&self, row: &mut Row) {
        let missing = self.num_inputs() + self.locals.len() + 1 - row.len();
        let constant = row.len() - 1;
        row.splice(constant..constant, std::iter::repeat_n(0, missing));
    }

    fn unit(&self, column: usize) -> Row {
        let mut row = vec![0; self.num_inputs() + self.locals.len() + 1];
        row[column] = 1;
        row
    }

    fn constant(&self, value: i64) -> Row {
        let mut row = vec![0; self.num_inputs() + self.locals.len() + 1];
        if let Some(last) = row.last_mut() {
            *last = value;
        }
        row
    }

    /// The row of an expression; `None` if it divides by what is not positive, or overflows.
    pub(super) fn row(&mut self, expr: &AffineExpr, depth: usize) -> Option<Row> {
        match expr {
            AffineExpr::Dim(dim) => Some(self.unit(*dim as usize)),
            AffineExpr::Symbol(symbol) => Some(self.unit((self.num_dims + symbol) as usize)),
            AffineExpr::Constant(value) => Some(self.constant(*value)),
            AffineExpr::Binary(binary) if depth < MAX_DEPTH => {
                let lhs = self.row(binary.lhs(), depth + 1)?;
                if binary.kind() == AffineKind::Add {
                    return self.sum(lhs, binary.rhs(), depth);
                }
                let Some(constant) = binary.rhs().as_constant() else {
                    return self.opaque(binary.kind(), lhs, binary.rhs(), depth);
                };
                match binary.kind() {
                    AffineKind::Mul => lhs.iter().map(|value| value.checked_mul(constant)).collect(),
                    _ if constant < 1 => None,
                    AffineKind::Mod => self.remainder(lhs, constant),
                    kind => self.quotient(lhs, constant, kind),
                }
            }
            AffineExpr::Binary(_) => None,
        }
    }

    /// A product, quotient or remainder of what is not constant: a local.
    fn opaque(&mut self, kind: AffineKind, mut lhs: Row, rhs: &AffineExpr, depth: usize) -> Option<Row> {
        let rhs = self.row(rhs, depth + 1)?;
        self.widen(&mut lhs);
        let expr = AffineExpr::binary(kind, self.expr(&lhs), self.expr(&rhs));
        let column = self.local(expr);
        Some(self.unit(column))
    }

    fn sum(&mut self, mut lhs: Row, rhs: &AffineExpr, depth: usize) -> Option<Row> {
        let rhs = self.row(rhs, depth + 1)?;
        self.widen(&mut lhs);
        lhs.iter().zip(&rhs).map(|(a, b)| a.checked_add(*b)).collect()
    }

    /// The column of the local that stands for an expression.
    fn local(&mut self, expr: AffineExpr) -> usize {
        let known = self.locals.iter().position(|local| *local == expr);
        let index = known.unwrap_or_else(|| {
            self.locals.push(expr);
            self.locals.len() - 1
        });
        self.num_inputs() + index
    }

    fn remainder(&mut self, mut row: Row, divisor: i64) -> Option<Row> {
        if row.iter().all(|value| value % divisor == 0) {
            return Some(vec![0; row.len()]);
        }
        let (reduced, by) = reduce(&row, divisor);
        let quotient = self.expr(&reduced).floor_div(by);
        let column = self.local(quotient);
        self.widen(&mut row);
        row[column] = divisor.checked_neg()?;
        Some(row)
    }

    fn quotient(&mut self, row: Row, divisor: i64, kind: AffineKind) -> Option<Row> {
        let (reduced, by) = reduce(&row, divisor);
        if by == 1 {
            return Some(reduced);
        }
        let quotient = AffineExpr::binary(kind, self.expr(&reduced), AffineExpr::Constant(by));
        let column = self.local(quotient);
        Some(self.unit(column))
    }

    /// The expression of a row.
    fn expr(&self, row: &[i64]) -> AffineExpr {
        from_row(row, self.num_dims, self.num_symbols, &self.locals)
    }
}

/// A row and a divisor without their common factors.
fn reduce(row: &[i64], divisor: i64) -> (Row, i64) {
    let gcd = row.iter().fold(divisor.unsigned_abs(), |gcd, value| {
        let (mut a, mut b) = (gcd, value.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    // It divides the positive divisor.
    let gcd = gcd as i64;
    (row.iter().map(|value| value / gcd).collect(), divisor / gcd)
}

fn from_row(row: &[i64], num_dims: u32, num_symbols: u32, locals: &[AffineExpr]) -> AffineExpr {
    let dims = (0..num_dims).map(AffineExpr::Dim);
    let symbols = (0..num_symbols).map(AffineExpr::Symbol);
    let terms = dims.chain(symbols).chain(locals.iter().cloned());
    let constant = row.last().copied().unwrap_or(0);
    let sum = terms
        .zip(row)
        .filter(|&(_, &coefficient)| coefficient != 0)
        .fold(AffineExpr::Constant(0), |sum, (term, &coefficient)| {
            sum + term * coefficient
        });
    if constant == 0 { sum } else { sum + constant }
}

impl AffineExpr {
    /// The expression with its terms in the order of dimensions, symbols, quotients and the constant, equal ones merged.
    /// Where symbols are multiplied or divided by, terms of a dimension or symbol stand together.
    #[must_use]
    pub fn flattened(&self, num_dims: u32, num_symbols: u32) -> AffineExpr {
        let expr = if self.is_pure_affine() {
            self.clone()
        } else {
            divide_by_symbols(self, 0)
        };
        let mut flattener = Flattener::new(num_dims, num_symbols);
        let Some(row) = flattener.row(&expr, 0) else {
            return expr;
        };
        let flat = flattener.expr(&row);
        if flat == expr || expr.is_pure_affine() {
            return flat;
        }
        ordered_sum(&row, num_dims, num_symbols, &flattener.locals)
    }

    /// The coefficients of dimensions and symbols and the constant of a linear expression; `None` of others.
    pub fn linear_form(&self, num_dims: u32, num_symbols: u32) -> Option<Vec<i64>> {
        let mut flattener = Flattener::new(num_dims, num_symbols);
        let row = flattener.row(self, 0)?;
        flattener.locals.is_empty().then_some(row)
    }

    /// The expression that has a linear form.
    pub fn from_linear_form(row: &[i64], num_dims: u32, num_symbols: u32) -> AffineExpr {
        from_row(row, num_dims, num_symbols, &[])
    }
}

impl AffineMap {
    /// The map with every result [flattened](AffineExpr::flattened).
    #[must_use]
    pub fn flattened(&self) -> AffineMap {
        let (dims, symbols) = (self.num_dims(), self.num_symbols());
        let results = self.results().iter().map(|result| result.flattened(dims, symbols));
        AffineMap::new(dims, symbols, results.collect()).unwrap_or_else(|| self.clone())
    }
}
