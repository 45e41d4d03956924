//! Structure types of the dialect. One with a name is known by it alone, so that it can be a part of itself.

use asyncir_ir::asm::{AsmParser, AsmPrinter, Position};
use asyncir_ir::def::{ParamFormat, TypeDef};
use asyncir_ir::{Attribute, Context, Fallible, Type};

use super::types::{Types, is_element, parse_inner, print_inner_list, types_attr, types_in};

/// `!llvm.struct<(i32, ptr)>`, `!llvm.struct<"name", packed (i8)>`, `!llvm.struct<"name", opaque>`
///
/// One with a name has no other parameter: what it is made of is the context's to know ([`Context::type_body`]), as the
/// parameters that one without a name has.
pub static STRUCT: TypeDef = TypeDef {
    name: "llvm.struct",
    summary: "LLVM structure type",
    description: "Fields of several types. A structure with a name is told from others by it, and may be a field of its \
                  own fields, where the name alone stands for it; one without a body is opaque. Packed structures have \
                  no padding.",
    params: &[
        ("name", "string or unit"),
        ("packed", "bool"),
        ("body", "array of types or unit"),
    ],
    format: ParamFormat::Custom(parse, print),
    verify: None,
    unreadable: None,
};

/// `!llvm.struct<(...)>`
pub fn literal_struct(ctx: &Context, fields: &[Type]) -> Type {
    struct_of(ctx, false, fields)
}

/// A structure without a name.
pub fn struct_of(ctx: &Context, packed: bool, fields: &[Type]) -> Type {
    ctx.dialect_type(
        &STRUCT,
        &[Attribute::UNIT, Attribute::bool(packed), types_attr(ctx, fields)],
    )
}

/// The parts of a structure type.
#[derive(Debug)]
pub struct StructParts<'c> {
    /// The name of an identified structure.
    pub name: Option<&'c str>,
    /// Whether there is no padding.
    pub packed: bool,
    /// The fields; `None` for an opaque structure.
    pub fields: Option<Types>,
}

/// The parts of a structure type.
pub fn struct_parts(ctx: &Context, ty: Type) -> Option<StructParts<'_>> {
    let params = ty.params_of(ctx, &STRUCT)?;
    let (name, own) = match params {
        [name] => (name.as_str(ctx), ctx.type_body(ty)?.as_array(ctx)?),
        _ => (None, params),
    };
    match own {
        &[_, packed, body] => Some(StructParts {
            name,
            packed: packed == Attribute::TRUE,
            fields: (body != Attribute::UNIT).then(|| types_in(ctx, body)),
        }),
        _ => None,
    }
}

fn parse(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    let start = parser.position();
    parser.punct("<")?;
    let at = parser.position();
    let Some(name) = parser.optional_string() else {
        if parser.optional_keyword("opaque") {
            return Err(parser.error(at, "only identified structs can be opaque"));
        }
        let (_, own) = parse_body(parser, Some(start))?;
        return Ok(own.to_vec());
    };
    let params = vec![parser.ctx().str_attr(&String::from_utf8_lossy(&name))];
    let ty = parser.ctx().dialect_type(&STRUCT, &params);
    if !parser.is_in_order() {
        return Err(parser.error(at, "structs with names are read in order"));
    }
    parse_named(parser, ty)?;
    Ok(params)
}

/// Reads what follows the name of a structure.
fn parse_named(parser: &mut dyn AsmParser, ty: Type) -> Fallible {
    let at = parser.position();
    let is_within = parser.is_within(ty);
    if parser.optional_punct(">") {
        // Inside of itself, the name alone stands for a structure.
        return if is_within {
            Ok(())
        } else {
            Err(parser.error(at, "struct without a body only allowed in a recursive struct"))
        };
    }
    parser.punct(",")?;
    let at = parser.position();
    let (at, own, wrong) = if parser.optional_keyword("opaque") {
        parser.punct(">")?;
        if is_within {
            return Ok(());
        }
        let own = [Attribute::UNIT, Attribute::FALSE, Attribute::UNIT];
        (at, own, "redeclaring defined struct as opaque")
    } else if is_within {
        return Err(parser.error(at, "identifier already used for an enclosing struct"));
    } else {
        parser.enter(ty);
        let (at, own) = parse_body(parser, None)?;
        parser.leave();
        (at, own, "identified type already used with a different body")
    };
    let body = parser.ctx().array_attr(&own);
    if parser.ctx().set_type_body(ty, body) {
        Ok(())
    } else {
        Err(parser.error(at, wrong))
    }
}

/// Reads whether a structure is packed, and its fields; gives the place of the first one, and the parameters of a
/// structure without a name. An error about a field is at `at`, or else at the first one.
fn parse_body(parser: &mut dyn AsmParser, at: Option<Position>) -> Fallible<(Position, [Attribute; 3])> {
    let start = parser.position();
    let packed = Attribute::bool(parser.optional_keyword("packed"));
    parser.punct("(")?;
    let first = parser.position();
    let mut fields = Vec::new();
    if parser.optional_punct(")") {
        parser.punct(">")?;
        return Ok((start, [Attribute::UNIT, packed, parser.ctx().array_attr(&[])]));
    }
    loop {
        fields.push(parse_inner(parser)?);
        if !parser.optional_punct(",") {
            break;
        }
    }
    parser.punct(")")?;
    parser.punct(">")?;
    let ctx = parser.ctx();
    if let Some(&wrong) = fields.iter().find(|&&field| !is_element(ctx, field)) {
        let message = format!("invalid LLVM structure element type: '{}'", ctx.show_type(wrong));
        return Err(parser.error(at.unwrap_or(first), &message));
    }
    Ok((first, [Attribute::UNIT, packed, types_attr(ctx, &fields)]))
}

fn print(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    printer.text("<");
    let &[name] = params else {
        print_body(printer, params);
        return printer.text(">");
    };
    let ctx = printer.ctx();
    let (ty, name) = (
        ctx.dialect_type(&STRUCT, params),
        name.as_str(ctx).unwrap_or_default().to_owned(),
    );
    let own = ctx
        .type_body(ty)
        .and_then(|body| body.as_array(ctx))
        .unwrap_or(&[])
        .to_vec();
    printer.string(name.as_bytes());
    if printer.enter(ty) {
        printer.text(", ");
        print_body(printer, &own);
        printer.leave();
    }
    printer.text(">");
}

fn print_body(printer: &mut dyn AsmPrinter, own: &[Attribute]) {
    let &[_, packed, body] = own else { return };
    if body == Attribute::UNIT {
        return printer.text("opaque");
    }
    if packed == Attribute::TRUE {
        printer.text("packed ");
    }
    printer.text("(");
    let fields = types_in(printer.ctx(), body);
    print_inner_list(printer, &fields);
    printer.text(")");
}
