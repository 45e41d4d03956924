//! Which values may be the same memory as another one, or a part of it.

use std::collections::{BTreeMap, BTreeSet};

use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::{arith, memref, scf};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{Body, Context, OpId, Operation, RegionId, ValueId, WalkOrder};

use crate::analysis::dataflow::regions::{first_input, passed_at_end, passed_on_entry};
use crate::analysis::memref_alias::is_view;
use crate::general::inline::is_call;

/// For each value those that it directly goes to.
pub(super) struct Aliases(BTreeMap<ValueId, Vec<ValueId>>);

impl Aliases {
    /// The aliases of the values in a body.
    pub(super) fn new(ctx: &Context, body: &Body) -> Self {
        Self::with_calls(ctx, body, &|_| true)
    }

    /// The aliases of the values in a body; `gives_operands` says of calls whether they may give memory that they take.
    pub(super) fn with_calls(ctx: &Context, body: &Body, gives_operands: &dyn Fn(&Operation) -> bool) -> Self {
        let mut aliases = Self(BTreeMap::new());
        for op in body.walk_all(WalkOrder::Post) {
            if !is_call(body.op(op)) || gives_operands(body.op(op)) {
                aliases.add(ctx, body, op);
            }
        }
        aliases
    }

    /// All values that `value` may be, itself as well.
    pub(super) fn of(&self, value: ValueId) -> BTreeSet<ValueId> {
        let mut found = BTreeSet::new();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if found.insert(value) {
                pending.extend(self.0.get(&value).into_iter().flatten());
            }
        }
        found
    }

    /// For each value those that directly go to it.
    pub(super) fn reversed(&self) -> BTreeMap<ValueId, Vec<ValueId>> {
        let mut reversed: BTreeMap<ValueId, Vec<ValueId>> = BTreeMap::new();
        for (&from, to) in &self.0 {
            for &to in to {
                reversed.entry(to).or_default().push(from);
            }
        }
        reversed
    }

    /// Adds that one value may directly be another one.
    pub(super) fn flow(&mut self, from: ValueId, to: ValueId) {
        self.0.entry(from).or_default().push(to);
    }

    fn flow_all(&mut self, from: impl Iterator<Item = ValueId>, to: impl Iterator<Item = ValueId>) {
        for (from, to) in from.zip(to) {
            self.flow(from, to);
        }
    }

    fn add(&mut self, ctx: &Context, body: &Body, op: OpId) {
        let data = body.op(op);
        let Some(def) = data.def() else { return };
        // What is reallocated may stay where it is.
        if is_view(def) || def == memref::ReallocOp::DEF {
            self.flow(body.operand(op, 0), body.result(op, 0));
        } else if def == memref::DistinctObjectsOp::DEF {
            self.flow_all(body.operands(op), body.results(op));
        } else if def.hooks.branch.is_some() {
            self.add_branch(ctx, body, op);
        } else if def.hooks.region_branch.is_some() {
            self.add_regions(ctx, body, op);
        } else if def == arith::SelectOp::DEF {
            for operand in body.operands(op).skip(1) {
                self.flow(operand, body.result(op, 0));
            }
        } else if is_call(data) {
            let is_memory = |value: &ValueId| is_any_memref(ctx, body.value_type(*value));
            for operand in body.operands(op).filter(is_memory) {
                for result in body.results(op).filter(is_memory) {
                    self.flow(operand, result);
                }
            }
        }
    }

    /// From the operands of a branch to the arguments of blocks.
    fn add_branch(&mut self, ctx: &Context, body: &Body, op: OpId) {
        for (index, block) in body.successors(op).enumerate() {
            let Some(passed) = successor_operands(ctx, body, op, index) else {
                return;
            };
            let operands = passed.range.map(|index| body.operand(op, index));
            self.flow_all(operands, body.block_args(block).skip(passed.produced));
        }
    }

    /// From an op to its regions, from region to region, and to the results.
    fn add_regions(&mut self, ctx: &Context, body: &Body, op: OpId) {
        let Some(hook) = body.op(op).def().and_then(|def| def.hooks.region_branch) else {
            return;
        };
        let view = body.op_ref(ctx, op);
        let regions = body.op_regions(op);
        let inputs = |to: Option<usize>| -> Vec<ValueId> {
            let first = first_input(view, to);
            match to {
                None => body.results(op).skip(first).collect(),
                Some(region) => {
                    let entry = regions.get(region).and_then(|&region| body.region(region).first());
                    entry.map_or_else(Vec::new, |entry| body.block_args(entry).skip(first).collect())
                }
            }
        };
        for to in hook(view, None) {
            let operands = passed_on_entry(view).map(|index| body.operand(op, index));
            self.flow_all(operands, inputs(to).into_iter());
        }
        for (index, &region) in regions.iter().enumerate() {
            for to in hook(view, Some(index)) {
                for block in body.region_blocks(region) {
                    let Some(end) = body.block(block).last_op() else {
                        continue;
                    };
                    let passed = passed_at_end(body.op_ref(ctx, end)).unwrap_or(0..0);
                    let operands = passed.map(|index| body.operand(end, index));
                    self.flow_all(operands, inputs(to).into_iter());
                }
            }
        }
    }
}

/// Whether an alias leaves a region by what ends it.
pub(super) fn leaves(body: &Body, aliases: &BTreeSet<ValueId>, region: RegionId) -> bool {
    let ends = |user: OpId| {
        let data = body.op(user);
        let is_end = data.has_trait(OpTrait::ReturnLike) || data.is(scf::ConditionOp::DEF);
        is_end && body.parent_region(user) == Some(region)
    };
    aliases.iter().any(|&alias| body.users(alias).any(ends))
}
