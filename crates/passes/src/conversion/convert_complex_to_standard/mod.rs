//! `convert-complex-to-standard`: ops of complex numbers become float arithmetic on their parts.

mod arithmetic;
mod exponential;
mod power;
mod root;
mod tangent;

use asyncir_dialects::complex::{self, constraints::element_type};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostics, OpId, OwnedOp, Type, ValueId};

use super::complex_common::division::{Parts, divide};
use super::complex_common::{ComplexRange, Emitter, standard_ops};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-complex-to-standard",
    class: "ConvertComplexToStandardPass",
    summary: "Convert Complex dialect to standard dialect",
    anchor: None,
    options: &[ComplexRange::option("improved")],
    create: |options| {
        Ok(Box::new(ComplexToStandard {
            range: ComplexRange::parse(options)?,
        }))
    },
};

struct ComplexToStandard {
    range: ComplexRange,
}

impl Pass for ComplexToStandard {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.legal_dialect("arith").legal_dialect("math");
        for def in [complex::CreateOp::DEF, complex::ImOp::DEF, complex::ReOp::DEF] {
            target.legal_op(def);
        }
        populate(&mut patterns, self.range);
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

/// What becomes of an op: the value of its result from those of its operands.
type Lowering = fn(&mut Site<'_, '_>, &[ValueId]) -> ValueId;

static LOWERINGS: &[(&OpDef, Lowering)] = &[
    (complex::AbsOp::DEF, arithmetic::abs),
    (complex::AngleOp::DEF, arithmetic::angle),
    (complex::Atan2Op::DEF, exponential::atan2),
    (complex::AddOp::DEF, arithmetic::add),
    (complex::SubOp::DEF, arithmetic::sub),
    (complex::EqualOp::DEF, arithmetic::eq),
    (complex::NotEqualOp::DEF, arithmetic::neq),
    (complex::ConjOp::DEF, arithmetic::conj),
    (complex::CosOp::DEF, exponential::cos),
    (complex::ExpOp::DEF, exponential::exp),
    (complex::Expm1Op::DEF, exponential::expm1),
    (complex::Log1pOp::DEF, exponential::log1p),
    (complex::LogOp::DEF, exponential::log),
    (complex::MulOp::DEF, arithmetic::mul),
    (complex::NegOp::DEF, arithmetic::neg),
    (complex::SignOp::DEF, arithmetic::sign),
    (complex::SinOp::DEF, exponential::sin),
    (complex::SqrtOp::DEF, root::sqrt),
    (complex::TanOp::DEF, tangent::tan),
    (complex::TanhOp::DEF, tangent::tanh),
    (complex::PowiOp::DEF, power::powi),
    (complex::PowOp::DEF, power::pow),
    (complex::RsqrtOp::DEF, root::rsqrt),
];

fn populate(patterns: &mut ConversionPatterns, range: ComplexRange) {
    for &(def, lowering) in LOWERINGS {
        patterns.add_untyped(def, move |rw, op, operands| lower(rw, op, operands, lowering));
    }
    patterns.add_untyped(complex::DivOp::DEF, move |rw, op, operands| {
        lower(rw, op, operands, |site, operands| {
            let (lhs, rhs) = (site.parts(operands[0]), site.parts(operands[1]));
            let quotient = divide(&mut site.e, range, lhs, rhs);
            site.create(quotient)
        })
    });
}

fn lower(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    lowering: impl Fn(&mut Site<'_, '_>, &[ValueId]) -> ValueId,
) -> Option<()> {
    let ty = rw.body.value_type(*operands.first()?);
    let element = element_type(rw.ctx, ty)?;
    let e = Emitter::new(rw, op, element, standard_ops());
    let value = lowering(&mut Site { ty, e }, operands);
    rw.replace(op, &[value]);
    Some(())
}

/// An op that is lowered: the complex type it works on, and where ops go.
struct Site<'a, 'r> {
    ty: Type,
    e: Emitter<'a, 'r>,
}

impl Site<'_, '_> {
    /// `complex.re`
    fn re(&mut self, whole: ValueId) -> ValueId {
        self.e.with_flags(0, |e| e.float(complex::ReOp::DEF, &[whole]))
    }

    /// `complex.im`
    fn im(&mut self, whole: ValueId) -> ValueId {
        self.e.with_flags(0, |e| e.float(complex::ImOp::DEF, &[whole]))
    }

    fn parts(&mut self, whole: ValueId) -> Parts {
        [self.re(whole), self.im(whole)]
    }

    /// `complex.create`
    fn create(&mut self, parts: Parts) -> ValueId {
        self.e.plain(complex::CreateOp::DEF, &parts, self.ty)
    }

    /// A complex op on complex numbers, with the flags.
    fn complex(&mut self, def: &'static OpDef, operands: &[ValueId]) -> ValueId {
        self.e.typed(def, operands, self.ty)
    }
}
