//! What Cranelift's side does not know goes to LLVM, or is an error where only Cranelift may be used.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use asyncir::codegen::cranelift::{CraneliftOptions, compile_module};
use asyncir::codegen::partition::Exports;
use asyncir::{Backend, Coroutines, Engine, EngineOptions, Error, OptLevel, Source, context, parse};

use crate::engine;

/// Bodies of a function that returns an `i64`, and what is said of them.
const REFUSED: &[(&str, &str)] = &[
    (
        "%a = llvm.mlir.constant(1.5 : f16) : f16
         %b = llvm.fadd %a, %a : f16
         %r = llvm.fptosi %b : f16 to i64",
        "'llvm.fadd' op is not supported by Cranelift: type 'f16'",
    ),
    (
        "%n = llvm.mlir.constant(1 : i64) : i64
         %p = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
         %a = llvm.mlir.constant(dense<true> : vector<8xi1>) : vector<8xi1>
         llvm.store %a, %p : vector<8xi1>, !llvm.ptr
         %b = llvm.load %p : !llvm.ptr -> i8
         %r = llvm.zext %b : i8 to i64",
        "'llvm.store' op is not supported by Cranelift: packed bits",
    ),
    (
        "%a = llvm.mlir.constant(40 : i128) : i128
         %b = llvm.mlir.constant(8 : i128) : i128
         %c = llvm.sdiv %a, %b : i128
         %r = llvm.trunc %c : i128 to i64",
        "'llvm.sdiv' op is not supported by Cranelift: 128 bits",
    ),
    (
        "%a = llvm.mlir.constant(5 : i24) : i24
         %r = llvm.zext %a : i24 to i64",
        "'llvm.zext' op is not supported by Cranelift: type 'i24'",
    ),
    (
        "%r = llvm.inline_asm \"movq $$5, $0\", \"=r\" : () -> i64",
        "'llvm.inline_asm' op is not supported by Cranelift",
    ),
    (
        "%n = llvm.mlir.constant(5 : i64) : i64
         %m = llvm.add %n, %n : i64
         %p = llvm.alloca %m x i64 : (i64) -> !llvm.ptr
         llvm.store %n, %p : i64, !llvm.ptr
         %r = llvm.load %p : !llvm.ptr -> i64",
        "'llvm.alloca' op is not supported by Cranelift: stack memory of unknown size",
    ),
    (
        "%n = llvm.mlir.constant(5 : i64) : i64
         llvm.br ^bb1
       ^bb1:
         %p = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
         llvm.store %n, %p : i64, !llvm.ptr
         %r = llvm.load %p : !llvm.ptr -> i64
         %again = llvm.icmp \"ne\" %r, %n : i64
         llvm.cond_br %again, ^bb1, ^bb2
       ^bb2:",
        "'llvm.alloca' op is not supported by Cranelift: stack memory that a loop keeps",
    ),
    // What is saved again frees only what came after.
    (
        "%n = llvm.mlir.constant(5 : i64) : i64
         llvm.br ^bb1
       ^bb1:
         %s = llvm.intr.stacksave : !llvm.ptr
         %p = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
         llvm.store %n, %p : i64, !llvm.ptr
         %r = llvm.load %p : !llvm.ptr -> i64
         %again = llvm.icmp \"ne\" %r, %n : i64
         llvm.cond_br %again, ^bb1, ^bb2
       ^bb2:
         llvm.intr.stackrestore %s : !llvm.ptr",
        "'llvm.alloca' op is not supported by Cranelift: stack memory that a loop keeps",
    ),
    (
        "%n = llvm.mlir.constant(5 : i64) : i64
         %p = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
         llvm.store volatile %n, %p : i64, !llvm.ptr
         %r = llvm.load %p : !llvm.ptr -> i64",
        "'llvm.store' op is not supported by Cranelift: volatile access",
    ),
    (
        "%r = llvm.call_intrinsic \"llvm.readcyclecounter\"() : () -> i64
         %z = llvm.mlir.constant(0 : i64) : i64
         %s = llvm.mul %r, %z : i64",
        "'llvm.call_intrinsic' op is not supported by Cranelift",
    ),
];

