//! The sizes of tensors whose types leave them open: those that the op which makes a tensor was given, as far as MLIR looks
//! for them there.

use std::collections::BTreeMap;

use asyncir_dialects::arith::build;
use asyncir_dialects::linalg::structured::shape_of;
use asyncir_dialects::linalg::{SoftmaxOp, Structured};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::{bufferization, tensor};
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, Location, OpId, Type, ValueId};

use crate::conversion::fold_result::{FoldResult, apply_mixed, apply_unfolded, materialize};

/// The open sizes of a tensor.
pub(super) fn open_sizes(rw: &mut Rewriter<'_>, location: Location, tensor: ValueId) -> Vec<ValueId> {
    if let Some(op) = rw.body.defining_op(tensor) {
        let data = rw.body.op(op);
        if let Some(sizes) = given_sizes(rw, op) {
            return sizes;
        }
        let same = if data.is(tensor::InsertSliceOp::DEF) {
            Some(rw.body.operand(op, 1))
        } else if data.is(SoftmaxOp::DEF) {
            Some(rw.body.operand(op, 0))
        } else {
            None
        };
        if let Some(same) = same {
            let dims = open_dims(rw, tensor).into_iter();
            return dims.map(|dim| folded_dim(rw, location, same, dim)).collect();
        }
        if let Some(copied) = copied_by(rw, op) {
            let dims = open_dims(rw, tensor).into_iter();
            return dims.map(|dim| unfolded_dim(rw, location, copied, dim)).collect();
        }
        let computed = if data.is(tensor::PadOp::DEF) {
            sizes_of_padded(rw, op)
        } else if data.is(tensor::ConcatOp::DEF) {
            sizes_of_joined(rw, op)
        } else if data.is(tensor::CollapseShapeOp::DEF) {
            sizes_of_collapsed(rw, op)
        } else if data.def().is_some_and(Structured::is) {
            sizes_of_output(rw, op, tensor)
        } else {
            None
        };
        if let Some(sizes) = computed {
            return sizes;
        }
    }
    let dims = open_dims(rw, tensor).into_iter();
    dims.map(|dim| unfolded_dim(rw, location, tensor, dim)).collect()
}

/// What a new tensor is a copy of.
fn copied_by(rw: &Rewriter<'_>, op: OpId) -> Option<ValueId> {
    let view = rw.body.op_ref(rw.ctx, op);
    let is_new = view.data().is(bufferization::AllocTensorOp::DEF);
    is_new.then(|| bufferization::AllocTensorOp(view).copy())?
}

fn open_dims(rw: &Rewriter<'_>, tensor: ValueId) -> Vec<usize> {
    let shape = rw.body.value_type(tensor).shape(rw.ctx).unwrap_or_default();
    (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC).collect()
}

fn dim_op(rw: &mut Rewriter<'_>, location: Location, tensor: ValueId, dim: usize) -> asyncir_ir::OperationState {
    let index = build::index(rw, location, dim as i64);
    tensor::DimOp::build(rw.ctx, location, tensor, index, &[Type::INDEX])
}

fn folded_dim(rw: &mut Rewriter<'_>, location: Location, tensor: ValueId, dim: usize) -> ValueId {
    let state = dim_op(rw, location, tensor, dim);
    rw.insert_or_fold(state)
}

fn unfolded_dim(rw: &mut Rewriter<'_>, location: Location, tensor: ValueId, dim: usize) -> ValueId {
    let state = dim_op(rw, location, tensor, dim);
    rw.insert_value(state)
}

/// The operands that are the open sizes of a result.
fn given_sizes(rw: &Rewriter<'_>, op: OpId) -> Option<Vec<ValueId>> {
    let view = rw.body.op_ref(rw.ctx, op);
    let data = view.data();
    let sizes = if data.is(bufferization::AllocTensorOp::DEF) {
        let view = bufferization::AllocTensorOp(view);
        view.copy().is_none().then(|| view.dynamic_sizes())?
    } else if data.is(tensor::EmptyOp::DEF) {
        tensor::EmptyOp(view).dynamicSizes()
    } else if data.is(tensor::GenerateOp::DEF) {
        tensor::GenerateOp(view).dynamicExtents()
    } else if data.is(tensor::SplatOp::DEF) {
        tensor::SplatOp(view).dynamicSizes()
    } else if data.is(tensor::ExtractSliceOp::DEF) {
        tensor::ExtractSliceOp(view).sizes()
    } else if data.is(tensor::ExpandShapeOp::DEF) {
        tensor::ExpandShapeOp(view).output_shape()
    } else {
        return None;
    };
    Some(sizes.to_vec())
}

/// The open sizes of a padded tensor: of each dimension, the size before and what is added to it.
fn sizes_of_padded(rw: &mut Rewriter<'_>, op: OpId) -> Option<Vec<ValueId>> {
    let pad = tensor::PadOp(rw.body.op_ref(rw.ctx, op));
    let (location, source, padding) = (pad.0.location(), pad.source(), pad.known_padding());
    let dims = open_dims(rw, rw.body.result(op, 0)).into_iter();
    let size = |dim: usize| {
        let own = folded_dim(rw, location, source, dim);
        let added = [padding.low[dim].into(), padding.high[dim].into()];
        sum(rw, location, &[&[known(rw, own)], &added[..]].concat())
    };
    let sizes = dims.map(size).collect::<Option<Vec<FoldResult>>>()?;
    Some(sizes.into_iter().map(|size| materialize(rw, location, size)).collect())
}

