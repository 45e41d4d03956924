//! `split-coroutines`: coroutines of LLVM's intrinsics become plain functions over a frame, with LLVM's
//! switched-resume lowering (<https://llvm.org/docs/Coroutines.html>).
//!
//! A coroutine becomes a *ramp* function, which keeps its name and runs up to the first suspension, and a *resume* and
//! a *destroy* function, which take the frame and go on from there. A frame starts with the addresses of these two;
//! then comes the number of the suspension point, if there are several, and what lives across suspension points.
//!
//! The steps:
//! - `recognize` brings the intrinsics into one form: each suspension point is a block with a switch at its end that
//!   leads to where a coroutine goes that was just suspended, is resumed, or is destroyed. So the control flow of the
//!   whole coroutine is that of one function, and dominance and liveness are plain.
//! - `plan` finds what lives across each suspension point, what of it can be computed anew, and lays out the frame.
//! - `activation` copies the coroutine to a function that is entered at all suspension points. What that function
//!   neither makes nor overwrites is read from the frame in front of its uses, out of loops (`loads`). Any other value
//!   has several definitions: its own, and a load from the frame behind each entry; `ssa` brings them together with
//!   block arguments. So loops without suspension points do not know of the frame.
//! - `ramp` turns what is left into the ramp function.
//! - `blocks` merges what became straight lines.
//!
//! After a point was prepared (`llvm.intr.coro.save`), nothing is written to the frame or read from it: the coroutine may
//! be resumed, run to its end and be freed by another thread while the first one is still on its way to suspending.

mod access;
mod activation;
mod aggregates;
mod allocas;
mod blocks;
mod checks;
mod early_allocas;
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
mod stack;
mod stores;
mod suspension;
mod task;
mod task_values;

use asyncir_dialects::llvm::FuncOp;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{SymbolTable, symbol_name};
use asyncir_ir::threads::are_worth_sharing;
use asyncir_ir::{Body, Context, Diagnostics, Fallible, Ident, Location, OpId, OperationState, OwnedOp};

use rayon::prelude::*;

use self::activation::Entry;
use self::checks::Constants;
use self::handles::Wrappers;
use self::memory::Memory;
use self::plan::Plan;
use self::ramp::Functions;
use self::recognize::{Coroutine, Surroundings};
use self::task::Task;
use crate::conversion::llvm_common::functions::{self, function_state};
use crate::conversion::llvm_common::types;
use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "split-coroutines",
    class: "SplitCoroutinesPass",
    summary: "Split coroutines that use LLVM's coroutine intrinsics into plain functions that keep their state in a frame",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::flag(
            "runtime-extensions",
            "Use functions of asyncir's runtime that MLIR's runtime does not have",
            "false",
        ),
        OptionInfo::flag(
            "check-frames",
            "Have asyncir's runtime check every use of coroutine frames",
            "false",
        ),
    ],
    create: |options| {
        Ok(Box::new(SplitCoroutines {
            extensions: options.flag("runtime-extensions")?,
            checks: options.flag("check-frames")?,
        }))
    },
};

struct SplitCoroutines {
    /// Whether the program runs on asyncir's runtime.
    extensions: bool,
    /// Whether frames are checked.
    checks: bool,
}

/// The attribute that asks LLVM to split a function.
const PRESPLIT: &str = "presplitcoroutine";

impl Pass for SplitCoroutines {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        match op.body_mut() {
            Some(module) => {
                let around = Surroundings {
                    destroys: handles::destroys(cx.ctx, module),
                    extensions: self.extensions,
                    checks: self.checks,
                };
                split_all(cx.ctx, module, around, cx.threads)
            }
            None => Ok(()),
        }
    }
}

