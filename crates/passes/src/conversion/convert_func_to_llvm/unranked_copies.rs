//! Unranked memrefs that leave a function: what their descriptor points to must not be on the stack of the function, so
//! it is copied to the heap when they are returned, and to the stack of the caller, which frees it, when they arrive.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Location, Type, ValueId};

use crate::conversion::llvm_common::functions;
use crate::conversion::llvm_common::{LlvmTypeConverter, UnrankedMemRefDescriptor, ops, types};

/// Where a descriptor is copied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Destination {
    /// The heap.
    Heap,
    /// The stack; the source is freed.
    Stack,
}

/// Copies the ranked descriptor behind an unranked one and gives a new unranked one. `None` if the module has a function
/// of the name of `malloc` or `free` with another type; that is reported.
pub(super) fn copy_unranked(
    rw: &mut Rewriter<'_>,
    loc: Location,
    operand: ValueId,
    destination: Destination,
    converter: &LlvmTypeConverter,
) -> Option<ValueId> {
    let (ctx, ptr, index) = (rw.ctx, types::ptr(rw.ctx), converter.index_type(rw.ctx));
    let descriptor = UnrankedMemRefDescriptor::new(operand);
    let size = descriptor.compute_size(rw, loc, converter);
    let prototype = match destination {
        Destination::Heap => functions::malloc(ctx, index),
        Destination::Stack => functions::free(ctx),
    };
    let function = functions::callee(rw, &prototype)?;
    let memory = match destination {
        Destination::Heap => {
            let call = ops::call(rw, loc, function, &[size], Some(ptr));
            rw.body.result(call, 0)
        }
        Destination::Stack => ops::alloca(rw, loc, ptr, Type::I8, size, None),
    };
    let source = descriptor.descriptor_ptr(rw, loc);
    let properties = [("isVolatile", Some(Attribute::FALSE))];
    let def = llvm::MemcpyIntrOp::DEF;
    rw.insert(ops::state(ctx, def, loc, &[memory, source, size], &properties, &[]));
    if destination == Destination::Stack {
        ops::call(rw, loc, function, &[source], None);
    }
    let ty = rw.body.value_type(operand);
    let mut copy = UnrankedMemRefDescriptor::poison(rw, loc, ty);
    let rank = descriptor.rank(rw, loc);
    copy.set_rank(rw, loc, rank);
    copy.set_descriptor_ptr(rw, loc, memory);
    Some(copy.value())
}
