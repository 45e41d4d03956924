//! Systems of affine constraints, and a test that shows that one has no integer solution.
//!
//! A [`System`] holds equalities and inequalities between sums of variables ([`Linear`]). What is not a sum, a quotient or a
//! remainder, becomes a local variable with the inequalities that define it, so that any affine expression without products
//! and quotients of variables can be written exactly ([`System::flatten`]).
//!
//! [`System::has_no_solution`] is right when it says `true`. It says `false` when it finds no contradiction; the system may
//! have no integer solution all the same. The steps and their order are those of MLIR's `IntegerRelation::isEmpty`, because
//! what passes do depends on the answer:
//!
//! 1. local variables that an equality determines are replaced;
//! 2. variables are replaced by means of the other equalities (Gaussian elimination), which are checked by the test of the
//!    greatest common divisor: `4 * x + 2 * y = 1` has no solution;
//! 3. the rest is eliminated by combining each lower bound of a variable with each upper bound (Fourier and Motzkin), where
//!    bounds are rounded to integers.
//!
//! Coefficients are 128-bit integers with checked arithmetic. When one overflows, or when the [`Work`] that may be done is
//! used up, the answer is `false`.

mod dense;
mod emptiness;
mod flatten;
mod linear;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub(crate) use self::emptiness::Work;
pub(crate) use self::flatten::{Leaf, as_variable};
pub(crate) use self::linear::{Linear, Variable};

/// Equalities and inequalities that hold at the same time.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    /// Sums that are zero.
    equalities: Vec<Linear>,
    /// Sums that are at least zero.
    inequalities: Vec<Linear>,
    /// Dividends and divisors of the local variables, which are the quotients, rounded down. A dividend has local
    /// variables that come earlier only.
    quotients: Vec<(Linear, i128)>,
}

/// What holds of sums in terms of some variables. A row has the coefficients of the sums, those of the variables, and a
/// constant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Projection {
    /// Rows that are zero.
    pub(crate) equalities: Vec<Vec<i128>>,
    /// Rows that are at least zero.
    pub(crate) inequalities: Vec<Vec<i128>>,
}

impl Projection {
    /// The least and the greatest value of the only sum, if there are no variables.
    fn bounds(&self) -> (Option<i128>, Option<i128>) {
        let (mut least, mut greatest) = (None, None);
        for row in &self.equalities {
            if let &[factor @ (1 | -1), constant] = &row[..] {
                return (Some(-constant * factor), Some(-constant * factor));
            }
        }
        for row in &self.inequalities {
            let &[factor, constant] = &row[..] else { continue };
            if factor > 0 {
                let value = -constant.div_euclid(factor);
                least = Some(least.map_or(value, |least: i128| least.max(value)));
            } else if factor < 0 {
                let value = constant.div_euclid(-factor);
                greatest = Some(greatest.map_or(value, |greatest: i128| greatest.min(value)));
            }
        }
        (least, greatest)
    }
}

impl System {
    /// Requires a sum to be zero.
    pub(crate) fn require_zero(&mut self, sum: Linear) {
        self.equalities.push(sum);
    }

    /// Requires a sum to be at least zero.
    pub(crate) fn require_not_negative(&mut self, sum: Linear) {
        self.inequalities.push(sum);
    }

    /// A sum divided by a positive number and rounded down: a local variable unless it is known to be a sum. Equal
    /// quotients are the same variable. `None` on overflow.
    pub(crate) fn quotient(&mut self, dividend: &Linear, divisor: i128) -> Option<Linear> {
        let common = dividend.content(divisor);
        let (dividend, divisor) = (dividend.divided(common)?, divisor / common);
        if divisor == 1 || dividend.is_constant() {
            return dividend.divided(divisor);
        }
        let known = self
            .quotients
            .iter()
            .position(|known| known.0 == dividend && known.1 == divisor);
        if let Some(index) = known {
            return Some(Linear::variable(Variable::Local(u32::try_from(index).ok()?)));
        }
        let quotient = Linear::variable(Variable::Local(u32::try_from(self.quotients.len()).ok()?));
        // 0 <= dividend - divisor * quotient <= divisor - 1
        let rest = dividend.plus(&quotient, divisor.checked_neg()?)?;
        self.require_not_negative(rest.clone());
        self.require_not_negative(Linear::constant(divisor - 1).plus(&rest, -1)?);
        self.quotients.push((dividend, divisor));
        Some(quotient)
    }

    /// Adds the local variables of another system after renaming its other variables. Gives what they are called here.
    /// `None` on overflow.
    pub(crate) fn add_locals(&mut self, other: &System, rename: &dyn Fn(Variable) -> Variable) -> Option<Vec<Linear>> {
        let mut locals = Vec::new();
        for (dividend, divisor) in &other.quotients {
            let dividend = dividend.renamed(rename, &locals)?;
            locals.push(self.quotient(&dividend, *divisor)?);
        }
        Some(locals)
    }

