//! `linalg.map`: a computation on the elements of operands of one shape.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::NameSink;
use asyncir_ir::{Context, Fallible, OpRef, OperationState, RegionId, Type, ValueId};

use super::rewrites;
use super::short_form::{Takes, parse_payload, parse_region, print_payload, print_region};
use super::structured::{self, entry_block, scalar_type, shape_of};
use super::text::{parse_operands, print_operands};
use crate::constraints::{ANY_SHAPED, ANY_TENSOR, is_tensor};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Computes each element of `init` from the elements of the inputs at the same place. A region of a single op on
    /// these elements is written as the name of that op.
    ///
    /// ```mlir
    /// linalg.map { arith.addf } ins(%a, %b : memref<64xf32>, memref<64xf32>) outs(%c : memref<64xf32>)
    /// ```
    op MapOp "linalg.map" {
        summary "Elementwise operations";
        operands { inputs: variadic ANY_SHAPED, init: one ANY_SHAPED }
        results { result: variadic ANY_TENSOR }
        regions { mapper: Sized(1) }
        traits [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: structured::verify,
            effects: structured::effects,
            speculatable: structured::is_speculatable,
            argument_names: argument_names,
            canonicalize: rewrites::MAP,
            result_names: |op, name| structured::name_results(op, "mapped", name),
        }
    }
}

fn argument_names(op: OpRef<'_>, _region: RegionId, sink: NameSink<'_>) {
    structured::name_arguments(op, "init", sink);
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let payload = parse_payload(p)?;
    parse_operands(p, state)?;
    p.attr_dict(state)?;
    if let Some(&init) = state.operands.last() {
        let ty = p.body().value_type(init);
        if is_tensor(p.ctx(), ty) {
            state.results.push(ty);
        }
    }
    let element = |ctx: &Context, ty: Type| ty.element_or_self(ctx);
    parse_region(p, state, payload, Takes::Inputs, element)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let is_short = print_payload(p, op, Takes::Inputs);
    let operands: Vec<(ValueId, Type)> = op.operands().into_iter().zip(op.operand_types()).collect();
    let (ins, outs) = operands.split_at(operands.len().saturating_sub(1));
    print_operands(p, ins, outs);
    p.attr_dict(op, &[]);
    if !is_short {
        print_region(p, op);
    }
}

fn verify(op: OpRef<'_>) -> Fallible {
    let Some(block) = entry_block(op.body, op.op) else {
        return Ok(());
    };
    let args: Vec<Type> = op.body.block_args(block).map(|arg| op.body.value_type(arg)).collect();
    let types = op.operand_types();
    let Some((&init, inputs)) = types.split_last() else {
        return Ok(());
    };
    if args.len() != types.len() {
        let (got, want) = (types.len(), args.len());
        return Err(op.error(format_args!(
            "expects number of operands to match the arity of mapper, but got: {got} and {want}"
        )));
    }
    for (&arg, &input) in args.iter().zip(inputs) {
        let element = scalar_type(op.ctx, input);
        if arg != element {
            let (element, arg) = (op.ctx.show_type(element), op.ctx.show_type(arg));
            return Err(op.error(format_args!(
                "expected element type of input '{element}' to match bbArg type '{arg}'"
            )));
        }
    }
    let shape = |ty: Type| -> String {
        let sizes = shape_of(op.ctx, ty).iter().map(i64::to_string);
        sizes.collect::<Vec<_>>().join(", ")
    };
    for &input in inputs {
        if shape_of(op.ctx, input) != shape_of(op.ctx, init) {
            let (got, want) = (shape(input), shape(init));
            return Err(op.error(format_args!(
                "expected shape of input ({got}) to match shape of output ({want})"
            )));
        }
    }
    Ok(())
}
