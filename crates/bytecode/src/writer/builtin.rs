//! Encodings of the builtin dialect. What has none is written as text.

use asyncir_ir::affine::AffineMap;
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{ApInt, AttrKind, Attribute, Context, Location, LocationKind, Signedness, Type, TypeKind};

use super::debug_info;
use super::sink::Sink;
use crate::format::{attribute, ty};

/// Encodes an attribute that is no location, if there is an encoding for it.
pub(super) fn attribute(ctx: &Context, attribute: Attribute, to: &mut dyn Sink) -> bool {
    match attribute.kind(ctx) {
        AttrKind::Unit => to.number(attribute::UNIT),
        AttrKind::Integer { ty, value } => {
            to.number(attribute::INTEGER);
            to.ty(*ty);
            big_number(value, to);
        }
        AttrKind::Float { ty, bits } => {
            to.number(attribute::FLOAT);
            to.ty(*ty);
            let width = ty.float(ctx).map_or(0, FloatSemantics::width);
            big_number(&ApInt::from_u128(width, *bits), to);
        }
        AttrKind::String { value, ty } => string(value, *ty, to),
        AttrKind::Array(elements) => {
            to.number(attribute::ARRAY);
            to.attributes(elements);
        }
        AttrKind::Dictionary(entries) => {
            to.number(attribute::DICTIONARY);
            to.number(entries.len() as u64);
            for &(name, value) in entries {
                to.name(name);
                to.attribute(value);
            }
        }
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
            to.number(attribute::FLAT_SYMBOL);
            to.name(*root);
        }
        AttrKind::SymbolRef { root, nested } => {
            to.number(attribute::SYMBOL);
            to.name(*root);
            to.number(nested.len() as u64);
            for &symbol in nested {
                to.attribute(ctx.symbol_of(symbol));
            }
        }
        AttrKind::Type(ty) => {
            to.number(attribute::TYPE);
            to.ty(*ty);
        }
        AttrKind::Distinct { inner, .. } => {
            to.number(attribute::DISTINCT);
            to.attribute(*inner);
        }
        AttrKind::Dialect { .. } => return debug_info::attribute(ctx, attribute, to),
        kind => return elements(ctx, kind, to),
    }
    true
}

fn string(value: &[u8], ty: Type, to: &mut dyn Sink) {
    if ty == Type::NONE {
        to.number(attribute::STRING);
        return to.string(value);
    }
    to.number(attribute::TYPED_STRING);
    to.string(value);
    to.ty(ty);
}

/// Attributes of several elements.
fn elements(ctx: &Context, kind: &AttrKind, to: &mut dyn Sink) -> bool {
    match kind {
        AttrKind::DenseArray { element, data } => {
            let width = asyncir_text::storage_bytes(ctx, *element).unwrap_or(1);
            to.number(attribute::DENSE_ARRAY);
            to.ty(*element);
            to.number((data.len() / width) as u64);
            to.blob(data);
        }
        AttrKind::DenseElements { ty, splat, data } => {
            to.number(attribute::DENSE_ELEMENTS);
            to.ty(*ty);
            match ty.element_or_self(ctx) {
                Type::I1 => to.blob(&packed(data, *splat)),
                element if element.int_width(ctx) == Some(0) => to.blob(&[]),
                _ => to.blob(data),
            }
        }
        AttrKind::DenseStrings { ty, values } => {
            to.number(attribute::DENSE_STRINGS);
            to.ty(*ty);
            to.number(u64::from(values.len() == 1));
            values.iter().for_each(|value| to.string(value));
        }
        AttrKind::DenseResource { ty, key } => {
            to.number(attribute::DENSE_RESOURCE);
            to.ty(*ty);
            to.resource(*key);
        }
        AttrKind::SparseElements { ty, indices, values } => {
            to.number(attribute::SPARSE_ELEMENTS);
            to.ty(*ty);
            to.attribute(*indices);
            to.attribute(*values);
        }
        _ => return false,
    }
    true
}

/// Bits, eight to a byte; one that stands for all fills a byte.
fn packed(bits: &[u8], splat: bool) -> Vec<u8> {
    if splat {
        return vec![if bits.first() == Some(&1) { 0xff } else { 0 }];
    }
    let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1);
    bits.chunks(8).map(byte).collect()
}

/// Encodes a location.
pub(super) fn location(ctx: &Context, place: Location, to: &mut dyn Sink) {
    match place.kind(ctx) {
        LocationKind::Unknown => to.number(attribute::UNKNOWN),
        LocationKind::FileLineCol { file, line, col } => {
            to.number(attribute::FILE_LINE_COL);
            to.name(file);
            to.number(line.into());
            to.number(col.into());
        }
        LocationKind::FileRange { file, start, end } => {
            to.number(attribute::FILE_RANGE);
            to.name(file);
            let numbers = [start.0, start.1, end.0, end.1];
            let written: &[u32] = if start.0 == end.0 {
                &[start.0, start.1, end.1]
            } else {
                &numbers
            };
            to.number(written.len() as u64);
            written.iter().for_each(|&number| to.number(number.into()));
        }
        LocationKind::CallSite { callee, caller } => {
            to.number(attribute::CALL_SITE);
            to.location(callee);
            to.location(caller);
        }
        LocationKind::Name { name, child } => {
            to.number(attribute::NAME);
            to.name(name);
            to.location(child);
        }
        LocationKind::Fused { locations, metadata } => {
            let has_metadata = metadata.is_some();
            to.number(if has_metadata {
                attribute::FUSED_WITH_METADATA
            } else {
                attribute::FUSED
            });
            to.number(locations.len() as u64);
            locations.iter().for_each(|&location| to.location(location));
            metadata.iter().for_each(|&metadata| to.attribute(metadata));
        }
    }
}

