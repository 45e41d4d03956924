//! Sparse elements as dense ones, which are all that LLVM knows.

use asyncir_ir::{AttrKind, Attribute, Context, Type, TypeKind};

use crate::translate::storage_bytes;

/// How many bytes an element of an attribute takes there.
pub(crate) fn element_bytes(ctx: &Context, element: Type) -> Option<usize> {
    match *element.kind(ctx) {
        TypeKind::Complex(part) => Some(2 * storage_bytes(ctx, part)?),
        _ => storage_bytes(ctx, element),
    }
}

/// All elements of a sparse attribute; those that it does not name are zero.
pub(crate) fn dense_of_sparse(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let AttrKind::SparseElements { ty, indices, values } = attr.kind(ctx) else {
        return None;
    };
    let AttrKind::DenseElements { splat, data, .. } = values.kind(ctx) else {
        return None;
    };
    let (shape, element) = (ty.shape(ctx)?, ty.element_or_self(ctx));
    let stored = element_bytes(ctx, element)?;
    let sizes: Vec<usize> = shape
        .iter()
        .map(|&size| usize::try_from(size).ok())
        .collect::<Option<_>>()?;
    let count = sizes.iter().try_fold(stored, |count, &size| count.checked_mul(size))?;
    let mut all = vec![0; count];
    for (number, place) in places(ctx, *indices, &sizes)?.into_iter().enumerate() {
        let from = if *splat { 0 } else { number * stored };
        all.get_mut(place * stored..)?
            .get_mut(..stored)?
            .copy_from_slice(data.get(from..)?.get(..stored)?);
    }
    Some(ctx.attr(AttrKind::DenseElements {
        ty: *ty,
        splat: false,
        data: all.into(),
    }))
}

/// Where the elements are that a list of indices names, in row-major order.
fn places(ctx: &Context, indices: Attribute, sizes: &[usize]) -> Option<Vec<usize>> {
    const WORD: usize = 8;
    let AttrKind::DenseElements { ty, splat, data } = indices.kind(ctx) else {
        return None;
    };
    let rank = sizes.len();
    let count = ty.num_elements(ctx)?;
    let index = |number: usize| -> Option<usize> {
        let from = if *splat { 0 } else { number * WORD };
        let word = data.get(from..)?.first_chunk::<WORD>()?;
        usize::try_from(i64::from_le_bytes(*word)).ok()
    };
    let rows = usize::try_from(count).ok()? / rank.max(1);
    (0..rows)
        .map(|row| {
            let mut place = 0;
            for (dimension, &size) in sizes.iter().enumerate() {
                place = place * size + index(row * rank + dimension)?;
            }
            Some(place)
        })
        .collect()
}
