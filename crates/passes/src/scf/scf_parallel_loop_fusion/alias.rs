//! Whether memrefs may overlap.

use asyncir_dialects::memref;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Body, ValueDef, ValueId};

/// Ops whose result is other memory than anything else.
static ALLOCATIONS: &[&OpDef] = &[memref::AllocOp::DEF, memref::AllocaOp::DEF];

/// Ops whose result is memory of their first operand.
static VIEWS: &[&OpDef] = &[
    memref::CastOp::DEF,
    memref::CollapseShapeOp::DEF,
    memref::ExpandShapeOp::DEF,
    memref::MemorySpaceCastOp::DEF,
    memref::ReinterpretCastOp::DEF,
    memref::SubViewOp::DEF,
    memref::TransposeOp::DEF,
    memref::ViewOp::DEF,
];

/// Whether two memrefs may have elements in common. Memory that is allocated in a function is neither another allocation
/// nor what its caller gave; of anything else nothing is known.
pub(super) fn may_alias(body: &Body, a: ValueId, b: ValueId) -> bool {
    let (a, b) = (base(body, a), base(body, b));
    if a == b {
        return true;
    }
    let is_known = |value| is_allocation(body, value) || is_argument(body, value);
    let is_allocated = is_allocation(body, a) || is_allocation(body, b);
    !(is_allocated && is_known(a) && is_known(b))
}

/// The memref that a view is of.
fn base(body: &Body, mut value: ValueId) -> ValueId {
    while let Some(op) = body.defining_op(value) {
        if !VIEWS.iter().any(|&def| body.op(op).is(def)) {
            break;
        }
        value = body.operand(op, 0);
    }
    value
}

fn is_allocation(body: &Body, value: ValueId) -> bool {
    let op = body.defining_op(value);
    op.is_some_and(|op| ALLOCATIONS.iter().any(|&def| body.op(op).is(def)))
}

/// Whether a value is an argument of the function.
fn is_argument(body: &Body, value: ValueId) -> bool {
    let ValueDef::Argument { block, .. } = body.value_def(value) else {
        return false;
    };
    let region = body.block(block).region();
    region.is_some_and(|region| body.root_regions().contains(&region) && body.region(region).first() == Some(block))
}
