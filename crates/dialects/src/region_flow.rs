//! Checks of the values that control flow carries: into regions, between them and out of them, and to blocks.

use std::ops::Range;

use asyncir_ir::asm::OpParser;
use asyncir_ir::def::{ForwardedOperands, OpDef};
use asyncir_ir::{Fallible, OpRef, Type};

/// Where control comes from: the op itself, or the end of one of its regions.
#[derive(Debug, Clone, Copy)]
pub enum Point<'a> {
    /// The op.
    Parent,
    /// A terminator in one of its regions.
    Op(OpRef<'a>),
}

/// Checks that the operands that control flow carries from `from` to the region with the index `to`, or out of the op
/// for `None`, are what arrives there.
pub fn check(
    op: OpRef<'_>,
    from: Point<'_>,
    to: Option<usize>,
    operands: &[Type],
    inputs: &[Type],
    compatible: impl Fn(Type, Type) -> bool,
) -> Fallible {
    let edge = || {
        let from = match from {
            Point::Parent => "parent".to_owned(),
            Point::Op(end) => format!("Operation {}", end.name()),
        };
        let to = to.map_or_else(|| "parent".to_owned(), |region| format!("Region #{region}"));
        format!("along control flow edge from {from} to {to}")
    };
    let location = match from {
        Point::Parent => op.location(),
        Point::Op(end) => end.location(),
    };
    if operands.len() != inputs.len() {
        let (edge, got, want) = (edge(), operands.len(), inputs.len());
        let error = op.error(format_args!(
            "{edge}: region branch point has {got} operands, but region successor needs {want} inputs"
        ));
        return Err(error.with_note(location, "region branch point"));
    }
    let Some(index) = operands.iter().zip(inputs).position(|(&a, &b)| !compatible(a, b)) else {
        return Ok(());
    };
    let (edge, got, want) = (
        edge(),
        op.ctx.show_type(operands[index]),
        op.ctx.show_type(inputs[index]),
    );
    let error = op.error(format_args!(
        "{edge}: successor operand type #{index} '{got}' should match successor input type #{index} '{want}'"
    ));
    Err(error.with_note(location, "region branch point"))
}

/// Checks that the operands that a branch passes to its successors are what the arguments of these take.
pub fn check_branch(op: OpRef<'_>) -> Fallible {
    let Some((def, branch)) = op.data().def().and_then(|def| Some((def, def.hooks.branch?))) else {
        return Ok(());
    };
    let is_switch = op.property("case_operand_segments").is_some();
    let mut cases = is_switch.then(|| case_operands(def, op));
    for (index, dest) in op.body.successors(op.op).enumerate() {
        let ForwardedOperands {
            produced,
            range: operands,
            ..
        } = match &mut cases {
            Some(cases) if index > 0 => ForwardedOperands::part_of_slot(cases.next().unwrap_or(0..0), 2),
            _ => branch(op, index),
        };
        let args = op.body.block_args(dest);
        let (passed, expected) = (produced + operands.len(), args.len());
        if passed != expected {
            return Err(op.bare_error(format!(
                "branch has {passed} operands for successor #{index}, but target block has {expected}"
            )));
        }
        let got = operands.map(|operand| op.operand_type(operand));
        let want = args.skip(produced).map(|arg| op.body.value_type(arg));
        if let Some(arg) = got.zip(want).position(|(got, want)| got != want) {
            let number = produced + arg;
            let message = format!("type mismatch for bb argument #{number} of successor #{index}");
            return Err(op.bare_error(message));
        }
    }
    Ok(())
}

/// The type of what a switch chooses by: an integer.
pub fn parse_flag_type(p: &mut dyn OpParser) -> Fallible<Type> {
    let at = p.position();
    let ty = p.ty()?;
    if !ty.is_int(p.ctx()) {
        return Err(p.wrong_kind(at, "builtin.integer", ty));
    }
    Ok(ty)
}

/// The value of a case: a number of 64 bits, as in MLIR, or any that the type has, because these are printed.
pub fn parse_case_value(p: &mut dyn OpParser, ty: Type) -> Fallible<i128> {
    let at = p.position();
    let value = p.integer()?;
    let is_of_type = match ty.int_width(p.ctx()) {
        Some(width) if width < 128 => {
            let values = 1i128 << width;
            (-(values >> 1)..values).contains(&value)
        }
        width => width == Some(128),
    };
    if i64::try_from(value).is_err() && !is_of_type {
        return Err(p.error(at, "integer value too large"));
    }
    Ok(value)
}

/// What a switch passes to a successor, as a [`BranchHook`](asyncir_ir::def::BranchHook) says it: the second group of its
/// operands to the first one, and of the third group to the others as many as `case_operand_segments` says.
pub fn switch_operands(def: &OpDef, op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    let Some(case) = successor.checked_sub(1) else {
        return ForwardedOperands::of_slot(def, op, 1);
    };
    let all = def.operand_range(op, 2);
    let range = if all.is_empty() {
        all
    } else {
        case_operands(def, op).nth(case).unwrap_or(0..0)
    };
    ForwardedOperands::part_of_slot(range, 2)
}

/// What a switch passes to each of its cases. For all of them, this is faster than [`switch_operands`] for one by one.
pub fn case_operands(def: &OpDef, op: OpRef<'_>) -> impl Iterator<Item = Range<usize>> {
    let sizes = op.property("case_operand_segments");
    let sizes = sizes.and_then(|attr| attr.dense_ints(op.ctx)).into_iter().flatten();
    let Range { start, end: most } = def.operand_range(op, 2);
    sizes.scan(start, move |start, size| {
        let end = start.saturating_add(usize::try_from(size).unwrap_or(0));
        let range = std::mem::replace(start, end)..end;
        Some(if end <= most { range } else { 0..0 })
    })
}

/// Checks that each successor has a branch weight, if any has, and that some is not zero.
pub fn check_branch_weights(op: OpRef<'_>) -> Fallible {
    let weights = op
        .property("branch_weights")
        .and_then(|attr| attr.as_dense_ints(op.ctx))
        .unwrap_or_default();
    let (got, want) = (weights.len(), op.data().num_successors());
    if weights.is_empty() {
        return Ok(());
    }
    if got != want {
        return Err(op.bare_error(format!(
            "expects number of branch weights to match number of successors: {got} vs {want}"
        )));
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err(op.bare_error("branch weights cannot all be zero"));
    }
    Ok(())
}
