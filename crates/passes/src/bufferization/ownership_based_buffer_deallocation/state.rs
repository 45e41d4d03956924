//! What is known while buffers of a function are followed: who owns them, and which are to be freed where.

use std::collections::HashMap;

use asyncir_dialects::arith::build::{constant, int_constant};
use asyncir_dialects::bufferization::{CloneOp, insert_dealloc};
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::memref::strides::{MemRef, memory_space, strided_layout};
use asyncir_dialects::{arith, matchers, memref};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Diagnostic, Fallible, Location, OpId, Type, ValueId};

use super::liveness::Liveness;
use super::order;
use super::plan::Plan;
use crate::scf::build::if_else_giving;

/// Whether a block is to free a buffer.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Ownership {
    /// Nothing was said of it yet.
    #[default]
    Uninitialized,
    /// This value tells.
    Unique(ValueId),
    /// No value tells.
    Unknown,
}

/// What is known of a function.
pub(super) struct State<'r, 'a> {
    pub(super) rw: &'r mut Rewriter<'a>,
    liveness: Liveness,
    ownerships: HashMap<(ValueId, BlockId), Ownership>,
    freed: HashMap<BlockId, Vec<ValueId>>,
    /// What is freed, if not all is.
    plan: Option<Plan>,
}

impl<'r, 'a> State<'r, 'a> {
    pub(super) fn new(rw: &'r mut Rewriter<'a>, plan: Option<Plan>) -> Self {
        let liveness = Liveness::new(rw.ctx, rw.body);
        Self {
            rw,
            liveness,
            ownerships: HashMap::new(),
            freed: HashMap::new(),
            plan,
        }
    }

    pub(super) fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// Whether an op with regions tells who owns what they pass on.
    pub(super) fn tells(&self, op: OpId) -> bool {
        self.plan.as_ref().is_none_or(|plan| plan.telling.contains(&op))
    }

