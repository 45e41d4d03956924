//! Ops that are LLVM's intrinsics, as far as they are instructions or functions of C's library.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use super::branches::UNREACHABLE;
use super::function::{Leaves, Translator};
use super::types::Leaf;
use super::{float_classes, math, refused, refused_for, vectors};
use crate::dialect::{attr, flag};

/// Translates an op `llvm.intr.*` by the rest of its name.
pub(super) fn translate<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, intrinsic: &str) -> Fallible<Leaves> {
    match intrinsic {
        // They tell optimisers something, or debuggers.
        "assume" | "lifetime.start" | "lifetime.end" | "invariant.end" | "prefetch" | "dbg.declare" | "dbg.value"
        | "dbg.label" | "experimental.noalias.scope.decl" | "var.annotation"
        // All stack memory is the function's.
        | "stackrestore" => Ok(Leaves::new()),
        "stacksave" | "invariant.start" => {
            let zero = to.zero(types::I64);
            Ok(Leaves::from_slice(&[zero]))
        }
        "expect" | "expect.with.probability" | "ssa.copy" | "launder.invariant.group" | "strip.invariant.group" => {
            to.operand(op, 0)
        }
        "trap" | "ubsantrap" => trap(to),
        "memcpy" | "memmove" | "memset" | "memcpy.inline" | "memset.inline" => memory(to, op, intrinsic),
        "sadd.with.overflow" | "uadd.with.overflow" | "ssub.with.overflow" | "usub.with.overflow"
        | "smul.with.overflow" | "umul.with.overflow" => with_overflow(to, op, intrinsic),
        "is.fpclass" => to.by_lanes(op, |to, lanes, _, _| float_classes::translate(to, op, lanes[0])),
        _ => match vectors::intrinsic(to, op, intrinsic)? {
            Some(results) => Ok(results),
            None => to.by_lanes(op, |to, lanes, _, leaf| match integers(to, op, intrinsic, lanes, leaf)? {
                Some(value) => Ok(value),
                None => math::translate(to, op, intrinsic, lanes, leaf)?.ok_or_else(|| refused(op)),
            }),
        },
    }
}

/// The program ends here; what follows in the block is never run.
fn trap(to: &mut Translator<'_, '_, '_>) -> Fallible<Leaves> {
    to.builder.ins().trap(UNREACHABLE);
    let rest = to.builder.create_block();
    to.builder.switch_to_block(rest);
    Ok(Leaves::new())
}

/// Copies and fills memory, by C's functions.
fn memory<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, intrinsic: &str) -> Fallible<Leaves> {
    if flag(op, "isVolatile") {
        return Err(refused_for(op, "volatile access"));
    }
    let function = intrinsic.split('.').next().unwrap_or_default();
    if to.names.symbols.get(function).is_some() {
        // LLVM would not call the program's.
        return Err(refused_for(op, "a function of that name"));
    }
    let (target, second) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    let length = match attr(op, "len").and_then(|length| length.as_i64(op.ctx)) {
        Some(length) => to.builder.ins().iconst(types::I64, length),
        None => {
            let (leaf, length) = (to.operand_leaf(op, 2)?, to.scalar(op, 2)?);
            match leaf.ty {
                types::I64 => length,
                types::I8 | types::I16 | types::I32 => to.builder.ins().uextend(types::I64, length),
                _ => return Err(to.refused_type(op)),
            }
        }
    };
    let config = to.config;
    match intrinsic {
        "memmove" => to.builder.call_memmove(config, target, second, length),
        "memset" | "memset.inline" => {
            to.builder.call_memset(config, target, second, length);
        }
        _ => {
            to.builder.call_memcpy(config, target, second, length);
        }
    }
    Ok(Leaves::new())
}

