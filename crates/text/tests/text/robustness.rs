//! Input that nobody would write: errors, never panics.

use asyncir_ir::Context;
use asyncir_text::{Source, parse_attribute, parse_source, parse_type, print_attribute, print_type};

use crate::{context, print};

const SAMPLE: &str = "#m = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>\n!t = memref<4x?xf32, strided<[1, ?], offset: 3>, 1>\n\
    %0:2 = \"a.b\"(%1) <{x = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>}> ({\n^bb0(%a: i32 loc(\"f\":1:2)):\n  test.br ^bb1(%a : i32)\n\
    ^bb1(%b: i32):\n  test.return %b : i32 loc(#l)\n}) {y = [1.5, \"s\\n\", @a::@b, #m, #foo.x<[y]>, unit], z = !foo<\"a\">} : (!t) -> (i32, f64)\n\
    %1 = \"c.d\"() {a = array<i32: 1>, b = sparse<[[0]], 1> : tensor<2xi8>, c = distinct[0]<>} : () -> !t\n\
    test.scope(%x: index) attributes {k = loc(fused<1>[\"a\", callsite(\"b\" at unknown)])} {\n  %c = test.constant 4\n  \
    test.segments \"p\" @s %c, %x[%c] fast tag<1 : i8>\n  test.loop {} else {}\n  test.lists a(%c)\n}\n\
    #l = loc(\"x\")\n{-# external_resources: { e: { b: \"x\" } } #-}\n";

fn parses(ctx: &Context, text: &[u8]) -> bool {
    parse_source(ctx, &Source::new("t", text)).is_ok()
}

#[test]
fn the_sample_is_valid_and_prints_to_itself() {
    let printed = print(SAMPLE);
    assert!(printed.contains("module {"), "{printed}");
    assert_eq!(print(&printed), printed);
}

#[test]
fn every_beginning_of_a_text() {
    let ctx = context();
    for end in 0..SAMPLE.len() {
        parses(&ctx, &SAMPLE.as_bytes()[..end]);
    }
}

#[test]
fn every_token_left_out_or_doubled() {
    let ctx = context();
    let bytes = SAMPLE.as_bytes();
    for at in 0..bytes.len() {
        let mut shorter = bytes.to_vec();
        shorter.remove(at);
        parses(&ctx, &shorter);
        let mut longer = bytes.to_vec();
        longer.insert(at, bytes[at]);
        parses(&ctx, &longer);
    }
}

#[test]
fn bytes_replaced() {
    let ctx = context();
    for (offset, &byte) in b"<>(){}[]\"%#!@^:,=-*0x\\\n\xFF/.".iter().enumerate() {
        for at in (offset % 3..SAMPLE.len()).step_by(3) {
            let mut bytes = SAMPLE.as_bytes().to_vec();
            bytes[at] = byte;
            parses(&ctx, &bytes);
        }
    }
}

#[test]
fn invalid_utf8_has_a_place() {
    let ctx = context();
    let Err(diagnostics) = parse_source(&ctx, &Source::new("t", b"// x\n \xFF")) else {
        panic!("refused")
    };
    let found: Vec<_> = diagnostics
        .iter()
        .map(|d| (d.message(), d.location().file_position(&ctx)))
        .collect();
    let file = ctx.ident("t");
    assert_eq!(found, [("invalid UTF-8 in the source text", Some((file, 2, 2)))]);
}

#[test]
fn deep_nesting() {
    let regions = |depth: usize| "\"a.b\"() ({".repeat(depth) + &"}) : () -> ()\n".repeat(depth);
    let deep = print(&regions(900));
    assert_eq!(deep.matches("a.b").count(), 900);
    assert!(print(&regions(100_000)).contains("error: nesting too deep"));
    for (open, close) in [
        ("[", "]"),
        ("{a = ", "}"),
        ("tuple<", ">"),
        ("#test.box<", ">"),
        ("(", ")"),
        ("!test.list<", ">"),
        ("dense<", ""),
    ] {
        let text = format!(
            "\"a.b\"() {{x = {}{}}} : () -> ()",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        assert!(print(&text).contains("error: "), "{open}");
    }
    let text = format!("\"a.b\"() : () -> () loc({}", "callsite(".repeat(100_000));
    assert!(print(&text).contains("error: nesting too deep"));
    let text = format!(
        "\"a.b\"() {{x = affine_map<(d) -> ({}d)>}} : () -> ()",
        "-".repeat(100_000)
    );
    assert!(print(&text).contains("error: nesting too deep"));
}

/// Aliases and sums nest without brackets.
#[test]
fn deep_nesting_in_many_steps() {
    let aliases = |count: usize, define: &dyn Fn(usize) -> String, last: &str| {
        let chain: String = (1..count).map(define).collect();
        format!(
            "#a0 = loc(\"x\")\n!t0 = i8\n{chain}\"a.b\"() {{x = {last}{}}} : () -> ()\n",
            count - 1
        )
    };
    let kinds: [(&dyn Fn(usize) -> String, &str); 4] = [
        (&|i| format!("#a{i} = [#a{}]\n", i - 1), "#a"),
        (&|i| format!("!t{i} = tuple<!t{}>\n", i - 1), "!t"),
        (&|i| format!("#a{i} = loc(\"n\"(#a{}))\n", i - 1), "#a"),
        (&|i| format!("#a{i} = loc(callsite(\"n\" at #a{}))\n", i - 1), "#a"),
    ];
    for (define, last) in kinds {
        assert!(!print(&aliases(900, define, last)).contains("error: "));
        assert!(print(&aliases(20_000, define, last)).contains("error: nesting too deep"));
    }
    let expression = |count: usize, begin: &str, step: &str| {
        let (open, steps) = ("(".repeat(begin.len() * count), step.repeat(count));
        format!("\"a.b\"() {{x = affine_map<(d)[s] -> ({open}d{steps})>}} : () -> ()")
    };
    for (begin, step) in [("", " + s"), ("", " floordiv 2 mod 3"), ("(", " + s floordiv 3)")] {
        assert!(!print(&expression(300, begin, step)).contains("error: "), "{step}");
        let deep = print(&expression(100_000, begin, step));
        assert!(deep.contains("error: nesting too deep"), "{step}");
    }
}

#[test]
fn maps_of_many_dimensions() {
    let names: Vec<String> = (0..50_000).map(|i| format!("d{i}")).collect();
    let text = format!(
        "\"a.b\"() {{x = affine_map<({}) -> (d49999)>}} : () -> ()",
        names.join(", ")
    );
    assert!(print(&text).contains("-> (d49999)>"));
}

#[test]
fn single_types_and_attributes() {
    let ctx = context();
    let ty = parse_type(&ctx, "memref<4x?xf32>").expect("a type");
    assert_eq!(print_type(&ctx, ty), "memref<4x?xf32>");
    let attr = parse_attribute(&ctx, "[1, \"a\"]").expect("an attribute");
    assert_eq!(print_attribute(&ctx, attr), "[1, \"a\"]");
    assert_eq!(
        parse_type(&ctx, "i32 i32").map_err(|e| e.message().to_owned()),
        Err("found trailing characters".into())
    );
    assert!(parse_type(&ctx, "").is_err());
}
