//! What constraints on a loop make of `affine.min` and `affine.max` inside it.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, MinOp, applied};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, ValueId};

use crate::analysis::constraints::{Linear, System, Variable, Work};

/// Constraints on values.
pub(super) struct Constraints {
    /// What the only dimension stands for.
    dim: ValueId,
    /// What the symbols stand for.
    symbols: Vec<ValueId>,
    system: System,
}

impl Constraints {
    /// Constraints on a dimension and on symbols. Symbols that are constants are known.
    pub(super) fn on(dim: ValueId, symbols: &[(ValueId, Option<i64>)]) -> Self {
        let mut system = System::default();
        for (variable, &(_, known)) in (0..).map(Variable::Symbol).zip(symbols) {
            if let Some(known) = known {
                system.require_zero(Linear::sum(&[(variable, 1)], -i128::from(known)));
            }
        }
        Self {
            dim,
            symbols: symbols.iter().map(|&(symbol, _)| symbol).collect(),
            system,
        }
    }

    /// Adds that a sum is not negative.
    pub(super) fn at_least_zero(&mut self, terms: &[(Variable, i128)], constant: i128) {
        self.system.require_not_negative(Linear::sum(terms, constant));
    }

    /// The first variable that stands for a value, if the dimension or one of the first `count` symbols does.
    fn variable_of(&self, value: ValueId, count: usize) -> Option<Variable> {
        if value == self.dim {
            return Some(Variable::Dim(0));
        }
        let index = self.symbols[..count].iter().position(|&symbol| symbol == value)?;
        Some(symbol(index))
    }

    /// The result of an `affine.min` or `affine.max` that is always the one that counts, if there is one.
    pub(super) fn simplify(mut self, ctx: &Context, body: &Body, op: OpId) -> Option<Applied> {
        let Applied { map, operands } = applied(body.op_ref(ctx, op))?;
        let towards = if body.op(op).is(MinOp::DEF) { 1 } else { -1 };
        let mut work = Work::new();
        // Each operand that is new is a symbol of its own here. As in MLIR, only the first one that stands for a value is
        // looked at below.
        let known = self.symbols.len();
        let mut variables = Vec::with_capacity(operands.len());
        for &operand in &operands {
            variables.push(self.variable_of(operand, known).unwrap_or_else(|| {
                self.symbols.push(operand);
                symbol(self.symbols.len() - 1)
            }));
        }
        let results = self.sums_of(&map, &variables)?;
        if self.system.has_no_solution(&mut work) {
            return None;
        }
        let extreme = Linear::variable(symbol(self.symbols.len()));
        let mut with_extreme = self.system.clone();
        for result in &results {
            with_extreme.require_not_negative(result.plus(&extreme, -1)?.times(towards)?);
        }
        let needed = with_extreme.needed_of_last(results.len(), &mut work)?;
        let [bound] = needed[..] else { return None };
        let bound = &results[bound];
        let firsts = operands
            .iter()
            .map(|&operand| self.variable_of(operand, self.symbols.len()));
        let firsts: Vec<Variable> = firsts.collect::<Option<_>>()?;
        for result in &self.sums_of(&map, &firsts)? {
            // None of them may be beyond the bound.
            let beyond = bound.plus(result, -1)?.times(towards)?;
            let mut system = self.system.clone();
            system.require_not_negative(beyond.plus(&Linear::constant(1), -1)?);
            if !system.has_no_solution(&mut work) {
                return None;
            }
        }
        let applied = self.expression(bound)?;
        Some(applied.canonical(ctx, body, affine_scope(body, op)))
    }

    /// The results of a map as sums of variables, of which these stand for its inputs.
    fn sums_of(&mut self, map: &AffineMap, variables: &[Variable]) -> Option<Vec<Linear>> {
        let (dims, symbols) = variables.split_at((map.num_dims() as usize).min(variables.len()));
        let mut leaf = |expr: &AffineExpr| {
            let variable = match expr {
                AffineExpr::Dim(dim) => dims.get(*dim as usize),
                AffineExpr::Symbol(symbol) => symbols.get(*symbol as usize),
                _ => None,
            };
            variable.copied().map(Linear::variable)
        };
        let results = map.results().iter();
        results.map(|result| self.system.flatten(result, &mut leaf)).collect()
    }

    /// A sum as an expression of the dimension and the symbols; `None` if it has quotients.
    fn expression(&self, sum: &Linear) -> Option<Applied> {
        if sum.variables().any(|variable| matches!(variable, Variable::Local(_))) {
            return None;
        }
        let symbols = (0..self.symbols.len()).map(symbol);
        let variables: Vec<Variable> = std::iter::once(Variable::Dim(0)).chain(symbols).collect();
        let mut expr = AffineExpr::Constant(0);
        let coefficients = sum.coefficients(&variables);
        for (variable, &factor) in variables.iter().zip(&coefficients).filter(|(_, factor)| **factor != 0) {
            let input = match variable {
                Variable::Dim(dim) => AffineExpr::Dim(*dim),
                Variable::Symbol(symbol) | Variable::Local(symbol) => AffineExpr::Symbol(*symbol),
            };
            expr = expr + input * i64::try_from(factor).ok()?;
        }
        let expr = expr + i64::try_from(*coefficients.last()?).ok()?;
        let map = AffineMap::new(1, u32::try_from(self.symbols.len()).ok()?, vec![expr])?;
        let operands = std::iter::once(self.dim).chain(self.symbols.iter().copied()).collect();
        Some(Applied { map, operands })
    }
}

fn symbol(index: usize) -> Variable {
    // As many as an op has operands, at most.
    Variable::Symbol(index as u32)
}
