//! Memory attributions: buffers in the memory of a workgroup or of a thread that a kernel declares in its head.

use asyncir_ir::asm::{Argument, OpParser, OpPrinter};
use asyncir_ir::{Attribute, Body, Context, Fallible, OpRef, OperationState, TypeKind, ValueId};

use super::types::{ADDRESS_SPACE, ADDRESS_SPACES};

/// The discardable attribute with the number of buffers in the memory of the workgroup.
pub(super) const NUM_WORKGROUP: &str = "workgroup_attributions";

/// Reads `keyword(%name : type {attributes}, ...)` if it is there.
pub(super) fn parse(p: &mut dyn OpParser, keyword: &str, attrs: bool) -> Fallible<Vec<Argument>> {
    let mut arguments = Vec::new();
    if !p.optional_keyword(keyword) {
        return Ok(arguments);
    }
    p.punct("(")?;
    if p.optional_punct(")") {
        return Ok(arguments);
    }
    loop {
        arguments.push(p.argument(true, attrs)?);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok(arguments)
}

/// Notes how many buffers of the workgroup there are.
pub(super) fn set_num_workgroup(ctx: &Context, state: &mut OperationState, count: usize) {
    let count = ctx.i64_attr(count as i64);
    state.attrs = ctx.dict_with(state.attrs, NUM_WORKGROUP, Some(count));
}

/// Prints the buffers of one kind with their attributes, dictionaries.
pub(super) fn print(p: &mut dyn OpPrinter, keyword: &str, body: &Body, args: &[ValueId], attrs: &[Attribute]) {
    if args.is_empty() {
        return;
    }
    p.text(" ");
    p.text(keyword);
    p.text("(");
    for (index, &arg) in args.iter().enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        p.operand(arg);
        p.text(" : ");
        p.ty(body.value_type(arg));
        if let Some(&attrs) = attrs.get(index).filter(|&&attrs| attrs != Attribute::EMPTY_DICT) {
            p.text(" ");
            p.attribute_without_type(attrs);
        }
    }
    p.text(")");
}

/// The buffers among the arguments of the entry block, behind `first` others: of the workgroup, and of the thread.
pub(super) fn split<'a>(op: OpRef<'_>, args: &'a [ValueId], first: usize) -> (&'a [ValueId], &'a [ValueId]) {
    let count = op
        .data()
        .attr(op.ctx, NUM_WORKGROUP)
        .and_then(|attr| attr.as_i64(op.ctx));
    let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let buffers = args.get(first..).unwrap_or_default();
    buffers.split_at(count.min(buffers.len()))
}

/// How many buffers of the workgroup there should be.
pub(super) fn num_workgroup(op: OpRef<'_>) -> usize {
    let count = op
        .data()
        .attr(op.ctx, NUM_WORKGROUP)
        .and_then(|attr| attr.as_i64(op.ctx));
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}

/// Checks that buffers are memory of the given space.
pub(super) fn verify(op: OpRef<'_>, body: &Body, args: &[ValueId], space: &str) -> Fallible {
    for &arg in args {
        let TypeKind::MemRef { memory_space, .. } = body.value_type(arg).kind(op.ctx) else {
            return Err(op.error("expected memref type in attribution"));
        };
        let found = memory_space.and_then(|space| space.params_of(op.ctx, &ADDRESS_SPACE)?.first()?.as_i64(op.ctx));
        if found.is_some_and(|found| ADDRESS_SPACES.keyword(found) != Some(space)) {
            return Err(op.error(format_args!("expected memory space {space} in attribution")));
        }
    }
    Ok(())
}
