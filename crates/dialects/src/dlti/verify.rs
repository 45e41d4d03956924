//! Verifies the attributes of the dialect that ops carry.

use asyncir_ir::def::AttrDef;
use asyncir_ir::{AttrKind, Attribute, Context, Diagnostic, Fallible, OpRef, Type, TypeKind};

use super::entries::{DL_ENTRY_DEF, DL_SPEC_DEF, MAP_DEF, TARGET_DEVICE_SPEC_DEF, TARGET_SYSTEM_SPEC_DEF, entries};
use crate::llvm::types;
use crate::vector::shapes::product;

/// An attribute has the name of its kind. The data layout of a module fits its types.
pub fn attribute(op: OpRef<'_>, name: &str, value: Attribute) -> Fallible {
    let defs: [&'static AttrDef; 4] = [&DL_SPEC_DEF, &MAP_DEF, &TARGET_SYSTEM_SPEC_DEF, &TARGET_DEVICE_SPEC_DEF];
    let Some(def) = defs.into_iter().find(|def| def.name == name) else {
        return Err(op.bare_error(format!("attribute '{name}' not supported by dialect")));
    };
    if value.params_of(op.ctx, def).is_none() {
        return Err(op.bare_error(format!("'{name}' is expected to be a #{name} attribute")));
    }
    if name == DL_SPEC_DEF.name && op.name() == "builtin.module" {
        verify_layout(op, value)?;
    }
    Ok(())
}

/// All types first, as in MLIR, then what has a name.
fn verify_layout(op: OpRef<'_>, spec: Attribute) -> Fallible {
    let error = |message| Diagnostic::error(op.location(), message);
    for (key, value) in entries(op.ctx, spec) {
        if let Some(ty) = key.as_type(op.ctx) {
            verify_type(op.ctx, ty, value).map_err(error)?;
        }
    }
    for (key, value) in entries(op.ctx, spec) {
        if let Some(name) = key.as_str(op.ctx) {
            verify_name(op.ctx, name, value).map_err(error)?;
        }
    }
    Ok(())
}

fn verify_type(ctx: &Context, ty: Type, value: Attribute) -> Result<(), String> {
    match ty.kind(ctx) {
        TypeKind::Index if matches!(value.kind(ctx), AttrKind::Integer { .. }) => Ok(()),
        TypeKind::Index => Err("expected integer attribute in the data layout entry for 'index'".to_owned()),
        TypeKind::Integer { .. } | TypeKind::Float(_) => verify_number(ctx, ty, value),
        TypeKind::Dialect { .. } if ty.is_a(ctx, &types::PTR) => verify_pointer(ctx, ty, value),
        TypeKind::Dialect { .. } if types::struct_parts(ctx, ty).is_some() => verify_struct(ctx, ty, value),
        TypeKind::Dialect { .. } if types::array_parts(ctx, ty).is_some() => Ok(()),
        TypeKind::Dialect { .. } => Err("data layout specified for a type that does not support it".to_owned()),
        _ => Err("unexpected data layout for a built-in type".to_owned()),
    }
}

/// The type of the elements of a value, and the first elements: one more than any layout has.
pub fn numbers(ctx: &Context, value: Attribute) -> Option<(Type, Vec<i64>)> {
    const MOST: i64 = 5;
    let AttrKind::DenseElements { ty, .. } = value.kind(ctx) else {
        return None;
    };
    let count = product(ty.shape(ctx)?);
    let number = |index| crate::constant_fold::element_at(ctx, value, index as usize)?.as_i64(ctx);
    let numbers = (0..count.min(MOST)).map(number).collect::<Option<_>>()?;
    Some((ty.element_or_self(ctx), numbers))
}

/// The alignment that a type must have, then that it had better have.
fn verify_number(ctx: &Context, ty: Type, value: Attribute) -> Result<(), String> {
    let entry = || {
        let entry = ctx.dialect_attr(&DL_ENTRY_DEF, &[ctx.type_attr(ty), value]);
        ctx.show_attr(entry)
    };
    let alignments = match numbers(ctx, value) {
        Some((Type::I64, alignments)) => alignments,
        _ => {
            return Err(format!(
                "expected a dense i64 elements attribute in the data layout entry {}",
                entry()
            ));
        }
    };
    match alignments[..] {
        [_] => Ok(()),
        [abi, preferred] if preferred >= abi => Ok(()),
        [_, _] => Err(format!(
            "preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry {}",
            entry()
        )),
        _ => Err(format!("expected 1 or 2 elements in the data layout entry {}", entry())),
    }
}

const PREFERRED_TOO_SMALL: &str = "preferred alignment is expected to be at least as large as ABI alignment";

/// The size of a pointer, its two alignments, and perhaps the size of what is added to it.
fn verify_pointer(ctx: &Context, ty: Type, value: Attribute) -> Result<(), String> {
    let shown = ctx.show_type(ty);
    match numbers(ctx, value) {
        Some((element, numbers)) if matches!(numbers.len(), 3 | 4) => match element {
            Type::I64 if numbers[1] > numbers[2] => Err(PREFERRED_TOO_SMALL.to_owned()),
            Type::I64 => Ok(()),
            _ => Err(format!("expected i64 parameters for '{shown}'")),
        },
        _ => Err(format!(
            "expected layout attribute for '{shown}' to be a dense integer elements attribute with 3 or 4 elements"
        )),
    }
}

/// The two alignments of all structures, at the one without fields.
fn verify_struct(ctx: &Context, ty: Type, value: Attribute) -> Result<(), String> {
    let shown = ctx.show_type(ty);
    let (element, numbers) = match numbers(ctx, value) {
        Some((element, numbers)) if matches!(numbers.len(), 1 | 2) => (element, numbers),
        _ => {
            return Err(format!(
                "expected layout attribute for '{shown}' to be a dense integer elements attribute of 1 or 2 elements"
            ));
        }
    };
    let has_fields =
        types::struct_parts(ctx, ty).is_some_and(|parts| parts.fields.is_some_and(|fields| !fields.is_empty()));
    match numbers[..] {
        _ if element != Type::I64 => Err(format!("expected i64 entries for '{shown}'")),
        _ if has_fields => Err(format!("unexpected layout attribute for struct '{shown}'")),
        [abi, preferred] if preferred < abi => Err(PREFERRED_TOO_SMALL.to_owned()),
        _ => Ok(()),
    }
}

/// Names that the dialect knows, and those of no dialect that is known.
fn verify_name(ctx: &Context, name: &str, value: Attribute) -> Result<(), String> {
    let dialect = name.split_once('.').map(|(dialect, _)| dialect);
    if let Some(dialect) = dialect.filter(|&dialect| dialect != "dlti" && ctx.dialect(dialect).is_some()) {
        return Err(format!(
            "the '{dialect}' dialect does not support identifier data layout entries"
        ));
    }
    match name.strip_prefix("dlti.") {
        Some("endianness") if matches!(value.as_str(ctx), Some("big" | "little")) => Ok(()),
        Some("endianness") => {
            Err("'dlti.endianness' data layout entry is expected to be either 'big' or 'little'".to_owned())
        }
        None
        | Some(
            "default_memory_space"
            | "alloca_memory_space"
            | "program_memory_space"
            | "global_memory_space"
            | "mangling_mode"
            | "stack_alignment"
            | "function_pointer_alignment"
            | "legal_int_widths",
        ) => Ok(()),
        Some(_) => Err(format!("unknown data layout entry name: {name}")),
    }
}
