//! Groups of dimensions that become one dimension, or come from one.

use asyncir_ir::{Attribute, Context, DYNAMIC, Fallible, OpRef, Type};

use super::strides::{MemRef, is_identity_layout, multiply, strided_layout, strides_and_offset};

/// For each dimension of the smaller shape those of the larger one.
pub type Groups = Vec<Vec<i64>>;

/// The groups in an attribute.
pub fn groups(ctx: &Context, attr: Option<Attribute>) -> Groups {
    let lists = attr.and_then(|attr| attr.as_array(ctx)).unwrap_or_default();
    let group = |list: &Attribute| {
        let dims = list.as_array(ctx).unwrap_or_default();
        dims.iter().filter_map(|dim| dim.as_i64(ctx)).collect()
    };
    lists.iter().map(group).collect()
}

/// The attribute for groups.
pub fn groups_attr(ctx: &Context, groups: &Groups) -> Attribute {
    let list = |group: &Vec<i64>| {
        let dims: Vec<Attribute> = group.iter().map(|&dim| ctx.i64_attr(dim)).collect();
        ctx.array_attr(&dims)
    };
    let lists: Vec<Attribute> = groups.iter().map(list).collect();
    ctx.array_attr(&lists)
}

/// Whether splitting what was merged, or merging what was split, gives `shape` again, which was there before. Sizes that are
/// open could otherwise be others in the same group.
pub fn gives_back(shape: &[i64], before: &Groups, after: &Groups, is_split: bool) -> bool {
    let open = |dims: &[i64]| {
        let size = |&&dim: &&i64| usize::try_from(dim).ok().and_then(|dim| shape.get(dim)) == Some(&DYNAMIC);
        dims.iter().filter(size).count()
    };
    let all: Vec<i64> = (0..shape.len() as i64).collect();
    open(&all) < 2 || (before == after && (!is_split || after.iter().all(|group| open(group) < 2)))
}

/// Checks that the groups of the expanded shape give the collapsed one.
pub fn verify_collapsed_shape(op: OpRef<'_>, collapsed: &[i64], expanded: &[i64], groups: &Groups) -> Fallible {
    if collapsed.len() != groups.len() {
        let (got, want) = (groups.len(), collapsed.len());
        return Err(op.error(format_args!(
            "invalid number of reassociation groups: found {got}, expected {want}"
        )));
    }
    let mut next = 0;
    for (dim, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
        let sizes = group_sizes(op, group, expanded, &mut next)?;
        let is_dynamic = sizes.contains(&DYNAMIC);
        if (size == DYNAMIC) != is_dynamic {
            return Err(op.error(format_args!(
                "collapsed dim ({dim}) must be dynamic if and only if reassociation group is dynamic"
            )));
        }
        let product = sizes.into_iter().fold(1, multiply);
        if !is_dynamic && product != size {
            return Err(op.error(format_args!(
                "collapsed dim size ({size}) must equal reassociation group size ({product})"
            )));
        }
    }
    if collapsed.is_empty() {
        if expanded.iter().any(|&size| size != 1) {
            return Err(op.error("rank 0 memrefs can only be extended/collapsed with/from ones"));
        }
    } else if next != expanded.len() as i64 {
        let rank = expanded.len();
        return Err(op.error(format_args!(
            "expanded rank ({rank}) inconsistent with number of reassociation indices ({next})"
        )));
    }
    Ok(())
}

/// The sizes of a group, which must start at the dimension `next`.
fn group_sizes(op: OpRef<'_>, group: &[i64], expanded: &[i64], next: &mut i64) -> Fallible<Vec<i64>> {
    let mut sizes = Vec::with_capacity(group.len());
    for &dim in group {
        if dim != *next {
            return Err(op.error("reassociation indices must be contiguous"));
        }
        *next += 1;
        match usize::try_from(dim).ok().and_then(|dim| expanded.get(dim)) {
            Some(&size) => sizes.push(size),
            None => {
                return Err(op.error(format_args!("reassociation index {dim} is out of bounds")));
            }
        }
    }
    Ok(sizes)
}

