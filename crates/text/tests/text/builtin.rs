//! Builtin types and attributes, and the generic form.

use asyncir_text::PrintOptions;

use crate::{check, check_same, print_with};

#[test]
fn generic_ops_with_everything() {
    check(
        "%0:2 = \"foo.bar\"() <{b, a = 1 : i32}> {y = #foo.bar<a[b]>, w = !foo.t<x>} : () -> (i32, !foo.x)\n\
         \"foo.region\"() ({\n^bb0(%a: i32, %b : i32):\n  \"foo.br\"(%a)[^x, ^y] : (i32) -> ()\n\
         ^x:\n  \"foo.br\"(%a)[^y] : (i32) -> ()\n^y:\n  \"foo.use\"(%0#1, %0) : (!foo.x, i32) -> ()\n\
         ^z:\n}, {}) {m = affine_map<(d0) -> (d0+1)>} : () -> ()\n",
        "#map = affine_map<(d0) -> (d0 + 1)>\nmodule {\n  \
         %0:2 = \"foo.bar\"() <{a = 1 : i32, b}> {w = !foo.t<x>, y = #foo.bar<a[b]>} : () -> (i32, !foo.x)\n  \
         \"foo.region\"() ({\n  ^bb0(%arg0: i32, %arg1: i32):\n    \"foo.br\"(%arg0)[^bb1, ^bb2] : (i32) -> ()\n  \
         ^bb1:  // pred: ^bb0\n    \"foo.br\"(%arg0)[^bb2] : (i32) -> ()\n  ^bb2:  // 2 preds: ^bb0, ^bb1\n    \
         \"foo.use\"(%0#1, %0#0) : (!foo.x, i32) -> ()\n  ^bb3:  // no predecessors\n  }, {\n  }) {m = #map} : () -> ()\n}\n",
    );
}

#[test]
fn types() {
    check(
        "\"t.t\"() {A = (i32) -> (i32, f32), B = () -> ((i32) -> i32), C = tensor<*xf32>, D = memref<*xf32, 1>, \
         E = vector<2x[4]xf32>, F = tuple<i32,f32>, G = none, H = complex<f64>, I = si8, J = ui4, K = f8E4M3, \
         V = tensor<4x?x0x0x1xf32, \"enc\">, W = memref<4x4xf32, affine_map<(i, j) -> (i, j)>>, \
         X = memref<4x?xf32, strided<[1,2], offset: ?>, 3>, Y = memref<4xf32, 0>, Z = tensor<0x0xf32>} : () -> ()",
        "module {\n  \"t.t\"() {A = (i32) -> (i32, f32), B = () -> ((i32) -> i32), C = tensor<*xf32>, \
         D = memref<*xf32, 1>, E = vector<2x[4]xf32>, F = tuple<i32, f32>, G = none, H = complex<f64>, I = si8, \
         J = ui4, K = f8E4M3, V = tensor<4x?x0x0x1xf32, \"enc\">, W = memref<4x4xf32>, \
         X = memref<4x?xf32, strided<[1, 2], offset: ?>, 3>, Y = memref<4xf32>, Z = tensor<0x0xf32>} : () -> ()\n}\n",
    );
}

#[test]
fn simple_attributes() {
    check(
        "\"t.t\"() {a = 1.0 : f16, b = 0x7FC0 : bf16, c = -0.0, d = 5, e = \"a\\22b\\n\\\\\", f = @foo::@\"b ar\", \
         g = [1, 2.0, 3 : i32, unit, true], h = unit, i = {z, \"b c\" = 2}, j = 4 : si8, k = 4294967295 : ui32, \
         l = 4294967295 : i32, m = \"foo\" : i32, n = #foo<\"a b\"> : f32, o = #foo<bar<x>>, p = 5 : i200} : () -> ()",
        "module {\n  \"t.t\"() {a = 1.000000e+00 : f16, b = 0x7FC0 : bf16, c = -0.000000e+00 : f64, d = 5 : i64, \
         e = \"a\\22b\\0A\\\\\", f = @foo::@\"b ar\", g = [1, 2.000000e+00, 3 : i32, unit, true], h, \
         i = {\"b c\" = 2 : i64, z}, j = 4 : si8, k = 4294967295 : ui32, l = -1 : i32, m = \"foo\" : i32, \
         n = #foo<\"a b\"> : f32, o = #foo.bar<x>, p = 5 : i200} : () -> ()\n}\n",
    );
}

#[test]
fn attributes_with_elements() {
    check(
        "\"t.t\"() {a = dense<\"0x01020304\"> : tensor<4xi8>, b = dense<> : tensor<0xi32>, c = dense<1> : tensor<2xi32>, \
         d = dense<[[1,2],[3,4]]> : vector<2x2xi32>, e = dense<[7,7]> : tensor<2xi32>, f = dense<\"a\"> : tensor<2x!x.s>, \
         g = dense<[\"a\", \"b\"]> : tensor<2x!x.s>, h = dense<\"0xFF\"> : tensor<8xi1>, i = array<i1: true, false>, \
         j = array<i32>, k = array<f32: 1.0, -2.>, l = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, \
         m = dense<[(1, -1), (2, 3)]> : tensor<2xcomplex<i8>>, n = dense<255> : tensor<ui8>, o = dense<255> : tensor<i8>, \
         p = dense<[0x7F800000, 1.5]> : tensor<2xf32>, q = dense<[true, false]> : vector<2xi1>} : () -> ()",
        "module {\n  \"t.t\"() {a = dense<[1, 2, 3, 4]> : tensor<4xi8>, b = dense<> : tensor<0xi32>, \
         c = dense<1> : tensor<2xi32>, d = dense<[[1, 2], [3, 4]]> : vector<2x2xi32>, e = dense<7> : tensor<2xi32>, \
         f = dense<\"a\"> : tensor<2x!x.s>, g = dense<[\"a\", \"b\"]> : tensor<2x!x.s>, h = dense<true> : tensor<8xi1>, \
         i = array<i1: true, false>, j = array<i32>, k = array<f32: 1.000000e+00, -2.000000e+00>, \
         l = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, m = dense<[(1,-1), (2,3)]> : tensor<2xcomplex<i8>>, \
         n = dense<255> : tensor<ui8>, o = dense<-1> : tensor<i8>, p = dense<[0x7F800000, 1.500000e+00]> : tensor<2xf32>, \
         q = dense<[true, false]> : vector<2xi1>} : () -> ()\n}\n",
    );
}

