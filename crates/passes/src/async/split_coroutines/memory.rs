//! The memory of frames: allocated with constant sizes, and only on the paths that suspend.
//!
//! That is possible where `aligned_alloc` and `free` are all that is done with the memory, as in programs that were
//! lowered from the async dialect. A coroutine that ends before it is suspended has no frame then.

use std::collections::BTreeMap;

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Dominance, Location, OpId, Type, ValueId};

use super::access;
use super::allocas::blocks_behind;
use super::layout;
use super::plan::{Plan, Source};
use super::ramp::Functions;
use super::recognize::{Allocation, Coroutine};
use super::ssa::Reachable;
use crate::conversion::llvm_common::functions::Prototype;
use crate::conversion::llvm_common::{ops, types};

/// The function of asyncir's runtime that takes frames from its pools.
const ALLOCATE: &str = "asyncirRuntimeAllocateFrame";
/// The one that gives them back.
const FREE: &str = "asyncirRuntimeFreeFrame";

/// The functions that frames from pools ask for.
pub(super) fn pool_functions(ctx: &Context) -> [Prototype; 2] {
    let ptr = types::ptr(ctx);
    let allocate = Prototype {
        name: ALLOCATE,
        params: vec![Type::I64, Type::I64],
        result: ptr,
    };
    let free = Prototype {
        name: FREE,
        params: vec![ptr, Type::I64, Type::I64],
        result: types::void(ctx),
    };
    [free, allocate]
}

/// Allocates the frame with its size as it is laid out, and frees it, with the C library's functions or the pools'.
/// Says whether the latter are called.
pub(super) fn settle(ctx: &Context, body: &mut Body, coroutine: &mut Coroutine, plan: &Plan, pooled: bool) -> bool {
    let Some(Allocation { call, frees }) = coroutine.allocation.take() else {
        return false;
    };
    let location = body.op(call).location();
    let memory = body.result(call, 0);
    let new = allocate(ctx, body, call, location, plan, pooled);
    let (value, begin) = (body.result(new, 0), coroutine.begin);
    body.set_operand(begin, 1, value);
    debug_assert!(!body.has_uses(memory), "only the coroutine's begin used the memory");
    body.erase_op(call);
    let freed = frees.into_iter();
    let frees = freed.map(|free| {
        if pooled {
            free_pooled(ctx, body, free, plan)
        } else {
            free
        }
    });
    coroutine.allocation = Some(Allocation {
        call: new,
        frees: frees.collect(),
    });
    pooled
}

/// Puts the allocation of a frame before an op.
fn allocate(ctx: &Context, body: &mut Body, before: OpId, loc: Location, plan: &Plan, pooled: bool) -> OpId {
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(before);
    let (size, align) = sizes(&mut rw, loc, plan);
    let (callee, operands) = match pooled {
        true => (ALLOCATE, [size, align]),
        false => ("aligned_alloc", [align, size]),
    };
    let ptr = types::ptr(ctx);
    ops::call(&mut rw, loc, ctx.ident(callee), &operands, Some(ptr))
}

fn sizes(rw: &mut Rewriter<'_>, loc: Location, plan: &Plan) -> (ValueId, ValueId) {
    let mut constant = |bytes: u64| {
        let value = rw.ctx.int_attr(Type::I64, bytes.into());
        ops::constant(rw, loc, Type::I64, value)
    };
    (constant(plan.frame.size), constant(plan.frame.align))
}

fn free_pooled(ctx: &Context, body: &mut Body, free: OpId, plan: &Plan) -> OpId {
    let (location, memory) = (body.op(free).location(), body.operand(free, 0));
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(free);
    let (size, align) = sizes(&mut rw, location, plan);
    let new = ops::call(&mut rw, location, ctx.ident(FREE), &[memory, size, align], None);
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
        let in_frame = plan.sources.values().any(|source| matches!(source, Source::InFrame(_)));
        if in_frame || plan.slots.iter().any(|slot| !slot.is_late.is_empty()) {
            return None;
        }
        let block = |op: OpId| body.parent_block(op).filter(|&block| reachable.has(block));
        let points = coroutine.points.iter().enumerate();
        let saves: Vec<(usize, OpId)> = points
            .map(|(index, point)| (index, point.save))
            .filter(|&(_, save)| block(save).is_some())
            .collect();
        let follows = |save: OpId, op: OpId| {
            let (Some(from), Some(to)) = (block(save), block(op)) else {
                return false;
            };
            (from == to && body.is_before_in_block(save, op)) || blocks_behind(body, from).contains(&to)
        };
        let is_freed = |save: OpId| allocation.frees.iter().any(|&free| follows(save, free));
        let is_saved_again = |save: OpId| saves.iter().any(|&(_, other)| follows(save, other));
        if saves.iter().any(|&(_, save)| is_freed(save) || is_saved_again(save)) {
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
        let template = coroutine.allocation.as_ref().map(|allocation| allocation.call);
        let pooled = template.is_some_and(|call| {
            let callee = body
                .op(call)
                .property(ctx, "callee")
                .and_then(|callee| callee.as_flat_symbol(ctx));
            callee == Some(ctx.ident(ALLOCATE))
        });
        for (index, users) in self.users {
            let save = coroutine.points[index].save;
            let location = body.op(save).location();
            let call = allocate(ctx, body, save, location, plan, pooled);
            let frame = body.result(call, 0);
            let mut rw = Rewriter::new(ctx, body);
            rw.set_before(save);
            store_header(&mut rw, location, frame, functions);
            body.replace_uses_if(handle, frame, |body, slot| users.contains(&body.use_owner(slot)));
            frames.insert(index, frame);
        }
        frames
    }
}
