//! How many bytes types take: computed by ops, or known when compiling.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, Type, TypeKind, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::types;

/// Computes how many bytes `count` elements take, as the address of the element behind them from address 0 on.
pub(super) fn bytes_of(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    loc: Location,
    element: Type,
    count: GepIndex,
) -> Option<ValueId> {
    let converted = lowering.types.convert(rw.ctx, element)?;
    let ptr = types::ptr(rw.ctx);
    let null = ops::zero(rw, loc, ptr);
    let end = ops::gep(rw, loc, ptr, converted, null, &[count], None);
    let index = lowering.types.index_type(rw.ctx);
    Some(ops::simple(rw, llvm::PtrToIntOp::DEF, loc, &[end], index))
}

/// Computes how many bytes one element takes.
pub(super) fn bytes_of_one(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    loc: Location,
    element: Type,
) -> Option<ValueId> {
    bytes_of(lowering, rw, loc, element, GepIndex::Constant(1))
}

/// How many bytes an element of a memref takes on the default data layout; `None` for types whose size only LLVM knows.
pub(super) fn static_bytes(lowering: &Lowering, ctx: &Context, ty: Type) -> Option<u64> {
    Some(static_bits(lowering, ctx, ty)?.div_ceil(8))
}

fn static_bits(lowering: &Lowering, ctx: &Context, ty: Type) -> Option<u64> {
    let index = u64::from(lowering.types.index_bitwidth());
    let pointer = u64::from(lowering.types.pointer_bitwidth());
    match ty.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(u64::from(*width)),
        TypeKind::Index => Some(index),
        TypeKind::Float(semantics) => Some(u64::from(semantics.width())),
        TypeKind::Complex(element) => {
            let part = static_bits(lowering, ctx, *element)?.div_ceil(8);
            let padded = part.next_multiple_of(part.next_power_of_two().max(1));
            Some(8 * (padded + part))
        }
        TypeKind::Vector { shape, element, .. } => {
            let (last, outer) = shape.split_last()?;
            let lanes = u64::try_from(*last).ok()?.next_power_of_two();
            let vectors = outer
                .iter()
                .try_fold(1u64, |n, size| n.checked_mul(u64::try_from(*size).ok()?))?;
            let bytes = static_bits(lowering, ctx, *element)?.div_ceil(8);
            vectors.checked_mul(lanes)?.checked_mul(bytes)?.checked_mul(8)
        }
        TypeKind::MemRef { shape, .. } => Some(2 * pointer + index * (1 + 2 * shape.len() as u64)),
        TypeKind::UnrankedMemRef { .. } => Some(index + pointer),
        _ => types::is_ptr(ctx, ty).then_some(pointer),
    }
}
