//! Expressions of DWARF: `#llvm.di_expression<[DW_OP_plus_uconst(8), DW_OP_deref]>`.

use asyncir_ir::asm::{AsmParser, AsmPrinter, Delimiter};
use asyncir_ir::def::{AttrDef, ParamFormat, ParamName};
use asyncir_ir::{Attribute, Fallible};

use super::dwarf;
use crate::llvm::struct_params::{parse_number, parse_word};

/// An operation of an expression: its name, and its arguments in an array.
pub static EXPRESSION_ELEM_DEF: AttrDef = AttrDef {
    name: "llvm.di_expression_elem",
    summary: "operation of a debug expression",
    description: "An operation of an expression of DWARF, with its arguments. The last argument of `DW_OP_LLVM_convert` is \
                  the name of an encoding.\n",
    params: &[("opcode", "unsigned"), ("arguments", "::llvm::ArrayRef<uint64_t>")],
    cases: None,
    format: ParamFormat::Custom(parse_elem, print_elem),
    verify: None,
};

/// What is computed of an address or a value until it is that of a variable.
pub static EXPRESSION_DEF: AttrDef = AttrDef {
    name: "llvm.di_expression",
    summary: "debug expression",
    description: "What is computed of an address or a value until it is that of a variable: operations of DWARF.\n",
    params: &[("operations", "::llvm::ArrayRef<DIExpressionElemAttr>")],
    cases: None,
    format: ParamFormat::Custom(parse_expression, print_expression),
    verify: None,
};

fn parse_elem(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    let opcode = ParamName::new("LLVM_DIExpressionElemAttr", "opcode", "unsigned");
    let opcode = opcode.read(parser, |parser| parse_word(parser, &dwarf::OPERATIONS))?;
    let mut arguments = Vec::new();
    if parser.optional_punct("(") {
        let converts = opcode.as_str(parser.ctx()) == Some("DW_OP_LLVM_convert");
        parser.comma_separated(Delimiter::None, &mut |parser| {
            let is_encoding = converts && arguments.len() == 1;
            arguments.push(if is_encoding {
                parse_encoding(parser)?
            } else {
                parse_argument(parser)?
            });
            Ok(())
        })?;
        parser.punct(")")?;
    }
    Ok(vec![opcode, parser.ctx().array_attr(&arguments)])
}

fn parse_argument(parser: &mut dyn AsmParser) -> Fallible<Attribute> {
    parse_number(parser, "uint64_t").map_err(|error| {
        let at = parser.position();
        error.followed_by(parser.error(at, "expected integer operand"))
    })
}

fn parse_encoding(parser: &mut dyn AsmParser) -> Fallible<Attribute> {
    let at = parser.position();
    let Some(word) = parser.any_keyword() else {
        return Err(parser.error(at, "expected valid keyword"));
    };
    if dwarf::ENCODINGS.contains(&word) {
        Ok(parser.ctx().str_attr(&word))
    } else {
        let message = format!("encountered unknown attribute encoding \"{word}\"");
        Err(parser.error(parser.position(), &message))
    }
}

fn print_elem(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[opcode, arguments] = params else { return };
    let ctx = printer.ctx();
    let words: Vec<String> = arguments
        .as_array(ctx)
        .unwrap_or_default()
        .iter()
        .map(|argument| match argument.as_i64(ctx) {
            Some(number) => (number as u64).to_string(),
            None => argument.as_str(ctx).unwrap_or_default().to_owned(),
        })
        .collect();
    let mut text = opcode.as_str(ctx).unwrap_or_default().to_owned();
    if !words.is_empty() {
        text += &format!("({})", words.join(", "));
    }
    printer.text(&text);
}

fn parse_expression(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    parser.punct("<")?;
    let mut operations = Vec::new();
    if parser.optional_punct("[") {
        let name = ParamName::new(
            "LLVM_DIExpressionAttr",
            "operations",
            "::llvm::ArrayRef<DIExpressionElemAttr>",
        );
        name.read(parser, |parser| {
            parser.comma_separated(Delimiter::None, &mut |parser| {
                operations.push(parser.dialect_attribute(&EXPRESSION_ELEM_DEF)?);
                Ok(())
            })
        })?;
        parser.punct("]")?;
    }
    parser.punct(">")?;
    Ok(vec![parser.ctx().array_attr(&operations)])
}

fn print_expression(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let operations = params.first().and_then(|list| list.as_array(printer.ctx()));
    let operations = operations.unwrap_or_default().to_vec();
    printer.text("<");
    for (index, &operation) in operations.iter().enumerate() {
        printer.text(if index == 0 { "[" } else { ", " });
        printer.stripped_attribute(operation);
    }
    printer.text(if operations.is_empty() { ">" } else { "]>" });
}
