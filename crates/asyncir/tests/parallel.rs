//! Reading and writing functions on several threads gives what doing so in order gives.

use std::fmt::Write;

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
