//! The `cf` dialect: branches between blocks, and assertions.

mod branch;
mod cond_branch;
mod switch;

use asyncir_ir::def::{Dialect, Effect, EffectKind, ForwardedOperands, OpView};
use asyncir_ir::rewrite::{CycleGuard, Rewriter};
use asyncir_ir::{AttrKind, Attribute, BlockId, Body, Context, Location, OpId, OpRef, OperationState, ValueId};
use smallvec::SmallVec;

use crate::constant_fold::materialize_arith_constant;
use crate::constraints::{ANY_INT_ELEMENTS_ATTR, ANY_INTEGER, ANY_TYPE, DENSE_I32_ARRAY_ATTR, I1, STR_ATTR};
use crate::matchers::constant_bool;
use crate::region_flow::check_branch;

pub use switch::Case;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "cf",
    description: "Control flow without regions: branches between the blocks of a region, and assertions.",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(materialize_arith_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

asyncir_ir::ops! {
    /// All ops of the dialect.
    pub const OPS;

    /// Does nothing if the operand is true; ends the program with the message otherwise.
    ///
    /// ```mlir
    /// cf.assert %in_bounds, "index out of bounds"
    /// ```
    op AssertOp "cf.assert" {
        summary "Assert operation with message attribute";
        operands { arg: one I1 }
        attributes { msg: required STR_ATTR }
        format "$arg `,` $msg attr-dict";
        hooks { effects: assert_effects, canonicalize: &[&EraseTrueAssert] }
    }

    /// Goes to a block and passes values to its arguments.
    ///
    /// ```mlir
    /// cf.br ^next(%a : i32)
    /// ```
    op BranchOp "cf.br" {
        summary "Branch operation";
        operands { destOperands: variadic ANY_TYPE }
        successors { dest: one }
        traits [Pure, Terminator]
        format "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict";
        hooks { verify: check_branch, branch: branch_operands, canonicalize: branch::PATTERNS }
    }

    /// Goes to the first block if the condition is true, to the second one otherwise, and passes values to the
    /// arguments of that block. `branch_weights` say how often each is expected.
    ///
    /// ```mlir
    /// cf.cond_br %flag weights([9, 1]), ^often(%a : i32), ^seldom
    /// ```
    op CondBranchOp "cf.cond_br" {
        summary "Conditional branch operation";
        operands { condition: one I1, trueDestOperands: variadic ANY_TYPE, falseDestOperands: variadic ANY_TYPE }
        attributes { branch_weights: optional DENSE_I32_ARRAY_ATTR }
        successors { trueDest: one, falseDest: one }
        traits [AttrSizedOperandSegments, Pure, Terminator]
        format "$condition (`weights` `(` $branch_weights^ `)` )? `,` \
                $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
                $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict";
        hooks {
            verify: cond_branch::verify,
            branch: cond_branch_operands,
            canonicalize: cond_branch::PATTERNS,
        }
    }

    /// Goes to the block of the case that equals the flag, to the default block if none does, and passes values to
    /// the arguments of that block.
    ///
    /// ```mlir
    /// cf.switch %flag : i32, [
    ///   default: ^bb1(%a : i32),
    ///   42: ^bb2,
    ///   43: ^bb3(%b : i32)
    /// ]
    /// ```
    op SwitchOp "cf.switch" {
        summary "Switch operation";
        operands { flag: one ANY_INTEGER, defaultOperands: variadic ANY_TYPE, caseOperands: variadic ANY_TYPE }
        attributes {
            case_values: optional ANY_INT_ELEMENTS_ATTR,
            case_operand_segments: required DENSE_I32_ARRAY_ATTR,
        }
        successors { defaultDestination: one, caseDestinations: variadic }
        traits [AttrSizedOperandSegments, Pure, Terminator]
        custom switch::parse, switch::print;
        hooks { verify: switch::verify, branch: switch::branch_operands, canonicalize: switch::PATTERNS }
    }
}

impl BranchOp<'_> {
    /// A branch to `dest` that passes `operands`.
    pub fn to(ctx: &Context, location: Location, dest: BlockId, operands: &[ValueId]) -> OperationState {
        Self::build(ctx, location, operands, &[]).successors(&[dest])
    }
}

