//! Numbers of values and blocks, as LLVM gives them: arguments, then for each block the block itself, its phis and
//! its instructions that have a result.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Dominance, Fallible, OpId, OpRef, RegionId, ValueId};

use super::constant::Constant;
use super::folding::is_no_conversion;
use super::intrinsics::has_void_coro_end;
use super::state::{ModuleState, failed};
use crate::dialect::{LlvmType, integers};

/// What a value of a function is to LLVM.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// Nothing yet, or nothing that can be used.
    Missing,
    /// `%N`
    Number(u32),
    /// The `%N` of another value.
    Same(u32),
    Constant(Box<Constant>),
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
    /// For each value that is the same as another one to LLVM, that one.
    same: Vec<(ValueId, ValueId)>,
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
            same: Vec::new(),
            labels: HashMap::new(),
            edge_blocks: Vec::new(),
            edge_block_of: HashMap::new(),
            next: 0,
        };
        numbering.constants(state, body, region)?;
        for (position, block) in body.region_blocks(region).enumerate() {
            numbering.number_block(state, body, block, position == 0)?;
        }
        numbering.number_same(body);
        for block in body.region_blocks(region) {
            numbering.split_edges(body, block);
        }
        Ok(numbering)
    }

    /// Finds the values that are constants. Uses of a constant may stand in front of it, in blocks that it dominates; then the
    /// blocks are looked at in another order.
    fn constants(&mut self, state: &mut ModuleState<'_>, body: &Body, region: RegionId) -> Fallible {
        let blocks: Vec<BlockId> = body.region_blocks(region).collect();
        if self.constants_of(state, body, &blocks)? {
            return Ok(());
        }
        self.slots.fill(Slot::Missing);
        let dominance = Dominance::new(body);
        let mut ordered = dominance.reverse_post_order(body, region);
        ordered.extend(blocks.iter().filter(|&&block| !dominance.is_reachable(body, block)));
        self.constants_of(state, body, &ordered).map(drop)
    }

    /// Finds the values that are constants, block by block in the given order. Returns whether each value that can be a
    /// constant stands in front of its uses. All other values are noted as numbers, which they get later.
    fn constants_of(&mut self, state: &mut ModuleState<'_>, body: &Body, blocks: &[BlockId]) -> Fallible<bool> {
        let mut in_order = true;
        for (position, &block) in blocks.iter().enumerate() {
            // A phi needs a predecessor; without one the block never runs.
            let has_phis = position == 0 || !body.has_no_predecessors(block);
            for argument in body.block_args(block) {
                self.set(
                    argument,
                    if has_phis {
                        Slot::Number(0)
                    } else {
                        constant(Constant::poison(body.value_type(argument)))
                    },
                );
            }
            for op in body.block_ops(block) {
                let op = body.op_ref(state.ctx, op);
                let Some(result) = body.results(op.op).next() else {
                    continue;
                };
                in_order &= op.operands().iter().all(|&value| !self.is_missing(value));
                let slot = match state.constant_op(op)? {
                    Some(found) => constant(found),
                    None => self.folded(state, op).unwrap_or(Slot::Number(0)),
                };
                self.set(result, slot);
            }
        }
        Ok(in_order)
    }

    fn is_missing(&self, value: ValueId) -> bool {
        matches!(self.slot(value), Slot::Missing)
    }

    /// What an instruction is that LLVM does not make.
    fn folded(&mut self, state: &ModuleState<'_>, op: OpRef<'_>) -> Option<Slot> {
        let operands = op.operands();
        let is_constant = |value: &ValueId| matches!(self.slot(*value), Slot::Constant(_));
        if operands.is_empty() || !operands.iter().all(is_constant) {
            return is_no_conversion(op).then_some(Slot::Same(0));
        }
        let folder = state.folder();
        if let ("llvm.insertvalue", &[aggregate, part]) = (op.name(), &operands[..]) {
            let (Slot::Constant(aggregate), Slot::Constant(part)) = (self.slot(aggregate), self.slot(part)) else {
                return None;
            };
            if !aggregate.can_set(op.ctx, &integers(op, "position"), part) {
                return None;
            }
        }
        let operands = operands.into_iter().map(|value| self.take_constant(op, value));
        folder.fold(op, operands.collect::<Option<_>>()?).map(constant)
    }

    /// The constant of an operand. Aggregates that are made part by part are taken away, so that they are not copied.
    fn take_constant(&mut self, op: OpRef<'_>, value: ValueId) -> Option<Constant> {
        let is_step = op.name() == "llvm.insertvalue" && op.body.has_one_use(value);
        let slot = self.slots.get_mut(value.as_u32() as usize)?;
        let Slot::Constant(constant) = slot else {
            return None;
        };
        if is_step {
            let ty = constant.ty;
            return Some(std::mem::replace(constant, Constant::poison(ty)));
        }
        Some((**constant).clone())
    }

    fn number_block(&mut self, state: &mut ModuleState<'_>, body: &Body, block: BlockId, is_entry: bool) -> Fallible {
        if is_entry {
            // The arguments of the function come before its first block.
            body.block_args(block).for_each(|arg| self.number(arg));
        }
        let label = self.take();
        self.labels.insert(block, label);
        if !is_entry {
            for arg in body.block_args(block) {
                if !matches!(self.slot(arg), Slot::Constant(_)) {
                    self.number(arg);
                }
            }
        }
        for op in body.block_ops(block) {
            let op = body.op_ref(state.ctx, op);
            let Some(result) = body.results(op.op).next() else {
                continue;
            };
            match self.slot(result) {
                Slot::Number(_) if has_value(state, op)? => self.number(result),
                Slot::Number(_) => self.set(result, Slot::Missing),
                Slot::Same(_) => {
                    self.same.push((result, op.operand(0)));
                }
                Slot::Constant(_) | Slot::Missing => {}
            }
        }
        Ok(())
    }

    /// Gives values that are the same as others the numbers of these, which may stand in blocks further below.
    fn number_same(&mut self, body: &Body) {
        let casts = std::mem::take(&mut self.same);
        let same: HashMap<ValueId, ValueId> = casts.iter().copied().collect();
        for (value, _) in casts {
            // In blocks that are never reached, values may lead in circles.
            let chain = std::iter::successors(Some(value), |value| same.get(value).copied());
            let origin = chain.take(same.len() + 1).last().unwrap_or(value);
            let slot = match *self.slot(origin) {
                Slot::Number(number) => Slot::Same(number),
                _ if same.contains_key(&origin) => constant(Constant::poison(body.value_type(value))),
                _ => Slot::Missing,
            };
            self.set(value, slot);
        }
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

fn constant(constant: Constant) -> Slot {
    Slot::Constant(Box::new(constant))
}

/// Whether the instruction that an op becomes has a value.
fn has_value(state: &ModuleState<'_>, op: OpRef<'_>) -> Fallible<bool> {
    match op.data().num_results() {
        0 => Ok(false),
        // The intrinsic has no value, although the op has a result; nothing may use it.
        1 if op.name() == "llvm.intr.coro.end" => Ok(!has_void_coro_end(state.options.llvm_major)),
        // Inline assembly that gives nothing has no value either.
        1 => {
            let kind = state.types.kind(op.result_types()[0], op.location())?;
            Ok(!matches!(kind, LlvmType::Keyword("void")))
        }
        _ => Err(failed(op)),
    }
}
