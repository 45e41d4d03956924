//! Lists of keys and values: `#dlti.dl_spec<index = 32, "dlti.endianness" = "little">`.

use std::collections::HashSet;

use asyncir_ir::asm::{AsmParser, AsmPrinter, Delimiter};
use asyncir_ir::def::{AttrDef, ParamFormat, VerifyParams};
use asyncir_ir::{Attribute, Context, Fallible};

/// `#dlti.dl_entry<index, 32>`: a key, which is a type or a string, and its value.
pub static DL_ENTRY_DEF: AttrDef = AttrDef {
    name: "dlti.dl_entry",
    summary: "entry of a data layout",
    description: "A key, which is a type or a string, and its value.\n",
    params: &[("key", "DataLayoutEntryKey"), ("value", "Attribute")],
    cases: None,
    format: ParamFormat::Custom(parse_entry, print_entry),
    verify: None,
};

macro_rules! lists {
    ($($(#[doc = $doc:literal])* $DEF:ident $name:literal $summary:literal $types:literal $verify:expr;)*) => {$(
        $(#[doc = $doc])*
        pub static $DEF: AttrDef = AttrDef {
            name: $name,
            summary: $summary,
            description: concat!($($doc, "\n"),*),
            params: &[("entries", "DataLayoutEntryInterface")],
            cases: None,
            format: ParamFormat::Custom(|parser| parse_list(parser, $types), print_list),
            verify: Some($verify as VerifyParams),
        };
    )*};
}

lists! {
    /// How types lie in memory. Keys are types, whose values say sizes and alignments in bits, or strings.
    DL_SPEC_DEF "dlti.dl_spec" "data layout" true verify_list;
    /// Keys and values of any kind.
    MAP_DEF "dlti.map" "map" true verify_list;
    /// The devices of a system by their names.
    TARGET_SYSTEM_SPEC_DEF "dlti.target_system_spec" "system" false verify_system;
    /// Properties of a device.
    TARGET_DEVICE_SPEC_DEF "dlti.target_device_spec" "device" false verify_device;
}

/// The keys and values of a list, in their order.
pub fn entries(ctx: &Context, list: Attribute) -> impl Iterator<Item = (Attribute, Attribute)> + '_ {
    let params: &[Attribute] = match list.kind(ctx) {
        asyncir_ir::AttrKind::Dialect { params, .. } => params,
        _ => &[],
    };
    params.iter().filter_map(move |&entry| pair(ctx, entry))
}

fn pair(ctx: &Context, entry: Attribute) -> Option<(Attribute, Attribute)> {
    let &[key, value] = entry.params_of(ctx, &DL_ENTRY_DEF)? else {
        return None;
    };
    Some((key, value))
}

/// Reads a key: a string, or a type.
fn parse_key(parser: &mut dyn AsmParser, types: bool) -> Fallible<Attribute> {
    let at = parser.position();
    let key = match parser.optional_type()? {
        Some(ty) if types => Some(parser.ctx().type_attr(ty)),
        Some(_) => None,
        None => Some(parser.attribute(None)?).filter(|key| key.as_str(parser.ctx()).is_some()),
    };
    key.ok_or_else(|| parser.error(at, "invalid kind of attribute specified"))
}

fn parse_entry(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let key = parse_key(parser, true)?;
    parser.punct(",")?;
    let value = parser.attribute(None)?;
    parser.punct(">")?;
    Ok(vec![key, value])
}

fn print_entry(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[key, value] = params else { return };
    printer.text("<");
    printer.attribute(key);
    printer.text(", ");
    printer.attribute(value);
    printer.text(">");
}

/// Reads entries: `key = value`, or attributes that are ones.
fn parse_list(parser: &mut dyn AsmParser, types: bool) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let mut list = Vec::new();
    if !parser.optional_punct(">") {
        parser.comma_separated(Delimiter::None, &mut |parser| {
            list.push(parse_element(parser, types)?);
            Ok(())
        })?;
        parser.punct(">")?;
    }
    Ok(list)
}

fn parse_element(parser: &mut dyn AsmParser, types: bool) -> Fallible<Attribute> {
    let at = parser.position();
    if parser.is_at("#") {
        let entry = parser.attribute(None)?;
        return match entry.params_of(parser.ctx(), &DL_ENTRY_DEF) {
            Some(_) => Ok(entry),
            None => Err(parser.error(at, "invalid kind of attribute specified")),
        };
    }
    let key = parse_key(parser, types)?;
    parser.punct("=")?;
    let value = parser.attribute(None)?;
    Ok(parser.ctx().dialect_attr(&DL_ENTRY_DEF, &[key, value]))
}

fn print_list(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    printer.text("<");
    for (index, &entry) in params.iter().enumerate() {
        let Some((key, value)) = pair(printer.ctx(), entry) else {
            continue;
        };
        printer.text(if index == 0 { "" } else { ", " });
        printer.attribute(key);
        printer.text(" = ");
        printer.attribute(value);
    }
    printer.text(">");
}

fn verify_list(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    let mut seen = HashSet::new();
    for (key, _) in params.iter().filter_map(|&entry| pair(ctx, entry)) {
        let text = key.as_str(ctx);
        if text == Some("") {
            return Err("empty string as DLTI key is not allowed".to_owned());
        }
        if !seen.insert(key) {
            return Err(format!("repeated DLTI key: {}", ctx.show_attr(key)));
        }
    }
    Ok(())
}

fn verify_device(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    if params.is_empty() {
        return Err("no DLTI entries provided".to_owned());
    }
    verify_list(ctx, params)
}

fn verify_system(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    verify_device(ctx, params)?;
    for (key, value) in params.iter().filter_map(|&entry| pair(ctx, entry)) {
        if value.params_of(ctx, &TARGET_DEVICE_SPEC_DEF).is_none() {
            let key = key.as_str(ctx).unwrap_or_default();
            return Err(format!("value associated with key \"{key}\" is not a DLTI device spec"));
        }
    }
    Ok(())
}
