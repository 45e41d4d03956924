//! `vector.mask` around a `vector.reduction`: reductions of LLVM that take a mask.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::vector::attrs::KINDS;
use asyncir_dialects::{arith, constant_fold, llvm, vector};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Location, OpId, Type, TypeKind, ValueId};

use super::Lowering;
use super::reduction::{float_flags, reduce_floats};
use crate::conversion::llvm_common::ops;

/// What is combined with others without an effect.
#[derive(Clone, Copy)]
enum Neutral {
    Int(fn(u32) -> ApInt),
    Float(f64),
    /// A NaN with that sign.
    NotANumber {
        negative: bool,
    },
}

/// The reduction of LLVM that takes a mask, and what it starts from if the op does not say.
fn with_mask(kind: &str, is_int: bool) -> Option<(&'static OpDef, Neutral)> {
    use Neutral::{Float, Int, NotANumber};
    Some(match (kind, is_int) {
        ("add", true) => (llvm::VPReduceAddOp::DEF, Int(ApInt::zero)),
        ("mul", true) => (llvm::VPReduceMulOp::DEF, Int(ApInt::one)),
        ("minui", true) => (llvm::VPReduceUMinOp::DEF, Int(ApInt::all_ones)),
        ("minsi", true) => (llvm::VPReduceSMinOp::DEF, Int(ApInt::signed_max)),
        ("maxui", true) => (llvm::VPReduceUMaxOp::DEF, Int(ApInt::zero)),
        ("maxsi", true) => (llvm::VPReduceSMaxOp::DEF, Int(ApInt::signed_min)),
        ("and", true) => (llvm::VPReduceAndOp::DEF, Int(ApInt::all_ones)),
        ("or", true) => (llvm::VPReduceOrOp::DEF, Int(ApInt::zero)),
        ("xor", true) => (llvm::VPReduceXorOp::DEF, Int(ApInt::zero)),
        ("add", false) => (llvm::VPReduceFAddOp::DEF, Float(0.0)),
        ("mul", false) => (llvm::VPReduceFMulOp::DEF, Float(1.0)),
        ("minnumf", false) => (llvm::VPReduceFMinOp::DEF, NotANumber { negative: true }),
        ("maxnumf", false) => (llvm::VPReduceFMaxOp::DEF, NotANumber { negative: false }),
        _ => return None,
    })
}

fn neutral_value(ctx: &Context, ty: Type, neutral: Neutral) -> Option<Attribute> {
    let bits = match neutral {
        Neutral::Int(value) => {
            let value = value(ty.int_width(ctx)?);
            return Some(ctx.attr(AttrKind::Integer { ty, value }));
        }
        Neutral::Float(value) => float::from_f64(ty.float(ctx)?, value),
        Neutral::NotANumber { negative } => {
            let semantics = ty.float(ctx)?;
            if negative {
                float::neg(semantics, semantics.nan()?)
            } else {
                semantics.nan()?
            }
        }
    };
    Some(ctx.float_bits_attr(ty, bits))
}

/// How many lanes there are, as LLVM's reductions take it.
fn vector_length(rw: &mut Rewriter<'_>, loc: Location, vector: Type) -> Option<ValueId> {
    let ctx = rw.ctx;
    let TypeKind::Vector { shape, scalable, .. } = vector.kind(ctx) else {
        return None;
    };
    let length = ctx.int_attr(Type::I32, i128::from(*shape.first()?));
    let length = ops::constant(rw, loc, Type::I32, length);
    if scalable.first() != Some(&true) {
        return Some(length);
    }
    let scale = rw.insert_value(vector::VectorScaleOp::build(ctx, loc, &[Type::INDEX]));
    let scale = rw.insert_value(arith::IndexCastOp::build(ctx, loc, scale, &[Type::I32]));
    let mut b = ArithBuilder::new(rw, loc);
    Some(b.muli(length, scale))
}

/// Lowers the `vector.mask` if it masks a reduction.
pub(super) fn lower(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let masked = vector::mask::masked_op(rw.body, op)?;
    let reduction = vector::ReductionOp::cast(rw.body.op_ref(rw.ctx, masked))?;
    let (ctx, loc) = (rw.ctx, reduction.0.location());
    let (value, acc, ty) = (reduction.vector(), reduction.acc(), reduction.0.result_type(0));
    let vector_type = rw.body.value_type(value);
    let is_converted = |ty: Type| lowering.types.convert(ctx, ty) == Some(ty);
    if !is_converted(vector_type) || !is_converted(ty) {
        return None;
    }
    let flags = float_flags(lowering, rw, reduction.0.property("fastmath"));
    let number = vector::combine::kind_of(reduction.0);
    let kind = KINDS.keyword(number)?;
    let &mask = operands.first()?;
    let is_int = ty.is_int(ctx);
    let result = match with_mask(kind, is_int) {
        Some((def, neutral)) => {
            let start = match acc {
                Some(acc) => acc,
                None => {
                    let neutral = neutral_value(ctx, ty, neutral)?;
                    ops::constant(rw, loc, ty, neutral)
                }
            };
            let length = vector_length(rw, loc, vector_type)?;
            ops::simple(rw, def, loc, &[start, value, mask, length], ty)
        }
        None if !is_int => {
            // Lanes that are masked out must not decide.
            let semantics = ty.float(ctx)?;
            let is_negative = kind == "maximumf";
            let furthest = semantics
                .infinity(is_negative)
                .unwrap_or_else(|| semantics.largest(is_negative));
            let furthest = ApInt::from_u128(semantics.width(), furthest);
            let furthest = constant_fold::splat(ctx, vector_type, &furthest)?;
            let others = ops::constant(rw, loc, vector_type, furthest);
            let value = ops::select(rw, loc, mask, value, others);
            reduce_floats(rw, loc, ty, number, value, acc, flags)?
        }
        None => return None,
    };
    rw.replace(op, &[result]);
    Some(())
}
