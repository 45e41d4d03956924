//! Ops that llvm has too, under another name.

use asyncir_dialects::arith::attrs::{FASTMATH_DEF, OVERFLOW_DEF};
use asyncir_dialects::enum_attrs::{enum_attribute, enum_value};
use asyncir_dialects::{arith, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Attribute, Context, NamedAttribute, OpId, Operation, ValueId};

use crate::conversion::llvm_common::rewrites::{NewAttributes, has_unsupported_floats, vector_one_to_one};
use crate::conversion::llvm_common::{LlvmTypeConverter, ops};

/// Ops on integers and choices, and the llvm ops for them.
fn integer_ops() -> [(&'static OpDef, &'static OpDef); 22] {
    [
        (arith::AddIOp::DEF, llvm::AddOp::DEF),
        (arith::SubIOp::DEF, llvm::SubOp::DEF),
        (arith::MulIOp::DEF, llvm::MulOp::DEF),
        (arith::DivSIOp::DEF, llvm::SDivOp::DEF),
        (arith::DivUIOp::DEF, llvm::UDivOp::DEF),
        (arith::RemSIOp::DEF, llvm::SRemOp::DEF),
        (arith::RemUIOp::DEF, llvm::URemOp::DEF),
        (arith::AndIOp::DEF, llvm::AndOp::DEF),
        (arith::OrIOp::DEF, llvm::OrOp::DEF),
        (arith::XOrIOp::DEF, llvm::XOrOp::DEF),
        (arith::ShLIOp::DEF, llvm::ShlOp::DEF),
        (arith::ShRSIOp::DEF, llvm::AShrOp::DEF),
        (arith::ShRUIOp::DEF, llvm::LShrOp::DEF),
        (arith::MaxSIOp::DEF, llvm::SmaxIntrOp::DEF),
        (arith::MaxUIOp::DEF, llvm::UmaxIntrOp::DEF),
        (arith::MinSIOp::DEF, llvm::SminIntrOp::DEF),
        (arith::MinUIOp::DEF, llvm::UminIntrOp::DEF),
        (arith::ExtSIOp::DEF, llvm::SExtOp::DEF),
        (arith::ExtUIOp::DEF, llvm::ZExtOp::DEF),
        (arith::TruncIOp::DEF, llvm::TruncOp::DEF),
        (arith::BitcastOp::DEF, llvm::BitcastOp::DEF),
        (arith::SelectOp::DEF, llvm::SelectOp::DEF),
    ]
}

/// Ops on floats, and the llvm ops for them; formats that LLVM lacks have none.
fn float_ops() -> [(&'static OpDef, &'static OpDef); 15] {
    [
        (arith::AddFOp::DEF, llvm::FAddOp::DEF),
        (arith::SubFOp::DEF, llvm::FSubOp::DEF),
        (arith::MulFOp::DEF, llvm::FMulOp::DEF),
        (arith::DivFOp::DEF, llvm::FDivOp::DEF),
        (arith::RemFOp::DEF, llvm::FRemOp::DEF),
        (arith::NegFOp::DEF, llvm::FNegOp::DEF),
        (arith::MaximumFOp::DEF, llvm::MaximumIntrOp::DEF),
        (arith::MinimumFOp::DEF, llvm::MinimumIntrOp::DEF),
        (arith::MaxNumFOp::DEF, llvm::MaxnumIntrOp::DEF),
        (arith::MinNumFOp::DEF, llvm::MinnumIntrOp::DEF),
        (arith::ExtFOp::DEF, llvm::FPExtOp::DEF),
        (arith::SIToFPOp::DEF, llvm::SIToFPOp::DEF),
        (arith::UIToFPOp::DEF, llvm::UIToFPOp::DEF),
        (arith::FPToSIOp::DEF, llvm::FPToSIOp::DEF),
        (arith::FPToUIOp::DEF, llvm::FPToUIOp::DEF),
    ]
}

pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    for (source, target) in integer_ops() {
        add(converter, patterns, source, target, false);
    }
    for (source, target) in float_ops() {
        add(converter, patterns, source, target, true);
    }
    add_constant(converter, patterns);
}

fn add(
    converter: &LlvmTypeConverter,
    patterns: &mut ConversionPatterns,
    source: &'static OpDef,
    target: &'static OpDef,
    needs_llvm_floats: bool,
) {
    let llvm = converter.clone();
    patterns.add(source, converter.converter(), move |rw, op, operands| {
        if needs_llvm_floats && has_unsupported_floats(rw, op, &llvm) {
            return None;
        }
        if source.name == arith::BitcastOp::DEF.name && becomes_nothing(rw, op, operands, &llvm) {
            rw.replace(op, operands);
            return Some(());
        }
        let attributes = converted_attributes(rw.ctx, rw.body.op(op), target);
        vector_one_to_one(rw, op, target, operands, attributes, &llvm)
    });
}

/// Whether a cast is between types that are the same in llvm, as small floats and the integers for their bits are.
fn becomes_nothing(rw: &Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &LlvmTypeConverter) -> bool {
    let result = rw.body.value_type(rw.body.result(op, 0));
    converter.convert(rw.ctx, result) == Some(rw.body.value_type(operands[0]))
}

fn add_constant(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    patterns.add(arith::ConstantOp::DEF, converter.converter(), move |rw, op, _| {
        let (ctx, loc) = (rw.ctx, rw.location_of(op));
        let ty = llvm.convert(ctx, rw.body.value_type(rw.body.result(op, 0)))?;
        let data = rw.body.op(op);
        let (value, attrs) = (data.property(ctx, "value")?, data.attrs());
        let mut state = ops::state(ctx, llvm::ConstantOp::DEF, loc, &[], &[("value", Some(value))], &[ty]);
        state.attrs = attrs;
        rw.replace_with(op, state);
        Some(())
    });
}

/// The attributes of an op for the llvm op `target`: flags as llvm's, others as they are.
pub(super) fn converted_attributes(ctx: &Context, data: &Operation, target: &'static OpDef) -> NewAttributes {
    let entries = |dict: Attribute| dict.as_dict(ctx).unwrap_or_default();
    let all: Vec<NamedAttribute> = [entries(data.properties()), entries(data.attrs())]
        .concat()
        .into_iter()
        .map(|(name, attr)| match ctx.str(name) {
            "fastmath" if target.is_inherent("fastmathFlags") => {
                (ctx.ident("fastmathFlags"), llvm_fastmath(ctx, attr).unwrap_or(attr))
            }
            "overflowFlags" => (name, llvm_overflow(ctx, attr).unwrap_or(attr)),
            _ => (name, attr),
        })
        .collect();
    NewAttributes::split(ctx, target, &all)
}

/// `#llvm.fastmath` for `#arith.fastmath`.
pub fn llvm_fastmath(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let bits = enum_value(ctx, &FASTMATH_DEF, attr)?;
    // Both dialects have the same flags in the same order, but llvm has `reassoc` last.
    let reassoc = bits & arith::attrs::fastmath::REASSOC;
    let bits = (bits >> 1) | (reassoc << 6);
    Some(enum_attribute(ctx, &llvm::attrs::FASTMATH_DEF, bits))
}

/// The number of llvm for `#arith.overflow`: its bits are the same.
fn llvm_overflow(ctx: &Context, attr: Attribute) -> Option<Attribute> {
    let bits = enum_value(ctx, &OVERFLOW_DEF, attr)?;
    i32::try_from(bits).ok().map(|bits| ctx.i32_attr(bits))
}
