//! Other views of the same memory: `memref.cast`, `reinterpret_cast`, `memory_space_cast`, `transpose` and `view`.

use asyncir_dialects::llvm;
use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{AttrKind, Attribute, DYNAMIC, Location, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::{MemRefDescriptor, UnrankedMemRefDescriptor, types};

/// Puts a descriptor on the stack.
pub(super) fn promote(rw: &mut Rewriter<'_>, loc: Location, descriptor: ValueId) -> ValueId {
    // However wide indices are, as in MLIR.
    let one = ops::index_constant(rw, loc, Type::I64, 1);
    promote_with(rw, loc, descriptor, one)
}

/// Puts a descriptor on the stack; `one` is a constant 1.
pub(super) fn promote_with(rw: &mut Rewriter<'_>, loc: Location, descriptor: ValueId, one: ValueId) -> ValueId {
    let ty = rw.body.value_type(descriptor);
    let ptr = types::ptr(rw.ctx);
    let memory = ops::alloca(rw, loc, ptr, ty, one, None);
    ops::store(rw, loc, descriptor, memory, None);
    memory
}

/// Lowers a cast: between ranked memrefs nothing changes; an unranked one refers to a ranked descriptor on the stack.
pub(super) fn lower_cast(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, target) = (op_ref.operand_type(0), op_ref.result_type(0));
    let target_llvm = lowering.types.convert(ctx, target)?;
    let is_ranked = |ty: Type| ty.shape(ctx).is_some();
    let value = match (is_ranked(source), is_ranked(target)) {
        (true, true) if lowering.types.convert(ctx, source) == Some(target_llvm) => operands[0],
        (true, false) => {
            let rank = source.shape(ctx)?.len() as i64;
            let ptr = promote(rw, loc, operands[0]);
            let rank = ops::index_constant(rw, loc, lowering.types.index_type(ctx), rank);
            let mut descriptor = UnrankedMemRefDescriptor::poison(rw, loc, target_llvm);
            descriptor.set_rank(rw, loc, rank);
            descriptor.set_descriptor_ptr(rw, loc, ptr);
            descriptor.value()
        }
        (false, true) => {
            let ptr = UnrankedMemRefDescriptor::new(operands[0]).descriptor_ptr(rw, loc);
            ops::load(rw, loc, target_llvm, ptr, None)
        }
        _ => return None,
    };
    rw.replace(op, &[value]);
    Some(())
}

/// Reads the allocated and the aligned pointer of a memref, ranked or not.
fn pointers(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    loc: Location,
    memref: Type,
    value: ValueId,
) -> Option<(ValueId, ValueId)> {
    Place::of(lowering, rw, memref, value, loc).map(|place| place.pointers(rw, loc))
}

/// Where a memref's memory is: in its descriptor, or in the one that the descriptor of an unranked memref points to.
pub(super) enum Place {
    /// A descriptor.
    Ranked(MemRefDescriptor),
    /// A pointer to a descriptor, and the type of its pointers.
    Unranked(ValueId, Type),
}

impl Place {
    /// The place of a memref with what its value has become.
    pub(super) fn of(
        lowering: &Lowering,
        rw: &mut Rewriter<'_>,
        memref: Type,
        value: ValueId,
        loc: Location,
    ) -> Option<Self> {
        if memref.shape(rw.ctx).is_some() {
            return Some(Self::Ranked(MemRefDescriptor::new(value)));
        }
        let element_ptr = lowering.element_ptr(rw.ctx, memref)?;
        let descriptor = UnrankedMemRefDescriptor::new(value).descriptor_ptr(rw, loc);
        Some(Self::Unranked(descriptor, element_ptr))
    }

    /// Reads the allocated and the aligned pointer.
    pub(super) fn pointers(&self, rw: &mut Rewriter<'_>, loc: Location) -> (ValueId, ValueId) {
        match *self {
            Self::Ranked(descriptor) => (descriptor.allocated_ptr(rw, loc), descriptor.aligned_ptr(rw, loc)),
            Self::Unranked(descriptor, element_ptr) => (
                UnrankedMemRefDescriptor::allocated_ptr(rw, loc, descriptor, element_ptr),
                UnrankedMemRefDescriptor::aligned_ptr(rw, loc, descriptor, element_ptr),
            ),
        }
    }

    /// Reads the offset.
    pub(super) fn offset(&self, lowering: &Lowering, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        match *self {
            Self::Ranked(descriptor) => descriptor.offset(rw, loc),
            Self::Unranked(descriptor, element_ptr) => {
                UnrankedMemRefDescriptor::offset(rw, loc, &lowering.types, descriptor, element_ptr)
            }
        }
    }
}

