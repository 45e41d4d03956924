//! Constants and globals.

use asyncir_codegen::translate::TranslateOptions;
use asyncir_ir::{AttrKind, Attribute, Context, Type};

use crate::build::{ModuleBuilder, array, ptr, structure};

/// Checks the line of a global with that type and value.
#[track_caller]
fn check(ctx: &Context, ty: Type, value: Attribute, expected: &str) {
    let mut module = ModuleBuilder::new(ctx);
    module.global("g", ty, value);
    assert_eq!(
        module.text().lines().next_back(),
        Some(&*format!("@g = global {expected}"))
    );
}

fn dense(ctx: &Context, shape: &[i64], element: Type, splat: bool, data: &[u8]) -> Attribute {
    ctx.attr(AttrKind::DenseElements {
        ty: ctx.tensor_type(shape, element),
        splat,
        data: data.into(),
    })
}

#[test]
fn integers() {
    let ctx = Context::new();
    check(&ctx, Type::I32, ctx.int_attr(Type::I32, -5), "i32 -5");
    check(&ctx, Type::I1, Attribute::TRUE, "i1 true");
    check(&ctx, Type::I8, Attribute::TRUE, "i8 1");
    check(&ctx, Type::I64, ctx.index_attr(-1), "i64 -1");
    check(&ctx, Type::I8, ctx.index_attr(255), "i8 -1");
    let wide = ctx.int_type(128);
    check(
        &ctx,
        wide,
        ctx.int_attr(wide, i128::MIN),
        "i128 -170141183460469231731687303715884105728",
    );
}

#[test]
fn floats() {
    let ctx = Context::new();
    let bits = |ty, bits| ctx.float_bits_attr(ty, bits);
    check(
        &ctx,
        Type::F32,
        bits(Type::F32, 0.1f32.to_bits().into()),
        "float 0x3FB99999A0000000",
    );
    check(
        &ctx,
        Type::F64,
        bits(Type::F64, 0.1f64.to_bits().into()),
        "double 1.000000e-01",
    );
    check(&ctx, Type::F16, bits(Type::F16, 0x3C00), "half 0xH3C00");
    check(&ctx, Type::BF16, bits(Type::BF16, 0x3F80), "bfloat 0xR3F80");
}

#[test]
fn elements() {
    let ctx = Context::new();
    let bytes = dense(&ctx, &[3], Type::I8, false, b"a\"\xff");
    check(&ctx, array(&ctx, 3, Type::I8), bytes, "[3 x i8] c\"a\\22\\FF\"");
    let nested = dense(&ctx, &[2, 2], Type::I16, false, &[1, 0, 2, 0, 3, 0, 0xff, 0xff]);
    let ty = array(&ctx, 2, array(&ctx, 2, Type::I16));
    check(
        &ctx,
        ty,
        nested,
        "[2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] [i16 3, i16 -1]]",
    );
    let zero = dense(&ctx, &[4], Type::I64, true, &[0; 8]);
    check(&ctx, array(&ctx, 4, Type::I64), zero, "[4 x i64] zeroinitializer");
    let splat = dense(&ctx, &[2], Type::F32, true, &1.5f32.to_le_bytes());
    check(
        &ctx,
        array(&ctx, 2, Type::F32),
        splat,
        "[2 x float] [float 1.500000e+00, float 1.500000e+00]",
    );
    let bits = dense(&ctx, &[2], Type::I1, false, &[1, 0]);
    check(
        &ctx,
        ctx.vector_type(&[2], Type::I1),
        bits,
        "<2 x i1> <i1 true, i1 false>",
    );
}

#[test]
fn elements_that_are_missing_are_errors() {
    let ctx = Context::new();
    for (shape, element, data) in [(3, Type::I8, &[1u8][..]), (2, Type::I32, &[1, 0, 0, 0, 2])] {
        let mut module = ModuleBuilder::new(&ctx);
        module.global(
            "g",
            array(&ctx, shape, element),
            dense(&ctx, &[shape], element, false, data),
        );
        assert!(module.translate().is_err());
    }
}

#[test]
fn many_numbers_are_bytes_where_nobody_reads_them() {
    let ctx = Context::new();
    let text = |size: i64, data_as_bytes: bool| {
        let mut module = ModuleBuilder::new(&ctx);
        let splat = dense(&ctx, &[size, 2], Type::I16, true, b"\\\xff");
        module.global("g", array(&ctx, size, array(&ctx, 2, Type::I16)), splat);
        let options = TranslateOptions {
            data_as_bytes,
            ..TranslateOptions::default()
        };
        module.translate_with(options).expect("a constant")
    };
    let bytes = format!("[2052 x i8] c\"{}\", align 16\n", "\\\\\\FF".repeat(1026));
    assert!(text(513, true).contains(&bytes));
    assert!(text(513, false).contains("[513 x [2 x i16]] [[2 x i16] [i16 -164,"));
    assert!(text(512, true).contains("[512 x [2 x i16]] [[2 x i16] [i16 -164,"));
}

#[test]
fn strings_give_the_global_its_type() {
    let ctx = Context::new();
    check(
        &ctx,
        array(&ctx, 1, Type::I8),
        ctx.str_attr("hi\0\n"),
        "[4 x i8] c\"hi\\00\\0A\"",
    );
}

#[test]
fn initializer_regions_are_one_constant() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    let pair = structure(&ctx, Some("pair"), &[Type::I32, ptr(&ctx)]);
    let ty = array(&ctx, 2, pair);
    module.global_with("g", ty, |f| {
        let zero = f.value("llvm.mlir.zero", &[], ty, &[]);
        let address = f.value(
            "llvm.mlir.addressof",
            &[],
            ptr(f.ctx),
            &[("global_name", f.ctx.symbol_attr("g"))],
        );
        let properties = [
            ("elem_type", f.ctx.type_attr(ty)),
            ("rawConstantIndices", f.ctx.dense_i32_array(&[0, 1])),
            ("noWrapFlags", f.ctx.i32_attr(3)),
        ];
        let second = f.value("llvm.getelementptr", &[address], ptr(f.ctx), &properties);
        let position = f.ctx.dense_i64_array(&[0, 1]);
        let value = f.value("llvm.insertvalue", &[zero, second], ty, &[("position", position)]);
        f.ret(&[value]);
    });
    assert_eq!(
        module.text(),
        "\
%pair = type { i32, ptr }

@g = global [2 x %pair] [%pair { i32 0, ptr getelementptr inbounds nuw (i8, ptr @g, i64 16) }, \
         %pair zeroinitializer]
"
    );
}

#[test]
fn sizes_of_types_are_constants() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.function("size", &[], Some(Type::I64), &[], |f| {
        let null = f.value("llvm.mlir.zero", &[], ptr(f.ctx), &[]);
        let properties = [
            ("elem_type", f.ctx.type_attr(array(f.ctx, 3, Type::F64))),
            ("rawConstantIndices", f.ctx.dense_i32_array(&[2])),
        ];
        let end = f.value("llvm.getelementptr", &[null], ptr(f.ctx), &properties);
        let size = f.value("llvm.ptrtoint", &[end], Type::I64, &[]);
        f.ret(&[size]);
    });
    assert_eq!(module.text(), "define i64 @size() {\n  ret i64 48\n}\n");
}
