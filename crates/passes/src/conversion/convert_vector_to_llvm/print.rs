//! `vector.print`: scalars, punctuation and text are printed by functions of the runtime.

use asyncir_dialects::{arith, llvm, vector};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::rewrite::{ConversionPatterns, Rewriter};
use asyncir_ir::smallvec::{SmallVec, smallvec};
use asyncir_ir::{Context, Location, OpId, Signedness, Type, TypeKind, ValueId};

use super::enum_case;
use crate::conversion::llvm_common::functions::{self, Prototype};
use crate::conversion::llvm_common::print_call::{PrintCall, SharedNamer, print_string};
use crate::conversion::llvm_common::{LlvmTypeConverter, ops};

/// Adds the pattern.
pub(super) fn add_pattern(patterns: &mut ConversionPatterns, types: &LlvmTypeConverter) {
    let namer = SharedNamer::default();
    patterns.add(vector::PrintOp::DEF, types.converter(), move |rw, op, operands| {
        lower_print(rw, op, operands, &namer)
    });
}

fn lower_print(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], namer: &SharedNamer) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let text = op_ref.property("stringLiteral");
    let punctuation = op_ref
        .property("punctuation")
        .and_then(|attr| enum_case(ctx, attr))
        .unwrap_or(NEWLINE);
    let source = (!operands.is_empty()).then(|| op_ref.operand_type(0));
    if let (Some(ty), &[value]) = (source, operands) {
        let (prototype, conversion) = printer_of(ctx, ty)?;
        let function = functions::callee(rw, &prototype)?;
        let arguments = conversion.apply(rw, loc, value);
        ops::call(rw, loc, function, &arguments, None);
    }
    if let Some(asyncir_ir::AttrKind::String { value, .. }) = text.map(|text| text.kind(ctx)) {
        let call = PrintCall {
            symbol: "vector_print_str",
            text: value,
            newline: false,
            printer: functions::print_string(ctx),
        };
        if let Err(diagnostic) = print_string(rw, loc, &call, namer) {
            rw.report(diagnostic);
            return None;
        }
    } else if let Some(name) = punctuation_function(punctuation) {
        let prototype = functions::print_punctuation(ctx, name);
        let function = functions::callee(rw, &prototype)?;
        ops::call(rw, loc, function, &[], None);
    }
    rw.erase(op);
    Some(())
}

const NEWLINE: i64 = 1;

fn punctuation_function(case: i64) -> Option<&'static str> {
    match case {
        NEWLINE => Some("printNewline"),
        2 => Some("printComma"),
        3 => Some("printOpen"),
        4 => Some("printClose"),
        _ => None,
    }
}

/// What is done with a value before it is printed.
#[derive(Clone, Copy)]
enum Preparation {
    Nothing,
    /// Widened to 64 bits.
    Extend(&'static OpDef),
    /// Passed as its 16 bits.
    Bits,
    /// Passed as its bits, behind the number of its format in LLVM's list.
    Small(i32),
}

impl Preparation {
    fn apply(self, rw: &mut Rewriter<'_>, loc: Location, value: ValueId) -> SmallVec<[ValueId; 2]> {
        match self {
            Preparation::Nothing => smallvec![value],
            Preparation::Extend(def) => smallvec![ops::simple(rw, def, loc, &[value], Type::I64)],
            Preparation::Bits => smallvec![ops::simple(rw, llvm::BitcastOp::DEF, loc, &[value], Type::I16)],
            Preparation::Small(format) => {
                let attr = rw.ctx.i32_attr(format);
                let format = ops::constant(rw, loc, Type::I32, attr);
                smallvec![format, ops::simple(rw, llvm::ZExtOp::DEF, loc, &[value], Type::I64)]
            }
        }
    }
}

/// The number of a format of eight bits or less in LLVM's list.
fn small_format(semantics: FloatSemantics) -> Option<i32> {
    Some(match semantics {
        FloatSemantics::F8E5M2 => 7,
        FloatSemantics::F8E5M2FNUZ => 8,
        FloatSemantics::F8E4M3 => 9,
        FloatSemantics::F8E4M3FN => 10,
        FloatSemantics::F8E4M3FNUZ => 11,
        FloatSemantics::F8E4M3B11FNUZ => 12,
        FloatSemantics::F8E3M4 => 13,
        FloatSemantics::F8E8M0FNU => 15,
        FloatSemantics::F6E3M2FN => 16,
        FloatSemantics::F6E2M3FN => 17,
        FloatSemantics::F4E2M1FN => 18,
        _ => return None,
    })
}

/// The function that prints values of a type, and what it takes.
fn printer_of(ctx: &Context, ty: Type) -> Option<(Prototype, Preparation)> {
    Some(match *ty.kind(ctx) {
        TypeKind::Index => (functions::print_u64(ctx), Preparation::Nothing),
        TypeKind::Float(_) if ty == Type::F32 => (functions::print_f32(ctx), Preparation::Nothing),
        TypeKind::Float(_) if ty == Type::F64 => (functions::print_f64(ctx), Preparation::Nothing),
        TypeKind::Float(_) if ty == Type::F16 => (functions::print_f16(ctx), Preparation::Bits),
        TypeKind::Float(_) if ty == Type::BF16 => (functions::print_bf16(ctx), Preparation::Bits),
        TypeKind::Float(semantics) => {
            let format = small_format(semantics)?;
            (functions::print_ap_float(ctx), Preparation::Small(format))
        }
        TypeKind::Integer { width, signedness } if width <= 64 => {
            let is_unsigned = signedness == Signedness::Unsigned;
            let preparation = match width {
                64 => Preparation::Nothing,
                // A single bit is a truth value, not -1.
                1 => Preparation::Extend(arith::ExtUIOp::DEF),
                _ if is_unsigned => Preparation::Extend(arith::ExtUIOp::DEF),
                _ => Preparation::Extend(arith::ExtSIOp::DEF),
            };
            let prototype = if is_unsigned {
                functions::print_u64(ctx)
            } else {
                functions::print_i64(ctx)
            };
            (prototype, preparation)
        }
        _ => return None,
    })
}
