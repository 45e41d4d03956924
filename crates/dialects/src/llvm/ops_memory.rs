//! Memory.

use super::metadata_attrs::{ACCESS_GROUPS_ATTR, ALIAS_SCOPES_ATTR, TBAA_TAGS_ATTR};
use super::{attrs, constraints as k, flags, fold, gep, memory, struct_attrs};
use crate::constraints as c;

asyncir_ir::ops! {
    /// Memory.
    pub const MEMORY_OPS;

    /// The memory lives until the function returns.
    op AllocaOp "llvm.alloca" {
        summary "allocates memory on the stack";
        operands { arraySize: one c::SIGNLESS_INTEGER }
        results { res: one k::POINTER }
        attributes {
            alignment: optional c::I64_ATTR,
            elem_type: required c::TYPE_ATTR,
            inalloca: optional c::UNIT_ATTR,
        }
        custom memory::parse_alloca, memory::print_alloca;
        hooks { verify_types: memory::verify_alloca, effects: memory::alloca_effects }
    }

    op LoadOp "llvm.load" {
        summary "reads memory";
        operands { addr: one k::POINTER }
        results { res: one k::LOADABLE }
        attributes {
            alignment: optional c::I64_ATTR,
            volatile_: optional c::UNIT_ATTR,
            nontemporal: optional c::UNIT_ATTR,
            invariant: optional c::UNIT_ATTR,
            invariantGroup: optional c::UNIT_ATTR,
            ordering: default attrs::ATOMIC_ORDERING = attrs::zero_i64,
            syncscope: optional c::STR_ATTR,
            dereferenceable: optional struct_attrs::DEREFERENCEABLE,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
        }
        format "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
            (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? (`dereferenceable` `` \
            $dereferenceable^)? attr-dict `:` qualified(type($addr)) `->` type($res)";
        hooks { verify_types: memory::verify_load, effects: memory::load_effects }
    }

    op StoreOp "llvm.store" {
        summary "writes memory";
        operands { value: one k::LOADABLE, addr: one k::POINTER }
        attributes {
            alignment: optional c::I64_ATTR,
            volatile_: optional c::UNIT_ATTR,
            nontemporal: optional c::UNIT_ATTR,
            invariantGroup: optional c::UNIT_ATTR,
            ordering: default attrs::ATOMIC_ORDERING = attrs::zero_i64,
            syncscope: optional c::STR_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
        }
        format "(`volatile` $volatile_^)? $value `,` $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? \
            $ordering^)? (`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` \
            qualified(type($addr))";
        hooks { verify_types: memory::verify_store, effects: memory::store_effects }
    }

    /// Constant indices are kept in `rawConstantIndices`; the number -2147483648 stands there for the next operand.
    op GEPOp "llvm.getelementptr" {
        summary "computes the address of a part of an object";
        operands { base: one k::POINTERS, dynamicIndices: variadic k::INTEGERS }
        results { res: one k::POINTERS }
        attributes {
            rawConstantIndices: required c::DENSE_I32_ARRAY_ATTR,
            elem_type: required c::TYPE_ATTR,
            noWrapFlags: default k::FLAGS_I32 = attrs::zero_i32,
        }
        traits [Pure]
        format "`` custom<GEPFlags>($noWrapFlags) $base `[` custom<GEPIndices>($dynamicIndices, \
            $rawConstantIndices) `]` attr-dict `:` functional-type(operands, results) `,` $elem_type";
        directives [
            "GEPFlags" => flags::parse_gep_flags, flags::print_gep_flags;
            "GEPIndices" => gep::parse_indices, gep::print_indices;
        ]
        hooks { verify_types: gep::verify, fold: fold::getelementptr }
    }

    op AtomicRMWOp "llvm.atomicrmw" {
        summary "reads memory, computes and writes back, atomically";
        operands { ptr: one k::POINTER, val: one k::ATOMIC_RMW }
        results { res: one k::ATOMIC_RMW }
        attributes {
            bin_op: required attrs::ATOMIC_BIN_OP,
            ordering: required attrs::ATOMIC_ORDERING,
            syncscope: optional c::STR_ATTR,
            alignment: optional c::I64_ATTR,
            volatile_: optional c::UNIT_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
        }
        rules [
            TypesMatchWith {
                summary: "result #0 and operand #1 have the same type",
                from: "val",
                to: "res",
                transform: memory::same,
            },
        ]
        format "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering \
            attr-dict `:` qualified(type($ptr)) `,` type($val)";
        hooks { verify_types: memory::verify_rmw }
    }

    op AtomicCmpXchgOp "llvm.cmpxchg" {
        summary "writes memory if it holds an expected value, atomically";
        operands { ptr: one k::POINTER, cmp: one k::ATOMIC_CMPXCHG, val: one k::ATOMIC_CMPXCHG }
        results { res: one k::STRUCT }
        attributes {
            success_ordering: required attrs::ATOMIC_ORDERING,
            failure_ordering: required attrs::ATOMIC_ORDERING,
            syncscope: optional c::STR_ATTR,
            alignment: optional c::I64_ATTR,
            weak: optional c::UNIT_ATTR,
            volatile_: optional c::UNIT_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
        }
        rules [
            TypesMatchWith {
                summary: "operand #1 and operand #2 have the same type",
                from: "val",
                to: "cmp",
                transform: memory::same,
            },
            TypesMatchWith {
                summary: "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
                from: "val",
                to: "res",
                transform: memory::value_and_bool,
            },
        ]
        format "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` $syncscope^ \
            `)`)? $success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` type($val)";
        hooks { verify_types: memory::verify_cmpxchg }
    }

    op FenceOp "llvm.fence" {
        summary "orders memory accesses";
        attributes { ordering: required attrs::ATOMIC_ORDERING, syncscope: optional c::STR_ATTR }
        format "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict";
        hooks { verify_types: memory::verify_fence }
    }
}
