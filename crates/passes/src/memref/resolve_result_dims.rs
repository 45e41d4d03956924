//! `resolve-ranked-shaped-type-result-dims` and `resolve-shaped-type-result-dims`: sizes of tensors that ops make are
//! computed from what the ops are given, so that nobody asks for the tensors. The second pass is for further ops in MLIR,
//! of which there are none here.

use asyncir_dialects::bufferization::{AllocTensorOp, MaterializeInDestinationOp};
use asyncir_dialects::index_list;
use asyncir_dialects::linalg::{SoftmaxOp, Structured};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::scf::ForallOp;
use asyncir_dialects::{memref, tensor};
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{FnPattern, FrozenPatternSet, RewritePattern, Rewriter};
use asyncir_ir::{DYNAMIC, Diagnostics, Location, OpId, OwnedOp, ValueId};

use crate::bodies::rewrite_greedily;
use crate::conversion::fold_result::{FoldResult, apply_mixed, materialize};
use crate::{OptionInfo, Pass, PassContext, PassInfo};

static OPTIONS: &[OptionInfo] = &[OptionInfo::flag(
    "error-on-pattern-iteration-limit",
    "Throw an error when pattern rewriter hits iteration limit",
    "true",
)];

/// The pass for ops whose results have a rank.
pub static RANKED_INFO: PassInfo = PassInfo {
    flag: "resolve-ranked-shaped-type-result-dims",
    class: "ResolveRankedShapeTypeResultDimsPass",
    summary: "Resolve memref.dim of result values of ranked shape type",
    anchor: None,
    options: OPTIONS,
    create: |_| Ok(Box::new(ResolveResultDims(&RANKED_INFO))),
};

/// The pass for all ops.
pub static INFO: PassInfo = PassInfo {
    flag: "resolve-shaped-type-result-dims",
    class: "ResolveShapedTypeResultDimsPass",
    summary: "Resolve memref.dim of result values",
    anchor: None,
    options: OPTIONS,
    create: |_| Ok(Box::new(ResolveResultDims(&INFO))),
};

struct ResolveResultDims(&'static PassInfo);

impl Pass for ResolveResultDims {
    fn info(&self) -> &'static PassInfo {
        self.0
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let patterns = FrozenPatternSet::new(PATTERNS.iter().map(|pattern| pattern as &dyn RewritePattern));
        rewrite_greedily(op, cx, &patterns)
    }
}

/// The patterns of both passes.
pub(crate) static PATTERNS: [FnPattern; 3] = [
    FnPattern::new("size-of-view", memref::DimOp::DEF, |rw, op| {
        replace_size(rw, op).is_some()
    }),
    FnPattern::new("size-of-result", tensor::DimOp::DEF, |rw, op| {
        replace_size(rw, op).is_some()
    }),
    FnPattern::new("size-of-shared", tensor::DimOp::DEF, |rw, op| {
        ask_before_loop(rw, op).is_some()
    }),
];

/// Tensors that iterations share have the sizes that they have before the loop.
fn ask_before_loop(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let source = rw.body.operand(op, 0);
    let block = rw
        .body
        .value_block(source)
        .filter(|_| rw.body.defining_op(source).is_none())?;
    let forall = ForallOp::cast(rw.body.op_ref(rw.ctx, rw.body.block_parent_op(block)?))?;
    let position = rw.body.block_args(block).position(|argument| argument == source)?;
    let output = *forall.outputs().get(position.checked_sub(forall.rank())?)?;
    rw.modify(op, |body| body.set_operand(op, 0, output));
    Some(())
}

/// Replaces the size of a result by what the op that makes it says.
fn replace_size(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let source = rw.body.operand(op, 0);
    let dim = usize::try_from(constant_int(rw.ctx, rw.body, rw.body.operand(op, 1))?).ok()?;
    let known = *shape_of(rw, source).get(dim)?;
    let maker = rw
        .body
        .defining_op(source)
        .filter(|&maker| is_made_in_order(rw, maker))?;
    rw.set_before(op);
    let size = match known {
        DYNAMIC => result_size(rw, maker, source, dim)?,
        known => FoldResult::Known(known),
    };
    let location = rw.location_of(op);
    let value = materialize(rw, location, size);
    rw.replace(op, &[value]);
    Some(())
}

