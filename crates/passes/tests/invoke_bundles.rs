//! Operands of bundles stay those of bundles when a pass passes more values to the destinations of an invocation. MLIR's
//! parser takes these operands for others, so its output is none to compare with.

use asyncir_ir::Context;
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

const PROGRAM: &str = r#"
llvm.func @takes(i32)
llvm.func @handles(...) -> i32
llvm.func @f(%flag: i1, %x: i32, %y: i32) -> i32 attributes {personality = @handles} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %slot : i32, !llvm.ptr
  llvm.cond_br %flag, ^first, ^second
^first:
  llvm.invoke @takes(%x) to ^end(%x : i32) unwind ^thrown ["deopt"(%y : i32)] : (i32) -> ()
^second:
  llvm.store %y, %slot : i32, !llvm.ptr
  llvm.invoke @takes(%y) to ^end(%y : i32) unwind ^thrown ["deopt"(%x : i32)] : (i32) -> ()
^end(%a: i32):
  llvm.return %a : i32
^thrown:
  %pad = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  %r = llvm.load %slot : !llvm.ptr -> i32
  llvm.return %r : i32
}
"#;

#[test]
fn values_for_destinations_do_not_join_bundles() {
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("invoke.mlir", PROGRAM)).expect("a valid program");
    let pipeline = PassManager::parse(&Registry::new(), "any(mem2reg)").expect("a pipeline");
    pipeline
        .run(&ctx, &mut parsed.op, &RunConfig::default())
        .expect("the pass succeeds and its output is valid");
    let text = print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default());
    let first = "llvm.invoke @takes(%arg1) to ^bb3(%arg1 : i32) unwind ^bb4(%arg1 : i32) [\"deopt\"(%arg2 : i32)]";
    let second = "llvm.invoke @takes(%arg2) to ^bb3(%arg2 : i32) unwind ^bb4(%arg2 : i32) [\"deopt\"(%arg1 : i32)]";
    assert!(text.contains(first) && text.contains(second), "{text}");
}
