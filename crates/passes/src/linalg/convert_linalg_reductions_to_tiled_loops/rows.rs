//! Reductions with the innermost loop along rows.
//!
//! The reduction is around that loop, a few steps at a time, or all of them: an element is loaded and stored once for them. LLVM
//! vectorises the loop. Where rows of an input are used again in another parallel dimension, tiles of this dimension and of the
//! reduction stay in the caches.

use asyncir_dialects::arith;
use asyncir_dialects::matchers::constant_int;
use asyncir_ir::ValueId;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use super::dimensions::{Dimensions, Span, Tiled};
use super::roles::Roles;
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

/// How many steps of the reduction are in a tile: such that their rows stay in the second cache.
const REDUCTION_TILE: i64 = 64;

/// How many steps of the reduction are taken in one pass over a row.
const STEPS: i64 = 4;

/// Reductions that are known to have no more steps are done in one pass.
const MAX_STEPS: i64 = 32;

/// What an op with rows becomes.
pub(super) struct Rows<'a> {
    dims: &'a Dimensions,
    row: usize,
    again: Option<Tiled>,
    outer: Vec<usize>,
    /// The reductions that are loops, from the outermost on.
    reductions: Vec<usize>,
    /// The reduction of which several steps are taken in one pass.
    stepped: Option<usize>,
    /// The innermost reductions, if they are short: all of their steps are taken in one pass.
    unrolled: Vec<usize>,
}

/// The part of the parallel dimensions that one iteration of the parallel loop computes.
struct Tile {
    row: Span,
    again: Option<Span>,
}

impl<'a> Rows<'a> {
    /// The loops of an op with rows in the dimension `row`.
    pub(super) fn new(dims: &'a Dimensions, mut roles: Roles, row: usize) -> Self {
        let again = roles.again.pop();
        let mut outer = roles.outer;
        outer.append(&mut roles.again);
        outer.sort_unstable();
        let unrolled = take_short(dims, &mut roles.reductions);
        let stepped = if unrolled.is_empty() {
            roles.reductions.pop()
        } else {
            None
        };
        Self {
            dims,
            row,
            again: again.map(|dim| Tiled::by(dim, AGAIN_TILE)),
            outer,
            reductions: roles.reductions,
            stepped,
            unrolled,
        }
    }

    /// Makes the loops at the cursor.
    pub(super) fn build(&self, rw: &mut Rewriter<'_>) {
        let row = Tiled {
            dim: self.row,
            tile: self.row_tile(rw),
        };
        let outer = self.outer.iter().map(|&dim| Tiled::by(dim, 1));
        let tiled = outer.chain(self.again).chain([row]).collect();
        self.dims.parallel(rw, tiled, |rw, mut at| {
            let mut span = |tiled: Tiled| (at[tiled.dim], self.dims.end(rw, at[tiled.dim], tiled));
            let tile = Tile {
                row: span(row),
                again: self.again.map(span),
            };
            self.reductions(rw, &mut at, &tile, &self.reductions);
        });
    }

    /// How many elements of a row are in a tile.
    fn row_tile(&self, rw: &mut Rewriter<'_>) -> FoldResult {
        let dims = self.dims;
        if self.again.is_some() {
            return FoldResult::Known(ROW_TILE);
        }
        let Some(smallest) = self.smallest_tile(rw).filter(|_| self.outer.is_empty()) else {
            return FoldResult::Known(STREAMED_ROW_TILE);
        };
        let row_of_one_more = smallest * ROW_TILES;
        if let Some(size) = dims.known(self.row) {
            return FoldResult::Known((size / row_of_one_more * smallest + smallest).min(STREAMED_ROW_TILE));
        }
        let size = dims.size(rw, self.row);
        let [row_of_one_more, smallest, largest] =
            [row_of_one_more, smallest, STREAMED_ROW_TILE].map(|number| dims.constant(rw, number));
        let times = dims.compute(rw, arith::DivUIOp::DEF, size, row_of_one_more);
        let more = dims.compute(rw, arith::MulIOp::DEF, times, smallest);
        let tile = dims.compute(rw, arith::AddIOp::DEF, more, smallest);
        FoldResult::Value(dims.compute(rw, arith::MinUIOp::DEF, tile, largest))
    }

