//! Descriptors of ranked memrefs: `{allocated pointer, aligned pointer, offset, sizes, strides}`.

use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, InsertPoint, Location, Type, ValueId};

use super::ops::{self, GepIndex};
use super::{LlvmTypeConverter, types};

const ALLOCATED: i64 = 0;
const ALIGNED: i64 = 1;
const OFFSET: i64 = 2;
const SIZES: i64 = 3;
const STRIDES: i64 = 4;

/// A value of a descriptor type. Setters insert an op and then stand for the new value.
#[derive(Clone, Copy, Debug)]
pub struct MemRefDescriptor {
    value: ValueId,
}

impl MemRefDescriptor {
    /// The descriptor that a value is.
    pub fn new(value: ValueId) -> Self {
        Self { value }
    }

    /// A descriptor whose fields are all still to be set.
    pub fn poison(rw: &mut Rewriter<'_>, loc: Location, ty: Type) -> Self {
        Self::new(ops::poison(rw, loc, ty))
    }

    /// A descriptor of type `ty` of memory whose sizes and strides are all known from the memref type; `None` if they are not.
    pub fn from_static_shape(
        rw: &mut Rewriter<'_>,
        loc: Location,
        ty: Type,
        memref: Type,
        memory: ValueId,
        aligned: ValueId,
    ) -> Option<Self> {
        let (strides, offset) = strides_and_offset(rw.ctx, memref)?;
        let shape = memref.shape(rw.ctx)?.to_vec();
        let mut desc = Self::poison(rw, loc, ty);
        desc.set_allocated_ptr(rw, loc, memory);
        desc.set_aligned_ptr(rw, loc, aligned);
        desc.set_constant_offset(rw, loc, offset);
        for (dim, (&size, &stride)) in shape.iter().zip(&strides).enumerate() {
            desc.set_constant_size(rw, loc, dim, size);
            desc.set_constant_stride(rw, loc, dim, stride);
        }
        Some(desc)
    }

    /// The value.
    pub fn value(self) -> ValueId {
        self.value
    }

    fn get(self, rw: &mut Rewriter<'_>, loc: Location, position: &[i64]) -> ValueId {
        ops::extract_value(rw, loc, self.value, position)
    }

    fn set(&mut self, rw: &mut Rewriter<'_>, loc: Location, position: &[i64], field: ValueId) {
        self.value = ops::insert_value(rw, loc, self.value, field, position);
    }

    fn index_type(self, rw: &Rewriter<'_>) -> Type {
        types::element_at(rw.ctx, rw.body.value_type(self.value), &[OFFSET]).expect("a descriptor has an offset")
    }

    fn index_constant(self, rw: &mut Rewriter<'_>, loc: Location, value: i64) -> ValueId {
        let ty = self.index_type(rw);
        ops::index_constant(rw, loc, ty, value)
    }

    /// Reads the pointer to free the memory by.
    pub fn allocated_ptr(self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        self.get(rw, loc, &[ALLOCATED])
    }

    /// Sets the pointer to free the memory by.
    pub fn set_allocated_ptr(&mut self, rw: &mut Rewriter<'_>, loc: Location, ptr: ValueId) {
        self.set(rw, loc, &[ALLOCATED], ptr);
    }

    /// Reads the pointer to address elements by.
    pub fn aligned_ptr(self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        self.get(rw, loc, &[ALIGNED])
    }

    /// Sets the pointer to address elements by.
    pub fn set_aligned_ptr(&mut self, rw: &mut Rewriter<'_>, loc: Location, ptr: ValueId) {
        self.set(rw, loc, &[ALIGNED], ptr);
    }

    /// Reads the offset, in elements.
    pub fn offset(self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        self.get(rw, loc, &[OFFSET])
    }

    /// Sets the offset, in elements.
    pub fn set_offset(&mut self, rw: &mut Rewriter<'_>, loc: Location, offset: ValueId) {
        self.set(rw, loc, &[OFFSET], offset);
    }

