//! Canonicalisation of what ops with regions pass from region to region, the same for all of them.
//!
//! An op passes operands to the arguments of a region that it enters; a terminator passes operands to those of the next
//! region, or to the results of the op. All of these arguments and results are the inputs of the op's regions.

use std::collections::HashMap;

use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::{BlockId, OpId, ValueDef, ValueId};

use super::edit::{kept, rebuild, set_operands, spread};
use super::{ConditionOp, YieldOp};

/// An op whose regions are entered with values.
#[derive(Clone, Copy)]
pub(super) struct RegionBranch {
    /// The definition of the op; behind a function, for the definition names the patterns.
    pub def: fn() -> &'static OpDef,
    /// The first of its operands that regions are entered with.
    pub first_operand: usize,
    /// The first argument of regions that is such a value.
    pub first_argument: usize,
}

/// Inputs that can only be one value are that value.
pub(super) struct MakeInputsDead(pub RegionBranch);
/// Inputs that always get the same values are one.
pub(super) struct MergeInputs(pub RegionBranch);
/// Inputs that nobody uses are not passed.
pub(super) struct RemoveDeadInputs(pub RegionBranch);

macro_rules! region_branch_patterns {
    ($($Name:ident => $rewrite:path),+) => {$(
        impl RewritePattern for $Name {
            fn name(&self) -> &str {
                stringify!($Name)
            }
            fn root(&self) -> PatternRoot {
                PatternRoot::Op((self.0.def)())
            }
            fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
                let flows = Flows::of(rw, op, self.0);
                $rewrite(rw, op, &flows)
            }
        }
    )+};
}

region_branch_patterns! {
    MakeInputsDead => make_inputs_dead,
    MergeInputs => merge_inputs,
    RemoveDeadInputs => remove_dead_inputs
}

/// An operand: the op and the index.
type Slot = (OpId, usize);

/// What is passed where.
struct Flows {
    /// All inputs that something is passed to.
    inputs: Vec<ValueId>,
    /// For each input, the operands that are passed to it.
    operands: HashMap<ValueId, Vec<Slot>>,
}

impl Flows {
    fn of(rw: &Rewriter<'_>, op: OpId, branch: RegionBranch) -> Self {
        let mut flows = Self {
            inputs: Vec::new(),
            operands: HashMap::new(),
        };
        let regions = rw.body.op_regions(op);
        let Some(successors) = (branch.def)().hooks.region_branch else {
            return flows;
        };
        let inputs = |to: Option<usize>| -> Vec<ValueId> {
            let Some(region) = to else {
                return rw.body.results(op).collect();
            };
            let block = regions.get(region).and_then(|&region| rw.body.region(region).first());
            let args = block.into_iter().flat_map(|block| rw.body.block_args(block));
            args.skip(branch.first_argument).collect()
        };
        let view = rw.body.op_ref(rw.ctx, op);
        for to in successors(view, None) {
            flows.add(rw, op, branch.first_operand, &inputs(to));
        }
        for (index, &region) in regions.iter().enumerate() {
            for block in rw.body.region_blocks(region) {
                let Some((end, first)) = forwarding_end(rw, block) else {
                    continue;
                };
                for to in successors(view, Some(index)) {
                    flows.add(rw, end, first, &inputs(to));
                }
            }
        }
        flows
    }

    fn add(&mut self, rw: &Rewriter<'_>, from: OpId, first: usize, inputs: &[ValueId]) {
        for (index, &input) in (first..rw.body.op(from).num_operands()).zip(inputs) {
            let slots = self.operands.entry(input).or_insert_with(|| {
                self.inputs.push(input);
                Vec::new()
            });
            slots.push((from, index));
        }
    }

    fn slots(&self, input: ValueId) -> &[Slot] {
        self.operands.get(&input).map_or(&[], Vec::as_slice)
    }

    /// The only value that is no input and that `input` can be, by way of any others; `None` if there are several.
    fn only_value(&self, rw: &Rewriter<'_>, input: ValueId) -> Option<ValueId> {
        let mut only = None;
        let mut reached = vec![input];
        let mut next = 0;
        let mut seen = std::collections::HashSet::from([input]);
        while let Some(&value) = reached.get(next) {
            next += 1;
            let Some(slots) = self.operands.get(&value) else {
                if only.is_some_and(|only| only != value) {
                    return None;
                }
                only = Some(value);
                continue;
            };
            for &(owner, index) in slots {
                let operand = rw.body.operand(owner, index);
                if seen.insert(operand) {
                    reached.push(operand);
                }
            }
        }
        only
    }
}

/// The terminator of a block if it passes values between regions, and which of its operands is the first of them.
fn forwarding_end(rw: &Rewriter<'_>, block: BlockId) -> Option<(OpId, usize)> {
    let end = rw.body.block(block).last_op()?;
    let data = rw.body.op(end);
    if data.is(ConditionOp::DEF) {
        return Some((end, 1));
    }
    data.is(YieldOp::DEF).then_some((end, 0))
}

/// Whether `value` can stand for `input`: it comes from outside of `op`, or both are arguments of a block.
fn is_visible(rw: &Rewriter<'_>, op: OpId, value: ValueId, input: ValueId) -> bool {
    let block = rw.body.value_block(value);
    let is_inside = block.and_then(|block| rw.body.block_parent_op(block)) == Some(op);
    let argument_of = |value| match rw.body.value_def(value) {
        ValueDef::Argument { block, .. } => Some(block),
        _ => None,
    };
    !is_inside || (argument_of(value).is_some() && argument_of(value) == argument_of(input))
}

