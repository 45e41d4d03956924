//! Translated modules run: the text is LLVM IR, and means what the ops say. These tests need libLLVM.

use asyncir_codegen::llvm::{CompileOptions, OptLevel, compile_to_jit};
use asyncir_codegen::run::Code as _;
use asyncir_ir::{BlockId, Context, Type, ValueId};

use crate::build::{FunctionBuilder, ModuleBuilder, ptr, token};
use crate::functions::sum_below;

const LEVELS: [OptLevel; 4] = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];

#[test]
fn a_loop() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    module.function("sum_below", &[Type::I32], Some(Type::I32), &[], sum_below);
    let text = module.translate_to_run();
    for opt_level in LEVELS {
        let options = CompileOptions {
            opt_level,
            ..CompileOptions::default()
        };
        // SAFETY: there are no symbols and no libraries.
        let jit = unsafe { compile_to_jit(&[&text], &options, &[], &[]) }.unwrap();
        let address = jit.lookup("sum_below").unwrap();
        // SAFETY: the signature is the one of the function above.
        let sum_below = unsafe { std::mem::transmute::<*const (), extern "C" fn(i32) -> i32>(address) };
        assert_eq!(sum_below(100), 4950, "at {opt_level:?}");
    }
}

/// Writes 1 to the cell, suspends, writes 2 when resumed.
fn writer(f: &mut FunctionBuilder<'_>) {
    let (pointer, handle) = (ptr(f.ctx), token(f.ctx));
    let cell = f.argument(0);
    let (zero, one, two) = (
        f.constant(Type::I32, 0),
        f.constant(Type::I32, 1),
        f.constant(Type::I32, 2),
    );
    let (no, none) = (f.constant(Type::I1, 0), f.value("llvm.mlir.none", &[], handle, &[]));
    let null = f.value("llvm.mlir.zero", &[], pointer, &[]);
    let id = f.value("llvm.intr.coro.id", &[zero, null, null, null], handle, &[]);
    let size = f.value("llvm.intr.coro.size", &[], Type::I64, &[]);
    let memory = call(f, "malloc", &[size], Some(pointer)).unwrap();
    let frame = f.value("llvm.intr.coro.begin", &[id, memory], pointer, &[]);
    f.op("llvm.store", &[one, cell], None, &[]);
    let how = f.value("llvm.intr.coro.suspend", &[none, no], Type::I8, &[]);
    let [resumed, cleanup, suspended] = [(); 3].map(|()| f.new_block(&[]).0);
    switch(f, how, suspended, &[resumed, cleanup]);
    f.go_to(resumed);
    f.op("llvm.store", &[two, cell], None, &[]);
    f.branch("llvm.br", &[], &[cleanup], None, &[]);
    f.go_to(cleanup);
    let owned = f.value("llvm.intr.coro.free", &[id, frame], pointer, &[]);
    call(f, "free", &[owned], None);
    f.branch("llvm.br", &[], &[suspended], None, &[]);
    f.go_to(suspended);
    f.value("llvm.intr.coro.end", &[frame, no, none], Type::I1, &[]);
    f.ret(&[frame]);
}

fn call(f: &mut FunctionBuilder<'_>, callee: &str, operands: &[ValueId], result: Option<Type>) -> Option<ValueId> {
    let segments = f.ctx.dense_i32_array(&[operands.len() as i32, 0]);
    let callee = f.ctx.symbol_attr(callee);
    f.op(
        "llvm.call",
        operands,
        result,
        &[("callee", callee), ("operandSegmentSizes", segments)],
    )
}

/// A switch over `i8` whose cases are 0, 1, ...
fn switch(f: &mut FunctionBuilder<'_>, value: ValueId, default: BlockId, cases: &[BlockId]) {
    let count = cases.len();
    let data = (0..count as u8).collect();
    let ty = f.ctx.vector_type(&[count as i64], Type::I8);
    let values = f
        .ctx
        .attr(asyncir_ir::AttrKind::DenseElements { ty, splat: false, data });
    let properties = [
        ("case_values", values),
        ("case_operand_segments", f.ctx.dense_i32_array(&vec![0; count])),
        ("operandSegmentSizes", f.ctx.dense_i32_array(&[1, 0, 0])),
    ];
    f.branch(
        "llvm.switch",
        &[value],
        &[&[default], cases].concat(),
        None,
        &properties,
    );
}

#[test]
fn a_coroutine() {
    let ctx = Context::new();
    let mut module = ModuleBuilder::new(&ctx);
    let pointer = ptr(&ctx);
    module.declare("malloc", &[Type::I64], Some(pointer));
    module.declare("free", &[pointer], None);
    let passthrough = ctx.array_attr(&[ctx.str_attr("presplitcoroutine")]);
    module.function(
        "writer",
        &[pointer],
        Some(pointer),
        &[("passthrough", passthrough)],
        writer,
    );
    module.function("resume", &[pointer], None, &[], |f| {
        let frame = f.argument(0);
        f.op("llvm.intr.coro.resume", &[frame], None, &[]);
        f.ret(&[]);
    });
    let text = module.translate_to_run();
    for opt_level in LEVELS {
        let options = CompileOptions {
            opt_level,
            ..CompileOptions::default()
        };
        // SAFETY: there are no symbols and no libraries.
        let jit = unsafe { compile_to_jit(&[&text], &options, &[], &[]) }.unwrap();
        let (writer, resume) = (jit.lookup("writer").unwrap(), jit.lookup("resume").unwrap());
        // SAFETY: the signatures are the ones of the functions above.
        let (writer, resume) = unsafe {
            (
                std::mem::transmute::<*const (), extern "C" fn(*mut i32) -> *mut u8>(writer),
                std::mem::transmute::<*const (), extern "C" fn(*mut u8)>(resume),
            )
        };
        let mut cell = 0;
        let cell: *mut i32 = &raw mut cell;
        let frame = writer(cell);
        // SAFETY: the cell lives on this stack, and the coroutine is suspended.
        assert_eq!(unsafe { cell.read() }, 1, "at {opt_level:?}");
        resume(frame);
        // SAFETY: as above; the coroutine has ended.
        assert_eq!(unsafe { cell.read() }, 2, "at {opt_level:?}");
    }
}
