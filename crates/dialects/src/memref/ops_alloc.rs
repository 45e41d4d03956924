//! Allocation and global variables.

use super::{asm, canonicalize, constraints as k, effects, global, names, verify};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Allocation and global variables.
    pub const ALLOC_OPS;

    op AllocOp "memref.alloc" {
        summary "allocates memory on the heap";
        operands { dynamicSizes: variadic c::INDEX, symbolOperands: variadic c::INDEX }
        results { memref: one c::ANY_MEMREF }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        traits [AttrSizedOperandSegments]
        format "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)";
        hooks {
            verify: verify::alloc,
            canonicalize: canonicalize::ALLOC,
            effects: effects::alloc,
            result_names: names::alloc,
        }
    }

    /// It lives until the op around that limits automatic allocations ends.
    op AllocaOp "memref.alloca" {
        summary "allocates memory on the stack";
        operands { dynamicSizes: variadic c::INDEX, symbolOperands: variadic c::INDEX }
        results { memref: one c::ANY_MEMREF }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        traits [AttrSizedOperandSegments]
        format "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)";
        hooks {
            verify: verify::alloca,
            canonicalize: canonicalize::ALLOCA,
            effects: effects::alloc,
            result_names: names::alloca,
        }
    }

    op DeallocOp "memref.dealloc" {
        summary "frees memory";
        operands { memref: one c::ANY_RANKED_OR_UNRANKED_MEMREF }
        format "$memref attr-dict `:` type($memref)";
        hooks { fold: fold::cast_operands, effects: effects::dealloc }
    }

    op ReallocOp "memref.realloc" {
        summary "makes a one-dimensional allocation larger or smaller";
        operands { source: one c::MEMREF_RANK_1, dynamicResultSize: optional c::INDEX }
        results { result: one c::MEMREF_RANK_1 }
        attributes { alignment: optional c::I64_ATTR_ALIGNMENT }
        format "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)";
        hooks { verify: verify::realloc, effects: effects::realloc }
    }

    op AllocaScopeOp "memref.alloca_scope" {
        summary "limits how long stack memory lives";
        results { results: variadic c::ANY_TYPE }
        regions { bodyRegion: Sized(1) }
        traits [AutomaticAllocationScope, SingleBlock, RecursiveMemoryEffects, NoRegionArguments]
        terminator "memref.alloca_scope.return";
        custom asm::parse_alloca_scope, asm::print_alloca_scope;
        hooks { region_branch: effects::scope_branch }
    }

    op AllocaScopeReturnOp "memref.alloca_scope.return" {
        summary "ends `memref.alloca_scope`";
        operands { results: variadic c::ANY_TYPE }
        traits [Pure, ReturnLike, Terminator]
        parents ["memref.alloca_scope"]
        format "attr-dict ($results^ `:` type($results))?";
    }

    op GlobalOp "memref.global" {
        summary "a variable of the module";
        attributes {
            sym_name: required c::SYMBOL_NAME_ATTR,
            sym_visibility: optional c::STR_ATTR,
            r#type: required c::MEMREF_TYPE_ATTR,
            initial_value: optional c::ANY_ATTR,
            constant: optional c::UNIT_ATTR,
            alignment: optional c::I64_ATTR_ALIGNMENT,
        }
        traits [Symbol]
        format "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<TypeAndInitialValue>($type, $initial_value) attr-dict";
        directives ["TypeAndInitialValue" => global::parse, global::print]
        hooks { verify: global::verify, is_private_symbol: crate::symbol::is_private }
    }

    op GetGlobalOp "memref.get_global" {
        summary "the memory of a global variable";
        results { result: one c::ANY_STATIC_SHAPE_MEMREF }
        attributes { name: required c::FLAT_SYMBOL_REF_ATTR }
        traits [Pure]
        format "$name `:` type($result) attr-dict";
        hooks { verify_symbols: global::verify_get }
    }
}
