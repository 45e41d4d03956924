//! `linalg.reduce`: elements along some dimensions become one.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{AttrConstraint, AttrForm, NameSink};
use asyncir_ir::{AttrKind, Fallible, OpRef, OperationState, RegionId, Type, ValueId};

use super::attrs::Iteration;
use super::reorder::{add_results, parse_numbers, print_numbers};
use super::rewrites::Shared;
use super::short_form::{Takes, parse_payload, parse_region, print_payload, print_region};
use super::structured::{self, entry_block, scalar_type, shape_of};
use super::text::{parse_operands, print_operands};
use crate::constraints::{ANY_SHAPED, ANY_TENSOR};

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
        results { results: variadic ANY_TENSOR }
        attributes { dimensions: required INCREASING }
        regions { combiner: Sized(1) }
        traits [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: structured::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            argument_names: argument_names,
            canonicalize: &[&Shared(|| ReduceOp::DEF)],
            result_names: |op, name| structured::name_results(op, "reduced", name),
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
    let payload = parse_payload(p)?;
    let (inputs, _) = parse_operands(p, state)?;
    parse_numbers(p, state, "dimensions")?;
    p.attr_dict(state)?;
    add_results(p, state, inputs);
    parse_region(p, state, payload, Takes::InitAndInputs, scalar_type)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let is_short = print_payload(p, op, Takes::InitAndInputs);
    let operands: Vec<(ValueId, Type)> = op.operands().into_iter().zip(op.operand_types()).collect();
    let (ins, outs) = operands.split_at(num_inputs(op));
    print_operands(p, ins, outs);
    print_numbers(p, op, "dimensions");
    p.attr_dict(op, &["dimensions"]);
    if !is_short {
        print_region(p, op);
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
