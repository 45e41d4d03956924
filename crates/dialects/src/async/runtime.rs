//! Calls of the runtime: tokens, values, groups and their reference counts.

use asyncir_ir::def::OpView;
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Attribute, Context, Fallible, OpRef, Type};

use super::types::{ANY_ASYNC, CORO_HANDLE_TYPE, GROUP_TYPE, VALUE_OR_TOKEN, VALUE_TYPE, is_token, value_type};
use crate::constraints::{ANY_TYPE, FLAT_SYMBOL_REF_ATTR, I1, I64, I64_ATTR, I64_ATTR_POSITIVE, INDEX, STR_ATTR};
use crate::{func, function_like};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Makes a token or value that is not available yet. Its reference count is one.
    op RuntimeCreateOp "async.runtime.create" {
        summary "creates an async runtime token or value";
        results { result: one VALUE_OR_TOKEN }
        format "attr-dict `:` type($result)";
    }

    /// Makes an empty group that will have `size` members.
    op RuntimeCreateGroupOp "async.runtime.create_group" {
        summary "creates an async runtime group";
        operands { size: one INDEX }
        results { result: one GROUP_TYPE }
        format "$size `:` type($result) attr-dict";
    }

    /// Makes a token or value available: whoever awaits it goes on.
    op RuntimeSetAvailableOp "async.runtime.set_available" {
        summary "switches token or value to available state";
        operands { operand: one VALUE_OR_TOKEN }
        format "$operand attr-dict `:` type($operand)";
    }

    /// Puts a token or value into the error state: whoever awaits it goes on and finds the error.
    op RuntimeSetErrorOp "async.runtime.set_error" {
        summary "switches token or value to error state";
        operands { operand: one VALUE_OR_TOKEN }
        format "$operand attr-dict `:` type($operand)";
    }

    /// Puts a token or value into the error state because `cause` is in it: whoever awaits it finds what is known of the
    /// error of `cause`. MLIR does not have this op, and only asyncir's runtime can do what it asks for.
    op RuntimeForwardErrorOp "async.runtime.forward_error" {
        summary "switches token or value to the error state of another object";
        operands { cause: one ANY_ASYNC, operand: one VALUE_OR_TOKEN }
        format "$cause `to` $operand attr-dict `:` type($cause) `,` type($operand)";
    }

    /// Ends the program if the operand, which has been awaited, is in the error state: with what is known of the error,
    /// or with `msg` if nothing is. MLIR does not have this op, and only asyncir's runtime can do what it asks for.
    op RuntimeCheckOp "async.runtime.check" {
        summary "ends the program if the operand is in error state";
        operands { operand: one ANY_ASYNC }
        attributes { msg: required STR_ATTR }
        format "$operand `,` $msg attr-dict `:` type($operand)";
    }

    /// Makes a failure: a number, not zero, that stands for a message. A function that cannot go on returns it in place of
    /// what it computes. Who has one gives it away once: returns it, or lets `async.runtime.forward_failure` or
    /// `async.runtime.raise` have it. MLIR does not have this op, and only asyncir's runtime can do what it asks for.
    op RuntimeFailureOp "async.runtime.failure" {
        summary "makes a failure with a message";
        results { failure: one I64 }
        attributes { msg: required STR_ATTR }
        format "$msg attr-dict";
    }

    /// Makes a failure (see `async.runtime.failure`) of what is known of the error of the operand, which has been awaited
    /// and is in the error state, or of `msg` if nothing is. MLIR does not have this op.
    op RuntimeFailureOfOp "async.runtime.failure_of" {
        summary "makes a failure of an object in error state";
        operands { operand: one ANY_ASYNC }
        results { failure: one I64 }
        attributes { msg: required STR_ATTR }
        format "$operand `,` $msg attr-dict `:` type($operand)";
    }

    /// Puts tokens and values into the error state with a failure (see `async.runtime.failure`): whoever awaits them finds
    /// its message. The failure is given away. MLIR does not have this op.
    op RuntimeForwardFailureOp "async.runtime.forward_failure" {
        summary "switches tokens and values to error state with a failure";
        operands { failure: one I64, objects: variadic VALUE_OR_TOKEN }
        format "$failure (`to` $objects^ `:` type($objects))? attr-dict";
    }

    /// Fails as a failed assertion does, with a failure (see `async.runtime.failure`), unless it is zero: in a task or an
    /// async function whatever that gives is in error, elsewhere the program ends. The failure is given away. MLIR does
    /// not have this op.
    op RuntimeRaiseOp "async.runtime.raise" {
        summary "fails with a failure, unless it is zero";
        operands { failure: one I64 }
        format "$failure attr-dict";
    }

    /// Whether a token, value or group is in the error state. To be asked when it has been awaited.
    op RuntimeIsErrorOp "async.runtime.is_error" {
        summary "returns true if token, value or group is in error state";
        operands { operand: one ANY_ASYNC }
        results { is_error: one I1 }
        format "$operand attr-dict `:` type($operand)";
    }

    /// Blocks the thread until the operand is available or in the error state.
    op RuntimeAwaitOp "async.runtime.await" {
        summary "blocks the caller thread until the operand becomes available";
        operands { operand: one ANY_ASYNC }
        format "$operand attr-dict `:` type($operand)";
    }

    /// Resumes the coroutine on a thread of the runtime.
    op RuntimeResumeOp "async.runtime.resume" {
        summary "resumes the coroutine on a thread managed by the runtime";
        operands { handle: one CORO_HANDLE_TYPE }
        format "$handle attr-dict";
    }

    /// Resumes the coroutine on a thread of the runtime as soon as the operand is available or in the error state.
    op RuntimeAwaitAndResumeOp "async.runtime.await_and_resume" {
        summary "awaits the async operand and resumes the coroutine";
        operands { operand: one ANY_ASYNC, handle: one CORO_HANDLE_TYPE }
        format "$operand `,` $handle attr-dict `:` type($operand)";
    }

    /// Puts the payload into an async value. `async.runtime.set_available` publishes it.
    op RuntimeStoreOp "async.runtime.store" {
        summary "stores the value into the runtime async.value";
        operands { value: one ANY_TYPE, storage: one VALUE_TYPE }
        rules [TypesMatchWith {
            summary: "type of 'value' matches element type of 'storage'",
            from: "storage",
            to: "value",
            transform: value_type,
        }]
        format "$value `,` $storage attr-dict `:` type($storage)";
    }

    /// Gives the payload of an async value that is available.
    op RuntimeLoadOp "async.runtime.load" {
        summary "loads the value from the runtime async.value";
        operands { storage: one VALUE_TYPE }
        results { result: one ANY_TYPE }
        rules [TypesMatchWith {
            summary: "type of 'value' matches element type of 'storage'",
            from: "storage",
            to: "result",
            transform: value_type,
        }]
        format "$storage attr-dict `:` type($storage)";
    }

    /// Adds a token or value to a group and gives its rank in it.
    op RuntimeAddToGroupOp "async.runtime.add_to_group" {
        summary "adds an async token or value to the group";
        operands { operand: one VALUE_OR_TOKEN, group: one GROUP_TYPE }
        results { rank: one INDEX }
        format "$operand `,` $group attr-dict `:` type($operand)";
    }

    /// Adds `count` references to a token, value or group.
    op RuntimeAddRefOp "async.runtime.add_ref" {
        summary "adds a reference to async value";
        operands { operand: one ANY_ASYNC }
        attributes { count: required I64_ATTR_POSITIVE }
        format "$operand attr-dict `:` type($operand)";
    }

    /// Drops `count` references to a token, value or group. With the last one it is freed.
    op RuntimeDropRefOp "async.runtime.drop_ref" {
        summary "drops a reference to async value";
        operands { operand: one ANY_ASYNC }
        attributes { count: required I64_ATTR_POSITIVE }
        format "$operand attr-dict `:` type($operand)";
    }

    /// Runs a function over the iterations `0` to `trip - 1` of a loop, on all workers. The function takes the begin and the
    /// end of a range of iterations, then `args`; ranges are split when a worker has time for one, and calls with
    /// different ranges may run at the same time. About `first` iterations are a microsecond of work, which is not worth
    /// splitting; zero if that is not known.
    ///
    /// A function with a result gives zero, or the failure of an iteration (see `async.runtime.failure`); then no further
    /// ranges are begun. Without a result, or with an `i64`, the op waits for all ranges that were begun; a token becomes
    /// available when they are done, or is in error with the failure. The integer is zero or the failure. It is that
    /// of the failed range that comes first.
    ///
    /// `grain` fixes how many iterations are taken at a time (-1: one range for each worker), `workers` limits how many
    /// threads take part.
    ///
    /// ```mlir
    /// async.runtime.parallel_for @scale(%n, %first) args(%memory, %factor : memref<?xf32>, f32)
    /// %token = async.runtime.parallel_for @scale(%n, %first) args(%memory, %factor : memref<?xf32>, f32) : !async.token
    /// ```
    op RuntimeParallelForOp "async.runtime.parallel_for" {
        summary "runs a function over ranges of iterations on all workers";
        operands { trip: one INDEX, first: one INDEX, args: variadic ANY_TYPE }
        results { results: variadic ANY_TYPE }
        attributes {
            callee: required FLAT_SYMBOL_REF_ATTR,
            grain: default I64_ATTR = zero,
            workers: default I64_ATTR = zero,
        }
        format "$callee `(` $trip `,` $first `)` (`args` `(` $args^ `:` type($args) `)`)? attr-dict (`:` type($results)^)?";
        hooks { verify: verify_parallel_for, verify_symbols: verify_range_function }
    }

    /// How many threads the runtime works with.
    op RuntimeNumWorkerThreadsOp "async.runtime.num_worker_threads" {
        summary "gets the number of threads in the threadpool from the runtime";
        results { result: one INDEX }
        format "attr-dict `:` type($result)";
    }
}

