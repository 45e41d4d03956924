//! Flags of a module: what linkers do if the modules that they join disagree about a key.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrDef, EnumCase, EnumDef, ParamFormat, ParamName};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, OpRef};

use super::struct_params::{FLOAT, Kind, SYMBOL, attrs_of_params, optional, required};

macro_rules! cases {
    ($($keyword:literal = $value:literal),*) => { &[$(EnumCase { keyword: $keyword, value: $value }),*] };
}

/// What is done with two flags of the same key.
pub static BEHAVIORS: EnumDef = EnumDef {
    name: "ModFlagBehavior",
    cases: cases! {
        "error" = 1, "warning" = 2, "require" = 3, "override" = 4, "append" = 5, "append_unique" = 6, "max" = 7,
        "min" = 8
    },
    width: 64,
    bits: false,
    words: Some("LLVM Module Flag Behavior"),
};

/// How a profile was made.
pub static PROFILE_FORMATS: EnumDef = EnumDef {
    name: "ProfileSummaryFormatKind",
    cases: cases! { "SampleProfile" = 0, "InstrProf" = 1, "CSInstrProf" = 2 },
    width: 64,
    bits: false,
    words: Some("LLVM ProfileSummary format kinds"),
};

const UINT32: Kind = Kind::Number("uint32_t");
const UINT64: Kind = Kind::Number("uint64_t");
const DETAILS: Kind = Kind::Rest("::llvm::ArrayRef<ModuleFlagProfileSummaryDetailedAttr>", || {
    &PROFILE_SUMMARY_DETAILED_DEF
});

attrs_of_params! {
    /// How often a function calls another one.
    CG_PROFILE_ENTRY_DEF "llvm.cgprofile_entry" "ModuleFlagCGProfileEntryAttr" "entry of a call graph profile" = [
        optional "from" SYMBOL, optional "to" SYMBOL, required "count" UINT64,
    ];
    /// How many counters of a profile are above a bound.
    PROFILE_SUMMARY_DETAILED_DEF "llvm.profile_summary_detailed" "ModuleFlagProfileSummaryDetailedAttr" "detail of a profile summary" = [
        required "cut_off" UINT32, required "min_count" UINT64, required "num_counts" UINT32,
    ];
    /// The summary of a profile.
    PROFILE_SUMMARY_DEF "llvm.profile_summary" "ModuleFlagProfileSummaryAttr" "profile summary" = [
        required "format" Kind::Keyword("ProfileSummaryFormatKind", &PROFILE_FORMATS), required "total_count" UINT64,
        required "max_count" UINT64, required "max_internal_count" UINT64, required "max_function_count" UINT64,
        required "num_counts" UINT64, required "num_functions" UINT64,
        optional "is_partial_profile" Kind::OptionalNumber("std::optional<uint64_t>"),
        optional "partial_profile_ratio" FLOAT, required "detailed_summary" DETAILS,
    ];
}

/// `#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>`
pub static MODULE_FLAG_DEF: AttrDef = AttrDef {
    name: "llvm.mlir.module_flag",
    summary: "flag of a module",
    description: "What is done with two flags of the same key, the key, and its value in this module.\n",
    params: &[
        ("behavior", "ModFlagBehavior"),
        ("key", "StringAttr"),
        ("value", "Attribute"),
    ],
    cases: None,
    format: ParamFormat::Custom(parse, print),
    verify: Some(verify_flag),
};

const CLASS: &str = "ModuleFlagAttr";

fn parse(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let behavior = ParamName::new(CLASS, "behavior", "ModFlagBehavior").read(parser, |parser| {
        let behavior = crate::enum_attrs::parse_cases(parser, &BEHAVIORS, "")?;
        Ok(parser.ctx().i64_attr(behavior))
    })?;
    parser.punct(",")?;
    let key = ParamName::new(CLASS, "key", "StringAttr").read(parser, |parser| {
        let at = parser.position();
        let key = parser.attribute(None)?;
        match key.as_str(parser.ctx()) {
            Some(_) => Ok(key),
            None => Err(parser.error(at, "invalid kind of attribute specified")),
        }
    })?;
    parser.punct(",")?;
    let value = ParamName::new(CLASS, "value", "Attribute").read(parser, |parser| parser.attribute(None))?;
    parser.punct(">")?;
    Ok(vec![behavior, key, value])
}

fn print(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[behavior, key, value] = params else { return };
    let behavior = behavior.as_i64(printer.ctx()).unwrap_or(0);
    printer.text("<");
    printer.text(BEHAVIORS.keyword(behavior).unwrap_or_default());
    printer.text(", ");
    printer.attribute(key);
    printer.text(", ");
    printer.attribute(value);
    printer.text(">");
}

/// The value is what the key asks for; unknown keys have integers and strings.
fn verify_flag(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    let &[_, key, value] = params else { return Ok(()) };
    let key = key.as_str(ctx).unwrap_or_default();
    let is_entry = |entry: &Attribute| entry.params_of(ctx, &CG_PROFILE_ENTRY_DEF).is_some();
    match key {
        "CG Profile" if value.as_array(ctx).is_some_and(|entries| entries.iter().all(is_entry)) => Ok(()),
        "CG Profile" => Err("'CG Profile' key expects an array of '#llvm.cgprofile_entry'".to_owned()),
        "ProfileSummary" if value.params_of(ctx, &PROFILE_SUMMARY_DEF).is_some() => Ok(()),
        "ProfileSummary" => Err("'ProfileSummary' key expects a '#llvm.profile_summary' attribute".to_owned()),
        _ if matches!(value.kind(ctx), AttrKind::Integer { .. } | AttrKind::String { .. }) => Ok(()),
        _ => Err(format!(
            "only integer and string values are currently supported for unknown key '\"{key}\"'"
        )),
    }
}

/// The flags are flags.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let flags = op.required("flags").as_array(op.ctx).unwrap_or_default();
    if flags
        .iter()
        .all(|flag| flag.params_of(op.ctx, &MODULE_FLAG_DEF).is_some())
    {
        Ok(())
    } else {
        Err(op.error("expected a module flag attribute"))
    }
}
