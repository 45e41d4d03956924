//! Equivalence of ops: they have the same kind, attributes, types and operands, and their regions correspond op by op.

use std::hash::{Hash, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::body::{BlockId, Body, OpId, RegionId, ValueId};
use crate::def::OpTrait;

/// Whether two ops of a body agree in everything but operands, regions and locations.
pub fn same_kind(body: &Body, a: OpId, b: OpId) -> bool {
    same_kind_in((body, a), (body, b)) && body.op(a).body().is_none() && body.op(b).body().is_none()
}

/// As [`same_kind`], for ops of two bodies, which may own bodies.
fn same_kind_in((left, a): (&Body, OpId), (right, b): (&Body, OpId)) -> bool {
    let (x, y) = (left.op(a), right.op(b));
    x.name() == y.name()
        && x.properties() == y.properties()
        && x.attrs() == y.attrs()
        && x.num_operands() == y.num_operands()
        && x.num_results() == y.num_results()
        && x.num_successors() == y.num_successors()
        && left.op_regions(a).len() == right.op_regions(b).len()
        && left
            .results(a)
            .zip(right.results(b))
            .all(|(v, w)| left.value_type(v) == right.value_type(w))
}

/// Whether two ops of a body are equivalent. Locations are ignored.
pub fn equivalent(body: &Body, a: OpId, b: OpId) -> bool {
    a == b || Comparison::new(body, body).ops(a, b)
}

/// Whether the regions of two ops that own their bodies are equivalent. Locations are ignored.
pub fn equivalent_bodies(a: &Body, b: &Body) -> bool {
    let (regions, others) = (a.root_regions(), b.root_regions());
    let mut comparison = Comparison::new(a, b);
    regions.len() == others.len() && regions.iter().zip(others).all(|(&x, &y)| comparison.regions(x, y))
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

/// A comparison of what is in two bodies, which may be the same one.
struct Comparison<'a> {
    left: &'a Body,
    right: &'a Body,
    /// For values defined in the first op, those that stand for them in the second.
    counterparts: HashMap<ValueId, ValueId, FixedState>,
}

impl<'a> Comparison<'a> {
    fn new(left: &'a Body, right: &'a Body) -> Self {
        Self {
            left,
            right,
            counterparts: HashMap::default(),
        }
    }

    fn is_within_one_body(&self) -> bool {
        std::ptr::eq(self.left, self.right)
    }

    fn values(&self, a: ValueId, b: ValueId) -> bool {
        a == b && self.is_within_one_body() || self.counterparts.get(&a) == Some(&b)
    }

    fn ops(&mut self, a: OpId, b: OpId) -> bool {
        if !same_kind_in((self.left, a), (self.right, b)) || !self.operands(a, b) || !self.bodies(a, b) {
            return false;
        }
        self.counterparts
            .extend(self.left.results(a).zip(self.right.results(b)));
        let regions = self.left.op_regions(a).iter().zip(self.right.op_regions(b));
        regions.into_iter().all(|(&x, &y)| self.regions(x, y))
    }

    /// Whether the bodies that two ops own agree. Those of one body are taken for different.
    fn bodies(&self, a: OpId, b: OpId) -> bool {
        match (self.left.op(a).body(), self.right.op(b).body()) {
            (None, None) => true,
            (Some(x), Some(y)) => !self.is_within_one_body() && equivalent_bodies(x, y),
            _ => false,
        }
    }

    fn operands(&self, a: OpId, b: OpId) -> bool {
        let mut pairs = self.left.operands(a).zip(self.right.operands(b));
        // As in MLIR, an op with permuted operands is only found in the same body.
        if !self.is_within_one_body() || !self.left.op(a).has_trait(OpTrait::Commutative) {
            return pairs.all(|(v, w)| self.values(v, w));
        }
        // From the first operand that differs on, they may be permuted.
        let start = pairs.position(|(v, w)| !self.values(v, w));
        let Some(start) = start else { return true };
        let sorted = |op| {
            let mut values: Vec<ValueId> = self.left.operands(op).skip(start).collect();
            values.sort_unstable();
            values
        };
        sorted(a) == sorted(b)
    }

    fn regions(&mut self, a: RegionId, b: RegionId) -> bool {
        let (left, right) = (self.left, self.right);
        let blocks: Vec<BlockId> = left.region_blocks(a).collect();
        let others: Vec<BlockId> = right.region_blocks(b).collect();
        let index = |list: &[BlockId], block: BlockId| list.iter().position(|&b| b == block);
        blocks.len() == others.len()
            && blocks.iter().zip(&others).all(|(&x, &y)| self.blocks(x, y))
            && blocks
                .iter()
                .zip(&others)
                .all(|(&x, &y)| match (left.block(x).last_op(), right.block(y).last_op()) {
                    (Some(x), Some(y)) => left
                        .successors(x)
                        .map(|block| index(&blocks, block))
                        .eq(right.successors(y).map(|block| index(&others, block))),
                    _ => true,
                })
    }

    fn blocks(&mut self, a: BlockId, b: BlockId) -> bool {
        let (left, right) = (self.left, self.right);
        let args = || left.block_args(a).zip(right.block_args(b));
        if left.block_args(a).len() != right.block_args(b).len()
            || !args().all(|(v, w)| left.value_type(v) == right.value_type(w))
        {
            return false;
        }
        self.counterparts.extend(args());
        let (mut x, mut y) = (left.block(a).first_op(), right.block(b).first_op());
        while let (Some(op), Some(other)) = (x, y) {
            if !self.ops(op, other) {
                return false;
            }
            (x, y) = (left.next_op(op), right.next_op(other));
        }
        x.is_none() && y.is_none()
    }
}
