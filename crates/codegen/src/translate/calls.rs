//! Calls of functions, of inline assembly and of intrinsics by name; exception handling pads.

use asyncir_ir::{Attribute, Fallible, OpRef, Type, ValueId};

use super::attributes as attrs;
use super::branches;
use super::branches::operand_segment;
use super::functions::FunctionWriter;
use super::instructions::{fast_math, is_float};
use super::metadata;
use super::state::failed;
use super::text::{joined, name, put, quoted};
use crate::dialect::{LlvmType, array, flag, integer, integers, string, symbol, type_attr};

/// Writes `op` if it is one of them.
pub(super) fn write(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, mnemonic: &str) -> Fallible<bool> {
    let text = match mnemonic {
        "call" => call(writer, op)?,
        "call_intrinsic" => call_intrinsic(writer, op)?,
        "inline_asm" => inline_asm(writer, op)?,
        "landingpad" => landingpad(writer, op)?,
        _ => return Ok(false),
    };
    writer.line(op, &text);
    Ok(true)
}

/// `tail `, `musttail `, `notail ` or nothing.
fn tail_kind(op: OpRef<'_>, property: &'static str) -> &'static str {
    match integer(op, property) {
        Some(1) => "tail ",
        Some(2) => "musttail ",
        Some(3) => "notail ",
        _ => "",
    }
}

fn call(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let tail = tail_kind(op, "TailCallKind");
    let flags = float_flags(writer, op)?;
    Ok(format!(
        "{tail}call {flags}{}{}{}{}",
        callee(writer, op)?,
        attrs::of_call(op, writer.state.options),
        bundles(writer, op, 1)?,
        metadata::of_access(writer, op)
    ))
}

/// The call of an `invoke`, with its two successors.
pub(super) fn invoke(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let call = format!("{}{}", callee(writer, op)?, bundles(writer, op, 3)?);
    let (normal, unwind) = (writer.successor(op, 0)?, writer.successor(op, 1)?);
    let weights = branches::weights(writer, op);
    Ok(format!("invoke {call}\n          to {normal} unwind {unwind}{weights}"))
}

/// The fast-math flags of a call; LLVM allows them only on calls that return floats.
fn float_flags(writer: &FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    Ok(if is_float(writer, op)? {
        fast_math(op)
    } else {
        String::new()
    })
}

/// Convention, result, callee and arguments of a call or invoke.
fn callee(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let operands = operand_segment(op, 0)?;
    let (target, arguments) = match symbol(op, "callee") {
        Some(callee) => (name('@', callee), &operands[..]),
        None => {
            let (&pointer, arguments) = operands.split_first().ok_or_else(|| failed(op))?;
            (writer.value(op, pointer)?, arguments)
        }
    };
    let convention = attrs::calling_convention(op);
    let result_attrs = parameter_attrs(writer, op, attrs::entry(op, "res_attrs", 0))?;
    let ty = match type_attr(op, "var_callee_type") {
        Some(ty) => writer.ty(op, ty)?,
        None => writer.result_type(op)?,
    };
    let dicts = array(op, "arg_attrs");
    let arguments = arguments_with(writer, op, arguments, dicts)?;
    Ok(format!("{convention}{result_attrs}{ty} {target}({arguments})"))
}

fn parameter_attrs(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, dict: Attribute) -> Fallible<String> {
    attrs::parameter(writer.state, dict, op.location())
}

/// `i32 noundef %1, ptr %2`
fn arguments_with(
    writer: &mut FunctionWriter<'_, '_, '_>,
    op: OpRef<'_>,
    values: &[ValueId],
    dicts: &[Attribute],
) -> Fallible<String> {
    let mut list = Vec::with_capacity(values.len());
    for (index, &value) in values.iter().enumerate() {
        let dict = dicts.get(index).copied().unwrap_or(Attribute::EMPTY_DICT);
        list.push(argument(writer, op, value, dict)?);
    }
    Ok(joined(list, ", "))
}

/// An argument with its type and attributes.
pub(super) fn argument(
    writer: &mut FunctionWriter<'_, '_, '_>,
    op: OpRef<'_>,
    value: ValueId,
    dict: Attribute,
) -> Fallible<String> {
    let words = parameter_attrs(writer, op, dict)?;
    let ty = writer.ty(op, writer.body.value_type(value))?;
    Ok(format!("{ty} {words}{}", writer.value(op, value)?))
}

