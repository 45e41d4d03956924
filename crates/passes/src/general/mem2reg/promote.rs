//! Loads become the values that were stored.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Body, Context, Dominance, OpId, ValueId};

use super::convert;
use super::memory::{Access, access, debug_value, erase_with_users_first, forget_debug_value};
use super::merge_points::merge_points;
use super::order::sort;
use super::slot::{Slot, users};

/// How a slot becomes values.
pub(super) struct Promotion<'a> {
    ctx: &'a Context,
    dominance: &'a Dominance,
    slot: Slot,
    /// The ops that have its address.
    users: Vec<OpId>,
    merge_points: HashSet<BlockId>,
    default: Option<ValueId>,
    /// What the slot holds when an op is reached that has its address.
    reaching: HashMap<OpId, Option<ValueId>>,
    /// What ops store.
    stored: HashMap<OpId, ValueId>,
    arguments: usize,
}

impl<'a> Promotion<'a> {
    /// The way to promote a slot, if there is one.
    pub(super) fn plan(ctx: &'a Context, body: &Body, dominance: &'a Dominance, slot: Slot) -> Option<Self> {
        let users = users(ctx, body, &slot)?;
        let merge_points = merge_points(ctx, body, dominance, &slot, &users)?;
        Some(Self {
            ctx,
            dominance,
            slot,
            users,
            merge_points,
            default: None,
            reaching: HashMap::new(),
            stored: HashMap::new(),
            arguments: 0,
        })
    }

    /// Promotes the slot; says how many arguments blocks got.
    pub(super) fn run(mut self, body: &mut Body) -> usize {
        self.find_values(body);
        self.remove_users(body);
        self.link_dead_branches(body);
        if let Some(default) = self.default.filter(|&default| !body.has_uses(default))
            && let Some(op) = body.defining_op(default)
        {
            body.erase_op(op);
        }
        body.erase_op(self.slot.allocation);
        self.arguments
    }

    /// What the slot holds before anything is stored.
    fn default(&mut self, body: &mut Body) -> ValueId {
        if let Some(default) = self.default {
            return default;
        }
        let state = self.slot.default_value(self.ctx, body);
        let block = body.parent_block(self.slot.allocation);
        let mut rw = Rewriter::new(self.ctx, body);
        if let Some(block) = block {
            rw.set_start(block);
        }
        let default = rw.insert_value(state);
        self.default = Some(default);
        default
    }

    /// Follows values down the dominator tree.
    fn find_values(&mut self, body: &mut Body) {
        let region = body.region(self.slot.region);
        let Some(entry) = region.first() else { return };
        let mut children: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
        if region.last() != Some(entry) {
            for block in self.dominance.reverse_post_order(body, self.slot.region) {
                if let Some(parent) = self.dominance.immediate_dominator(block) {
                    children.entry(parent).or_default().push(block);
                }
            }
        }
        let mut pending = vec![(entry, None)];
        while let Some((block, mut value)) = pending.pop() {
            if self.merge_points.contains(&block) {
                value = Some(self.add_argument(body, block));
            }
            value = self.visit_block(body, block, value);
            self.link(body, block, value);
            let below = children.get(&block).into_iter().flatten();
            pending.extend(below.map(|&child| (child, value)));
        }
    }

    fn add_argument(&mut self, body: &mut Body, block: BlockId) -> ValueId {
        let location = body.op(self.slot.allocation).location();
        let argument = body.add_block_arg(block, self.slot.ty, location);
        for declaration in self.declarations(body) {
            let state = debug_value(body, declaration, argument);
            let mut rw = Rewriter::new(self.ctx, body);
            rw.set_start(block);
            rw.insert(state);
        }
        self.arguments += 1;
        argument
    }

    /// The ops that name the variable that the slot is.
    fn declarations(&self, body: &Body) -> Vec<OpId> {
        let users = body.users(self.slot.address);
        users
            .filter(|&user| body.op(user).is(llvm::DbgDeclareOp::DEF))
            .collect()
    }

