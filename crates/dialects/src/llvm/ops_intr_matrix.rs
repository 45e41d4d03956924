//! Intrinsics on matrices that are kept in vectors, column after column.

use super::constraints as k;
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics on matrices.
    pub const MATRIX_INTRINSICS;

    op MatrixColumnMajorLoadOp "llvm.intr.matrix.column.major.load" {
        summary "reads a matrix whose columns lie apart";
        operands { data: one k::POINTER, stride: one c::SIGNLESS_INTEGER }
        results { res: one k::VECTOR }
        attributes { isVolatile: required c::I1_ATTR, rows: required c::I32_ATTR, columns: required c::I32_ATTR }
        format "$data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($res) `from` qualified(type($data)) `stride` type($stride)";
    }

    op MatrixColumnMajorStoreOp "llvm.intr.matrix.column.major.store" {
        summary "writes a matrix whose columns lie apart";
        operands { matrix: one k::VECTOR, data: one k::POINTER, stride: one c::SIGNLESS_INTEGER }
        attributes { isVolatile: required c::I1_ATTR, rows: required c::I32_ATTR, columns: required c::I32_ATTR }
        format "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($matrix) `to` qualified(type($data)) `stride` type($stride)";
    }

    op MatrixMultiplyOp "llvm.intr.matrix.multiply" {
        summary "product of two matrices";
        operands { lhs: one k::VECTOR, rhs: one k::VECTOR }
        results { res: one k::VECTOR }
        attributes { lhs_rows: required c::I32_ATTR, lhs_columns: required c::I32_ATTR, rhs_columns: required c::I32_ATTR }
        format "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)";
    }

    op MatrixTransposeOp "llvm.intr.matrix.transpose" {
        summary "matrix with rows and columns exchanged";
        operands { matrix: one k::VECTOR }
        results { res: one k::VECTOR }
        attributes { rows: required c::I32_ATTR, columns: required c::I32_ATTR }
        format "$matrix attr-dict `:` type($matrix) `into` type($res)";
    }
}
