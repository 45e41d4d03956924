//! Enums of the dialect.

use asyncir_ir::def::AttrConstraint;
use asyncir_ir::{Attribute, Context};

use crate::enum_attrs::{enum_attr, enum_attribute, enum_value};

enum_attr! {
    /// What the iterations of a loop have to do with each other.
    ITERATORS, ITERATOR_DEF, ITERATOR: "linalg.iterator_type", "Iterator type",
    "::mlir::utils::IteratorType", class "IteratorTypeEnum", one(",") {
        "parallel" = 0, "reduction" = 1,
    }
}

enum_attr! {
    /// Whether integers are converted as signed or as unsigned ones.
    TYPE_FNS, TYPE_FN_DEF, TYPE_FN: "linalg.type_fn", "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4",
    "::mlir::linalg::TypeFn", class "TypeFnAttr", one(",") {
        "cast_signed" = 0, "cast_unsigned" = 1,
    }
}

enum_attr! {
    /// The function of elements that an elementwise op computes.
    ELEMENTWISE_KINDS, ELEMENTWISE_DEF, ELEMENTWISE_KIND: "linalg.elementwise_kind",
    "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23",
    "::mlir::linalg::ElementwiseKind", class "ElementwiseKindAttr", one(",") {
        "exp" = 0, "log" = 1, "abs" = 2, "ceil" = 3, "floor" = 4, "negf" = 5, "reciprocal" = 6, "round" = 7, "sqrt" = 8,
        "rsqrt" = 9, "square" = 10, "tanh" = 11, "erf" = 12, "add" = 13, "sub" = 14, "mul" = 15, "div" = 16,
        "div_unsigned" = 17, "max_signed" = 18, "min_signed" = 19, "max_unsigned" = 20, "min_unsigned" = 21, "powf" = 22,
        "select" = 23,
    }
}

/// `[#linalg.iterator_type<parallel>, ...]`
pub static ITERATOR_ARRAY: AttrConstraint = AttrConstraint::new("Iterator type should be an enum.", |ctx, attr| {
    attr.as_array(ctx)
        .is_some_and(|all| all.iter().all(|&one| Iteration::of(ctx, one).is_some()))
});

/// What the iterations of a loop have to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Iteration {
    /// Nothing: they may run in any order.
    Parallel,
    /// They reduce values.
    Reduction,
}

impl Iteration {
    /// What the attribute means.
    pub fn of(ctx: &Context, attr: Attribute) -> Option<Self> {
        match enum_value(ctx, &ITERATOR_DEF, attr)? {
            0 => Some(Iteration::Parallel),
            1 => Some(Iteration::Reduction),
            _ => None,
        }
    }

    /// The attribute that means it.
    pub fn attr(self, ctx: &Context) -> Attribute {
        enum_attribute(ctx, &ITERATOR_DEF, self as i64)
    }
}
