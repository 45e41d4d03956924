//! Accesses to elements.

use super::{asm, canonicalize, constraints as k, effects, fold, verify};
use crate::arith::attrs::ATOMIC_RMW_KIND;
use crate::constraints as c;

asyncir_ir::ops! {
    /// Accesses to elements.
    pub const ACCESS_OPS;

    op LoadOp "memref.load" {
        summary "reads an element";
        operands { memref: one c::ANY_MEMREF, indices: variadic c::INDEX }
        results { result: one c::ANY_TYPE }
        attributes { nontemporal: optional c::BOOL_ATTR, alignment: optional c::I64_ATTR_ALIGNMENT }
        rules [
            TypesMatchWith { summary: "result type matches element type of 'memref'", from: "memref", to: "result", transform: verify::element },
        ]
        format "$memref `[` $indices `]` attr-dict `:` type($memref)";
        hooks { verify: verify::load, fold: fold::cast_operands, effects: effects::load }
    }

    op StoreOp "memref.store" {
        summary "writes an element";
        operands { value: one c::ANY_TYPE, memref: one c::ANY_MEMREF, indices: variadic c::INDEX }
        attributes { nontemporal: optional c::BOOL_ATTR, alignment: optional c::I64_ATTR_ALIGNMENT }
        rules [
            TypesMatchWith { summary: "type of 'value' matches element type of 'memref'", from: "memref", to: "value", transform: verify::element },
        ]
        format "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)";
        hooks { verify: verify::store, fold: fold::cast_operands, effects: effects::store }
    }

    op CopyOp "memref.copy" {
        summary "copies all elements";
        operands { source: one c::ANY_RANKED_OR_UNRANKED_MEMREF, target: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        traits [SameOperandsElementType, SameOperandsShape]
        format "$source `,` $target attr-dict `:` type($source) `to` type($target)";
        hooks { fold: fold::cast_operands, canonicalize: canonicalize::COPY, effects: effects::copy }
    }

    op AtomicRMWOp "memref.atomic_rmw" {
        summary "reads an element, computes and writes back, atomically";
        operands { value: one k::INT_OR_FLOAT, memref: one k::INT_OR_FLOAT_MEMREF, indices: variadic c::INDEX }
        results { result: one k::INT_OR_FLOAT }
        attributes { kind: required ATOMIC_RMW_KIND }
        rules [
            AllTypesMatch(&["value", "result"]),
            TypesMatchWith { summary: "value type matches element type of memref", from: "memref", to: "value", transform: verify::element },
        ]
        format "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)";
        hooks { verify: verify::atomic_rmw, fold: fold::cast_operands, effects: effects::read_write }
    }

    op GenericAtomicRMWOp "memref.generic_atomic_rmw" {
        summary "reads an element, runs the region and writes back what it yields, atomically";
        operands { memref: one k::INT_OR_FLOAT_MEMREF, indices: variadic c::INDEX }
        results { result: one k::INT_OR_FLOAT }
        regions { atomic_body: Any }
        traits [SingleBlock]
        rules [
            TypesMatchWith { summary: "result type matches element type of memref", from: "memref", to: "result", transform: verify::element },
        ]
        terminator "memref.atomic_yield";
        custom asm::parse_generic_atomic_rmw, asm::print_generic_atomic_rmw;
        hooks { verify: verify::generic_atomic_rmw, effects: effects::read_write_first }
    }

    op AtomicYieldOp "memref.atomic_yield" {
        summary "the new value of an atomic update";
        operands { result: one c::ANY_TYPE }
        traits [Pure, Terminator, ReturnLike]
        parents ["memref.generic_atomic_rmw"]
        format "$result attr-dict `:` type($result)";
    }

    op PrefetchOp "memref.prefetch" {
        summary "brings an element closer";
        operands { memref: one c::ANY_MEMREF, indices: variadic c::INDEX }
        attributes {
            isWrite: required c::BOOL_ATTR,
            localityHint: required k::LOCALITY,
            isDataCache: required c::BOOL_ATTR,
        }
        custom asm::parse_prefetch, asm::print_prefetch;
        hooks { verify: verify::prefetch, fold: fold::cast_operands, effects: effects::prefetch }
    }

    op DmaWaitOp "memref.dma_wait" {
        summary "waits for a transfer";
        operands { tagMemRef: one c::ANY_MEMREF, tagIndices: variadic c::INDEX, numElements: one c::INDEX }
        format "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)";
    }
}
