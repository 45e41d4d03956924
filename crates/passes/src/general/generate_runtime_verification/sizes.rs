//! Checks of the sizes of memory, which MLIR's pass does not make. Whether the product of several sizes fits is not checked.

use asyncir_dialects::memref::{
    AllocOp, AllocaOp, ExtractAlignedPointerAsIndexOp, ReallocOp, ReinterpretCastOp, SubViewOp,
};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{OpRef, Type, ValueId};

use super::Checks;

/// Whether sizes of the results of such an op are checked.
pub(super) fn has_sizes(def: &'static OpDef) -> bool {
    [
        AllocOp::DEF,
        AllocaOp::DEF,
        ReallocOp::DEF,
        ReinterpretCastOp::DEF,
        SubViewOp::DEF,
    ]
    .contains(&def)
}

/// No size is negative, and memory from the heap is there.
pub(super) fn check(checks: &mut Checks<'_>) {
    let op = checks.rw.body.op_ref(checks.rw.ctx, checks.op);
    let from_heap = [AllocOp::DEF, ReallocOp::DEF].iter().any(|&def| op.data().is(def));
    for size in sizes(op) {
        let zero = checks.index(0);
        let condition = checks.cmpi("sge", size, zero);
        checks.assert(condition, "a size is negative");
    }
    if from_heap {
        check_allocated(checks);
    }
}

/// The sizes that are known when the program runs.
fn sizes(op: OpRef<'_>) -> Vec<ValueId> {
    match op.data() {
        data if data.is(AllocOp::DEF) => AllocOp(op).dynamicSizes().to_vec(),
        data if data.is(AllocaOp::DEF) => AllocaOp(op).dynamicSizes().to_vec(),
        data if data.is(ReallocOp::DEF) => op.operands().into_iter().skip(1).collect(),
        data if data.is(ReinterpretCastOp::DEF) => ReinterpretCastOp(op).sizes().to_vec(),
        _ => SubViewOp(op).sizes().to_vec(),
    }
}

fn check_allocated(checks: &mut Checks<'_>) {
    let (ctx, at, op) = (checks.rw.ctx, checks.at, checks.op);
    let memory = checks.rw.body.result(op, 0);
    checks.rw.set_after(op);
    let address = ExtractAlignedPointerAsIndexOp::build(ctx, at, memory, &[Type::INDEX]);
    let address = checks.rw.insert_value(address);
    let zero = checks.index(0);
    let condition = checks.cmpi("ne", address, zero);
    checks.assert(condition, "there is no memory left");
}
