//! Verifiers and inference of result types.

use asyncir_ir::def::InferCx;
use asyncir_ir::smallvec::{SmallVec, smallvec};
use asyncir_ir::verify::unlike_inferred;
use asyncir_ir::{Context, Diagnostic, Fallible, OpRef, Type, TypeKind};

use super::position::{Entry, position};
use super::shapes::{Dim, broadcast_mismatch, count, dims, inner_type};
use super::verify_compute;
use crate::constant_fold::element_width;
use crate::constraints as c;
use crate::memref::strides::strides_and_offset;

/// The type itself.
pub fn same(_: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

fn with_last(ctx: &Context, ty: Type, change: impl Fn(i64) -> i64) -> Option<Type> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = ty.kind(ctx)
    else {
        return None;
    };
    let (mut shape, scalable) = (shape.clone(), scalable.clone());
    let Some(last) = shape.last_mut() else {
        return Some(ctx.vector_type(&[change(1)], *element));
    };
    *last = change(*last);
    Some(ctx.ty(TypeKind::Vector {
        shape,
        scalable,
        element: *element,
    }))
}

/// Half as many elements in the last dimension.
pub fn half(ctx: &Context, ty: Type) -> Option<Type> {
    with_last(ctx, ty, |size| size / 2)
}

/// Twice as many elements in the last dimension.
pub fn twice(ctx: &Context, ty: Type) -> Option<Type> {
    with_last(ctx, ty, |size| size * 2)
}

fn shape(ctx: &Context, ty: Type) -> &[i64] {
    ty.shape(ctx).unwrap_or(&[])
}

fn same_element(op: OpRef<'_>, a: Type, b: Type, message: &str) -> Fallible {
    if a.element_or_self(op.ctx) == b.element_or_self(op.ctx) {
        return Ok(());
    }
    Err(op.error(format_args!("failed to verify that {message}")))
}

/// Leading dimensions agree, and all elements have as many bits together.
pub fn bitcast(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let (a, b) = (shape(ctx, from), shape(ctx, to));
    if a.len() != b.len() {
        return Err(op.error("failed to verify that all of {source, result} have same rank"));
    }
    for (dim, (a, b)) in a.iter().zip(b).enumerate().take(a.len().saturating_sub(1)) {
        if a != b {
            return Err(op.error(format_args!("dimension size mismatch at: {dim}")));
        }
    }
    let bits = |ty: Type| {
        element_width(ctx, ty.element_or_self(ctx)).map(|width| i64::from(width) * shape(ctx, ty).last().unwrap_or(&1))
    };
    if bits(from) != bits(to) {
        let what = if a.is_empty() {
            "source/result bitwidth of the 0-D vector element types must be equal"
        } else {
            "source/result bitwidth of the minor 1-D vectors must be equal"
        };
        return Err(op.error(what));
    }
    Ok(())
}

/// The source's dimensions are the result's last ones, or 1.
pub fn broadcast(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (from, to) = (op.operand_type(0), op.result_type(0));
    same_element(op, from, to, "source operand and result have same element type")?;
    if !c::is_vector(ctx, from) {
        return if from.is_shaped(ctx) {
            Err(op.error("source type is not a vector"))
        } else {
            Ok(())
        };
    }
    let (from, to) = (dims(ctx, from), dims(ctx, to));
    if from.len() > to.len() {
        return Err(op.error("source rank higher than destination rank"));
    }
    match broadcast_mismatch(&from, &to) {
        Some((small, large)) => {
            let show = |(size, scalable): Dim| {
                if scalable {
                    format!("[{size}]")
                } else {
                    size.to_string()
                }
            };
            let (small, large) = (show(small), show(large));
            Err(op.error(format_args!("dimension mismatch ({small} vs. {large})")))
        }
        None => Ok(()),
    }
}

/// Either a value or text.
pub fn print(op: OpRef<'_>) -> Fallible {
    if op.property("stringLiteral").is_some() && op.data().num_operands() > 0 {
        return Err(op.error("failed to verify that `source` or `punctuation` are not set when printing strings"));
    }
    Ok(())
}

fn check_position(op: OpRef<'_>, vector: Type, what: &str) -> Fallible {
    let (place, shape) = (position(op), shape(op.ctx, vector));
    if place.len() > shape.len() {
        return Err(op.error("expected position attribute of rank no greater than vector rank"));
    }
    for (index, (&entry, &size)) in place.iter().zip(shape).enumerate() {
        let Entry::Static(number) = entry else {
            continue;
        };
        if number < -1 || number >= size {
            let position = index + 1;
            return Err(op.error(format_args!(
                "expected position attribute #{position} to be a non-negative integer smaller than the corresponding \
                 {what}"
            )));
        }
    }
    Ok(())
}

