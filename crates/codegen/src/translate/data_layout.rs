//! The data layout of a module: `llvm.data_layout`, or LLVM's spelling of a `#dlti.dl_spec`.

use asyncir_dialects::dlti::{FUNCTION_POINTER_ALIGNMENT_DEF, entries, numbers};
use asyncir_dialects::llvm::types;
use asyncir_ir::{Attribute, Context, Diagnostic, Fallible, OpRef, Type, TypeKind};

use super::metadata::param;

/// The data layout, if the module has one.
pub(super) fn of(module: OpRef<'_>) -> Fallible<Option<String>> {
    let attr = |name: &'static str| module.data().attr(module.ctx, name);
    let text = attr("llvm.data_layout").and_then(|text| text.as_str(module.ctx));
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        return Ok(Some(text.to_owned()));
    }
    let Some(spec) = attr("dlti.dl_spec") else {
        return Ok(None);
    };
    let text = from_spec(module.ctx, spec).map_err(|message| Diagnostic::error(module.location(), message))?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// What has a name comes first, then types, each in the order of the entries.
fn from_spec(ctx: &Context, spec: Attribute) -> Result<String, String> {
    let mut parts = Vec::new();
    for (key, value) in entries(ctx, spec) {
        if let Some(key) = key.as_str(ctx) {
            parts.extend(of_name(ctx, key, value)?);
        }
    }
    for (key, value) in entries(ctx, spec) {
        if let Some(ty) = key.as_type(ctx) {
            parts.extend(of_type(ctx, ty, value)?);
        }
    }
    Ok(parts.join("-"))
}

fn of_name(ctx: &Context, key: &str, value: Attribute) -> Result<Option<String>, String> {
    let wrong = || {
        format!(
            "unsupported value for data layout key \"{key}\": {}",
            ctx.show_attr(value)
        )
    };
    // Zero is what LLVM assumes anyway.
    let number = |letter: &str| match value.as_i64(ctx) {
        Some(0) => Ok(None),
        Some(number) if number > 0 => Ok(Some(format!("{letter}{number}"))),
        _ => Err(wrong()),
    };
    match key {
        "dlti.endianness" => Ok(Some(
            if value.as_str(ctx) == Some("big") { "E" } else { "e" }.to_owned(),
        )),
        "dlti.mangling_mode" => match value.as_str(ctx) {
            Some(mode) if mode.len() == 1 => Ok(Some(format!("m:{mode}"))),
            _ => Err(wrong()),
        },
        "dlti.program_memory_space" => number("P"),
        "dlti.global_memory_space" => number("G"),
        "dlti.alloca_memory_space" => number("A"),
        "dlti.stack_alignment" if value.as_i64(ctx).is_some_and(|bits| bits % 8 == 0) => number("S"),
        "dlti.stack_alignment" => Err(wrong()),
        "dlti.function_pointer_alignment" => {
            let params = value
                .params_of(ctx, &FUNCTION_POINTER_ALIGNMENT_DEF)
                .ok_or_else(wrong)?;
            let alignment = param(ctx, value, "alignment")
                .and_then(|bits| bits.as_i64(ctx))
                .unwrap_or(0);
            let kind = if params.get(1) == Some(&Attribute::TRUE) {
                "n"
            } else {
                "i"
            };
            Ok(Some(format!("F{kind}{alignment}")))
        }
        "dlti.legal_int_widths" => {
            let widths: Vec<String> = value
                .dense_ints(ctx)
                .ok_or_else(wrong)?
                .map(|width| width.to_string())
                .collect();
            if widths.is_empty() {
                Err(wrong())
            } else {
                Ok(Some(format!("n{}", widths.join(":"))))
            }
        }
        _ => Err(format!("unsupported data layout key \"{key}\"")),
    }
}

fn of_type(ctx: &Context, ty: Type, value: Attribute) -> Result<Option<String>, String> {
    let shown = || ctx.show_type(ty);
    let prefix = match ty.kind(ctx) {
        TypeKind::Index => return Ok(None),
        TypeKind::Integer { width, .. } if ty.is_signless_int(ctx) => format!("i{width}"),
        TypeKind::Integer { .. } => {
            return Err(format!(
                "unsupported data layout for non-signless integer '{}'",
                shown()
            ));
        }
        TypeKind::Float(_) if matches!(&*shown(), "f16" | "f32" | "f64" | "f80" | "f128") => shown(),
        TypeKind::Dialect { .. } if ty.is_a(ctx, &types::PTR) => {
            format!("p{}", types::address_space(ctx, ty).unwrap_or(0))
        }
        _ => return Err(format!("unsupported type in data layout: '{}'", shown())),
    };
    let (_, mut numbers) = numbers(ctx, value).unwrap_or((ty, Vec::new()));
    if numbers.is_empty() || numbers.iter().any(|&number| number <= 0) {
        return Err(format!(
            "unsupported data layout for '{}': {}",
            shown(),
            ctx.show_attr(value)
        ));
    }
    match numbers[..] {
        // An offset is as wide as the pointer, unless it is said.
        [size, _, _] => numbers.push(size),
        [abi, preferred] if abi == preferred => numbers.truncate(1),
        _ => {}
    }
    let numbers: Vec<String> = numbers.iter().map(|number| format!(":{number}")).collect();
    Ok(Some(prefix + &numbers.concat()))
}
