//! Affine loads and stores.

use asyncir_dialects::affine::scope::affine_scope;
use asyncir_dialects::affine::{LoadOp, StoreOp, VectorLoadOp, VectorStoreOp, indices, memref_index};
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, ValueId};

use super::loops::difference;

/// An affine load or store.
#[derive(Clone, Copy)]
pub(super) struct MemoryAccess {
    pub(super) memref: ValueId,
    /// What is loaded or stored.
    pub(super) value: ValueId,
    pub(super) writes: bool,
}

/// Whether an op is an affine load or store.
fn is_access(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    data.is(LoadOp::DEF) || data.is(VectorLoadOp::DEF) || is_store(body, op)
}

fn is_store(body: &Body, op: OpId) -> bool {
    body.op(op).is(StoreOp::DEF) || body.op(op).is(VectorStoreOp::DEF)
}

/// What an op accesses, if it is an affine load or store.
pub(super) fn access(ctx: &Context, body: &Body, op: OpId) -> Option<MemoryAccess> {
    is_access(body, op).then(|| MemoryAccess {
        memref: body.operand(op, memref_index(body.op_ref(ctx, op))),
        value: if is_store(body, op) {
            body.operand(op, 0)
        } else {
            body.result(op, 0)
        },
        writes: is_store(body, op),
    })
}

/// Whether two accesses of one memref have the same indices in all iterations.
pub(super) fn have_equal_indices(ctx: &Context, body: &Body, one: OpId, other: OpId) -> bool {
    let of = |op: OpId| {
        let view = body.op_ref(ctx, op);
        indices(view, memref_index(view))
    };
    let (Some(first), Some(second)) = (of(one), of(other)) else {
        return false;
    };
    let mut pairs = first.map.results().iter().zip(second.map.results());
    let differ =
        |(a, b): (&AffineExpr, &AffineExpr)| a.as_constant().is_some_and(|a| b.as_constant().is_some_and(|b| a != b));
    if pairs.any(differ) {
        return false;
    }
    let distance = difference(ctx, body, affine_scope(body, one), &first, &second);
    distance.is_some_and(|distance| {
        let mut results = distance.map.results().iter();
        results.all(|result| result.as_constant() == Some(0))
    })
}
