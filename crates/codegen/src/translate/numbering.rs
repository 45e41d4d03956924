//! Numbers of values and blocks, as LLVM gives them: arguments, then for each block the block itself, its phis and
//! its instructions that have a result.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Fallible, OpId, OpRef, RegionId, ValueId};

use super::folding::fold;
use super::intrinsics::has_void_coro_end;
use super::state::{ModuleState, failed};
use crate::dialect::LlvmType;

/// What a value of a function is to LLVM.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// Nothing yet, or nothing that can be used.
    Missing,
    /// `%N`
    Number(u32),
    /// A constant, without its type.
    Constant(Box<str>),
}

/// A block that stands between a block and a successor that it has more than once with arguments: LLVM's phis allow
/// one value for each predecessor.
pub(super) struct EdgeBlock {
    /// The terminator and which of its successors this is.
    pub(super) edge: (OpId, usize),
    pub(super) target: BlockId,
    pub(super) label: u32,
    /// The number of the phi of the target's first argument; those of the others follow.
    pub(super) first_phi: u32,
}

/// The numbers of a function.
pub(super) struct Numbering {
    slots: Vec<Slot>,
    labels: HashMap<BlockId, u32>,
    pub(super) edge_blocks: Vec<EdgeBlock>,
    edge_block_of: HashMap<(OpId, usize), usize>,
    next: u32,
}

impl Numbering {
    /// Numbers the function whose blocks are in `region`.
    pub(super) fn new(state: &mut ModuleState<'_>, body: &Body, region: RegionId) -> Fallible<Self> {
        let mut numbering = Self {
            slots: vec![Slot::Missing; body.values_bound()],
            labels: HashMap::new(),
            edge_blocks: Vec::new(),
            edge_block_of: HashMap::new(),
            next: 0,
        };
        for (position, block) in body.region_blocks(region).enumerate() {
            numbering.number_block(state, body, block, position == 0)?;
        }
        for block in body.region_blocks(region) {
            numbering.split_edges(body, block);
        }
        Ok(numbering)
    }

    fn number_block(&mut self, state: &mut ModuleState<'_>, body: &Body, block: BlockId, is_entry: bool) -> Fallible {
        if is_entry {
            // The arguments of the function come before its first block.
            body.block_args(block).for_each(|arg| self.number(arg));
        }
        let label = self.take();
        self.labels.insert(block, label);
        if !is_entry {
            let reachable = !body.has_no_predecessors(block);
            for arg in body.block_args(block) {
                // A phi needs a predecessor; without one the block never runs.
                if reachable {
                    self.number(arg)
                } else {
                    self.set(arg, Slot::Constant("poison".into()))
                }
            }
        }
        for op in body.block_ops(block) {
            let op = body.op_ref(state.ctx, op);
            if let Some(constant) = state.constant_op(op)? {
                self.set(op.result(0), Slot::Constant(constant.into()));
            } else if let Some(constant) = fold(self, state, op)? {
                self.set(op.result(0), Slot::Constant(constant.into()));
            } else if has_value(state, op)? {
                self.number(op.result(0));
            }
        }
        Ok(())
    }

    fn split_edges(&mut self, body: &Body, block: BlockId) {
        let Some(terminator) = body.block(block).last_op() else {
            return;
        };
        let successors: Vec<BlockId> = body.successors(terminator).collect();
        for (index, &target) in successors.iter().enumerate() {
            let arguments = body.block_args(target).len() as u32;
            if arguments == 0 || !successors[..index].contains(&target) {
                continue;
            }
            let label = self.take();
            let first_phi = self.next;
            self.next += arguments;
            self.edge_block_of.insert((terminator, index), self.edge_blocks.len());
            self.edge_blocks.push(EdgeBlock {
                edge: (terminator, index),
                target,
                label,
                first_phi,
            });
        }
    }

    fn take(&mut self) -> u32 {
        let number = self.next;
        self.next += 1;
        number
    }

    fn number(&mut self, value: ValueId) {
        let number = self.take();
        self.set(value, Slot::Number(number));
    }

    fn set(&mut self, value: ValueId, slot: Slot) {
        self.slots[value.as_u32() as usize] = slot;
    }

    /// What a value is.
    pub(super) fn slot(&self, value: ValueId) -> &Slot {
        self.slots.get(value.as_u32() as usize).unwrap_or(&Slot::Missing)
    }

    /// The number of a block.
    pub(super) fn label(&self, block: BlockId) -> u32 {
        self.labels.get(&block).copied().unwrap_or(0)
    }

    /// The block that stands in an edge, if one does.
    pub(super) fn edge_block(&self, terminator: OpId, successor: usize) -> Option<&EdgeBlock> {
        self.edge_block_of
            .get(&(terminator, successor))
            .map(|&index| &self.edge_blocks[index])
    }
}

/// Whether the instruction that an op becomes has a value.
fn has_value(state: &ModuleState<'_>, op: OpRef<'_>) -> Fallible<bool> {
    match op.data().num_results() {
        0 => Ok(false),
        // The intrinsic has no value, although the op has a result; nothing may use it.
        1 if op.name() == "llvm.intr.coro.end" => Ok(!has_void_coro_end(state.options.llvm_major)),
        // So has inline assembly that gives nothing.
        1 => {
            let kind = state.types.kind(op.result_types()[0], op.location())?;
            Ok(!matches!(kind, LlvmType::Keyword("void")))
        }
        _ => Err(failed(op)),
    }
}
