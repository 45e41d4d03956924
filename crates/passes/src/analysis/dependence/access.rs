//! Affine accesses of memory.

use asyncir_dialects::affine::scope::{affine_analysis_scope, affine_scope};
use asyncir_dialects::affine::{Applied, LoadOp, StoreOp, VectorLoadOp, VectorStoreOp, indices, memref_index};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, RegionId, ValueId};

/// An access.
pub(super) struct Access {
    pub(super) op: OpId,
    pub(super) memref: ValueId,
    pub(super) writes: bool,
    /// The indices, without results of `affine.apply` among the operands.
    pub(super) indices: Applied,
    /// The affine scope that it stands in.
    pub(super) scope: Option<RegionId>,
    /// Inside that, the region whose iterations are not known.
    pub(super) analysis_scope: Option<RegionId>,
    /// The region that it stands in: accesses of one region are executed by the same iterations.
    region: Option<RegionId>,
    /// The shape of the vector that is read or written; empty for a single element.
    shape: Vec<i64>,
}

impl Access {
    /// What an op accesses, if it does.
    pub(super) fn of(ctx: &Context, body: &Body, op: OpId) -> Option<Self> {
        let data = body.op(op);
        let writes = data.is(StoreOp::DEF) || data.is(VectorStoreOp::DEF);
        if !writes && !data.is(LoadOp::DEF) && !data.is(VectorLoadOp::DEF) {
            return None;
        }
        let view = body.op_ref(ctx, op);
        let first = memref_index(view);
        let ty = if writes {
            view.operand_type(0)
        } else {
            view.result_type(0)
        };
        let is_vector = data.is(VectorLoadOp::DEF) || data.is(VectorStoreOp::DEF);
        let shape = ty.shape(ctx).filter(|_| is_vector).unwrap_or_default().to_vec();
        let scope = affine_scope(body, op);
        Some(Self {
            op,
            memref: view.operand(first),
            writes,
            indices: indices(view, first)?.composed(ctx, body, scope),
            scope,
            analysis_scope: affine_analysis_scope(body, op),
            region: body.parent_region(op),
            shape,
        })
    }

    /// Whether another access touches the same elements in the same iterations.
    pub(super) fn touches_the_same(&self, other: &Access) -> bool {
        self.memref == other.memref
            && self.region == other.region
            && self.shape == other.shape
            && self.indices.operands == other.indices.operands
            && self.indices.map == other.indices.map
    }

    /// How many elements are accessed along a dimension of the memref. Vectors lie along the last ones.
    pub(super) fn extent(&self, dim: usize) -> i128 {
        let rank = self.indices.map.num_results();
        let size = (dim + self.shape.len())
            .checked_sub(rank)
            .and_then(|index| self.shape.get(index));
        size.copied().unwrap_or(1).max(1).into()
    }
}
