//! What a parallel loop consists of.

use asyncir_dialects::scf::{ParallelOp, ReduceOp};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::effects::is_pure;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Attribute, BlockId, Body, Context, Location, OpId, RegionId, Type, ValueId, WalkOrder};

use super::associativity::depends_on_grouping;
use super::lanes;
use super::neutral::neutral;

/// An `scf.parallel`.
pub(super) struct ParallelLoop {
    pub(super) op: OpId,
    pub(super) location: Location,
    pub(super) region: RegionId,
    pub(super) block: BlockId,
    pub(super) dimensions: Vec<Dimension>,
    pub(super) reductions: Vec<Reduction>,
    /// Whether ranges combine their iterations in lanes.
    pub(super) in_lanes: bool,
}

/// The bounds of one dimension.
#[derive(Clone, Copy)]
pub(super) struct Dimension {
    pub(super) lower: ValueId,
    pub(super) upper: ValueId,
    pub(super) step: ValueId,
}

/// A value that iterations combine to, and that somebody uses.
pub(super) struct Reduction {
    /// Which result of the loop it is.
    pub(super) number: usize,
    pub(super) init: ValueId,
    /// What an iteration contributes, a value of the loop's body.
    pub(super) operand: ValueId,
    /// The block that combines two values.
    pub(super) combiner: BlockId,
    pub(super) ty: Type,
    /// What changes nothing when it is combined with another value, if that is known.
    pub(super) neutral: Option<Attribute>,
}

impl ParallelLoop {
    /// Whether some dimension passes the largest index when it is run in order, as far as is known.
    pub(super) fn passes_the_end(&self, ctx: &Context, body: &Body) -> bool {
        let mut dimensions = self.dimensions.iter();
        dimensions.any(|dimension| dimension.passes_the_end(ctx, body) == Some(true))
    }

    /// `None` if the loop has to stay sequential: it has no dimensions, combines what memory cannot hold, or what combines
    /// its values depends on the iteration, or on how they are grouped.
    pub(super) fn of(ctx: &Context, body: &Body, op: OpId) -> Option<Self> {
        let view = ParallelOp::wrap(body.op_ref(ctx, op));
        let bounds = view.lowerBound().into_iter().zip(view.upperBound()).zip(view.step());
        let dimensions: Vec<Dimension> = bounds
            .map(|((lower, upper), step)| Dimension { lower, upper, step })
            .collect();
        let region = *body.op_regions(op).first()?;
        let block = body.region(region).first()?;
        let reduce = reduce_of(body, op)?;
        if dimensions.is_empty() {
            return None;
        }
        let combiners = body
            .op_regions(reduce)
            .iter()
            .map(|&region| body.region(region).first());
        let values = view.initVals().into_iter().zip(body.operands(reduce)).zip(combiners);
        let mut reductions = Vec::new();
        for ((number, ((init, operand), combiner)), result) in values.enumerate().zip(body.results(op)) {
            let combiner = combiner?;
            if !body.has_uses(result) && has_no_effects(ctx, body, combiner) {
                continue;
            }
            if uses_iteration(body, region, combiner) || depends_on_grouping(ctx, body, combiner) {
                return None;
            }
            let ty = body.value_type(init);
            // What the parts of a loop come to is kept in memory.
            if !ty.is_memref_element(ctx) {
                return None;
            }
            reductions.push(Reduction {
                number,
                init,
                operand,
                combiner,
                ty,
                neutral: neutral(ctx, body, combiner, ty),
            });
        }
        let mut parallel = Self {
            op,
            location: body.op(op).location(),
            region,
            block,
            dimensions,
            reductions,
            in_lanes: false,
        };
        parallel.in_lanes = lanes::pay(ctx, body, &parallel);
        Some(parallel)
    }

    /// The ops of an iteration.
    pub(super) fn body_ops<'a>(&self, body: &'a Body) -> impl Iterator<Item = OpId> + 'a {
        body.block_ops(self.block).filter(|&op| !body.op(op).is(ReduceOp::DEF))
    }
}

/// The op at the end of a loop's body that combines values.
pub(super) fn reduce_of(body: &Body, op: OpId) -> Option<OpId> {
    let block = body.region(*body.op_regions(op).first()?).first()?;
    body.block(block).last_op().filter(|&op| body.op(op).is(ReduceOp::DEF))
}

fn has_no_effects(ctx: &Context, body: &Body, combiner: BlockId) -> bool {
    let mut ops = body.block_ops(combiner);
    ops.all(|op| body.op(op).has_trait(OpTrait::Terminator) || is_pure(body.op_ref(ctx, op)))
}

/// Whether a combiner uses values of the iteration other than those that it combines.
fn uses_iteration(body: &Body, iteration: RegionId, combiner: BlockId) -> bool {
    let Some(region) = body.block(combiner).region() else {
        return true;
    };
    body.walk_region(region, WalkOrder::Pre).into_iter().any(|op| {
        body.operands(op)
            .any(|value| is_inside(body, iteration, value) && !is_inside(body, region, value))
    })
}

/// Whether a value is defined in a region.
pub(super) fn is_inside(body: &Body, region: RegionId, value: ValueId) -> bool {
    let home = body.value_block(value).and_then(|block| body.block(block).region());
    home.is_some_and(|home| body.region_contains(region, home))
}

/// The number that a value always is.
pub(super) fn constant(ctx: &Context, body: &Body, value: ValueId) -> Option<i64> {
    constant_value(ctx, body, value)?.as_i64(ctx)
}

impl Dimension {
    /// Whether a sequential loop over this dimension may come to an index that is larger than all others, by which it
    /// would not end. `None` if that shows only when it runs.
    pub(super) fn passes_the_end(&self, ctx: &Context, body: &Body) -> Option<bool> {
        let step = constant(ctx, body, self.step)?;
        if step == 1 {
            return Some(false);
        }
        let last = constant(ctx, body, self.upper)?.saturating_sub(1);
        Some(last.checked_add(step).is_none())
    }

    /// The number of iterations, if it is known and the step is positive.
    pub(super) fn known_trip(self, ctx: &Context, body: &Body) -> Option<u64> {
        let (lower, upper) = (constant(ctx, body, self.lower)?, constant(ctx, body, self.upper)?);
        let step = u64::try_from(constant(ctx, body, self.step)?)
            .ok()
            .filter(|&step| step > 0)?;
        if lower >= upper {
            return Some(0);
        }
        Some(upper.abs_diff(lower).div_ceil(step))
    }
}
