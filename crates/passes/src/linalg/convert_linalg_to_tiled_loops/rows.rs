//! Reductions with the innermost loop along rows.
//!
//! The reduction is around that loop, a few steps at a time, or all of them: an element is loaded and stored once for them. LLVM
//! vectorises the loop. Where rows of an input are used again in another parallel dimension, tiles of this dimension and of the
//! reduction stay in the caches. Inputs in which rows are not contiguous are copied, tile by tile (`packed.rs`), and so is what
//! is written (`outputs.rs`).

use asyncir_dialects::arith;
use asyncir_dialects::matchers::constant_int;
use asyncir_ir::ValueId;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use super::dimensions::{Dimensions, Span, Tiled};
use super::outputs::Outputs;
use super::packed::Packing;
use super::row::{FEWEST_USES, Row};
use crate::conversion::fold_result::FoldResult;
use crate::scf::build::for_loop;

/// How many elements of a row are in a tile: such that they stay in the first cache while they are reduced.
const ROW_TILE: i64 = 512;

/// How many elements of a row are in a tile where nothing is used again, at most: more than [`ROW_TILE`], because memory is
/// read fastest in long pieces.
const STREAMED_ROW_TILE: i64 = 1024;

/// Into how many tiles a row is cut at least where that pays and there are no other parallel dimensions, so that all cores get
/// some, if it is long enough for tiles of [`Rows::smallest_tile`].
const ROW_TILES: i64 = 16;

/// How many iterations of a dimension that uses rows again are in a tile.
const AGAIN_TILE: i64 = 8;

/// As [`ROW_TILE`] and [`AGAIN_TILE`], where rows are copied to be used again: the copies stay in the first cache.
const COPIED_ROW_TILE: i64 = 64;
const COPIED_AGAIN_TILE: i64 = 32;

/// As these, where what is written is copied, too. More than one dimension may use rows again: such as both of a small image.
const COLUMN_ROW_TILE: i64 = 32;
const COLUMN_AGAIN_TILE: i64 = 64;

/// As [`ROW_TILE`] and [`REDUCTION_TILE`], where rows are copied and used once: what is copied is read in long pieces.
const CROSSED_ROW_TILE: i64 = 16;
const CROSSED_REDUCTION_TILE: i64 = 512;

/// How many steps of the reduction are in a tile: such that their rows stay in the second cache.
const REDUCTION_TILE: i64 = 64;

/// What an op with rows becomes.
pub(super) struct Rows<'a> {
    dims: &'a Dimensions,
    row: Row,
    again: Vec<Tiled>,
    /// Whether rows are used again so often that it pays to copy them for that.
    is_used_often: bool,
    /// How many steps of the reduction that is stepped are in a tile.
    reduction_tile: i64,
}

/// The part of the parallel dimensions that one iteration of the parallel loop computes.
struct Tile<'a> {
    row: Span,
    again: Vec<Span>,
    packing: Packing<'a>,
    outputs: Outputs<'a>,
}

/// How many iterations of the dimensions that use rows again are in a tile.
fn again_tiles(dims: &Dimensions, row: &Row) -> Vec<Tiled> {
    if !row.copies_outputs {
        let tile = if row.packed.is_empty() {
            AGAIN_TILE
        } else {
            COPIED_AGAIN_TILE
        };
        return row.again.iter().map(|&dim| Tiled::by(dim, tile)).collect();
    }
    let mut left = COLUMN_AGAIN_TILE;
    let mut tiles = Vec::new();
    for &dim in row.again.iter().rev() {
        let tile = dims.known(dim).unwrap_or(AGAIN_TILE).clamp(1, left);
        left /= tile;
        tiles.insert(0, Tiled::by(dim, tile));
    }
    tiles
}

impl<'a> Rows<'a> {
    /// The loops of an op with rows.
    pub(super) fn new(dims: &'a Dimensions, row: Row) -> Self {
        let steps = &row.steps;
        let is_copied = !row.packed.is_empty();
        let again = again_tiles(dims, &row);
        let uses = again.iter().filter_map(|tiled| tiled.tile.known()).product::<i64>();
        let is_used_often = uses >= FEWEST_USES;
        let total = if is_copied && !is_used_often {
            CROSSED_REDUCTION_TILE
        } else {
            REDUCTION_TILE
        };
        Self {
            dims,
            again,
            is_used_often,
            reduction_tile: total / steps.unrolled_steps / steps.in_a_pass() * steps.in_a_pass(),
            row,
        }
    }

