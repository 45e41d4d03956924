//! Makers of the ops that the lowerings need.

use asyncir_dialects::affine::{self, Applied, scope::affine_scope};
use asyncir_dialects::{memref, scf, vector};
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Location, OpId, OperationState, RegionId, Type, TypeKind, ValueId};

/// `affine.apply` of the sum of two values.
pub(super) fn sum(rw: &mut Rewriter<'_>, loc: Location, at: OpId, first: ValueId, second: ValueId) -> ValueId {
    let ctx = rw.ctx;
    let sum = AffineExpr::Dim(0) + AffineExpr::Dim(1);
    let map = AffineMap::new(2, 0, vec![sum]).unwrap_or_else(|| AffineMap::constant(&[0]));
    let applied = Applied {
        map,
        operands: vec![first, second],
    };
    let composed = applied.composed(ctx, rw.body, affine_scope(rw.body, at));
    let map = affine::map_attr(ctx, composed.map);
    rw.insert_value(affine::ApplyOp::build(
        ctx,
        loc,
        &composed.operands,
        map,
        &[Type::INDEX],
    ))
}

/// `vector.broadcast`
pub(super) fn broadcast(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, ty: Type) -> ValueId {
    rw.insert_value(vector::BroadcastOp::build(rw.ctx, loc, value, &[ty]))
}

/// `memref.load`
pub(super) fn load(rw: &mut Rewriter<'_>, loc: Location, memory: ValueId, indices: &[ValueId]) -> ValueId {
    let element = rw.body.value_type(memory).element_or_self(rw.ctx);
    rw.insert_value(memref::LoadOp::build(
        rw.ctx,
        loc,
        memory,
        indices,
        None,
        None,
        &[element],
    ))
}

/// `memref.store`
pub(super) fn store(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, memory: ValueId, indices: &[ValueId]) {
    rw.insert(memref::StoreOp::build(
        rw.ctx,
        loc,
        value,
        memory,
        indices,
        None,
        None,
        &[],
    ));
}

/// Reads the only element of a buffer. MLIR's builders for this leave `nontemporal` out, which CSE sees.
pub(super) fn load_whole(rw: &mut Rewriter<'_>, loc: Location, buffer: ValueId) -> ValueId {
    let element = rw.body.value_type(buffer).element_or_self(rw.ctx);
    let mut state = memref::LoadOp::build(rw.ctx, loc, buffer, &[], None, None, &[element]);
    state.properties = rw.ctx.dict_with(state.properties, "nontemporal", None);
    rw.insert_value(state)
}

/// Writes the only element of a buffer, as [`load_whole`] reads it.
pub(super) fn store_whole(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, buffer: ValueId) {
    let mut state = memref::StoreOp::build(rw.ctx, loc, value, buffer, &[], None, None, &[]);
    state.properties = rw.ctx.dict_with(state.properties, "nontemporal", None);
    rw.insert(state);
}

/// Where in a vector: a number or a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Known(i64),
    Value(ValueId),
}

/// What stands in the list of numbers where a value is meant.
const DYNAMIC: i64 = i64::MIN;

fn split(places: &[Place]) -> (Vec<i64>, Vec<ValueId>) {
    let mut values = Vec::new();
    let numbers = places.iter().map(|place| match *place {
        Place::Known(number) => number,
        Place::Value(value) => {
            values.push(value);
            DYNAMIC
        }
    });
    (numbers.collect(), values)
}

/// `vector.extract` of a part of the type `ty`.
pub(super) fn extract(rw: &mut Rewriter<'_>, loc: Location, from: ValueId, places: &[Place], ty: Type) -> ValueId {
    let (numbers, values) = split(places);
    let numbers = rw.ctx.dense_i64_array(&numbers);
    rw.insert_value(vector::ExtractOp::build(rw.ctx, loc, from, &values, numbers, &[ty]))
}

/// `vector.insert`
pub(super) fn insert(rw: &mut Rewriter<'_>, loc: Location, part: ValueId, into: ValueId, places: &[Place]) -> ValueId {
    let (numbers, values) = split(places);
    let numbers = rw.ctx.dense_i64_array(&numbers);
    let ty = rw.body.value_type(into);
    rw.insert_value(vector::InsertOp::build(
        rw.ctx,
        loc,
        part,
        into,
        &values,
        numbers,
        &[ty],
    ))
}

/// `vector.transpose`
pub(crate) fn transpose(rw: &mut Rewriter<'_>, loc: Location, value: ValueId, permutation: &[i64]) -> OperationState {
    let ctx = rw.ctx;
    let from = rw.body.value_type(value);
    let ty = match from.kind(ctx) {
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => ctx.ty(TypeKind::Vector {
            shape: permutation.iter().map(|&dim| shape[dim as usize]).collect(),
            scalable: permutation.iter().map(|&dim| scalable[dim as usize]).collect(),
            element: *element,
        }),
        _ => from,
    };
    let permutation = ctx.dense_i64_array(permutation);
    vector::TransposeOp::build(ctx, loc, value, permutation, &[ty])
}

/// A region with a block, whose arguments have those types, that `fill` fills; `scf.yield` gives the values it returns.
fn region(
    rw: &mut Rewriter<'_>,
    loc: Location,
    args: &[Type],
    fill: impl FnOnce(&mut Rewriter<'_>, BlockId) -> Vec<ValueId>,
) -> RegionId {
    let point = rw.point();
    let region = rw.body.create_region();
    let block = rw.body.append_block(region);
    for &ty in args {
        rw.body.add_block_arg(block, ty, loc);
    }
    rw.set_end(block);
    let values = fill(rw, block);
    rw.set_end(block);
    rw.insert(OperationState::of(scf::YieldOp::DEF, loc).operands(&values));
    rw.set_point(point);
    region
}

/// `scf.for` from 0 to a number in steps of 1. `body` gets the counter and what the loop carries, and gives what it
/// carries on.
pub(super) fn for_loop(
    rw: &mut Rewriter<'_>,
    loc: Location,
    (lower, upper, step): (ValueId, ValueId, ValueId),
    inits: &[ValueId],
    body: impl FnOnce(&mut Rewriter<'_>, ValueId, &[ValueId]) -> Vec<ValueId>,
) -> OperationState {
    let types: Vec<Type> = inits.iter().map(|&init| rw.body.value_type(init)).collect();
    let args = [&[Type::INDEX], &types[..]].concat();
    let region = region(rw, loc, &args, |rw, block| {
        let args: Vec<ValueId> = rw.body.block_args(block).collect();
        body(rw, args[0], &args[1..])
    });
    scf::ForOp::with_region(rw.ctx, loc, (lower, upper, step), inits, &types, region)
}

/// What a branch of a condition does: the values that it gives.
pub(crate) type Branch<'b> = dyn FnMut(&mut Rewriter<'_>) -> Vec<ValueId> + 'b;

/// `scf.if`; without `on_false` there is no second region.
pub(crate) fn if_else(
    rw: &mut Rewriter<'_>,
    loc: Location,
    condition: ValueId,
    types: &[Type],
    on_true: &mut Branch<'_>,
    on_false: Option<&mut Branch<'_>>,
) -> OpId {
    let first = region(rw, loc, &[], |rw, _| on_true(rw));
    let second = match on_false {
        Some(on_false) => region(rw, loc, &[], |rw, _| on_false(rw)),
        None => rw.body.create_region(),
    };
    let mut state = OperationState::of(scf::IfOp::DEF, loc)
        .operands(&[condition])
        .results(types);
    state.properties = rw.ctx.default_properties(scf::IfOp::DEF);
    state.regions.extend([first, second]);
    rw.insert(state)
}
