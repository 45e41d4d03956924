//! Which functions can fail, and which of those have to return failures.
//!
//! A function is looked at in parts: what it runs itself, and what each of its tasks runs. Tasks and async functions are
//! coroutines.
//!
//! Some keep ending the program when they fail:
//!
//! * Parts with memory on their stack that start tasks, or call what does: a task may use the memory when the failure has
//!   been returned already.
//! * Functions in which something fails within an op that cannot become branches.
//! * Functions that are called through a value, when they are called so: nothing is known of the callee.

use std::collections::HashMap;

use asyncir_dialects::r#async::{
    AwaitAllOp, AwaitOp, CallOp, CoroIdOp, ExecuteOp, FuncOp as AsyncFuncOp, RuntimeParallelForOp, RuntimeRaiseOp,
    RuntimeResumeOp,
};
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::memref::{AllocOp, DeallocOp};
use asyncir_dialects::{cf, func};
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{Visibility, references, symbol_name, visibility};
use asyncir_ir::{AttrKind, Body, Context, Ident, OpId, WalkOrder};

use super::stack::{Stacks, goes_on};
use crate::analysis::callers::Callers;
use crate::bodies::task_around;
use crate::bufferization::puts_away;
use crate::conversion::convert_scf_to_cf;

/// A call by name.
struct Call {
    op: OpId,
    callee: Ident,
    /// Whether it is in an op that cannot become branches.
    is_stuck: bool,
    /// Whether the callee gets memory.
    passes_memory: bool,
}

/// What runs as one: a function without its tasks, or a task without those in it.
#[derive(Default)]
struct Part {
    is_coroutine: bool,
    /// Whether an assertion or an await is in it.
    can_fail: bool,
    /// Whether one of those is in an op that cannot become branches.
    is_stuck: bool,
    starts_tasks: bool,
    /// Whether something asynchronous is started or awaited.
    is_async: bool,
    /// Whether tasks may use memory on its stack.
    has_stack: bool,
    /// Whether it allocates memory on the heap.
    has_heap: bool,
    /// Whether memory that it gets may be used when it has ended, or be freed by it.
    keeps_memory: bool,
    calls: Vec<Call>,
    /// The functions of parallel loops.
    loops: Vec<Call>,
}

impl Part {
    fn callees(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter().chain(&self.loops)
    }
}

struct Function {
    name: Ident,
    op: OpId,
    /// Whether it is neither a coroutine nor declared only.
    is_plain: bool,
    own: Part,
    tasks: Vec<Part>,
}

impl Function {
    fn coroutines(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.own)
            .chain(&self.tasks)
            .filter(|part| part.is_coroutine)
    }
}

/// What is known of the functions of a module.
pub(super) struct Facts {
    functions: Vec<Function>,
    numbers: HashMap<Ident, usize>,
    callers: Callers<usize>,
    /// Which functions may keep memory that they get, or call what may.
    keeps: Vec<bool>,
    /// Which functions return failures, if that is wanted.
    returns: Vec<bool>,
    /// The calls in coroutines that are to be checked.
    checked: HashMap<OpId, Vec<(OpId, Ident)>>,
}

/// A function that has to return failures.
pub(super) struct Wanted {
    pub(super) name: Ident,
    pub(super) op: OpId,
    /// Whether nobody needs it as it was.
    pub(super) in_place: bool,
}

/// The ops that the function itself runs, not its tasks.
pub(super) fn own_ops(body: &Body) -> Vec<OpId> {
    let mut ops = body.walk_all(WalkOrder::Pre);
    ops.retain(|&op| task_around(body, op).is_none());
    ops
}

/// Whether something in an op fails: an assertion, an await, a failure that is raised.
pub(super) fn can_fail(body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    [cf::AssertOp::DEF, AwaitOp::DEF, AwaitAllOp::DEF, RuntimeRaiseOp::DEF]
        .into_iter()
        .any(|def| data.is(def))
}

