//! Whole texts: the top level of a file, and single types and attributes.

use std::borrow::Cow;

use asyncir_ir::{
    Attribute, Body, Context, Diagnostic, Diagnostics, Fallible, Location, OpId, OperationState, OwnedOp, Type,
};

use super::Parser;
use super::deferred;
use crate::comments::readable;
use crate::lexer::Kind;
use crate::source::{ParseOptions, Parsed, Source};

/// The op that holds the top level of a file.
const MODULE: &str = "builtin.module";

/// What MLIR's bytecode starts with.
const BYTECODE: &[u8] = b"ML\xefR";

/// What files start with that are not MLIR, but may be taken for it.
const OTHER_FORMATS: [(&[u8], &str); 5] = [
    (b"BC\xc0\xde", "LLVM bitcode"),
    (b"; ModuleID", "LLVM IR"),
    (b"source_filename", "LLVM IR"),
    (b"\x7fELF", "an object file or an executable"),
    (b"\x1f\x8b", "a compressed file"),
];

/// Parses a file, functions on several threads if that is allowed and worth it.
pub(crate) fn parse_module(ctx: &Context, source: &Source<'_>, options: &ParseOptions) -> Result<Parsed, Diagnostics> {
    let text = &*valid_text(ctx, source)?;
    if let Some(result) = deferred::parse_shared(ctx, source, text, options) {
        return result;
    }
    let mut parser = Parser::new(ctx, source.name, text, (source.first_line, source.first_column));
    parser.options = *options;
    let result = parser.parse_top_level();
    parser.finish(result, source.name)
}

/// Parses a type.
pub(crate) fn parse_type_text(ctx: &Context, text: &str) -> Fallible<Type> {
    whole(ctx, text, |p| p.parse_type())
}

/// Parses an attribute.
pub(crate) fn parse_attribute_text(ctx: &Context, text: &str) -> Fallible<Attribute> {
    whole(ctx, text, |p| p.parse_attribute(None))
}

fn whole<T>(ctx: &Context, text: &str, read: impl FnOnce(&mut Parser<'_>) -> Fallible<T>) -> Fallible<T> {
    let mut parser = Parser::new(ctx, text, text, (1, 1));
    let result = read(&mut parser)?;
    if parser.at(Kind::Eof) {
        Ok(result)
    } else {
        Err(parser.error_here("found trailing characters"))
    }
}

/// The text of a source if it is UTF-8, but for comments, and not too long.
fn valid_text<'t>(ctx: &Context, source: &Source<'t>) -> Fallible<Cow<'t, str>> {
    let file = ctx.ident(source.name);
    let place = |offset: usize| {
        let before = &source.text[..offset];
        let line = before.iter().filter(|&&b| b == b'\n').count() as u32;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let first_column = if start == 0 { source.first_column } else { 1 };
        Location::file_line_col(
            ctx,
            file,
            source.first_line + line,
            (offset - start) as u32 + first_column,
        )
    };
    if source.text.len() >= u32::MAX as usize {
        return Err(Diagnostic::error(place(0), "the file is too large"));
    }
    if source.text.starts_with(BYTECODE) {
        let message = "this is MLIR bytecode, not text";
        return Err(Diagnostic::error(place(0), message));
    }
    if let Some((_, what)) = OTHER_FORMATS.iter().find(|(start, _)| source.text.starts_with(start)) {
        return Err(Diagnostic::error(place(0), format!("this is {what}, not MLIR")));
    }
    readable(source.text).map_err(|offset| Diagnostic::error(place(offset), "invalid UTF-8 in the source text"))
}

impl Parser<'_> {
    pub(super) fn parse_top_level(&mut self) -> Fallible {
        self.enter_region_names();
        loop {
            match self.tok.kind {
                Kind::Eof => break,
                Kind::Error => return Err(self.error_here("")),
                Kind::Hash => self.parse_attribute_alias()?,
                Kind::Exclaim => self.parse_type_alias()?,
                Kind::MetadataBegin => self.parse_file_metadata()?,
                _ => self.parse_operation()?,
            }
        }
        if let Some(names) = self.blocks.pop() {
            self.check_blocks(&names)?;
        }
        self.leave_body_names();
        Ok(())
    }

    /// What the parser leaves: the module, or what is wrong.
    pub(super) fn finish(mut self, result: Fallible, name: &str) -> Result<Parsed, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        self.late_errors.sort_by_key(|(at, _)| *at);
        match result {
            Ok(()) if self.late_errors.is_empty() => {}
            Ok(()) => {
                self.late_errors
                    .drain(..)
                    .for_each(|(_, error)| diagnostics.push(error));
                return Err(diagnostics);
            }
            // What is undefined may be so only because the rest was not read.
            Err(error) => {
                diagnostics.push(error);
                return Err(diagnostics);
            }
        }
        let op = if self.options.no_implicit_module {
            self.only_op(name)?
        } else {
            self.make_module(name)
        };
        Ok(Parsed {
            op,
            resources: self.resources,
            diagnostics,
        })
    }

    /// The only op of the file.
    fn only_op(&mut self, name: &str) -> Fallible<OwnedOp> {
        let mut body = std::mem::take(&mut self.body);
        let ops: Vec<OpId> = body.block_ops(self.block).collect();
        if let [op] = ops[..] {
            body.unlink_op(op);
            return Ok(OwnedOp::from_parts(*body, op));
        }
        let message = format!("source must contain a single top-level operation, found: {}", ops.len());
        Err(Diagnostic::error(self.file_location(name), message))
    }

    /// Where a file is, or the part of one that starts at a place in it.
    fn file_location(&self, name: &str) -> Location {
        let (line, column) = match self.lexer.lines.start() {
            (1, 1) => (0, 0),
            start => start,
        };
        Location::file_line_col(self.ctx, self.ctx.ident(name), line, column)
    }

    /// The only op of the file if it is a module, else a module around all ops.
    fn make_module(&mut self, name: &str) -> OwnedOp {
        let mut body = std::mem::take(&mut self.body);
        let block = self.block;
        if let (Some(first), true) = (
            body.block(block).first_op(),
            body.block(block).first_op() == body.block(block).last_op(),
        ) && body.op(first).name().as_str(self.ctx) == MODULE
        {
            body.unlink_op(first);
            return OwnedOp::from_parts(*body, first);
        }
        let mut state = OperationState::new(self.ctx.op_name(MODULE), self.file_location(name));
        state.body = Some(body);
        let mut holder = Body::new();
        let op = holder.create_op(state);
        OwnedOp::from_parts(holder, op)
    }
}
