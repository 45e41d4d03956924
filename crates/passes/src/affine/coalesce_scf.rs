//! One loop of `scf` in the place of several.

use asyncir_dialects::affine::scope::{affine_scope, is_dim, is_symbol};
use asyncir_dialects::affine::{DelinearizeIndexOp, MaxOp, map_attr};
use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::arith::{CeilDivSIOp, DivSIOp, MaxSIOp, RemSIOp, SubIOp};
use asyncir_dialects::index_list::{Entry, split};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::scf::ForOp;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, InsertPoint, Location, OpId, Type, ValueId};

use super::coalesce::is_known_before;
use super::loops::{move_contents, perfect_nest};
use crate::conversion::fold_result::{FoldResult, apply, apply_mixed, materialize, product};

/// Coalesces the loops of a nest whose bounds are known before it, and which pass on what they carry: inner ones first.
pub(super) fn coalesce_nest(rw: &mut Rewriter<'_>, root: OpId) {
    let loops = perfect_nest(rw.body, root);
    let known_before: Vec<usize> = (0..loops.len())
        .map(|index| {
            let bounds = bounds(rw.body, loops[index]);
            let is_before = |&outer: &usize| is_known_before(rw.body, &bounds, loops[outer]);
            (0..index).find(is_before).unwrap_or(index)
        })
        .collect();
    let mut passed_from = vec![0; loops.len()];
    for index in 1..loops.len() {
        let passes = passes_on(rw.ctx, rw.body, loops[index - 1], loops[index]);
        passed_from[index] = if passes { passed_from[index - 1] } else { index };
    }
    let mut end = loops.len();
    while end > 1 {
        let is_band = |&start: &usize| {
            known_before[start..end].iter().all(|&before| before <= start) && passed_from[end - 1] <= start
        };
        match (0..end - 1).find(is_band) {
            Some(start) => {
                coalesce(rw, &loops[start..end]);
                end = start;
            }
            None => end -= 1,
        }
    }
}

/// From where and up to where a loop counts, and its step.
fn bounds(body: &Body, op: OpId) -> [ValueId; 3] {
    [0, 1, 2].map(|index| body.operand(op, index))
}

/// Whether a loop carries what the one inside carries.
fn passes_on(ctx: &Context, body: &Body, outer: OpId, inner: OpId) -> bool {
    let view = |op| ForOp(body.op_ref(ctx, op));
    let end = view(outer).block().and_then(|block| body.terminator(block));
    let carried = view(outer).arguments().into_iter().skip(1);
    carried.eq(body.operands(inner).skip(3)) && end.is_some_and(|end| body.operands(end).eq(body.results(inner)))
}

/// What is known of a loop of a band.
struct Loop {
    op: OpId,
    at: Location,
    /// From where and up to where it counts, and its step.
    bounds: [ValueId; 3],
    /// What it counts.
    counter: ValueId,
}

impl Loop {
    /// The loop, if it can be coalesced with others that count numbers of a type.
    fn of(ctx: &Context, body: &Body, op: OpId, ty: Type) -> Option<Self> {
        let (view, scope) = (ForOp(body.op_ref(ctx, op)), affine_scope(body, op));
        let (bounds, counter) = (bounds(body, op), *view.arguments().first()?);
        let known = bounds.map(|value| constant_int(ctx, body, value));
        if let [Some(start), Some(end), Some(step)] = known {
            // What runs never stays as it is.
            (step > 0 && start < end).then_some(())?;
        }
        // What affine loops count is no symbol; anything else may be one in an `affine.apply`.
        let is_fit = |&value: &ValueId| {
            ty != Type::INDEX || is_symbol(ctx, body, value, scope) || !is_dim(ctx, body, value, scope)
        };
        let fits = body.value_type(counter) == ty && bounds.iter().all(is_fit) && known[2] != Some(0);
        let at = view.0.location();
        (fits && view.unsignedCmp().is_none()).then_some(Self {
            op,
            at,
            bounds,
            counter,
        })
    }
}

