//! Reductions in lanes, which do not wait for each other.
//!
//! In a sum of floats each addition waits for the one before, and LLVM may not change their order, so that it computes
//! nothing side by side. Here the contributions of a *block* of iterations go to memory first, by a loop that LLVM vectorises
//! as it does loops without reductions. Then vectors of [`LANES`] contributions are combined, lane by lane. What is left of
//! a block behind its last whole vector is combined in order, with the initial value. At the end of a leaf, one half of the
//! lanes is combined with the other until one lane is left, which is combined with that.
//!
//! All this follows from the number of iterations alone, as the leaves do (see `reduction`).

use asyncir_dialects::arith::build::{ArithBuilder, constant, index};
use asyncir_dialects::constant_fold::{element_width, splat, uniform};
use asyncir_dialects::{arith, memref, scf, vector};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::{Attribute, Body, Context, Location, OpId, OperationState, Type, TypeKind, ValueId};

use super::parallel_loop::{ParallelLoop, Reduction};
use crate::scf::build::for_loop_carrying;

/// How many values of a reduction are combined at the same time. It decides about the bits of results.
const LANES: i64 = 32;

/// How many contributions are kept in memory, which is little enough for the nearest cache.
pub(super) const BLOCK: i64 = 256;

/// The alignment of vectors in memory, in bytes, so that none lies in two lines of the cache.
const ALIGNMENT: i64 = 64;

/// A loop of at most so many iterations gains nothing from lanes.
pub(super) const IN_ORDER: u64 = 2 * LANES.cast_unsigned();

/// Whether lanes make a loop faster: it combines floats, by ops that LLVM may not reorder but whose operands are known to be
/// in any order, and its iterations do nothing but compute and access memory.
pub(super) fn pay(ctx: &Context, body: &Body, parallel: &ParallelLoop) -> bool {
    let fits = |reduction: &Reduction| reduction.neutral.is_some() && has_plain_lanes(ctx, reduction.ty);
    let last = parallel.dimensions.last();
    let trip = last.and_then(|dimension| dimension.known_trip(ctx, body));
    parallel.reductions.iter().any(|reduction| waits(ctx, body, reduction))
        && parallel.reductions.iter().all(fits)
        && trip.is_none_or(|trip| trip >= IN_ORDER)
        && parallel.body_ops(body).all(|op| computes(ctx, body, op))
}

/// Whether each step of a reduction waits for the one before in what LLVM makes of it.
fn waits(ctx: &Context, body: &Body, reduction: &Reduction) -> bool {
    let combiner = body.block_ops(reduction.combiner).next().map(|op| body.op(op));
    let reorders = combiner.is_some_and(|op| op.is(arith::MaximumFOp::DEF) || op.is(arith::MinimumFOp::DEF));
    matches!(reduction.ty.kind(ctx), TypeKind::Float(_)) && !reorders
}

/// Whether a vector in memory is what the values are one by one.
fn has_plain_lanes(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::Float(_) | TypeKind::Integer { .. } => {
            matches!(element_width(ctx, ty), Some(8 | 16 | 32 | 64))
        }
        TypeKind::Index => true,
        _ => false,
    }
}

/// Whether an op computes or accesses memory, outside of loops and on no other conditions than those of `scf.if`.
fn computes(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    if data.is(scf::IfOp::DEF) {
        let blocks = body
            .op_regions(op)
            .iter()
            .filter_map(|&region| body.region(region).first());
        return blocks
            .into_iter()
            .all(|block| body.block_ops(block).all(|op| computes(ctx, body, op)));
    }
    let accesses = data.is(memref::LoadOp::DEF) || data.is(memref::StoreOp::DEF);
    body.op_regions(op).is_empty() && (accesses || is_memory_effect_free(body.op_ref(ctx, op)))
}

/// Memory for the contributions of a block, and what combines them.
pub(super) struct Lanes<'a> {
    /// Where the combiners are.
    source: &'a Body,
    reductions: &'a [Reduction],
    location: Location,
    /// Memory for each reduction.
    blocks: Vec<ValueId>,
}

impl<'a> Lanes<'a> {
    /// Takes the memory at the cursor.
    pub(super) fn new(rw: &mut Rewriter<'_>, source: &'a Body, parallel: &'a ParallelLoop) -> Self {
        let location = parallel.location;
        let alignment = Some(rw.ctx.i64_attr(ALIGNMENT));
        let block_of = |reduction: &Reduction| {
            let ty = rw.ctx.memref_type(&[BLOCK], reduction.ty);
            rw.insert_value(memref::AllocaOp::build(rw.ctx, location, &[], &[], alignment, &[ty]))
        };
        Self {
            source,
            reductions: &parallel.reductions,
            location,
            blocks: parallel.reductions.iter().map(block_of).collect(),
        }
    }

