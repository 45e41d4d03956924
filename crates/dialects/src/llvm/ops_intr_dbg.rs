//! Intrinsics that tell debuggers where variables are.

use super::constraints as k;
use super::debug_info as d;

asyncir_ir::ops! {
    /// Intrinsics that tell debuggers where variables are.
    pub const DEBUG_INTRINSICS;

    op DbgDeclareOp "llvm.intr.dbg.declare" {
        summary "the address of a variable";
        operands { addr: one k::POINTER }
        attributes {
            varInfo: required d::LOCAL_VARIABLE_ATTR,
            locationExpr: default d::EXPRESSION_ATTR = d::no_expression,
        }
        format "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) attr-dict";
    }

    op DbgValueOp "llvm.intr.dbg.value" {
        summary "the value that a variable has from here on";
        operands { value: one k::ANY }
        attributes {
            varInfo: required d::LOCAL_VARIABLE_ATTR,
            locationExpr: default d::EXPRESSION_ATTR = d::no_expression,
        }
        format "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict";
    }

    op DbgLabelOp "llvm.intr.dbg.label" {
        summary "the place of a label";
        attributes { label: required d::LABEL_ATTR }
        format "$label attr-dict";
    }
}