fn program(body: &str) -> String {
    format!(
        "llvm.func @f() -> i64 {{
{body}
  llvm.return %r : i64
}}"
    )
}

fn refusal(text: &str) -> String {
    match engine(text, Backend::Cranelift, OptLevel::O0) {
        Err(Error::Program(found)) => found
            .diagnostics()
            .iter()
            .next()
            .expect("an error")
            .message()
            .to_owned(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("compiled: {text}"),
    }
}

/// Types and constants of any size take neither the time nor the memory that they would have.
#[test]
fn huge_things() {
    let huge = "llvm.mlir.global internal @zeros(dense<0> : tensor<1000000000000xi8>) : !llvm.array<1000000000000 x i8>
llvm.mlir.global internal @room() : !llvm.array<1000000000000 x i64>
llvm.func @nothing(%a: !llvm.array<1000000000000 x struct<()>>) { llvm.return }
llvm.func @f() -> i64 {
  %p = llvm.mlir.addressof @zeros : !llvm.ptr
  %0 = llvm.getelementptr %p[0, 5] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<1000000000000 x i8>
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
  llvm.return %1 : i64
}";
    assert_eq!(
        refusal(huge),
        "'llvm.mlir.global' op is not supported by Cranelift: size"
    );
    for (text, wanted) in [
        (
            "llvm.mlir.global internal @ones(dense<1> : tensor<1000000000xi8>) : !llvm.array<1000000000 x i8>",
            "'llvm.mlir.global' op is not supported by Cranelift: constant",
        ),
        (
            "llvm.func @f(%a: i32, %b: !llvm.array<1000000000000 x i8>) { llvm.return }",
            "'llvm.func' op is not supported by Cranelift: type '!llvm.array<1000000000000 x i8>'",
        ),
        // It has no end.
        (
            "llvm.func @f(%a: !llvm.struct<\"s\", (i8, struct<\"s\">)>) { llvm.return }",
            "'llvm.func' op is not supported by Cranelift: type",
        ),
        (
            "llvm.func @f() {
  %n = llvm.mlir.constant(1000000000 : i64) : i64
  %p = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
  llvm.return
}",
            "'llvm.alloca' op is not supported by Cranelift: size of stack memory",
        ),
    ] {
        let message = refusal(text);
        assert!(message.starts_with(wanted), "{message}");
    }
}

#[test]
fn what_is_not_known_is_named() {
    for (body, wanted) in REFUSED {
        let message = refusal(&program(body));
        assert!(message.starts_with(wanted), "{message}\n{body}");
    }
}

#[test]
fn llvm_takes_what_cranelift_refuses() {
    for (body, _) in REFUSED {
        let engine = engine(&program(body), Backend::Auto, OptLevel::O0).expect("LLVM knows it");
        engine.call::<i64>("f", ()).expect("it runs");
    }
}

#[test]
fn what_is_not_reached_is_not_refused() {
    let text = program(REFUSED[0].0)
        + "\nllvm.func @g() -> i64 { %r = llvm.mlir.constant(3 : i64) : i64 llvm.return %r : i64 }";
    let ctx = context();
    let options = EngineOptions {
        backend: Backend::Cranelift,
        entry_points: Some(vec!["g".to_owned()]),
        ..EngineOptions::default()
    };
    // SAFETY: the program stays within its memory.
    let engine = unsafe { Engine::load(&ctx, &Source::new("g.mlir", &*text), &options) }.expect("f is left out");
    assert_eq!(engine.call::<i64>("g", ()).expect("it runs"), 3);
}

#[test]
fn other_symbols_are_refused() {
    for (text, wanted) in [
        (
            "llvm.mlir.global_ctors ctors = [], priorities = [], data = []",
            "'llvm.mlir.global_ctors' op",
        ),
        ("llvm.comdat @c { llvm.comdat_selector @any any }", "'llvm.comdat' op"),
        (
            "llvm.mlir.alias external @f : !llvm.ptr { %0 = llvm.mlir.zero : !llvm.ptr llvm.return %0 : !llvm.ptr }",
            "'llvm.mlir.alias' op",
        ),
    ] {
        let message = refusal(text);
        assert!(message.starts_with(wanted), "{message}");
    }
}

