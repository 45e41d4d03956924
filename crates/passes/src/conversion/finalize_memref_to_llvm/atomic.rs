//! `memref.atomic_rmw` and `memref.generic_atomic_rmw`.

use asyncir_dialects::arith::attrs::ATOMIC_RMW_KINDS;
use asyncir_dialects::llvm;
use asyncir_dialects::llvm::attrs::{ATOMIC_BIN_OPS, ATOMIC_ORDERINGS};
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::def::{EnumDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, InsertPoint, Location, Mapping, OpId, OperationState, Type, ValueId,
};

use super::Lowering;
use crate::conversion::llvm_common::{ops, types};
use crate::conversion::llvm_element_address::{Bounds, element_address};

/// What `llvm.atomicrmw` calls a kind of update; `None` if it has none.
fn simple_kind(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "addf" => "fadd",
        "addi" => "add",
        "assign" => "xchg",
        "maximumf" => "fmaximum",
        "maxnumf" => "fmax",
        "maxs" => "max",
        "maxu" => "umax",
        "minimumf" => "fminimum",
        "minnumf" => "fmin",
        "mins" => "min",
        "minu" => "umin",
        "ori" => "_or",
        "xori" => "_xor",
        "andi" => "_and",
        _ => return None,
    })
}

fn enum_attr(ctx: &Context, cases: &EnumDef, keyword: &str) -> Option<Attribute> {
    cases.value(keyword).map(|value| ctx.i64_attr(value))
}

/// Lowers an update of a kind that llvm has.
pub(super) fn lower_atomic_rmw(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let memref = op_ref.operand_type(1);
    let kind = op_ref.property("kind")?.as_i64(ctx)?;
    let kind = simple_kind(ATOMIC_RMW_KINDS.keyword(kind)?)?;
    let address = element_address(
        &lowering.types,
        rw,
        loc,
        memref,
        operands[1],
        &operands[2..],
        Bounds::Unknown,
    )?;
    let ty = rw.body.value_type(operands[0]);
    let properties = [
        ("bin_op", enum_attr(ctx, &ATOMIC_BIN_OPS, kind)),
        ("ordering", enum_attr(ctx, &ATOMIC_ORDERINGS, "acq_rel")),
    ];
    let update = ops::state(
        ctx,
        llvm::AtomicRMWOp::DEF,
        loc,
        &[address, operands[0]],
        &properties,
        &[ty],
    );
    let value = rw.insert_value(update);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers any other update to a loop that computes the new value from the one it saw and tries to store it, until no
/// other thread came in between.
pub(super) fn lower_generic_atomic_rmw(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let memref = op_ref.operand_type(0);
    let value_type = lowering.types.convert(ctx, op_ref.result_type(0))?;
    let region = *rw.body.op_regions(op).first()?;
    let update = rw.body.region(region).first()?;
    let before = rw.body.parent_block(op)?;
    strides_and_offset(ctx, memref)?;
    if !lowering.converts(rw.body, ctx, update) {
        return None;
    }

    // Memory is compared bit by bit.
    let bits = match value_type.float(ctx).map(|float| float.width()) {
        Some(width @ (8 | 16 | 32 | 64 | 128)) => ctx.int_type(width),
        _ => value_type,
    };
    let retry = rw.split_block(InsertPoint::Before(op));
    let seen = rw.body.add_block_arg(retry, bits, loc);
    let behind = rw.body.after(op);
    let end = rw.split_block(behind);

    rw.set_end(before);
    let address = element_address(
        &lowering.types,
        rw,
        loc,
        memref,
        operands[0],
        &operands[1..],
        Bounds::Unknown,
    )?;
    let first = ops::load(rw, loc, bits, address, None);
    ops::br(rw, loc, retry, &[first]);

    rw.set_start(retry);
    let before = bitcast(rw, loc, seen, value_type);
    let wanted = copy_update(rw, update, before)?;
    let wanted = bitcast(rw, loc, wanted, bits);
    let found = compare_and_swap(rw, loc, address, seen, wanted);
    let value = ops::extract_value(rw, loc, found, &[0]);
    let result = bitcast(rw, loc, value, value_type);
    let stored = ops::extract_value(rw, loc, found, &[1]);
    let mut branch = OperationState::of(llvm::CondBrOp::DEF, loc)
        .operands(&[stored, value])
        .successors(&[end, retry]);
    branch.set_properties(ctx, &[], &[1, 0, 1]);
    rw.insert(branch);
    rw.replace(op, &[result]);
    Some(())
}

/// The value with the same bits that has this type.
fn bitcast(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, ty: Type) -> ValueId {
    if rw.body.value_type(value) == ty {
        value
    } else {
        ops::simple(rw, llvm::BitcastOp::DEF, loc, &[value], ty)
    }
}

impl Lowering {
    /// Whether all ops but the last are llvm ops, or become some in this conversion. Where others are, the update waits
    /// for their lowering.
    fn converts(&self, body: &Body, ctx: &Context, block: BlockId) -> bool {
        let last = body.block(block).last_op();
        body.block_ops(block).filter(|&op| Some(op) != last).all(|op| {
            let op = body.op(op);
            op.name().as_str(ctx).starts_with("llvm.") || self.inner_ops.iter().any(|def| op.is(def))
        })
    }
}

/// Copies the ops that compute the new value from the one seen.
fn copy_update(rw: &mut Rewriter<'_>, update: BlockId, seen: ValueId) -> Option<ValueId> {
    let mut mapping = Mapping::new();
    mapping.map_value(rw.body.block_args(update).next()?, seen);
    let leave = rw.body.block(update).last_op()?;
    let inner: Vec<OpId> = rw.body.block_ops(update).filter(|&op| op != leave).collect();
    for op in inner {
        let copy = rw.body.clone_op(op, &mut mapping);
        rw.insert_existing(copy);
    }
    Some(mapping.value(rw.body.operand(leave, 0)))
}

/// Stores `wanted` if memory still holds `seen`; the result is what memory held, and whether it was stored.
fn compare_and_swap(rw: &mut Rewriter<'_>, loc: Location, address: ValueId, seen: ValueId, wanted: ValueId) -> ValueId {
    let ctx = rw.ctx;
    let result = types::literal_struct(ctx, &[rw.body.value_type(seen), Type::I1]);
    let properties = [
        ("success_ordering", enum_attr(ctx, &ATOMIC_ORDERINGS, "acq_rel")),
        ("failure_ordering", enum_attr(ctx, &ATOMIC_ORDERINGS, "monotonic")),
    ];
    let operands = [address, seen, wanted];
    let state = ops::state(ctx, llvm::AtomicCmpXchgOp::DEF, loc, &operands, &properties, &[result]);
    rw.insert_value(state)
}
