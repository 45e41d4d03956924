//! Terminators.

use std::ops::Range;

use asyncir_ir::{AttrKind, Fallible, OpRef, ValueId};

use super::calls;
use super::constant::integer_text;
use super::functions::FunctionWriter;
use super::metadata;
use super::state::failed;
use super::text::{joined, put};
use crate::dialect::{attr, integers};

/// Writes `op` if it is a terminator.
pub(super) fn write(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>, mnemonic: &str) -> Fallible<bool> {
    let text = match mnemonic {
        "return" if op.data().num_operands() == 0 => "ret void".to_owned(),
        "return" => format!("ret {}", writer.typed_operand(op, 0)?),
        "unreachable" => "unreachable".to_owned(),
        "resume" => format!("resume {}", writer.typed_operand(op, 0)?),
        "br" => format!("br {}{}", writer.successor(op, 0)?, metadata::of_loop(writer, op)),
        "cond_br" => {
            let condition = writer.typed_operand(op, 0)?;
            let (taken, other) = (writer.successor(op, 0)?, writer.successor(op, 1)?);
            let weights = weights(writer, op);
            format!(
                "br {condition}, {taken}, {other}{weights}{}",
                metadata::of_loop(writer, op)
            )
        }
        "switch" => switch(writer, op)?,
        "indirectbr" => {
            let targets = (0..op.data().num_successors()).map(|index| writer.successor(op, index));
            let targets: Vec<String> = targets.collect::<Fallible<_>>()?;
            format!(
                "indirectbr {}, [{}]",
                writer.typed_operand(op, 0)?,
                joined(targets, ", ")
            )
        }
        "invoke" => calls::invoke(writer, op)?,
        _ => return Ok(false),
    };
    writer.line(op, &text);
    Ok(true)
}

/// `, !prof !N`
pub(super) fn weights(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> String {
    let weights = integers(op, "branch_weights");
    if weights.is_empty() {
        return String::new();
    }
    format!(", !prof !{}", writer.state.metadata.branch_weights(&weights))
}

fn switch(writer: &mut FunctionWriter<'_, '_, '_>, op: OpRef<'_>) -> Fallible<String> {
    let ty = writer.operand_type(op, 0)?;
    let ty = writer.ty(op, ty)?;
    let mut text = format!(
        "switch {}, {} [",
        writer.typed_operand(op, 0)?,
        writer.successor(op, 0)?
    );
    for (index, value) in case_values(op).iter().enumerate() {
        put!(text, "\n    {ty} {value}, {}", writer.successor(op, index + 1)?);
    }
    put!(
        text,
        "{}]{}",
        if text.ends_with('[') { " " } else { "\n  " },
        weights(writer, op)
    );
    Ok(text)
}

/// The case values, a dense elements attribute of integers.
fn case_values(op: OpRef<'_>) -> Vec<String> {
    let Some(AttrKind::DenseElements { ty, splat, data }) = attr(op, "case_values").map(|values| values.kind(op.ctx))
    else {
        return Vec::new();
    };
    let width = ty.element_or_self(op.ctx).int_width(op.ctx).unwrap_or(64);
    let bytes = width.div_ceil(8).max(1) as usize;
    let text = |chunk: &[u8]| integer_text(&asyncir_ir::ApInt::from_le_bytes(width, chunk));
    let cases = op.data().num_successors().saturating_sub(1);
    if *splat {
        return vec![text(data); cases];
    }
    data.chunks_exact(bytes).map(text).take(cases).collect()
}

/// The operands that a terminator passes to the successor of that index.
pub(crate) fn successor_operands(op: OpRef<'_>, successor: usize) -> Option<Vec<ValueId>> {
    let range = operand_range(op, successor)?;
    op.operands().get(range).map(<[ValueId]>::to_vec)
}

fn operand_range(op: OpRef<'_>, successor: usize) -> Option<Range<usize>> {
    let count = op.data().num_operands();
    match op.name().strip_prefix("llvm.")? {
        "br" => Some(0..count),
        "cond_br" => segment(&integers(op, "operandSegmentSizes"), 0, successor + 1),
        "invoke" => segment(&integers(op, "operandSegmentSizes"), 0, successor + 1),
        "indirectbr" => segment(&integers(op, "indbr_operand_segments"), 1, successor),
        "switch" => {
            let segments = integers(op, "operandSegmentSizes");
            match successor {
                0 => segment(&segments, 0, 1),
                _ => {
                    let first = segment(&segments, 0, 2)?.start;
                    segment(&integers(op, "case_operand_segments"), first, successor - 1)
                }
            }
        }
        _ => None,
    }
}

/// The operands of the segment at `index`, the first segment starting at `start`.
pub(super) fn segment(sizes: &[i64], start: usize, index: usize) -> Option<Range<usize>> {
    let size = |size: &i64| usize::try_from(*size).ok();
    let before: usize = sizes.get(..index)?.iter().map(size).sum::<Option<usize>>()?;
    let first = start + before;
    Some(first..first + size(sizes.get(index)?)?)
}

/// The operands of a segment of the op.
pub(crate) fn operand_segment(op: OpRef<'_>, index: usize) -> Fallible<Vec<ValueId>> {
    let range = segment(&integers(op, "operandSegmentSizes"), 0, index);
    let values = range.and_then(|range| op.operands().get(range).map(<[ValueId]>::to_vec));
    values.ok_or_else(|| failed(op))
}