    /// Sets the offset to a number.
    pub fn set_constant_offset(&mut self, rw: &mut Rewriter<'_>, loc: Location, offset: i64) {
        let offset = self.index_constant(rw, loc, offset);
        self.set_offset(rw, loc, offset);
    }

    /// Reads the size of a dimension.
    pub fn size(self, rw: &mut Rewriter<'_>, loc: Location, dim: usize) -> ValueId {
        self.get(rw, loc, &[SIZES, dim as i64])
    }

    /// Reads the size of a dimension that is known only at run time, through the stack: through memory that is taken here or at
    /// `stack`.
    pub fn dynamic_size(
        self,
        rw: &mut Rewriter<'_>,
        loc: Location,
        dim: ValueId,
        rank: i64,
        stack: Option<InsertPoint>,
    ) -> ValueId {
        let index = self.index_type(rw);
        let (array, ptr) = (types::array(rw.ctx, index, rank as u64), types::ptr(rw.ctx));
        let cursor = rw.point();
        rw.set_point(stack.unwrap_or(cursor));
        let one = ops::index_constant(rw, loc, index, 1);
        rw.set_point(cursor);
        let sizes = self.get(rw, loc, &[SIZES]);
        let cursor = rw.point();
        rw.set_point(stack.map_or(cursor, |_| rw.body.after_value(one)));
        let memory = ops::alloca(rw, loc, ptr, array, one, None);
        rw.set_point(cursor);
        ops::store(rw, loc, sizes, memory, None);
        let indices = [GepIndex::Constant(0), GepIndex::Value(dim)];
        let address = ops::gep(rw, loc, ptr, array, memory, &indices, None);
        ops::load(rw, loc, index, address, None)
    }

    /// Sets the size of a dimension.
    pub fn set_size(&mut self, rw: &mut Rewriter<'_>, loc: Location, dim: usize, size: ValueId) {
        self.set(rw, loc, &[SIZES, dim as i64], size);
    }

    /// Sets the size of a dimension to a number.
    pub fn set_constant_size(&mut self, rw: &mut Rewriter<'_>, loc: Location, dim: usize, size: i64) {
        let size = self.index_constant(rw, loc, size);
        self.set_size(rw, loc, dim, size);
    }

    /// Reads the stride of a dimension, in elements.
    pub fn stride(self, rw: &mut Rewriter<'_>, loc: Location, dim: usize) -> ValueId {
        self.get(rw, loc, &[STRIDES, dim as i64])
    }

    /// Sets the stride of a dimension, in elements.
    pub fn set_stride(&mut self, rw: &mut Rewriter<'_>, loc: Location, dim: usize, stride: ValueId) {
        self.set(rw, loc, &[STRIDES, dim as i64], stride);
    }

    /// Sets the stride of a dimension to a number.
    pub fn set_constant_stride(&mut self, rw: &mut Rewriter<'_>, loc: Location, dim: usize, stride: i64) {
        let stride = self.index_constant(rw, loc, stride);
        self.set_stride(rw, loc, dim, stride);
    }

    /// The type of the pointers in the descriptor.
    pub fn element_ptr_type(self, rw: &Rewriter<'_>) -> Type {
        types::element_at(rw.ctx, rw.body.value_type(self.value), &[ALIGNED])
            .expect("a descriptor has an aligned pointer")
    }

    /// The address of the first element: the aligned pointer, moved by the offset unless that is known to be 0. `None`
    /// if the memref is not strided.
    pub fn buffer_ptr(
        self,
        rw: &mut Rewriter<'_>,
        loc: Location,
        converter: &LlvmTypeConverter,
        memref: Type,
    ) -> Option<ValueId> {
        let (_, offset) = strides_and_offset(rw.ctx, memref)?;
        let element = converter.convert(rw.ctx, memref.element_or_self(rw.ctx))?;
        let ptr = self.aligned_ptr(rw, loc);
        if offset == 0 {
            return Some(ptr);
        }
        let offset = if offset == asyncir_ir::DYNAMIC {
            self.offset(rw, loc)
        } else {
            let index = converter.index_type(rw.ctx);
            ops::index_constant(rw, loc, index, offset)
        };
        let ty = rw.body.value_type(ptr);
        let indices = [GepIndex::Value(offset)];
        Some(ops::gep(rw, loc, ty, element, ptr, &indices, None))
    }

