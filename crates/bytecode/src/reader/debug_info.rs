//! Attributes of the llvm dialect that have an encoding.

use asyncir_ir::{AttrKind, Attribute, Type};

use super::Reader;
use super::stream::{Read, Stream};
use crate::debug_info::{ENCODINGS, Field};
use crate::words::Words;

impl<'b> Reader<'b> {
    pub(super) fn debug_info(&mut self, s: &mut Stream<'b>) -> Read<Attribute> {
        let code = s.number()?;
        let encoding = usize::try_from(code).ok().and_then(|code| ENCODINGS.get(code));
        let Some(encoding) = encoding else {
            return s.bad(format!("attribute code {code} of the dialect 'llvm' is unknown"));
        };
        let Some(def) = self.ctx.attr_def(encoding.name) else {
            return s.bad(format!("the attribute '{}' is unknown", encoding.name));
        };
        let mut params = Vec::with_capacity(encoding.fields.len());
        for &field in encoding.fields {
            let param = self.field(s, field, &params)?;
            params.push(param);
        }
        Ok(self.ctx.dialect_attr(def, &params))
    }

    /// A parameter; what is missing is a unit attribute.
    fn field(&mut self, s: &mut Stream<'b>, field: Field, before: &[Attribute]) -> Read<Attribute> {
        match field {
            Field::Word(words) => self.word(s, words),
            Field::Number => {
                let number = s.number()?;
                Ok(self.i64(number))
            }
            Field::OptionalNumber => {
                let (number, is_there) = s.flagged()?;
                Ok(if is_there { self.i64(number) } else { Attribute::UNIT })
            }
            Field::Never => Ok(Attribute::UNIT),
            Field::Truth => Ok(Attribute::bool(s.byte()? != 0)),
            Field::Text => {
                let value = self.string(s)?.into();
                let ty = Type::NONE;
                Ok(self.ctx.attr(AttrKind::String { value, ty }))
            }
            Field::Attribute => self.attribute(s),
            Field::Optional => Ok(self.optional_attribute(s)?.unwrap_or(Attribute::UNIT)),
            Field::List => self.optional_list(s),
            Field::Arguments => self.arguments(s, before),
        }
    }

    fn i64(&self, number: u64) -> Attribute {
        self.ctx.int_attr(Type::I64, number.into())
    }

    fn word(&self, s: &mut Stream<'b>, words: Words) -> Read<Attribute> {
        match s.number()? {
            0 => Ok(Attribute::UNIT),
            number => match words.word(number) {
                Some(word) => Ok(self.ctx.str_attr(word)),
                None => s.bad(format!("{number} is no word of DWARF here")),
            },
        }
    }

    /// A list behind a byte that says whether there is one.
    fn optional_list(&mut self, s: &mut Stream<'b>) -> Read<Attribute> {
        let is_there = s.byte()? != 0;
        let list = is_there.then(|| s.list(|s| Ok(self.optional_attribute(s)?.unwrap_or(Attribute::UNIT))));
        Ok(list
            .transpose()?
            .map_or(Attribute::UNIT, |list| self.ctx.array_attr(&list)))
    }

    /// The arguments of an operation: numbers. The second one of a conversion is an encoding.
    fn arguments(&mut self, s: &mut Stream<'b>, before: &[Attribute]) -> Read<Attribute> {
        let is_there = s.byte()? != 0;
        let numbers = is_there
            .then(|| s.list(Stream::number))
            .transpose()?
            .unwrap_or_default();
        let converts = before.first().and_then(|word| word.as_str(self.ctx)) == Some("DW_OP_LLVM_convert");
        let arguments = numbers.into_iter().enumerate().map(|(at, number)| {
            if !converts || at != 1 {
                return Ok(self.i64(number));
            }
            match Words::Encodings.word(number) {
                Some(word) => Ok(self.ctx.str_attr(word)),
                None => s.bad(format!("{number} is no encoding of DWARF")),
            }
        });
        let arguments: Vec<Attribute> = arguments.collect::<Read<_>>()?;
        Ok(self.ctx.array_attr(&arguments))
    }
}
