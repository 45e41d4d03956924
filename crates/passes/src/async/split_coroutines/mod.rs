//! `split-coroutines`: coroutines of LLVM's intrinsics become plain functions over a frame, with LLVM's
//! switched-resume lowering (<https://llvm.org/docs/Coroutines.html>).
//!
//! A coroutine becomes a *ramp* function, which keeps its name and runs up to the first suspension, and a *resume* and
//! a *destroy* function, which take the frame and go on from there. A frame starts with the addresses of these two;
//! then comes the number of the suspension point, if there are several, and what lives across suspension points.
//!
//! The steps:
//! - [`recognize`] brings the intrinsics into one form: each suspension point is a block with a switch at its end that
//!   leads to where a coroutine goes that was just suspended, is resumed, or is destroyed. So the control flow of the
//!   whole coroutine is that of one function, and dominance and liveness are plain.
//! - [`plan`] finds what lives across each suspension point, what of it can be computed anew, and lays out the frame.
//! - [`activation`] copies the coroutine to a function that is entered at all suspension points. What that function
//!   neither makes nor overwrites is read from the frame in front of its uses, out of loops ([`loads`]). Any other value
//!   has several definitions: its own, and a load from the frame behind each entry; [`ssa`] brings them together with
//!   block arguments. So loops without suspension points do not know of the frame.
//! - [`ramp`] turns what is left into the ramp function.
//!
//! Nothing is written to the frame after a point was prepared (`llvm.intr.coro.save`), and nothing is read from it: the coroutine may be resumed, run to its end and be freed by another thread while the first one is still
//! on its way to suspending.

mod access;
mod activation;
mod aggregates;
mod allocas;
mod handles;
mod layout;
mod liveness;
mod loads;
mod memory;
mod plan;
mod ramp;
mod ready;
mod recognize;
mod ssa;
mod stores;
mod suspension;

use asyncir_dialects::llvm::FuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{SymbolTable, symbol_name};
use asyncir_ir::{Body, Context, Diagnostics, Fallible, Ident, Location, OpId, OperationState, OwnedOp};

use self::activation::Entry;
use self::handles::Wrappers;
use self::plan::Plan;
use self::ramp::Functions;
use self::recognize::{Coroutine, Surroundings};
use crate::conversion::llvm_common::functions::{self, function_state};
use crate::conversion::llvm_common::types;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "split-coroutines",
    class: "SplitCoroutinesPass",
    summary: "Split coroutines of LLVM's intrinsics into functions over a frame",
    anchor: Some("builtin.module"),
    options: &[OptionInfo::flag(
        "runtime-extensions",
        "Use what asyncir's runtime has beyond MLIR's",
        "false",
    )],
    create: |options| {
        let extensions = options.flag("runtime-extensions")?;
        Ok(Box::new(SplitCoroutines { extensions }))
    },
};

struct SplitCoroutines {
    /// Whether the program runs on asyncir's runtime.
    extensions: bool,
}

/// The attribute that asks LLVM to split a function.
const PRESPLIT: &str = "presplitcoroutine";

impl Pass for SplitCoroutines {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        match op.body_mut() {
            Some(module) => split_all(cx.ctx, module, self.extensions),
            None => Ok(()),
        }
    }
}

/// Splits the coroutines of a module.
fn split_all(ctx: &Context, module: &mut Body, extensions: bool) -> Result<(), Diagnostics> {
    let around = Surroundings {
        destroys: handles::destroys(ctx, module),
        extensions,
    };
    let wrappers = Wrappers::of(ctx, module);
    let mut symbols = SymbolTable::of(ctx, module);
    let mut errors = Diagnostics::new();
    let mut called = Called::default();
    for op in module.owners() {
        let Some(mut body) = module.op_mut(op).take_body() else {
            continue;
        };
        let function = OneFunction {
            ctx,
            around: &around,
            wrappers: &wrappers,
        };
        let split = match module.op(op).is(FuncOp::DEF) {
            true => function.split(module, op, &mut body, &mut symbols, &mut called),
            false => recognize::refuse(ctx, &body),
        };
        module.op_mut(op).put_body(body);
        if let Err(found) = split {
            errors.append(found);
        }
    }
    errors.take(called.declare(ctx, module));
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// What of asyncir's runtime is called.
#[derive(Default)]
struct Called {
    pools: bool,
    ready: bool,
}

impl Called {
    fn declare(&self, ctx: &Context, module: &mut Body) -> Fallible {
        let pools = self.pools.then(|| memory::pool_functions(ctx));
        let ready = self.ready.then(|| ready::function(ctx));
        for function in pools.iter().flatten().chain(&ready) {
            functions::declare(ctx, module, Location::UNKNOWN, function)?;
        }
        Ok(())
    }
}

/// What is needed to split one function.
struct OneFunction<'a> {
    ctx: &'a Context,
    around: &'a Surroundings,
    wrappers: &'a Wrappers,
}

