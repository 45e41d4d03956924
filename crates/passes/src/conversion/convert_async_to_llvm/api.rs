//! The functions of the runtime's C interface that lowered code calls.

use asyncir_dialects::func::FuncOp;
use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::{SymbolTable, lookup_symbol, symbol_name};
use asyncir_ir::{BlockId, Body, Context, Fallible, InsertPoint, Location, Type, WalkOrder};

use crate::bodies;
use crate::conversion::llvm_common::{functions, ops, types};
use crate::runtime_functions::*;

/// A type in the signature of a runtime function.
#[derive(Clone, Copy)]
enum Kind {
    /// A pointer to a token, value, group, frame, storage or function.
    Ptr,
    I1,
    I64,
    Index,
}
use Kind::{I1, I64, Index, Ptr};

impl Kind {
    fn ty(self, ctx: &Context) -> Type {
        match self {
            Ptr => types::ptr(ctx),
            I1 => Type::I1,
            I64 => Type::I64,
            Index => Type::INDEX,
        }
    }
}

/// All functions, in the order in which they are declared.
const FUNCTIONS: [(&str, &[Kind], &[Kind]); 22] = [
    (ADD_REF, &[Ptr, I64], &[]),
    (DROP_REF, &[Ptr, I64], &[]),
    (CREATE_TOKEN, &[], &[Ptr]),
    (CREATE_VALUE, &[I64], &[Ptr]),
    (CREATE_GROUP, &[I64], &[Ptr]),
    (EMPLACE_TOKEN, &[Ptr], &[]),
    (EMPLACE_VALUE, &[Ptr], &[]),
    (SET_TOKEN_ERROR, &[Ptr], &[]),
    (SET_VALUE_ERROR, &[Ptr], &[]),
    (IS_TOKEN_ERROR, &[Ptr], &[I1]),
    (IS_VALUE_ERROR, &[Ptr], &[I1]),
    (IS_GROUP_ERROR, &[Ptr], &[I1]),
    (AWAIT_TOKEN, &[Ptr], &[]),
    (AWAIT_VALUE, &[Ptr], &[]),
    (AWAIT_GROUP, &[Ptr], &[]),
    (EXECUTE, &[Ptr, Ptr], &[]),
    (GET_VALUE_STORAGE, &[Ptr], &[Ptr]),
    (ADD_TOKEN_TO_GROUP, &[Ptr, Ptr], &[I64]),
    (AWAIT_TOKEN_AND_EXECUTE, &[Ptr, Ptr, Ptr], &[]),
    (AWAIT_VALUE_AND_EXECUTE, &[Ptr, Ptr, Ptr], &[]),
    (AWAIT_GROUP_AND_EXECUTE, &[Ptr, Ptr, Ptr], &[]),
    (GET_NUM_WORKER_THREADS, &[], &[Index]),
];

/// Functions of our own runtime that MLIR's does not have.
const EXTENSIONS: [(&str, &[Kind], &[Kind]); 13] = [
    (ADD_VALUE_TO_GROUP, &[Ptr, Ptr], &[I64]),
    (CREATE_VALUE_OF_OBJECT, &[], &[Ptr]),
    (SET_TOKEN_ERROR_MESSAGE, &[Ptr, Ptr, I64], &[]),
    (SET_VALUE_ERROR_MESSAGE, &[Ptr, Ptr, I64], &[]),
    (PARALLEL_FOR, PARALLEL_FOR_INPUTS, &[I64]),
    (PARALLEL_FOR_TOKEN, PARALLEL_FOR_INPUTS, &[Ptr]),
    (MAKE_FAILURE, &[Ptr, I64], &[I64]),
    (FAILURE_OF, &[Ptr, Ptr, I64], &[I64]),
    (SET_ERROR_OF, &[Ptr, I64], &[]),
    (DROP_FAILURE, &[I64], &[]),
    (RAISE, &[I64], &[]),
    (FORWARD_ERROR, &[Ptr, Ptr], &[]),
    (CHECK, &[Ptr, Ptr, I64], &[]),
];

/// Function, context, trip count, how many iterations not to split, grain, workers.
const PARALLEL_FOR_INPUTS: &[Kind] = &[Ptr, Ptr, I64, I64, I64, I64];

/// Declares all functions at the end of the module, but those that are there already.
pub(super) fn declare(ctx: &Context, module: &mut Body, location: Location) {
    let Some(block) = module.entry() else { return };
    let symbols = SymbolTable::of(ctx, module);
    for (name, inputs, results) in FUNCTIONS {
        if symbols.get(ctx.ident(name)).is_none() {
            declare_function(ctx, module, block, location, (name, inputs, results));
        }
    }
}

