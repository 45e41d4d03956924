//! Ops that use each other's results in a cycle, as unreachable blocks and the graph region of a module may have them:
//! every pass ends, with whatever outcome, and what it gives can be read again.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use asyncir_ir::Context;
use asyncir_ir::verify::verify_op;
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

/// How long all passes on one program may take; they take some milliseconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// Ops that have as a result what they take as `%X`, with that type.
const OPS: &[(&str, &str)] = &[
    ("memref.cast %X : memref<?xf32> to memref<?xf32>", "memref<?xf32>"),
    ("memref.assume_alignment %X, 4 : memref<?xf32>", "memref<?xf32>"),
    (
        "memref.reinterpret_cast %X to offset: [0], sizes: [%c], strides: [1] : memref<?xf32> to memref<?xf32>",
        "memref<?xf32>",
    ),
    ("arith.addi %X, %one : index", "index"),
    ("arith.subi %X, %one : index", "index"),
    ("arith.muli %X, %X : index", "index"),
    ("arith.maxsi %X, %X : index", "index"),
    ("index.add %X, %one", "index"),
    ("affine.apply affine_map<(d0) -> (d0 + 1)>(%X)", "index"),
    ("affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%X, %X)", "index"),
    ("affine.min affine_map<(d0) -> (d0 + 1, 4)>(%X)", "index"),
    ("builtin.unrealized_conversion_cast %X : index to index", "index"),
    ("llvm.bitcast %X : i32 to i32", "i32"),
    ("llvm.getelementptr %X[1] : (!llvm.ptr) -> !llvm.ptr, i32", "!llvm.ptr"),
    ("arith.negf %X : f32", "f32"),
    ("arith.addf %X, %X : f32", "f32"),
    ("complex.neg %X : complex<f32>", "complex<f32>"),
    ("complex.conj %X : complex<f32>", "complex<f32>"),
    ("vector.broadcast %X : vector<4xf32> to vector<4xf32>", "vector<4xf32>"),
    ("vector.insert %f, %X [0] : f32 into vector<4xf32>", "vector<4xf32>"),
];

/// What uses the value of an op of the cycle from outside of it.
fn user(ty: &str) -> &'static str {
    match ty {
        "memref<?xf32>" => "%u = memref.load %a[%c] : memref<?xf32>",
        "index" => "affine.for %i = 0 to 4 { %w = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %a) }",
        "vector<4xf32>" => "%u = vector.extract %a[1] : f32 from vector<4xf32>",
        _ => "",
    }
}

/// The op that gives `result`, with `operand` for what it takes.
fn op(text: &str, result: &str, operand: &str) -> String {
    format!("%{result} = {}", text.replace("%X", &format!("%{operand}")))
}

/// Programs with `op` and `other` in a cycle, and with `op` on its own.
fn programs(first: &str, second: &str, ty: &str) -> Vec<String> {
    let (pair, own) = (
        format!("{}\n{}", op(first, "a", "b"), op(second, "b", "a")),
        op(first, "a", "a"),
    );
    // The first op that a pass sees need not be part of the cycle.
    let entered = format!("{}\n{pair}", op(first, "d", "a"));
    let inputs =
        "%c = \"test.input\"() : () -> index\n%f = \"test.input\"() : () -> f32\n%one = arith.constant 1 : index";
    let mut all = Vec::new();
    for cycle in [pair, own, entered] {
        let body = format!("{cycle}\n{}\n\"test.use\"(%a) : ({ty}) -> ()", user(ty));
        all.push(format!("{inputs}\n{body}\n"));
        all.push(format!(
            "func.func @f() {{\n{inputs}\nreturn\n^bb1:\n{body}\ncf.br ^bb1\n}}\n"
        ));
        all.push(format!(
            "{inputs}\nscf.execute_region {{\n{body}\nscf.yield\n}}\n{cycle}\n"
        ));
    }
    all
}

/// Runs one pass on a program; what it gives, if anything, can be read again.
fn run(text: &str, registry: &Registry, flag: &str) {
    let mut ctx = Context::with_dialects(asyncir_dialects::all());
    ctx.allow_unregistered = true;
    let mut parsed = parse_source(&ctx, &Source::new("cycle.mlir", text)).expect("a program that was read before");
    let mut manager = PassManager::new("builtin.module");
    if manager.add(registry, flag, "").is_err() {
        return;
    }
    if manager.run(&ctx, &mut parsed.op, &RunConfig::default()).is_ok() {
        let printed = print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default());
        let again = parse_source(&ctx, &Source::new("printed.mlir", &printed));
        assert!(again.is_ok(), "{flag} on\n{text}\ngives\n{printed}");
    }
}

/// Does something on another thread, and fails if that takes too long.
fn in_time(what: String, act: impl FnOnce() + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let worker = thread::spawn(move || {
        act();
        let _ = done.send(());
    });
    if ended.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
        panic!("no end: {what}");
    }
    worker.join().expect("no panic");
}

#[test]
fn every_pass_ends_on_cycles_of_definitions() {
    let mut flags: Vec<&str> = Registry::new().passes().iter().map(|pass| pass.flag).collect();
    // They write to the standard error.
    flags.retain(|&flag| flag != "print-op-stats" && flag != "print-ir");
    assert!(flags.len() > 80);
    let mut programs_read = 0;
    for (index, (first, ty)) in OPS.iter().enumerate() {
        let second = OPS.iter().cycle().skip(index + 1).find(|(_, other)| other == ty);
        let (second, _) = second.expect("at least the op itself");
        for text in programs(first, second, ty) {
            // Within a region of its own, a value is defined before it is used.
            if !is_valid(&text) {
                continue;
            }
            programs_read += 1;
            let (program, flags) = (text.clone(), flags.clone());
            in_time(text, move || {
                let registry = Registry::new();
                flags.iter().for_each(|flag| run(&program, &registry, flag));
            });
        }
    }
    assert!(programs_read > 100, "{programs_read} valid programs");
}

fn is_valid(text: &str) -> bool {
    let mut ctx = Context::with_dialects(asyncir_dialects::all());
    ctx.allow_unregistered = true;
    let parsed = parse_source(&ctx, &Source::new("cycle.mlir", text));
    parsed.is_ok_and(|parsed| verify_op(parsed.op.op_ref(&ctx)).is_empty())
}
