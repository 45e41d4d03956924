//! `cf`: what branches pass to blocks. They are rewritten together with the arguments of the blocks.

use asyncir_dialects::cf::{BranchOp, CondBranchOp, SwitchOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{BlockId, Fallible, OpId, ValueId};

use super::{Bufferizable, maybe_from};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, Source, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    [BranchOp::DEF, CondBranchOp::DEF, SwitchOp::DEF]
        .contains(&def)
        .then_some(&Branch)
}

struct Branch;

impl Bufferizable for Branch {
    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let mut found = Vec::new();
        for (index, block) in v.body.successors(operand.op).enumerate() {
            let passed = successor_operands(v.ctx, v.body, operand.op, index);
            let argument = passed.and_then(|passed| passed.argument_of(operand.index));
            found.extend(argument.map(|argument| Alias {
                value: v.body.block_arg(block, argument),
                is_equivalent: true,
                is_definite: false,
            }));
        }
        found
    }

    fn bufferize(&self, _b: &mut Bufferizer<'_>, _op: OpId) -> Fallible {
        Ok(())
    }
}

/// What branches pass to an argument of a block.
pub(super) fn passed(v: View<'_>, argument: ValueId) -> Vec<Source> {
    let Some(block) = v.argument_block(argument) else {
        return Vec::new();
    };
    passed_to(v, block, v.number(argument))
}

fn passed_to(v: View<'_>, block: BlockId, argument: usize) -> Vec<Source> {
    let mut found = Vec::new();
    for (branch, successor) in v.body.block_uses(block) {
        let Some(passed) = successor_operands(v.ctx, v.body, branch, successor) else {
            continue;
        };
        let index = argument.checked_sub(passed.produced);
        let index = index.filter(|&index| index < passed.range.len());
        found.extend(index.map(|index| maybe_from(branch, passed.range.start + index)));
    }
    found
}
