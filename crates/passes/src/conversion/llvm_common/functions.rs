//! Functions of the C library and of the runtime: found in the module, or declared at its start.

use asyncir_dialects::{func, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::lookup_symbol;
use asyncir_ir::{
    Body, Context, Diagnostic, Fallible, Ident, Location, OpId, Operation, OperationState, Type, ValueId,
};

use super::{ops, types};
use crate::runtime_functions;

/// What the names of functions for C code begin with, which take memrefs by pointers to their descriptors.
pub const C_INTERFACE: &str = "_mlir_ciface_";

/// The type of a function to look up or declare.
#[derive(Clone, Debug)]
pub struct Prototype {
    /// Name.
    pub name: &'static str,
    /// Parameters.
    pub params: Vec<Type>,
    /// Result; [`types::void`] for none.
    pub result: Type,
}

impl Prototype {
    fn ty(&self, ctx: &Context) -> Type {
        types::function(ctx, self.result, &self.params, false)
    }
}

/// The state of an `llvm.func` with external linkage and no block.
pub fn function_state(ctx: &Context, loc: Location, name: &str, ty: Type) -> OperationState {
    let mut state = OperationState::of(llvm::FuncOp::DEF, loc);
    let given = [
        ("sym_name", Some(ctx.str_attr(name))),
        ("function_type", Some(ctx.type_attr(ty))),
    ];
    state.set_properties(ctx, &given, &[]);
    let mut body = Body::new();
    body.add_root_region();
    state.body = Some(Box::new(body));
    state
}

/// The `llvm.func` of that name in the module, or its declaration, which is put at the module's start when the function
/// that is converted is done. It stands where the module does: it is declared once for all that call it. If another kind
/// of op has the name, as a function of `func` does, the declaration gets a name that is free.
///
/// # Errors
/// If there is such a function with another type.
pub fn lookup_or_create(rw: &mut Rewriter<'_>, prototype: &Prototype) -> Fallible<Option<Ident>> {
    lookup_or_create_at(rw, None, prototype)
}

/// As [`lookup_or_create`], but the declaration gets the given location, if there is one, instead of the module's.
///
/// # Errors
/// If there is such a function with another type.
pub fn lookup_or_create_at(
    rw: &mut Rewriter<'_>,
    location: Option<Location>,
    prototype: &Prototype,
) -> Fallible<Option<Ident>> {
    let ctx = rw.ctx;
    let Some(symbols) = rw.symbols() else {
        return Ok(None);
    };
    let prototype = prototype.clone();
    let mut name = ctx.ident(prototype.name);
    if let Some(found) = symbols.get(name) {
        if found.is(llvm::FuncOp::DEF) {
            return check_type(ctx, found, &prototype, prototype.ty(ctx)).map(|()| Some(name));
        }
        let mut names = (0u32..).map(|number| ctx.ident(&format!("{}_{number}", prototype.name)));
        name = names.find(|&name| symbols.get(name).is_none()).unwrap_or(name);
    }
    rw.edit_symbols(move |edit| {
        let location = location.unwrap_or(edit.location);
        declare_as(edit.ctx, edit.table, location, name, &prototype)
    });
    Ok(Some(name))
}

/// As [`lookup_or_create`], but a clash is reported and gives nothing.
pub fn callee(rw: &mut Rewriter<'_>, prototype: &Prototype) -> Option<Ident> {
    lookup_or_create(rw, prototype).unwrap_or_else(|diagnostic| {
        rw.report(diagnostic);
        None
    })
}

/// Calls a function that C knows by this name alone, and gives the call. A `func.func` that has the name, and is still to be
/// converted, is the function if its type is the same, and a clash otherwise.
pub fn call_reserved(
    rw: &mut Rewriter<'_>,
    location: Location,
    prototype: &Prototype,
    operands: &[ValueId],
) -> Option<OpId> {
    let (ctx, name) = (rw.ctx, rw.ctx.ident(prototype.name));
    let result = Some(prototype.result).filter(|&result| result != types::void(ctx));
    let found = rw.symbols().and_then(|symbols| symbols.get(name));
    let function = found.filter(|found| found.is(func::FuncOp::DEF)).map(|function| {
        let ty = function
            .property(ctx, "function_type")
            .and_then(|attr| attr.as_type(ctx));
        (function.location(), ty)
    });
    let Some((place, Some(ty))) = function else {
        let callee = callee(rw, prototype)?;
        return Some(ops::call(rw, location, callee, operands, result));
    };
    if ty != ctx.function_type(&prototype.params, result.as_slice()) {
        rw.report(clash(ctx, place, prototype, ty));
        return None;
    }
    let callee = ctx.symbol_of(name);
    Some(rw.insert(func::CallOp::build(
        ctx,
        location,
        operands,
        callee,
        None,
        None,
        None,
        result.as_slice(),
    )))
}

/// Puts the declaration of a function at the start of a module unless it is there.
///
/// # Errors
/// If there is such a function with another type.
pub fn declare(ctx: &Context, module: &mut Body, loc: Location, prototype: &Prototype) -> Fallible {
    declare_as(ctx, module, loc, ctx.ident(prototype.name), prototype)
}

fn declare_as(ctx: &Context, module: &mut Body, loc: Location, name: Ident, prototype: &Prototype) -> Fallible {
    let ty = prototype.ty(ctx);
    let found = lookup_symbol(ctx, module, name).map(|op| module.op(op));
    if let Some(function) = found.filter(|op| op.is(llvm::FuncOp::DEF)) {
        return check_type(ctx, function, prototype, ty);
    }
    insert_at_start(module, function_state(ctx, loc, ctx.str(name), ty));
    Ok(())
}

fn check_type(ctx: &Context, function: &Operation, prototype: &Prototype, ty: Type) -> Fallible {
    let actual = function
        .property(ctx, "function_type")
        .and_then(|attr| attr.as_type(ctx));
    match actual {
        Some(actual) if actual != ty => Err(clash(ctx, function.location(), prototype, actual)),
        _ => Ok(()),
    }
}

fn clash(ctx: &Context, location: Location, prototype: &Prototype, actual: Type) -> Diagnostic {
    let message = format!(
        "redefinition of reserved function '{}' of different type '{}' is prohibited",
        prototype.name,
        ctx.show_type(actual)
    );
    Diagnostic::error(location, message)
}

/// Makes an op at the start of a module.
pub fn insert_at_start(module: &mut Body, state: OperationState) -> Option<OpId> {
    let start = module.start_of(module.entry()?);
    let op = module.create_op(state);
    module.insert_op(op, start);
    Some(op)
}

fn void_function(ctx: &Context, name: &'static str, params: &[Type]) -> Prototype {
    Prototype {
        name,
        params: params.to_vec(),
        result: types::void(ctx),
    }
}

fn ptr_function(ctx: &Context, name: &'static str, params: &[Type]) -> Prototype {
    Prototype {
        name,
        params: params.to_vec(),
        result: types::ptr(ctx),
    }
}

/// `malloc(index) -> ptr`
pub fn malloc(ctx: &Context, index: Type) -> Prototype {
    ptr_function(ctx, "malloc", &[index])
}

/// `aligned_alloc(index, index) -> ptr`
pub fn aligned_alloc(ctx: &Context, index: Type) -> Prototype {
    ptr_function(ctx, "aligned_alloc", &[index, index])
}

/// `free(ptr)`
pub fn free(ctx: &Context) -> Prototype {
    void_function(ctx, "free", &[types::ptr(ctx)])
}

/// `_mlir_memref_to_llvm_alloc(index) -> ptr`
pub fn generic_alloc(ctx: &Context, index: Type) -> Prototype {
    ptr_function(ctx, "_mlir_memref_to_llvm_alloc", &[index])
}

/// `_mlir_memref_to_llvm_aligned_alloc(index, index) -> ptr`
pub fn generic_aligned_alloc(ctx: &Context, index: Type) -> Prototype {
    ptr_function(ctx, "_mlir_memref_to_llvm_aligned_alloc", &[index, index])
}

/// `_mlir_memref_to_llvm_free(ptr)`
pub fn generic_free(ctx: &Context) -> Prototype {
    void_function(ctx, "_mlir_memref_to_llvm_free", &[types::ptr(ctx)])
}

/// `memrefCopy(index, ptr, ptr)`
pub fn memref_copy(ctx: &Context, index: Type) -> Prototype {
    let ptr = types::ptr(ctx);
    void_function(ctx, "memrefCopy", &[index, ptr, ptr])
}

/// `abort()`
pub fn abort(ctx: &Context) -> Prototype {
    void_function(ctx, "abort", &[])
}

/// `asyncirRuntimeFail(ptr, i64)`, which ends the program with a message of that length.
pub fn runtime_fail(ctx: &Context) -> Prototype {
    void_function(ctx, runtime_functions::FAIL, &[types::ptr(ctx), Type::I64])
}

/// `puts(ptr)`, whose result nobody asks for.
pub fn puts(ctx: &Context) -> Prototype {
    void_function(ctx, "puts", &[types::ptr(ctx)])
}

/// `printString(ptr)`
pub fn print_string(ctx: &Context) -> Prototype {
    void_function(ctx, "printString", &[types::ptr(ctx)])
}

/// `printOpen()`, `printClose()`, `printComma()` or `printNewline()`
pub fn print_punctuation(ctx: &Context, name: &'static str) -> Prototype {
    void_function(ctx, name, &[])
}

/// `printI64(i64)`
pub fn print_i64(ctx: &Context) -> Prototype {
    void_function(ctx, "printI64", &[Type::I64])
}

/// `printU64(i64)`
pub fn print_u64(ctx: &Context) -> Prototype {
    void_function(ctx, "printU64", &[Type::I64])
}

/// `printF16(i16)`: the bits.
pub fn print_f16(ctx: &Context) -> Prototype {
    void_function(ctx, "printF16", &[Type::I16])
}

/// `printApFloat(i32, i64)`: the number of a format in LLVM's list, and the bits.
pub fn print_ap_float(ctx: &Context) -> Prototype {
    void_function(ctx, "printApFloat", &[Type::I32, Type::I64])
}

/// `printBF16(i16)`: the bits.
pub fn print_bf16(ctx: &Context) -> Prototype {
    void_function(ctx, "printBF16", &[Type::I16])
}

/// `printF32(f32)`
pub fn print_f32(ctx: &Context) -> Prototype {
    void_function(ctx, "printF32", &[Type::F32])
}

/// `printF64(f64)`
pub fn print_f64(ctx: &Context) -> Prototype {
    void_function(ctx, "printF64", &[Type::F64])
}
