//! Checks of structured ops: the elements that the loops access are in the operands, and the sizes of operands fit.

use asyncir_dialects::arith;
use asyncir_dialects::index::{self, cmp_predicate};
use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::structured::shape_of;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::{DYNAMIC, OperationState, Type, ValueId};

use super::Checks;
use crate::conversion::fold_result::{FoldResult, apply_mixed, materialize};

/// An operand with its map.
struct Operand {
    index: usize,
    value: ValueId,
    map: AffineMap,
}

/// Unless a loop has no iterations, the first and the last iteration access elements of each operand.
pub(super) fn structured(checks: &mut Checks<'_>) -> Option<()> {
    let ctx = checks.rw.ctx;
    let view = Structured::of(checks.rw.body.op_ref(ctx, checks.op))?;
    let sources = view.loop_sources()?;
    let operands = view.operands().into_iter().zip(view.maps.clone()).enumerate();
    let operands: Vec<Operand> = operands
        .map(|(index, (value, map))| Operand { index, value, map })
        .collect();
    let sizes = sizes_of(checks, &operands);
    let ends = sources.iter().map(|&source| sizes.get(source).copied());
    let ends: Vec<FoldResult> = ends.collect::<Option<_>>()?;
    let (zero, one) = (checks.index(0), checks.index(1));
    let mut runs = None;
    for &end in &ends {
        let start = checks.index(0);
        let end = materialize(&mut checks.rw, checks.at, end);
        let state = compare(checks, "slt", start, end)?;
        let some = checks.rw.insert_value(state);
        runs = Some(match runs {
            Some(before) => arith::build::ArithBuilder::new(&mut checks.rw, checks.at).andi(before, some),
            None => some,
        });
    }
    let mut result = Some(());
    checks.if_then(runs?, |checks| {
        let last = |&end: &FoldResult| {
            let end = materialize(&mut checks.rw, checks.at, end);
            let state = index::SubOp::build(ctx, checks.at, end, one, &[Type::INDEX]);
            FoldResult::Value(checks.rw.insert_or_fold(state))
        };
        let lasts: Vec<FoldResult> = ends.iter().map(last).collect();
        let limits = Limits { lasts, zero, one };
        for operand in &operands {
            result = result.and(check_operand(checks, operand, &limits));
        }
    });
    result
}

/// The last indices of loops, and numbers to compare with.
struct Limits {
    lasts: Vec<FoldResult>,
    zero: ValueId,
    one: ValueId,
}

/// The sizes of all dimensions of all operands, one behind the other.
fn sizes_of(checks: &mut Checks<'_>, operands: &[Operand]) -> Vec<FoldResult> {
    let mut sizes = Vec::new();
    for operand in operands {
        let shape = shape_of(checks.rw.ctx, checks.rw.body.value_type(operand.value)).to_vec();
        for (dim, &size) in shape.iter().enumerate() {
            sizes.push(match size {
                DYNAMIC => FoldResult::Value(checks.folded_dim(operand.value, dim)),
                size => FoldResult::Known(size),
            });
        }
    }
    sizes
}

fn check_operand(checks: &mut Checks<'_>, operand: &Operand, limits: &Limits) -> Option<()> {
    let starts = vec![FoldResult::Known(0); limits.lasts.len()];
    let mut apply = |dims: &[FoldResult]| -> Option<Vec<FoldResult>> {
        let results = operand.map.results().iter();
        results
            .map(|result| apply_mixed(&mut checks.rw, checks.at, result, dims, &[]))
            .collect()
    };
    let (firsts, lasts) = (apply(&starts)?, apply(&limits.lasts)?);
    for (dim, (&first, &last)) in firsts.iter().zip(&lasts).enumerate() {
        let first = materialize(&mut checks.rw, checks.at, first);
        let last = materialize(&mut checks.rw, checks.at, last);
        check_dim(checks, operand, dim, (first, last), limits)?;
    }
    Some(())
}

/// The indices of the first and the last iteration are in a dimension. Loops may run backwards.
fn check_dim(
    checks: &mut Checks<'_>,
    operand: &Operand,
    dim: usize,
    (first, last): (ValueId, ValueId),
    limits: &Limits,
) -> Option<()> {
    let (ctx, at) = (checks.rw.ctx, checks.at);
    let place = format!("dimension #{dim} of input/output operand #{}", operand.index);
    let state = index::MinSOp::build(ctx, at, first, last, &[Type::INDEX]);
    let least = checks.rw.insert_or_fold(state);
    let condition = folded_compare(checks, "sge", least, limits.zero)?;
    checks.assert(condition, &format!("unexpected negative result on {place}"));
    let state = index::MaxSOp::build(ctx, at, first, last, &[Type::INDEX]);
    let greatest = checks.rw.insert_or_fold(state);
    let state = index::AddOp::build(ctx, at, greatest, limits.one, &[Type::INDEX]);
    let inferred = checks.rw.insert_or_fold(state);
    let actual = checks.folded_dim(operand.value, dim);
    // Of other expressions not all values may be taken.
    let predicate = match operand.map.results().get(dim)? {
        AffineExpr::Dim(_) => "eq",
        _ => "sle",
    };
    let condition = folded_compare(checks, predicate, inferred, actual)?;
    checks.assert(
        condition,
        &format!("{place} is incompatible with inferred dimension size"),
    );
    Some(())
}

fn compare(checks: &Checks<'_>, predicate: &str, lhs: ValueId, rhs: ValueId) -> Option<OperationState> {
    let predicate = cmp_predicate(checks.rw.ctx, predicate)?;
    Some(index::CmpOp::build(
        checks.rw.ctx,
        checks.at,
        lhs,
        rhs,
        predicate,
        &[Type::I1],
    ))
}

fn folded_compare(checks: &mut Checks<'_>, predicate: &str, lhs: ValueId, rhs: ValueId) -> Option<ValueId> {
    let state = compare(checks, predicate, lhs, rhs)?;
    Some(checks.rw.insert_or_fold(state))
}
