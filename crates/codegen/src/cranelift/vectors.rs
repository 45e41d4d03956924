//! Vectors, which are rows of their lanes: parts of them, reductions, and accesses under a mask.

use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::{Fallible, OpRef};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder};

use super::constants::scalar;
use super::function::{Leaves, Translator};
use super::memory::{ACCESS, leaf_offset};
use super::types::Leaf;
use super::{arithmetic, intrinsics, math, refused, refused_for};
use crate::dialect::integers;

/// Translates `op` if it is about lanes.
pub(super) fn translate<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    mnemonic: &str,
) -> Fallible<Option<Leaves>> {
    let index = match mnemonic {
        "extractelement" => 1,
        "insertelement" => 2,
        _ => 0,
    };
    if index > 0 && to.operand_leaf(op, index)?.ty.bits() > 64 {
        return Err(refused_for(op, "128 bits"));
    }
    Ok(Some(match mnemonic {
        "extractelement" => {
            let lanes = to.operand(op, 0)?;
            let lane = match known_lane(op, index, &lanes) {
                Some(number) => lanes[number],
                None => {
                    let index = to.scalar(op, index)?;
                    chosen(to, op, &lanes, index)?
                }
            };
            Leaves::from_slice(&[lane])
        }
        "insertelement" => {
            let (mut lanes, value) = (to.operand(op, 0)?, to.scalar(op, 1)?);
            if let Some(number) = known_lane(op, index, &lanes) {
                lanes[number] = value;
                return Ok(Some(lanes));
            }
            let index = to.scalar(op, index)?;
            for (number, lane) in (0..).zip(&mut lanes) {
                let is_here = to.builder.ins().icmp_imm_s(IntCC::Equal, index, number);
                *lane = to.builder.ins().select(is_here, value, *lane);
            }
            lanes
        }
        "shufflevector" => {
            let lanes = [to.operand(op, 0)?, to.operand(op, 1)?].concat();
            // A lane of any value is the first one.
            let lane = |&number: &i64| lanes.get(usize::try_from(number).unwrap_or(0)).copied();
            let shuffled: Option<Leaves> = integers(op, "mask").iter().map(lane).collect();
            shuffled.ok_or_else(|| refused(op))?
        }
        _ => return Ok(None),
    }))
}

/// Which lane a constant operand says, if there is that one.
fn known_lane(op: OpRef<'_>, operand: usize, lanes: &[ir::Value]) -> Option<usize> {
    let number = constant_value(op.ctx, op.body, op.operand(operand))?.as_i64(op.ctx)?;
    usize::try_from(number).ok().filter(|&number| number < lanes.len())
}

/// The lane of that number.
fn chosen<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    lanes: &[ir::Value],
    index: ir::Value,
) -> Fallible<ir::Value> {
    let (&first, others) = lanes.split_first().ok_or_else(|| to.refused_type(op))?;
    let mut result = first;
    for (number, &lane) in (1..).zip(others) {
        let is_here = to.builder.ins().icmp_imm_s(IntCC::Equal, index, number);
        result = to.builder.ins().select(is_here, lane, result);
    }
    Ok(result)
}

/// Translates an op `llvm.intr.*` by the rest of its name, if it is one for vectors alone.
pub(super) fn intrinsic<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    intrinsic: &str,
) -> Fallible<Option<Leaves>> {
    if let Some(reduction) = intrinsic.strip_prefix("vector.reduce.") {
        return reduce(to, op, reduction).map(|result| Some(Leaves::from_slice(&[result])));
    }
    match intrinsic {
        "masked.load" | "masked.gather" => masked_load(to, op, intrinsic == "masked.gather").map(Some),
        "masked.store" | "masked.scatter" => masked_store(to, op, intrinsic == "masked.scatter").map(Some),
        "stepvector" => {
            let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
            let leaves = to.leaves(op, ty)?;
            if leaves.iter().any(|leaf| leaf.is_bit) {
                return Err(to.refused_type(op));
            }
            Ok(Some(
                (0..)
                    .zip(&*leaves)
                    .map(|(number, leaf)| scalar(to, *leaf, number))
                    .collect(),
            ))
        }
        "get.active.lane.mask" => {
            let (first, end) = (to.scalar(op, 0)?, to.scalar(op, 1)?);
            let (leaf, other) = (to.operand_leaf(op, 0)?, to.operand_leaf(op, 1)?);
            if leaf != other || leaf.is_bit || leaf.ty.bits() > 64 {
                return Err(to.refused_type(op));
            }
            let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
            let count = to.leaves(op, ty)?.len();
            Ok(Some(
                (0..).take(count).map(|number| active(to, first, end, number)).collect(),
            ))
        }
        _ => Ok(None),
    }
}

/// Whether `first + number` is below `end`; a sum that wraps around is not.
fn active(to: &mut Translator<'_, '_, '_>, first: ir::Value, end: ir::Value, number: i64) -> ir::Value {
    let here = to.builder.ins().iadd_imm_s(first, number);
    let is_below = to.builder.ins().icmp(IntCC::UnsignedLessThan, here, end);
    let is_exact = to.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, here, first);
    to.builder.ins().band(is_below, is_exact)
}