/// Intrinsics on integers that have one result.
pub(super) fn integers<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    intrinsic: &str,
    lanes: &[ir::Value],
    leaf: Leaf,
) -> Fallible<Option<ir::Value>> {
    let ins = to.builder.ins();
    let result = match (intrinsic, lanes) {
        ("abs", [value]) => ins.iabs(*value),
        ("ctlz", [value]) => ins.clz(*value),
        ("cttz", [value]) => ins.ctz(*value),
        ("ctpop", [value]) => ins.popcnt(*value),
        ("bitreverse", [value]) => ins.bitrev(*value),
        ("bswap", [value]) if leaf.ty != types::I8 => ins.bswap(*value),
        ("smax", [lhs, rhs]) => extreme(to, IntCC::SignedGreaterThan, *lhs, *rhs),
        ("smin", [lhs, rhs]) => extreme(to, IntCC::SignedLessThan, *lhs, *rhs),
        ("umax", [lhs, rhs]) => extreme(to, IntCC::UnsignedGreaterThan, *lhs, *rhs),
        ("umin", [lhs, rhs]) => extreme(to, IntCC::UnsignedLessThan, *lhs, *rhs),
        ("fshl" | "fshr", [high, low, amount]) => {
            let numbers = [*high, *low, *amount];
            funnel_shift(to, leaf, numbers, intrinsic == "fshl")
        }
        _ => return Ok(None),
    };
    if leaf.is_bit || leaf.ty == types::I128 {
        return Err(refused_for(op, "width"));
    }
    Ok(Some(result))
}

/// The number for which the comparison with the other holds.
fn extreme(to: &mut Translator<'_, '_, '_>, condition: IntCC, lhs: ir::Value, rhs: ir::Value) -> ir::Value {
    let is_first = to.builder.ins().icmp(condition, lhs, rhs);
    to.builder.ins().select(is_first, lhs, rhs)
}

/// The upper half (of a shift to the left) or the lower one of two numbers side by side, shifted. Shifting by the whole
/// width in one step is undefined, so that one of the shifts is made in two.
fn funnel_shift(to: &mut Translator<'_, '_, '_>, leaf: Leaf, numbers: [ir::Value; 3], left: bool) -> ir::Value {
    let [high, low, amount] = numbers;
    let last = i64::from(leaf.width()) - 1;
    let amount = to.builder.ins().band_imm_u(amount, last);
    let rest = to.builder.ins().bxor_imm_u(amount, last);
    let (moved, other) = if left {
        let moved = to.builder.ins().ishl(high, amount);
        let once = to.builder.ins().ushr_imm_u(low, 1);
        (moved, to.builder.ins().ushr(once, rest))
    } else {
        let moved = to.builder.ins().ushr(low, amount);
        let once = to.builder.ins().ishl_imm_u(high, 1);
        (moved, to.builder.ins().ishl(once, rest))
    };
    to.builder.ins().bor(moved, other)
}

/// The result and whether it is not the exact one.
fn with_overflow<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, intrinsic: &str) -> Fallible<Leaves> {
    let leaf = to.operand_leaf(op, 0)?;
    if !matches!(leaf.ty, types::I32 | types::I64) {
        return Err(refused_for(op, "width"));
    }
    let (lhs, rhs) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    let ins = to.builder.ins();
    let result = match &intrinsic[1..4] {
        "add" => ins.iadd(lhs, rhs),
        "sub" => ins.isub(lhs, rhs),
        _ => ins.imul(lhs, rhs),
    };
    let overflows = match intrinsic.split('.').next().unwrap_or_default() {
        "uadd" => to.builder.ins().icmp(IntCC::UnsignedLessThan, result, lhs),
        "usub" => to.builder.ins().icmp(IntCC::UnsignedLessThan, lhs, rhs),
        "umul" => {
            let high = to.builder.ins().umulhi(lhs, rhs);
            to.builder.ins().icmp_imm_s(IntCC::NotEqual, high, 0)
        }
        "smul" => {
            let high = to.builder.ins().smulhi(lhs, rhs);
            let sign = to.builder.ins().sshr_imm_u(result, i64::from(leaf.width()) - 1);
            to.builder.ins().icmp(IntCC::NotEqual, high, sign)
        }
        name => {
            // The sign of the result is not that of what it comes from.
            let from_lhs = to.builder.ins().bxor(lhs, result);
            let other = if name == "sadd" {
                to.builder.ins().bxor(rhs, result)
            } else {
                to.builder.ins().bxor(lhs, rhs)
            };
            let signs = to.builder.ins().band(from_lhs, other);
            to.builder.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0)
        }
    };
    Ok(Leaves::from_slice(&[result, overflows]))
}
