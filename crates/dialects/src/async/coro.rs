//! Coroutines: the low level that asynchronous regions and functions are lowered to.

use super::types::{CORO_HANDLE_TYPE, CORO_ID_TYPE, CORO_STATE_TYPE};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Tells the coroutine that the function is. There is one in each.
    op CoroIdOp "async.coro.id" {
        summary "returns a switched-resume coroutine identifier";
        results { id: one CORO_ID_TYPE }
        format "attr-dict";
    }

    /// Makes the frame of the coroutine: from here on it has a handle.
    op CoroBeginOp "async.coro.begin" {
        summary "returns a handle to the coroutine";
        operands { id: one CORO_ID_TYPE }
        results { handle: one CORO_HANDLE_TYPE }
        format "$id attr-dict";
    }

    /// Frees the frame that `async.coro.begin` made.
    op CoroFreeOp "async.coro.free" {
        summary "deallocates the coroutine frame";
        operands { id: one CORO_ID_TYPE, handle: one CORO_HANDLE_TYPE }
        format "$id `,` $handle attr-dict";
    }

    /// Where a resumed coroutine returns control to whoever resumed it. In the first call of the function it does
    /// nothing.
    op CoroEndOp "async.coro.end" {
        summary "marks the end of the coroutine in the suspend block";
        operands { handle: one CORO_HANDLE_TYPE }
        format "$handle attr-dict";
    }

    /// Saves where the coroutine goes on. From here on it may be resumed, even before it has suspended itself.
    op CoroSaveOp "async.coro.save" {
        summary "saves the coroutine state";
        operands { handle: one CORO_HANDLE_TYPE }
        results { state: one CORO_STATE_TYPE }
        format "$handle attr-dict";
    }

    /// Suspends the coroutine: control goes to `suspendDest`. When somebody resumes it, it goes on at `resumeDest`;
    /// when somebody destroys it, at `cleanupDest`. If it was resumed already since its state was saved, control goes
    /// to `resumeDest` at once.
    op CoroSuspendOp "async.coro.suspend" {
        summary "suspends the coroutine";
        operands { state: one CORO_STATE_TYPE }
        successors { suspendDest: one, resumeDest: one, cleanupDest: one }
        traits [Terminator]
        format "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict";
    }
}
