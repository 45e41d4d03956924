//! The metadata of `memref.expand_shape` and `memref.collapse_shape`.

use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_dialects::memref::{CollapseShapeOp, ExpandShapeOp};
use asyncir_ir::affine::{AffineExpr, AffineKind};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, OpId};

use super::Metadata;
use crate::conversion::fold_result::{FoldResult, apply, product};

/// Computes the metadata of an `memref.expand_shape` at the cursor: each group of dimensions shares a size and a stride.
pub(super) fn expanded(rw: &mut Rewriter<'_>, op: OpId, loc: Location) -> Option<Metadata> {
    let view = ExpandShapeOp(rw.body.op_ref(rw.ctx, op));
    let groups = view.groups();
    let statics = index_list::ints(rw.ctx, view.static_output_shape());
    let asked = index_list::join(&statics, &view.output_shape());
    let shape = rw.body.value_type(rw.body.result(op, 0)).shape(rw.ctx)?.to_vec();
    let from = Metadata::extract(rw, loc, rw.body.operand(op, 0))?;
    let mut to = Metadata {
        sizes: Vec::new(),
        strides: Vec::new(),
        ..from
    };
    if groups.is_empty() {
        // What has no dimensions becomes a shape of ones.
        to.sizes = vec![FoldResult::Known(1); shape.len()];
        to.strides = to.sizes.clone();
    }
    for (index, group) in groups.iter().enumerate() {
        let dims = group.iter().map(|&dim| shape.get(usize::try_from(dim).ok()?).copied());
        let dims: Vec<i64> = dims.collect::<Option<_>>()?;
        let (size, stride) = (*from.sizes.get(index)?, *from.strides.get(index)?);
        let open = dims.iter().filter(|&&size| size == DYNAMIC).count();
        let (sizes, strides) = if open <= 1 {
            by_division(rw, loc, &dims, size)?
        } else {
            let asked = group.iter().map(|&dim| asked.get(usize::try_from(dim).ok()?).copied());
            by_multiplication(rw, loc, &asked.collect::<Option<Vec<_>>>()?)?
        };
        to.sizes.extend(sizes);
        for (inner, of) in strides {
            let scaled = AffineExpr::binary(AffineKind::Mul, inner, AffineExpr::Symbol(1));
            to.strides.push(apply(rw, loc, &scaled, &[of, stride])?);
        }
    }
    Some(to)
}

/// Sizes, and strides as expressions whose symbol stands for the number beside them.
type SizesAndStrides = (Vec<FoldResult>, Vec<(AffineExpr, FoldResult)>);

/// Sizes, and strides within the group, of dimensions of which one at most is not known: it follows from the size of the
/// group, as do the strides of the dimensions before it.
fn by_division(rw: &mut Rewriter<'_>, loc: Location, dims: &[i64], size: FoldResult) -> Option<SizesAndStrides> {
    let divided = |by: i64| AffineExpr::binary(AffineKind::FloorDiv, AffineExpr::Symbol(0), AffineExpr::Constant(by));
    let known = |dims: &[i64]| -> Option<i64> {
        let known = dims.iter().filter(|&&size| size != DYNAMIC);
        known.copied().try_fold(1i64, i64::checked_mul)
    };
    let mut sizes = Vec::with_capacity(dims.len());
    for &dim in dims {
        sizes.push(match dim {
            DYNAMIC => apply(rw, loc, &divided(known(dims)?), &[size])?,
            dim => FoldResult::Known(dim),
        });
    }
    let open = dims.iter().position(|&dim| dim == DYNAMIC);
    let mut strides = Vec::with_capacity(dims.len());
    for dim in 0..dims.len() {
        let (outer, inner) = dims.split_at(dim + 1);
        let stride = match open {
            Some(open) if dim < open => divided(known(outer)?),
            _ => AffineExpr::Constant(known(inner)?),
        };
        strides.push((stride, size));
    }
    Some((sizes, strides))
}

/// Sizes as they are asked for, and the strides that follow from them.
fn by_multiplication(rw: &mut Rewriter<'_>, loc: Location, asked: &[Entry]) -> Option<SizesAndStrides> {
    let sizes: Vec<FoldResult> = asked
        .iter()
        .map(|size| match *size {
            Entry::Static(size) => FoldResult::Known(size),
            Entry::Dynamic(value) => FoldResult::Value(value),
        })
        .collect();
    let mut strides = vec![FoldResult::Known(1); sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = apply(rw, loc, &product(), &[sizes[dim], strides[dim]])?;
    }
    let strides = strides.into_iter().map(|stride| (AffineExpr::Symbol(0), stride));
    Some((sizes, strides.collect()))
}

/// Computes the metadata of a `memref.collapse_shape` at the cursor: sizes multiply, and the stride of a group is that of its
/// last dimension with more than one element.
pub(super) fn collapsed(rw: &mut Rewriter<'_>, op: OpId, loc: Location) -> Option<Metadata> {
    let groups: Groups = CollapseShapeOp(rw.body.op_ref(rw.ctx, op)).groups();
    let ty = rw.body.value_type(rw.body.result(op, 0));
    let shape = ty.shape(rw.ctx)?.to_vec();
    let (result_strides, _) = strides_and_offset(rw.ctx, ty)?;
    let from = Metadata::extract(rw, loc, rw.body.operand(op, 0))?;
    let mut to = Metadata {
        sizes: Vec::new(),
        strides: Vec::new(),
        ..from
    };
    for (index, group) in groups.iter().enumerate() {
        let dims: Vec<usize> = group.iter().map(|&dim| dim as usize).collect();
        let sizes = dims.iter().map(|&dim| from.sizes.get(dim).copied());
        let sizes: Vec<FoldResult> = sizes.collect::<Option<_>>()?;
        to.sizes.push(match *shape.get(index)? {
            DYNAMIC => apply(rw, loc, &product_of(sizes.len()), &sizes)?,
            size => FoldResult::Known(size),
        });
        let with_elements = dims.iter().rev().find(|&&dim| from.sizes[dim] != FoldResult::Known(1));
        to.strides.push(match with_elements {
            Some(&dim) => from.strides[dim],
            // One element has any stride that is of the right kind.
            None if result_strides[index] == DYNAMIC => {
                let mut strides = dims.iter().map(|&dim| from.strides[dim]);
                strides.find(|stride| stride.known().is_none())?
            }
            None => FoldResult::Known(result_strides[index]),
        });
    }
    Some(to)
}

/// `s0 * s1 * …`
fn product_of(count: usize) -> AffineExpr {
    let symbols = (0..count as u32).map(AffineExpr::Symbol);
    symbols
        .reduce(|a, b| AffineExpr::binary(AffineKind::Mul, a, b))
        .unwrap_or(AffineExpr::Constant(1))
}
