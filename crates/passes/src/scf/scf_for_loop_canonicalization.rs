//! `scf-for-loop-canonicalization`: simplifies ops in loops by what is known of the loops. Minima and maxima of induction
//! variables are simplified by their ranges, and sizes of what a loop carries are those of what it starts with.

use asyncir_dialects::affine::{MaxOp, MinOp};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::scf::{Bound, ForOp, ForallOp, ParallelOp, region_end};
use asyncir_dialects::{memref, tensor};
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{CycleGuard, FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, ValueId};

use super::constraints::{Constraints, simplify_extreme};
use crate::analysis::constraints::Linear;
use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-for-loop-canonicalization",
    class: "SCFForLoopCanonicalization",
    summary: "Canonicalize operations within scf.for loop bodies",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfForLoopCanonicalization)),
};

struct ScfForLoopCanonicalization;

impl Pass for ScfForLoopCanonicalization {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns: [&dyn RewritePattern; 6] = [
            &MIN,
            &MAX,
            &TENSOR_DIM_IN_LOOP,
            &MEMREF_DIM_IN_LOOP,
            &TENSOR_DIM_OF_RESULT,
            &MEMREF_DIM_OF_RESULT,
        ];
        rewrite_greedily(op, cx, &FrozenPatternSet::new(patterns))
    }
}

static MIN: FnPattern = FnPattern::new("min-in-loop", MinOp::DEF, |rw, op| simplify_in_loops(rw, op).is_some());
static MAX: FnPattern = FnPattern::new("max-in-loop", MaxOp::DEF, |rw, op| simplify_in_loops(rw, op).is_some());
static TENSOR_DIM_IN_LOOP: FnPattern = FnPattern::new("tensor-dim-in-loop", tensor::DimOp::DEF, |rw, op| {
    take_size_of_start(rw, op, carried_in_loop)
});
static MEMREF_DIM_IN_LOOP: FnPattern = FnPattern::new("memref-dim-in-loop", memref::DimOp::DEF, |rw, op| {
    take_size_of_start(rw, op, carried_in_loop)
});
static TENSOR_DIM_OF_RESULT: FnPattern = FnPattern::new("tensor-dim-of-loop", tensor::DimOp::DEF, |rw, op| {
    take_size_of_start(rw, op, result_of_loop)
});
static MEMREF_DIM_OF_RESULT: FnPattern = FnPattern::new("memref-dim-of-loop", memref::DimOp::DEF, |rw, op| {
    take_size_of_start(rw, op, result_of_loop)
});

/// What a loop counts in one dimension.
struct Range {
    lower: Bound,
    upper: Bound,
    step: Bound,
    is_unsigned: bool,
}

/// The range of an induction variable.
fn range_of(ctx: &Context, body: &Body, variable: ValueId) -> Option<Range> {
    if body.defining_op(variable).is_some() {
        return None;
    }
    let block = body.value_block(variable)?;
    let index = body.block_args(block).position(|argument| argument == variable)?;
    let view = body.op_ref(ctx, body.block_parent_op(block)?);
    if view.data().is(ForOp::DEF) && index == 0 {
        let view = ForOp(view);
        return Some(Range {
            lower: Bound::Value(view.lowerBound()),
            upper: Bound::Value(view.upperBound()),
            step: Bound::Value(view.step()),
            is_unsigned: view.unsignedCmp().is_some(),
        });
    }
    let [lower, upper, step] = if view.data().is(ParallelOp::DEF) {
        let view = ParallelOp(view);
        [view.lowerBound(), view.upperBound(), view.step()].map(|bounds| bounds.get(index).copied().map(Bound::Value))
    } else if view.data().is(ForallOp::DEF) {
        let view = ForallOp(view);
        [view.lower(), view.upper(), view.steps()].map(|bounds| bounds.get(index).copied())
    } else {
        return None;
    };
    Some(Range {
        lower: lower?,
        upper: upper?,
        step: step?,
        is_unsigned: false,
    })
}

/// Simplifies a minimum or maximum by the ranges of the induction variables that are its operands.
fn simplify_in_loops(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let mut constraints = Constraints::default();
    let mut done: Vec<ValueId> = Vec::new();
    for operand in rw.body.operands(op) {
        if done.contains(&operand) {
            continue;
        }
        if let Some(range) = range_of(rw.ctx, rw.body, operand) {
            done.push(operand);
            constrain(rw, &mut constraints, operand, &range)?;
        }
    }
    simplify_extreme(rw, op, constraints).then_some(())
}

