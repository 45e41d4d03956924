//! Attributes.

use std::collections::HashSet;

use asyncir_ir::{AttrKind, Attribute, DYNAMIC, Fallible, Ident, Type};
use smallvec::SmallVec;

use super::{Entries, Parser};
use crate::lexer::Kind;

/// Among so many entries, a name is looked for without a table.
const FEW_ENTRIES: usize = 16;

impl<'a> Parser<'a> {
    /// Reads an attribute; `ty` is the type that it has if none is written.
    pub(crate) fn parse_attribute(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        match self.tok.kind {
            Kind::Integer => self.parse_int_literal(ty, false),
            Kind::Float => self.parse_float_literal(ty, false),
            Kind::Minus => self.parse_negative(ty),
            Kind::Str => self.parse_string_attribute(ty),
            Kind::At => self.parse_symbol_reference(),
            Kind::Hash => self.parse_extended_attribute(ty),
            Kind::LSquare => self.nested(Self::parse_array_attribute),
            Kind::LBrace => self.nested(Self::parse_dict_attribute),
            Kind::Ident => match self.parse_keyword_attribute(ty) {
                Some(result) => result,
                None => self.parse_type_attribute(),
            },
            _ => self.parse_type_attribute(),
        }
    }

    /// Reads an attribute if one starts here.
    pub(crate) fn parse_optional_attribute(&mut self, ty: Option<Type>) -> Fallible<Option<Attribute>> {
        let starts = match self.tok.kind {
            Kind::Integer
            | Kind::Float
            | Kind::Minus
            | Kind::Str
            | Kind::At
            | Kind::Hash
            | Kind::LSquare
            | Kind::LBrace => true,
            Kind::Ident => is_attribute_keyword(self.spelling()),
            _ => false,
        };
        if starts {
            return self.parse_attribute(ty).map(Some);
        }
        Ok(self.parse_optional_type()?.map(|ty| self.ctx.type_attr(ty)))
    }

    fn parse_type_attribute(&mut self) -> Fallible<Attribute> {
        match self.parse_optional_type()? {
            Some(ty) => Ok(self.ctx.type_attr(ty)),
            None => Err(self.wrong_token("expected attribute value")),
        }
    }

    /// Reads an attribute that starts with a keyword; `None` if the keyword starts no attribute.
    fn parse_keyword_attribute(&mut self, ty: Option<Type>) -> Option<Fallible<Attribute>> {
        let result = match self.spelling() {
            "true" | "false" => {
                let value = self.spelling() == "true";
                self.bump();
                Ok(Attribute::bool(value))
            }
            "unit" => {
                self.bump();
                Ok(Attribute::UNIT)
            }
            "dense" => self.parse_dense(ty),
            "array" => self.parse_dense_array(),
            "affine_map" => self.parse_affine_map_attribute(),
            "affine_set" => self.parse_affine_set_attribute(),
            "dense_resource" => self.parse_dense_resource(ty),
            "sparse" => self.parse_sparse(ty),
            "strided" => self.parse_strided(),
            "distinct" => self.nested(move |p| p.parse_distinct(ty)),
            "loc" => self.parse_location_attribute(),
            _ => return None,
        };
        Some(result)
    }

    fn parse_negative(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        self.bump();
        match self.tok.kind {
            Kind::Integer => self.parse_int_literal(ty, true),
            Kind::Float => self.parse_float_literal(ty, true),
            _ => Err(self.wrong_token("expected constant integer or floating point value")),
        }
    }

