//! Systems as matrices, and the steps of their elimination.

use std::collections::HashMap;

use super::emptiness::Work;
use super::linear::gcd;

/// Coefficients of the variables, and the constant at the end.
pub(super) type Row = Vec<i128>;

/// A system of constraints with a column for each variable.
#[derive(Clone)]
pub(super) struct Dense {
    pub(super) num_vars: usize,
    /// Where the local variables start.
    pub(super) first_local: usize,
    /// Rows that are zero.
    pub(super) equalities: Vec<Row>,
    /// Rows that are at least zero.
    pub(super) inequalities: Vec<Row>,
}

/// Divides the first `count` entries of a row by their greatest common divisor, which is given back.
pub(super) fn normalize(row: &mut [i128], count: usize) -> i128 {
    let common = row[..count].iter().fold(0, |common, &value| gcd(common, value));
    if common > 1 {
        row[..count].iter_mut().for_each(|value| *value /= common);
    }
    common
}

/// Adds a multiple of `pivot` to a positive multiple of `row` so that `column` is zero; `None` on overflow.
fn eliminate_from(row: &mut Row, pivot: &Row, column: usize) -> Option<()> {
    let (lead, by) = (row[column], pivot[column]);
    if lead == 0 {
        return Some(());
    }
    let common = gcd(lead, by);
    let of_row = (by / common).checked_abs()?;
    let of_pivot = (lead / common).checked_mul(-by.signum())?;
    for (value, pivot) in row.iter_mut().zip(pivot) {
        *value = value.checked_mul(of_row)?.checked_add(pivot.checked_mul(of_pivot)?)?;
    }
    Some(())
}

impl Dense {
    /// Rounds the constants of inequalities: `4 * x >= 3` is `x >= 1`.
    pub(super) fn tighten(&mut self) {
        for row in &mut self.inequalities {
            let common = normalize(row, self.num_vars);
            if common > 1 {
                row[self.num_vars] = row[self.num_vars].div_euclid(common);
            }
        }
    }

    /// Takes a column away, for a variable that no row has.
    fn remove_column(&mut self, column: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.remove(column);
        }
        self.num_vars -= 1;
        self.first_local -= usize::from(column < self.first_local);
    }

    /// Eliminates `column` from all rows by means of an equality, which goes away.
    pub(super) fn substitute(&mut self, equality: usize, column: usize, work: &mut Work) -> Option<()> {
        work.spend(self.equalities.len() + self.inequalities.len(), self.num_vars)?;
        let pivot = self.equalities.remove(equality);
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            if row[column] != 0 {
                eliminate_from(row, &pivot, column)?;
                normalize(row, self.num_vars + 1);
            }
        }
        self.remove_column(column);
        Some(())
    }

    /// Eliminates up to `count` variables from `start` on by means of equalities, until one is in inequalities only.
    pub(super) fn substitute_all(&mut self, start: usize, count: usize, work: &mut Work) -> Option<()> {
        self.tighten();
        for _ in 0..count {
            if let Some(equality) = self.equalities.iter().position(|row| row[start] != 0) {
                self.substitute(equality, start, work)?;
                self.tighten();
            } else if self.inequalities.iter().all(|row| row[start] == 0) {
                self.remove_column(start);
            } else {
                break;
            }
        }
        Some(())
    }

    /// Replaces local variables that an equality determines.
    pub(super) fn replace_locals(&mut self, work: &mut Work) -> Option<()> {
        for row in &mut self.equalities {
            normalize(row, self.num_vars + 1);
        }
        let determined = |dense: &Self| {
            let is_unit = |row: &Row| (dense.first_local..dense.num_vars).find(|&column| matches!(row[column], 1 | -1));
            let mut rows = dense.equalities.iter().enumerate();
            rows.find_map(|(index, row)| Some((index, is_unit(row)?)))
        };
        while let Some((equality, column)) = determined(self) {
            self.substitute(equality, column, work)?;
        }
        Some(())
    }

    /// Eliminates a variable by combining its lower bounds with its upper bounds. `None` if these are too many, and on
    /// overflow.
    pub(super) fn combine_bounds(&mut self, column: usize, work: &mut Work) -> Option<()> {
        if let Some(equality) = self.equalities.iter().position(|row| row[column] != 0) {
            return self.substitute(equality, column, work);
        }
        self.tighten();
        let (bounds, others): (Vec<Row>, Vec<Row>) = std::mem::take(&mut self.inequalities)
            .into_iter()
            .partition(|row| row[column] != 0);
        let (lowers, uppers): (Vec<Row>, Vec<Row>) = bounds.into_iter().partition(|row| row[column] > 0);
        work.spend(lowers.len().checked_mul(uppers.len())?, self.num_vars)?;
        for upper in &uppers {
            for lower in &lowers {
                let (of_lower, of_upper) = (lower[column], upper[column].checked_neg()?);
                let common = gcd(of_lower, of_upper);
                let combine = |(lower, upper): (&i128, &i128)| {
                    let lower = lower.checked_mul(of_upper / common)?;
                    lower.checked_add(upper.checked_mul(of_lower / common)?)
                };
                let row: Option<Row> = lower.iter().zip(upper).map(combine).collect();
                self.inequalities.push(row?);
            }
        }
        self.inequalities.extend(others);
        self.remove_column(column);
        self.tighten();
        self.remove_redundant();
        Some(())
    }

    /// Takes away inequalities that always hold, and those that another one with the same coefficients implies.
    fn remove_redundant(&mut self) {
        let mut least: HashMap<Row, i128> = HashMap::new();
        let num_vars = self.num_vars;
        for row in &self.inequalities {
            let constant = least.entry(row[..num_vars].to_vec()).or_insert(row[num_vars]);
            *constant = row[num_vars].min(*constant);
        }
        self.inequalities.retain(|row| {
            let (coefficients, constant) = (&row[..num_vars], row[num_vars]);
            let always_holds = constant >= 0 && coefficients.iter().all(|&value| value == 0);
            // Of equal ones, the first stays.
            !always_holds && least.get(coefficients) == Some(&constant) && least.remove(coefficients).is_some()
        });
    }
}
