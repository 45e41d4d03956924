//! What is read, refused and printed as `mlir-opt` does, of what few programs have.

mod mlir_opt;

use mlir_opt::same;

const UNREGISTERED: &str = "--allow-unregistered-dialect";

#[test]
fn all_blocks_that_are_missing_are_told() {
    let program = "func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
}
";
    let (code, _, errors) = same(&[], program);
    assert_eq!((code, errors.matches("undefined block").count()), (Some(1), 2));
}

#[test]
fn one_error_is_told_of_each_op() {
    let twice = "func.func @f() {
  %y = arith.addi %y, %y : i32
  return
}
";
    let entry = "func.func @f() {
^entry:
  cf.br ^entry
^empty:
}
";
    for program in [twice, entry] {
        let (code, _, errors) = same(&[], program);
        assert_eq!((code, errors.matches("error:").count()), (Some(1), 1), "{errors}");
    }
}

#[test]
fn operands_of_a_loop_are_looked_for_behind_its_region() {
    let program = "func.func @f(%n: index) {
  %r = scf.for %i = %n to %n step %n iter_args(%s = %s) -> i32 {
    scf.yield %s : i32
  }
  return
}
";
    let (code, _, errors) = same(&[], program);
    assert!(code == Some(1) && errors.contains("undeclared"), "{errors}");
}

#[test]
fn names_of_locations_come_before_those_that_ops_suggest() {
    let program = "func.func @f(%x: memref<4xf32>) {
  %0 = arith.constant 1 : i32 loc(\"one\")
  %1 = arith.constant 1 : i32 loc(callsite(\"inner\" at \"outer\"))
  %2 = arith.constant 1 : i32 loc(fused[unknown, \"part\"])
  %3, %4:2 = async.execute -> (!async.value<i32>, !async.value<i32>) {
    async.yield %0, %1 : i32, i32
  } loc(\"task\")
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} outs(%x : memref<4xf32>) {
  ^bb0(%y: f32 loc(\"element\")):
    linalg.yield %y : f32
  }
  return
}
";
    let (code, text, _) = same(&["--mlir-use-nameloc-as-prefix"], program);
    assert!(code == Some(0) && text.contains("%task, %task_0:2"), "{text}");
}

#[test]
fn locations_with_other_data_are_not_taken_apart() {
    let program = "\"a.b\"() : () -> () loc(fused<\"m\">[\"a\", fused[\"x\", \"y\"], fused<\"m\">[\"z\", \"u\"]])\n";
    let flags = [UNREGISTERED, "--mlir-print-debuginfo", "--mlir-print-local-scope"];
    let (code, text, _) = same(&flags, program);
    assert!(code == Some(0) && text.contains("fused[\"x\", \"y\"]"), "{text}");
}

#[test]
fn resources_are_those_of_dialects_that_have_some() {
    let resource = |dialect: &str| {
        format!(
            "\"a.b\"() {{x = dense_resource<k> : tensor<1xi32>}} : () -> ()
{{-#
  dialect_resources: {{
    {dialect}: {{
      k: \"0x0400000001000000\",
      k: \"0x0400000002000000\"
    }}
  }}
#-}}
"
        )
    };
    let (code, text, _) = same(&[UNREGISTERED], &resource("builtin"));
    assert!(code == Some(0) && text.contains("0x0400000002000000") && !text.contains("0x0400000001000000"));
    assert_eq!(same(&[UNREGISTERED], &resource("arith")).0, Some(1));
    let empty = "{-#\n  dialect_resources: {\n    arith: { }\n  }\n#-}\n";
    assert_eq!(same(&[], empty).0, Some(1));
    for blob in ["0x1234", "0x04000000010", "0x0400000001"] {
        let program = format!("{{-#\n  external_resources: {{\n    e: {{\n      c: \"{blob}\"\n    }}\n  }}\n#-}}\n");
        same(&[], &program);
    }
}

#[test]
fn elements_are_left_out_and_written_as_flags_say() {
    let program = "\"a.b\"() {
  d = dense<[1, 2, 3]> : tensor<3xi32>,
  n = dense<0> : tensor<2xi0>,
  s = sparse<[[0], [1], [2]], 5.0> : tensor<3xf32>,
  t = sparse<[[0], [1]], [1.0, 2.0]> : tensor<30xf32>,
  u = sparse<[[0], [0]], [1.0, 2.0]> : tensor<30xf32>,
  z = sparse<[[0, 0, 0]], [1.0]> : tensor<3x3x3xf32>
} : () -> ()
";
    for flags in [
        &["--mlir-elide-elementsattrs-if-larger=2"][..],
        &["--mlir-elide-elementsattrs-if-larger=0X1"],
        &["--mlir-print-elementsattrs-with-hex-if-larger=0x2"],
        &["--mlir-print-elementsattrs-with-hex-if-larger", "-1"],
        &["--mlir-print-elementsattrs-with-hex-if-larger=-2"],
        &["--verify-each="],
    ] {
        let flags = [&[UNREGISTERED], flags].concat();
        assert_eq!(same(&flags, program).0, Some(0), "{flags:?}");
    }
}
