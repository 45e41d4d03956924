//! What is known of the functions of a module where they are called.

use std::collections::{HashMap, HashSet, VecDeque};

use asyncir_dialects::r#async::{CallOp as AsyncCallOp, ExecuteOp};
use asyncir_dialects::cf::{CondBranchOp, SwitchOp};
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::func::{self, CallIndirectOp, CallOp, FuncOp};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::symbols::{Visibility, symbol_name, visibility};
use asyncir_ir::{Body, Context, Ident, OpId, Operation, ValueId, WalkOrder};

use super::is_function;
use super::tasks::Tasks;
use crate::bodies::has_tasks;
use crate::bufferization::aliases::Aliases;
use crate::bufferization::calls::Calls;
use crate::bufferization::is_inside;
use crate::bufferization::mark_manual_deallocation::MANUAL_DEALLOCATION;

/// A function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Function {
    /// Whether it gives away the memory that it returns.
    gives: bool,
    /// Whether tasks may use its arguments when it has returned.
    leaves_tasks: bool,
    /// Whether what it returns may be memory of its arguments.
    returns_arguments: bool,
}

/// The functions of a module.
pub(super) struct Program {
    functions: HashMap<Ident, Function>,
    telling: HashSet<Ident>,
    has_tasks: bool,
}

impl Program {
    pub(super) fn new(ctx: &Context, module: &Body) -> Self {
        let owners = module.owners().into_iter();
        let owners: Vec<OpId> = owners.filter(|&op| is_function(module.op(op))).collect();
        let mut program = Self {
            functions: HashMap::new(),
            telling: HashSet::new(),
            has_tasks: has_tasks(module),
        };
        let calls = Calls::of(ctx, module);
        for &op in &owners {
            let function = module.op(op);
            let Some(name) = symbol_name(ctx, function) else {
                continue;
            };
            let gives = gives(ctx, function);
            let known = Function {
                gives,
                leaves_tasks: false,
                // Of functions that are only declared, nothing is known.
                returns_arguments: function.body().is_none_or(|body| body.entry().is_none()),
            };
            program.functions.insert(name, known);
            let is_private = function.is(FuncOp::DEF) && visibility(ctx, function) == Visibility::Private;
            if gives && is_private && calls.is_known(ctx, function) {
                program.telling.insert(name);
            }
        }
        program.follow_calls(ctx, module, &owners);
        // What others return is always theirs.
        let functions = &program.functions;
        program
            .telling
            .retain(|name| functions.get(name).is_some_and(|known| known.returns_arguments));
        program
    }

    /// Finds the functions that leave tasks or return arguments, which those that call them may do, too.
    fn follow_calls(&mut self, ctx: &Context, module: &Body, owners: &[OpId]) {
        let callers = callers(ctx, module, owners);
        let mut pending: VecDeque<OpId> = owners.iter().copied().collect();
        while let Some(op) = pending.pop_front() {
            let function = module.op(op);
            let (Some(name), Some(body)) = (symbol_name(ctx, function), function.body()) else {
                continue;
            };
            let known = self.of(name);
            let leaves_tasks = known.leaves_tasks || self.has_tasks && self.body_leaves_tasks(ctx, body);
            // Other functions copy arguments that they return.
            let may_return = !known.gives || self.telling.contains(&name);
            let returns_arguments = known.returns_arguments || may_return && self.body_returns_arguments(ctx, body);
            let found = Function {
                leaves_tasks,
                returns_arguments,
                ..known
            };
            if found != known {
                self.functions.insert(name, found);
                pending.extend(callers.get(&name).into_iter().flatten());
            }
        }
    }

    fn body_returns_arguments(&self, ctx: &Context, body: &Body) -> bool {
        let arguments: Vec<ValueId> = body
            .entry()
            .into_iter()
            .flat_map(|entry| body.block_args(entry))
            .collect();
        let mut arguments = arguments
            .into_iter()
            .filter(|&value| is_any_memref(ctx, body.value_type(value)))
            .peekable();
        if arguments.peek().is_none() {
            return false;
        }
        let aliases = self.aliases(ctx, body);
        let is_end = |op: OpId| body.parent_op(op).is_none() && body.op(op).has_trait(OpTrait::ReturnLike);
        arguments.any(|argument| {
            let names = aliases.of(argument);
            names.into_iter().any(|name| body.users(name).any(is_end))
        })
    }

    /// Whether there may be tasks.
    pub(super) fn has_tasks(&self) -> bool {
        self.has_tasks
    }

    /// What may be the same memory in a function.
    pub(super) fn aliases(&self, ctx: &Context, body: &Body) -> Aliases {
        let gives_operands = |call: &Operation| self.callee(ctx, call).is_none_or(|callee| callee.returns_arguments);
        Aliases::with_calls(ctx, body, &gives_operands)
    }