/// The position is inside, and the result is what is there.
pub fn extract(op: OpRef<'_>) -> Fallible {
    let (source, result) = (op.operand_type(0), op.result_type(0));
    check_position(op, source, "vector dimension or poison (-1)")?;
    let count = position(op).len();
    let expected = inner_type(op.ctx, source, count);
    if result.shape(op.ctx).is_some_and(<[i64]>::is_empty) {
        return Err(op.bare_error("expected a scalar instead of a 0-d vector as the result type"));
    }
    if expected.is_some_and(|expected| is_element_or_vector_of_it(op.ctx, expected, result)) {
        return Ok(());
    }
    Err(unlike_inferred(op, expected.as_slice()))
}

/// Whether the types are the same, a vector of one element counting as its element.
fn is_element_or_vector_of_it(ctx: &Context, a: Type, b: Type) -> bool {
    let unwrapped = |ty: Type| match dims(ctx, ty)[..] {
        [(1, false)] => ty.element_or_self(ctx),
        _ => ty,
    };
    unwrapped(a) == unwrapped(b)
}

/// The position is inside, and the value fits there.
pub fn insert(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (value, dest) = (op.operand_type(0), op.operand_type(1));
    let count = position(op).len();
    let dest_rank = shape(ctx, dest).len();
    if count > dest_rank {
        return Err(op.error("expected position attribute of rank no greater than dest vector rank"));
    }
    if c::is_vector(ctx, value) {
        if count + shape(ctx, value).len() != dest_rank {
            return Err(op.error("expected position attribute rank + source rank to match dest vector rank"));
        }
    } else if count != dest_rank {
        return Err(op.error("expected position attribute rank to match the dest vector rank"));
    }
    check_position(op, dest, "dest vector dimension")
}

/// Whether these are as many elements as the vector has, of its type.
pub fn has_elements(ctx: &Context, vector: Type, elements: &[Type]) -> bool {
    let count = count(ctx, vector);
    let element = vector.element_or_self(ctx);
    elements.len() as i64 == count && elements.iter().all(|&ty| ty == element)
}

/// All elements of the vector.
pub fn infer_to_elements(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    let Some(&ty) = cx.operands.first() else {
        return Err(Diagnostic::error(
            cx.location,
            "'vector.to_elements' op failed to infer returned types",
        ));
    };
    let count = count(cx.ctx, ty).clamp(0, 1 << 20);
    Ok(std::iter::repeat_n(ty.element_or_self(cx.ctx), count as usize).collect())
}

/// As many elements, of the same type, and as many scalable dimensions.
pub fn shape_cast(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (from, to) = (op.operand_type(0), op.result_type(0));
    if from.element_or_self(ctx) != to.element_or_self(ctx) {
        return Err(op.error("has different source and result element types"));
    }
    if count(ctx, from) != count(ctx, to) {
        return Err(op.error(format_args!(
            "has different number of elements at source ({}) and result ({})",
            count(ctx, from),
            count(ctx, to)
        )));
    }
    let scalable = [from, to].map(|ty| dims(ctx, ty).iter().filter(|dim| dim.1).count());
    if scalable[0] != scalable[1] {
        return Err(op.error(format_args!(
            "has different number of scalable dims at source ({}) and result ({})",
            scalable[0], scalable[1]
        )));
    }
    Ok(())
}

/// One dimension at most, and a kind that fits the elements.
pub fn reduction(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (vector, dest) = (op.operand_type(0), op.result_type(0));
    let rank = shape(ctx, vector).len();
    if rank > 1 {
        return Err(op.error(format_args!("unsupported reduction rank: {rank}")));
    }
    let kind = verify_compute::kind(op);
    let fits = verify_compute::combines(ctx, kind, dest);
    if fits {
        return Ok(());
    }
    let dest = ctx.show_type(dest);
    Err(op.error(format_args!("unsupported reduction type ''{dest}'' for kind '{kind}'")))
}

fn check_indices(op: OpRef<'_>, base: usize, count: usize) -> Fallible {
    let rank = shape(op.ctx, op.operand_type(base)).len();
    if count != rank {
        return Err(op.error(format_args!("requires {rank} indices")));
    }
    Ok(())
}

/// As many indices as the memory has dimensions, and elements of one type.
pub fn load(op: OpRef<'_>) -> Fallible {
    let (memref, vector) = (op.operand_type(0), op.result_type(0));
    check_unit_stride(op, memref, vector)?;
    if shape(op.ctx, memref).len() < shape(op.ctx, vector).len() {
        return Err(op.error("destination memref has lower rank than the result vector"));
    }
    let element = memref.element_or_self(op.ctx);
    if element != vector && element != vector.element_or_self(op.ctx) {
        return Err(op.error("base and result element types should match"));
    }
    check_indices(op, 0, op.data().num_operands() - 1)
}

/// As many indices as the memory has dimensions, and elements of one type.
pub fn store(op: OpRef<'_>) -> Fallible {
    let (vector, memref) = (op.operand_type(0), op.operand_type(1));
    check_unit_stride(op, memref, vector)?;
    if shape(op.ctx, memref).len() < shape(op.ctx, vector).len() {
        return Err(op.error("source memref has lower rank than the vector to store"));
    }
    let element = memref.element_or_self(op.ctx);
    if element != vector && element != vector.element_or_self(op.ctx) {
        return Err(op.error("base and valueToStore element type should match"));
    }
    check_indices(op, 1, op.data().num_operands() - 2)
}