#[test]
fn pairs_of_equal_elements() {
    // What is behind the last element of the type is dropped, and does not count where the kept ones are equal.
    check(
        "\"a.b\"() {a = dense<[(1, 1), (2, 2)]> : tensor<2xi32>, b = sparse<[(1, 1), (1, 2)], (1, 2)> : tensor<3xi32>, \
         c = sparse<[[1, 1], [1, 1]], [5, 6]> : tensor<3x3xi32>, d = dense<(1, 2)> : tensor<0xi32>} : () -> ()",
        "module {\n  \"a.b\"() {a = dense<1> : tensor<2xi32>, b = sparse<1, [1, 2]> : tensor<3xi32>, \
         c = sparse<1, [5, 6]> : tensor<3x3xi32>, d = dense<> : tensor<0xi32>} : () -> ()\n}\n",
    );
}

#[test]
fn no_elements() {
    check(
        "\"a.b\"() {a = dense<1> : tensor<0xi32>, b = dense<[]> : tensor<0xi32>, c = dense<true> : tensor<0x2xi1>} : () -> ()",
        "module {\n  \"a.b\"() {a = dense<1> : tensor<0xi32>, b = dense<> : tensor<0xi32>, \
         c = dense<true> : tensor<0x2xi1>} : () -> ()\n}\n",
    );
}

#[test]
fn properties_of_unknown_ops_are_any_attribute() {
    check(
        "\"a.b\"() <1 : i8> : () -> () \0 // a NUL is blank: \0\n\"c.d\"() <[]> : () -> ()",
        "module {\n  \"a.b\"() <1 : i8> : () -> ()\n  \"c.d\"() <[]> : () -> ()\n}\n",
    );
}

#[test]
fn many_elements_are_hexadecimal() {
    let elements: Vec<String> = (0..101)
        .map(|i| if i % 3 == 0 { "false" } else { "true" }.to_owned())
        .collect();
    let text = format!(
        "\"t.t\"() {{a = dense<[{}]> : tensor<101xi1>}} : () -> ()",
        elements.join(", ")
    );
    check(
        &text,
        "module {\n  \"t.t\"() {a = dense<\"0xB66DDBB66DDBB66DDBB66DDB16\"> : tensor<101xi1>} : () -> ()\n}\n",
    );
    let options = PrintOptions {
        elide_elements_larger_than: Some(16),
        ..PrintOptions::default()
    };
    assert_eq!(
        print_with(&text, &options),
        "module {\n  \"t.t\"() {a = dense_resource<__elided__> : tensor<101xi1>} : () -> ()\n}\n"
    );
}

#[test]
fn affine_maps_sets_and_distinct_attributes_have_aliases() {
    check(
        "\"a.b\"() {a = distinct[0]<42 : i32>, b = distinct[0]<42 : i32>, c = distinct[7]<>, \
         d = distinct[1]<affine_map<(d0) -> (d0)>>, e = affine_map<(d0, d1) -> (d1 - 1)>, \
         f = affine_set<(d0)[s0] : (d0 - s0 >= 0, 3 <= d0)>} : () -> ()",
        "#distinct = distinct[0]<42 : i32>\n#map = affine_map<(d0) -> (d0)>\n#map1 = affine_map<(d0, d1) -> (d1 - 1)>\n\
         #set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 3 >= 0)>\n#distinct1 = distinct[1]<#map>\nmodule {\n  \
         \"a.b\"() {a = #distinct, b = #distinct, c = distinct[2]<>, d = #distinct1, e = #map1, f = #set} : () -> ()\n}\n",
    );
}

#[test]
fn aliases_are_read() {
    check(
        "!t = memref<4xf32, affine_map<(i) -> (i + 1)>>\n#n = 42 : i32\n%0 = \"a.b\"() {n = #n} : () -> !t\n",
        "#map = affine_map<(d0) -> (d0 + 1)>\nmodule {\n  \
         %0 = \"a.b\"() {n = 42 : i32} : () -> memref<4xf32, #map>\n}\n",
    );
}

#[test]
fn resources_stand_behind_the_ops() {
    check_same(
        "module {\n  \"a.b\"() {x = dense_resource<a> : tensor<2xi32>} : () -> ()\n}\n\n{-#\n  dialect_resources: {\n    \
         builtin: {\n      a: \"0x0400000001000000\"\n    }\n  },\n  external_resources: {\n    e: {\n      \
         b: \"x\",\n      c: true\n    }\n  }\n#-}\n",
    );
}

#[test]
fn modules() {
    check_same("module @x attributes {x.y} {\n  module {\n  }\n  module @y {\n  }\n}\n");
    check("", "module {\n}\n");
    let generic = PrintOptions {
        generic: true,
        ..PrintOptions::default()
    };
    assert_eq!(
        print_with("module @y {}", &generic),
        "\"builtin.module\"() <{sym_name = \"y\"}> ({\n^bb0:\n}) : () -> ()\n"
    );
}