/// Encodes a type, if there is an encoding for it.
pub(super) fn encode_type(ctx: &Context, of: Type, to: &mut dyn Sink) -> bool {
    match of.kind(ctx) {
        TypeKind::Integer { width, signedness } => {
            let signedness = match signedness {
                Signedness::Signless => 0,
                Signedness::Signed => 1,
                Signedness::Unsigned => 2,
            };
            to.number(ty::INTEGER);
            to.number(u64::from(*width) << 2 | signedness);
        }
        TypeKind::Float(semantics) => return float(*semantics, to),
        TypeKind::Index => to.number(ty::INDEX),
        TypeKind::None => to.number(ty::NONE),
        TypeKind::Complex(element) => {
            to.number(ty::COMPLEX);
            to.ty(*element);
        }
        TypeKind::Tuple(types) => {
            to.number(ty::TUPLE);
            to.types(types);
        }
        TypeKind::Function { inputs, results } => {
            to.number(ty::FUNCTION);
            to.types(inputs);
            to.types(results);
        }
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => vector(shape, scalable, *element, to),
        TypeKind::Dialect { .. } | TypeKind::Opaque { .. } => return false,
        kind => memory(ctx, kind, to),
    }
    true
}

fn float(semantics: FloatSemantics, to: &mut dyn Sink) -> bool {
    let code = match semantics {
        FloatSemantics::BF16 => ty::BF16,
        FloatSemantics::F16 => ty::F16,
        FloatSemantics::F32 => ty::F32,
        FloatSemantics::F64 => ty::F64,
        FloatSemantics::F80 => ty::F80,
        FloatSemantics::F128 => ty::F128,
        _ => return false,
    };
    to.number(code);
    true
}

fn vector(sizes: &[i64], scalable: &[bool], element: Type, to: &mut dyn Sink) {
    if scalable.contains(&true) {
        to.number(ty::SCALABLE_VECTOR);
        to.number(scalable.len() as u64);
        scalable.iter().for_each(|&scalable| to.byte(scalable.into()));
    } else {
        to.number(ty::VECTOR);
    }
    shape(sizes, to);
    to.ty(element);
}

/// Types of tensors and of memory.
fn memory(ctx: &Context, kind: &TypeKind, to: &mut dyn Sink) {
    match kind {
        TypeKind::RankedTensor {
            shape: sizes,
            element,
            encoding,
        } => {
            to.number(if encoding.is_some() {
                ty::ENCODED_TENSOR
            } else {
                ty::TENSOR
            });
            encoding.iter().for_each(|&encoding| to.attribute(encoding));
            shape(sizes, to);
            to.ty(*element);
        }
        TypeKind::UnrankedTensor(element) => {
            to.number(ty::UNRANKED_TENSOR);
            to.ty(*element);
        }
        TypeKind::MemRef {
            shape: sizes,
            element,
            layout,
            memory_space,
        } => {
            to.number(if memory_space.is_some() {
                ty::MEMREF_IN_SPACE
            } else {
                ty::MEMREF
            });
            memory_space.iter().for_each(|&space| to.attribute(space));
            shape(sizes, to);
            to.ty(*element);
            to.attribute(
                layout.unwrap_or_else(|| ctx.attr(AttrKind::AffineMap(AffineMap::identity(sizes.len() as u32)))),
            );
        }
        TypeKind::UnrankedMemRef { element, memory_space } => {
            let in_space = memory_space.is_some();
            to.number(if in_space {
                ty::UNRANKED_MEMREF_IN_SPACE
            } else {
                ty::UNRANKED_MEMREF
            });
            memory_space.iter().for_each(|&space| to.attribute(space));
            to.ty(*element);
        }
        _ => {}
    }
}

fn shape(sizes: &[i64], to: &mut dyn Sink) {
    to.number(sizes.len() as u64);
    sizes.iter().for_each(|&size| to.signed(size));
}

/// A number: a byte, a number of 64 bits, or as many words as are needed.
fn big_number(value: &ApInt, to: &mut dyn Sink) {
    let bytes = value.to_le_bytes();
    if value.width() <= 8 {
        return to.byte(bytes.first().copied().unwrap_or_default());
    }
    let words: Vec<i64> = bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            i64::from_le_bytes(word)
        })
        .collect();
    if let [word] = words[..] {
        return to.signed(word);
    }
    let active = words.iter().rposition(|&word| word != 0).map_or(1, |last| last + 1);
    to.number(active as u64);
    words[..active].iter().for_each(|&word| to.signed(word));
}