/// Operand bundles with a space in front; their operands are the segment of that index.
pub(super) fn bundles(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, segment: usize) -> Fallible<String> {
    let (tags, sizes) = (array(op, "op_bundle_tags"), integers(op, "op_bundle_sizes"));
    if sizes.is_empty() {
        return Ok(String::new());
    }
    bundle_list(writer, op, tags, &sizes, &operand_segment(op, segment)?)
}

/// Operand bundles with a space in front.
pub(super) fn bundle_list(
    writer: &mut FunctionWriter<'_, '_, '_>,
    op: OpRef<'_>,
    tags: &[Attribute],
    sizes: &[i64],
    operands: &[ValueId],
) -> Fallible<String> {
    let mut rest = operands;
    let mut list = Vec::with_capacity(sizes.len());
    for (tag, &size) in tags.iter().zip(sizes) {
        let size = usize::try_from(size)
            .ok()
            .filter(|&size| size <= rest.len())
            .ok_or_else(|| failed(op))?;
        let (values, others) = rest.split_at(size);
        rest = others;
        let tag = tag.as_str(op.ctx).ok_or_else(|| failed(op))?;
        list.push(format!(
            "{}({})",
            quoted(tag.as_bytes()),
            arguments_with(writer, op, values, &[])?
        ));
    }
    Ok(if list.is_empty() {
        String::new()
    } else {
        format!(" [ {} ]", joined(list, ", "))
    })
}

/// LLVM declares the intrinsic itself, with the overload that the types of the call ask for.
fn call_intrinsic(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let intrinsic = string(op, "intrin").ok_or_else(|| failed(op))?;
    let flags = float_flags(writer, op)?;
    let result_attrs = parameter_attrs(writer, op, attrs::entry(op, "res_attrs", 0))?;
    let result = writer.result_type(op)?;
    let arguments = arguments_with(writer, op, &operand_segment(op, 0)?, array(op, "arg_attrs"))?;
    let bundles = bundles(writer, op, 1)?;
    Ok(format!(
        "call {flags}{result_attrs}{result} {}({arguments}){bundles}",
        name('@', intrinsic)
    ))
}

fn inline_asm(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let text = string(op, "asm_string").ok_or_else(|| failed(op))?;
    let constraints = string(op, "constraints").ok_or_else(|| failed(op))?;
    let mut words = String::new();
    for (set, word) in [
        (flag(op, "has_side_effects"), "sideeffect "),
        (flag(op, "is_align_stack"), "alignstack "),
        (integer(op, "asm_dialect") == Some(1), "inteldialect "),
    ] {
        words.push_str(if set { word } else { "" });
    }
    let arguments = asm_arguments(writer, op)?;
    let (tail, result) = (tail_kind(op, "tail_call_kind"), writer.result_type(op)?);
    let (text, constraints) = (quoted(text.as_bytes()), quoted(constraints.as_bytes()));
    Ok(format!(
        "{tail}call {result} asm {words}{text}, {constraints}({arguments})"
    ))
}

/// The only attribute that an operand of inline assembly can have is the type it points to.
fn asm_arguments(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let dicts = array(op, "operand_attrs");
    let mut list = Vec::new();
    for (index, value) in op.operands().into_iter().enumerate() {
        let element: Option<Type> = dicts
            .get(index)
            .and_then(|dict| dict.get(op.ctx, "elementtype"))
            .and_then(|ty| ty.as_type(op.ctx));
        let mut text = writer.ty(op, writer.body.value_type(value))?;
        if let Some(element) = element {
            put!(text, " elementtype({})", writer.ty(op, element)?);
        }
        put!(text, " {}", writer.value(op, value)?);
        list.push(text);
    }
    Ok(joined(list, ", "))
}

fn landingpad(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let mut text = format!("landingpad {}", writer.result_type(op)?);
    if flag(op, "cleanup") {
        text.push_str("\n          cleanup");
    }
    for value in op.operands() {
        let kind = writer.state.types.kind(writer.body.value_type(value), op.location())?;
        let clause = if matches!(kind, LlvmType::Array(..)) {
            "filter"
        } else {
            "catch"
        };
        put!(text, "\n          {clause} {}", writer.typed(op, value)?);
    }
    Ok(text)
}
