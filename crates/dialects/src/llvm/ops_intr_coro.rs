//! Intrinsics for coroutines.

use super::constraints as k;
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics for coroutines.
    pub const CORO_INTRINSICS;

    op CoroIdIntrOp "llvm.intr.coro.id" {
        summary "the identity of a coroutine";
        operands { align: one c::I32, promise: one k::POINTER, coroaddr: one k::POINTER, fnaddrs: one k::POINTER }
        results { res: one k::ANY }
        format "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)";
    }

    op CoroBeginIntrOp "llvm.intr.coro.begin" {
        summary "starts a coroutine in given memory";
        operands { token: one k::TOKEN, mem: one k::POINTER }
        results { res: one k::ANY }
        format "$token `,` $mem attr-dict `:` functional-type(operands, results)";
    }

    op CoroSizeIntrOp "llvm.intr.coro.size" {
        summary "bytes of a coroutine frame";
        results { res: one k::ANY }
        format "attr-dict `:` type($res)";
    }

    op CoroAlignIntrOp "llvm.intr.coro.align" {
        summary "alignment of a coroutine frame";
        results { res: one k::ANY }
        format "attr-dict `:` type($res)";
    }

    op CoroSaveIntrOp "llvm.intr.coro.save" {
        summary "prepares to suspend";
        operands { handle: one k::POINTER }
        results { res: one k::ANY }
        format "$handle attr-dict `:` functional-type(operands, results)";
    }

    op CoroSuspendIntrOp "llvm.intr.coro.suspend" {
        summary "suspends a coroutine";
        operands { save: one k::TOKEN, r#final: one c::I1 }
        results { res: one k::ANY }
        format "$save `,` $final attr-dict `:` type($res)";
    }

    op CoroEndIntrOp "llvm.intr.coro.end" {
        summary "where a suspended coroutine returns to its caller";
        operands { handle: one k::POINTER, unwind: one c::I1, retvals: one k::TOKEN }
        results { res: one k::ANY }
        format "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)";
    }

    op CoroFreeIntrOp "llvm.intr.coro.free" {
        summary "the memory of a coroutine frame";
        operands { id: one k::TOKEN, handle: one k::POINTER }
        results { res: one k::ANY }
        format "$id `,` $handle attr-dict `:` functional-type(operands, results)";
    }

    op CoroResumeIntrOp "llvm.intr.coro.resume" {
        summary "resumes a coroutine";
        operands { handle: one k::POINTER }
        format "$handle attr-dict `:` qualified(type($handle))";
    }

    op CoroPromiseIntrOp "llvm.intr.coro.promise" {
        summary "the promise of a coroutine, or the coroutine of a promise";
        operands { handle: one k::POINTER, align: one c::I32, from: one c::I1 }
        results { res: one k::POINTER }
        format "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)";
    }
}
