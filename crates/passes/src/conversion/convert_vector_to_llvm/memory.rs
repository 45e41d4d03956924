//! Loads and stores of vectors, with and without masks.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::ops;
use crate::conversion::llvm_common::vectors::count;
use crate::conversion::llvm_element_address::{Bounds, element_address};

/// The alignment of an access in bytes: as the op says, or as the type of one element (or of the vector) wants it.
pub(super) fn alignment_of(
    lowering: &Lowering,
    rw: &Rewriter<'_>,
    op: OpId,
    memref: Type,
    vector: Type,
) -> Option<u64> {
    let ctx = rw.ctx;
    let given = rw
        .body
        .op(op)
        .property(ctx, "alignment")
        .and_then(|attr| attr.as_i64(ctx));
    if let Some(given) = given.filter(|&bytes| bytes > 0) {
        return u64::try_from(given).ok();
    }
    let element = lowering.types.convert(ctx, memref.element_or_self(ctx))?;
    if !lowering.options.use_vector_alignment {
        return abi_alignment(ctx, element);
    }
    let lanes = count(vector.shape(ctx)?);
    let bits = u64::from(scalar_bits(ctx, element)?).checked_mul(u64::try_from(lanes).ok()?)?;
    Some(bits.div_ceil(8).next_power_of_two())
}

/// The alignment of a scalar or vector in memory, as LLVM's default data layout has it.
fn abi_alignment(ctx: &Context, ty: Type) -> Option<u64> {
    if let TypeKind::Vector { shape, element, .. } = ty.kind(ctx) {
        let lanes = u64::try_from(count(shape)).ok()?;
        let bits = u64::from(scalar_bits(ctx, *element)?).checked_mul(lanes)?;
        return Some(bits.div_ceil(8).next_power_of_two());
    }
    let bytes = u64::from(scalar_bits(ctx, ty)?.div_ceil(8)).next_power_of_two();
    let largest = if ty.is_int(ctx) { 8 } else { 16 };
    Some(bytes.min(largest))
}

fn scalar_bits(ctx: &Context, ty: Type) -> Option<u32> {
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(semantics) => Some(semantics.width()),
        _ => None,
    }
}

fn is_one_dimensional(ctx: &Context, ty: Type) -> bool {
    ty.shape(ctx).is_some_and(|shape| shape.len() <= 1)
}

fn nontemporal(rw: &Rewriter<'_>, op: OpId) -> Option<Attribute> {
    let flag = rw.body.op(op).property(rw.ctx, "nontemporal")?;
    (flag.as_bool() == Some(true)).then_some(Attribute::UNIT)
}

