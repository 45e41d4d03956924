//! The `main` of an executable.

use asyncir_dialects::llvm::types::address_space;
use asyncir_ir::{Context, Operation, OwnedOp, Type};

use crate::call::{CallType, ScalarType, function_type};
use crate::entry_points::Entry;
use crate::source::Source;
use crate::{Error, parse};

/// What the entry point is called in the executable: its own name may be `main`.
pub(super) const ENTRY: &str = "asyncir.entry";

/// How an executable calls its entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Without arguments. The executable prints the result, if there is one.
    Printed(Option<ScalarType>),
    /// Without arguments. The executable awaits the token or value that it gives, and prints the number in a value.
    Awaited(Option<ScalarType>),
    /// As C's `main`, with the arguments of the process. The result is its exit code.
    Arguments,
}

impl Start {
    /// How an entry point is called whose result can be printed.
    pub(super) fn printed(entry: &Entry) -> Option<Self> {
        let signature = entry
            .signature
            .as_ref()
            .filter(|signature| signature.parameters.is_empty())?;
        match signature.results[..] {
            [] => Some(Self::Printed(None)),
            [CallType::Scalar(ty)] => number(ty).map(|_| Self::Printed(Some(ty))),
            [CallType::Token] => Some(Self::Awaited(None)),
            [CallType::Value(ty)] => number(ty).map(|_| Self::Awaited(Some(ty))),
            _ => None,
        }
    }

    /// How a function of the llvm dialect is called whose result cannot be printed.
    pub(super) fn of(ctx: &Context, function: &Operation) -> Option<Self> {
        let (parameters, results) = function_type(ctx, function)?;
        let is_i32 = |ty: &Type| ty.int_width(ctx) == Some(32);
        let is_main = matches!(&parameters[..], [count, texts] if is_i32(count) && address_space(ctx, *texts) == Some(0))
            && matches!(&results[..], [code] if is_i32(code));
        is_main.then_some(Self::Arguments)
    }
}

/// Whether an executable can call an entry point, and print its result.
pub(super) fn is_printed(entry: &Entry) -> bool {
    Start::printed(entry).is_some()
}

/// A module with C's `main`: it calls the entry point and leaves the rest to the runtime, which waits for tasks, prints
/// the result and gives the exit code.
pub(super) fn module(ctx: &Context, start: Start) -> Result<OwnedOp, Error> {
    let text = match start {
        Start::Printed(result) => printed(result),
        Start::Awaited(result) => awaited(result),
        Start::Arguments => arguments(),
    };
    parse(ctx, &Source::new("main", text))
}

/// The program fails if its output is lost, whatever the entry point returns.
fn arguments() -> String {
    format!(
        "llvm.func @{ENTRY}(i32, !llvm.ptr) -> i32
llvm.func @asyncir_program_begin()
llvm.func @asyncir_program_end(i32, i64) -> i32
llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {{
  llvm.call @asyncir_program_begin() : () -> ()
  %result = llvm.call @{ENTRY}(%argc, %argv) : (i32, !llvm.ptr) -> i32
  %nothing = llvm.mlir.constant(0 : i32) : i32
  %bits = llvm.mlir.constant(0 : i64) : i64
  %code = llvm.call @asyncir_program_end(%nothing, %bits) : (i32, i64) -> i32
  %written = llvm.icmp \"eq\" %code, %nothing : i32
  %exit = llvm.select %written, %result, %code : i1, i32
  llvm.return %exit : i32
}}
"
    )
}

/// How a number reaches the runtime: its type in the llvm dialect, the number by which the runtime's `program.rs` knows
/// what to print, and the ops that make its bits an `i64`. `None` for complex numbers, which have two parts.
fn number(ty: ScalarType) -> Option<(&'static str, u32, &'static str)> {
    Some(match ty {
        ScalarType::I1 => ("i1", 5, "%bits = llvm.zext %result : i1 to i64"),
        ScalarType::I8 => ("i8", 2, "%bits = llvm.sext %result : i8 to i64"),
        ScalarType::I16 => ("i16", 2, "%bits = llvm.sext %result : i16 to i64"),
        ScalarType::I32 => ("i32", 1, "%bits = llvm.zext %result : i32 to i64"),
        ScalarType::I64 | ScalarType::Index => ("i64", 2, "%bits = llvm.freeze %result : i64"),
        ScalarType::U8 => ("i8", 4, "%bits = llvm.zext %result : i8 to i64"),
        ScalarType::U16 => ("i16", 4, "%bits = llvm.zext %result : i16 to i64"),
        ScalarType::U32 => ("i32", 4, "%bits = llvm.zext %result : i32 to i64"),
        ScalarType::U64 => ("i64", 4, "%bits = llvm.freeze %result : i64"),
        ScalarType::F16 => (
            "f16",
            3,
            "%single = llvm.fpext %result : f16 to f32
  %word = llvm.bitcast %single : f32 to i32
  %bits = llvm.zext %word : i32 to i64",
        ),
        ScalarType::BF16 => (
            "bf16",
            3,
            "%single = llvm.fpext %result : bf16 to f32
  %word = llvm.bitcast %single : f32 to i32
  %bits = llvm.zext %word : i32 to i64",
        ),
        ScalarType::F32 => (
            "f32",
            3,
            "%word = llvm.bitcast %result : f32 to i32
  %bits = llvm.zext %word : i32 to i64",
        ),
        ScalarType::F64 => ("f64", 6, "%bits = llvm.bitcast %result : f64 to i64"),
        _ => return None,
    })
}