/// Declares all functions at the end of each module in this one that has async ops. (MLIR's pass declares them in the
/// outer module alone, where the calls that it makes in inner ones do not find them.)
pub(super) fn declare_in_inner_modules(ctx: &Context, module: &mut Body) {
    bodies::on_inner_modules(module, |location, inner| {
        if has_async_ops(inner) {
            declare(ctx, inner, location);
        }
        declare_in_inner_modules(ctx, inner);
    });
}

/// Whether async ops stand in a module, but for those in modules in it.
fn has_async_ops(module: &Body) -> bool {
    module.walk_all(WalkOrder::Pre).into_iter().any(|op| {
        let op = module.op(op);
        let inner = op.body().filter(|_| !bodies::is_module(op));
        op.is_of("async") || inner.is_some_and(has_async_ops)
    })
}

fn declare_function(
    ctx: &Context,
    module: &mut Body,
    block: BlockId,
    location: Location,
    (name, inputs, results): (&str, &[Kind], &[Kind]),
) {
    let types = |kinds: &[Kind]| -> Vec<Type> { kinds.iter().map(|kind| kind.ty(ctx)).collect() };
    let ty = ctx.type_attr(ctx.function_type(&types(inputs), &types(results)));
    let private = Some(ctx.str_attr("private"));
    let mut state = FuncOp::build(ctx, location, ctx.str_attr(name), ty, private, None, None, None, &[]);
    let mut body = Body::new();
    body.add_root_region();
    state.body = Some(Box::new(body));
    let op = module.create_op(state);
    module.insert_op(op, InsertPoint::End(block));
}

/// Declares a function of our own runtime at the end of the module unless it is there.
pub(super) fn declare_extension(rw: &mut Rewriter<'_>, name: &'static str) {
    rw.edit_symbols(move |edit| {
        let known = lookup_symbol(edit.ctx, edit.table, edit.ctx.ident(name)).is_some();
        let function = EXTENSIONS.into_iter().find(|&(extension, ..)| extension == name);
        if let (Some(function), Some(block), false) = (function, edit.table.entry(), known) {
            declare_function(edit.ctx, edit.table, block, edit.location, function);
        }
        Ok(())
    });
}

/// The name of the function that resumes a coroutine.
pub(super) const RESUME: &str = "__resume";

/// Makes sure that nothing else has that name in a module with async ops, and in the modules in it.
pub(super) fn check_resume(ctx: &Context, module: &mut Body) -> Fallible {
    let mut checked = Ok(());
    bodies::on_inner_modules(module, |_, inner| {
        if checked.is_ok() {
            checked = check_resume(ctx, inner);
        }
    });
    checked?;
    let taken = lookup_symbol(ctx, module, ctx.ident(RESUME));
    match taken.filter(|&op| !module.op(op).is(llvm::FuncOp::DEF) && has_async_ops(module)) {
        Some(op) => {
            let message = format!("is named '{RESUME}', as is the function that resumes coroutines");
            Err(module.op_ref(ctx, op).error(message))
        }
        None => Ok(()),
    }
}

/// Adds the function that resumes a coroutine, whose address the runtime is given, at the end of the module unless it
/// is there.
pub(super) fn declare_resume(rw: &mut Rewriter<'_>) {
    rw.edit_symbols(|edit| {
        add_resume(edit.ctx, edit.table, edit.location);
        Ok(())
    });
}

fn add_resume(ctx: &Context, module: &mut Body, location: Location) {
    let Some(block) = module.entry() else { return };
    // The last op is looked at first: that is where this function was put before.
    let resume = ctx.ident(RESUME);
    let mut op = module.block(block).last_op();
    while let Some(current) = op {
        if symbol_name(ctx, module.op(current)) == Some(resume) {
            return;
        }
        op = module.prev_op(current);
    }
    let mut body = Body::new();
    let region = body.add_root_region();
    let entry = body.append_block(region);
    let handle = body.add_block_arg(entry, types::ptr(ctx), location);
    let mut inner = Rewriter::new(ctx, &mut body);
    inner.set_end(entry);
    inner.insert(ops::state(
        ctx,
        llvm::CoroResumeIntrOp::DEF,
        location,
        &[handle],
        &[],
        &[],
    ));
    ops::return_op(&mut inner, location, None);
    let ty = types::function(ctx, types::void(ctx), &[types::ptr(ctx)], false);
    let mut state = functions::function_state(ctx, location, RESUME, ty);
    state = state.property(ctx, "sym_visibility", ctx.str_attr("private"));
    state.body = Some(Box::new(body));
    let op = module.create_op(state);
    module.insert_op(op, InsertPoint::End(block));
}
