//! `vector.mask`: an op that works on some lanes only.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{FoldResult, Folded, OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Fallible, InsertPoint, OpId, OpRef, OperationState, Type, TypeKind, ValueId,
};

use super::{
    ContractionOp, GatherOp, MultiReductionOp, OuterproductOp, ReductionOp, TransferReadOp, TransferWriteOp,
    constraints as k, transfer,
};
use crate::affine::operands::as_maps;
use crate::arith;
use crate::constraints::ANY_TYPE;
use crate::op_patterns::op_patterns;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const MASK_OPS;

    /// The op in the region works on the lanes whose bits are set. Results have the lanes of the second operand where
    /// they are not; without it, what the op says.
    ///
    /// ```mlir
    /// %sum = vector.mask %bits { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
    /// ```
    op MaskOp "vector.mask" {
        summary "an op that works on some lanes only";
        operands { mask: one k::BITS, passthru: optional ANY_TYPE }
        results { results: variadic ANY_TYPE }
        regions { maskRegion: Sized(1) }
        traits [SingleBlock, NoRegionArguments, RecursiveMemoryEffects]
        terminator "vector.yield";
        custom parse, print;
        hooks { verify_regions: verify, fold: fold, canonicalize: MASK }
    }

    /// Ends a region of an op of the dialect: its operands become the results.
    op YieldOp "vector.yield" {
        summary "gives the values of a region";
        operands { operands: variadic ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        format "attr-dict ($operands^ `:` type($operands))?";
    }
}

op_patterns! {
    /// Of `vector.mask`.
    MASK for MaskOp = [select_lanes];
}

/// The block of a region that is an op's only one.
fn block_of(body: &Body, op: OpId) -> Option<BlockId> {
    body.region(*body.op_regions(op).first()?).first()
}

/// The op that a `vector.mask` masks, if there is one.
pub fn masked_op(body: &Body, mask: OpId) -> Option<OpId> {
    let first = body.block(block_of(body, mask)?).first_op()?;
    (!body.op(first).is(YieldOp::DEF)).then_some(first)
}

/// The `vector.mask` around an op.
pub fn masking_op(body: &Body, op: OpId) -> Option<OpId> {
    body.parent_op(op).filter(|&parent| body.op(parent).is(MaskOp::DEF))
}

/// What is replaced if a maskable op is: itself, or the `vector.mask` around it; and its mask.
pub fn root_and_mask(body: &Body, op: OpId) -> (OpId, Option<ValueId>) {
    match masking_op(body, op) {
        Some(masking) => (masking, Some(body.operand(masking, 0))),
        None => (op, None),
    }
}

/// Inserts an op with one result at the cursor, in a `vector.mask` if there is a mask. The cursor is behind it afterwards.
pub fn insert_masked(rw: &mut Rewriter<'_>, state: OperationState, mask: Option<ValueId>) -> ValueId {
    let Some(mask) = mask else {
        return rw.insert_value(state);
    };
    let (ctx, location, ty) = (rw.ctx, state.location, state.results.first().copied());
    let region = rw.body.create_region();
    let block = rw.body.append_block(region);
    let mut masking = MaskOp::build(ctx, location, mask, None, &ty.into_iter().collect::<Vec<_>>());
    masking.regions.push(region);
    let masking = rw.insert(masking);
    rw.set_end(block);
    let value = rw.insert_value(state);
    rw.insert(YieldOp::build(ctx, location, &[value], &[]));
    rw.set_after(masking);
    rw.body.result(masking, 0)
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mask = p.operand()?;
    let passthru = if p.optional_punct(",") {
        Some(p.operand()?)
    } else {
        None
    };
    p.region(state, &[])?;
    add_end(p, state)?;
    p.attr_dict(state)?;
    let mask_type = p.colon_type()?;
    let results = p.optional_arrow_types()?;
    let mask = p.resolve(mask, mask_type)?;
    state.operands.push(mask);
    if let Some(passthru) = passthru {
        let Some(&ty) = results.first() else {
            return Err(p.error(p.name_position(), "expects a result if passthru operand is provided"));
        };
        let passthru = p.resolve(passthru, ty)?;
        state.operands.push(passthru);
    }
    state.results.extend(results);
    Ok(())
}