fn printed(result: Option<ScalarType>) -> String {
    let Some(result) = result else {
        return main_of("", &format!("llvm.call @{ENTRY}() : () -> ()"), None);
    };
    let Some((ty, ..)) = number(result) else {
        unreachable!("no executable starts with what gives a {result}")
    };
    let call = format!("%result = llvm.call @{ENTRY}() : () -> {ty}");
    main_of(&format!(" -> {ty}"), &call, Some(result))
}

/// What fails in a task ends the program with its message, as it does where a function awaits.
fn awaited(result: Option<ScalarType>) -> String {
    let kind = if result.is_some() { "Value" } else { "Token" };
    let load = result.and_then(number).map_or_else(String::new, |(ty, ..)| {
        format!(
            "%storage = llvm.call @mlirAsyncRuntimeGetValueStorage(%object) : (!llvm.ptr) -> !llvm.ptr
  %result = llvm.load %storage : !llvm.ptr -> {ty}"
        )
    });
    let call = format!(
        "%object = llvm.call @{ENTRY}() : () -> !llvm.ptr
  llvm.call @mlirAsyncRuntimeAwait{kind}(%object) : (!llvm.ptr) -> ()
  %message = llvm.mlir.zero : !llvm.ptr
  %length = llvm.mlir.constant(0 : i64) : i64
  llvm.call @asyncirRuntimeCheck(%object, %message, %length) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  {load}
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.call @mlirAsyncRuntimeDropRef(%object, %one) : (!llvm.ptr, i64) -> ()"
    );
    let main = main_of(" -> !llvm.ptr", &call, result);
    format!(
        "{main}llvm.func @mlirAsyncRuntimeAwait{kind}(!llvm.ptr)
llvm.func @mlirAsyncRuntimeGetValueStorage(!llvm.ptr) -> !llvm.ptr
llvm.func @mlirAsyncRuntimeDropRef(!llvm.ptr, i64)
llvm.func @asyncirRuntimeCheck(!llvm.ptr, !llvm.ptr, i64)
"
    )
}

/// A module whose `main` executes `call`, which gives a number `%result` if there is one.
fn main_of(results: &str, call: &str, result: Option<ScalarType>) -> String {
    let nothing = ("", 0, "%bits = llvm.mlir.constant(0 : i64) : i64");
    let (_, number, bits) = result.and_then(number).unwrap_or(nothing);
    format!(
        "llvm.func @{ENTRY}(){results}
llvm.func @asyncir_program_begin()
llvm.func @asyncir_program_end(i32, i64) -> i32
llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {{
  llvm.call @asyncir_program_begin() : () -> ()
  {call}
  %kind = llvm.mlir.constant({number} : i32) : i32
  {bits}
  %code = llvm.call @asyncir_program_end(%kind, %bits) : (i32, i64) -> i32
  llvm.return %code : i32
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_has_a_main() {
        let ctx = crate::context();
        let printed = ScalarType::ALL.iter().filter(|&&ty| number(ty).is_some());
        let printed: Vec<ScalarType> = printed.copied().collect();
        assert_eq!(
            printed.len(),
            ScalarType::ALL.len() - 2,
            "complex numbers have two parts"
        );
        let results = printed.into_iter().map(Some).chain([None]);
        let starts = results.flat_map(|ty| [Start::Printed(ty), Start::Awaited(ty)]);
        for start in starts.chain([Start::Arguments]) {
            assert!(module(&ctx, start).is_ok(), "{start:?}");
        }
    }
}
