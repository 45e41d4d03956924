//! Conversions of scalars.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use super::function::{Leaves, Translator};
use super::refused_for;
use super::types::Leaf;

/// Translates `op` if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
) -> Fallible<Option<Leaves>> {
    if !matches!(
        mnemonic,
        "trunc"
            | "zext"
            | "sext"
            | "fptrunc"
            | "fpext"
            | "sitofp"
            | "uitofp"
            | "fptosi"
            | "fptoui"
            | "ptrtoint"
            | "inttoptr"
            | "bitcast"
    ) {
        return Ok(None);
    }
    to.by_lanes(op, |to, lanes, from, into| {
        convert(to, op, mnemonic, lanes[0], from, into)
    })
    .map(Some)
}

fn convert<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
    value: ir::Value,
    from: Leaf,
    into: Leaf,
) -> Fallible<ir::Value> {
    let is_wide = from.ty == types::I128 || into.ty == types::I128;
    Ok(match mnemonic {
        "trunc" => cut(to, from, into, value),
        "zext" => widened(to, into.ty, value, from.ty),
        "sext" => signed(to, from, into.ty, value),
        "ptrtoint" | "inttoptr" if from.width() > into.width() => cut(to, from, into, value),
        "ptrtoint" | "inttoptr" => widened(to, into.ty, value, from.ty),
        "fptrunc" => to.builder.ins().fdemote(into.ty, value),
        "fpext" => to.builder.ins().fpromote(into.ty, value),
        "bitcast" if from.width() != into.width() => return Err(to.refused_type(op)),
        "bitcast" if from.ty == into.ty => value,
        "bitcast" => to.builder.ins().bitcast(into.ty, MemFlagsData::new(), value),
        _ if is_wide => return Err(refused_for(op, "128 bits")),
        "sitofp" => {
            let value = if from.ty.bits() < 32 {
                signed(to, from, types::I32, value)
            } else {
                value
            };
            to.builder.ins().fcvt_from_sint(into.ty, value)
        }
        "uitofp" => {
            let value = if from.ty.bits() < 32 {
                widened(to, types::I32, value, from.ty)
            } else {
                value
            };
            to.builder.ins().fcvt_from_uint(into.ty, value)
        }
        _ => from_float(to, into, value, mnemonic == "fptosi"),
    })
}

/// The low bits.
pub(super) fn cut(to: &mut Translator<'_, '_, '_>, from: Leaf, into: Leaf, value: ir::Value) -> ir::Value {
    let value = if from.ty == into.ty {
        value
    } else {
        to.builder.ins().ireduce(into.ty, value)
    };
    if into.is_bit && !from.is_bit {
        to.builder.ins().band_imm_u(value, 1)
    } else {
        value
    }
}

/// With zeros above.
fn widened(to: &mut Translator<'_, '_, '_>, into: ir::Type, value: ir::Value, from: ir::Type) -> ir::Value {
    if from == into {
        value
    } else {
        to.builder.ins().uextend(into, value)
    }
}

/// With the sign above.
fn signed(to: &mut Translator<'_, '_, '_>, from: Leaf, into: ir::Type, value: ir::Value) -> ir::Value {
    if from.is_bit {
        let bit = widened(to, into, value, from.ty);
        return to.builder.ins().ineg(bit);
    }
    to.builder.ins().sextend(into, value)
}

/// What does not fit is undefined: here it is the nearest number that does.
fn from_float(to: &mut Translator<'_, '_, '_>, into: Leaf, value: ir::Value, is_signed: bool) -> ir::Value {
    let number = if into.ty.bits() < 32 { types::I32 } else { into.ty };
    let ins = to.builder.ins();
    let converted = if is_signed {
        ins.fcvt_to_sint_sat(number, value)
    } else {
        ins.fcvt_to_uint_sat(number, value)
    };
    let from = Leaf {
        ty: number,
        is_bit: false,
        is_lane: false,
        offset: None,
    };
    cut(to, from, into, converted)
}