/// Elements of a vector lie side by side; of one element this is not asked.
fn check_unit_stride(op: OpRef<'_>, memref: Type, vector: Type) -> Fallible {
    let is_one = matches!(
        vector.kind(op.ctx),
        TypeKind::Vector { shape, scalable, .. } if !scalable.contains(&true) && shape.iter().all(|&size| size == 1)
    );
    let last = strides_and_offset(op.ctx, memref).map(|(strides, _)| strides.last().copied());
    if is_one || matches!(last, Some(None | Some(1))) {
        return Ok(());
    }
    Err(op.error("most minor memref dim must have unit stride"))
}

/// Elements at even and at odd places are as many.
pub fn deinterleave(op: OpRef<'_>) -> Fallible {
    if shape(op.ctx, op.operand_type(0))
        .last()
        .is_none_or(|size| size % 2 == 0)
    {
        return Ok(());
    }
    Err(op.error("failed to verify that the trailing dimension of the source vector has an even number of elements"))
}

/// The part that is taken lies at a multiple of its length.
pub fn scalable_extract(op: OpRef<'_>) -> Fallible {
    check_part(op, op.result_type(0), "result")
}

/// The part that is replaced lies at a multiple of its length.
pub fn scalable_insert(op: OpRef<'_>) -> Fallible {
    check_part(op, op.operand_type(0), "source")
}

fn check_part(op: OpRef<'_>, part: Type, name: &str) -> Fallible {
    let length = shape(op.ctx, part).first().copied().unwrap_or(1);
    let position = op.property("pos").and_then(|position| position.as_i64(op.ctx));
    if position.is_none_or(|position| position % length.max(1) == 0) {
        return Ok(());
    }
    Err(op.error(format_args!(
        "failed to verify that position is a multiple of the {name} length."
    )))
}

fn mask_length(cx: &InferCx<'_>) -> i64 {
    cx.properties
        .get(cx.ctx, "mask")
        .and_then(|attr| attr.as_dense_ints(cx.ctx))
        .map_or(0, |mask| mask.len() as i64)
}

/// As long as the mask, the other dimensions those of the operands.
pub fn infer_shuffle(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    let ty = cx.operands.first().map(|&ty| ty.kind(cx.ctx));
    let Some(TypeKind::Vector { shape, element, .. }) = ty else {
        return Err(Diagnostic::error(
            cx.location,
            "'vector.shuffle' op failed to infer returned types",
        ));
    };
    let mut sizes = vec![mask_length(cx)];
    sizes.extend(shape.iter().skip(1));
    Ok(smallvec![cx.ctx.vector_type(&sizes, *element)])
}

/// The mask leads to elements of the operands.
pub fn shuffle(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (v1, v2, result) = (
        shape(ctx, op.operand_type(0)),
        shape(ctx, op.operand_type(1)),
        shape(ctx, op.result_type(0)),
    );
    let mask = op.required("mask").as_dense_ints(ctx).unwrap_or_default();
    if v1.len() != v2.len() || result.len() != v1.len().max(1) {
        return Err(op.error("rank mismatch"));
    }
    if mask.is_empty() {
        return Err(op.error("invalid mask length"));
    }
    if result.first() != Some(&(mask.len() as i64)) {
        return Err(op.error("mask length mismatch"));
    }
    let leading = |shape: &[i64]| shape.first().copied().unwrap_or(1);
    let total = leading(v1) + leading(v2);
    if let Some(place) = mask.iter().position(|&lane| lane != -1 && !(0..total).contains(&lane)) {
        return Err(op.error(format_args!("mask index #{} out of range", place + 1)));
    }
    Ok(())
}

/// The result's dimensions are the source's in the given order.
pub fn transpose(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (from, to) = (shape(ctx, op.operand_type(0)), shape(ctx, op.result_type(0)));
    if from.len() != to.len() {
        return Err(op.error(format_args!("vector result rank mismatch: {}", to.len())));
    }
    let permutation = op.required("permutation").as_dense_ints(ctx).unwrap_or_default();
    if permutation.len() != from.len() {
        return Err(op.error(format_args!("transposition length mismatch: {}", permutation.len())));
    }
    let mut seen = vec![false; from.len()];
    for (position, &dim) in permutation.iter().enumerate() {
        let index = usize::try_from(dim).unwrap_or(usize::MAX);
        if index >= from.len() {
            return Err(op.error(format_args!("transposition index out of range: {dim}")));
        }
        if std::mem::replace(&mut seen[index], true) {
            return Err(op.error(format_args!("duplicate position index: {dim}")));
        }
        if to[position] != from[index] {
            return Err(op.error(format_args!("dimension size mismatch at: {dim}")));
        }
    }
    Ok(())
}
