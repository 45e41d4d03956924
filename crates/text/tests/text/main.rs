//! The text of MLIR: what is read comes out as `mlir-opt` of MLIR 22 prints it. Expected texts were taken from there.

mod builtin;
mod dialect;
mod errors;
mod formats;
mod locations;
mod names;
mod robustness;

use asyncir_ir::Context;
use asyncir_text::{PrintOptions, Source, SourceMap, parse_source, print_file, render};

/// A context with the test dialect that takes unknown dialects as well.
pub(crate) fn context() -> Context {
    let mut ctx = Context::with_dialects(&[&dialect::DIALECT, &dialect::BUILTIN]);
    ctx.allow_unregistered = true;
    ctx
}

/// The text that comes out for a text; diagnostics if there are errors.
pub(crate) fn print_with(text: &str, options: &PrintOptions) -> String {
    let ctx = context();
    match parse_source(&ctx, &Source::new("t.mlir", text)) {
        Ok(parsed) => print_file(parsed.op.op_ref(&ctx), Some(&parsed.resources), options),
        Err(diagnostics) => {
            let mut sources = SourceMap::new();
            sources.add("t.mlir", text);
            render(&ctx, &diagnostics, &sources)
        }
    }
}

/// The same with default options.
pub(crate) fn print(text: &str) -> String {
    print_with(text, &PrintOptions::default())
}

/// Checks that a text comes out as it went in.
#[track_caller]
pub(crate) fn check_same(text: &str) {
    assert_eq!(print(text), text);
}

/// Checks what comes out, and that this comes out again from itself.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str) {
    assert_eq!(print(text), expected);
    check_same(expected);
}
