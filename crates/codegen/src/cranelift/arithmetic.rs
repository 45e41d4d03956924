//! Arithmetic, comparisons, selections.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};

use super::function::{Leaves, Translator};
use super::math::{self, Kind};
use super::types::Leaf;
use super::{refused, refused_for};
use crate::dialect::integer;

/// Translates `op` if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
) -> Fallible<Option<Leaves>> {
    let results = match mnemonic {
        "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "lshr" | "ashr" | "udiv" | "sdiv" | "urem" | "srem" => {
            to.by_lanes(op, |to, lanes, _, leaf| integers(to, op, mnemonic, lanes, leaf))
        }
        "fadd" | "fsub" | "fmul" | "fdiv" => to.by_lanes(op, |to, lanes, _, _| Ok(floats(to, mnemonic, lanes))),
        "frem" => to.by_lanes(op, |to, lanes, _, leaf| {
            math::library_call(to, op, ["fmod", "fmodf"], Kind::Floats, lanes, leaf)
        }),
        "fneg" => to.by_lanes(op, |to, lanes, _, _| Ok(to.builder.ins().fneg(lanes[0]))),
        "freeze" => to.operand(op, 0),
        "icmp" => {
            let condition = *INTEGER_PREDICATES.get(predicate(op)?).ok_or_else(|| refused(op))?;
            to.by_lanes(op, |to, lanes, leaf, _| {
                Ok(compare_integers(to, condition, lanes, leaf))
            })
        }
        "fcmp" => {
            let number = predicate(op)?;
            to.by_lanes(op, |to, lanes, _, _| compare_floats(to, op, number, lanes))
        }
        "select" => select(to, op),
        _ => return Ok(None),
    };
    results.map(Some)
}

pub(super) fn integers<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
    lanes: &[ir::Value],
    leaf: Leaf,
) -> Fallible<ir::Value> {
    let (lhs, rhs) = (lanes[0], lanes[1]);
    let ins = to.builder.ins();
    if leaf.is_bit {
        return match mnemonic {
            "add" | "sub" | "xor" => Ok(ins.bxor(lhs, rhs)),
            "mul" | "and" => Ok(ins.band(lhs, rhs)),
            "or" => Ok(ins.bor(lhs, rhs)),
            // By anything but zero, shifts and divisions of one bit are undefined.
            "shl" | "lshr" | "ashr" | "udiv" | "sdiv" => Ok(lhs),
            _ => Ok(ins.iconst(types::I8, 0)),
        };
    }
    if leaf.ty == types::I128 && matches!(mnemonic, "udiv" | "sdiv" | "urem" | "srem") {
        return Err(refused_for(op, "128 bits"));
    }
    Ok(match mnemonic {
        "add" => ins.iadd(lhs, rhs),
        "sub" => ins.isub(lhs, rhs),
        "mul" => ins.imul(lhs, rhs),
        "and" => ins.band(lhs, rhs),
        "or" => ins.bor(lhs, rhs),
        "xor" => ins.bxor(lhs, rhs),
        "shl" => ins.ishl(lhs, rhs),
        "lshr" => ins.ushr(lhs, rhs),
        "ashr" => ins.sshr(lhs, rhs),
        "udiv" => ins.udiv(lhs, rhs),
        "sdiv" => ins.sdiv(lhs, rhs),
        "urem" => ins.urem(lhs, rhs),
        _ => ins.srem(lhs, rhs),
    })
}

pub(super) fn floats(to: &mut Translator<'_, '_, '_>, mnemonic: &str, lanes: &[ir::Value]) -> ir::Value {
    let (lhs, rhs) = (lanes[0], lanes[1]);
    let ins = to.builder.ins();
    match mnemonic {
        "fadd" => ins.fadd(lhs, rhs),
        "fsub" => ins.fsub(lhs, rhs),
        "fmul" => ins.fmul(lhs, rhs),
        _ => ins.fdiv(lhs, rhs),
    }
}

/// Predicates of `llvm.icmp`, by the dialect's numbers.
const INTEGER_PREDICATES: [IntCC; 10] = [
    IntCC::Equal,
    IntCC::NotEqual,
    IntCC::SignedLessThan,
    IntCC::SignedLessThanOrEqual,
    IntCC::SignedGreaterThan,
    IntCC::SignedGreaterThanOrEqual,
    IntCC::UnsignedLessThan,
    IntCC::UnsignedLessThanOrEqual,
    IntCC::UnsignedGreaterThan,
    IntCC::UnsignedGreaterThanOrEqual,
];

/// Predicates of `llvm.fcmp` between `false` and `true`, by the dialect's numbers.
const FLOAT_PREDICATES: [FloatCC; 14] = [
    FloatCC::Equal,
    FloatCC::GreaterThan,
    FloatCC::GreaterThanOrEqual,
    FloatCC::LessThan,
    FloatCC::LessThanOrEqual,
    FloatCC::OrderedNotEqual,
    FloatCC::Ordered,
    FloatCC::UnorderedOrEqual,
    FloatCC::UnorderedOrGreaterThan,
    FloatCC::UnorderedOrGreaterThanOrEqual,
    FloatCC::UnorderedOrLessThan,
    FloatCC::UnorderedOrLessThanOrEqual,
    FloatCC::NotEqual,
    FloatCC::Unordered,
];

fn predicate(op: OpRef<'_>) -> Fallible<usize> {
    let number = integer(op, "predicate").and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| refused(op))
}

fn compare_integers(to: &mut Translator<'_, '_, '_>, condition: IntCC, lanes: &[ir::Value], leaf: Leaf) -> ir::Value {
    let (mut lhs, mut rhs) = (lanes[0], lanes[1]);
    if leaf.is_bit && condition.unsigned() != condition {
        // As a signed number, a set bit is -1.
        std::mem::swap(&mut lhs, &mut rhs);
    }
    to.builder.ins().icmp(condition, lhs, rhs)
}

fn compare_floats<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    number: usize,
    lanes: &[ir::Value],
) -> Fallible<ir::Value> {
    let always = FLOAT_PREDICATES.len() + 1;
    if number == 0 || number == always {
        return Ok(to.builder.ins().iconst(types::I8, i64::from(number == always)));
    }
    let condition = *FLOAT_PREDICATES.get(number - 1).ok_or_else(|| refused(op))?;
    Ok(to.builder.ins().fcmp(condition, lanes[0], lanes[1]))
}

/// The condition may be one bit for all, or one for each lane.
fn select<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let (conditions, taken, other) = (to.operand(op, 0)?, to.operand(op, 1)?, to.operand(op, 2)?);
    if conditions.len() != 1 && conditions.len() != taken.len() {
        return Err(to.refused_type(op));
    }
    let pairs = taken.into_iter().zip(other).enumerate();
    let selected = pairs.map(|(lane, (taken, other))| {
        let condition = if conditions.len() == 1 {
            conditions[0]
        } else {
            conditions[lane]
        };
        to.builder.ins().select(condition, taken, other)
    });
    Ok(selected.collect())
}
