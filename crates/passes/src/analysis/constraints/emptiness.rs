//! Whether a system has no solution.

use super::dense::{Dense, Row, normalize};

/// How much work may still be done, in entries of rows that are computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: u64,
}

impl Work {
    /// An amount of work such that all loops of a usual program are analysed, and none takes longer than some seconds.
    pub(crate) const fn new() -> Self {
        Self { left: 1 << 30 }
    }

    /// Counts work on so many rows; `None` if there is too much of it, all in all or at once.
    pub(super) fn spend(&mut self, rows: usize, columns: usize) -> Option<()> {
        let amount = rows.checked_mul(columns + 1)?;
        if amount > MAX_ENTRIES {
            return None;
        }
        self.left = self.left.checked_sub(u64::try_from(amount).ok()?)?;
        Some(())
    }
}

/// How many entries a matrix may have.
const MAX_ENTRIES: usize = 1 << 20;

/// How many constraints there may be for each variable.
const MAX_GROWTH: usize = 32;

/// Whether all coefficients are zero.
fn is_constant(row: &Row) -> bool {
    row.iter().rev().skip(1).all(|&value| value == 0)
}

impl Dense {
    /// Whether a contradiction is found.
    pub(super) fn has_no_solution(mut self, work: &mut Work) -> bool {
        self.find_contradiction(work).is_some_and(|found| found)
    }

    /// Whether a row cannot hold whatever the variables are, or an equality has no integer solution.
    fn has_contradiction(&self) -> bool {
        let constant = |row: &Row| row.last().copied().unwrap_or(0);
        let is_wrong = |row: &Row| {
            let divisor = normalize(&mut row.clone(), self.num_vars);
            (divisor == 0 && constant(row) != 0) || (divisor > 0 && constant(row) % divisor != 0)
        };
        self.equalities.iter().any(is_wrong)
            || self
                .inequalities
                .iter()
                .any(|row| is_constant(row) && constant(row) < 0)
    }

    fn find_contradiction(&mut self, work: &mut Work) -> Option<bool> {
        work.spend(self.equalities.len() + self.inequalities.len(), self.num_vars)?;
        let max_constraints = MAX_GROWTH * self.num_vars;
        if self.has_contradiction() {
            return Some(true);
        }
        self.replace_locals(work)?;
        if self.has_contradiction() {
            return Some(true);
        }
        let mut start = 0;
        while start < self.num_vars {
            self.substitute_all(start, self.num_vars - start, work)?;
            start += 1;
            if self.has_contradiction() {
                return Some(true);
            }
        }
        while let Some(column) = self.cheapest(0..self.num_vars) {
            self.combine_bounds(column, work)?;
            if self.equalities.len() + self.inequalities.len() >= max_constraints {
                return None;
            }
            if self.has_contradiction() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Eliminates all variables from a column on.
    pub(super) fn eliminate_from(&mut self, start: usize, work: &mut Work) -> Option<()> {
        while self.num_vars > start {
            let is_determined = |&column: &usize| self.equalities.iter().any(|row| row[column] != 0);
            let determined = (start..self.num_vars).find(is_determined);
            self.combine_bounds(determined.or_else(|| self.cheapest(start..self.num_vars))?, work)?;
        }
        self.tighten();
        Some(())
    }

    /// The numbers between which a variable is, as far as they are found. `None` on overflow.
    pub(super) fn bounds_of(mut self, column: usize, work: &mut Work) -> Option<[Option<i128>; 2]> {
        self.project_out(0, column, work)?;
        self.project_out(1, self.num_vars - 1, work)?;
        self.tighten();
        if let Some(row) = self.equalities.iter().find(|row| row[0] != 0) {
            let is_integer = row[1].checked_rem(row[0])? == 0;
            let only = is_integer.then(|| row[1].checked_neg()?.checked_div(row[0])).flatten();
            return Some([only; 2]);
        }
        let bounds = |sign: i128| self.inequalities.iter().filter(move |row| row[0].signum() == sign);
        // The coefficients are units after rounding.
        let lower = bounds(1).map(|row| row[1].checked_neg()).max();
        let upper = bounds(-1).map(|row| Some(row[1])).min();
        Some([lower.flatten(), upper.flatten()])
    }

    /// Eliminates so many columns, by equalities as far as possible.
    fn project_out(&mut self, start: usize, count: usize, work: &mut Work) -> Option<()> {
        let (mut end, mut column) = (start + count, start);
        while column < end {
            let before = self.num_vars;
            self.substitute_all(column, end - column, work)?;
            end -= before - self.num_vars;
            column += 1;
        }
        for end in (start + 1..=end).rev() {
            if let Some(column) = self.cheapest(start..end) {
                self.combine_bounds(column, work)?;
            }
        }
        Some(())
    }

    /// The variable of some whose elimination makes the fewest constraints.
    fn cheapest(&self, columns: std::ops::Range<usize>) -> Option<usize> {
        let cost = |&column: &usize| {
            let lowers = self.inequalities.iter().filter(|row| row[column] > 0).count();
            let uppers = self.inequalities.iter().filter(|row| row[column] < 0).count();
            lowers.saturating_mul(uppers)
        };
        columns.min_by_key(cost)
    }
}
