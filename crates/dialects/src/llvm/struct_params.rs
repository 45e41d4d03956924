//! Parameters that are written with their names: `<other = none, argMem = read>`.

use asyncir_ir::asm::{AsmParser, AsmPrinter, Delimiter};
use asyncir_ir::def::{AttrDef, EnumDef, ParamName};
use asyncir_ir::{AttrKind, Attribute, Context, Fallible, LocationKind, Type};

use super::debug_info::dwarf::Words;

/// The definition of an attribute of such parameters, by its documentation, name, MLIR's class, and summary.
macro_rules! attr_of_params {
    ([$($doc:literal)*] $name:literal $class:literal $summary:literal
     = [$($presence:ident $param:literal $kind:expr),* $(,)?] $(verify $verify:expr)?) => {{
        const PARAMS: &[$crate::llvm::struct_params::Param] = &[$($presence($param, $kind)),*];
        asyncir_ir::def::AttrDef {
            name: $name,
            summary: $summary,
            description: concat!($($doc, "\n"),*),
            params: &[$(($param, $kind.name())),*],
            cases: None,
            format: asyncir_ir::def::ParamFormat::Custom(
                |parser| $crate::llvm::struct_params::parse(parser, $class, PARAMS),
                |printer, values| $crate::llvm::struct_params::print(printer, PARAMS, values),
            ),
            verify: [$(Some($verify as asyncir_ir::def::VerifyParams),)? None][0],
        }
    }};
}
pub(super) use attr_of_params;