/// LLVM passes these by rules of its own, or means something else by them.
#[test]
fn what_others_would_not_understand() {
    let body = |body: &str| format!("llvm.func @f() -> i64 {{\n{body}\n  llvm.return %r : i64\n}}");
    let vectors = "vectors for a function of another module";
    for (text, wanted) in [
        (
            format!("llvm.func @c(i64, i128) -> i64\n{}", body("%a = llvm.mlir.constant(1 : i64) : i64\n%b = llvm.mlir.constant(1 : i128) : i128\n%r = llvm.call @c(%a, %b) : (i64, i128) -> i64")),
            "128 bits for a function of another module",
        ),
        (
            format!("llvm.func @c(vector<4xi32>) -> i64\n{}", body("%a = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>\n%r = llvm.call @c(%a) : (vector<4xi32>) -> i64")),
            vectors,
        ),
        (
            body("%p = llvm.mlir.zero : !llvm.ptr\n%a = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>\n%r = llvm.call %p(%a) : !llvm.ptr, (vector<4xi32>) -> i64"),
            vectors,
        ),
        (
            format!("llvm.func @v(%a: vector<4xi32>) {{ llvm.return }}\n{}", body("%p = llvm.mlir.addressof @v : !llvm.ptr\n%r = llvm.ptrtoint %p : !llvm.ptr to i64")),
            vectors,
        ),
        (
            "llvm.func @v(%a: vector<4xi32>) { llvm.return }\nllvm.mlir.global internal @g(@v) : !llvm.ptr".to_owned(),
            vectors,
        ),
        (
            "llvm.func @c() -> !llvm.struct<(i64, i64, i64)>\nllvm.func @f() { %0 = llvm.call @c() : () -> !llvm.struct<(i64, i64, i64)> llvm.return }".to_owned(),
            "results of a function of another module",
        ),
        ("llvm.func @\"\\01abs\"(i32) -> i32\nllvm.func @f() { %x = llvm.mlir.constant(1 : i32) : i32 %0 = llvm.call @\"\\01abs\"(%x) : (i32) -> i32 llvm.return }".to_owned(), "its name"),
        (
            "llvm.func private @memset(%x: i32) { llvm.return }\nllvm.func @f(%p: !llvm.ptr, %v: i8, %n: i64) { \"llvm.intr.memset\"(%p, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> () llvm.return }".to_owned(),
            "a function of that name",
        ),
        (
            body("%x = llvm.mlir.constant(1.0 : f64) : f64\n%e = llvm.mlir.constant(-2 : i16) : i16\n%y = llvm.intr.ldexp(%x, %e) : (f64, i16) -> f64\n%r = llvm.bitcast %y : f64 to i64"),
            "type of a value",
        ),
        ("llvm.mlir.global internal @g(1 : i64) {alignment = 4611686018427387904 : i64} : i64\nllvm.func @f() { llvm.return }".to_owned(), "alignment"),
        (
            body("%n = llvm.mlir.constant(1 : i64) : i64\n%p = llvm.alloca %n x i64 {alignment = 3 : i64} : (i64) -> !llvm.ptr\n%r = llvm.load %p : !llvm.ptr -> i64"),
            "alignment",
        ),
        (
            body("%v = llvm.intr.stepvector : vector<4xi1>\n%n = llvm.mlir.constant(1 : i64) : i64\n%b = llvm.extractelement %v[%n : i64] : vector<4xi1>\n%r = llvm.zext %b : i1 to i64"),
            "type of a value",
        ),
        (
            "llvm.mlir.global internal @g(1.0 : f64) : f32".to_owned(),
            "constant",
        ),
    ] {
        let message = refusal(&text);
        assert!(message.ends_with(wanted), "{message}\n{text}");
    }
}

