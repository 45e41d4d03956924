//! The dimensions of an op, and loops over tiles of them.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{fold_binary, index};
use asyncir_dialects::memref;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, Type, ValueId};

use crate::conversion::fold_result::{FoldResult, materialize};
use crate::linalg::linalg_to_loops::Payload;
use crate::scf::build::{for_loop, parallel_loop};

/// From where to where a loop goes.
pub(super) type Span = (ValueId, ValueId);

/// What makes the body of a loop, at the indices of all dimensions.
type Fill<'a> = Box<dyn FnOnce(&mut Rewriter<'_>, &[ValueId]) + 'a>;

/// A dimension, and how many of its iterations are in a tile.
#[derive(Clone, Copy)]
pub(super) struct Tiled {
    pub(super) dim: usize,
    pub(super) tile: FoldResult,
}

impl Tiled {
    /// Tiles of a known size.
    pub(super) fn by(dim: usize, tile: i64) -> Self {
        let tile = FoldResult::Known(tile);
        Self { dim, tile }
    }
}

/// The dimensions of an op.
pub(super) struct Dimensions {
    pub(super) payload: Payload,
    pub(super) location: Location,
    sizes: Vec<FoldResult>,
}

impl Dimensions {
    /// The dimensions of an op, whose sizes are computed at the cursor. `sources` says which of the dimensions of all
    /// operands tells the size of each loop.
    pub(super) fn new(rw: &mut Rewriter<'_>, payload: Payload, sources: &[usize]) -> Self {
        let all = payload.sizes(rw);
        Self {
            location: payload.location,
            sizes: sources.iter().filter_map(|&source| all.get(source).copied()).collect(),
            payload,
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The size of a dimension if it is known.
    pub(super) fn known(&self, dim: usize) -> Option<i64> {
        self.sizes[dim].known()
    }

    /// Whether a tile is known to be the whole dimension. No tile is one that is empty.
    pub(super) fn is_one_tile(&self, Tiled { dim, tile }: Tiled) -> bool {
        let known = self.known(dim).zip(tile.known());
        known.is_some_and(|(size, tile)| (1..=tile).contains(&size))
    }

    /// Whether all tiles are known to be whole.
    pub(super) fn are_whole(&self, Tiled { dim, tile }: Tiled) -> bool {
        let known = self.known(dim).zip(tile.known());
        known.is_some_and(|(size, tile)| size % tile == 0)
    }

    /// The size of a dimension.
    pub(super) fn size(&self, rw: &mut Rewriter<'_>, dim: usize) -> ValueId {
        materialize(rw, self.location, self.sizes[dim])
    }

    /// The end of the tile that starts at `start`.
    pub(super) fn end(&self, rw: &mut Rewriter<'_>, start: ValueId, tiled: Tiled) -> ValueId {
        let size = self.size(rw, tiled.dim);
        if self.is_one_tile(tiled) {
            return size;
        }
        let tile = materialize(rw, self.location, tiled.tile);
        let end = self.compute(rw, arith::AddIOp::DEF, start, tile);
        if self.are_whole(tiled) {
            end
        } else {
            self.compute(rw, arith::MinSIOp::DEF, end, size)
        }
    }

    /// The end of the last whole part of a span of a dimension that starts at a tile, in parts of `part` elements.
    pub(super) fn end_of_whole(&self, rw: &mut Rewriter<'_>, dim: usize, (begin, end): Span, part: i64) -> ValueId {
        if self.known(dim).is_some_and(|size| size % part == 0) {
            return end;
        }
        let part = self.constant(rw, part);
        let length = self.compute(rw, arith::SubIOp::DEF, end, begin);
        let times = self.compute(rw, arith::DivUIOp::DEF, length, part);
        let whole = self.compute(rw, arith::MulIOp::DEF, times, part);
        self.compute(rw, arith::AddIOp::DEF, begin, whole)
    }

    /// The indices at `count` steps of a dimension from `step` on.
    pub(super) fn points(
        &self,
        rw: &mut Rewriter<'_>,
        at: &[ValueId],
        dim: usize,
        step: ValueId,
        count: i64,
    ) -> Vec<Vec<ValueId>> {
        let mut points = Vec::new();
        for number in 0..count {
            let number = self.constant(rw, number);
            let mut point = at.to_vec();
            point[dim] = self.compute(rw, arith::AddIOp::DEF, step, number);
            points.push(point);
        }
        points
    }

    /// A parallel loop over tiles. `fill` gets the index of the first element of a tile, by dimension: zero in others.
    pub(super) fn parallel(
        &self,
        rw: &mut Rewriter<'_>,
        mut tiled: Vec<Tiled>,
        fill: impl FnOnce(&mut Rewriter<'_>, Vec<ValueId>),
    ) {
        let zero = self.constant(rw, 0);
        let mut at = vec![zero; self.sizes.len()];
        tiled.retain(|&tiled| !self.is_one_tile(tiled));
        if tiled.is_empty() {
            return fill(rw, at);
        }
        let mut ranges = Vec::new();
        for &Tiled { dim, tile } in &tiled {
            ranges.push((zero, self.size(rw, dim), materialize(rw, self.location, tile)));
        }
        parallel_loop(rw, self.location, &ranges, |rw, starts| {
            for (&Tiled { dim, .. }, &start) in tiled.iter().zip(starts) {
                at[dim] = start;
            }
            fill(rw, at);
        });
    }

    /// Loops over parts of dimensions, from the outermost on.
    pub(super) fn each(
        &self,
        rw: &mut Rewriter<'_>,
        at: &mut [ValueId],
        spans: &[(usize, Span)],
        fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
    ) {
        self.each_dyn(rw, at, spans, Box::new(fill));
    }

    /// [`Self::each`], of one type however many loops there are.
    fn each_dyn(&self, rw: &mut Rewriter<'_>, at: &mut [ValueId], spans: &[(usize, Span)], fill: Fill<'_>) {
        let Some((&(dim, span), inner)) = spans.split_first() else {
            return fill(rw, at);
        };
        let one = self.constant(rw, 1);
        for_loop(rw, self.location, span, one, |rw, index| {
            at[dim] = index;
            self.each_dyn(rw, at, inner, fill);
        });
    }

    /// An op of `arith` with two operands.
    pub(super) fn compute(&self, rw: &mut Rewriter<'_>, def: &'static OpDef, lhs: ValueId, rhs: ValueId) -> ValueId {
        fold_binary(rw, self.location, def, lhs, rhs)
    }

    /// A constant of type `index`.
    pub(super) fn constant(&self, rw: &mut Rewriter<'_>, value: i64) -> ValueId {
        index(rw, self.location, value)
    }

    /// Memory on the stack, aligned for vectors.
    pub(super) fn stack(&self, rw: &mut Rewriter<'_>, shape: &[i64], element: Type) -> ValueId {
        let ty = rw.ctx.memref_type(shape, element);
        let alignment = Some(rw.ctx.i64_attr(64));
        rw.insert_value(memref::AllocaOp::build(
            rw.ctx,
            self.location,
            &[],
            &[],
            alignment,
            &[ty],
        ))
    }

    /// The element at a place of memory on the stack.
    pub(super) fn load(&self, rw: &mut Rewriter<'_>, memory: ValueId, place: &[ValueId]) -> ValueId {
        let element = rw.body.value_type(memory).element_or_self(rw.ctx);
        rw.insert_value(memref::LoadOp::build(
            rw.ctx,
            self.location,
            memory,
            place,
            None,
            None,
            &[element],
        ))
    }

    /// Writes an element.
    pub(super) fn store(&self, rw: &mut Rewriter<'_>, value: ValueId, memory: ValueId, place: &[ValueId]) {
        rw.insert(memref::StoreOp::build(
            rw.ctx,
            self.location,
            value,
            memory,
            place,
            None,
            None,
            &[],
        ));
    }

    /// The elements of all that is written.
    pub(super) fn load_outputs(&self, rw: &mut Rewriter<'_>, point: &[ValueId]) -> Vec<ValueId> {
        let outputs = self.payload.num_inputs..self.payload.operands.len();
        outputs.map(|output| self.payload.load(rw, point, output)).collect()
    }

    /// Writes these elements.
    pub(super) fn store_outputs(&self, rw: &mut Rewriter<'_>, point: &[ValueId], values: &[ValueId]) {
        let outputs = self.payload.num_inputs..self.payload.operands.len();
        for (output, &value) in outputs.zip(values) {
            let place = self.payload.place(rw, point, output);
            self.store(rw, value, self.payload.operands[output], &place);
        }
    }
}
