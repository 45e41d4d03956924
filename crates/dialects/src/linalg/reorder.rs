//! `linalg.transpose` and `linalg.broadcast`: elements go to other places.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{AsmParser, OpParser, OpPrinter};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, InsertPoint, OpRef, OperationState};

use super::attrs::Iteration;
use super::generic::YieldOp;
use super::rewrites::{BROADCAST, TRANSPOSE};
use super::rewrites_tensors::fold_transpose;
use super::structured::{self, scalar_type, shape_of};
use super::text::{parse_operands, print_operands};
use crate::constraints::{ANY_SHAPED, ANY_TENSOR, DENSE_I64_ARRAY_ATTR, is_tensor};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Dimension `i` of what is written is dimension `permutation[i]` of what is read.
    op TransposeOp "linalg.transpose" {
        summary "Transpose operator";
        operands { input: one ANY_SHAPED, init: one ANY_SHAPED }
        results { result: variadic ANY_TENSOR }
        attributes { permutation: required DENSE_I64_ARRAY_ATTR }
        regions { region: Sized(1) }
        traits [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse_transpose, print_transpose;
        hooks {
            verify: verify_transpose,
            verify_regions: structured::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: fold_transpose,
            canonicalize: TRANSPOSE,
            result_names: |op, name| structured::name_results(op, "transposed", name),
        }
    }

    /// The dimensions of what is written that are not there in what is read are filled with its elements.
    op BroadcastOp "linalg.broadcast" {
        summary "Static broadcast operator";
        operands { input: one ANY_SHAPED, init: one ANY_SHAPED }
        results { result: variadic ANY_TENSOR }
        attributes { dimensions: required DENSE_I64_ARRAY_ATTR }
        regions { region: Sized(1) }
        traits [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse_broadcast, print_broadcast;
        hooks {
            verify: verify_broadcast,
            verify_regions: structured::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            canonicalize: BROADCAST,
            result_names: |op, name| structured::name_results(op, "broadcasted", name),
        }
    }
}

/// Whether an op is one of this file.
pub(super) fn is_reorder(def: &'static OpDef) -> bool {
    def == TransposeOp::DEF || def == BroadcastOp::DEF
}

/// The numbers of the op's attribute.
pub(super) fn numbers(op: OpRef<'_>) -> Vec<i64> {
    let name = if op.data().is(TransposeOp::DEF) {
        "permutation"
    } else {
        "dimensions"
    };
    let attr = op.property(name);
    attr.and_then(|attr| attr.as_dense_ints(op.ctx)).unwrap_or_default()
}

/// The maps and iterators: one loop for each dimension of what is written.
pub(super) fn loops(op: OpRef<'_>) -> Option<(Vec<AffineMap>, Vec<Iteration>)> {
    let rank = shape_of(op.ctx, op.operand_type(1)).len();
    let numbers = numbers(op);
    let results: Vec<AffineExpr> = if op.data().is(TransposeOp::DEF) {
        let place = |dim: i64| numbers.iter().position(|&number| number == dim);
        let results = (0..numbers.len() as i64).map(|dim| Some(AffineExpr::Dim(place(dim)? as u32)));
        results.collect::<Option<_>>()?
    } else {
        let kept = (0..rank as u32).filter(|&dim| !numbers.contains(&i64::from(dim)));
        kept.map(AffineExpr::Dim).collect()
    };
    let maps = vec![
        AffineMap::new(rank as u32, 0, results)?,
        AffineMap::identity(rank as u32),
    ];
    Some((maps, vec![Iteration::Parallel; rank]))
}

/// Reads `name = [numbers]` into a property.
pub(super) fn parse_numbers(p: &mut dyn OpParser, state: &mut OperationState, name: &'static str) -> Fallible {
    p.keyword(name)?;
    p.punct("=")?;
    let mut numbers = Vec::new();
    p.comma_separated(asyncir_ir::asm::Delimiter::Square, &mut |p: &mut dyn AsmParser| {
        let at = p.position();
        let number = p.integer()?;
        numbers.push(i64::try_from(number).map_err(|_| p.error(at, "integer value too large"))?);
        Ok(())
    })?;
    let numbers = p.ctx().dense_i64_array(&numbers);
    state.properties = p.ctx().dict_with(state.properties, name, Some(numbers));
    Ok(())
}

/// Writes what [`parse_numbers`] reads.
pub(super) fn print_numbers(p: &mut dyn OpPrinter, op: OpRef<'_>, name: &'static str) {
    let numbers = op.property(name).and_then(|attr| attr.as_dense_ints(op.ctx));
    let numbers: Vec<String> = numbers.unwrap_or_default().iter().map(i64::to_string).collect();
    p.text(&format!(" {name} = [{}] ", numbers.join(", ")));
}

/// Adds the results of an op: the tensors that it writes.
pub(super) fn add_results(p: &mut dyn OpParser, state: &mut OperationState, num_inputs: usize) {
    let inits: Vec<_> = state.operands.iter().skip(num_inputs).copied().collect();
    for init in inits {
        let ty = p.body().value_type(init);
        if is_tensor(p.ctx(), ty) {
            state.results.push(ty);
        }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState, name: &'static str) -> Fallible {
    let (inputs, _) = parse_operands(p, state)?;
    parse_numbers(p, state, name)?;
    p.attr_dict(state)?;
    add_results(p, state, inputs);
    // The region yields the element that was read.
    let region = p.body().create_region();
    state.regions.push(region);
    let block = p.body().append_block(region);
    for &operand in &state.operands {
        let (ty, location) = (p.body().value_type(operand), p.body().value_location(operand));
        let ty = scalar_type(p.ctx(), ty);
        p.body().add_block_arg(block, ty, location);
    }
    let element = p.body().block_args(block).next();
    if let Some(element) = element {
        let end = YieldOp::build(p.ctx(), state.location, &[element], &[]);
        let end = p.body().create_op(end);
        p.body().insert_op(end, InsertPoint::End(block));
    }
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>, name: &'static str) {
    let operands: Vec<_> = op.operands().into_iter().zip(op.operand_types()).collect();
    let (ins, outs) = operands.split_at(1.min(operands.len()));
    print_operands(p, ins, outs);
    print_numbers(p, op, name);
    p.attr_dict(op, &[name]);
}

fn parse_transpose(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse(p, state, "permutation")
}

fn print_transpose(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print(p, op, "permutation");
}

fn parse_broadcast(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse(p, state, "dimensions")
}

fn print_broadcast(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print(p, op, "dimensions");
}

fn verify_transpose(op: OpRef<'_>) -> Fallible {
    let permutation = numbers(op);
    let mut sorted = permutation.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..permutation.len() as i64) {
        return Err(op.error("permutation is not valid"));
    }
    let (input, init) = (
        shape_of(op.ctx, op.operand_type(0)),
        shape_of(op.ctx, op.operand_type(1)),
    );
    if input.len() != init.len() {
        let (input, init) = (input.len(), init.len());
        return Err(op.error(format_args!("input rank {input} does not match init rank {init}")));
    }
    if permutation.len() != init.len() {
        let (size, rank) = (permutation.len(), init.len());
        return Err(op.error(format_args!(
            "size of permutation {size} does not match the argument rank {rank}"
        )));
    }
    for (dim, (&size, &from)) in init.iter().zip(&permutation).enumerate() {
        let source = input[from as usize];
        if source != size {
            return Err(op.error(format_args!(
                "dim(result, {dim}) = {size} doesn't match dim(input, permutation[{dim}]) = {source}"
            )));
        }
    }
    Ok(())
}

fn verify_broadcast(op: OpRef<'_>) -> Fallible {
    let dimensions = numbers(op);
    let (input, init) = (
        shape_of(op.ctx, op.operand_type(0)),
        shape_of(op.ctx, op.operand_type(1)),
    );
    if input.len() + dimensions.len() != init.len() {
        let (rank, size, want) = (input.len(), dimensions.len(), init.len());
        return Err(op.error(format_args!(
            "input rank plus added dimensions does not match init rank. input rank: {rank}, dimensions size: {size}, \
             init rank: {want}"
        )));
    }
    for (index, &dim) in dimensions.iter().enumerate() {
        if dim < 0 || dim >= init.len() as i64 {
            let last = init.len() as i64 - 1;
            return Err(op.error(format_args!(
                "dimension {index} is out of range. expected range: [0, {last}], got: {dim}"
            )));
        }
    }
    let kept = (0..init.len()).filter(|&dim| !dimensions.contains(&(dim as i64)));
    for (index, (dim, &size)) in kept.zip(input).enumerate() {
        if size != init[dim] {
            let want = init[dim];
            return Err(op.error(format_args!(
                "input dim {index} should match init dim {dim}. input: {size}, init: {want}"
            )));
        }
    }
    Ok(())
}
