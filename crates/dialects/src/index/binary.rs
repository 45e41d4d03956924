//! Ops with two indices as operands.

use super::{canonicalize, fold};
use crate::constraints::INDEX;

asyncir_ir::ops! {
    /// Ops with two indices as operands.
    pub const BINARY_OPS;

    /// Wraps around at the width of `index`.
    op AddOp "index.add" {
        summary "adds indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::add, canonicalize: canonicalize::ADD }
    }

    /// Wraps around at the width of `index`.
    op SubOp "index.sub" {
        summary "subtracts indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::sub }
    }

    /// Wraps around at the width of `index`.
    op MulOp "index.mul" {
        summary "multiplies indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::mul, canonicalize: canonicalize::MUL }
    }

    /// Division by zero and overflow are undefined behaviour.
    op DivSOp "index.divs" {
        summary "divides signed indices, rounding toward zero";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::divs }
    }

    /// Division by zero is undefined behaviour.
    op DivUOp "index.divu" {
        summary "divides unsigned indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::divu }
    }

    /// Division by zero and overflow are undefined behaviour.
    op CeilDivSOp "index.ceildivs" {
        summary "divides signed indices, rounding up";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::ceildivs }
    }

    /// Division by zero is undefined behaviour.
    op CeilDivUOp "index.ceildivu" {
        summary "divides unsigned indices, rounding up";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::ceildivu }
    }

    /// Division by zero and overflow are undefined behaviour.
    op FloorDivSOp "index.floordivs" {
        summary "divides signed indices, rounding down";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::floordivs }
    }

    /// Division by zero is undefined behaviour.
    op RemSOp "index.rems" {
        summary "remainder of signed division, with the sign of the dividend";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::rems }
    }

    /// Division by zero is undefined behaviour.
    op RemUOp "index.remu" {
        summary "remainder of unsigned division";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [NoMemoryEffect]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::remu }
    }

    op MaxSOp "index.maxs" {
        summary "larger of two signed indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::maxs, canonicalize: canonicalize::MAXS }
    }

    op MaxUOp "index.maxu" {
        summary "larger of two unsigned indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::maxu, canonicalize: canonicalize::MAXU }
    }

    op MinSOp "index.mins" {
        summary "smaller of two signed indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::mins, canonicalize: canonicalize::MINS }
    }

    op MinUOp "index.minu" {
        summary "smaller of two unsigned indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::minu, canonicalize: canonicalize::MINU }
    }

    /// A shift by the width or more gives poison.
    op ShlOp "index.shl" {
        summary "shifts bits to the left";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::shl }
    }

    /// A shift by the width or more gives poison.
    op ShrSOp "index.shrs" {
        summary "shifts bits to the right, filling with the sign";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::shrs }
    }

    /// A shift by the width or more gives poison.
    op ShrUOp "index.shru" {
        summary "shifts bits to the right, filling with zeros";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::shru }
    }

    op AndOp "index.and" {
        summary "bitwise and";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::and, canonicalize: canonicalize::AND }
    }

    op OrOp "index.or" {
        summary "bitwise or";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::or, canonicalize: canonicalize::OR }
    }

    op XOrOp "index.xor" {
        summary "bitwise exclusive or";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one INDEX }
        traits [Commutative, Pure]
        format "$lhs `,` $rhs attr-dict";
        hooks { fold: fold::xor, canonicalize: canonicalize::XOR }
    }
}
