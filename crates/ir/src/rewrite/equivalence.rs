//! Equivalence of ops: they have the same kind, attributes, types and operands, and their regions correspond op by op.

use std::hash::{Hash, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::body::{BlockId, Body, OpId, RegionId, ValueId};
use crate::def::OpTrait;

/// Whether two ops of a body agree in everything but operands, regions and locations.
pub fn same_kind(body: &Body, a: OpId, b: OpId) -> bool {
    let (x, y) = (body.op(a), body.op(b));
    x.name() == y.name()
        && x.properties() == y.properties()
        && x.attrs() == y.attrs()
        && x.num_operands() == y.num_operands()
        && x.num_results() == y.num_results()
        && x.num_successors() == y.num_successors()
        && body.op_regions(a).len() == body.op_regions(b).len()
        && x.body().is_none()
        && y.body().is_none()
        && body
            .results(a)
            .zip(body.results(b))
            .all(|(v, w)| body.value_type(v) == body.value_type(w))
}

/// Whether two ops of a body are equivalent. Locations are ignored.
pub fn equivalent(body: &Body, a: OpId, b: OpId) -> bool {
    a == b
        || Comparison {
            body,
            counterparts: HashMap::default(),
        }
        .ops(a, b)
}

/// Hashes an op so that equivalent ops have equal hashes.
pub fn hash_op(body: &Body, op: OpId, state: &mut impl Hasher) {
    let data = body.op(op);
    (data.name(), data.properties(), data.attrs()).hash(state);
    for ty in body.result_types(op) {
        ty.hash(state);
    }
    if data.has_trait(OpTrait::Commutative) {
        let sum = body.operands(op).fold(0u64, |sum, v| {
            sum.wrapping_add(u64::from(v.as_u32()).wrapping_mul(0x9e37))
        });
        return sum.hash(state);
    }
    for value in body.operands(op) {
        value.hash(state);
    }
}

struct Comparison<'a> {
    body: &'a Body,
    /// For values defined in the first op, those that stand for them in the second.
    counterparts: HashMap<ValueId, ValueId, FixedState>,
}

impl Comparison<'_> {
    fn values(&self, a: ValueId, b: ValueId) -> bool {
        a == b || self.counterparts.get(&a) == Some(&b)
    }

    fn ops(&mut self, a: OpId, b: OpId) -> bool {
        if !same_kind(self.body, a, b) || !self.operands(a, b) {
            return false;
        }
        self.counterparts.extend(self.body.results(a).zip(self.body.results(b)));
        let regions = self.body.op_regions(a).iter().zip(self.body.op_regions(b));
        regions.into_iter().all(|(&x, &y)| self.regions(x, y))
    }

    fn operands(&self, a: OpId, b: OpId) -> bool {
        let mut pairs = self.body.operands(a).zip(self.body.operands(b));
        if !self.body.op(a).has_trait(OpTrait::Commutative) {
            return pairs.all(|(v, w)| self.values(v, w));
        }
        // From the first operand that differs on, they may be permuted.
        let start = pairs.position(|(v, w)| !self.values(v, w));
        let Some(start) = start else { return true };
        let sorted = |op| {
            let mut values: Vec<ValueId> = self.body.operands(op).skip(start).collect();
            values.sort_unstable();
            values
        };
        sorted(a) == sorted(b)
    }

    fn regions(&mut self, a: RegionId, b: RegionId) -> bool {
        let body = self.body;
        let blocks: Vec<BlockId> = body.region_blocks(a).collect();
        let others: Vec<BlockId> = body.region_blocks(b).collect();
        let index = |list: &[BlockId], block: BlockId| list.iter().position(|&b| b == block);
        blocks.len() == others.len()
            && blocks.iter().zip(&others).all(|(&x, &y)| self.blocks(x, y))
            && blocks
                .iter()
                .zip(&others)
                .all(|(&x, &y)| match (body.block(x).last_op(), body.block(y).last_op()) {
                    (Some(x), Some(y)) => body
                        .successors(x)
                        .map(|block| index(&blocks, block))
                        .eq(body.successors(y).map(|block| index(&others, block))),
                    _ => true,
                })
    }

    fn blocks(&mut self, a: BlockId, b: BlockId) -> bool {
        let body = self.body;
        let args = || body.block_args(a).zip(body.block_args(b));
        if body.block_args(a).len() != body.block_args(b).len()
            || !args().all(|(v, w)| body.value_type(v) == body.value_type(w))
        {
            return false;
        }
        self.counterparts.extend(args());
        let (mut x, mut y) = (body.block(a).first_op(), body.block(b).first_op());
        while let (Some(op), Some(other)) = (x, y) {
            if !self.ops(op, other) {
                return false;
            }
            (x, y) = (body.next_op(op), body.next_op(other));
        }
        x.is_none() && y.is_none()
    }
}
