//! What is known of functions where they are called.

use std::collections::{BTreeSet, HashMap};

use asyncir_dialects::r#async;
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::func::{self, FuncOp};
use asyncir_dialects::memref::strides::{MemRef, is_identity_layout};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{Visibility, visibility};
use asyncir_ir::{Attribute, Body, Context, Ident, OpId, Operation, Type, ValueId, WalkOrder};

use super::annotations::Annotations;
use super::options::{Layout, Options};
use super::view::View;
use super::{tasks, types};
use crate::bodies::has_tasks;
pub(super) use crate::bufferization::calls::returns;

/// The owner of a body.
#[derive(Clone, Default)]
pub(super) struct Current {
    /// What is known of it, if it is a function.
    function: Option<Function>,
}

/// A function.
#[derive(Clone)]
pub(super) struct Function {
    pub inputs: Vec<Type>,
    pub outputs: Vec<Type>,
    /// Whether it is seen outside of its module.
    pub is_public: bool,
    /// Whether it goes on while whoever has called it does.
    pub is_task: bool,
    /// The attributes of each argument.
    arg_attrs: Vec<Attribute>,
    /// What it does, once it was analysed.
    pub summary: Option<Summary>,
}

/// What a function does to the memory of its arguments.
#[derive(Clone)]
pub(super) struct Summary {
    /// For each result the argument that is the same memory.
    pub equivalents: Vec<Option<usize>>,
    /// For each argument the results that may share memory with it.
    pub aliases: Vec<Vec<usize>>,
    pub reads: Vec<bool>,
    pub writes: Vec<bool>,
    /// For each argument whether tasks may read it when the function has returned.
    pub read_later: Vec<bool>,
    /// For each result whether it may be in memory that must not be written.
    pub read_only: Vec<bool>,
}

impl Current {
    pub(super) fn new(ctx: &Context, op: &Operation) -> Self {
        Self {
            function: Function::of(ctx, op),
        }
    }

    pub(super) fn is_function(&self) -> bool {
        self.function.is_some()
    }

    pub(super) fn function(&self) -> Option<&Function> {
        self.function.as_ref()
    }
}

impl Function {
    fn of(ctx: &Context, op: &Operation) -> Option<Self> {
        let is_task = op.is(r#async::FuncOp::DEF);
        if !op.is(FuncOp::DEF) && !is_task {
            return None;
        }
        let ty = op.property(ctx, "function_type").and_then(|attr| attr.as_type(ctx))?;
        let (inputs, outputs) = ty.function(ctx)?;
        let arg_attrs = op.property(ctx, "arg_attrs").and_then(|attr| attr.as_array(ctx));
        Some(Self {
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            is_public: visibility(ctx, op) == Visibility::Public,
            is_task,
            arg_attrs: arg_attrs.unwrap_or_default().to_vec(),
            summary: None,
        })
    }

    fn has_tensors(&self, ctx: &Context) -> bool {
        self.inputs.iter().chain(&self.outputs).any(|&ty| is_tensor(ctx, ty))
    }

    /// An attribute of an argument.
    pub(super) fn arg_attr(&self, ctx: &Context, index: usize, name: &str) -> Option<Attribute> {
        self.arg_attrs.get(index).and_then(|attrs| attrs.get(ctx, name))
    }

    /// The type of the memory of an argument.
    pub(super) fn argument_type(&self, ctx: &Context, options: &Options, index: usize) -> Type {
        let ty = self.inputs[index];
        if !is_tensor(ctx, ty) {
            return types::async_value(ctx, ty);
        }
        let buffer = boundary_type(ctx, options, ty);
        match (
            self.arg_attr(ctx, index, "bufferization.buffer_layout"),
            MemRef::of(ctx, buffer),
        ) {
            (Some(layout), Some(memref)) => MemRef {
                layout: Some(layout).filter(|_| !is_identity_layout(ctx, Some(layout))),
                ..memref
            }
            .ty(ctx),
            _ => buffer,
        }
    }
}

/// The type of memory for a tensor that functions take or give.
pub(super) fn boundary_type(ctx: &Context, options: &Options, tensor: Type) -> Type {
    match options.boundary_layout {
        Layout::Identity => types::identity(ctx, tensor, None),
        _ => types::dynamic(ctx, tensor, None),
    }
}

/// The functions of a module.
pub(super) struct Functions {
    by_name: HashMap<Ident, Function>,
    /// Whether any of them may start tasks that go on when it has returned.
    pub have_tasks: bool,
}

impl Functions {
    pub(super) fn of(ctx: &Context, module: &Body, owners: &[OpId]) -> Self {
        let function = |&op: &OpId| {
            let data = module.op(op);
            Some((name_of(ctx, data)?, Function::of(ctx, data)?))
        };
        Self {
            by_name: owners.iter().filter_map(function).collect(),
            have_tasks: has_tasks(module),
        }
    }

    pub(super) fn get_mut(&mut self, name: Ident) -> Option<&mut Function> {
        self.by_name.get_mut(&name)
    }

