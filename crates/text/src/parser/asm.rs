//! The interface that hand-written forms of types and attributes are read through.

use asyncir_ir::asm::{AsmParser, Delimiter, Position};
use asyncir_ir::def::{AttrDef, TypeDef};
use asyncir_ir::{Attribute, Context, Diagnostic, Fallible, Location, Type};

use super::Parser;
use crate::lexer::Kind;

/// The kind of a punctuation token.
pub(crate) fn punctuation(token: &str) -> Option<Kind> {
    Some(match token {
        "(" => Kind::LParen,
        ")" => Kind::RParen,
        "[" => Kind::LSquare,
        "]" => Kind::RSquare,
        "{" => Kind::LBrace,
        "}" => Kind::RBrace,
        "<" => Kind::Less,
        ">" => Kind::Greater,
        "," => Kind::Comma,
        ":" => Kind::Colon,
        "=" => Kind::Equal,
        "->" => Kind::Arrow,
        "?" => Kind::Question,
        "*" => Kind::Star,
        "+" => Kind::Plus,
        "-" => Kind::Minus,
        "|" => Kind::Bar,
        "/" => Kind::Slash,
        "..." => Kind::Ellipsis,
        _ => return None,
    })
}

/// The brackets of a delimiter and whether they may be missing.
pub(super) fn brackets(delimiter: Delimiter) -> Option<(Kind, Kind, bool)> {
    Some(match delimiter {
        Delimiter::None => return None,
        Delimiter::Paren => (Kind::LParen, Kind::RParen, false),
        Delimiter::Square => (Kind::LSquare, Kind::RSquare, false),
        Delimiter::Less => (Kind::Less, Kind::Greater, false),
        Delimiter::Brace => (Kind::LBrace, Kind::RBrace, false),
        Delimiter::OptionalParen => (Kind::LParen, Kind::RParen, true),
        Delimiter::OptionalSquare => (Kind::LSquare, Kind::RSquare, true),
        Delimiter::OptionalLess => (Kind::Less, Kind::Greater, true),
        Delimiter::OptionalBrace => (Kind::LBrace, Kind::RBrace, true),
    })
}

fn spelling(kind: Kind) -> &'static str {
    match kind {
        Kind::LParen => "(",
        Kind::RParen => ")",
        Kind::LSquare => "[",
        Kind::RSquare => "]",
        Kind::Less => "<",
        Kind::Greater => ">",
        Kind::LBrace => "{",
        _ => "}",
    }
}

impl Parser<'_> {
    /// Reads a list in brackets; the brackets are those of [`Delimiter`]. Errors say that they belong to `list`.
    pub(super) fn parse_delimited(
        &mut self,
        delimiter: Delimiter,
        list: &str,
        element: &mut dyn FnMut(&mut Self) -> Fallible,
    ) -> Fallible {
        let Some((open, close, optional)) = brackets(delimiter) else {
            return self.nonempty_list(element);
        };
        if optional && !self.at(open) {
            return Ok(());
        }
        self.punct_of(spelling(open), list)?;
        if self.eat(close) {
            return Ok(());
        }
        self.nonempty_list(element)?;
        self.punct_of(spelling(close), list)
    }
}

