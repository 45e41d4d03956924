//! Where control goes if operands are known, and which values go with it.

use std::ops::Range;

use asyncir_dialects::{affine, r#async, cf, func, llvm, scf};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{Attribute, OpRef, ValueId};
use smallvec::{SmallVec, smallvec};

/// Regions by their indices, `None` for behind the op.
type Next = SmallVec<[Option<usize>; 2]>;

fn constant(constants: &[Option<Attribute>], index: usize) -> Option<Attribute> {
    constants.get(index).copied().flatten()
}

/// Where control goes from the start of an op with regions whose operands are these constants.
pub(crate) fn entered(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Next {
    let data = op.data();
    let all = all_next(op, None);
    if data.is(scf::IfOp::DEF) {
        return match constant(constants, 0).and_then(Attribute::as_bool) {
            Some(true) => smallvec![all[0]],
            Some(false) => smallvec![all[1]],
            None => all,
        };
    }
    if data.is(scf::IndexSwitchOp::DEF) {
        let Some(value) = constant(constants, 0).and_then(|value| value.as_i64(op.ctx)) else {
            return all;
        };
        let cases = scf::IndexSwitchOp(op).case_values();
        // The default region comes first.
        let case = cases.iter().position(|&case| case == value);
        return smallvec![Some(case.map_or(0, |case| case + 1))];
    }
    if data.is(affine::ForOp::DEF) {
        return match affine::ForOp(op).trip_count() {
            Some(0) => smallvec![None],
            Some(_) => smallvec![Some(0)],
            None => all,
        };
    }
    all
}

/// Where control goes from the end of a region of `parent`, if the operands of the terminator are these constants.
pub(crate) fn left(end: OpRef<'_>, parent: OpRef<'_>, constants: &[Option<Attribute>]) -> Next {
    let region = end.body.parent_region(end.op);
    let regions = parent.body.op_regions(parent.op);
    let index = regions.iter().position(|&other| Some(other) == region);
    let all = all_next(parent, index);
    if end.data().is(scf::ConditionOp::DEF) {
        return match constant(constants, 0).and_then(Attribute::as_bool) {
            Some(true) => smallvec![Some(1)],
            Some(false) => smallvec![None],
            None => all,
        };
    }
    if parent.data().is(affine::ForOp::DEF) {
        return match affine::ForOp(parent).trip_count() {
            // The end is never reached.
            Some(0) => smallvec![],
            Some(1) => smallvec![None],
            _ => all,
        };
    }
    all
}

fn all_next(op: OpRef<'_>, from: Option<usize>) -> Next {
    let hook = op.data().def().and_then(|def| def.hooks.region_branch);
    hook.map(|hook| hook(op, from)).unwrap_or_default()
}

/// The first argument of a region (`Some`), or the first result (`None`), that something is passed to.
pub(crate) fn first_input(op: OpRef<'_>, to: Option<usize>) -> usize {
    let data = op.data();
    let has_index = data.is(scf::ForOp::DEF) || data.is(affine::ForOp::DEF);
    let has_token = data.is(r#async::ExecuteOp::DEF);
    usize::from(if to.is_some() { has_index } else { has_token })
}

/// The operands that an op with regions passes when control enters one of them, or goes past them.
pub(crate) fn passed_on_entry(op: OpRef<'_>) -> Range<usize> {
    let data = op.data();
    let first = [
        (scf::ForOp::DEF, "initArgs"),
        (scf::WhileOp::DEF, "inits"),
        (affine::ForOp::DEF, "inits"),
        (r#async::ExecuteOp::DEF, "bodyOperands"),
    ];
    let slot = first.into_iter().find(|&(def, _)| data.is(def));
    slot.and_then(|(def, name)| Some(def.operand_range(op, def.operand_slot(name)?)))
        .unwrap_or(0..0)
}

/// The operands that a terminator passes to the next region, or as results; `None` if that is not known.
pub(crate) fn passed_at_end(end: OpRef<'_>) -> Option<Range<usize>> {
    let data = end.data();
    if data.is(scf::ConditionOp::DEF) {
        return Some(1..data.num_operands());
    }
    if data.is(scf::InParallelOp::DEF) || data.is(scf::ReduceOp::DEF) {
        return Some(0..0);
    }
    data.has_trait(OpTrait::ReturnLike).then(|| 0..data.num_operands())
}

/// The successor that a branch takes if its operands are these constants; `None` if it may take any.
pub(crate) fn taken(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<usize> {
    let data = op.data();
    if data.is(cf::CondBranchOp::DEF) {
        let (_, condition) = constant(constants, 0)?.as_int(op.ctx)?;
        return Some(usize::from(!condition.is_one()));
    }
    if data.is(cf::SwitchOp::DEF) {
        let (_, flag) = constant(constants, 0)?.as_int(op.ctx)?;
        let cases = cf::SwitchOp(op).values();
        let case = cases.iter().position(|&case| flag.to_i128() == Some(case));
        return Some(case.map_or(0, |case| case + 1));
    }
    None
}

/// The operands that a call passes to the arguments of its callee.
pub(crate) fn callee_operands(call: OpRef<'_>) -> Range<usize> {
    let data = call.data();
    let calls = [
        func::CallOp::DEF,
        llvm::CallOp::DEF,
        llvm::InvokeOp::DEF,
        r#async::CallOp::DEF,
    ];
    let def = calls.into_iter().find(|&def| data.is(def));
    def.and_then(|def| Some(def.operand_range(call, def.operand_slot("callee_operands").or(Some(0))?)))
        .unwrap_or(0..0)
}

/// What a call passes to the arguments of its callee.
pub(crate) fn passed_to_callee(call: OpRef<'_>) -> SmallVec<[ValueId; 4]> {
    callee_operands(call).map(|index| call.operand(index)).collect()
}
