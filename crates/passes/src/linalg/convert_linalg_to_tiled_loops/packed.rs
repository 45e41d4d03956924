//! Rows of inputs that are not contiguous, copied to the stack so that they are: one row for each step of a tile.

use asyncir_dialects::arith;
use asyncir_dialects::memref::types::memref_element;
use asyncir_dialects::vector;
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use super::dimensions::{Dimensions, Span};
use super::row::{PackedInput, Row};
use super::steps::Steps;
use super::transpose::{BLOCK, transpose};
use crate::scf::build::for_loop;

/// Elements between two rows of a wide copy, so that the elements of a column do not get into each other's way in the cache.
const PADDING: i64 = 16;

/// Copies narrower than this are a few cache lines a row, which follow on each other.
const NARROW: i64 = 32;

/// The copies of a tile.
pub(super) struct Packing<'a> {
    dims: &'a Dimensions,
    row: usize,
    steps: &'a Steps,
    copies: Vec<Copy<'a>>,
}

/// The copy of an input.
struct Copy<'a> {
    input: &'a PackedInput,
    buffer: ValueId,
}

impl<'a> Packing<'a> {
    /// Takes memory on the stack, at the cursor, for `slots` rows of `length` elements of each input that is copied.
    pub(super) fn new(rw: &mut Rewriter<'_>, dims: &'a Dimensions, row: &'a Row, (slots, length): (i64, i64)) -> Self {
        let length = if length < NARROW { length } else { length + PADDING };
        let mut copies = Vec::new();
        for input in &row.packed {
            let memory = dims.payload.operands[input.number];
            let Some(element) = memref_element(rw.ctx, rw.body.value_type(memory)) else {
                continue;
            };
            let buffer = dims.stack(rw, &[slots, length], element);
            copies.push(Copy { input, buffer });
        }
        Self {
            dims,
            row: row.dim,
            steps: &row.steps,
            copies,
        }
    }

    /// Whether nothing is copied.
    pub(super) fn is_empty(&self) -> bool {
        self.copies.is_empty()
    }

    /// Copies the rows of all steps of a tile: of `steps` of the reduction that is stepped, if there is one.
    pub(super) fn fill(&self, rw: &mut Rewriter<'_>, at: &[ValueId], row: Span, steps: Option<Span>) {
        for copy in &self.copies {
            match (steps, self.steps.stepped) {
                (Some(steps), Some(dim)) if copy.input.is_in_blocks => self.blocks(rw, copy, at, row, (dim, steps)),
                (Some(steps), Some(dim)) => self.rows_of_steps(rw, copy, at, row, (dim, steps)),
                _ => {
                    let zero = self.dims.constant(rw, 0);
                    self.rows_of_step(rw, copy, at, row, zero);
                }
            }
        }
    }

    /// Copies rows for steps of the reduction `dim`.
    fn rows_of_steps(
        &self,
        rw: &mut Rewriter<'_>,
        copy: &Copy<'_>,
        at: &[ValueId],
        row: Span,
        (dim, (begin, end)): (usize, Span),
    ) {
        let one = self.dims.constant(rw, 1);
        for_loop(rw, self.dims.location, (begin, end), one, |rw, step| {
            let mut at = at.to_vec();
            at[dim] = step;
            let before = self.dims.compute(rw, arith::SubIOp::DEF, step, begin);
            self.rows_of_step(rw, copy, &at, row, before);
        });
    }

    /// Copies a row for each unrolled step.
    fn rows_of_step(&self, rw: &mut Rewriter<'_>, copy: &Copy<'_>, at: &[ValueId], row: Span, before: ValueId) {
        let dims = self.dims;
        let points = self.steps.all_points(rw, dims, vec![at.to_vec()]);
        let one = dims.constant(rw, 1);
        for (mut point, slot) in points.into_iter().zip(0..) {
            let slot = self.slot(rw, before, slot);
            for_loop(rw, dims.location, row, one, |rw, index| {
                point[self.row] = index;
                let place = dims.compute(rw, arith::SubIOp::DEF, index, row.0);
                self.copy_element(rw, copy, &point, [slot, place]);
            });
        }
    }

    /// Copies rows of an input that is contiguous in the steps of the reduction `dim`, block by block.
    fn blocks(&self, rw: &mut Rewriter<'_>, copy: &Copy<'_>, at: &[ValueId], row: Span, (dim, steps): (usize, Span)) {
        let (dims, location) = (self.dims, self.dims.location);
        let width = dims.constant(rw, BLOCK);
        let whole_row = dims.end_of_whole(rw, self.row, row, BLOCK);
        let whole_steps = dims.end_of_whole(rw, dim, steps, BLOCK);
        let corner = (row.0, steps.0);
        for_loop(rw, location, (row.0, whole_row), width, |rw, index| {
            for_loop(rw, location, (steps.0, whole_steps), width, |rw, step| {
                self.block(rw, copy, at, (index, (dim, step)), corner);
            });
            if whole_steps != steps.1 {
                let end = dims.compute(rw, arith::AddIOp::DEF, index, width);
                self.elements(rw, copy, at, (index, end), (dim, (whole_steps, steps.1)), corner);
            }
        });
        if whole_row != row.1 {
            self.elements(rw, copy, at, (whole_row, row.1), (dim, steps), corner);
        }
    }

