//! What may be inlined where: the rules of the dialects.

mod affine;

use asyncir_dialects::{func, llvm};
use asyncir_ir::def::OpView;
use asyncir_ir::{Body, Context, OpId, Operation, RegionId, WalkOrder};

/// The dialects whose ops can be inlined, and into whose regions can be inlined. Async ops cannot: a coroutine or task
/// is more than its ops.
const INLINABLE: [&str; 16] = [
    "affine",
    "arith",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "func",
    "index",
    "linalg",
    "llvm",
    "math",
    "memref",
    "scf",
    "tensor",
    "ub",
    "vector",
];

/// Attributes of functions, passed through to LLVM, that bind the body to the function.
const NOT_INLINABLE: [&str; 4] = ["noduplicate", "presplitcoroutine", "returns_twice", "strictfp"];

fn is_inlinable_dialect(op: &Operation) -> bool {
    op.def().is_some_and(|def| INLINABLE.contains(&def.dialect()))
}

/// Whether the dialect of a call lets it be replaced by the body of `callee`.
pub(super) fn may_inline_call(ctx: &Context, call: &Operation, callee: &Operation) -> bool {
    let marked = |op: &Operation, name| op.property(ctx, name).is_some();
    if call.is(func::CallOp::DEF) {
        let callee_refuses = callee.is(func::FuncOp::DEF) && marked(callee, "no_inline");
        return !marked(call, "no_inline") && !callee_refuses;
    }
    call.is(llvm::CallOp::DEF)
        && callee.is(llvm::FuncOp::DEF)
        && !marked(call, "no_inline")
        && may_inline_llvm_function(ctx, callee)
        && !needs_alias_metadata(ctx, call, callee)
}

fn may_inline_llvm_function(ctx: &Context, callee: &Operation) -> bool {
    let marked = |name| callee.property(ctx, name).is_some();
    let passthrough = callee.property(ctx, "passthrough").and_then(|list| list.as_array(ctx));
    let binds = |attr: &asyncir_ir::Attribute| attr.as_str(ctx).is_some_and(|name| NOT_INLINABLE.contains(&name));
    !marked("no_inline")
        && !marked("personality")
        && !is_variadic(ctx, callee)
        && !has_argument_attr(ctx, callee, "llvm.inalloca")
        && !passthrough.unwrap_or_default().iter().any(binds)
}

fn is_variadic(ctx: &Context, callee: &Operation) -> bool {
    let ty = callee.property(ctx, "function_type").and_then(|attr| attr.as_type(ctx));
    ty.and_then(|ty| llvm::types::func_parts(ctx, ty))
        .is_some_and(|parts| parts.var_arg)
}

fn has_argument_attr(ctx: &Context, callee: &Operation, name: &str) -> bool {
    let attrs = callee.property(ctx, "arg_attrs").and_then(|list| list.as_array(ctx));
    attrs
        .unwrap_or_default()
        .iter()
        .any(|dict| dict.get(ctx, name).is_some())
}

/// Whether what the signature or the call promises about memory would be lost: such calls are left alone.
fn needs_alias_metadata(ctx: &Context, call: &Operation, callee: &Operation) -> bool {
    let promises = ["access_groups", "alias_scopes", "noalias_scopes"];
    promises.iter().any(|name| call.property(ctx, name).is_some())
        || ["llvm.byval", "llvm.noalias"]
            .iter()
            .any(|name| has_argument_attr(ctx, callee, name))
        || callee.body().is_some_and(|body| {
            let ops = body.walk_all(WalkOrder::Pre);
            ops.into_iter().any(|op| {
                promises[1..]
                    .iter()
                    .any(|name| body.op(op).property(ctx, name).is_some())
            })
        })
}

/// Where blocks are to stand.
pub(super) struct Target<'a> {
    /// The op around the call.
    pub(super) op: &'a Operation,
    /// The body that the call is in.
    pub(super) body: &'a Body,
    pub(super) call: OpId,
}

/// Whether the blocks of `region` may stand in the place of a call.
pub(super) fn may_inline_region(ctx: &Context, source: &Body, region: RegionId, target: &Target<'_>) -> bool {
    if !is_inlinable_dialect(target.op) {
        return false;
    }
    let ops = source.walk_region(region, WalkOrder::Pre);
    let may_inline_op = |op: OpId| {
        let data = source.op(op);
        let inner = data.body().is_none_or(|body| {
            let roots = body.root_regions().to_vec();
            roots.into_iter().all(|root| may_inline_ops(body, root))
        });
        is_inlinable_dialect(data) && !data.is(llvm::VastartIntrOp::DEF) && inner
    };
    ops.into_iter().all(may_inline_op) && affine::may_inline(ctx, source, region, target)
}

fn may_inline_ops(source: &Body, region: RegionId) -> bool {
    let ops = source.walk_region(region, WalkOrder::Pre);
    ops.into_iter().all(|op: OpId| is_inlinable_dialect(source.op(op)))
}