/// Makes loops one. Nothing changes if one of them never runs, or if they count different things.
fn coalesce(rw: &mut Rewriter<'_>, band: &[OpId]) -> Option<()> {
    let outermost = *band.first()?;
    let innermost = ForOp(rw.body.op_ref(rw.ctx, *band.last()?)).block()?;
    let ty = rw.body.value_type(rw.body.operand(outermost, 0));
    let loops: Vec<Loop> = band
        .iter()
        .map(|&op| Loop::of(rw.ctx, rw.body, op, ty))
        .collect::<Option<_>>()?;
    let (mut counts, mut has_unknown) = (Vec::new(), false);
    for one in &loops {
        rw.set_before(outermost);
        counts.push(if ty == Type::INDEX {
            normalize_index(rw, one, &mut has_unknown)?
        } else {
            normalize_number(rw, one, &mut has_unknown)
        });
        rw.set_start(innermost);
        if ty == Type::INDEX {
            denormalize_index(rw, one)?;
        } else {
            denormalize_number(rw, one);
        }
    }
    let at = loops.first()?.at;
    rw.set_before(outermost);
    let total = total(rw, at, &counts, ty)?;
    rw.modify(outermost, |body| body.set_operand(outermost, 1, total));
    rw.set_start(innermost);
    let counters = split_counter(rw, at, loops.first()?.counter, &counts, ty);
    for index in (1..loops.len()).rev() {
        inline(rw, loops[index - 1].op, loops[index].op, counters[index])?;
    }
    Some(())
}

/// Lets a loop over indices count from zero in steps of one, and gives how often it runs. As a product of two negative numbers
/// is not negative, counts become zero where several might be negative.
fn normalize_index(rw: &mut Rewriter<'_>, one: &Loop, has_unknown: &mut bool) -> Option<ValueId> {
    let symbol = AffineExpr::Symbol;
    let count = (symbol(1) - symbol(0)).ceil_div(symbol(2));
    let mut count = apply(rw, one.at, &count, &one.bounds.map(FoldResult::Value))?;
    if let FoldResult::Known(number) = count {
        count = FoldResult::Known(number.max(0));
    } else if let FoldResult::Value(value) = count {
        if *has_unknown {
            let map = AffineMap::new(0, 1, vec![symbol(0), AffineExpr::Constant(0)])?;
            let map = map_attr(rw.ctx, map);
            let state = MaxOp::build(rw.ctx, one.at, &[value], map, &[Type::INDEX]);
            count = FoldResult::Value(rw.insert_value(state));
        }
        *has_unknown = true;
    }
    let numbers = [FoldResult::Known(0), count, FoldResult::Known(1)];
    let values = numbers.map(|number| materialize(rw, one.at, number));
    set_bounds(rw, one.op, &values);
    Some(values[1])
}

fn set_bounds(rw: &mut Rewriter<'_>, op: OpId, values: &[ValueId; 3]) {
    rw.modify(op, |body| {
        for (index, &value) in values.iter().enumerate() {
            body.set_operand(op, index, value);
        }
    });
}

/// As `normalize_index`, for a loop over numbers of another type.
fn normalize_number(rw: &mut Rewriter<'_>, one: &Loop, has_unknown: &mut bool) -> ValueId {
    let [start, end, step] = one.bounds;
    let ty = rw.body.value_type(start);
    let known = [start, step].map(|value| constant_int(rw.ctx, rw.body, value));
    let mut count = end;
    if known[0] != Some(0) {
        let state = SubIOp::build(rw.ctx, one.at, count, start, None, &[ty]);
        count = rw.insert_or_fold(state);
    }
    if known[1] != Some(1) {
        let state = CeilDivSIOp::build(rw.ctx, one.at, count, step, &[ty]);
        count = rw.insert_or_fold(state);
    }
    if constant_int(rw.ctx, rw.body, count).is_none() {
        if *has_unknown {
            let mut b = ArithBuilder::new(rw, one.at);
            let zero = b.constant(ty, 0);
            count = b.binary(MaxSIOp::DEF, count, zero);
        }
        *has_unknown = true;
    }
    if known != [Some(0), Some(1)] {
        let zero = ArithBuilder::new(rw, one.at).constant(ty, 0);
        let step = ArithBuilder::new(rw, one.at).constant(ty, 1);
        set_bounds(rw, one.op, &[zero, count, step]);
    } else {
        rw.modify(one.op, |body| body.set_operand(one.op, 1, count));
    }
    count
}

/// Computes at the cursor what a loop over indices counted before.
fn denormalize_index(rw: &mut Rewriter<'_>, one: &Loop) -> Option<()> {
    let [start, _, step] = one.bounds.map(FoldResult::Value);
    let old = AffineExpr::Dim(0) * AffineExpr::Symbol(1) + AffineExpr::Symbol(0);
    let old = apply_mixed(rw, one.at, &old, &[FoldResult::Value(one.counter)], &[start, step])?;
    let old = materialize(rw, one.at, old);
    if old != one.counter {
        let maker = rw.body.defining_op(old);
        rw.replace_value_if(one.counter, old, |_, user| Some(user) != maker);
    }
    Some(())
}

