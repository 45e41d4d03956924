//! The `index` dialect: arithmetic on `index`, whose width depends on the target.
//!
//! Constants are folded only where a width of 32 bits and one of 64 bits agree.

mod binary;
mod canonicalize;
mod fold;
mod unary;

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, Dialect, EnumCase, EnumDef, ParamFormat, ParamName};
use asyncir_ir::{Attribute, Context, Fallible, Location, OperationState, Type};

use crate::enum_attrs::{cases_text, parse_cases};

pub use binary::*;
pub use unary::*;

crate::lists::all_ops! {
    /// All ops of the dialect.
    OPS = [binary::BINARY_OPS, unary::UNARY_OPS]
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "index",
    description: "Arithmetic on `index`, whose width depends on the target: operations mean the same for 32 and 64 \
                  bits as far as they can.",
    ops: OPS,
    types: &[],
    attrs: &[&CMP_PREDICATE_DEF],
    materialize_constant: Some(materialize_constant),
    verify_attr: None,
    allows_unknown_ops: false,
};

/// Relations of `index.cmp`, with the numbers of those of `arith.cmpi`.
pub static CMP_PREDICATES: EnumDef = EnumDef {
    name: "::mlir::index::IndexCmpPredicate",
    cases: &[
        EnumCase {
            keyword: "eq",
            value: 0,
        },
        EnumCase {
            keyword: "ne",
            value: 1,
        },
        EnumCase {
            keyword: "slt",
            value: 2,
        },
        EnumCase {
            keyword: "sle",
            value: 3,
        },
        EnumCase {
            keyword: "sgt",
            value: 4,
        },
        EnumCase {
            keyword: "sge",
            value: 5,
        },
        EnumCase {
            keyword: "ult",
            value: 6,
        },
        EnumCase {
            keyword: "ule",
            value: 7,
        },
        EnumCase {
            keyword: "ugt",
            value: 8,
        },
        EnumCase {
            keyword: "uge",
            value: 9,
        },
    ],
    width: 32,
    bits: false,
    words: None,
};

/// A relation of `index.cmp`.
pub static CMP_PREDICATE_DEF: AttrDef = AttrDef {
    name: "index.cmp_predicate",
    summary: "index comparison predicate kind",
    description: "",
    params: &[("value", "::mlir::index::IndexCmpPredicate")],
    cases: Some(&CMP_PREDICATES),
    format: ParamFormat::Custom(parse_predicate, print_predicate),
    verify: None,
};

/// A relation of `index.cmp`.
pub static CMP_PREDICATE: AttrConstraint = AttrConstraint::new("index comparison predicate kind", |ctx, attr| {
    attr.params_of(ctx, &CMP_PREDICATE_DEF).is_some()
})
.form(AttrForm::Dialect(&CMP_PREDICATE_DEF));

/// The relation of a keyword such as `slt`.
pub fn cmp_predicate(ctx: &Context, keyword: &str) -> Option<Attribute> {
    let value = ctx.int_attr(Type::I32, CMP_PREDICATES.value(keyword)?.into());
    Some(ctx.dialect_attr(&CMP_PREDICATE_DEF, &[value]))
}

fn parse_predicate(p: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    let name = ParamName::new("IndexCmpPredicateAttr", "value", "::mlir::index::IndexCmpPredicate");
    let value = name.read(p, |p| parse_cases(p, &CMP_PREDICATES, ","))?;
    Ok(vec![p.ctx().int_attr(Type::I32, value.into())])
}

fn print_predicate(p: &mut dyn AsmPrinter, params: &[Attribute]) {
    let value = params.first().and_then(|param| param.as_i64(p.ctx())).unwrap_or(0);
    p.text(&cases_text(&CMP_PREDICATES, value, ","));
}

fn materialize_constant(ctx: &Context, value: Attribute, ty: Type, location: Location) -> Option<OperationState> {
    match ty {
        Type::INDEX if value.ty(ctx) == Type::INDEX => Some(ConstantOp::build(ctx, location, value, &[ty])),
        Type::I1 if value.as_bool().is_some() => Some(BoolConstantOp::build(ctx, location, value, &[ty])),
        _ => None,
    }
}