    /// Notes what the slot holds at each op; says what it holds at the end.
    fn visit_block(&mut self, body: &mut Body, block: BlockId, mut value: Option<ValueId>) -> Option<ValueId> {
        for op in body.block_ops(block).collect::<Vec<_>>() {
            let Some(access) = access(body, op, &self.slot) else {
                continue;
            };
            self.reaching.insert(op, value);
            if !access.stores() {
                continue;
            }
            let old = match value {
                Some(old) => old,
                None => self.default(body),
            };
            let location = body.op(op).location();
            let mut rw = Rewriter::new(self.ctx, body);
            rw.set_after(op);
            let new = match access {
                Access::Store(new) if rw.body.value_type(new) == self.slot.ty => new,
                Access::Store(new) => convert::write(&mut rw, location, new, old),
                Access::Fill(byte) => convert::fill(&mut rw, location, byte, self.slot.ty),
                Access::CopyFrom(address) => convert::load(&mut rw, location, address, self.slot.ty),
                Access::Load | Access::CopyTo(_) => continue,
            };
            self.stored.insert(op, new);
            value = Some(new);
        }
        value
    }

    /// Passes what the slot holds at the end of a block on to the blocks where values meet.
    fn link(&mut self, body: &mut Body, block: BlockId, value: Option<ValueId>) {
        let Some(end) = body.block(block).last_op() else { return };
        for (successor, to) in body.successors(end).enumerate().collect::<Vec<_>>() {
            if !self.merge_points.contains(&to) {
                continue;
            }
            let value = match value {
                Some(value) => value,
                None => self.default(body),
            };
            if let Some(operands) = successor_operands(self.ctx, body, end, successor) {
                operands.append(self.ctx, body, end, &[value]);
            }
        }
    }

    /// Blocks that nothing leads to pass the default value.
    fn link_dead_branches(&mut self, body: &mut Body) {
        let blocks: Vec<BlockId> = body.region_blocks(self.slot.region).collect();
        for block in blocks {
            if !self.dominance.is_reachable(body, block) {
                self.link(body, block, None);
            }
        }
    }

    fn remove_users(&mut self, body: &mut Body) {
        // A value comes before what uses it, but for arguments of blocks.
        let mut users = std::mem::take(&mut self.users);
        sort(body, self.dominance, self.slot.region, &mut users);
        let mut erase = Vec::new();
        for &op in users.iter().rev() {
            if body.op(op).is(llvm::DbgValueOp::DEF) {
                forget_debug_value(&mut Rewriter::new(self.ctx, body), op);
                continue;
            }
            if let Some(access) = access(body, op, &self.slot) {
                let value = match self.reaching.get(&op).copied().flatten() {
                    Some(value) => value,
                    None => self.default(body),
                };
                match access {
                    Access::Load => self.replace_load(body, op, value),
                    Access::CopyTo(address) => {
                        let location = body.op(op).location();
                        let mut rw = Rewriter::new(self.ctx, body);
                        rw.set_after(op);
                        convert::store(&mut rw, location, value, address);
                    }
                    _ => {}
                }
            }
            erase.push(op);
        }
        self.describe_stores(body, &users);
        erase_with_users_first(body, erase);
    }

    fn replace_load(&mut self, body: &mut Body, op: OpId, value: ValueId) {
        let (result, location) = (body.result(op, 0), body.op(op).location());
        let ty = body.value_type(result);
        let mut rw = Rewriter::new(self.ctx, body);
        rw.set_after(op);
        let value = if rw.body.value_type(value) == ty {
            value
        } else {
            convert::read(&mut rw, location, value, ty)
        };
        body.replace_all_uses(result, value);
    }

    /// Says after each store which value the variable has.
    fn describe_stores(&self, body: &mut Body, users: &[OpId]) {
        let declarations: Vec<OpId> = users
            .iter()
            .rev()
            .copied()
            .filter(|&op| body.op(op).is(llvm::DbgDeclareOp::DEF))
            .collect();
        for declaration in declarations {
            for store in users.iter().rev() {
                let Some(&value) = self.stored.get(store) else { continue };
                let state = debug_value(body, declaration, value);
                let mut rw = Rewriter::new(self.ctx, body);
                rw.set_after(*store);
                rw.insert(state);
            }
        }
    }
}