/// All lanes combined, from the first on; sums and products of floats start with a number that is given.
fn reduce<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, reduction: &str) -> Fallible<ir::Value> {
    let leaf = to.result_leaf(op)?;
    if leaf.is_bit && !matches!(reduction, "and" | "or" | "xor" | "add" | "mul") {
        return Err(to.refused_type(op));
    }
    let has_start = matches!(reduction, "fadd" | "fmul");
    let lanes = to.operand(op, usize::from(has_start))?;
    let start = if has_start { Some(to.scalar(op, 0)?) } else { None };
    let mut lanes = start.into_iter().chain(lanes);
    let mut result = lanes.next().ok_or_else(|| to.refused_type(op))?;
    for lane in lanes {
        result = combine(to, op, reduction, leaf, result, lane)?;
    }
    Ok(result)
}

fn combine<'m>(
    to: &mut Translator<'_, '_, 'm>,
    op: OpRef<'m>,
    reduction: &str,
    leaf: Leaf,
    lhs: ir::Value,
    rhs: ir::Value,
) -> Fallible<ir::Value> {
    let lanes = [lhs, rhs];
    let by_float = match reduction {
        "add" | "mul" | "and" | "or" | "xor" => return arithmetic::integers(to, op, reduction, &lanes, leaf),
        "fadd" | "fmul" => return Ok(arithmetic::floats(to, reduction, &lanes)),
        "fmax" => "maxnum",
        "fmin" => "minnum",
        "fmaximum" => "maximum",
        "fminimum" => "minimum",
        _ => {
            let combined = intrinsics::integers(to, op, reduction, &lanes, leaf)?;
            return combined.ok_or_else(|| refused(op));
        }
    };
    math::translate(to, op, by_float, &lanes, leaf)?.ok_or_else(|| refused(op))
}

/// Where a lane stands: behind one address, or at one of its own.
fn place(
    op: OpRef<'_>,
    addresses: &[ir::Value],
    leaf: Leaf,
    lane: usize,
    is_apart: bool,
) -> Fallible<(ir::Value, i32)> {
    let offset = leaf_offset(op, &leaf)?;
    let address = addresses.get(if is_apart { lane } else { 0 }).copied();
    let address = address.ok_or_else(|| refused(op))?;
    Ok((address, if is_apart { 0 } else { offset }))
}

/// Lanes from memory where the mask is set; others from the operand behind it, or of any value.
fn masked_load<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, is_apart: bool) -> Fallible<Leaves> {
    let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
    let (leaves, addresses, mask) = (to.leaves(op, ty)?, to.operand(op, 0)?, to.operand(op, 1)?);
    let other = match op.operands().len() {
        2 => leaves.iter().map(|leaf| to.zero(leaf.ty)).collect(),
        _ => to.operand(op, 2)?,
    };
    if mask.len() != leaves.len() || other.len() != leaves.len() {
        return Err(to.refused_type(op));
    }
    let mut results = Leaves::new();
    for (lane, ((&leaf, &is_set), &other)) in leaves.iter().zip(&mask).zip(&other).enumerate() {
        let (address, offset) = place(op, &addresses, leaf, lane, is_apart)?;
        let (access, next) = (to.builder.create_block(), to.builder.create_block());
        let result = to.builder.append_block_param(next, leaf.ty);
        to.builder
            .ins()
            .brif(is_set, access, &[], next, &[BlockArg::Value(other)]);
        to.builder.switch_to_block(access);
        let loaded = to.builder.ins().load(leaf.ty, ACCESS, address, offset);
        to.builder.ins().jump(next, &[BlockArg::Value(loaded)]);
        to.builder.switch_to_block(next);
        results.push(result);
    }
    Ok(results)
}

/// Lanes to memory where the mask is set.
fn masked_store<'m>(to: &mut Translator<'_, '_, 'm>, op: OpRef<'m>, is_apart: bool) -> Fallible<Leaves> {
    let ty = *op.operand_types().first().ok_or_else(|| refused(op))?;
    let (leaves, values) = (to.leaves(op, ty)?, to.operand(op, 0)?);
    let (addresses, mask) = (to.operand(op, 1)?, to.operand(op, 2)?);
    if mask.len() != leaves.len() {
        return Err(to.refused_type(op));
    }
    for (lane, ((&leaf, &is_set), &value)) in leaves.iter().zip(&mask).zip(&values).enumerate() {
        let (address, offset) = place(op, &addresses, leaf, lane, is_apart)?;
        let (access, next) = (to.builder.create_block(), to.builder.create_block());
        to.builder.ins().brif(is_set, access, &[], next, &[]);
        to.builder.switch_to_block(access);
        to.builder.ins().store(ACCESS, value, address, offset);
        to.builder.ins().jump(next, &[]);
        to.builder.switch_to_block(next);
    }
    Ok(Leaves::new())
}
