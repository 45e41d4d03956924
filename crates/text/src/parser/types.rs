//! Types.

use std::cmp::Ordering;

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{AttrKind, Attribute, DYNAMIC, Fallible, Signedness, Type, TypeKind};
use smallvec::SmallVec;

use super::Parser;
use super::aliases::Extent;
use crate::lexer::Kind;

pub(crate) type Types = SmallVec<[Type; 4]>;
type Shape = SmallVec<[i64; 4]>;

/// The widest integer type.
const MAX_INT_WIDTH: u32 = (1 << 24) - 1;

/// A type in angle brackets or of a dialect that was read before.
#[derive(Clone, Copy)]
pub(super) struct KnownType<'a> {
    text: &'a str,
    ty: Type,
    extent: Extent,
}

impl<'a> Parser<'a> {
    /// Reads a type.
    pub(crate) fn parse_type(&mut self) -> Fallible<Type> {
        match self.tok.kind {
            Kind::LParen => self.nested(Self::parse_function_type),
            _ => self.parse_non_function_type(),
        }
    }

    /// Reads a type if there is one.
    pub(crate) fn parse_optional_type(&mut self) -> Fallible<Option<Type>> {
        let may_start = match self.tok.kind {
            Kind::LParen | Kind::IntType | Kind::Exclaim => true,
            Kind::Ident => is_type_keyword(self.spelling()),
            _ => false,
        };
        if may_start {
            self.parse_type().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Reads a type that is not a function type.
    pub(crate) fn parse_non_function_type(&mut self) -> Fallible<Type> {
        match self.tok.kind {
            Kind::IntType => self.parse_integer_type(),
            Kind::Exclaim => self.parse_extended_type(),
            Kind::Ident => self.parse_keyword_type(),
            _ => Err(self.wrong_token("expected non-function type")),
        }
    }

    fn parse_keyword_type(&mut self) -> Fallible<Type> {
        let simple = match self.spelling() {
            "index" => Type::INDEX,
            "f32" => Type::F32,
            "f64" => Type::F64,
            "f16" => Type::F16,
            "bf16" => Type::BF16,
            "none" => Type::NONE,
            "memref" => return self.parse_known_or(Self::parse_memref_type),
            "tensor" => return self.parse_known_or(Self::parse_tensor_type),
            "vector" => return self.parse_known_or(Self::parse_vector_type),
            "complex" => return self.nested(Self::parse_complex_type),
            "tuple" => return self.nested(Self::parse_tuple_type),
            other => match FloatSemantics::from_keyword(other) {
                Some(semantics) => self.ctx.ty(TypeKind::Float(semantics)),
                None => return Err(self.wrong_token("expected non-function type")),
            },
        };
        self.bump();
        Ok(simple)
    }

    /// Reads a type in angle brackets or of a dialect: files repeat few of them, so that what a text stands for is
    /// remembered.
    pub(super) fn parse_known_or(&mut self, parse: fn(&mut Self) -> Fallible<Type>) -> Fallible<Type> {
        if let Some(ty) = self.parse_known_type()? {
            return Ok(ty);
        }
        let Some(text) = self.text_in_brackets() else {
            return self.nested(parse);
        };
        let start = self.tok.start() as usize;
        let (ty, extent) = self.with_extent(|p| p.nested(parse))?;
        // What was read must be what was looked up: nothing but white space may stand behind it.
        let behind = self.text.get(start + text.len()..self.tok.start() as usize);
        if behind.is_some_and(|behind| behind.trim_start().is_empty()) {
            self.known_types.insert(text, (ty, extent));
        }
        Ok(ty)
    }

    /// Reads a type that was read before; `None` if the text here is not known as one.
    pub(super) fn parse_known_type(&mut self) -> Fallible<Option<Type>> {
        let Some(known) = self.find_known_type() else {
            return Ok(None);
        };
        self.spans(known.extent)?;
        self.relex(self.tok.start() + known.text.len() as u32);
        Ok(Some(known.ty))
    }

    fn find_known_type(&mut self) -> Option<KnownType<'a>> {
        let rest = &self.text[self.tok.start() as usize..];
        if let Some(last) = self.last_known.filter(|last| rest.starts_with(last.text)) {
            let is_whole = match self.spelling().len().cmp(&last.text.len()) {
                Ordering::Less => true,
                Ordering::Equal => self.byte_behind() != b'<',
                Ordering::Greater => false,
            };
            if is_whole {
                return Some(last);
            }
        }
        let text = self.text_in_brackets()?;
        let &(ty, extent) = self.known_types.get(text)?;
        self.last_known = Some(KnownType { text, ty, extent });
        self.last_known
    }

    /// The current token and the angle brackets right behind it, if there are any and if they are easy to tell: on one
    /// line, without strings.
    fn text_in_brackets(&self) -> Option<&'a str> {
        const LONGEST: usize = 128;
        if self.byte_behind() != b'<' {
            return Some(self.spelling());
        }
        let start = self.tok.start() as usize;
        let mut depth = 0u32;
        for (offset, &byte) in self.text.as_bytes()[self.tok.end() as usize..]
            .iter()
            .take(LONGEST)
            .enumerate()
        {
            match byte {
                b'<' => depth += 1,
                b'>' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return self.text.get(start..self.tok.end() as usize + offset + 1);
                    }
                }
                b'"' | b'\n' | b'-' | b'/' => return None,
                _ => {}
            }
        }
        None
    }

    fn parse_integer_type(&mut self) -> Fallible<Type> {
        let spelling = self.spelling();
        let common = match spelling {
            "i1" => Some(Type::I1),
            "i32" => Some(Type::I32),
            "i64" => Some(Type::I64),
            _ => None,
        };
        if let Some(common) = common {
            self.bump();
            return Ok(common);
        }
        let (signedness, digits) = match spelling.as_bytes()[0] {
            b's' => (Signedness::Signed, &spelling[2..]),
            b'u' => (Signedness::Unsigned, &spelling[2..]),
            _ => (Signedness::Signless, &spelling[1..]),
        };
        let Ok(width) = digits.parse::<u32>() else {
            return Err(self.error_here("invalid integer width"));
        };
        if width > MAX_INT_WIDTH {
            return Err(self.error_here(format!("integer bitwidth is limited to {MAX_INT_WIDTH} bits")));
        }
        self.bump();
        Ok(match signedness {
            Signedness::Signless => self.ctx.int_type(width),
            _ => self.ctx.ty(TypeKind::Integer { width, signedness }),
        })
    }

    fn parse_function_type(&mut self) -> Fallible<Type> {
        let (inputs, results) = self.parse_function_parts()?;
        Ok(self.ctx.function_type(&inputs, &results))
    }

    /// Reads `(types) -> types` without making a type of it.
    pub(super) fn parse_function_parts(&mut self) -> Fallible<(Types, Types)> {
        let inputs = self.parse_type_list_parens()?;
        self.expect(Kind::Arrow, "expected '->' in function type")?;
        let results = self.parse_function_results()?;
        Ok((inputs, results))
    }

    /// Reads one type that is not a function type, or types in parentheses.
    pub(super) fn parse_function_results(&mut self) -> Fallible<Types> {
        if self.at(Kind::LParen) {
            return self.parse_type_list_parens();
        }
        Ok(SmallVec::from_slice(&[self.parse_non_function_type()?]))
    }

    /// Reads `(types)`.
    pub(super) fn parse_type_list_parens(&mut self) -> Fallible<Types> {
        self.expect(Kind::LParen, "expected '('")?;
        let mut types = Types::new();
        self.list_until(Kind::RParen, "expected ')'", |p| {
            types.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// Reads `type, ...`, one at least.
    pub(crate) fn parse_type_list(&mut self) -> Fallible<Types> {
        let mut types = Types::new();
        loop {
            types.push(self.parse_type()?);
            if !self.eat(Kind::Comma) {
                return Ok(types);
            }
        }
    }

    fn parse_complex_type(&mut self) -> Fallible<Type> {
        self.bump();
        self.expect(Kind::Less, "expected '<' in complex type")?;
        let at = self.tok.start();
        let element = self.parse_type()?;
        self.expect(Kind::Greater, "expected '>' in complex type")?;
        if !element.is_int(self.ctx) && element.float(self.ctx).is_none() {
            return Err(self.error_at(at, "invalid element type for complex"));
        }
        Ok(self.ctx.ty(TypeKind::Complex(element)))
    }

    fn parse_tuple_type(&mut self) -> Fallible<Type> {
        self.bump();
        self.expect(Kind::Less, "expected '<' in tuple type")?;
        let mut types = Types::new();
        self.list_until(Kind::Greater, "expected '>' in tuple type", |p| {
            types.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(self.ctx.ty(TypeKind::Tuple(types.as_slice().into())))
    }

    fn parse_vector_type(&mut self) -> Fallible<Type> {
        let at = self.bump().start();
        self.expect(Kind::Less, "expected '<' in vector type")?;
        let mut shape = Shape::new();
        let mut scalable: SmallVec<[bool; 4]> = SmallVec::new();
        while matches!(self.tok.kind, Kind::Integer | Kind::LSquare) {
            let bracket = self.eat(Kind::LSquare);
            shape.push(self.parse_integer_in_dimensions()?);
            if bracket && !self.eat(Kind::RSquare) {
                return Err(self.wrong_token("missing ']' closing scalable dimension"));
            }
            scalable.push(bracket);
            self.parse_x_in_dimensions()?;
        }
        let element = self.parse_type()?;
        self.expect(Kind::Greater, "expected '>' in vector type")?;
        if shape.contains(&0) {
            let sizes = self.shape_text(&shape);
            let message = format!("vector types must have positive constant sizes but got {sizes}");
            return Err(self.error_at(at, message));
        }
        let valid = matches!(
            element.kind(self.ctx),
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Dialect { .. }
        );
        if !valid {
            let message = "failed to verify 'elementType': VectorElementTypeInterface instance";
            return Err(self.error_at(at, message));
        }
        let kind = TypeKind::Vector {
            shape: shape.as_slice().into(),
            scalable: scalable.as_slice().into(),
            element,
        };
        Ok(self.ctx.ty(kind))
    }

    /// `'type'` as errors show it.
    pub(crate) fn quoted_type(&self, ty: Type) -> String {
        format!("'{}'", crate::printer::type_to_string(self.ctx, ty))
    }

    pub(super) fn shape_text(&self, shape: &[i64]) -> String {
        let sizes: Vec<String> = shape
            .iter()
            .map(|&size| {
                if size == DYNAMIC {
                    "?".to_owned()
                } else {
                    size.to_string()
                }
            })
            .collect();
        sizes.join(", ")
    }

    fn parse_tensor_type(&mut self) -> Fallible<Type> {
        self.bump();
        self.expect(Kind::Less, "expected '<' in tensor type")?;
        let shape = self.parse_shape()?;
        let at = self.tok.start();
        let element = self.parse_type()?;
        let mut encoding = None;
        if self.eat(Kind::Comma) {
            encoding = self.parse_optional_attribute(None)?;
        }
        self.expect(Kind::Greater, "expected '>' in tensor type")?;
        let valid = !matches!(
            element.kind(self.ctx),
            TypeKind::None
                | TypeKind::Tuple(_)
                | TypeKind::RankedTensor { .. }
                | TypeKind::UnrankedTensor(_)
                | TypeKind::MemRef { .. }
                | TypeKind::UnrankedMemRef { .. }
                | TypeKind::Function { .. }
        );
        if !valid {
            return Err(self.error_at(at, "invalid tensor element type"));
        }
        match shape {
            Some(shape) => {
                let shape = shape.as_slice().into();
                Ok(self.ctx.ty(TypeKind::RankedTensor {
                    shape,
                    element,
                    encoding,
                }))
            }
            None if encoding.is_some() => Err(self.error_here("cannot apply encoding to unranked tensor")),
            None => Ok(self.ctx.ty(TypeKind::UnrankedTensor(element))),
        }
    }

    /// Reads `*x` (`None`) or the sizes of a shape, each with an `x` behind it.
    fn parse_shape(&mut self) -> Fallible<Option<Shape>> {
        if self.eat(Kind::Star) {
            self.parse_x_in_dimensions()?;
            return Ok(None);
        }
        let mut shape = Shape::new();
        while matches!(self.tok.kind, Kind::Integer | Kind::Question) {
            shape.push(self.parse_dimension(true)?);
            self.parse_x_in_dimensions()?;
        }
        Ok(Some(shape))
    }

    /// Reads the sizes of a shape.
    pub(super) fn parse_dimension_list(&mut self, dynamic: bool, trailing_x: bool) -> Fallible<Vec<i64>> {
        let mut shape = Vec::new();
        if trailing_x {
            while matches!(self.tok.kind, Kind::Integer | Kind::Question) {
                shape.push(self.parse_dimension(dynamic)?);
                self.parse_x_in_dimensions()?;
            }
            return Ok(shape);
        }
        if matches!(self.tok.kind, Kind::Integer | Kind::Question) {
            shape.push(self.parse_dimension(dynamic)?);
            while self.at(Kind::Ident) && self.spelling().starts_with('x') {
                self.parse_x_in_dimensions()?;
                shape.push(self.parse_dimension(dynamic)?);
            }
        }
        Ok(shape)
    }

    fn parse_dimension(&mut self, dynamic: bool) -> Fallible<i64> {
        let at = self.tok.start();
        if self.eat(Kind::Question) {
            return if dynamic {
                Ok(DYNAMIC)
            } else {
                Err(self.error_at(at, "expected static shape"))
            };
        }
        self.parse_integer_in_dimensions()
    }

    fn parse_integer_in_dimensions(&mut self) -> Fallible<i64> {
        if !self.at(Kind::Integer) {
            return Err(self.error_here("invalid dimension"));
        }
        // `0xf32` is a zero, an `x` and an `f32` here.
        if self.spelling().as_bytes().get(1) == Some(&b'x') {
            let behind = self.tok.start() + 1;
            self.relex(behind);
            return Ok(0);
        }
        let Ok(size) = self.spelling().parse::<i64>() else {
            return Err(self.error_here("invalid dimension"));
        };
        self.bump();
        Ok(size)
    }

    fn parse_x_in_dimensions(&mut self) -> Fallible {
        if !self.at(Kind::Ident) || !self.spelling().starts_with('x') {
            return Err(self.wrong_token("expected 'x' in dimension list"));
        }
        let behind = self.tok.start() + 1;
        self.relex(behind);
        Ok(())
    }

    fn parse_memref_type(&mut self) -> Fallible<Type> {
        let start = self.bump().start();
        self.expect(Kind::Less, "expected '<' in memref type")?;
        let shape = self.parse_shape()?;
        let at = self.tok.start();
        let element = self.parse_type()?;
        if !element.is_memref_element(self.ctx) {
            return Err(self.error_at(at, "invalid memref element type"));
        }
        let (layout, space) = self.parse_memref_tail(shape.is_some())?;
        let memory_space = self.normalize_memory_space(start, space)?;
        let Some(shape) = shape else {
            return Ok(self.ctx.ty(TypeKind::UnrankedMemRef { element, memory_space }));
        };
        let layout = self.normalize_layout(start, shape.len(), layout)?;
        let shape = shape.as_slice().into();
        Ok(self.ctx.ty(TypeKind::MemRef {
            shape,
            element,
            layout,
            memory_space,
        }))
    }

    /// Reads layout and memory space of a memref up to its `>`.
    fn parse_memref_tail(&mut self, ranked: bool) -> Fallible<(Option<Attribute>, Option<Attribute>)> {
        let (mut layout, mut space) = (None, None);
        if self.eat(Kind::Greater) {
            return Ok((layout, space));
        }
        self.expect(Kind::Comma, "expected ',' or '>' in memref type")?;
        if self.at(Kind::Greater) {
            return Err(self.wrong_token("expected list element"));
        }
        loop {
            let attr = self.parse_attribute(None)?;
            let is_layout = matches!(attr.kind(self.ctx), AttrKind::AffineMap(_) | AttrKind::Strided { .. });
            if !is_layout && space.is_some() {
                return Err(self.error_here("multiple memory spaces specified in memref type"));
            }
            if !is_layout {
                space = Some(attr);
            } else if !ranked {
                return Err(self.error_here("cannot have affine map for unranked memref type"));
            } else if space.is_some() {
                return Err(self.error_here("expected memory space to be last in memref type"));
            } else {
                layout = Some(attr);
            }
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Greater, "expected '>'")?;
        Ok((layout, space))
    }

    /// The memory space without the default one, which is the integer 0.
    fn normalize_memory_space(&self, at: u32, space: Option<Attribute>) -> Fallible<Option<Attribute>> {
        let Some(space) = space else { return Ok(None) };
        match space.kind(self.ctx) {
            AttrKind::Integer { value, .. } if value.is_zero() => Ok(None),
            AttrKind::Integer { .. } | AttrKind::String { .. } | AttrKind::Dictionary(_) | AttrKind::Dialect { .. } => {
                Ok(Some(space))
            }
            _ => Err(self.error_at(at, "unsupported memory space Attribute")),
        }
    }

    /// The layout without the identity, checked against the rank.
    fn normalize_layout(&self, at: u32, rank: usize, layout: Option<Attribute>) -> Fallible<Option<Attribute>> {
        let Some(layout) = layout else { return Ok(None) };
        let inputs = match layout.kind(self.ctx) {
            AttrKind::AffineMap(map)
                if map.is_identity() && map.num_symbols() == 0 && map.num_dims() as usize == rank =>
            {
                return Ok(None);
            }
            AttrKind::AffineMap(map) => map.num_dims() as usize,
            AttrKind::Strided { strides, .. } if strides.len() != rank => {
                return Err(self.error_at(at, "expected the number of strides to match the rank"));
            }
            _ => rank,
        };
        if inputs == rank {
            return Ok(Some(layout));
        }
        let message = format!("memref layout mismatch between rank and affine map: {rank} != {inputs}");
        Err(self.error_at(at, message))
    }
}

/// Whether a bare identifier starts a type.
fn is_type_keyword(word: &str) -> bool {
    matches!(
        word,
        "memref" | "tensor" | "complex" | "tuple" | "vector" | "index" | "none"
    ) || FloatSemantics::from_keyword(word).is_some()
}
