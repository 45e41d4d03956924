//! Named ops: structured ops whose loops and computation their name stands for. The region is there, but not written.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, Location, OpRef, OperationState, Type, ValueId};

use super::attrs::{Iteration, TYPE_FN, TYPE_FN_DEF};
use super::contract::ContractOp;
use super::contraction;
use super::elementwise::{self, ElementwiseOp};
use super::matmul::{BatchMatmulOp, BatchReduceMatmulOp, MatmulOp};
use super::payload::{BinaryOps, Payload, PayloadBuilder};
use super::rewrites::{self, Shared};
use super::structured::{self, scalar_type, shape_of};
use super::text::{parse_operands, print_operands, set_segments};
use super::windows::window_op;
use crate::affine::operands::as_maps;
use crate::constraints::{ANY_RANKED_TENSOR, ANY_SHAPED, ANY_TYPE, is_any_memref, is_tensor};
use crate::enum_attrs::enum_value;

/// The loops of a named op.
#[derive(Clone, Copy, Debug)]
enum Loops {
    /// One for each dimension of what is written; what is read has the same shape.
    Elementwise,
    /// One for each dimension of what is written; what is read is a scalar.
    FromScalar,
    /// For each operand, the loops that its indices are, if the op does not say otherwise. Those that are no index of
    /// what is written reduce.
    Fixed {
        maps: &'static [&'static [u32]],
        loops: usize,
    },
    /// As the op says; loops that are no index of what is written reduce.
    Given,
}

/// What a name stands for.
struct Named {
    def: fn() -> &'static OpDef,
    loops: Loops,
    payload: Payload,
}

/// Declares named ops without attributes of their own, with their entries in the table of named ops.
macro_rules! named_ops {
    ($($(#[doc = $doc:literal])* $Name:ident $name:literal = $loops:expr, $payload:expr;)*) => {
        asyncir_ir::ops! {
            /// Named ops without attributes of their own.
            pub const PLAIN_OPS;

            $($(#[doc = $doc])* op $Name $name {
                summary "structured op with fixed loops and a fixed computation";
                operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
                results { result_tensors: variadic ANY_RANKED_TENSOR }
                regions { region: Any }
                traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
                custom parse, print;
                hooks {
                    verify: verify_fill,
                    verify_regions: verify,
                    effects: structured::effects,
                    speculatable: structured::is_speculatable,
                    fold: structured::fold,
                    canonicalize: &[&Shared(|| <$Name<'static> as OpView<'static>>::DEF)],
                }
            })*
        }

        static NAMED: &[Named] = &[
            Named { def: || CopyOp::DEF, loops: Loops::Elementwise, payload: Payload::Convert },
            Named { def: || MatmulOp::DEF, loops: MATMUL, payload: Payload::MultiplyAdd },
            Named { def: || BatchMatmulOp::DEF, loops: BATCH_MATMUL, payload: Payload::MultiplyAdd },
            Named { def: || BatchReduceMatmulOp::DEF, loops: BATCH_REDUCE_MATMUL, payload: Payload::MultiplyAdd },
            Named { def: || ContractOp::DEF, loops: Loops::Given, payload: Payload::MultiplyAdd },
            $(Named { def: || $Name::DEF, loops: $loops, payload: $payload }),*
        ];
    };
}

const MATMUL: Loops = Loops::Fixed {
    maps: &[&[0, 2], &[2, 1], &[0, 1]],
    loops: 3,
};

const fn reduction(maps: &'static [&'static [u32]], loops: usize) -> Loops {
    Loops::Fixed { maps, loops }
}

const BATCH_MATMUL: Loops = Loops::Fixed {
    maps: &[&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]],
    loops: 4,
};

const BATCH_REDUCE_MATMUL: Loops = Loops::Fixed {
    maps: &[&[0, 1, 3], &[0, 3, 2], &[1, 2]],
    loops: 4,
};

const fn binary(float: &'static str, int: &'static str, boolean: &'static str) -> Payload {
    Payload::Binary(BinaryOps::new(float, int, boolean))
}

