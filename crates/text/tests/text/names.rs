//! Names of values in generic and custom form, uses before definitions.

use asyncir_text::PrintOptions;

use crate::{check, check_same, print_with};

/// Siblings use the same numbers; in generic form no number is used twice, and the last region is numbered first.
#[test]
fn siblings() {
    let text = "module {\n  test.scope() {\n    %0 = \"a.b\"() : () -> i32\n  }\n  test.scope() {\n    \
                %0 = \"a.b\"() : () -> i32\n  }\n}\n";
    check_same(text);
    let generic = PrintOptions {
        generic: true,
        ..PrintOptions::default()
    };
    let expected = "\"builtin.module\"() ({\n  \"test.scope\"() ({\n    %1 = \"a.b\"() : () -> i32\n  }) : () -> ()\n  \
                    \"test.scope\"() ({\n    %0 = \"a.b\"() : () -> i32\n  }) : () -> ()\n}) : () -> ()\n";
    assert_eq!(print_with(text, &generic), expected);
    assert_eq!(print_with(expected, &generic), expected);
}

#[test]
fn values_of_a_region_come_before_those_inside() {
    check(
        "\"a.b\"() ({ %x = \"a.c\"() : () -> i32 }) : () -> () %y = \"a.d\"() : () -> i32",
        "module {\n  \"a.b\"() ({\n    %1 = \"a.c\"() : () -> i32\n  }) : () -> ()\n  %0 = \"a.d\"() : () -> i32\n}\n",
    );
}

#[test]
fn uses_before_definitions() {
    check(
        "\"a.use\"(%p#1, %q, %p#1) : (i32, i64, i32) -> () %p:2 = \"a.d\"() : () -> (f32, i32) %q = \"a.d\"() : () -> i64",
        "module {\n  \"a.use\"(%0#1, %1, %0#1) : (i32, i64, i32) -> ()\n  %0:2 = \"a.d\"() : () -> (f32, i32)\n  \
         %1 = \"a.d\"() : () -> i64\n}\n",
    );
}

/// A region that is not isolated sees the names around it, and its own are forgotten behind it.
#[test]
fn scopes() {
    check(
        "%a = \"x.y\"() : () -> i32 \"x.r\"() ({ \"x.u\"(%a) : (i32) -> () %b = \"x.y\"() : () -> i32 }) : () -> () \
         %b = \"x.y\"() : () -> i32",
        "module {\n  %0 = \"x.y\"() : () -> i32\n  \"x.r\"() ({\n    \"x.u\"(%0) : (i32) -> ()\n    \
         %2 = \"x.y\"() : () -> i32\n  }) : () -> ()\n  %1 = \"x.y\"() : () -> i32\n}\n",
    );
}
