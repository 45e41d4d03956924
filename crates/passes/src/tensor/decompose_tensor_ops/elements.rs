//! Tensors whose elements are those of another one, or have the bits of those.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::builtin::UnrealizedConversionCastOp;
use asyncir_dialects::index_list;
use asyncir_dialects::tensor::{ExtractOp, GatherOp, GenerateOp, YieldOp};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Location, OpId, Type, TypeKind, ValueId};

use super::{Structure, empty, generic, open_sizes, sizes_of};
use crate::scf::build::region;

/// `tensor.bitcast` casts each element.
pub(super) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let (source, result) = (rw.body.operand(op, 0), rw.body.result(op, 0));
    let (at, ty) = (rw.location_of(op), rw.body.value_type(result));
    let rank = ty.shape(rw.ctx).and(rw.body.value_type(source).shape(rw.ctx))?.len();
    let sizes = sizes_of(rw, at, source);
    let output = empty(rw, at, ty, &sizes);
    let maps = [(); 2].map(|()| AffineMap::identity(rank as u32));
    let structure = Structure {
        inputs: &[source],
        output,
        maps: &maps,
        reduced: None,
    };
    let element = ty.element_or_self(rw.ctx);
    let cast = generic(rw, at, &structure, |rw, arguments| {
        cast_bits(rw, at, arguments[0], element)
    });
    rw.replace(op, &[cast]);
    Some(())
}

/// Casts the bits of a value to another type. Ops of arith take only integers that have no sign of their own.
fn cast_bits(rw: &mut Rewriter<'_>, at: Location, value: ValueId, to: Type) -> ValueId {
    let signless = |ty: Type| match *ty.kind(rw.ctx) {
        TypeKind::Integer { width, .. } => rw.ctx.int_type(width),
        _ => ty,
    };
    let (from, between) = (signless(rw.body.value_type(value)), signless(to));
    let value = cast_sign(rw, at, value, from);
    let value = if from == between {
        value
    } else {
        ArithBuilder::new(rw, at).cast(arith::BitcastOp::DEF, value, between)
    };
    cast_sign(rw, at, value, to)
}

/// An integer as one of another signedness.
fn cast_sign(rw: &mut Rewriter<'_>, at: Location, value: ValueId, to: Type) -> ValueId {
    if rw.body.value_type(value) == to {
        return value;
    }
    rw.insert_value(UnrealizedConversionCastOp::build(rw.ctx, at, &[value], &[to]))
}

/// `tensor.gather` computes the place of each element from the coordinates of its part.
pub(super) fn gather(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let ctx = rw.ctx;
    let (source, indices) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let (at, ty) = (rw.location_of(op), rw.body.value_type(rw.body.result(op, 0)));
    let dims = index_list::ints(ctx, GatherOp(rw.body.op_ref(ctx, op)).gather_dims());
    let rank = ty.shape(ctx)?.len();
    let whole = rw.body.value_type(source).shape(ctx)?.len();
    let parts = rw.body.value_type(indices).shape(ctx)?.len().checked_sub(1)?;
    let is_reduced = rank < parts + whole;
    let mut sizes = sizes_of(rw, at, indices);
    sizes.truncate(parts);
    for (dim, size) in sizes_of(rw, at, source).into_iter().enumerate() {
        match dims.binary_search(&(dim as i64)) {
            Ok(_) if is_reduced => {}
            Ok(_) => sizes.push(index_list::Entry::Static(1)),
            Err(_) => sizes.push(size),
        }
    }
    let open = open_sizes(rw, at, ty, &sizes);
    let places = vec![(Type::INDEX, at); rank];
    let body = region(rw, &places, |rw, places| {
        let (part, mut inside) = (&places[..parts], places[parts..].iter());
        let mut coordinates = Vec::with_capacity(whole);
        for dim in 0..whole {
            let number = dims.binary_search(&(dim as i64)).ok();
            let is_place = number.is_none() || !is_reduced;
            let own = if is_place { inside.next() } else { None };
            coordinates.push(match number {
                Some(number) => coordinate(rw, at, indices, part, number),
                None => own.copied().unwrap_or(places[0]),
            });
        }
        let element = ty.element_or_self(ctx);
        let element = rw.insert_value(ExtractOp::build(ctx, at, source, &coordinates, &[element]));
        rw.insert(YieldOp::build(ctx, at, element, &[]));
    });
    let mut state = GenerateOp::build(ctx, at, &open, &[ty]);
    state.regions.push(body);
    rw.replace_with(op, state);
    Some(())
}

/// The coordinate with a number of a part.
pub(super) fn coordinate(
    rw: &mut Rewriter<'_>,
    at: Location,
    indices: ValueId,
    part: &[ValueId],
    number: usize,
) -> ValueId {
    let ctx = rw.ctx;
    let number = index(rw, at, number as i64);
    let place: Vec<ValueId> = part.iter().copied().chain([number]).collect();
    let element = element_type(ctx, rw.body.value_type(indices));
    let value = rw.insert_value(ExtractOp::build(ctx, at, indices, &place, &[element]));
    if element == Type::INDEX {
        value
    } else {
        ArithBuilder::new(rw, at).cast(arith::IndexCastOp::DEF, value, Type::INDEX)
    }
}

fn element_type(ctx: &Context, ty: Type) -> Type {
    ty.element_or_self(ctx)
}
