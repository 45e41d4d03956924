//! Which loops an op with rows has, and which inputs are copied for them.

use asyncir_dialects::linalg::Structured;
use asyncir_dialects::memref::types::memref_element;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::{DYNAMIC, ValueId};

use super::combiners::are_vectorized;
use super::contributions::is_number;
use super::roles::{distance, is_contiguous, reads_again};
use super::steps::Steps;
use super::transpose::BLOCK;

/// Rows that are known to be shorter are not worth a loop of their own.
pub(super) const SHORTEST_ROW: i64 = 8;

/// Rows that are used fewer times are not copied to be used again.
pub(super) const FEWEST_USES: i64 = 4;

/// Elements that are not farther apart are read where they are, if several steps are taken in a pass: LLVM loads all that lie
/// between, and picks.
const FARTHEST_PICKED: i64 = 4;

/// A parallel dimension in which operands are contiguous, or can be copied so that they are. Inputs may also stay the same.
pub(super) struct Row {
    pub(super) dim: usize,
    /// Parallel dimensions in which an input stays the same that does not in the rows.
    pub(super) again: Vec<usize>,
    /// The other parallel dimensions.
    pub(super) outer: Vec<usize>,
    pub(super) steps: Steps,
    /// The inputs that are copied.
    pub(super) packed: Vec<PackedInput>,
    /// Whether all that is written is copied.
    pub(super) copies_outputs: bool,
}

/// An input that is copied.
pub(super) struct PackedInput {
    pub(super) number: usize,
    /// Whether it is contiguous along the innermost steps, so that blocks of it can be transposed in registers.
    pub(super) is_in_blocks: bool,
}

impl Row {
    /// The rows of an op.
    pub(super) fn of(nest: &Structured<'_>, parallel: &[usize], reductions: &[usize]) -> Option<Self> {
        let sizes = nest.known_loop_sizes();
        let candidates = || long(&sizes, parallel).filter(|&dim| has_outputs(nest, dim));
        if let Some(dim) = candidates().find(|&dim| crossing(nest, dim).next().is_none()) {
            let again = parallel.iter().copied().rfind(|&other| {
                let varies = |map: &AffineMap| map.is_function_of_dim(dim as u32);
                other != dim && reads_again(nest, other, varies)
            });
            let steps = Steps::of(reductions, &sizes);
            return Some(Self::new(
                parallel,
                (dim, again.into_iter().collect()),
                steps,
                Vec::new(),
            ));
        }
        let dim = candidates().next()?;
        let is_often = |other: usize| sizes[other] == DYNAMIC || sizes[other] >= FEWEST_USES;
        let mut others = parallel.iter().copied();
        let again = others.rfind(|&other| is_often(other) && reads_crossing_again(nest, dim, other));
        let (steps, packed) = packed_in_some_way(nest, dim, again.is_some(), reductions)?;
        Some(Self::new(parallel, (dim, again.into_iter().collect()), steps, packed))
    }

    /// The rows of an op that writes across them: nothing that is written is contiguous there, so that it is copied, too.
    pub(super) fn of_columns(nest: &Structured<'_>, parallel: &[usize], reductions: &[usize]) -> Option<Self> {
        let sizes = nest.known_loop_sizes();
        if !nest.inits().iter().all(|&output| is_packable(nest, output)) {
            return None;
        }
        let crosses = |&dim: &usize| !has_outputs(nest, dim) && crossing(nest, dim).next().is_some();
        let candidates: Vec<usize> = long(&sizes, parallel).filter(crosses).collect();
        candidates.into_iter().rev().find_map(|dim| {
            let is_again = |&other: &usize| sizes[other] != 1 && reads_crossing_again(nest, dim, other);
            let again: Vec<usize> = parallel.iter().copied().filter(is_again).collect();
            let uses = |&other: &usize| {
                if sizes[other] == DYNAMIC {
                    FEWEST_USES
                } else {
                    sizes[other]
                }
            };
            let uses = again.iter().map(uses).fold(1, i64::saturating_mul);
            let (steps, packed) = packed_in_some_way(nest, dim, uses >= FEWEST_USES, reductions)?;
            let row = Self::new(parallel, (dim, again), steps, packed);
            Some(Self {
                copies_outputs: true,
                ..row
            })
        })
    }

    /// The rows of an op without reductions some of whose inputs cross them, with the dimension in which these inputs are
    /// contiguous.
    pub(super) fn across(nest: &Structured<'_>, parallel: &[usize]) -> Option<(Self, usize)> {
        let sizes = nest.known_loop_sizes();
        let dim = long(&sizes, parallel).find(|&dim| has_outputs(nest, dim))?;
        let crossing: Vec<usize> = crossing(nest, dim).collect();
        let blocks = |column: usize| {
            let steps = Steps::of_innermost(&[column]);
            let mut crossing = crossing.iter();
            let fits = column != dim && crossing.all(|&input| is_in_blocks(nest, input, dim, &steps));
            fits.then_some((column, steps))
        };
        let mut columns = long(&sizes, parallel);
        let (column, steps) = columns.find_map(blocks).filter(|_| !crossing.is_empty())?;
        let is_number = |&input: &usize| is_packable(nest, nest.operands()[input]);
        let outer: Vec<usize> = parallel.iter().copied().filter(|&other| other != column).collect();
        let packed = crossing.iter().map(|&number| PackedInput {
            number,
            is_in_blocks: true,
        });
        let row = Self::new(&outer, (dim, Vec::new()), steps, packed.collect());
        crossing.iter().all(is_number).then_some((row, column))
    }