/// Whether what an op is given was made before it. In graphs, ops may be given what is made from their own results.
fn is_made_in_order(rw: &Rewriter<'_>, maker: OpId) -> bool {
    let (body, block) = (&*rw.body, rw.body.parent_block(maker));
    let is_before = |before| body.parent_block(before) != block || body.is_before_in_block(before, maker);
    body.operands(maker)
        .all(|operand| body.defining_op(operand).is_none_or(is_before))
}

fn shape_of<'a>(rw: &Rewriter<'a>, value: ValueId) -> &'a [i64] {
    rw.body.value_type(value).shape(rw.ctx).unwrap_or_default()
}

/// The size of a dimension of a value that is there before.
fn size_of(rw: &mut Rewriter<'_>, location: Location, value: ValueId, dim: usize) -> FoldResult {
    tensor::size_at(rw, location, value, dim).into()
}

/// What joins numbers, with their neutral element.
type Operation = (fn(AffineExpr, AffineExpr) -> AffineExpr, i64);

const SUM: Operation = (|a, b| a + b, 0);
const PRODUCT: Operation = (|a, b| a * b, 1);

/// The sum or product of sizes.
fn joined(
    rw: &mut Rewriter<'_>,
    location: Location,
    (join, neutral): Operation,
    sizes: &[FoldResult],
) -> Option<FoldResult> {
    let start = AffineExpr::Constant(neutral);
    let expr = (0..sizes.len() as u32).map(AffineExpr::Dim).fold(start, join);
    apply_mixed(rw, location, &expr, sizes, &[])
}

/// The size of a dimension of a result of `maker` that its type leaves open.
pub(crate) fn result_size(rw: &mut Rewriter<'_>, maker: OpId, result: ValueId, dim: usize) -> Option<FoldResult> {
    let (view, location) = (rw.body.op_ref(rw.ctx, maker), rw.location_of(maker));
    if let Some(slice) = tensor::ExtractSliceOp::cast(view) {
        return slice.result_sizes()?.get(dim).copied().map(FoldResult::from);
    }
    if let Some(expand) = tensor::ExpandShapeOp::cast(view) {
        return expand.sizes().get(dim).copied().map(FoldResult::from);
    }
    if let Some(expand) = memref::ExpandShapeOp::cast(view) {
        let sizes = index_list::join(
            &index_list::ints(rw.ctx, expand.static_output_shape()),
            &expand.output_shape(),
        );
        return sizes.get(dim).copied().map(FoldResult::from);
    }
    if let Some(collapse) = tensor::CollapseShapeOp::cast(view) {
        let (source, groups) = (collapse.src(), collapse.groups());
        let dims = groups.get(dim)?.iter().filter_map(|&dim| usize::try_from(dim).ok());
        let sizes: Vec<FoldResult> = dims.map(|dim| size_of(rw, location, source, dim)).collect();
        return joined(rw, location, PRODUCT, &sizes);
    }
    if let Some(pad) = tensor::PadOp::cast(view) {
        let (source, padding) = (pad.source(), pad.padding());
        let (low, high) = (*padding.low.get(dim)?, *padding.high.get(dim)?);
        let sizes = [size_of(rw, location, source, dim), low.into(), high.into()];
        return joined(rw, location, SUM, &sizes);
    }
    if let Some(concat) = tensor::ConcatOp::cast(view) {
        let (inputs, along) = (concat.inputs(), concat.dim()?.as_i64(rw.ctx)?);
        return concat_size(rw, location, &inputs, along == dim as i64, dim);
    }
    if let Some(given) = given_size(rw, maker, result, dim) {
        return Some(FoldResult::Value(given));
    }
    if let Some(same) = of_same_size(rw, maker) {
        return Some(size_of(rw, location, same, dim));
    }
    structured_size(rw, maker, result, dim)
}

