//! Assembly formats, hand-written forms, types and attributes of a registered dialect.

use asyncir_ir::def::{AttrConstraint, OpView, TypeConstraint};
use asyncir_text::check_format;

use crate::dialect::OPS;
use crate::{check, check_same};

/// A scope around ops, as printed.
fn scope(lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("module {{\n  test.scope() {{\n{body}  }}\n}}\n")
}

#[test]
fn all_formats_compile() {
    for def in OPS {
        assert_eq!(check_format(def), Ok(()));
    }
}

#[test]
fn wrong_formats_are_told() {
    static ANY: TypeConstraint = TypeConstraint::new("any type", |_, _| true);
    static ANY_ATTR: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);
    asyncir_ir::ops! {
        /// Ops with wrong formats.
        pub const WRONG;
        op UntypedOp "wrong.untyped" { summary ""; operands { x: one ANY } format "$x attr-dict"; }
        op UnknownOp "wrong.unknown" { summary ""; attributes { a: optional ANY_ATTR } format "$b attr-dict"; }
        op DictOp "wrong.dict" { summary ""; format "`x`"; }
    }
    let messages: Vec<_> = WRONG.iter().filter_map(|def| check_format(def).err()).collect();
    assert_eq!(
        messages,
        [
            "wrong.untyped: the type of operand '$x' is not known",
            "wrong.unknown: unknown variable '$b'",
            "wrong.dict: 'attr-dict' is missing",
        ]
    );
    assert_eq!(UntypedOp::DEF.name, "wrong.untyped");
}

#[test]
fn operands_types_and_defaults() {
    check_same(&scope(&[
        "%cst = constant 4",
        "%cst_0 = constant 5 note \"n\" {x = 1 : i64}",
        "%0 = add %cst, %cst_0 : index",
        "%1 = add %0, %0 kind(green) : index",
        "call @f(%0, %1) : (index, index) -> ()",
        "%2 = call @f() : () -> (() -> ())",
        "%3:2 = call @f(%0) {y} : (index) -> (i32, f32)",
    ]));
}

/// An inherent attribute in braces replaces the one that the format wrote.
#[test]
fn attributes_in_braces_win() {
    check(
        &scope(&["%cst = constant 4 {number = 5}"]),
        &scope(&["%cst = constant 5"]),
    );
}

#[test]
fn results_are_named_in_groups() {
    check_same(&scope(&[
        "%first, %rest:2 = pair : i32, f32",
        "%first_0, %rest_1 = pair : i64",
        "\"x.y\"(%first, %rest#1, %rest_1) : (index, f32, i64) -> ()",
    ]));
}

#[test]
fn optional_groups() {
    check_same(&scope(&[
        "%cst = constant 4",
        "segments %cst",
        "segments \"private\" @s %cst, %cst[%cst, %cst] fast tag<[1, 2]>",
        "segments @s %cst[%cst]",
        "else at %cst",
        "else nowhere {x}",
        "lists",
        "lists a(%cst) b(%cst)",
        "swapped %cst | %cst",
        "return %cst : index",
    ]));
    check(
        &scope(&["%cst = constant 4", "lists b(%cst) a(%cst)"]),
        &scope(&["%cst = constant 4", "lists a(%cst) b(%cst)"]),
    );
}

#[test]
fn regions_and_implicit_terminators() {
    check(
        &scope(&[
            "loop { test.yield } else { test.loop {} }",
            "loop { \"a.b\"() : () -> () }",
        ]),
        &scope(&[
            "loop {",
            "} else {",
            "  test.loop {",
            "  }",
            "}",
            "loop {",
            "  \"a.b\"() : () -> ()",
            "}",
        ]),
    );
}

#[test]
fn named_arguments_and_blocks() {
    check_same(
        "module {\n  test.scope(%in: i32, %in_0: f32) attributes {a} {\n    br ^bb1(%in : i32)\n  ^bb1(%0: i32):  // pred: ^bb0\n    \
         return %0 : i32\n  }\n}\n",
    );
}

#[test]
fn dialect_types_and_attributes() {
    check(
        "\"a.b\"() {a = #test.box<1 : i32>, b = #test<box<#test.box<\"x\">>>, c = !test.list<i32, !test.list<>>, \
         d = !test<list<f32>>, e = #test.box<affine_map<() -> ()>>} : () -> ()",
        "#map = affine_map<() -> ()>\nmodule {\n  \"a.b\"() {a = #test.box<1 : i32>, b = #test.box<#test.box<\"x\">>, \
         c = !test.list<i32, !test.list<>>, d = !test.list<f32>, e = #test.box<#map>} : () -> ()\n}\n",
    );
}

/// What follows an op without operands on the next line are no operands, but the results of the next op.
#[test]
fn missing_operands() {
    check_same(&scope(&[
        "%0 = \"a.b\"() : () -> index",
        "note %0",
        "notes %0, %0",
        "note",
        "%1 = \"a.b\"() : () -> index",
        "notes",
        "%2:2 = \"a.b\"() : () -> (index, index)",
        "note",
        "notes",
    ]));
    check(
        "test.scope() {\n  note\n  %a, %b :2 = \"a.b\"() : () -> (index, index, index)\n  notes\n  %a, %b#1\n  note\n  %a\n}",
        &scope(&[
            "note",
            "%0:3 = \"a.b\"() : () -> (index, index, index)",
            "notes %0#0, %0#2",
            "note %0#0",
        ]),
    );
}
