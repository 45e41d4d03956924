//! The composition of a map with those of `affine.apply` that define its operands.

use std::collections::HashSet;

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, RegionId, ValueId};

use super::ApplyOp;
use super::apply::applied;
use super::operands::Applied;

/// After so many replaced operands, it is time to see whether there is an end.
const LONG: usize = 64;

/// A map in terms of what is no result of `affine.apply`; none if such results depend on themselves, as they may in
/// unreachable blocks and graph regions.
pub(super) fn compose(ctx: &Context, body: &Body, region: Option<RegionId>, outer: &Applied) -> Option<Applied> {
    let mut composition = Composition::new(outer);
    let mut steps = 0;
    while composition.step(ctx, body, region) {
        steps += 1;
        if steps == LONG && reaches_cycle(body, &outer.operands) {
            return None;
        }
    }
    Some(composition.finish())
}

/// The `affine.apply` whose result a value is.
fn producer(body: &Body, value: ValueId) -> Option<OpId> {
    body.defining_op(value).filter(|&op| body.op(op).is(ApplyOp::DEF))
}

/// Whether following the operands of `affine.apply` from some values leads back to an op on the way.
fn reaches_cycle(body: &Body, values: &[ValueId]) -> bool {
    enum Visit {
        Enter(OpId),
        Leave(OpId),
    }
    let (mut on_the_way, mut done) = (HashSet::new(), HashSet::new());
    let mut stack: Vec<Visit> = values
        .iter()
        .filter_map(|&value| producer(body, value))
        .map(Visit::Enter)
        .collect();
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::Leave(op) => {
                on_the_way.remove(&op);
                done.insert(op);
            }
            Visit::Enter(op) if done.contains(&op) => {}
            Visit::Enter(op) if !on_the_way.insert(op) => return true,
            Visit::Enter(op) => {
                stack.push(Visit::Leave(op));
                stack.extend(
                    body.operands(op)
                        .filter_map(|value| producer(body, value))
                        .map(Visit::Enter),
                );
            }
        }
    }
    false
}

/// A map while results of `affine.apply` are replaced by their maps; replaced operands are gone.
struct Composition {
    results: Vec<AffineExpr>,
    dims: Vec<Option<ValueId>>,
    symbols: Vec<Option<ValueId>>,
}

/// How many operands a map may come to: what each `affine.apply` of a chain uses twice doubles.
const MAX_OPERANDS: usize = 1 << 12;

/// How many operations and operands the results of a map may come to have, for the same reason.
const MAX_SIZE: usize = 1 << 12;

impl Composition {
    fn new(applied: &Applied) -> Self {
        let num_dims = (applied.map.num_dims() as usize).min(applied.operands.len());
        let (dims, symbols) = applied.operands.split_at(num_dims);
        Self {
            results: applied.map.results().to_vec(),
            dims: dims.iter().map(|&value| Some(value)).collect(),
            symbols: symbols.iter().map(|&value| Some(value)).collect(),
        }
    }

    /// Replaces the first operand that is the result of an `affine.apply`; says whether there was one.
    fn step(&mut self, ctx: &Context, body: &Body, region: Option<RegionId>) -> bool {
        if self.dims.len() + self.symbols.len() > MAX_OPERANDS {
            return false;
        }
        for index in 0..self.dims.len() + self.symbols.len() {
            let Some(producer) = self.slot(index).and_then(|value| producer(body, value)) else {
                continue;
            };
            let Some(inner) = applied(body.op_ref(ctx, producer)) else {
                continue;
            };
            let inner = inner.canonical(ctx, body, region);
            if self.size_with(index, &inner) > MAX_SIZE {
                return false;
            }
            self.replace(index, &inner);
            return true;
        }
        false
    }

    fn slot(&mut self, index: usize) -> &mut Option<ValueId> {
        match index.checked_sub(self.dims.len()) {
            None => &mut self.dims[index],
            Some(symbol) => &mut self.symbols[symbol],
        }
    }

    /// How many operations and operands the results will have with a map in the place of an operand.
    fn size_with(&self, index: usize, inner: &Applied) -> usize {
        let operand = match index.checked_sub(self.dims.len()) {
            None => AffineExpr::Dim(index as u32),
            Some(symbol) => AffineExpr::Symbol(symbol as u32),
        };
        let (mut of_inner, mut size) = (0, 0_usize);
        let results = inner.map.results().first();
        results.into_iter().for_each(|expr| expr.walk(&mut |_| of_inner += 1));
        for expr in &self.results {
            expr.walk(&mut |part| size += if *part == operand { of_inner } else { 1 });
        }
        size
    }

    fn replace(&mut self, index: usize, inner: &Applied) {
        *self.slot(index) = None;
        let (num_dims, num_symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
        let Some(result) = inner.map.results().first() else {
            return;
        };
        let result = result.shift_dims(num_dims, 0).shift_symbols(num_symbols, 0);
        let mut dims: Vec<AffineExpr> = (0..num_dims).map(AffineExpr::Dim).collect();
        let mut symbols: Vec<AffineExpr> = (0..num_symbols).map(AffineExpr::Symbol).collect();
        match index.checked_sub(dims.len()) {
            None => dims[index] = result,
            Some(symbol) => symbols[symbol] = result,
        }
        for expr in &mut self.results {
            *expr = expr.replace_dims_and_symbols(&dims, &symbols);
        }
        let (more_dims, more_symbols) = inner.operands.split_at(inner.map.num_dims() as usize);
        self.dims.extend(more_dims.iter().map(|&value| Some(value)));
        self.symbols.extend(more_symbols.iter().map(|&value| Some(value)));
    }

    fn finish(self) -> Applied {
        let mut operands = Vec::new();
        let mut number = |values: &[Option<ValueId>], input: fn(u32) -> AffineExpr| -> (Vec<AffineExpr>, u32) {
            let mut next = 0;
            let of = |value: &Option<ValueId>| match value {
                None => AffineExpr::Constant(0),
                Some(value) => {
                    operands.push(*value);
                    next += 1;
                    input(next - 1)
                }
            };
            (values.iter().map(of).collect(), next)
        };
        let (dims, num_dims) = number(&self.dims, AffineExpr::Dim);
        let (symbols, num_symbols) = number(&self.symbols, AffineExpr::Symbol);
        let results = self.results.iter();
        let results = results
            .map(|expr| expr.replace_dims_and_symbols(&dims, &symbols))
            .collect();
        let map = AffineMap::new(num_dims, num_symbols, results);
        Applied {
            map: map.unwrap_or_else(|| AffineMap::constant(&[])),
            operands,
        }
    }
}