/// Lets the region yield what its only op gives, if it does not say what it yields.
fn add_end(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let location = p.location(p.name_position());
    let Some(&region) = state.regions.first() else {
        return Ok(());
    };
    let (ctx, body) = p.ctx_and_body();
    let block = body.region(region).first();
    let ops: Vec<OpId> = block.map_or_else(Vec::new, |block| body.block_ops(block).collect());
    if let (Some(block), &[only]) = (block, &ops[..])
        && !body.op(only).is(YieldOp::DEF)
    {
        let results: Vec<ValueId> = body.results(only).collect();
        let end = body.create_op(YieldOp::build(ctx, location, &results, &[]));
        body.insert_op(end, InsertPoint::End(block));
        return Ok(());
    }
    p.ensure_terminator(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    for (index, operand) in op.operands().into_iter().enumerate() {
        p.text(if index == 0 { " " } else { ", " });
        p.operand(operand);
    }
    p.text(" { ");
    let first = block_of(op.body, op.op).and_then(|block| op.body.block(block).first_op());
    if let Some(first) = first {
        p.nested_op(op.body.op_ref(op.ctx, first));
    }
    p.text(" }");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(op.operand_type(0));
    let results = op.result_types();
    if !results.is_empty() {
        p.text(" -> ");
        p.types(&results);
    }
}

/// Whether lanes of the op can be masked.
fn is_maskable(def: &'static OpDef) -> bool {
    [
        ContractionOp::DEF,
        GatherOp::DEF,
        MultiReductionOp::DEF,
        OuterproductOp::DEF,
        ReductionOp::DEF,
        TransferReadOp::DEF,
        TransferWriteOp::DEF,
    ]
    .contains(&def)
}

/// The type of a mask for an op.
fn mask_type(op: OpRef<'_>) -> Option<Type> {
    let def = op.data().def()?;
    if def == ContractionOp::DEF {
        return contraction_mask(op);
    }
    if def == TransferReadOp::DEF || def == TransferWriteOp::DEF {
        let vector = if def == TransferReadOp::DEF {
            op.result_type(0)
        } else {
            op.operand_type(0)
        };
        return transfer::mask_type(op.ctx, vector, op.property("permutation_map")?);
    }
    let shaped = match def {
        _ if def == ReductionOp::DEF || def == MultiReductionOp::DEF => op.operand_type(0),
        _ => op.result_type(0),
    };
    Some(crate::arith::attrs::with_element(op.ctx, shaped, Type::I1))
}

/// A lane for each point of the nest that a contraction stands for.
fn contraction_mask(op: OpRef<'_>) -> Option<Type> {
    let maps = as_maps(op.ctx, op.property("indexing_maps")?)?;
    let loops = maps.first()?.num_dims() as usize;
    let (mut sizes, mut scales) = (vec![0; loops], vec![false; loops]);
    for (map, ty) in maps.iter().zip(op.operand_types()).take(2) {
        let TypeKind::Vector { shape, scalable, .. } = ty.kind(op.ctx) else {
            return None;
        };
        for (index, result) in map.results().iter().enumerate() {
            let asyncir_ir::affine::AffineExpr::Dim(dim) = result else {
                return None;
            };
            *sizes.get_mut(*dim as usize)? = *shape.get(index)?;
            *scales.get_mut(*dim as usize)? = *scalable.get(index)?;
        }
    }
    Some(op.ctx.ty(TypeKind::Vector {
        shape: sizes.into(),
        scalable: scales.into(),
        element: Type::I1,
    }))
}

fn verify(op: OpRef<'_>) -> Fallible {
    let ops: Vec<OpId> = match block_of(op.body, op.op) {
        Some(block) => op.body.block_ops(block).collect(),
        None => Vec::new(),
    };
    if ops.len() > 2 {
        return Err(op.error("expects only one operation to mask"));
    }
    let end = ops.last().map(|&end| op.body.op_ref(op.ctx, end));
    let Some(end) = end.filter(|end| end.data().is(YieldOp::DEF)) else {
        return Err(op.error("expects a terminator within the mask region"));
    };
    if end.data().num_operands() != op.data().num_results() {
        return Err(op.error("expects number of results to match mask region yielded values"));
    }
    match ops[..] {
        [masked, _] => verify_masked(op, op.body.op_ref(op.ctx, masked), end),
        _ => Ok(()),
    }
}

fn verify_masked(op: OpRef<'_>, masked: OpRef<'_>, end: OpRef<'_>) -> Fallible {
    if !masked.data().def().is_some_and(is_maskable) {
        return Err(op.error("expects a MaskableOpInterface within the mask region"));
    }
    if masked.data().num_results() != op.data().num_results() {
        return Err(op.error("expects number of results to match maskable operation number of results"));
    }
    if !op.body.results(masked.op).eq(op.body.operands(end.op)) {
        return Err(op.error(
            "expects all the results from the MaskableOpInterface to match all the values returned by the terminator",
        ));
    }
    if masked.result_types() != op.result_types() {
        return Err(op.error("expects result type to match maskable operation result type"));
    }
    let expected = mask_type(masked);
    if expected.is_some_and(|expected| expected != op.operand_type(0)) {
        let expected = expected.map(|ty| op.ctx.show_type(ty)).unwrap_or_default();
        return Err(op.error(format_args!("expects a '{expected}' mask for the maskable operation")));
    }
    if op.data().num_operands() > 1 {
        if !masked.data().is(TransferReadOp::DEF) {
            return Err(op.error("doesn't expect a passthru argument for this maskable operation"));
        }
        if Some(op.operand_type(1)) != masked.result_types().first().copied() {
            return Err(op.error("expects passthru type to match result type"));
        }
    }
    Ok(())
}

/// What masks nothing is what it yields; where all bits are set there is nothing to mask.
fn fold(ctx: &Context, body: &mut Body, op: OpId, _: &[Option<Attribute>]) -> Folded {
    let mask = body.operand(op, 0);
    if let Some(masked) = masked_op(body, op).filter(|_| super::canonicalize::is_full(ctx, body, mask)) {
        body.move_op(masked, InsertPoint::Before(op));
        let results = body.results(masked).map(FoldResult::Value);
        return match body.op(op).num_results() {
            0 => Folded::InPlace,
            _ => Folded::Results(results.collect()),
        };
    }
    if body.op(op).num_operands() > 1 || masked_op(body, op).is_some() || body.op(op).num_results() == 0 {
        return Folded::No;
    }
    match block_of(body, op).and_then(|block| body.terminator(block)) {
        Some(end) => Folded::Results(body.operands(end).map(FoldResult::Value).collect()),
        None => Folded::No,
    }
}

/// Yielding a value in some lanes and another one in the others is a selection.
fn select_lanes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = rw.body.op_ref(rw.ctx, op);
    let operands = view.operands();
    let (&[mask, passthru], None) = (&operands[..], masked_op(rw.body, op)) else {
        return false;
    };
    let ty = view.result_type(0);
    let end = block_of(rw.body, op).and_then(|block| rw.body.terminator(block));
    let value = end.and_then(|end| rw.body.operands(end).next());
    let (Some(value), Some(_)) = (value, ty.shape(rw.ctx)) else {
        return false;
    };
    let location = rw.location_of(op);
    rw.replace_with(
        op,
        arith::SelectOp::build(rw.ctx, location, mask, value, passthru, &[ty]),
    );
    true
}
