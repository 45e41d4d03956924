//! Verifiers of ops on vectors in memory.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::{AttrKind, Context, Fallible, OpRef, Type, TypeKind, ValueId};

use super::shapes::dims;
use super::transfer;
use super::{
    CompressstoreOp, ExpandloadOp, GatherOp, MaskedloadOp, MaskedstoreOp, ScatterOp, TransferReadOp, TransferWriteOp,
};
use crate::constant_fold::element_width;
use crate::constraints::{is_memref, is_tensor, is_vector};
use crate::destination_style;

fn shape(ctx: &Context, ty: Type) -> &[i64] {
    ty.shape(ctx).unwrap_or(&[])
}

fn element(op: OpRef<'_>, ty: Type) -> Type {
    ty.element_or_self(op.ctx)
}

fn check(op: OpRef<'_>, holds: bool, message: &str) -> Fallible {
    if holds { Ok(()) } else { Err(op.error(message)) }
}

/// As many indices as memory has dimensions.
fn check_indices(op: OpRef<'_>, base: Type, count: usize) -> Fallible {
    let rank = shape(op.ctx, base).len();
    if count == rank {
        return Ok(());
    }
    Err(op.error(format_args!("requires {rank} indices")))
}

/// Memory has the elements of the vector that is called `name`, and as many dimensions as there are indices.
fn check_base(op: OpRef<'_>, base: Type, name: &str, vector: Type, indices: &[ValueId]) -> Fallible {
    if element(op, base) != element(op, vector) {
        return Err(op.error(format_args!("base and {name} element type should match")));
    }
    check_indices(op, base, indices.len())
}

fn same_shape(op: OpRef<'_>, a: Type, b: Type) -> bool {
    shape(op.ctx, a) == shape(op.ctx, b)
}

fn ty(op: OpRef<'_>, value: ValueId) -> Type {
    op.body.value_type(value)
}

/// A mask with a bit for each element, and values for those that are not read.
pub fn masked_load(op: OpRef<'_>) -> Fallible {
    let view = MaskedloadOp(op);
    let (base, result) = (ty(op, view.base()), op.result_type(0));
    let (mask, other) = (ty(op, view.mask()), ty(op, view.pass_thru()));
    check_base(op, base, "result", result, &view.indices())?;
    check(
        op,
        same_shape(op, result, mask),
        "expected result shape to match mask shape",
    )?;
    check(op, result == other, "expected pass_thru of same type as result type")
}

/// A mask with a bit for each element.
pub fn masked_store(op: OpRef<'_>) -> Fallible {
    let view = MaskedstoreOp(op);
    let (base, value, mask) = (ty(op, view.base()), ty(op, view.valueToStore()), ty(op, view.mask()));
    check_base(op, base, "valueToStore", value, &view.indices())?;
    let fits = same_shape(op, value, mask);
    check(op, fits, "expected valueToStore shape to match mask shape")
}

/// A mask with a bit for each element, and values for those that are not read.
pub fn expand_load(op: OpRef<'_>) -> Fallible {
    let view = ExpandloadOp(op);
    let (base, result) = (ty(op, view.base()), op.result_type(0));
    let (mask, other) = (ty(op, view.mask()), ty(op, view.pass_thru()));
    check_base(op, base, "result", result, &view.indices())?;
    let fits = shape(op.ctx, result).first() == shape(op.ctx, mask).first();
    check(op, fits, "expected result dim to match mask dim")?;
    check(op, result == other, "expected pass_thru of same type as result type")
}

/// A mask with a bit for each element.
pub fn compress_store(op: OpRef<'_>) -> Fallible {
    let view = CompressstoreOp(op);
    let (base, value, mask) = (ty(op, view.base()), ty(op, view.valueToStore()), ty(op, view.mask()));
    check_base(op, base, "valueToStore", value, &view.indices())?;
    let fits = shape(op.ctx, value).first() == shape(op.ctx, mask).first();
    check(op, fits, "expected valueToStore dim to match mask dim")
}

