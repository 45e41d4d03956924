//! What programs are lowered to.

use asyncir::{ParallelLoops, Schedule, Source, context, lower_to_llvm_dialect, parse, to_llvm_ir};

/// A program as LLVM IR, with loops in order.
pub fn llvm_ir(text: &str) -> String {
    let ctx = context();
    let mut module = parse(&ctx, &Source::new("program.mlir", text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let loops = ParallelLoops {
        schedule: Schedule::Sequential,
        ..ParallelLoops::default()
    };
    lower_to_llvm_dialect(&ctx, &mut module, loops).expect("it can be lowered");
    to_llvm_ir(&ctx, &module).expect("it can be translated")
}
