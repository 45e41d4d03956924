//! The `dlti` dialect: what is known of the target, as attributes of modules.

mod entries;
mod verify;

use asyncir_ir::asm::{AsmParser, AsmPrinter};
use asyncir_ir::def::{AttrDef, Dialect, ParamFormat, ParamName};
use asyncir_ir::{Attribute, Fallible};

pub use entries::{DL_ENTRY_DEF, DL_SPEC_DEF, MAP_DEF, TARGET_DEVICE_SPEC_DEF, TARGET_SYSTEM_SPEC_DEF, entries};
pub use verify::numbers;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "dlti",
    description: "Data layout and target information: attributes of modules that say how types lie in memory, and what \
                  the target is.",
    ops: &[],
    types: &[],
    attrs: &[
        &DL_ENTRY_DEF,
        &DL_SPEC_DEF,
        &MAP_DEF,
        &TARGET_SYSTEM_SPEC_DEF,
        &TARGET_DEVICE_SPEC_DEF,
        &FUNCTION_POINTER_ALIGNMENT_DEF,
    ],
    materialize_constant: None,
    verify_attr: Some(verify::attribute),
    allows_unknown_ops: false,
};

/// `#dlti.function_pointer_alignment<64, function_dependent = false>`
pub static FUNCTION_POINTER_ALIGNMENT_DEF: AttrDef = AttrDef {
    name: "dlti.function_pointer_alignment",
    summary: "alignment of function pointers",
    description: "The alignment of function pointers in bits, and whether it is a multiple of that of the function.\n",
    params: &[("alignment", "uint64_t"), ("function_dependent", "bool")],
    cases: None,
    format: ParamFormat::Custom(parse_alignment, print_alignment),
    verify: None,
};

fn parse_alignment(parser: &mut dyn AsmParser) -> Fallible<Vec<Attribute>> {
    const CLASS: &str = "DLTI_FunctionPointerAlignmentAttr";
    parser.punct("<")?;
    let alignment = ParamName::new(CLASS, "alignment", "uint64_t");
    let alignment = alignment.read(parser, |parser| crate::llvm::parse_number(parser, "uint64_t"))?;
    parser.punct(",")?;
    parser.keyword("function_dependent")?;
    parser.punct("=")?;
    let dependent = ParamName::new(CLASS, "function_dependent", "bool");
    let dependent = dependent.read(parser, |parser| crate::llvm::parse_bool(parser))?;
    parser.punct(">")?;
    Ok(vec![alignment, Attribute::bool(dependent)])
}

fn print_alignment(printer: &mut dyn AsmPrinter, params: &[Attribute]) {
    let &[alignment, dependent] = params else { return };
    let alignment = alignment.as_i64(printer.ctx()).unwrap_or(0) as u64;
    printer.text(&format!("<{alignment}, function_dependent = "));
    printer.attribute_without_type(dependent);
    printer.text(">");
}