/// Splits the coroutines of a module, several at once if `threads` says so.
fn split_all(ctx: &Context, module: &mut Body, around: Surroundings, threads: bool) -> Result<(), Diagnostics> {
    let cx = ModuleContext {
        ctx,
        around,
        wrappers: Wrappers::of(ctx, module),
    };
    let mut functions: Vec<Function> = Vec::new();
    for op in module.owners() {
        let (location, is_function) = (module.op(op).location(), module.op(op).is(FuncOp::DEF));
        let body = module.op_mut(op).take_body();
        functions.extend(body.map(|body| Function::new(op, location, is_function, body)));
    }
    let threads = threads && are_worth_sharing(functions.iter().map(|function| &*function.body));
    for_each(&mut functions, threads, |function| function.recognize(&cx));
    let mut symbols = SymbolTable::of(ctx, module);
    for function in &mut functions {
        let name = symbol_name(ctx, module.op(function.op));
        function.name_parts(&cx, name.map_or("coroutine", |name| ctx.str(name)), &mut symbols);
    }
    for_each(&mut functions, threads, |function| function.split(&cx));
    let mut called = Called::default();
    let mut errors = Diagnostics::new();
    for function in functions {
        called.pools |= function.called.pools;
        called.tasks |= function.called.tasks;
        called.values |= function.called.values;
        called.checks |= function.called.checks;
        called.ready |= function.called.ready;
        if let Err(found) = function.put_into(ctx, module) {
            errors.append(found);
        }
    }
    errors.take(called.declare(ctx, module));
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn for_each(functions: &mut [Function], threads: bool, work: impl Fn(&mut Function) + Sync + Send) {
    if threads {
        functions.par_iter_mut().for_each(work)
    } else {
        functions.iter_mut().for_each(work)
    }
}

/// What of asyncir's runtime is called.
#[derive(Default)]
struct Called {
    pools: bool,
    tasks: bool,
    values: bool,
    checks: bool,
    ready: bool,
}

impl Called {
    fn declare(&self, ctx: &Context, module: &mut Body) -> Fallible {
        let pools = self.pools.then(|| memory::pool_functions(ctx));
        let checks = self.checks.then(|| checks::functions(ctx));
        let ready = self.ready.then(|| ready::function(ctx));
        let tasks = self.tasks.then(|| memory::task_functions(ctx));
        let values = self.values.then(|| task_values::function(ctx));
        let frames = pools.iter().chain(&tasks).flatten().chain(&values);
        for function in frames.chain(checks.iter().flatten()).chain(&ready) {
            functions::declare(ctx, module, Location::UNKNOWN, function)?;
        }
        Ok(())
    }
}

/// What all functions of a module have around them.
struct ModuleContext<'a> {
    ctx: &'a Context,
    around: Surroundings,
    wrappers: Wrappers,
}

/// A function, or any other op with a body, while it is worked on.
struct Function {
    op: OpId,
    location: Location,
    is_function: bool,
    body: Box<Body>,
    coroutine: Option<Coroutine>,
    is_coroutine: bool,
    names: Functions,
    /// What describes its frames, if they are checked.
    constants: Option<Constants>,
    globals: Vec<OperationState>,
    /// What it becomes besides its ramp function.
    parts: Result<Vec<(Ident, Body)>, Diagnostics>,
    called: Called,
}

impl Function {
    fn new(op: OpId, location: Location, is_function: bool, body: Box<Body>) -> Self {
        Self {
            op,
            location,
            is_function,
            body,
            coroutine: None,
            is_coroutine: false,
            names: Functions::default(),
            constants: None,
            globals: Vec::new(),
            parts: Ok(Vec::new()),
            called: Called::default(),
        }
    }

    /// Finds out whether the function is a coroutine.
    fn recognize(&mut self, cx: &ModuleContext<'_>) {
        let found = if self.is_function {
            recognize::recognize(cx.ctx, &mut self.body, &cx.around)
        } else {
            recognize::refuse(cx.ctx, &self.body).map(|()| None)
        };
        match found {
            Ok(coroutine) => {
                self.is_coroutine = coroutine.is_some();
                self.coroutine = coroutine;
            }
            Err(errors) => self.parts = Err(errors),
        }
    }

    /// Names the functions that a coroutine becomes besides its ramp function.
    fn name_parts(&mut self, cx: &ModuleContext<'_>, name: &str, symbols: &mut SymbolTable) {
        let Some(coroutine) = &self.coroutine else { return };
        let ctx = cx.ctx;
        let mut part = |suffix: &str| {
            let name = symbols.unique_name(ctx, &format!("{name}.{suffix}"));
            symbols.insert(name, self.op);
            name
        };
        let points = &coroutine.points;
        let is_resumed = points.iter().any(|point| point.resumed.is_some());
        let is_destroyed = points.iter().any(|point| point.destroyed.is_some());
        self.names = Functions {
            resume: is_resumed.then(|| part("resume")),
            destroy: is_destroyed.then(|| part("destroy")),
        };
        let is_checked = cx.around.checks && coroutine.allocation.is_some();
        self.constants = is_checked.then(|| Constants {
            text: ctx.ident(name),
            text_symbol: part("name"),
            table_symbol: part("frame"),
        });
    }