    /// The function that an op calls.
    pub(super) fn called(&self, v: View<'_>, op: OpId) -> Option<&Function> {
        self.by_name.get(&func::callee(v.ctx, v.body.op(op))?)
    }
}

pub(super) fn name_of(ctx: &Context, op: &Operation) -> Option<Ident> {
    asyncir_ir::symbols::symbol_name(ctx, op)
}

/// The functions of a module such that those that are called come before those that call them, and those that call each other
/// at the end; says how many come before these.
pub(super) fn in_call_order(
    ctx: &Context,
    module: &Body,
    functions: &Functions,
    owners: &[OpId],
) -> (Vec<OpId>, usize) {
    let is_function = |&&op: &&OpId| module.op(op).is(FuncOp::DEF);
    let all: Vec<OpId> = owners.iter().filter(is_function).copied().collect();
    let numbers: HashMap<Ident, usize> = (0..all.len())
        .filter_map(|number| Some((name_of(ctx, module.op(all[number]))?, number)))
        .collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut left: Vec<usize> = Vec::with_capacity(all.len());
    for (number, &op) in all.iter().enumerate() {
        let called = callees(ctx, module.op(op), functions, &numbers);
        left.push(called.len());
        called.into_iter().for_each(|callee| callers[callee].push(number));
    }
    let mut ready: BTreeSet<usize> = (0..all.len()).filter(|&number| left[number] == 0).collect();
    let mut order = Vec::with_capacity(all.len());
    let mut is_done = vec![false; all.len()];
    while let Some(number) = ready.pop_first() {
        is_done[number] = true;
        order.push(all[number]);
        for &caller in &callers[number] {
            left[caller] -= 1;
            if left[caller] == 0 {
                ready.insert(caller);
            }
        }
    }
    let acyclic = order.len();
    order.extend(
        (0..all.len())
            .filter(|&number| !is_done[number])
            .map(|number| all[number]),
    );
    (order, acyclic)
}

/// The functions with tensors that a function calls, each once.
fn callees(
    ctx: &Context,
    function: &Operation,
    functions: &Functions,
    numbers: &HashMap<Ident, usize>,
) -> BTreeSet<usize> {
    let Some(body) = function.body() else {
        return BTreeSet::new();
    };
    let names = body.walk_all(WalkOrder::Pre).into_iter();
    let names = names.filter_map(|op| func::callee(ctx, body.op(op)));
    let has_tensors = |name: &Ident| {
        functions
            .by_name
            .get(name)
            .is_some_and(|function| function.has_tensors(ctx))
    };
    let found = names.filter(has_tensors).filter_map(|name| numbers.get(&name).copied());
    found.collect()
}

/// Sums up what an analysed function does.
pub(super) fn summarize(v: View<'_>, function: &Function, notes: &mut Annotations) -> Summary {
    let returns = returns(v.body);
    let arguments: Vec<ValueId> = v
        .body
        .entry()
        .map_or_else(Vec::new, |entry| v.body.block_args(entry).collect());
    let count = function.inputs.len();
    let is_declared = arguments.is_empty() && v.body.entry().is_none();
    let mut summary = Summary {
        equivalents: vec![None; function.outputs.len()],
        aliases: vec![Vec::new(); count],
        reads: vec![false; count],
        writes: vec![false; count],
        read_later: vec![false; count],
        read_only: (0..function.outputs.len())
            .map(|index| returns.iter().any(|&end| is_read_only(v, v.body.operand(end, index))))
            .collect(),
    };
    for (index, &input) in function.inputs.iter().enumerate() {
        if !is_tensor(v.ctx, input) {
            continue;
        }
        let access = function.arg_attr(v.ctx, index, "bufferization.access");
        let access = access.and_then(|attr| attr.as_str(v.ctx));
        (summary.reads[index], summary.writes[index]) = match access {
            Some(access) => (
                matches!(access, "read" | "read-write"),
                matches!(access, "write" | "read-write"),
            ),
            None if is_declared => (true, true),
            None => (v.is_read(arguments[index]), v.is_changed(arguments[index])),
        };
        summary.read_later[index] = !is_declared && tasks::is_read_later(v, arguments[index]);
        summary.aliases[index] = if is_declared {
            (0..function.outputs.len())
                .filter(|&result| is_tensor(v.ctx, function.outputs[result]))
                .collect()
        } else {
            returned_aliases(v, &returns, arguments[index])
        };
    }
    summary.equivalents = equivalents(v, &returns, &arguments, function.outputs.len(), notes);
    summary
}

/// Whether a value may be in memory that must not be written, and that no argument has given, or that tasks are still to read.
fn is_read_only(v: View<'_>, value: ValueId) -> bool {
    let mut results = v.all_aliases(value).iter().filter(|&&alias| v.is_result(alias));
    results.any(|&alias| !v.is_writable(alias)) || tasks::is_read_later(v, value)
}

/// The results that may share memory with an argument.
fn returned_aliases(v: View<'_>, returns: &[OpId], argument: ValueId) -> Vec<usize> {
    let shares = |value| v.body.value_type(value).shape(v.ctx).is_some() && v.may_alias(value, argument);
    let mut found = Vec::new();
    for &end in returns {
        for (index, value) in v.body.operands(end).enumerate() {
            if v.is_tensor(value) && shares(value) && !found.contains(&index) {
                found.push(index);
            }
        }
    }
    found
}

/// For each result the argument that is the same memory whichever return gives it.
fn equivalents(
    v: View<'_>,
    returns: &[OpId],
    arguments: &[ValueId],
    results: usize,
    notes: &mut Annotations,
) -> Vec<Option<usize>> {
    let of_return = |end: OpId| -> Vec<Option<usize>> {
        let of_value = |value| {
            let is_same = |&argument: &ValueId| v.is_tensor(argument) && v.are_equivalent(value, argument);
            arguments.iter().position(is_same).filter(|_| v.is_tensor(value))
        };
        v.body.operands(end).map(of_value).collect()
    };
    let all: Vec<Vec<Option<usize>>> = returns.iter().map(|&end| of_return(end)).collect();
    for (&end, found) in returns.iter().zip(&all) {
        notes.add_returned(v, end, found);
    }
    let common = |result: usize| {
        let first = *all.first()?.get(result)?;
        first.filter(|_| all.iter().all(|found| found.get(result) == Some(&first)))
    };
    (0..results).map(common).collect()
}
