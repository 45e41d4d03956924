//! `linalg.reduce`: elements along some dimensions become one.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{AttrConstraint, AttrForm, NameSink, OpView};
use asyncir_ir::{
    AttrKind, Attribute, Fallible, InsertPoint, Location, OpId, OpRef, OperationState, RegionId, Type, ValueId,
};

use super::attrs::Iteration;
use super::generic::YieldOp;
use super::map::{default_fastmath, parse_arguments, parse_payload};
use super::reorder::{add_results, parse_numbers, print_numbers};
use super::rewrites::EraseWithoutElements;
use super::structured::{self, entry_block, scalar_type, shape_of};
use super::text::{parse_operands, print_operands};
use crate::constraints::{ANY_SHAPED, ANY_TYPE};

/// `array<i64: ...>` in which each number is greater than the one before.
static INCREASING: AttrConstraint = AttrConstraint::new(
    "i64 dense array attribute should be in increasing order",
    |ctx, attr| {
        matches!(attr.kind(ctx), AttrKind::DenseArray { element, .. } if *element == Type::I64)
            && attr
                .as_dense_ints(ctx)
                .is_some_and(|numbers| numbers.is_sorted_by(|a, b| a < b))
    },
)
.form(AttrForm::DenseArray(Type::I64));

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Combines the elements along the given dimensions with the initial ones. A region of a single op on the initial
    /// element and the other one is written as the name of that op.
    ///
    /// ```mlir
    /// linalg.reduce { arith.addf } ins(%a : memref<16x32xf32>) outs(%b : memref<16xf32>) dimensions = [1]
    /// ```
    op ReduceOp "linalg.reduce" {
        summary "Reduce operator";
        operands { inputs: variadic ANY_SHAPED, inits: variadic ANY_SHAPED }
        results { results: variadic ANY_TYPE }
        attributes { dimensions: required INCREASING }
        regions { combiner: Sized(1) }
        traits [SingleBlock]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: structured::verify,
            effects: structured::effects,
            fold: structured::fold,
            argument_names: argument_names,
            canonicalize: &[&EraseWithoutElements(|| ReduceOp::DEF)],
        }
    }
}

fn dimensions(op: OpRef<'_>) -> Vec<i64> {
    let attr = op.property("dimensions");
    attr.and_then(|attr| attr.as_dense_ints(op.ctx)).unwrap_or_default()
}

fn num_inputs(op: OpRef<'_>) -> usize {
    op.data().num_operands() / 2
}

/// The maps and iterators: one loop for each dimension of what is read.
pub(super) fn loops(op: OpRef<'_>) -> Option<(Vec<AffineMap>, Vec<Iteration>)> {
    let rank = shape_of(op.ctx, *op.operand_types().first()?).len();
    let dimensions = dimensions(op);
    let is_reduced = |dim: usize| dimensions.contains(&(dim as i64));
    let kept = (0..rank).filter(|&dim| !is_reduced(dim));
    let results = kept.map(|dim| AffineExpr::Dim(dim as u32)).collect();
    let reduced = AffineMap::new(rank as u32, 0, results)?;
    let mut maps = vec![AffineMap::identity(rank as u32); num_inputs(op)];
    maps.resize(op.data().num_operands(), reduced);
    let kind = |dim| {
        if is_reduced(dim) {
            Iteration::Reduction
        } else {
            Iteration::Parallel
        }
    };
    Some((maps, (0..rank).map(kind).collect()))
}

fn argument_names(op: OpRef<'_>, _region: RegionId, sink: NameSink<'_>) {
    structured::name_arguments(op, "init", sink);
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut payload = None;
    if p.optional_punct("{") {
        payload = Some(parse_payload(p)?);
        p.punct("}")?;
    }
    let (inputs, _) = parse_operands(p, state)?;
    parse_numbers(p, state, "dimensions")?;
    p.attr_dict(state)?;
    add_results(p, state, inputs);
    match payload {
        Some(payload) => fill_region(p, state, payload),
        None => {
            let arguments = parse_arguments(p)?;
            p.region(state, &arguments)
        }
    }
}

