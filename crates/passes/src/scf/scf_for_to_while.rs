//! `scf-for-to-while`: `scf.for` becomes `scf.while`, which carries the induction variable.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::scf::{ConditionOp, ForOp, WhileOp, YieldOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{BlockId, Diagnostics, InsertPoint, Location, OpId, OwnedOp, Type, ValueId};

use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-for-to-while",
    class: "SCFForToWhileLoop",
    summary: "Convert SCF for loops to SCF while loops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfForToWhile)),
};

struct ScfForToWhile;

impl Pass for ScfForToWhile {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(std::iter::once(&TO_WHILE as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

static TO_WHILE: FnPattern = FnPattern::new("for-to-while", ForOp::DEF, |rw, op| to_while(rw, op).is_some());

/// What is needed of a loop.
struct Loop {
    at: Location,
    block: BlockId,
    end: OpId,
    upper: ValueId,
    step: ValueId,
    /// The predicate that says whether there is another iteration.
    less: &'static str,
    variable: ValueId,
    /// What the new loop carries: the induction variable is the first.
    inits: Vec<ValueId>,
}

impl Loop {
    fn of(rw: &Rewriter<'_>, op: OpId) -> Option<Self> {
        let view = ForOp(rw.body.op_ref(rw.ctx, op));
        let block = view.block()?;
        let at = rw.location_of(op);
        let inits: Vec<ValueId> = std::iter::once(view.lowerBound())
            .chain(view.initArgs().iter().copied())
            .collect();
        Some(Self {
            at,
            block,
            end: rw.body.block(block).last_op()?,
            upper: view.upperBound(),
            step: view.step(),
            less: if view.unsignedCmp().is_some() { "ult" } else { "slt" },
            variable: *view.arguments().first()?,
            inits,
        })
    }

    /// Arguments for what the loop carries, with the places of the induction variable and the first values.
    fn arguments(&self, rw: &Rewriter<'_>) -> Vec<(Type, Location)> {
        let argument = |&value: &ValueId| (rw.body.value_type(value), rw.body.value_location(value));
        let carried = std::iter::once(&self.variable).chain(&self.inits[1..]);
        carried.map(argument).collect()
    }
}

fn to_while(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let given = Loop::of(rw, op)?;
    let arguments = given.arguments(rw);
    let types: Vec<Type> = arguments.iter().map(|&(ty, _)| ty).collect();
    let regions = [rw.body.create_region(), rw.body.create_region()];
    let mut state = WhileOp::build(rw.ctx, given.at, &given.inits, &types);
    state.regions.extend(regions);
    state.attrs = rw.body.op(op).attrs();
    if let Some(unsigned) = rw.body.op_ref(rw.ctx, op).property("unsignedCmp") {
        state.attrs = rw.ctx.dict_with(state.attrs, "unsignedCmp", Some(unsigned));
    }
    let new = rw.insert(state);

    let before = rw.create_block(regions[0], None, &arguments);
    let values: Vec<ValueId> = rw.body.block_args(before).collect();
    let condition = ArithBuilder::new(rw, given.at).cmpi(given.less, values[0], given.upper);
    rw.insert(ConditionOp::build(rw.ctx, given.at, condition, &values, &[]));

    let after = rw.create_block(regions[1], None, &arguments);
    let values: Vec<ValueId> = rw.body.block_args(after).collect();
    let next = ArithBuilder::new(rw, given.at).addi(values[0], given.step);
    let yielded: Vec<ValueId> = std::iter::once(next).chain(rw.body.operands(given.end)).collect();
    let end_at = rw.location_of(given.end);
    // What is yielded may be arguments of the block.
    let yields = rw.insert(YieldOp::build(rw.ctx, end_at, &yielded, &[]));
    rw.erase(given.end);
    rw.inline_block(given.block, InsertPoint::Before(yields), &values);
    let results: Vec<ValueId> = rw.body.results(new).skip(1).collect();
    rw.replace(op, &results);
    Some(())
}