    /// How many elements the tiles of a short row have. If an element takes long, several vectors are enough; if not, as many as
    /// make up for the loop along them. `None` where rows of inputs are read for little computation: such a reduction takes as
    /// long as reading takes, which pieces of rows make slower.
    fn smallest_tile(&self, rw: &Rewriter<'_>) -> Option<i64> {
        let payload = &self.dims.payload;
        if payload.cost(rw).is_high() {
            return Some(16);
        }
        let reduced = (self.reductions.iter()).chain(&self.stepped).chain(&self.unrolled);
        let reduced: Vec<u32> = reduced.map(|&dim| dim as u32).collect();
        let is_streamed = |map: &AffineMap| {
            map.is_function_of_dim(self.row as u32) && reduced.iter().any(|&dim| map.is_function_of_dim(dim))
        };
        let mut inputs = payload.maps[..payload.num_inputs].iter();
        (!inputs.any(is_streamed)).then_some(64)
    }

    /// The loops over the reductions that are left, and over the one that is stepped.
    fn reductions(&self, rw: &mut Rewriter<'_>, at: &mut [ValueId], tile: &Tile, left: &[usize]) {
        let (dims, location) = (self.dims, self.dims.location);
        let zero = dims.constant(rw, 0);
        if let Some((&dim, inner)) = left.split_first() {
            let (size, one) = (dims.size(rw, dim), dims.constant(rw, 1));
            return for_loop(rw, location, (zero, size), one, |rw, index| {
                at[dim] = index;
                self.reductions(rw, at, tile, inner);
            });
        }
        let Some(dim) = self.stepped else {
            return self.rows(rw, at, tile, |rw, at| {
                let points = self.all_points(rw, at);
                self.along_row(rw, at, tile.row, points);
            });
        };
        let size = dims.size(rw, dim);
        let tiled = Tiled::by(dim, REDUCTION_TILE);
        if tile.again.is_none() || dims.is_one_tile(tiled) {
            return self.rows(rw, at, tile, |rw, at| self.steps(rw, at, tile.row, dim, (zero, size)));
        }
        let step = dims.constant(rw, REDUCTION_TILE);
        for_loop(rw, location, (zero, size), step, |rw, start| {
            let end = dims.end(rw, start, tiled);
            self.rows(rw, at, tile, |rw, at| self.steps(rw, at, tile.row, dim, (start, end)));
        });
    }

