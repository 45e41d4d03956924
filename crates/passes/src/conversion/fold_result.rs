//! Numbers that are known when compiling or are values, and affine arithmetic on them.

use asyncir_dialects::affine::scope::affine_scope_of;
use asyncir_dialects::affine::{Applied, ApplyOp, map_attr};
use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::index_list::Entry;
use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, Type, ValueId};

/// A number that is known, or a value of type `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FoldResult {
    Known(i64),
    Value(ValueId),
}

impl FoldResult {
    /// `number`, or `value` if that is open.
    pub(crate) fn known_or(number: i64, value: ValueId) -> Self {
        match number {
            DYNAMIC => FoldResult::Value(value),
            number => FoldResult::Known(number),
        }
    }

    /// The number, if it is known.
    pub(crate) fn known(self) -> Option<i64> {
        match self {
            FoldResult::Known(number) => Some(number),
            FoldResult::Value(_) => None,
        }
    }

    /// The value, if the number is not known.
    pub(crate) fn value(self) -> Option<ValueId> {
        match self {
            FoldResult::Known(_) => None,
            FoldResult::Value(value) => Some(value),
        }
    }
}

/// `s0 * s1`
pub(crate) fn product() -> AffineExpr {
    AffineExpr::binary(AffineKind::Mul, AffineExpr::Symbol(0), AffineExpr::Symbol(1))
}

/// The value of a number, a constant if it is known.
pub(crate) fn materialize(rw: &mut Rewriter<'_>, loc: Location, number: FoldResult) -> ValueId {
    match number {
        FoldResult::Value(value) => value,
        FoldResult::Known(number) => index(rw, loc, number),
    }
}

/// Evaluates `expr`, whose symbols stand for `operands`: to a number or one of the operands where that is possible, by an
/// `affine.apply` otherwise. Operands that are such ops themselves are made part of the new one.
pub(crate) fn apply(
    rw: &mut Rewriter<'_>,
    loc: Location,
    expr: &AffineExpr,
    operands: &[FoldResult],
) -> Option<FoldResult> {
    apply_mixed(rw, loc, expr, &[], operands)
}

/// As [`apply`], with operands for dimensions, too.
pub(crate) fn apply_mixed(
    rw: &mut Rewriter<'_>,
    loc: Location,
    expr: &AffineExpr,
    dims: &[FoldResult],
    symbols: &[FoldResult],
) -> Option<FoldResult> {
    let composed = composed(rw, expr, dims, symbols)?;
    let [result] = composed.map.results() else { return None };
    let operand = |index: u32| composed.operands.get(index as usize).copied().map(FoldResult::Value);
    match result {
        AffineExpr::Constant(number) => Some(FoldResult::Known(*number)),
        AffineExpr::Dim(dim) => operand(*dim),
        AffineExpr::Symbol(symbol) => operand(composed.map.num_dims() + symbol),
        AffineExpr::Binary(_) => Some(FoldResult::Value(insert(rw, loc, composed)?)),
    }
}

/// As [`apply_mixed`], of dimensions, and with an op also for what is one of them.
pub(crate) fn apply_unfolded(
    rw: &mut Rewriter<'_>,
    loc: Location,
    expr: &AffineExpr,
    dims: &[FoldResult],
) -> Option<ValueId> {
    let composed = composed(rw, expr, dims, &[])?;
    insert(rw, loc, composed)
}

/// The map of an expression of numbers and values, composed with those that make these.
fn composed(rw: &Rewriter<'_>, expr: &AffineExpr, dims: &[FoldResult], symbols: &[FoldResult]) -> Option<Applied> {
    let mut values: Vec<ValueId> = Vec::with_capacity(dims.len() + symbols.len());
    let (dims, num_dims) = inputs(dims, AffineExpr::Dim, &mut values);
    let (symbols, num_symbols) = inputs(symbols, AffineExpr::Symbol, &mut values);
    let map = AffineMap::new(
        num_dims,
        num_symbols,
        vec![expr.replace_dims_and_symbols(&dims, &symbols)],
    )?;
    let applied = Applied { map, operands: values };
    let region = rw.body.block(rw.body.block_of(rw.point())).region()?;
    Some(applied.composed(rw.ctx, rw.body, affine_scope_of(rw.body, region)))
}

/// Makes the op that applies a map with one result.
fn insert(rw: &mut Rewriter<'_>, loc: Location, applied: Applied) -> Option<ValueId> {
    if rw.ctx.op_def("affine.apply").is_none() {
        return compute(rw, loc, applied.map.results().first()?, &applied.operands);
    }
    let map = map_attr(rw.ctx, applied.map);
    let state = ApplyOp::build(rw.ctx, loc, &applied.operands, map, &[Type::INDEX]);
    Some(rw.insert_value(state))
}

/// The expressions of operands, which are numbers or inputs of a map, and how many inputs there are. Their values are added
/// to `values`.
fn inputs(operands: &[FoldResult], input: fn(u32) -> AffineExpr, values: &mut Vec<ValueId>) -> (Vec<AffineExpr>, u32) {
    let mut count = 0;
    let expression = |operand: &FoldResult| match *operand {
        FoldResult::Known(number) => AffineExpr::Constant(number),
        FoldResult::Value(value) => {
            values.push(value);
            count += 1;
            input(count - 1)
        }
    };
    (operands.iter().map(expression).collect(), count)
}

/// Computes sums and products by `arith`, where the dialect `affine` is not registered.
fn compute(rw: &mut Rewriter<'_>, loc: Location, expr: &AffineExpr, symbols: &[ValueId]) -> Option<ValueId> {
    let binary = match expr {
        AffineExpr::Constant(number) => return Some(index(rw, loc, *number)),
        AffineExpr::Symbol(symbol) => return symbols.get(*symbol as usize).copied(),
        AffineExpr::Dim(_) => return None,
        AffineExpr::Binary(binary) => binary,
    };
    let lhs = compute(rw, loc, binary.lhs(), symbols)?;
    let rhs = compute(rw, loc, binary.rhs(), symbols)?;
    let mut b = ArithBuilder::new(rw, loc);
    match binary.kind() {
        AffineKind::Add => Some(b.addi(lhs, rhs)),
        AffineKind::Mul => Some(b.muli(lhs, rhs)),
        _ => None,
    }
}

impl From<Entry> for FoldResult {
    fn from(entry: Entry) -> Self {
        match entry {
            Entry::Static(number) => Self::Known(number),
            Entry::Dynamic(value) => Self::Value(value),
        }
    }
}

impl From<FoldResult> for Entry {
    fn from(number: FoldResult) -> Self {
        match number {
            FoldResult::Known(number) => Self::Static(number),
            FoldResult::Value(value) => Self::Dynamic(value),
        }
    }
}
