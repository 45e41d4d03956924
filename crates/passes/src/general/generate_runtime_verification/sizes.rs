//! Checks of the sizes of memory, which MLIR's pass does not make.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::arith::{DivUIOp, MaxUIOp};
use asyncir_dialects::memref::{
    AllocOp, AllocaOp, ExtractAlignedPointerAsIndexOp, ReallocOp, ReinterpretCastOp, SubViewOp,
};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Context, DYNAMIC, OpRef, Type, TypeKind, ValueId};

use super::Checks;

const OUT_OF_MEMORY: &str = "there is no memory left";

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
    let (sizes, memory) = (sizes(op), op.result_type(0));
    for &size in &sizes {
        let zero = checks.index(0);
        let condition = checks.cmpi("sge", size, zero);
        checks.assert(condition, "a size is negative");
    }
    if from_heap {
        check_bytes(checks, memory, &sizes);
        check_allocated(checks);
    }
}

/// What memory may have at most, with room for its alignment: objects of more bytes there are none.
const MAX_BYTES: i64 = i64::MAX - 4095;

/// The number of bytes is a number: each size is at most what the sizes before it leave.
fn check_bytes(checks: &mut Checks<'_>, memory: Type, sizes: &[ValueId]) {
    let Some((&first, rest)) = sizes.split_first() else {
        return;
    };
    let known = memory.shape(checks.rw.ctx).unwrap_or_default().iter();
    let element = element_bytes(checks.rw.ctx, memory.element_or_self(checks.rw.ctx));
    let bytes = known
        .filter(|&&size| size != DYNAMIC)
        .fold(element, |bytes, &size| bytes.saturating_mul(size));
    let (mut left, one) = (checks.index(MAX_BYTES / bytes.max(1)), checks.index(1));
    let mut build = ArithBuilder::new(&mut checks.rw, checks.at);
    let (mut fits, mut before) = (build.cmpi("ule", first, left), first);
    for &size in rest {
        let divisor = build.binary(MaxUIOp::DEF, before, one);
        left = build.binary(DivUIOp::DEF, left, divisor);
        let condition = build.cmpi("ule", size, left);
        (fits, before) = (build.andi(fits, condition), size);
    }
    checks.assert(fits, OUT_OF_MEMORY);
}

/// How many bytes an element takes; one for types whose size only their lowering tells.
pub(super) fn element_bytes(ctx: &Context, ty: Type) -> i64 {
    let of_bits = |bits: u32| i64::from(bits.div_ceil(8).next_power_of_two());
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => of_bits(*width),
        TypeKind::Float(semantics) => of_bits(semantics.width()),
        TypeKind::Index => 8,
        TypeKind::Complex(part) => 2 * element_bytes(ctx, *part),
        TypeKind::Vector { shape, element, .. } => shape
            .iter()
            .fold(element_bytes(ctx, *element), |bytes, &size| bytes.saturating_mul(size)),
        _ => 1,
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
    checks.assert(condition, OUT_OF_MEMORY);
}