named_ops! {
    /// Writes a scalar to all elements.
    FillOp "linalg.fill" = Loops::FromScalar, Payload::Convert;
    /// Fills a matrix with pseudo-random numbers: the first two scalars limit their range, the third one is the seed.
    FillRng2DOp "linalg.fill_rng_2d" = reduction(&[&[], &[], &[], &[0, 1]], 2), Payload::Random;
    /// Adds elements.
    AddOp "linalg.add" = Loops::Elementwise, binary("arith.addf", "arith.addi", "arith.ori");
    /// Subtracts elements.
    SubOp "linalg.sub" = Loops::Elementwise, binary("arith.subf", "arith.subi", "");
    /// Multiplies elements.
    MulOp "linalg.mul" = Loops::Elementwise, binary("arith.mulf", "arith.muli", "arith.andi");
    /// Divides elements, integers as signed ones.
    DivOp "linalg.div" = Loops::Elementwise, binary("arith.divf", "arith.divsi", "");
    /// Divides elements that are unsigned integers.
    DivUnsignedOp "linalg.div_unsigned" = Loops::Elementwise, binary("", "arith.divui", "");
    /// The greater one of elements, of integers as signed ones.
    MaxOp "linalg.max" = Loops::Elementwise, binary("arith.maximumf", "arith.maxsi", "arith.maxsi");
    /// The smaller one of elements, of integers as signed ones.
    MinOp "linalg.min" = Loops::Elementwise, binary("arith.minimumf", "arith.minsi", "arith.minsi");
    /// Raises elements to powers.
    PowFOp "linalg.powf" = Loops::Elementwise, binary("math.powf", "", "");
    /// The exponential function of elements.
    ExpOp "linalg.exp" = Loops::Elementwise, Payload::Unary("math.exp", None);
    /// The natural logarithm of elements.
    LogOp "linalg.log" = Loops::Elementwise, Payload::Unary("math.log", None);
    /// The absolute value of elements.
    AbsOp "linalg.abs" = Loops::Elementwise, Payload::Unary("math.absf", None);
    /// Rounds elements up.
    CeilOp "linalg.ceil" = Loops::Elementwise, Payload::Unary("math.ceil", None);
    /// Rounds elements down.
    FloorOp "linalg.floor" = Loops::Elementwise, Payload::Unary("math.floor", None);
    /// Rounds elements to the nearest integer.
    RoundOp "linalg.round" = Loops::Elementwise, Payload::Unary("math.round", None);
    /// Negates elements.
    NegFOp "linalg.negf" = Loops::Elementwise, Payload::Unary("arith.negf", None);
    /// The square root of elements.
    SqrtOp "linalg.sqrt" = Loops::Elementwise, Payload::Unary("math.sqrt", None);
    /// One divided by the square root of elements.
    RsqrtOp "linalg.rsqrt" = Loops::Elementwise, Payload::Unary("math.rsqrt", None);
    /// The hyperbolic tangent of elements.
    TanhOp "linalg.tanh" = Loops::Elementwise, Payload::Unary("math.tanh", None);
    /// The error function of elements.
    ErfOp "linalg.erf" = Loops::Elementwise, Payload::Unary("math.erf", None);
    /// The square of elements.
    SquareOp "linalg.square" = Loops::Elementwise, Payload::Square;
    /// One divided by elements.
    ReciprocalOp "linalg.reciprocal" = Loops::Elementwise, Payload::Reciprocal;
    /// The product of two vectors.
    DotOp "linalg.dot" = reduction(&[&[0], &[0], &[]], 1), Payload::MultiplyAdd;
    /// One of two elements, chosen by a boolean one.
    SelectOp "linalg.select" = Loops::Elementwise, Payload::Select;
    /// The product of matrices and vectors, for each element of a batch.
    BatchMatvecOp "linalg.batch_matvec" = reduction(&[&[0, 1, 2], &[0, 2], &[0, 1]], 3), Payload::MultiplyAdd;
    /// The product of vectors and matrices, for each element of a batch.
    BatchVecmatOp "linalg.batch_vecmat" = reduction(&[&[0, 2], &[0, 2, 1], &[0, 1]], 3), Payload::MultiplyAdd;
    /// The product of a matrix and a vector.
    MatvecOp "linalg.matvec" = reduction(&[&[0, 1], &[1], &[0]], 2), Payload::MultiplyAdd;
    /// The product of a vector and a matrix.
    VecmatOp "linalg.vecmat" = reduction(&[&[1], &[1, 0], &[0]], 2), Payload::MultiplyAdd;
}

asyncir_ir::ops! {
    /// Named ops with attributes.
    pub const CASTING_OPS;

    /// Copies elements, and converts them if their types differ.
    ///
    /// ```mlir
    /// linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    /// ```
    op CopyOp "linalg.copy" {
        summary "copies elements";
        operands { inputs: variadic ANY_TYPE, outputs: variadic ANY_SHAPED }
        results { result_tensors: variadic ANY_RANKED_TENSOR }
        attributes { cast: optional TYPE_FN }
        regions { region: Any }
        traits [AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify_regions: verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            fold: structured::fold,
            canonicalize: rewrites::COPY,
        }
    }
}

