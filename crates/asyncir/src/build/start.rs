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

/// A module with C's `main`: it calls the entry point and leaves the rest to the runtime, which waits for tasks, prints
/// the result and gives the exit code.
pub(super) fn module(ctx: &Context, start: Start) -> Result<OwnedOp, Error> {
    let text = match start {
        Start::Printed(result) => printed(result),
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
    let (ty, number, bits) =
        result
            .and_then(number)
            .unwrap_or(("!llvm.void", 0, "%bits = llvm.mlir.constant(0 : i64) : i64"));
    let (assign, declared, called) = match result {
        None => ("", "", "()"),
        Some(_) => ("%result = ", ty, ty),
    };
    let arrow = if declared.is_empty() { "" } else { " -> " };
    format!(
        "llvm.func @{ENTRY}(){arrow}{declared}
llvm.func @asyncir_program_begin()
llvm.func @asyncir_program_end(i32, i64) -> i32
llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {{
  llvm.call @asyncir_program_begin() : () -> ()
  {assign}llvm.call @{ENTRY}() : () -> {called}
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
        let printed: Vec<Start> = printed.map(|&ty| Start::Printed(Some(ty))).collect();
        assert_eq!(
            printed.len(),
            ScalarType::ALL.len() - 2,
            "complex numbers have two parts"
        );
        for start in printed.into_iter().chain([Start::Printed(None), Start::Arguments]) {
            assert!(module(&ctx, start).is_ok(), "{start:?}");
        }
    }
}