fn make_inputs_dead(rw: &mut Rewriter<'_>, op: OpId, flows: &Flows) -> bool {
    let mut changed = false;
    for &input in &flows.inputs {
        if !rw.body.has_uses(input) {
            continue;
        }
        let value = flows.only_value(rw, input);
        if let Some(value) = value.filter(|&value| is_visible(rw, op, value, input)) {
            rw.replace_value(input, value);
            changed = true;
        }
    }
    changed
}

fn merge_inputs(rw: &mut Rewriter<'_>, _op: OpId, flows: &Flows) -> bool {
    let mut changed = false;
    // By where it is defined and what is passed to it.
    let mut first_of = HashMap::new();
    for &input in &flows.inputs {
        let owner = match rw.body.value_def(input) {
            ValueDef::Argument { block, .. } => Some(block),
            _ => None,
        };
        let slots = flows.slots(input).iter();
        let passed: Vec<(OpId, ValueId)> = slots
            .map(|&(owner, index)| (owner, rw.body.operand(owner, index)))
            .collect();
        let first = *first_of.entry((owner, passed)).or_insert(input);
        if first != input && rw.body.has_uses(input) {
            rw.replace_value(input, first);
            changed = true;
        }
    }
    changed
}

/// Sets of inputs that can only be removed together, because an operand is passed to several of them.
struct Tied<'f> {
    flows: &'f Flows,
    set_of: HashMap<ValueId, usize>,
    parents: Vec<usize>,
}

impl<'f> Tied<'f> {
    fn of(flows: &'f Flows) -> Self {
        let set_of = flows.inputs.iter().enumerate().map(|(index, &input)| (input, index));
        let mut tied = Self {
            flows,
            set_of: set_of.collect(),
            parents: (0..flows.inputs.len()).collect(),
        };
        let mut first_input: HashMap<Slot, usize> = HashMap::new();
        for (index, &input) in flows.inputs.iter().enumerate() {
            for &slot in flows.slots(input) {
                let first = *first_input.entry(slot).or_insert(index);
                let (a, b) = (tied.root(first), tied.root(index));
                tied.parents[b] = a;
            }
        }
        tied
    }

    fn root(&mut self, mut set: usize) -> usize {
        while self.parents[set] != set {
            self.parents[set] = self.parents[self.parents[set]];
            set = self.parents[set];
        }
        set
    }

    /// The inputs of sets none of which is used.
    fn dead(&mut self, rw: &Rewriter<'_>) -> Vec<ValueId> {
        let inputs = &self.flows.inputs;
        let roots: Vec<usize> = inputs.iter().map(|input| self.root(self.set_of[input])).collect();
        let mut used = vec![false; inputs.len()];
        for (&input, &root) in inputs.iter().zip(&roots) {
            used[root] |= rw.body.has_uses(input);
        }
        let dead = inputs.iter().zip(&roots).filter(|&(_, &root)| !used[root]);
        dead.map(|(&input, _)| input).collect()
    }
}

fn remove_dead_inputs(rw: &mut Rewriter<'_>, op: OpId, flows: &Flows) -> bool {
    let dead = Tied::of(flows).dead(rw);
    if dead.is_empty() {
        return false;
    }
    remove_operands(rw, flows, &dead);
    let mut kept_results = vec![true; rw.body.op(op).num_results()];
    let mut arguments: Vec<(BlockId, u32)> = Vec::new();
    for &input in &dead {
        match rw.body.value_def(input) {
            ValueDef::Argument { block, index } => arguments.push((block, index)),
            ValueDef::Result { index, .. } => kept_results[index as usize] = false,
            ValueDef::Placeholder => {}
        }
    }
    // The last ones first, so that the others keep their indices.
    arguments.sort_unstable_by(|a, b| b.cmp(a));
    rw.modify(op, |body| {
        for (block, index) in arguments {
            body.erase_block_arg(block, index as usize);
        }
    });
    if kept_results.contains(&false) {
        remove_results(rw, op, &kept_results);
    }
    true
}

/// Removes the operands that are passed to inputs.
fn remove_operands(rw: &mut Rewriter<'_>, flows: &Flows, inputs: &[ValueId]) {
    let mut slots: Vec<Slot> = inputs.iter().flat_map(|&input| flows.slots(input)).copied().collect();
    slots.sort_unstable();
    slots.dedup();
    for of_owner in slots.chunk_by(|a, b| a.0 == b.0) {
        let owner = of_owner[0].0;
        let operands: Vec<ValueId> = rw.body.operands(owner).collect();
        let mut keep = vec![true; operands.len()];
        of_owner.iter().for_each(|&(_, index)| keep[index] = false);
        set_operands(rw, owner, &kept(&operands, &keep));
    }
}

/// Rebuilds an op without the results for which `keep` does not say so.
fn remove_results(rw: &mut Rewriter<'_>, op: OpId, keep: &[bool]) {
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let types = kept(&rw.body.result_types(op), keep);
    let new = rebuild(rw, op, &operands, &types);
    let old: Vec<ValueId> = rw.body.results(op).collect();
    // Results that are not kept have no uses, and so stand for themselves.
    let results = spread(rw, new, keep, |index| old[index]);
    rw.replace(op, &results);
}
