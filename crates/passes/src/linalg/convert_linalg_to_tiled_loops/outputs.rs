//! What is written while a tile is reduced: in place, or copied to the stack so that rows of it are contiguous.

use asyncir_dialects::arith;
use asyncir_dialects::memref::types::memref_element;
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use super::dimensions::{Dimensions, Span, Tiled};

/// What is written in a tile.
pub(super) struct Outputs<'a> {
    dims: &'a Dimensions,
    /// Copies of all that is written; none if it stays in place.
    copies: Vec<ValueId>,
    /// The dimensions of the copies, with the part of each that is in the tile.
    spans: Vec<(usize, Span)>,
}

impl<'a> Outputs<'a> {
    /// Memory that is written in place.
    pub(super) fn in_place(dims: &'a Dimensions) -> Self {
        let (copies, spans) = (Vec::new(), Vec::new());
        Self { dims, copies, spans }
    }

    /// Takes memory on the stack, at the cursor, for copies with these dimensions, the last of which is contiguous.
    pub(super) fn copied(rw: &mut Rewriter<'_>, dims: &'a Dimensions, tiled: Vec<(Tiled, Span)>) -> Self {
        let payload = &dims.payload;
        let shape: Vec<i64> = tiled.iter().filter_map(|(tiled, _)| tiled.tile.known()).collect();
        let elements = payload.operands[payload.num_inputs..].iter().filter_map(|&output| {
            let ty = rw.body.value_type(output);
            memref_element(rw.ctx, ty)
        });
        let elements: Vec<_> = elements.collect();
        let copy = |element| dims.stack(rw, &shape, element);
        Self {
            dims,
            copies: elements.into_iter().map(copy).collect(),
            spans: tiled.into_iter().map(|(tiled, span)| (tiled.dim, span)).collect(),
        }
    }

    /// Copies what is there before.
    pub(super) fn fill(&self, rw: &mut Rewriter<'_>, at: &[ValueId]) {
        self.each(rw, at, |rw, point| {
            let values = self.dims.load_outputs(rw, point);
            self.store(rw, point, &values);
        });
    }

    /// Copies what has been reduced to where it belongs.
    pub(super) fn write_back(&self, rw: &mut Rewriter<'_>, at: &[ValueId]) {
        self.each(rw, at, |rw, point| {
            let values = self.load(rw, point);
            self.dims.store_outputs(rw, point, &values);
        });
    }

    /// Loops over all elements that are copied, along the rows on the outside: that is how they lie where they belong.
    fn each(&self, rw: &mut Rewriter<'_>, at: &[ValueId], fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId])) {
        if let Some((row, others)) = self.spans.split_last() {
            let spans = [&[*row], others].concat();
            self.dims.each(rw, &mut at.to_vec(), &spans, fill);
        }
    }

    /// The elements at a point.
    pub(super) fn load(&self, rw: &mut Rewriter<'_>, point: &[ValueId]) -> Vec<ValueId> {
        if self.copies.is_empty() {
            return self.dims.load_outputs(rw, point);
        }
        let place = self.place(rw, point);
        let copies = self.copies.iter();
        copies.map(|&copy| self.dims.load(rw, copy, &place)).collect()
    }

    /// Writes the elements at a point.
    pub(super) fn store(&self, rw: &mut Rewriter<'_>, point: &[ValueId], values: &[ValueId]) {
        if self.copies.is_empty() {
            return self.dims.store_outputs(rw, point, values);
        }
        let place = self.place(rw, point);
        for (&copy, &value) in self.copies.iter().zip(values) {
            self.dims.store(rw, value, copy, &place);
        }
    }

    /// Where the elements of a point are in their copies.
    fn place(&self, rw: &mut Rewriter<'_>, point: &[ValueId]) -> Vec<ValueId> {
        let place = |&(dim, (start, _)): &(usize, Span)| self.dims.compute(rw, arith::SubIOp::DEF, point[dim], start);
        self.spans.iter().map(place).collect()
    }
}
