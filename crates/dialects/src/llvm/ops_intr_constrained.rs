//! Conversions of floats with a rounding mode and with what happens to floating-point exceptions.

use super::{attrs, constraints as k};

asyncir_ir::ops! {
    /// Conversions of floats in an environment that is not the default one.
    pub const CONSTRAINED_INTRINSICS;

    op ConstrainedFPTruncIntr "llvm.intr.experimental.constrained.fptrunc" {
        summary "a float in a narrower format, rounded as said";
        operands { arg_0: one k::ANY }
        results { res: one k::ANY }
        attributes {
            roundingmode: required attrs::ROUNDING_MODE,
            fpExceptionBehavior: required attrs::FP_EXCEPTION_BEHAVIOR,
        }
        traits [Pure]
        format "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    }

    op ConstrainedFPExtIntr "llvm.intr.experimental.constrained.fpext" {
        summary "a float in a wider format";
        operands { arg_0: one k::ANY }
        results { res: one k::ANY }
        attributes { fpExceptionBehavior: required attrs::FP_EXCEPTION_BEHAVIOR }
        traits [Pure]
        format "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    }

    op ConstrainedSIToFP "llvm.intr.experimental.constrained.sitofp" {
        summary "a float from a signed integer, rounded as said";
        operands { arg_0: one k::ANY }
        results { res: one k::ANY }
        attributes {
            roundingmode: required attrs::ROUNDING_MODE,
            fpExceptionBehavior: required attrs::FP_EXCEPTION_BEHAVIOR,
        }
        traits [Pure]
        format "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    }

    op ConstrainedUIToFP "llvm.intr.experimental.constrained.uitofp" {
        summary "a float from a unsigned integer, rounded as said";
        operands { arg_0: one k::ANY }
        results { res: one k::ANY }
        attributes {
            roundingmode: required attrs::ROUNDING_MODE,
            fpExceptionBehavior: required attrs::FP_EXCEPTION_BEHAVIOR,
        }
        traits [Pure]
        format "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)";
    }
}
