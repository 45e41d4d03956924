//! Loads, stores, prefetches, and what is assumed about pointers.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Location, OpId, OperationState, Type, ValueId};

use super::{Lowering, int_or_zero};
use crate::conversion::llvm_common::{MemRefDescriptor, ops};
use crate::conversion::llvm_element_address::{Bounds, element_address};

/// The attributes that loads and stores share with their llvm counterparts.
fn access_properties(rw: &Rewriter<'_>, op: OpId) -> [(&'static str, Option<Attribute>); 2] {
    let op = rw.body.op_ref(rw.ctx, op);
    let alignment = op.property("alignment").filter(|attr| attr.as_i64(rw.ctx) != Some(0));
    let is_nontemporal = op.property("nontemporal").and_then(Attribute::as_bool) == Some(true);
    [
        ("alignment", alignment),
        ("nontemporal", is_nontemporal.then_some(Attribute::UNIT)),
    ]
}

/// Lowers a load.
pub(super) fn lower_load(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let memref = rw.body.value_type(rw.body.operand(op, 0));
    let properties = access_properties(rw, op);
    let element = lowering.element(ctx, memref)?;
    let address = element_address(
        &lowering.types,
        rw,
        loc,
        memref,
        operands[0],
        &operands[1..],
        Bounds::InBounds,
    )?;
    let load = ops::state(ctx, llvm::LoadOp::DEF, loc, &[address], &properties, &[element]);
    let value = rw.insert_value(load);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a store.
pub(super) fn lower_store(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let memref = rw.body.value_type(rw.body.operand(op, 1));
    let properties = access_properties(rw, op);
    let address = element_address(
        &lowering.types,
        rw,
        loc,
        memref,
        operands[1],
        &operands[2..],
        Bounds::InBounds,
    )?;
    let store = ops::state(ctx, llvm::StoreOp::DEF, loc, &[operands[0], address], &properties, &[]);
    rw.insert(store);
    rw.erase(op);
    Some(())
}

/// Lowers a prefetch.
pub(super) fn lower_prefetch(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let memref = op_ref.operand_type(0);
    let flag = |name: &'static str| {
        let set = op_ref.property(name).and_then(Attribute::as_bool) == Some(true);
        Some(ctx.i32_attr(i32::from(set)))
    };
    let hint = ctx.int_attr(Type::I32, int_or_zero(ctx, op_ref.property("localityHint")).into());
    let properties = [
        ("rw", flag("isWrite")),
        ("hint", Some(hint)),
        ("cache", flag("isDataCache")),
    ];
    let address = element_address(
        &lowering.types,
        rw,
        loc,
        memref,
        operands[0],
        &operands[1..],
        Bounds::Unknown,
    )?;
    rw.insert(ops::state(
        ctx,
        llvm::PrefetchIntrOp::DEF,
        loc,
        &[address],
        &properties,
        &[],
    ));
    rw.erase(op);
    Some(())
}

/// Tells LLVM that the first element of a memref is aligned.
pub(super) fn lower_assume_alignment(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let alignment = int_or_zero(ctx, rw.body.op(op).property(ctx, "alignment"));
    let index = lowering.types.index_type(ctx);
    let memref = rw.body.value_type(rw.body.operand(op, 0));
    let ptr = MemRefDescriptor::new(operands[0]).buffer_ptr(rw, loc, &lowering.types, memref)?;
    let yes = ops::constant(rw, loc, Type::I1, Attribute::TRUE);
    let alignment = ops::index_constant(rw, loc, index, alignment);
    assume(rw, loc, yes, "align", [ptr, alignment]);
    rw.replace(op, operands);
    Some(())
}

/// Tells LLVM that memrefs share no memory, two at a time.
pub(super) fn lower_distinct_objects(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    if operands.len() > 1 {
        let loc = rw.location_of(op);
        let types = rw.body.op_ref(rw.ctx, op).operand_types();
        let mut ptrs = Vec::with_capacity(operands.len());
        for (&operand, &memref) in operands.iter().zip(types.iter()) {
            ptrs.push(MemRefDescriptor::new(operand).buffer_ptr(rw, loc, &lowering.types, memref)?);
        }
        let yes = ops::constant(rw, loc, Type::I1, Attribute::TRUE);
        for (index, &first) in ptrs.iter().enumerate() {
            for &second in &ptrs[index + 1..] {
                assume(rw, loc, yes, "separate_storage", [first, second]);
            }
        }
    }
    rw.replace(op, operands);
    Some(())
}

/// Tells LLVM what the bundle `tag` says of two values.
fn assume(rw: &mut Rewriter<'_>, loc: Location, yes: ValueId, tag: &str, [first, second]: [ValueId; 2]) {
    let ctx = rw.ctx;
    let mut assume = OperationState::of(llvm::AssumeIntrOp::DEF, loc).operands(&[yes, first, second]);
    let properties = [
        ("op_bundle_sizes", Some(ctx.dense_i32_array(&[2]))),
        ("op_bundle_tags", Some(ctx.array_attr(&[ctx.str_attr(tag)]))),
    ];
    assume.set_properties(ctx, &properties, &[1, 2]);
    rw.insert(assume);
}