/// The function of a parallel loop that does not look at failures itself.
pub(super) fn loop_callee(ctx: &Context, body: &Body, op: OpId) -> Option<Ident> {
    let data = body.op(op);
    let is_loop = data.is(RuntimeParallelForOp::DEF);
    let gives_failure = is_loop && body.result_types(op).contains(&asyncir_ir::Type::I64);
    (is_loop && !gives_failure).then(|| data.symbol_property(ctx, "callee"))?
}

impl Facts {
    pub(super) fn of(ctx: &Context, module: &Body) -> Self {
        let owners = module.owners().into_iter();
        let stacks = Stacks::of(ctx, module);
        let functions: Vec<Function> = owners.filter_map(|op| function(ctx, module, op, &stacks)).collect();
        let numbers = functions.iter().enumerate();
        let mut facts = Self {
            numbers: numbers.map(|(number, function)| (function.name, number)).collect(),
            callers: Callers::of(Vec::new()),
            functions,
            keeps: Vec::new(),
            returns: Vec::new(),
            checked: HashMap::new(),
        };
        facts.callers = Callers::of(facts.calls());
        let everywhere = vec![true; facts.functions.len()];
        let starts = facts.spread(|function| function.own.starts_tasks, &everywhere);
        let fails = facts.spread(|function| function.own.can_fail, &everywhere);
        let eligible: Vec<bool> = facts
            .functions
            .iter()
            .map(|function| {
                function.is_plain && !facts.is_pinned(&function.own, &starts) && !facts.is_stuck(&function.own, &fails)
            })
            .collect();
        facts.returns = facts.spread(|function| function.own.can_fail, &eligible);
        for function in &facts.functions {
            let parts = function.coroutines().filter(|part| !facts.is_pinned(part, &starts));
            let calls = parts.flat_map(|part| &part.calls).filter(|call| !call.is_stuck);
            let calls = calls.filter(|call| facts.is_in(&facts.returns, call.callee));
            let calls: Vec<(OpId, Ident)> = calls.map(|call| (call.op, call.callee)).collect();
            facts.checked.insert(function.op, calls);
        }
        let is_unknown = |call: &Call| call.passes_memory && !facts.numbers.contains_key(&call.callee);
        let keeps = |function: &Function| {
            let own = &function.own;
            own.starts_tasks || own.keeps_memory || own.callees().any(is_unknown)
        };
        facts.keeps = facts.spread(keeps, &everywhere);
        facts
    }

    /// The calls in the coroutines of a function that are to be checked.
    pub(super) fn calls_in_coroutines(&self, function: OpId) -> &[(OpId, Ident)] {
        self.checked.get(&function).map_or(&[], Vec::as_slice)
    }

    /// The functions that have to return failures: what coroutines call, what runs ranges of loops, and what those call.
    /// With `from_public`, also public functions that have references to drop or memory to free, and what those call.
    pub(super) fn wanted(&self, ctx: &Context, module: &Body, from_public: bool) -> Vec<Wanted> {
        let mut redirected: HashMap<Ident, usize> = HashMap::new();
        let mut wanted = vec![false; self.functions.len()];
        let mut pending = Vec::new();
        for function in &self.functions {
            pending.extend(self.calls_in_coroutines(function.op).iter().map(|&(_, callee)| callee));
            let parts = std::iter::once(&function.own).chain(&function.tasks);
            pending.extend(parts.flat_map(|part| &part.loops).map(|call| call.callee));
        }
        if from_public {
            for number in self.with_something_to_drop(ctx, module) {
                wanted[number] = true;
                pending.extend(self.functions[number].own.calls.iter().map(|call| call.callee));
            }
        }
        while let Some(callee) = pending.pop() {
            let number = self.numbers.get(&callee).copied();
            let Some(number) = number.filter(|&number| self.returns[number]) else {
                continue;
            };
            *redirected.entry(callee).or_default() += 1;
            if !std::mem::replace(&mut wanted[number], true) {
                // Loops were counted above.
                pending.extend(self.functions[number].own.calls.iter().map(|call| call.callee));
            }
        }
        if !wanted.contains(&true) {
            return Vec::new();
        }
        let named = times_named(ctx, module);
        let chosen = self
            .functions
            .iter()
            .zip(wanted)
            .filter_map(|(function, wanted)| wanted.then_some(function));
        chosen
            .map(|function| Wanted {
                name: function.name,
                op: function.op,
                in_place: is_private(ctx, module, function)
                    && named.get(&function.name) == redirected.get(&function.name),
            })
            .collect()
    }

