//! The parser: one pass over the text, straight into bodies.
//!
//! It stops at the first syntax error, as MLIR does; what is only known at the end of the text (values that were
//! never defined) is reported all at once.

mod affine;
mod aliases;
mod asm;
mod attributes;
mod deferred;
mod dense;
mod dialect_symbols;
mod elements;
mod literals;
mod locations;
mod metadata;
mod op_asm;
mod operations;
pub(crate) mod properties;
mod regions;
mod top_level;
mod types;
mod undeclared;
mod values;
mod word;

pub(crate) use crate::lexer::Kind;
pub(crate) use asm::punctuation;
pub(crate) use top_level::{parse_attribute_text, parse_module, parse_type_text};

use asyncir_ir::asm::Position;
use asyncir_ir::def::{EnumDef, OpDef};
use asyncir_ir::stack::at_depth;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Diagnostic, Fallible, Ident, Location, NamedAttribute, OperationState, Type,
};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::lexer::{Lexer, Token, unescape};
use crate::resources::Resources;
use crate::source::ParseOptions;
use aliases::{Aliases, Extent};
use deferred::Skipped;
use locations::ForwardAliases;
use regions::BlockNames;
use types::KnownType;
use undeclared::Undeclared;
use values::ValueNames;
use word::Word;

/// How deeply regions, types, attributes and locations may nest.
const MAX_DEPTH: u32 = 1000;

/// Entries of a dictionary while it is read.
pub(crate) type Entries = SmallVec<[NamedAttribute; 8]>;

/// A parser in the middle of a text.
pub(crate) struct Parser<'a> {
    pub(crate) ctx: &'a Context,
    text: &'a str,
    file: Ident,
    lexer: Lexer<'a>,
    tok: Token,
    /// How many levels of regions, types, attributes and locations the current token is in.
    depth: u32,
    /// The deepest level since somebody asked for it.
    deepest: u32,
    /// How many aliases were used since somebody asked for it, counting those in them.
    parts: u64,
    /// The body that ops are made in.
    pub(crate) body: Box<Body>,
    /// Empty bodies with room in their arenas.
    spare_bodies: Vec<Body>,
    /// The block that ops are added to.
    block: BlockId,
    values: Vec<ValueNames<'a>>,
    /// Name scopes to be used again.
    spare_values: Vec<ValueNames<'a>>,
    /// Names that functions used and did not declare.
    undeclared: Undeclared<'a>,
    blocks: Vec<BlockNames<'a>>,
    /// Dialects whose prefix may be left out, innermost last.
    default_dialects: Vec<&'static str>,
    /// The op in custom form that is being read.
    current: CurrentOp,
    /// Ops met in custom form, by the default dialect and the name as written, with their properties from the start.
    custom_ops: HashMap<(Word<'static>, Word<'a>), (&'static OpDef, Attribute), FixedState>,
    aliases: Aliases<'a>,
    /// Types in angle brackets or of dialects that were read before, by their text, each with how large it is.
    known_types: HashMap<&'a str, (Type, Extent), FixedState>,
    /// The one of these that was met last: types often come several times in a row.
    last_known: Option<KnownType<'a>>,
    forward: ForwardAliases<'a>,
    distinct: HashMap<u64, Attribute, FixedState>,
    resources: Resources,
    options: ParseOptions,
    /// Errors that do not stop the parser, with their place.
    late_errors: Vec<(u32, Diagnostic)>,
    /// The large bodies that were skipped, if others read them.
    skipped: Option<Skipped<'a>>,
    /// Whether this parser reads bodies that another one skipped.
    is_part: bool,
    /// Whether such a body holds what must be read in the order of the file.
    needs_order: bool,
    /// The types whose bodies are being read, innermost last.
    within: Vec<Type>,
}

/// What hand-written forms may ask about the op they read.
#[derive(Clone, Copy, Default)]
pub(crate) struct CurrentOp {
    /// The full name of the op; empty in the middle of a dialect's type or attribute.
    name: &'static str,
    name_position: u32,
    named_results: usize,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(ctx: &'a Context, name: &str, text: &'a str, start: (u32, u32)) -> Self {
        Self::with_lexer(ctx, ctx.ident(name), text, Lexer::new(text, start))
    }

