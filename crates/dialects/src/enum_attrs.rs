//! Attributes that hold cases of an enum: `#arith.fastmath<nnan,ninf>`, `#llvm.linkage<internal>`.
//!
//! The only parameter of such an attribute is the enum's value as an integer attribute.

use asyncir_ir::asm::{AsmParser, AsmPrinter, Position};
use asyncir_ir::def::{AttrDef, EnumDef, ParamName};
use asyncir_ir::{Attribute, Context, Fallible, Type};

/// Declares an enum, the dialect attribute that holds it, and the constraint of slots that take the attribute.
macro_rules! enum_attr {
    // The parameter is called `value`, and has the type of the enum.
    ($(#[doc = $doc:literal])* $ENUM:ident, $DEF:ident, $ATTR:ident: $name:literal, $summary:literal, $cpp:literal,
     class $class:literal, $($rest:tt)*) => {
        $crate::enum_attrs::enum_attr! {
            $(#[doc = $doc])* $ENUM, $DEF, $ATTR: $name, $summary, $cpp, words None,
            param($class, "value", $cpp), $($rest)*
        }
    };
    // The enum's cases are listed in the words of the llvm dialect.
    ($(#[doc = $doc:literal])* $ENUM:ident, $DEF:ident, $ATTR:ident: $name:literal, $summary:literal, $cpp:literal,
     words $words:expr, param($class:literal, $param:literal, $ty:literal),
     $kind:ident($separator:literal) { $($keyword:literal = $value:expr),* $(,)? }) => {
        $(#[doc = $doc])*
        pub static $ENUM: asyncir_ir::def::EnumDef = asyncir_ir::def::EnumDef {
            name: $cpp,
            cases: &[$(asyncir_ir::def::EnumCase { keyword: $keyword, value: $value }),*],
            width: 32,
            bits: $crate::enum_attrs::enum_attr!(@bits $kind),
            words: $words,
        };
        $(#[doc = $doc])*
        pub static $DEF: asyncir_ir::def::AttrDef = asyncir_ir::def::AttrDef {
            name: $name,
            summary: $summary,
            description: concat!($($doc, "\n"),*),
            params: &[("value", $cpp)],
            cases: Some(&$ENUM),
            format: asyncir_ir::def::ParamFormat::Custom(
                |parser| {
                    let name = asyncir_ir::def::ParamName::new($class, $param, $ty);
                    $crate::enum_attrs::parse(parser, name, &$ENUM, $separator)
                },
                |printer, params| $crate::enum_attrs::print(printer, &$ENUM, $separator, params),
            ),
            verify: None,
        };
        $(#[doc = $doc])*
        pub static $ATTR: asyncir_ir::def::AttrConstraint =
            asyncir_ir::def::AttrConstraint::new($summary, |ctx, attr| attr.params_of(ctx, &$DEF).is_some())
                .form(asyncir_ir::def::AttrForm::Dialect(&$DEF));
    };
    (@bits one) => { false };
    (@bits bits) => { true };
}

/// Declares an enum whose value is a plain integer attribute, and the constraint of slots that take it.
macro_rules! int_enum {
    ($(#[$doc:meta])* $ENUM:ident, $ATTR:ident: $cpp:literal, $summary:literal, $width:literal, $ty:expr,
     { $($keyword:literal = $value:expr),* $(,)? }) => {
        $(#[$doc])*
        pub static $ENUM: asyncir_ir::def::EnumDef = asyncir_ir::def::EnumDef {
            name: $cpp,
            cases: &[$(asyncir_ir::def::EnumCase { keyword: $keyword, value: $value }),*],
            width: $width,
            bits: false,
            words: None,
        };
        $(#[$doc])*
        pub static $ATTR: asyncir_ir::def::AttrConstraint =
            asyncir_ir::def::AttrConstraint::new($summary, |ctx, attr| {
                attr.as_int(ctx).is_some_and(|(ty, _)| ty == $ty)
                    && attr.as_i64(ctx).is_some_and(|value| $ENUM.keyword(value).is_some())
            })
            .form(asyncir_ir::def::AttrForm::Enum(&$ENUM));
    };
}

pub(crate) use {enum_attr, int_enum};

/// The attribute of `def` that holds an enum's value.
pub fn enum_attribute(ctx: &Context, def: &'static AttrDef, value: i64) -> Attribute {
    ctx.dialect_attr(def, &[ctx.int_attr(Type::I32, value.into())])
}

/// The enum's value in an attribute of `def`.
pub fn enum_value(ctx: &Context, def: &'static AttrDef, attr: Attribute) -> Option<i64> {
    attr.params_of(ctx, def)?.first()?.as_i64(ctx)
}

/// Reads `<case>`, or `<case, case>` for enums of bits.
pub fn parse(
    parser: &mut dyn AsmParser,
    name: ParamName,
    def: &'static EnumDef,
    separator: &str,
) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let value = name.read(parser, |parser| parse_cases(parser, def, separator))?;
    parser.punct(">")?;
    Ok(vec![parser.ctx().int_attr(Type::I32, value.into())])
}

/// Reads cases of an enum: one, or several combined if they are bits.
pub fn parse_cases(parser: &mut dyn AsmParser, def: &'static EnumDef, separator: &str) -> Fallible<i64> {
    let start = parser.position();
    let mut value = parse_case(parser, def, start)?;
    while def.bits && parser.optional_punct(separator.trim()) {
        value |= parse_case(parser, def, start)?;
    }
    Ok(value)
}

/// Reads one case. What is none is told at the `start` of them all, unless the enum lists bits in words.
fn parse_case(parser: &mut dyn AsmParser, def: &'static EnumDef, start: Position) -> Fallible<i64> {
    let at = parser.position();
    let is_list = def.bits && def.words.is_some();
    let keyword = match parser.any_keyword() {
        None if !is_list => parser
            .optional_string()
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        keyword => keyword,
    };
    let Some(keyword) = keyword else {
        let message = match def.words {
            Some(words) => format!("expected keyword for {words}"),
            None => "expected valid keyword or string".to_owned(),
        };
        return Err(parser.error(at, &message));
    };
    def.value(&keyword).ok_or_else(|| {
        let message = unknown_case(def, &keyword);
        parser.error(if is_list { at } else { start }, &message)
    })
}

/// What is said of a word that is no case.
pub(crate) fn unknown_case(def: &EnumDef, keyword: &str) -> String {
    // Like `mlir-opt`, which repeats those that only strings can spell.
    let spelling = |keyword: &str| {
        let quoted = (keyword.contains('-') && def.words.is_some()).then(|| format!("\"{keyword}\""));
        quoted.unwrap_or_default() + keyword
    };
    let cases: Vec<String> = def.cases.iter().map(|case| spelling(case.keyword)).collect();
    let cases = cases.join(", ");
    match def.words {
        Some(words) => format!("expected one of [{cases}] for {words}, got: {keyword}"),
        None => format!("expected {} to be one of: {cases}", def.name),
    }
}

/// Writes what [`parse`] reads.
pub fn print(printer: &mut dyn AsmPrinter, def: &'static EnumDef, separator: &str, params: &[Attribute]) {
    let value = params
        .first()
        .and_then(|param| param.as_i64(printer.ctx()))
        .unwrap_or(0);
    let cases = cases_text(def, value, separator);
    printer.text("<");
    if cases.contains('-') {
        printer.string(cases.as_bytes());
    } else {
        printer.text(&cases);
    }
    printer.text(">");
}

/// The cases that make up an enum's value, groups of several bits first.
pub fn cases_text(def: &'static EnumDef, value: i64, separator: &str) -> String {
    if let Some(keyword) = def.keyword(value) {
        return keyword.to_owned();
    }
    let mut rest = value;
    let mut keywords = Vec::new();
    let is_group = |value: i64| value.count_ones() > 1;
    let groups = def.cases.iter().rev().filter(|case| is_group(case.value));
    let bits = def.cases.iter().filter(|case| case.value.count_ones() == 1);
    for case in groups.chain(bits) {
        if rest & case.value == case.value {
            keywords.push(case.keyword);
            rest &= !case.value;
        }
    }
    keywords.join(separator)
}
