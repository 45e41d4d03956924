//! Attributes of the builtin dialect.

use asyncir_ir::{ApInt, AttrKind, Attribute, Ident, Location, LocationKind, Type, TypeKind};
use asyncir_text::storage_bytes;

use super::Reader;
use super::stream::{Read, Stream};
use crate::format::attribute;

impl<'b> Reader<'b> {
    pub(super) fn builtin_attribute(&mut self, s: &mut Stream<'b>) -> Read<Attribute> {
        let ctx = self.ctx;
        let kind = match s.number()? {
            attribute::ARRAY => AttrKind::Array(self.attributes(s)?.into()),
            attribute::DICTIONARY => return self.dictionary(s),
            attribute::STRING => AttrKind::String {
                value: self.string(s)?.into(),
                ty: Type::NONE,
            },
            attribute::TYPED_STRING => AttrKind::String {
                value: self.string(s)?.into(),
                ty: self.ty(s)?,
            },
            attribute::FLAT_SYMBOL => AttrKind::SymbolRef {
                root: self.name_attribute(s)?,
                nested: Box::default(),
            },
            attribute::SYMBOL => AttrKind::SymbolRef {
                root: self.name_attribute(s)?,
                nested: s.list(|s| self.flat_symbol(s))?.into(),
            },
            attribute::TYPE => AttrKind::Type(self.ty(s)?),
            attribute::UNIT => AttrKind::Unit,
            attribute::INTEGER => self.integer(s)?,
            attribute::FLOAT => self.float(s)?,
            attribute::DENSE_RESOURCE => self.dense_resource(s)?,
            attribute::DENSE_ARRAY => self.dense_array(s)?,
            attribute::DENSE_ELEMENTS => self.dense_elements(s)?,
            attribute::DENSE_STRINGS => self.dense_strings(s)?,
            attribute::SPARSE_ELEMENTS => AttrKind::SparseElements {
                ty: self.shaped(s)?.0,
                indices: self.attribute(s)?,
                values: self.attribute(s)?,
            },
            attribute::DISTINCT => {
                let inner = self.attribute(s)?;
                return Ok(ctx.distinct_attr(inner));
            }
            code => AttrKind::Location(self.builtin_location(code, s)?),
        };
        self.checked_attribute(s, kind)
    }

    /// An attribute, if the parser of text would allow it.
    fn checked_attribute(&self, s: &Stream<'b>, kind: AttrKind) -> Read<Attribute> {
        let needs_check = matches!(
            kind,
            AttrKind::SparseElements { .. } | AttrKind::DenseStrings { .. } | AttrKind::DenseResource { .. }
        );
        let attribute = self.ctx.attr(kind);
        if needs_check {
            let text = asyncir_text::print_attribute(self.ctx, attribute);
            if let Err(error) = asyncir_text::parse_attribute(self.ctx, &text) {
                return s.bad(format!("`{text}`: {}", error.message()));
            }
        }
        Ok(attribute)
    }

    pub(super) fn builtin_location(&mut self, code: u64, s: &mut Stream<'b>) -> Read<Location> {
        let kind = match code {
            attribute::CALL_SITE => LocationKind::CallSite {
                callee: self.location(s)?,
                caller: self.location(s)?,
            },
            attribute::FILE_LINE_COL => LocationKind::FileLineCol {
                file: self.name_attribute(s)?,
                line: s.number()? as u32,
                col: s.number()? as u32,
            },
            attribute::FUSED => LocationKind::Fused {
                locations: s.list(|s| self.location(s))?.into(),
                metadata: None,
            },
            attribute::FUSED_WITH_METADATA => LocationKind::Fused {
                locations: s.list(|s| self.location(s))?.into(),
                metadata: Some(self.attribute(s)?),
            },
            attribute::NAME => LocationKind::Name {
                name: self.name_attribute(s)?,
                child: self.location(s)?,
            },
            attribute::UNKNOWN => LocationKind::Unknown,
            attribute::FILE_RANGE => self.file_range(s)?,
            _ => return s.bad(format!("attribute code {code} is no location")),
        };
        Ok(Location::new(self.ctx, kind))
    }

    /// What is left out at the end is as at the start.
    fn file_range(&mut self, s: &mut Stream<'b>) -> Read<LocationKind> {
        let file = self.name_attribute(s)?;
        let places = s.list(Stream::number)?;
        let (start, end) = match places.iter().map(|&place| place as u32).collect::<Vec<_>>()[..] {
            [] => ((0, 0), (0, 0)),
            [line] => ((line, 0), (line, 0)),
            [line, col] => ((line, col), (line, col)),
            [line, col, end] => ((line, col), (line, end)),
            [line, col, end_line, end] => ((line, col), (end_line, end)),
            _ => return s.bad("a range has at most four numbers"),
        };
        if start != end {
            return Ok(LocationKind::FileRange { file, start, end });
        }
        let (line, col) = start;
        Ok(LocationKind::FileLineCol { file, line, col })
    }

    fn dictionary(&mut self, s: &mut Stream<'b>) -> Read<Attribute> {
        let entries = s.list(|s| Ok((self.name_attribute(s)?, self.attribute(s)?)))?;
        Ok(self.ctx.dict_attr(&entries))
    }

    fn flat_symbol(&mut self, s: &mut Stream<'b>) -> Read<Ident> {
        match self.attribute(s)?.kind(self.ctx) {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Ok(*root),
            _ => s.bad("the attribute should be a flat symbol reference"),
        }
    }

