//! `memref.alloc`, `memref.alloca` and `memref.dealloc`.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, DYNAMIC, Location, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use super::size_of::{bytes_of, bytes_of_one, static_bytes};
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::{MemRefDescriptor, UnrankedMemRefDescriptor, functions, types};

/// What `aligned_alloc` is asked for at least.
const MIN_ALIGNED_ALLOC_ALIGNMENT: u64 = 16;

/// The sizes and strides of memory to be allocated, and how many elements it has.
pub(super) struct Shape {
    sizes: Vec<ValueId>,
    strides: Vec<ValueId>,
    /// The number of elements.
    pub(super) count: ValueId,
}

impl Shape {
    /// Computes them from the type and the sizes it leaves open.
    pub(super) fn compute(
        lowering: &Lowering,
        rw: &mut Rewriter<'_>,
        loc: Location,
        memref: Type,
        dynamic_sizes: &[ValueId],
    ) -> Option<Self> {
        let index = lowering.types.index_type(rw.ctx);
        let shape = memref.shape(rw.ctx)?.to_vec();
        let mut open = dynamic_sizes.iter();
        let mut sizes = Vec::with_capacity(shape.len());
        for &size in &shape {
            sizes.push(if size == DYNAMIC {
                *open.next()?
            } else {
                ops::index_constant(rw, loc, index, size)
            });
        }
        let mut strides = Vec::with_capacity(shape.len());
        let mut count = ops::index_constant(rw, loc, index, 1);
        let mut known = Some(1i64);
        for (&size, &value) in shape.iter().zip(&sizes).rev() {
            strides.insert(0, count);
            let was_one = known == Some(1);
            known = known.filter(|_| size != DYNAMIC).map(|n| n.wrapping_mul(size));
            count = match known {
                _ if was_one => value,
                None => ops::binary(rw, llvm::MulOp::DEF, loc, count, value),
                Some(known) => ops::index_constant(rw, loc, index, known),
            };
        }
        Some(Self { sizes, strides, count })
    }

    /// Fills a descriptor.
    pub(super) fn describe(
        &self,
        lowering: &Lowering,
        rw: &mut Rewriter<'_>,
        loc: Location,
        memref: Type,
        memory: Memory,
    ) -> Option<ValueId> {
        let ty = lowering.types.convert(rw.ctx, memref)?;
        let mut descriptor = MemRefDescriptor::poison(rw, loc, ty);
        descriptor.set_allocated_ptr(rw, loc, memory.allocated);
        descriptor.set_aligned_ptr(rw, loc, memory.aligned);
        descriptor.set_constant_offset(rw, loc, 0);
        for (dim, &size) in self.sizes.iter().enumerate() {
            descriptor.set_size(rw, loc, dim, size);
        }
        for (dim, &stride) in self.strides.iter().enumerate() {
            descriptor.set_stride(rw, loc, dim, stride);
        }
        Some(descriptor.value())
    }
}

/// The pointers of allocated memory.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) allocated: ValueId,
    pub(super) aligned: ValueId,
}

/// A call that allocates at least `bytes`.
struct Request {
    memref: Type,
    alignment: Option<i64>,
    bytes: ValueId,
    loc: Location,
}