/// An index and a bit for each element, and values for those that are not read.
pub fn gather(op: OpRef<'_>) -> Fallible {
    let view = GatherOp(op);
    let (base, result) = (ty(op, view.base()), op.result_type(0));
    let (indices, mask, other) = (ty(op, view.indices()), ty(op, view.mask()), ty(op, view.pass_thru()));
    check_base(op, base, "result", result, &view.offsets())?;
    check(
        op,
        same_shape(op, result, indices),
        "expected result dim to match indices dim",
    )?;
    check(
        op,
        same_shape(op, result, mask),
        "expected result dim to match mask dim",
    )?;
    check(op, result == other, "expected pass_thru of same type as result type")
}

/// An index and a bit for each element.
pub fn scatter(op: OpRef<'_>) -> Fallible {
    let view = ScatterOp(op);
    let (base, value) = (ty(op, view.base()), ty(op, view.valueToStore()));
    let (indices, mask) = (ty(op, view.indices()), ty(op, view.mask()));
    check_base(op, base, "valueToStore", value, &view.offsets())?;
    let fits = same_shape(op, value, indices);
    check(op, fits, "expected valueToStore dim to match indices dim")?;
    check(
        op,
        same_shape(op, value, mask),
        "expected valueToStore dim to match mask dim",
    )
}

/// The sizes of memory and of vectors in it are those of memory with one vector.
pub fn type_cast(op: OpRef<'_>) -> Fallible {
    let (ctx, from, to) = (op.ctx, op.operand_type(0), op.result_type(0));
    let parts = |memory: Type| match memory.kind(ctx) {
        TypeKind::MemRef {
            layout, memory_space, ..
        } => Some((layout.is_some(), *memory_space)),
        _ => None,
    };
    let (Some((from_layout, from_space)), Some((to_layout, to_space))) = (parts(from), parts(to)) else {
        return Ok(());
    };
    check(op, !from_layout, "expects operand to be a memref with identity layout")?;
    check(op, !to_layout, "expects result to be a memref with identity layout")?;
    check(op, from_space == to_space, "expects result in same memory space")?;
    let scalar = |memory| element(op, element(op, memory));
    let shown = ctx.show_type(to);
    if scalar(from) != scalar(to) {
        return Err(op.error(format_args!(
            "expects result and operand with same underlying scalar type: '{shown}'"
        )));
    }
    let sizes = |memory: Type| {
        let inner = element(op, memory);
        let inner = if is_vector(ctx, inner) { shape(ctx, inner) } else { &[] };
        [shape(ctx, memory), inner].concat()
    };
    if sizes(from) != sizes(to) {
        return Err(op.error(format_args!(
            "expects concatenated result and operand shapes to be equal: '{shown}'"
        )));
    }
    Ok(())
}

/// What both kinds of transfers must satisfy.
fn transfer(op: OpRef<'_>, base: Type, vector: Type, mask: Option<Type>, map: &AffineMap) -> Fallible {
    let ctx = op.ctx;
    let is_source = is_memref(ctx, base) || is_tensor(ctx, base);
    check(op, is_source, "requires source to be a memref or ranked tensor type")?;
    transfer_element(op, base, vector, mask, map)?;
    let rank = shape(ctx, base).len();
    check(op, map.num_symbols() == 0, "requires permutation_map without symbols")?;
    let fits = map.num_inputs() as usize == rank;
    check(
        op,
        fits,
        "requires a permutation_map with input dims of the same rank as the source type",
    )?;
    let map_attr = op.required("permutation_map");
    let inferred = mask.and_then(|_| transfer::mask_type(ctx, vector, map_attr));
    if let (Some(mask), Some(inferred)) = (mask, inferred)
        && mask != inferred
    {
        let (inferred, mask) = (ctx.show_type(inferred), ctx.show_type(mask));
        return Err(op.error(format_args!(
            "inferred mask type ('{inferred}') and mask operand type ('{mask}') don't match"
        )));
    }
    let bits = op.required("in_bounds").as_array(ctx).map_or(0, <[_]>::len);
    if map.num_results() != bits {
        return Err(op.error(format_args!(
            "expects the in_bounds attr of same rank as permutation_map results: affine_map<{map}> vs inBounds of \
             size: {bits}"
        )));
    }
    Ok(())
}

