//! `linalg-inline-scalar-operands`: elements of tensors that all iterations of a `linalg.generic` read alike are read in its
//! region, so that they are no operands.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::linalg::GenericOp;
use asyncir_dialects::tensor::ExtractOp;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{Diagnostics, Location, OpId, OwnedOp, Type, ValueId};

use super::nest::{Nest, iterators_attr, maps_attr};
use crate::bodies::rewrite_greedily;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "linalg-inline-scalar-operands",
    class: "LinalgInlineScalarOperandsPass",
    summary: "Inline scalar operands into linalg generic ops",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(LinalgInlineScalarOperands)),
};

struct LinalgInlineScalarOperands;

impl Pass for LinalgInlineScalarOperands {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new([&INLINE as &dyn RewritePattern]);
        rewrite_greedily(op, cx, &patterns)
    }
}

static INLINE: FnPattern = FnPattern::new("InlineScalarOperands", GenericOp::DEF, |rw, op| {
    inline(rw, op).is_some()
});

fn inline(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let nest = Nest::of_generic(rw, op).filter(|nest| nest.is_on_tensors)?;
    let is_scalar = |&index: &usize| index < nest.num_inputs && nest.maps[index].is_constant();
    let (scalars, kept): (Vec<usize>, Vec<usize>) = (0..nest.operands.len()).partition(is_scalar);
    if scalars.is_empty() {
        return None;
    }
    let new = without_inputs(rw, &nest, &kept)?;
    let at = rw.location_of(op);
    rw.set_start(nest.block);
    for &index in scalars.iter().rev() {
        let element = element(rw, at, nest.operands[index], &nest.maps[index]);
        let argument = rw.body.block_arg(nest.block, index);
        rw.replace_value(argument, element);
        rw.body.erase_block_arg(nest.block, index);
    }
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Some(())
}

/// The op with some of its operands, and with the region, which still has arguments for all.
fn without_inputs(rw: &mut Rewriter<'_>, nest: &Nest, kept: &[usize]) -> Option<OpId> {
    let (ctx, at) = (rw.ctx, rw.location_of(nest.op));
    let operands: Vec<ValueId> = kept.iter().map(|&index| nest.operands[index]).collect();
    let maps: Vec<AffineMap> = kept.iter().map(|&index| nest.maps[index].clone()).collect();
    let (inputs, inits) = operands.split_at(operands.len() - nest.inits().len());
    let types = rw.body.result_types(nest.op);
    let (maps, iterators) = (maps_attr(ctx, &maps), iterators_attr(ctx, &nest.iterators));
    let &[old] = rw.body.op_regions(nest.op) else {
        return None;
    };
    rw.set_before(nest.op);
    let region = rw.body.create_region();
    let mut state = GenericOp::build(ctx, at, inputs, inits, maps, iterators, None, None, &types);
    state.regions.push(region);
    let new = rw.insert(state);
    rw.inline_region(old, region, None);
    Some(new)
}

/// The element that a constant map leads to, or the operand that is one.
fn element(rw: &mut Rewriter<'_>, at: Location, operand: ValueId, map: &AffineMap) -> ValueId {
    let places: Vec<ValueId> = map
        .results()
        .iter()
        .map(|place| {
            let place = place.as_constant().unwrap_or(0);
            ArithBuilder::new(rw, at).constant(Type::INDEX, place)
        })
        .collect();
    let ty = rw.body.value_type(operand);
    if !is_tensor(rw.ctx, ty) {
        return operand;
    }
    let state = ExtractOp::build(rw.ctx, at, operand, &places, &[ty.element_or_self(rw.ctx)]);
    rw.insert_value(state)
}
