//! Attributes with many elements: `dense`, `sparse`, `array`.

use asyncir_ir::asm::AsmParser;
use asyncir_ir::{ApInt, AttrKind, Attribute, DYNAMIC, Diagnostic, Fallible, Signedness, Type, TypeKind};

use super::Parser;
use super::elements::Literal;
use crate::elements::{element_bytes, splat_if_equal, storage_bytes};
use crate::lexer::{Kind, Token, unescape};

impl Parser<'_> {
    /// Reads `dense<literal> : type`.
    pub(super) fn parse_dense(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        let at = self.tok.start();
        self.bump();
        self.expect(Kind::Less, "expected '<' after 'dense'")?;
        let mut literal = Literal::default();
        if !self.eat(Kind::Greater) {
            literal = self.parse_literal(true)?;
            self.expect(Kind::Greater, "expected '>'")?;
        }
        let ty = self.parse_elements_type(at, ty)?;
        self.make_dense(at, ty, &literal)
    }

    /// Reads the type behind a literal of elements.
    fn parse_elements_type(&mut self, at: u32, ty: Option<Type>) -> Fallible<Type> {
        let ty = match ty {
            Some(ty) => ty,
            None => {
                self.expect(Kind::Colon, "expected ':'")?;
                self.parse_type()?
            }
        };
        if !ty.is_shaped(self.ctx) {
            return Err(self.error_at(at, "elements literal must be a shaped type"));
        }
        match ty.shape(self.ctx) {
            Some(shape) if !shape.contains(&DYNAMIC) => Ok(ty),
            _ => Err(self.error_at(at, "elements literal type must have static shape")),
        }
    }

    /// The attribute that a literal gives for a type.
    fn make_dense(&mut self, at: u32, ty: Type, literal: &Literal) -> Fallible<Attribute> {
        let element = ty.element_or_self(self.ctx);
        let shape = ty.shape(self.ctx).unwrap_or(&[]);
        // One element may stand for more than can be counted.
        let count = ty.num_elements(self.ctx).unwrap_or(u64::MAX);
        let component = match *element.kind(self.ctx) {
            TypeKind::Complex(component) => component,
            _ => element,
        };
        let numeric = component.is_index() || component.is_int(self.ctx) || component.float(self.ctx).is_some();
        if let (Some(token), true) = (literal.string, numeric) {
            return self.make_dense_from_hex(at, ty, element, count, token);
        }
        if !literal.shape.is_empty() && literal.shape != shape {
            let (inferred, wanted) = (self.shape_text(&literal.shape), self.shape_text(shape));
            let message = format!("inferred shape of elements literal ([{inferred}]) does not match type ([{wanted}])");
            return Err(self.error_at(at, message));
        }
        if literal.string.is_none() && literal.elements.is_empty() && count > 0 {
            let message = format!(
                "parsed zero elements, but type ({}) expected at least 1",
                self.quoted_type(ty)
            );
            return Err(self.error_at(at, message));
        }
        if !numeric {
            return self.make_dense_strings(at, ty, count, literal);
        }
        if component != element {
            self.check_complex_count(at, ty, element, count, literal)?;
        }
        let bytes = element_bytes(self.ctx, component).unwrap_or(1);
        let mut data = Vec::with_capacity(literal.elements.len() * bytes);
        for &(negative, token) in &literal.elements {
            self.push_element(&mut data, component, bytes, negative, token)?;
        }
        let per_element = storage_bytes(self.ctx, element).unwrap_or(bytes);
        let attr = fit_elements(ty, data, per_element, count);
        let attr = attr.ok_or_else(|| self.too_few_elements(at, ty, count, literal))?;
        Ok(self.ctx.attr(attr))
    }

    /// Complex numbers are written as pairs: as many as the type has elements, or one for all of them.
    fn check_complex_count(&self, at: u32, ty: Type, element: Type, count: u64, literal: &Literal) -> Fallible {
        let parsed = literal.elements.len() as u64;
        let is_single = literal.shape.is_empty();
        let (ty, wanted) = if is_single {
            (element, 2)
        } else {
            (ty, count.saturating_mul(2))
        };
        if parsed == wanted || (is_single && count == 0) {
            return Ok(());
        }
        let ty = self.quoted_type(ty);
        let message = format!("parsed {parsed} elements, but type ({ty}) expected {wanted} elements");
        Err(self.error_at(at, message))
    }

    fn too_few_elements(&self, at: u32, ty: Type, count: u64, literal: &Literal) -> Diagnostic {
        let (parsed, ty) = (literal.elements.len(), self.quoted_type(ty));
        self.error_at(
            at,
            format!("parsed {parsed} elements, but type ({ty}) expected {count} elements"),
        )
    }

    fn push_element(
        &self,
        data: &mut Vec<u8>,
        component: Type,
        bytes: usize,
        negative: bool,
        token: Token,
    ) -> Fallible {
        if let Some(semantics) = component.float(self.ctx) {
            let bits = match token.kind {
                Kind::Integer => self.float_from_integer(token, negative, semantics)?,
                Kind::Float => self.float_from_decimal(token, negative, semantics)?,
                _ => {
                    return Err(self.error_at(token.start(), "expected floating point literal"));
                }
            };
            data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
            return Ok(());
        }
        let unsigned = matches!(
            component.kind(self.ctx),
            TypeKind::Integer {
                signedness: Signedness::Unsigned,
                ..
            }
        );
        let spelling = self.spelling_of(token);
        match token.kind {
            _ if negative && unsigned => {
                let message = "expected unsigned integer elements, but parsed negative value";
                Err(self.error_at(token.start(), message))
            }
            Kind::Float => Err(self.error_at(token.start(), "expected integer elements, but parsed floating-point")),
            Kind::Ident if component.int_width(self.ctx) == Some(1) => {
                data.push(u8::from(spelling == "true"));
                Ok(())
            }
            Kind::Ident => Err(self.error_at(token.start(), "expected i1 type for 'true' or 'false' values")),
            Kind::Integer => {
                let value = self.literal_int(component, negative, spelling);
                let Some(value) = value else {
                    return Err(self.error_at(token.start(), "integer constant out of range for type"));
                };
                push_int(data, &value, bytes);
                Ok(())
            }
            _ => Err(self.error_at(token.start(), "integer constant out of range for type")),
        }
    }

    fn make_dense_from_hex(
        &mut self,
        at: u32,
        ty: Type,
        element: Type,
        count: u64,
        token: Token,
    ) -> Fallible<Attribute> {
        let Some(raw) = hex_bytes(&unescape(self.spelling_of(token))) else {
            let message = "expected string containing hex digits starting with `0x`";
            return Err(self.error_at(token.start(), message));
        };
        let bytes = storage_bytes(self.ctx, element).unwrap_or(1);
        let raw = match element.int_width(self.ctx) {
            Some(1) => unpack_bits(&raw, count),
            _ => Some(raw),
        };
        let is_as_long = |raw: &Vec<u8>| raw.len() == bytes || raw.len() as u64 == count.saturating_mul(bytes as u64);
        let Some(raw) = raw.filter(is_as_long) else {
            let message = format!(
                "elements hex data size is invalid for provided type: {}",
                self.quoted_type(ty)
            );
            return Err(self.error_at(at, message));
        };
        Ok(self.ctx.attr(splat_if_equal(ty, raw, bytes)))
    }

    fn make_dense_strings(&mut self, at: u32, ty: Type, count: u64, literal: &Literal) -> Fallible<Attribute> {
        let tokens = literal.string.into_iter().chain(literal.elements.iter().map(|e| e.1));
        let mut values: Vec<Box<[u8]>> = Vec::new();
        for token in tokens {
            if token.kind != Kind::Str {
                let message = format!("expected string token, got {}", self.spelling_of(token));
                return Err(self.error_at(at, message));
            }
            values.push(unescape(self.spelling_of(token)).into());
        }
        if values.len() > 1 && values.windows(2).all(|pair| pair[0] == pair[1]) {
            values.truncate(1);
        }
        if values.len() > 1 {
            if (values.len() as u64) < count {
                return Err(self.too_few_elements(at, ty, count, literal));
            }
            values.truncate(count as usize);
        }
        Ok(self.ctx.attr(AttrKind::DenseStrings {
            ty,
            values: values.into(),
        }))
    }

    /// Reads `sparse<indices, values> : type`.
    pub(super) fn parse_sparse(&mut self, ty: Option<Type>) -> Fallible<Attribute> {
        let at = self.tok.start();
        self.bump();
        self.expect(Kind::Less, "Expected '<' after 'sparse'")?;
        let (mut indices, mut values) = (Literal::default(), Literal::default());
        let (mut indices_at, mut values_at) = (at, at);
        let empty = self.eat(Kind::Greater);
        if !empty {
            indices_at = self.tok.start();
            indices = self.parse_literal(false)?;
            self.expect(Kind::Comma, "expected ','")?;
            values_at = self.tok.start();
            values = self.parse_literal(true)?;
            self.expect(Kind::Greater, "expected '>'")?;
        }
        let ty = self.parse_elements_type(at, ty)?;
        let rank = ty.shape(self.ctx).map_or(0, <[i64]>::len) as i64;
        let element = ty.element_or_self(self.ctx);
        let indices_shape = match indices.shape.as_slice() {
            // One index stands for all, as it is printed if all are equal; MLIR reads it for one value alone.
            [] => vec![values.shape.first().copied().unwrap_or(i64::from(!empty)), rank],
            shape => shape.to_vec(),
        };
        let values_shape = match values.shape.as_slice() {
            [] => vec![indices_shape[0]],
            shape => shape.to_vec(),
        };
        let indices_ty = self.ctx.tensor_type(&indices_shape, Type::I64);
        let values_ty = self.ctx.tensor_type(&values_shape, element);
        let indices = self.make_dense(indices_at, indices_ty, &indices)?;
        let values = self.make_dense(values_at, values_ty, &values)?;
        self.check_sparse(at, ty, &indices_shape, &values_shape, indices)?;
        Ok(self.ctx.attr(AttrKind::SparseElements { ty, indices, values }))
    }

    /// Checks that the indices of sparse elements are as many as the values, and within the shape.
    fn check_sparse(
        &self,
        at: u32,
        ty: Type,
        indices_shape: &[i64],
        values_shape: &[i64],
        indices: Attribute,
    ) -> Fallible {
        let shape = ty.shape(self.ctx).unwrap_or(&[]);
        let (rank, count) = (shape.len(), indices_shape[0]);
        let is_position = match indices_shape {
            [_, len] => *len == rank as i64,
            // In one dimension, numbers are positions.
            _ => indices_shape.len() == 1 && rank == 1,
        };
        if values_shape.len() != 1 {
            return Err(self.error_at(at, "expected 1-d tensor for sparse element values"));
        }
        if !is_position || *values_shape != [count] {
            let message = format!(
                "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                self.shape_text(shape),
                self.shape_text(indices_shape),
                self.shape_text(values_shape)
            );
            return Err(self.error_at(at, message));
        }
        let AttrKind::DenseElements { splat, data, .. } = indices.kind(self.ctx) else {
            return Ok(());
        };
        let words: Vec<i64> = data
            .chunks_exact(8)
            .map(|word| i64::from_le_bytes(word.try_into().unwrap_or_default()))
            .collect();
        for index in 0..if *splat { count.min(1) } else { count } as usize {
            let row: Vec<i64> = (0..rank)
                .map(|dim| words[if *splat { 0 } else { index * rank + dim }])
                .collect();
            if row.iter().zip(shape).any(|(&index, &size)| index < 0 || index >= size) {
                let message = format!(
                    "sparse index #{index} is not contained within the value shape, with index=[{}], and type={}",
                    self.shape_text(&row),
                    self.quoted_type(ty)
                );
                return Err(self.error_at(at, message));
            }
        }
        Ok(())
    }

    /// Reads `array<type: elements>`.
    pub(super) fn parse_dense_array(&mut self) -> Fallible<Attribute> {
        self.bump();
        self.expect(Kind::Less, "expected '<' after 'array'")?;
        let at = self.tok.start();
        let element = self.parse_type()?;
        let is_number = element.is_index() || element.is_int(self.ctx) || element.float(self.ctx).is_some();
        if !is_number {
            let message = format!("expected integer or float type, got: {}", self.quoted_type(element));
            return Err(self.error_at(at, message));
        }
        let width = match element.float(self.ctx) {
            Some(semantics) => semantics.width(),
            None => element.int_width(self.ctx).unwrap_or(64),
        };
        if width != 1 && width % 8 != 0 {
            return Err(self.error_at(at, "element type bitwidth must be a multiple of 8"));
        }
        let bytes = element_bytes(self.ctx, element).unwrap_or(1);
        let mut data = Vec::new();
        if !self.eat(Kind::Greater) {
            self.expect(Kind::Colon, "expected ':' after dense array type")?;
            self.nonempty_list(&mut |p| p.parse_array_element(&mut data, element, bytes))?;
            self.expect(Kind::Greater, "expected '>' to close an array attribute")?;
        }
        Ok(self.ctx.attr(AttrKind::DenseArray {
            element,
            data: data.into(),
        }))
    }

    /// Reads `[elements]` as a dense array.
    pub(crate) fn parse_stripped_array(&mut self, element: Type) -> Fallible<Attribute> {
        self.bump();
        let bytes = element_bytes(self.ctx, element).unwrap_or(1);
        let mut data = Vec::new();
        self.list_until(Kind::RSquare, "expected ']'", |p| match element.float(p.ctx) {
            Some(_) => p.parse_array_element(&mut data, element, bytes),
            None => p.parse_short_integer(&mut data, element, bytes),
        })?;
        Ok(self.ctx.attr(AttrKind::DenseArray {
            element,
            data: data.into(),
        }))
    }

    /// Reads an element of an array without `array<type:`, as the op reads its integers.
    fn parse_short_integer(&mut self, data: &mut Vec<u8>, element: Type, bytes: usize) -> Fallible {
        if matches!(self.spelling(), "true" | "false") {
            return self.parse_array_element(data, element, bytes);
        }
        let at = self.tok.start();
        let value = self.integer()?;
        let width = element.int_width(self.ctx).unwrap_or(64);
        let limit = 1_i128 << (width.clamp(1, 64) - 1);
        if !(-limit..limit).contains(&value) {
            return Err(self.custom_error(at, "integer value too large"));
        }
        data.extend_from_slice(&value.to_le_bytes()[..bytes]);
        Ok(())
    }

    /// The value of an element of an array: a negative one stands for its bits where elements have no sign.
    fn array_int(&self, element: Type, negative: bool, spelling: &str) -> Option<ApInt> {
        match *element.kind(self.ctx) {
            TypeKind::Integer {
                width,
                signedness: Signedness::Unsigned,
            } if negative => ApInt::parse(width, Signedness::Signless, &format!("-{spelling}")).ok(),
            _ => self.literal_int(element, negative, spelling),
        }
    }

    fn parse_array_element(&mut self, data: &mut Vec<u8>, element: Type, bytes: usize) -> Fallible {
        let negative = self.eat(Kind::Minus);
        let token = self.tok;
        let is_bool = element.int_width(self.ctx) == Some(1);
        if let Some(semantics) = element.float(self.ctx) {
            if !matches!(token.kind, Kind::Float | Kind::Integer) {
                return Err(self.error_here("expected integer or floating point literal"));
            }
            self.bump();
            let bits = match token.kind {
                Kind::Float => self.float_from_decimal(token, negative, semantics)?,
                _ => self.float_from_integer(token, negative, semantics)?,
            };
            data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
            return Ok(());
        }
        let spelling = self.spelling();
        match token.kind {
            Kind::Ident if matches!(spelling, "true" | "false") && is_bool => {
                self.bump();
                data.push(u8::from(spelling == "true"));
                Ok(())
            }
            Kind::Ident if matches!(spelling, "true" | "false") => {
                Err(self.error_here("expected i1 type for 'true' or 'false' values"))
            }
            Kind::Integer => {
                self.bump();
                if is_bool {
                    return Err(self.error_here("expected 'true' or 'false' values for i1 type"));
                }
                match self.array_int(element, negative, spelling) {
                    Some(value) => {
                        push_int(data, &value, bytes);
                        Ok(())
                    }
                    None => Err(self.error_here("integer constant out of range")),
                }
            }
            _ => Err(self.error_here("expected integer literal")),
        }
    }
}

