//! Constraints on types and attributes; their summaries are the texts of the verifier's errors.

use super::{AttrDef, EnumDef};
use crate::attributes::Attribute;
use crate::context::Context;
use crate::types::Type;

/// What types an operand or result may have.
pub struct TypeConstraint {
    /// What is expected, as in `operand #0 must be <summary>, but got 'f32'`.
    pub summary: &'static str,
    /// Whether a type is as expected.
    pub check: fn(&Context, Type) -> bool,
    /// The only type there is, for types that need not be written.
    pub build: Option<fn(&Context) -> Type>,
    /// The only kind of type there is, as in `expected builtin.index, but found 'i32'`.
    pub kind: Option<&'static str>,
    /// What all types that satisfy it have in common, where assembly formats refuse others before the verifier does.
    pub interface: Option<fn(&Context, Type) -> bool>,
    /// Whether assembly formats write the parameters of the dialect's type `kind` alone: `<f32>`.
    pub stripped: bool,
}

impl std::fmt::Debug for TypeConstraint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.summary)
    }
}

impl TypeConstraint {
    /// A constraint that many types satisfy.
    pub const fn new(summary: &'static str, check: fn(&Context, Type) -> bool) -> Self {
        Self {
            summary,
            check,
            build: None,
            kind: None,
            interface: None,
            stripped: false,
        }
    }

    /// The constraint with a function that makes the only type that satisfies it.
    pub const fn buildable(self, build: fn(&Context) -> Type) -> Self {
        Self {
            build: Some(build),
            ..self
        }
    }
}

impl TypeConstraint {
    /// The constraint with the kind of all types that satisfy it: `async.value`, `builtin.index`.
    pub const fn of_kind(self, kind: &'static str) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// The constraint with an interface that all types that satisfy it have in common.
    pub const fn of_interface(self, interface: fn(&Context, Type) -> bool) -> Self {
        Self {
            interface: Some(interface),
            ..self
        }
    }

    /// The constraint, for types of which assembly formats write the parameters alone, as `<f32>` for
    /// `!async.value<f32>`.
    pub const fn stripped(self) -> Self {
        Self { stripped: true, ..self }
    }
}

/// What an inherent attribute may be.
#[derive(Debug)]
pub struct AttrConstraint {
    /// What is expected, as in `attribute 'a' failed to satisfy constraint: <summary>`.
    pub summary: &'static str,
    /// Whether an attribute is as expected.
    pub check: fn(&Context, Attribute) -> bool,
    /// How assembly formats write it.
    pub form: AttrForm,
}

/// How an assembly format writes an attribute.
#[derive(Debug, Clone, Copy)]
pub enum AttrForm {
    /// As any attribute, with its type.
    Any,
    /// As an attribute whose type is known, so that it is left out.
    Typed(fn(&Context) -> Type),
    /// As the keyword of an enum's case; the attribute is an integer.
    Enum(&'static EnumDef),
    /// As the parameters of a dialect's attribute, without `#dialect.name`.
    Dialect(&'static AttrDef),
    /// As `[1, 2]`; the attribute is a dense array (`array<i64: 1, 2>`) of that element type.
    DenseArray(Type),
    /// As `@name`; the attribute is a string.
    SymbolName,
    /// By its mere presence.
    Unit,
}

impl AttrConstraint {
    /// A constraint on an attribute that is written with its type.
    pub const fn new(summary: &'static str, check: fn(&Context, Attribute) -> bool) -> Self {
        Self {
            summary,
            check,
            form: AttrForm::Any,
        }
    }

    /// The constraint on an attribute that is written in the given form.
    pub const fn form(self, form: AttrForm) -> Self {
        Self { form, ..self }
    }
}
