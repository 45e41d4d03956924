//! `convert-complex-to-libm`: ops of `complex` become calls of the C library's functions, which are declared.
//!
//! All numbers are computed with the functions for `double`. Unlike MLIR's pass, this one never calls those for `float`:
//! C passes such numbers in one register on some machines (x86-64), a `func.call` passes each part by itself.

use asyncir_dialects::{arith, complex};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::{Diagnostics, Location, OpId, OpRef, OperationState, OwnedOp, Type, TypeKind, ValueId};

use super::libm;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-complex-to-libm",
    class: "ConvertComplexToLibm",
    summary: "Convert Complex dialect to libm calls",
    anchor: Some("builtin.module"),
    options: &[],
    create: |_| Ok(Box::new(ConvertComplexToLibm)),
};

/// Ops and the functions for `double` that compute them.
static FUNCTIONS: &[(&OpDef, &str)] = &[
    (complex::AbsOp::DEF, "cabs"),
    (complex::AngleOp::DEF, "carg"),
    (complex::ConjOp::DEF, "conj"),
    (complex::CosOp::DEF, "ccos"),
    (complex::LogOp::DEF, "clog"),
    (complex::PowOp::DEF, "cpow"),
    (complex::SinOp::DEF, "csin"),
    (complex::SqrtOp::DEF, "csqrt"),
    (complex::TanOp::DEF, "ctan"),
    (complex::TanhOp::DEF, "ctanh"),
];

struct ConvertComplexToLibm;

impl Pass for ConvertComplexToLibm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        let mut patterns = ConversionPatterns::new();
        // Not `arith` as a whole: nothing is folded to a constant on the way.
        target.legal_dialect("func");
        target.legal_op(arith::ExtFOp::DEF);
        for def in [
            arith::TruncFOp::DEF,
            complex::CreateOp::DEF,
            complex::ReOp::DEF,
            complex::ImOp::DEF,
        ] {
            target.dynamic_op(def, |op| !is_undoing(op));
        }
        for &(def, function) in FUNCTIONS {
            target.illegal_op(def);
            patterns.add_untyped(def, move |rw, op, operands| {
                let site = Site::of(rw, op, function)?;
                let value = site.value(rw, operands);
                site.declare(rw, operands.len());
                rw.replace(op, &[value]);
                Some(())
            });
        }
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

/// Whether an op undoes the one before it. Such ops fold on the way.
fn is_undoing(op: OpRef<'_>) -> bool {
    let is = |value, def| op.body.defining_op(value).filter(|&maker| op.body.op(maker).is(def));
    let (data, first) = (op.data(), op.operand(0));
    if data.is(arith::TruncFOp::DEF) {
        let widened = is(first, arith::ExtFOp::DEF).map(|wide| op.body.operand(wide, 0));
        return widened.is_some_and(|value| op.body.value_type(value) == op.result_type(0));
    }
    if data.is(complex::CreateOp::DEF) {
        let parts = (is(first, complex::ReOp::DEF), is(op.operand(1), complex::ImOp::DEF));
        return matches!(parts, (Some(re), Some(im)) if op.body.operand(re, 0) == op.body.operand(im, 0));
    }
    is(first, complex::CreateOp::DEF).is_some()
}

/// What is called for an op, and where.
struct Site {
    location: Location,
    function: &'static str,
    /// The type of a part of the operands, and of the result or its parts.
    element: Type,
    /// Whether the result is complex.
    is_complex: bool,
    /// The complex numbers that the function takes.
    wide: Type,
}

impl Site {
    /// `None` if numbers of its type do not fit into `double`.
    fn of(rw: &Rewriter<'_>, op: OpId, function: &'static str) -> Option<Self> {
        let op = rw.body.op_ref(rw.ctx, op);
        let TypeKind::Complex(element) = *op.operand_type(0).kind(rw.ctx) else {
            return None;
        };
        matches!(element, Type::F64 | Type::F32 | Type::F16 | Type::BF16).then(|| Self {
            location: op.location(),
            function,
            element,
            is_complex: op.result_type(0) != element,
            wide: rw.ctx.ty(TypeKind::Complex(Type::F64)),
        })
    }

    /// The type of what the function returns.
    fn returned(&self) -> Type {
        if self.is_complex { self.wide } else { Type::F64 }
    }

    /// What the op computes.
    fn value(&self, rw: &mut Rewriter<'_>, operands: &[ValueId]) -> ValueId {
        if self.element == Type::F64 {
            return libm::call(rw, self.location, self.function, operands, self.returned());
        }
        let narrow = complex_of(rw, self.element);
        let operands: Vec<ValueId> = operands
            .iter()
            .map(|&operand| self.convert_parts(rw, arith::ExtFOp::DEF, operand, (self.element, Type::F64), self.wide))
            .collect();
        let value = libm::call(rw, self.location, self.function, &operands, self.returned());
        if self.is_complex {
            self.convert_parts(rw, arith::TruncFOp::DEF, value, (Type::F64, self.element), narrow)
        } else {
            self.insert(rw, arith::TruncFOp::DEF, &[value], self.element)
        }
    }

    /// A complex number with parts of another type.
    fn convert_parts(
        &self,
        rw: &mut Rewriter<'_>,
        conversion: &'static OpDef,
        value: ValueId,
        (from, to): (Type, Type),
        ty: Type,
    ) -> ValueId {
        let parts = [complex::ReOp::DEF, complex::ImOp::DEF].map(|part| {
            let part = self.insert(rw, part, &[value], from);
            self.insert(rw, conversion, &[part], to)
        });
        self.insert(rw, complex::CreateOp::DEF, &parts, ty)
    }

    fn insert(&self, rw: &mut Rewriter<'_>, def: &'static OpDef, operands: &[ValueId], ty: Type) -> ValueId {
        let state = OperationState::of(def, self.location).operands(operands).results(&[ty]);
        rw.insert_value(state)
    }

    fn declare(&self, rw: &mut Rewriter<'_>, arity: usize) {
        let none = rw.ctx.dict_attr(&[]);
        libm::declare(rw, self.function, vec![self.wide; arity], self.returned(), none);
    }
}

fn complex_of(rw: &Rewriter<'_>, element: Type) -> Type {
    rw.ctx.ty(TypeKind::Complex(element))
}
