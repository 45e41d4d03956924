//! `async.coro` ops become LLVM's coroutine intrinsics (<https://llvm.org/docs/Coroutines.html>, switched resumption).

use asyncir_dialects::r#async::{CoroBeginOp, CoroEndOp, CoroFreeOp, CoroIdOp, CoroSaveOp, CoroSuspendOp};
use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::{ConversionPatterns, Rewriter};
use asyncir_ir::{AttrKind, Attribute, BlockId, OpId, Type, ValueId};

use super::types::Converters;
use crate::conversion::llvm_common::functions;
use crate::conversion::llvm_common::{ops, types};

pub(super) fn add_patterns(patterns: &mut ConversionPatterns, converters: &Converters) {
    let converter = &converters.runtime;
    patterns.add(CoroIdOp::DEF, converter, |rw, op, _| id(rw, op));
    patterns.add(CoroBeginOp::DEF, converter, |rw, op, operands| {
        begin(rw, op, operands[0])
    });
    patterns.add(CoroFreeOp::DEF, converter, free);
    patterns.add(CoroEndOp::DEF, converter, |rw, op, operands| end(rw, op, operands[0]));
    patterns.add(CoroSaveOp::DEF, converter, |rw, op, operands| {
        let (location, token) = (rw.location_of(op), llvm::types::make::token(rw.ctx));
        let state = ops::simple(rw, llvm::CoroSaveIntrOp::DEF, location, operands, token);
        rw.replace(op, &[state]);
        Some(())
    });
    patterns.add(CoroSuspendOp::DEF, converter, |rw, op, operands| {
        suspend(rw, op, operands[0])
    });
}

fn id(rw: &mut Rewriter<'_>, op: OpId) -> Option<()> {
    let location = rw.location_of(op);
    let (ptr, token) = (types::ptr(rw.ctx), llvm::types::make::token(rw.ctx));
    let zero = rw.ctx.i32_attr(0);
    let zero = ops::constant(rw, location, Type::I32, zero);
    let null = ops::zero(rw, location, ptr);
    let id = ops::simple(rw, llvm::CoroIdIntrOp::DEF, location, &[zero, null, null, null], token);
    rw.replace(op, &[id]);
    Some(())
}

/// Allocates the frame. `aligned_alloc` wants a size that is a multiple of the alignment, so it is rounded up.
fn begin(rw: &mut Rewriter<'_>, op: OpId, id: ValueId) -> Option<()> {
    let (ctx, location, ptr) = (rw.ctx, rw.location_of(op), types::ptr(rw.ctx));
    let i64 = Type::I64;
    let size = ops::simple(rw, llvm::CoroSizeIntrOp::DEF, location, &[], i64);
    let align = ops::simple(rw, llvm::CoroAlignIntrOp::DEF, location, &[], i64);
    let sum = ops::binary(rw, llvm::AddOp::DEF, location, size, align);
    let one = ops::constant(rw, location, i64, ctx.i64_attr(1));
    let last = ops::binary(rw, llvm::SubOp::DEF, location, sum, one);
    let zero = ops::constant(rw, location, i64, ctx.i64_attr(0));
    let mask = ops::binary(rw, llvm::SubOp::DEF, location, zero, align);
    let rounded = ops::binary(rw, llvm::AndOp::DEF, location, last, mask);
    let aligned_alloc = functions::aligned_alloc(ctx, i64);
    let call = functions::call_reserved(rw, location, &aligned_alloc, &[align, rounded])?;
    let memory = rw.body.result(call, 0);
    let handle = ops::simple(rw, llvm::CoroBeginIntrOp::DEF, location, &[id, memory], ptr);
    rw.replace(op, &[handle]);
    Some(())
}

fn free(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let (location, ptr) = (rw.location_of(op), types::ptr(rw.ctx));
    let memory = ops::simple(rw, llvm::CoroFreeIntrOp::DEF, location, operands, ptr);
    functions::call_reserved(rw, location, &functions::free(rw.ctx), &[memory])?;
    rw.erase(op);
    Some(())
}

fn end(rw: &mut Rewriter<'_>, op: OpId, handle: ValueId) -> Option<()> {
    let (location, token) = (rw.location_of(op), llvm::types::make::token(rw.ctx));
    // This is not part of an unwind sequence.
    let unwind = ops::constant(rw, location, Type::I1, Attribute::FALSE);
    let none = ops::simple(rw, llvm::NoneOp::DEF, location, &[], token);
    ops::simple(
        rw,
        llvm::CoroEndIntrOp::DEF,
        location,
        &[handle, unwind, none],
        Type::I1,
    );
    rw.erase(op);
    Some(())
}

/// Branches on what the suspension returns: 0 where it is resumed, 1 where it is destroyed, else where it suspends.
fn suspend(rw: &mut Rewriter<'_>, op: OpId, state: ValueId) -> Option<()> {
    let location = rw.location_of(op);
    let dests: Vec<BlockId> = rw.body.successors(op).collect();
    let &[suspended, resumed, destroyed] = &dests[..] else {
        return None;
    };
    let is_final = ops::constant(rw, location, Type::I1, Attribute::FALSE);
    let result = ops::simple(rw, llvm::CoroSuspendIntrOp::DEF, location, &[state, is_final], Type::I8);
    let result = ops::simple(rw, llvm::SExtOp::DEF, location, &[result], Type::I32);
    let cases = rw.ctx.attr(AttrKind::DenseElements {
        ty: rw.ctx.vector_type(&[2], Type::I32),
        splat: false,
        data: [0i32, 1].iter().flat_map(|case| case.to_le_bytes()).collect(),
    });
    let mut switch = asyncir_ir::OperationState::of(llvm::SwitchOp::DEF, location);
    let given = [
        ("case_values", Some(cases)),
        ("case_operand_segments", Some(rw.ctx.dense_i32_array(&[0, 0]))),
    ];
    switch = switch.operands(&[result]).successors(&[suspended, resumed, destroyed]);
    switch.set_properties(rw.ctx, &given, &[1, 0, 0]);
    rw.replace_with(op, switch);
    Some(())
}