/// Definitions of several such attributes.
macro_rules! attrs_of_params {
    ($($(#[doc = $doc:literal])* $DEF:ident $name:literal $class:literal $summary:literal
       = [$($presence:ident $param:literal $kind:expr),* $(,)?] $(verify $verify:expr)?;)*) => {
        $(
            $(#[doc = $doc])*
            pub static $DEF: asyncir_ir::def::AttrDef = $crate::llvm::struct_params::attr_of_params!(
                [$($doc)*] $name $class $summary = [$($presence $param $kind),*] $(verify $verify)?);
        )*
    };
}
pub(super) use attrs_of_params;

/// A named parameter. One that is not written is its kind's default.
#[derive(Clone, Copy)]
pub(super) struct Param {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_optional: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A keyword, kept as its number; MLIR's name of the enum.
    Keyword(&'static str, &'static EnumDef),
    /// An attribute with its type; MLIR's name of its kind, and whether an attribute is of it.
    Of(&'static str, fn(&Context, &AttrKind) -> bool),
    /// An attribute of the dialect, whose name may be left out; MLIR's name of it.
    Def(&'static str, fn() -> &'static AttrDef),
    /// `true` or `false`; what is false may be left out if it is optional.
    Bool,
    /// A number of a type of C, kept as an `i64`; what is zero may be left out if it is optional.
    Number(&'static str),
    /// A number that may be missing, which is not the same as zero; its type of C.
    OptionalNumber(&'static str),
    /// A word of DWARF, kept as a string.
    Word(&'static Words),
    /// `Virtual`, `"Virtual|Definition"`: bits, kept as an `i64`.
    Flags(&'static EnumDef),
    /// A string, kept as an attribute.
    Text,
    /// The rest of the attributes, which are of a definition.
    Rest(&'static str, fn() -> &'static AttrDef),
    /// The rest of the attributes, which are of a kind and written with their names.
    RestOf(&'static str, fn(&Context, &AttrKind) -> bool),
    /// `{<...>, <...>}`: attributes of a definition.
    List(&'static str, fn() -> &'static AttrDef),
}

/// Any attribute.
pub(super) const ANY: Kind = Kind::Of("Attribute", |_, _| true);
/// `true` or `false`, or nothing.
pub(super) const TRUTH: Kind = Kind::Of("BoolAttr", |_, kind| {
    matches!(kind, AttrKind::Integer { ty: Type::I1, .. })
});
/// An integer.
pub(super) const INTEGER: Kind = Kind::Of("IntegerAttr", |_, kind| matches!(kind, AttrKind::Integer { .. }));
/// A float.
pub(super) const FLOAT: Kind = Kind::Of("FloatAttr", |_, kind| matches!(kind, AttrKind::Float { .. }));
/// A type.
pub(super) const TYPE: Kind = Kind::Of("TypeAttr", |_, kind| matches!(kind, AttrKind::Type(_)));
/// A string as an attribute.
pub(super) const STRING: Kind = Kind::Of("StringAttr", |_, kind| matches!(kind, AttrKind::String { .. }));
/// What differs from all others.
pub(super) const DISTINCT: Kind = Kind::Of("DistinctAttr", |_, kind| matches!(kind, AttrKind::Distinct { .. }));
/// A fused location.
pub(super) const LOCATION: Kind = Kind::Of(
    "FusedLoc",
    |ctx, kind| matches!(kind, AttrKind::Location(location) if matches!(location.kind(ctx), LocationKind::Fused { .. })),
);
/// The name of a symbol.
pub(super) const SYMBOL: Kind = Kind::Of(
    "FlatSymbolRefAttr",
    |_, kind| matches!(kind, AttrKind::SymbolRef { nested, .. } if nested.is_empty()),
);

pub(super) const fn required(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        kind,
        is_optional: false,
    }
}

pub(super) const fn optional(name: &'static str, kind: Kind) -> Param {
    Param {
        name,
        kind,
        is_optional: true,
    }
}

impl Kind {
    /// What MLIR calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Keyword(name, _)
            | Kind::Of(name, _)
            | Kind::Def(name, _)
            | Kind::Rest(name, _)
            | Kind::RestOf(name, _)
            | Kind::List(name, _)
            | Kind::Number(name)
            | Kind::OptionalNumber(name) => name,
            Kind::Flags(flags) => flags.name,
            Kind::Word(_) => "unsigned",
            Kind::Bool => "bool",
            Kind::Text => "::llvm::StringRef",
        }
    }

    /// What an optional parameter is that is not written.
    fn default(self, ctx: &Context) -> Attribute {
        match self {
            Kind::Bool => Attribute::FALSE,
            Kind::Number(_) | Kind::Flags(_) | Kind::Keyword(..) => ctx.i64_attr(0),
            _ => Attribute::UNIT,
        }
    }
}

fn parse_value(parser: &mut dyn AsmParser, kind: Kind) -> Fallible<Attribute> {
    match kind {
        Kind::Of(_, is_of) => parse_of(parser, is_of),
        Kind::Def(_, def) => parse_def(parser, def()),
        Kind::Bool => parse_bool(parser).map(Attribute::bool),
        Kind::Number(ty) => parse_number(parser, ty),
        Kind::OptionalNumber(_) => parse_number(parser, "unsigned"),
        Kind::Word(words) => parse_word(parser, words),
        Kind::Flags(flags) => parse_flags(parser, flags),
        Kind::Text => {
            let text = parser.string()?;
            Ok(parser.ctx().str_attr(&String::from_utf8_lossy(&text)))
        }
        Kind::Keyword(_, cases) => {
            let value = crate::enum_attrs::parse_cases(parser, cases, ",")?;
            Ok(parser.ctx().i64_attr(value))
        }
        Kind::Rest(_, def) => parse_list(parser, &mut |parser| parse_def(parser, def())),
        Kind::RestOf(_, is_of) => parse_list(parser, &mut |parser| parse_of(parser, is_of)),
        Kind::List(_, def) => {
            parser.punct("{")?;
            let list = parse_list(parser, &mut |parser| parse_def(parser, def()))?;
            parser.punct("}")?;
            Ok(list)
        }
    }
}

/// Reads a number of a type of C. A negative one of an unsigned type means what it does in C, and `true` is -1.
pub(crate) fn parse_number(parser: &mut dyn AsmParser, ty: &str) -> Fallible<Attribute> {
    let at = parser.position();
    let number = if parser.optional_keyword("true") {
        -1
    } else if parser.optional_keyword("false") {
        0
    } else {
        parser.integer()?
    };
    let (least, most) = match ty {
        "uint32_t" | "unsigned" => (i32::MIN.into(), u32::MAX.into()),
        "uint64_t" => (-i128::from(i64::MAX), u64::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    };
    if !(least..=most).contains(&number) {
        return Err(parser.error(at, "integer value too large"));
    }
    let number = match ty {
        "uint32_t" | "unsigned" => (number as u32).into(),
        _ => number,
    };
    Ok(parser.ctx().int_attr(Type::I64, number))
}

/// Reads `true` or `false`, or the number of one.
pub(crate) fn parse_bool(parser: &mut dyn AsmParser) -> Fallible<bool> {
    let at = parser.position();
    if parser.optional_keyword("true") {
        return Ok(true);
    }
    if parser.optional_keyword("false") {
        return Ok(false);
    }
    match parser.integer()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(parser.error(at, "integer value too large")),
    }
}

/// Reads an attribute of a kind.
fn parse_of(parser: &mut dyn AsmParser, is_of: fn(&Context, &AttrKind) -> bool) -> Fallible<Attribute> {
    let at = parser.position();
    let attr = parser.attribute(None)?;
    if is_of(parser.ctx(), attr.kind(parser.ctx())) {
        Ok(attr)
    } else {
        Err(parser.error(at, "invalid kind of attribute specified"))
    }
}

/// Reads an attribute of a definition, with its name or without.
fn parse_def(parser: &mut dyn AsmParser, def: &'static AttrDef) -> Fallible<Attribute> {
    let at = parser.position();
    if !parser.is_at("#") {
        return parser.dialect_attribute(def);
    }
    let attr = parser.attribute(None)?;
    match attr.params_of(parser.ctx(), def) {
        Some(_) => Ok(attr),
        None => Err(parser.error(at, "invalid kind of attribute specified")),
    }
}

/// Reads one attribute or several.
fn parse_list(
    parser: &mut dyn AsmParser,
    each: &mut dyn FnMut(&mut dyn AsmParser) -> Fallible<Attribute>,
) -> Fallible<Attribute> {
    let mut list = Vec::new();
    parser.comma_separated(Delimiter::None, &mut |parser| {
        list.push(each(parser)?);
        Ok(())
    })?;
    Ok(parser.ctx().array_attr(&list))
}

/// Reads a word of DWARF.
pub(super) fn parse_word(parser: &mut dyn AsmParser, words: &'static Words) -> Fallible<Attribute> {
    let at = parser.position();
    let Some(word) = parser.any_keyword() else {
        return Err(parser.error(at, "expected valid keyword"));
    };
    if words.contains(&word) {
        Ok(parser.ctx().str_attr(&word))
    } else {
        let message = format!("invalid debug info debug info {} name: {word}", words.what);
        Err(parser.error(at, &message))
    }
}

/// Reads one flag, or several in a string.
fn parse_flags(parser: &mut dyn AsmParser, flags: &'static EnumDef) -> Fallible<Attribute> {
    let at = parser.position();
    let word = parser.any_keyword();
    let text = word.or_else(|| Some(String::from_utf8_lossy(&parser.optional_string()?).into_owned()));
    let Some(text) = text else {
        let message = format!("expected keyword for {}", flags.words.unwrap_or_default());
        return Err(parser.error(at, &message));
    };
    let value = text.split('|').try_fold(0, |bits, word| {
        let bit = flags.value(word.trim())?;
        // What has no bits stands alone.
        (bit != 0 || text == word).then_some(bits | bit)
    });
    match value {
        Some(value) => Ok(parser.ctx().i64_attr(value)),
        None => Err(parser.error(at, &crate::enum_attrs::unknown_case(flags, &text))),
    }
}

/// The text of flags: a word, or several in quotes. A case that is part of a greater one that is there is not written, nor
/// are those of single bits that have better names.
fn flags_text(flags: &'static EnumDef, value: i64) -> String {
    let is_there = |bits: i64| bits != 0 && value & bits == bits;
    let written = flags
        .cases
        .iter()
        .filter(|case| !matches!(case.keyword, "Bit0" | "Bit1"));
    let present = || written.clone().filter(|case| is_there(case.value));
    let mut words: Vec<&str> = Vec::new();
    for case in present() {
        let is_part = present().any(|other| other.value != case.value && other.value & case.value == case.value);
        if !is_part {
            words.push(case.keyword);
        }
    }
    match words[..] {
        [word] => word.to_owned(),
        _ => format!("\"{}\"", words.join("|")),
    }
}

/// Reads `<name = value, ...>` in any order; `class` is what MLIR calls the attribute.
pub(super) fn parse(
    parser: &mut dyn AsmParser,
    class: &'static str,
    params: &'static [Param],
) -> Fallible<Vec<Attribute>> {
    let mut values: Vec<Option<Attribute>> = vec![None; params.len()];
    parser.punct("<")?;
    if params.iter().all(|param| !param.is_optional) {
        for number in 0..params.len() {
            if number > 0 {
                parser.punct(",")?;
            }
            parse_param(parser, class, params, &mut values)?;
        }
    } else if params.iter().any(|param| !param.is_optional) || !parser.is_at(">") {
        loop {
            parse_param(parser, class, params, &mut values)?;
            if !parser.optional_punct(",") {
                break;
            }
        }
    }
    let complete = params.iter().zip(values).map(|(param, value)| match value {
        Some(value) => Ok(value),
        None if param.is_optional => Ok(param.kind.default(parser.ctx())),
        None => {
            let message = format!("struct is missing required parameter: {}", param.name);
            Err(parser.error(parser.position(), &message))
        }
    });
    let complete = complete.collect::<Fallible<_>>()?;
    parser.punct(">")?;
    Ok(complete)
}

/// Reads `name = value`.
fn parse_param(
    parser: &mut dyn AsmParser,
    class: &'static str,
    params: &'static [Param],
    values: &mut [Option<Attribute>],
) -> Fallible {
    let at = parser.position();
    let Some(name) = parser.any_keyword() else {
        let error = parser.error(at, "expected valid keyword");
        return Err(error.followed_by(parser.error(at, "expected a parameter name in struct")));
    };
    parser.punct("=")?;
    let index = params.iter().position(|param| param.name == name);
    let Some(index) = index.filter(|&index| values[index].is_none()) else {
        let message = format!("duplicate or unknown struct parameter name: {name}");
        return Err(parser.error(parser.position(), &message));
    };
    let Param { name, kind, .. } = params[index];
    let name = ParamName::new(class, name, kind.name());
    values[index] = Some(name.read(parser, |parser| parse_value(parser, kind))?);
    Ok(())
}

fn print_list(printer: &mut dyn AsmPrinter, list: &[Attribute], each: fn(&mut dyn AsmPrinter, Attribute)) {
    for (index, &attr) in list.iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        each(printer, attr);
    }
}

fn elements(ctx: &Context, attr: Attribute) -> Vec<Attribute> {
    attr.as_array(ctx).unwrap_or_default().to_vec()
}

/// Writes what [`parse`] reads.
pub(super) fn print(printer: &mut dyn AsmPrinter, params: &'static [Param], values: &[Attribute]) {
    printer.text("<");
    let mut separator = "";
    for (param, &value) in params.iter().zip(values) {
        if param.is_optional && value == param.kind.default(printer.ctx()) {
            continue;
        }
        printer.text(separator);
        separator = ", ";
        printer.text(param.name);
        printer.text(" = ");
        let list = elements(printer.ctx(), value);
        match param.kind {
            Kind::Number("uint64_t") => {
                let number = value.as_i64(printer.ctx()).unwrap_or(0) as u64;
                printer.text(&number.to_string());
            }
            // A truth is an integer without a type.
            Kind::Of("BoolAttr", _) | Kind::Bool | Kind::Number(_) | Kind::OptionalNumber(_) => {
                printer.attribute_without_type(value);
            }
            Kind::Word(_) => {
                let word = value.as_str(printer.ctx()).unwrap_or_default().to_owned();
                printer.text(&word);
            }
            Kind::Flags(flags) => {
                let value = value.as_i64(printer.ctx()).unwrap_or(0);
                printer.text(&flags_text(flags, value));
            }
            Kind::Of(..) | Kind::Text => printer.attribute(value),
            Kind::Def(..) => printer.stripped_attribute(value),
            Kind::Keyword(_, cases) => {
                let number = value.as_i64(printer.ctx()).unwrap_or(0);
                printer.text(cases.keyword(number).unwrap_or_default());
            }
            Kind::Rest(..) => print_list(printer, &list, |printer, attr| printer.stripped_attribute(attr)),
            Kind::RestOf(..) => print_list(printer, &list, |printer, attr| printer.attribute(attr)),
            Kind::List(..) => {
                printer.text("{");
                print_list(printer, &list, |printer, member| printer.stripped_attribute(member));
                printer.text("}");
            }
        }
    }
    printer.text(">");
}
