//! `convert-elementwise-to-linalg`: ops on tensors that work element by element become `linalg.generic`.

use asyncir_dialects::affine::map_attr;
use asyncir_dialects::arith::SelectOp;
use asyncir_dialects::arith::build::index;
use asyncir_dialects::constraints::is_ranked_tensor;
use asyncir_dialects::linalg::attrs::Iteration;
use asyncir_dialects::linalg::{GenericOp, YieldOp};
use asyncir_dialects::tensor::{DimOp, EmptyOp};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{Attribute, DYNAMIC, Diagnostics, Location, OpId, OpRef, OperationState, OwnedOp, Type, ValueId};

use crate::scf::build::region;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-elementwise-to-linalg",
    class: "ConvertElementwiseToLinalgPass",
    summary: "Convert ElementwiseMappable ops to linalg",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ConvertElementwiseToLinalg)),
};

struct ConvertElementwiseToLinalg;

impl Pass for ConvertElementwiseToLinalg {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        target.unknown_dynamic(|op| !is_elementwise_on_tensors(op));
        let mut patterns = ConversionPatterns::new();
        patterns.add_rewrite(&ToGeneric);
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

/// Whether an op works element by element on ranked tensors. Other operands are the same for all elements.
fn is_elementwise_on_tensors(op: OpRef<'_>) -> bool {
    op.data().has_trait(OpTrait::Elementwise)
        && op.operand_types().iter().any(|&ty| is_ranked_tensor(op.ctx, ty))
        && op.result_types().iter().all(|&ty| is_ranked_tensor(op.ctx, ty))
        && !chooses_sizes(op)
}

/// Whether an op chooses one of two tensors as a whole, which may have different sizes.
fn chooses_sizes(op: OpRef<'_>) -> bool {
    let is_dynamic = |ty: Type| ty.shape(op.ctx).is_some_and(|shape| shape.contains(&DYNAMIC));
    op.data().is(SelectOp::DEF) && !is_ranked_tensor(op.ctx, op.operand_type(0)) && is_dynamic(op.result_type(0))
}

struct ToGeneric;

impl RewritePattern for ToGeneric {
    fn name(&self) -> &str {
        "ConvertAnyElementwiseMappableOpOnRankedTensors"
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Any
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        is_elementwise_on_tensors(rw.body.op_ref(rw.ctx, op)) && to_generic(rw, op).is_some()
    }
}

fn to_generic(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, op);
    let (at, operands, types) = (view.location(), view.operands().to_vec(), view.result_types());
    let rank = u32::try_from(types.first()?.shape(ctx)?.len()).ok()?;
    let shaped = view.operand_types().iter().position(|&ty| is_ranked_tensor(ctx, ty))?;
    rw.set_before(op);
    let outputs: Vec<ValueId> = types
        .iter()
        .map(|&ty| destination(rw, at, &operands, operands[shaped], ty))
        .collect();
    let map = |ty: Type| {
        let map = if is_ranked_tensor(ctx, ty) {
            Some(AffineMap::identity(rank))
        } else {
            AffineMap::new(rank, 0, Vec::new())
        };
        map.map(|map| map_attr(ctx, map))
    };
    let all: Vec<(Type, Location)> = operands
        .iter()
        .chain(&outputs)
        .map(|&value| (rw.body.value_type(value), rw.body.value_location(value)))
        .collect();
    let maps: Vec<Attribute> = all.iter().map(|&(ty, _)| map(ty)).collect::<Option<_>>()?;
    let iterators = vec![Iteration::Parallel.attr(ctx); rank as usize];
    let (maps, iterators) = (ctx.array_attr(&maps), ctx.array_attr(&iterators));
    let arguments: Vec<_> = all.iter().map(|&(ty, at)| (ty.element_or_self(ctx), at)).collect();
    let body = region(rw, &arguments, |rw, arguments| compute(rw, at, op, arguments));
    let mut state = GenericOp::build(ctx, at, &operands, &outputs, maps, iterators, None, None, &types);
    state.regions.push(body);
    rw.replace_with(op, state);
    Some(())
}

/// Applies to elements the op that `op` applies to tensors, and yields its results.
fn compute(rw: &mut Rewriter<'_>, at: Location, op: OpId, arguments: &[ValueId]) {
    let ctx = rw.ctx;
    let count = rw.body.op(op).num_operands();
    let types = rw.body.result_types(op);
    let elements: Vec<Type> = types.iter().map(|ty| ty.element_or_self(ctx)).collect();
    let state = OperationState::like(rw.body.op(op))
        .operands(&arguments[..count])
        .results(&elements);
    let scalar = rw.insert(state);
    let results: Vec<ValueId> = rw.body.results(scalar).collect();
    rw.insert(YieldOp::build(ctx, at, &results, &[]));
}

/// What a result is written to: an operand of its type, or a tensor without elements, of the size of `shaped`.
fn destination(rw: &mut Rewriter<'_>, at: Location, operands: &[ValueId], shaped: ValueId, ty: Type) -> ValueId {
    let same = operands.iter().find(|&&operand| rw.body.value_type(operand) == ty);
    if let Some(&operand) = same {
        return operand;
    }
    let ctx = rw.ctx;
    let mut sizes = Vec::new();
    for (dimension, &size) in ty.shape(ctx).unwrap_or_default().iter().enumerate() {
        if size == DYNAMIC {
            let dimension = index(rw, at, dimension as i64);
            sizes.push(rw.insert_value(DimOp::build(ctx, at, shaped, dimension, &[Type::INDEX])));
        }
    }
    rw.insert_value(EmptyOp::build(ctx, at, &sizes, &[ty]))
}
