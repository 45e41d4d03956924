//! The memory of frames: allocated with constant sizes, and only on the paths that suspend.
//!
//! That is possible where `aligned_alloc` and `free` are all that is done with the memory, as in programs that were
//! lowered from the async dialect. A coroutine that ends before it is suspended has no frame then.

use std::collections::BTreeMap;

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Dominance, Location, OpId, Type, ValueId};

use super::access;
use super::allocas::blocks_behind;
use super::checks;
use super::layout::{self, Frame};
use super::plan::Plan;
use super::ramp::Functions;
use super::recognize::{Allocation, Coroutine};
use super::ssa::Reachable;
use super::task::Task;
use super::task_values;
use crate::conversion::llvm_common::functions::Prototype;
use crate::conversion::llvm_common::{ops, types};
use crate::runtime_functions::{ALLOCATE_FRAME, CREATE_TASK, FREE_FRAME, FREE_TASK};

/// Where the memory of frames comes from.
pub(super) enum Memory {
    /// From the coroutine's own code.
    Own,
    /// From the C library.
    C,
    /// From the pools of asyncir's runtime.
    Pools,
    /// From the pools of asyncir's runtime, in one block with a token, and with values.
    Task(Task),
    /// From asyncir's runtime, which checks how it is used.
    Checked(checks::Constants),
}

impl Memory {
    /// What describes frames that are checked.
    pub(super) fn checks(&self) -> Option<checks::Constants> {
        match self {
            Memory::Checked(constants) => Some(*constants),
            _ => None,
        }
    }

    /// What stands in one block with the frame.
    pub(super) fn task(&self) -> Option<&Task> {
        match self {
            Memory::Task(task) => Some(task),
            _ => None,
        }
    }

    /// With less in one block with the frame, where there was no room for all of it behind `frame`.
    pub(super) fn with_less(self, frame: &Frame) -> Self {
        match self {
            Memory::Task(task) => task.with_less(frame).map_or(Memory::Pools, Memory::Task),
            other => other,
        }
    }
}

/// The functions that frames from pools ask for.
pub(super) fn pool_functions(ctx: &Context) -> [Prototype; 2] {
    let ptr = types::ptr(ctx);
    let allocate = Prototype {
        name: ALLOCATE_FRAME,
        params: vec![Type::I64, Type::I64],
        result: ptr,
    };
    let free = Prototype {
        name: FREE_FRAME,
        params: vec![ptr, Type::I64, Type::I64],
        result: types::void(ctx),
    };
    [free, allocate]
}

/// The functions that frames behind tokens ask for.
pub(super) fn task_functions(ctx: &Context) -> [Prototype; 2] {
    let ptr = types::ptr(ctx);
    let create = Prototype {
        name: CREATE_TASK,
        params: vec![Type::I64, Type::I64],
        result: ptr,
    };
    let free = Prototype {
        name: FREE_TASK,
        params: vec![ptr],
        result: types::void(ctx),
    };
    [free, create]
}

/// Allocates the frame with its size as it is laid out, and frees it, with the functions that the plan wants.
pub(super) fn settle(ctx: &Context, body: &mut Body, coroutine: &mut Coroutine, plan: &Plan) {
    let Some(Allocation { call, frees }) = coroutine.allocation.take() else {
        return;
    };
    let location = body.op(call).location();
    let memory = body.result(call, 0);
    // A token is made where it was: the runtime takes what is made next for part of the same task.
    let task = plan.memory.task();
    let token = task.and_then(|task| body.defining_op(task.token));
    let new = allocate(ctx, body, token.unwrap_or(call), location, plan);
    let values = task.into_iter().flat_map(|task| &task.values).zip(&plan.values);
    for (&value, &offset) in values {
        task_values::add(ctx, body, new, value, offset);
    }
    body.set_operand(coroutine.begin, 1, new);
    debug_assert!(!body.has_uses(memory), "only the coroutine's begin used the memory");
    body.erase_op(call);
    let frees = frees.into_iter().map(|op| free(ctx, body, op, plan));
    let frees = frees.collect();
    coroutine.allocation = body.defining_op(new).map(|call| Allocation { call, frees });
}

/// Puts the allocation of a frame before an op; gives its address.
fn allocate(ctx: &Context, body: &mut Body, before: OpId, loc: Location, plan: &Plan) -> ValueId {
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(before);
    if let Memory::Checked(constants) = &plan.memory {
        return constants.allocate(&mut rw, loc);
    }
    let (size, align) = sizes(&mut rw, loc, plan);
    let (callee, operands) = match &plan.memory {
        Memory::Pools => (ALLOCATE_FRAME, [size, align]),
        Memory::Task(_) => (CREATE_TASK, [size, align]),
        _ => ("aligned_alloc", [align, size]),
    };
    let ptr = types::ptr(ctx);
    let call = ops::call(&mut rw, loc, ctx.ident(callee), &operands, Some(ptr));
    body.result(call, 0)
}

