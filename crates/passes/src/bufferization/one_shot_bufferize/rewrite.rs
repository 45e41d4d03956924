//! Rewrites the ops of a body to ones on memory, one by one.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use asyncir_dialects::bufferization::{ToBufferOp, ToTensorOp};
use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::memref;
use asyncir_dialects::memref::strides::memory_space;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::effects::is_memory_effect_free;
use asyncir_ir::rewrite::{Listener, Rewriter};
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Diagnostic, Fallible, OpId, OperationState, RegionId, Type, ValueId, WalkOrder,
};

use super::globals::Globals;
use super::types::{self, has_tensors};
use super::view::{State, View};

/// The ops that are to be rewritten, and those that turn tensors into memory.
#[derive(Default)]
struct Log {
    /// Ops that are to be rewritten, in the order in which they come up; `None` for one that was erased.
    pending: Vec<Option<OpId>>,
    places: BTreeMap<OpId, usize>,
    to_buffers: BTreeSet<OpId>,
}

impl Log {
    fn add(&mut self, op: OpId) {
        self.places.insert(op, self.pending.len());
        self.pending.push(Some(op));
    }
}

/// Tells the log of ops that come and go.
struct LogListener<'l, 'a> {
    log: &'l RefCell<Log>,
    ctx: &'a Context,
    state: &'a State<'a>,
}

impl Listener for LogListener<'_, '_> {
    fn inserted(&mut self, body: &Body, op: OpId) {
        let mut log = self.log.borrow_mut();
        let view = body.op_ref(self.ctx, op);
        if view.data().is(ToBufferOp::DEF) {
            log.to_buffers.insert(op);
            return;
        }
        let (ctx, state) = (self.ctx, self.state);
        let is_allowed = View { ctx, body, state }.is_allowed(op);
        // Ops are also inserted when they are moved.
        if !log.places.contains_key(&op) && is_allowed && !view.data().is(ToTensorOp::DEF) && has_tensors(view) {
            log.add(op);
        }
    }

    fn erased(&mut self, _body: &Body, op: OpId) {
        let mut log = self.log.borrow_mut();
        log.to_buffers.remove(&op);
        if let Some(place) = log.places.remove(&op) {
            log.pending[place] = None;
        }
    }
}

/// Rewrites ops.
pub(super) struct Bufferizer<'a> {
    pub rw: Rewriter<'a>,
    pub state: &'a State<'a>,
    pub globals: &'a mut Globals,
}

/// Rewrites a body.
///
/// # Errors
/// If an op cannot be rewritten.
pub(super) fn bufferize(ctx: &Context, body: &mut Body, state: &State<'_>, globals: &mut Globals) -> Fallible {
    let log = RefCell::new(Log::default());
    let v = View { ctx, body, state };
    for op in body.walk_all(WalkOrder::Post) {
        let view = v.op_ref(op);
        if view.data().is(ToBufferOp::DEF) {
            log.borrow_mut().to_buffers.insert(op);
        }
        if v.is_allowed(op) && has_tensors(view) {
            log.borrow_mut().add(op);
        }
    }
    let mut listener = LogListener { log: &log, ctx, state };
    let mut b = Bufferizer {
        rw: Rewriter::new(ctx, body).with_listener(&mut listener),
        state,
        globals,
    };
    b.rewrite_all(&log)?;
    let to_buffers: Vec<OpId> = log.borrow().to_buffers.iter().copied().collect();
    for op in to_buffers {
        b.fold_to_buffer(op);
    }
    b.erase_unused_to_tensors();
    if b.view().is_allowed_dialect("async") {
        b.convert_async_values();
    }
    if state.options.allow_unknown_ops {
        return Ok(());
    }
    b.check_done(&log)
}

