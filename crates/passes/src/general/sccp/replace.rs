//! Values that are constants are replaced by constant ops at the start of the body.

use std::collections::HashMap;

use asyncir_ir::def::Dialect;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::would_be_trivially_dead;
use asyncir_ir::rewrite::fold::{constant_region, constant_state, dialect_of};
use asyncir_ir::{Attribute, BlockId, Body, Context, Location, OpId, RegionId, Type, ValueId};

use crate::analysis::dataflow::{Constant, Facts};

/// A constant of a region: the dialect that asked for it or whose op it is, its value, and its type.
type Key = (RegionId, &'static str, Attribute, Type);

struct Replacement<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    facts: &'a Facts<Constant>,
    constants: HashMap<Key, OpId>,
}

/// Replaces what is known to be constant in a body, and erases the ops that are not needed any more.
pub(super) fn replace_constants(ctx: &Context, body: &mut Body, facts: &Facts<Constant>) {
    let mut replacement = Replacement {
        ctx,
        body,
        facts,
        constants: HashMap::new(),
    };
    // The last block is the next one.
    let mut pending: Vec<BlockId> = Vec::new();
    for region in replacement.body.root_regions().to_vec() {
        replacement.add_blocks(region, &mut pending);
    }
    while let Some(block) = pending.pop() {
        replacement.block(block, &mut pending);
    }
}

impl Replacement<'_> {
    fn add_blocks(&self, region: RegionId, pending: &mut Vec<BlockId>) {
        let blocks: Vec<BlockId> = self.body.region_blocks(region).collect();
        pending.extend(blocks.into_iter().rev());
    }

    fn block(&mut self, block: BlockId, pending: &mut Vec<BlockId>) {
        let mut next = self.body.block(block).first_op();
        while let Some(op) = next {
            next = self.body.next_op(op);
            let mut replaced_all = self.body.op(op).num_results() > 0;
            for result in self.body.results(op) {
                replaced_all &= self.value(block, result);
            }
            if replaced_all && would_be_trivially_dead(self.body.op_ref(self.ctx, op)) {
                self.body.erase_op(op);
                continue;
            }
            for region in self.body.op_regions(op).to_vec() {
                self.add_blocks(region, pending);
            }
        }
        for argument in self.body.block_args(block).collect::<Vec<_>>() {
            self.value(block, argument);
        }
    }

    /// Replaces a value of a block if it is a constant that an op can be made of; says whether it is.
    fn value(&mut self, block: BlockId, value: ValueId) -> bool {
        let Constant::Known(constant, dialect) = self.facts.get(value) else {
            return false;
        };
        let Some(by) = dialect.and_then(|dialect| self.constant(block, value, constant, dialect)) else {
            return false;
        };
        self.body.replace_all_uses(value, by);
        true
    }

    fn constant(
        &mut self,
        block: BlockId,
        value: ValueId,
        constant: Attribute,
        dialect: &'static Dialect,
    ) -> Option<ValueId> {
        let region = constant_region(self.body, self.body.block(block).region()?)?;
        let entry = self.body.region(region).first()?;
        let ty = self.body.value_type(value);
        let asked: Key = (region, dialect.name, constant, ty);
        if let Some(&known) = self.constants.get(&asked) {
            return Some(self.body.result(known, 0));
        }
        let state = constant_state(self.ctx, Some(dialect), constant, ty, Location::UNKNOWN)?;
        let made = dialect_of(self.ctx, state.name).unwrap_or(dialect);
        let own: Key = (region, made.name, constant, ty);
        let op = match self.constants.get(&own) {
            Some(&known) => known,
            None => {
                let mut rw = Rewriter::new(self.ctx, self.body);
                rw.set_start(entry);
                rw.insert(state)
            }
        };
        self.constants.insert(own, op);
        self.constants.insert(asked, op);
        Some(self.body.result(op, 0))
    }
}
