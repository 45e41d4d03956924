//! Folding: what MLIR folds in this dialect is little, for LLVM does the rest.

use asyncir_ir::def::{AttrDef, Folded, OpView};
use asyncir_ir::rewrite::CycleGuard;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{ApInt, Attribute, Body, Context, OpId, OpRef, TypeKind, ValueId};

use super::gep::{self, DYNAMIC_INDEX, GepIndex};
use super::{InsertValueOp, OrOp, ZExtOp};
use crate::constant_fold::{binary, element_at, element_width, folded, splat, unary};

type Consts<'a> = &'a [Option<Attribute>];

/// The value of a constant.
pub fn constant(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    folded(body.op(op).property(ctx, "value"))
}

/// A number, or `#llvm.zero` for types that have none.
pub fn zero(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let ty = body.result_type(op, 0);
    let number = crate::constant_fold::zero(ctx, ty);
    Folded::attr(number.unwrap_or_else(|| ctx.dialect_attr(&super::ZERO, &[])))
}

/// `#llvm.undef`
pub fn undef(ctx: &Context, _: &mut Body, _: OpId, _: Consts<'_>) -> Folded {
    Folded::attr(ctx.dialect_attr(&super::UNDEF, &[]))
}

/// `#llvm.poison`
pub fn poison(ctx: &Context, _: &mut Body, _: OpId, _: Consts<'_>) -> Folded {
    Folded::attr(ctx.dialect_attr(&super::POISON, &[]))
}

/// The symbol.
pub fn addressof(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    folded(body.op(op).property(ctx, "global_name"))
}

/// The only element of a vector.
pub fn shufflevector(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let vector = body.operand(op, 0);
    let TypeKind::Vector { shape, scalable, .. } = body.value_type(vector).kind(ctx) else {
        return Folded::No;
    };
    let mask = body
        .op(op)
        .property(ctx, "mask")
        .and_then(|attr| attr.as_dense_ints(ctx));
    let whole = shape[..] == [1] && !scalable.contains(&true) && mask.as_deref() == Some(&[0]);
    if whole { Folded::value(vector) } else { Folded::No }
}

/// A conversion to the type that the value has, or there and back.
pub fn same_type(_: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    let (operand, ty) = (body.operand(op, 0), body.result_type(op, 0));
    if body.value_type(operand) == ty {
        return Folded::value(operand);
    }
    let Some(inner) = body.defining_op(operand) else {
        return Folded::No;
    };
    if body.op(inner).name() != body.op(op).name() {
        return Folded::No;
    }
    let source = body.operand(inner, 0);
    if body.value_type(source) == ty {
        return Folded::value(source);
    }
    body.set_operand(op, 0, source);
    Folded::InPlace
}

/// Constants.
pub fn zext(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let ty = body.result_type(op, 0);
    debug_assert!(body.op(op).is(ZExtOp::DEF));
    let Some(width) = element_width(ctx, ty.element_or_self(ctx)) else {
        return Folded::No;
    };
    folded(unary(ctx, consts, ty, |value| Some(value.zext(width))))
}

/// `x = x`, and comparisons of what cannot be null with null.
pub fn icmp(ctx: &Context, body: &mut Body, op: OpId, _: Consts<'_>) -> Folded {
    const EQ: i64 = 0;
    const NE: i64 = 1;
    let predicate = body.op(op).property(ctx, "predicate").and_then(|attr| attr.as_i64(ctx));
    let Some(predicate @ (EQ | NE)) = predicate else {
        return Folded::No;
    };
    let (lhs, rhs) = (body.operand(op, 0), body.operand(op, 1));
    let ty = body.result_type(op, 0);
    let answer = |value: bool| folded(splat(ctx, ty, &ApInt::from_bool(value)));
    if lhs == rhs {
        return answer(predicate == EQ);
    }
    let is = |value: ValueId, name: &str| {
        body.defining_op(value)
            .is_some_and(|op| body.op(op).name().as_str(ctx) == name)
    };
    if is(lhs, "llvm.alloca") && is(rhs, "llvm.mlir.zero") {
        return answer(predicate == NE);
    }
    if is(lhs, "llvm.mlir.zero") && is(rhs, "llvm.alloca") {
        body.set_operand(op, 0, rhs);
        body.set_operand(op, 1, lhs);
        return Folded::InPlace;
    }
    Folded::No
}

/// Constants.
pub fn or(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    debug_assert!(body.op(op).is(OrOp::DEF));
    let ty = body.result_type(op, 0);
    folded(binary(ctx, consts, ty, |a, b| {
        (a.width() == b.width()).then(|| a.or(b))
    }))
}

