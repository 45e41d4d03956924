//! What stands in a module.

use super::{attrs, constraints as k, debug_info, func, global, ifunc, module_flags, module_ops, struct_attrs};
use crate::constraints as c;

asyncir_ir::ops! {
    /// What stands in a module.
    pub const MODULE_OPS;

    /// Without a body it is a declaration.
    op FuncOp "llvm.func" {
        summary "a function";
        attributes {
            sym_name: required c::STR_ATTR,
            sym_visibility: optional c::STR_ATTR,
            function_type: required k::FUNCTION_TYPE_ATTR,
            linkage: default attrs::LINKAGE = attrs::external,
            dso_local: optional c::UNIT_ATTR,
            CConv: default attrs::CCONV = attrs::ccc,
            comdat: optional c::SYMBOL_REF_ATTR,
            convergent: optional c::UNIT_ATTR,
            personality: optional c::FLAT_SYMBOL_REF_ATTR,
            garbageCollector: optional c::STR_ATTR,
            passthrough: optional c::ARRAY_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
            function_entry_count: optional c::I64_ATTR,
            memory_effects: optional struct_attrs::MEMORY_EFFECTS,
            visibility_: default attrs::VISIBILITY = attrs::zero_i64,
            arm_streaming: optional c::UNIT_ATTR,
            arm_locally_streaming: optional c::UNIT_ATTR,
            arm_streaming_compatible: optional c::UNIT_ATTR,
            arm_new_za: optional c::UNIT_ATTR,
            arm_in_za: optional c::UNIT_ATTR,
            arm_out_za: optional c::UNIT_ATTR,
            arm_inout_za: optional c::UNIT_ATTR,
            arm_preserves_za: optional c::UNIT_ATTR,
            section: optional c::STR_ATTR,
            unnamed_addr: optional attrs::UNNAMED_ADDR,
            alignment: optional c::I64_ATTR,
            vscale_range: optional struct_attrs::VSCALE_RANGE,
            frame_pointer: optional attrs::FRAME_POINTER_KIND,
            target_cpu: optional c::STR_ATTR,
            tune_cpu: optional c::STR_ATTR,
            reciprocal_estimates: optional c::STR_ATTR,
            prefer_vector_width: optional c::STR_ATTR,
            target_features: optional struct_attrs::TARGET_FEATURES,
            no_infs_fp_math: optional c::BOOL_ATTR,
            no_nans_fp_math: optional c::BOOL_ATTR,
            no_signed_zeros_fp_math: optional c::BOOL_ATTR,
            denormal_fp_math: optional c::STR_ATTR,
            denormal_fp_math_f32: optional c::STR_ATTR,
            fp_contract: optional c::STR_ATTR,
            instrument_function_entry: optional c::STR_ATTR,
            instrument_function_exit: optional c::STR_ATTR,
            no_inline: optional c::UNIT_ATTR,
            always_inline: optional c::UNIT_ATTR,
            inline_hint: optional c::UNIT_ATTR,
            no_unwind: optional c::UNIT_ATTR,
            will_return: optional c::UNIT_ATTR,
            optimize_none: optional c::UNIT_ATTR,
            vec_type_hint: optional struct_attrs::VEC_TYPE_HINT,
            work_group_size_hint: optional c::DENSE_I32_ARRAY_ATTR,
            reqd_work_group_size: optional c::DENSE_I32_ARRAY_ATTR,
            intel_reqd_sub_group_size: optional c::I32_ATTR,
            uwtable_kind: optional attrs::UWTABLE_KIND,
        }
        regions { body: Any }
        traits [IsolatedFromAbove, AffineScope, AutomaticAllocationScope, FunctionLike, Symbol]
        custom func::parse, func::print;
        hooks {
            verify: func::verify,
            verify_regions: func::verify_regions,
            verify_symbols: module_ops::verify_comdat_of,
            is_private_symbol: crate::symbol::is_private,
        }
    }

    /// A global variable. The initial value is an attribute, or what the region returns.
    op GlobalOp "llvm.mlir.global" {
        summary "a global variable";
        attributes {
            global_type: required c::TYPE_ATTR,
            constant: optional c::UNIT_ATTR,
            sym_name: required c::STR_ATTR,
            linkage: required attrs::LINKAGE,
            dso_local: optional c::UNIT_ATTR,
            thread_local_: optional c::UNIT_ATTR,
            externally_initialized: optional c::UNIT_ATTR,
            value: optional c::ANY_ATTR,
            alignment: optional c::I64_ATTR,
            addr_space: default c::I32_ATTR_NON_NEGATIVE = attrs::zero_i32,
            unnamed_addr: optional attrs::UNNAMED_ADDR,
            section: optional c::STR_ATTR,
            comdat: optional c::SYMBOL_REF_ATTR,
            dbg_exprs: optional debug_info::GLOBAL_VARIABLE_EXPRESSIONS_ATTR,
            visibility_: default attrs::VISIBILITY = attrs::zero_i64,
            target_specific_attrs: optional c::ARRAY_ATTR,
        }
        regions { initializer: Any }
        traits [IsolatedFromAbove, SingleBlock, Symbol]
        terminator "llvm.return";
        custom global::parse, global::print;
        hooks {
            verify: global::verify,
            verify_regions: global::verify_regions,
            verify_symbols: module_ops::verify_comdat_of,
            is_private_symbol: crate::symbol::is_private,
        }
    }

    op AliasOp "llvm.mlir.alias" {
        summary "another name for a global or function";
        attributes {
            alias_type: required c::TYPE_ATTR,
            sym_name: required c::STR_ATTR,
            linkage: required attrs::LINKAGE,
            dso_local: optional c::UNIT_ATTR,
            thread_local_: optional c::UNIT_ATTR,
            unnamed_addr: optional attrs::UNNAMED_ADDR,
            visibility_: default attrs::VISIBILITY = attrs::zero_i64,
        }
        regions { initializer: Sized(1) }
        traits [IsolatedFromAbove, SingleBlock, Symbol]
        custom global::parse_alias, global::print_alias;
        hooks {
            verify: module_ops::verify_alias,
            verify_regions: module_ops::verify_alias_regions,
            is_private_symbol: crate::symbol::is_private,
        }
    }

    /// Calls of it are calls of what another function, the resolver, returns when the program is loaded.
    op IFuncOp "llvm.mlir.ifunc" {
        summary "a function that is chosen when the program is loaded";
        attributes {
            sym_name: required c::STR_ATTR,
            i_func_type: required c::TYPE_ATTR,
            resolver: required c::FLAT_SYMBOL_REF_ATTR,
            resolver_type: required c::TYPE_ATTR,
            linkage: required attrs::LINKAGE,
            dso_local: optional c::UNIT_ATTR,
            address_space: default c::I32_ATTR_NON_NEGATIVE = attrs::zero_i32,
            unnamed_addr: default attrs::UNNAMED_ADDR = attrs::zero_i64,
            visibility_: default attrs::VISIBILITY = attrs::zero_i64,
        }
        traits [IsolatedFromAbove, Symbol]
        custom ifunc::parse, ifunc::print;
        hooks {
            verify: ifunc::verify,
            verify_symbols: ifunc::verify_symbols,
            is_private_symbol: crate::symbol::is_private,
        }
    }

    op GlobalCtorsOp "llvm.mlir.global_ctors" {
        summary "functions that run before `main`";
        attributes {
            ctors: required c::FLAT_SYMBOL_REF_ARRAY_ATTR,
            priorities: required c::I32_ARRAY_ATTR,
            data: required c::ARRAY_ATTR,
        }
        format "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict";
        hooks { verify_types: module_ops::verify_ctors, verify_symbols: module_ops::verify_ctor_functions }
    }

    op GlobalDtorsOp "llvm.mlir.global_dtors" {
        summary "functions that run after `main`";
        attributes {
            dtors: required c::FLAT_SYMBOL_REF_ARRAY_ATTR,
            priorities: required c::I32_ARRAY_ATTR,
            data: required c::ARRAY_ATTR,
        }
        format "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict";
        hooks { verify_types: module_ops::verify_ctors, verify_symbols: module_ops::verify_ctor_functions }
    }

    op ComdatOp "llvm.comdat" {
        summary "sections of which the linker keeps one";
        attributes { sym_name: required c::SYMBOL_NAME_ATTR }
        regions { body: Sized(1) }
        traits [NoTerminator, NoRegionArguments, SymbolTable, Symbol]
        format "$sym_name $body attr-dict";
        hooks { verify_regions: module_ops::verify_comdat }
    }

    op ComdatSelectorOp "llvm.comdat_selector" {
        summary "which one of several equal sections is kept";
        attributes { sym_name: required c::SYMBOL_NAME_ATTR, comdat: required attrs::COMDAT }
        traits [Symbol]
        format "$sym_name $comdat attr-dict";
    }

    op LinkerOptionsOp "llvm.linker_options" {
        summary "options for the linker";
        attributes { options: required c::STR_ARRAY_ATTR }
        traits [AtModuleLevel]
        format "$options attr-dict";
    }

    op ModuleFlagsOp "llvm.module_flags" {
        summary "flags of the module";
        attributes { flags: required c::ARRAY_ATTR }
        traits [AtModuleLevel]
        format "$flags attr-dict";
        hooks { verify: module_flags::verify }
    }
}