    fn with_lexer(ctx: &'a Context, file: Ident, text: &'a str, mut lexer: Lexer<'a>) -> Self {
        let tok = lexer.next();
        let mut body = Box::new(Body::new());
        let region = body.add_root_region();
        let block = body.append_block(region);
        Self {
            ctx,
            text,
            file,
            lexer,
            tok,
            depth: 0,
            deepest: 0,
            parts: 0,
            body,
            spare_bodies: Vec::new(),
            block,
            values: vec![ValueNames::default()],
            spare_values: Vec::new(),
            undeclared: Undeclared::default(),
            blocks: vec![BlockNames::default()],
            default_dialects: vec!["builtin"],
            current: CurrentOp::default(),
            custom_ops: HashMap::default(),
            aliases: Aliases::default(),
            known_types: HashMap::default(),
            last_known: None,
            forward: ForwardAliases::default(),
            distinct: HashMap::default(),
            resources: Resources::default(),
            options: ParseOptions::default(),
            late_errors: Vec::new(),
            skipped: None,
            is_part: false,
            needs_order: false,
            within: Vec::new(),
        }
    }

    // Tokens.

    /// The text of a token.
    fn spelling_of(&self, token: Token) -> &'a str {
        &self.text[token.start() as usize..token.end() as usize]
    }

    /// The text of the current token.
    fn spelling(&self) -> &'a str {
        self.spelling_of(self.tok)
    }

    /// Whether the current token is of a kind.
    #[inline]
    pub(crate) fn at(&self, kind: Kind) -> bool {
        self.tok.kind == kind
    }

    /// Whether the current token is a given bare identifier.
    #[inline]
    fn at_keyword(&self, keyword: &str) -> bool {
        self.tok.kind == Kind::Ident && self.spelling() == keyword
    }

    /// Steps to the next token and returns the one that was current.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tok;
        self.tok = self.lexer.next();
        token
    }

    /// Steps over the current token if it is of a kind.
    #[inline]
    pub(crate) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.tok.kind == kind;
        if found {
            self.tok = self.lexer.next();
        }
        found
    }

    /// Steps over the current token if it is a given bare identifier.
    fn eat_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.bump();
        }
        found
    }

    /// Steps over the current token, which must be of a kind.
    #[inline]
    fn expect(&mut self, kind: Kind, message: &str) -> Fallible<Token> {
        if self.tok.kind == kind {
            Ok(self.bump())
        } else {
            Err(self.wrong_token(message))
        }
    }

    /// Steps over punctuation, which must be there.
    pub(crate) fn expect_punctuation(&mut self, kind: Kind, text: &str) -> Fallible {
        if self.eat(kind) {
            Ok(())
        } else {
            Err(self.wrong_token(format!("expected '{text}'")))
        }
    }

    /// Reads the keyword of an enum's case if there is one; its value.
    pub(crate) fn at_enum_case(&mut self, def: &EnumDef) -> Option<i64> {
        let value = self.at_any_keyword().then(|| def.value(self.spelling())).flatten()?;
        self.bump();
        Some(value)
    }

    /// Steps over the current token, which must be a given bare identifier.
    fn expect_keyword(&mut self, keyword: &str, message: &str) -> Fallible {
        if self.eat_keyword(keyword) {
            Ok(())
        } else {
            Err(self.wrong_token(message))
        }
    }

    /// Lexes anew from a place of the text.
    fn relex(&mut self, pos: u32) {
        self.lexer.reset(pos);
        self.tok = self.lexer.next();
    }

    /// The byte right behind the current token.
    fn byte_behind(&self) -> u8 {
        self.text.as_bytes().get(self.tok.end() as usize).copied().unwrap_or(0)
    }

    /// The bytes of the string literal that is the current token.
    fn string_value(&self) -> std::borrow::Cow<'a, [u8]> {
        unescape(self.spelling())
    }

    // Errors.

    /// The location of a place in the text.
    #[inline]
    fn location_at(&self, pos: u32) -> Location {
        let (line, col) = self.lexer.lines.line_col(pos);
        Location::file_line_col(self.ctx, self.file, line, col)
    }

    /// An error at a place, or the lexer's own error if that is why the parser cannot go on.
    #[cold]
    fn error_at(&self, pos: u32, message: impl Into<String>) -> Diagnostic {
        if self.tok.kind == Kind::Error {
            let (pos, message) = self.lexer.error();
            return Diagnostic::error(self.location_at(pos), message);
        }
        Diagnostic::error(self.location_at(pos), message)
    }

    /// An error at the current token.
    #[cold]
    fn error_here(&self, message: impl Into<String>) -> Diagnostic {
        let at_end = u32::from(self.at(Kind::Eof));
        self.error_at(self.tok.start().saturating_sub(at_end), message)
    }

    /// An error about a token that is missing: right behind the text before the current token.
    #[cold]
    fn wrong_token(&self, message: impl Into<String>) -> Diagnostic {
        let original = self.tok.start().saturating_sub(u32::from(self.at(Kind::Eof)));
        let mut before = &self.text.as_bytes()[..original as usize];
        let pos = loop {
            while let [rest @ .., b' ' | b'\t'] = before {
                before = rest;
            }
            match before {
                [] => break original,
                [rest @ .., b'\n' | b'\r'] => before = rest,
                _ => break before.len() as u32,
            }
            // A comment at the end of the line above is not where something is missing.
            let line = before
                .iter()
                .rposition(|&b| b == b'\n' || b == b'\r')
                .map_or(0, |at| at + 1);
            if let Some(comment) = before[line..].windows(2).position(|pair| pair == b"//") {
                before = &before[..line + comment];
            }
        };
        self.error_at(pos, message)
    }

    /// An error that a hand-written form or an assembly format reports.
    #[cold]
    fn custom_error(&self, pos: u32, message: &str) -> Diagnostic {
        match self.current.name {
            "" => self.error_at(pos, message),
            name => self.error_at(pos, format!("custom op '{name}' {message}")),
        }
    }

    // Nesting.

    /// Reads something that may nest, on a stack that has room for it.
    #[inline]
    fn nested<T: Send>(&mut self, read: impl FnOnce(&mut Self) -> Fallible<T> + Send) -> Fallible<T> {
        self.reaches(1)?;
        self.depth += 1;
        let result = at_depth(self.depth, || read(self));
        self.depth -= 1;
        result
    }

    /// Notes that something of so many levels stands here.
    #[inline]
    fn reaches(&mut self, levels: u32) -> Fallible {
        let depth = self.depth + levels;
        if depth > MAX_DEPTH {
            return Err(self.error_here("nesting too deep"));
        }
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    // Lists.

    /// Reads elements up to `end`, separated by commas.
    fn list_until(&mut self, end: Kind, message: &str, mut element: impl FnMut(&mut Self) -> Fallible) -> Fallible {
        if self.eat(end) {
            return Ok(());
        }
        self.nonempty_list(&mut element)?;
        self.expect(end, message)?;
        Ok(())
    }

    /// Reads elements separated by commas, one at least.
    fn nonempty_list(&mut self, element: &mut dyn FnMut(&mut Self) -> Fallible) -> Fallible {
        loop {
            element(self)?;
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    // Names.

    /// Whether the current token can be read as a keyword.
    fn at_any_keyword(&self) -> bool {
        matches!(self.tok.kind, Kind::Ident | Kind::IntType)
    }

    /// Reads any keyword if there is one.
    fn optional_any_keyword(&mut self) -> Option<&'a str> {
        self.at_any_keyword().then(|| {
            let token = self.bump();
            self.spelling_of(token)
        })
    }

    /// The text of bytes that name something; names are UTF-8.
    fn name_text(&self, bytes: &[u8]) -> Fallible<String> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(self.error_here("expected a name in valid UTF-8")),
        }
    }

    /// The name in the current token `@name`.
    fn symbol_of_token(&self) -> Fallible<Ident> {
        let spelling = &self.spelling()[1..];
        if spelling.starts_with('"') {
            let name = self.name_text(&unescape(spelling))?;
            return Ok(self.ctx.ident(&name));
        }
        Ok(self.ctx.ident(spelling))
    }

    /// The place where the current token starts.
    fn pos(&self) -> Position {
        Position(self.tok.start())
    }

    /// Adds an implicit default for properties of registered ops.
    fn new_state(&self, name: asyncir_ir::OpName, location: Location) -> OperationState {
        let mut state = OperationState::new(name, location);
        if let Some(def) = name.def() {
            state.properties = self.ctx.default_properties(def);
        }
        state
    }
}
