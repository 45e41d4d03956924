//! Parser and printer of MLIR's textual form, the only place that knows it.
//!
//! - [`parse_source`] reads a file in one pass, straight into bodies; it stops at the first syntax error.
//! - [`print_file`] and [`print_op`] write what `mlir-opt` would write, byte for byte.
//! - [`check_format`] compiles the assembly format of an op, which is interpreted for both.
//! - [`render`], [`split_input`] and [`verify_diagnostics`] are what the tools around files need.
//!
//! ```
//! use asyncir_ir::Context;
//! use asyncir_text::{PrintOptions, Source, parse_source, print_file};
//!
//! let mut ctx = Context::new();
//! ctx.allow_unregistered = true;
//! let text = "%0 = \"my.op\"() {n = 1 : i32} : () -> f32";
//! let Ok(parsed) = parse_source(&ctx, &Source::new("example.mlir", text)) else { panic!("a valid text") };
//! let printed = print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default());
//! assert_eq!(printed, "\"builtin.module\"() ({\n  %0 = \"my.op\"() {n = 1 : i32} : () -> f32\n}) : () -> ()\n");
//! ```

mod comments;
mod diagnostics;
mod elements;
mod format;
mod lexer;
mod parser;
mod printer;
mod resources;
mod source;
mod split;
mod text_pos;
mod verify_diagnostics;

use asyncir_ir::{Attribute, Context, Diagnostics, Fallible, Location, OpRef, TextHooks, Type};

pub use diagnostics::{RenderOptions, SourceMap, render, render_with};
pub use elements::storage_bytes;
pub use format::check_format;
pub use printer::PrintOptions;
pub use resources::{Reproducer, ResourceValue, Resources};
pub use source::{ParseOptions, Parsed, Source};
pub use split::{SPLIT_MARKER, Split, split_input};
pub use verify_diagnostics::{DiagnosticsToVerify, verify_diagnostics};

/// Makes messages about ops, types and attributes of a context show them as MLIR's text. Parsing does it by itself.
pub fn install(ctx: &Context) {
    install_with(ctx, PrintOptions::default());
}

/// As [`install`], but ops are shown as `options` say, always without aliases and large constants.
pub fn install_with(ctx: &Context, options: PrintOptions) {
    ctx.set_text_hooks(TextHooks {
        ty: print_type,
        attr: print_attribute,
        dump: diagnostics::dump(options.clone()),
        op: diagnostics::op_in_message(options),
        ops: diagnostics::ops_in_message,
    });
}

/// Parses a file.
///
/// # Errors
/// What is wrong with the text, and warnings about it.
pub fn parse_source(ctx: &Context, source: &Source<'_>) -> Result<Parsed, Diagnostics> {
    parse_source_with(ctx, source, &ParseOptions::default())
}

/// Parses a file in the way that `options` say.
///
/// # Errors
/// What is wrong with the text, and warnings about it.
pub fn parse_source_with(ctx: &Context, source: &Source<'_>, options: &ParseOptions) -> Result<Parsed, Diagnostics> {
    install(ctx);
    parser::parse_module(ctx, source, options)
}

/// Parses a type, such as `memref<4xf32>`.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_type(ctx: &Context, text: &str) -> Fallible<Type> {
    parser::parse_type_text(ctx, text)
}

/// Parses an attribute, such as `[1 : i32, "text"]`.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_attribute(ctx: &Context, text: &str) -> Fallible<Attribute> {
    parser::parse_attribute_text(ctx, text)
}

/// A top-level op as the text of a file, with its aliases and resources.
pub fn print_file(op: OpRef<'_>, resources: Option<&Resources>, options: &PrintOptions) -> String {
    let mut text = String::new();
    print_file_to(op, resources, options, false, &mut |piece| text.push_str(piece));
    text
}

/// As [`print_file`], but passes the text on piece by piece; functions are written on several threads if that is allowed
/// and worth it.
pub fn print_file_to(
    op: OpRef<'_>,
    resources: Option<&Resources>,
    options: &PrintOptions,
    threads: bool,
    sink: &mut (dyn FnMut(&str) + Send),
) {
    printer::write_file(op, resources, options, threads, sink);
}

/// An op where it stands, without aliases and without a line break behind it.
pub fn print_op(op: OpRef<'_>, options: &PrintOptions) -> String {
    printer::write_op(op, options)
}

/// A type as text.
pub fn print_type(ctx: &Context, ty: Type) -> String {
    printer::type_to_string(ctx, ty)
}

/// An attribute as text.
pub fn print_attribute(ctx: &Context, attr: Attribute) -> String {
    printer::attribute_to_string(ctx, attr)
}

/// A location as text, without `loc(` and `)`.
pub fn print_location(ctx: &Context, location: Location) -> String {
    printer::location_to_string(ctx, location)
}

/// The example of the README is right.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
