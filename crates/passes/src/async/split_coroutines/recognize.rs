//! Finds the coroutine intrinsics of a function, and brings them into the form that splitting starts from.

use asyncir_dialects::llvm::{
    self, CoroAlignIntrOp, CoroBeginIntrOp, CoroEndIntrOp, CoroFreeIntrOp, CoroIdIntrOp, CoroSaveIntrOp,
    CoroSizeIntrOp, CoroSuspendIntrOp,
};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::rewrite::region_simplify::erase_unreachable_blocks;
use asyncir_ir::{Attribute, Body, Context, Diagnostic, Diagnostics, Fallible, OpId, OpRef, Type, ValueId};

use super::suspension::{self, Point};
use crate::conversion::llvm_common::ops;
use crate::runtime_functions;

/// The coroutine of a function, in the form that splitting starts from:
/// - every suspension point is a block that ends in `llvm.intr.coro.suspend` and a switch on what it returns;
/// - every `llvm.intr.coro.end` is followed by a branch;
/// - the frame is only known by the result of `llvm.intr.coro.begin`, the handle, which neither saves nor ends name.
pub(super) struct Coroutine {
    pub(super) begin: OpId,
    /// The address of the promise, memory from the stack that stands at a fixed place in the frame.
    pub(super) promise: Option<ValueId>,
    /// Memory on the stack that was copied to the frame where the coroutine begins.
    pub(super) copied: Vec<ValueId>,
    pub(super) points: Vec<Point>,
    /// The ends, each with the branch behind it.
    pub(super) ends: Vec<End>,
    /// Constants that stand for the size of the frame.
    pub(super) sizes: Vec<OpId>,
    /// Constants that stand for its alignment.
    pub(super) alignments: Vec<OpId>,
    /// How the memory of the frame is allocated and freed, if nothing else is done with it.
    pub(super) allocation: Option<Allocation>,
}

/// Where a resumed coroutine returns.
pub(super) struct End {
    pub(super) op: OpId,
    pub(super) branch: OpId,
}

/// The calls around the memory of a frame.
pub(super) struct Allocation {
    /// `aligned_alloc(alignment, size)`
    pub(super) call: OpId,
    /// `free(memory)`
    pub(super) frees: Vec<OpId>,
}

impl Coroutine {
    /// The handle of the coroutine: the address of its frame.
    pub(super) fn handle(&self, body: &Body) -> ValueId {
        body.result(self.begin, 0)
    }

    /// Leaves out what does not stand in the function any more.
    fn forget_erased(&mut self, body: &Body) {
        let stands = |op: OpId| body.parent_block(op).is_some();
        self.points.retain(|point| stands(point.suspend));
        self.ends.retain(|end| stands(end.op));
        self.sizes.retain(|&op| stands(op));
        self.alignments.retain(|&op| stands(op));
        if let Some(allocation) = &mut self.allocation {
            allocation.frees.retain(|&op| stands(op));
        }
    }
}

/// The intrinsics of one function.
#[derive(Default)]
struct Intrinsics {
    ids: Vec<OpId>,
    begins: Vec<OpId>,
    saves: Vec<OpId>,
    suspends: Vec<OpId>,
    ends: Vec<OpId>,
    frees: Vec<OpId>,
    sizes: Vec<OpId>,
    alignments: Vec<OpId>,
    /// Intrinsics that splitting does not know.
    unknown: Vec<OpId>,
}

impl Intrinsics {
    fn of(ctx: &Context, body: &Body) -> Self {
        let mut found = Self::default();
        for op in body.walk_all(asyncir_ir::WalkOrder::Pre) {
            let data = body.op(op);
            let Some(def) = data.def().filter(|def| def.name.starts_with("llvm.")) else {
                continue;
            };
            let kinds = [
                (CoroIdIntrOp::DEF, &mut found.ids),
                (CoroBeginIntrOp::DEF, &mut found.begins),
                (CoroSaveIntrOp::DEF, &mut found.saves),
                (CoroSuspendIntrOp::DEF, &mut found.suspends),
                (CoroEndIntrOp::DEF, &mut found.ends),
                (CoroFreeIntrOp::DEF, &mut found.frees),
                (CoroSizeIntrOp::DEF, &mut found.sizes),
                (CoroAlignIntrOp::DEF, &mut found.alignments),
            ];
            if let Some((_, list)) = kinds.into_iter().find(|(kind, _)| std::ptr::eq(*kind, def)) {
                list.push(op);
            } else if called_intrinsic(body.op_ref(ctx, op)).is_some_and(|name| !is_of_handles(name)) {
                found.unknown.push(op);
            }
        }
        found
    }

