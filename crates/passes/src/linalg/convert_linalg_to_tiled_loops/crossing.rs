//! Ops without reductions that read some inputs across the rows that they write, as `linalg.transpose` does.
//!
//! Each element that is read would be in another cache line than the one before. Tiles of such inputs are copied first, block by
//! block, as those of reductions are (`packed.rs`).

use asyncir_dialects::linalg::Structured;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_ir::ValueId;
use asyncir_ir::rewrite::Rewriter;

use super::dimensions::{Dimensions, Span, Tiled};
use super::packed::Packing;
use super::roles::{FEW_ITERATIONS, are_few_iterations, has_own_elements, only_computes};
use super::row::Row;
use crate::scf::build::for_loop;

/// How many elements of a row, and how many rows, are in a tile: such that the copies stay in the first cache.
const TILE: i64 = 64;

/// The loops of an op whose inputs cross the rows.
pub(super) struct Crossing<'a> {
    dims: &'a Dimensions,
    row: Row,
    /// The dimension in which the inputs that are copied are contiguous.
    column: usize,
}

/// The rows of an op, and the dimension in which the inputs that cross them are contiguous; `None` if it is another op.
pub(super) fn of(nest: &Structured<'_>) -> Option<(Row, usize)> {
    let is_parallel = nest.iterators.iter().all(|&kind| kind == Iteration::Parallel);
    let parallel: Vec<usize> = (0..nest.iterators.len()).collect();
    let is_few = are_few_iterations(&nest.known_loop_sizes(), FEW_ITERATIONS);
    if !is_parallel || is_few || !has_own_elements(nest, &parallel) || !only_computes(nest.op) {
        return None;
    }
    Row::across(nest, &parallel)
}

impl<'a> Crossing<'a> {
    /// The loops of an op with these rows.
    pub(super) fn new(dims: &'a Dimensions, (row, column): (Row, usize)) -> Self {
        Self { dims, row, column }
    }

    /// Makes the loops at the cursor.
    pub(super) fn build(&self, rw: &mut Rewriter<'_>) {
        let [column, row] = [self.column, self.row.dim].map(|dim| Tiled::by(dim, TILE));
        let outer = self.row.outer.iter().map(|&dim| Tiled::by(dim, 1));
        let tiled = outer.chain([column, row]).collect();
        self.dims.parallel(rw, tiled, |rw, mut at| {
            let [columns, row] = [column, row].map(|tiled| {
                let start = at[tiled.dim];
                (start, self.dims.end(rw, start, tiled))
            });
            let packing = Packing::new(rw, self.dims, &self.row, (TILE, TILE));
            packing.fill(rw, &at, row, Some(columns));
            let one = self.dims.constant(rw, 1);
            for_loop(rw, self.dims.location, columns, one, |rw, step| {
                at[self.column] = step;
                let slots = packing.slots(rw, (columns.0, step), 1);
                self.along_row(rw, &at, row, &packing, &slots);
            });
        });
    }

    /// Computes the elements of a row.
    fn along_row(&self, rw: &mut Rewriter<'_>, at: &[ValueId], row: Span, packing: &Packing<'_>, slots: &[ValueId]) {
        let (dims, payload) = (self.dims, &self.dims.payload);
        let one = dims.constant(rw, 1);
        for_loop(rw, dims.location, row, one, |rw, index| {
            let mut point = at.to_vec();
            point[self.row.dim] = index;
            let place = packing.place(rw, row, index);
            let place = slots.first().zip(place).map(|(&slot, place)| [slot, place]);
            let inputs = 0..payload.num_inputs;
            let mut elements: Vec<ValueId> = inputs.map(|input| packing.element(rw, &point, input, place)).collect();
            elements.extend(dims.load_outputs(rw, &point));
            let computed = payload.repeat(rw, &point, &elements);
            dims.store_outputs(rw, &point, &computed);
        });
    }
}
