//! `linalg.elementwise`: a function of elements that an attribute names.

use asyncir_ir::affine::AffineMap;
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, OpRef, OperationState, Type};

use super::attrs::{ELEMENTWISE_DEF, ELEMENTWISE_KIND, ELEMENTWISE_KINDS};
use super::named::{self, maps_attr};
use super::payload::{BinaryOps, Payload};
use super::rewrites::Shared;
use super::structured;
use super::text::print_maps;
use crate::constraints::{AFFINE_MAP_ARRAY_ATTR, ANY_RANKED_TENSOR, ANY_SHAPED, ANY_TYPE};
use crate::enum_attrs::enum_value;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Computes each element of what is written by a function of elements of the inputs. Maps other than identities
    /// transpose or broadcast what is read.
    ///
    /// ```mlir
    /// linalg.elementwise kind=#linalg.elementwise_kind<add>
    ///     indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>]
    ///     ins(%a, %row : memref<8x16xf32>, memref<16xf32>) outs(%b : memref<8x16xf32>)
    /// ```
    op ElementwiseOp "linalg.elementwise" {
        summary "function of elements that an attribute names";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_RANKED_TENSOR }
        attributes { indexing_maps: optional AFFINE_MAP_ARRAY_ATTR, kind: required ELEMENTWISE_KIND }
        regions { region: Any }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify_regions: named::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            canonicalize: &[&Shared(|| ElementwiseOp::DEF)],
        }
    }
}

const fn binary(float: &'static str, int: &'static str, boolean: &'static str) -> Payload {
    Payload::Binary(BinaryOps::new(float, int, boolean))
}

/// What a kind computes.
pub(super) fn payload(ctx: &Context, kind: Attribute) -> Option<Payload> {
    let kind = ELEMENTWISE_KINDS.keyword(enum_value(ctx, &ELEMENTWISE_DEF, kind)?)?;
    Some(match kind {
        "exp" => Payload::Unary("math.exp", None),
        "log" => Payload::Unary("math.log", None),
        "abs" => Payload::Unary("math.absf", None),
        "ceil" => Payload::Unary("math.ceil", None),
        "floor" => Payload::Unary("math.floor", None),
        "negf" => Payload::Unary("arith.negf", None),
        "reciprocal" => Payload::Reciprocal,
        "round" => Payload::Unary("math.round", None),
        "sqrt" => Payload::Unary("math.sqrt", None),
        "rsqrt" => Payload::Unary("math.rsqrt", None),
        "square" => Payload::Square,
        "tanh" => Payload::Unary("math.tanh", None),
        "erf" => Payload::Unary("math.erf", None),
        "add" => binary("arith.addf", "arith.addi", "arith.ori"),
        "sub" => binary("arith.subf", "arith.subi", ""),
        "mul" => binary("arith.mulf", "arith.muli", "arith.andi"),
        "div" => binary("arith.divf", "arith.divsi", ""),
        "div_unsigned" => binary("", "arith.divui", ""),
        "max_signed" => binary("arith.maximumf", "arith.maxsi", "arith.maxsi"),
        "min_signed" => binary("arith.minimumf", "arith.minsi", "arith.minsi"),
        "max_unsigned" => binary("arith.maximumf", "arith.maxui", "arith.maxui"),
        "min_unsigned" => binary("arith.minimumf", "arith.minui", "arith.minui"),
        "powf" => binary("math.powf", "", ""),
        "select" => Payload::Select,
        _ => return None,
    })
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    p.keyword("kind")?;
    p.punct("=")?;
    let kind = p.attribute(None).map_err(|wrong| {
        let expected = p.error(p.position(), "expected operation 'kind' attribute");
        wrong.followed_by(expected)
    })?;
    if kind.params_of(p.ctx(), &ELEMENTWISE_DEF).is_none() {
        return Err(p.error(p.position(), "expected ElementwiseKind attribute"));
    }
    state.properties = p.ctx().dict_with(state.properties, "kind", Some(kind));
    let given = parse_each_map(p)?;
    named::parse(p, state).map_err(|wrong| {
        let unable = p.error(p.position(), "unable to parse elemwise op");
        wrong.followed_by(unable)
    })?;
    let maps = if given.is_empty() {
        default_maps(p, state)?
    } else {
        p.ctx().array_attr(&given)
    };
    state.properties = p.ctx().dict_with(state.properties, "indexing_maps", Some(maps));
    Ok(())
}

/// Reads `indexing_maps = [maps]`; nothing if it is not there.
fn parse_each_map(p: &mut dyn OpParser) -> Fallible<Vec<Attribute>> {
    let mut maps = Vec::new();
    if !p.optional_keyword("indexing_maps") {
        return Ok(maps);
    }
    p.punct("=")?;
    p.punct("[")?;
    loop {
        let map = p.attribute(None)?;
        if !matches!(map.kind(p.ctx()), AttrKind::AffineMap(_)) {
            return Err(p.error(p.position(), "expected affine map attribute"));
        }
        maps.push(map);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct("]")?;
    Ok(maps)
}

/// The maps for operands that all have the shape of the last one.
fn default_maps(p: &mut dyn OpParser, state: &OperationState) -> Fallible<Attribute> {
    let last = state.operands.last().map(|&last| p.body().value_type(last));
    let rank = last.and_then(|last: Type| last.shape(p.ctx()).map(<[i64]>::len));
    match rank {
        Some(rank) => Ok(identities(p.ctx(), state.operands.len(), rank)),
        None => Err(p.error(p.position(), "return type needs to be shaped type")),
    }
}

fn identities(ctx: &Context, count: usize, rank: usize) -> Attribute {
    maps_attr(ctx, vec![AffineMap::identity(rank as u32); count])
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    if let Some(kind) = op.property("kind") {
        p.text(" kind=");
        p.attribute(kind);
    }
    let types = op.operand_types();
    let rank = types.last().and_then(|last| last.shape(op.ctx)).map_or(0, <[i64]>::len);
    let usual = identities(op.ctx, types.len(), rank);
    if let Some(maps) = op.property("indexing_maps").filter(|&maps| maps != usual) {
        print_maps(p, maps);
    }
    named::print(p, op);
}
