//! Vectors in memory, and printing.

use super::{
    asm, attrs, canonicalize, canonicalize_transfer, constraints as k, effects, fold_memory, transfer, verify,
    verify_memory,
};
use crate::constraints as c;
use asyncir_ir::Attribute;

asyncir_ir::ops! {
    /// Vectors in memory, and printing.
    pub const MEMORY_OPS;

    op LoadOp "vector.load" {
        summary "reads consecutive elements";
        operands { base: one c::ANY_MEMREF, indices: variadic c::INDEX }
        results { result: one c::ANY_VECTOR }
        attributes { nontemporal: optional_default c::BOOL_ATTR = |_| Attribute::FALSE, alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)";
        hooks { fold: fold_memory::casts, verify: verify::load, effects: effects::read }
    }

    op StoreOp "vector.store" {
        summary "writes consecutive elements";
        operands { valueToStore: one c::ANY_VECTOR, base: one c::ANY_MEMREF, indices: variadic c::INDEX }
        attributes { nontemporal: optional_default c::BOOL_ATTR = |_| Attribute::FALSE, alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)";
        hooks { fold: fold_memory::casts, verify: verify::store, effects: effects::write_second }
    }

    op MaskedloadOp "vector.maskedload" {
        summary "reads elements where a mask is set";
        operands {
            base: one c::ANY_MEMREF,
            indices: variadic c::INDEX,
            mask: one k::BITS,
            pass_thru: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` \
            type($pass_thru) `into` type($result)";
        hooks { verify_types: verify_memory::masked_load, fold: fold_memory::casts, canonicalize: canonicalize::MASKED_LOAD, effects: effects::read }
    }

    op MaskedstoreOp "vector.maskedstore" {
        summary "writes elements where a mask is set";
        operands {
            base: one c::ANY_MEMREF,
            indices: variadic c::INDEX,
            mask: one k::BITS,
            valueToStore: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` \
            type($valueToStore)";
        hooks { verify_types: verify_memory::masked_store, fold: fold_memory::casts, canonicalize: canonicalize::MASKED_STORE, effects: effects::write }
    }

    op ExpandloadOp "vector.expandload" {
        summary "reads consecutive elements to where a mask is set";
        operands {
            base: one c::ANY_MEMREF,
            indices: variadic c::INDEX,
            mask: one k::FIXED_BITS,
            pass_thru: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` \
            type($pass_thru) `into` type($result)";
        hooks { verify_types: verify_memory::expand_load, effects: effects::read, canonicalize: canonicalize::EXPAND_LOAD }
    }

    op CompressstoreOp "vector.compressstore" {
        summary "writes elements where a mask is set one behind the other";
        operands {
            base: one c::ANY_MEMREF,
            indices: variadic c::INDEX,
            mask: one k::FIXED_BITS,
            valueToStore: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` \
            type($valueToStore)";
        hooks { verify_types: verify_memory::compress_store, effects: effects::write, canonicalize: canonicalize::COMPRESS_STORE }
    }

    op GatherOp "vector.gather" {
        summary "reads elements from many places";
        operands {
            base: one k::TENSOR_OR_MEMREF,
            offsets: variadic c::INDEX,
            indices: one k::INDICES,
            mask: one k::BITS,
            pass_thru: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        results { result: one c::ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` \
            type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)";
        hooks { verify_types: verify_memory::gather, effects: effects::read, canonicalize: canonicalize::GATHER }
    }

    op ScatterOp "vector.scatter" {
        summary "writes elements to many places";
        operands {
            base: one k::TENSOR_OR_MEMREF,
            offsets: variadic c::INDEX,
            indices: one k::INDICES,
            mask: one k::BITS,
            valueToStore: one c::ANY_VECTOR_OF_NON_ZERO_RANK,
        }
        results { result: optional c::ANY_RANKED_TENSOR }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` \
            type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?";
        hooks { verify_types: verify_memory::scatter, effects: effects::write, canonicalize: canonicalize::SCATTER }
    }

    /// What lies out of bounds is padded.
    op TransferReadOp "vector.transfer_read" {
        summary "reads a slice of memory or of a tensor";
        operands {
            base: one c::ANY_SHAPED,
            indices: variadic c::INDEX,
            padding: one c::ANY_TYPE,
            mask: optional k::BITS,
        }
        results { vector: one c::ANY_VECTOR }
        attributes { permutation_map: required c::AFFINE_MAP_ATTR, in_bounds: required c::BOOL_ARRAY_ATTR }
        traits [AttrSizedOperandSegments]
        custom transfer::parse_read, transfer::print_read;
        hooks { verify_types: verify_memory::transfer_read, fold: fold_memory::transfer_read, canonicalize: canonicalize_transfer::READ, effects: effects::read }
    }

    /// What lies out of bounds is left out.
    op TransferWriteOp "vector.transfer_write" {
        summary "writes a slice of memory or of a tensor";
        operands {
            valueToStore: one c::ANY_VECTOR,
            base: one c::ANY_SHAPED,
            indices: variadic c::INDEX,
            mask: optional k::BITS,
        }
        results { result: optional c::ANY_RANKED_TENSOR }
        attributes { permutation_map: required c::AFFINE_MAP_ATTR, in_bounds: required c::BOOL_ARRAY_ATTR }
        traits [AttrSizedOperandSegments]
        custom transfer::parse_write, transfer::print_write;
        hooks { verify_types: verify_memory::transfer_write,
            fold: fold_memory::transfer_write,
            canonicalize: canonicalize_transfer::WRITE,
            effects: effects::write_second,
        }
    }

    op TypeCastOp "vector.type_cast" {
        summary "memory of scalars as memory of one vector";
        operands { memref: one c::ANY_STATIC_SHAPE_MEMREF }
        results { result: one c::ANY_MEMREF }
        traits [Pure]
        format "$memref attr-dict `:` type($memref) `to` type($result)";
        hooks { verify_types: verify_memory::type_cast }
    }

    /// A vector is printed as nested lists in parentheses.
    op PrintOp "vector.print" {
        summary "prints a value, a string or punctuation";
        operands { source: optional k::PRINTABLE }
        attributes { punctuation: default attrs::PUNCTUATION = attrs::newline, stringLiteral: optional c::STR_ATTR }
        custom asm::parse_print, asm::print_print;
        hooks { verify: verify::print, effects: effects::print }
    }
}
