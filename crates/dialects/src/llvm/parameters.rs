//! Attributes of the parameters and results of functions: `llvm.noalias`, `llvm.align` and so on.

use asyncir_ir::{AttrKind, Attribute, Context, Fallible, OpRef, Type};

use super::types;

/// What an attribute is.
#[derive(Clone, Copy)]
enum Form {
    Unit,
    Type,
    Integer,
}

/// What an attribute may be about.
#[derive(Clone, Copy)]
enum On {
    Pointer,
    Integer,
    Any,
}

/// What is known of the attributes, whose names are given without the dialect's.
const KNOWN: &[(&str, Form, On)] = &[
    ("align", Form::Integer, On::Pointer),
    ("alignstack", Form::Integer, On::Any),
    ("byref", Form::Type, On::Pointer),
    ("byval", Form::Type, On::Pointer),
    ("dereferenceable", Form::Integer, On::Pointer),
    ("dereferenceable_or_null", Form::Integer, On::Pointer),
    ("elementtype", Form::Type, On::Pointer),
    ("inalloca", Form::Type, On::Pointer),
    ("inreg", Form::Unit, On::Any),
    ("nest", Form::Unit, On::Pointer),
    ("noalias", Form::Unit, On::Pointer),
    ("nocapture", Form::Unit, On::Pointer),
    ("nofree", Form::Unit, On::Pointer),
    ("nonnull", Form::Unit, On::Pointer),
    ("noundef", Form::Unit, On::Any),
    ("preallocated", Form::Type, On::Pointer),
    ("readnone", Form::Unit, On::Pointer),
    ("readonly", Form::Unit, On::Pointer),
    ("signext", Form::Unit, On::Integer),
    ("sret", Form::Type, On::Pointer),
    ("writeonly", Form::Unit, On::Pointer),
    ("zeroext", Form::Unit, On::Integer),
];

/// What only parameters have.
const NOT_OF_RESULTS: &[&str] = &[
    "alignstack",
    "allocalign",
    "allocptr",
    "byref",
    "byval",
    "inalloca",
    "nest",
    "nocapture",
    "nofree",
    "preallocated",
    "readnone",
    "readonly",
    "returned",
    "sret",
    "writeonly",
];

/// Checks the attribute `name` of a parameter or result of the type `ty` of a function.
pub fn verify(op: OpRef<'_>, name: &str, value: Attribute, ty: Type, is_result: bool) -> Fallible {
    let short = name.strip_prefix("llvm.").unwrap_or(name);
    let error = |what: &str| Err(op.bare_error(format!("\"{name}\" {what}")));
    if is_result && NOT_OF_RESULTS.contains(&short) {
        return error("is not a valid result attribute");
    }
    let Some(&(_, form, on)) = KNOWN.iter().find(|(known, ..)| *known == short) else {
        return Ok(());
    };
    let ctx = op.ctx;
    match form {
        Form::Unit if value != Attribute::UNIT => error("should be a unit attribute"),
        Form::Type if value.as_type(ctx).is_none() => error("should be a type attribute"),
        Form::Integer if !matches!(value.kind(ctx), AttrKind::Integer { .. }) => {
            error("should be an integer attribute")
        }
        _ if suits(ctx, on, ty) => Ok(()),
        _ => error(match on {
            On::Integer => "attribute attached to non-integer LLVM type",
            _ => "attribute attached to non-pointer LLVM type",
        }),
    }
}

/// Whether a type is one that an attribute may be about. What is no type of LLVM becomes one later.
fn suits(ctx: &Context, on: On, ty: Type) -> bool {
    if !types::is_compatible(ctx, ty) {
        return true;
    }
    match on {
        On::Pointer => ty.is_a(ctx, &types::PTR),
        On::Integer => ty.is_int(ctx),
        On::Any => true,
    }
}
