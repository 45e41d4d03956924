//! Sums of variables with coefficients.

use std::collections::BTreeMap;

/// A variable of a system. Their order is that of MLIR's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variable {
    /// The number of a loop variable.
    Dim(u32),
    /// The number of a value that does not change.
    Symbol(u32),
    /// The number of a quotient.
    Local(u32),
}

/// A sum of variables with coefficients and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    /// Coefficients other than zero.
    terms: BTreeMap<Variable, i128>,
    constant: i128,
}

impl Linear {
    /// A number.
    pub(crate) fn constant(value: i128) -> Self {
        Self {
            terms: BTreeMap::new(),
            constant: value,
        }
    }

    /// A variable.
    pub(crate) fn variable(variable: Variable) -> Self {
        Self {
            terms: BTreeMap::from([(variable, 1)]),
            constant: 0,
        }
    }

    /// A sum of different variables, each with its coefficient, and a constant.
    pub(crate) fn sum(terms: &[(Variable, i128)], constant: i128) -> Self {
        let terms = terms.iter().copied().filter(|&(_, coefficient)| coefficient != 0);
        Self {
            terms: terms.collect(),
            constant,
        }
    }

    /// Whether there are no variables.
    pub(crate) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.terms.keys().copied()
    }

    /// `self + factor * other`; `None` on overflow.
    pub(crate) fn plus(&self, other: &Linear, factor: i128) -> Option<Self> {
        let mut sum = self.clone();
        for (&variable, coefficient) in &other.terms {
            let old = sum.terms.get(&variable).copied().unwrap_or(0);
            match old.checked_add(coefficient.checked_mul(factor)?)? {
                0 => sum.terms.remove(&variable),
                new => sum.terms.insert(variable, new),
            };
        }
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(sum)
    }

    /// `self * factor`; `None` on overflow.
    pub(crate) fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }

    /// The sum divided by a positive number that divides all coefficients; the constant is rounded down.
    pub(super) fn divided(&self, divisor: i128) -> Option<Self> {
        let quotient = |value: i128| (divisor > 0).then(|| value.div_euclid(divisor));
        let terms = self.terms.iter();
        let terms = terms.map(|(&variable, &coefficient)| Some((variable, quotient(coefficient)?)));
        Some(Self {
            terms: terms.collect::<Option<_>>()?,
            constant: quotient(self.constant)?,
        })
    }

    /// The greatest number that divides `divisor`, which is positive, and all coefficients of variables.
    pub(super) fn content(&self, divisor: i128) -> i128 {
        self.terms.values().fold(divisor, |common, &value| gcd(common, value))
    }

    /// Whether a number divides all coefficients and the constant.
    pub(super) fn is_multiple_of(&self, divisor: i128) -> bool {
        self.content(divisor) == divisor && self.constant % divisor == 0
    }

    /// The sum of variables with other names; local variables become the given sums. `None` on overflow.
    pub(crate) fn renamed(&self, rename: &dyn Fn(Variable) -> Variable, locals: &[Linear]) -> Option<Self> {
        let mut sum = Self::constant(self.constant);
        for (&variable, &coefficient) in &self.terms {
            sum = match variable {
                Variable::Local(index) => sum.plus(locals.get(index as usize)?, coefficient)?,
                _ => sum.plus(&Self::variable(rename(variable)), coefficient)?,
            };
        }
        Some(sum)
    }

    /// The coefficient of a variable.
    pub(crate) fn coefficient(&self, variable: Variable) -> i128 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// What is added to the variables.
    pub(crate) fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The coefficients of the variables, then the constant.
    pub(crate) fn coefficients(&self, variables: &[Variable]) -> Vec<i128> {
        let constant = std::iter::once(self.constant);
        variables
            .iter()
            .map(|&variable| self.coefficient(variable))
            .chain(constant)
            .collect()
    }
}

/// The greatest common divisor; that of zero and a number is the number without its sign. A divisor of `i128::MIN` alone
/// counts as 1.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
