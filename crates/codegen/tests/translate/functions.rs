//! Signatures, blocks, phis, and what is not translatable.

use asyncir_ir::{Attribute, Context, Type};

use crate::build::{FunctionBuilder, ModuleBuilder, fastmath, linkage, ptr};

/// Adds up the numbers below the argument.
pub(crate) fn sum_below(f: &mut FunctionBuilder<'_>) {
    let n = f.argument(0);
    let zero = f.constant(Type::I32, 0);
    let one = f.constant(Type::I32, 1);
    let (header, header_args) = f.new_block(&[Type::I32, Type::I32]);
    let (body, _) = f.new_block(&[]);
    let (exit, _) = f.new_block(&[]);
    f.branch("llvm.br", &[zero, zero], &[header], None, &[]);
    f.go_to(header);
    let predicate = f.ctx.i64_attr(2);
    let more = f.value("llvm.icmp", &[header_args[0], n], Type::I1, &[("predicate", predicate)]);
    let segments = f.ctx.dense_i32_array(&[1, 0, 0]);
    f.branch(
        "llvm.cond_br",
        &[more],
        &[body, exit],
        None,
        &[("operandSegmentSizes", segments)],
    );
    f.go_to(body);
    let nsw = f.ctx.i32_attr(1);
    let sum = f.value(
        "llvm.add",
        &[header_args[1], header_args[0]],
        Type::I32,
        &[("overflowFlags", nsw)],
    );
    let next = f.value("llvm.add", &[header_args[0], one], Type::I32, &[]);
    f.branch("llvm.br", &[next, sum], &[header], None, &[]);
    f.go_to(exit);
    f.ret(&[header_args[1]]);
}

#[test]
fn block_arguments_become_phis_and_constants_are_written_in_place() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.function("sum_below", &[Type::I32], Some(Type::I32), &[], sum_below);
    assert_eq!(
        module.text(),
        "\
define i32 @sum_below(i32 %0) {
  br label %2

2:
  %3 = phi i32 [ %8, %6 ], [ 0, %1 ]
  %4 = phi i32 [ %7, %6 ], [ 0, %1 ]
  %5 = icmp slt i32 %3, %0
  br i1 %5, label %6, label %9

6:
  %7 = add nsw i32 %4, %3
  %8 = add i32 %3, 1
  br label %2

9:
  ret i32 %4
}
"
    );
}

#[test]
fn a_successor_that_comes_twice_gets_a_block_in_between() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.function("pick", &[Type::I1], Some(Type::I32), &[], |f| {
        let (one, two) = (f.constant(Type::I32, 1), f.constant(Type::I32, 2));
        let (join, args) = f.new_block(&[Type::I32]);
        let segments = f.ctx.dense_i32_array(&[1, 1, 1]);
        let condition = f.argument(0);
        f.branch(
            "llvm.cond_br",
            &[condition, one, two],
            &[join, join],
            None,
            &[("operandSegmentSizes", segments)],
        );
        f.go_to(join);
        f.ret(&args);
    });
    assert_eq!(
        module.text(),
        "\
define i32 @pick(i1 %0) {
  br i1 %0, label %2, label %4

2:
  %3 = phi i32 [ %5, %4 ], [ 1, %1 ]
  ret i32 %3

4:
  %5 = phi i32 [ 2, %1 ]
  br label %2
}
"
    );
}

