//! Contractions: named ops that sum up products, which their blocks must compute.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::CycleGuard;
use asyncir_ir::{Body, Context, Fallible, OpId, OpRef, ValueId};

use super::named::{BatchMatvecOp, BatchVecmatOp, DotOp, MatvecOp, VecmatOp};
use super::structured::entry_block;
use super::windows::{BatchMmt4dOp, Mmt4dOp};
use super::{BatchMatmulOp, BatchReduceMatmulOp, ContractOp, MatmulOp};

/// What multiplies, and what adds then.
const PAIRS: [[&str; 2]; 4] = [
    ["arith.mulf", "arith.addf"],
    ["arith.muli", "arith.addi"],
    ["complex.mul", "complex.add"],
    ["arith.andi", "arith.ori"],
];

/// Checks the block of an op that is a contraction. Its short form does not print the block, so another one would be lost.
pub(super) fn verify(op: OpRef<'_>) -> Fallible {
    let contractions = [
        MatmulOp::DEF,
        BatchMatmulOp::DEF,
        BatchReduceMatmulOp::DEF,
        ContractOp::DEF,
        DotOp::DEF,
        MatvecOp::DEF,
        VecmatOp::DEF,
        BatchMatvecOp::DEF,
        BatchVecmatOp::DEF,
        Mmt4dOp::DEF,
        BatchMmt4dOp::DEF,
    ];
    let is_contraction = contractions.into_iter().any(|def| op.data().is(def));
    if is_contraction && adds_product(op.ctx, op.body, op.op).is_none() {
        return Err(op.bare_error("expected add/mul op in the body"));
    }
    Ok(())
}

/// Checks that the block of an op yields its third argument plus the product of the others; conversions of any of these,
/// and other ops with a single operand, do not matter.
fn adds_product(ctx: &Context, body: &Body, op: OpId) -> Option<()> {
    let block = entry_block(body, op)?;
    let arguments: Vec<ValueId> = body.block_args(block).collect();
    let [first, second, accumulated] = arguments[..] else {
        return None;
    };
    let mut yielded = body.operands(body.block(block).last_op()?);
    let (Some(result), None) = (yielded.next(), yielded.next()) else {
        return None;
    };
    let (sum, addends) = binary(body, result)?;
    let product = other_of(addends, accumulated)?;
    let (product, factors) = binary(body, product)?;
    let other = other_of(factors, first)?;
    let name = |op| body.op(op).name().as_str(ctx);
    (other == second && PAIRS.contains(&[name(product), name(sum)])).then_some(())
}

/// The op with two operands that a value comes from, and where these come from.
fn binary(body: &Body, value: ValueId) -> Option<(OpId, [ValueId; 2])> {
    let op = body.defining_op(before_unary(body, value))?;
    let operands: Vec<ValueId> = body.operands(op).map(|operand| before_unary(body, operand)).collect();
    Some((op, operands.try_into().ok()?))
}

/// What a value was before ops with a single operand.
fn before_unary(body: &Body, mut value: ValueId) -> ValueId {
    let mut guard = CycleGuard::new();
    while let Some(op) = body.defining_op(value).filter(|&op| body.op(op).num_operands() == 1)
        && guard.advance(op)
    {
        value = body.operand(op, 0);
    }
    value
}

/// The other one of two values.
fn other_of([first, second]: [ValueId; 2], value: ValueId) -> Option<ValueId> {
    match value {
        _ if value == first => Some(second),
        _ if value == second => Some(first),
        _ => None,
    }
}