    /// Makes the function the ramp function of its coroutine, if it is one, and the other parts.
    fn split(&mut self, cx: &ModuleContext<'_>) {
        if let Some(mut coroutine) = self.coroutine.take() {
            self.parts = self.split_coroutine(cx, &mut coroutine);
        }
        let parts = self.parts.iter_mut().flatten().map(|(_, body)| body);
        for body in parts.chain([&mut *self.body]) {
            handles::lower(cx.ctx, body);
            if self.is_function {
                stack::move_to_entry(cx.ctx, body);
                stack::align_for_arguments(cx.ctx, body);
            }
            if self.is_coroutine {
                blocks::merge(cx.ctx, body);
            }
            body.tidy();
        }
    }

    fn split_coroutine(
        &mut self,
        cx: &ModuleContext<'_>,
        coroutine: &mut Coroutine,
    ) -> Result<Vec<(Ident, Body)>, Diagnostics> {
        let (ctx, body, extensions) = (cx.ctx, &mut self.body, cx.around.extensions);
        if let Some(resume) = self.names.resume {
            cx.wrappers.unwrap(ctx, body, coroutine, resume);
        }
        self.called.ready = extensions && ready::go_on_if_ready(ctx, body, coroutine);
        let memory = match (&coroutine.allocation, self.constants) {
            (None, _) => Memory::Own,
            (Some(_), Some(constants)) => Memory::Checked(constants),
            (Some(_), None) if extensions => task_memory(ctx, body, coroutine),
            (Some(_), None) => Memory::C,
        };
        let checks = memory.checks();
        let plan = plan::plan(ctx, body, coroutine, memory)?;
        set_sizes(ctx, body, coroutine, &plan);
        memory::settle(ctx, body, coroutine, &plan);
        self.called.pools = matches!(plan.memory, Memory::Pools);
        self.called.tasks = matches!(plan.memory, Memory::Task(_));
        self.called.values = !plan.values.is_empty();
        if let Some(constants) = checks {
            self.called.checks = true;
            self.globals = constants.globals(ctx, self.location, &plan.table).into();
        }
        let mut parts = Vec::new();
        let mut errors = Diagnostics::new();
        let entries = [(self.names.resume, Entry::Resume), (self.names.destroy, Entry::Destroy)];
        for (name, entry) in entries.into_iter().filter_map(|(name, entry)| Some((name?, entry))) {
            let whole = Body::clone(body);
            let built = activation::build(ctx, whole, coroutine, &plan, entry, self.location);
            parts.extend(errors.take(built).map(|body| (name, body)));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        ramp::build(ctx, body, coroutine, &plan, self.names);
        Ok(parts)
    }

    /// Puts the body back into the module, and behind it what the coroutine becomes.
    fn put_into(self, ctx: &Context, module: &mut Body) -> Result<(), Diagnostics> {
        module.op_mut(self.op).put_body(self.body);
        let parts = self.parts?;
        let attributes = kept_attributes(ctx, module, self.op);
        if self.is_coroutine {
            let passthrough = (!attributes.is_empty()).then(|| ctx.array_attr(&attributes));
            module.op_mut(self.op).set_property(ctx, "passthrough", passthrough);
        }
        let mut behind = self.op;
        let parts = parts.into_iter();
        let parts = parts.map(|(name, body)| part_state(ctx, self.location, name, body, &attributes));
        for state in parts.chain(self.globals) {
            let part = module.create_op(state);
            let place = module.after(behind);
            module.insert_op(part, place);
            behind = part;
        }
        Ok(())
    }
}

/// The memory of a frame on asyncir's runtime: in one block with what its coroutine makes, if possible.
fn task_memory(ctx: &Context, body: &mut Body, coroutine: &Coroutine) -> Memory {
    let Some(task) = Task::of(ctx, body, coroutine) else {
        return Memory::Pools;
    };
    task_values::find_payloads(ctx, body, &task.values);
    Memory::Task(task)
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