    /// Makes the loops at the cursor.
    pub(super) fn build(&self, rw: &mut Rewriter<'_>) {
        let dims = self.dims;
        let row = Tiled {
            dim: self.row.dim,
            tile: self.row_tile(rw),
        };
        let outer = self.row.outer.iter().map(|&dim| Tiled::by(dim, 1));
        let tiled = outer.chain(self.again.iter().copied()).chain([row]).collect();
        dims.parallel(rw, tiled, |rw, mut at| {
            let mut span = |tiled: Tiled| (at[tiled.dim], dims.end(rw, at[tiled.dim], tiled));
            let row = span(row);
            let again: Vec<Span> = self.again.iter().map(|&tiled| span(tiled)).collect();
            let packing = Packing::new(rw, dims, &self.row, (self.slots(), self.largest_row_tile()));
            let outputs = self.outputs(rw, row, &again);
            let tile = Tile {
                row,
                again,
                packing,
                outputs,
            };
            tile.outputs.fill(rw, &at);
            self.reductions(rw, &mut at, &tile, &self.row.steps.loops);
            tile.outputs.write_back(rw, &at);
        });
    }

    /// What is written in a tile.
    fn outputs(&self, rw: &mut Rewriter<'_>, row: Span, again: &[Span]) -> Outputs<'a> {
        if !self.row.copies_outputs {
            return Outputs::in_place(self.dims);
        }
        let tiled = self.again.iter().zip(again).map(|(&tiled, &span)| (tiled, span));
        let row = (Tiled::by(self.row.dim, self.largest_row_tile()), row);
        Outputs::copied(rw, self.dims, tiled.chain([row]).collect())
    }

    /// How many steps are taken between two times that rows are copied, at most.
    fn slots(&self) -> i64 {
        let stepped = self.row.steps.stepped.map_or(1, |_| self.reduction_tile);
        stepped * self.row.steps.unrolled_steps
    }

    /// How many elements of a row are in a tile, at most.
    fn largest_row_tile(&self) -> i64 {
        match (self.row.packed.is_empty(), self.again.is_empty()) {
            (true, true) => STREAMED_ROW_TILE,
            (true, false) => ROW_TILE,
            (false, _) if !self.is_used_often => CROSSED_ROW_TILE,
            (false, _) if self.row.copies_outputs => COLUMN_ROW_TILE,
            (false, _) => COPIED_ROW_TILE,
        }
    }

    /// How many elements of a row are in a tile.
    fn row_tile(&self, rw: &mut Rewriter<'_>) -> FoldResult {
        let (dims, largest) = (self.dims, self.largest_row_tile());
        let is_lone = self.again.is_empty() && self.row.outer.is_empty();
        let Some(smallest) = self.smallest_tile(rw).filter(|_| is_lone) else {
            return FoldResult::Known(largest);
        };
        let row_of_one_more = smallest * ROW_TILES;
        if let Some(size) = dims.known(self.row.dim) {
            return FoldResult::Known((size / row_of_one_more * smallest + smallest).min(largest));
        }
        let size = dims.size(rw, self.row.dim);
        let [row_of_one_more, smallest, largest] =
            [row_of_one_more, smallest, largest].map(|number| dims.constant(rw, number));
        let times = dims.compute(rw, arith::DivUIOp::DEF, size, row_of_one_more);
        let more = dims.compute(rw, arith::MulIOp::DEF, times, smallest);
        let tile = dims.compute(rw, arith::AddIOp::DEF, more, smallest);
        FoldResult::Value(dims.compute(rw, arith::MinUIOp::DEF, tile, largest))
    }

    /// How many elements the tiles of a short row have. If an element takes long, several vectors are enough; if not, as many as
    /// make up for the loop along them. `None` where rows of inputs are read for little computation: such a reduction takes as
    /// long as reading takes, which pieces of rows make slower. What is copied is read across the rows.
    fn smallest_tile(&self, rw: &Rewriter<'_>) -> Option<i64> {
        if !self.row.packed.is_empty() {
            return Some(CROSSED_ROW_TILE / 2);
        }
        let payload = &self.dims.payload;
        if payload.cost(rw).is_high() {
            return Some(16);
        }
        let reduced: Vec<u32> = self.row.steps.all().map(|dim| dim as u32).collect();
        let is_streamed = |map: &AffineMap| {
            map.is_function_of_dim(self.row.dim as u32) && reduced.iter().any(|&dim| map.is_function_of_dim(dim))
        };
        let mut inputs = payload.maps[..payload.num_inputs].iter();
        (!inputs.any(is_streamed)).then_some(64)
    }

    /// The loops over the reductions that are left, and over the one that is stepped.
    fn reductions(&self, rw: &mut Rewriter<'_>, at: &mut [ValueId], tile: &Tile<'_>, left: &[usize]) {
        let (dims, location) = (self.dims, self.dims.location);
        let zero = dims.constant(rw, 0);
        if let Some((&dim, inner)) = left.split_first() {
            let (size, one) = (dims.size(rw, dim), dims.constant(rw, 1));
            return for_loop(rw, location, (zero, size), one, |rw, index| {
                at[dim] = index;
                self.reductions(rw, at, tile, inner);
            });
        }
        let Some(dim) = self.row.steps.stepped else {
            tile.packing.fill(rw, at, tile.row, None);
            return self.rows(rw, at, tile, |rw, at| {
                self.along_row(rw, at, tile, vec![at.to_vec()], (zero, zero))
            });
        };
        let size = dims.size(rw, dim);
        let tiled = Tiled::by(dim, self.reduction_tile);
        let is_whole = tile.again.is_empty() && tile.packing.is_empty();
        if is_whole || dims.is_one_tile(tiled) {
            return self.steps(rw, at, tile, dim, (zero, size));
        }
        let step = dims.constant(rw, self.reduction_tile);
        for_loop(rw, location, (zero, size), step, |rw, start| {
            let end = dims.end(rw, start, tiled);
            self.steps(rw, at, tile, dim, (start, end));
        });
    }

    /// The loops over rows that use the same rows of inputs.
    fn rows(
        &self,
        rw: &mut Rewriter<'_>,
        at: &mut [ValueId],
        tile: &Tile<'_>,
        fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
    ) {
        let again = self.again.iter().zip(&tile.again);
        let spans: Vec<(usize, Span)> = again.map(|(tiled, &span)| (tiled.dim, span)).collect();
        self.dims.each(rw, at, &spans, fill);
    }

    /// The loops over some steps of the reduction `dim`: several at a time, and those that are left.
    fn steps(&self, rw: &mut Rewriter<'_>, at: &mut [ValueId], tile: &Tile<'_>, dim: usize, steps: Span) {
        tile.packing.fill(rw, at, tile.row, Some(steps));
        self.rows(rw, at, tile, |rw, at| {
            let (dims, location) = (self.dims, self.dims.location);
            let (begin, end) = steps;
            let pass = |rw: &mut Rewriter<'_>, step: ValueId, count: i64| {
                let points = dims.points(rw, at, dim, step, count);
                self.along_row(rw, at, tile, points, (begin, step));
            };
            let several = self.row.steps.in_a_pass();
            let middle = dims.end_of_whole(rw, dim, steps, several);
            let step = dims.constant(rw, several);
            for_loop(rw, location, (begin, middle), step, |rw, step| pass(rw, step, several));
            if middle == end {
                return;
            }
            let left = constant_int(rw.ctx, rw.body, middle).zip(constant_int(rw.ctx, rw.body, end));
            if let Some((from, to)) = left {
                return pass(rw, middle, to - from);
            }
            let one = dims.constant(rw, 1);
            for_loop(rw, location, (middle, end), one, |rw, step| pass(rw, step, 1));
        });
    }