    /// The public functions that can fail, and start or await something or allocate memory, or call what does.
    fn with_something_to_drop(&self, ctx: &Context, module: &Body) -> Vec<usize> {
        let everywhere = vec![true; self.functions.len()];
        let drop = self.spread(|function| function.own.is_async || function.own.has_heap, &everywhere);
        let numbers = 0..self.functions.len();
        numbers
            .filter(|&number| self.returns[number] && drop[number])
            .filter(|&number| !is_private(ctx, module, &self.functions[number]))
            .collect()
    }

    /// Whether a function may keep memory that it gets, or free it: its tasks may, and so may one that is defined elsewhere.
    pub(super) fn may_keep(&self, name: Ident) -> bool {
        self.numbers.get(&name).is_none_or(|&number| self.keeps[number])
    }

    fn is_in(&self, set: &[bool], name: Ident) -> bool {
        self.numbers.get(&name).is_some_and(|&number| set[number])
    }

    /// Whether tasks may use memory on the part's stack when it has failed.
    fn is_pinned(&self, part: &Part, starts: &[bool]) -> bool {
        part.has_stack && (part.starts_tasks || part.callees().any(|call| self.is_in(starts, call.callee)))
    }

    /// Whether something fails in an op that cannot become branches.
    fn is_stuck(&self, part: &Part, fails: &[bool]) -> bool {
        part.is_stuck
            || part
                .callees()
                .any(|call| call.is_stuck && self.is_in(fails, call.callee))
    }

    /// Pairs of the numbers of a function and of one that it calls, which are both in the module.
    fn calls(&self) -> Vec<(usize, usize)> {
        let numbered = self.functions.iter().enumerate();
        let all = numbered.flat_map(|(caller, function)| function.own.callees().map(move |call| (caller, call.callee)));
        all.filter_map(|(caller, callee)| Some((caller, *self.numbers.get(&callee)?)))
            .collect()
    }

    /// The functions that have a property, and those that call such a one, among the `allowed` ones.
    fn spread(&self, has: impl Fn(&Function) -> bool, allowed: &[bool]) -> Vec<bool> {
        let numbered = self.functions.iter().enumerate();
        let seeds = numbered.filter_map(|(number, function)| has(function).then_some(number));
        let found = self.callers.leading_to_within(seeds, |number| allowed[number]);
        let numbers = 0..self.functions.len();
        numbers.map(|number| found.contains(&number)).collect()
    }
}

fn is_private(ctx: &Context, module: &Body, function: &Function) -> bool {
    visibility(ctx, module.op(function.op)) == Visibility::Private
}

/// How often symbols are named in a module.
fn times_named(ctx: &Context, module: &Body) -> HashMap<Ident, usize> {
    fn count(ctx: &Context, body: &Body, times: &mut HashMap<Ident, usize>) {
        for op in body.walk_all(WalkOrder::Pre) {
            for reference in references(ctx, body.op(op)) {
                if let AttrKind::SymbolRef { root, .. } = reference.kind(ctx) {
                    *times.entry(*root).or_default() += 1;
                }
            }
            if let Some(inner) = body.op(op).body() {
                count(ctx, inner, times);
            }
        }
    }
    let mut times = HashMap::new();
    count(ctx, module, &mut times);
    times
}

