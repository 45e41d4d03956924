//! Regions that are written as the name of the only op in them, or in full behind the operands.

use asyncir_ir::asm::{Argument, OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::smallvec::SmallVec;
use asyncir_ir::{Attribute, Context, Fallible, InsertPoint, Location, OpId, OpRef, OperationState, Type, ValueId};

use super::generic::YieldOp;
use super::structured::entry_block;

/// What the op that a region is written as takes.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    /// The elements of the inputs.
    Inputs,
    /// The initial element, then those of the inputs.
    InitAndInputs,
}

impl Takes {
    /// The operands of the op among the arguments of the region, the last of which is the initial element.
    fn operands(self, args: &[ValueId]) -> Option<SmallVec<[ValueId; 4]>> {
        let (&init, inputs) = args.split_last()?;
        Some(match self {
            Self::Inputs => inputs.into(),
            Self::InitAndInputs => std::iter::once(init).chain(inputs.iter().copied()).collect(),
        })
    }
}

/// Reads `{ op attributes }`, which stands before the operands, if it is there.
pub(super) fn parse_payload(p: &mut dyn OpParser) -> Fallible<Option<OperationState>> {
    if !p.optional_punct("{") {
        return Ok(None);
    }
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
    p.punct("}")?;
    Ok(Some(payload))
}

/// Makes the region of `payload`, or reads it. `element` gives the type of the argument for an operand.
pub(super) fn parse_region(
    p: &mut dyn OpParser,
    state: &mut OperationState,
    payload: Option<OperationState>,
    takes: Takes,
    element: fn(&Context, Type) -> Type,
) -> Fallible {
    match payload {
        Some(payload) => {
            fill_region(p, state, payload, takes, element);
            Ok(())
        }
        None => {
            let arguments = parse_arguments(p)?;
            p.region(state, &arguments)
        }
    }
}

fn parse_arguments(p: &mut dyn OpParser) -> Fallible<Vec<Argument>> {
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

fn fill_region(
    p: &mut dyn OpParser,
    state: &mut OperationState,
    mut payload: OperationState,
    takes: Takes,
    element: fn(&Context, Type) -> Type,
) {
    let region = p.body().create_region();
    state.regions.push(region);
    let block = p.body().append_block(region);
    let mut args = Vec::new();
    for &operand in &state.operands {
        let ty = p.body().value_type(operand);
        let ty = element(p.ctx(), ty);
        args.push(p.body().add_block_arg(block, ty, Location::UNKNOWN));
    }
    let location = payload.location;
    payload.operands.extend(takes.operands(&args).unwrap_or_default());
    let init = args.last().map(|&init| p.body().value_type(init));
    payload.results.extend(init);
    let op = p.body().create_op(payload);
    p.body().insert_op(op, InsertPoint::End(block));
    let results: Vec<ValueId> = p.body().results(op).collect();
    let end = YieldOp::build(p.ctx(), location, &results, &[]);
    let end = p.body().create_op(end);
    p.body().insert_op(end, InsertPoint::End(block));
}

/// The only op of the region beside its end, if it takes what it should and its results are yielded.
fn payload(op: OpRef<'_>, takes: Takes) -> Option<OpId> {
    let body = op.body;
    let block = entry_block(body, op.op)?;
    let first = body.block(block).first_op()?;
    let end = body.next_op(first)?;
    let args: Vec<ValueId> = body.block_args(block).collect();
    let wanted = takes.operands(&args)?;
    let is_short = body.next_op(end).is_none()
        && body.op(end).is(YieldOp::DEF)
        && body.op(first).num_results() > 0
        && body.op(first).num_operands() > 0
        && body.op_regions(first).is_empty()
        && body.operands(first).eq(wanted)
        && body.operands(end).eq(body.results(first));
    is_short.then_some(first)
}

/// Writes what [`parse_payload`] reads, if the region is that short; says whether it is.
pub(super) fn print_payload(p: &mut dyn OpPrinter, op: OpRef<'_>, takes: Takes) -> bool {
    let Some(payload) = payload(op, takes) else {
        return false;
    };
    let payload = op.body.op_ref(op.ctx, payload);
    p.text(" { ");
    p.text(payload.name());
    p.attr_dict_in_full(payload, &default_fastmath(payload));
    p.text(" }");
    true
}

/// Writes the region in full.
pub(super) fn print_region(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let Some(block) = entry_block(op.body, op.op) else {
        return;
    };
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

/// The flags of floating-point ops are not written where there are none.
fn default_fastmath(payload: OpRef<'_>) -> Vec<&'static str> {
    let none = payload.data().def().map(|def| payload.ctx.default_properties(def));
    let none = none.and_then(|defaults| defaults.get(payload.ctx, "fastmath"));
    match payload.property("fastmath") {
        Some(flags) if Some(flags) == none => vec!["fastmath"],
        _ => Vec::new(),
    }
}
