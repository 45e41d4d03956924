//! Descriptors of unranked memrefs: `{rank, pointer to the descriptor of a ranked memref}`.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, Type, ValueId};

use super::ops::{self, GepIndex};
use super::{LlvmTypeConverter, types};

const RANK: i64 = 0;
const POINTER: i64 = 1;

/// A value of the unranked descriptor type. Setters insert an op and then stand for the new value.
#[derive(Clone, Copy, Debug)]
pub struct UnrankedMemRefDescriptor {
    value: ValueId,
}

impl UnrankedMemRefDescriptor {
    /// How many fields [`UnrankedMemRefDescriptor::unpack`] gives.
    pub const NUM_UNPACKED: usize = 2;

    /// The descriptor that a value is.
    pub fn new(value: ValueId) -> Self {
        Self { value }
    }

    /// A descriptor whose fields are both still to be set.
    pub fn poison(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> Self {
        Self::new(ops::poison(rw, loc, ty))
    }

    /// The value.
    pub fn value(self) -> ValueId {
        self.value
    }

    /// Reads the rank.
    pub fn rank(self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        ops::extract_value(rw, loc, self.value, &[RANK])
    }

    /// Sets the rank.
    pub fn set_rank(&mut self, rw: &mut Rewriter<'_>, loc: Location, rank: ValueId) {
        self.value = ops::insert_value(rw, loc, self.value, rank, &[RANK]);
    }

    /// Reads the pointer to the ranked descriptor.
    pub fn descriptor_ptr(self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        ops::extract_value(rw, loc, self.value, &[POINTER])
    }

    /// Sets the pointer to the ranked descriptor.
    pub fn set_descriptor_ptr(&mut self, rw: &mut Rewriter<'_>, loc: Location, ptr: ValueId) {
        self.value = ops::insert_value(rw, loc, self.value, ptr, &[POINTER]);
    }

    /// Fills a descriptor from rank and pointer. `None` if these are not the two fields.
    pub fn pack(rw: &mut Rewriter<'_>, loc: Location, fields: &[ValueId]) -> Option<ValueId> {
        let &[rank, ptr] = fields else { return None };
        let field_types = [rw.body.value_type(rank), rw.body.value_type(ptr)];
        if !field_types[0].is_signless_int(rw.ctx) || !types::is_ptr(rw.ctx, field_types[1]) {
            return None;
        }
        let mut desc = Self::poison(rw, loc, types::literal_struct(rw.ctx, &field_types));
        desc.set_rank(rw, loc, rank);
        desc.set_descriptor_ptr(rw, loc, ptr);
        Some(desc.value)
    }

    /// Reads rank and pointer.
    pub fn unpack(self, rw: &mut Rewriter<'_>, loc: Location) -> Vec<ValueId> {
        vec![self.rank(rw, loc), self.descriptor_ptr(rw, loc)]
    }

    /// Computes how many bytes the ranked descriptor takes: two pointers, and `1 + 2 * rank` indices.
    pub fn compute_size(self, rw: &mut Rewriter<'_>, loc: Location, converter: &LlvmTypeConverter) -> ValueId {
        let index = converter.index_type(rw.ctx);
        let one = ops::index_constant(rw, loc, index, 1);
        let two = ops::index_constant(rw, loc, index, 2);
        let index_size = ops::index_constant(rw, loc, index, i64::from(converter.index_bitwidth().div_ceil(8)));
        let pointer_size = ops::index_constant(rw, loc, index, i64::from(converter.pointer_bitwidth() / 8));
        let mul = llvm::MulOp::DEF;
        let pointers = ops::binary(rw, mul, loc, two, pointer_size);
        let rank = self.rank(rw, loc);
        let twice_rank = ops::binary(rw, mul, loc, two, rank);
        let indices = ops::binary(rw, llvm::AddOp::DEF, loc, twice_rank, one);
        let rest = ops::binary(rw, mul, loc, indices, index_size);
        ops::binary(rw, llvm::AddOp::DEF, loc, pointers, rest)
    }

    /// Reads the allocated pointer through a pointer to the ranked descriptor.
    pub fn allocated_ptr(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, element_ptr: Type) -> ValueId {
        ops::load(rw, loc, element_ptr, desc, None)
    }

    /// Sets the allocated pointer through a pointer to the ranked descriptor.
    pub fn set_allocated_ptr(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, ptr: ValueId) {
        ops::store(rw, loc, ptr, desc, None);
    }

    fn aligned_ptr_address(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, element_ptr: Type) -> ValueId {
        let ptr = types::ptr(rw.ctx);
        let indices = [GepIndex::Constant(1)];
        ops::gep(rw, loc, ptr, element_ptr, desc, &indices, None)
    }

    /// Reads the aligned pointer through a pointer to the ranked descriptor.
    pub fn aligned_ptr(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, element_ptr: Type) -> ValueId {
        let address = Self::aligned_ptr_address(rw, loc, desc, element_ptr);
        ops::load(rw, loc, element_ptr, address, None)
    }

    /// Sets the aligned pointer through a pointer to the ranked descriptor.
    pub fn set_aligned_ptr(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, element_ptr: Type, value: ValueId) {
        let address = Self::aligned_ptr_address(rw, loc, desc, element_ptr);
        ops::store(rw, loc, value, address, None);
    }

    /// The address of the offset in the ranked descriptor.
    pub fn offset_address(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, element_ptr: Type) -> ValueId {
        let ptr = types::ptr(rw.ctx);
        let indices = [GepIndex::Constant(2)];
        ops::gep(rw, loc, ptr, element_ptr, desc, &indices, None)
    }

    /// Reads the offset through a pointer to the ranked descriptor.
    pub fn offset(
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        desc: ValueId,
        element_ptr: Type,
    ) -> ValueId {
        let address = Self::offset_address(rw, loc, desc, element_ptr);
        let index = converter.index_type(rw.ctx);
        ops::load(rw, loc, index, address, None)
    }

    /// Sets the offset through a pointer to the ranked descriptor.
    pub fn set_offset(rw: &mut Rewriter<'_>, loc: Location, desc: ValueId, element_ptr: Type, offset: ValueId) {
        let address = Self::offset_address(rw, loc, desc, element_ptr);
        ops::store(rw, loc, offset, address, None);
    }

    /// The address of the first size in the ranked descriptor.
    pub fn size_base_ptr(
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        desc: ValueId,
        element_ptr: Type,
    ) -> ValueId {
        let (ptr, index) = (types::ptr(rw.ctx), converter.index_type(rw.ctx));
        let header = types::literal_struct(rw.ctx, &[element_ptr, element_ptr, index, index]);
        let indices = [GepIndex::Constant(0), GepIndex::Constant(3)];
        ops::gep(rw, loc, ptr, header, desc, &indices, None)
    }

    /// The address of the first stride: `rank` sizes behind the first size.
    pub fn stride_base_ptr(
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        size_base: ValueId,
        rank: ValueId,
    ) -> ValueId {
        Self::element_address(rw, loc, converter, size_base, rank)
    }

    fn element_address(
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        base: ValueId,
        index: ValueId,
    ) -> ValueId {
        let (ptr, index_type) = (types::ptr(rw.ctx), converter.index_type(rw.ctx));
        ops::gep(rw, loc, ptr, index_type, base, &[GepIndex::Value(index)], None)
    }

    /// Reads a size or a stride, `base` being the address of the first one.
    pub fn element(
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        base: ValueId,
        index: ValueId,
    ) -> ValueId {
        let address = Self::element_address(rw, loc, converter, base, index);
        let ty = converter.index_type(rw.ctx);
        ops::load(rw, loc, ty, address, None)
    }

    /// Sets a size or a stride, `base` being the address of the first one.
    pub fn set_element(
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        base: ValueId,
        index: ValueId,
        value: ValueId,
    ) {
        let address = Self::element_address(rw, loc, converter, base, index);
        ops::store(rw, loc, value, address, None);
    }
}
