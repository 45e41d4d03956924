//! The literal inside `dense<...>` before its type is known.

use asyncir_ir::Fallible;

use super::Parser;
use crate::lexer::{Kind, Token};

/// Elements as they are written.
#[derive(Default)]
pub(super) struct Literal {
    /// The only element or the whole data, as a string.
    pub(super) string: Option<Token>,
    /// Sizes of the nested lists; empty for a single element.
    pub(super) shape: Vec<i64>,
    /// The numbers and strings, with whether a minus stands before them.
    pub(super) elements: Vec<(bool, Token)>,
}

impl Parser<'_> {
    /// Reads an element, or a list of lists of elements.
    pub(super) fn parse_literal(&mut self, allow_hex: bool) -> Fallible<Literal> {
        let mut literal = Literal::default();
        if allow_hex && self.at(Kind::Str) {
            literal.string = Some(self.bump());
        } else if self.at(Kind::LSquare) {
            literal.shape = self.parse_literal_list(&mut literal.elements)?;
        } else {
            self.parse_element(&mut literal.elements)?;
        }
        Ok(literal)
    }

    fn parse_literal_list(&mut self, elements: &mut Vec<(bool, Token)>) -> Fallible<Vec<i64>> {
        self.nested(|p| {
            p.bump();
            let mut size = 0;
            let mut inner: Option<Vec<i64>> = None;
            p.list_until(Kind::RSquare, "expected ']'", |p| {
                let mut sizes = Vec::new();
                if p.at(Kind::LSquare) {
                    sizes = p.parse_literal_list(elements)?;
                } else {
                    p.parse_element(elements)?;
                }
                size += 1;
                if inner.as_ref().is_some_and(|first| *first != sizes) {
                    let message = "tensor literal is invalid; ranks are not consistent between elements";
                    return Err(p.error_here(message));
                }
                inner.get_or_insert(sizes);
                Ok(())
            })?;
            let mut shape = vec![size];
            shape.extend(inner.unwrap_or_default());
            Ok(shape)
        })
    }

    fn parse_element(&mut self, elements: &mut Vec<(bool, Token)>) -> Fallible {
        match self.tok.kind {
            Kind::Integer | Kind::Float | Kind::Str => elements.push((false, self.bump())),
            Kind::Ident if matches!(self.spelling(), "true" | "false") => elements.push((false, self.bump())),
            Kind::Minus => {
                self.bump();
                if !matches!(self.tok.kind, Kind::Integer | Kind::Float) {
                    return Err(self.error_here("expected integer or floating point literal"));
                }
                elements.push((true, self.bump()));
            }
            Kind::LParen => {
                // Complex numbers do not nest, but their parts are read as elements.
                self.nested(|p| {
                    p.bump();
                    p.parse_element(elements)?;
                    p.expect(Kind::Comma, "expected ',' between complex elements")?;
                    p.parse_element(elements)?;
                    p.expect(Kind::RParen, "expected ')' after complex elements")?;
                    Ok(())
                })?;
            }
            _ => return Err(self.error_here("expected element literal of primitive type")),
        }
        Ok(())
    }
}
