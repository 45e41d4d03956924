//! Numbers that are the same everywhere become part of the region, and constants are transposed.

use asyncir_dialects::arith;
use asyncir_dialects::constant_fold::{element_at, from_numbers, numbers};
use asyncir_dialects::linalg::{FillOp, YieldOp};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::{constant_op_value, constant_state, constant_value, dialect_of};
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, DYNAMIC, Location, OpId, TypeKind, ValueId};

use crate::linalg::nest::{Nest, copy_block, generic, has_one_use, tell_all_loops};

/// The elements of a filled tensor are what it was filled with.
pub(super) fn fold_fills(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Nest::of_generic(rw, op).filter(|nest| nest.is_on_tensors) else {
        return false;
    };
    let mut changed = false;
    for (index, &input) in nest.inputs().iter().enumerate() {
        let fill = rw
            .body
            .defining_op(input)
            .filter(|&fill| rw.body.op(fill).is(FillOp::DEF));
        let Some(fill) = fill.filter(|_| nest.reads(rw.body, index)) else {
            continue;
        };
        let value = rw.body.operand(fill, 0);
        rw.replace_value(rw.body.block_arg(nest.block, index), value);
        changed = true;
    }
    changed
}

/// The number that a constant is, or that all its elements are.
pub(super) fn uniform(ctx: &Context, constant: Attribute) -> Option<Attribute> {
    match constant.kind(ctx) {
        AttrKind::Integer { .. } | AttrKind::Float { .. } => Some(constant),
        AttrKind::DenseElements { ty, splat: true, .. } => {
            let element = ty.element_or_self(ctx);
            let is_number = element.float(ctx).is_some() || matches!(element.kind(ctx), TypeKind::Integer { .. });
            is_number.then(|| element_at(ctx, constant, 0)).flatten()
        }
        _ => None,
    }
}

/// An input that is the same number everywhere becomes a constant that the region uses.
pub(super) fn fold_uniform(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Nest::of_generic(rw, op).filter(|nest| nest.is_on_tensors) else {
        return false;
    };
    let found = nest.inputs().iter().enumerate().find_map(|(index, &input)| {
        let maker = rw.body.defining_op(input)?;
        let number = uniform(rw.ctx, constant_op_value(rw.ctx, rw.body, maker)?)?;
        Some((index, maker, number))
    });
    found.is_some_and(|(index, maker, number)| use_number(rw, &nest, index, (maker, number)).is_some())
}

/// Makes an op whose region uses a number in the place of the elements of an input.
pub(super) fn use_number(
    rw: &mut Rewriter<'_>,
    nest: &Nest,
    index: usize,
    (maker, number): (OpId, Attribute),
) -> Option<OpId> {
    if !can_do_without(nest, index) {
        return None;
    }
    rw.set_before(nest.op);
    let (dialect, ty) = (dialect_of(rw.ctx, rw.body.op(maker).name()), number.ty(rw.ctx));
    let state = constant_state(rw.ctx, dialect, number, ty, rw.location_of(maker))?;
    let scalar = rw.insert_value(state);
    Some(use_scalar(rw, nest, index, scalar))
}

/// Whether the other operands tell the sizes of all loops.
pub(super) fn can_do_without(nest: &Nest, index: usize) -> bool {
    let others = nest.maps.iter().enumerate().filter(|&(place, _)| place != index);
    let kept: Vec<&AffineMap> = others.map(|(_, map)| map).collect();
    tell_all_loops(&kept)
}

/// Makes an op whose region uses a value, which is known in front of the op, in the place of the elements of an input.
pub(super) fn use_scalar(rw: &mut Rewriter<'_>, nest: &Nest, index: usize, scalar: ValueId) -> OpId {
    let mut maps = nest.maps.clone();
    maps.remove(index);
    let mut inputs = nest.inputs().to_vec();
    inputs.remove(index);
    rw.set_before(nest.op);
    let mut locations: Vec<Location> = vec![rw.location_of(nest.op)];
    locations.extend(inputs.iter().map(|&input| rw.body.value_location(input)));
    let at = Location::fused(rw.ctx, &locations, None);
    let types = rw.body.result_types(nest.op);
    let (state, region) = generic(rw, at, (&inputs, nest.inits()), &maps, &nest.iterators, &types);
    let new = rw.insert(state);
    copy_block(rw, nest.block, region, &[(index, scalar)]);
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(nest.op, &results);
    new
}

