//! `convert-complex-to-llvm`: complex numbers become structs of two floats.

use asyncir_dialects::{complex, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::{Diagnostics, Location, OpId, OwnedOp, Type, ValueId};

use super::complex_common::division::{Parts, divide};
use super::complex_common::{ComplexRange, Emitter, llvm_ops};
use super::llvm_common::rewrites::NewAttributes;
use super::llvm_common::{LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm, ops};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-complex-to-llvm",
    class: "ConvertComplexToLLVMPass",
    summary: "Convert Complex dialect to LLVM dialect",
    anchor: None,
    options: &[ComplexRange::option("basic")],
    create: |options| {
        Ok(Box::new(ComplexToLlvm {
            range: ComplexRange::parse(options)?,
        }))
    },
};

struct ComplexToLlvm {
    range: ComplexRange,
}

impl Pass for ComplexToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        convert_to_llvm(op, cx, LowerToLlvmOptions::default(), |converter, patterns, target| {
            target.illegal_dialect("complex");
            populate(converter, patterns, self.range);
        })
    }
}

/// What a binary op does with the parts of its operands.
type Combine = fn(&mut Emitter<'_, '_>, Parts, Parts) -> Parts;

/// Binary ops that work part by part, or by a formula.
static BINARY: &[(&OpDef, Combine)] = &[
    (complex::AddOp::DEF, |e, [a, b], [c, d]| [e.add(a, c), e.add(b, d)]),
    (complex::SubOp::DEF, |e, [a, b], [c, d]| [e.sub(a, c), e.sub(b, d)]),
    (complex::MulOp::DEF, multiply),
];

fn multiply(e: &mut Emitter<'_, '_>, [a, b]: Parts, [c, d]: Parts) -> Parts {
    let (ca, db) = (e.mul(c, a), e.mul(d, b));
    let real = e.sub(ca, db);
    let (bc, ad) = (e.mul(b, c), e.mul(a, d));
    [real, e.add(bc, ad)]
}

/// Adds the patterns of this pass.
pub(super) fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns, range: ComplexRange) {
    let types = converter.converter();
    for &(def, combine) in BINARY {
        let llvm = converter.clone();
        patterns.add(def, types, move |rw, op, operands| {
            lower_binary(&llvm, rw, op, operands, &combine)
        });
    }
    let llvm = converter.clone();
    patterns.add(complex::DivOp::DEF, types, move |rw, op, operands| {
        lower_binary(&llvm, rw, op, operands, &|e, lhs, rhs| divide(e, range, lhs, rhs))
    });
    patterns.add(complex::AbsOp::DEF, types, lower_abs);
    let llvm = converter.clone();
    patterns.add(complex::ConstantOp::DEF, types, move |rw, op, _| {
        let ctx = rw.ctx;
        let ty = llvm.convert(ctx, rw.body.value_type(rw.body.result(op, 0)))?;
        let value = rw.body.op(op).property(ctx, "value")?;
        let attributes = NewAttributes::discardable_of(rw, op).with(ctx, "value", value);
        let state = attributes.state(ctx, llvm::ConstantOp::DEF, rw.location_of(op), &[], ty);
        rw.replace_with(op, state);
        Some(())
    });
    let llvm = converter.clone();
    patterns.add(complex::CreateOp::DEF, types, move |rw, op, operands| {
        let loc = rw.location_of(op);
        let ty = llvm.convert(rw.ctx, rw.body.value_type(rw.body.result(op, 0)))?;
        let whole = ops::poison(rw, loc, ty);
        let whole = set_parts(rw, loc, whole, operands.try_into().ok()?);
        rw.replace(op, &[whole]);
        Some(())
    });
    for (def, part) in [(complex::ReOp::DEF, 0), (complex::ImOp::DEF, 1)] {
        patterns.add(def, types, move |rw, op, operands| {
            let loc = rw.location_of(op);
            let value = ops::extract_value(rw, loc, *operands.first()?, &[part]);
            rw.replace(op, &[value]);
            Some(())
        });
    }
}

fn get_parts(rw: &mut Rewriter<'_>, loc: Location, whole: ValueId) -> Parts {
    [0, 1].map(|part| ops::extract_value(rw, loc, whole, &[part]))
}

fn set_parts(rw: &mut Rewriter<'_>, loc: Location, whole: ValueId, [real, imaginary]: Parts) -> ValueId {
    let whole = ops::insert_value(rw, loc, whole, real, &[0]);
    ops::insert_value(rw, loc, whole, imaginary, &[1])
}

fn element_type(rw: &Rewriter<'_>, part: ValueId) -> Type {
    rw.body.value_type(part)
}

fn lower_binary(
    converter: &LlvmTypeConverter,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    combine: &dyn Fn(&mut Emitter<'_, '_>, Parts, Parts) -> Parts,
) -> Option<()> {
    let loc = rw.location_of(op);
    let &[lhs, rhs] = operands else { return None };
    let ty = converter.convert(rw.ctx, rw.body.value_type(rw.body.result(op, 0)))?;
    let (lhs, rhs) = (get_parts(rw, loc, lhs), get_parts(rw, loc, rhs));
    let whole = ops::poison(rw, loc, ty);
    let element = element_type(rw, lhs[0]);
    let parts = combine(&mut Emitter::new(rw, op, element, llvm_ops()), lhs, rhs);
    let whole = set_parts(rw, loc, whole, parts);
    rw.replace(op, &[whole]);
    Some(())
}

/// The square root of the squared norm.
fn lower_abs(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let loc = rw.location_of(op);
    let [real, imaginary] = get_parts(rw, loc, *operands.first()?);
    let element = element_type(rw, real);
    let mut e = Emitter::new(rw, op, element, llvm_ops());
    let (real, imaginary) = (e.mul(real, real), e.mul(imaginary, imaginary));
    let norm = e.add(real, imaginary);
    let root = e.plain(llvm::SqrtIntrOp::DEF, &[norm], element);
    rw.replace(op, &[root]);
    Some(())
}
