//! Affine maps.

use std::sync::Arc;

use super::AffineExpr;

/// A multi-dimensional affine map, such as `(d0, d1)[s0] -> (d0 + s0, d1)`; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    num_dims: u32,
    num_symbols: u32,
    results: Arc<[AffineExpr]>,
}

/// Whether all dimensions and symbols of an expression are among so many.
pub(super) fn is_over(expr: &AffineExpr, num_dims: u32, num_symbols: u32) -> bool {
    let mut inside = true;
    expr.walk(&mut |part| match part {
        AffineExpr::Dim(position) => inside &= *position < num_dims,
        AffineExpr::Symbol(position) => inside &= *position < num_symbols,
        _ => {}
    });
    inside
}

impl AffineMap {
    /// A map; `None` when a result uses a dimension or symbol that the map does not have.
    pub fn new(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> Option<Self> {
        let valid = results.iter().all(|result| is_over(result, num_dims, num_symbols));
        valid.then(|| Self::from_parts(num_dims, num_symbols, results))
    }

    fn from_parts(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> Self {
        AffineMap {
            num_dims,
            num_symbols,
            results: results.into(),
        }
    }

    /// A map with just the dimensions and symbols that the results use.
    pub fn infer_from_expr_list(results: Vec<AffineExpr>) -> Self {
        let (mut num_dims, mut num_symbols) = (0, 0);
        for result in &results {
            result.walk(&mut |part| match part {
                AffineExpr::Dim(position) => num_dims = num_dims.max(position.saturating_add(1)),
                AffineExpr::Symbol(position) => {
                    num_symbols = num_symbols.max(position.saturating_add(1));
                }
                _ => {}
            });
        }
        Self::from_parts(num_dims, num_symbols, results)
    }

    /// `(d0, ..., dn) -> (d0, ..., dn)`
    pub fn identity(num_dims: u32) -> Self {
        Self::minor_identity(num_dims, num_dims).unwrap_or_else(|| Self::constant(&[]))
    }

    /// The last `num_results` of the dimensions, in order; `None` if there are fewer.
    pub fn minor_identity(num_dims: u32, num_results: u32) -> Option<Self> {
        let first = num_dims.checked_sub(num_results)?;
        let results = (first..num_dims).map(AffineExpr::Dim).collect();
        Some(Self::from_parts(num_dims, 0, results))
    }

    /// `() -> (values...)`
    pub fn constant(values: &[i64]) -> Self {
        Self::from_parts(0, 0, values.iter().copied().map(AffineExpr::Constant).collect())
    }

    /// `(d0, ..., dn) -> (d[p0], ..., d[pn])`; `None` unless the positions are a permutation.
    pub fn permutation(positions: &[u32]) -> Option<Self> {
        let results = positions.iter().copied().map(AffineExpr::Dim).collect();
        let map = Self::new(u32::try_from(positions.len()).ok()?, 0, results)?;
        map.is_permutation().then_some(map)
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

    /// Number of results.
    pub fn num_results(&self) -> usize {
        self.results.len()
    }

    /// The results.
    pub fn results(&self) -> &[AffineExpr] {
        &self.results
    }

    /// Whether the map has neither inputs nor results.
    pub fn is_empty(&self) -> bool {
        self.num_inputs() == 0 && self.results.is_empty()
    }

    /// Whether the results are the dimensions, in order.
    pub fn is_identity(&self) -> bool {
        self.num_dims as usize == self.results.len() && self.is_minor_identity()
    }

    /// Whether the results are the symbols, in order.
    pub fn is_symbol_identity(&self) -> bool {
        self.num_symbols as usize == self.results.len()
            && (0..).zip(self.results.iter()).all(|(i, e)| *e == AffineExpr::Symbol(i))
    }

    /// Whether the results are the last dimensions, in order.
    pub fn is_minor_identity(&self) -> bool {
        let Some(first) = (self.num_dims as usize).checked_sub(self.results.len()) else {
            return false;
        };
        (first as u32..)
            .zip(self.results.iter())
            .all(|(i, e)| *e == AffineExpr::Dim(i))
    }

    /// Whether the results are different dimensions and there are no symbols; with
    /// `allow_zeros`, constant zeros too.
    pub fn is_projected_permutation(&self, allow_zeros: bool) -> bool {
        if self.num_symbols > 0 || self.results.len() > self.num_dims as usize {
            return false;
        }
        let mut seen = vec![false; self.num_dims as usize];
        self.results.iter().all(|result| match result {
            AffineExpr::Dim(position) => seen
                .get_mut(*position as usize)
                .is_some_and(|seen| !std::mem::replace(seen, true)),
            AffineExpr::Constant(0) => allow_zeros,
            _ => false,
        })
    }

    /// Whether the results are all dimensions in some order.
    pub fn is_permutation(&self) -> bool {
        self.results.len() == self.num_dims as usize && self.is_projected_permutation(false)
    }

    /// Whether all results are constants.
    pub fn is_constant(&self) -> bool {
        self.results.iter().all(|result| result.as_constant().is_some())
    }

    /// The value of a map whose only result is a constant.
    pub fn single_constant_result(&self) -> Option<i64> {
        match &*self.results {
            [result] => result.as_constant(),
            _ => None,
        }
    }

    /// Whether all products, divisions and remainders are by constants.
    pub fn is_pure_affine(&self) -> bool {
        self.results.iter().all(AffineExpr::is_pure_affine)
    }

    /// Whether a result uses the dimension.
    pub fn is_function_of_dim(&self, position: u32) -> bool {
        self.results.iter().any(|result| result.is_function_of_dim(position))
    }

    /// Whether a result uses the symbol.
    pub fn is_function_of_symbol(&self, position: u32) -> bool {
        self.results.iter().any(|result| result.is_function_of_symbol(position))
    }

    /// For every result the dimension that it is; `None` unless all are dimensions.
    pub fn dim_positions(&self) -> Option<Vec<u32>> {
        let position = |result: &AffineExpr| match result {
            AffineExpr::Dim(position) => Some(*position),
            _ => None,
        };
        self.results.iter().map(position).collect()
    }

    /// The map that undoes a permutation; of several results that are the same dimension the
    /// first counts. `None` when the map has symbols or some dimension is no result.
    pub fn inverse_permutation(&self) -> Option<Self> {
        if self.num_symbols > 0 {
            return None;
        }
        let place = |dim: u32| self.results.iter().position(|e| *e == AffineExpr::Dim(dim));
        let results = (0..self.num_dims)
            .map(|dim| u32::try_from(place(dim)?).ok().map(AffineExpr::Dim))
            .collect::<Option<Vec<_>>>()?;
        Some(Self::from_parts(u32::try_from(self.results.len()).ok()?, 0, results))
    }

    /// The map with the results at these positions; `None` if one is out of range.
    pub fn sub_map(&self, positions: &[usize]) -> Option<Self> {
        let results = positions.iter().map(|&position| self.results.get(position).cloned());
        Some(Self::from_parts(
            self.num_dims,
            self.num_symbols,
            results.collect::<Option<_>>()?,
        ))
    }

    /// Replaces dimensions and symbols, giving a map over so many of them; `None` when a
    /// replacement uses others.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> Option<Self> {
        let replace = |result: &AffineExpr| result.replace_dims_and_symbols(dims, symbols);
        Self::new(num_dims, num_symbols, self.results.iter().map(replace).collect())
    }

    /// `self` after `inner`. The symbols are those of `self`, then those of `inner`. `None` unless
    /// `inner` has as many results as `self` has dimensions.
    pub fn compose(&self, inner: &AffineMap) -> Option<Self> {
        if self.num_dims as usize != inner.results.len() {
            return None;
        }
        let shift = |result: &AffineExpr| result.shift_symbols(self.num_symbols, 0);
        let dims: Vec<_> = inner.results.iter().map(shift).collect();
        let results = self.results.iter().map(|result| result.replace_dims(&dims)).collect();
        let num_symbols = self.num_symbols.checked_add(inner.num_symbols)?;
        Some(Self::from_parts(inner.num_dims, num_symbols, results))
    }

    /// The results for operands that are the dimensions followed by the symbols. `None` when their
    /// number is wrong or a result is undefined (see [`AffineExpr::evaluate`]).
    pub fn evaluate(&self, operands: &[i64]) -> Option<Vec<i64>> {
        if operands.len() != self.num_inputs() as usize {
            return None;
        }
        let (dims, symbols) = operands.split_at(self.num_dims as usize);
        self.results
            .iter()
            .map(|result| result.evaluate(dims, symbols))
            .collect()
    }

    /// The map with those operands replaced that are known (dimensions, then symbols); the number
    /// of inputs stays. `None` when the number of operands is wrong.
    pub fn partial_constant_fold(&self, operands: &[Option<i64>]) -> Option<Self> {
        if operands.len() != self.num_inputs() as usize {
            return None;
        }
        let known = |index: usize, identifier: AffineExpr| match operands[index] {
            Some(value) => AffineExpr::Constant(value),
            None => identifier,
        };
        let dims: Vec<_> = (0..self.num_dims)
            .map(|i| known(i as usize, AffineExpr::Dim(i)))
            .collect();
        let symbols: Vec<_> = (0..self.num_symbols)
            .map(|i| known((self.num_dims + i) as usize, AffineExpr::Symbol(i)))
            .collect();
        self.replace_dims_and_symbols(&dims, &symbols, self.num_dims, self.num_symbols)
    }
}
