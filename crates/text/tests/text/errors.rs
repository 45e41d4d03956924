//! Errors say what MLIR says, where MLIR says it.

use crate::print;

/// Checks the errors of a one-line text: the columns and messages, notes included.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let all = print(text);
    let found: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("t.mlir:1:")).collect();
    assert_eq!(found, expected);
}

#[test]
fn generic_ops() {
    check("\"a.b\"( : () -> ()", &["7: error: expected ')' to end operand list"]);
    check("\"a.b\"()", &["7: error: expected ':' followed by operation type"]);
    check("\"a.b\"() : i32", &["11: error: expected function type"]);
    check(
        "\"a.b\"(%0) : (i32, i32) -> ()",
        &["13: error: expected 1 operand type\0 but had 2"],
    );
    check(
        "%0 = \"a.b\"() : () -> ()",
        &["1: error: cannot name an operation with no results"],
    );
    check(
        "%0:2 = \"a.b\"() : () -> (i32)",
        &["1: error: operation defines 1 results but was provided 2 to bind"],
    );
    check("%0 = 5", &["5: error: expected operation name in quotes"]);
    check("test.br", &["7: error: expected block name"]);
    check(
        "\"test.add\"()[^bb0] : () -> ()",
        &["13: error: successors in non-terminator"],
    );
}

#[test]
fn names_of_dialects() {
    check(
        "\"a.b\"() {x = !a-b.c} : () -> ()",
        &["19: error: invalid dialect namespace '\"a-b\"'"],
    );
    check(
        "\"a.b\"() {x = !.c} : () -> ()",
        &["16: error: invalid dialect namespace '\"\"'"],
    );
    check(
        "\"a.b\"() {x = #a-b<c>} : () -> ()",
        &["14: error: invalid dialect namespace '\"a-b\"'"],
    );
}

/// A use before the definition of what turns out to have fewer results.
#[test]
fn results_that_are_not_there() {
    check(
        "\"a.b\"() ({ \"c.br\"()[^b] : () -> () ^a: \"c.d\"(%1#1) : (i32) -> () \
         ^b: %1 = \"c.e\"() : () -> i32 \"c.br\"()[^a] : () -> ()}) : () -> ()",
        &["46: error: use of undeclared SSA value name"],
    );
}

#[test]
fn values_and_blocks() {
    check(
        "\"a.b\"(%0, %1) : (i32, i32) -> ()",
        &[
            "7: error: use of undeclared SSA value name",
            "11: error: use of undeclared SSA value name",
        ],
    );
    check(
        "%0 = \"a.b\"() : () -> i32 %0 = \"a.b\"() : () -> i32",
        &[
            "26: error: redefinition of SSA value '%0'",
            "1: note: previously defined here",
        ],
    );
    check(
        "%0 = \"a.b\"() : () -> i32 \"a.c\"(%0) : (i64) -> ()",
        &[
            "32: error: use of value '%0' expects different type than prior uses: 'i64' vs 'i32'",
            "1: note: prior use here",
        ],
    );
    check(
        "\"a.c\"(%0) : (i64) -> () %0 = \"a.b\"() : () -> i32",
        &[
            "25: error: definition of SSA value '%0#0' has type 'i32'",
            "7: note: previously used here with type 'i64'",
        ],
    );
    check(
        "%0 = \"a.b\"() : () -> i32 \"a.c\"(%0#1) : (i32) -> ()",
        &["32: error: reference to invalid result number"],
    );
    check(
        "\"a.b\"() ({\"x.y\"()[^bb1] : () -> ()}) : () -> ()",
        &["19: error: reference to an undefined block"],
    );
    check(
        "\"a.b\"() ({^bb0: ^bb0: }) : () -> ()",
        &["17: error: redefinition of block '^bb0'"],
    );
}

