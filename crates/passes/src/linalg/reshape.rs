//! Builders of ops that split and merge the dimensions of tensors.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::fold_binary;
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::reassociation::{Groups, groups_attr};
use asyncir_dialects::tensor::{CollapseShapeOp, ExpandShapeOp, merged_shape};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use asyncir_ir::{DYNAMIC, Location, OperationState, Type, ValueId};

use super::nest::folded_sizes;

/// Splits dimensions at the cursor.
pub(super) fn expand(
    rw: &mut Rewriter<'_>,
    at: Location,
    ty: Type,
    source: ValueId,
    groups: &Groups,
    sizes: &[Entry],
) -> ValueId {
    let (statics, values) = index_list::split(sizes);
    let (groups, statics) = (groups_attr(rw.ctx, groups), rw.ctx.dense_i64_array(&statics));
    rw.insert_value(ExpandShapeOp::build(
        rw.ctx,
        at,
        source,
        &values,
        groups,
        statics,
        &[ty],
    ))
}

/// An op that merges dimensions.
pub(super) fn collapse_state(
    rw: &Rewriter<'_>,
    at: Location,
    ty: Type,
    source: ValueId,
    groups: &Groups,
) -> OperationState {
    CollapseShapeOp::build(rw.ctx, at, source, groups_attr(rw.ctx, groups), &[ty])
}

/// Merges dimensions at the cursor.
pub(super) fn collapse(rw: &mut Rewriter<'_>, at: Location, ty: Type, source: ValueId, groups: &Groups) -> ValueId {
    let state = collapse_state(rw, at, ty, source, groups);
    rw.insert_value(state)
}

/// Whether splitting the dimensions of one shape by these groups can give the other one.
pub(super) fn can_expand(collapsed: &[i64], expanded: &[i64], groups: &Groups) -> bool {
    merged_shape(expanded, groups) == collapsed
}

/// Splits dimensions at the cursor to a type with sizes that follow from those of the tensor.
pub(super) fn expand_to(
    rw: &mut Rewriter<'_>,
    at: Location,
    ty: Type,
    source: ValueId,
    groups: &Groups,
) -> Option<ValueId> {
    let sizes = expanded_sizes(rw, at, ty, source, groups)?;
    Some(expand(rw, at, ty, source, groups, &sizes))
}

/// The sizes of split dimensions, of which at most one in each group is open.
fn expanded_sizes(
    rw: &mut Rewriter<'_>,
    at: Location,
    ty: Type,
    source: ValueId,
    groups: &Groups,
) -> Option<Vec<Entry>> {
    let given = folded_sizes(rw, at, source);
    let shape = ty.shape(rw.ctx)?.to_vec();
    let mut sizes: Vec<Entry> = shape.iter().map(|&size| Entry::Static(size)).collect();
    if given.is_empty() {
        return Some(vec![Entry::Static(1); shape.len()]);
    }
    for (group, given) in groups.iter().zip(given) {
        let dims: Vec<usize> = group.iter().filter_map(|&dim| usize::try_from(dim).ok()).collect();
        let known = dims.iter().map(|&dim| shape[dim]).filter(|&size| size != DYNAMIC);
        let product = known.fold(1i64, i64::wrapping_mul);
        let mut open = dims.iter().filter(|&&dim| shape[dim] == DYNAMIC);
        let (Some(&dim), Entry::Dynamic(size)) = (open.next(), given) else {
            continue;
        };
        if open.next().is_some() {
            return None;
        }
        let product = arith::build::index(rw, at, product);
        sizes[dim] = Entry::Dynamic(fold_binary(rw, at, arith::DivSIOp::DEF, size, product));
    }
    Some(sizes)
}
