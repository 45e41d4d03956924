//! `linalg.map`: a computation on the elements of operands of one shape.

use asyncir_ir::asm::{Argument, OpParser, OpPrinter};
use asyncir_ir::def::{NameSink, OpView};
use asyncir_ir::{Attribute, Fallible, InsertPoint, Location, OpId, OpRef, OperationState, RegionId, Type, ValueId};

use super::generic::YieldOp;
use super::rewrites;
use super::structured::{self, entry_block, scalar_type, shape_of};
use super::text::{parse_operands, print_operands};
use crate::constraints::{ANY_SHAPED, ANY_TYPE, is_tensor};

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
        results { result: variadic ANY_TYPE }
        regions { mapper: Sized(1) }
        traits [SingleBlock]
        custom parse, print;
        hooks {
            verify: verify,
            verify_regions: structured::verify,
            effects: structured::effects,
            fold: structured::fold,
            argument_names: argument_names,
            canonicalize: rewrites::MAP,
        }
    }
}

fn argument_names(op: OpRef<'_>, _region: RegionId, sink: NameSink<'_>) {
    structured::name_arguments(op, "init", sink);
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let mut payload = None;
    if p.optional_punct("{") {
        payload = Some(parse_payload(p)?);
        p.punct("}")?;
    }
    parse_operands(p, state)?;
    p.attr_dict(state)?;
    if let Some(&init) = state.operands.last() {
        let ty = p.body().value_type(init);
        if is_tensor(p.ctx(), ty) {
            state.results.push(ty);
        }
    }
    match payload {
        Some(payload) => fill_region(p, state, payload),
        None => {
            let arguments = parse_arguments(p)?;
            p.region(state, &arguments)
        }
    }
}

pub(super) fn parse_arguments(p: &mut dyn OpParser) -> Fallible<Vec<Argument>> {
    let mut arguments = Vec::new();
    p.punct("(")?;
    if p.optional_punct(")") {
        return Ok(arguments);
    }
    loop {
        arguments.push(p.argument(true, false)?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok(arguments)
}

/// Reads the name of the only op of the region and its attributes.
pub(super) fn parse_payload(p: &mut dyn OpParser) -> Fallible<OperationState> {
    let at = p.position();
    let Some(name) = p.any_keyword() else {
        return Err(p.error(at, "expected operation name"));
    };
    let location = p.location(p.name_position());
    let mut payload = OperationState::new(p.ctx().op_name(&name), location);
    if let Some(def) = payload.name.def() {
        payload.properties = p.ctx().default_properties(def);
    }
    p.attr_dict(&mut payload)?;
    Ok(payload)
}

/// Makes the region that is written as one op: it takes the elements of the inputs and gives that of the result.
fn fill_region(p: &mut dyn OpParser, state: &mut OperationState, mut payload: OperationState) -> Fallible {
    let region = p.body().create_region();
    state.regions.push(region);
    let block = p.body().append_block(region);
    let mut args = Vec::new();
    for &operand in &state.operands {
        let ty = p.body().value_type(operand);
        let ty = ty.element_or_self(p.ctx());
        args.push(p.body().add_block_arg(block, ty, Location::UNKNOWN));
    }
    let location = payload.location;
    if let Some((&init, inputs)) = args.split_last() {
        payload.operands.extend_from_slice(inputs);
        payload.results.push(p.body().value_type(init));
    }
    let op = p.body().create_op(payload);
    p.body().insert_op(op, InsertPoint::End(block));
    let results: Vec<ValueId> = p.body().results(op).collect();
    let end = YieldOp::build(p.ctx(), location, &results, &[]);
    let end = p.body().create_op(end);
    p.body().insert_op(end, InsertPoint::End(block));
    Ok(())
}

/// The only op of the region beside its end, if it takes the elements of the inputs and its results are yielded.
fn payload(op: OpRef<'_>) -> Option<OpId> {
    let body = op.body;
    let block = entry_block(body, op.op)?;
    let first = body.block(block).first_op()?;
    let end = body.next_op(first)?;
    let args: Vec<ValueId> = body.block_args(block).collect();
    let inputs = args.split_last()?.1;
    let is_short = body.next_op(end).is_none()
        && body.op(end).is(YieldOp::DEF)
        && body.op(first).num_results() > 0
        && body.op_regions(first).is_empty()
        && body.operands(first).eq(inputs.iter().copied())
        && body.operands(end).eq(body.results(first));
    is_short.then_some(first)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let payload = payload(op).map(|payload| op.body.op_ref(op.ctx, payload));
    if let Some(payload) = payload {
        p.text(" { ");
        p.text(payload.name());
        p.attr_dict(payload, &default_fastmath(payload));
        p.text(" }");
    }
    let operands: Vec<(ValueId, Type)> = op.operands().into_iter().zip(op.operand_types()).collect();
    let (ins, outs) = operands.split_at(operands.len().saturating_sub(1));
    print_operands(p, ins, outs);
    p.attr_dict(op, &[]);
    let block = entry_block(op.body, op.op);
    if let (None, Some(block)) = (payload, block) {
        p.change_indent(true);
        p.new_line();
        p.text("(");
        for (index, arg) in op.body.block_args(block).enumerate() {
            p.text(if index == 0 { "" } else { ", " });
            p.argument(op.body, arg, Attribute::EMPTY_DICT, true);
        }
        p.text(") ");
        p.region(op, 0, false, true);
        p.change_indent(false);
    }
}

/// The flags of floating-point ops are not written where there are none.
pub(super) fn default_fastmath(payload: OpRef<'_>) -> Vec<&'static str> {
    let none = payload.data().def().map(|def| payload.ctx.default_properties(def));
    let none = none.and_then(|defaults| defaults.get(payload.ctx, "fastmath"));
    match payload.property("fastmath") {
        Some(flags) if Some(flags) == none => vec!["fastmath"],
        _ => Vec::new(),
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
