//! `convert-cf-to-llvm`: branches and assertions become those of the llvm dialect.

use asyncir_dialects::cf::{AssertOp, BranchOp, CondBranchOp, SwitchOp};
use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::conversion::ConversionPatterns;
use asyncir_ir::rewrite::{Rewriter, TypeConverter, ValueVec};
use asyncir_ir::{
    AttrKind, BlockId, Diagnostics, InsertPoint, Location, NamedAttribute, OpId, OperationState, OwnedOp, Type, ValueId,
};

use super::llvm_common::print_call::{PrintCall, SharedNamer, print_string, text_address};
use super::llvm_common::rewrites::NewAttributes;
use super::llvm_common::{INDEX_BITWIDTH, LlvmTypeConverter, LowerToLlvmOptions, convert_to_llvm, functions, ops};
use crate::r#async::error_message;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "convert-cf-to-llvm",
    class: "ConvertControlFlowToLLVMPass",
    summary: "Convert ControlFlow operations to the LLVM dialect",
    anchor: Some("builtin.module"),
    options: &[INDEX_BITWIDTH, error_message::OPTION],
    create: |options| {
        Ok(Box::new(CfToLlvm {
            error_messages: options.flag(error_message::OPTION.name)?,
            options: LowerToLlvmOptions::parse(options)?,
        }))
    },
};

struct CfToLlvm {
    error_messages: bool,
    options: LowerToLlvmOptions,
}

impl Pass for CfToLlvm {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        convert_to_llvm(op, cx, self.options, |converter, patterns, target| {
            target.unknown_dynamic(|op| !op.name().starts_with("cf."));
            populate(converter, patterns);
            populate_assert(converter, patterns, self.error_messages);
        })
    }
}

/// Adds the patterns of branches.
pub fn populate(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns) {
    let llvm = converter.clone();
    patterns.add_ranges(BranchOp::DEF, converter.converter(), move |rw, op, operands| {
        convert_branch(rw, op, operands, llvm.converter())
    });
    let llvm = converter.clone();
    patterns.add_ranges(CondBranchOp::DEF, converter.converter(), move |rw, op, operands| {
        convert_cond_branch(rw, op, operands, llvm.converter())
    });
    let llvm = converter.clone();
    patterns.add(SwitchOp::DEF, converter.converter(), move |rw, op, operands| {
        convert_switch(rw, op, operands, llvm.converter())
    });
}

/// Adds the pattern of `cf.assert`, which prints its message and aborts, or gives it to asyncir's runtime with its place.
pub(super) fn populate_assert(converter: &LlvmTypeConverter, patterns: &mut ConversionPatterns, error_messages: bool) {
    let namer = SharedNamer::default();
    patterns.add(AssertOp::DEF, converter.converter(), move |rw, op, operands| {
        convert_assert(rw, op, operands[0], error_messages, &namer)
    });
}

fn types_of(rw: &Rewriter<'_>, values: &[ValueId]) -> Vec<Type> {
    values.iter().map(|&value| rw.body.value_type(value)).collect()
}

/// The destination of a branch that passes `operands`, its arguments converted if they are not yet.
fn converted_block(
    rw: &mut Rewriter<'_>,
    block: BlockId,
    operands: &[ValueId],
    converter: &TypeConverter,
) -> Option<BlockId> {
    let expected = types_of(rw, operands);
    let actual: Vec<Type> = rw.body.block_args(block).map(|arg| rw.body.value_type(arg)).collect();
    if actual == expected {
        return Some(block);
    }
    let signature = converter.convert_block_signature(rw.ctx, rw.body, block)?;
    (signature.types() == expected).then(|| rw.convert_block_signature(block, &signature, Some(converter)))
}

fn flatten(operands: &[ValueVec]) -> Vec<ValueId> {
    operands.iter().flatten().copied().collect()
}

fn convert_branch(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueVec], converter: &TypeConverter) -> Option<()> {
    let (ctx, loc, data) = (rw.ctx, rw.location_of(op), rw.body.op(op));
    let attrs: Vec<NamedAttribute> = data.attrs().as_dict(ctx).unwrap_or_default().to_vec();
    let operands = flatten(operands);
    let dest = rw.body.successor(op, 0);
    let dest = converted_block(rw, dest, &operands, converter)?;
    let split = NewAttributes::split(ctx, llvm::BrOp::DEF, &attrs);
    let mut state = OperationState::of(llvm::BrOp::DEF, loc)
        .operands(&operands)
        .successors(&[dest]);
    state.properties = split.properties;
    state.attrs = split.attrs;
    rw.replace_with(op, state);
    Some(())
}

