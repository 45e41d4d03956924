//! Reductions: values to which iterations combine, in an order that does not depend on who runs them.
//!
//! The iterations are cut into *leaves*, at most 1024 of them (`MAX_LEAVES`), at places that follow from the number of
//! iterations alone. Each leaf combines its iterations in their order; the results of the leaves, stored in memory of
//! the caller, are combined in their order at the end. So the result has the same bits in every run, with any
//! number of workers, and combining need not be commutative. A loop of a single leaf computes what the sequential loop
//! does, but for loops in lanes (see `lanes`).

use asyncir_dialects::arith::build::{ArithBuilder, constant, fold_binary, index};
use asyncir_dialects::constant_fold::element_width;
use asyncir_dialects::{arith, memref, scf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, Location, Mapping, Type, TypeKind, ValueId};

use super::domain::Domain;
use super::parallel_loop::ParallelLoop;
use crate::scf::build::{for_loop_carrying, if_else_giving};

/// How many leaves a loop has at most: enough for some on each of many workers.
const MAX_LEAVES: u64 = 1024;

/// Loops whose values are large have fewer, but not fewer than this.
const FEWEST_LEAVES: u64 = 16;

/// How much of the stack the results of leaves may take, in bytes.
const STACK: u64 = 128 << 10;

/// How many leaves a loop has at most.
fn most_leaves(ctx: &Context, parallel: &ParallelLoop) -> i64 {
    let bytes = parallel.reductions.iter().map(|reduction| size_of(ctx, reduction.ty));
    let bytes = bytes.fold(1, u64::saturating_add);
    (STACK / bytes).clamp(FEWEST_LEAVES, MAX_LEAVES).cast_signed()
}

/// About how many bytes a value takes.
fn size_of(ctx: &Context, ty: Type) -> u64 {
    /// Of what is neither a number nor numbers.
    const DESCRIPTOR: u64 = 64;
    let elements = ty.num_elements(ctx).unwrap_or(1);
    let element = match ty.kind(ctx) {
        TypeKind::Vector { element, .. } => *element,
        _ => ty,
    };
    let bits = match element.kind(ctx) {
        TypeKind::Complex(part) => element_width(ctx, *part).map(|width| 2 * u64::from(width)),
        _ => element_width(ctx, element).map(u64::from),
    };
    bits.map_or(DESCRIPTOR, |bits| elements.saturating_mul(bits.div_ceil(8)))
}

/// The leaves of a loop with reductions.
pub(super) struct Leaves {
    /// How many iterations a leaf has.
    pub(super) size: ValueId,
    /// How many leaves there are.
    pub(super) count: ValueId,
    /// Memory for the results of leaves, one for each reduction.
    pub(super) partials: Vec<ValueId>,
}

impl Leaves {
    /// Computes sizes at the cursor, and takes memory at `stack`. A leaf has at least `least` iterations.
    pub(super) fn new(
        rw: &mut Rewriter<'_>,
        parallel: &ParallelLoop,
        domain: &Domain,
        least: ValueId,
        stack: InsertPoint,
    ) -> Self {
        let location = parallel.location;
        let round_up = |rw: &mut Rewriter<'_>, number: ValueId, divisor: ValueId| {
            let one = index(rw, location, 1);
            let mut b = ArithBuilder::new(rw, location);
            let last = b.subi(divisor, one);
            let sum = b.addi(number, last);
            b.binary(arith::DivUIOp::DEF, sum, divisor)
        };
        let most_leaves = most_leaves(rw.ctx, parallel);
        let most = index(rw, location, most_leaves);
        let size = round_up(rw, domain.total, most);
        let size = ArithBuilder::new(rw, location).binary(arith::MaxUIOp::DEF, size, least);
        let count = round_up(rw, domain.total, size);
        let cursor = rw.point();
        rw.set_point(stack);
        let partials = parallel
            .reductions
            .iter()
            .map(|reduction| {
                let ty = rw.ctx.memref_type(&[most_leaves], reduction.ty);
                rw.insert_value(memref::AllocaOp::build(rw.ctx, location, &[], &[], None, &[ty]))
            })
            .collect();
        rw.set_point(cursor);
        Self { size, count, partials }
    }

    /// Combines the results of all leaves at the cursor. A loop without leaves gives the initial values.
    pub(super) fn fold(&self, rw: &mut Rewriter<'_>, parallel: &ParallelLoop, domain: &Domain) -> Vec<ValueId> {
        let location = parallel.location;
        let (zero, one) = (index(rw, location, 0), index(rw, location, 1));
        let load = |rw: &mut Rewriter<'_>, number: usize, leaf: ValueId| {
            let (partial, ty) = (self.partials[number], parallel.reductions[number].ty);
            rw.insert_value(memref::LoadOp::build(
                rw.ctx,
                location,
                partial,
                &[leaf],
                None,
                None,
                &[ty],
            ))
        };
        let is_empty = match domain.known_total {
            Some(total) => (total == 0).then(|| ArithBuilder::new(rw, location).constant(Type::I1, 1)),
            None => Some(ArithBuilder::new(rw, location).cmpi("eq", self.count, zero)),
        };
        let mut firsts = Vec::new();
        for (number, reduction) in parallel.reductions.iter().enumerate() {
            let first = load(rw, number, zero);
            let choose = |is_empty| ArithBuilder::new(rw, location).select(is_empty, reduction.init, first);
            firsts.push(is_empty.map_or(first, choose));
        }
        for_loop_carrying(rw, location, (one, self.count), one, &firsts, |rw, leaf, carried| {
            let combine = |(number, &carried): (usize, &ValueId)| {
                let next = load(rw, number, leaf);
                let combiner = parallel.reductions[number].combiner;
                combine_here(rw, combiner, carried, next)
            };
            carried.iter().enumerate().map(combine).collect()
        })
    }
}

