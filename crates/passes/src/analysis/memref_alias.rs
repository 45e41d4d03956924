//! Whether memrefs may overlap.

use asyncir_dialects::matchers::is_defined_outside;
use asyncir_dialects::memref;
use asyncir_ir::def::{EffectKind, OpDef, OpView};
use asyncir_ir::rewrite::CycleGuard;
use asyncir_ir::rewrite::effects::effects_of;
use asyncir_ir::{Attribute, Body, Context, OpId, ValueDef, ValueId};

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

/// More ops whose result is memory of their first operand, which MLIR's analysis of aliases does not know.
static OTHER_VIEWS: &[&OpDef] = &[
    memref::AssumeAlignmentOp::DEF,
    memref::ExtractStridedMetadataOp::DEF,
    memref::ReshapeOp::DEF,
];

/// Ops whose results are memory of their operands, but which MLIR does not count as views when it asks where memory was
/// allocated.
static NOT_VIEW_LIKE: &[&OpDef] = &[
    memref::DistinctObjectsOp::DEF,
    memref::ReshapeOp::DEF,
    memref::TransposeOp::DEF,
];

/// Whether two memrefs may have elements in common. Memory that is allocated in a function is neither another allocation
/// nor what its caller gave; of anything else nothing is known.
pub(crate) fn may_alias(body: &Body, a: ValueId, b: ValueId) -> bool {
    let (a, b) = (base(body, a), base(body, b));
    if a == b {
        return true;
    }
    let is_known = |value| is_allocation(body, value) || is_argument(body, value);
    let is_allocated = is_allocation(body, a) || is_allocation(body, b);
    !(is_allocated && is_known(a) && is_known(b))
}

/// Whether two memrefs are known to be different memory: also of other views than MLIR's analysis looks through, and of
/// global variables.
pub(crate) fn are_distinct(body: &Body, a: ValueId, b: ValueId) -> bool {
    let (a, b) = (memory_of(body, a), memory_of(body, b));
    let is_allocation = |value| is_allocation(body, value);
    let is_older = |value| is_argument(body, value) || is_global(body, value);
    a != b && (is_allocation(a) && (is_allocation(b) || is_older(b)) || is_older(a) && is_allocation(b))
}

/// The memref that a view is of.
fn base(body: &Body, mut value: ValueId) -> ValueId {
    let mut guard = CycleGuard::new();
    while let Some(op) = body.defining_op(value) {
        if !is_one_of(body, op, VIEWS) || !guard.advance(op) {
            break;
        }
        value = body.operand(op, 0);
    }
    value
}

fn is_one_of(body: &Body, op: OpId, defs: &[&'static OpDef]) -> bool {
    defs.iter().any(|&def| body.op(op).is(def))
}

/// Whether the first result of an op is memory of its first operand.
pub(crate) fn is_view(def: &'static OpDef) -> bool {
    VIEWS.contains(&def) || OTHER_VIEWS.contains(&def)
}

/// Whether the results of an op are memory of its operands, and nothing is kept of them elsewhere.
pub(crate) fn gives_other_names(def: &'static OpDef) -> bool {
    is_view(def) || def == memref::DistinctObjectsOp::DEF
}

/// The memref that an op makes another view of.
fn viewed(body: &Body, value: ValueId) -> Option<ValueId> {
    let ValueDef::Result { op, index } = body.value_def(value) else {
        return None;
    };
    if body.op(op).is(memref::DistinctObjectsOp::DEF) {
        return Some(body.operand(op, index as usize));
    }
    body.op(op).def().is_some_and(is_view).then(|| body.operand(op, 0))
}

/// The memref that is the memory of a value, which may be a view of a view.
pub(crate) fn memory_of(body: &Body, mut value: ValueId) -> ValueId {
    let mut guard = CycleGuard::new();
    while let Some(viewed) = viewed(body, value).filter(|&viewed| guard.advance(viewed)) {
        value = viewed;
    }
    value
}

/// Whether two memrefs are known to be memory of one allocation, argument or global variable.
pub(crate) fn is_same_memory(ctx: &Context, body: &Body, a: ValueId, b: ValueId) -> bool {
    let (a, b) = (memory_of(body, a), memory_of(body, b));
    a == b || (is_global(body, a) && global(ctx, body, a) == global(ctx, body, b))
}

/// Whether a memref is memory that is allocated in the regions of an op, as far as MLIR sees that.
pub(crate) fn is_allocated_in(ctx: &Context, body: &Body, mut value: ValueId, op: OpId) -> bool {
    let mut guard = CycleGuard::new();
    while let Some(viewed) = viewed(body, value).filter(|&viewed| guard.advance(viewed)) {
        if body
            .defining_op(value)
            .is_some_and(|op| is_one_of(body, op, NOT_VIEW_LIKE))
        {
            return false;
        }
        value = viewed;
    }
    !is_defined_outside(body, value, op) && is_allocated_by_its_op(ctx, body, value)
}

/// The global variable that a memref is.
pub(crate) fn global(ctx: &Context, body: &Body, value: ValueId) -> Option<Attribute> {
    memref::GetGlobalOp::cast(body.op_ref(ctx, body.defining_op(value)?))?.name()
}

fn is_global(body: &Body, value: ValueId) -> bool {
    body.defining_op(value)
        .is_some_and(|op| body.op(op).is(memref::GetGlobalOp::DEF))
}

/// Whether a memref is memory that its op allocates.
fn is_allocated_by_its_op(ctx: &Context, body: &Body, value: ValueId) -> bool {
    let effects = body.defining_op(value).and_then(|op| effects_of(body.op_ref(ctx, op)));
    let mut of_value = effects
        .into_iter()
        .flatten()
        .filter(|effect| effect.value == Some(value));
    of_value
        .next()
        .is_some_and(|effect| effect.kind == EffectKind::Allocate)
        && of_value.next().is_none()
}

fn is_allocation(body: &Body, value: ValueId) -> bool {
    body.defining_op(value)
        .is_some_and(|op| is_one_of(body, op, ALLOCATIONS))
}

/// Whether a value is an argument of the function.
fn is_argument(body: &Body, value: ValueId) -> bool {
    let ValueDef::Argument { block, .. } = body.value_def(value) else {
        return false;
    };
    let region = body.block(block).region();
    region.is_some_and(|region| body.root_regions().contains(&region) && body.region(region).first() == Some(block))
}
