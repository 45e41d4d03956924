//! `ownership-based-buffer-deallocation`: each block frees the buffers that it owns, at its end.
//!
//! Who owns a buffer is a value: a constant where memory is allocated, and an argument or a result beside each that is
//! memory where control flow decides. `bufferization.dealloc` gets the buffers of a block with these values, and what
//! control goes on with, which is not freed. A function never owns what it is passed, and always gives away what it
//! returns: what it does not own is copied. With `private-function-dynamic-ownership`, private functions tell by further
//! results instead.
//!
//! Tasks are refused: what they use lives longer than the block that starts them. The pass `free-owned-buffers` goes through
//! functions in the same way, but by a `Plan`.

mod branches;
mod check;
mod liveness;
mod order;
mod plan;
mod planned;
mod regions;
mod state;
mod walk;

use std::collections::HashSet;

use asyncir_dialects::func;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::region_simplify::erase_unreachable_blocks;
use asyncir_ir::symbols::{Visibility, symbol_name, visibility};
use asyncir_ir::{Attribute, Body, Context, Diagnostic, Diagnostics, Fallible, Ident, OpRef, Operation, OwnedOp, Type};

use crate::bodies::{on_inner_bodies, on_inner_modules};
use crate::{OptionInfo, Pass, PassContext, PassInfo};
pub(super) use plan::Plan;
use state::State;

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "ownership-based-buffer-deallocation",
    class: "OwnershipBasedBufferDeallocationPass",
    summary: "Adds all required dealloc operations for all allocations in the input program",
    anchor: None,
    options: &[OptionInfo::flag(
        "private-function-dynamic-ownership",
        "Allows to add additional arguments to private functions to dynamically pass ownership of memrefs to callees. \
         This can enable earlier deallocations.",
        "false",
    )],
    create: |options| {
        Ok(Box::new(OwnershipBasedBufferDeallocation {
            is_dynamic: options.flag("private-function-dynamic-ownership")?,
        }))
    },
};

struct OwnershipBasedBufferDeallocation {
    /// Whether private functions tell whether they give away what they return.
    is_dynamic: bool,
}

impl Pass for OwnershipBasedBufferDeallocation {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let is_function = op.operation().is(func::FuncOp::DEF);
        if is_function && self.is_dynamic {
            let message = "private-function-dynamic-ownership needs a module: calls of a function change with it";
            diagnostics.push(Diagnostic::error(op.operation().location(), message));
        } else if is_function {
            let function = op.operation_mut();
            if let Some(mut body) = function.take_body() {
                let outcome = free_in(cx.ctx, function, &mut body, &HashSet::new());
                function.put_body(body);
                diagnostics.take(outcome.map_err(|refusal| refusal.of(op.op_ref(cx.ctx))));
            }
        } else if let Some(body) = op.body_mut() {
            self.module(cx, body, &mut diagnostics);
        }
        diagnostics.into_result()
    }
}

impl OwnershipBasedBufferDeallocation {
    fn module(&self, cx: &PassContext<'_>, module: &mut Body, diagnostics: &mut Diagnostics) {
        on_inner_modules(module, |_, inner| self.module(cx, inner, diagnostics));
        let telling = self.telling(cx.ctx, module);
        let mut owners = module.owners();
        owners.retain(|&op| module.op(op).body().is_some());
        let found = on_inner_bodies(module, cx, |owner, body| {
            if owner.is(func::FuncOp::DEF) {
                free_in(cx.ctx, owner, body, &telling)
            } else {
                Ok(())
            }
        });
        // One error is enough: a function that is half done is given up.
        let first = owners.into_iter().zip(found).find(|(_, outcome)| outcome.is_err());
        if let Some((owner, Err(refusal))) = first {
            diagnostics.push(refusal.of(module.op_ref(cx.ctx, owner)));
        }
        for op in module.owners() {
            if is_telling(cx.ctx, module.op(op), &telling) {
                add_results(cx.ctx, module.op_mut(op));
            }
        }
    }

