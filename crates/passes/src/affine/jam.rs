//! Several iterations of a loop at once, with the loops inside shared.

use asyncir_dialects::affine::ForOp;
use asyncir_dialects::matchers::is_defined_outside;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, InsertPoint, Mapping, OpId, Type, ValueId, WalkOrder};

use super::loops::{block_and_counter, constant_trip_count, promote_if_single_iteration, trip_count_divisor};
use super::reductions::{Reduction, reductions_of};
use super::unroll::{can_unroll, has_single_bounds, later_counter, scale_step, split_remainder};
use crate::analysis::constraints::Work;
use crate::analysis::dependence::may_be_jammed;
use crate::conversion::lower_affine::reductions::combine;

/// Unrolls a loop by a factor, and jams the copies of each loop inside into one. Nothing happens if iterations depend on
/// each other so that this would change the result.
pub(super) fn unroll_and_jam(rw: &mut Rewriter<'_>, op: OpId, factor: u64) -> Option<()> {
    let count = constant_trip_count(rw.ctx, rw.body, op);
    let (block, _) = block_and_counter(rw.ctx, rw.body, op)?;
    if factor == 1 {
        if count == Some(1) {
            promote_if_single_iteration(rw, op);
        }
        return Some(());
    }
    let is_empty = rw.body.block_ops(block).count() == 1;
    // A negative number of iterations is a great one here.
    let is_short = count.is_some_and(|count| count < factor || i64::try_from(count).is_err());
    if is_empty || is_short || !has_constant_inner_bounds(rw.body, op) || !can_unroll(rw.ctx, rw.body, op, factor) {
        return None;
    }
    let mut groups = Vec::new();
    gather_groups(rw, op, &mut groups);
    let reductions = reductions_of(rw.ctx, rw.body, op)?;
    if !may_be_jammed(rw.ctx, rw.body, op, &groups, factor, &mut Work::new()) {
        return None;
    }
    if !trip_count_divisor(rw.ctx, rw.body, op).is_multiple_of(factor) {
        has_single_bounds(rw.ctx, rw.body, op).then_some(())?;
        split_remainder(rw, op, factor)?;
    }
    let copies = usize::try_from(factor).ok()? - 1;
    let mut jam = Jam {
        op,
        widened: Vec::new(),
        maps: vec![Mapping::new(); copies],
    };
    for inner in jammed_loops(rw.body, op) {
        if rw.body.op(inner).num_results() > 0 {
            jam.widen(rw, inner, &reductions)?;
        }
    }
    jam.copy_groups(rw, &groups)?;
    jam.combine(rw, &reductions)?;
    promote_if_single_iteration(rw, jam.op);
    Some(())
}

/// Whether the bounds of all loops in a loop are defined around it.
fn has_constant_inner_bounds(body: &Body, op: OpId) -> bool {
    let inner = body.walk_op(op, WalkOrder::Pre).into_iter();
    let mut loops = inner.filter(|&inner| body.op(inner).is(ForOp::DEF));
    loops.all(|inner| {
        let num_bounds = body.op(inner).num_operands() - body.op(inner).num_results();
        let mut bounds = body.operands(inner).take(num_bounds);
        bounds.all(|value| is_defined_outside(body, value, op))
    })
}

/// The ops of a loop, without loops and terminators: those that follow each other in one block are a group.
fn gather_groups(rw: &Rewriter<'_>, op: OpId, groups: &mut Vec<Vec<OpId>>) -> Option<()> {
    let (block, _) = block_and_counter(rw.ctx, rw.body, op)?;
    let ops: Vec<OpId> = rw.body.block_ops(block).collect();
    let (_, ops) = ops.split_last()?;
    let mut group = Vec::new();
    for &inner in ops {
        if rw.body.op(inner).is(ForOp::DEF) {
            groups.extend(Some(std::mem::take(&mut group)).filter(|group| !group.is_empty()));
            gather_groups(rw, inner, groups)?;
        } else {
            group.push(inner);
        }
    }
    groups.extend(Some(group).filter(|group| !group.is_empty()));
    Some(())
}

/// The loops that stand directly in each other, from `op` on, inner ones first.
fn jammed_loops(body: &Body, op: OpId) -> Vec<OpId> {
    let is_jammed = |&inner: &OpId| {
        let mut around = std::iter::successors(Some(inner), |&inner| body.parent_op(inner).filter(|_| inner != op));
        around.all(|inner| body.op(inner).is(ForOp::DEF))
    };
    let ops = body.walk_op(op, WalkOrder::Post).into_iter();
    ops.filter(is_jammed).collect()
}

/// Loops that are being jammed.
struct Jam {
    /// The unrolled loop.
    op: OpId,
    /// Loops that carry the values of all iterations at once.
    widened: Vec<OpId>,
    /// What stands for values in each iteration but the first one.
    maps: Vec<Mapping>,
}