crate::lists::all_ops! {
    /// The ops of this file.
    NAMED_OPS = [PLAIN_OPS, CASTING_OPS]
}
/// The ops of this file.
pub const OPS: &[&OpDef] = NAMED_OPS;

fn named(def: &'static OpDef) -> Option<&'static Named> {
    NAMED.iter().find(|named| (named.def)() == def)
}

/// Whether an op is one of this file.
pub(super) fn is_named(def: &'static OpDef) -> bool {
    def == ElementwiseOp::DEF || named(def).is_some()
}

/// What an op computes, whichever kind of named op it is.
fn payload_of(ctx: &Context, def: &'static OpDef, properties: Attribute) -> Option<Payload> {
    if def == ElementwiseOp::DEF {
        return elementwise::payload(ctx, properties.get(ctx, "kind")?);
    }
    named(def)
        .map(|named| named.payload)
        .or_else(|| window_op(def).map(|entry| entry.payload))
}

/// The maps and iterators of a named op.
pub(super) fn loops(op: OpRef<'_>) -> Option<(Vec<AffineMap>, Vec<Iteration>)> {
    let def = op.data().def()?;
    if def == ElementwiseOp::DEF {
        return Some((given_maps(op)?, elementwise_loops(op).1));
    }
    let Some(named) = named(def) else {
        return super::windows::loops(op);
    };
    match named.loops {
        Loops::Elementwise => Some(elementwise_loops(op)),
        Loops::FromScalar => {
            let (mut maps, iterators) = elementwise_loops(op);
            if let Some(first) = maps.first_mut() {
                *first = AffineMap::new(iterators.len() as u32, 0, Vec::new())?;
            }
            Some((maps, iterators))
        }
        Loops::Fixed { maps, loops } => {
            let written = maps.last().copied().unwrap_or_default();
            let iterators = (0..loops as u32).map(|dim| iteration(written.contains(&dim)));
            Some((given_maps(op).or_else(|| fixed_maps(maps, loops))?, iterators.collect()))
        }
        Loops::Given => {
            let maps = given_maps(op)?;
            let written = maps.last()?;
            let is_written = |dim| written.results().contains(&AffineExpr::Dim(dim));
            let iterators = (0..written.num_dims()).map(|dim| iteration(is_written(dim)));
            let iterators = iterators.collect();
            Some((maps, iterators))
        }
    }
}

/// What a loop does whose index is one of what is written, or is not.
fn iteration(is_written: bool) -> Iteration {
    if is_written {
        Iteration::Parallel
    } else {
        Iteration::Reduction
    }
}

/// The maps that the op names.
fn given_maps(op: OpRef<'_>) -> Option<Vec<AffineMap>> {
    op.property("indexing_maps").and_then(|attr| as_maps(op.ctx, attr))
}

fn fixed_maps(maps: &[&[u32]], loops: usize) -> Option<Vec<AffineMap>> {
    let map = |dims: &&[u32]| {
        let results = dims.iter().map(|&dim| AffineExpr::Dim(dim)).collect();
        AffineMap::new(loops as u32, 0, results)
    };
    maps.iter().map(map).collect()
}

/// The maps and iterators of an op whose operands all have the same shape.
pub(super) fn elementwise_loops(op: OpRef<'_>) -> (Vec<AffineMap>, Vec<Iteration>) {
    let types = op.operand_types();
    let rank = types.last().map_or(0, |&ty| shape_of(op.ctx, ty).len());
    (
        vec![AffineMap::identity(rank as u32); types.len()],
        vec![Iteration::Parallel; rank],
    )
}

pub(super) fn verify(op: OpRef<'_>) -> Fallible {
    structured::verify(op)?;
    contraction::verify(op)
}

/// What is filled with is a number of the elements' type.
fn verify_fill(op: OpRef<'_>) -> Fallible {
    if !op.data().is(FillOp::DEF) {
        return Ok(());
    }
    let [value, memory] = op.operand_types()[..] else {
        return Err(op.bare_error("expected op with 1 input and 1 output"));
    };
    if is_tensor(op.ctx, value) || is_any_memref(op.ctx, value) {
        return Err(op.bare_error("expected op with scalar input"));
    }
    let element = scalar_type(op.ctx, memory);
    if value != element {
        let (value, element) = (op.ctx.show_type(value), op.ctx.show_type(element));
        return Err(op.error(format_args!(
            "expected fill value type ('{value}') to match output element type ('{element}')"
        )));
    }
    Ok(())
}

pub(super) fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let at = p.position();
    p.checked_attr_dict(state)?;
    let counts = parse_operands(p, state)?;
    set_segments(p, state, counts);
    let results = p.optional_arrow_types()?;
    state.results.extend(results);
    memoize_maps(p, state);
    fill_region(p, state, at)
}