/// Appends an integer in little-endian order.
fn push_int(data: &mut Vec<u8>, value: &ApInt, bytes: usize) {
    if let Some(small) = value.to_i128().filter(|_| bytes <= 16) {
        let mask = if value.width() >= 128 {
            u128::MAX
        } else {
            (1 << value.width()) - 1
        };
        data.extend_from_slice(&(small as u128 & mask).to_le_bytes()[..bytes]);
        return;
    }
    let mut all = value.to_le_bytes();
    all.resize(bytes, 0);
    data.extend_from_slice(&all);
}

/// The elements of a type, if a literal has enough of them. It may have more: where an element is expected, parentheses
/// may hold several, as if they were a complex number, and what is behind the last element of the type is dropped. Where
/// MLIR compares elements with those that it drops, equal elements are one here, so that printing them and reading them
/// again changes nothing.
fn fit_elements(ty: Type, mut data: Vec<u8>, bytes: usize, count: u64) -> Option<AttrKind> {
    data.truncate(data.len() / bytes * bytes);
    let parsed = (data.len() / bytes) as u64;
    let size = (count as usize).saturating_mul(bytes);
    if count > 0 {
        data.truncate(size);
    }
    let mut attr = splat_if_equal(ty, data, bytes);
    if let AttrKind::DenseElements { splat: false, data, .. } = &mut attr {
        if parsed < count {
            return None;
        }
        *data = data[..size].into();
    }
    Some(attr)
}

/// The bytes that `0x...` spells.
pub(super) fn hex_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_prefix(b"0x")?;
    if digits.len() % 2 != 0 {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|d| d as u8);
    digits
        .chunks_exact(2)
        .map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
        .collect()
}

/// The bytes of booleans that hexadecimal data holds as bits, if these are as many as wanted. A single byte of equal bits
/// stands for all.
fn unpack_bits(raw: &[u8], count: u64) -> Option<Vec<u8>> {
    match raw {
        [0] => Some(vec![0]),
        [0xFF] => Some(vec![1]),
        _ if raw.len() as u64 == count.div_ceil(8) => {
            Some((0..count as usize).map(|at| raw[at / 8] >> (at % 8) & 1).collect())
        }
        _ => None,
    }
}