/// An undeclared name is missed behind what stands before it; what follows from an error stands where the text goes on.
#[test]
fn affine_expressions() {
    let check = |map: &str, expected: &[&str]| check(&format!("#m = affine_map<(d0) -> ({map})>"), expected);
    check("d0,   d1", &["29: error: use of undeclared identifier"]);
    check("d0 +  i32", &["30: error: use of undeclared identifier"]);
    check(
        "d0 floordiv + 2",
        &["38: error: missing right operand of binary operator"],
    );
    check("+ 2", &["26: error: missing left operand of binary operator"]);
    check(
        "- d1",
        &[
            "27: error: use of undeclared identifier",
            "28: error: missing operand of negation",
        ],
    );
    check("  %a", &["26: error: unexpected ssa identifier"]);
    check("symbol(%a)", &["33: error: unexpected ssa identifier"]);
    check("symbol", &["32: error: expected '(' at start of SSA symbol"]);
}

#[test]
fn custom_ops() {
    check(
        "foo",
        &["1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)"],
    );
    check("test.foo", &["1: error: custom op 'test.foo' is unknown"]);
    let all = print("nope.foo");
    assert!(
        all.starts_with("t.mlir:1:1: error: Dialect `nope' not found for custom op 'nope.foo' \n"),
        "{all}"
    );
    check(
        "%0 = test.add %1, %1 kind(blue) : i32",
        &[
            "27: error: custom op 'test.add' expected string or keyword containing one of the following enum values for attribute \
         'kind' [red, green]",
        ],
    );
    check("%0 = test.add %1 %1 : i32", &["17: error: expected ','"]);
    check(
        "test.else here",
        &["11: error: custom op 'test.else' expected 'nowhere'"],
    );
}

#[test]
fn types_and_attributes() {
    check(
        "\"a.b\"() {x = memref<4xf32, #foo.space>} : () -> ()",
        &["14: error: unsupported memory space Attribute"],
    );
    check(
        "{-# dialect_resources: { foo: {a: \"0x01000000\"} } #-}",
        &["26: error: dialect 'foo' is unknown"],
    );
    check(
        "\"a.b\"() {a = tensor<4xtuple<i32>>} : () -> ()",
        &["23: error: invalid tensor element type"],
    );
    check(
        "\"a.b\"() {a = vector<0xi32>} : () -> ()",
        &["14: error: vector types must have positive constant sizes but got 0"],
    );
    check(
        "\"a.b\"() {a = 300 : i8} : () -> ()",
        &["14: error: integer constant out of range for attribute"],
    );
    check(
        "\"a.b\"() {a, a} : () -> ()",
        &["13: error: duplicate key 'a' in dictionary attribute"],
    );
    check(
        "\"a.b\"() {a = #foo} : () -> ()",
        &["18: error: undefined symbol alias id 'foo'"],
    );
    check(
        "\"a.b\"() {a = !test.nope} : () -> ()",
        &["20: error: unknown  type `nope` in dialect `test`"],
    );
    check(
        "\"a.b\"() {a = 1 : f32} : () -> ()",
        &[
            "14: error: unexpected decimal integer literal for a floating point value",
            "14: note: add a trailing dot to make the literal a float",
        ],
    );
    check(
        "\"a.b\"() {a = dense<[1,2,3]> : tensor<2xi32>} : () -> ()",
        &["14: error: inferred shape of elements literal ([3]) does not match type ([2])"],
    );
    check(
        "\"a.b\"() : () -> () loc(#nope)",
        &["24: error: operation location alias was never defined"],
    );
}

#[test]
fn unregistered_dialects_must_be_allowed() {
    let ctx = asyncir_ir::Context::new();
    for (text, expected) in [
        (
            "\"a.b\"() : () -> ()",
            "operation being parsed with an unregistered dialect. If this is intended, please use \
             -allow-unregistered-dialect with the MLIR tool used",
        ),
        ("{-# x", "expected ':'"),
    ] {
        let Err(diagnostics) = asyncir_text::parse_source(&ctx, &asyncir_text::Source::new("t", text)) else {
            panic!("'{text}' is refused");
        };
        assert_eq!(diagnostics.iter().map(|d| d.message()).collect::<Vec<_>>(), [expected]);
    }
}
