//! What stands between a lowered module and its code, in words for whoever wrote the program.

use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::def::OpTrait;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Body, Context, Diagnostic, Diagnostics, OpRef, OwnedOp, Type, TypeKind, WalkOrder};

use crate::lowering::IN_FUNC_ONLY;

/// How many ops are named: the others are of the same kinds most of the time.
const SHOWN: usize = 20;

/// Errors for ops of a lowered module that are not of the llvm dialect, and for names that object files do not hold: none
/// if all could be lowered. If `out_of_reach`, the program had functions of the llvm dialect with ops that only passes on
/// `func.func` lower.
pub(crate) fn leftovers(ctx: &Context, module: &OwnedOp, out_of_reach: bool) -> Diagnostics {
    let mut found = Found {
        out_of_reach,
        ..Found::default()
    };
    if let Some(body) = module.body() {
        find(ctx, body, &mut found);
    }
    // Casts are left where an op that makes or takes the value is: they are no news.
    let mut causes = if found.ops.is_empty() { found.casts } else { found.ops };
    causes.extend(found.names);
    first_of(causes)
}

/// Errors for ops that no dialect has. They are why a pass failed that stopped at one of them, or at what it gives.
pub(crate) fn unknown_ops(ctx: &Context, module: &OwnedOp) -> Diagnostics {
    let mut causes = Vec::new();
    if let Some(body) = module.body() {
        find_unknown(ctx, body, &mut causes);
    }
    first_of(causes)
}

fn find_unknown(ctx: &Context, body: &Body, causes: &mut Vec<Diagnostic>) {
    for op in body.walk_all(WalkOrder::Pre) {
        let op = body.op_ref(ctx, op);
        if op.data().def().is_none() {
            causes.push(error(op, false));
        }
        if let Some(inner) = op.data().body() {
            find_unknown(ctx, inner, causes);
        }
    }
}

fn first_of(causes: Vec<Diagnostic>) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    causes.into_iter().take(SHOWN).for_each(|error| diagnostics.push(error));
    diagnostics
}

#[derive(Default)]
struct Found {
    out_of_reach: bool,
    ops: Vec<Diagnostic>,
    casts: Vec<Diagnostic>,
    names: Vec<Diagnostic>,
}

fn find(ctx: &Context, body: &Body, found: &mut Found) {
    for op in body.walk_all(WalkOrder::Pre) {
        let op = body.op_ref(ctx, op);
        found.names.extend(name_error(op));
        match op.name().split_once('.') {
            // It goes where the op around it goes.
            _ if is_end_of_leftover(op) => {}
            Some(("llvm", _)) | Some(("builtin", "module")) => {}
            Some(("builtin", "unrealized_conversion_cast")) => found.casts.push(error(op, false)),
            _ => found.ops.push(error(op, found.out_of_reach)),
        }
        if let Some(inner) = op.data().body() {
            find(ctx, inner, found);
        }
    }
}

/// The error for the name of a function or global that object files do not hold.
fn name_error(op: OpRef<'_>) -> Option<Diagnostic> {
    let symbol = op.ctx.str(symbol_name(op.ctx, op.data())?);
    let reason = match symbol {
        "" => "it is empty",
        _ if symbol.contains('\0') => "it has a NUL byte",
        _ => return None,
    };
    Some(op.error(format_args!("has a name that object files cannot hold: {reason}")))
}

/// Whether an op ends a region of an op that is left itself.
fn is_end_of_leftover(op: OpRef<'_>) -> bool {
    let is_left = |parent: OpRef<'_>| !matches!(parent.name().split_once('.'), Some(("llvm" | "builtin", _)));
    op.data().has_trait(OpTrait::Terminator) && op.parent().is_some_and(is_left)
}

fn error(op: OpRef<'_>, out_of_reach: bool) -> Diagnostic {
    let name = op.name();
    let reason = match name.split_once('.') {
        Some(("gpu", _)) => "asyncir makes no code for devices".to_owned(),
        Some(("builtin", _)) => match first_without_form(op) {
            Some(ty) => no_form(op.ctx, ty),
            None => "the ops that make and take its value disagree about its type".to_owned(),
        },
        _ if op.data().def().is_none() => "asyncir does not know this op".to_owned(),
        _ => match first_without_form(op) {
            Some(ty) => no_form(op.ctx, ty),
            None if out_of_reach && IN_FUNC_ONLY.contains(&name) => {
                "it stands in an 'llvm.func', and only those in a 'func.func' are lowered".to_owned()
            }
            None => "it has no lowering to the llvm dialect".to_owned(),
        },
    };
    op.bare_error(format!("'{name}' op cannot be lowered: {reason}"))
}

fn no_form(ctx: &Context, ty: Type) -> String {
    let shown = ctx.show_type(ty);
    match ty.kind(ctx) {
        TypeKind::MemRef { .. } => format!("the elements of '{shown}' are not at fixed strides"),
        _ => format!("values of type '{shown}' have no form in memory"),
    }
}

/// The first type of an operand, result or, for a function, parameter or result, that memory does not hold.
fn first_without_form(op: OpRef<'_>) -> Option<Type> {
    let ctx = op.ctx;
    let own = op.operand_types().into_iter().chain(op.result_types());
    let signature = op
        .property("function_type")
        .and_then(|attr| attr.as_type(ctx)?.function(ctx));
    let (parameters, results) = signature.unwrap_or_default();
    own.chain(parameters.iter().copied())
        .chain(results.iter().copied())
        .find(|&ty| !has_form(ctx, ty))
}

/// Whether values of a type can lie in memory once they are lowered.
fn has_form(ctx: &Context, ty: Type) -> bool {
    match ty.kind(ctx) {
        TypeKind::RankedTensor { .. }
        | TypeKind::UnrankedTensor(_)
        | TypeKind::None
        | TypeKind::Tuple(_)
        | TypeKind::Opaque { .. } => false,
        TypeKind::MemRef { .. } => strides_and_offset(ctx, ty).is_some(),
        TypeKind::Dialect { def, .. } => def.name.starts_with("llvm.") || def.name.starts_with("async."),
        _ => true,
    }
}