/// Lowers a load.
pub(super) fn lower_load(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (memref, vector) = (op_ref.operand_type(0), op_ref.result_type(0));
    if !is_one_dimensional(ctx, vector) {
        return None;
    }
    let ty = lowering.types.convert(ctx, vector)?;
    let alignment = alignment_of(lowering, rw, op, memref, vector)?;
    let properties = [
        ("alignment", Some(ctx.int_attr(Type::I64, alignment.into()))),
        ("nontemporal", nontemporal(rw, op)),
    ];
    let indices = &operands[1..];
    let address = element_address(&lowering.types, rw, loc, memref, operands[0], indices, Bounds::Unknown)?;
    let load = ops::state(ctx, llvm::LoadOp::DEF, loc, &[address], &properties, &[ty]);
    let value = rw.insert_value(load);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a store.
pub(super) fn lower_store(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (vector, memref) = (op_ref.operand_type(0), op_ref.operand_type(1));
    if !is_one_dimensional(ctx, vector) {
        return None;
    }
    let alignment = alignment_of(lowering, rw, op, memref, vector)?;
    let properties = [
        ("alignment", Some(ctx.int_attr(Type::I64, alignment.into()))),
        ("nontemporal", nontemporal(rw, op)),
    ];
    let indices = &operands[2..];
    let address = element_address(&lowering.types, rw, loc, memref, operands[1], indices, Bounds::Unknown)?;
    let accessed = [operands[0], address];
    rw.insert(ops::state(ctx, llvm::StoreOp::DEF, loc, &accessed, &properties, &[]));
    rw.erase(op);
    Some(())
}

/// Lowers a load of the elements whose bit in the mask is set.
pub(super) fn lower_masked_load(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (memref, vector) = (op_ref.operand_type(0), op_ref.result_type(0));
    let &[base, ref indices @ .., mask, otherwise] = operands else {
        return None;
    };
    if !is_one_dimensional(ctx, vector) {
        return None;
    }
    let ty = lowering.types.convert(ctx, vector)?;
    let alignment = alignment_of(lowering, rw, op, memref, vector)?;
    let properties = [("alignment", Some(ctx.int_attr(Type::I32, alignment.into())))];
    let address = element_address(&lowering.types, rw, loc, memref, base, indices, Bounds::Unknown)?;
    let accessed = [address, mask, otherwise];
    let def = llvm::MaskedLoadIntrOp::DEF;
    let value = rw.insert_value(ops::state(ctx, def, loc, &accessed, &properties, &[ty]));
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a store of the elements whose bit in the mask is set.
pub(super) fn lower_masked_store(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let last = op_ref.operands().len().checked_sub(1)?;
    let (memref, vector) = (op_ref.operand_type(0), op_ref.operand_type(last));
    let &[base, ref indices @ .., mask, value] = operands else {
        return None;
    };
    if !is_one_dimensional(ctx, vector) {
        return None;
    }
    let alignment = alignment_of(lowering, rw, op, memref, vector)?;
    let properties = [("alignment", Some(ctx.int_attr(Type::I32, alignment.into())))];
    let address = element_address(&lowering.types, rw, loc, memref, base, indices, Bounds::Unknown)?;
    let accessed = [value, address, mask];
    let def = llvm::MaskedStoreIntrOp::DEF;
    rw.insert(ops::state(ctx, def, loc, &accessed, &properties, &[]));
    rw.erase(op);
    Some(())
}

/// Lowers a load of consecutive elements to where the mask is set.
pub(super) fn lower_expand_load(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (memref, vector) = (op_ref.operand_type(0), op_ref.result_type(0));
    let &[base, ref indices @ .., mask, otherwise] = operands else {
        return None;
    };
    let ty = lowering.types.convert(ctx, vector)?;
    let address = element_address(&lowering.types, rw, loc, memref, base, indices, Bounds::Unknown)?;
    let def = llvm::MaskedExpandLoadIntrOp::DEF;
    let properties = [("arg_attrs", alignment_of_argument(rw, op, 0))];
    let accessed = [address, mask, otherwise];
    let value = rw.insert_value(ops::state(ctx, def, loc, &accessed, &properties, &[ty]));
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a store of the elements where the mask is set to consecutive places.
pub(super) fn lower_compress_store(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let memref = op_ref.operand_type(0);
    let &[base, ref indices @ .., mask, value] = operands else {
        return None;
    };
    let address = element_address(&lowering.types, rw, loc, memref, base, indices, Bounds::Unknown)?;
    let def = llvm::MaskedCompressStoreIntrOp::DEF;
    let properties = [("arg_attrs", alignment_of_argument(rw, op, 1))];
    rw.insert(ops::state(ctx, def, loc, &[value, address, mask], &properties, &[]));
    rw.erase(op);
    Some(())
}

/// The attributes of the three arguments of an intrinsic whose argument `address` is as aligned as an op says.
fn alignment_of_argument(rw: &Rewriter<'_>, op: OpId, address: usize) -> Option<Attribute> {
    let ctx = rw.ctx;
    let alignment = rw.body.op(op).property(ctx, "alignment")?.as_i64(ctx)?;
    let alignment = ctx.int_attr(Type::I64, alignment.into());
    let mut arguments = [Attribute::EMPTY_DICT; 3];
    arguments[address] = ctx.dict_attr(&[(ctx.ident("llvm.align"), alignment)]);
    Some(ctx.array_attr(&arguments))
}

/// Lowers the factor of scalable vectors.
pub(super) fn lower_scale(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, _: &[ValueId]) -> Option<()> {
    let loc = rw.location_of(op);
    let ty = lowering.types.convert(rw.ctx, Type::INDEX)?;
    let value = ops::simple(rw, llvm::VScaleIntrOp::DEF, loc, &[], ty);
    rw.replace(op, &[value]);
    Some(())
}