impl OneFunction<'_> {
    /// Splits a function if it is a coroutine, and puts what it becomes behind it.
    fn split(
        &self,
        module: &mut Body,
        op: OpId,
        body: &mut Body,
        symbols: &mut SymbolTable,
        called: &mut Called,
    ) -> Result<(), Diagnostics> {
        let ctx = self.ctx;
        if let Some(mut coroutine) = recognize::recognize(ctx, body, self.around)? {
            let name = symbol_name(ctx, module.op(op)).map_or("coroutine", |name| ctx.str(name));
            let mut part = |suffix: &str| symbols.unique_name(ctx, &format!("{name}.{suffix}"));
            let functions = Functions {
                resume: coroutine
                    .points
                    .iter()
                    .any(|point| point.resumed.is_some())
                    .then(|| part("resume")),
                destroy: coroutine
                    .points
                    .iter()
                    .any(|point| point.destroyed.is_some())
                    .then(|| part("destroy")),
            };
            let location = module.op(op).location();
            let parts = self.parts(body, &mut coroutine, functions, location, called)?;
            let attributes = kept_attributes(ctx, module, op);
            let mut behind = op;
            for (name, body) in parts {
                let state = part_state(ctx, location, name, body, &attributes);
                let part = module.create_op(state);
                let place = module.after(behind);
                module.insert_op(part, place);
                symbols.insert(name, part);
                handles::lower(ctx, part_body(module, part));
                behind = part;
            }
            let passthrough = (!attributes.is_empty()).then(|| ctx.array_attr(&attributes));
            module.op_mut(op).set_property(ctx, "passthrough", passthrough);
        }
        handles::lower(ctx, Some(body));
        Ok(())
    }

    /// The functions that go on with a coroutine; `body` becomes that of the ramp function.
    fn parts(
        &self,
        body: &mut Body,
        coroutine: &mut Coroutine,
        functions: Functions,
        location: Location,
        called: &mut Called,
    ) -> Result<Vec<(Ident, Body)>, Diagnostics> {
        let ctx = self.ctx;
        if let Some(resume) = functions.resume {
            self.wrappers.unwrap(ctx, body, coroutine, resume);
        }
        if self.around.extensions {
            called.ready |= ready::go_on_if_ready(ctx, body, coroutine);
        }
        let plan = plan::plan(ctx, body, coroutine)?;
        set_sizes(ctx, body, coroutine, &plan);
        called.pools |= memory::settle(ctx, body, coroutine, &plan, self.around.extensions);
        let mut parts = Vec::new();
        let mut errors = Diagnostics::new();
        let entries = [(functions.resume, Entry::Resume), (functions.destroy, Entry::Destroy)];
        for (name, entry) in entries.into_iter().filter_map(|(name, entry)| Some((name?, entry))) {
            let built = activation::build(ctx, body.clone(), coroutine, &plan, entry, location);
            parts.extend(errors.take(built).map(|body| (name, body)));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        ramp::build(ctx, body, coroutine, &plan, functions);
        Ok(parts)
    }
}

fn part_body(module: &mut Body, part: OpId) -> Option<&mut Body> {
    module.op_mut(part).body_mut()
}

/// Sets the constants that stand for the size of the frame and its alignment.
fn set_sizes(ctx: &Context, body: &mut Body, coroutine: &Coroutine, plan: &Plan) {
    let frame = &plan.frame;
    let known = [(&coroutine.sizes, frame.size), (&coroutine.alignments, frame.align)];
    for (constants, value) in known {
        for &op in constants {
            let ty = body.value_type(body.result(op, 0));
            let value = ctx.int_attr(ty, value.into());
            body.op_mut(op).set_property(ctx, "value", Some(value));
        }
    }
}

/// The attributes for LLVM that all parts of a coroutine have.
fn kept_attributes(ctx: &Context, module: &Body, op: OpId) -> Vec<asyncir_ir::Attribute> {
    let all = module.op(op).property(ctx, "passthrough");
    let all = all.and_then(|all| all.as_array(ctx)).unwrap_or(&[]);
    all.iter()
        .copied()
        .filter(|attr| attr.as_str(ctx) != Some(PRESPLIT))
        .collect()
}

/// What a function of a frame is made from.
fn part_state(
    ctx: &Context,
    location: Location,
    name: Ident,
    body: Body,
    attributes: &[asyncir_ir::Attribute],
) -> OperationState {
    let ty = types::function(ctx, types::void(ctx), &[types::ptr(ctx)], false);
    let mut state = function_state(ctx, location, ctx.str(name), ty);
    state = state.property(ctx, "linkage", types::linkage(ctx, "internal"));
    if !attributes.is_empty() {
        state = state.property(ctx, "passthrough", ctx.array_attr(attributes));
    }
    state.body = Some(Box::new(body));
    state
}