/// Lowers a cast that gives offset, sizes and strides anew.
pub(super) fn lower_reinterpret_cast(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, target) = (op_ref.operand_type(0), op_ref.result_type(0));
    let numbers = |name: &'static str| op_ref.property(name).and_then(|attr| attr.as_dense_ints(ctx));
    let offsets = numbers("static_offsets")?;
    let sizes = numbers("static_sizes")?;
    let strides = numbers("static_strides")?;
    // Open offsets, sizes and strides stand behind the source, group by group.
    let count_open = |numbers: &[i64]| numbers.iter().filter(|&&n| n == DYNAMIC).count();
    let (open_offsets, rest) = operands.get(1..)?.split_at_checked(count_open(&offsets))?;
    let (open_sizes, open_strides) = rest.split_at_checked(count_open(&sizes))?;
    let (mut open_sizes, mut open_strides) = (open_sizes.iter(), open_strides.iter());
    let target_llvm = lowering.types.convert(ctx, target)?;

    let mut descriptor = MemRefDescriptor::poison(rw, loc, target_llvm);
    let (allocated, aligned) = pointers(lowering, rw, loc, source, operands[0])?;
    descriptor.set_allocated_ptr(rw, loc, allocated);
    descriptor.set_aligned_ptr(rw, loc, aligned);
    match (open_offsets.first(), offsets.first()) {
        (Some(&offset), _) => descriptor.set_offset(rw, loc, offset),
        (None, Some(&offset)) => descriptor.set_constant_offset(rw, loc, offset),
        (None, None) => return None,
    }
    for (dim, (&size, &stride)) in sizes.iter().zip(&strides).enumerate() {
        match size {
            DYNAMIC => descriptor.set_size(rw, loc, dim, *open_sizes.next()?),
            size => descriptor.set_constant_size(rw, loc, dim, size),
        }
        match stride {
            DYNAMIC => descriptor.set_stride(rw, loc, dim, *open_strides.next()?),
            stride => descriptor.set_constant_stride(rw, loc, dim, stride),
        }
    }
    rw.replace(op, &[descriptor.value()]);
    Some(())
}

/// Lowers a cast to another memory space: the two pointers of the ranked descriptor are cast.
pub(super) fn lower_memory_space_cast(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, target) = (op_ref.operand_type(0), op_ref.result_type(0));
    let target_llvm = lowering.types.convert(ctx, target)?;
    let ptr = lowering.element_ptr(ctx, target)?;
    if source.shape(ctx).is_none() {
        let source_ptr = lowering.element_ptr(ctx, source)?;
        let value = cast_unranked(lowering, rw, (loc, operands[0]), target_llvm, [source_ptr, ptr]);
        rw.replace(op, &[value]);
        return Some(());
    }
    let mut fields = MemRefDescriptor::new(operands[0]).unpack(rw, loc, source);
    for pointer in &mut fields[..2] {
        *pointer = ops::simple(rw, llvm::AddrSpaceCastOp::DEF, loc, &[*pointer], ptr);
    }
    let value = MemRefDescriptor::pack(rw, loc, target, &fields)?;
    rw.replace(op, &[value]);
    Some(())
}

/// Puts a copy of the ranked descriptor on the stack, with its pointers cast from the one type to the other.
fn cast_unranked(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    (loc, source): (Location, ValueId),
    target_llvm: Type,
    [source_ptr, target_ptr]: [Type; 2],
) -> ValueId {
    let converter = &lowering.types;
    let source = UnrankedMemRefDescriptor::new(source);
    let rank = source.rank(rw, loc);
    let from = source.descriptor_ptr(rw, loc);
    let mut target = UnrankedMemRefDescriptor::poison(rw, loc, target_llvm);
    target.set_rank(rw, loc, rank);
    let bytes = target.compute_size(rw, loc, converter);
    let to = ops::alloca(rw, loc, types::ptr(rw.ctx), Type::I8, bytes, None);
    target.set_descriptor_ptr(rw, loc, to);
    let pointers = [
        UnrankedMemRefDescriptor::allocated_ptr(rw, loc, from, source_ptr),
        UnrankedMemRefDescriptor::aligned_ptr(rw, loc, from, source_ptr),
    ];
    let [allocated, aligned] =
        pointers.map(|pointer| ops::simple(rw, llvm::AddrSpaceCastOp::DEF, loc, &[pointer], target_ptr));
    UnrankedMemRefDescriptor::set_allocated_ptr(rw, loc, to, allocated);
    UnrankedMemRefDescriptor::set_aligned_ptr(rw, loc, to, target_ptr, aligned);
    // Offset, sizes and strides stay as they are.
    let from = UnrankedMemRefDescriptor::offset_address(rw, loc, from, source_ptr);
    let to = UnrankedMemRefDescriptor::offset_address(rw, loc, to, target_ptr);
    let pointer_bytes = 2 * i64::from(converter.pointer_bitwidth().div_ceil(8));
    let skipped = ops::index_constant(rw, loc, converter.index_type(rw.ctx), pointer_bytes);
    let rest = ops::binary(rw, llvm::SubOp::DEF, loc, bytes, skipped);
    let properties = [("isVolatile", Some(Attribute::FALSE))];
    let copy = ops::state(
        rw.ctx,
        llvm::MemcpyIntrOp::DEF,
        loc,
        &[to, from, rest],
        &properties,
        &[],
    );
    rw.insert(copy);
    target.value()
}