type AllocateFn = fn(&Lowering, &mut Rewriter<'_>, &Request) -> Option<Memory>;

/// Lowers an allocation on the heap to `malloc`, with room to align the pointer.
pub(super) fn lower_alloc(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    lower_heap(lowering, rw, op, operands, allocate)
}

/// Lowers an allocation on the heap to `aligned_alloc`.
pub(super) fn lower_alloc_aligned(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    lower_heap(lowering, rw, op, operands, allocate_aligned)
}

fn lower_heap(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    allocate: AllocateFn,
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (memref, loc) = (op_ref.result_type(0), op_ref.location());
    let alignment = op_ref.property("alignment").and_then(|attr| attr.as_i64(rw.ctx));
    if !lowering.is_dense(rw.ctx, memref) {
        return None;
    }
    let shape = Shape::compute(lowering, rw, loc, memref, operands)?;
    let element = memref.element_or_self(rw.ctx);
    let bytes = bytes_of(lowering, rw, loc, element, GepIndex::Value(shape.count))?;
    let request = Request {
        memref,
        alignment,
        bytes,
        loc,
    };
    let memory = allocate(lowering, rw, &request)?;
    let value = shape.describe(lowering, rw, loc, memref, memory)?;
    rw.replace(op, &[value]);
    Some(())
}

fn allocate(lowering: &Lowering, rw: &mut Rewriter<'_>, request: &Request) -> Option<Memory> {
    let (ctx, loc) = (rw.ctx, request.loc);
    let index = lowering.types.index_type(ctx);
    let element = request.memref.element_or_self(ctx);
    // `malloc` aligns for the largest scalar, so only other elements need more.
    let alignment = match request.alignment {
        Some(alignment) => Some(ops::index_constant(rw, loc, index, alignment)),
        None if is_scalar(ctx, element) => None,
        None => Some(bytes_of_one(lowering, rw, loc, element)?),
    };
    let bytes = match alignment {
        Some(alignment) => ops::binary(rw, llvm::AddOp::DEF, loc, request.bytes, alignment),
        None => request.bytes,
    };
    let prototype = if lowering.use_generic_functions {
        functions::generic_alloc(ctx, index)
    } else {
        functions::malloc(ctx, index)
    };
    let function = functions::callee(rw, &prototype)?;
    let allocated = call_allocator(lowering, rw, request, function, &[bytes])?;
    let Some(alignment) = alignment else {
        return Some(Memory {
            allocated,
            aligned: allocated,
        });
    };
    let address = ops::simple(rw, llvm::PtrToIntOp::DEF, loc, &[allocated], index);
    let aligned = round_up(lowering, rw, loc, address, alignment);
    let ptr = lowering.element_ptr(ctx, request.memref)?;
    let aligned = ops::simple(rw, llvm::IntToPtrOp::DEF, loc, &[aligned], ptr);
    Some(Memory { allocated, aligned })
}

fn allocate_aligned(lowering: &Lowering, rw: &mut Rewriter<'_>, request: &Request) -> Option<Memory> {
    let (ctx, loc) = (rw.ctx, request.loc);
    let index = lowering.types.index_type(ctx);
    let element_bytes = static_bytes(lowering, ctx, request.memref.element_or_self(ctx))?;
    let alignment = match request.alignment {
        Some(alignment) => u64::try_from(alignment).ok()?.max(1),
        None => element_bytes.next_power_of_two().max(MIN_ALIGNED_ALLOC_ALIGNMENT),
    };
    let alignment_value = ops::index_constant(rw, loc, index, i64::try_from(alignment).ok()?);
    // `aligned_alloc` wants a multiple of the alignment.
    let bytes = if known_divisor(ctx, request.memref, element_bytes).is_multiple_of(alignment) {
        request.bytes
    } else {
        round_up(lowering, rw, loc, request.bytes, alignment_value)
    };
    let prototype = if lowering.use_generic_functions {
        functions::generic_aligned_alloc(ctx, index)
    } else {
        functions::aligned_alloc(ctx, index)
    };
    let function = functions::callee(rw, &prototype)?;
    let allocated = call_allocator(lowering, rw, request, function, &[alignment_value, bytes])?;
    Some(Memory {
        allocated,
        aligned: allocated,
    })
}

/// A number that the size in bytes of a memref is a multiple of.
fn known_divisor(ctx: &Context, memref: Type, element_bytes: u64) -> u64 {
    let sizes = memref.shape(ctx).unwrap_or_default();
    let known = sizes.iter().filter_map(|&size| u64::try_from(size).ok());
    known.fold(element_bytes, u64::wrapping_mul)
}

fn call_allocator(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    request: &Request,
    function: asyncir_ir::Ident,
    arguments: &[ValueId],
) -> Option<ValueId> {
    let ptr = types::ptr(rw.ctx);
    let call = ops::call(rw, request.loc, function, arguments, Some(ptr));
    let allocated = rw.body.result(call, 0);
    let wanted = lowering.element_ptr(rw.ctx, request.memref)?;
    if wanted == ptr {
        return Some(allocated);
    }
    Some(ops::simple(
        rw,
        llvm::AddrSpaceCastOp::DEF,
        request.loc,
        &[allocated],
        wanted,
    ))
}

fn is_scalar(ctx: &Context, ty: Type) -> bool {
    ty.is_index() || ty.is_signless_int(ctx) || matches!(ty.kind(ctx), TypeKind::Float(_))
}

/// Rounds `value` up to a multiple of `alignment`.
fn round_up(lowering: &Lowering, rw: &mut Rewriter<'_>, loc: Location, value: ValueId, alignment: ValueId) -> ValueId {
    let index = lowering.types.index_type(rw.ctx);
    let one = ops::index_constant(rw, loc, index, 1);
    let bump = ops::binary(rw, llvm::SubOp::DEF, loc, alignment, one);
    let bumped = ops::binary(rw, llvm::AddOp::DEF, loc, value, bump);
    let rest = ops::binary(rw, llvm::URemOp::DEF, loc, bumped, alignment);
    ops::binary(rw, llvm::SubOp::DEF, loc, bumped, rest)
}

/// Lowers an allocation on the stack.
pub(super) fn lower_alloca(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (memref, loc) = (op_ref.result_type(0), op_ref.location());
    let alignment = op_ref
        .property("alignment")
        .and_then(|attr| attr.as_i64(rw.ctx))
        .filter(|&bytes| bytes != 0);
    if !lowering.is_dense(rw.ctx, memref) {
        return None;
    }
    let shape = Shape::compute(lowering, rw, loc, memref, operands)?;
    let element = lowering.element(rw.ctx, memref)?;
    let ptr = lowering.element_ptr(rw.ctx, memref)?;
    let allocated = ops::alloca(rw, loc, ptr, element, shape.count, alignment);
    let memory = Memory {
        allocated,
        aligned: allocated,
    };
    let value = shape.describe(lowering, rw, loc, memref, memory)?;
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers freeing to `free` on the pointer that was allocated.
pub(super) fn lower_dealloc(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let memref = rw.body.value_type(rw.body.operand(op, 0));
    let prototype = if lowering.use_generic_functions {
        functions::generic_free(ctx)
    } else {
        functions::free(ctx)
    };
    let function = functions::callee(rw, &prototype)?;
    let element_ptr = lowering.element_ptr(ctx, memref)?;
    let mut allocated = if matches!(memref.kind(ctx), TypeKind::UnrankedMemRef { .. }) {
        let descriptor = UnrankedMemRefDescriptor::new(operands[0]).descriptor_ptr(rw, loc);
        UnrankedMemRefDescriptor::allocated_ptr(rw, loc, descriptor, element_ptr)
    } else {
        MemRefDescriptor::new(operands[0]).allocated_ptr(rw, loc)
    };
    let ptr = types::ptr(ctx);
    if element_ptr != ptr {
        allocated = ops::simple(rw, llvm::AddrSpaceCastOp::DEF, loc, &[allocated], ptr);
    }
    ops::call(rw, loc, function, &[allocated], None);
    rw.erase(op);
    Some(())
}