    /// Requires what another system requires, whose local variables have been added. `None` on overflow.
    pub(crate) fn append(
        &mut self,
        other: &System,
        rename: &dyn Fn(Variable) -> Variable,
        locals: &[Linear],
    ) -> Option<()> {
        for sum in &other.equalities {
            self.equalities.push(sum.renamed(rename, locals)?);
        }
        for sum in &other.inequalities {
            self.inequalities.push(sum.renamed(rename, locals)?);
        }
        Some(())
    }

    /// Which of the last `count` inequalities do not follow from the others: one inequality after the other is left out where
    /// its opposite contradicts those that are still there. `None` on overflow.
    pub(crate) fn needed_of_last(&self, count: usize, work: &mut Work) -> Option<Vec<usize>> {
        let first = self.inequalities.len().checked_sub(count)?;
        let mut kept = self.inequalities.clone();
        let mut needed = Vec::new();
        let mut at = 0;
        for (index, sum) in self.inequalities.iter().enumerate() {
            let mut system = Self {
                equalities: self.equalities.clone(),
                inequalities: kept.clone(),
                quotients: Vec::new(),
            };
            // Below zero, that is.
            system.inequalities[at] = Linear::constant(-1).plus(sum, -1)?;
            if system.has_no_solution(work) {
                kept.remove(at);
                continue;
            }
            at += 1;
            needed.extend(index.checked_sub(first));
        }
        Some(needed)
    }

    /// What holds of sums in terms of some variables: all others are eliminated. `None` on overflow, and if that is too much
    /// work.
    pub(crate) fn project(&self, sums: &[Linear], kept: &[Variable], work: &mut Work) -> Option<Projection> {
        let rows = || self.equalities.iter().chain(&self.inequalities);
        let all: BTreeSet<Variable> = rows().chain(sums).flat_map(Linear::variables).collect();
        let others = all.into_iter().filter(|variable| !kept.contains(variable));
        let variables: Vec<Variable> = kept.iter().copied().chain(others).collect();
        let dense = |rows: &[Linear]| {
            let rows = rows.iter();
            rows.map(|row| [vec![0; sums.len()], row.coefficients(&variables)].concat())
                .collect()
        };
        let mut system = dense::Dense {
            num_vars: sums.len() + variables.len(),
            first_local: sums.len() + variables.len(),
            equalities: dense(&self.equalities),
            inequalities: dense(&self.inequalities),
        };
        for (index, sum) in sums.iter().enumerate() {
            let mut row = vec![0; sums.len()];
            row[index] = 1;
            for coefficient in sum.coefficients(&variables) {
                row.push(coefficient.checked_neg()?);
            }
            system.equalities.push(row);
        }
        system.eliminate_from(sums.len() + kept.len(), work)?;
        Some(Projection {
            equalities: system.equalities,
            inequalities: system.inequalities,
        })
    }

    /// The least and the greatest value of a sum, as far as they are found. `None` on overflow, and if that is too much work.
    pub(crate) fn bounds(&self, sum: &Linear, work: &mut Work) -> Option<(Option<i128>, Option<i128>)> {
        Some(self.project(std::slice::from_ref(sum), &[], work)?.bounds())
    }

    /// Whether there are quotients that are variables of their own.
    pub(crate) fn has_quotients(&self) -> bool {
        !self.quotients.is_empty()
    }

    /// The numbers between which a variable is, as far as they are found. `None` on overflow.
    pub(crate) fn constant_bounds(&self, variable: Variable, work: &mut Work) -> Option<[Option<i128>; 2]> {
        let variables = self.variables();
        match variables.binary_search(&variable) {
            Ok(column) => self.dense(&variables).bounds_of(column, work),
            Err(_) => Some([None; 2]),
        }
    }

    /// Whether a contradiction was found, so that there is certainly no integer solution.
    pub(crate) fn has_no_solution(&self, work: &mut Work) -> bool {
        self.dense(&self.variables()).has_no_solution(work)
    }

    /// The variables, sorted.
    fn variables(&self) -> Vec<Variable> {
        let rows = self.equalities.iter().chain(&self.inequalities);
        let variables: BTreeSet<Variable> = rows.flat_map(Linear::variables).collect();
        variables.into_iter().collect()
    }

    /// The system as a matrix with a column for each variable.
    fn dense(&self, variables: &[Variable]) -> dense::Dense {
        let dense = |sums: &[Linear]| sums.iter().map(|sum| sum.coefficients(variables)).collect();
        let is_local = |variable: &Variable| matches!(variable, Variable::Local(_));
        dense::Dense {
            num_vars: variables.len(),
            first_local: variables.iter().position(is_local).unwrap_or(variables.len()),
            equalities: dense(&self.equalities),
            inequalities: dense(&self.inequalities),
        }
    }
}
