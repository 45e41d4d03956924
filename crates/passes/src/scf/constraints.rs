//! What constraints on loops make of `affine.min` and `affine.max` inside them.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{Applied, ApplyOp, MinOp, applied, map_attr};
use asyncir_dialects::matchers::constant_int;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, OpId, Type, ValueId};

use crate::analysis::constraints::{Leaf, Linear, System, Variable, Work};

/// Constraints on values.
#[derive(Default)]
pub(super) struct Constraints {
    /// What the dimensions stand for.
    dims: Vec<ValueId>,
    /// What the symbols stand for, if it is a value.
    symbols: Vec<Option<ValueId>>,
    system: System,
}

impl Constraints {
    /// Adds a dimension that stands for a value.
    pub(super) fn add_dim(&mut self, value: ValueId) -> Variable {
        self.dims.push(value);
        Variable::Dim(self.dims.len() as u32 - 1)
    }

    /// Adds a symbol that stands for a value, if it does, and is known if it is a constant.
    pub(super) fn add_symbol(&mut self, value: Option<ValueId>, known: Option<i64>) -> Variable {
        self.symbols.push(value);
        let variable = symbol(self.symbols.len() - 1);
        if let Some(known) = known {
            self.system
                .require_zero(Linear::sum(&[(variable, 1)], -i128::from(known)));
        }
        variable
    }

    /// Adds that a sum is not negative.
    pub(super) fn at_least_zero(&mut self, terms: &[(Variable, i128)], constant: i128) {
        self.system.require_not_negative(Linear::sum(terms, constant));
    }

    /// Adds that a variable is less than an expression, whose inputs `leaf` knows. `None` where this is no constraint on sums.
    pub(super) fn less_than(&mut self, variable: Variable, end: &AffineExpr, leaf: &mut Leaf<'_>) -> Option<()> {
        let end = self.system.flatten(end, leaf)?;
        let left = end.plus(&Linear::sum(&[(variable, 1)], 1), -1)?;
        self.system.require_not_negative(left);
        Some(())
    }

    /// The first variable that stands for a value, if a dimension or one of the first `count` symbols does.
    fn variable_of(&self, value: ValueId, count: usize) -> Option<Variable> {
        if let Some(index) = self.dims.iter().position(|&dim| dim == value) {
            return Some(Variable::Dim(index as u32));
        }
        let index = self.symbols[..count].iter().position(|&symbol| symbol == Some(value))?;
        Some(symbol(index))
    }

    /// The result of an `affine.min` or `affine.max` that is always the one that counts, if there is one.
    fn simplify(mut self, ctx: &Context, body: &Body, op: OpId) -> Option<Applied> {
        let Applied { map, operands } = applied(body.op_ref(ctx, op))?;
        let towards = if body.op(op).is(MinOp::DEF) { 1 } else { -1 };
        let mut work = Work::new();
        // Each operand that is new is a symbol of its own here. As in MLIR, only the first one that stands for a value is
        // looked at below.
        let known = self.symbols.len();
        let mut variables = Vec::with_capacity(operands.len());
        for &operand in &operands {
            variables.push(self.variable_of(operand, known).unwrap_or_else(|| {
                self.symbols.push(Some(operand));
                symbol(self.symbols.len() - 1)
            }));
        }
        let results = self.sums_of(&map, &variables)?;
        if self.system.has_no_solution(&mut work) {
            return None;
        }
        let bound = self.bound(&results, towards, &mut work)?;
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
        let applied = self.expression(ctx, body, &bound, &mut work)?;
        Some(applied.canonical(ctx, body, affine_scope(body, op)))
    }

    /// What the least of some sums is at most, or, if `towards` is -1, what the greatest of them is at least: the only one
    /// that counts if that can be told, otherwise a constant.
    fn bound(&self, results: &[Linear], towards: i128, work: &mut Work) -> Option<Linear> {
        let extreme = Variable::Dim(self.dims.len() as u32);
        let mut with_extreme = self.system.clone();
        for result in results {
            with_extreme.require_not_negative(result.plus(&Linear::variable(extreme), -1)?.times(towards)?);
        }
        // As in MLIR, quotients are not written in bounds.
        if !self.system.has_quotients()
            && let [bound] = with_extreme.needed_of_last(results.len(), work)?[..]
        {
            return results.get(bound).cloned();
        }
        let [lower, upper] = with_extreme.constant_bounds(extreme, work)?;
        let bound = if towards == 1 { upper } else { lower };
        bound.map(Linear::constant)
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

    /// A sum as an expression of values; `None` if it has quotients. Values that can only be one number are that number.
    fn expression(&self, ctx: &Context, body: &Body, sum: &Linear, work: &mut Work) -> Option<Applied> {
        let (mut expr, mut dims, mut symbols) = (AffineExpr::Constant(0), Vec::new(), Vec::new());
        for variable in sum.variables() {
            let value = match variable {
                Variable::Dim(index) => self.dims.get(index as usize).copied()?,
                Variable::Symbol(index) => self.symbols.get(index as usize).copied()??,
                Variable::Local(_) => return None,
            };
            let input = match self.system.constant_bounds(variable, work)? {
                [Some(least), Some(most)] if least == most && constant_int(ctx, body, value).is_none() => {
                    AffineExpr::Constant(i64::try_from(least).ok()?)
                }
                _ if matches!(variable, Variable::Dim(_)) => {
                    dims.push(value);
                    AffineExpr::Dim(dims.len() as u32 - 1)
                }
                _ => {
                    symbols.push(value);
                    AffineExpr::Symbol(symbols.len() as u32 - 1)
                }
            };
            expr = expr + input * i64::try_from(sum.coefficient(variable)).ok()?;
        }
        let expr = expr + i64::try_from(sum.constant_part()).ok()?;
        let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, vec![expr])?;
        dims.extend(symbols);
        Some(Applied { map, operands: dims })
    }
}

/// Replaces an `affine.min` or `affine.max` by an `affine.apply` of the result that always counts under constraints, if there
/// is one. Says whether there is.
pub(super) fn simplify_extreme(rw: &mut Rewriter<'_>, op: OpId, constraints: Constraints) -> bool {
    let Some(applied) = constraints.simplify(rw.ctx, rw.body, op) else {
        return false;
    };
    let (at, map) = (rw.location_of(op), map_attr(rw.ctx, applied.map));
    let state = ApplyOp::build(rw.ctx, at, &applied.operands, map, &[Type::INDEX]);
    rw.replace_with(op, state);
    true
}

fn symbol(index: usize) -> Variable {
    // As many as an op has operands, at most.
    Variable::Symbol(index as u32)
}
