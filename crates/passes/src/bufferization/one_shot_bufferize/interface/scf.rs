//! `scf`: branches, regions that are executed once, and what ends them.

use asyncir_dialects::memref::strides::memory_space;
use asyncir_dialects::scf::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, WhileOp, YieldOp, region_end,
};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, Type, ValueId};

use super::scf_while::Condition;
use super::{Bufferizable, branches, function, maybe_from, scf_for, scf_forall, scf_while};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::signature::bufferize_arguments;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, Source, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == ForOp::DEF {
        Some(&scf_for::For)
    } else if def == IfOp::DEF || def == IndexSwitchOp::DEF {
        Some(&Choice)
    } else if def == YieldOp::DEF {
        Some(&Yield)
    } else if def == ForallOp::DEF {
        Some(&scf_forall::Forall)
    } else if def == InParallelOp::DEF {
        Some(&scf_forall::InParallel)
    } else if def == WhileOp::DEF {
        Some(&scf_while::While)
    } else if def == ConditionOp::DEF {
        Some(&Condition)
    } else if def == ExecuteRegionOp::DEF {
        Some(&ExecuteRegion)
    } else {
        None
    }
}

/// One of several regions is executed: `scf.if` and `scf.index_switch`.
struct Choice;

/// What ends the regions of an op.
fn region_ends(v: View<'_>, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    let regions = v.body.op_regions(op).len();
    // MLIR looks at the region for other values last.
    let first = usize::from(v.body.op(op).is(IndexSwitchOp::DEF));
    let order = (0..regions).map(move |index| (index + first) % regions);
    order.filter_map(move |index| region_end(v.body, op, index))
}

impl Bufferizable for Choice {
    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        let (Some(op), number) = (v.owner(value), v.number(value)) else {
            return Vec::new();
        };
        region_ends(v, op).map(|end| maybe_from(end, number)).collect()
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let (Some(op), number) = (v.owner(value), v.number(value)) else {
            return Ok(v.body.value_type(value));
        };
        let mut common: Option<Type> = None;
        for end in region_ends(v, op) {
            let ty = v.buffer_type_within(v.body.operand(end, number), stack)?;
            let Some(known) = common.filter(|&known| known != ty) else {
                common = Some(ty);
                continue;
            };
            let space = memory_space(v.ctx, known);
            if space != memory_space(v.ctx, ty) {
                let what = if v.body.op(op).is(IfOp::DEF) {
                    "inconsistent memory space on then/else branches"
                } else {
                    "inconsistent memory space on switch cases"
                };
                return Err(v.op_ref(op).bare_error(what));
            }
            common = Some(types::dynamic(v.ctx, v.body.value_type(value), space));
        }
        Ok(common.unwrap_or(v.body.value_type(value)))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let results: Vec<ValueId> = b.rw.body.results(op).collect();
        let types = results.iter().map(|&result| b.view().buffer_type(result));
        let types: Vec<Type> = types.collect::<Fallible<_>>()?;
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let mut state = b.plain(op).operands(&operands).results(&types);
        for region in b.rw.body.op_regions(op).to_vec() {
            state.regions.push(b.take_region(region));
        }
        b.rw.set_before(op);
        b.replace_with(op, state);
        Ok(())
    }
}

/// Gives values to the op around it.
struct Yield;

impl Bufferizable for Yield {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn must_be_in_place(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let Some(parent) = v.body.parent_op(operand.op) else {
            return Vec::new();
        };
        let data = v.body.op(parent);
        let is_once = data.is(ExecuteRegionOp::DEF);
        if !is_once && !data.is(IfOp::DEF) && !data.is(IndexSwitchOp::DEF) {
            return Vec::new();
        }
        vec![Alias {
            value: v.body.result(parent, operand.index),
            is_equivalent: true,
            is_definite: is_once,
        }]
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let parent = b.rw.body.parent_op(op);
        let Some(parent) = parent.filter(|&parent| b.view().interface(parent).is_some()) else {
            return Err(b.view().op_ref(op).bare_error("unsupported scf::YieldOp parent"));
        };
        let mut values: Vec<ValueId> = b.rw.body.operands(op).collect();
        for (index, value) in values.iter_mut().enumerate() {
            if !b.is_tensor(*value) {
                continue;
            }
            let buffer = b.buffer(*value)?;
            let v = b.view();
            let data = v.body.op(parent);
            let wanted = if data.is(WhileOp::DEF) {
                v.buffer_type(WhileOp(v.op_ref(parent)).arguments(0)[index])?
            } else if data.is(ExecuteRegionOp::DEF) {
                v.body.value_type(buffer)
            } else {
                v.buffer_type(v.body.result(parent, index))?
            };
            *value = b.cast(buffer, wanted)?;
        }
        let location = b.rw.location_of(op);
        b.replace_with(op, YieldOp::build(b.rw.ctx, location, &values, &[]));
        Ok(())
    }
}

/// A region that is executed once, and may have several blocks.
struct ExecuteRegion;

/// The only op that gives the results.
fn only_yield(v: View<'_>, op: OpId) -> Option<OpId> {
    let mut blocks = v.body.region_blocks(ExecuteRegionOp(v.op_ref(op)).region());
    let mut ends = blocks
        .by_ref()
        .filter_map(|block| v.body.block(block).last_op())
        .filter(|&end| v.body.op(end).is(YieldOp::DEF));
    let first = ends.next()?;
    ends.next().is_none().then_some(first)
}

impl Bufferizable for ExecuteRegion {
    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        if !v.is_result(value) {
            return branches::passed(v, value);
        }
        let end = v.owner(value).and_then(|op| only_yield(v, op));
        end.map_or_else(Vec::new, |end| {
            vec![Source {
                is_definite: true,
                ..maybe_from(end, v.number(value))
            }]
        })
    }

    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn takes_blocks(&self) -> bool {
        true
    }

    fn verify(&self, v: View<'_>, op: OpId) -> Fallible {
        match only_yield(v, op) {
            Some(_) => Ok(()),
            None => Err(v.op_ref(op).error("op without unique scf.yield is not supported")),
        }
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        if v.is_result(value) {
            super::buffer_type(v, value, stack)
        } else {
            function::passed_type(v, value, stack)
        }
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let view = b.view();
        let Some(end) = only_yield(view, op) else {
            return Err(view.op_ref(op).error("op without unique scf.yield is not supported"));
        };
        let types = view.op_ref(end).operand_types();
        let region = ExecuteRegionOp(view.op_ref(op)).region();
        let mut state = b.plain(op).results(&types);
        let region = b.take_region(region);
        state.regions.push(region);
        b.rw.set_before(op);
        let new = b.rw.insert(state);
        let blocks: Vec<_> = b.rw.body.region_blocks(region).collect();
        for block in blocks {
            bufferize_arguments(b, block)?;
        }
        let results: Vec<ValueId> = b.rw.body.results(new).collect();
        b.replace(op, &results);
        Ok(())
    }
}
