//! Ops that are LLVM's intrinsics, as far as they are instructions or functions of C's library.

use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use super::branches::UNREACHABLE;
use super::function::{Leaves, Translator};
use super::types::Leaf;
use super::{math, refused, refused_for};
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
        _ => {
            let value = match integers(to, op, intrinsic)? {
                Some(value) => value,
                None => math::translate(to, op, intrinsic)?.ok_or_else(|| refused(op))?,
            };
            Ok(Leaves::from_slice(&[value]))
        }
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
fn integers<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, intrinsic: &str) -> Fallible<Option<ir::Value>> {
    if !matches!(
        intrinsic,
        "abs"
            | "smax"
            | "smin"
            | "umax"
            | "umin"
            | "ctlz"
            | "cttz"
            | "ctpop"
            | "bitreverse"
            | "bswap"
            | "fshl"
            | "fshr"
    ) {
        return Ok(None);
    }
    let leaf = to.result_leaf(op)?;
    if leaf.is_bit || leaf.ty == types::I128 {
        return Err(refused_for(op, "width"));
    }
    let value = to.scalar(op, 0)?;
    let ins = to.builder.ins();
    Ok(Some(match intrinsic {
        "abs" => ins.iabs(value),
        "ctlz" => ins.clz(value),
        "cttz" => ins.ctz(value),
        "ctpop" => ins.popcnt(value),
        "bitreverse" => ins.bitrev(value),
        "bswap" if leaf.ty == types::I8 => return Err(refused_for(op, "width")),
        "bswap" => ins.bswap(value),
        "smax" => extreme(to, op, IntCC::SignedGreaterThan)?,
        "smin" => extreme(to, op, IntCC::SignedLessThan)?,
        "umax" => extreme(to, op, IntCC::UnsignedGreaterThan)?,
        "umin" => extreme(to, op, IntCC::UnsignedLessThan)?,
        _ => funnel_shift(to, op, leaf, intrinsic == "fshl")?,
    }))
}

fn extreme<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, condition: IntCC) -> Fallible<ir::Value> {
    let (lhs, rhs) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    let is_first = to.builder.ins().icmp(condition, lhs, rhs);
    Ok(to.builder.ins().select(is_first, lhs, rhs))
}

/// The upper half (of a shift to the left) or the lower one of two numbers side by side, shifted. Shifting by the whole
/// width in one step is undefined, so that one of the shifts is made in two.
fn funnel_shift<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, leaf: Leaf, left: bool) -> Fallible<ir::Value> {
    let (high, low, amount) = (to.scalar(op, 0)?, to.scalar(op, 1)?, to.scalar(op, 2)?);
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
    Ok(to.builder.ins().bor(moved, other))
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
