//! Verifiers of ops that make masks and combine vectors.

use asyncir_ir::{Context, Fallible, OpRef, Type};

use super::OuterproductOp;
use super::attrs::{KIND_DEF, KINDS};
use super::shapes::dims;
use crate::constraints::is_vector;
use crate::enum_attrs::enum_value;

fn check(op: OpRef<'_>, holds: bool, message: &str) -> Fallible {
    if holds { Ok(()) } else { Err(op.error(message)) }
}

fn shape(ctx: &Context, ty: Type) -> &[i64] {
    ty.shape(ctx).unwrap_or(&[])
}

/// The keyword of what combines elements.
pub(super) fn kind(op: OpRef<'_>) -> &'static str {
    let kind = op.property("kind").and_then(|attr| enum_value(op.ctx, &KIND_DEF, attr));
    kind.and_then(|kind| KINDS.keyword(kind)).unwrap_or_default()
}

/// Whether elements of a type can be combined so.
pub(super) fn combines(ctx: &Context, kind: &str, element: Type) -> bool {
    let (is_int, is_float) = (element.is_int(ctx) || element.is_index(), element.float(ctx).is_some());
    match kind {
        "add" | "mul" => is_int || is_float,
        "minui" | "minsi" | "maxui" | "maxsi" | "and" | "or" | "xor" => is_int,
        _ => is_float,
    }
}

/// One size for each dimension, or one if there is none.
pub fn create_mask(op: OpRef<'_>) -> Fallible {
    let (rank, sizes) = (shape(op.ctx, op.result_type(0)).len(), op.data().num_operands());
    match rank {
        0 => check(op, sizes == 1, "must specify exactly one operand for 0-D create_mask"),
        _ => check(
            op,
            sizes == rank,
            "must specify an operand for each result vector dimension",
        ),
    }
}

/// One size for each dimension, or one if there is none; none is greater than its dimension, and all are zero if one is.
pub fn constant_mask(op: OpRef<'_>) -> Fallible {
    let dims = dims(op.ctx, op.result_type(0));
    let sizes = op.required("mask_dim_sizes").as_dense_ints(op.ctx).unwrap_or_default();
    if dims.is_empty() {
        return match sizes[..] {
            [0 | 1] => Ok(()),
            [_] => Err(op.bare_error("mask dim size must be either 0 or 1 for 0-D vectors")),
            _ => Err(op.bare_error("array attr must have length 1 for 0-D vectors")),
        };
    }
    let count = sizes.len() == dims.len();
    check(op, count, "must specify array attr of size equal vector result rank")?;
    for (&set, &(size, scalable)) in sizes.iter().zip(&dims) {
        let message = "array attr of size out of bounds of vector result dimension size";
        check(op, (0..=size).contains(&set), message)?;
        let is_whole = !scalable || set == 0 || set == size;
        check(
            op,
            is_whole,
            "only supports 'none set' or 'all set' scalable dimensions",
        )?;
    }
    let is_conjunction = !sizes.contains(&0) || sizes.iter().all(|&size| size == 0);
    let message = "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim";
    check(op, is_conjunction, message)
}

/// A vector and a vector make a matrix, a vector and a scalar a vector.
pub fn outer_product(op: OpRef<'_>) -> Fallible {
    let (ctx, view) = (op.ctx, OuterproductOp(op));
    let (lhs, rhs, result) = (op.operand_type(0), op.operand_type(1), op.result_type(0));
    let (rows, sizes) = (shape(ctx, lhs), shape(ctx, result));
    check(op, rows.len() == 1, "expected 1-d vector for operand #1")?;
    if is_vector(ctx, rhs) {
        let columns = shape(ctx, rhs);
        check(op, columns.len() == 1, "expected 1-d vector for operand #2")?;
        check(op, sizes.len() == 2, "expected 2-d vector result")?;
        check(
            op,
            rows[0] == sizes[0],
            "expected #1 operand dim to match result dim #1",
        )?;
        check(
            op,
            columns[0] == sizes[1],
            "expected #2 operand dim to match result dim #2",
        )?;
        let is_scalable = |ty: Type| dims(ctx, ty).iter().any(|dim| dim.1);
        let fits = !is_scalable(lhs) || is_scalable(rhs);
        check(op, fits, "expected either both or only #2 operand dim to be scalable")?;
    } else {
        check(op, sizes.len() == 1, "expected 1-d vector result")?;
        check(
            op,
            rows[0] == sizes[0],
            "expected #1 operand dim to match result dim #1",
        )?;
    }
    let acc = view.acc().map(|acc| op.body.value_type(acc));
    let fits = acc.is_none_or(|acc| acc == result);
    check(op, fits, "expected operand #3 of same type as result type")?;
    let fits = combines(ctx, kind(op), result.element_or_self(ctx));
    check(op, fits, "unsupported outerproduct type")
}

/// What is accumulated has the sizes of the vector but along the dimension.
pub fn scan(op: OpRef<'_>) -> Fallible {
    let ctx = op.ctx;
    let (source, initial) = (op.operand_type(0), op.operand_type(1));
    let (from, start) = (shape(ctx, source), shape(ctx, initial));
    let dim = op.required("reduction_dim").as_i64(ctx).unwrap_or_default();
    let rank = from.len();
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < rank) else {
        return Err(op.error(format_args!("reduction dimension {dim} has to be less than {rank}")));
    };
    if start.len() + 1 != rank {
        let (got, want) = (start.len(), rank - 1);
        return Err(op.error(format_args!("initial value rank {got} has to be equal to {want}")));
    }
    let fits = [&from[..dim], &from[dim + 1..]].concat() == start;
    check(op, fits, "incompatible input/initial value shapes")?;
    let (kind, element) = (kind(op), source.element_or_self(ctx));
    if combines(ctx, kind, element) {
        return Ok(());
    }
    let element = ctx.show_type(element);
    Err(op.error(format_args!("unsupported reduction type '{element}' for kind '{kind}'")))
}
