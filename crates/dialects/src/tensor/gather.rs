//! Parts of tensors at places that another tensor holds.

use asyncir_ir::def::{Folded, TypeConstraint};
use asyncir_ir::{AttrKind, Attribute, Body, Context, Fallible, OpId, OpRef, Type, TypeKind};

use crate::constraints::{ANY_RANKED_TENSOR, DENSE_I64_ARRAY_ATTR, UNIT_ATTR, is_signless_int_or_index};
use crate::index_list;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Parts of a tensor: the last dimension of `indices` holds the coordinates of a part in the dimensions
    /// `gather_dims`, and the part is all of the other dimensions. The dimensions in front of it are those of the result.
    /// `unique` says that no part is taken twice.
    ///
    /// ```mlir
    /// %u = tensor.gather %t[%indices] gather_dims([1]) unique
    ///     : (tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<6x7x3x5xf32>
    /// ```
    op GatherOp "tensor.gather" {
        summary "gather a subset of a tensor at specified indices";
        operands { source: one ANY_RANKED_TENSOR, indices: one INDEX_TENSOR }
        results { result: one ANY_RANKED_TENSOR }
        attributes { gather_dims: required DENSE_I64_ARRAY_ATTR, unique: optional UNIT_ATTR }
        traits [Pure]
        format "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict \
                `:` functional-type(operands, results)";
        hooks {
            verify: verify_gather,
            fold: fold_gather,
            result_names: |op, name| name(op.result(0), "gather"),
        }
    }

    /// A tensor with other parts at places that `indices` holds, as in `tensor.gather`. `unique` says that no part is
    /// written twice, and must be there.
    ///
    /// ```mlir
    /// %u = tensor.scatter %parts into %t[%indices] scatter_dims([1]) unique
    ///     : (tensor<6x7x3x5xf32>, tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<3x4x5xf32>
    /// ```
    op ScatterOp "tensor.scatter" {
        summary "scatter a tensor into a destination tensor at specified indices";
        operands { source: one ANY_RANKED_TENSOR, dest: one ANY_RANKED_TENSOR, indices: one INDEX_TENSOR }
        results { result: one ANY_RANKED_TENSOR }
        attributes { scatter_dims: required DENSE_I64_ARRAY_ATTR, unique: optional UNIT_ATTR }
        traits [Pure]
        format "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict \
                `:` functional-type(operands, results)";
        hooks {
            verify: verify_scatter,
            result_names: |op, name| name(op.result(0), "scatter"),
        }
    }
}

static INDEX_TENSOR: TypeConstraint =
    TypeConstraint::new("ranked tensor of signless integer or index values", |ctx, ty| {
        matches!(ty.kind(ctx), TypeKind::RankedTensor { .. }) && is_signless_int_or_index(ctx, ty.element_or_self(ctx))
    })
    .of_kind("builtin.tensor");

/// The type of the parts of a tensor that are at `indices`, where the dimensions of the coordinates have size 1 or, if
/// `drops`, are left out.
fn gathered(ctx: &Context, whole: Type, indices: Type, dims: &[i64], drops: bool) -> Type {
    let indices = indices.shape(ctx).unwrap_or_default();
    let mut shape = indices[..indices.len().saturating_sub(1)].to_vec();
    for (dim, &size) in (0..).zip(whole.shape(ctx).unwrap_or_default()) {
        match dims.binary_search(&dim) {
            Ok(_) if drops => {}
            Ok(_) => shape.push(1),
            Err(_) => shape.push(size),
        }
    }
    match *whole.kind(ctx) {
        TypeKind::RankedTensor { element, encoding, .. } => ctx.ty(TypeKind::RankedTensor {
            shape: shape.into(),
            element,
            encoding,
        }),
        _ => whole,
    }
}

/// Checks the dimensions of the coordinates in a tensor, which is the op's `tensor`.
fn verify_dims(op: OpRef<'_>, dims: &[i64], whole: Type, indices: Type, [name, tensor]: [&str; 2]) -> Fallible {
    let rank = whole.shape(op.ctx).map_or(0, <[i64]>::len);
    let wrong = |what: &str| Err(op.error(format_args!("{name} {what}")));
    if dims.is_empty() {
        return wrong("must be non-empty");
    }
    if dims.len() > rank {
        return wrong(&format!("overflow {tensor} rank"));
    }
    let last = indices.shape(op.ctx).and_then(<[i64]>::last);
    if last != Some(&(dims.len() as i64)) {
        return wrong("length must match the size of last dimension of indices");
    }
    for &dim in dims {
        if dim < 0 {
            return wrong("value must be non-negative");
        }
        if dim >= rank as i64 {
            return wrong(&format!("value must be smaller than {tensor} rank"));
        }
    }
    if dims.windows(2).any(|pair| pair[0] >= pair[1]) {
        return wrong("values must be strictly increasing");
    }
    Ok(())
}

/// Checks the type of the parts, which are the op's `parts`.
fn verify_parts(op: OpRef<'_>, parts: &str, ty: Type, [full, reduced]: [Type; 2]) -> Fallible {
    if ty == full || ty == reduced {
        return Ok(());
    }
    let [full, reduced, ty] = [full, reduced, ty].map(|ty| op.ctx.show_type(ty));
    Err(op.error(format_args!(
        "{parts} type mismatch: expected '{full}' or its rank-reduced variant '{reduced}' (got: '{ty}')"
    )))
}

fn verify_gather(op: OpRef<'_>) -> Fallible {
    let dims = index_list::ints(op.ctx, GatherOp(op).gather_dims());
    let (whole, indices) = (op.operand_type(0), op.operand_type(1));
    verify_dims(op, &dims, whole, indices, ["gather_dims", "source"])?;
    let types = [false, true].map(|drops| gathered(op.ctx, whole, indices, &dims, drops));
    verify_parts(op, "result", op.result_type(0), types)
}

fn verify_scatter(op: OpRef<'_>) -> Fallible {
    let dims = index_list::ints(op.ctx, ScatterOp(op).scatter_dims());
    let (whole, indices) = (op.operand_type(1), op.operand_type(2));
    verify_dims(op, &dims, whole, indices, ["scatter_dims", "dest"])?;
    if ScatterOp(op).unique().is_none() {
        return Err(op.error("requires 'unique' attribute to be set"));
    }
    let types = [false, true].map(|drops| gathered(op.ctx, whole, indices, &dims, drops));
    verify_parts(op, "source", op.operand_type(0), types)
}

/// The parts of a tensor that is the same everywhere are the same everywhere.
fn fold_gather(ctx: &Context, body: &mut Body, op: OpId, consts: &[Option<Attribute>]) -> Folded {
    let constant = consts.first().copied().flatten().map(|constant| constant.kind(ctx));
    let ty = body.value_type(body.result(op, 0));
    let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&asyncir_ir::DYNAMIC));
    match constant {
        Some(AttrKind::DenseElements { splat: true, data, .. }) if is_known => {
            let data = data.clone();
            Folded::attr(ctx.attr(AttrKind::DenseElements { ty, splat: true, data }))
        }
        _ => Folded::No,
    }
}
