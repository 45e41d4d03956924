//! `linalg.contract`: products of elements, summed over some of the loops that maps give.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{Diagnostic, Fallible, OpRef, OperationState};

use super::attrs::TYPE_FN;
use super::named;
use super::rewrites::Shared;
use super::structured;
use super::text::{parse_maps, print_maps};
use crate::affine::operands::as_maps;
use crate::constraints::{AFFINE_MAP_ARRAY_ATTR, ANY_SHAPED, ANY_TYPE};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Multiplies elements of two inputs and adds the products to what is written. The maps say which elements; loops
    /// that are no index of what is written are summed over, and are indices of both inputs.
    ///
    /// ```mlir
    /// linalg.contract
    ///     indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
    ///                      affine_map<(i, j, k) -> (i, j)>]
    ///     ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
    /// ```
    op ContractOp "linalg.contract" {
        summary "sum of products over loops that maps give";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_SHAPED }
        attributes { indexing_maps: required AFFINE_MAP_ARRAY_ATTR, cast: optional TYPE_FN }
        regions { combiner: Sized(1) }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: named::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            canonicalize: &[&Shared(|| ContractOp::DEF)],
        }
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let missing = |p: &dyn OpParser| p.error(p.position(), "expected 'indexing_maps' attribute");
    let maps = parse_maps(p).map_err(|wrong| wrong.followed_by(missing(p)))?;
    let maps = maps.ok_or_else(|| missing(p))?;
    state.properties = p.ctx().dict_with(state.properties, "indexing_maps", Some(maps));
    named::parse(p, state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if let Some(maps) = op.property("indexing_maps") {
        print_maps(p, maps);
    }
    named::print(p, op);
}

/// In how many inputs and outputs a loop is an index.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    inputs: usize,
    outputs: usize,
}

fn verify(op: OpRef<'_>) -> Fallible {
    let error = |text: &str| Diagnostic::error(op.location(), text);
    let maps = op.property("indexing_maps").and_then(|attr| as_maps(op.ctx, attr));
    let maps = maps.unwrap_or_default();
    let loops = maps.first().map_or(0, AffineMap::num_dims);
    let mut occurrences = vec![Occurrences::default(); loops as usize];
    for (index, (map, ty)) in maps.iter().zip(op.operand_types()).take(3).enumerate() {
        if map.num_dims() != loops {
            return Err(error("iteration spaces of provided affine_maps differ"));
        }
        let Some(dims) = projected_dims(map) else {
            return Err(error("provided affine_map is not a projected permutation"));
        };
        match ty.shape(op.ctx) {
            Some(shape) if shape.len() != dims.len() => {
                return Err(error(
                    "ranks of shaped operand and results of corresponding affine_map differ",
                ));
            }
            None if !dims.is_empty() => {
                return Err(error(
                    "affine_map specifies shaped access while operand has non-shaped type",
                ));
            }
            _ => {}
        }
        for dim in dims {
            let occurrences = &mut occurrences[dim as usize];
            let count = if index < 2 {
                &mut occurrences.inputs
            } else {
                &mut occurrences.outputs
            };
            *count += 1;
        }
    }
    verify_loops(op, &occurrences)
}

fn verify_loops(op: OpRef<'_>, loops: &[Occurrences]) -> Fallible {
    let error = |text: String| Err(Diagnostic::error(op.location(), text));
    for (index, count) in loops.iter().enumerate() {
        if count.inputs == 0 && count.outputs == 0 {
            return error(format!(
                "iteration space dim at index {index} not used to access any operand"
            ));
        }
        if count.inputs == 1 && count.outputs != 1 {
            return error(format!(
                "iteration space dim at index {index} is neither a contracting dim nor of parallel iteration type"
            ));
        }
    }
    if !loops.iter().any(|count| count.inputs == 2 && count.outputs == 0) {
        return error("'indexing_maps' do not specify a contracting dimension".to_owned());
    }
    Ok(())
}

/// The loops that the results of a map are, if they are different ones.
fn projected_dims(map: &AffineMap) -> Option<Vec<u32>> {
    let mut dims = Vec::new();
    for result in map.results() {
        match result {
            AffineExpr::Dim(dim) if !dims.contains(dim) => dims.push(*dim),
            _ => return None,
        }
    }
    (map.num_symbols() == 0).then_some(dims)
}
