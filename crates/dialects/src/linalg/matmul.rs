//! Products of matrices, whose maps may transpose or broadcast what is read.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{Fallible, OpRef, OperationState};

use super::attrs::TYPE_FN;
use super::named::{self, default_product_maps};
use super::rewrites::Shared;
use super::structured;
use super::text::{parse_maps, print_maps};
use crate::affine::operands::as_maps;
use crate::constraints::{AFFINE_MAP_ARRAY_ATTR, ANY_RANKED_TENSOR, ANY_SHAPED, ANY_TYPE};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// The product of two matrices, added to what is written. Maps other than the usual ones transpose or broadcast.
    op MatmulOp "linalg.matmul" {
        summary "matrix multiplication";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_RANKED_TENSOR }
        attributes { indexing_maps: optional AFFINE_MAP_ARRAY_ATTR, cast: optional TYPE_FN }
        regions { region: Any }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify: verify_matmul,
            verify_regions: named::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            canonicalize: &[&Shared(|| MatmulOp::DEF)],
        }
    }

    /// The product of matrices for each element of a batch, added to what is written. Maps other than the usual ones
    /// transpose or broadcast.
    op BatchMatmulOp "linalg.batch_matmul" {
        summary "matrix multiplication for each element of a batch";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_RANKED_TENSOR }
        attributes { indexing_maps: optional AFFINE_MAP_ARRAY_ATTR, cast: optional TYPE_FN }
        regions { region: Any }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify: verify_batch,
            verify_regions: named::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            canonicalize: &[&Shared(|| BatchMatmulOp::DEF)],
        }
    }

    /// The sum of the products of matrices for all elements of a batch, added to what is written. Maps other than the
    /// usual ones transpose or broadcast.
    ///
    /// ```mlir
    /// linalg.batch_reduce_matmul ins(%a, %b : memref<7x8x9xf32>, memref<7x9x8xf32>) outs(%c : memref<8x8xf32>)
    /// ```
    op BatchReduceMatmulOp "linalg.batch_reduce_matmul" {
        summary "sum of the matrix multiplications for a batch";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_RANKED_TENSOR }
        attributes { indexing_maps: optional AFFINE_MAP_ARRAY_ATTR, cast: optional TYPE_FN }
        regions { region: Any }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify: verify_batch,
            verify_regions: named::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            canonicalize: &[&Shared(|| BatchReduceMatmulOp::DEF)],
        }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let maps = parse_maps(p)?;
    let maps = maps.unwrap_or_else(|| default_product_maps(p.ctx(), state.name.def()));
    state.properties = p.ctx().dict_with(state.properties, "indexing_maps", Some(maps));
    named::parse(p, state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let maps = op.property("indexing_maps");
    if let Some(maps) = maps.filter(|&maps| maps != default_product_maps(op.ctx, op.data().def())) {
        print_maps(p, maps);
    }
    named::print(p, op);
}

/// The maps of an op, with the usual ones, if it has others than these.
fn unusual_maps(op: OpRef<'_>) -> Option<(Vec<AffineMap>, Vec<AffineMap>)> {
    let usual = default_product_maps(op.ctx, op.data().def());
    let given = op.property("indexing_maps").filter(|&given| given != usual)?;
    Some((as_maps(op.ctx, given)?, as_maps(op.ctx, usual)?))
}

/// Whether a map has no results but those of the usual one.
fn is_within(map: &AffineMap, usual: &AffineMap) -> bool {
    map.results().iter().all(|result| usual.results().contains(result))
}

fn verify_matmul(op: OpRef<'_>) -> Fallible {
    let Some((maps, usual)) = unusual_maps(op) else {
        return Ok(());
    };
    for (map, usual) in maps.iter().zip(&usual).take(2) {
        if !is_within(map, usual) {
            return Err(op.error("Unexpected dim expression in map result."));
        }
        let is_broadcast = map.num_results() < usual.num_results();
        if is_broadcast && map.results() != [AffineExpr::Dim(2)] {
            return Err(op.error("Invalid broadcast requested, should be (d2)."));
        }
    }
    Ok(())
}

fn verify_batch(op: OpRef<'_>) -> Fallible {
    let Some((maps, usual)) = unusual_maps(op) else {
        return Ok(());
    };
    for (map, usual) in maps.iter().zip(&usual).take(2) {
        verify_batch_input(op, map, usual)?;
    }
    match (maps.get(2), usual.get(2)) {
        (Some(map), Some(usual)) => verify_batch_output(op, map, usual),
        _ => Ok(()),
    }
}

fn verify_batch_input(op: OpRef<'_>, map: &AffineMap, usual: &AffineMap) -> Fallible {
    if !is_within(map, usual) {
        return Err(op.error("Unexpected result dim expression (outside the set of default result dims)."));
    }
    if map.num_results() > 3 {
        return Err(op.error("no. of result dim expressions exceeds 3."));
    }
    let [batch, reduced] = [AffineExpr::Dim(0), AffineExpr::Dim(3)];
    let is_first_input = usual.results().last() == Some(&reduced);
    // What is broadcast still has the dimension that is summed over.
    let is_valid_broadcast = match map.results() {
        [only] => *only == reduced,
        [first, second] if is_first_input => *first != reduced && *second == reduced,
        [first, second] => (*first == batch && *second == reduced) || (*first == reduced && *second != batch),
        _ => false,
    };
    if map.num_results() < 3 && !is_valid_broadcast {
        return Err(op.error("Invalid broadcast requested."));
    }
    if map.num_results() == 3 && map.results()[0] != batch {
        return Err(op.error("Invalid batch dimension expression."));
    }
    Ok(())
}

fn verify_batch_output(op: OpRef<'_>, map: &AffineMap, usual: &AffineMap) -> Fallible {
    let (got, want) = (map.num_results(), usual.num_results());
    if got != want {
        return Err(op.error(format_args!("expects {want} dims, but got ({got}).")));
    }
    if map.results() == usual.results() {
        Ok(())
    } else {
        Err(op.error("Invalid output map result dimension."))
    }
}
