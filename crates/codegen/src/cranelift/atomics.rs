//! Atomic updates of memory.

use asyncir_dialects::enum_attrs::cases_text;
use asyncir_dialects::llvm::attrs::ATOMIC_BIN_OPS;
use asyncir_ir::{Diagnostic, Fallible, OpRef};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, AtomicRmwOp, InstBuilder, types};

use super::function::{Leaves, Translator};
use super::math::choose_number;
use super::memory::{ACCESS, as_integer, from_integer, into_integer};
use super::refused_for;
use super::types::Leaf;
use crate::dialect::{flag, integer};

/// By the dialect's numbers.
const ATOMIC_OPERATIONS: [AtomicRmwOp; 11] = [
    AtomicRmwOp::Xchg,
    AtomicRmwOp::Add,
    AtomicRmwOp::Sub,
    AtomicRmwOp::And,
    AtomicRmwOp::Nand,
    AtomicRmwOp::Or,
    AtomicRmwOp::Xor,
    AtomicRmwOp::Smax,
    AtomicRmwOp::Smin,
    AtomicRmwOp::Umax,
    AtomicRmwOp::Umin,
];

/// An update of memory. It gives what was there before.
pub(super) fn atomicrmw<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let number = integer(op, "bin_op").and_then(|number| usize::try_from(number).ok());
    let operation = number.and_then(|number| ATOMIC_OPERATIONS.get(number).copied());
    let (address, value) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
    let leaf = to.operand_leaf(op, 1)?;
    if leaf.is_bit || flag(op, "volatile_") {
        return Err(to.refused_type(op));
    }
    let ty = as_integer(op, leaf)?;
    let old = match operation {
        Some(operation) if !leaf.ty.is_float() || operation == AtomicRmwOp::Xchg => {
            let number = into_integer(to, op, leaf, value)?;
            to.builder.ins().atomic_rmw(ty, ACCESS, operation, address, number)
        }
        None if leaf.ty.is_float() => {
            let combine = combination(&name_of(op)).ok_or_else(|| refused_operation(op))?;
            exchange_until_same(to, op, leaf, address, &|to, old| combine(to, old, value))?
        }
        _ => return Err(refused_operation(op)),
    };
    Ok(Leaves::from_slice(&[from_integer(to, leaf, old)]))
}

fn refused_operation(op: OpRef<'_>) -> Diagnostic {
    refused_for(op, &format!("operation '{}'", name_of(op)))
}

fn name_of(op: OpRef<'_>) -> String {
    cases_text(&ATOMIC_BIN_OPS, integer(op, "bin_op").unwrap_or_default(), "")
}

/// What a float becomes by another one.
type Combine = fn(&mut Translator<'_, '_, '_>, ir::Value, ir::Value) -> ir::Value;

/// What an operation on floats computes.
fn combination(operation: &str) -> Option<Combine> {
    Some(match operation {
        "fadd" => |to, old, value| to.builder.ins().fadd(old, value),
        "fsub" => |to, old, value| to.builder.ins().fsub(old, value),
        "fmax" => |to, old, value| choose_number(to, FloatCC::GreaterThan, old, value),
        "fmin" => |to, old, value| choose_number(to, FloatCC::LessThan, old, value),
        "fmaximum" => |to, old, value| to.builder.ins().fmax(old, value),
        "fminimum" => |to, old, value| to.builder.ins().fmin(old, value),
        _ => return None,
    })
}

/// Updates memory by exchanges, until nobody else has changed it meanwhile. It gives the bits of what was there before.
fn exchange_until_same<'t, 's, 'm>(
    to: &mut Translator<'t, 's, 'm>,
    op: OpRef<'m>,
    leaf: Leaf,
    address: ir::Value,
    update: &dyn Fn(&mut Translator<'t, 's, 'm>, ir::Value) -> ir::Value,
) -> Fallible<ir::Value> {
    let ty = as_integer(op, leaf)?;
    let first = to.builder.ins().atomic_load(ty, ACCESS, address);
    let (again, done) = (to.builder.create_block(), to.builder.create_block());
    let old = to.builder.append_block_param(again, ty);
    to.builder.ins().jump(again, &[first.into()]);
    to.builder.switch_to_block(again);
    let before = from_integer(to, leaf, old);
    let after = update(to, before);
    let new = into_integer(to, op, leaf, after)?;
    let found = to.builder.ins().atomic_cas(ACCESS, address, old, new);
    let is_same = to.builder.ins().icmp(IntCC::Equal, found, old);
    to.builder.ins().brif(is_same, done, &[], again, &[found.into()]);
    to.builder.switch_to_block(done);
    Ok(old)
}

/// An exchange of what is as expected. It gives what was there before, and whether that was so.
pub(super) fn cmpxchg<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>) -> Fallible<Leaves> {
    let (address, expected, new) = (to.scalar(op, 0)?, to.scalar(op, 1)?, to.scalar(op, 2)?);
    let leaf = to.operand_leaf(op, 1)?;
    if leaf.is_bit || leaf.ty.is_float() || leaf.ty == types::I128 || flag(op, "volatile_") {
        return Err(to.refused_type(op));
    }
    let old = to.builder.ins().atomic_cas(ACCESS, address, expected, new);
    let is_stored = to.builder.ins().icmp(IntCC::Equal, old, expected);
    Ok(Leaves::from_slice(&[old, is_stored]))
}