    fn new(parallel: &[usize], (dim, again): (usize, Vec<usize>), steps: Steps, packed: Vec<PackedInput>) -> Self {
        let is_outer = |other: &usize| *other != dim && !again.contains(other);
        Self {
            dim,
            outer: parallel.iter().copied().filter(is_outer).collect(),
            again,
            steps,
            packed,
            copies_outputs: false,
        }
    }
}

/// The dimensions that may have enough elements for rows.
fn long(sizes: &[i64], parallel: &[usize]) -> impl Iterator<Item = usize> {
    let is_long = |dim: &usize| sizes[*dim] == DYNAMIC || sizes[*dim] >= SHORTEST_ROW;
    parallel.iter().copied().filter(is_long)
}

/// Whether the inputs that cross rows in the dimension `dim` stay the same in another one.
fn reads_crossing_again(nest: &Structured<'_>, dim: usize, other: usize) -> bool {
    crossing(nest, dim).all(|input| !nest.maps[input].is_function_of_dim(other as u32))
}

/// Whether all that is written is contiguous in a dimension.
fn has_outputs(nest: &Structured<'_>, dim: usize) -> bool {
    let operands = nest.operands();
    let mut written = operands.iter().zip(&nest.maps).skip(nest.num_inputs);
    written.all(|(&operand, map)| is_contiguous(nest, operand, map, dim as u32))
}

/// The inputs that are neither contiguous in a dimension nor the same everywhere.
fn crossing(nest: &Structured<'_>, dim: usize) -> impl Iterator<Item = usize> {
    let operands = nest.operands();
    (0..nest.num_inputs).filter(move |&input| {
        let map = &nest.maps[input];
        map.is_function_of_dim(dim as u32) && !is_contiguous(nest, operands[input], map, dim as u32)
    })
}

/// The steps of the reductions, and the inputs that are copied for them: steps of the innermost one alone if that lets inputs be
/// copied that cannot be otherwise.
fn packed_in_some_way(
    nest: &Structured<'_>,
    dim: usize,
    is_used_again: bool,
    reductions: &[usize],
) -> Option<(Steps, Vec<PackedInput>)> {
    let sizes = nest.known_loop_sizes();
    let is_short = reductions.last().is_some_and(|&last| (0..BLOCK).contains(&sizes[last]));
    let by_block = (!is_short).then(|| Steps::of_innermost(reductions));
    let mut ways = [Some(Steps::of(reductions, &sizes)), by_block].into_iter().flatten();
    ways.find_map(|steps| packed(nest, dim, is_used_again, &steps).map(|packed| (steps, packed)))
}

/// The inputs that are copied for rows in the dimension `dim`: those that can be copied in blocks, unless LLVM vectorises along
/// them, and others if the copies are used again. What lies close together stays. `None` if that leaves some.
fn packed(nest: &Structured<'_>, dim: usize, is_used_again: bool, steps: &Steps) -> Option<Vec<PackedInput>> {
    let mut packed = Vec::new();
    let is_vectorized = are_vectorized(nest);
    for input in crossing(nest, dim) {
        let operand = nest.operands()[input];
        let is_near = distance(nest, operand, &nest.maps[input], dim as u32)
            .is_some_and(|distance| (1..=FARTHEST_PICKED).contains(&distance));
        let is_in_blocks = is_in_blocks(nest, input, dim, steps);
        let pays = if is_in_blocks { !is_vectorized } else { is_used_again };
        if pays && is_packable(nest, operand) {
            packed.push(PackedInput {
                number: input,
                is_in_blocks,
            });
        } else if !is_near || steps.unrolled_steps == 1 {
            return None;
        }
    }
    Some(packed)
}

/// Whether an input is contiguous along the innermost steps, and its rows lie side by side: not like windows that overlap.
fn is_in_blocks(nest: &Structured<'_>, input: usize, dim: usize, steps: &Steps) -> bool {
    let (operand, map) = (nest.operands()[input], &nest.maps[input]);
    let is_along = |step: usize| is_contiguous(nest, operand, map, step as u32);
    let last = map.results().last();
    steps.innermost().is_some_and(is_along) && last.is_some_and(|last| !last.is_function_of_dim(dim as u32))
}

/// Whether the elements of an operand are numbers that lie side by side in memory and in vectors.
fn is_packable(nest: &Structured<'_>, operand: ValueId) -> bool {
    let ctx = nest.op.ctx;
    let Some(element) = memref_element(ctx, nest.op.body.value_type(operand)) else {
        return false;
    };
    let width = element.float(ctx).map(|float| float.width());
    match width {
        Some(width) => width.is_power_of_two() && (16..=64).contains(&width),
        None => {
            let width = if is_number(ctx, element) {
                ctx.int_or_index_width(element)
            } else {
                None
            };
            width.is_some_and(|width| width.is_power_of_two() && (8..=64).contains(&width))
        }
    }
}