#[test]
fn signatures_keep_linkage_and_attributes() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    let attrs = |entries: &[(&str, Attribute)]| {
        ctx.dict_attr(
            &entries
                .iter()
                .map(|&(name, value)| (ctx.ident(name), value))
                .collect::<Vec<_>>(),
        )
    };
    let pointer = attrs(&[("llvm.noalias", Attribute::UNIT), ("llvm.align", ctx.i64_attr(8))]);
    let returned = attrs(&[
        ("llvm.sret", ctx.type_attr(Type::I64)),
        ("llvm.nocapture", Attribute::UNIT),
    ]);
    let passthrough = [
        ctx.str_attr("presplitcoroutine"),
        ctx.array_attr(&[ctx.str_attr("key"), ctx.str_attr("value")]),
    ];
    let properties = [
        ("linkage", linkage(&ctx, 7)),
        ("arg_attrs", ctx.array_attr(&[returned, pointer])),
        ("passthrough", ctx.array_attr(&passthrough)),
        ("no_unwind", Attribute::UNIT),
        ("alignment", ctx.i64_attr(32)),
    ];
    module.function("f", &[ptr(&ctx), ptr(&ctx)], None, &properties, |f| f.ret(&[]));
    module.declare("odd name", &[Type::F32], Some(Type::F64));
    assert_eq!(
        module.text(),
        "\
define internal void @f(ptr sret(i64) captures(none) %0, ptr noalias align 8 %1) nounwind presplitcoroutine \
\"key\"=\"value\" align 32 {
  ret void
}

declare double @\"odd name\"(float)
"
    );
}

#[test]
fn calls_have_flags_only_where_llvm_allows_them() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.function("f", &[Type::F32], None, &[], |f| {
        let x = f.argument(0);
        let properties = [
            ("callee", f.ctx.symbol_attr("g")),
            ("operandSegmentSizes", f.ctx.dense_i32_array(&[1, 0])),
            ("fastmathFlags", fastmath(f.ctx, 127)),
            ("TailCallKind", f.ctx.i32_attr(1)),
        ];
        f.value("llvm.call", &[x], Type::F32, &properties);
        f.value("llvm.call", &[x], Type::I32, &properties);
        f.op("llvm.call", &[x], None, &properties);
        f.ret(&[]);
    });
    assert_eq!(
        module.text(),
        "\
define void @f(float %0) {
  %2 = tail call fast float @g(float %0)
  %3 = tail call i32 @g(float %0)
  tail call void @g(float %0)
  ret void
}
"
    );
}

#[test]
fn every_op_that_is_not_translatable_is_reported() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    for (name, op) in [
        ("a", "arith.addi"),
        ("b", "builtin.unrealized_conversion_cast"),
        ("c", "llvm.nonsense"),
    ] {
        module.function(name, &[Type::I32], None, &[], |f| {
            let x = f.argument(0);
            f.value(op, &[x, x], Type::I32, &[]);
            f.ret(&[]);
        });
    }
    module.op("func.func", &[], None);
    let errors = module.translate().unwrap_err();
    let messages: Vec<&str> = errors.iter().map(|error| error.message()).collect();
    let missing = "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect \
                   for op: ";
    assert_eq!(
        messages,
        [
            &format!("{missing}arith.addi"),
            "LLVM Translation failed for operation: builtin.unrealized_conversion_cast",
            "LLVM Translation failed for operation: llvm.nonsense",
            &format!("{missing}func.func"),
        ]
    );
    let place = errors
        .iter()
        .next()
        .and_then(|error| error.location().file_position(&ctx));
    assert_eq!(
        place.map(|(file, line, _)| (ctx.str(file), line)),
        Some(("test.mlir", 1))
    );
}

#[test]
fn types_that_llvm_does_not_have_are_errors() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.declare("f", &[Type::INDEX], None);
    let errors = module.translate().unwrap_err();
    assert_eq!(
        errors.iter().map(|error| error.message()).collect::<Vec<_>>(),
        ["type is not one of LLVM's"]
    );
}

#[test]
fn ops_without_their_operands_are_errors() {
    for op in [
        "llvm.add",
        "llvm.load",
        "llvm.cond_br",
        "llvm.switch",
        "llvm.br",
        "llvm.invoke",
        "llvm.call",
    ] {
        let ctx = Context::new();
        let mut module = ModuleBuilder::new(&ctx);
        module.function("f", &[], None, &[], |f| {
            f.op(op, &[], Some(Type::I32), &[]);
        });
        assert!(module.translate().is_err(), "{op}");
    }
}
