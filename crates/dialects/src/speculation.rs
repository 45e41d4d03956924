//! When ops that may have undefined behaviour have none, so that they may run although the program would not reach them.

use asyncir_ir::{ApInt, OpRef};

use crate::constant_fold::numbers;
use crate::matchers::constant;

/// Whether an op divides by a constant, all of whose elements are fit for it.
fn divides_by(op: OpRef<'_>, is_fit: impl Fn(&ApInt) -> bool) -> bool {
    let divisor = constant(op.ctx, op.body, op.operand(1));
    let divisor = divisor.and_then(|divisor| numbers(op.ctx, divisor));
    divisor.is_some_and(|divisor| divisor.values.iter().all(is_fit))
}

/// Whether a division, or a remainder, of unsigned integers is by constants other than zero.
pub fn unsigned_division(op: OpRef<'_>) -> bool {
    divides_by(op, |divisor| !divisor.is_zero())
}

/// Whether a division, or a remainder, of signed integers is by constants other than zero and -1, by which the smallest
/// number overflows.
pub fn signed_division(op: OpRef<'_>) -> bool {
    divides_by(op, |divisor| !divisor.is_zero() && !divisor.is_all_ones())
}