/// A constant that is only transposed or copied is another constant.
pub(super) fn fold_transposition(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let transposed = Nest::of(rw, op).and_then(|nest| transposed(rw, &nest));
    let Some(constant) = transposed else {
        return false;
    };
    let types = rw.body.result_types(op);
    let state = arith::ConstantOp::build(rw.ctx, rw.location_of(op), constant, &types);
    rw.replace_with(op, state);
    true
}

fn transposed(rw: &Rewriter<'_>, nest: &Nest) -> Option<Attribute> {
    let ctx = rw.ctx;
    let (&[input, init], &[result]) = (&nest.operands[..], &rw.body.result_types(nest.op)[..]) else {
        return None;
    };
    let element = result.element_or_self(ctx);
    let source = rw.body.value_type(input);
    let is_number = element.float(ctx).is_some() || matches!(element.kind(ctx), TypeKind::Integer { .. });
    let fits = nest.is_on_tensors
        && nest.num_inputs == 1
        && is_number
        && source.shape(ctx).is_some()
        && source.element_or_self(ctx) == element
        && rw.body.value_type(init).element_or_self(ctx) == element
        && result.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC))
        && nest.maps.iter().all(AffineMap::is_permutation)
        && !nest.reads(rw.body, 1)
        && yields_input(rw, nest);
    if !fits {
        return None;
    }
    let constant = constant_value(ctx, rw.body, input)?;
    if !has_one_use(rw.body, rw.body.defining_op(input)?) {
        return None;
    }
    let found = numbers(ctx, constant).filter(|_| matches!(constant.kind(ctx), AttrKind::DenseElements { .. }))?;
    if found.splat {
        return from_numbers(ctx, result, &found.values, true);
    }
    let (from, to) = (source.shape(ctx)?, result.shape(ctx)?);
    let positions = |map: &AffineMap| -> Option<Vec<usize>> {
        Some(map.dim_positions()?.into_iter().map(|dim| dim as usize).collect())
    };
    let (read, written) = (positions(&nest.maps[0])?, positions(&nest.maps[1])?);
    let moved = transpose(&found.values, (from, &read), (to, &written))?;
    from_numbers(ctx, result, &moved, false)
}

/// Whether a region only yields its first argument.
fn yields_input(rw: &Rewriter<'_>, nest: &Nest) -> bool {
    let mut ops = rw.body.block_ops(nest.block);
    let (Some(only), None) = (ops.next(), ops.next()) else {
        return false;
    };
    let input = rw.body.block_arg(nest.block, 0);
    rw.body.op(only).is(YieldOp::DEF) && rw.body.operands(only).all(|value| value == input)
}

/// The elements of a tensor, written in another order. Each shape comes with the loop of each of its dimensions.
fn transpose(
    values: &[ApInt],
    (from, read): (&[i64], &[usize]),
    (to, written): (&[i64], &[usize]),
) -> Option<Vec<ApInt>> {
    let mut strides = vec![0usize; read.len()];
    let mut stride = 1usize;
    for (&size, &dim) in from.iter().zip(read).rev() {
        strides[dim] = stride;
        stride = stride.checked_mul(usize::try_from(size).ok()?)?;
    }
    let mut moved = Vec::with_capacity(values.len());
    for place in 0..values.len() {
        let (mut rest, mut source) = (place, 0);
        for (&size, &dim) in to.iter().zip(written).rev() {
            let size = usize::try_from(size).ok().filter(|&size| size > 0)?;
            source += rest % size * strides[dim];
            rest /= size;
        }
        moved.push(values.get(source)?.clone());
    }
    Some(moved)
}
