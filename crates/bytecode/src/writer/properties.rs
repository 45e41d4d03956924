//! What an op says of itself: properties and other attributes.

use asyncir_ir::{Attribute, Context, Operation};

use super::sink::Sink;
use crate::format::since;
use crate::properties::{InFile, Layout, Plain};

/// What the encoding of properties depends on: the op's definition, and the properties.
pub(super) type Key = (Option<usize>, Attribute);

pub(super) fn key(op: &Operation) -> Key {
    (op.def().map(|def| def.number.get()), op.properties())
}

/// The dictionary of an op in a file: old files have properties in it too.
pub(super) fn attributes(ctx: &Context, op: &Operation, version: u64) -> Attribute {
    match op.properties().as_dict(ctx) {
        Some(properties) if version < since::PROPERTIES => ctx.dict_with_all(op.attrs(), properties),
        _ => op.attrs(),
    }
}

/// Encodes the properties of an op; says whether it has any.
pub(super) fn encode(ctx: &Context, op: &Operation, version: u64, to: &mut dyn Sink) -> bool {
    let Some(def) = op.def() else {
        return encode_unknown(op.properties(), to);
    };
    let layout = Layout::of(def);
    let property = |name: &str| op.properties().get(ctx, name);
    for attribute in layout.attributes(version) {
        match attribute {
            InFile::Segments(segments) => property(segments.name)
                .into_iter()
                .for_each(|sizes| to.attribute(sizes)),
            InFile::Slot(slot) => match property(slot.name) {
                Some(value) if Layout::is_required(slot) => to.attribute(value),
                value => to.optional_attribute(value),
            },
        }
    }
    for (slot, plain) in &layout.plain {
        let value = plain.number(ctx, property(slot.name));
        match plain {
            Plain::Flag => to.byte(value as u8),
            Plain::Enum => to.number(value),
        }
    }
    if version >= since::PLAIN_SEGMENTS {
        for sizes in layout.segments.iter().filter_map(|segments| property(segments.name)) {
            let sizes: Vec<i32> = sizes.dense_i32s(ctx).into_iter().flatten().collect();
            encode_segments(&sizes, to);
        }
    }
    !layout.is_empty()
}

/// The properties of an op that is not registered are one attribute.
fn encode_unknown(properties: Attribute, to: &mut dyn Sink) -> bool {
    match properties {
        // None are written.
        Attribute::EMPTY_DICT => return false,
        Attribute::NO_PROPERTIES => to.attribute(Attribute::EMPTY_DICT),
        properties => to.attribute(properties),
    }
    true
}

/// Sizes of segments: if most are zero, each of the others with its index in its low bits.
fn encode_segments(sizes: &[i32], to: &mut dyn Sink) {
    let others: Vec<(u64, u64)> = (0u64..)
        .zip(sizes)
        .filter(|&(_, &size)| size != 0)
        .map(|(index, &size)| (index, size as u64))
        .collect();
    let last = others.last().map_or(0, |&(index, _)| index);
    if last > 256 || others.len() > sizes.len() / 2 {
        to.number((sizes.len() as u64) << 1);
        return sizes.iter().for_each(|&size| to.number(size as u64));
    }
    to.number((others.len() as u64) << 1 | 1);
    if others.is_empty() {
        return;
    }
    let index_bits = u64::from(u64::BITS - last.leading_zeros());
    to.number(index_bits);
    others
        .iter()
        .for_each(|(index, size)| to.number(size << index_bits | index));
}
