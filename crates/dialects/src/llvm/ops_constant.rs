//! Constants.

use super::{block_address, constraints as k, fold, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Constants.
    pub const CONSTANT_OPS;

    op ConstantOp "llvm.mlir.constant" {
        summary "a constant";
        results { res: one k::ANY }
        attributes { value: required c::ANY_ATTR }
        traits [Pure, ConstantLike]
        format "`(` $value `)` attr-dict `:` type($res)";
        hooks { verify_types: verify::constant, fold: fold::constant }
    }

    op ZeroOp "llvm.mlir.zero" {
        summary "the zero of a type";
        results { res: one k::ANY }
        traits [Pure, ConstantLike]
        format "attr-dict `:` type($res)";
        hooks { fold: fold::zero, verify_types: verify::zero }
    }

    op UndefOp "llvm.mlir.undef" {
        summary "an undefined value";
        results { res: one k::ANY }
        traits [Pure, ConstantLike]
        format "attr-dict `:` type($res)";
        hooks { fold: fold::undef }
    }

    op PoisonOp "llvm.mlir.poison" {
        summary "the poison value of a type";
        results { res: one k::ANY }
        traits [Pure, ConstantLike]
        format "attr-dict `:` type($res)";
        hooks { fold: fold::poison }
    }

    op NoneOp "llvm.mlir.none" {
        summary "the empty token";
        results { res: one k::TOKEN }
        traits [Pure]
        format "attr-dict `:` type($res)";
    }

    op AddressOfOp "llvm.mlir.addressof" {
        summary "the address of a global, alias or function";
        results { res: one k::POINTER }
        attributes { global_name: required c::FLAT_SYMBOL_REF_ATTR }
        traits [Pure, ConstantLike]
        format "$global_name attr-dict `:` qualified(type($res))";
        hooks { fold: fold::addressof, verify_symbols: verify::addressof }
    }

    /// The block is told by its `llvm.blocktag`.
    op BlockAddressOp "llvm.blockaddress" {
        summary "the address of a block, for llvm.indirectbr";
        results { res: one k::POINTER }
        attributes { block_addr: required block_address::BLOCK_ADDRESS }
        traits [Pure, ConstantLike]
        format "$block_addr attr-dict `:` qualified(type($res))";
        hooks { fold: block_address::fold_address, verify_symbols: block_address::verify_address }
    }

    op DSOLocalEquivalentOp "llvm.dso_local_equivalent" {
        summary "a function that stands for another one within its shared object";
        results { res: one k::POINTER }
        attributes { function_name: required c::FLAT_SYMBOL_REF_ATTR }
        traits [Pure, ConstantLike]
        format "$function_name attr-dict `:` qualified(type($res))";
    }
}
