//! `convert-math-to-funcs`: powers of integer exponents become calls of functions that are put into the module. With
//! `convert-ctlz`, counts of leading zeros do, too.
//!
//! Vectors are taken apart.

mod functions;

use asyncir_dialects::func;
use asyncir_dialects::math::{CountLeadingZerosOp, FPowIOp, IPowIOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::symbols::lookup_symbol;
use asyncir_ir::{Body, Context, Diagnostics, InsertPoint, Location, OpId, OpRef, OwnedOp, Type, ValueId};

use super::llvm_common::vectors::map_elements;
use crate::{OptionInfo, Pass, PassContext, PassInfo};
use functions::Function;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-math-to-funcs",
    class: "ConvertMathToFuncs",
    summary: "Convert Math operations to calls of outlined implementations.",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::uint(
            "min-width-of-fpowi-exponent",
            "Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value",
            "1",
        ),
        OptionInfo::flag(
            "convert-ctlz",
            "Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz.",
            "false",
        ),
    ],
    create: |options| {
        Ok(Box::new(ConvertMathToFuncs {
            min_width: u32::try_from(options.int("min-width-of-fpowi-exponent")?).unwrap_or(0),
            counts_zeros: options.flag("convert-ctlz")?,
        }))
    },
};

struct ConvertMathToFuncs {
    /// The smallest width of exponents of floats, in bits, that are converted.
    min_width: u32,
    /// Whether counts of leading zeros are converted.
    counts_zeros: bool,
}

impl Pass for ConvertMathToFuncs {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut target = ConversionTarget::new();
        target.legal_dialects(&["arith", "cf", "func", "scf", "vector"]);
        let mut patterns = ConversionPatterns::new();
        let mut convert = |def: &'static OpDef, is_legal: fn(OpRef<'_>, u32) -> bool| {
            let min_width = self.min_width;
            target.dynamic_op(def, move |op| is_legal(op, min_width));
            patterns.add_untyped(def, call_function);
        };
        convert(IPowIOp::DEF, |op, _| operand_element(op, 0) == Type::INDEX);
        convert(FPowIOp::DEF, |op, min| {
            operand_element(op, 1).int_width(op.ctx).is_none_or(|width| width < min)
        });
        if self.counts_zeros {
            convert(CountLeadingZerosOp::DEF, |op, _| operand_element(op, 0) == Type::INDEX);
        }
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &cx.conversion_config())
    }
}

fn operand_element(op: OpRef<'_>, index: usize) -> Type {
    op.operand_type(index).element_or_self(op.ctx)
}

/// Calls the function for an op, for each element if it is one of vectors.
fn call_function(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let view = rw.body.op_ref(rw.ctx, op);
    let (ty, at) = (view.result_type(0), view.location());
    let function = Function::of(view)?;
    let result = ty.element_or_self(rw.ctx);
    let callee = rw.ctx.symbol_attr(&function.name(rw.ctx));
    let mut call = |rw: &mut Rewriter<'_>, operands: &[ValueId]| {
        let state = func::build::call(rw.ctx, at, callee, operands, &[result]);
        rw.insert_value(state)
    };
    let value = map_elements(rw, at, ty, operands, &mut call)?;
    rw.edit_symbols(move |edit| {
        define(edit.ctx, edit.table, edit.location, function);
        Ok(())
    });
    rw.replace(op, &[value]);
    Some(())
}

/// Puts a function at the end of the module, unless there is one of its name.
fn define(ctx: &Context, module: &mut Body, at: Location, function: Function) {
    let name = ctx.ident(&function.name(ctx));
    let Some(block) = module.entry().filter(|_| lookup_symbol(ctx, module, name).is_none()) else {
        return;
    };
    let op = module.create_op(function.state(ctx, at));
    module.insert_op(op, InsertPoint::End(block));
}