/// Constants.
pub fn shl(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let ty = body.result_type(op, 0);
    folded(binary(ctx, consts, ty, |value, amount| {
        let amount = amount.to_u64().filter(|&n| n < u64::from(value.width()))?;
        Some(value.shl(amount as u32))
    }))
}

/// What stands at `index` of a constant.
fn part_of_constant(ctx: &Context, constant: Attribute, index: i64) -> Option<Attribute> {
    let is = |def: &'static AttrDef| constant.params_of(ctx, def).is_some();
    if is(&super::ZERO) || is(&super::UNDEF) || is(&super::POISON) {
        return Some(constant);
    }
    let index = usize::try_from(index).ok()?;
    if let Some(parts) = constant.as_array(ctx) {
        return parts.get(index).copied();
    }
    // Parts of elements of several dimensions would be elements, too.
    match constant.ty(ctx).shape(ctx) {
        Some(&[size]) if (index as i64) < size => element_at(ctx, constant, index),
        _ => None,
    }
}

/// The field of a constant, or one that an insertion put there, or that was there before it.
pub fn extractvalue(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let path = |op: OpRef<'_>| {
        op.property("position")
            .and_then(|attr| attr.as_dense_ints(ctx))
            .unwrap_or_default()
    };
    let mut wanted = path(body.op_ref(ctx, op));
    let mut container = body.operand(op, 0);
    if let Some(inner) = body
        .defining_op(container)
        .filter(|&inner| body.op(inner).is(super::ExtractValueOp::DEF))
    {
        let mut outer = path(body.op_ref(ctx, inner));
        outer.append(&mut wanted);
        let position = ctx.dense_i64_array(&outer);
        body.set_operand(op, 0, body.operand(inner, 0));
        body.op_mut(op).set_property(ctx, "position", Some(position));
        return Folded::InPlace;
    }
    if let Some(constant) = consts.first().copied().flatten() {
        return folded(part_at(ctx, constant, &wanted));
    }
    let (start, mut guard) = (container, CycleGuard::new());
    while let Some(insert) = body
        .defining_op(container)
        .filter(|&insert| body.op(insert).is(InsertValueOp::DEF) && guard.advance(insert))
    {
        let given = path(body.op_ref(ctx, insert));
        if given == wanted {
            // In MLIR, the op has been moved on to this container by now, which is seen if it stays.
            if container != start {
                body.set_operand(op, 0, container);
            }
            return Folded::value(body.operand(insert, 1));
        }
        // What overlaps only in part cannot be told apart here.
        let overlap = given.iter().zip(&wanted).all(|(a, b)| a == b);
        if overlap {
            break;
        }
        container = body.operand(insert, 0);
    }
    if container == start {
        return Folded::No;
    }
    body.set_operand(op, 0, container);
    let constant = constant_value(ctx, body, container);
    let part = constant.and_then(|constant| part_at(ctx, constant, &wanted));
    part.map_or(Folded::InPlace, Folded::attr)
}

/// The constant at a position in one of an array or struct.
fn part_at(ctx: &Context, constant: Attribute, position: &[i64]) -> Option<Attribute> {
    let mut parts = position.iter();
    parts.try_fold(constant, |whole, &index| part_of_constant(ctx, whole, index))
}

/// `p[0]` is `p`; operands that are constants become constant indices.
pub fn getelementptr(ctx: &Context, body: &mut Body, op: OpId, consts: Consts<'_>) -> Folded {
    let op_ref = body.op_ref(ctx, op);
    let (base, indices) = (op_ref.operand(0), gep::indices(op_ref));
    let constant_at = |dynamic: usize| {
        let value = consts.get(dynamic + 1).copied().flatten()?.as_i64(ctx)?;
        i32::try_from(value).ok().filter(|&value| value != DYNAMIC_INDEX)
    };
    let known = |index: &GepIndex| match *index {
        GepIndex::Constant(value) => Some(value),
        GepIndex::Dynamic(number) => constant_at(number),
    };
    if body.value_type(base) == body.result_type(op, 0) && indices.len() == 1 && known(&indices[0]) == Some(0) {
        return Folded::value(base);
    }
    let (mut raw, mut operands, mut changed) = (Vec::new(), vec![base], false);
    for index in &indices {
        match (*index, known(index)) {
            (_, Some(value)) => {
                changed |= matches!(index, GepIndex::Dynamic(_));
                raw.push(value);
            }
            (GepIndex::Dynamic(number), None) => {
                raw.push(DYNAMIC_INDEX);
                operands.push(body.operand(op, number + 1));
            }
            (GepIndex::Constant(value), None) => raw.push(value),
        }
    }
    if !changed {
        return Folded::No;
    }
    body.set_operands(op, &operands);
    let raw = ctx.dense_i32_array(&raw);
    body.op_mut(op).set_property(ctx, "rawConstantIndices", Some(raw));
    Folded::InPlace
}