/// What the dialect's verifier lets pass, and LLVM's does not, never becomes code.
#[test]
fn types_that_do_not_fit() {
    for lines in [
        "%s = \"llvm.intr.sadd.with.overflow\"(%a, %a) : (i64, i64) -> !llvm.struct<(i32, i1)>",
        "%s = \"llvm.intr.get.active.lane.mask\"(%a, %b) : (i64, i32) -> vector<4xi1>",
        "%s = \"llvm.intr.masked.load\"(%p, %m, %v) <{alignment = 4 : i32}> : (!llvm.ptr, vector<4xi1>, vector<4xi64>) -> vector<4xi32>",
        "%s = \"llvm.intr.masked.load\"(%p, %n, %w) <{alignment = 4 : i32}> : (!llvm.ptr, vector<2xi1>, vector<4xi32>) -> vector<4xi32>",
    ] {
        let text = format!(
            "llvm.func @f(%a: i64, %b: i32, %p: !llvm.ptr, %m: vector<4xi1>, %n: vector<2xi1>, %v: vector<4xi64>, %w: vector<4xi32>) {{
  {lines}
  llvm.return
}}"
        );
        for level in [OptLevel::O0, OptLevel::O2] {
            assert!(engine(&text, Backend::Cranelift, level).is_err(), "{text}");
        }
    }
}

/// A table that is built up entry by entry takes time and memory in proportion to it.
#[test]
fn long_initialisers() {
    const ENTRIES: usize = 20_000;
    let ty = format!("!llvm.array<{ENTRIES} x ptr>");
    let steps: String = (0..ENTRIES)
        .map(|i| format!("  %{} = llvm.insertvalue %p, %{i}[{i}] : {ty}\n", i + 1))
        .collect();
    let text = format!(
        "llvm.mlir.global internal @table() : {ty} {{
  %0 = llvm.mlir.undef : {ty}
  %p = llvm.mlir.addressof @f : !llvm.ptr
{steps}  llvm.return %{ENTRIES} : {ty}
}}
llvm.func @f() -> i64 {{
  %t = llvm.mlir.addressof @table : !llvm.ptr
  %e = llvm.getelementptr %t[12345] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  %0 = llvm.load %e : !llvm.ptr -> i64
  %p = llvm.mlir.addressof @f : !llvm.ptr
  %1 = llvm.ptrtoint %p : !llvm.ptr to i64
  %2 = llvm.sub %0, %1 : i64
  llvm.return %2 : i64
}}"
    );
    let engine = engine(&text, Backend::Cranelift, OptLevel::O0).expect("it compiles");
    assert_eq!(engine.call::<i64>("f", ()).expect("it runs"), 0);
}

#[test]
fn options_that_only_llvm_has() {
    let options = EngineOptions {
        backend: Backend::Cranelift,
        ..EngineOptions::default()
    };
    let compile = |options: &EngineOptions| {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("test.mlir", "func.func @f() { return }")).unwrap();
        // SAFETY: the program stays within its memory.
        unsafe { Engine::compile(&ctx, &mut module, options) }
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let debug_info = EngineOptions {
        debug_info: true,
        ..options.clone()
    };
    let wanted = "Cranelift does not support debug information";
    assert_eq!(compile(&debug_info), Err(wanted.to_owned()));
    let coroutines = EngineOptions {
        coroutines: Coroutines::Llvm,
        ..options.clone()
    };
    let wanted = "Cranelift does not support coroutines that LLVM splits";
    assert_eq!(compile(&coroutines), Err(wanted.to_owned()));
    assert_eq!(compile(&options), Ok(()));
}

#[test]
fn the_number_of_threads_is_not_seen() {
    let functions: String = (0..3_000)
        .map(|i| {
            format!(
                "llvm.func @f{i}(%x: i64) -> i64 {{
  %0 = llvm.mlir.constant({i} : i64) : i64
  %1 = llvm.add %x, %0 : i64
  %2 = llvm.call @f{}(%1) : (i64) -> i64
  llvm.return %2 : i64
}}\n",
                (i + 7) % 3_000
            )
        })
        .collect();
    let ctx = context();
    let module = parse(&ctx, &Source::new("test.mlir", functions)).unwrap();
    let compile = |threads| {
        let options = CraneliftOptions {
            optimize: false,
            exports: Exports::Everything,
            threads: NonZeroUsize::new(threads),
            new_names: HashMap::new(),
            files: None,
        };
        compile_module(module.op_ref(&ctx), &options).expect("it compiles")
    };
    let one = compile(1);
    assert!(one.len() > 2, "{} parts", one.len());
    for threads in [2, 3, 8] {
        assert!(compile(threads) == one, "{threads} threads");
    }
}