    /// What the lanes of each reduction start with.
    pub(super) fn starts(&self, rw: &mut Rewriter<'_>) -> Vec<ValueId> {
        let neutral = |reduction: &Reduction| reduction.neutral.and_then(|neutral| neutral_lanes(rw.ctx, neutral));
        let lanes: Vec<Attribute> = self.reductions.iter().filter_map(neutral).collect();
        lanes
            .into_iter()
            .map(|lanes| constant(rw, self.location, lanes))
            .collect()
    }

    /// Keeps what the iteration at a place in the block contributes.
    pub(super) fn keep(&self, rw: &mut Rewriter<'_>, place: ValueId, contributions: &[ValueId]) {
        for (&block, &contribution) in self.blocks.iter().zip(contributions) {
            let store = memref::StoreOp::build(rw.ctx, self.location, contribution, block, &[place], None, None, &[]);
            rw.insert(store);
        }
    }

    /// Combines the first `count` contributions of a block with the carried values: those combined in order, and the lanes.
    pub(super) fn combine(&self, rw: &mut Rewriter<'_>, count: ValueId, carried: &[ValueId]) -> Vec<ValueId> {
        let location = self.location;
        let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
        let width = index(rw, location, LANES);
        let mut b = ArithBuilder::new(rw, location);
        let rest = b.binary(arith::RemUIOp::DEF, count, width);
        let whole = b.subi(count, rest);
        let (in_order, lanes) = carried.split_at(self.reductions.len());
        let (mut next, mut next_lanes) = (Vec::new(), Vec::new());
        for (number, reduction) in self.reductions.iter().enumerate() {
            let (vectors, scalars) = ((zero, whole), (whole, count));
            next_lanes.extend(for_loop_carrying(
                rw,
                location,
                vectors,
                width,
                &lanes[number..=number],
                |rw, place, carried| {
                    let ty = rw.body.value_type(carried[0]);
                    let load =
                        vector::LoadOp::build(rw.ctx, location, self.blocks[number], &[place], None, None, &[ty]);
                    let contributions = rw.insert_value(load);
                    vec![self.pair(rw, reduction, carried[0], contributions)]
                },
            ));
            next.extend(for_loop_carrying(
                rw,
                location,
                scalars,
                one,
                &in_order[number..=number],
                |rw, place, carried| {
                    let load = memref::LoadOp::build(
                        rw.ctx,
                        location,
                        self.blocks[number],
                        &[place],
                        None,
                        None,
                        &[reduction.ty],
                    );
                    let contribution = rw.insert_value(load);
                    vec![self.pair(rw, reduction, carried[0], contribution)]
                },
            ));
        }
        next.extend(next_lanes);
        next
    }

    /// The value of each reduction.
    pub(super) fn totals(&self, rw: &mut Rewriter<'_>, carried: &[ValueId]) -> Vec<ValueId> {
        let (in_order, lanes) = carried.split_at(self.reductions.len());
        let values = self.reductions.iter().zip(in_order.iter().zip(lanes));
        values
            .map(|(reduction, (&before, &lanes))| {
                let types = vec![reduction.ty; LANES as usize];
                let op = rw.insert(vector::ToElementsOp::build(rw.ctx, self.location, lanes, &types));
                let mut left: Vec<ValueId> = rw.body.results(op).collect();
                while left.len() > 1 {
                    let upper = left.split_off(left.len() / 2);
                    for (lane, other) in left.iter_mut().zip(upper) {
                        *lane = self.pair(rw, reduction, *lane, other);
                    }
                }
                self.pair(rw, reduction, before, left[0])
            })
            .collect()
    }

    /// Combines two values, or the lanes of two vectors.
    fn pair(&self, rw: &mut Rewriter<'_>, reduction: &Reduction, lhs: ValueId, rhs: ValueId) -> ValueId {
        let Some(combiner) = self.source.block_ops(reduction.combiner).next() else {
            return lhs;
        };
        let ty = rw.body.value_type(lhs);
        let state = OperationState::like(self.source.op(combiner))
            .operands(&[lhs, rhs])
            .results(&[ty]);
        rw.insert_value(state)
    }
}

/// A vector of neutral values.
fn neutral_lanes(ctx: &Context, neutral: Attribute) -> Option<Attribute> {
    let ty = ctx.vector_type(&[LANES], neutral.ty(ctx));
    splat(ctx, ty, &uniform(ctx, Some(neutral))?)
}
