//! `#complex.number`: a complex number as an attribute.

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrDef, ParamFormat};
use asyncir_ir::{Attribute, Fallible, TypeKind};

/// `#complex.number<:f64 1.0, 2.0>`
pub static NUMBER_DEF: AttrDef = AttrDef {
    name: "complex.number",
    summary: "A complex number attribute",
    description: "Real and imaginary part, floats of one type.",
    params: &[("real", "APFloat"), ("imag", "APFloat"), ("type", "Type")],
    cases: None,
    format: ParamFormat::Custom(parse, print),
    verify: None,
};

fn parse(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    parser.punct(":")?;
    let at = parser.position();
    let element = parser.ty()?;
    if element.float(parser.ctx()).is_none() {
        return Err(parser.error(at, "invalid kind of type specified: expected a float type"));
    }
    let real = parser.attribute(Some(element))?;
    parser.punct(",")?;
    let imaginary = parser.attribute(Some(element))?;
    parser.punct(">")?;
    // The type follows from the parts; that it is written as well, says nothing.
    if parser.optional_punct(":") {
        parser.ty()?;
    }
    Ok(vec![real, imaginary])
}

fn print(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[real, imaginary] = params else { return };
    let element = real.ty(printer.ctx());
    let complex = printer.ctx().ty(TypeKind::Complex(element));
    printer.text("<:");
    printer.ty(element);
    printer.text(" ");
    printer.attribute_without_type(real);
    printer.text(", ");
    printer.attribute_without_type(imaginary);
    printer.text("> : ");
    printer.ty(complex);
}
