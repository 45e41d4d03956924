//! Copies of ops and regions, within a body or into another one.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::{BlockId, Body, InsertPoint, OpId, OperationState, RegionId, ValueId};

/// Maps values and blocks of the original to those of a copy.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    values: HashMap<ValueId, ValueId, FixedState>,
    blocks: HashMap<BlockId, BlockId, FixedState>,
}

impl Mapping {
    /// An empty mapping.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `to` stand for `from`.
    pub fn map_value(&mut self, from: ValueId, to: ValueId) {
        self.values.insert(from, to);
    }

    /// Lets `to` stand for `from`.
    pub fn map_block(&mut self, from: BlockId, to: BlockId) {
        self.blocks.insert(from, to);
    }

    /// What stands for a value, or the value itself.
    pub fn value(&self, from: ValueId) -> ValueId {
        self.values.get(&from).copied().unwrap_or(from)
    }

    /// What stands for a value.
    pub fn get(&self, from: ValueId) -> Option<ValueId> {
        self.values.get(&from).copied()
    }

    /// What stands for a block, or the block itself.
    pub fn block(&self, from: BlockId) -> BlockId {
        self.blocks.get(&from).copied().unwrap_or(from)
    }
}

/// A copy in progress. Without a source body it copies within the destination.
struct Copier<'a> {
    source: Option<&'a Body>,
    dest: &'a mut Body,
    map: &'a mut Mapping,
}

impl Copier<'_> {
    fn source(&self) -> &Body {
        self.source.unwrap_or(self.dest)
    }

    /// Copies an op without operands and with empty regions.
    fn shell(&mut self, op: OpId) -> OpId {
        let source = self.source();
        let data = source.op(op);
        let mut state = OperationState::new(data.name(), data.location);
        state.properties = data.properties;
        state.attrs = data.attrs;
        state.results = source.result_types(op);
        state.successors = source.successors(op).map(|b| self.map.block(b)).collect();
        state.body = data.body().cloned().map(Box::new);
        let regions = source.op_regions(op).len();
        state.regions = (0..regions).map(|_| self.dest.create_region()).collect();
        let copy = self.dest.create_op(state);
        let results = self.source().results(op);
        for (from, to) in results.zip(self.dest.results(copy)) {
            self.map.map_value(from, to);
        }
        copy
    }

    /// Gives a shell its operands and the contents of its regions; pushes regions still to be copied.
    fn fill(&mut self, op: OpId, copy: OpId, pending: &mut Vec<(RegionId, RegionId)>) {
        let operands: Vec<ValueId> = self.source().operands(op).map(|v| self.map.value(v)).collect();
        self.dest.set_operands(copy, &operands);
        let from = self.source().op_regions(op).to_vec();
        pending.extend(from.into_iter().zip(self.dest.op_regions(copy).to_vec()));
    }

    /// Copies the blocks of a region, then its ops, then their operands, for values may be used before they are
    /// defined, then, region by region, what is inside.
    fn region(&mut self, from: RegionId, to: RegionId, before: Option<BlockId>) {
        let blocks: Vec<BlockId> = self.source().region_blocks(from).collect();
        for &block in &blocks {
            let copy = self.dest.create_block();
            self.dest.insert_block(copy, to, before);
            self.map.map_block(block, copy);
            for arg in self.source().block(block).args.clone() {
                let ty = self.source().value_type(arg.value);
                let value = self.dest.add_block_arg(copy, ty, arg.location);
                self.map.map_value(arg.value, value);
            }
        }
        let mut shells = Vec::new();
        for &block in &blocks {
            let ops: Vec<OpId> = self.source().block_ops(block).collect();
            for op in ops {
                let copy = self.shell(op);
                let end = InsertPoint::End(self.map.block(block));
                self.dest.insert_op(copy, end);
                shells.push((op, copy));
            }
        }
        for (op, copy) in shells {
            let mut inner = Vec::new();
            self.fill(op, copy, &mut inner);
            for (from, to) in inner {
                self.region(from, to, None);
            }
        }
    }

    fn op(&mut self, op: OpId) -> OpId {
        let copy = self.shell(op);
        let mut inner = Vec::new();
        self.fill(op, copy, &mut inner);
        for (from, to) in inner {
            self.region(from, to, None);
        }
        copy
    }
}

impl Body {
    /// Copies an op with its regions within this body. The copy is not in a block yet.
    pub fn clone_op(&mut self, op: OpId, map: &mut Mapping) -> OpId {
        Copier {
            source: None,
            dest: self,
            map,
        }
        .op(op)
    }

    /// Copies an op of another body. Values from outside the op must be in the mapping.
    pub fn clone_op_from(&mut self, source: &Body, op: OpId, map: &mut Mapping) -> OpId {
        Copier {
            source: Some(source),
            dest: self,
            map,
        }
        .op(op)
    }

    /// Copies the blocks of a region into another region of this body, before `before` or at the end.
    pub fn clone_region(&mut self, from: RegionId, to: RegionId, before: Option<BlockId>, map: &mut Mapping) {
        Copier {
            source: None,
            dest: self,
            map,
        }
        .region(from, to, before);
    }

    /// Copies the blocks of a region of another body to the end of a region of this one. Values and blocks from
    /// outside the region must be in the mapping.
    pub fn clone_region_from(&mut self, source: &Body, from: RegionId, to: RegionId, map: &mut Mapping) {
        Copier {
            source: Some(source),
            dest: self,
            map,
        }
        .region(from, to, None);
    }
}