/// With what a leaf starts: the first one with the initial values, others with neutral ones. Where no neutral value is
/// known, a flag follows the value, which says whether it counts.
pub(super) fn starts(
    rw: &mut Rewriter<'_>,
    parallel: &ParallelLoop,
    inits: &[ValueId],
    is_first: ValueId,
) -> Vec<ValueId> {
    let location = parallel.location;
    let mut starts = Vec::new();
    for (reduction, &init) in parallel.reductions.iter().zip(inits) {
        match reduction.neutral {
            Some(neutral) => {
                let constant = constant(rw, location, neutral);
                starts.push(ArithBuilder::new(rw, location).select(is_first, init, constant));
            }
            None => starts.extend([init, is_first]),
        }
    }
    starts
}

/// Combines the carried values of a leaf, in the order of [`starts`], with what an iteration contributes.
pub(super) fn combine_iteration(
    rw: &mut Rewriter<'_>,
    source: &Body,
    parallel: &ParallelLoop,
    map: &mut Mapping,
    carried: &[ValueId],
) -> Vec<ValueId> {
    let location = parallel.location;
    let mut carried = carried.iter().copied();
    let mut next = Vec::new();
    for reduction in &parallel.reductions {
        let Some(before) = carried.next() else { break };
        let value = map.value(reduction.operand);
        if reduction.neutral.is_some() {
            next.push(combine(rw, source, reduction.combiner, map, (before, value)));
            continue;
        }
        let Some(counts) = carried.next() else { break };
        let choice = if_else_giving(
            rw,
            location,
            counts,
            &[reduction.ty],
            |rw| vec![combine(rw, source, reduction.combiner, map, (before, value))],
            |_| vec![value],
        );
        next.extend(rw.body.results(choice));
        next.push(ArithBuilder::new(rw, location).constant(Type::I1, 1));
    }
    next
}

/// The results of a leaf without the flags.
pub(super) fn without_flags(parallel: &ParallelLoop, results: &[ValueId]) -> Vec<ValueId> {
    let mut results = results.iter().copied();
    let mut values = Vec::new();
    for reduction in &parallel.reductions {
        values.extend(results.next());
        if reduction.neutral.is_none() {
            results.next();
        }
    }
    values
}

/// Copies a combiner of another body.
fn combine(
    rw: &mut Rewriter<'_>,
    source: &Body,
    combiner: BlockId,
    map: &mut Mapping,
    (lhs, rhs): (ValueId, ValueId),
) -> ValueId {
    for (argument, value) in source.block_args(combiner).zip([lhs, rhs]) {
        map.map_value(argument, value);
    }
    let mut result = lhs;
    for op in source.block_ops(combiner) {
        if source.op(op).is(scf::ReduceReturnOp::DEF) {
            result = map.value(source.operand(op, 0));
        } else {
            let copy = rw.body.clone_op_from(source, op, map);
            rw.insert_copy(copy);
        }
    }
    result
}

/// Copies a combiner within its body.
fn combine_here(rw: &mut Rewriter<'_>, combiner: BlockId, lhs: ValueId, rhs: ValueId) -> ValueId {
    let mut map = Mapping::new();
    let arguments: Vec<ValueId> = rw.body.block_args(combiner).collect();
    for (argument, value) in arguments.into_iter().zip([lhs, rhs]) {
        map.map_value(argument, value);
    }
    let mut result = lhs;
    let ops: Vec<_> = rw.body.block_ops(combiner).collect();
    for op in ops {
        if rw.body.op(op).is(scf::ReduceReturnOp::DEF) {
            result = map.value(rw.body.operand(op, 0));
        } else {
            let copy = rw.body.clone_op(op, &mut map);
            rw.insert_copy(copy);
        }
    }
    result
}

/// Where a loop takes memory for the results of its leaves: at the start of the function or task that it is in, so that
/// a loop around it does not take more each time.
pub(super) fn stack_of(body: &Body, home: Option<BlockId>, parallel: &ParallelLoop) -> InsertPoint {
    match home.or_else(|| body.entry()) {
        Some(block) => body.start_of(block),
        None => InsertPoint::Before(parallel.op),
    }
}

/// The least number of iterations of a leaf, or of a range: one at least.
pub(super) fn at_least_one(rw: &mut Rewriter<'_>, location: Location, first: ValueId) -> ValueId {
    let one = index(rw, location, 1);
    fold_binary(rw, location, arith::MaxUIOp::DEF, first, one)
}
