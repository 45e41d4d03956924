//! Flags that ops keep as plain numbers and write as keywords.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{DirectiveArgs, EnumDef};
use asyncir_ir::{Fallible, OpRef, Type};

use super::attrs::{GEP_FLAGS, OVERFLOW_FLAGS};
use crate::enum_attrs::{cases_text, parse_cases};

fn flags(op: OpRef<'_>, name: &'static str) -> i64 {
    op.property(name).and_then(|attr| attr.as_i64(op.ctx)).unwrap_or(0)
}

fn set(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>, name: &str, value: i64) {
    let attr = p.ctx().int_attr(Type::I32, value.into());
    args.state.properties = p.ctx().dict_with(args.state.properties, name, Some(attr));
}

/// `overflow<nsw, nuw>`, or nothing.
pub fn parse_overflow(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let mut value = 0;
    if p.optional_keyword("overflow") {
        p.punct("<")?;
        value = parse_overflow_flag(p)?;
        while p.optional_punct(",") {
            value |= parse_overflow_flag(p)?;
        }
        p.punct(">")?;
    }
    set(p, args, "overflowFlags", value);
    Ok(())
}

fn parse_overflow_flag(p: &mut dyn OpParser) -> Fallible<i64> {
    let at = p.position();
    let Some(keyword) = p.any_keyword() else {
        return Err(p.error(at, "expected keyword for LLVM integer overflow flags"));
    };
    OVERFLOW_FLAGS.value(&keyword).ok_or_else(|| {
        let keywords: Vec<&str> = OVERFLOW_FLAGS.cases.iter().map(|case| case.keyword).collect();
        let keywords = keywords.join(", ");
        p.error(
            at,
            &format!("expected one of [{keywords}] for LLVM integer overflow flags, got: {keyword}"),
        )
    })
}

/// Writes what [`parse_overflow`] reads, with a blank in front.
pub fn print_overflow(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let value = flags(op, "overflowFlags");
    if value != 0 {
        p.text(&format!(" overflow<{}>", cases_text(&OVERFLOW_FLAGS, value, ", ")));
    }
}

fn optional_case(p: &mut dyn OpParser, def: &'static EnumDef) -> Option<i64> {
    def.cases
        .iter()
        .find(|case| p.optional_keyword(case.keyword))
        .map(|case| case.value)
}

/// `inbounds|nuw`, or nothing.
pub fn parse_gep_flags(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let mut value = 0;
    if let Some(first) = optional_case(p, &GEP_FLAGS) {
        value = first;
        while p.optional_punct("|") {
            value |= parse_cases(p.as_asm(), &GEP_FLAGS, "|")?;
        }
    }
    set(p, args, "noWrapFlags", value);
    Ok(())
}

/// Writes what [`parse_gep_flags`] reads, with a blank in front.
pub fn print_gep_flags(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let value = flags(op, "noWrapFlags");
    if value != 0 {
        p.text(&format!(" {}", cases_text(&GEP_FLAGS, value, "|")));
    }
}
