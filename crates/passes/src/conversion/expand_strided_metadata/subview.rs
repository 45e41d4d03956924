//! The metadata of `memref.subview`.

use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::affine::{AffineExpr, AffineKind};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, OpId, OpRef, Type, ValueId};

use super::Metadata;
use super::fold_result::{FoldResult, apply, product};

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
    let (source, result) = (op_ref.operand(0), op_ref.result_type(0));
    let (offsets, sizes, strides) = mixed_numbers(op_ref)?;
    let from = Metadata::extract(rw, loc, source)?;
    let mut new_strides = Vec::with_capacity(strides.len());
    for (&stride, &outer) in strides.iter().zip(&from.strides) {
        new_strides.push(apply(rw, loc, &product(), &[stride, outer])?);
    }
    let offset = linear_index(rw, loc, from.offset, &offsets, &from.strides)?;
    let kept = kept_dimensions(rw, result, &sizes, &new_strides)?;
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

/// The dimensions that are in the result: dimensions of size 1 may be left out.
fn kept_dimensions(
    rw: &Rewriter<'_>,
    result: Type,
    sizes: &[FoldResult],
    strides: &[FoldResult],
) -> Option<Vec<usize>> {
    let shape = result.shape(rw.ctx)?;
    let (result_strides, _) = strides_and_offset(rw.ctx, result)?;
    let mut to_drop = sizes.len().checked_sub(shape.len())?;
    let mut kept = Vec::with_capacity(shape.len());
    for (dim, size) in sizes.iter().enumerate() {
        let next = kept.len();
        let fits = shape.get(next).is_some_and(|&wanted| {
            let same_size = size.known().unwrap_or(DYNAMIC) == wanted;
            let wanted_stride = result_strides[next];
            let same_stride = strides[dim]
                .known()
                .is_none_or(|stride| wanted_stride == DYNAMIC || stride == wanted_stride);
            same_size && same_stride
        });
        if size.known() == Some(1) && to_drop > 0 && !fits {
            to_drop -= 1;
        } else {
            kept.push(dim);
        }
    }
    // What is still too much are trailing dimensions of size 1.
    while to_drop > 0 && kept.len() > shape.len() {
        let last = kept.iter().rposition(|&dim| sizes[dim].known() == Some(1))?;
        kept.remove(last);
        to_drop -= 1;
    }
    (kept.len() == shape.len()).then_some(kept)
}