/// Adds what is known of an induction variable. `None` if that cannot be said in sums.
fn constrain(rw: &Rewriter<'_>, constraints: &mut Constraints, variable: ValueId, range: &Range) -> Option<()> {
    let known = |bound: Bound| match bound {
        Bound::Static(value) => Some(value),
        Bound::Value(value) => constant_int(rw.ctx, rw.body, value),
    };
    let value = |bound: Bound| match bound {
        Bound::Static(_) => None,
        Bound::Value(value) => Some(value),
    };
    let step = known(range.step)?;
    let (known_lower, known_upper) = (known(range.lower), known(range.upper));
    if range.is_unsigned && !(known_lower? >= 0 && known_upper? >= 0) {
        // MLIR takes these numbers to be signed, so that a loop may seem to have one iteration only.
        return None;
    }
    let counter = constraints.add_dim(variable);
    let lower = constraints.add_symbol(value(range.lower), known_lower);
    let upper = constraints.add_symbol(value(range.upper), known_upper);
    constraints.at_least_zero(&[(counter, 1), (lower, -1)], 0);
    if let (Some(lower_bound), Some(upper_bound)) = (known_lower, known_upper)
        && i128::from(lower_bound) + i128::from(step) >= i128::from(upper_bound)
    {
        // At most one iteration.
        constraints.at_least_zero(&[(lower, 1), (counter, -1)], 0);
        return Some(());
    }
    let [from, to] = [(0, known_lower), (1, known_upper)]
        .map(|(symbol, known)| known.map_or(AffineExpr::Symbol(symbol), AffineExpr::Constant));
    let last = from.clone() + (to - from - 1).floor_div(AffineExpr::Constant(step)) * step;
    let mut leaf = |expr: &AffineExpr| match expr {
        AffineExpr::Symbol(0) => Some(Linear::variable(lower)),
        _ => Some(Linear::variable(upper)),
    };
    constraints.less_than(counter, &(last + 1), &mut leaf)
}

/// Reads the size of what a loop starts with instead of what `carried` finds that it carries, if all iterations keep the size.
fn take_size_of_start(rw: &mut Rewriter<'_>, op: OpId, carried: fn(&Rewriter<'_>, ValueId) -> Option<Carried>) -> bool {
    let source = rw.body.operand(op, 0);
    let Some((around, index)) = carried(rw, source) else {
        return false;
    };
    let Some(start) = kept_start(rw.ctx, rw.body, (around, index)) else {
        return false;
    };
    rw.modify(op, |body| body.set_operand(op, 0, start));
    true
}

/// An `scf.for` and the number of a value that it carries.
type Carried = (OpId, usize);

/// What an argument of the region of an `scf.for` carries.
fn carried_in_loop(rw: &Rewriter<'_>, value: ValueId) -> Option<Carried> {
    if rw.body.defining_op(value).is_some() {
        return None;
    }
    let block = rw.body.value_block(value)?;
    let op = rw.body.block_parent_op(block).filter(|&op| is_for(rw.body, op))?;
    let index = rw.body.block_args(block).position(|argument| argument == value)?;
    // The first argument is the induction variable.
    Some((op, index.checked_sub(1)?))
}

/// What a result of an `scf.for` carries.
fn result_of_loop(rw: &Rewriter<'_>, value: ValueId) -> Option<Carried> {
    result_of(rw.body, value)
}

fn result_of(body: &Body, value: ValueId) -> Option<Carried> {
    let op = body.defining_op(value).filter(|&op| is_for(body, op))?;
    Some((op, body.results(op).position(|result| result == value)?))
}

fn is_for(body: &Body, op: OpId) -> bool {
    body.op(op).is(ForOp::DEF)
}

/// What a loop starts with, if it carries it on as it is, or passes it through other such loops.
fn kept_start(ctx: &Context, body: &Body, carried: Carried) -> Option<ValueId> {
    let yielded = |(op, index): Carried| body.operands(region_end(body, op, 0)?).nth(index);
    let mut guard = CycleGuard::new();
    // The loops that the value must be led through, inner ones last.
    let mut around = vec![carried];
    let mut value = yielded(carried)?;
    while guard.advance(value) {
        let &(op, index) = around.last()?;
        let view = ForOp(body.op_ref(ctx, op));
        if view.arguments().get(index + 1) == Some(&value) {
            value = *view.initArgs().get(index)?;
            around.pop();
            if around.is_empty() {
                return Some(value);
            }
        } else {
            let inner = result_of(body, value)?;
            around.push(inner);
            value = yielded(inner)?;
        }
    }
    None
}
