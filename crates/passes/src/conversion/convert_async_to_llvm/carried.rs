//! Tokens, values and groups that control flow carries: results and arguments of branches, loops and conditionals.

use asyncir_dialects::{arith, cf, scf};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::{ConversionPatterns, ConversionTarget, Rewriter, TypeConverter};
use asyncir_ir::{OpId, OpRef, OperationState, ValueId};

use crate::conversion::llvm_common::types;

/// The ops that pass values on as they are.
const OPS: [&OpDef; 11] = [
    cf::BranchOp::DEF,
    cf::CondBranchOp::DEF,
    cf::SwitchOp::DEF,
    scf::ForOp::DEF,
    scf::WhileOp::DEF,
    scf::IfOp::DEF,
    scf::IndexSwitchOp::DEF,
    scf::ExecuteRegionOp::DEF,
    scf::YieldOp::DEF,
    scf::ConditionOp::DEF,
    arith::SelectOp::DEF,
];

/// Makes ops that pass on async types illegal, and gives them patterns.
pub(super) fn add_patterns(patterns: &mut ConversionPatterns, target: &mut ConversionTarget, runtime: &TypeConverter) {
    for def in OPS {
        let converter = runtime.clone();
        target.partly_dynamic_op(def, move |op| legality(op, &converter));
        let converter = runtime.clone();
        patterns.add(def, runtime, move |rw, op, operands| {
            if !has_async_types(rw.body.op_ref(rw.ctx, op), &converter) {
                return None;
            }
            convert_types(rw, op, operands, &converter)
        });
    }
}

/// Ops without async types are none of this conversion's business, but for those that it made.
fn legality(op: OpRef<'_>, converter: &TypeConverter) -> Option<bool> {
    if has_async_types(op, converter) {
        return Some(false);
    }
    let ptr = types::ptr(op.ctx);
    let regions = op.body.op_regions(op.op).iter();
    let mut blocks = regions.flat_map(|&region| op.body.region_blocks(region));
    let is_converted = op.operand_types().contains(&ptr)
        || op.result_types().contains(&ptr)
        || blocks.any(|block| op.body.block_args(block).any(|arg| op.body.value_type(arg) == ptr));
    is_converted.then_some(true)
}

fn has_async_types(op: OpRef<'_>, converter: &TypeConverter) -> bool {
    !converter.is_legal_op(op) || !converter.are_regions_legal(op)
}

/// Makes the op anew with converted types, around the same blocks.
fn convert_types(rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId], converter: &TypeConverter) -> Option<()> {
    let data = rw.body.op(op);
    let mut state = OperationState::like(data).operands(operands);
    let results = rw.body.result_types(op);
    state.results = converter.convert_types(rw.ctx, &results)?.into();
    let successors: Vec<_> = rw.body.successors(op).collect();
    for (index, &successor) in successors.iter().enumerate() {
        // One that stands there twice is converted already.
        if successors[..index].contains(&successor) {
            continue;
        }
        let signature = converter.convert_block_signature(rw.ctx, rw.body, successor)?;
        rw.convert_block_signature(successor, &signature, Some(converter));
    }
    let successors: Vec<_> = rw.body.successors(op).collect();
    let mut state = state.successors(&successors);
    let from = rw.body.op_regions(op).to_vec();
    for _ in &from {
        let region = rw.body.create_region();
        state.regions.push(region);
    }
    let to = state.regions.to_vec();
    rw.set_before(op);
    let new = rw.insert(state);
    for (from, to) in from.into_iter().zip(to) {
        rw.inline_region(from, to, None);
        rw.convert_region_types(to, converter)?;
    }
    let results: Vec<ValueId> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Some(())
}
