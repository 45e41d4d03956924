//! `async.runtime` ops become calls of the runtime.

use asyncir_dialects::arith::build::constant;
use asyncir_dialects::r#async::types::{GROUP, TOKEN, VALUE};
use asyncir_dialects::r#async::{
    RuntimeAddRefOp, RuntimeAddToGroupOp, RuntimeAwaitAndResumeOp, RuntimeAwaitOp, RuntimeCheckOp,
    RuntimeCreateGroupOp, RuntimeCreateOp, RuntimeDropRefOp, RuntimeFailureOfOp, RuntimeFailureOp,
    RuntimeForwardErrorOp, RuntimeForwardFailureOp, RuntimeIsErrorOp, RuntimeLoadOp, RuntimeNumWorkerThreadsOp,
    RuntimeRaiseOp, RuntimeResumeOp, RuntimeSetAvailableOp, RuntimeSetErrorOp, RuntimeStoreOp,
};
use asyncir_dialects::{func, llvm};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{ConversionPatterns, Rewriter, TypeConverter};
use asyncir_ir::{AttrKind, OpId, Type, ValueId};

use super::api;
use super::types::Converters;
use crate::r#async::{error_message, ref_counted::is_ref_counted};
use crate::conversion::llvm_common::ops::{self, GepIndex};
use crate::conversion::llvm_common::print_call::{SharedNamer, text_address};
use crate::conversion::llvm_common::types;
use crate::runtime_functions;

pub(super) fn add_patterns(patterns: &mut ConversionPatterns, converters: &Converters, has_extensions: bool) {
    let runtime = &converters.runtime;
    add_state_patterns(patterns, runtime);
    add_error_patterns(patterns, runtime);
    add_await_patterns(patterns, runtime);
    patterns.add(RuntimeNumWorkerThreadsOp::DEF, runtime, |rw, op, _| {
        call_instead(rw, op, runtime_functions::GET_NUM_WORKER_THREADS, &[], &[Type::INDEX]);
        Some(())
    });
    for (def, function) in [
        (RuntimeAddRefOp::DEF, runtime_functions::ADD_REF),
        (RuntimeDropRefOp::DEF, runtime_functions::DROP_REF),
    ] {
        patterns.add(def, runtime, move |rw, op, operands| {
            count_references(rw, op, function, operands[0])
        });
    }
    add_payload_patterns(patterns, &converters.llvm, has_extensions);
}

/// Ops that ask for the state of tokens, values and groups, wait for it or change it.
fn add_state_patterns(patterns: &mut ConversionPatterns, runtime: &TypeConverter) {
    let mut simple = |def: &'static OpDef, token, value, group, results: &'static [Type]| {
        patterns.add(def, runtime, move |rw, op, operands| {
            let function = by_type(rw, op, token, value, group)?;
            call_instead(rw, op, function, operands, results);
            Some(())
        });
    };
    simple(
        RuntimeSetAvailableOp::DEF,
        Some(runtime_functions::EMPLACE_TOKEN),
        Some(runtime_functions::EMPLACE_VALUE),
        None,
        &[],
    );
    simple(
        RuntimeIsErrorOp::DEF,
        Some(runtime_functions::IS_TOKEN_ERROR),
        Some(runtime_functions::IS_VALUE_ERROR),
        Some(runtime_functions::IS_GROUP_ERROR),
        &[Type::I1],
    );
    simple(
        RuntimeAwaitOp::DEF,
        Some(runtime_functions::AWAIT_TOKEN),
        Some(runtime_functions::AWAIT_VALUE),
        Some(runtime_functions::AWAIT_GROUP),
        &[],
    );
    patterns.add(RuntimeAddToGroupOp::DEF, runtime, |rw, op, operands| {
        let (token, value) = (
            Some(runtime_functions::ADD_TOKEN_TO_GROUP),
            Some(runtime_functions::ADD_VALUE_TO_GROUP),
        );
        let function = by_type(rw, op, token, value, None)?;
        if function == runtime_functions::ADD_VALUE_TO_GROUP {
            api::declare_extension(rw, function);
        }
        call_instead(rw, op, function, operands, &[Type::I64]);
        Some(())
    });
}

/// Ops that resume a coroutine.
fn add_await_patterns(patterns: &mut ConversionPatterns, runtime: &TypeConverter) {
    patterns.add(RuntimeAwaitAndResumeOp::DEF, runtime, |rw, op, operands| {
        let (token, value) = (
            Some(runtime_functions::AWAIT_TOKEN_AND_EXECUTE),
            Some(runtime_functions::AWAIT_VALUE_AND_EXECUTE),
        );
        let function = by_type(rw, op, token, value, Some(runtime_functions::AWAIT_GROUP_AND_EXECUTE))?;
        let resume = resume_address(rw, op);
        call_instead(rw, op, function, &[operands[0], operands[1], resume], &[]);
        Some(())
    });
    patterns.add(RuntimeResumeOp::DEF, runtime, |rw, op, operands| {
        let resume = resume_address(rw, op);
        call_instead(rw, op, runtime_functions::EXECUTE, &[operands[0], resume], &[]);
        Some(())
    });
}

