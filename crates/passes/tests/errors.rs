//! What passes say of programs that they cannot convert.

use asyncir_ir::Context;
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{Source, parse_source};

/// The errors of a pass.
fn errors(text: &str, pass: &str) -> Vec<String> {
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("input", text)).expect("a program");
    let manager = PassManager::parse(&Registry::new(), &format!("builtin.module({pass})")).expect("a pipeline");
    match manager.run(&ctx, &mut parsed.op, &RunConfig::default()) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(|error| error.message().trim_end().to_owned())
            .collect(),
    }
}

#[test]
fn dialects_without_conversion_are_named() {
    let conditional = "func.func @f(%c: i1) {\n scf.if %c {\n }\n return\n}\n";
    let of = |dialects| errors(conditional, &format!("convert-to-llvm{{filter-dialects={dialects}}}"));
    assert_eq!(of("func,arith"), [""; 0]);
    let unconverted = "dialect does not implement ConvertToLLVMPatternInterface: scf";
    assert_eq!(of("func,scf"), [unconverted]);
    assert_eq!(of("linalg"), ["dialect not loaded: linalg"]);
    assert_eq!(of("nothing"), ["dialect not loaded: nothing"]);
}

#[test]
fn passes_on_ops_that_are_not_isolated_are_refused() {
    let text = "func.func @f() {\n async.execute {\n async.yield\n }\n return\n}\n";
    let refused = "'async.execute' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'";
    assert_eq!(errors(text, "func.func(async.execute(cse))"), [refused]);
    assert_eq!(errors(text, "func.func(scf.for(cse),any(cse))"), [""; 0]);
}

#[test]
fn nothing_else_is_named_as_what_resumes_coroutines() {
    let of = |ops: &str| {
        let text = format!(
            "func.func @__resume(%x: i32) {{\n return\n}}\n\
             func.func @f() {{\n {ops}\n return\n}}\n"
        );
        errors(&text, "async-to-async-runtime,convert-async-to-llvm")
    };
    assert_eq!(
        of("%t = async.execute {\n async.yield\n }"),
        ["'func.func' op is named '__resume', as is the function that resumes coroutines"]
    );
    assert_eq!(of(""), [""; 0]);
}

#[test]
fn vectors_without_a_known_size_are_not_taken_apart() {
    let of = |ty| {
        let text = format!("func.func @f(%x: {ty}) {{\n %0 = math.erf %x : {ty}\n return\n}}\n");
        errors(&text, "convert-math-to-libm")
    };
    let refused = "failed to legalize operation 'math.erf' that was explicitly marked illegal";
    assert_eq!(of("vector<4xf32>"), [""; 0]);
    assert_eq!(of("vector<[4]xf32>"), [refused]);
    assert_eq!(of("vector<1000000xf32>"), [refused]);
    assert_eq!(of("f128"), [refused]);
}

#[test]
fn vectors_of_any_number_of_parts_are_left_alone() {
    let ty = "vector<4294967296x4294967296x2xf32>";
    let of = |op: &str, pass| {
        errors(
            &format!("func.func @f(%x: {ty}) {{\n %0 = {op} : {ty}\n return\n}}\n"),
            pass,
        )
    };
    assert_eq!(of("vector.fma %x, %x, %x", "convert-vector-to-llvm"), [""; 0]);
    assert_eq!(of("arith.addf %x, %x", "convert-arith-to-llvm"), [""; 0]);
    assert_eq!(of("math.sin %x", "convert-math-to-llvm"), [""; 0]);
    let refused = "failed to legalize operation 'math.sin' that was explicitly marked illegal";
    assert_eq!(of("math.sin %x", "convert-math-to-libm"), [refused]);
}

/// A function around some code, with memory `%m` and a condition `%c`.
fn function(code: &str) -> String {
    format!("func.func @f(%m: memref<4xf32>, %c: i1) {{\n{code}\n return\n}}\n")
}

#[test]
fn buffers_that_cannot_be_followed_are_refused() {
    let of = |code: &str| errors(&function(code), "ownership-based-buffer-deallocation");
    let freed = "memory free side-effect on MemRef value not supported!";
    assert_eq!(of("memref.dealloc %m : memref<4xf32>"), [freed]);
    let several = "bufferization.dealloc (%m : memref<4xf32>) if (%c)";
    let present = "No deallocation operations must be present when running this pass!";
    assert_eq!(of(several), [present]);
    assert_eq!(
        of("cf.br ^1\n^1:\n cf.cond_br %c, ^1, ^2\n^2:"),
        ["Only structured control-flow loops are supported."]
    );
    let unknown = "ops with unknown memory side effects are not supported";
    assert_eq!(of("%t = async.execute {\n async.yield\n }"), [unknown]);
}

#[test]
fn functions_with_loops_of_blocks_are_shown() {
    let mut ctx = Context::with_dialects(asyncir_dialects::all());
    ctx.print_op_on_diagnostic = true;
    let text = function("cf.br ^1\n^1:\n cf.cond_br %c, ^1, ^2\n^2:");
    for pass in [
        "ownership-based-buffer-deallocation",
        "func.func(ownership-based-buffer-deallocation)",
    ] {
        let mut parsed = parse_source(&ctx, &Source::new("input", &text)).expect("a program");
        let manager = PassManager::parse(&Registry::new(), &format!("builtin.module({pass})")).expect("a pipeline");
        let refused = manager.run(&ctx, &mut parsed.op, &RunConfig::default());
        let errors = refused.err().unwrap_or_default();
        let mut notes = errors.iter().flat_map(|error| error.notes());
        let shown = notes.any(|(_, note)| {
            note.starts_with("see current operation: \n\"func.func\"()") && note.contains("\"cf.cond_br\"(%arg1)")
        });
        assert!(shown, "{errors}");
    }
}

#[test]
fn calls_of_a_function_alone_cannot_tell_who_owns_what_they_give() {
    let pass = "func.func(ownership-based-buffer-deallocation{private-function-dynamic-ownership})";
    let message = "private-function-dynamic-ownership needs a module: calls of a function change with it";
    assert_eq!(errors(&function(""), pass), [message]);
}

#[test]
fn the_function_that_frees_buffers_needs_a_module() {
    let two = "%k = memref.alloc() : memref<4xf32>\n \
               bufferization.dealloc (%m, %k : memref<4xf32>, memref<4xf32>) if (%c, %c)";
    let message = "library function required for generic lowering, but cannot be automatically inserted when operating \
                   on functions";
    let pass = "bufferization-lower-deallocations";
    assert_eq!(errors(&function(two), &format!("func.func({pass})")), [message]);
    assert_eq!(errors(&function(two), pass), [""; 0]);
}

#[test]
fn functions_that_allocate_are_not_declared_with_another_type() {
    let text = "llvm.func @malloc(f64)\n\
                func.func @f() -> memref<2xf32> {\n %0 = memref.alloc() : memref<2xf32>\n return %0 : memref<2xf32>\n}\n";
    let message = "redefinition of reserved function 'malloc' of different type '!llvm.func<void (f64)>' is prohibited";
    assert_eq!(errors(text, "finalize-memref-to-llvm"), [message]);
}