fn sizes(rw: &mut Rewriter<'_>, loc: Location, plan: &Plan) -> (ValueId, ValueId) {
    let mut constant = |bytes: u64| {
        let value = rw.ctx.int_attr(Type::I64, bytes.into());
        ops::constant(rw, loc, Type::I64, value)
    };
    (constant(plan.size), constant(plan.frame.align))
}

/// Replaces what frees a frame by what fits to its memory.
fn free(ctx: &Context, body: &mut Body, free: OpId, plan: &Plan) -> OpId {
    let (location, frame) = (body.op(free).location(), body.operand(free, 0));
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(free);
    let new = match &plan.memory {
        Memory::Own | Memory::C => return free,
        Memory::Pools => {
            let (size, align) = sizes(&mut rw, location, plan);
            ops::call(&mut rw, location, ctx.ident(FREE_FRAME), &[frame, size, align], None)
        }
        Memory::Task(_) => ops::call(&mut rw, location, ctx.ident(FREE_TASK), &[frame], None),
        Memory::Checked(_) => checks::free(&mut rw, location, frame),
    };
    body.erase_op(free);
    new
}

/// Stores the functions that go on with a coroutine in its frame.
pub(super) fn store_header(rw: &mut Rewriter<'_>, loc: Location, frame: ValueId, functions: Functions) {
    access::store_function(rw, loc, frame, layout::RESUME, functions.resume);
    access::store_function(rw, loc, frame, layout::DESTROY, functions.destroy);
}

/// What allocates the frame only where a ramp function suspends.
pub(super) struct Late {
    /// The uses of the frame by the suspension point that they follow.
    users: BTreeMap<usize, Vec<OpId>>,
    /// What frees a frame that there is not.
    frees: Vec<OpId>,
}

impl Late {
    /// Finds out whether a ramp function uses its frame only from where it prepares to be suspended, at most once.
    pub(super) fn find(body: &Body, coroutine: &Coroutine, plan: &Plan, reachable: &Reachable) -> Option<Self> {
        let allocation = coroutine.allocation.as_ref()?;
        let in_frame = plan.sources.values().any(|source| source.is_address());
        if in_frame || plan.slots.iter().any(|slot| !slot.is_late.is_empty()) {
            return None;
        }
        let block = |op: OpId| body.parent_block(op).filter(|&block| reachable.has(block));
        let points = coroutine.points.iter().enumerate();
        let saves: Vec<(usize, OpId)> = points
            .map(|(index, point)| (index, point.save))
            .filter(|&(_, save)| block(save).is_some())
            .collect();
        let behind = blocks_behind(body, saves.iter().filter_map(|&(_, save)| block(save)));
        let follows_a_save = |op: OpId| {
            let is_after =
                |save: OpId| body.parent_block(save) == body.parent_block(op) && body.is_before_in_block(save, op);
            block(op).is_some_and(|to| behind.contains(&to) || saves.iter().any(|&(_, save)| is_after(save)))
        };
        let mut saved = saves.iter().map(|(_, save)| save);
        if allocation.frees.iter().chain(&mut saved).any(|&op| follows_a_save(op)) {
            return None;
        }
        let dominance = Dominance::new(body);
        let mut late = Self {
            users: saves.iter().map(|&(index, _)| (index, Vec::new())).collect(),
            frees: Vec::new(),
        };
        for user in body.users(coroutine.handle(body)).filter(|&user| block(user).is_some()) {
            if allocation.frees.contains(&user) {
                late.frees.push(user);
                continue;
            }
            let mut before = saves
                .iter()
                .filter(|&&(_, save)| dominance.properly_dominates(body, save, user));
            let &(index, _) = before.next()?;
            late.users.entry(index).or_default().push(user);
        }
        Some(late)
    }

    /// Allocates frames where they are needed; gives that of each suspension point.
    pub(super) fn place(
        self,
        ctx: &Context,
        body: &mut Body,
        coroutine: &Coroutine,
        plan: &Plan,
        functions: Functions,
    ) -> BTreeMap<usize, ValueId> {
        let handle = coroutine.handle(body);
        let mut frames = BTreeMap::new();
        self.frees.into_iter().for_each(|free| body.erase_op(free));
        for (index, users) in self.users {
            let save = coroutine.points[index].save;
            let location = body.op(save).location();
            let frame = allocate(ctx, body, save, location, plan);
            let mut rw = Rewriter::new(ctx, body);
            rw.set_before(save);
            store_header(&mut rw, location, frame, functions);
            body.replace_uses_if(handle, frame, |body, slot| users.contains(&body.use_owner(slot)));
            frames.insert(index, frame);
        }
        frames
    }
}