/// The open sizes of a tensor with fewer dimensions: the products of those before.
fn sizes_of_collapsed(rw: &mut Rewriter<'_>, op: OpId) -> Option<Vec<ValueId>> {
    let collapse = tensor::CollapseShapeOp(rw.body.op_ref(rw.ctx, op));
    let (location, source, groups) = (collapse.0.location(), collapse.src(), collapse.groups());
    let open = open_dims(rw, rw.body.result(op, 0)).into_iter();
    let size = |dim: usize| {
        let own = groups.get(dim)?.iter();
        let own: Vec<ValueId> = own
            .map(|&dim| Some(folded_dim(rw, location, source, usize::try_from(dim).ok()?)))
            .collect::<Option<_>>()?;
        let own: Vec<FoldResult> = own.into_iter().map(|size| known(rw, size)).collect();
        let product = (0..own.len() as u32).map(AffineExpr::Dim).reduce(|a, b| a * b)?;
        apply_unfolded(rw, location, &product, &own)
    };
    open.map(size).collect()
}

/// The open sizes of a concatenation of tensors. The sizes that these share are computed first.
fn sizes_of_joined(rw: &mut Rewriter<'_>, op: OpId) -> Option<Vec<ValueId>> {
    let concat = tensor::ConcatOp(rw.body.op_ref(rw.ctx, op));
    let (location, inputs) = (concat.0.location(), concat.inputs().to_vec());
    let along = usize::try_from(concat.dim()?.as_i64(rw.ctx)?).ok()?;
    let dims = open_dims(rw, rw.body.result(op, 0));
    let mut sizes: BTreeMap<usize, ValueId> = BTreeMap::new();
    for &dim in dims.iter().filter(|&&dim| dim != along) {
        let of_input = |&input: &ValueId| rw.body.value_type(input).shape(rw.ctx)?.get(dim).copied();
        let known = inputs.iter().filter_map(of_input).find(|&size| size != DYNAMIC);
        let size = match known {
            Some(known) => build::index(rw, location, known),
            None => folded_dim(rw, location, *inputs.first()?, dim),
        };
        sizes.insert(dim, size);
    }
    if dims.contains(&along) {
        let own: Vec<ValueId> = inputs
            .iter()
            .map(|&input| folded_dim(rw, location, input, along))
            .collect();
        let own: Vec<FoldResult> = own.into_iter().map(|size| known(rw, size)).collect();
        let sum = sum(rw, location, &own)?;
        sizes.insert(along, materialize(rw, location, sum));
    }
    Some(sizes.into_values().collect())
}

/// A size as the number that it is, if it is a constant.
fn known(rw: &Rewriter<'_>, size: ValueId) -> FoldResult {
    match constant_int(rw.ctx, rw.body, size) {
        Some(number) => FoldResult::Known(number),
        None => FoldResult::Value(size),
    }
}

fn sum(rw: &mut Rewriter<'_>, location: Location, sizes: &[FoldResult]) -> Option<FoldResult> {
    let expr = (0..sizes.len() as u32).map(AffineExpr::Dim).reduce(|a, b| a + b)?;
    apply_mixed(rw, location, &expr, sizes, &[])
}

/// The open sizes of an output of a structured op: the sizes of inputs with the same loop, if there are any.
fn sizes_of_output(rw: &mut Rewriter<'_>, op: OpId, result: ValueId) -> Option<Vec<ValueId>> {
    let view = rw.body.op_ref(rw.ctx, op);
    let location = view.location();
    let nest = Structured::of(view)?;
    let sources = nest.loop_sources()?;
    let operands = nest.operands();
    let number = rw.body.results(op).position(|own| own == result)?;
    let output = nest.num_inputs + number;
    let loops: Vec<usize> = nest.maps[output]
        .results()
        .iter()
        .map(|result| match result {
            AffineExpr::Dim(dim) => Some(*dim as usize),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let shapes: Vec<Vec<i64>> = operands
        .iter()
        .map(|&operand| shape_of(rw.ctx, rw.body.value_type(operand)).to_vec())
        .collect();
    let num_of_inputs: usize = shapes[..nest.num_inputs].iter().map(Vec::len).sum();
    // MLIR asks for all sizes, whether it needs them or not.
    let mut all: Vec<Option<ValueId>> = Vec::new();
    for (&operand, shape) in operands.iter().zip(&shapes) {
        for (dim, &size) in shape.iter().enumerate() {
            all.push((size == DYNAMIC).then(|| folded_dim(rw, location, operand, dim)));
        }
    }
    let flat: Vec<i64> = shapes.iter().flatten().copied().collect();
    let of_dim = |dim: usize| {
        let source = sources[loops[dim]];
        match all[source] {
            _ if source >= num_of_inputs => folded_dim(rw, location, operands[output], dim),
            Some(size) => size,
            None => build::index(rw, location, flat[source]),
        }
    };
    let open = (0..shapes[output].len()).filter(|&dim| shapes[output][dim] == DYNAMIC);
    Some(open.map(of_dim).collect())
}
