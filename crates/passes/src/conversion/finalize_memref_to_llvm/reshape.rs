//! `memref.reshape`: the same memory with a shape that stands in memory itself.

use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_dialects::{llvm, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, DYNAMIC, InsertPoint, Location, OpId, OperationState, Type, ValueId};

use super::Lowering;
use super::cast::Place;
use crate::conversion::llvm_common::ops::{self, GepIndex};

use crate::conversion::llvm_common::{MemRefDescriptor, UnrankedMemRefDescriptor, types};

/// Lowers a reshape: to a known rank by filling in a descriptor, to an open one by a loop that does so.
pub(super) fn lower_reshape(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let has_known_rank = op_ref.operand_type(1).shape(rw.ctx)? != [DYNAMIC];
    let value = match (has_known_rank, op_ref.result_type(0).shape(rw.ctx).is_some()) {
        (true, true) => ranked(lowering, rw, op, operands)?,
        (false, false) => unranked(lowering, rw, op, operands)?,
        _ => return None,
    };
    rw.replace(op, &[value]);
    Some(())
}

fn ranked(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, target, shape) = (op_ref.operand_type(0), op_ref.result_type(0), op_ref.operand(1));
    let ty = lowering.types.convert(ctx, target)?;
    let (strides, offset) = strides_and_offset(ctx, target)?;
    if offset == DYNAMIC {
        return None;
    }
    let sizes = target.shape(ctx)?.to_vec();
    let index = lowering.types.index_type(ctx);
    let reads_index = op_ref.operand_type(1).element_or_self(ctx) == index;
    if sizes.contains(&DYNAMIC) && !lowering.loads_sizes && !reads_index {
        return None;
    }
    let mut descriptor = MemRefDescriptor::poison(rw, loc, ty);
    let (allocated, aligned) = Place::of(lowering, rw, source, operands[0], loc)?.pointers(rw, loc);
    descriptor.set_allocated_ptr(rw, loc, allocated);
    descriptor.set_aligned_ptr(rw, loc, aligned);
    descriptor.set_constant_offset(rw, loc, offset);
    // The product of the inner sizes.
    let mut product = None;
    for (dim, (&size, &stride)) in sizes.iter().zip(&strides).enumerate().rev() {
        let stride = match (stride, product) {
            (DYNAMIC, Some(product)) => product,
            (DYNAMIC, None) => ops::index_constant(rw, loc, index, 1),
            (stride, _) => ops::index_constant(rw, loc, index, stride),
        };
        let size = match size {
            DYNAMIC => loaded_size(rw, loc, shape, dim, index),
            size => ops::index_constant(rw, loc, index, size),
        };
        descriptor.set_size(rw, loc, dim, size);
        descriptor.set_stride(rw, loc, dim, stride);
        product = Some(ops::binary(rw, llvm::MulOp::DEF, loc, stride, size));
    }
    Some(descriptor.value())
}

/// Reads a size from the memory that holds the shape.
fn loaded_size(rw: &mut Rewriter<'_>, loc: Location, shape: ValueId, dim: usize, index: Type) -> ValueId {
    let element = rw.body.value_type(shape).element_or_self(rw.ctx);
    let place = ops::index_constant(rw, loc, index, dim as i64);
    let state = memref::LoadOp::build(rw.ctx, loc, shape, &[place], None, None, &[element]);
    let size = rw.insert_value(state);
    if element == index {
        size
    } else {
        ops::unrealized_cast(rw, loc, index, &[size])
    }
}