impl AsmParser for Parser<'_> {
    fn ctx(&self) -> &Context {
        self.ctx
    }

    fn is_in_order(&mut self) -> bool {
        let in_order = self.skipped.is_none() && !self.is_part;
        self.needs_order |= !in_order;
        in_order
    }

    fn enter(&mut self, ty: Type) {
        self.within.push(ty);
    }

    fn leave(&mut self) {
        self.within.pop();
    }

    fn is_within(&self, ty: Type) -> bool {
        self.within.contains(&ty)
    }

    fn position(&self) -> Position {
        self.pos()
    }

    fn location(&self, at: Position) -> Location {
        self.location_at(at.0)
    }

    fn error(&self, at: Position, message: &str) -> Diagnostic {
        self.custom_error(at.0, message)
    }

    fn punct_of(&mut self, token: &str, list: &str) -> Fallible {
        if self.optional_punct(token) {
            return Ok(());
        }
        let place = if list.is_empty() { "" } else { " in " };
        Err(self.wrong_token(format!("expected '{token}'{place}{list}")))
    }

    fn end_of_list(&mut self, token: &str) -> Fallible {
        if self.optional_punct(token) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected ',' or '{token}'")))
    }

    fn optional_punct(&mut self, token: &str) -> bool {
        if token == "::" {
            let found = self.at(Kind::Colon) && self.byte_behind() == b':';
            if found {
                self.bump();
                self.bump();
            }
            return found;
        }
        if token == "@" || token == "#" {
            return false;
        }
        punctuation(token).is_some_and(|kind| self.eat(kind))
    }

    fn is_at(&self, token: &str) -> bool {
        match token {
            "#" => self.at(Kind::Hash),
            _ => punctuation(token).is_some_and(|kind| self.at(kind)),
        }
    }

    fn keyword(&mut self, keyword: &str) -> Fallible {
        let found = self.optional_keyword(keyword);
        if found {
            Ok(())
        } else {
            Err(self.custom_error(self.tok.start(), &format!("expected '{keyword}'")))
        }
    }

    fn optional_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_any_keyword() && self.spelling() == keyword;
        if found {
            self.bump();
        }
        found
    }

    fn any_keyword(&mut self) -> Option<String> {
        self.optional_any_keyword().map(str::to_owned)
    }

    fn optional_string(&mut self) -> Option<Vec<u8>> {
        self.at(Kind::Str).then(|| {
            let value = self.string_value();
            self.bump();
            value.into_owned()
        })
    }

    fn optional_integer(&mut self) -> Fallible<Option<i128>> {
        // As a number of one bit with a sign, true is -1.
        if self.optional_keyword("true") {
            return Ok(Some(-1));
        }
        if self.optional_keyword("false") {
            return Ok(Some(0));
        }
        let negative = self.eat(Kind::Minus);
        if !self.at(Kind::Integer) {
            return if negative {
                Err(self.wrong_token("expected integer value"))
            } else {
                Ok(None)
            };
        }
        let spelling = self.spelling();
        let magnitude = match spelling.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => spelling.parse::<i128>(),
        };
        let magnitude = magnitude.map_err(|_| self.error_here("integer value too large"))?;
        self.bump();
        Ok(Some(if negative { -magnitude } else { magnitude }))
    }

    fn optional_symbol_name(&mut self) -> Fallible<Option<String>> {
        if !self.at(Kind::At) {
            return Ok(None);
        }
        let name = self.symbol_of_token()?;
        self.bump();
        Ok(Some(self.ctx.str(name).to_owned()))
    }

    fn dimensions(&mut self, dynamic: bool, trailing_x: bool) -> Fallible<Vec<i64>> {
        self.parse_dimension_list(dynamic, trailing_x)
    }

    fn ty(&mut self) -> Fallible<Type> {
        self.parse_type()
    }

    fn optional_type(&mut self) -> Fallible<Option<Type>> {
        self.parse_optional_type()
    }

    fn attribute(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        self.parse_attribute(ty)
    }

    fn optional_attribute(&mut self, ty: Option<Type>) -> Fallible<Option<Attribute>> {
        self.parse_optional_attribute(ty)
    }

    fn dialect_attribute(&mut self, def: &'static AttrDef) -> Fallible<Attribute> {
        self.nested(|p| p.parse_attribute_params(def))
    }

    fn dialect_type(&mut self, def: &'static TypeDef) -> Fallible<Type> {
        self.nested(|p| p.parse_type_params(def))
    }

    fn comma_separated(
        &mut self,
        delimiter: Delimiter,
        element: &mut dyn FnMut(&mut dyn AsmParser) -> Fallible,
    ) -> Fallible {
        self.parse_delimited(delimiter, "", &mut |p| element(p))
    }
}