/// The innermost dimension of the vector holds whole elements of the source.
fn transfer_element(op: OpRef<'_>, base: Type, vector: Type, mask: Option<Type>, map: &AffineMap) -> Fallible {
    const RANK: &str = "requires a permutation_map with result dims of the same rank as the vector type";
    let ctx = op.ctx;
    let bits = |ty: Type| {
        let lanes = if is_vector(ctx, ty) {
            shape(ctx, ty).last().copied().unwrap_or(1)
        } else {
            1
        };
        element_width(ctx, element(op, ty)).map(|width| i64::from(width) * lanes)
    };
    let inner = element(op, base);
    let is_multiple = match (bits(vector), bits(inner)) {
        (Some(wide), Some(narrow)) if narrow > 0 => wide % narrow == 0,
        _ => true,
    };
    let rank = dims(ctx, vector).len();
    if !is_vector(ctx, inner) {
        let message = "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the \
                       source element type";
        check(op, is_multiple, message)?;
        return check(op, map.num_results() == rank, RANK);
    }
    let message = "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor \
                   1-D vector of the source";
    check(op, is_multiple, message)?;
    let inner_rank = dims(ctx, inner).len();
    let fits = inner_rank <= rank;
    check(
        op,
        fits,
        "requires source vector element and vector result ranks to match.",
    )?;
    check(op, map.num_results() == rank - inner_rank, RANK)?;
    check(op, mask.is_none(), "does not support masks with vector element type")
}

/// Each dimension of the source is used once at most; others are zero.
fn permutation(op: OpRef<'_>, map: &AffineMap) -> Fallible {
    let mut seen = vec![false; map.num_dims() as usize];
    for result in map.results() {
        match result {
            AffineExpr::Constant(0) => {}
            AffineExpr::Dim(dim) => {
                let is_new = !std::mem::replace(&mut seen[*dim as usize], true);
                let message = "requires a permutation_map that is a permutation (found one dim used more than once)";
                check(op, is_new, message)?;
            }
            _ => {
                return Err(op.error(
                    "requires a projected permutation_map (at most one dim or the zero constant can appear in each \
                     result)",
                ));
            }
        }
    }
    Ok(())
}

fn map_of(op: OpRef<'_>) -> Option<&AffineMap> {
    match op.property("permutation_map")?.kind(op.ctx) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The vector lies in the source along dimensions that the map names.
pub fn transfer_read(op: OpRef<'_>) -> Fallible {
    let view = TransferReadOp(op);
    let (base, vector, padding) = (ty(op, view.base()), op.result_type(0), ty(op, view.padding()));
    let Some(map) = map_of(op) else { return Ok(()) };
    check_indices(op, base, view.indices().len())?;
    let mask = view.mask().map(|mask| ty(op, mask));
    transfer(op, base, vector, mask, map)?;
    let inner = element(op, base);
    let message = if is_vector(op.ctx, inner) {
        "requires source element type and padding type to match."
    } else {
        check(
            op,
            !is_vector(op.ctx, padding),
            "requires valid padding vector elemental type",
        )?;
        "requires formal padding and source of the same elemental type"
    };
    check(op, inner == padding, message)?;
    permutation(op, map)
}

/// The vector lies in the destination along dimensions that the map names, none of which is repeated.
pub fn transfer_write(op: OpRef<'_>) -> Fallible {
    let view = TransferWriteOp(op);
    let (base, vector) = (ty(op, view.base()), ty(op, view.valueToStore()));
    let Some(map) = map_of(op) else { return Ok(()) };
    check_indices(op, base, view.indices().len())?;
    let repeats = map.results().contains(&AffineExpr::Constant(0));
    check(op, !repeats, "should not have broadcast dimensions")?;
    let mask = view.mask().map(|mask| ty(op, mask));
    transfer(op, base, vector, mask, map)?;
    permutation(op, map)?;
    destination_style::verify(op, 1, &[view.base()])
}