fn unranked(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (source, target) = (op_ref.operand_type(0), op_ref.result_type(0));
    let converter = &lowering.types;
    let ty = converter.convert(ctx, target)?;
    let element_ptr = lowering.element_ptr(ctx, target)?;
    // Sizes are copied as they are.
    if lowering.element(ctx, op_ref.operand_type(1))? != converter.index_type(ctx) {
        return None;
    }
    let shape = MemRefDescriptor::new(operands[1]);
    let rank = shape.size(rw, loc, 0);
    let mut descriptor = UnrankedMemRefDescriptor::poison(rw, loc, ty);
    descriptor.set_rank(rw, loc, rank);
    let bytes = descriptor.compute_size(rw, loc, converter);
    let memory = ops::alloca(rw, loc, types::ptr(ctx), Type::I8, bytes, None);
    descriptor.set_descriptor_ptr(rw, loc, memory);

    let place = Place::of(lowering, rw, source, operands[0], loc)?;
    let (allocated, aligned) = place.pointers(rw, loc);
    let offset = place.offset(lowering, rw, loc);
    UnrankedMemRefDescriptor::set_allocated_ptr(rw, loc, memory, allocated);
    UnrankedMemRefDescriptor::set_aligned_ptr(rw, loc, memory, element_ptr, aligned);
    UnrankedMemRefDescriptor::set_offset(rw, loc, memory, element_ptr, offset);
    let sizes = UnrankedMemRefDescriptor::size_base_ptr(rw, loc, converter, memory, element_ptr);
    let strides = UnrankedMemRefDescriptor::stride_base_ptr(rw, loc, converter, sizes, rank);
    let given = shape.aligned_ptr(rw, loc);
    let copy = ShapeCopy {
        rank,
        given,
        sizes,
        strides,
    };
    copy.insert_loop(lowering, rw, op, loc)?;
    Some(descriptor.value())
}

/// Copies sizes from where they are given into a descriptor, and computes the strides.
struct ShapeCopy {
    rank: ValueId,
    given: ValueId,
    sizes: ValueId,
    strides: ValueId,
}

impl ShapeCopy {
    /// Inserts a loop from the innermost dimension outwards, behind which is what stood behind `op`.
    fn insert_loop(&self, lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, loc: Location) -> Option<()> {
        let (ctx, converter) = (rw.ctx, &lowering.types);
        let index = converter.index_type(ctx);
        let one = ops::index_constant(rw, loc, index, 1);
        let last = ops::binary(rw, llvm::SubOp::DEF, loc, self.rank, one);
        let before = rw.body.parent_block(op)?;
        let [head, copy, end] = split_behind(rw, op)?;
        let dim = rw.body.add_block_arg(head, index, loc);
        let stride = rw.body.add_block_arg(head, index, loc);
        rw.set_end(before);
        ops::br(rw, loc, head, &[last, one]);

        rw.set_end(head);
        let zero = ops::index_constant(rw, loc, index, 0);
        let goes_on = ops::icmp(rw, loc, "sge", dim, zero);
        let mut branch = OperationState::of(llvm::CondBrOp::DEF, loc)
            .operands(&[goes_on])
            .successors(&[copy, end]);
        branch.set_properties(ctx, &[], &[1, 0, 0]);
        rw.insert(branch);

        rw.set_end(copy);
        let ptr = types::ptr(ctx);
        let place = [GepIndex::Value(dim)];
        let address = ops::gep(rw, loc, ptr, index, self.given, &place, None);
        let size = ops::load(rw, loc, index, address, None);
        UnrankedMemRefDescriptor::set_element(rw, loc, converter, self.sizes, dim, size);
        UnrankedMemRefDescriptor::set_element(rw, loc, converter, self.strides, dim, stride);
        let outer_stride = ops::binary(rw, llvm::MulOp::DEF, loc, stride, size);
        let outer_dim = ops::binary(rw, llvm::SubOp::DEF, loc, dim, one);
        ops::br(rw, loc, head, &[outer_dim, outer_stride]);
        Some(())
    }
}

/// Two empty blocks and a block of what stands behind `op`, at the end of the region.
fn split_behind(rw: &mut Rewriter<'_>, op: OpId) -> Option<[BlockId; 3]> {
    let region = rw.body.parent_region(op)?;
    let behind = rw.body.after(op);
    let head = rw.split_block(behind);
    let first = rw
        .body
        .block(head)
        .first_op()
        .map_or(InsertPoint::End(head), InsertPoint::Before);
    let end = rw.split_block(first);
    let copy = rw.split_block(InsertPoint::End(head));
    for block in [head, copy, end] {
        rw.body.move_block(block, region, None);
    }
    Some([head, copy, end])
}