    fn body_leaves_tasks(&self, ctx: &Context, body: &Body) -> bool {
        let tasks = Tasks::new(ctx, body, self);
        body.walk_all(WalkOrder::Pre).into_iter().any(|op| {
            let data = body.op(op);
            if data.is(ExecuteOp::DEF) {
                tasks.done_in(op).is_none() && captures_memory(ctx, body, op)
            } else if data.is(AsyncCallOp::DEF) {
                tasks.done_in(op).is_none() && takes_memory(ctx, body, op)
            } else {
                self.leaves_tasks(ctx, data) && takes_memory(ctx, body, op)
            }
        })
    }

    fn of(&self, name: Ident) -> Function {
        self.functions.get(&name).copied().unwrap_or_default()
    }

    fn callee(&self, ctx: &Context, call: &Operation) -> Option<Function> {
        let callee = call.symbol_property(ctx, "callee")?;
        self.functions.get(&callee).copied()
    }

    /// Whether a function gives away the memory that it returns, or tells which of it.
    pub(super) fn function_gives(&self, ctx: &Context, function: &Operation) -> bool {
        symbol_name(ctx, function).is_some_and(|name| self.of(name).gives)
    }

    /// Whether a function tells by results what it gives away.
    pub(super) fn tells(&self, ctx: &Context, function: &Operation) -> bool {
        symbol_name(ctx, function).is_some_and(|name| self.telling.contains(&name))
    }

    /// The functions that tell by results what they give away.
    pub(super) fn telling(&self) -> &HashSet<Ident> {
        &self.telling
    }

    /// Whether a call gives away the memory that it returns, or tells which of it.
    pub(super) fn gives(&self, ctx: &Context, call: &Operation) -> bool {
        let is_call = call.is(CallOp::DEF) || call.is(AsyncCallOp::DEF);
        is_call && self.callee(ctx, call).is_some_and(|callee| callee.gives)
    }

    /// Whether a call is told what of the memory that it gets it owns.
    pub(super) fn is_told(&self, ctx: &Context, call: &Operation) -> bool {
        func::callee(ctx, call).is_some_and(|name| self.telling.contains(&name))
    }

    /// Whether tasks may use the operands of a call when what is called has ended.
    pub(super) fn leaves_tasks(&self, ctx: &Context, call: &Operation) -> bool {
        if call.is(CallOp::DEF) || call.is(AsyncCallOp::DEF) {
            self.callee(ctx, call).is_some_and(|callee| callee.leaves_tasks)
        } else {
            call.is(CallIndirectOp::DEF) && self.has_tasks
        }
    }
}

/// Whether all ways through a function are known, and what it returns is not memory of the program itself.
fn gives(ctx: &Context, function: &Operation) -> bool {
    has_known_ways(function) && function.attr(ctx, MANUAL_DEALLOCATION).is_none()
}

/// Whether a function has a body, and all ways through it are known.
pub(super) fn has_known_ways(function: &Operation) -> bool {
    let body = function.body().filter(|body| body.entry().is_some());
    body.is_some_and(has_known_branches)
}

/// Whether each branch goes to one block, to two on a condition, or is a switch.
pub(super) fn has_known_branches(body: &Body) -> bool {
    body.walk_all(WalkOrder::Pre).into_iter().all(|op| {
        let data = body.op(op);
        let is_branch = data.def().is_some_and(|def| def.hooks.branch.is_some());
        match data.num_successors() {
            0 => true,
            1 => is_branch,
            _ => data.is(CondBranchOp::DEF) || data.is(SwitchOp::DEF),
        }
    })
}

/// The functions that call each function.
fn callers(ctx: &Context, module: &Body, owners: &[OpId]) -> HashMap<Ident, Vec<OpId>> {
    let mut callers: HashMap<Ident, Vec<OpId>> = HashMap::new();
    for &owner in owners {
        let Some(body) = module.op(owner).body() else { continue };
        for op in body.walk_all(WalkOrder::Pre) {
            if let Some(callee) = body.op(op).symbol_property(ctx, "callee") {
                callers.entry(callee).or_default().push(owner);
            }
        }
    }
    callers.values_mut().for_each(Vec::dedup);
    callers
}

fn takes_memory(ctx: &Context, body: &Body, op: OpId) -> bool {
    body.operands(op)
        .any(|value| is_any_memref(ctx, body.value_type(value)))
}

/// Whether the region of a task uses memory that is there outside of it.
fn captures_memory(ctx: &Context, body: &Body, task: OpId) -> bool {
    let mut operands = body
        .walk_op(task, WalkOrder::Pre)
        .into_iter()
        .flat_map(|op| body.operands(op));
    operands.any(|value| is_any_memref(ctx, body.value_type(value)) && !is_inside(body, value, task))
}