impl<'a> Bufferizer<'a> {
    pub fn view(&self) -> View<'_> {
        View {
            ctx: self.rw.ctx,
            body: self.rw.body,
            state: self.state,
        }
    }

    pub fn is_tensor(&self, value: ValueId) -> bool {
        is_tensor(self.rw.ctx, self.rw.body.value_type(value))
    }

    fn rewrite_all(&mut self, log: &RefCell<Log>) -> Fallible {
        let given = log.borrow().pending.len();
        for next in 0.. {
            // The owner comes behind what is in it, and before what was made meanwhile.
            if next == given {
                self.rewrite_owner()?;
            }
            let Some(pending) = log.borrow().pending.get(next).copied() else {
                break;
            };
            let Some(op) = pending else { continue };
            let v = self.view();
            let Some(interface) = v.interface(op) else { continue };
            let view = v.op_ref(op);
            if !has_tensors(view) {
                continue;
            }
            let mut regions = v.body.op_regions(op).iter().map(|&region| v.body.region(region));
            if !interface.takes_blocks() && regions.any(|region| region.first() != region.last()) {
                return Err(view.error(
                    "op or BufferizableOpInterface implementation does not support unstructured control flow, but at \
                     least one region has multiple blocks",
                ));
            }
            let location = view.location();
            self.rw.set_before(op);
            interface.bufferize(self, op).map_err(|error| {
                let failed = Diagnostic::error(location, "failed to bufferize op");
                error.followed_by(failed)
            })?;
        }
        Ok(())
    }

    /// The blocks of a function.
    fn rewrite_owner(&mut self) -> Fallible {
        match self.view().function_interface() {
            Some(_) => super::signature::bufferize_blocks(self),
            None => Ok(()),
        }
    }

    /// The memory of a tensor.
    pub fn buffer(&mut self, value: ValueId) -> Fallible<ValueId> {
        if let Some(op) = self.rw.body.defining_op(value)
            && self.rw.body.op(op).is(ToTensorOp::DEF)
        {
            return Ok(self.rw.body.operand(op, 0));
        }
        let ty = self.view().buffer_type(value)?;
        let point = self.rw.point();
        let location = self.rw.body.value_location(value);
        let after = self.rw.body.after_value(value);
        self.rw.set_point(after);
        let buffer = self
            .rw
            .insert_value(ToBufferOp::build(self.rw.ctx, location, value, None, &[ty]));
        self.rw.set_point(point);
        Ok(buffer)
    }

    /// The memory of values that are tensors, and the other values themselves.
    pub fn buffers(&mut self, values: &[ValueId]) -> Fallible<Vec<ValueId>> {
        let of_value = |&value: &ValueId| {
            if self.is_tensor(value) {
                self.buffer(value)
            } else {
                Ok(value)
            }
        };
        values.iter().map(of_value).collect()
    }

    /// Replaces results by memory, as tensors for those that still take tensors.
    pub fn replace(&mut self, op: OpId, values: &[ValueId]) {
        let mut with = Vec::with_capacity(values.len());
        let results: Vec<ValueId> = self.rw.body.results(op).collect();
        for (result, &value) in results.into_iter().zip(values) {
            let ty = self.rw.body.value_type(result);
            if !is_tensor(self.rw.ctx, ty) {
                with.push(value);
                continue;
            }
            self.rw.set_after(op);
            let location = self.rw.body.value_location(value);
            let tensor = ToTensorOp::build(self.rw.ctx, location, value, None, None, &[ty]);
            with.push(self.rw.insert_value(tensor));
        }
        self.rw.replace(op, &with);
    }

    /// Puts an op on memory at the place of one on tensors.
    pub fn replace_with(&mut self, op: OpId, state: OperationState) {
        let new = self.rw.insert(state);
        let results: Vec<ValueId> = self.rw.body.results(new).collect();
        self.replace(op, &results);
    }

    /// A region without the op around it, for another op.
    pub fn take_region(&mut self, region: RegionId) -> RegionId {
        let taken = self.rw.body.create_region();
        self.rw.inline_region(region, taken, None);
        taken
    }

    /// Gives the arguments of a block other types. What are tensors so far are tensors of that memory for the ops inside.
    pub fn set_argument_types(&mut self, block: BlockId, types: &[Type]) {
        let arguments: Vec<ValueId> = self.rw.body.block_args(block).collect();
        self.rw.set_start(block);
        for (argument, &ty) in arguments.into_iter().zip(types) {
            let tensor = self.rw.body.value_type(argument);
            if tensor == ty {
                continue;
            }
            self.rw.body.set_value_type(argument, ty);
            let location = self.rw.body.value_location(argument);
            let op = self.rw.insert(ToTensorOp::build(
                self.rw.ctx,
                location,
                argument,
                None,
                None,
                &[tensor],
            ));
            let value = self.rw.body.result(op, 0);
            self.rw.replace_value_if(argument, value, |_, user| user != op);
        }
    }

    /// An op of the same kind, without attributes that others have given it.
    pub fn plain(&self, op: OpId) -> OperationState {
        OperationState {
            attrs: Attribute::EMPTY_DICT,
            ..OperationState::like(self.rw.body.op(op))
        }
    }

    /// The memory of a tensor that was taken from memory is that memory.
    pub fn fold_to_buffer(&mut self, op: OpId) {
        let (tensor, to) = (
            self.rw.body.operand(op, 0),
            self.rw.body.value_type(self.rw.body.result(op, 0)),
        );
        let maker = self.rw.body.defining_op(tensor);
        let Some(maker) = maker.filter(|&maker| self.rw.body.op(maker).is(ToTensorOp::DEF)) else {
            return;
        };
        let (ctx, memory) = (self.rw.ctx, self.rw.body.operand(maker, 0));
        let from = self.rw.body.value_type(memory);
        self.rw.set_before(op);
        let new = if from == to {
            Some(memory)
        } else if to.shape(ctx).is_some() {
            let is_near = memory_space(ctx, from) == memory_space(ctx, to);
            if is_near {
                self.cast_or_copy(memory, to)
            } else {
                self.copy_to_space(memory, to)
            }
        } else {
            (memory_space(ctx, from) == memory_space(ctx, to)).then(|| {
                let location = self.rw.location_of(op);
                self.rw
                    .insert_value(memref::CastOp::build(ctx, location, memory, &[to]))
            })
        };
        if let Some(new) = new {
            self.rw.replace(op, &[new]);
        }
    }

    fn erase_unused_to_tensors(&mut self) {
        for op in self.rw.body.walk_all(WalkOrder::Post) {
            let body = &*self.rw.body;
            if body.op(op).is(ToTensorOp::DEF) && !body.has_uses(body.result(op, 0)) {
                self.rw.erase(op);
            }
        }
    }

    /// What holds tensors that tasks give holds memory, wherever it goes.
    fn convert_async_values(&mut self) {
        let (ctx, body) = (self.rw.ctx, &mut *self.rw.body);
        let regions = body.all_regions().into_iter();
        let blocks: Vec<BlockId> = regions
            .flat_map(|region| body.region_blocks(region).collect::<Vec<_>>())
            .collect();
        let arguments = blocks.into_iter().flat_map(|block| body.block_args(block));
        let results = body
            .walk_all(WalkOrder::Pre)
            .into_iter()
            .flat_map(|op| body.results(op));
        let values: Vec<ValueId> = arguments.chain(results).collect();
        for value in values {
            let ty = body.value_type(value);
            let memory = types::async_value(ctx, ty);
            if ty != memory {
                body.set_value_type(value, memory);
            }
        }
    }

    /// All tensors that are of any use must have become memory.
    fn check_done(&self, log: &RefCell<Log>) -> Fallible {
        let v = self.view();
        for &op in log.borrow().pending.iter().flatten() {
            let view = v.op_ref(op);
            let is_bridge = view.data().is(ToTensorOp::DEF) || view.data().is(ToBufferOp::DEF);
            let is_used = v.body.results(op).any(|result| v.body.has_uses(result));
            if !has_tensors(view) || is_bridge || !is_used && is_memory_effect_free(view) {
                continue;
            }
            return Err(view.bare_error("op was not bufferized"));
        }
        Ok(())
    }
}