    fn is_empty(&self) -> bool {
        let lists = [
            &self.ids,
            &self.begins,
            &self.saves,
            &self.suspends,
            &self.ends,
            &self.frees,
        ];
        lists.iter().all(|list| list.is_empty()) && self.sizes.is_empty() && self.alignments.is_empty()
    }
}

/// The coroutine intrinsic that a call by name calls.
pub(super) fn called_intrinsic(op: OpRef<'_>) -> Option<&str> {
    if !op.data().is(llvm::CallIntrinsicOp::DEF) {
        return None;
    }
    let name = op.property("intrin")?.as_str(op.ctx)?;
    name.starts_with("llvm.coro.").then_some(name)
}

/// Whether an intrinsic is one that any function may call on the handle of any coroutine.
fn is_of_handles(name: &str) -> bool {
    matches!(name, "llvm.coro.resume" | "llvm.coro.destroy" | "llvm.coro.done")
}

/// What of the module matters for one function in it.
pub(super) struct Surroundings {
    /// Whether `llvm.coro.destroy` is called somewhere.
    pub(super) destroys: bool,
    /// Whether the program runs on asyncir's runtime.
    pub(super) extensions: bool,
    /// Whether frames are checked.
    pub(super) checks: bool,
}

/// The coroutine of a function, brought into the form that splitting starts from; nothing if there is none.
///
/// # Errors
/// If there are intrinsics that cannot be split.
pub(super) fn recognize(
    ctx: &Context,
    body: &mut Body,
    around: &Surroundings,
) -> Result<Option<Coroutine>, Diagnostics> {
    if Intrinsics::of(ctx, body).is_empty() {
        return Ok(None);
    }
    let regions = body.root_regions().to_vec();
    erase_unreachable_blocks(&mut Rewriter::new(ctx, body), &regions);
    let found = Intrinsics::of(ctx, body);
    check(ctx, body, &found)?;
    let &[begin] = &found.begins[..] else {
        return Ok(None);
    };
    let promise = take_promise(ctx, body, begin);
    let allocation = allocation(ctx, body, begin, &found.frees, around.checks);
    let is_destroyed = around.destroys || escapes(ctx, body, begin);
    let ends = found.ends.iter().map(|&end| split_end(ctx, body, end)).collect();
    let sizes = found.sizes.iter().map(|&op| constant_for(ctx, body, op)).collect();
    let alignments = found.alignments.iter().map(|&op| constant_for(ctx, body, op)).collect();
    let points = found.suspends.iter();
    let points: Vec<Point> = points
        .map(|&suspend| suspension::normalize(ctx, body, suspend, begin, is_destroyed))
        .collect();
    for &save in &found.saves {
        if points.iter().any(|point| point.save == save) {
            body.set_operands(save, &[])
        } else {
            body.erase_op(save)
        }
    }
    for free in found.frees {
        let (memory, handle) = (body.result(free, 0), body.result(begin, 0));
        body.replace_all_uses(memory, handle);
        body.erase_op(free);
    }
    let mut coroutine = Coroutine {
        begin,
        promise,
        copied: Vec::new(),
        points,
        ends,
        sizes,
        alignments,
        allocation,
    };
    // What only led to where the coroutine is destroyed is gone if nothing destroys it.
    erase_unreachable_blocks(&mut Rewriter::new(ctx, body), &regions);
    coroutine.forget_erased(body);
    Ok(Some(coroutine))
}