impl CondBranchOp<'_> {
    /// A branch to the first or the second destination with its operands.
    pub fn to(
        ctx: &Context,
        location: Location,
        condition: ValueId,
        if_true: (BlockId, &[ValueId]),
        if_false: (BlockId, &[ValueId]),
    ) -> OperationState {
        let state = Self::build(ctx, location, condition, if_true.1, if_false.1, None, &[]);
        state.successors(&[if_true.0, if_false.0])
    }
}

fn assert_effects(_op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    // It writes to nothing, but must stay where it is.
    SmallVec::from_slice(&[Effect {
        kind: EffectKind::Write,
        value: None,
    }])
}

fn branch_operands(op: OpRef<'_>, _successor: usize) -> ForwardedOperands {
    ForwardedOperands::of_slot(BranchOp::DEF, op, 0)
}

fn cond_branch_operands(op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    ForwardedOperands::of_slot(CondBranchOp::DEF, op, successor + 1)
}

crate::pattern! {
    /// An assertion of what is true says nothing.
    EraseTrueAssert on AssertOp, erase_true_assert
}

fn erase_true_assert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let holds = constant_bool(rw.ctx, rw.body, rw.body.operand(op, 0)) == Some(true);
    if holds {
        rw.erase(op);
    }
    holds
}

/// What a block that only branches on stands for: the block it leads to, and the operands that get there if `operands`
/// are passed to it.
fn pass_through(body: &Body, block: BlockId, operands: &[ValueId]) -> Option<(BlockId, Vec<ValueId>)> {
    let only = body.block(block).first_op()?;
    if !body.op(only).is(BranchOp::DEF) {
        return None;
    }
    let args: Vec<ValueId> = body.block_args(block).collect();
    // Arguments used elsewhere would lose their definition, were the block gone.
    let used_elsewhere = args.iter().any(|&arg| body.users(arg).any(|user| user != only));
    let dest = body.successor(only, 0);
    if used_elsewhere || in_cycle(body, block, dest) {
        return None;
    }
    let map = |value| {
        args.iter()
            .position(|&arg| arg == value)
            .map_or(value, |index| operands[index])
    };
    Some((dest, body.operands(only).map(map).collect()))
}

/// Whether unconditional branches lead from `dest`, which follows `block`, back to a block that was passed: going on
/// through such a ring would never end.
fn in_cycle(body: &Body, block: BlockId, dest: BlockId) -> bool {
    let mut guard = CycleGuard::new();
    let mut current = dest;
    loop {
        if current == block || !guard.advance(current) {
            return true;
        }
        match body.terminator(current).filter(|&last| body.op(last).is(BranchOp::DEF)) {
            Some(branch) => current = body.successor(branch, 0),
            None => return false,
        }
    }
}

/// The integers of a dense elements attribute, one for each element.
fn dense_ints(ctx: &Context, attr: Attribute) -> Vec<i128> {
    let AttrKind::DenseElements { ty, splat, data } = attr.kind(ctx) else {
        return Vec::new();
    };
    let element = ty.element_or_self(ctx);
    let Some(width) = ctx
        .int_or_index_width(element)
        .filter(|width| (1..=128).contains(width))
    else {
        return Vec::new();
    };
    let read = |chunk: &[u8]| {
        let mut word = [0u8; 16];
        word[..chunk.len()].copy_from_slice(chunk);
        let shift = 128 - width;
        (i128::from_le_bytes(word) << shift) >> shift
    };
    let values: Vec<i128> = data.chunks_exact(width.div_ceil(8) as usize).map(read).collect();
    if *splat {
        let count = ty.num_elements(ctx).and_then(|count| usize::try_from(count).ok());
        vec![values.first().copied().unwrap_or_default(); count.unwrap_or(0)]
    } else {
        values
    }
}
