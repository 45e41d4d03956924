//! Constants, selection, comparison and bits.

use asyncir_dialects::arith::build::constant as build_constant;
use asyncir_dialects::arith::{OrIOp, attrs};
use asyncir_dialects::constant_fold::{from_numbers, numbers};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{ApInt, AttrKind, OpId, ValueId};

use super::code::Code;
use crate::conversion::llvm_common::vectors::{MAX_PARTS, count};

/// The halves of each number, one after the other.
pub(super) fn constant(c: &mut Code<'_, '_>, op: OpId, _: &[ValueId]) -> Option<ValueId> {
    let (ctx, halved) = (c.ctx(), c.halved_result(op)?);
    let value = c.rw().body.op(op).property(ctx, "value")?;
    if !matches!(
        value.kind(ctx),
        AttrKind::Integer { .. } | AttrKind::DenseElements { .. }
    ) {
        return None;
    }
    let known = numbers(ctx, value)?;
    let width = c.types.width;
    let halves_of = |number: &ApInt| [number.trunc(width), number.lshr(width).trunc(width)];
    let mut halves: Vec<ApInt> = known.values.iter().flat_map(halves_of).collect();
    let is_splat = halves.iter().all(|half| Some(half) == halves.first());
    if known.splat && !is_splat {
        let parts = count(halved.shape(ctx)?);
        if parts > MAX_PARTS {
            return None;
        }
        halves = halves.into_iter().cycle().take(usize::try_from(parts).ok()?).collect();
    }
    let value = from_numbers(ctx, halved, &halves, is_splat)?;
    let at = c.location();
    Some(build_constant(c.rw(), at, value))
}

/// The high halves decide; if they are equal, the low ones do, as unsigned numbers.
pub(super) fn cmpi(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let ctx = c.ctx();
    let ty = c.type_of(c.original(op, 0));
    c.types.halved(ctx, ty)?;
    if !c.keeps_shape(ty) {
        return None;
    }
    let predicate = c.rw().body.op(op).property(ctx, "predicate")?.as_i64(ctx)?;
    let name = attrs::CMPI_PREDICATES.keyword(predicate)?;
    let unsigned = match name.strip_prefix('s') {
        Some(order) => format!("u{order}"),
        None => name.to_owned(),
    };
    let (lhs_low, lhs_high) = c.halves(operands[0]);
    let (rhs_low, rhs_high) = c.halves(operands[1]);
    let low = c.b().cmpi(&unsigned, lhs_low, rhs_low);
    let high = c.b().cmpi(name, lhs_high, rhs_high);
    let result = match name {
        "eq" => c.b().andi(low, high),
        "ne" => c.b().binary(OrIOp::DEF, low, high),
        _ => {
            let is_equal = c.b().cmpi("eq", lhs_high, rhs_high);
            c.b().select(is_equal, low, high)
        }
    };
    Some(c.without_last_dim(result))
}

/// Each half is selected.
pub(super) fn select(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    if !c.keeps_shape(c.type_of(operands[0])) {
        return None;
    }
    let (yes_low, yes_high) = c.halves(operands[1]);
    let (no_low, no_high) = c.halves(operands[2]);
    let condition = c.with_last_dim(operands[0]);
    let low = c.b().select(condition, yes_low, no_low);
    let high = c.b().select(condition, yes_high, no_high);
    Some(c.join(halved, low, high))
}

/// The first operand if a comparison holds, else the second one. Both ops are emulated in turn.
pub(super) fn choose(c: &mut Code<'_, '_>, op: OpId, predicate: &str) -> Option<ValueId> {
    c.halved_result(op)?;
    let (lhs, rhs) = (c.original(op, 0), c.original(op, 1));
    let first = c.b().cmpi(predicate, lhs, rhs);
    Some(c.b().select(first, lhs, rhs))
}

/// An op on bits, of each half.
pub(super) fn bitwise(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId], def: &'static OpDef) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    let (lhs_low, lhs_high) = c.halves(operands[0]);
    let (rhs_low, rhs_high) = c.halves(operands[1]);
    let low = c.b().binary(def, lhs_low, rhs_low);
    let high = c.b().binary(def, lhs_high, rhs_high);
    Some(c.join(halved, low, high))
}
