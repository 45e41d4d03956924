//! Attributes of the llvm dialect that have an encoding.

use asyncir_ir::{AttrKind, Attribute, Context};

use super::sink::Sink;
use crate::debug_info::{ENCODINGS, Field};
use crate::words::Words;

/// Encodes an attribute, if there is an encoding for it.
pub(super) fn attribute(ctx: &Context, attribute: Attribute, to: &mut dyn Sink) -> bool {
    let AttrKind::Dialect { def, params } = attribute.kind(ctx) else {
        return false;
    };
    let Some(code) = ENCODINGS.iter().position(|encoding| encoding.name == def.name) else {
        return false;
    };
    let fields = ENCODINGS[code].fields;
    let has_no_room = |(field, &param): (&Field, &Attribute)| matches!(field, Field::Never) && param != Attribute::UNIT;
    if fields.iter().zip(params).any(has_no_room) {
        return false;
    }
    to.number(code as u64);
    for (&field, &param) in fields.iter().zip(params) {
        encode(ctx, field, param, to);
    }
    true
}

fn encode(ctx: &Context, field: Field, param: Attribute, to: &mut dyn Sink) {
    let is_there = param != Attribute::UNIT;
    match field {
        Field::Word(words) => to.number(number(ctx, words, param)),
        Field::Number => to.number(param.as_i64(ctx).unwrap_or_default() as u64),
        Field::OptionalNumber => {
            let value = param.as_i64(ctx).unwrap_or_default() as u64;
            to.number(value << 1 | u64::from(is_there));
        }
        Field::Never => {}
        Field::Truth => to.byte((param == Attribute::TRUE).into()),
        Field::Text => match param.kind(ctx) {
            AttrKind::String { value, .. } => to.string(value),
            _ => to.string(b""),
        },
        Field::Attribute => to.attribute(param),
        Field::Optional => to.optional_attribute(is_there.then_some(param)),
        Field::List | Field::Arguments => {
            let list = param.as_array(ctx).unwrap_or_default();
            to.byte((!list.is_empty()).into());
            if list.is_empty() {
                return;
            }
            to.number(list.len() as u64);
            for &element in list {
                match field {
                    Field::List => to.optional_attribute((element != Attribute::UNIT).then_some(element)),
                    _ => to.number(argument(ctx, element)),
                }
            }
        }
    }
}

fn number(ctx: &Context, words: Words, word: Attribute) -> u64 {
    word.as_str(ctx).and_then(|word| words.number(word)).unwrap_or_default()
}

/// An argument of an operation: a number, or an encoding.
fn argument(ctx: &Context, argument: Attribute) -> u64 {
    match argument.as_i64(ctx) {
        Some(value) => value as u64,
        None => number(ctx, Words::Encodings, argument),
    }
}
