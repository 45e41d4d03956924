//! Numbers as attributes and elements.

use asyncir_ir::float::{self, FloatSemantics};
use asyncir_ir::{ApInt, AttrKind, Attribute, Fallible, Signedness, Type, TypeKind};

use super::Parser;
use crate::lexer::{Kind, Token};

impl Parser<'_> {
    /// The value of an integer literal in an integer type or index; `None` if it does not fit.
    pub(super) fn literal_int(&self, ty: Type, negative: bool, spelling: &str) -> Option<ApInt> {
        let (width, signedness) = match *ty.kind(self.ctx) {
            TypeKind::Integer { width, signedness } => (width, signedness),
            _ => (64, Signedness::Signed),
        };
        if !negative {
            return ApInt::parse(width, signedness, spelling).ok();
        }
        ApInt::parse(width, signedness, &format!("-{spelling}")).ok()
    }

    /// Reads an integer literal with its type; the current token is the integer.
    pub(super) fn parse_int_literal(&mut self, ty: Option<Type>, negative: bool) -> Fallible<Attribute> {
        let token = self.bump();
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(Kind::Colon) => self.parse_type()?,
            None => Type::I64,
        };
        let at = token.start();
        match *ty.kind(self.ctx) {
            TypeKind::Float(semantics) => {
                let bits = self.float_from_integer(token, negative, semantics)?;
                Ok(self.ctx.float_bits_attr(ty, bits))
            }
            TypeKind::Integer {
                signedness: Signedness::Unsigned,
                ..
            } if negative => Err(self.error_at(at, "negative integer literal not valid for unsigned integer type")),
            TypeKind::Integer { .. } | TypeKind::Index => {
                let value = self.literal_int(ty, negative, self.spelling_of(token));
                let value = value.ok_or_else(|| self.error_at(at, "integer constant out of range for attribute"))?;
                Ok(self.ctx.attr(AttrKind::Integer { ty, value }))
            }
            _ => Err(self.error_at(at, "integer literal not valid for specified type")),
        }
    }

    /// The bits that a hexadecimal integer gives for a float.
    pub(super) fn float_from_integer(&self, token: Token, negative: bool, semantics: FloatSemantics) -> Fallible<u128> {
        let spelling = self.spelling_of(token);
        if !spelling.starts_with("0x") {
            let message = "unexpected decimal integer literal for a floating point value";
            let place = self.location_at(token.start());
            return Err(self
                .error_at(token.start(), message)
                .with_note(place, "add a trailing dot to make the literal a float"));
        }
        if negative {
            return Err(self.error_at(
                token.start(),
                "hexadecimal float literal should not have a leading minus",
            ));
        }
        float::parse_hex(semantics, spelling)
            .ok_or_else(|| self.error_at(token.start(), "hexadecimal float constant out of range for type"))
    }

    /// Reads a float literal with its type; the current token is the float.
    pub(super) fn parse_float_literal(&mut self, ty: Option<Type>, negative: bool) -> Fallible<Attribute> {
        let token = self.bump();
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(Kind::Colon) => self.parse_type()?,
            None => Type::F64,
        };
        let Some(semantics) = ty.float(self.ctx) else {
            return Err(self.error_here("floating point value not valid for specified type"));
        };
        let bits = self.float_from_decimal(token, negative, semantics)?;
        Ok(self.ctx.float_bits_attr(ty, bits))
    }

    /// The bits that a decimal literal gives for a float.
    pub(super) fn float_from_decimal(&self, token: Token, negative: bool, semantics: FloatSemantics) -> Fallible<u128> {
        let spelling = self.spelling_of(token);
        let too_large = || self.error_at(token.start(), "floating point value too large for attribute");
        if negative {
            return float::parse_literal(semantics, &format!("-{spelling}")).ok_or_else(too_large);
        }
        float::parse_literal(semantics, spelling).ok_or_else(too_large)
    }
}