    fn integer(&mut self, s: &mut Stream<'b>) -> Read<AttrKind> {
        let ty = self.ty(s)?;
        let width = match ty.kind(self.ctx) {
            TypeKind::Integer { width, .. } => *width,
            TypeKind::Index => 64,
            _ => return s.bad("an integer attribute of a type that is neither an integer nor index"),
        };
        let value = big_number(s, width)?;
        Ok(AttrKind::Integer { ty, value })
    }

    fn float(&mut self, s: &mut Stream<'b>) -> Read<AttrKind> {
        let ty = self.ty(s)?;
        let Some(semantics) = ty.float(self.ctx) else {
            return s.bad("a float attribute of a type that is no float");
        };
        let bits = big_number(s, semantics.width())?.to_u128().unwrap_or_default();
        Ok(AttrKind::Float { ty, bits })
    }

    /// A type with a shape, and how many elements it has: none if the shape is dynamic, and at most `u64::MAX`.
    fn shaped(&mut self, s: &mut Stream<'b>) -> Read<(Type, Option<u64>)> {
        let ty = self.ty(s)?;
        let Some(shape) = ty.shape(self.ctx) else {
            return s.bad("a type without a shape");
        };
        let count = shape.iter().try_fold(1u64, |count, &size| {
            Some(count.saturating_mul(u64::try_from(size).ok()?))
        });
        Ok((ty, count))
    }

    fn dense_resource(&mut self, s: &mut Stream<'b>) -> Read<AttrKind> {
        let ty = self.ty(s)?;
        if !ty.is_shaped(self.ctx) {
            return s.bad("a type without a shape");
        }
        let handle = s.number()?;
        match self.resource_keys.get(handle as usize) {
            Some(&key) => Ok(AttrKind::DenseResource { ty, key }),
            None => s.bad(format!("there is no resource {handle}")),
        }
    }

    fn dense_array(&mut self, s: &mut Stream<'b>) -> Read<AttrKind> {
        let element = self.ty(s)?;
        let size = s.number()?;
        let data = s.blob()?;
        let width = storage_bytes(self.ctx, element);
        if width.is_none_or(|width| size.checked_mul(width as u64) != Some(data.len() as u64)) {
            return s.bad("an array of another size than its elements have");
        }
        let data = data.into();
        Ok(AttrKind::DenseArray { element, data })
    }

    /// Elements of one bit are packed eight to a byte; a single byte of ones or zeros stands for any number of them.
    fn dense_elements(&mut self, s: &mut Stream<'b>) -> Read<AttrKind> {
        let (ty, count) = self.shaped(s)?;
        let data = s.blob()?;
        let element = ty.element_or_self(self.ctx);
        let (Some(count), Some(width)) = (count, storage_bytes(self.ctx, element)) else {
            return s.bad("elements of a type that has no size");
        };
        if element == Type::I1 {
            return self.dense_bits(s, ty, count, data);
        }
        if element.int_width(self.ctx) == Some(0) {
            return self.dense_nothings(s, ty, count, data);
        }
        // Elements that are all the same are written once, even if there are none.
        let splat = data.len() == width;
        if !splat && count.checked_mul(width as u64) != Some(data.len() as u64) {
            return s.bad(format!("{} bytes for {count} elements of {width} bytes", data.len()));
        }
        let data = data.into();
        Ok(AttrKind::DenseElements { ty, splat, data })
    }

    /// Elements of `i0` take no bytes.
    fn dense_nothings(&self, s: &Stream<'b>, ty: Type, count: u64, data: &[u8]) -> Read<AttrKind> {
        if !data.is_empty() {
            return s.bad(format!("{} bytes for {count} elements of no bits", data.len()));
        }
        let splat = count > 0;
        let data = vec![0; usize::from(splat)].into();
        Ok(AttrKind::DenseElements { ty, splat, data })
    }

    fn dense_bits(&self, s: &Stream<'b>, ty: Type, count: u64, data: &[u8]) -> Read<AttrKind> {
        let splat = match *data {
            [0] => Some(0),
            [0xff] => Some(1),
            [1] if count == 1 => Some(1),
            _ => None,
        };
        if let Some(bit) = splat.filter(|_| count > 0) {
            let data = Box::new([bit]);
            return Ok(AttrKind::DenseElements { ty, splat: true, data });
        }
        if data.len() as u64 != count.div_ceil(8) {
            return s.bad(format!("{} bytes for {count} elements of one bit", data.len()));
        }
        let data = (0..count as usize).map(|at| data[at / 8] >> (at % 8) & 1).collect();
        Ok(AttrKind::DenseElements { ty, splat: false, data })
    }

    fn dense_strings(&mut self, s: &mut Stream<'b>) -> Read<AttrKind> {
        let (ty, count) = self.shaped(s)?;
        let is_splat = s.number()? != 0;
        let written = if is_splat { Some(1) } else { count };
        let written = s.checked_count(written.unwrap_or(u64::MAX))?;
        let values = (0..written).map(|_| Ok(self.string(s)?.into())).collect::<Read<_>>()?;
        Ok(AttrKind::DenseStrings { ty, values })
    }
}

/// A number of so many bits: a byte, a number of 64 bits, or words.
fn big_number(s: &mut Stream<'_>, width: u32) -> Read<ApInt> {
    if width <= 8 {
        return Ok(ApInt::from_u128(width, s.byte()?.into()));
    }
    if width <= 64 {
        return Ok(ApInt::from_u128(width, u128::from(s.signed()? as u64)));
    }
    let words = s.list(Stream::signed)?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if bytes.len() > (width as usize).div_ceil(64) * 8 {
        return s.bad(format!("more words than a number of {width} bits has"));
    }
    Ok(ApInt::from_le_bytes(width, &bytes))
}