/// Refuses a coroutine in what is no function of the llvm dialect.
///
/// # Errors
/// If there is one.
pub(super) fn refuse(ctx: &Context, body: &Body) -> Result<(), Diagnostics> {
    let mut errors = Diagnostics::new();
    for begin in Intrinsics::of(ctx, body).begins {
        let message = "can only be split in a function of the llvm dialect";
        errors.push(body.op_ref(ctx, begin).error(message));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Refuses what cannot be split, each at its place.
fn check(ctx: &Context, body: &Body, found: &Intrinsics) -> Result<(), Diagnostics> {
    let mut errors = Diagnostics::new();
    let at = |op: OpId| body.op_ref(ctx, op);
    for &op in &found.unknown {
        let name = called_intrinsic(at(op)).unwrap_or(at(op).name());
        errors.push(at(op).bare_error(format!("'{name}' in a coroutine cannot be split")));
    }
    for op in body.walk_all(asyncir_ir::WalkOrder::Pre) {
        if !body.op_regions(op).is_empty() || body.op(op).body().is_some() {
            errors.push(at(op).error("with regions in a coroutine, which cannot be split"));
        }
    }
    match found.begins[..] {
        [] => {
            let first = found.suspends.first().or(found.ids.first()).or(found.ends.first());
            let others = [&found.saves, &found.frees, &found.sizes, &found.alignments];
            let first = first.or_else(|| others.iter().find_map(|list| list.first()));
            let error = first.map(|&op| at(op).error("in a function without 'llvm.intr.coro.begin'"));
            error.into_iter().for_each(|error| errors.push(error));
        }
        [begin] => {
            errors.take(check_begin(at(begin)));
            for &op in found.saves.iter().chain(&found.ends) {
                errors.take(check_handle(at(op), 0, begin));
            }
            for &op in &found.frees {
                errors.take(check_handle(at(op), 1, begin));
            }
        }
        [_, second, ..] => errors.push(at(second).error("is the second one of its function")),
    }
    for &op in &found.suspends {
        errors.take(suspension::check(at(op)));
    }
    for &op in found.sizes.iter().chain(&found.alignments) {
        if !at(op).result_type(0).is_signless_int(ctx) {
            errors.push(at(op).error("must give an integer"));
        }
    }
    for &op in &found.saves {
        let mut users = body.users(body.result(op, 0));
        let first = users.next();
        if users.next().is_some() || first.is_some_and(|user| !body.op(user).is(CoroSuspendIntrOp::DEF)) {
            errors.push(at(op).error("is for anything but one suspension"));
        }
    }
    for &op in &found.ends {
        if constant_value(ctx, body, body.operand(op, 1)) != Some(Attribute::FALSE) {
            errors.push(at(op).error("unwinds, which cannot be split"));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The promise of the coroutine, if there is one, is memory from the stack.
fn check_begin(begin: OpRef<'_>) -> Fallible {
    let id = begin
        .body
        .defining_op(begin.operand(0))
        .map(|op| begin.body.op_ref(begin.ctx, op));
    let Some(id) = id.filter(|id| id.data().is(CoroIdIntrOp::DEF)) else {
        return Err(begin.error("needs the result of 'llvm.intr.coro.id'"));
    };
    let promise = id.body.defining_op(id.operand(1)).map(|op| id.body.op(op));
    if promise.is_some_and(|op| op.is(llvm::ZeroOp::DEF) || op.is(llvm::AllocaOp::DEF)) {
        Ok(())
    } else {
        Err(id.error("has a promise that is not made by 'llvm.alloca'"))
    }
}

/// Takes the promise from the id of the coroutine, which stays without one.
fn take_promise(ctx: &Context, body: &mut Body, begin: OpId) -> Option<ValueId> {
    let id = body.defining_op(body.operand(begin, 0))?;
    let promise = body.operand(id, 1);
    body.defining_op(promise)
        .filter(|&op| body.op(op).is(llvm::AllocaOp::DEF))?;
    let (location, ty) = (body.op(id).location(), body.value_type(promise));
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(id);
    let none = ops::zero(&mut rw, location, ty);
    body.set_operand(id, 1, none);
    Some(promise)
}

fn check_handle(op: OpRef<'_>, index: usize, begin: OpId) -> Fallible {
    if op.operand(index) == op.body.result(begin, 0) {
        Ok(())
    } else {
        Err(op.error("needs the result of 'llvm.intr.coro.begin'"))
    }
}

/// Replaces an op by a constant whose value is set when the frame is laid out.
fn constant_for(ctx: &Context, body: &mut Body, op: OpId) -> OpId {
    let (result, location) = (body.result(op, 0), body.op(op).location());
    let ty = body.value_type(result);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(op);
    let zero = rw.ctx.int_attr(ty, 0);
    let constant = ops::constant(&mut rw, location, ty, zero);
    body.replace_all_uses(result, constant);
    body.erase_op(op);
    body.defining_op(constant).unwrap_or(op)
}

/// Puts a branch behind an end, and takes from it what it returns in the ramp function, and its operands.
fn split_end(ctx: &Context, body: &mut Body, end: OpId) -> End {
    let location = body.op(end).location();
    let result = body.result(end, 0);
    let behind = body.after(end);
    let tail = body.split_block(behind);
    let block = body.parent_block(end).unwrap_or(tail);
    let mut rw = Rewriter::new(ctx, body);
    if rw.body.has_uses(result) {
        rw.set_before(end);
        let no = ops::constant(&mut rw, location, Type::I1, Attribute::FALSE);
        rw.body.replace_all_uses(result, no);
    }
    rw.set_end(block);
    let branch = ops::br(&mut rw, location, tail, &[]);
    body.set_operands(end, &[]);
    End { op: end, branch }
}

/// The calls around the memory of the frame, if they are `aligned_alloc` (or `malloc`, for frames that are checked) and
/// `free` and nobody else sees the memory.
fn allocation(ctx: &Context, body: &Body, begin: OpId, frees: &[OpId], checks: bool) -> Option<Allocation> {
    let memory = body.operand(begin, 1);
    let call = body.defining_op(memory)?;
    let calls = |op: OpId, name: &str, arguments: usize| {
        let op = body.op_ref(ctx, op);
        let callee = op.symbol_property("callee");
        op.data().is(llvm::CallOp::DEF) && callee == Some(ctx.ident(name)) && op.data().num_operands() == arguments
    };
    let allocates = calls(call, "aligned_alloc", 2) || (checks && calls(call, "malloc", 1));
    if !allocates || !body.has_one_use(memory) {
        return None;
    }
    let freed = frees.iter().map(|&free| {
        let memory = body.result(free, 0);
        let user = body.users(memory).next().filter(|_| body.has_one_use(memory))?;
        calls(user, "free", 1).then_some(user)
    });
    let frees = freed.collect::<Option<Vec<OpId>>>()?;
    Some(Allocation { call, frees })
}

/// Functions of the runtime that take a handle with the function that resumes it, and only resume it.
pub(super) fn is_resumed_by(callee: &str) -> bool {
    callee == runtime_functions::EXECUTE || runtime_functions::resumes_later(callee)
}

/// Whether the handle gets to somebody who may destroy the coroutine.
fn escapes(ctx: &Context, body: &Body, begin: OpId) -> bool {
    let handle = body.result(begin, 0);
    body.users(handle).any(|user| {
        let op = body.op_ref(ctx, user);
        let known = [CoroSaveIntrOp::DEF, CoroEndIntrOp::DEF, CoroFreeIntrOp::DEF];
        if known.iter().any(|&def| op.data().is(def)) {
            return false;
        }
        let callee = op.symbol_property("callee");
        !callee.is_some_and(|name| is_resumed_by(ctx.str(name)))
    })
}

/// An error about a value that cannot be kept in a frame.
pub(super) fn not_storable(ctx: &Context, body: &Body, value: ValueId, fallback: OpId) -> Diagnostic {
    let shown = ctx.show_type(body.value_type(value));
    let op = body.defining_op(value).unwrap_or(fallback);
    let message = format!("value of type '{shown}' lives across a suspension point, but cannot be stored in a frame");
    Diagnostic::error(body.op(op).location(), message)
}
