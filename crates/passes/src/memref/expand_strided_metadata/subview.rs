//! The metadata of `memref.subview`.

use asyncir_dialects::memref::SubViewOp;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::affine::{AffineExpr, AffineKind};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, OpId, OpRef, ValueId};

use super::Metadata;
use crate::conversion::fold_result::{FoldResult, apply, product};

/// Offsets, sizes and strides of an op that has them as numbers and operands.
pub(super) fn mixed_numbers(op: OpRef<'_>) -> Option<(Vec<FoldResult>, Vec<FoldResult>, Vec<FoldResult>)> {
    let operands: Vec<ValueId> = op.operands().into_iter().skip(1).collect();
    let mut open = operands.into_iter();
    let mut mixed = |name: &'static str| -> Option<Vec<FoldResult>> {
        let numbers = op.property(name)?.as_dense_ints(op.ctx)?;
        numbers
            .into_iter()
            .map(|number| match number {
                DYNAMIC => open.next().map(FoldResult::Value),
                number => Some(FoldResult::Known(number)),
            })
            .collect()
    };
    Some((
        mixed("static_offsets")?,
        mixed("static_sizes")?,
        mixed("static_strides")?,
    ))
}

/// Computes the metadata at the cursor: strides multiply, offsets add up, sizes are given.
pub(super) fn metadata(rw: &mut Rewriter<'_>, op: OpId, loc: Location) -> Option<Metadata> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let source = op_ref.operand(0);
    let (offsets, sizes, strides) = mixed_numbers(op_ref)?;
    let from = Metadata::extract(rw, loc, source)?;
    let mut new_strides = Vec::with_capacity(strides.len());
    for (&stride, &outer) in strides.iter().zip(&from.strides) {
        new_strides.push(apply(rw, loc, &product(), &[stride, outer])?);
    }
    let offset = linear_index(rw, loc, from.offset, &offsets, &from.strides)?;
    let kept = kept_dimensions(rw.body.op_ref(rw.ctx, op), &new_strides)?;
    Some(Metadata {
        base: from.base,
        offset,
        sizes: kept.iter().map(|&dim| sizes[dim]).collect(),
        strides: kept.iter().map(|&dim| new_strides[dim]).collect(),
    })
}

/// `start` plus the sum of indices times strides.
fn linear_index(
    rw: &mut Rewriter<'_>,
    loc: Location,
    start: FoldResult,
    indices: &[FoldResult],
    strides: &[FoldResult],
) -> Option<FoldResult> {
    let mut operands = vec![start];
    let mut sum = AffineExpr::Symbol(0);
    for (&index, &stride) in indices.iter().zip(strides) {
        let symbol = |offset: usize| AffineExpr::Symbol((operands.len() + offset) as u32);
        let step = AffineExpr::binary(AffineKind::Mul, symbol(0), symbol(1));
        sum = AffineExpr::binary(AffineKind::Add, sum, step);
        operands.extend([index, stride]);
    }
    apply(rw, loc, &sum, &operands)
}

/// The dimensions that are in the result: dimensions of size 1 may be left out. Their strides have to be what the type of
/// the result says.
fn kept_dimensions(op: OpRef<'_>, strides: &[FoldResult]) -> Option<Vec<usize>> {
    let (wanted, _) = strides_and_offset(op.ctx, op.result_type(0))?;
    let mut first = None;
    for dropped in SubViewOp(op).possibly_dropped_dims() {
        let kept: Vec<usize> = (0..dropped.len()).filter(|&dim| !dropped[dim]).collect();
        let fits = |(&dim, &wanted): (&usize, &i64)| wanted == DYNAMIC || strides[dim].known() == Some(wanted);
        if kept.iter().zip(&wanted).all(fits) {
            return Some(kept);
        }
        first.get_or_insert(kept);
    }
    first
}
