//! Metadata of functions.

use asyncir_ir::{Attribute, Fallible, OpRef};

use super::super::state::ModuleState;
use super::param;
use crate::dialect::{attr, integer, integers};

/// What is known of a function: how often it is called, and hints for kernels of OpenCL. `!prof !N` and the like.
pub(in crate::translate) fn of_function(state: &mut ModuleState<'_>, op: OpRef<'_>) -> Fallible<Vec<String>> {
    let mut attached = Vec::new();
    let mut attach = |state: &mut ModuleState<'_>, kind: &str, node: &str| {
        attached.push(format!("!{kind} !{}", state.metadata.number(node)));
    };
    if let Some(count) = integer(op, "function_entry_count") {
        attach(state, "prof", &format!("{{!\"function_entry_count\", i64 {count}}}"));
    }
    if let Some(hint) = attr(op, "vec_type_hint") {
        let parameter = |name| param(op.ctx, hint, name);
        let is_signed = parameter("is_signed").and_then(Attribute::as_bool).unwrap_or_default();
        if let Some(ty) = parameter("hint").and_then(|ty| ty.as_type(op.ctx)) {
            let ty = state.ty(ty, op.location())?;
            attach(
                state,
                "vec_type_hint",
                &format!("{{{ty} undef, i32 {}}}", i32::from(is_signed)),
            );
        }
    }
    for kind in ["work_group_size_hint", "reqd_work_group_size"] {
        let sizes = integers(op, kind);
        if !sizes.is_empty() {
            let sizes: Vec<String> = sizes.iter().map(|size| format!("i32 {size}")).collect();
            attach(state, kind, &format!("{{{}}}", sizes.join(", ")));
        }
    }
    if let Some(size) = integer(op, "intel_reqd_sub_group_size") {
        attach(state, "intel_reqd_sub_group_size", &format!("{{i32 {size}}}"));
    }
    Ok(attached)
}
