//! Enums of the dialect.

use asyncir_ir::{Attribute, Context};

use crate::enum_attrs::{enum_attr, enum_attribute};

enum_attr! {
    /// How elements are combined.
    KINDS, KIND_DEF, KIND: "vector.kind", "Kind of combining function for contractions and reductions",
    "::mlir::vector::CombiningKind", class "Vector_CombiningKindAttr", one(",") {
        "add" = 0, "mul" = 1, "minui" = 2, "minsi" = 3, "minnumf" = 4, "maxui" = 5, "maxsi" = 6, "maxnumf" = 7,
        "and" = 8, "or" = 9, "xor" = 10, "maximumf" = 12, "minimumf" = 11,
    }
}

enum_attr! {
    /// What `vector.print` writes behind a value.
    PUNCTUATIONS, PUNCTUATION_DEF, PUNCTUATION: "vector.punctuation",
    "Punctuation for separating vectors or vector elements", "::mlir::vector::PrintPunctuation",
    class "Vector_PrintPunctuation", one(",") {
        "no_punctuation" = 0, "newline" = 1, "comma" = 2, "open" = 3, "close" = 4,
    }
}

enum_attr! {
    /// What the iterations of a loop have to do with each other.
    ITERATORS, ITERATOR_DEF, ITERATOR: "vector.iterator_type", "Iterator type",
    "::mlir::vector::IteratorType", class "Vector_IteratorTypeEnum", one(",") {
        "parallel" = 0, "reduction" = 1,
    }
}

/// `#vector.kind<add>`
pub fn add(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &KIND_DEF, 0)
}

/// `#vector.punctuation<newline>`
pub fn newline(ctx: &Context) -> Attribute {
    enum_attribute(ctx, &PUNCTUATION_DEF, 1)
}

/// `#vector.punctuation<keyword>`; `None` if there is no such keyword.
pub fn punctuation(ctx: &Context, keyword: &str) -> Option<Attribute> {
    PUNCTUATIONS
        .value(keyword)
        .map(|value| enum_attribute(ctx, &PUNCTUATION_DEF, value))
}
