//! Integer sets without constraints that say nothing new.

use super::flatten::{Flattener, Row};
use super::{AffineExpr, AffineKind, IntegerSet};

impl IntegerSet {
    /// The set as sums of dimensions, symbols and quotients, with the definitions of the quotients: equalities first, then
    /// those inequalities that no other one with the same coefficients implies. `None` of sets with products or quotients of
    /// variables.
    pub fn simplified(&self) -> Option<IntegerSet> {
        let mut flattener = Flattener::new(self.num_dims(), self.num_symbols());
        let (mut equalities, mut inequalities) = (Vec::new(), Vec::new());
        for (expr, is_eq) in self.constraints() {
            if !expr.is_pure_affine() {
                return None;
            }
            let row = flattener.row(expr, 0)?;
            if *is_eq { &mut equalities } else { &mut inequalities }.push(row);
        }
        let quotients = flattener.quotients(&mut inequalities)?;
        let rows = equalities.iter_mut().chain(&mut inequalities);
        rows.for_each(|row| flattener.widen(row));
        let mut kept: Vec<Row> = Vec::new();
        for row in inequalities {
            add_inequality(&mut kept, row)?;
        }
        let equalities = equalities.into_iter().map(normalized);
        let constraints = equalities
            .map(|row| (row, true))
            .chain(kept.into_iter().map(|row| (row, false)));
        let constraints = constraints.map(|(row, is_eq)| (flattener.expr_with(&row, &quotients), is_eq));
        let mut constraints: Vec<(AffineExpr, bool)> = constraints.collect();
        if constraints.is_empty() {
            constraints.push((AffineExpr::Constant(0), true));
        }
        IntegerSet::new(self.num_dims(), self.num_symbols(), constraints)
    }
}

impl Flattener {
    /// The expressions of the quotients, all rounded down. Adds the inequalities that define them.
    fn quotients(&mut self, inequalities: &mut Vec<Row>) -> Option<Vec<AffineExpr>> {
        let mut quotients: Vec<AffineExpr> = Vec::new();
        let mut index = 0;
        while let Some(local) = self.local_at(index) {
            let binary = local.as_binary()?;
            let divisor = binary.rhs().as_constant().filter(|&divisor| divisor > 0)?;
            let (kind, dividend) = (binary.kind(), binary.lhs().clone());
            let mut dividend = self.row(&dividend, 0)?;
            if kind == AffineKind::CeilDiv {
                let constant = dividend.last_mut()?;
                *constant = constant.checked_add(divisor - 1)?;
            }
            let quotient = self.expr_with(&dividend, &quotients).floor_div(divisor);
            self.widen(&mut dividend);
            let column = self.column_of_local(index);
            let mut rest = dividend;
            rest[column] = rest[column].checked_sub(divisor)?;
            let mut opposite: Row = rest.iter().map(|value| value.checked_neg()).collect::<Option<_>>()?;
            let constant = opposite.last_mut()?;
            *constant = constant.checked_add(divisor - 1)?;
            inequalities.extend([opposite, rest]);
            quotients.push(quotient);
            index += 1;
        }
        Some(quotients)
    }
}

/// The greatest common divisor of numbers.
fn gcd(values: &[i64]) -> i64 {
    let gcd = values.iter().fold(0, |mut a: u64, value| {
        let mut b = value.unsigned_abs();
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    i64::try_from(gcd).unwrap_or(1)
}

/// A row without the common factor of all its numbers.
fn normalized(mut row: Row) -> Row {
    let gcd = gcd(&row);
    if gcd > 1 {
        row.iter_mut().for_each(|value| *value /= gcd);
    }
    row
}

/// Adds an inequality, rounded to integers, unless another one implies it; what it implies goes away.
fn add_inequality(rows: &mut Vec<Row>, mut row: Row) -> Option<()> {
    let last = row.len().checked_sub(1)?;
    let gcd = gcd(&row[..last]);
    if gcd > 1 {
        row[..last].iter_mut().for_each(|value| *value /= gcd);
        row[last] = row[last].div_euclid(gcd);
    }
    if gcd == 0 && row[last] >= 0 {
        return Some(());
    }
    match rows.iter().position(|other| other[..last] == row[..last]) {
        Some(index) if rows[index][last] <= row[last] => {}
        Some(index) => {
            rows.remove(index);
            rows.push(row);
        }
        None => rows.push(row),
    }
    Some(())
}
