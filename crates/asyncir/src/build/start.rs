//! The `main` of an executable.

use asyncir_codegen::run::EntryPoint;

/// What the entry point is called in the executable: its own name may be `main`.
pub(super) const ENTRY: &str = "asyncir.entry";

/// A module with C's `main`: it calls the entry point and leaves the rest to the runtime, which waits for tasks, prints
/// the result and gives the exit code.
pub(super) fn module(result: EntryPoint) -> String {
    let (ty, number, bits) = match result {
        EntryPoint::Void => ("void", 0, ""),
        EntryPoint::I32 => ("i32", 1, "  %bits = zext i32 %result to i64\n"),
        EntryPoint::I64 => ("i64", 2, "  %bits = add i64 %result, 0\n"),
        EntryPoint::F32 => (
            "float",
            3,
            "  %word = bitcast float %result to i32\n  %bits = zext i32 %word to i64\n",
        ),
    };
    let (assign, value) = if bits.is_empty() {
        ("", "0")
    } else {
        ("%result = ", "%bits")
    };
    format!(
        "declare {ty} @{ENTRY}()
declare i32 @asyncir_program_end(i32, i64)

define i32 @main(i32 %argc, ptr %argv) {{
  {assign}call {ty} @{ENTRY}()
{bits}  %code = call i32 @asyncir_program_end(i32 {number}, i64 {value})
  ret i32 %code
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use asyncir_codegen::llvm::{CompileOptions, compile_to_object};

    #[test]
    fn every_result_compiles() {
        for result in [EntryPoint::Void, EntryPoint::I32, EntryPoint::I64, EntryPoint::F32] {
            let module = module(result);
            let object = compile_to_object(&module, &CompileOptions::default());
            assert!(object.is_ok_and(|object| !object.is_empty()), "{module}");
        }
    }
}
