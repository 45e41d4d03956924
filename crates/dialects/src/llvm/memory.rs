//! Accesses to memory: forms, verifiers and effects.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{Effect, EffectKind};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::smallvec::{SmallVec, smallvec};
use asyncir_ir::{Attribute, Context, Fallible, OpRef, OperationState, Type};

use super::types::{self, make};

/// The type itself.
pub fn same(_: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// `!llvm.struct<(ty, i1)>`
pub fn value_and_bool(ctx: &Context, ty: Type) -> Option<Type> {
    Some(make::literal_struct(ctx, &[ty, Type::I1]))
}

/// `inalloca %size x type {attributes} : (i32) -> !llvm.ptr`
pub fn parse_alloca(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let inalloca = p.optional_keyword("inalloca");
    let size = p.operand()?;
    p.keyword("x")?;
    let element = p.ty()?;
    p.attr_dict(state)?;
    p.punct(":")?;
    let at = p.position();
    let signature = p.ty()?;
    let zero_alignment = state
        .properties
        .get(p.ctx(), "alignment")
        .and_then(|attr| attr.as_i64(p.ctx()))
        == Some(0);
    if zero_alignment {
        return Err(p.error(at, "expected alignment to be a power of 2"));
    }
    let Some((&[size_type], &[result])) = signature.function(p.ctx()) else {
        return Err(p.error(at, "expected trailing function type with one argument and one result"));
    };
    state.operands.push(p.resolve(size, size_type)?);
    let element = p.ctx().type_attr(element);
    state.properties = p.ctx().dict_with(state.properties, "elem_type", Some(element));
    if inalloca {
        state.properties = p.ctx().dict_with(state.properties, "inalloca", Some(Attribute::UNIT));
    }
    state.results.push(result);
    Ok(())
}

/// Writes what [`parse_alloca`] reads.
pub fn print_alloca(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(if op.property("inalloca").is_some() {
        " inalloca "
    } else {
        " "
    });
    p.operand(op.operand(0));
    p.text(" x ");
    if let Some(element) = op.property("elem_type").and_then(|attr| attr.as_type(op.ctx)) {
        p.ty(element);
    }
    let unaligned = op
        .property("alignment")
        .is_some_and(|attr| attr.as_i64(op.ctx) == Some(0));
    p.attr_dict(
        op,
        if unaligned {
            &["elem_type", "inalloca", "alignment"]
        } else {
            &["elem_type", "inalloca"]
        },
    );
    p.text(" : ");
    p.functional_type(op);
}

/// Of the types that only one target knows, few have a place in memory.
pub fn verify_alloca(op: OpRef<'_>) -> Fallible {
    let element = op.required("elem_type").as_type(op.ctx);
    let Some(params) = element.and_then(|ty| ty.params_of(op.ctx, &types::TARGET)) else {
        return Ok(());
    };
    let name = params.first().and_then(|name| name.as_str(op.ctx)).unwrap_or_default();
    if name.starts_with("spirv.") || name == "aarch64.svcount" {
        Ok(())
    } else {
        Err(op.error("this target extension type cannot be used in alloca"))
    }
}

fn ordering(op: OpRef<'_>, name: &'static str) -> i64 {
    op.property(name).and_then(|attr| attr.as_i64(op.ctx)).unwrap_or(0)
}

const NOT_ATOMIC: i64 = 0;
const UNORDERED: i64 = 1;
const MONOTONIC: i64 = 2;
const ACQUIRE: i64 = 4;
const RELEASE: i64 = 5;
const ACQ_REL: i64 = 6;

/// Whether values of a type are read and written at once: pointers, and numbers of a power of two of bytes.
fn may_be_atomic(ctx: &Context, ty: Type) -> bool {
    let float = ty.float(ctx).filter(|_| types::is_float(ctx, ty));
    let bits = ty.int_width(ctx).or_else(|| float.map(FloatSemantics::width));
    ty.is_a(ctx, &types::PTR) || bits.is_some_and(|bits| bits >= 8 && bits.is_power_of_two())
}

fn verify_atomic(op: OpRef<'_>, ty: Type, unsupported: &[i64], what: &str) -> Fallible {
    let ordering = ordering(op, "ordering");
    if ordering == NOT_ATOMIC {
        if op.property("syncscope").is_some() {
            return Err(op.error("expected syncscope to be null for non-atomic access"));
        }
        return Ok(());
    }
    if !may_be_atomic(op.ctx, ty) {
        let shown = op.ctx.show_type(ty);
        return Err(op.error(format_args!("unsupported type '{shown}' for atomic access")));
    }
    if unsupported.contains(&ordering) {
        let keyword = super::attrs::ATOMIC_ORDERINGS.keyword(ordering).unwrap_or_default();
        return Err(op.error(format_args!("unsupported ordering '{keyword}'")));
    }
    if op.property("alignment").is_none() {
        return Err(op.error(format_args!("expected alignment for {what} access")));
    }
    Ok(())
}

/// Atomic loads have an alignment and do not release.
pub fn verify_load(op: OpRef<'_>) -> Fallible {
    verify_atomic(op, op.result_type(0), &[RELEASE, ACQ_REL], "atomic")
}

/// Atomic stores have an alignment and do not acquire.
pub fn verify_store(op: OpRef<'_>) -> Fallible {
    verify_atomic(op, op.operand_type(0), &[ACQUIRE, ACQ_REL], "atomic")
}

/// The operation fits the type of the value.
pub fn verify_rmw(op: OpRef<'_>) -> Fallible {
    let keyword = op
        .property("bin_op")
        .and_then(|attr| attr.as_i64(op.ctx))
        .and_then(|value| super::attrs::ATOMIC_BIN_OPS.keyword(value))
        .unwrap_or_default();
    let ty = op.operand_type(1);
    let float = types::is_float(op.ctx, ty.element_or_self(op.ctx));
    match keyword {
        "fadd" | "fsub" | "fmax" | "fmin" | "fmaximum" | "fminimum" if !float => {
            return Err(op.error("expected LLVM IR floating point type"));
        }
        "fadd" | "fsub" | "fmax" | "fmin" | "fmaximum" | "fminimum" => {}
        "xchg" if may_be_atomic(op.ctx, ty) => {}
        "xchg" => return Err(op.error("unexpected LLVM IR type for 'xchg' bin_op")),
        _ if !matches!(ty.int_width(op.ctx), Some(8 | 16 | 32 | 64)) => {
            return Err(op.error("expected LLVM IR integer type"));
        }
        _ => {}
    }
    if ordering(op, "ordering") < MONOTONIC {
        let keyword = super::attrs::ATOMIC_ORDERINGS.keyword(MONOTONIC).unwrap_or_default();
        return Err(op.error(format_args!("expected at least '{keyword}' ordering")));
    }
    Ok(())
}

/// Orderings are strong enough, and failure does not release.
pub fn verify_cmpxchg(op: OpRef<'_>) -> Fallible {
    let ty = op.operand_type(1);
    if types::is_float(op.ctx, ty) || !may_be_atomic(op.ctx, ty) {
        return Err(op.error("unexpected LLVM IR type"));
    }
    let (success, failure) = (ordering(op, "success_ordering"), ordering(op, "failure_ordering"));
    if success < MONOTONIC || failure < MONOTONIC {
        return Err(op.error("ordering must be at least 'monotonic'"));
    }
    if failure == RELEASE || failure == ACQ_REL {
        return Err(op.error("failure ordering cannot be 'release' or 'acq_rel'"));
    }
    Ok(())
}

/// A fence orders something.
pub fn verify_fence(op: OpRef<'_>) -> Fallible {
    if [NOT_ATOMIC, UNORDERED, MONOTONIC].contains(&ordering(op, "ordering")) {
        return Err(op.error("can be given only acquire, release, acq_rel, and seq_cst orderings"));
    }
    Ok(())
}

fn is_ordered(op: OpRef<'_>) -> bool {
    op.property("volatile_").is_some() || ordering(op, "ordering") > MONOTONIC
}

/// Volatile and ordered accesses also touch other memory.
fn access(op: OpRef<'_>, kind: EffectKind, address: usize) -> SmallVec<[Effect; 2]> {
    let own = Effect {
        kind,
        value: Some(op.operand(address)),
    };
    if !is_ordered(op) {
        return smallvec![own];
    }
    smallvec![
        own,
        Effect {
            kind: EffectKind::Write,
            value: None
        },
        Effect {
            kind: EffectKind::Read,
            value: None
        }
    ]
}

/// Reads.
pub fn load_effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    access(op, EffectKind::Read, 0)
}

/// Writes.
pub fn store_effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    access(op, EffectKind::Write, 1)
}

/// Allocates.
pub fn alloca_effects(op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
    smallvec![Effect {
        kind: EffectKind::Allocate,
        value: Some(op.result(0))
    }]
}