/// The size of tensors that stand one behind the other, along the dimension in which they do, or another one.
fn concat_size(
    rw: &mut Rewriter<'_>,
    location: Location,
    inputs: &[ValueId],
    is_along: bool,
    dim: usize,
) -> Option<FoldResult> {
    if is_along {
        let sizes: Vec<FoldResult> = inputs.iter().map(|&input| size_of(rw, location, input, dim)).collect();
        return joined(rw, location, SUM, &sizes);
    }
    let mut known = inputs.iter().filter_map(|&input| shape_of(rw, input).get(dim).copied());
    match known.find(|&size| size != DYNAMIC) {
        Some(size) => Some(FoldResult::Known(size)),
        None => Some(size_of(rw, location, *inputs.first()?, dim)),
    }
}

/// The operand that an op was given for a size that the type leaves open.
fn given_size(rw: &Rewriter<'_>, maker: OpId, result: ValueId, dim: usize) -> Option<ValueId> {
    let view = rw.body.op_ref(rw.ctx, maker);
    let sizes = match view {
        _ if view.data().is(tensor::EmptyOp::DEF) || view.data().is(tensor::GenerateOp::DEF) => view.operands(),
        _ if view.data().is(tensor::SplatOp::DEF) => view.operands().into_iter().skip(1).collect(),
        _ => AllocTensorOp::cast(view)?.dynamic_sizes(),
    };
    let before = shape_of(rw, result).iter().take(dim);
    sizes.get(before.filter(|&&size| size == DYNAMIC).count()).copied()
}

/// A tensor that has the sizes of an op's result.
fn of_same_size(rw: &Rewriter<'_>, maker: OpId) -> Option<ValueId> {
    let view = rw.body.op_ref(rw.ctx, maker);
    if let Some(alloc) = AllocTensorOp::cast(view) {
        return alloc.copy();
    }
    if view.data().is(SoftmaxOp::DEF) {
        return Some(view.operand(0));
    }
    let is_written = view.data().is(tensor::InsertSliceOp::DEF) || view.data().is(MaterializeInDestinationOp::DEF);
    is_written.then(|| view.operand(1))
}

/// The size of a result of a structured op, by the inputs that the same loops go over; by the tensor that is written if
/// there are none for a loop.
fn structured_size(rw: &mut Rewriter<'_>, maker: OpId, result: ValueId, dim: usize) -> Option<FoldResult> {
    let number = rw.body.results(maker).position(|value| value == result)?;
    let (location, nest) = (rw.location_of(maker), Structured::of(rw.body.op_ref(rw.ctx, maker))?);
    let (operands, first) = (nest.operands(), nest.num_inputs);
    let expr = nest.maps.get(first + number)?.results().get(dim)?.clone();
    let places = nest
        .maps
        .iter()
        .zip(&operands)
        .enumerate()
        .flat_map(|(index, (map, &operand))| {
            let place = move |dim: usize| (index >= first, operand, dim);
            (0..map.num_results()).map(place)
        });
    let places: Vec<(bool, ValueId, usize)> = places.collect();
    let sources = nest.loop_sources()?;
    let is_used = |index: &usize| u32::try_from(*index).is_ok_and(|index| expr.is_function_of_dim(index));
    let used: Vec<usize> = (0..sources.len()).filter(is_used).collect();
    if used.iter().any(|&index| places[sources[index]].0) {
        let written = *operands.get(first + number)?;
        return Some(size_of(rw, location, written, dim));
    }
    let mut dims = vec![AffineExpr::Constant(0); sources.len()];
    let mut sizes = Vec::new();
    for index in used {
        let (_, operand, place) = places[sources[index]];
        dims[index] = AffineExpr::Dim(sizes.len() as u32);
        sizes.push(size_of(rw, location, operand, place));
    }
    apply_mixed(rw, location, &expr.replace_dims(&dims), &sizes, &[])
}
