//! Functions of the C library and of the runtime: found in the module, or declared at its start.

use asyncir_dialects::llvm;
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Body, Context, Diagnostic, Fallible, Ident, Location, OpId, Operation, OperationState, Type};

use super::types;

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

/// The op of a module's top level that defines a symbol.
pub fn lookup_symbol(ctx: &Context, module: &Body, name: &str) -> Option<OpId> {
    // Ids are compared, not strings: this runs once for each call that is added.
    let (key, wanted) = (ctx.ident("sym_name"), ctx.str_attr(name));
    let defines = |op: &Operation| {
        let properties = op.properties().as_dict(ctx).unwrap_or_default();
        op.has_trait(OpTrait::Symbol) && properties.contains(&(key, wanted))
    };
    let block = module.entry()?;
    module.block_ops(block).find(|&op| defines(module.op(op)))
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

/// The `llvm.func` of that name in a module, or its declaration, put at the module's start.
///
/// # Errors
/// If there is such a function with another type.
pub fn lookup_or_create(ctx: &Context, module: &mut Body, loc: Location, prototype: &Prototype) -> Fallible<Ident> {
    let Prototype {
        name,
        ref params,
        result,
    } = *prototype;
    let ty = types::function(ctx, result, params, false);
    let ident = ctx.ident(name);
    let found = lookup_symbol(ctx, module, name)
        .map(|op| module.op(op))
        .filter(|op| op.is(llvm::FuncOp::DEF));
    if let Some(function) = found {
        let actual = function
            .property(ctx, "function_type")
            .and_then(|attr| attr.as_type(ctx));
        return match actual {
            Some(actual) if actual != ty => Err(Diagnostic::error(
                function.location(),
                format!(
                    "redefinition of reserved function '{name}' of different type '{}' is prohibited",
                    ctx.show_type(actual)
                ),
            )),
            _ => Ok(ident),
        };
    }
    insert_at_start(module, function_state(ctx, loc, name, ty));
    Ok(ident)
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