    /// The loop over rows that use the same rows of inputs.
    fn rows(
        &self,
        rw: &mut Rewriter<'_>,
        at: &mut [ValueId],
        tile: &Tile,
        fill: impl FnOnce(&mut Rewriter<'_>, &[ValueId]),
    ) {
        let Some((again, rows)) = self.again.zip(tile.again) else {
            return fill(rw, at);
        };
        let one = self.dims.constant(rw, 1);
        for_loop(rw, self.dims.location, rows, one, |rw, index| {
            at[again.dim] = index;
            fill(rw, at);
        });
    }

    /// The loops over the steps of a reduction: several at a time, and those that are left.
    fn steps(&self, rw: &mut Rewriter<'_>, at: &[ValueId], row: Span, dim: usize, (begin, end): Span) {
        let (dims, location) = (self.dims, self.dims.location);
        let several = dims.constant(rw, STEPS);
        let middle = match dims.known(dim) {
            Some(size) if size % STEPS == 0 => end,
            _ => self.whole_steps(rw, (begin, end)),
        };
        for_loop(rw, location, (begin, middle), several, |rw, step| {
            let points = self.points(rw, at, dim, step, STEPS);
            self.along_row(rw, at, row, points);
        });
        if middle == end {
            return;
        }
        let left = constant_int(rw.ctx, rw.body, middle).zip(constant_int(rw.ctx, rw.body, end));
        if let Some((from, to)) = left {
            let points = self.points(rw, at, dim, middle, to - from);
            return self.along_row(rw, at, row, points);
        }
        let one = dims.constant(rw, 1);
        for_loop(rw, location, (middle, end), one, |rw, step| {
            let points = self.points(rw, at, dim, step, 1);
            self.along_row(rw, at, row, points);
        });
    }

    /// The end of what can be taken [`STEPS`] at a time.
    fn whole_steps(&self, rw: &mut Rewriter<'_>, (begin, end): Span) -> ValueId {
        let several = self.dims.constant(rw, STEPS);
        let mut compute = |def, lhs, rhs| self.dims.compute(rw, def, lhs, rhs);
        let length = compute(arith::SubIOp::DEF, end, begin);
        let times = compute(arith::DivUIOp::DEF, length, several);
        let whole = compute(arith::MulIOp::DEF, times, several);
        compute(arith::AddIOp::DEF, begin, whole)
    }

    /// One pass over a row, with the steps of the reduction at `points` for each element.
    fn along_row(&self, rw: &mut Rewriter<'_>, at: &[ValueId], row: Span, points: Vec<Vec<ValueId>>) {
        let (dims, payload) = (self.dims, &self.dims.payload);
        let fixed: Vec<Vec<Option<ValueId>>> = points.iter().map(|point| self.fixed(rw, point)).collect();
        let one = dims.constant(rw, 1);
        for_loop(rw, dims.location, row, one, |rw, index| {
            let mut output = at.to_vec();
            output[self.row] = index;
            let mut reduced = dims.load_outputs(rw, &output);
            for (mut point, fixed) in points.into_iter().zip(fixed) {
                point[self.row] = index;
                let inputs = fixed.into_iter().enumerate();
                let input = |(operand, fixed): (usize, Option<ValueId>)| match fixed {
                    Some(value) => value,
                    None => payload.load(rw, &point, operand),
                };
                let mut elements: Vec<ValueId> = inputs.map(input).collect();
                elements.append(&mut reduced);
                reduced = payload.repeat(rw, &point, &elements);
            }
            dims.store_outputs(rw, &output, &reduced);
        });
    }

    /// The indices at `count` steps of a reduction.
    fn points(
        &self,
        rw: &mut Rewriter<'_>,
        at: &[ValueId],
        dim: usize,
        step: ValueId,
        count: i64,
    ) -> Vec<Vec<ValueId>> {
        let mut points = Vec::new();
        for number in 0..count {
            let number = self.dims.constant(rw, number);
            let mut point = at.to_vec();
            point[dim] = self.dims.compute(rw, arith::AddIOp::DEF, step, number);
            points.push(point);
        }
        points
    }

    /// The indices at all steps of the reductions that are unrolled.
    fn all_points(&self, rw: &mut Rewriter<'_>, at: &[ValueId]) -> Vec<Vec<ValueId>> {
        let zero = self.dims.constant(rw, 0);
        let mut points = vec![at.to_vec()];
        for &dim in &self.unrolled {
            let count = self.dims.known(dim).unwrap_or_default();
            points = points
                .iter()
                .flat_map(|point| self.points(rw, point, dim, zero, count))
                .collect();
        }
        points
    }

    /// For each input, its element if that is the same for the whole row.
    fn fixed(&self, rw: &mut Rewriter<'_>, point: &[ValueId]) -> Vec<Option<ValueId>> {
        let payload = &self.dims.payload;
        let varies = |input: usize| payload.maps[input].is_function_of_dim(self.row as u32);
        (0..payload.num_inputs)
            .map(|input| (!varies(input)).then(|| payload.load(rw, point, input)))
            .collect()
    }
}

/// Takes the innermost reductions away that have few steps together.
fn take_short(dims: &Dimensions, reductions: &mut Vec<usize>) -> Vec<usize> {
    let mut steps = 1i64;
    let is_short = |&&dim: &&usize| {
        steps = steps.saturating_mul(dims.known(dim).unwrap_or(i64::MAX));
        (1..=MAX_STEPS).contains(&steps)
    };
    let short = reductions.iter().rev().take_while(is_short).count();
    reductions.split_off(reductions.len() - short)
}
