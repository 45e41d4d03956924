//! Integer sets.

use std::sync::Arc;

use super::AffineExpr;
use super::map::is_over;

/// The integer points that satisfy affine constraints, such as `(d0)[s0] : (d0 - s0 >= 0)`; cheap
/// to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    num_dims: u32,
    num_symbols: u32,
    constraints: Arc<[(AffineExpr, bool)]>,
}

impl IntegerSet {
    /// A set of constraints `expr == 0` (`true`) or `expr >= 0` (`false`). `None` when there is no
    /// constraint, or one uses a dimension or symbol that the set does not have.
    pub fn new(num_dims: u32, num_symbols: u32, constraints: Vec<(AffineExpr, bool)>) -> Option<Self> {
        let valid = constraints.iter().all(|(expr, _)| is_over(expr, num_dims, num_symbols));
        (valid && !constraints.is_empty()).then(|| IntegerSet {
            num_dims,
            num_symbols,
            constraints: constraints.into(),
        })
    }

    /// The empty set: `1 == 0`.
    pub fn empty(num_dims: u32, num_symbols: u32) -> Self {
        let constraints = Arc::new([(AffineExpr::Constant(1), true)]);
        IntegerSet {
            num_dims,
            num_symbols,
            constraints,
        }
    }

    /// Number of dimensions.
    pub fn num_dims(&self) -> u32 {
        self.num_dims
    }

    /// Number of symbols.
    pub fn num_symbols(&self) -> u32 {
        self.num_symbols
    }

    /// Number of dimensions and symbols.
    pub fn num_inputs(&self) -> u32 {
        self.num_dims + self.num_symbols
    }

    /// The constraints; `true` stands for an equality.
    pub fn constraints(&self) -> &[(AffineExpr, bool)] {
        &self.constraints
    }

    /// Whether this is the set made by [`IntegerSet::empty`].
    pub fn is_empty_set(&self) -> bool {
        *self == Self::empty(self.num_dims, self.num_symbols)
    }

    /// Whether a point, dimensions followed by symbols, is in the set. `None` when the number of
    /// operands is wrong or a constraint is undefined there.
    pub fn contains(&self, operands: &[i64]) -> Option<bool> {
        if operands.len() != self.num_inputs() as usize {
            return None;
        }
        let (dims, symbols) = operands.split_at(self.num_dims as usize);
        let mut inside = true;
        for (expr, is_eq) in self.constraints.iter() {
            let value = expr.evaluate(dims, symbols)?;
            inside &= if *is_eq { value == 0 } else { value >= 0 };
        }
        Some(inside)
    }

    /// Replaces dimensions and symbols, giving a set over so many of them; `None` when a
    /// replacement uses others.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> Option<Self> {
        let replace = |(expr, is_eq): &(AffineExpr, bool)| (expr.replace_dims_and_symbols(dims, symbols), *is_eq);
        Self::new(num_dims, num_symbols, self.constraints.iter().map(replace).collect())
    }
}