    /// One pass over a row, with all unrolled steps at each of `points` for each element. `from` says where the tile begins in
    /// the reduction that is stepped, and where the pass does.
    fn along_row(&self, rw: &mut Rewriter<'_>, at: &[ValueId], tile: &Tile<'_>, points: Vec<Vec<ValueId>>, from: Span) {
        let (dims, payload, row) = (self.dims, &self.dims.payload, self.row.dim);
        let points = self.row.steps.all_points(rw, dims, points);
        let fixed: Vec<Vec<Option<ValueId>>> = points.iter().map(|point| self.fixed(rw, point)).collect();
        let slots = tile.packing.slots(rw, from, points.len());
        let one = dims.constant(rw, 1);
        for_loop(rw, dims.location, tile.row, one, |rw, index| {
            let mut output = at.to_vec();
            output[row] = index;
            let mut reduced = tile.outputs.load(rw, &output);
            let place = tile.packing.place(rw, tile.row, index);
            for (number, (mut point, fixed)) in points.into_iter().zip(fixed).enumerate() {
                point[row] = index;
                let place = slots.get(number).zip(place).map(|(&slot, place)| [slot, place]);
                let inputs = fixed.into_iter().enumerate();
                let element = |(input, fixed): (usize, Option<ValueId>)| match fixed {
                    Some(value) => value,
                    None => tile.packing.element(rw, &point, input, place),
                };
                let mut elements: Vec<ValueId> = inputs.map(element).collect();
                elements.append(&mut reduced);
                reduced = payload.repeat(rw, &point, &elements);
            }
            tile.outputs.store(rw, &output, &reduced);
        });
    }

    /// For each input, its element if that is the same for the whole row.
    fn fixed(&self, rw: &mut Rewriter<'_>, point: &[ValueId]) -> Vec<Option<ValueId>> {
        let payload = &self.dims.payload;
        let varies = |input: usize| payload.maps[input].is_function_of_dim(self.row.dim as u32);
        (0..payload.num_inputs)
            .map(|input| (!varies(input)).then(|| payload.load(rw, point, input)))
            .collect()
    }
}
