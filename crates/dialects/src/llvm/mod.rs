//! The `llvm` dialect: LLVM's instructions, intrinsics, types, functions and globals, as far as programs lowered from
//! the other dialects need them.

mod aggregate;
pub mod attrs;
pub mod block_address;
mod bundles;
mod call;
mod compare;
pub mod constant_range;
pub mod constraints;
mod control;
pub mod debug_info;
mod flags;
mod fold;
pub mod func;
pub mod gep;
mod global;
mod ifunc;
mod landingpad;
pub mod layout;
mod memory;
pub mod metadata_attrs;
pub mod module_flags;
mod module_ops;
mod ops_arith;
mod ops_cast;
mod ops_constant;
mod ops_control;
mod ops_intr_constrained;
mod ops_intr_coro;
mod ops_intr_dbg;
mod ops_intr_int;
mod ops_intr_masked;
mod ops_intr_math;
mod ops_intr_matrix;
mod ops_intr_mem;
mod ops_intr_vector;
mod ops_intr_vp;
mod ops_memory;
mod ops_module;
mod ops_value;
pub mod parameters;
pub mod struct_attrs;
mod struct_params;
mod struct_type;
mod switch;
pub mod types;
mod verify;
mod verify_intr;

use asyncir_ir::def::{AttrDef, Dialect, ParamFormat};
use asyncir_ir::{Attribute, Context, Location, OperationState, Type};

pub use aggregate::field_type;
pub use ops_arith::*;
pub use ops_cast::*;
pub use ops_constant::*;
pub use ops_control::*;
pub use ops_intr_constrained::*;
pub use ops_intr_coro::*;
pub use ops_intr_dbg::*;
pub use ops_intr_int::*;
pub use ops_intr_masked::*;
pub use ops_intr_math::*;
pub use ops_intr_matrix::*;
pub use ops_intr_mem::*;
pub use ops_intr_vector::*;
pub use ops_intr_vp::*;
pub use ops_memory::*;
pub use ops_module::*;
pub use ops_value::*;
pub(crate) use struct_params::{parse_bool, parse_number};
pub use switch::{case_values, case_values_attr};

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [
        ops_arith::ARITH_OPS, ops_cast::CAST_OPS, ops_memory::MEMORY_OPS, ops_value::VALUE_OPS,
        ops_control::CONTROL_OPS, ops_constant::CONSTANT_OPS, ops_module::MODULE_OPS,
        ops_intr_math::MATH_INTRINSICS, ops_intr_constrained::CONSTRAINED_INTRINSICS, ops_intr_int::INT_INTRINSICS,
        ops_intr_mem::MEMORY_INTRINSICS, ops_intr_coro::CORO_INTRINSICS, ops_intr_vector::VECTOR_INTRINSICS,
        ops_intr_masked::MASKED_REDUCTIONS, ops_intr_dbg::DEBUG_INTRINSICS,
        ops_intr_vp::VP_INTRINSICS, ops_intr_matrix::MATRIX_INTRINSICS,
    ]
}

macro_rules! plain_attrs {
    ($($(#[$doc:meta])* $NAME:ident $name:literal $summary:literal;)*) => {$(
        $(#[$doc])*
        pub static $NAME: AttrDef = AttrDef {
            name: $name,
            summary: $summary,
            description: "",
            params: &[],
            cases: None,
            format: ParamFormat::None,
            verify: None,
        };
    )*};
}

plain_attrs! {
    /// `#llvm.zero`
    ZERO "llvm.zero" "the zero of a type";
    /// `#llvm.undef`
    UNDEF "llvm.undef" "an undefined value";
    /// `#llvm.poison`
    POISON "llvm.poison" "the poison value";
}

const OTHER_ATTRS: &[&AttrDef] = &[
    &attrs::CCONV_DEF,
    &attrs::LINKAGE_DEF,
    &attrs::TAIL_CALL_KIND_DEF,
    &attrs::FASTMATH_DEF,
    &attrs::OVERFLOW_DEF,
    &attrs::FRAME_POINTER_KIND_DEF,
    &attrs::UWTABLE_KIND_DEF,
    &struct_attrs::MEMORY_EFFECTS_DEF,
    &struct_attrs::VSCALE_RANGE_DEF,
    &constant_range::CONSTANT_RANGE_DEF,
    &struct_attrs::DEREFERENCEABLE_DEF,
    &struct_attrs::VEC_TYPE_HINT_DEF,
    &struct_attrs::TARGET_FEATURES_DEF,
    &metadata_attrs::LOOP_VECTORIZE_DEF,
    &metadata_attrs::LOOP_INTERLEAVE_DEF,
    &metadata_attrs::LOOP_UNROLL_DEF,
    &metadata_attrs::LOOP_UNROLL_AND_JAM_DEF,
    &metadata_attrs::LOOP_LICM_DEF,
    &metadata_attrs::LOOP_DISTRIBUTE_DEF,
    &metadata_attrs::LOOP_PIPELINE_DEF,
    &metadata_attrs::LOOP_PEELED_DEF,
    &metadata_attrs::LOOP_UNSWITCH_DEF,
    &metadata_attrs::LOOP_ANNOTATION_DEF,
    &metadata_attrs::ACCESS_GROUP_DEF,
    &metadata_attrs::ALIAS_SCOPE_DOMAIN_DEF,
    &metadata_attrs::ALIAS_SCOPE_DEF,
    &metadata_attrs::TBAA_ROOT_DEF,
    &metadata_attrs::TBAA_TYPE_DESC_DEF,
    &metadata_attrs::TBAA_MEMBER_DEF,
    &metadata_attrs::TBAA_TAG_DEF,
    &block_address::BLOCK_TAG_DEF,
    &block_address::BLOCK_ADDRESS_DEF,
    &ZERO,
    &UNDEF,
    &POISON,
    &module_flags::MODULE_FLAG_DEF,
    &module_flags::CG_PROFILE_ENTRY_DEF,
    &module_flags::PROFILE_SUMMARY_DEF,
    &module_flags::PROFILE_SUMMARY_DETAILED_DEF,
];

crate::lists::all_defs! {
    /// All attributes of the dialect.
    ATTRS: AttrDef = [OTHER_ATTRS, debug_info::DEFS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "llvm",
    description: "LLVM's instructions, intrinsics, types, functions and globals. Programs of this dialect alone are \
                  translated to LLVM IR one to one.",
    ops: OPS,
    types: types::TYPES,
    attrs: ATTRS,
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: true,
};

/// `llvm.mlir.constant` of a number, or `llvm.mlir.zero`, `undef` or `poison`.
pub fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, location: Location) -> Option<OperationState> {
    let is = |def: &'static AttrDef| value.params_of(ctx, def).is_some();
    if is(&ZERO) {
        return Some(ZeroOp::build(ctx, location, &[ty]));
    }
    if is(&UNDEF) {
        return Some(UndefOp::build(ctx, location, &[ty]));
    }
    if is(&POISON) {
        return Some(PoisonOp::build(ctx, location, &[ty]));
    }
    if value.as_flat_symbol(ctx).is_some() && ty.is_a(ctx, &types::PTR) {
        return Some(AddressOfOp::build(ctx, location, value, &[ty]));
    }
    let is_number = value.as_int(ctx).is_some()
        || value.as_float(ctx).is_some()
        || (crate::constraints::ELEMENTS_ATTR.check)(ctx, value);
    let is_typed = value.ty(ctx) == ty && types::is_compatible(ctx, ty);
    (is_number && is_typed).then(|| ConstantOp::build(ctx, location, value, &[ty]))
}