/// Makes the region that is written as one op: it takes the initial element and the other one.
fn fill_region(p: &mut dyn OpParser, state: &mut OperationState, mut payload: OperationState) -> Fallible {
    let region = p.body().create_region();
    state.regions.push(region);
    let block = p.body().append_block(region);
    let mut args = Vec::new();
    for &operand in &state.operands {
        let ty = p.body().value_type(operand);
        let ty = scalar_type(p.ctx(), ty);
        args.push(p.body().add_block_arg(block, ty, Location::UNKNOWN));
    }
    let location = payload.location;
    if let Some((&init, inputs)) = args.split_last() {
        payload.operands.push(init);
        payload.operands.extend_from_slice(inputs);
        payload.results.push(p.body().value_type(init));
    }
    let op = p.body().create_op(payload);
    p.body().insert_op(op, InsertPoint::End(block));
    let results: Vec<ValueId> = p.body().results(op).collect();
    let end = YieldOp::build(p.ctx(), location, &results, &[]);
    let end = p.body().create_op(end);
    p.body().insert_op(end, InsertPoint::End(block));
    Ok(())
}

/// The only op of the region beside its end, if it takes the initial element and then the other one.
fn payload(op: OpRef<'_>) -> Option<OpId> {
    let body = op.body;
    let block = entry_block(body, op.op)?;
    let first = body.block(block).first_op()?;
    let end = body.next_op(first)?;
    let args: Vec<ValueId> = body.block_args(block).collect();
    let (&init, inputs) = args.split_last()?;
    let wanted = [&[init], inputs].concat();
    let is_short = body.next_op(end).is_none()
        && body.op(end).is(YieldOp::DEF)
        && body.op(first).num_results() > 0
        && body.op_regions(first).is_empty()
        && body.operands(first).eq(wanted)
        && body.operands(end).eq(body.results(first));
    is_short.then_some(first)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let payload = payload(op).map(|payload| op.body.op_ref(op.ctx, payload));
    if let Some(payload) = payload {
        p.text(" { ");
        p.text(payload.name());
        p.attr_dict(payload, &default_fastmath(payload));
        p.text(" }");
    }
    let operands: Vec<(ValueId, Type)> = op.operands().into_iter().zip(op.operand_types()).collect();
    let (ins, outs) = operands.split_at(num_inputs(op));
    print_operands(p, ins, outs);
    print_numbers(p, op, "dimensions");
    p.attr_dict(op, &["dimensions"]);
    if let (None, Some(block)) = (payload, entry_block(op.body, op.op)) {
        p.change_indent(true);
        p.new_line();
        p.text("(");
        for (index, arg) in op.body.block_args(block).enumerate() {
            p.text(if index == 0 { "" } else { ", " });
            p.argument(op.body, arg, Attribute::EMPTY_DICT, true);
        }
        p.text(") ");
        p.region(op, 0, false, true);
        p.change_indent(false);
    }
}

fn list(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    numbers.join(", ")
}

fn verify(op: OpRef<'_>) -> Fallible {
    let types = op.operand_types();
    let Some((&input, &init)) = types.first().zip(types.last()) else {
        return Ok(());
    };
    let (input, init) = (shape_of(op.ctx, input), shape_of(op.ctx, init));
    let dimensions = dimensions(op);
    if dimensions.iter().any(|&dim| dim < 0 || dim >= input.len() as i64) {
        let last = input.len() as i64 - 1;
        return Err(op.error(format_args!(
            "dimensions for reduction should be in the range [0, {last}]."
        )));
    }
    let kept = input
        .iter()
        .enumerate()
        .filter(|&(dim, _)| !dimensions.contains(&(dim as i64)));
    let kept: Vec<i64> = kept.map(|(_, &size)| size).collect();
    if kept.len() != init.len() {
        let (got, want) = (kept.len(), init.len());
        return Err(op.error(format_args!(
            "number of dimensions after reduction {got} doesn't match the init rank {want}"
        )));
    }
    if kept != init {
        return Err(op.error(format_args!(
            "init dimensions [{}] doesn't match input dimensions after reduction [{}]",
            list(init),
            list(&kept)
        )));
    }
    let args = entry_block(op.body, op.op).map_or(0, |block| op.body.block_args(block).len());
    if args != types.len() {
        return Err(op.error("mismatching number of operands and block arguments"));
    }
    Ok(())
}
