//! Control flow and calls.

use super::landingpad;
use super::metadata_attrs::{ACCESS_GROUPS_ATTR, ALIAS_SCOPES_ATTR, LOOP_ANNOTATION_ATTR, TBAA_TAGS_ATTR};
use super::{attrs, block_address, bundles, call, constraints as k, control, struct_attrs, switch};
use crate::constraints as c;
use crate::region_flow::check_branch;

asyncir_ir::ops! {
    /// Control flow and calls.
    pub const CONTROL_OPS;

    op BrOp "llvm.br" {
        summary "goes to a block";
        operands { destOperands: variadic k::ANY }
        attributes { loop_annotation: optional LOOP_ANNOTATION_ATTR }
        successors { dest: one }
        traits [Pure, Terminator]
        format "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict";
        hooks { verify: check_branch, branch: control::br }
    }

    op CondBrOp "llvm.cond_br" {
        summary "goes to one of two blocks";
        operands { condition: one c::I1, trueDestOperands: variadic k::ANY, falseDestOperands: variadic k::ANY }
        attributes { branch_weights: optional c::DENSE_I32_ARRAY_ATTR, loop_annotation: optional LOOP_ANNOTATION_ATTR }
        successors { trueDest: one, falseDest: one }
        traits [Pure, AttrSizedOperandSegments, Terminator]
        format "$condition ( `weights` `(` $branch_weights^ `)` )? `,` $trueDest (`(` $trueDestOperands^ `:` \
            type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) \
            `)`)? attr-dict";
        hooks { verify: control::verify_cond_br, branch: control::cond_br }
    }

    op SwitchOp "llvm.switch" {
        summary "goes to one of several blocks by the value of an integer";
        operands {
            value: one c::SIGNLESS_INTEGER,
            defaultOperands: variadic c::ANY_TYPE,
            caseOperands: variadic c::ANY_TYPE,
        }
        attributes {
            case_values: optional c::ANY_INT_ELEMENTS_ATTR,
            case_operand_segments: required c::DENSE_I32_ARRAY_ATTR,
            branch_weights: optional c::DENSE_I32_ARRAY_ATTR,
        }
        successors { defaultDestination: one, caseDestinations: variadic }
        traits [Pure, AttrSizedOperandSegments, Terminator]
        custom switch::parse, switch::print;
        hooks { verify: switch::verify, branch: switch::branch }
    }

    /// Marks the block that it stands in, for `llvm.blockaddress`.
    op BlockTagOp "llvm.blocktag" {
        summary "a tag of a block";
        attributes { tag: required block_address::BLOCK_TAG }
        format "$tag attr-dict";
        hooks { verify: block_address::verify_tag }
    }

    /// The address must be that of one of the successors.
    ///
    /// ```mlir
    /// llvm.indirectbr %address : !llvm.ptr, [
    /// ^head(%a : i32),
    /// ^tail
    /// ]
    /// ```
    op IndirectBrOp "llvm.indirectbr" {
        summary "goes to a block by its address";
        operands { addr: one k::POINTER, succOperands: variadic c::ANY_TYPE }
        attributes { indbr_operand_segments: required c::DENSE_I32_ARRAY_ATTR }
        successors { successors: variadic }
        traits [Pure, Terminator]
        custom block_address::parse_branch, block_address::print_branch;
        hooks { verify: block_address::verify_branch, branch: block_address::branch }
    }

    op ReturnOp "llvm.return" {
        summary "leaves the function";
        operands { arg: optional k::ANY }
        traits [Pure, ReturnLike, Terminator]
        format "attr-dict ($arg^ `:` type($arg))?";
        hooks { verify: control::verify_return }
    }

    op UnreachableOp "llvm.unreachable" {
        summary "is never reached";
        traits [Terminator]
        format "attr-dict";
    }

    /// The callee is a symbol, or the first operand. Calls of functions with open parameter lists carry the type of the
    /// callee.
    op CallOp "llvm.call" {
        summary "calls a function";
        operands { callee_operands: variadic k::ANY, op_bundle_operands: variadic k::ANY }
        results { result: optional k::ANY }
        attributes {
            var_callee_type: optional k::FUNCTION_TYPE_ATTR,
            callee: optional c::FLAT_SYMBOL_REF_ATTR,
            fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath,
            CConv: default attrs::CCONV = attrs::ccc,
            TailCallKind: default attrs::TAIL_CALL_KIND = attrs::no_tail_call,
            memory_effects: optional struct_attrs::MEMORY_EFFECTS,
            convergent: optional c::UNIT_ATTR,
            no_unwind: optional c::UNIT_ATTR,
            will_return: optional c::UNIT_ATTR,
            op_bundle_sizes: default c::DENSE_I32_ARRAY_ATTR = attrs::empty_i32_array,
            op_bundle_tags: optional c::ARRAY_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
            no_inline: optional c::UNIT_ATTR,
            always_inline: optional c::UNIT_ATTR,
            inline_hint: optional c::UNIT_ATTR,
            access_groups: optional ACCESS_GROUPS_ATTR,
            alias_scopes: optional ALIAS_SCOPES_ATTR,
            noalias_scopes: optional ALIAS_SCOPES_ATTR,
            tbaa: optional TBAA_TAGS_ATTR,
        }
        traits [AttrSizedOperandSegments]
        custom call::parse, call::print;
        hooks { verify: bundles::verify, verify_types: call::verify, verify_symbols: call::verify_symbols }
    }

    op InvokeOp "llvm.invoke" {
        summary "calls a function that may throw";
        operands {
            callee_operands: variadic k::ANY,
            normalDestOperands: variadic k::ANY,
            unwindDestOperands: variadic k::ANY,
            op_bundle_operands: variadic k::ANY,
        }
        results { result: optional k::ANY }
        attributes {
            var_callee_type: optional k::FUNCTION_TYPE_ATTR,
            callee: optional c::FLAT_SYMBOL_REF_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
            branch_weights: optional c::DENSE_I32_ARRAY_ATTR,
            CConv: default attrs::CCONV = attrs::ccc,
            op_bundle_sizes: default c::DENSE_I32_ARRAY_ATTR = attrs::empty_i32_array,
            op_bundle_tags: optional c::ARRAY_ATTR,
        }
        successors { normalDest: one, unwindDest: one }
        traits [AttrSizedOperandSegments, Terminator]
        custom call::parse_invoke, call::print_invoke;
        hooks { branch: call::invoke_branch, verify: call::verify_invoke }
    }

    op LandingpadOp "llvm.landingpad" {
        summary "where control goes when a call throws";
        operands { operands: variadic k::ANY }
        results { res: one k::ANY }
        attributes { cleanup: optional c::UNIT_ATTR }
        custom call::parse_landingpad, call::print_landingpad;
        hooks { verify: landingpad::verify }
    }

    op ResumeOp "llvm.resume" {
        summary "goes on throwing";
        operands { value: one k::ANY }
        traits [Terminator]
        format "$value attr-dict `:` type($value)";
    }

    op CallIntrinsicOp "llvm.call_intrinsic" {
        summary "calls an intrinsic of LLVM by its name";
        operands { args: variadic k::ANY, op_bundle_operands: variadic k::ANY }
        results { results: optional k::ANY }
        attributes {
            intrin: required c::STR_ATTR,
            fastmathFlags: default attrs::FASTMATH = attrs::no_fastmath,
            op_bundle_sizes: default c::DENSE_I32_ARRAY_ATTR = attrs::empty_i32_array,
            op_bundle_tags: optional c::ARRAY_ATTR,
            arg_attrs: optional c::DICT_ARRAY_ATTR,
            res_attrs: optional c::DICT_ARRAY_ATTR,
        }
        traits [AttrSizedOperandSegments]
        custom call::parse_intrinsic, call::print_intrinsic;
        hooks { verify: call::verify_intrinsic }
    }

    op InlineAsmOp "llvm.inline_asm" {
        summary "runs machine instructions given as text";
        operands { operands: variadic k::ANY }
        results { res: optional k::ANY }
        attributes {
            asm_string: required c::STR_ATTR,
            constraints: required c::STR_ATTR,
            has_side_effects: optional c::UNIT_ATTR,
            is_align_stack: optional c::UNIT_ATTR,
            tail_call_kind: default attrs::TAIL_CALL_KIND = attrs::no_tail_call,
            asm_dialect: optional k::ASM_DIALECT,
            operand_attrs: optional c::ARRAY_ATTR,
        }
        format "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? (`tail_call_kind` \
            `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? (`operand_attrs` `=` $operand_attrs^)? \
            attr-dict $asm_string `,` $constraints operands `:` functional-type(operands, results)";
        hooks { effects: control::inline_asm_effects }
    }

    op VaArgOp "llvm.va_arg" {
        summary "the next of the open arguments";
        operands { arg: one k::POINTER }
        results { res: one k::ANY }
        format "$arg attr-dict `:` functional-type($arg, $res)";
    }
}
