//! How operands lose dimensions of one element, and results get them back.

use asyncir_dialects::constraints::{is_memref, is_ranked_tensor};
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref;
use asyncir_dialects::memref::reassociation::{Groups, groups_attr};
use asyncir_dialects::memref::strides::{MemRef, is_identity_layout};
use asyncir_dialects::tensor::{ExtractSliceOp, InsertSliceOp};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Location, ValueId};

use crate::linalg::nest::folded_sizes;
use crate::linalg::reshape::{collapse, expand_to};

/// How it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strategy {
    /// By merging dimensions with their neighbours, and splitting them.
    Reshapes,
    /// By parts of lower rank, which are written to tensors of higher rank.
    Slices,
}

/// The attributes of a part that is everything.
fn whole(rw: &Rewriter<'_>, sizes: &[i64]) -> [Attribute; 3] {
    let rank = sizes.len();
    [&vec![0; rank][..], sizes, &vec![1; rank]].map(|list| rw.ctx.dense_i64_array(list))
}

/// Whether an operand can lose dimensions.
pub(super) fn can_collapse(rw: &Rewriter<'_>, value: ValueId) -> bool {
    let ty = rw.body.value_type(value);
    is_ranked_tensor(rw.ctx, ty)
        || MemRef::of(rw.ctx, ty).is_some_and(|memref| is_identity_layout(rw.ctx, memref.layout))
}

impl Strategy {
    /// An operand in another shape, with fewer dimensions.
    pub(super) fn collapse(
        self,
        rw: &mut Rewriter<'_>,
        at: Location,
        value: ValueId,
        shape: &[i64],
        groups: &Groups,
    ) -> Option<ValueId> {
        let ty = rw.body.value_type(value);
        if is_memref(rw.ctx, ty) {
            return self.collapse_memory(rw, at, value, shape, groups);
        }
        let new = rw.ctx.tensor_type(shape, ty.element_or_self(rw.ctx));
        match self {
            Self::Reshapes => Some(collapse(rw, at, new, value, groups)),
            Self::Slices if ty.shape(rw.ctx) == Some(shape) => Some(value),
            Self::Slices => {
                let (sizes, values) = index_list::split(&folded_sizes(rw, at, value));
                let [offsets, sizes, strides] = whole(rw, &sizes);
                let state =
                    ExtractSliceOp::build(rw.ctx, at, value, &[], &values, &[], offsets, sizes, strides, &[new]);
                Some(rw.insert_or_fold(state))
            }
        }
    }

    fn collapse_memory(
        self,
        rw: &mut Rewriter<'_>,
        at: Location,
        value: ValueId,
        shape: &[i64],
        groups: &Groups,
    ) -> Option<ValueId> {
        let ty = rw.body.value_type(value);
        if self == Self::Reshapes {
            let memref = MemRef::of(rw.ctx, ty)?;
            let new = MemRef {
                shape: shape.to_vec(),
                layout: None,
                ..memref
            };
            let (new, groups) = (new.ty(rw.ctx), groups_attr(rw.ctx, groups));
            let state = memref::CollapseShapeOp::build(rw.ctx, at, value, groups, &[new]);
            return Some(rw.insert_value(state));
        }
        if ty.shape(rw.ctx) == Some(shape) {
            return Some(value);
        }
        let (statics, values) = index_list::split(&folded_sizes(rw, at, value));
        let rank = statics.len();
        let (zeros, ones) = (vec![0; rank], vec![1; rank]);
        let new = memref::reduced_subview_type(rw.ctx, ty, shape, [&zeros, &statics, &ones])?;
        let [offsets, sizes, strides] = whole(rw, &statics);
        let state = memref::SubViewOp::build(rw.ctx, at, value, &[], &values, &[], offsets, sizes, strides, &[new]);
        Some(rw.insert_or_fold(state))
    }

    /// A result with the dimensions of `dest`.
    pub(super) fn expand(
        self,
        rw: &mut Rewriter<'_>,
        at: Location,
        value: ValueId,
        dest: ValueId,
        groups: &Groups,
    ) -> Option<ValueId> {
        let ty = rw.body.value_type(dest);
        if self == Self::Reshapes {
            return expand_to(rw, at, ty, value, groups);
        }
        let sizes = folded_sizes(rw, at, dest);
        let (zeros, ones) = (vec![Entry::Static(0); sizes.len()], vec![Entry::Static(1); sizes.len()]);
        let state = InsertSliceOp::of_part(rw.ctx, at, value, dest, [&zeros, &sizes, &ones], &[ty]);
        Some(rw.insert_or_fold(state))
    }
}
