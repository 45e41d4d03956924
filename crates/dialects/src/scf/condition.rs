//! `scf.condition`: whether an `scf.while` goes on.

use crate::constraints::{ANY_TYPE, I1};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Ends the `before` region of an `scf.while`. If the condition is true, control goes to the `after` region,
    /// otherwise the loop ends; the other operands go to the arguments of that region or become the results.
    op ConditionOp "scf.condition" {
        summary "loop continuation condition";
        operands { condition: one I1, args: variadic ANY_TYPE }
        traits [Pure, Terminator]
        parents ["scf.while"]
        format "`(` $condition `)` attr-dict ($args^ `:` type($args))?";
    }
}
