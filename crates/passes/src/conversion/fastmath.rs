//! What float arithmetic may assume, from `arith` to llvm.

use asyncir_dialects::arith::attrs as arith;
use asyncir_dialects::enum_attrs::{enum_attribute, enum_value};
use asyncir_dialects::llvm::attrs as llvm;
use asyncir_ir::{Attribute, Context};

/// `#llvm.fastmath` for `#arith.fastmath`, with further llvm bits set. The two number the same flags in another order.
pub(super) fn to_llvm_fastmath(ctx: &Context, flags: Option<Attribute>, more: i64) -> Attribute {
    let bits = flags
        .and_then(|attr| enum_value(ctx, &arith::FASTMATH_DEF, attr))
        .unwrap_or(0);
    let others = bits >> 1;
    let reassoc = (bits & 1) << 6;
    enum_attribute(ctx, &llvm::FASTMATH_DEF, others | reassoc | more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_keep_their_names() {
        for case in arith::FASTMATH_FLAGS.cases {
            let ctx = Context::new();
            let from = enum_attribute(&ctx, &arith::FASTMATH_DEF, case.value);
            let to = to_llvm_fastmath(&ctx, Some(from), 0);
            let value = enum_value(&ctx, &llvm::FASTMATH_DEF, to);
            assert_eq!(value, llvm::FASTMATH_FLAGS.value(case.keyword), "{}", case.keyword);
        }
    }
}