/// Ops on errors. Their texts are globals, which are numbered together.
fn add_error_patterns(patterns: &mut ConversionPatterns, runtime: &TypeConverter) {
    let namer = SharedNamer::default();
    let (texts, checks) = (namer.clone(), namer.clone());
    patterns.add(RuntimeSetErrorOp::DEF, runtime, move |rw, op, operands| {
        set_error(rw, op, operands[0], &texts)
    });
    patterns.add(RuntimeCheckOp::DEF, runtime, move |rw, op, operands| {
        check(rw, op, operands[0], &checks)
    });
    patterns.add(RuntimeForwardErrorOp::DEF, runtime, |rw, op, operands| {
        api::declare_extension(rw, runtime_functions::FORWARD_ERROR);
        call_instead(rw, op, runtime_functions::FORWARD_ERROR, operands, &[]);
        Some(())
    });
    add_failure_patterns(patterns, runtime, &namer);
}

/// Ops on failures.
fn add_failure_patterns(patterns: &mut ConversionPatterns, runtime: &TypeConverter, namer: &SharedNamer) {
    for (def, function) in [
        (RuntimeFailureOp::DEF, runtime_functions::MAKE_FAILURE),
        (RuntimeFailureOfOp::DEF, runtime_functions::FAILURE_OF),
    ] {
        let texts = namer.clone();
        patterns.add(def, runtime, move |rw, op, operands| {
            let AttrKind::String { value: text, .. } = rw.body.op(op).property(rw.ctx, "msg")?.kind(rw.ctx) else {
                return None;
            };
            call_with_text(rw, op, function, operands.first().copied(), text, &texts, &[Type::I64]);
            Some(())
        });
    }
    patterns.add(RuntimeRaiseOp::DEF, runtime, |rw, op, operands| {
        api::declare_extension(rw, runtime_functions::RAISE);
        call_instead(rw, op, runtime_functions::RAISE, operands, &[]);
        Some(())
    });
    patterns.add(RuntimeForwardFailureOp::DEF, runtime, |rw, op, operands| {
        let (&failure, objects) = operands.split_first()?;
        for &object in objects {
            api::declare_extension(rw, runtime_functions::SET_ERROR_OF);
            let (ctx, location) = (rw.ctx, rw.location_of(op));
            let callee = ctx.symbol_attr(runtime_functions::SET_ERROR_OF);
            let operands = [object, failure];
            rw.insert(func::build::call(ctx, location, callee, &operands, &[]));
        }
        api::declare_extension(rw, runtime_functions::DROP_FAILURE);
        call_instead(rw, op, runtime_functions::DROP_FAILURE, &[failure], &[]);
        Some(())
    });
}

/// Ops that need to know what payloads look like in memory.
fn add_payload_patterns(patterns: &mut ConversionPatterns, llvm: &TypeConverter, has_extensions: bool) {
    let converter = llvm.clone();
    patterns.add(RuntimeCreateOp::DEF, llvm, move |rw, op, _| {
        create(rw, op, &converter, has_extensions)
    });
    patterns.add(RuntimeCreateGroupOp::DEF, llvm, |rw, op, operands| {
        let ptr = types::ptr(rw.ctx);
        call_instead(rw, op, runtime_functions::CREATE_GROUP, operands, &[ptr]);
        Some(())
    });
    let converter = llvm.clone();
    patterns.add(RuntimeStoreOp::DEF, llvm, move |rw, op, operands| {
        let location = rw.location_of(op);
        converter.convert_type(rw.ctx, rw.body.op_ref(rw.ctx, op).operand_type(0))?;
        let storage = value_storage(rw, op, operands[1]);
        ops::store(rw, location, operands[0], storage, None);
        rw.erase(op);
        Some(())
    });
    let converter = llvm.clone();
    patterns.add(RuntimeLoadOp::DEF, llvm, move |rw, op, operands| {
        let location = rw.location_of(op);
        let ty = converter.convert_type(rw.ctx, rw.body.op_ref(rw.ctx, op).result_type(0))?;
        let storage = value_storage(rw, op, operands[0]);
        let value = ops::load(rw, location, ty, storage, None);
        rw.replace(op, &[value]);
        Some(())
    });
}

/// The function for the type of the first operand; the original one, for all of them become pointers.
fn by_type(
    rw: &Rewriter<'_>,
    op: OpId,
    token: Option<&'static str>,
    value: Option<&'static str>,
    group: Option<&'static str>,
) -> Option<&'static str> {
    let (def, _) = rw.body.op_ref(rw.ctx, op).operand_type(0).dialect(rw.ctx)?;
    [(&TOKEN, token), (&VALUE, value), (&GROUP, group)]
        .into_iter()
        .find(|(d, _)| *d == def)?
        .1
}

fn call_instead(rw: &mut Rewriter<'_>, op: OpId, function: &str, operands: &[ValueId], results: &[Type]) {
    let location = rw.location_of(op);
    let callee = rw.ctx.symbol_attr(function);
    let call = rw.insert(func::build::call(rw.ctx, location, callee, operands, results));
    let values: Vec<ValueId> = rw.body.results(call).collect();
    if values.is_empty() {
        rw.erase(op)
    } else {
        rw.replace(op, &values)
    }
}