    /// Fills a descriptor from its fields, in the order of [`MemRefDescriptor::unpack`]; their types give its type. `None`
    /// if they are not the fields of such a memref.
    pub fn pack(rw: &mut Rewriter<'_>, loc: Location, memref: Type, fields: &[ValueId]) -> Option<ValueId> {
        Self::pack_of_rank(rw, loc, memref.shape(rw.ctx)?.len(), fields)
    }

    /// As [`MemRefDescriptor::pack`], for a memref of which only the rank is known.
    pub fn pack_of_rank(rw: &mut Rewriter<'_>, loc: Location, rank: usize, fields: &[ValueId]) -> Option<ValueId> {
        let ty = Self::type_of_fields(rw, rank, fields)?;
        let mut desc = Self::poison(rw, loc, ty);
        desc.set_allocated_ptr(rw, loc, fields[ALLOCATED as usize]);
        desc.set_aligned_ptr(rw, loc, fields[ALIGNED as usize]);
        desc.set_offset(rw, loc, fields[OFFSET as usize]);
        let (sizes, strides) = fields[SIZES as usize..].split_at(rank);
        for (dim, (&size, &stride)) in sizes.iter().zip(strides).enumerate() {
            desc.set_size(rw, loc, dim, size);
            desc.set_stride(rw, loc, dim, stride);
        }
        Some(desc.value)
    }

    /// The type of the descriptor with these fields; `None` if they are not the fields of a memref of that rank.
    pub fn type_of_fields(rw: &Rewriter<'_>, rank: usize, fields: &[ValueId]) -> Option<Type> {
        let field_types: Vec<Type> = fields.iter().map(|&field| rw.body.value_type(field)).collect();
        let &[allocated, aligned, index, ref rest @ ..] = &field_types[..] else {
            return None;
        };
        let fits = rest.len() == 2 * rank
            && types::is_ptr(rw.ctx, allocated)
            && aligned == allocated
            && index.is_signless_int(rw.ctx)
            && rest.iter().all(|&ty| ty == index);
        fits.then(|| types::literal_struct(rw.ctx, &Self::field_types(rw.ctx, allocated, index, rank)))
    }

    /// The types of the fields of a descriptor with pointers of type `ptr` and numbers of type `index`.
    pub fn field_types(ctx: &Context, ptr: Type, index: Type, rank: usize) -> Vec<Type> {
        let mut fields = vec![ptr, ptr, index];
        if rank > 0 {
            fields.extend([types::array(ctx, index, rank as u64); 2]);
        }
        fields
    }

    /// Reads all fields: allocated pointer, aligned pointer, offset, all sizes, all strides.
    pub fn unpack(self, rw: &mut Rewriter<'_>, loc: Location, memref: Type) -> Vec<ValueId> {
        let rank = memref.shape(rw.ctx).map_or(0, <[i64]>::len);
        let mut fields = vec![
            self.allocated_ptr(rw, loc),
            self.aligned_ptr(rw, loc),
            self.offset(rw, loc),
        ];
        fields.extend((0..rank).map(|dim| self.size(rw, loc, dim)));
        fields.extend((0..rank).map(|dim| self.stride(rw, loc, dim)));
        fields
    }

    /// How many fields [`MemRefDescriptor::unpack`] gives for a memref type.
    pub fn num_unpacked(ctx: &Context, memref: Type) -> usize {
        3 + 2 * memref.shape(ctx).map_or(0, <[i64]>::len)
    }
}
