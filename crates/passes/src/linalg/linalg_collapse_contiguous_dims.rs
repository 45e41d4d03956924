//! `linalg-collapse-contiguous-dims`: loops of structured ops that walk along contiguous memory become one loop. MLIR has no
//! such pass, but patterns for it (`collapseOpIterationDims`).
//!
//! An op that computes element by element on dense memory is then one loop, however short its rows are: rows of one element
//! cost no loop each, and rows of four fill vectors. Neighbouring loops are merged if both are parallel or both reduce, and in
//! every operand their dimensions are neighbours whose elements follow each other, whatever the sizes turn out to be, or do not
//! appear. So a convolution with a filter of a single point has long rows. Loops that an op asks for the index of stay.

use std::ops::Range;

use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::{MEMOIZED, Structured};
use asyncir_dialects::memref::CollapseShapeOp;
use asyncir_dialects::memref::reassociation::{Groups, collapsed_type, groups_attr, is_surely_collapsible};
use asyncir_dialects::tensor::merged_shape;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, DYNAMIC, Diagnostics, OpId, OwnedOp, ValueId, WalkOrder};

use super::nest::{Nest, copy_block, generic};
use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "linalg-collapse-contiguous-dims",
    class: "LinalgCollapseContiguousDimsPass",
    summary: "Merge loops of structured ops on memory that walk along contiguous elements",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LinalgCollapseContiguousDims)),
};

struct LinalgCollapseContiguousDims;

impl Pass for LinalgCollapseContiguousDims {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Pre) {
                collapse(cx.ctx, body, op);
            }
            Ok(())
        })
    }
}

/// Merges the loops of `op` that can be, if it is a structured op on memory.
fn collapse(ctx: &Context, body: &mut Body, op: OpId) -> Option<()> {
    Structured::of(body.op_ref(ctx, op)).filter(Structured::is_on_buffers)?;
    let rw = &mut Rewriter::new(ctx, body);
    let mut nest = Nest::of(rw, op)?;
    if !nest.index_ops(rw).is_empty() {
        return None;
    }
    drop_unit_terms(rw, &mut nest)?;
    let loops = Loops::of(rw, &nest);
    if loops.count as usize == nest.iterators.len() {
        return None;
    }
    rw.set_before(op);
    let (mut maps, mut operands) = (Vec::<AffineMap>::new(), Vec::<ValueId>::new());
    for (map, &operand) in nest.maps.iter().zip(&nest.operands) {
        let (map, groups) = loops.applied_to(map)?;
        let mut before = nest.operands.iter().zip(&maps);
        let same = before.position(|(&other, other_map)| other == operand && *other_map == map);
        operands.push(match same {
            Some(same) => operands[same],
            None => merged(rw, op, operand, &groups)?,
        });
        maps.push(map);
    }
    let (at, iterators) = (rw.location_of(op), loops.iterators(&nest));
    let (mut state, region) = generic(rw, at, operands.split_at(nest.num_inputs), &maps, &iterators, &[]);
    state.attrs = ctx.dict_with(rw.body.op(op).attrs(), MEMOIZED, None);
    rw.insert(state);
    copy_block(rw, nest.block, region, &[]);
    rw.erase(op);
    Some(())
}

/// Takes the indices of loops that run once out of sums, as those of a filter of a single point. They are zero. What is left has
/// to be the index of a loop through the whole of an operand: of an image, windows may use a part.
fn drop_unit_terms(rw: &Rewriter<'_>, nest: &mut Nest) -> Option<()> {
    let sizes = nest.known_loop_sizes(rw);
    let index = |(dim, &size): (u32, &i64)| {
        if size == 1 {
            AffineExpr::Constant(0)
        } else {
            AffineExpr::Dim(dim)
        }
    };
    let indices: Vec<AffineExpr> = (0..).zip(&sizes).map(index).collect();
    for (map, &operand) in nest.maps.iter_mut().zip(&nest.operands) {
        let shape = rw.body.value_type(operand).shape(rw.ctx).unwrap_or_default();
        let without = |(result, &size): (&AffineExpr, &i64)| match result.replace_dims(&indices) {
            AffineExpr::Dim(dim) if size != DYNAMIC && sizes[dim as usize] == size => AffineExpr::Dim(dim),
            _ => result.clone(),
        };
        let results: Vec<AffineExpr> = map.results().iter().zip(shape).map(without).collect();
        if results.len() == map.num_results() {
            *map = AffineMap::new(map.num_dims(), map.num_symbols(), results)?;
        }
    }
    Some(())
}

/// What the loops become.
struct Loops {
    /// How many there are then.
    count: u32,
    /// For each loop, the one that it is part of then.
    merged: Vec<u32>,
}

