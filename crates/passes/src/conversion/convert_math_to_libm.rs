//! `convert-math-to-libm`: ops of `math` become calls of the C library's functions, which are declared.
//!
//! Vectors are taken apart, and floats of 16 bits are computed in 32. If the module defines a function of such a name itself, that
//! is called, unless there is a `prefix` for the names of the library's functions; MLIR has no such option.

use std::collections::HashSet;
use std::sync::Arc;

use asyncir_dialects::function_like::declares_function;
use asyncir_dialects::{arith, math};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{
    Attribute, Body, Context, Diagnostics, Ident, Location, OpId, OperationState, OwnedOp, Type, ValueId,
};

use super::libm;
use super::llvm_common::vectors::map_elements;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-math-to-libm",
    class: "ConvertMathToLibmPass",
    summary: "Convert Math dialect to libm calls",
    anchor: Some("builtin.module"),
    options: &[OptionInfo::text(
        "prefix",
        "Prefix for the names of functions where the module defines something of the same name",
        "",
    )
    .of_asyncir()],
    create: |options| {
        Ok(Box::new(ConvertMathToLibm {
            prefix: options.text("prefix")?.to_owned(),
        }))
    },
};

/// Ops and the functions for `f32` and `f64` that compute them.
static FUNCTIONS: &[(&OpDef, &str, &str)] = &[
    (math::AbsFOp::DEF, "fabsf", "fabs"),
    (math::AcosOp::DEF, "acosf", "acos"),
    (math::AcoshOp::DEF, "acoshf", "acosh"),
    (math::AsinOp::DEF, "asinf", "asin"),
    (math::AsinhOp::DEF, "asinhf", "asinh"),
    (math::Atan2Op::DEF, "atan2f", "atan2"),
    (math::AtanOp::DEF, "atanf", "atan"),
    (math::AtanhOp::DEF, "atanhf", "atanh"),
    (math::CbrtOp::DEF, "cbrtf", "cbrt"),
    (math::CeilOp::DEF, "ceilf", "ceil"),
    (math::CosOp::DEF, "cosf", "cos"),
    (math::CoshOp::DEF, "coshf", "cosh"),
    (math::ErfOp::DEF, "erff", "erf"),
    (math::ErfcOp::DEF, "erfcf", "erfc"),
    (math::Exp2Op::DEF, "exp2f", "exp2"),
    (math::ExpM1Op::DEF, "expm1f", "expm1"),
    (math::ExpOp::DEF, "expf", "exp"),
    (math::FloorOp::DEF, "floorf", "floor"),
    (math::FmaOp::DEF, "fmaf", "fma"),
    (math::Log10Op::DEF, "log10f", "log10"),
    (math::Log1pOp::DEF, "log1pf", "log1p"),
    (math::Log2Op::DEF, "log2f", "log2"),
    (math::LogOp::DEF, "logf", "log"),
    (math::PowFOp::DEF, "powf", "pow"),
    (math::RoundEvenOp::DEF, "roundevenf", "roundeven"),
    (math::RoundOp::DEF, "roundf", "round"),
    (math::RsqrtOp::DEF, "rsqrtf", "rsqrt"),
    (math::SinOp::DEF, "sinf", "sin"),
    (math::SinhOp::DEF, "sinhf", "sinh"),
    (math::SqrtOp::DEF, "sqrtf", "sqrt"),
    (math::TanOp::DEF, "tanf", "tan"),
    (math::TanhOp::DEF, "tanhf", "tanh"),
    (math::TruncOp::DEF, "truncf", "trunc"),
];

struct ConvertMathToLibm {
    prefix: String,
}

/// What the library's functions are called.
struct Names {
    prefix: String,
    /// Names that have the prefix.
    taken: HashSet<Ident>,
}

impl Pass for ConvertMathToLibm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        target
            .legal_dialects(&["arith", "builtin", "func", "vector"])
            .illegal_dialect("math");
        let mut patterns = ConversionPatterns::new();
        let module = op.body().filter(|_| !self.prefix.is_empty());
        let names = Arc::new(Names {
            prefix: self.prefix.clone(),
            taken: module.map(|module| defined(cx.ctx, module)).unwrap_or_default(),
        });
        for &(def, single, double) in FUNCTIONS {
            let names = Arc::clone(&names);
            patterns.add_untyped(def, move |rw, op, operands| {
                let site = Site::of(rw, op, [single, double], &names)?;
                let value = site.value(rw, operands)?;
                site.declare(rw, operands.len());
                rw.replace(op, &[value]);
                Some(())
            });
        }
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

/// What is called for an op, and where.
struct Site {
    location: Location,
    function: String,
    /// The type that the op computes in.
    element: Type,
    /// The type that the function computes in.
    computed: Type,
    /// The type of the result.
    ty: Type,
}

impl Site {
    /// `None` if there is no function for the type of the op.
    fn of(rw: &Rewriter<'_>, op: OpId, [single, double]: [&str; 2], names: &Names) -> Option<Self> {
        let op = rw.body.op_ref(rw.ctx, op);
        let ty = op.result_type(0);
        let element = ty.element_or_self(rw.ctx);
        let (function, computed) = match element {
            Type::F32 | Type::F16 | Type::BF16 => (single, Type::F32),
            Type::F64 => (double, Type::F64),
            _ => return None,
        };
        let is_taken = names.taken.contains(&rw.ctx.ident(function));
        Some(Self {
            location: op.location(),
            function: if is_taken {
                format!("{}{function}", names.prefix)
            } else {
                function.to_owned()
            },
            element,
            computed,
            ty,
        })
    }

    /// What the op computes from operands.
    fn value(&self, rw: &mut Rewriter<'_>, operands: &[ValueId]) -> Option<ValueId> {
        map_elements(rw, self.location, self.ty, operands, &mut |rw, parts| {
            self.scalar(rw, parts)
        })
    }

    /// What the op computes from one element of each operand.
    fn scalar(&self, rw: &mut Rewriter<'_>, operands: &[ValueId]) -> ValueId {
        if self.element == self.computed {
            return self.call(rw, operands);
        }
        let convert = |rw: &mut Rewriter<'_>, def, value, ty| {
            rw.insert_value(OperationState::of(def, self.location).operands(&[value]).results(&[ty]))
        };
        let extend = |&value: &ValueId| convert(rw, arith::ExtFOp::DEF, value, self.computed);
        let operands: Vec<ValueId> = operands.iter().map(extend).collect();
        let value = self.call(rw, &operands);
        convert(rw, arith::TruncFOp::DEF, value, self.element)
    }

    fn call(&self, rw: &mut Rewriter<'_>, operands: &[ValueId]) -> ValueId {
        libm::call(rw, self.location, &self.function, operands, self.computed)
    }

    /// Declares the function. It reads and writes no memory: what it leaves in `errno` does not count.
    fn declare(&self, rw: &mut Rewriter<'_>, arity: usize) {
        let attrs = rw.ctx.dict_attr(&[(rw.ctx.ident("llvm.readnone"), Attribute::UNIT)]);
        libm::declare(rw, &self.function, vec![self.computed; arity], self.computed, attrs);
    }
}

/// The names of what a module defines.
fn defined(ctx: &Context, module: &Body) -> HashSet<Ident> {
    let ops = module.entry().into_iter().flat_map(|block| module.block_ops(block));
    let defined = ops.filter(|&op| !declares_function(module.op_ref(ctx, op)));
    defined.filter_map(|op| symbol_name(ctx, module.op(op))).collect()
}
