//! Types and attributes of dialects, `!dialect.name<...>` and `#dialect.name<...>`, and aliases, which look alike.

use asyncir_ir::asm::AsmParser;
use asyncir_ir::def::{AttrDef, ParamFormat, TypeDef};
use asyncir_ir::{AttrKind, Attribute, Diagnostic, Fallible, Type, TypeKind};

use super::Parser;
use super::aliases::Alias;
use crate::lexer::Kind;

/// What `!name` or `#name` turned out to be.
enum Symbol<'a> {
    Alias(&'a str),
    /// A dialect's symbol: the dialect, and where its text starts.
    Dialect {
        dialect: &'a str,
        body: u32,
        pretty: bool,
    },
}

impl<'a> Parser<'a> {
    /// Tells aliases and dialect symbols apart; the current token is the name.
    fn classify_symbol(&self) -> Symbol<'a> {
        let name = &self.spelling()[1..];
        match name.split_once('.') {
            Some((dialect, _)) => {
                let body = self.tok.start() + 1 + dialect.len() as u32 + 1;
                Symbol::Dialect {
                    dialect,
                    body,
                    pretty: true,
                }
            }
            None if self.byte_behind() == b'<' => Symbol::Dialect {
                dialect: name,
                body: self.tok.end(),
                pretty: false,
            },
            None => Symbol::Alias(name),
        }
    }

    /// Reads `!alias`, `!dialect.type<...>` or `!dialect<...>`.
    pub(super) fn parse_extended_type(&mut self) -> Fallible<Type> {
        if let Some(ty) = self.parse_known_type()? {
            return Ok(ty);
        }
        match self.classify_symbol() {
            Symbol::Alias(name) => {
                let before = |alias: &&Alias<Type>| alias.place < self.tok.start();
                let alias = self.aliases.types.get(name).filter(before).copied();
                let ty = alias.map(|alias| self.use_alias(alias)).transpose()?;
                self.bump();
                ty.ok_or_else(|| self.wrong_token(format!("undefined symbol alias id '{name}'")))
            }
            Symbol::Dialect { dialect, body, pretty } => {
                let at = if pretty { body } else { self.tok.start() };
                if self.ctx.dialect(dialect).is_some() {
                    let end = self.tok.end();
                    let ty = self.parse_known_or(|p| p.outside_of_op(Self::parse_registered_type));
                    return self.behind_symbol(end, ty);
                }
                let body = self.parse_opaque_body(dialect, body, pretty)?;
                if !self.ctx.allow_unregistered {
                    let message = format!(
                        "`!\"{dialect}\"<\"{body}\">` type created with unregistered dialect. If this is intended, please call \
                         allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR \
                         opt tool used"
                    );
                    return Err(self.error_at(at, message));
                }
                let (dialect, body) = (self.ctx.ident(dialect), self.ctx.ident(body));
                Ok(self.ctx.ty(TypeKind::Opaque { dialect, body }))
            }
        }
    }

    /// Reads `#alias`, `#dialect.attr<...>` or `#dialect<...>`.
    pub(super) fn parse_extended_attribute(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        match self.classify_symbol() {
            Symbol::Alias(name) => {
                let before = |alias: &&Alias<Attribute>| alias.place < self.tok.start();
                let alias = self.aliases.attrs.get(name).filter(before).copied();
                let alias = match (alias, self.forward.reading) {
                    (None, Some(limit)) => self.forward_alias(name, limit)?,
                    _ => alias,
                };
                let attr = alias.map(|alias| self.use_alias(alias)).transpose()?;
                self.bump();
                attr.ok_or_else(|| self.wrong_token(format!("undefined symbol alias id '{name}'")))
            }
            Symbol::Dialect { dialect, body, pretty } => {
                let at = if pretty { body } else { self.tok.start() };
                if self.ctx.dialect(dialect).is_some() {
                    let end = self.tok.end();
                    let attr = self.nested(|p| p.outside_of_op(|p| p.parse_registered_attribute(dialect, pretty)));
                    return self.behind_symbol(end, attr);
                }
                let body = self.parse_opaque_body(dialect, body, pretty)?;
                let ty = match ty {
                    Some(ty) => ty,
                    None if self.eat(Kind::Colon) => self.parse_type()?,
                    None => Type::NONE,
                };
                if !self.ctx.allow_unregistered {
                    let message = format!(
                        "#\"{dialect}\"<\"{body}\"> : '{}' attribute created with unregistered dialect. If this is intended, please \
                         call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the \
                         MLIR opt tool used",
                        crate::printer::type_to_string(self.ctx, ty)
                    );
                    return Err(self.error_at(at, message));
                }
                let (dialect, body) = (self.ctx.ident(dialect), self.ctx.ident(body));
                Ok(self.ctx.attr(AttrKind::Opaque { dialect, body, ty }))
            }
        }
    }

    /// Reads a symbol of an unknown dialect as text; the current token is its name.
    fn parse_opaque_body(&mut self, dialect: &str, body: u32, pretty: bool) -> Fallible<&'a str> {
        if !is_namespace(dialect) {
            let at = if pretty { body } else { self.tok.start() };
            return Err(self.error_at(at, format!("invalid dialect namespace '\"{dialect}\"'")));
        }
        let trailing = self.byte_behind() == b'<';
        let mut end = self.tok.end();
        self.bump();
        if trailing {
            end = self.skip_balanced()?;
        }
        let (start, end) = if pretty { (body, end) } else { (body + 1, end - 1) };
        Ok(&self.text[start as usize..end as usize])
    }

    /// Goes on behind a symbol of a registered dialect, whose name ends at `end`. What stands in `<...>` belongs to it,
    /// be it read or not; brackets that do not fit are told instead of what else is wrong with it. Behind white space, `<`
    /// starts something else, even if it was read as a part of the symbol.
    fn behind_symbol<T>(&mut self, end: u32, symbol: Fallible<T>) -> Fallible<T> {
        let has_body = self.text.as_bytes().get(end as usize) == Some(&b'<');
        if has_body && (symbol.is_err() || self.tok.start() == end) {
            let behind = self.tok;
            self.relex(end);
            self.skip_balanced()?;
            if symbol.is_err() {
                self.relex(behind.start());
            }
        } else if !has_body && symbol.is_ok() {
            self.relex(end);
        }
        symbol
    }

    /// Steps over `<...>` with whatever balanced text is inside; returns where it ends.
    fn skip_balanced(&mut self) -> Fallible<u32> {
        let bytes = self.text.as_bytes();
        let begin = self.tok.start();
        let mut at = begin as usize;
        let mut open: Vec<u8> = Vec::new();
        loop {
            let byte = bytes.get(at).copied().unwrap_or(0);
            at += 1;
            match byte {
                0 => return Err(self.unbalanced(open.last())),
                b'<' | b'[' | b'(' | b'{' => open.push(byte),
                b'-' if bytes.get(at) == Some(&b'>') => at += 1,
                b'>' | b']' | b')' | b'}' => {
                    let opening = match byte {
                        b'>' => b'<',
                        b']' => b'[',
                        b')' => b'(',
                        _ => b'{',
                    };
                    if open.last() != Some(&opening) {
                        return Err(self.unbalanced(open.last()));
                    }
                    open.pop();
                    if open.is_empty() {
                        break;
                    }
                }
                b'"' => {
                    self.relex(at as u32 - 1);
                    if !self.at(Kind::Str) {
                        return Err(self.error_here("expected string"));
                    }
                    at = self.tok.end() as usize;
                }
                _ => {}
            }
        }
        self.lexer.note_lines(begin, at as u32);
        self.relex(at as u32);
        Ok(at as u32)
    }

    fn unbalanced(&self, open: Option<&u8>) -> Diagnostic {
        let open = char::from(*open.unwrap_or(&b'<'));
        self.error_here(format!("unbalanced '{open}' character in pretty dialect name"))
    }

    /// Reads a type or attribute with its dialect's name; errors in it do not name the op that it stands in.
    fn outside_of_op<T>(&mut self, read: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        let outer = std::mem::take(&mut self.current.name);
        let result = read(self);
        self.current.name = outer;
        result
    }

    /// Reads what stands behind `!`: a type that a registered dialect defines.
    fn parse_registered_type(&mut self) -> Fallible<Type> {
        let Symbol::Dialect { dialect, pretty, .. } = self.classify_symbol() else {
            return Err(self.error_here("expected a dialect's type"));
        };
        if pretty {
            let name = &self.spelling()[1..];
            let at = self.tok.start() + 1 + dialect.len() as u32 + 1;
            let Some(def) = self.ctx.type_def(name) else {
                return Err(self.unknown_symbol("type", dialect, at, name));
            };
            self.bump();
            return self
                .parse_type_params(def)
                .map_err(|error| self.unreadable(def, at, error));
        }
        self.bump();
        self.expect(Kind::Less, "expected '<'")?;
        let at = self.tok.start();
        let mnemonic = self.parse_mnemonic()?;
        let name = format!("{dialect}.{mnemonic}");
        let Some(def) = self.ctx.type_def(&name) else {
            return Err(self.unknown_symbol("type", dialect, at, &name));
        };
        let ty = self
            .parse_type_params(def)
            .map_err(|error| self.unreadable(def, at, error))?;
        self.expect(Kind::Greater, "expected '>'")?;
        Ok(ty)
    }

    fn parse_mnemonic(&mut self) -> Fallible<&'a str> {
        let mnemonic = self.optional_any_keyword();
        mnemonic.ok_or_else(|| self.error_here("expected valid keyword"))
    }

    /// What is wrong in a type, and what is said of the whole type then, at its name.
    fn unreadable(&self, def: &TypeDef, at: u32, error: Diagnostic) -> Diagnostic {
        match def.unreadable {
            Some(message) => error.followed_by(self.error_at(at, message)),
            None => error,
        }
    }

    fn unknown_symbol(&self, what: &str, dialect: &str, at: u32, name: &str) -> Diagnostic {
        let mnemonic = name
            .strip_prefix(dialect)
            .and_then(|n| n.strip_prefix('.'))
            .unwrap_or(name);
        let def = self.ctx.dialect(dialect);
        let (has_any, unknown) = match what {
            "type" => (def.is_some_and(|def| !def.types.is_empty()), "unknown "),
            _ => (def.is_some_and(|def| !def.attrs.is_empty()), "unknown"),
        };
        let message = match (has_any, what, dialect) {
            (false, ..) => format!("dialect '{dialect}' provides no {what} parsing hook"),
            (true, "type", "llvm") => format!("unknown LLVM type: {mnemonic}"),
            (true, "type", "gpu") => format!("unknown gpu type: {mnemonic}"),
            _ => format!("{unknown} {what} `{mnemonic}` in dialect `{dialect}`"),
        };
        self.error_at(at, message)
    }

    /// Reads the parameters of a dialect's type.
    pub(super) fn parse_type_params(&mut self, def: &'static TypeDef) -> Fallible<Type> {
        let at = self.tok.start();
        let params = self.parse_params(def.format)?;
        if let Some(verify) = def.verify {
            verify(self.ctx, &params).map_err(|message| self.error_at(at, message))?;
        }
        Ok(self.ctx.dialect_type(def, &params))
    }

    /// Reads the parameters of a dialect's attribute.
    pub(super) fn parse_attribute_params(&mut self, def: &'static AttrDef) -> Fallible<Attribute> {
        let at = self.tok.start();
        let params = self.parse_params(def.format)?;
        if let Some(verify) = def.verify {
            verify(self.ctx, &params).map_err(|message| self.error_at(at, message))?;
        }
        Ok(self.ctx.dialect_attr(def, &params))
    }

    fn parse_params(&mut self, format: ParamFormat) -> Fallible<Vec<Attribute>> {
        match format {
            ParamFormat::None => Ok(Vec::new()),
            ParamFormat::Custom(parse, _) => parse(self as &mut dyn AsmParser),
        }
    }

    fn parse_registered_attribute(&mut self, dialect: &'a str, pretty: bool) -> Fallible<Attribute> {
        if pretty {
            let name = &self.spelling()[1..];
            let at = self.tok.start() + 1 + dialect.len() as u32 + 1;
            let Some(def) = self.ctx.attr_def(name) else {
                return Err(self.unknown_symbol("attribute", dialect, at, name));
            };
            self.bump();
            return self.parse_attribute_params(def);
        }
        self.bump();
        self.expect(Kind::Less, "expected '<'")?;
        let at = self.tok.start();
        let mnemonic = self.parse_mnemonic()?;
        let name = format!("{dialect}.{mnemonic}");
        let Some(def) = self.ctx.attr_def(&name) else {
            return Err(self.unknown_symbol("attribute", dialect, at, &name));
        };
        let attr = self.parse_attribute_params(def)?;
        self.expect(Kind::Greater, "expected '>'")?;
        Ok(attr)
    }
}

/// Whether a dialect may have that name.
fn is_namespace(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$')
}
