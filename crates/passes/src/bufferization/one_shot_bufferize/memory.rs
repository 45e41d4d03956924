//! New memory, copies, and memory as another type.

use asyncir_dialects::arith::build;
use asyncir_dialects::memref::strides::{MemRef, has_layout_of};
use asyncir_dialects::memref::{self, are_cast_compatible};
use asyncir_ir::{DYNAMIC, Diagnostic, Fallible, Location, Type, ValueId};

use super::rewrite::Bufferizer;

impl Bufferizer<'_> {
    /// New memory of a type.
    pub fn allocate(&mut self, location: Location, ty: Type, sizes: &[ValueId]) -> ValueId {
        let ctx = self.rw.ctx;
        let alignment = self.state.options.alignment;
        let alignment = (alignment != 0).then(|| ctx.i64_attr(alignment));
        self.rw
            .insert_value(memref::AllocOp::build(ctx, location, sizes, &[], alignment, &[ty]))
    }

    /// Copies memory.
    pub fn copy(&mut self, location: Location, from: ValueId, to: ValueId) {
        self.rw
            .insert(memref::CopyOp::build(self.rw.ctx, location, from, to, &[]));
    }

    /// The sizes of memory that its type, or the given one, leaves open.
    pub fn open_sizes(&mut self, location: Location, memory: ValueId, shape: &[i64]) -> Vec<ValueId> {
        let open = (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC);
        open.map(|dim| {
            let index = build::index(&mut self.rw, location, dim as i64);
            let size = memref::DimOp::build(self.rw.ctx, location, memory, index, &[Type::INDEX]);
            self.rw.insert_value(size)
        })
        .collect()
    }

    /// Memory as another type that leaves open more of it.
    pub fn cast(&mut self, memory: ValueId, to: Type) -> Fallible<ValueId> {
        let (ctx, from) = (self.rw.ctx, self.rw.body.value_type(memory));
        if from == to {
            return Ok(memory);
        }
        let location = self.rw.body.value_location(memory);
        if !are_cast_compatible(ctx, from, to) {
            let (from, to) = (ctx.show_type(from), ctx.show_type(to));
            return Err(Diagnostic::error(
                location,
                format!("memory of type '{from}' cannot be used as '{to}'"),
            ));
        }
        Ok(self
            .rw
            .insert_value(memref::CastOp::build(ctx, location, memory, &[to])))
    }

    /// The memory of a tensor as a type: a copy, if it may not have the layout of that type.
    pub fn buffer_of_type(&mut self, tensor: ValueId, to: Type) -> Fallible<ValueId> {
        let buffer = self.buffer(tensor)?;
        if self.rw.body.value_type(buffer) == to {
            return Ok(buffer);
        }
        match self.cast_or_copy(buffer, to) {
            Some(fitting) => Ok(fitting),
            None => self.cast(buffer, to),
        }
    }

    /// Memory as another type: a copy, if it may not have the layout of that type.
    pub fn cast_or_copy(&mut self, memory: ValueId, to: Type) -> Option<ValueId> {
        let (ctx, from) = (self.rw.ctx, self.rw.body.value_type(memory));
        let (source, target) = (MemRef::of(ctx, from)?, MemRef::of(ctx, to)?);
        let is_like = source.element == target.element && source.rank() == target.rank();
        if !is_like || source.memory_space != target.memory_space {
            return None;
        }
        let location = self.rw.body.value_location(memory);
        if are_cast_compatible(ctx, from, to) && has_layout_of(ctx, from, to) == Some(true) {
            return Some(
                self.rw
                    .insert_value(memref::CastOp::build(ctx, location, memory, &[to])),
            );
        }
        let sizes = self.open_sizes(location, memory, &target.shape);
        let copy = self.allocate(location, to, &sizes);
        self.copy(location, memory, copy);
        Some(copy)
    }

    /// A copy of memory in the memory space of another type, as that type.
    pub fn copy_to_space(&mut self, memory: ValueId, to: Type) -> Option<ValueId> {
        let (ctx, target) = (self.rw.ctx, MemRef::of(self.rw.ctx, to)?);
        let dense = MemRef {
            layout: None,
            ..target.clone()
        };
        let dense = dense.ty(ctx);
        if !are_cast_compatible(ctx, dense, to) {
            return None;
        }
        let location = self.rw.body.value_location(memory);
        let sizes = self.open_sizes(location, memory, &target.shape);
        let copy = self.allocate(location, dense, &sizes);
        self.copy(location, memory, copy);
        if dense == to {
            return Some(copy);
        }
        let cast = memref::CastOp::build(ctx, location, copy, &[to]);
        Some(self.rw.insert_value(cast))
    }
}