/// The type of memory whose dimensions are split to `shape`.
pub fn expanded_type(ctx: &Context, source: Type, shape: &[i64], groups: &Groups) -> Option<Type> {
    let memref = MemRef::of(ctx, source)?;
    if is_identity_layout(ctx, memref.layout) {
        return Some(
            MemRef {
                shape: shape.to_vec(),
                layout: None,
                ..memref
            }
            .ty(ctx),
        );
    }
    let (strides, offset) = strides_and_offset(ctx, source)?;
    let mut expanded = Vec::with_capacity(shape.len());
    let mut sizes = shape.iter().rev();
    for (group, &stride) in groups.iter().zip(&strides).rev() {
        let mut stride = stride;
        for _ in group {
            expanded.push(stride);
            stride = multiply(stride, *sizes.next()?);
        }
    }
    expanded.reverse();
    expanded.resize(shape.len(), 1);
    let layout = Some(strided_layout(ctx, &expanded, offset));
    Some(
        MemRef {
            shape: shape.to_vec(),
            layout,
            ..memref
        }
        .ty(ctx),
    )
}

/// The type of memory whose dimensions are merged to `shape`; `None` if their elements are known not to stand where
/// those of one dimension would.
pub fn collapsed_type(ctx: &Context, source: Type, shape: &[i64], groups: &Groups) -> Option<Type> {
    let memref = MemRef::of(ctx, source)?;
    if is_identity_layout(ctx, memref.layout) {
        return Some(
            MemRef {
                shape: shape.to_vec(),
                layout: None,
                ..memref
            }
            .ty(ctx),
        );
    }
    let (strides, offset) = strides_and_offset(ctx, source)?;
    let mut collapsed = Vec::with_capacity(groups.len());
    for group in groups {
        let stride = collapsed_stride(group, &memref.shape, &strides)?;
        if !is_contiguous(group, &memref.shape, &strides, stride, false) {
            return None;
        }
        collapsed.push(stride);
    }
    let layout = Some(strided_layout(ctx, &collapsed, offset));
    Some(
        MemRef {
            shape: shape.to_vec(),
            layout,
            ..memref
        }
        .ty(ctx),
    )
}

/// Whether the dimensions of memory can be merged whatever its sizes and strides are when the program runs.
pub fn is_surely_collapsible(ctx: &Context, source: Type, groups: &Groups) -> bool {
    let Some(memref) = MemRef::of(ctx, source) else {
        return false;
    };
    if is_identity_layout(ctx, memref.layout) {
        return true;
    }
    let Some((strides, _)) = strides_and_offset(ctx, source) else {
        return false;
    };
    groups.iter().all(|group| {
        let stride = collapsed_stride(group, &memref.shape, &strides);
        stride.is_some_and(|stride| is_contiguous(group, &memref.shape, &strides, stride, true))
    })
}

/// The stride of a group is that of its last dimension, but strides of dimensions of one element mean nothing; and a
/// dimension whose size is open may turn out to be one of those.
fn collapsed_stride(group: &[i64], shape: &[i64], strides: &[i64]) -> Option<i64> {
    let mut rest = group;
    while let [before @ .., last] = rest
        && !before.is_empty()
        && shape.get(*last as usize) == Some(&1)
    {
        rest = before;
    }
    let last = *rest.last()? as usize;
    let is_known = *shape.get(last)? != DYNAMIC || rest.len() == 1;
    if is_known {
        strides.get(last).copied()
    } else {
        Some(DYNAMIC)
    }
}

/// Whether the dimensions of a group follow one another without gaps: as far as strides are known, or for sure.
fn is_contiguous(group: &[i64], shape: &[i64], strides: &[i64], stride: i64, for_sure: bool) -> bool {
    let mut stride = stride;
    for &dim in group.iter().skip(1).rev() {
        let dim = dim as usize;
        stride = multiply(stride, shape[dim]);
        let before = strides[dim - 1];
        if shape[dim - 1] == 1 {
            continue;
        }
        let are_known = stride != DYNAMIC && before != DYNAMIC;
        let has_gap = if are_known { stride != before } else { for_sure };
        if has_gap {
            return false;
        }
    }
    true
}