/// Ops whose maps do not depend on the rank keep them once they are known, but do not print them.
pub const MEMOIZED: &str = "linalg.memoized_indexing_maps";

fn memoize_maps(p: &dyn OpParser, state: &mut OperationState) {
    let ctx = p.ctx();
    let windows = state.name.def().and_then(window_op).map(|entry| entry.windows);
    if let Some(windows) = windows {
        let (strides, dilations) = (
            state.properties.get(ctx, "strides"),
            state.properties.get(ctx, "dilations"),
        );
        let maps = windows.maps(ctx, strides, dilations).unwrap_or_default();
        state.attrs = ctx.dict_with(state.attrs, MEMOIZED, Some(maps_attr(ctx, maps)));
    }
    let keeps_maps = |def: &&'static OpDef| !def.is_inherent("indexing_maps");
    let named = state.name.def().filter(keeps_maps).and_then(named);
    if let Some(maps) = named.and_then(|named| default_maps(ctx, named.loops)) {
        state.attrs = ctx.dict_with(state.attrs, MEMOIZED, Some(maps));
    }
}

/// The maps of ops for which these do not depend on the rank.
fn default_maps(ctx: &Context, loops: Loops) -> Option<Attribute> {
    let Loops::Fixed { maps, loops } = loops else {
        return None;
    };
    Some(maps_attr(ctx, fixed_maps(maps, loops)?))
}

/// The maps of the products of matrices where they are not written.
pub(super) fn default_product_maps(ctx: &Context, def: Option<&'static OpDef>) -> Attribute {
    let maps = def.and_then(named).and_then(|named| default_maps(ctx, named.loops));
    maps.unwrap_or(Attribute::EMPTY_ARRAY)
}

/// Maps as an attribute.
pub(super) fn maps_attr(ctx: &Context, maps: Vec<AffineMap>) -> Attribute {
    let maps: Vec<Attribute> = maps.into_iter().map(|map| ctx.attr(AttrKind::AffineMap(map))).collect();
    ctx.array_attr(&maps)
}

/// Makes the region that the name stands for.
fn fill_region(p: &mut dyn OpParser, state: &mut OperationState, at: asyncir_ir::asm::Position) -> Fallible {
    let Some(def) = state.name.def() else { return Ok(()) };
    let Some(payload) = payload_of(p.ctx(), def, state.properties) else {
        return Ok(());
    };
    let want = payload.num_inputs() + 1;
    let got = state.operands.len();
    if got != want {
        let message = format!("[parseNamedStructuredOpRegion] ods-gen generated region expects {want} args, got {got}");
        return Err(p.error(p.position(), &message));
    }
    let cast = state.properties.get(p.ctx(), "cast");
    let is_unsigned =
        def.name.ends_with("_unsigned") || cast.and_then(|cast| enum_value(p.ctx(), &TYPE_FN_DEF, cast)) == Some(1);
    let region = p.body().create_region();
    state.regions.push(region);
    let block = p.body().append_block(region);
    for &operand in &state.operands {
        let ty = p.body().value_type(operand);
        let ty = scalar_type(p.ctx(), ty);
        p.body().add_block_arg(block, ty, Location::UNKNOWN);
    }
    let (ctx, body) = p.ctx_and_body();
    let mut builder = PayloadBuilder {
        ctx,
        body,
        block,
        is_unsigned,
    };
    builder.build(payload).map_err(|message| p.error(at, &message))
}

pub(super) fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.attr_dict(op, &["operandSegmentSizes", MEMOIZED, "indexing_maps", "kind"]);
    let operands: Vec<(ValueId, Type)> = op.operands().into_iter().zip(op.operand_types()).collect();
    let inputs = op.data().def().map_or(0, |def| def.operand_range(op, 0).len());
    let (ins, outs) = operands.split_at(inputs.min(operands.len()));
    print_operands(p, ins, outs);
    p.optional_arrow_types(&op.result_types());
}
