//! Attributes of several named parameters: `#llvm.memory_effects<other = none, argMem = read>`.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, EnumCase, EnumDef, ParamFormat};
use asyncir_ir::{Attribute, Context, Fallible, Type};

/// How memory is accessed.
pub static MOD_REF_INFOS: EnumDef = EnumDef {
    name: "::mlir::LLVM::ModRefInfo",
    cases: &[
        EnumCase {
            keyword: "none",
            value: 0,
        },
        EnumCase {
            keyword: "read",
            value: 1,
        },
        EnumCase {
            keyword: "write",
            value: 2,
        },
        EnumCase {
            keyword: "readwrite",
            value: 3,
        },
    ],
    width: 64,
    bits: false,
};

/// A named parameter.
struct Param {
    name: &'static str,
    kind: Kind,
    /// Left out when it has its default value, which is all zeros.
    optional: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    /// A keyword, kept as its number.
    Keyword(&'static EnumDef),
    /// An attribute with its type.
    Any,
    /// A number, kept as an `i64`.
    Number,
    /// `true` or `false`.
    Bool,
}

const fn param(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        kind,
        optional: false,
    }
}

fn default(kind: Kind, parser: &dyn AsmParser) -> Attribute {
    match kind {
        Kind::Bool => Attribute::FALSE,
        _ => parser.ctx().i64_attr(0),
    }
}

fn parse_value(parser: &mut dyn AsmParser, kind: Kind) -> Fallible<Attribute> {
    match kind {
        Kind::Any => parser.attribute(None),
        Kind::Bool => parser.attribute(Some(Type::I1)),
        Kind::Number => {
            let number = parser.integer()?;
            Ok(parser.ctx().int_attr(Type::I64, number))
        }
        Kind::Keyword(cases) => {
            let value = crate::enum_attrs::parse_cases(parser, cases, ",")?;
            Ok(parser.ctx().i64_attr(value))
        }
    }
}

/// Reads `<name = value, ...>` in any order.
fn parse(parser: &mut dyn AsmParser, params: &'static [Param]) -> Fallible<Vec<Attribute>> {
    let mut values: Vec<Option<Attribute>> = vec![None; params.len()];
    parser.punct("<")?;
    loop {
        let at = parser.position();
        let name = parser.any_keyword().unwrap_or_default();
        let index = params
            .iter()
            .position(|param| param.name == name)
            .filter(|&index| values[index].is_none());
        let Some(index) = index else {
            return Err(parser.error(at, "duplicate or unknown struct parameter name"));
        };
        parser.punct("=")?;
        values[index] = Some(parse_value(parser, params[index].kind)?);
        if !parser.optional_punct(",") {
            break;
        }
    }
    let at = parser.position();
    parser.punct(">")?;
    let mut complete = Vec::with_capacity(values.len());
    for (param, value) in params.iter().zip(values) {
        match value {
            Some(value) => complete.push(value),
            None if param.optional => complete.push(default(param.kind, parser)),
            None => {
                let message = format!("struct is missing required parameter: {}", param.name);
                return Err(parser.error(at, &message));
            }
        }
    }
    Ok(complete)
}

/// Writes what [`parse`] reads.
fn print(printer: &mut dyn AsmPrinter, params: &'static [Param], values: &[Attribute]) {
    printer.text("<");
    let mut separator = "";
    for (param, &value) in params.iter().zip(values) {
        if param.optional && value == Attribute::FALSE {
            continue;
        }
        printer.text(separator);
        separator = ", ";
        printer.text(param.name);
        printer.text(" = ");
        match param.kind {
            Kind::Any => printer.attribute(value),
            Kind::Bool | Kind::Number => printer.attribute_without_type(value),
            Kind::Keyword(cases) => {
                let number = value.as_i64(printer.ctx()).unwrap_or(0);
                printer.text(cases.keyword(number).unwrap_or_default());
            }
        }
    }
    printer.text(">");
}

