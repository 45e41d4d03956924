//! `llvm.switch`: its form, verifier and branches.

use std::ops::Range;

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::def::{ForwardedOperands, OpView};
use asyncir_ir::{ApInt, Attribute, BlockId, Context, Fallible, OpRef, OperationState, Signedness, Type, ValueId};

use super::SwitchOp;
use crate::constant_fold::{from_numbers, number_count, numbers};
use crate::region_flow::{
    case_operands, check_branch, check_branch_weights, parse_case_value, parse_flag_type, switch_operands,
};

/// The values of the cases, in order.
pub fn case_values(ctx: &Context, attr: Option<Attribute>) -> Vec<ApInt> {
    let Some(attr) = attr else { return Vec::new() };
    let Some(found) = numbers(ctx, attr) else {
        return Vec::new();
    };
    if found.splat {
        let count = usize::try_from(number_count(ctx, attr)).unwrap_or(0);
        vec![found.values.first().cloned().unwrap_or(ApInt::zero(1)); count]
    } else {
        found.values
    }
}

/// The attribute that holds the values of cases; none for no cases.
pub fn case_values_attr(ctx: &Context, ty: Type, values: &[ApInt]) -> Option<Attribute> {
    if values.is_empty() {
        return None;
    }
    from_numbers(ctx, ctx.vector_type(&[values.len() as i64], ty), values, false)
}

/// Reads `^block(%a, %b : type, type)`.
pub(super) fn parse_target(p: &mut dyn OpParser) -> Fallible<(BlockId, Vec<ValueId>)> {
    let block = p.successor()?;
    if !p.optional_punct("(") {
        return Ok((block, Vec::new()));
    }
    let at = p.position();
    let operands = p.operand_list(Delimiter::None)?;
    p.punct(":")?;
    let types = p.type_list()?;
    p.punct(")")?;
    Ok((block, p.resolve_all(&operands, &types, at)?))
}

/// `%value : type, ^default(...) [ 0: ^block(...), ... ] {attributes}`
pub fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let value = p.operand()?;
    p.punct(":")?;
    let ty = parse_flag_type(p)?;
    p.punct(",")?;
    let (default, default_operands) = parse_target(p)?;
    state.successors.push(default);
    state.operands.push(p.resolve(value, ty)?);
    state.operands.extend_from_slice(&default_operands);
    let (mut values, mut segments) = (Vec::new(), Vec::new());
    p.punct("[")?;
    if !p.optional_punct("]") {
        let width = ty.int_width(p.ctx()).unwrap_or(64);
        loop {
            values.push(ApInt::from_i128(width, parse_case_value(p, ty)?));
            p.punct(":")?;
            let (block, operands) = parse_target(p)?;
            state.successors.push(block);
            state.operands.extend_from_slice(&operands);
            segments.push(operands.len() as i32);
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct("]")?;
    }
    p.attr_dict(state)?;
    let ctx = p.ctx();
    let sizes = [1, default_operands.len() as i32, segments.iter().sum()];
    let given = [
        ("case_values", case_values_attr(ctx, ty, &values)),
        ("case_operand_segments", Some(ctx.dense_i32_array(&segments))),
        ("operandSegmentSizes", Some(ctx.dense_i32_array(&sizes))),
    ];
    for (name, attr) in given {
        state.properties = ctx.dict_with(state.properties, name, attr);
    }
    Ok(())
}

/// Writes what [`parse`] reads.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let successors: Vec<BlockId> = op.body.successors(op.op).collect();
    p.text(" ");
    p.operand(op.operand(0));
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", ");
    let operands = |range: Range<usize>| -> Vec<ValueId> { range.map(|index| op.operand(index)).collect() };
    if let Some(&default) = successors.first() {
        p.successor_and_operands(default, &operands(SwitchOp::DEF.operand_range(op, 1)));
    }
    p.text(" [");
    p.new_line();
    let values = case_values(op.ctx, op.property("case_values"));
    let count = values.len();
    let mut ranges = case_operands(SwitchOp::DEF, op);
    for (case, (value, &block)) in values.iter().zip(successors.iter().skip(1)).enumerate() {
        p.text(&format!("  {}: ", value.print(Signedness::Signed)));
        p.successor_and_operands(block, &operands(ranges.next().unwrap_or(0..0)));
        if case + 1 < count {
            p.text(",");
        }
        p.new_line();
    }
    p.text("]");
    p.attr_dict(op, &["case_values", "case_operand_segments", "operandSegmentSizes"]);
}

/// There are as many values as cases, of the type of what is switched on.
pub fn verify(op: OpRef<'_>) -> Fallible {
    check_branch(op)?;
    let cases = op.data().num_successors().saturating_sub(1);
    let attr = op.property("case_values");
    let values = attr.map_or(0, |attr| number_count(op.ctx, attr));
    if values != cases as u64 {
        return Err(op.error("expects number of case values to match number of case destinations"));
    }
    check_branch_weights(op)?;
    let element = attr.map(|attr| attr.ty(op.ctx).element_or_self(op.ctx));
    if element.is_some_and(|ty| ty != op.operand_type(0)) {
        return Err(op.error("expects case value type to match condition value type"));
    }
    Ok(())
}

/// Each successor has its operands.
pub fn branch(op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    switch_operands(SwitchOp::DEF, op, successor)
}
