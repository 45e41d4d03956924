//! Ranges of integers: `#llvm.constant_range<i32, 0, 10>`.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrDef, ParamFormat};
use asyncir_ir::{Attribute, Fallible, Signedness, TypeKind};

/// `#llvm.constant_range<i32, 0, 10>`
pub static CONSTANT_RANGE_DEF: AttrDef = AttrDef {
    name: "llvm.constant_range",
    summary: "range of integers",
    description: "The integers of a type from the lower bound up to the upper one, which is none of them; they may \
                  wrap around.",
    params: &[("lower", "::llvm::APInt"), ("upper", "::llvm::APInt")],
    cases: None,
    format: ParamFormat::Custom(parse, print),
    verify: None,
};

fn parse(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let at = parser.position();
    let ty = parser.ty()?;
    let TypeKind::Integer { width, .. } = *ty.kind(parser.ctx()) else {
        return Err(parser.wrong_kind(at, "builtin.integer", ty));
    };
    parser.punct(",")?;
    let lower = parse_bound(parser)?;
    parser.punct(",")?;
    let upper = parse_bound(parser)?;
    parser.punct(">")?;
    // The signs of the type, and bits that it has no room for, are dropped.
    let ctx = parser.ctx();
    let ty = ctx.int_type(width);
    Ok(vec![ctx.int_attr(ty, lower), ctx.int_attr(ty, upper)])
}

fn parse_bound(parser: &mut dyn AsmParser) -> Fallible<i128> {
    for (keyword, value) in [("true", 1), ("false", 0)] {
        if parser.optional_keyword(keyword) {
            return Ok(value);
        }
    }
    parser.integer()
}

fn print(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let Some(first) = params.first() else { return };
    let ty = first.ty(printer.ctx());
    printer.text("<");
    printer.ty(ty);
    for bound in params {
        let bound = bound
            .as_int(printer.ctx())
            .map(|(_, bound)| bound.print(Signedness::Signed));
        printer.text(", ");
        printer.text(&bound.unwrap_or_default());
    }
    printer.text(">");
}
