//! Waiting: `async.await`, and groups.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{DirectiveArgs, InferCx, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Fallible, OpId, OpRef, Type};
use smallvec::SmallVec;

use super::types::{GROUP_TYPE, VALUE_OR_TOKEN, is_token, value_type};
use crate::constraints::{ANY_TYPE, INDEX};
use crate::memref::effects::allocate;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Waits until a token or value is available. Of a value it gives the payload.
    ///
    /// ```mlir
    /// async.await %token : !async.token
    /// %x = async.await %value : !async.value<f32>
    /// ```
    op AwaitOp "async.await" {
        summary "waits for the argument to become ready";
        operands { operand: one VALUE_OR_TOKEN }
        results { result: optional ANY_TYPE }
        format "$operand `:` custom<AwaitResultType>(type($operand), type($result)) attr-dict";
        directives ["AwaitResultType" => parse_await_type, print_await_type]
        hooks { verify: verify_await, infer: infer_await }
    }

    /// Makes an empty group that will have `size` members. Two of these ops make two groups.
    ///
    /// ```mlir
    /// %group = async.create_group %size : !async.group
    /// ```
    op CreateGroupOp "async.create_group" {
        summary "creates an empty async group";
        operands { size: one INDEX }
        results { result: one GROUP_TYPE }
        format "$size `:` type($result) attr-dict";
        hooks { canonicalize: &[&EraseUnusedGroup], effects: allocate }
    }

    /// Adds a token or value to a group and gives its rank in it, which never changes.
    ///
    /// ```mlir
    /// %rank = async.add_to_group %token, %group : !async.token
    /// ```
    op AddToGroupOp "async.add_to_group" {
        summary "adds an async token or value to the group";
        operands { operand: one VALUE_OR_TOKEN, group: one GROUP_TYPE }
        results { rank: one INDEX }
        format "$operand `,` $group `:` type($operand) attr-dict";
    }

    /// Waits until the group has all its members and all of them are available.
    ///
    /// ```mlir
    /// async.await_all %group
    /// ```
    op AwaitAllOp "async.await_all" {
        summary "waits for the all async tokens or values in the group to become ready";
        operands { operand: one GROUP_TYPE }
        format "$operand attr-dict";
    }
}

/// Reads the type of the operand; that of the result follows.
fn parse_await_type(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let ty = p.ty()?;
    let result = value_type(p.ctx(), ty);
    args.types.push(("operand", vec![ty]));
    args.types.push(("result", result.into_iter().collect()));
    Ok(())
}

fn print_await_type(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.ty(op.operand_type(0));
}

fn verify_await(op: OpRef<'_>) -> Fallible {
    let operand = op.operand_type(0);
    let result = op.result_types().first().copied();
    if is_token(op.ctx, operand) && result.is_some() {
        return Err(op.error("awaiting on a token must have empty result"));
    }
    let Some(want) = value_type(op.ctx, operand) else {
        return Ok(());
    };
    let want = op.ctx.show_type(want);
    match result.map(|ty| op.ctx.show_type(ty)) {
        Some(got) if got == want => Ok(()),
        Some(got) => Err(op.error(format_args!(
            "result type '{got}' does not match async value type '{want}'"
        ))),
        None => Err(op.error(format_args!("awaiting on a value must have a result of type '{want}'"))),
    }
}

fn infer_await(cx: &InferCx<'_>) -> Fallible<SmallVec<[Type; 2]>> {
    Ok(cx
        .operands
        .first()
        .and_then(|&ty| value_type(cx.ctx, ty))
        .into_iter()
        .collect())
}

crate::pattern! {
    /// A group that is only awaited, and to which nothing is added, is not needed.
    EraseUnusedGroup on CreateGroupOp, erase_unused_group
}

fn erase_unused_group(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let users: Vec<OpId> = rw.body.users(rw.body.result(op, 0)).collect();
    if !users.iter().all(|&user| rw.body.op(user).is(AwaitAllOp::DEF)) {
        return false;
    }
    for user in users {
        rw.erase(user);
    }
    rw.erase(op);
    true
}