/// Lowers a permutation of the dimensions: sizes and strides change places.
pub(super) fn lower_transpose(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let target = op_ref.result_type(0);
    let permutation = permutation_of(ctx, op_ref.property("permutation")?)?;
    let source = MemRefDescriptor::new(operands[0]);
    if permutation.iter().enumerate().all(|(target, &source)| target == source) {
        rw.replace(op, operands);
        return Some(());
    }
    let ty = lowering.types.convert(ctx, target)?;
    let mut descriptor = MemRefDescriptor::poison(rw, loc, ty);
    let allocated = source.allocated_ptr(rw, loc);
    descriptor.set_allocated_ptr(rw, loc, allocated);
    let aligned = source.aligned_ptr(rw, loc);
    descriptor.set_aligned_ptr(rw, loc, aligned);
    let offset = source.offset(rw, loc);
    descriptor.set_offset(rw, loc, offset);
    for (dim, &from) in permutation.iter().enumerate() {
        let size = source.size(rw, loc, from);
        descriptor.set_size(rw, loc, dim, size);
        let stride = source.stride(rw, loc, from);
        descriptor.set_stride(rw, loc, dim, stride);
    }
    rw.replace(op, &[descriptor.value()]);
    Some(())
}

fn permutation_of(ctx: &asyncir_ir::Context, attr: Attribute) -> Option<Vec<usize>> {
    let AttrKind::AffineMap(map) = attr.kind(ctx) else {
        return None;
    };
    map.results()
        .iter()
        .map(|expr| match expr {
            asyncir_ir::affine::AffineExpr::Dim(dim) => Some(*dim as usize),
            _ => None,
        })
        .collect()
}

/// Lowers a typed view of bytes, dense and shifted by a number of bytes.
pub(super) fn lower_view(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, target) = (op_ref.operand_type(0), op_ref.result_type(0));
    let (strides, _) = strides_and_offset(ctx, target)?;
    if !matches!(target.kind(ctx), TypeKind::MemRef { .. }) || strides.last().is_some_and(|s| *s > 1) {
        return None;
    }
    let shape = target.shape(ctx)?.to_vec();
    let ty = lowering.types.convert(ctx, target)?;
    let byte = lowering.element(ctx, source)?;
    let from = MemRefDescriptor::new(operands[0]);
    let mut descriptor = MemRefDescriptor::poison(rw, loc, ty);
    let allocated = from.allocated_ptr(rw, loc);
    descriptor.set_allocated_ptr(rw, loc, allocated);
    let aligned = from.aligned_ptr(rw, loc);
    let ptr = rw.body.value_type(aligned);
    let shift = [GepIndex::Value(operands[1])];
    let aligned = ops::gep(rw, loc, ptr, byte, aligned, &shift, None);
    descriptor.set_aligned_ptr(rw, loc, aligned);
    descriptor.set_constant_offset(rw, loc, 0);
    let index = lowering.types.index_type(ctx);
    let mut open = operands[2..].iter().rev();
    let mut inner: Option<(ValueId, ValueId)> = None;
    for dim in (0..shape.len()).rev() {
        let size = match shape[dim] {
            DYNAMIC => *open.next()?,
            size => ops::index_constant(rw, loc, index, size),
        };
        descriptor.set_size(rw, loc, dim, size);
        let stride = match (strides[dim], inner) {
            (DYNAMIC, Some((size, stride))) => ops::binary(rw, llvm::MulOp::DEF, loc, stride, size),
            (DYNAMIC, None) => ops::index_constant(rw, loc, index, 1),
            (stride, _) => ops::index_constant(rw, loc, index, stride),
        };
        descriptor.set_stride(rw, loc, dim, stride);
        inner = Some((size, stride));
    }
    rw.replace(op, &[descriptor.value()]);
    Some(())
}
