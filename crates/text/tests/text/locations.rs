//! Locations.

use asyncir_text::PrintOptions;

use crate::{check, print_with};

#[test]
fn location_attributes_have_aliases() {
    check(
        "\"a.b\"() {a = loc(fused[\"a\":1:2, \"b\"(\"c\":2:3)]), b = loc(fused<\"m\">[unknown]), \
         c = loc(callsite(\"a\" at \"b\":1:2)), d = loc(\"f\":1:2 to 3:4), e = loc(\"f\":1:2 to :4), f = loc(fused[])} \
         : () -> ()",
        "#loc = loc(\"a\":1:2)\n#loc1 = loc(\"c\":2:3)\n#loc2 = loc(unknown)\n#loc3 = loc(\"a\")\n#loc4 = loc(\"b\":1:2)\n\
         #loc5 = loc(\"f\":1:2 to 3:4)\n#loc6 = loc(\"f\":1:2 to :4)\n#loc7 = loc(\"b\"(#loc1))\n\
         #loc8 = loc(fused<\"m\">[#loc2])\n#loc9 = loc(callsite(#loc3 at #loc4))\n#loc10 = loc(fused[#loc, #loc7])\n\
         module {\n  \"a.b\"() {a = #loc10, b = #loc8, c = #loc9, d = #loc5, e = #loc6, f = #loc2} : () -> ()\n}\n",
    );
}

/// The locations of arguments are not deferred, and count in the numbering although they are written in place.
#[test]
fn debug_info() {
    let text = "\"foo.region\"() ({\n^bb0(%a: i32, %b : i32 loc(#later)):\n  \"x.y\"(%a) : (i32) -> () loc(#later)\n\
                }) : () -> ()\n#later = loc(\"l\"(\"z\":1:1))\n";
    let options = PrintOptions {
        debug_info: true,
        ..PrintOptions::default()
    };
    let expected = "#loc2 = loc(\"t.mlir\":2:6)\n#loc3 = loc(\"z\":1:1)\n#loc4 = loc(\"l\"(#loc3))\nmodule {\n  \
                    \"foo.region\"() ({\n  ^bb0(%arg0: i32 loc(\"t.mlir\":2:6), %arg1: i32 loc(\"l\"(#loc3))):\n    \
                    \"x.y\"(%arg0) : (i32) -> () loc(#loc4)\n  }) : () -> () loc(#loc1)\n} loc(#loc)\n\
                    #loc = loc(\"t.mlir\":0:0)\n#loc1 = loc(\"t.mlir\":1:1)\n";
    let printed = print_with(text, &options);
    assert_eq!(print_with(&printed, &options), printed);
    assert_eq!(printed, expected);
}

#[test]
fn pretty_and_local() {
    let text = "\"x.y\"() {m = affine_map<() -> ()>} : () -> () loc(callsite(\"n\"(\"f\":1:2) at \"g\":3:4))";
    let pretty = PrintOptions {
        debug_info: true,
        pretty_debug_info: true,
        ..PrintOptions::local()
    };
    assert_eq!(
        print_with(text, &pretty),
        "module {\n  \"x.y\"() {m = affine_map<() -> ()>} : () -> () \"n\"(f:1:2) at g:3:4\n} t.mlir:0:0"
    );
}

/// What is printed behind the ops uses what was printed before it.
#[test]
fn aliases_behind_their_uses_use_others() {
    let options = PrintOptions {
        debug_info: true,
        ..PrintOptions::default()
    };
    let expected = "module {\n} loc(#loc3)\n#loc = loc(\"x\")\n#map = affine_map<(d0) -> (d0)>\n#loc1 = loc(\"n\"(#loc))\n\
                    #loc2 = loc(fused<#map>[#loc, #loc1])\n#loc3 = loc(callsite(#loc2 at #loc))\n";
    assert_eq!(print_with(expected, &options), expected);
    for (definitions, undefined) in [
        ("#b = loc(callsite(#b at #b))", "b"),
        ("#a = loc(fused[#b])\n#b = loc(callsite(#a at #a))", "b"),
        ("#b = loc(callsite(#c at #c))\n#c = loc(\"x\")", "c"),
    ] {
        let printed = print_with(&format!("module {{}} loc(#b)\n{definitions}\n"), &options);
        let message = format!("error: undefined symbol alias id '{undefined}'");
        assert!(printed.contains(&message), "{printed}");
    }
}
