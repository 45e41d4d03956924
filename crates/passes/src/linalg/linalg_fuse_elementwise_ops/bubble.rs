//! Splits of some dimensions move in front of merges of others.

use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::tensor::{CollapseShapeOp, ExpandShapeOp, merged_shape};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId};

use crate::linalg::nest::folded_sizes;
use crate::linalg::reshape::{collapse, expand};

/// The split in front of the merge.
pub(super) fn expand_before_collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    swap(rw, op).is_some()
}

fn swap(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let view = ExpandShapeOp(rw.body.op_ref(rw.ctx, op));
    let (outer, sizes, at, ty) = (view.groups(), view.sizes(), view.0.location(), view.0.result_type(0));
    let merge = rw.body.defining_op(view.src()).filter(|&merge| merge != op)?;
    let view = CollapseShapeOp::cast(rw.body.op_ref(rw.ctx, merge))?;
    let (source, inner) = (view.src(), view.groups());
    let from = rw.body.value_type(source).shape(rw.ctx)?.to_vec();
    if outer.is_empty() || !are_parallel(&inner, &outer, &from, &index_list::split(&sizes).0) {
        return None;
    }
    rw.set_before(op);
    let given = folded_sizes(rw, at, source);
    let mut new = Swapped::default();
    for (merged, split) in inner.iter().zip(&outer) {
        new.add(merged, split, &given, &sizes);
    }
    let shape = index_list::split(&new.sizes).0;
    let is_collapse = new.collapse.len() != shape.len();
    if is_collapse && merged_shape(&shape, &new.collapse) != ty.shape(rw.ctx)? {
        return None;
    }
    let mut value = source;
    if new.expand.len() != shape.len() {
        let expanded = rw.ctx.tensor_type(&shape, ty.element_or_self(rw.ctx));
        value = expand(rw, at, expanded, value, &new.expand, &new.sizes);
    }
    if is_collapse {
        value = collapse(rw, at, ty, value, &new.collapse);
    }
    rw.replace(op, &[value]);
    Some(())
}

/// Whether each dimension is either only merged or only split, or is split to what it was merged from.
fn are_parallel(inner: &Groups, outer: &Groups, from: &[i64], to: &[i64]) -> bool {
    let sizes = |group: &[i64], shape: &[i64]| -> Vec<i64> {
        let size = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| shape.get(dim)).copied();
        group.iter().filter_map(size).collect()
    };
    let is_parallel = |(merged, split): (&Vec<i64>, &Vec<i64>)| {
        if merged.len() != split.len() {
            return merged.len() == 1 || split.len() == 1;
        }
        let (before, after) = (sizes(merged, from), sizes(split, to));
        let open = before.iter().filter(|&&size| size == DYNAMIC).count();
        open <= 1 && before == after
    };
    inner.len() == outer.len() && inner.iter().zip(outer).all(is_parallel)
}

/// The split and the merge in the other order.
#[derive(Default)]
struct Swapped {
    expand: Groups,
    collapse: Groups,
    sizes: Vec<Entry>,
}

impl Swapped {
    fn add(&mut self, merged: &[i64], split: &[i64], given: &[Entry], sizes: &[Entry]) {
        let of = |group: &[i64], sizes: &[Entry]| -> Vec<Entry> {
            let size = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| sizes.get(dim)).copied();
            group.iter().filter_map(size).collect()
        };
        let next = |groups: &Groups| groups.iter().map(Vec::len).sum::<usize>() as i64;
        let (first_expand, first_collapse) = (next(&self.expand), next(&self.collapse));
        let is_only_merged = merged.len() != split.len() && merged.len() != 1;
        let added = if is_only_merged {
            of(merged, given)
        } else {
            of(split, sizes)
        };
        let count = added.len() as i64;
        let single = |first: i64| (first..first + count).map(|dim| vec![dim]);
        let whole = |first: i64| std::iter::once((first..first + count).collect());
        if merged.len() == split.len() {
            self.expand.extend(single(first_expand));
            self.collapse.extend(single(first_collapse));
        } else if is_only_merged {
            self.expand.extend(single(first_expand));
            self.collapse.extend(whole(first_collapse));
        } else {
            self.expand.extend(whole(first_expand));
            self.collapse.extend(single(first_collapse));
        }
        self.sizes.extend(added);
    }
}
