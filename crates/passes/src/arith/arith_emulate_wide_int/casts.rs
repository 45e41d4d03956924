//! Conversions from and to other integers and `index`.

use asyncir_dialects::arith::build::with_element;
use asyncir_dialects::arith::{ExtSIOp, ExtUIOp, TruncIOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{OpId, ValueId};

use super::code::Code;

/// All bits of the high half are the sign of the low one.
pub(super) fn extsi(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    if !c.keeps_shape(c.result_type(op)) {
        return None;
    }
    let half = c.half_type(halved);
    let operand = c.with_last_dim(operands[0]);
    let low = c.resize(ExtSIOp::DEF, operand, half);
    let zero = c.b().constant(half, 0);
    let is_negative = c.b().cmpi("slt", low, zero);
    let high = c.b().cast(ExtSIOp::DEF, is_negative, half);
    Some(c.join(halved, low, high))
}

/// The high half is zero.
pub(super) fn extui(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let halved = c.halved_result(op)?;
    if !c.keeps_shape(c.result_type(op)) {
        return None;
    }
    let half = c.half_type(halved);
    let operand = c.with_last_dim(operands[0]);
    let low = c.resize(ExtUIOp::DEF, operand, half);
    let zero = c.b().constant(halved, 0);
    Some(c.insert(low, zero, 0))
}

/// The high half is dropped.
pub(super) fn trunci(c: &mut Code<'_, '_>, op: OpId, operands: &[ValueId]) -> Option<ValueId> {
    let ty = c.result_type(op);
    if !c.types.converter.is_legal(c.ctx(), ty) || !c.keeps_shape(ty) {
        return None;
    }
    let low = c.half(operands[0], 0);
    let low = c.without_last_dim(low);
    Some(c.resize(TruncIOp::DEF, low, ty))
}

/// A conversion to `index` takes the low half; one from it makes an integer of half the width, which is extended.
pub(super) fn index_cast(
    c: &mut Code<'_, '_>,
    op: OpId,
    operands: &[ValueId],
    [cast, extend]: [&'static OpDef; 2],
) -> Option<ValueId> {
    let ctx = c.ctx();
    let (from, to) = (c.type_of(c.original(op, 0)), c.result_type(op));
    if !c.keeps_shape(from) {
        return None;
    }
    if to.element_or_self(ctx).is_index() {
        c.types.halved(ctx, from)?;
        let low = c.half(operands[0], 0);
        let low = c.without_last_dim(low);
        return Some(c.b().cast(cast, low, to));
    }
    c.types.halved(ctx, to)?;
    let narrow = with_element(ctx, to, ctx.int_type(c.types.width));
    let low = c.b().cast(cast, operands[0], narrow);
    Some(c.b().cast(extend, low, to))
}