fn convert_cond_branch(
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueVec],
    converter: &TypeConverter,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let view = CondBranchOp(rw.body.op_ref(ctx, op));
    let (num_true, weights, attrs) = (
        view.trueDestOperands().len(),
        view.branch_weights(),
        rw.body.op(op).attrs(),
    );
    let (condition, rest) = operands.split_first()?;
    let &[condition] = &condition[..] else {
        return None;
    };
    let (on_true, on_false) = rest.split_at_checked(num_true)?;
    let (on_true, on_false) = (flatten(on_true), flatten(on_false));
    let true_dest = rw.body.successor(op, 0);
    let true_dest = converted_block(rw, true_dest, &on_true, converter)?;
    // Asked for only now: both may lead to the same block, which then has been converted.
    let false_dest = rw.body.successor(op, 1);
    let false_dest = converted_block(rw, false_dest, &on_false, converter)?;
    let all = [&[condition], &on_true[..], &on_false[..]].concat();
    let mut state = OperationState::of(llvm::CondBrOp::DEF, loc)
        .operands(&all)
        .successors(&[true_dest, false_dest]);
    state.set_properties(
        ctx,
        &[("branch_weights", weights)],
        &[1, on_true.len() as i32, on_false.len() as i32],
    );
    state.attrs = attrs;
    rw.replace_with(op, state);
    Some(())
}

fn convert_switch(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &TypeConverter) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let view = SwitchOp(rw.body.op_ref(ctx, op));
    let num_default = view.defaultOperands().len();
    let sizes: Vec<usize> = view.cases().iter().map(|case| case.operands.len()).collect();
    let values = view.case_values();
    let segments = view.case_operand_segments();
    let (&flag, rest) = operands.split_first()?;
    let (defaults, mut rest) = rest.split_at_checked(num_default)?;
    let cases = rest;
    let default_dest = rw.body.successor(op, 0);
    let mut dests = vec![converted_block(rw, default_dest, defaults, converter)?];
    for (index, size) in sizes.into_iter().enumerate() {
        let (own, others) = rest.split_at_checked(size)?;
        let dest = rw.body.successor(op, index + 1);
        dests.push(converted_block(rw, dest, own, converter)?);
        rest = others;
    }
    let all = [&[flag], defaults, cases].concat();
    let mut state = OperationState::of(llvm::SwitchOp::DEF, loc)
        .operands(&all)
        .successors(&dests);
    let given = [("case_values", values), ("case_operand_segments", segments)];
    state.set_properties(ctx, &given, &[1, defaults.len() as i32, cases.len() as i32]);
    rw.replace_with(op, state);
    Some(())
}

fn convert_assert(
    rw: &mut Rewriter<'_>,
    op: OpId,
    condition: ValueId,
    error_messages: bool,
    namer: &SharedNamer,
) -> Option<()> {
    let (ctx, loc) = (rw.ctx, rw.location_of(op));
    let AttrKind::String { value: text, .. } = rw.body.op(op).property(ctx, "msg")?.kind(ctx) else {
        return None;
    };
    let block = rw.body.parent_block(op)?;
    let region = rw.body.parent_region(op)?;
    rw.symbols()?;
    let message = error_messages.then(|| error_message::of_assertion(rw.body.op_ref(ctx, op)));
    let next = rw.split_block(InsertPoint::Before(op));
    let failed = rw.create_block(region, None, &[]);
    match message {
        Some(message) => fail(rw, loc, &message, namer),
        None => print_and_abort(rw, loc, text, namer),
    }
    ops::unreachable_op(rw, loc);

    rw.set_end(block);
    let mut state = OperationState::of(llvm::CondBrOp::DEF, loc)
        .operands(&[condition])
        .successors(&[next, failed]);
    state.set_properties(ctx, &[], &[1, 0, 0]);
    rw.insert(state);
    rw.erase(op);
    Some(())
}

fn print_and_abort(rw: &mut Rewriter<'_>, loc: Location, text: &[u8], namer: &SharedNamer) {
    let call = PrintCall {
        symbol: "assert_msg",
        text,
        newline: false,
        printer: functions::puts(rw.ctx),
    };
    if let Err(diagnostic) = print_string(rw, loc, &call, namer) {
        rw.report(diagnostic);
    }
    let abort = functions::abort(rw.ctx);
    // Unlike other functions of the runtime, it is taken whatever its type is.
    let _ = functions::lookup_or_create_at(rw, Some(Location::UNKNOWN), &abort);
    ops::call(rw, loc, rw.ctx.ident(abort.name), &[], None);
}

/// Lets the runtime end the program with a message.
fn fail(rw: &mut Rewriter<'_>, loc: Location, message: &str, namer: &SharedNamer) {
    let address = text_address(rw, loc, "assert_msg", [message.as_bytes(), &[0]].concat(), namer);
    let length = rw.ctx.i64_attr(message.len() as i64);
    let length = ops::constant(rw, loc, Type::I64, length);
    let fail = functions::runtime_fail(rw.ctx);
    if let Some(callee) = functions::callee(rw, &fail) {
        ops::call(rw, loc, callee, &[address, length], None);
    }
}
