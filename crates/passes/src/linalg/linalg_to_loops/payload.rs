//! What a structured op does at each point of its loop nest.

use asyncir_dialects::affine::{self, Applied};
use asyncir_dialects::linalg::structured::entry_block;
use asyncir_dialects::linalg::{IndexOp, Structured};
use asyncir_dialects::memref;
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Location, Mapping, OpId, RegionId, ValueId};

use crate::conversion::fold_result::FoldResult;
use crate::linalg::cost::Cost;
use crate::linalg::nest::folded_sizes;

/// The parts of a structured op that do not change while it is lowered.
pub(in crate::linalg) struct Payload {
    /// Memory and scalars: inputs, and behind them what is written.
    pub(in crate::linalg) operands: Vec<ValueId>,
    /// From the indices of the loops to those of the elements, one for each operand.
    pub(in crate::linalg) maps: Vec<AffineMap>,
    /// How many of the operands are only read.
    pub(in crate::linalg) num_inputs: usize,
    /// Where the op is in the source.
    pub(in crate::linalg) location: Location,
    block: BlockId,
    /// The affine scope of the op.
    scope: Option<RegionId>,
}

impl Payload {
    /// The parts of `nest`, whose region has one block.
    pub(in crate::linalg) fn of(nest: Structured<'_>) -> Option<Self> {
        let op = nest.op;
        Some(Self {
            operands: nest.operands().to_vec(),
            num_inputs: nest.num_inputs,
            block: entry_block(op.body, op.op)?,
            location: op.location(),
            scope: affine::scope::affine_scope(op.body, op.op),
            maps: nest.maps,
        })
    }

    /// What it takes to compute an element.
    pub(in crate::linalg) fn cost(&self, rw: &Rewriter<'_>) -> Cost {
        Cost::of(rw, self.block)
    }

    /// The sizes of all dimensions of all operands, at the cursor.
    pub(in crate::linalg) fn sizes(&self, rw: &mut Rewriter<'_>) -> Vec<FoldResult> {
        let mut sizes = Vec::new();
        for &operand in &self.operands {
            let own = folded_sizes(rw, self.location, operand);
            sizes.extend(own.into_iter().map(FoldResult::from));
        }
        sizes
    }

    /// Where the element of an operand is, at the indices of the loops.
    pub(in crate::linalg) fn place(&self, rw: &mut Rewriter<'_>, indices: &[ValueId], operand: usize) -> Vec<ValueId> {
        let applied = Applied {
            map: self.maps[operand].clone(),
            operands: indices.to_vec(),
        };
        affine::apply_each(rw, self.location, &applied, self.scope)
    }

    /// The element of an operand: loaded, or the operand itself if it is a scalar.
    pub(in crate::linalg) fn load(&self, rw: &mut Rewriter<'_>, indices: &[ValueId], operand: usize) -> ValueId {
        let memory = self.operands[operand];
        let ty = rw.body.value_type(memory);
        let Some(element) = memref::types::memref_element(rw.ctx, ty) else {
            return memory;
        };
        let place = self.place(rw, indices, operand);
        let state = memref::LoadOp::build(rw.ctx, self.location, memory, &place, None, None, &[element]);
        rw.insert_value(state)
    }

    /// Repeats the region with a value for each operand; gives what it yields.
    pub(in crate::linalg) fn repeat(
        &self,
        rw: &mut Rewriter<'_>,
        indices: &[ValueId],
        elements: &[ValueId],
    ) -> Vec<ValueId> {
        let mut map = Mapping::new();
        for (arg, &element) in rw.body.block_args(self.block).zip(elements) {
            map.map_value(arg, element);
        }
        let ops: Vec<OpId> = rw.body.block_ops(self.block).collect();
        let Some((&end, ops)) = ops.split_last() else {
            return Vec::new();
        };
        self.repeat_some(rw, indices, ops, &mut map);
        rw.body.operands(end).map(|value| map.value(value)).collect()
    }

    /// Repeats some ops of the region. The mapping has what they use, and gets what they compute.
    pub(in crate::linalg) fn repeat_some(
        &self,
        rw: &mut Rewriter<'_>,
        indices: &[ValueId],
        ops: &[OpId],
        map: &mut Mapping,
    ) {
        for &op in ops {
            copy(rw, op, indices, map);
        }
    }

    /// The argument of the region that stands for the element of an operand.
    pub(in crate::linalg) fn argument(&self, rw: &Rewriter<'_>, operand: usize) -> Option<ValueId> {
        rw.body.block_args(self.block).nth(operand)
    }

    /// What the region yields.
    pub(in crate::linalg) fn yielded(&self, rw: &Rewriter<'_>) -> Vec<ValueId> {
        let end = rw.body.block_ops(self.block).last();
        end.map_or_else(Vec::new, |end| rw.body.operands(end).collect())
    }
}

/// Repeats an op of the region. Indices of loops are known here.
fn copy(rw: &mut Rewriter<'_>, op: OpId, indices: &[ValueId], map: &mut Mapping) {
    if let Some(index) = IndexOp::cast(rw.body.op_ref(rw.ctx, op)) {
        let dim = index.dim().and_then(|dim| dim.as_i64(rw.ctx)).unwrap_or_default();
        if let Some(&value) = usize::try_from(dim).ok().and_then(|dim| indices.get(dim)) {
            let result = rw.body.result(op, 0);
            map.map_value(result, value);
            return;
        }
    }
    let copy = rw.body.clone_op(op, map);
    rw.insert_copy(copy);
}