    /// Whether the plan says that the block of a value owns it.
    pub(super) fn plans_to_own(&self, value: ValueId) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.owned.contains(&value))
    }

    /// Whether a block is told who owns its arguments.
    pub(super) fn is_told(&self, block: BlockId) -> bool {
        let body = &*self.rw.body;
        let region = body.block(block).region();
        let is_entry = region.is_some_and(|region| body.region(region).first() == Some(block));
        let parent = region.and_then(|region| body.region(region).parent());
        match parent {
            Some(parent) => !is_entry || self.tells(parent),
            None => !is_entry,
        }
    }

    pub(super) fn body(&self) -> &Body {
        self.rw.body
    }

    pub(super) fn is_memory(&self, value: ValueId) -> bool {
        is_any_memref(self.rw.ctx, self.rw.body.value_type(value))
    }

    /// The values in `values` that are memory.
    pub(super) fn memory(&self, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().copied().filter(|&value| self.is_memory(value)).collect()
    }

    /// A constant at the cursor.
    pub(super) fn constant(&mut self, at: Location, value: bool) -> ValueId {
        constant(self.rw, at, int_constant(self.rw.ctx, Type::I1, value.into()))
    }

    /// A constant at the start of a block, before all that was put there.
    pub(super) fn constant_at_start(&mut self, block: BlockId, at: Location, value: bool) -> ValueId {
        let point = self.rw.point();
        self.rw.set_start(block);
        let value = self.constant(at, value);
        self.rw.set_point(point);
        value
    }

    /// Who owns a value, in a block.
    pub(super) fn ownership(&self, value: ValueId, block: BlockId) -> Ownership {
        self.ownerships.get(&(value, block)).copied().unwrap_or_default()
    }

    /// Who owns a value, in the block that defines it.
    pub(super) fn ownership_at_definition(&self, value: ValueId) -> Ownership {
        let block = self.rw.body.value_block(value);
        block.map_or_else(Ownership::default, |block| self.ownership(value, block))
    }

    /// Adds to what is known of who owns a value.
    pub(super) fn add_ownership(&mut self, value: ValueId, block: BlockId, ownership: Ownership) {
        let known = self.ownership(value, block);
        let combined = self.combine(known, ownership);
        self.ownerships.insert((value, block), combined);
    }

    /// The ownership of a value that may be either of two buffers.
    fn combine(&self, a: Ownership, b: Ownership) -> Ownership {
        match (a, b) {
            (Ownership::Uninitialized, known) | (known, Ownership::Uninitialized) => known,
            (Ownership::Unique(first), Ownership::Unique(second)) if self.are_equal(first, second) => a,
            _ => Ownership::Unknown,
        }
    }

    /// Whether two values are one, or the same constant.
    fn are_equal(&self, a: ValueId, b: ValueId) -> bool {
        let constant = |value| matchers::constant_bool(self.rw.ctx, self.rw.body, value);
        a == b || constant(a).is_some_and(|known| constant(b) == Some(known))
    }

    /// Forgets what was known of who owns a value.
    pub(super) fn set_ownership(&mut self, value: ValueId, block: BlockId, ownership: Ownership) {
        self.ownerships.insert((value, block), ownership);
    }

    /// A block is to free a value, where it owns it.
    pub(super) fn add_freed(&mut self, value: ValueId, block: BlockId) {
        self.freed.entry(block).or_default().push(value);
    }

    /// What a block is to free and `next` does not use is to be freed in `next`.
    pub(super) fn hand_on(&mut self, block: BlockId, next: BlockId) {
        let used = self.live_in(next);
        for value in self.freed.get(&block).cloned().unwrap_or_default() {
            if !used.contains(&value) {
                self.set_ownership(value, next, self.ownership(value, block));
                self.add_freed(value, next);
            }
        }
    }

    /// A new value that its block owns if `owner` is true.
    pub(super) fn own(&mut self, value: ValueId, block: BlockId, owner: ValueId) {
        self.add_ownership(value, block, Ownership::Unique(owner));
        self.add_freed(value, block);
    }

    /// The memory that is live at the start of a block, in order.
    pub(super) fn live_in(&self, block: BlockId) -> Vec<ValueId> {
        let mut values: Vec<ValueId> = self.liveness.live_in(block).collect();
        order::sort(self.rw.body, &mut values);
        values
    }

    /// The results of an op take the places of those of another one.
    pub(super) fn replace_results(&mut self, from: OpId, to: OpId) {
        let results: Vec<_> = self.rw.body.results(from).zip(self.rw.body.results(to)).collect();
        for (from, to) in results {
            self.liveness.replace(from, to);
        }
    }

    /// What may not be freed at the end of a block, from which control goes to `next`, or leaves the region, and takes
    /// `operands` along.
    pub(super) fn retained(&self, block: BlockId, next: Option<BlockId>, operands: &[ValueId]) -> Vec<ValueId> {
        let mut live: Vec<ValueId> = self.liveness.carried(block, next).collect();
        order::sort(self.rw.body, &mut live);
        let mut retained = self.memory(operands);
        retained.extend(live);
        retained
    }

    /// What a block frees at its end, each with who owns it. The cursor is there.
    ///
    /// # Errors
    /// If that is not known of a buffer.
    pub(super) fn frees(&mut self, block: BlockId, at: Location) -> Fallible<Vec<(ValueId, ValueId)>> {
        let mut frees = Vec::new();
        for value in self.freed.get(&block).cloned().unwrap_or_default() {
            let ownership = self.ownership(value, block);
            let ownership = match ownership {
                // Who owns what it may be frees that.
                Ownership::Unknown if self.plan.is_some() => Ownership::Unique(self.constant(at, false)),
                known => known,
            };
            let Ownership::Unique(owner) = ownership else {
                let location = self.rw.body.value_location(value);
                return Err(Diagnostic::error(
                    location,
                    "MemRef value does not have valid ownership",
                ));
            };
            frees.push((self.base_buffer(value, at), owner));
        }
        Ok(frees)
    }

    /// The whole buffer that a value is in.
    fn base_buffer(&mut self, mut value: ValueId, at: Location) -> ValueId {
        let ctx = self.rw.ctx;
        let ty = self.rw.body.value_type(value);
        let base = MemRef {
            shape: Vec::new(),
            element: ty.element_or_self(ctx),
            layout: None,
            memory_space: memory_space(ctx, ty),
        };
        let mut rank = ty.shape(ctx).map(<[i64]>::len);
        if rank.is_none() {
            value = self.as_point(value, &base, at);
            rank = Some(0);
        }
        let mut types = vec![base.ty(ctx)];
        types.extend(vec![Type::INDEX; 1 + 2 * rank.unwrap_or(0)]);
        let op = self
            .rw
            .insert(memref::ExtractStridedMetadataOp::build(ctx, at, value, &types));
        self.rw.body.result(op, 0)
    }

    /// Memory of an unknown shape as that of one element.
    fn as_point(&mut self, value: ValueId, base: &MemRef, at: Location) -> ValueId {
        let ctx = self.rw.ctx;
        let point = MemRef {
            layout: Some(strided_layout(ctx, &[], 0)),
            ..base.clone()
        };
        let (offsets, none) = (ctx.dense_i64_array(&[0]), ctx.dense_i64_array(&[]));
        let types = [point.ty(ctx)];
        let state = memref::ReinterpretCastOp::build(ctx, at, value, &[], &[], &[], offsets, none, none, &types);
        self.rw.insert_value(state)
    }

    /// Frees at the cursor; what is retained is owned as the new op says. Gives who owns each of it.
    pub(super) fn dealloc(
        &mut self,
        block: BlockId,
        at: Location,
        frees: &[(ValueId, ValueId)],
        retained: &[ValueId],
    ) -> Vec<ValueId> {
        let owners = insert_dealloc(self.rw, at, frees, retained);
        // What is retained twice is owned by either: whoever frees both in one op frees once.
        for (&value, &owner) in retained.iter().zip(&owners) {
            self.set_ownership(value, block, Ownership::Unique(owner));
        }
        owners
    }

    /// The value or a copy of it, and the value that tells whether the block owns it. What is made is at the cursor.
    fn with_unique_ownership(&mut self, value: ValueId, block: BlockId) -> (ValueId, ValueId) {
        if let Some(selected) = self.select_owner(value, block) {
            return (value, selected);
        }
        if let Ownership::Unique(owner) = self.ownership(value, block) {
            return (value, owner);
        }
        let at = self.rw.body.value_location(value);
        let ty = self.rw.body.value_type(value);
        let copy = self.rw.insert_value(CloneOp::build(self.rw.ctx, at, value, &[ty]));
        let owner = self.constant(at, true);
        self.own(copy, block, owner);
        (copy, owner)
    }

    /// Of the result of a selection between two buffers in this block: selects who owns it.
    fn select_owner(&mut self, value: ValueId, block: BlockId) -> Option<ValueId> {
        let op = self.rw.body.defining_op(value)?;
        if !self.rw.body.op(op).is(arith::SelectOp::DEF) || self.rw.body.parent_block(op) != Some(block) {
            return None;
        }
        let (condition, at) = (self.rw.body.operand(op, 0), self.rw.location_of(op));
        let owners = [1, 2].map(|index| self.ownership(self.rw.body.operand(op, index), block));
        let [Ownership::Unique(yes), Ownership::Unique(no)] = owners else {
            return None;
        };
        Some(arith::build::ArithBuilder::new(self.rw, at).select(condition, yes, no))
    }

    /// The value, or a copy of it where the block does not own it. What is made is at the cursor.
    pub(super) fn with_ownership(&mut self, value: ValueId, block: BlockId) -> ValueId {
        let at = self.rw.body.value_location(value);
        let (value, owner) = self.with_unique_ownership(value, block);
        if matchers::constant_bool(self.rw.ctx, self.rw.body, owner) == Some(true) {
            return value;
        }
        let ty = self.rw.body.value_type(value);
        let copy = |rw: &mut Rewriter<'_>| vec![rw.insert_value(CloneOp::build(rw.ctx, at, value, &[ty]))];
        let op = if_else_giving(self.rw, at, owner, &[ty], |_| vec![value], copy);
        let owned = self.rw.body.result(op, 0);
        let owner = self.constant(at, true);
        self.own(owned, block, owner);
        owned
    }
}
