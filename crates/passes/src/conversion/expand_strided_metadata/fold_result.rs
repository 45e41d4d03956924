//! Numbers that are known when compiling or are values, and affine arithmetic on them.

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_ir::affine::{AffineExpr, AffineKind, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, DYNAMIC, Location, OperationState, Type, ValueId};

/// A number that is known, or a value of type `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FoldResult {
    Known(i64),
    Value(ValueId),
}

impl FoldResult {
    /// `number`, or `value` if that is open.
    pub(super) fn known_or(number: i64, value: ValueId) -> Self {
        match number {
            DYNAMIC => FoldResult::Value(value),
            number => FoldResult::Known(number),
        }
    }

    /// The number, if it is known.
    pub(super) fn known(self) -> Option<i64> {
        match self {
            FoldResult::Known(number) => Some(number),
            FoldResult::Value(_) => None,
        }
    }

    /// The value, if the number is not known.
    pub(super) fn value(self) -> Option<ValueId> {
        match self {
            FoldResult::Known(_) => None,
            FoldResult::Value(value) => Some(value),
        }
    }
}

/// `s0 * s1`
pub(super) fn product() -> AffineExpr {
    AffineExpr::binary(AffineKind::Mul, AffineExpr::Symbol(0), AffineExpr::Symbol(1))
}

/// The value of a number, a constant if it is known.
pub(super) fn materialize(rw: &mut Rewriter<'_>, loc: Location, number: FoldResult) -> ValueId {
    match number {
        FoldResult::Value(value) => value,
        FoldResult::Known(number) => index(rw, loc, number),
    }
}

/// Evaluates `expr`, whose symbols stand for `operands`: to a number or one of the operands where that is possible, by an
/// `affine.apply` otherwise. Operands that are such ops themselves are made part of the new one.
pub(super) fn apply(
    rw: &mut Rewriter<'_>,
    loc: Location,
    expr: &AffineExpr,
    operands: &[FoldResult],
) -> Option<FoldResult> {
    let ctx = rw.ctx;
    let mut symbols: Vec<ValueId> = Vec::new();
    let replacements: Vec<AffineExpr> = operands
        .iter()
        .map(|operand| expression_of(rw, *operand, &mut symbols))
        .collect();
    let expr = expr.replace_symbols(&replacements);
    // Values that fell out by simplification are dropped, the others keep their order. Constants come last: a value that
    // falls out by them stays an operand, as in MLIR.
    let mut values: Vec<ValueId> = Vec::with_capacity(symbols.len());
    let mut renumbered = vec![AffineExpr::Constant(0); symbols.len()];
    for (old, &symbol) in symbols.iter().enumerate() {
        if !expr.is_function_of_symbol(old as u32) {
            continue;
        }
        renumbered[old] = match asyncir_dialects::matchers::constant_int(rw.ctx, rw.body, symbol) {
            Some(number) => AffineExpr::Constant(number),
            None => {
                values.push(symbol);
                AffineExpr::Symbol(values.len() as u32 - 1)
            }
        };
    }
    let expr = expr.replace_symbols(&renumbered);
    match expr {
        AffineExpr::Constant(number) => return Some(FoldResult::Known(number)),
        AffineExpr::Symbol(symbol) => return Some(FoldResult::Value(values[symbol as usize])),
        _ => {}
    }
    let Some(def) = ctx.op_def("affine.apply") else {
        return Some(FoldResult::Value(compute(rw, loc, &expr, &values)?));
    };
    let map = AffineMap::new(0, values.len() as u32, vec![expr])?;
    let state = OperationState::of(def, loc)
        .operands(&values)
        .property(ctx, "map", ctx.attr(AttrKind::AffineMap(map)))
        .results(&[Type::INDEX]);
    Some(FoldResult::Value(rw.insert_value(state)))
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

/// An operand as an expression of `symbols`, to which values are added as needed.
fn expression_of(rw: &Rewriter<'_>, operand: FoldResult, symbols: &mut Vec<ValueId>) -> AffineExpr {
    let value = match operand {
        FoldResult::Known(number) => return AffineExpr::Constant(number),
        FoldResult::Value(value) => value,
    };
    if let Some((map, operands)) = applied_map(rw, value) {
        let inner: Vec<AffineExpr> = operands
            .iter()
            .map(|&operand| expression_of(rw, FoldResult::Value(operand), symbols))
            .collect();
        let (dims, inner_symbols) = inner.split_at((map.num_dims() as usize).min(inner.len()));
        return map.results()[0].replace_dims_and_symbols(dims, inner_symbols);
    }
    let position = symbols.iter().position(|&symbol| symbol == value).unwrap_or_else(|| {
        symbols.push(value);
        symbols.len() - 1
    });
    AffineExpr::Symbol(position as u32)
}

fn applied_map<'c>(rw: &Rewriter<'c>, value: ValueId) -> Option<(&'c AffineMap, Vec<ValueId>)> {
    let op = rw.body.defining_op(value)?;
    let ctx: &'c asyncir_ir::Context = rw.ctx;
    let data = rw.body.op(op);
    if data.name().as_str(ctx) != "affine.apply" {
        return None;
    }
    match data.property(ctx, "map")?.kind(ctx) {
        AttrKind::AffineMap(map) if map.num_results() == 1 => Some((map, rw.body.operands(op).collect())),
        _ => None,
    }
}
