//! Elements of another type with the same bits.

use asyncir_ir::def::{OpView, TypeConstraint};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, DYNAMIC, Fallible, OpId, OpRef, Type, TypeKind};

use super::fold;
use crate::constraints::is_tensor;
use crate::op_patterns::op_patterns;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// A tensor of elements of another type with the same number of bits. Its sizes may be known or not, as in
    /// `tensor.cast`.
    ///
    /// ```mlir
    /// %u = tensor.bitcast %t : tensor<4xi32> to tensor<4xf32>
    /// ```
    op BitcastOp "tensor.bitcast" {
        summary "tensor bitcast operation";
        operands { source: one NUMBERS }
        results { dest: one NUMBERS }
        traits [Pure]
        format "$source attr-dict `:` type($source) `to` type($dest)";
        hooks { verify: verify, fold: fold::cast, canonicalize: BITCAST }
    }
}

op_patterns! {
    /// Of `tensor.bitcast`.
    BITCAST for BitcastOp = [bitcast_of_bitcast];
}

static NUMBERS: TypeConstraint = TypeConstraint::new(
    "tensor of signless integer or unsigned integer or signed integer or floating-point values",
    |ctx, ty| is_tensor(ctx, ty) && width(ctx, ty).is_some(),
)
.of_interface(is_tensor);

/// The number of bits of an element that is an integer or a float.
fn width(ctx: &Context, ty: Type) -> Option<u32> {
    let element = ty.element_or_self(ctx);
    match *element.kind(ctx) {
        TypeKind::Integer { width, .. } => Some(width),
        TypeKind::Float(kind) => Some(kind.width()),
        _ => None,
    }
}

fn verify(op: OpRef<'_>) -> Fallible {
    let (ctx, from, to) = (op.ctx, op.operand_type(0), op.result_type(0));
    let fits = match (from.shape(ctx), to.shape(ctx)) {
        (Some(a), Some(b)) => {
            let mut sizes = a.iter().zip(b);
            a.len() == b.len() && sizes.all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
        }
        _ => true,
    };
    if fits && width(ctx, from) == width(ctx, to) {
        return Ok(());
    }
    let (from, to) = (ctx.show_type(from), ctx.show_type(to));
    Err(op.error(format_args!(
        "operand type '{from}' and result type '{to}' are cast incompatible"
    )))
}

/// The second of two is enough.
fn bitcast_of_bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(first) = rw.body.defining_op_of_operand(op, 0, BitcastOp::DEF) else {
        return false;
    };
    let source = rw.body.operand(first, 0);
    let state = BitcastOp::build(rw.ctx, rw.location_of(op), source, &[rw.body.result_type(op, 0)]);
    rw.replace_with(op, state);
    true
}
