//! Intrinsics on memory and control.

use super::metadata_attrs::{ACCESS_GROUPS_ATTR, ALIAS_SCOPE_ATTR, ALIAS_SCOPES_ATTR, TBAA_TAGS_ATTR};
use super::{attrs, bundles, constraints as k};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Intrinsics on memory and control.
    pub const MEMORY_INTRINSICS;

    op MemcpyIntrOp "llvm.intr.memcpy" {
        summary "copies memory that does not overlap";
        operands { dst: one k::POINTER, src: one k::POINTER, len: one c::SIGNLESS_INTEGER }
        attributes {
            isVolatile: required c::I1_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
        }
    }

    op MemcpyInlineIntrOp "llvm.intr.memcpy.inline" {
        summary "copies memory that does not overlap, without a call";
        operands { dst: one k::POINTER, src: one k::POINTER }
        attributes {
            len: required c::ANY_INT_ATTR,
            isVolatile: required c::I1_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
        }
    }

    op MemmoveIntrOp "llvm.intr.memmove" {
        summary "copies memory";
        operands { dst: one k::POINTER, src: one k::POINTER, len: one c::SIGNLESS_INTEGER }
        attributes {
            isVolatile: required c::I1_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
        }
    }

    op MemsetIntrOp "llvm.intr.memset" {
        summary "fills memory";
        operands { dst: one k::POINTER, val: one c::I8, len: one c::SIGNLESS_INTEGER }
        attributes {
            isVolatile: required c::I1_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
        }
    }

    op MemsetInlineIntrOp "llvm.intr.memset.inline" {
        summary "fills memory, without a call";
        operands { dst: one k::POINTER, val: one c::I8 }
        attributes {
            len: required c::ANY_INT_ATTR,
            isVolatile: required c::I1_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
        }
    }

    op LifetimeStartIntrOp "llvm.intr.lifetime.start" {
        summary "memory is used from here on";
        operands { ptr: one k::POINTER }
        format "$ptr attr-dict `:` qualified(type($ptr))";
    }

    op LifetimeEndIntrOp "llvm.intr.lifetime.end" {
        summary "memory is no longer used";
        operands { ptr: one k::POINTER }
        format "$ptr attr-dict `:` qualified(type($ptr))";
    }

    op InvariantStartIntrOp "llvm.intr.invariant.start" {
        summary "memory is constant from here on";
        operands { ptr: one k::POINTER }
        results { res: one k::DEFAULT_POINTER }
        attributes { size: required c::I64_ATTR }
        format "$size `,` $ptr attr-dict `:` qualified(type($ptr))";
    }

    op InvariantEndIntrOp "llvm.intr.invariant.end" {
        summary "memory is no longer constant";
        operands { start: one k::DEFAULT_POINTER, ptr: one k::POINTER }
        attributes { size: required c::I64_ATTR }
        format "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))";
    }

    op LaunderInvariantGroupIntrOp "llvm.intr.launder.invariant.group" {
        summary "a pointer to a new object at the same address";
        operands { ptr: one k::POINTER }
        results { res: one k::POINTER }
        traits [SameOperandsAndResultType]
        format "$ptr attr-dict `:` qualified(type($ptr))";
    }

    op StripInvariantGroupIntrOp "llvm.intr.strip.invariant.group" {
        summary "a pointer without what is known of the object";
        operands { ptr: one k::POINTER }
        results { res: one k::POINTER }
        traits [SameOperandsAndResultType]
        format "$ptr attr-dict `:` qualified(type($ptr))";
    }

    op StacksaveIntrOp "llvm.intr.stacksave" {
        summary "where the stack ends";
        results { res: one k::ANY }
        format "attr-dict `:` qualified(type($res))";
    }

    op StackrestoreIntrOp "llvm.intr.stackrestore" {
        summary "frees the stack down to a place";
        operands { ptr: one k::POINTER }
        format "$ptr attr-dict `:` qualified(type($ptr))";
    }

    op PrefetchIntrOp "llvm.intr.prefetch" {
        summary "brings memory closer";
        operands { addr: one k::POINTER }
        attributes { rw: required c::I32_ATTR, hint: required c::I32_ATTR, cache: required c::I32_ATTR }
    }

    op PtrmaskIntrOp "llvm.intr.ptrmask" {
        summary "a pointer with bits cleared";
        operands { ptr: one k::POINTERS, mask: one k::INTEGERS }
        results { res: one k::POINTERS }
        traits [Pure]
        rules [AllTypesMatch(&["ptr", "res"])]
        format "$ptr `,` $mask attr-dict `:` functional-type(operands, results)";
    }

    op ThreadlocalAddressIntrOp "llvm.intr.threadlocal.address" {
        summary "address of a thread-local variable";
        operands { global: one k::POINTER }
        results { res: one k::ANY }
        traits [Pure]
    }

    /// Says where the accesses of an alias scope begin: the scopes of a loop's iterations are different ones.
    op NoAliasScopeDeclOp "llvm.intr.experimental.noalias.scope.decl" {
        summary "declares an alias scope";
        attributes { scope: required ALIAS_SCOPE_ATTR }
        format "$scope attr-dict";
    }

    op AssumeIntrOp "llvm.intr.assume" {
        summary "tells the optimiser that a condition holds";
        operands { cond: one c::I1, op_bundle_operands: variadic k::ANY }
        attributes {
            op_bundle_sizes: default c::DENSE_I32_ARRAY_ATTR = attrs::empty_i32_array,
            op_bundle_tags: optional c::ARRAY_ATTR,
        }
        custom bundles::parse_assume, bundles::print_assume;
        hooks { verify: bundles::verify }
    }

    op TrapIntrOp "llvm.intr.trap" {
        summary "ends the program";
        format "attr-dict";
    }

    op DebugtrapIntrOp "llvm.intr.debugtrap" {
        summary "stops in the debugger";
        format "attr-dict";
    }

    op UbsantrapIntrOp "llvm.intr.ubsantrap" {
        summary "ends the program because of undefined behaviour";
        attributes { failureKind: required c::I8_ATTR }
        format "prop-dict attr-dict";
    }

    op VastartIntrOp "llvm.intr.vastart" {
        summary "starts reading open arguments";
        operands { arg_list: one k::POINTER }
        format "$arg_list attr-dict `:` qualified(type($arg_list))";
    }

    op VaendIntrOp "llvm.intr.vaend" {
        summary "ends reading open arguments";
        operands { arg_list: one k::POINTER }
        format "$arg_list attr-dict `:` qualified(type($arg_list))";
    }

    op VacopyIntrOp "llvm.intr.vacopy" {
        summary "copies the state of reading open arguments";
        operands { dest_list: one k::POINTER, src_list: one k::POINTER }
        format "$src_list `to` $dest_list attr-dict `:` type(operands)";
    }

    op EhTypeidForOp "llvm.intr.eh.typeid.for" {
        summary "number of a type that exceptions may have";
        operands { type_info: one k::POINTER }
        results { res: one k::ANY }
        format "$type_info attr-dict `:` functional-type(operands, results)";
    }

    op VarAnnotation "llvm.intr.var.annotation" {
        summary "note of the source about a variable";
        operands { val: one k::POINTER, annotation: one k::POINTER, fileName: one k::POINTER, line: one c::I32, attr: one k::POINTER }
        rules [AllTypesMatch(&["annotation", "fileName", "attr"])]
    }

    op PtrAnnotation "llvm.intr.ptr.annotation" {
        summary "pointer with a note of the source";
        operands { ptr: one k::POINTER, annotation: one k::POINTER, fileName: one k::POINTER, line: one c::I32, attr: one k::POINTER }
        results { res: one k::POINTER }
        rules [AllTypesMatch(&["res", "ptr"]), AllTypesMatch(&["annotation", "fileName", "attr"])]
    }

    op Annotation "llvm.intr.annotation" {
        summary "integer with a note of the source";
        operands { integer: one c::SIGNLESS_INTEGER, annotation: one k::POINTER, fileName: one k::POINTER, line: one c::I32 }
        results { res: one c::SIGNLESS_INTEGER }
        rules [AllTypesMatch(&["res", "integer"]), AllTypesMatch(&["annotation", "fileName"])]
    }
}