    /// The private functions that tell by results who owns what they return.
    fn telling(&self, ctx: &Context, module: &Body) -> HashSet<Ident> {
        let functions = module.owners().into_iter().map(|op| module.op(op));
        let telling = functions.filter(|op| {
            self.is_dynamic && op.is(func::FuncOp::DEF) && visibility(ctx, op) == Visibility::Private && has_body(op)
        });
        telling.filter_map(|op| symbol_name(ctx, op)).collect()
    }
}

fn has_body(function: &Operation) -> bool {
    function.body().is_some_and(|body| body.entry().is_some())
}

fn is_telling(ctx: &Context, function: &Operation, telling: &HashSet<Ident>) -> bool {
    symbol_name(ctx, function).is_some_and(|name| telling.contains(&name))
}

/// How functions tell who owns what they return.
struct Boundary<'a> {
    /// The functions that tell it by results.
    telling: &'a HashSet<Ident>,
    /// Whether this function is one of them.
    is_dynamic: bool,
}

impl Boundary<'_> {
    /// Whether a call gets told who owns its results.
    fn tells_ownership(&self, call: OpRef<'_>) -> bool {
        let callee = call.symbol_property("callee");
        callee.is_some_and(|name| self.telling.contains(&name))
    }
}

/// Why the buffers of a function are not freed.
enum Refusal {
    /// The blocks of the function form a loop.
    Loop,
    /// Something in it.
    Inside(Diagnostic),
}

impl From<Diagnostic> for Refusal {
    fn from(error: Diagnostic) -> Self {
        Self::Inside(error)
    }
}

impl Refusal {
    /// What is said about the function, which has its body again.
    fn of(self, function: OpRef<'_>) -> Diagnostic {
        match self {
            Self::Loop => function.bare_error("Only structured control-flow loops are supported."),
            Self::Inside(error) => error,
        }
    }
}

/// Frees the buffers of a function.
fn free_in(ctx: &Context, function: &Operation, body: &mut Body, telling: &HashSet<Ident>) -> Result<(), Refusal> {
    if check::has_loops_of_blocks(body) {
        return Err(Refusal::Loop);
    }
    let boundary = Boundary {
        telling,
        is_dynamic: is_telling(ctx, function, telling),
    };
    let regions = body.root_regions().to_vec();
    let mut rw = Rewriter::new(ctx, body);
    // Nothing is known of what they own, but they may pass it on.
    erase_unreachable_blocks(&mut rw, &regions);
    Ok(walk::function(&mut State::new(&mut rw, None), &boundary)?)
}

/// Frees the buffers of a function that a plan names. Branches to more than two blocks pass nothing to them, and nothing else
/// leads to these.
///
/// # Errors
/// None so far: the plan leaves out what is not known.
pub(super) fn free_planned(
    ctx: &Context,
    function: &Operation,
    body: &mut Body,
    telling: &HashSet<Ident>,
    plan: Plan,
) -> Fallible {
    let boundary = Boundary {
        telling,
        is_dynamic: is_telling(ctx, function, telling),
    };
    let mut rw = Rewriter::new(ctx, body);
    walk::function(&mut State::new(&mut rw, Some(plan)), &boundary)
}

/// Gives the type of a function the results that were added.
pub(super) fn add_results(ctx: &Context, function: &mut Operation) {
    let Some(body) = function.body() else { return };
    let returned = body.all_regions().first().and_then(|&region| {
        let mut ends = body.region_blocks(region).filter_map(|block| body.terminator(block));
        ends.find(|&end| body.op(end).is(func::ReturnOp::DEF))
    });
    let inputs = body
        .entry()
        .map(|entry| body.block_args(entry).map(|value| body.value_type(value)).collect());
    let (Some(returned), Some(inputs)) = (returned, inputs) else {
        return;
    };
    let inputs: Vec<Type> = inputs;
    let results: Vec<Type> = body.operands(returned).map(|value| body.value_type(value)).collect();
    let ty = ctx.type_attr(ctx.function_type(&inputs, &results));
    let attrs = function
        .property(ctx, "res_attrs")
        .and_then(|attrs| Some(attrs.as_array(ctx)?.to_vec()));
    function.set_property(ctx, "function_type", Some(ty));
    if let Some(mut attrs) = attrs {
        attrs.resize(results.len(), Attribute::EMPTY_DICT);
        function.set_property(ctx, "res_attrs", Some(ctx.array_attr(&attrs)));
    }
}