macro_rules! struct_attrs {
    ($($(#[doc = $doc:literal])* $DEF:ident $ATTR:ident $name:literal $summary:literal { $($param:literal: $kind:literal),* }
       = $params:ident;)*) => {$(
        $(#[doc = $doc])*
        pub static $DEF: AttrDef = AttrDef {
            name: $name,
            summary: $summary,
            description: concat!($($doc, "\n"),*),
            params: &[$(($param, $kind)),*],
            cases: None,
            format: ParamFormat::Custom(
                |parser| parse(parser, $params),
                |printer, values| print(printer, $params, values),
            ),
            verify: None,
        };
        $(#[doc = $doc])*
        pub static $ATTR: AttrConstraint =
            AttrConstraint::new($summary, |ctx, attr| attr.params_of(ctx, &$DEF).is_some())
                .form(AttrForm::Dialect(&$DEF));
    )*};
}

const MEMORY: &[Param] = &[
    param("other", Kind::Keyword(&MOD_REF_INFOS)),
    param("argMem", Kind::Keyword(&MOD_REF_INFOS)),
    param("inaccessibleMem", Kind::Keyword(&MOD_REF_INFOS)),
    param("errnoMem", Kind::Keyword(&MOD_REF_INFOS)),
    param("targetMem0", Kind::Keyword(&MOD_REF_INFOS)),
    param("targetMem1", Kind::Keyword(&MOD_REF_INFOS)),
];
const RANGE: &[Param] = &[param("minRange", Kind::Any), param("maxRange", Kind::Any)];
const BYTES: &[Param] = &[
    param("bytes", Kind::Number),
    Param {
        name: "mayBeNull",
        kind: Kind::Bool,
        optional: true,
    },
];

struct_attrs! {
    /// Which memory a function reads and writes.
    MEMORY_EFFECTS_DEF MEMORY_EFFECTS "llvm.memory_effects" "memory effects of a function" {
        "other": "keyword", "argMem": "keyword", "inaccessibleMem": "keyword", "errnoMem": "keyword",
        "targetMem0": "keyword", "targetMem1": "keyword"
    } = MEMORY;
    /// Between which bounds `vscale` is.
    VSCALE_RANGE_DEF VSCALE_RANGE "llvm.vscale_range" "bounds of vscale" {
        "minRange": "i32", "maxRange": "i32"
    } = RANGE;
    /// How many bytes behind a pointer may be read.
    DEREFERENCEABLE_DEF DEREFERENCEABLE "llvm.dereferenceable" "dereferenceable bytes" {
        "bytes": "i64", "mayBeNull": "bool"
    } = BYTES;
}

/// `#llvm.target_features<["+sse", "+avx"]>`
pub static TARGET_FEATURES_DEF: AttrDef = AttrDef {
    name: "llvm.target_features",
    summary: "features of the processor",
    description: "",
    params: &[("features", "array of strings")],
    cases: None,
    format: ParamFormat::Custom(
        |parser| {
            parser.punct("<")?;
            parser.punct("[")?;
            let mut features = Vec::new();
            if !parser.optional_punct("]") {
                loop {
                    features.push(parse_feature(parser)?);
                    if !parser.optional_punct(",") {
                        break;
                    }
                }
                parser.punct("]")?;
            }
            parser.punct(">")?;
            Ok(vec![parser.ctx().array_attr(&features)])
        },
        |printer, params| {
            printer.text("<");
            params.iter().for_each(|&features| printer.attribute(features));
            printer.text(">");
        },
    ),
    verify: Some(verify_features),
};

fn parse_feature(parser: &mut dyn AsmParser) -> Fallible<Attribute> {
    let at = parser.position();
    let feature = parser.attribute(None)?;
    match feature.as_str(parser.ctx()) {
        Some(_) => Ok(feature),
        None => Err(parser.error(at, "invalid kind of attribute specified")),
    }
}

/// Each feature is switched on or off.
fn verify_features(ctx: &Context, params: &[Attribute]) -> Result<(), String> {
    let features = params.first().and_then(|list| list.as_array(ctx)).unwrap_or_default();
    for feature in features.iter().map(|feature| feature.as_str(ctx).unwrap_or_default()) {
        let error = match feature {
            "" => "target features can not be null or empty",
            _ if !feature.starts_with(['+', '-']) => "target features must start with '+' or '-'",
            _ if feature.contains(',') => "target features can not contain ','",
            _ => continue,
        };
        return Err(error.to_owned());
    }
    Ok(())
}

/// Features of the processor.
pub static TARGET_FEATURES: AttrConstraint = AttrConstraint::new("features of the processor", |ctx, attr| {
    attr.params_of(ctx, &TARGET_FEATURES_DEF).is_some()
})
.form(AttrForm::Dialect(&TARGET_FEATURES_DEF));