fn denormalize_number(rw: &mut Rewriter<'_>, one: &Loop) {
    let [start, _, step] = one.bounds;
    let known = [start, step].map(|value| constant_int(rw.ctx, rw.body, value));
    let (mut old, mut made) = (one.counter, Vec::new());
    if known[1] != Some(1) {
        old = ArithBuilder::new(rw, one.at).muli(old, step);
        made.extend(rw.body.defining_op(old));
    }
    if known[0] != Some(0) {
        old = ArithBuilder::new(rw, one.at).addi(old, start);
        made.extend(rw.body.defining_op(old));
    }
    if old != one.counter {
        rw.replace_value_if(one.counter, old, |_, user| !made.contains(&user));
    }
}

/// How often all loops run together.
fn total(rw: &mut Rewriter<'_>, at: Location, counts: &[ValueId], ty: Type) -> Option<ValueId> {
    if ty == Type::INDEX {
        let mut total = FoldResult::Known(1);
        for &count in counts {
            total = apply(rw, at, &product(), &[total, FoldResult::Value(count)])?;
        }
        return Some(materialize(rw, at, total));
    }
    let mut factors = counts.to_vec();
    factors.retain(|&count| constant_int(rw.ctx, rw.body, count) != Some(1));
    let product = factors
        .into_iter()
        .reduce(|total, count| ArithBuilder::new(rw, at).muli(total, count));
    Some(product.unwrap_or_else(|| ArithBuilder::new(rw, at).constant(ty, 1)))
}

/// Computes at the cursor what each loop counts from what the one loop counts.
fn split_counter(rw: &mut Rewriter<'_>, at: Location, counter: ValueId, counts: &[ValueId], ty: Type) -> Vec<ValueId> {
    if ty == Type::INDEX {
        let size = |&count: &ValueId| match constant_int(rw.ctx, rw.body, count) {
            Some(size) if size > 0 => Entry::Static(size),
            _ => Entry::Dynamic(count),
        };
        let (statics, values) = split(&counts.iter().map(size).collect::<Vec<_>>());
        let (statics, types) = (rw.ctx.dense_i64_array(&statics), vec![Type::INDEX; counts.len()]);
        let op = rw.insert(DelinearizeIndexOp::build(rw.ctx, at, counter, &values, statics, &types));
        let counters: Vec<ValueId> = rw.body.results(op).collect();
        rw.replace_value_if(counter, counters[0], |_, user| user != op);
        return counters;
    }
    let (mut counters, mut made) = (Vec::new(), Vec::new());
    let mut rest = counter;
    for index in (0..counts.len()).rev() {
        if let Some(&inner) = counts.get(index + 1) {
            rest = ArithBuilder::new(rw, at).binary(DivSIOp::DEF, rest, inner);
            made.extend(rw.body.defining_op(rest));
        }
        let mut value = rest;
        if index > 0 {
            value = ArithBuilder::new(rw, at).binary(RemSIOp::DEF, rest, counts[index]);
            made.extend(rw.body.defining_op(value));
        }
        counters.push(value);
    }
    counters.reverse();
    rw.replace_value_if(counter, counters[0], |_, user| !made.contains(&user));
    counters
}

/// Puts what an inner loop does in its place, where it counts `counter`.
fn inline(rw: &mut Rewriter<'_>, outer: OpId, inner: OpId, counter: ValueId) -> Option<()> {
    let view = |rw: &Rewriter<'_>, op| ForOp(rw.body.op_ref(rw.ctx, op)).block();
    let (around, block): (BlockId, BlockId) = (view(rw, outer)?, view(rw, inner)?);
    let carried: Vec<ValueId> = rw.body.block_args(around).skip(1).collect();
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    for (argument, value) in arguments.into_iter().zip(std::iter::once(counter).chain(carried)) {
        rw.replace_value(argument, value);
    }
    let end = rw.body.terminator(block)?;
    let yielded: Vec<ValueId> = rw.body.operands(end).collect();
    move_contents(rw, block, InsertPoint::Before(inner));
    rw.replace(inner, &yielded);
    Some(())
}
