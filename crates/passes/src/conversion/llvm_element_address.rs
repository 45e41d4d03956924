//! The address of an element of a memref, in llvm ops.

use asyncir_dialects::llvm;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, DYNAMIC, Location, Type, ValueId};

use super::llvm_common::ops::{self, GepIndex};
use super::llvm_common::{LlvmTypeConverter, MemRefDescriptor};

/// What is known about an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bounds {
    /// Nothing.
    Unknown,
    /// The indices are within the memref, so that no step of the address arithmetic overflows.
    InBounds,
}

/// `overflow<nsw, nuw>` of arithmetic.
const OVERFLOW_NSW_NUW: i32 = 1 | 2;

/// `inbounds|nuw` of `llvm.getelementptr`.
const GEP_INBOUNDS_NUW: i32 = 3 | 4;

impl Bounds {
    fn flags(self, ctx: &Context, flags: i32) -> Option<Attribute> {
        (self == Bounds::InBounds).then(|| ctx.i32_attr(flags))
    }
}

/// Computes the address of the element at `indices`. `None` if the memref is not strided.
pub(super) fn element_address(
    converter: &LlvmTypeConverter,
    rw: &mut Rewriter<'_>,
    loc: Location,
    memref: Type,
    descriptor: ValueId,
    indices: &[ValueId],
    bounds: Bounds,
) -> Option<ValueId> {
    let ctx = rw.ctx;
    let (strides, _) = strides_and_offset(ctx, memref)?;
    let element = converter.convert(ctx, memref.element_or_self(ctx))?;
    let descriptor = MemRefDescriptor::new(descriptor);
    let base = descriptor.buffer_ptr(rw, loc, converter, memref)?;
    let mut sum = None;
    for (dim, (&index, &stride)) in indices.iter().zip(&strides).enumerate() {
        let mut step = index;
        if stride != 1 {
            let stride = if stride == DYNAMIC {
                descriptor.stride(rw, loc, dim)
            } else {
                let index_type = converter.index_type(ctx);
                ops::index_constant(rw, loc, index_type, stride)
            };
            step = arithmetic(rw, loc, llvm::MulOp::DEF, step, stride, bounds);
        }
        sum = Some(match sum {
            Some(sum) => arithmetic(rw, loc, llvm::AddOp::DEF, sum, step, bounds),
            None => step,
        });
    }
    let Some(sum) = sum else { return Some(base) };
    let ptr = rw.body.value_type(base);
    let no_wrap = bounds.flags(ctx, GEP_INBOUNDS_NUW);
    Some(ops::gep(rw, loc, ptr, element, base, &[GepIndex::Value(sum)], no_wrap))
}

fn arithmetic(
    rw: &mut Rewriter<'_>,
    loc: Location,
    def: &'static OpDef,
    lhs: ValueId,
    rhs: ValueId,
    bounds: Bounds,
) -> ValueId {
    let flags = bounds.flags(rw.ctx, OVERFLOW_NSW_NUW);
    let ty = rw.body.value_type(lhs);
    let state = ops::state(rw.ctx, def, loc, &[lhs, rhs], &[("overflowFlags", flags)], &[ty]);
    rw.insert_value(state)
}
