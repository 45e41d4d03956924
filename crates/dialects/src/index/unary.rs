//! Conversions, comparison and constants.

use asyncir_ir::def::{NameSink, TypeConstraint};
use asyncir_ir::{Attribute, Fallible, OpRef};

use super::{CMP_PREDICATE, canonicalize, fold};
use crate::constraints::{BOOL_ATTR, I1, INDEX, INDEX_ATTR};

static INTEGER_OR_INDEX: TypeConstraint = TypeConstraint::new("integer or index", |c, t| t.is_int(c) || t.is_index());

asyncir_ir::ops! {
    /// Conversions, comparison and constants.
    pub const UNARY_OPS;

    /// Extends with the sign or truncates, as the widths are.
    op CastSOp "index.casts" {
        summary "converts between index and integers, extending with the sign";
        operands { input: one INTEGER_OR_INDEX }
        results { output: one INTEGER_OR_INDEX }
        traits [Pure]
        format "$input attr-dict `:` type($input) `to` type($output)";
        hooks { verify: verify_cast, fold: fold::casts }
    }

    /// Extends with zeros or truncates, as the widths are.
    op CastUOp "index.castu" {
        summary "converts between index and integers, extending with zeros";
        operands { input: one INTEGER_OR_INDEX }
        results { output: one INTEGER_OR_INDEX }
        traits [Pure]
        format "$input attr-dict `:` type($input) `to` type($output)";
        hooks { verify: verify_cast, fold: fold::castu }
    }

    /// The relation tells whether the operands are read as signed or unsigned.
    ///
    /// ```mlir
    /// %less = index.cmp slt(%a, %b)
    /// ```
    op CmpOp "index.cmp" {
        summary "compares indices";
        operands { lhs: one INDEX, rhs: one INDEX }
        results { result: one I1 }
        attributes { pred: required CMP_PREDICATE }
        traits [Pure]
        format "$pred `(` $lhs `,` $rhs `)` attr-dict";
        hooks { fold: fold::cmp, canonicalize: canonicalize::CMP }
    }

    op SizeOfOp "index.sizeof" {
        summary "bits of the index type";
        results { result: one INDEX }
        traits [Pure]
        format "attr-dict";
    }

    op ConstantOp "index.constant" {
        summary "index constant";
        results { result: one INDEX }
        attributes { value: required INDEX_ATTR }
        traits [ConstantLike, Pure]
        format "attr-dict $value";
        hooks { fold: fold::constant, result_names: name_constant }
    }

    op BoolConstantOp "index.bool.constant" {
        summary "boolean constant";
        results { result: one I1 }
        attributes { value: required BOOL_ATTR }
        traits [ConstantLike, Pure]
        format "attr-dict $value";
        hooks { fold: fold::constant, result_names: name_bool_constant }
    }
}

fn verify_cast(op: OpRef<'_>) -> Fallible {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    if from.is_index() != to.is_index() {
        return Ok(());
    }
    let (from, to) = (op.ctx.show_type(from), op.ctx.show_type(to));
    Err(op.error(format_args!(
        "operand type '{from}' and result type '{to}' are cast incompatible"
    )))
}

fn name_constant(op: OpRef<'_>, name: NameSink<'_>) {
    if let Some(value) = ConstantOp(op).value().and_then(|value| value.as_i64(op.ctx)) {
        name(op.result(0), &format!("idx{value}"));
    }
}

fn name_bool_constant(op: OpRef<'_>, name: NameSink<'_>) {
    let is_true = BoolConstantOp(op).value() == Some(Attribute::TRUE);
    name(op.result(0), if is_true { "true" } else { "false" });
}