fn function(ctx: &Context, module: &Body, op: OpId, stacks: &Stacks<'_>) -> Option<Function> {
    let data = module.op(op);
    let (is_async, is_plain) = (data.is(AsyncFuncOp::DEF), data.is(func::FuncOp::DEF));
    let body = data
        .body()
        .filter(|body| (is_async || is_plain) && body.entry().is_some())?;
    let mut function = Function {
        name: symbol_name(ctx, data)?,
        op,
        is_plain,
        own: Part {
            is_coroutine: is_async,
            ..Part::default()
        },
        tasks: Vec::new(),
    };
    let mut numbers: HashMap<OpId, usize> = HashMap::new();
    for op in body.walk_all(WalkOrder::Pre) {
        function.is_plain &= !body.op(op).is(CoroIdOp::DEF);
        let task = task_around(body, op);
        let part = match task.and_then(|task| numbers.get(&task)) {
            Some(&number) => &mut function.tasks[number],
            None => &mut function.own,
        };
        part.has_stack |= stacks.may_reach_tasks(body, op);
        look_at(ctx, body, op, task, part);
        if body.op(op).is(ExecuteOp::DEF) {
            numbers.insert(op, function.tasks.len());
            function.tasks.push(Part {
                is_coroutine: true,
                ..Part::default()
            });
        }
    }
    Some(function)
}

fn look_at(ctx: &Context, body: &Body, op: OpId, task: Option<OpId>, part: &mut Part) {
    let data = body.op(op);
    let is = |defs: &[&'static asyncir_ir::def::OpDef]| defs.iter().any(|def| data.is(def));
    part.starts_tasks |= goes_on(body, op);
    part.starts_tasks |= is(&[
        ExecuteOp::DEF,
        CallOp::DEF,
        CoroIdOp::DEF,
        RuntimeResumeOp::DEF,
        func::CallIndirectOp::DEF,
    ]);
    part.is_async |= is(&[ExecuteOp::DEF, CallOp::DEF, AwaitOp::DEF, AwaitAllOp::DEF]);
    part.has_heap |= data.is(AllocOp::DEF);
    part.keeps_memory |= keeps_memory(ctx, body, op);
    let outer = std::iter::successors(body.parent_op(op), |&outer| body.parent_op(outer));
    let mut outer = outer.take_while(|&outer| Some(outer) != task);
    let mut is_stuck = || outer.any(|outer| !convert_scf_to_cf::can_lower(body.op(outer)));
    if can_fail(body, op) {
        part.can_fail = true;
        part.is_stuck |= is_stuck();
    } else if let Some(callee) = func::callee(ctx, body.op(op)) {
        part.calls.push(Call {
            op,
            callee,
            is_stuck: is_stuck(),
            passes_memory: body
                .operands(op)
                .any(|value| is_any_memref(ctx, body.value_type(value))),
        });
    } else if let Some(callee) = loop_callee(ctx, body, op) {
        part.loops.push(Call {
            op,
            callee,
            is_stuck: is_stuck(),
            passes_memory: true,
        });
    }
}

/// Whether memory of a caller may be used behind an op, though it starts no task, or be freed by it.
fn keeps_memory(ctx: &Context, body: &Body, op: OpId) -> bool {
    let data = body.op(op);
    let is_others = |memory| body.defining_op(memory).is_none_or(|op| !body.op(op).is(AllocOp::DEF));
    let frees = data.is(DeallocOp::DEF) && body.operands(op).any(is_others);
    let goes_on = data.is(RuntimeParallelForOp::DEF) && data.num_results() > 0;
    let mut memory = body
        .operands(op)
        .filter(|&value| is_any_memref(ctx, body.value_type(value)));
    frees || goes_on || memory.any(|memory| puts_away(body, op, memory))
}