fn zero(ctx: &Context) -> Attribute {
    ctx.i64_attr(0)
}

fn verify_parallel_for(op: OpRef<'_>) -> Fallible {
    let is_fine = match op.result_types().as_slice() {
        [] => true,
        &[ty] => ty == Type::I64 || is_token(op.ctx, ty),
        _ => false,
    };
    if is_fine {
        return Ok(());
    }
    Err(op.error("result must be i64 or async token type, if there is one"))
}

/// The function takes two indices and the arguments. It gives a failure if the op does; if that gives a token, it may.
fn verify_range_function(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    // What is missing is told elsewhere.
    let Some(callee) = op.property("callee") else {
        return Ok(());
    };
    let found = scope.lookup(op.ctx, callee);
    let function = found.filter(|function| function.data().is(func::FuncOp::DEF));
    let Some((inputs, results)) = function.and_then(function_like::function_type) else {
        let name = callee.as_flat_symbol(op.ctx).map_or("", |name| op.ctx.str(name));
        return Err(op.error(format_args!("'{name}' does not reference a valid function")));
    };
    let mut wanted = vec![Type::INDEX; 2];
    wanted.extend(
        RuntimeParallelForOp(op)
            .args()
            .iter()
            .map(|&value| op.body.value_type(value)),
    );
    let failure: &[Type] = match op.result_types().as_slice() {
        [] => &[],
        &[ty] if ty != Type::I64 && results.is_empty() => &[],
        _ => &[Type::I64],
    };
    if (inputs, results) == (&wanted[..], failure) {
        return Ok(());
    }
    let wanted = op.ctx.show_type(op.ctx.function_type(&wanted, failure));
    let got = op.ctx.show_type(op.ctx.function_type(inputs, results));
    Err(op.error(format_args!(
        "expected a function of type {wanted}, but its type is {got}"
    )))
}