/// Marks an object as an error, with a message if the op has one.
fn set_error(rw: &mut Rewriter<'_>, op: OpId, object: ValueId, namer: &SharedNamer) -> Option<()> {
    let message = rw.body.op(op).attr(rw.ctx, error_message::ATTRIBUTE);
    let Some(AttrKind::String { value: text, .. }) = message.map(|attr| attr.kind(rw.ctx)) else {
        let function = by_type(
            rw,
            op,
            Some(runtime_functions::SET_TOKEN_ERROR),
            Some(runtime_functions::SET_VALUE_ERROR),
            None,
        )?;
        call_instead(rw, op, function, &[object], &[]);
        return Some(());
    };
    let (token, value) = (
        Some(runtime_functions::SET_TOKEN_ERROR_MESSAGE),
        Some(runtime_functions::SET_VALUE_ERROR_MESSAGE),
    );
    let function = by_type(rw, op, token, value, None)?;
    call_with_text(rw, op, function, Some(object), text, namer, &[]);
    Some(())
}

/// Ends the program if an object is an error.
fn check(rw: &mut Rewriter<'_>, op: OpId, object: ValueId, namer: &SharedNamer) -> Option<()> {
    let AttrKind::String { value: text, .. } = rw.body.op(op).property(rw.ctx, "msg")?.kind(rw.ctx) else {
        return None;
    };
    call_with_text(rw, op, runtime_functions::CHECK, Some(object), text, namer, &[]);
    Some(())
}

/// A call of a function of our own runtime with an object, if it takes one, and a text.
fn call_with_text(
    rw: &mut Rewriter<'_>,
    op: OpId,
    function: &'static str,
    object: Option<ValueId>,
    text: &[u8],
    namer: &SharedNamer,
    results: &[Type],
) {
    api::declare_extension(rw, function);
    let location = rw.location_of(op);
    let address = text_address(rw, location, "error_message", [text, &[0][..]].concat(), namer);
    let length = rw.ctx.i64_attr(text.len() as i64);
    let length = constant(rw, location, length);
    let operands: Vec<ValueId> = object.into_iter().chain([address, length]).collect();
    call_instead(rw, op, function, &operands, results);
}

/// The address of the function that resumes a coroutine.
fn resume_address(rw: &mut Rewriter<'_>, op: OpId) -> ValueId {
    api::declare_resume(rw);
    let location = rw.location_of(op);
    let ptr = types::ptr(rw.ctx);
    let name = rw.ctx.ident(api::RESUME);
    ops::address_of(rw, location, name, ptr)
}

fn count_references(rw: &mut Rewriter<'_>, op: OpId, function: &str, operand: ValueId) -> Option<()> {
    let location = rw.location_of(op);
    let count = rw.body.op(op).property(rw.ctx, "count")?;
    let count = constant(rw, location, count);
    call_instead(rw, op, function, &[operand, count], &[]);
    Some(())
}

/// The size of a payload is asked of LLVM: the address of the second element of an array at zero.
/// Makes a token or a value. With the extensions of asyncir's runtime, a value that holds an object drops it.
fn create(rw: &mut Rewriter<'_>, op: OpId, converter: &TypeConverter, has_extensions: bool) -> Option<()> {
    let location = rw.location_of(op);
    let ptr = types::ptr(rw.ctx);
    let ty = rw.body.op_ref(rw.ctx, op).result_type(0);
    if ty.is_a(rw.ctx, &TOKEN) {
        call_instead(rw, op, runtime_functions::CREATE_TOKEN, &[], &[ptr]);
        return Some(());
    }
    let payload = ty.params_of(rw.ctx, &VALUE)?.first()?.as_type(rw.ctx)?;
    if has_extensions && is_ref_counted(rw.ctx, payload) {
        api::declare_extension(rw, runtime_functions::CREATE_VALUE_OF_OBJECT);
        call_instead(rw, op, runtime_functions::CREATE_VALUE_OF_OBJECT, &[], &[ptr]);
        return Some(());
    }
    let payload = converter.convert_type(rw.ctx, payload)?;
    let null = ops::zero(rw, location, ptr);
    let end = ops::gep(rw, location, ptr, payload, null, &[GepIndex::Constant(1)], None);
    let size = ops::simple(rw, llvm::PtrToIntOp::DEF, location, &[end], Type::I64);
    call_instead(rw, op, runtime_functions::CREATE_VALUE, &[size], &[ptr]);
    Some(())
}

fn value_storage(rw: &mut Rewriter<'_>, op: OpId, value: ValueId) -> ValueId {
    let location = rw.location_of(op);
    let ptr = types::ptr(rw.ctx);
    let callee = rw.ctx.symbol_attr(runtime_functions::GET_VALUE_STORAGE);
    rw.insert_value(func::build::call(rw.ctx, location, callee, &[value], &[ptr]))
}
