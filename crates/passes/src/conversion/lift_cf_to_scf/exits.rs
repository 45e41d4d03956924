//! One block for all ops of a kind that end a region.

use asyncir_dialects::func::ReturnOp;
use asyncir_ir::{BlockId, Diagnostic, Fallible, InsertPoint, Location, OpId, Type, ValueId};

use super::graph::Lift;

impl Lift<'_> {
    /// Lets all ops of a kind that end the region be one, in a block of its own.
    pub(super) fn combine_exits(&mut self) {
        let blocks: Vec<BlockId> = self.body.region_blocks(self.region).collect();
        for block in blocks {
            if self.successors(block).is_empty() {
                let end = self.end(block);
                self.combine_exit(end);
            }
        }
    }

    /// Makes an op that ends the region a branch to the block of its kind.
    pub(super) fn combine_exit(&mut self, op: OpId) {
        let known = self.exits.iter().find(|&&(other, _)| self.are_alike(op, other));
        let known = known.map(|&(_, block)| block);
        let at = self.body.op(op).location();
        let operands: Vec<ValueId> = self.body.operands(op).collect();
        let exit = known.unwrap_or_else(|| {
            let block = self.body.append_block(self.region);
            for &operand in &operands {
                let ty = self.body.value_type(operand);
                self.body.add_block_arg(block, ty, at);
            }
            self.exits.push((op, block));
            block
        });
        let flag = self.number(0);
        self.switch(at, InsertPoint::Before(op), flag, (exit, &operands), &[]);
        if known.is_some() {
            self.body.erase_op(op);
            return;
        }
        self.body.move_op(op, InsertPoint::End(exit));
        let args = self.args(exit);
        self.body.set_operands(op, &args);
    }

    /// Whether two ops differ at most in the values that they get.
    fn are_alike(&self, a: OpId, b: OpId) -> bool {
        let types = |op: OpId| -> Vec<Type> {
            let operands = self.body.operands(op);
            operands.map(|value| self.body.value_type(value)).collect()
        };
        let (one, other) = (self.body.op(a), self.body.op(b));
        let has_regions = |op: OpId| !self.body.op_regions(op).is_empty();
        one.name() == other.name()
            && one.properties() == other.properties()
            && one.attrs() == other.attrs()
            && types(a) == types(b)
            && !has_regions(a)
            && !has_regions(b)
    }

    /// Ends a block that is never reached, behind a loop that never ends.
    pub(super) fn end_unreachable(&mut self, at: Location, block: BlockId) -> Fallible<OpId> {
        let is_root = self.body.region(self.region).parent().is_none();
        let Some(results) = self.owner.results.clone().filter(|_| is_root) else {
            let name = &self.owner.name;
            return Err(Diagnostic::error(
                at,
                format!("Cannot create unreachable terminator for '{name}'"),
            ));
        };
        let mut values = Vec::with_capacity(results.len());
        for ty in results {
            values.push(self.poison_at(ty, at, InsertPoint::End(block)));
        }
        Ok(self.insert(ReturnOp::build(self.ctx, at, &values, &[]), InsertPoint::End(block)))
    }
}