    fn parse_string_attribute(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        let value = self.string_value();
        self.bump();
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(Kind::Colon) => self.parse_type()?,
            None => Type::NONE,
        };
        Ok(self.ctx.attr(AttrKind::String {
            value: value.into(),
            ty,
        }))
    }

    /// Reads `@root::@nested`.
    fn parse_symbol_reference(&mut self) -> Fallible<Attribute> {
        let root = self.symbol_of_token()?;
        self.bump();
        let mut nested: SmallVec<[Ident; 2]> = SmallVec::new();
        while self.at(Kind::Colon) && self.byte_behind() == b':' {
            self.bump();
            self.bump();
            if !self.at(Kind::At) {
                return Err(self.error_here("expected nested symbol reference identifier"));
            }
            nested.push(self.symbol_of_token()?);
            self.bump();
        }
        Ok(self.ctx.attr(AttrKind::SymbolRef {
            root,
            nested: nested.as_slice().into(),
        }))
    }

    fn parse_array_attribute(&mut self) -> Fallible<Attribute> {
        self.bump();
        let mut elements: SmallVec<[Attribute; 8]> = SmallVec::new();
        self.list_until(Kind::RSquare, "expected ',' or ']'", |p| {
            elements.push(p.parse_attribute(None)?);
            Ok(())
        })?;
        Ok(self.ctx.array_attr(&elements))
    }

    fn parse_dict_attribute(&mut self) -> Fallible<Attribute> {
        let mut entries = Entries::new();
        self.parse_dict_entries(&mut entries)?;
        Ok(self.ctx.dict_attr(&entries))
    }

    /// Reads `{name = attribute, ...}` and adds the entries to those that are there.
    pub(crate) fn parse_dict_entries(&mut self, entries: &mut Entries) -> Fallible {
        self.expect(Kind::LBrace, "expected '{' in attribute dictionary")?;
        let first = entries.len();
        let mut many = HashSet::new();
        self.list_until(Kind::RBrace, "expected '}' in attribute dictionary", |p| {
            let name = p.parse_attribute_name()?;
            let there = &entries[first..];
            let is_twice = if there.len() < FEW_ENTRIES {
                there.iter().any(|(other, _)| *other == name)
            } else {
                if many.is_empty() {
                    many.extend(there.iter().map(|&(name, _)| name));
                }
                !many.insert(name)
            };
            if is_twice {
                let name = p.ctx.str(name);
                return Err(p.error_here(format!("duplicate key '{name}' in dictionary attribute")));
            }
            p.bump();
            let value = if p.eat(Kind::Equal) {
                p.parse_attribute(None)?
            } else {
                Attribute::UNIT
            };
            entries.push((name, value));
            Ok(())
        })
    }

    /// The name of a dictionary entry that is the current token.
    fn parse_attribute_name(&mut self) -> Fallible<Ident> {
        match self.tok.kind {
            Kind::Ident | Kind::IntType => Ok(self.ctx.ident(self.spelling())),
            Kind::Str => {
                let name = self.name_text(&self.string_value())?;
                if name.is_empty() {
                    return Err(self.error_here("expected valid attribute name"));
                }
                Ok(self.ctx.ident(&name))
            }
            _ => Err(self.wrong_token("expected attribute name")),
        }
    }

    /// Reads `strided<[strides], offset: offset>`.
    fn parse_strided(&mut self) -> Fallible<Attribute> {
        self.bump();
        self.expect(Kind::Less, "expected '<' after 'strided'")?;
        self.expect(Kind::LSquare, "expected '['")?;
        let mut strides: SmallVec<[i64; 4]> = SmallVec::new();
        self.list_until(Kind::RSquare, "expected ']'", |p| {
            strides.push(p.parse_stride()?);
            Ok(())
        })?;
        let mut offset = 0;
        if !self.eat(Kind::Greater) {
            self.expect(Kind::Comma, "expected ','")?;
            self.expect_keyword("offset", "expected 'offset' after comma")?;
            self.expect(Kind::Colon, "expected ':' after 'offset'")?;
            offset = self.parse_stride()?;
            self.expect(Kind::Greater, "expected '>'")?;
        }
        Ok(self.ctx.attr(AttrKind::Strided {
            offset,
            strides: strides.as_slice().into(),
        }))
    }

    fn parse_stride(&mut self) -> Fallible<i64> {
        if self.eat(Kind::Question) {
            return Ok(DYNAMIC);
        }
        let at = self.tok.start();
        let negative = self.eat(Kind::Minus);
        if self.at(Kind::Integer)
            && let Ok(value) = self.spelling().parse::<i64>()
        {
            self.bump();
            return Ok(if negative { -value } else { value });
        }
        Err(self.error_at(at, "expected a 64-bit signed integer or '?'"))
    }

    /// Reads `distinct[id]<attribute>`.
    fn parse_distinct(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        let at = self.tok.start();
        self.bump();
        // Attributes of one number are the same one in the whole file.
        self.needs_order |= self.is_part;
        self.expect(Kind::LSquare, "expected '[' after 'distinct'")?;
        let token = self.expect(Kind::Integer, "expected distinct ID")?;
        let Ok(id) = self.spelling_of(token).parse::<u64>() else {
            return Err(self.error_here("expected an unsigned 64-bit integer"));
        };
        self.expect(Kind::RSquare, "expected ']' to close distinct ID")?;
        self.expect(Kind::Less, "expected '<' after distinct ID")?;
        let mut inner = Attribute::UNIT;
        if !self.eat(Kind::Greater) {
            inner = self.parse_attribute(ty)?;
            self.expect(Kind::Greater, "expected '>' to close distinct attribute")?;
        }
        if let Some(&known) = self.distinct.get(&id) {
            return match known.kind(self.ctx) {
                AttrKind::Distinct { inner: other, .. } if *other != inner => {
                    let other = crate::printer::attribute_to_string(self.ctx, *other);
                    let message = format!("referenced attribute does not match previous definition: {other}");
                    Err(self.error_at(at, message))
                }
                _ => Ok(known),
            };
        }
        let attr = self.ctx.distinct_attr(inner);
        self.distinct.insert(id, attr);
        Ok(attr)
    }

    /// Reads `dense_resource<key> : type`.
    fn parse_dense_resource(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        self.bump();
        self.expect(Kind::Less, "expected '<' after 'dense_resource'")?;
        let key = self.parse_resource_key()?;
        self.expect(Kind::Greater, "expected '>'")?;
        let mut at = self.tok.start();
        let ty = match ty {
            Some(ty) => ty,
            None => {
                at = self.tok.start();
                self.expect(Kind::Colon, "expected ':'")?;
                self.parse_type()?
            }
        };
        if !ty.is_shaped(self.ctx) {
            return Err(self.error_at(at, "`dense_resource` expected a shaped type"));
        }
        Ok(self.ctx.attr(AttrKind::DenseResource { ty, key }))
    }

    /// Reads the key of a resource: a keyword or a string.
    pub(super) fn parse_resource_key(&mut self) -> Fallible<Ident> {
        if self.at(Kind::Str) {
            let name = self.name_text(&self.string_value())?;
            self.bump();
            return Ok(self.ctx.ident(&name));
        }
        match self.optional_any_keyword() {
            Some(key) => Ok(self.ctx.ident(key)),
            None => Err(self.error_here("expected identifier key for 'resource' entry")),
        }
    }

    /// Reads `loc(...)` as an attribute.
    fn parse_location_attribute(&mut self) -> Fallible<Attribute> {
        self.bump();
        self.expect(Kind::LParen, "expected '(' in inline location")?;
        let location = self.parse_location()?;
        self.expect(Kind::RParen, "expected ')' in inline location")?;
        Ok(self.ctx.attr(AttrKind::Location(location)))
    }
}

fn is_attribute_keyword(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "unit"
            | "dense"
            | "array"
            | "affine_map"
            | "affine_set"
            | "dense_resource"
            | "sparse"
            | "strided"
            | "distinct"
            | "loc"
    )
}