impl Jam {
    /// Makes a loop carry as many values for each iteration as it does for one.
    fn widen(&mut self, rw: &mut Rewriter<'_>, old: OpId, reductions: &[Reduction]) -> Option<()> {
        let view = ForOp(rw.body.op_ref(rw.ctx, old));
        let (block, inits) = (view.block()?, view.inits());
        let end = rw.body.terminator(block)?;
        let yielded: Vec<ValueId> = rw.body.operands(end).collect();
        let times = self.maps.len() + 1;
        rw.modify(end, |body| body.set_operands(end, &yielded.repeat(times)));
        let mut of_copies = inits.to_vec();
        if old == self.op {
            // What the loop starts with counts once. MLIR gives it to all iterations.
            rw.set_before(old);
            let pairs = reductions.iter().zip(&inits);
            of_copies = pairs
                .map(|(reduction, &init)| reduction.neutral_value(rw, init))
                .collect::<Option<_>>()?;
        }
        let of_copies = of_copies.repeat(self.maps.len());
        let new = replace_by_wider(rw, old, &[&inits[..], &of_copies].concat())?;
        if old == self.op {
            self.op = new;
        }
        self.widened.push(new);
        let (block, _) = block_and_counter(rw.ctx, rw.body, new)?;
        let carried: Vec<ValueId> = rw.body.block_args(block).skip(1).collect();
        let results: Vec<ValueId> = rw.body.results(new).collect();
        let num_carried = inits.len();
        for (copy, map) in self.maps.iter_mut().enumerate() {
            for values in [&carried, &results] {
                let of_copy = values.iter().skip((copy + 1) * num_carried);
                for (&first, &value) in values.iter().take(num_carried).zip(of_copy) {
                    map.map_value(first, value);
                }
            }
        }
        Some(())
    }

    /// Copies each group for the later iterations.
    fn copy_groups(&mut self, rw: &mut Rewriter<'_>, groups: &[Vec<OpId>]) -> Option<()> {
        let (_, counter) = block_and_counter(rw.ctx, rw.body, self.op)?;
        let step = ForOp(rw.body.op_ref(rw.ctx, self.op)).step_size();
        scale_step(rw, self.op, self.maps.len() as u64 + 1)?;
        for copy in (0..self.maps.len()).rev() {
            for group in groups {
                rw.set_after(*group.last()?);
                if rw.body.has_uses(counter) {
                    let value = later_counter(rw, self.op, counter, copy as u64 + 1, step)?;
                    self.maps[copy].map_value(counter, value);
                }
                for &op in group {
                    let new = rw.body.clone_op(op, &mut self.maps[copy]);
                    rw.insert_existing(new);
                }
            }
            self.connect(rw, copy)?;
        }
        Some(())
    }

    /// Gives what widened loops take and pass on for a copy the values of that copy.
    fn connect(&self, rw: &mut Rewriter<'_>, copy: usize) -> Option<()> {
        for &op in &self.widened {
            let (block, _) = block_and_counter(rw.ctx, rw.body, op)?;
            let end = rw.body.terminator(block)?;
            let num_results = rw.body.op(op).num_results();
            let num_carried = num_results / (self.maps.len() + 1);
            let first_init = rw.body.op(op).num_operands() - num_results;
            // The values with which the unrolled loop itself starts are there already.
            let places = [(op, first_init), (end, 0)];
            for &(owner, first) in &places[usize::from(op == self.op)..] {
                for index in 0..num_carried {
                    let value = self.maps[copy].value(rw.body.operand(owner, first + index));
                    let place = first + (copy + 1) * num_carried + index;
                    rw.modify(owner, |body| body.set_operand(owner, place, value));
                }
            }
        }
        Some(())
    }

    /// Combines what the iterations reduced.
    fn combine(&self, rw: &mut Rewriter<'_>, reductions: &[Reduction]) -> Option<()> {
        rw.set_after(self.op);
        let at = rw.location_of(self.op);
        let results: Vec<ValueId> = rw.body.results(self.op).collect();
        for (index, reduction) in reductions.iter().enumerate() {
            let (mut combined, mut combiners) = (results[index], Vec::new());
            for copy in (0..self.maps.len()).rev() {
                let other = results[(copy + 1) * reductions.len() + index];
                combined = combine(rw, at, reduction.name, combined, other)?;
                combiners.extend(rw.body.defining_op(combined));
            }
            rw.replace_value_if(results[index], combined, |_, user| !combiners.contains(&user));
        }
        Some(())
    }
}

/// Puts a loop with more carried values in the place of a loop, whose terminator passes them on already.
fn replace_by_wider(rw: &mut Rewriter<'_>, old: OpId, inits: &[ValueId]) -> Option<OpId> {
    let view = ForOp(rw.body.op_ref(rw.ctx, old));
    let block = view.block()?;
    let types: Vec<Type> = inits.iter().map(|&init| rw.body.value_type(init)).collect();
    let at = rw.location_of(old);
    let mut state = ForOp::build(
        rw.ctx,
        at,
        &view.lowerBoundOperands(),
        &view.upperBoundOperands(),
        inits,
        view.lowerBoundMap()?,
        view.upperBoundMap()?,
        view.step()?,
        &types,
    );
    let region = rw.body.create_region();
    let new_block = rw.body.append_block(region);
    rw.body.add_block_arg(new_block, Type::INDEX, at);
    for &ty in &types {
        rw.body.add_block_arg(new_block, ty, at);
    }
    state.regions.push(region);
    rw.set_before(old);
    let new = rw.insert(state);
    let num_old = rw.body.block_args(block).count();
    let arguments: Vec<ValueId> = rw.body.block_args(new_block).take(num_old).collect();
    rw.inline_block(block, InsertPoint::End(new_block), &arguments);
    let num_results = rw.body.op(old).num_results();
    let results: Vec<ValueId> = rw.body.results(new).take(num_results).collect();
    rw.replace(old, &results);
    Some(new)
}
