//! Definitions of dialects' types, attributes and enums.

use crate::asm::{AsmParser, AsmPrinter};
use crate::attributes::Attribute;
use crate::context::Context;
use crate::diagnostics::Fallible;

/// Checks the parameters of a type or attribute; the error is a message.
pub type VerifyParams = fn(&Context, &[Attribute]) -> Result<(), String>;

/// How the parameters of a dialect's type or attribute are written behind its name.
#[derive(Debug, Clone, Copy)]
pub enum ParamFormat {
    /// There are none.
    None,
    /// Two functions: they read and print everything behind the name, angle brackets included.
    Custom(
        fn(&mut dyn AsmParser) -> Fallible<Vec<Attribute>>,
        fn(&mut dyn AsmPrinter, &[Attribute]),
    ),
}

/// The definition of a dialect's type.
pub struct TypeDef {
    /// Full name, such as `async.value`.
    pub name: &'static str,
    /// What it is called in errors and documents, such as `async value type`.
    pub summary: &'static str,
    /// Documentation in Markdown.
    pub description: &'static str,
    /// Names and kinds of the parameters, for documents.
    pub params: &'static [(&'static str, &'static str)],
    /// How the parameters are written.
    pub format: ParamFormat,
    /// Checks the parameters; the error is a message.
    pub verify: Option<VerifyParams>,
    /// What is said of the type as a whole, at its name, if its parameters cannot be read.
    pub unreadable: Option<&'static str>,
}

/// How errors call a parameter of a type or attribute.
#[derive(Debug, Clone, Copy)]
pub struct ParamName {
    class: &'static str,
    name: &'static str,
    ty: &'static str,
}

impl ParamName {
    /// The parameter `name` of a class of MLIR, and its type in C++.
    pub const fn new(class: &'static str, name: &'static str, ty: &'static str) -> Self {
        Self { class, name, ty }
    }

    /// Reads the parameter. If that fails, a second error says of which one.
    pub fn read<T>(
        self,
        parser: &mut dyn AsmParser,
        read: impl FnOnce(&mut dyn AsmParser) -> Fallible<T>,
    ) -> Fallible<T> {
        read(parser).map_err(|error| {
            let Self { class, name, ty } = self;
            let message = format!("failed to parse {class} parameter '{name}' which is to be a `{ty}`");
            error.followed_by(parser.error(parser.position(), &message))
        })
    }
}

/// The definition of a dialect's attribute.
pub struct AttrDef {
    /// Full name, such as `arith.fastmath`.
    pub name: &'static str,
    /// What it is called in errors and documents.
    pub summary: &'static str,
    /// Documentation in Markdown.
    pub description: &'static str,
    /// Names and kinds of the parameters, for documents.
    pub params: &'static [(&'static str, &'static str)],
    /// The enum whose cases it holds, for documents.
    pub cases: Option<&'static EnumDef>,
    /// How the parameters are written.
    pub format: ParamFormat,
    /// Checks the parameters; the error is a message.
    pub verify: Option<VerifyParams>,
}

macro_rules! by_address {
    ($($name:ident)*) => {$(
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool { std::ptr::eq(self, other) }
        }
        impl Eq for $name {}
        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) { self.name.hash(state) }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.name) }
        }
    )*};
}

by_address!(TypeDef AttrDef);

/// An enum whose cases are written as keywords and kept as integers.
#[derive(Debug)]
pub struct EnumDef {
    /// Name, for documents.
    pub name: &'static str,
    /// Cases.
    pub cases: &'static [EnumCase],
    /// Bits of the integer attribute: 32 or 64.
    pub width: u32,
    /// Whether cases are bits that can be combined, written with `|` or `,`.
    pub bits: bool,
    /// What errors call the enum that lists its cases as `one of [...] for <words>`.
    pub words: Option<&'static str>,
}

/// A case of an enum.
#[derive(Debug)]
pub struct EnumCase {
    /// Keyword.
    pub keyword: &'static str,
    /// Value.
    pub value: i64,
}

impl EnumDef {
    /// The value of a keyword.
    pub fn value(&self, keyword: &str) -> Option<i64> {
        self.cases
            .iter()
            .find(|case| case.keyword == keyword)
            .map(|case| case.value)
    }

    /// The keyword of a value.
    pub fn keyword(&self, value: i64) -> Option<&'static str> {
        self.cases
            .iter()
            .find(|case| case.value == value)
            .map(|case| case.keyword)
    }
}