    /// Copies a whole block, that of these rows and steps.
    fn block(
        &self,
        rw: &mut Rewriter<'_>,
        copy: &Copy<'_>,
        at: &[ValueId],
        (index, (dim, step)): (ValueId, (usize, ValueId)),
        (first_index, first_step): (ValueId, ValueId),
    ) {
        let (dims, payload) = (self.dims, &self.dims.payload);
        let memory = payload.operands[copy.input.number];
        let Some(element) = memref_element(rw.ctx, rw.body.value_type(memory)) else {
            return;
        };
        let ty = rw.ctx.vector_type(&[BLOCK], element);
        let mut at = at.to_vec();
        at[dim] = step;
        let mut columns = Vec::new();
        for point in dims.points(rw, &at, self.row, index, BLOCK) {
            let place = payload.place(rw, &point, copy.input.number);
            let load = vector::LoadOp::build(rw.ctx, dims.location, memory, &place, None, None, &[ty]);
            columns.push(rw.insert_value(load));
        }
        let place = dims.compute(rw, arith::SubIOp::DEF, index, first_index);
        let before = dims.compute(rw, arith::SubIOp::DEF, step, first_step);
        for (row, number) in transpose(rw, dims.location, columns).into_iter().zip(0..) {
            let slot = self.slot(rw, before, number);
            let to = [slot, place];
            let store = vector::StoreOp::build(rw.ctx, dims.location, row, copy.buffer, &to, None, None, &[]);
            rw.insert(store);
        }
    }

    /// Copies what is not in a whole block, element by element.
    fn elements(
        &self,
        rw: &mut Rewriter<'_>,
        copy: &Copy<'_>,
        at: &[ValueId],
        row: Span,
        (dim, steps): (usize, Span),
        (first_index, first_step): (ValueId, ValueId),
    ) {
        let (dims, location) = (self.dims, self.dims.location);
        let one = dims.constant(rw, 1);
        for_loop(rw, location, row, one, |rw, index| {
            let place = dims.compute(rw, arith::SubIOp::DEF, index, first_index);
            for_loop(rw, location, steps, one, |rw, step| {
                let mut point = at.to_vec();
                (point[self.row], point[dim]) = (index, step);
                let before = dims.compute(rw, arith::SubIOp::DEF, step, first_step);
                let slot = self.slot(rw, before, 0);
                self.copy_element(rw, copy, &point, [slot, place]);
            });
        });
    }

    fn copy_element(&self, rw: &mut Rewriter<'_>, copy: &Copy<'_>, point: &[ValueId], to: [ValueId; 2]) {
        let dims = self.dims;
        let element = dims.payload.load(rw, point, copy.input.number);
        dims.store(rw, element, copy.buffer, &to);
    }

    /// The row of a step: so many steps of the reduction that is stepped are before it, and so many unrolled ones behind those.
    fn slot(&self, rw: &mut Rewriter<'_>, before: ValueId, number: i64) -> ValueId {
        let dims = self.dims;
        let unrolled = dims.constant(rw, self.steps.unrolled_steps);
        let number = dims.constant(rw, number);
        let first = dims.compute(rw, arith::MulIOp::DEF, before, unrolled);
        dims.compute(rw, arith::AddIOp::DEF, first, number)
    }

    /// The rows of a pass of `count` steps, of which the first one is at `step` of a tile that begins at `begin`. None if nothing
    /// is copied.
    pub(super) fn slots(&self, rw: &mut Rewriter<'_>, (begin, step): Span, count: usize) -> Vec<ValueId> {
        if self.is_empty() {
            return Vec::new();
        }
        let before = self.dims.compute(rw, arith::SubIOp::DEF, step, begin);
        (0..count as i64).map(|number| self.slot(rw, before, number)).collect()
    }

    /// The place of an element in the rows that are copied of `row`; `None` if nothing is copied.
    pub(super) fn place(&self, rw: &mut Rewriter<'_>, row: Span, index: ValueId) -> Option<ValueId> {
        (!self.is_empty()).then(|| self.dims.compute(rw, arith::SubIOp::DEF, index, row.0))
    }

    /// The element of an input at `point`: from its copy, if it has one, in which it is at `place`.
    pub(super) fn element(
        &self,
        rw: &mut Rewriter<'_>,
        point: &[ValueId],
        input: usize,
        place: Option<[ValueId; 2]>,
    ) -> ValueId {
        let copy = self.copies.iter().find(|copy| copy.input.number == input);
        let Some((copy, place)) = copy.zip(place) else {
            return self.dims.payload.load(rw, point, input);
        };
        self.dims.load(rw, copy.buffer, &place)
    }
}