impl Loops {
    fn of(rw: &Rewriter<'_>, nest: &Nest) -> Self {
        let mut merged: Vec<u32> = Vec::with_capacity(nest.iterators.len());
        // The outermost of the loops that are one with the last one.
        let mut first = 0;
        for dim in 0..nest.iterators.len() as u32 {
            let new = match merged.last() {
                None => 0,
                Some(&last) if is_alike(nest, dim) && follows_on(rw, nest, first, dim) => last,
                Some(&last) => {
                    first = dim;
                    last + 1
                }
            };
            merged.push(new);
        }
        let count = merged.last().map_or(0, |&last| last + 1);
        Self { count, merged }
    }

    /// What kinds of loops they are then.
    fn iterators(&self, nest: &Nest) -> Vec<Iteration> {
        let mut kinds = vec![Iteration::Parallel; self.count as usize];
        for (&new, &kind) in self.merged.iter().zip(&nest.iterators) {
            kinds[new as usize] = kind;
        }
        kinds
    }

    /// The map of an operand with merged loops, and the groups of its dimensions that are one then.
    fn applied_to(&self, map: &AffineMap) -> Option<(AffineMap, Groups)> {
        let new: Vec<AffineExpr> = self.merged.iter().map(|&dim| AffineExpr::Dim(dim)).collect();
        let (mut results, mut groups) = (Vec::new(), Groups::new());
        let mut before = None;
        for (place, result) in (0..).zip(map.results()) {
            match groups.last_mut() {
                Some(group) if self.is_continued(before, result) => group.push(place),
                _ => {
                    groups.push(vec![place]);
                    results.push(result.replace_dims(&new));
                }
            }
            before = Some(result);
        }
        Some((AffineMap::new(self.count, 0, results)?, groups))
    }

    /// Whether an index is that of the loop behind the one whose index stands before it, and both are one loop then.
    fn is_continued(&self, before: Option<&AffineExpr>, result: &AffineExpr) -> bool {
        let (Some(&AffineExpr::Dim(outer)), &AffineExpr::Dim(inner)) = (before, result) else {
            return false;
        };
        inner == outer + 1 && self.merged[inner as usize] == self.merged[outer as usize]
    }
}

/// Whether a loop and the one before it are of the same kind.
fn is_alike(nest: &Nest, dim: u32) -> bool {
    nest.iterators[dim as usize] == nest.iterators[dim as usize - 1]
}

/// Whether in each operand the loop `dim` walks along where the loop before it steps, which is one with those from `first` on.
/// All of these are looked at together: a dimension of one element follows on whatever is before it, with any stride.
fn follows_on(rw: &Rewriter<'_>, nest: &Nest, first: u32, dim: u32) -> bool {
    let mut operands = nest.maps.iter().zip(&nest.operands);
    operands.all(|(map, &operand)| {
        let users = |dim: u32| {
            let results = map.results().iter().enumerate();
            results
                .filter(move |(_, result)| result.is_function_of_dim(dim))
                .map(|(place, _)| place)
        };
        let (outer, inner): (Vec<usize>, Vec<usize>) = (users(dim - 1).collect(), users(dim).collect());
        match (&outer[..], &inner[..]) {
            ([], []) => true,
            (&[outer], &[inner]) => {
                inner == outer + 1
                    && map.results()[outer] == AffineExpr::Dim(dim - 1)
                    && map.results()[inner] == AffineExpr::Dim(dim)
                    && is_surely_collapsible(
                        rw.ctx,
                        rw.body.value_type(operand),
                        &one_group(map.num_results(), inner - (dim - first) as usize..inner + 1),
                    )
            }
            _ => false,
        }
    })
}

/// The groups that merge some neighbouring dimensions.
fn one_group(rank: usize, dims: Range<usize>) -> Groups {
    let alone = |dim: usize| vec![dim as i64];
    let group = dims.clone().map(|dim| dim as i64).collect();
    let before = (0..dims.start).map(alone);
    before.chain([group]).chain((dims.end..rank).map(alone)).collect()
}

/// An operand with merged dimensions.
fn merged(rw: &mut Rewriter<'_>, op: OpId, operand: ValueId, groups: &Groups) -> Option<ValueId> {
    let ty = rw.body.value_type(operand);
    if groups.iter().all(|group| group.len() == 1) {
        return Some(operand);
    }
    let ty = collapsed_type(rw.ctx, ty, &merged_shape(ty.shape(rw.ctx)?, groups), groups)?;
    let state = CollapseShapeOp::build(rw.ctx, rw.location_of(op), operand, groups_attr(rw.ctx, groups), &[ty]);
    Some(rw.insert_value(state))
}
