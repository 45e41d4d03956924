//! MLIR's declarative assembly formats: compiled once per op, then interpreted for parsing and for printing.

mod compile;
mod parse;
mod parse_types;
mod print;
mod resolve;
mod syntax;
mod types;

use asyncir_ir::def::{Format, OpDef};

use compile::Compiled;
pub(crate) use parse::parse_with_format;
pub(crate) use print::print_with_format;

type CompileResult = Result<Compiled, String>;

/// The compiled format of an op.
fn compiled(def: &'static OpDef) -> Result<&'static Compiled, &'static str> {
    let slot = def.compiled_format.get_or_init(|| {
        let result: CompileResult = match def.format {
            Format::Assembly(text) => compile::compile(def, text),
            _ => Err("the op has no assembly format".to_owned()),
        };
        Box::new(result)
    });
    match slot.downcast_ref::<CompileResult>() {
        Some(Ok(compiled)) => Ok(compiled),
        Some(Err(message)) => Err(message),
        None => Err("something else stands where the compiled format is kept"),
    }
}

/// Whether the assembly format of an op, if it has one, can be compiled.
///
/// # Errors
/// What is wrong with the format.
pub fn check_format(def: &'static OpDef) -> Result<(), String> {
    match def.format {
        Format::Assembly(_) => match compiled(def) {
            Ok(_) => Ok(()),
            Err(message) => Err(format!("{}: {message}", def.name)),
        },
        _ => Ok(()),
    }
}
