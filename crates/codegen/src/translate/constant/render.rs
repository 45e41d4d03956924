//! The text of constants.

use asyncir_ir::{ApInt, Context, Fallible, Location, Signedness, Type};

use super::parts::part_type;
use super::{Constant, Dense, Expression, Operation, Value, lanes};
use crate::dialect::{LlvmType, llvm_type};
use crate::translate::instructions::flag_words;
use crate::translate::text::{float, name, put, quoted};
use crate::translate::types::TypeWriter;

/// Writes constants.
pub(in crate::translate) struct ConstantWriter<'t, 'a> {
    pub(in crate::translate) ctx: &'a Context,
    pub(in crate::translate) types: &'t mut TypeWriter<'a>,
    pub(in crate::translate) location: Location,
}

impl ConstantWriter<'_, '_> {
    /// The constant without its type.
    pub(in crate::translate) fn text(&mut self, constant: &Constant) -> Fallible<String> {
        let mut out = String::new();
        self.write(constant, &mut out)?;
        Ok(out)
    }

    fn ty(&mut self, ty: Type, out: &mut String) -> Fallible {
        out.push_str(self.types.text(ty, self.location)?);
        Ok(())
    }

    /// `T constant`
    fn typed(&mut self, constant: &Constant, out: &mut String) -> Fallible {
        self.ty(constant.ty, out)?;
        out.push(' ');
        self.write(constant, out)
    }

    fn write(&mut self, constant: &Constant, out: &mut String) -> Fallible {
        let ctx = self.ctx;
        match &constant.value {
            Value::Integer(value) => out.push_str(&integer_text(value)),
            Value::Float(bits) => match llvm_type(ctx, constant.ty) {
                Some(LlvmType::Float(keyword)) => out.push_str(&float(keyword, *bits)),
                _ => out.push_str("zeroinitializer"),
            },
            Value::Zero => out.push_str(match llvm_type(ctx, constant.ty) {
                Some(LlvmType::Pointer(_)) => "null",
                Some(LlvmType::Keyword("token")) => "none",
                _ => "zeroinitializer",
            }),
            Value::Undef => out.push_str("undef"),
            Value::Poison => out.push_str("poison"),
            Value::Global(symbol) => out.push_str(&name('@', ctx.str(*symbol))),
            Value::DsoLocalEquivalent(symbol) => {
                put!(out, "dso_local_equivalent {}", name('@', ctx.str(*symbol)));
            }
            Value::Block(_, text) => out.push_str(text),
            Value::Splat(element) => return self.splat(constant, element, out),
            Value::Parts(parts) => {
                let bytes: Option<Vec<u8>> = match llvm_type(ctx, constant.ty) {
                    Some(LlvmType::Array(_, Type::I8)) => parts.iter().map(byte).collect(),
                    _ => None,
                };
                if let Some(bytes) = bytes {
                    put!(out, "c{}", quoted(&bytes));
                    return Ok(());
                }
                return self.list(constant.ty, parts.iter(), out);
            }
            Value::Dense(dense) => match dense.bytes(ctx, constant.ty) {
                Some(bytes) => put!(out, "c{}", quoted(&bytes)),
                None => return self.dense(constant, dense, out),
            },
            Value::Expression(expression) => return self.expression(constant.ty, expression, out),
        }
        Ok(())
    }

    /// `splat (T element)`, which LLVM writes for numbers alone.
    fn splat(&mut self, vector: &Constant, element: &Constant, out: &mut String) -> Fallible {
        match lanes(self.ctx, vector.ty) {
            Some((count, false)) if !matches!(element.value, Value::Integer(_) | Value::Float(_)) => {
                self.list(vector.ty, std::iter::repeat_n(element, count), out)
            }
            _ => {
                out.push_str("splat (");
                self.typed(element, out)?;
                out.push(')');
                Ok(())
            }
        }
    }

    /// The elements of an array that are in an attribute.
    fn dense(&mut self, array: &Constant, elements: &Dense, out: &mut String) -> Fallible {
        let prefix = match part_type(self.ctx, array.ty, 0) {
            Some(element) => self.types.text(element, self.location)?.to_owned(),
            None => String::new(),
        };
        let mut separator = "[";
        elements.for_each(self.ctx, array.ty, |element| {
            put!(out, "{separator}{prefix} ");
            separator = ", ";
            self.write(element, out)
        })?;
        out.push(']');
        Ok(())
    }

    /// The parts of an aggregate or a vector, in the brackets of its kind.
    fn list<'c>(&mut self, ty: Type, parts: impl Iterator<Item = &'c Constant>, out: &mut String) -> Fallible {
        let (open, close) = match llvm_type(self.ctx, ty) {
            Some(LlvmType::Struct(fields)) if fields.packed => ("<{ ", " }>"),
            Some(LlvmType::Struct(_)) => ("{ ", " }"),
            Some(LlvmType::Vector { .. }) => ("<", ">"),
            _ => ("[", "]"),
        };
        out.push_str(open);
        for (index, part) in parts.enumerate() {
            out.push_str(if index == 0 { "" } else { ", " });
            self.typed(part, out)?;
        }
        out.push_str(close);
        Ok(())
    }

    fn expression(&mut self, ty: Type, expression: &Expression, out: &mut String) -> Fallible {
        match &expression.operation {
            Operation::Binary(mnemonic) => put!(out, "{mnemonic} ("),
            Operation::Cast(mnemonic) => put!(out, "{mnemonic} ("),
            Operation::Address { element, flags } => {
                put!(out, "getelementptr {}(", flag_words(*flags));
                self.ty(*element, out)?;
                out.push_str(", ");
            }
            Operation::ExtractElement => out.push_str("extractelement ("),
            Operation::InsertElement => out.push_str("insertelement ("),
            Operation::Shuffle(_) => out.push_str("shufflevector ("),
        }
        for (index, operand) in expression.operands.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { ", " });
            self.typed(operand, out)?;
        }
        match &expression.operation {
            Operation::Cast(_) => {
                out.push_str(" to ");
                self.ty(ty, out)?;
            }
            Operation::Shuffle(mask) => {
                let is_scalable = matches!(lanes(self.ctx, ty), Some((_, true)));
                put!(out, ", {}", mask_text(mask, is_scalable));
            }
            _ => {}
        }
        out.push(')');
        Ok(())
    }
}

/// The byte that an integer is.
fn byte(constant: &Constant) -> Option<u8> {
    let value = constant.as_integer()?.to_i64()?;
    i8::try_from(value).ok().map(|value| value as u8)
}

/// An integer constant: `true` and `false` for one bit, signed decimal otherwise.
pub(in crate::translate) fn integer_text(value: &ApInt) -> String {
    if value.width() == 1 {
        return (!value.is_zero()).to_string();
    }
    value.print(Signedness::Signed)
}

/// The mask of a `shufflevector` with its type, as the vector of `i32` that it is to LLVM.
pub(in crate::translate) fn mask_text(mask: &[i64], is_scalable: bool) -> String {
    let scale = if is_scalable { "vscale x " } else { "" };
    let mut out = format!("<{scale}{} x i32> ", mask.len());
    if mask.iter().all(|&lane| lane < 0) {
        out.push_str("poison");
    } else if mask.iter().all(|&lane| lane == 0) {
        out.push_str("zeroinitializer");
    } else {
        for (index, &lane) in mask.iter().enumerate() {
            out.push_str(if index == 0 { "<" } else { ", " });
            match lane {
                0.. => put!(out, "i32 {lane}"),
                _ => out.push_str("i32 poison"),
            }
        }
        out.push('>');
    }
    out
}
