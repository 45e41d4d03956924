//! Arithmetic, comparisons, selections.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};

use super::function::{Leaves, Translator};
use super::{math, refused, refused_for};
use crate::dialect::integer;

/// Translates `op` if it is one of these.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
) -> Fallible<Option<Leaves>> {
    let value = match mnemonic {
        "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "lshr" | "ashr" | "udiv" | "sdiv" | "urem" | "srem" => {
            integers(to, op, mnemonic)?
        }
        "fadd" | "fsub" | "fmul" | "fdiv" => floats(to, op, mnemonic)?,
        "frem" => math::library_call(to, op, "fmod", "fmodf")?,
        "fneg" => {
            let value = to.scalar(op, 0)?;
            to.builder.ins().fneg(value)
        }
        "freeze" => return to.operand(op, 0).map(Some),
        "icmp" => compare_integers(to, op)?,
        "fcmp" => compare_floats(to, op)?,
        "select" => return select(to, op).map(Some),
        _ => return Ok(None),
    };
    Ok(Some(Leaves::from_slice(&[value])))
}

fn integers<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, mnemonic: &str) -> Fallible<ir::Value> {
    let leaf = to.result_leaf(op)?;
    let (lhs, rhs) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
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

fn floats<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, mnemonic: &str) -> Fallible<ir::Value> {
    let (lhs, rhs) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    let ins = to.builder.ins();
    Ok(match mnemonic {
        "fadd" => ins.fadd(lhs, rhs),
        "fsub" => ins.fsub(lhs, rhs),
        "fmul" => ins.fmul(lhs, rhs),
        _ => ins.fdiv(lhs, rhs),
    })
}

/// By the dialect's numbers.
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

/// The same between `false` and `true`.
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

fn compare_integers<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<ir::Value> {
    let condition = *INTEGER_PREDICATES.get(predicate(op)?).ok_or_else(|| refused(op))?;
    let leaf = to.operand_leaf(op, 0)?;
    let (mut lhs, mut rhs) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    if leaf.is_bit && condition.unsigned() != condition {
        // As a signed number, a set bit is -1.
        std::mem::swap(&mut lhs, &mut rhs);
    }
    Ok(to.builder.ins().icmp(condition, lhs, rhs))
}

fn compare_floats<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<ir::Value> {
    let number = predicate(op)?;
    let always = FLOAT_PREDICATES.len() + 1;
    if number == 0 || number == always {
        return Ok(to.builder.ins().iconst(types::I8, i64::from(number == always)));
    }
    let condition = *FLOAT_PREDICATES.get(number - 1).ok_or_else(|| refused(op))?;
    let (lhs, rhs) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    Ok(to.builder.ins().fcmp(condition, lhs, rhs))
}

fn select<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let condition = to.scalar(op, 0)?;
    let (taken, other) = (to.operand(op, 1)?, to.operand(op, 2)?);
    let pairs = taken.into_iter().zip(other);
    Ok(pairs
        .map(|(taken, other)| to.builder.ins().select(condition, taken, other))
        .collect())
}
