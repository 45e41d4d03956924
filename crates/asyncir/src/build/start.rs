//! The `main` of an executable.

use asyncir_codegen::run::EntryResult;
use asyncir_ir::{Context, OwnedOp};

use crate::source::Source;
use crate::{Error, parse};

/// What the entry point is called in the executable: its own name may be `main`.
pub(super) const ENTRY: &str = "asyncir.entry";

/// A module with C's `main`: it calls the entry point and leaves the rest to the runtime, which waits for tasks, prints
/// the result and gives the exit code.
pub(super) fn module(ctx: &Context, result: EntryResult) -> Result<OwnedOp, Error> {
    parse(ctx, &Source::new("main", text(result)))
}

fn text(result: EntryResult) -> String {
    let (ty, number, bits) = match result {
        EntryResult::Void => ("!llvm.void", 0, "%bits = llvm.mlir.constant(0 : i64) : i64"),
        EntryResult::I32 => ("i32", 1, "%bits = llvm.zext %result : i32 to i64"),
        EntryResult::I64 => ("i64", 2, "%bits = llvm.freeze %result : i64"),
        EntryResult::F32 => (
            "f32",
            3,
            "%word = llvm.bitcast %result : f32 to i32\n  %bits = llvm.zext %word : i32 to i64",
        ),
    };
    let (assign, declared, called) = match result {
        EntryResult::Void => ("", "", "()"),
        _ => ("%result = ", ty, ty),
    };
    let arrow = if declared.is_empty() { "" } else { " -> " };
    format!(
        "llvm.func @{ENTRY}(){arrow}{declared}
llvm.func @asyncir_program_end(i32, i64) -> i32
llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {{
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
    fn every_result_has_a_main() {
        let ctx = crate::context();
        for result in [EntryResult::Void, EntryResult::I32, EntryResult::I64, EntryResult::F32] {
            assert!(module(&ctx, result).is_ok(), "{}", text(result));
        }
    }
}
