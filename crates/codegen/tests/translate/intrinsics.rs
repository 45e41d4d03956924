//! Names of overloaded intrinsics, and attributes that are arguments.

use asyncir_ir::{Attribute, Context, Type};

use crate::build::{FunctionBuilder, ModuleBuilder, ptr, structure, token};

/// Checks the call that `fill` adds, and the declaration it needs.
#[track_caller]
fn check(parameters: fn(&Context) -> Vec<Type>, fill: fn(&mut FunctionBuilder<'_>), call: &str, declaration: &str) {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.function("f", &parameters(&ctx), None, &[], |f| {
        fill(f);
        f.ret(&[]);
    });
    let text = module.text();
    assert_eq!(text.lines().nth(1).map(str::trim_start), Some(call));
    assert_eq!(text.lines().next_back(), Some(declaration));
}

#[test]
fn overloads_by_operand() {
    check(
        |ctx| vec![ctx.vector_type(&[4], Type::I32)],
        |f| {
            let (x, ty) = (f.argument(0), f.ctx.vector_type(&[4], Type::I32));
            f.value("llvm.intr.smax", &[x, x], ty, &[]);
        },
        "%2 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %0, <4 x i32> %0)",
        "declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)",
    );
}

#[test]
fn overloads_by_a_field_of_the_result() {
    check(
        |_| vec![Type::I64],
        |f| {
            let (x, ty) = (f.argument(0), structure(f.ctx, None, &[Type::I64, Type::I1]));
            f.value("llvm.intr.sadd.with.overflow", &[x, x], ty, &[]);
        },
        "%2 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %0, i64 %0)",
        "declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)",
    );
}

#[test]
fn attributes_are_arguments() {
    check(
        |ctx| vec![ptr(ctx), Type::I64],
        |f| {
            let (p, size) = (f.argument(0), f.argument(1));
            f.op(
                "llvm.intr.memcpy",
                &[p, p, size],
                None,
                &[("isVolatile", Attribute::FALSE)],
            );
        },
        "call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %0, i64 %1, i1 false)",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    );
}

#[test]
fn the_end_of_a_coroutine_has_no_value() {
    check(
        |ctx| vec![ptr(ctx)],
        |f| {
            let frame = f.argument(0);
            let unwind = f.constant(Type::I1, 0);
            let none = f.value("llvm.mlir.none", &[], token(f.ctx), &[]);
            f.value("llvm.intr.coro.end", &[frame, unwind, none], Type::I1, &[]);
        },
        "call void @llvm.coro.end(ptr %0, i1 false, token none)",
        "declare void @llvm.coro.end(ptr, i1, token)",
    );
}
