//! Reading, lowering and writing functions on several threads gives what doing so in order gives.

use std::fmt::Write;

use asyncir::passes::{PassManager, Registry, RunConfig};
use asyncir::text::{
    ParseOptions, PrintOptions, Source, SourceMap, parse_source_with, print_file, print_file_to, render,
};

/// A file that is large enough for threads, with `special` as the text of one function and `tail` at the end.
fn file(special: &str, tail: &str) -> String {
    let mut text = String::from("#map = affine_map<(d0) -> (d0)>\n");
    for number in 0..400 {
        if number == 100 {
            text.push_str(special);
        }
        let _ = writeln!(text, "func.func @f{number}(%a: i64, %b: i64) -> i64 {{");
        for op in 0..20 {
            let _ = writeln!(text, "  %v{op} = \"test.add\"(%a, %b) : (i64, i64) -> i64");
        }
        text.push_str("  return %v0 : i64\n}\n");
    }
    text + tail
}

/// What comes out of reading a file: its text in both forms, or the diagnostics.
fn outcome(text: &str, threads: bool) -> Result<[String; 2], String> {
    let mut ctx = asyncir::context();
    ctx.allow_unregistered = true;
    let source = Source::new("test.mlir", text);
    let options = ParseOptions {
        threads,
        verify_ahead: threads,
        ..ParseOptions::default()
    };
    let parsed = parse_source_with(&ctx, &source, &options);
    let mut sources = SourceMap::new();
    sources.add("test.mlir", text);
    let parsed = parsed.map_err(|errors| render(&ctx, &errors, &sources))?;
    let debug = PrintOptions {
        debug_info: true,
        ..PrintOptions::default()
    };
    let op = parsed.op.op_ref(&ctx);
    let mut pieces = String::new();
    let options = PrintOptions::default();
    print_file_to(op, Some(&parsed.resources), &options, threads, &mut |piece| {
        pieces.push_str(piece)
    });
    Ok([pieces, print_file(op, Some(&parsed.resources), &debug)])
}

fn same(special: &str, tail: &str) -> Result<[String; 2], String> {
    let text = file(special, tail);
    assert!(text.len() > 1 << 18, "large enough to be shared out");
    let in_order = outcome(&text, false);
    assert!(in_order == outcome(&text, true), "{special}\n{tail}");
    in_order
}

/// A function whose body is long enough to be skipped at first.
fn function(body: &str) -> String {
    let padding = "  // padding {{{ \" padding\n".repeat(40);
    format!("func.func @special(%a: i64) {{\n{padding}{body}\n  return\n}}\n")
}

#[test]
fn functions_come_out_as_in_order() {
    let body = "  \"test.op\"() {a = \"}\", b = #map, c = !test<{x}>} : () -> () loc(#late)\n  \"test.region\"() ({\n  }) : () -> ()";
    let [text, debug] = same(&function(body), "#late = loc(\"later\")\n").expect("a valid file");
    assert!(text.contains("a = \"}\"") && debug.contains("later"));
    same(&function("  \"test.op\"() {a = distinct[0]<unit>} : () -> ()"), "").expect("a valid file");
}

#[test]
fn errors_are_those_of_reading_in_order() {
    let cases = [
        (
            "  \"test.op\"(%nowhere) : (i64) -> ()\n  \"test.op\"(%lost) : (i64) -> ()",
            "",
        ),
        ("  \"test.op\"(%a, : (i64) -> ()", ""),
        ("  \"test.op\"(%a, : (i64) -> ()", "func.func @broken("),
        (
            "  \"test.op\"() {a = #late_map} : () -> ()",
            "#late_map = affine_map<(d0) -> (d0)>\n",
        ),
        ("  \"test.op\"() : () -> ()\n}", ""),
        ("  \"test.region\"() ({", ""),
        ("  %a = \"test.op\"() : () -> (i64)", ""),
        ("  cf.br ^nowhere", ""),
        ("  \"test.op\"() {a = \"open} : () -> ()", ""),
        ("  \"test.op\"() : () -> () loc(#never)", ""),
    ];
    for (body, tail) in cases {
        same(&function(body), tail).expect_err("a broken file");
    }
    let error = same("", "func.func @broken(").expect_err("a broken file");
    assert!(error.contains("broken"));
}

/// Functions with tasks in tasks, tasks that wait for others, failing tasks, and asynchronous functions; one of them has
/// the name of a function that a task becomes.
fn tasks() -> String {
    let mut text = String::from("func.func private @async_execute_fn_3()\n");
    for number in 0..200 {
        let _ = write!(
            text,
            r#"
async.func @a{number}(%x: i64, %ok: i1) -> !async.value<i64> {{
  cf.assert %ok, "not a{number}"
  return %x : i64
}}
func.func @f{number}(%x: i64, %ok: i1) -> i64 {{
  %two = arith.constant {number} : i64
  %token, %value = async.execute -> !async.value<i64> {{
    %sum = arith.addi %x, %two : i64
    %inner = async.execute {{
      cf.assert %ok, "not f{number}"
      async.yield
    }}
    async.await %inner : !async.token
    async.yield %sum : i64
  }}
  %next, %other = async.execute [%token] (%value as %v: !async.value<i64>) -> !async.value<i64> {{
    %product = arith.muli %v, %two : i64
    async.yield %product : i64
  }}
  %called = async.call @a{number}(%x, %ok) : (i64, i1) -> !async.value<i64>
  %a = async.await %other : !async.value<i64>
  %b = async.await %called : !async.value<i64>
  %sum = arith.addi %a, %b : i64
  return %sum : i64
}}
"#
        );
    }
    text
}

/// The program after some passes, which run on it one after the other.
fn lowered(text: &str, passes: &[&str], threads: bool) -> String {
    let ctx = asyncir::context();
    let source = Source::new("test.mlir", text);
    let mut parsed = parse_source_with(&ctx, &source, &ParseOptions::default()).unwrap_or_else(|errors| {
        let messages: Vec<&str> = errors.iter().map(|error| error.message()).collect();
        panic!("{messages:?}")
    });
    let mut pipeline = PassManager::new("builtin.module");
    for pass in passes {
        pipeline.add(&Registry::new(), pass, "").expect("a pass");
    }
    let config = RunConfig {
        threads,
        ..RunConfig::default()
    };
    let done = pipeline.run(&ctx, &mut parsed.op, &config);
    assert!(done.is_ok(), "the passes succeed");
    print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default())
}

#[test]
fn functions_are_lowered_as_in_order() {
    let passes = [
        "async-func-to-async-runtime",
        "async-to-async-runtime",
        "async-runtime-ref-counting",
        "async-runtime-ref-counting-opt",
        "convert-async-to-llvm",
        "convert-vector-to-llvm",
        "convert-arith-to-llvm",
        "convert-func-to-llvm",
        "convert-cf-to-llvm",
        "reconcile-unrealized-casts",
    ];
    let text = tasks();
    for count in [1, 2, 5, passes.len()] {
        let in_order = lowered(&text, &passes[..count], false);
        assert!(
            in_order == lowered(&text, &passes[..count], true),
            "{:?}",
            &passes[..count]
        );
        assert!(in_order.contains("@async_execute_fn_2") || count == 1);
    }
}
