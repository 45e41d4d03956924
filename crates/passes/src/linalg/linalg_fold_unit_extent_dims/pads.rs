//! Dimensions of one element that nothing is added to.

use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_dialects::tensor::{EmptyOp, PadOp, YieldOp};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{InsertPoint, Location, OpId, Type, ValueId};

use super::strategy::Strategy;
use crate::linalg::nest::folded_size;
use crate::scf::build::region;

/// Takes dimensions of one element from a tensor before elements are added to the others.
pub(super) fn drop_dimensions(rw: &mut Rewriter<'_>, op: OpId, strategy: Strategy) {
    replace(rw, op, strategy);
}

fn replace(rw: &mut Rewriter<'_>, op: OpId, strategy: Strategy) -> Option<()> {
    let view = PadOp(rw.body.op_ref(rw.ctx, op));
    let (value, source, padding, nofold) = (view.value()?, view.source(), view.known_padding(), view.nofold());
    let (at, shape) = (view.0.location(), rw.body.value_type(source).shape(rw.ctx)?.to_vec());
    let padded = view.0.result_type(0).shape(rw.ctx)?.to_vec();
    let is_zero = |entry: &Entry| entry.known(rw.ctx, rw.body) == Some(0);
    let is_unit = |dim: usize| shape[dim] == 1 && is_zero(&padding.low[dim]) && is_zero(&padding.high[dim]);
    let units: Vec<bool> = (0..shape.len()).map(is_unit).collect();
    let kept: Vec<usize> = (0..shape.len()).filter(|&dim| !units[dim]).collect();
    if kept.len() == shape.len() {
        return None;
    }
    let of = |list: &[i64]| -> Vec<i64> { kept.iter().map(|&dim| list[dim]).collect() };
    let groups = groups(&units);
    let (small, result) = (of(&shape), of(&padded));
    move_out(rw, op, value);
    let source = strategy.collapse(rw, at, source, &small, &groups)?;
    let entries = |list: &[Entry]| -> Vec<Entry> { kept.iter().map(|&dim| list[dim]).collect() };
    let (low, high) = (entries(&padding.low), entries(&padding.high));
    let arguments = vec![(Type::INDEX, at); kept.len()];
    let body = region(rw, &arguments, |rw, _| {
        rw.insert(YieldOp::build(rw.ctx, at, value, &[]));
    });
    let [(low, lows), (high, highs)] = [low, high].map(|list| index_list::split(&list));
    let (low, high) = (rw.ctx.dense_i64_array(&low), rw.ctx.dense_i64_array(&high));
    let element = rw.body.value_type(source).element_or_self(rw.ctx);
    let ty = rw.ctx.tensor_type(&result, element);
    let mut state = PadOp::build(rw.ctx, at, source, &lows, &highs, low, high, nofold, &[ty]);
    state.regions.push(body);
    let new = rw.insert_value(state);
    let dest = match strategy {
        Strategy::Reshapes => rw.body.result(op, 0),
        Strategy::Slices => destination(rw, at, new, &units),
    };
    let expanded = strategy.expand(rw, at, new, dest, &groups)?;
    rw.replace(op, &[expanded]);
    Some(())
}

/// Moves the padding in front of the op if it is a constant in its region, which goes.
fn move_out(rw: &mut Rewriter<'_>, op: OpId, value: ValueId) {
    let maker = rw.body.defining_op(value);
    if let Some(maker) = maker.filter(|&maker| rw.body.parent_op(maker) == Some(op)) {
        rw.move_op(maker, InsertPoint::Before(op));
    }
}

/// Dimensions of one element belong to the one before, the first ones to the one behind.
fn groups(units: &[bool]) -> Groups {
    let mut groups = Groups::new();
    let mut group: Vec<i64> = Vec::new();
    let mut has_other = false;
    for (dim, &is_unit) in units.iter().enumerate() {
        if !is_unit && has_other {
            groups.push(std::mem::take(&mut group));
        }
        has_other |= !is_unit;
        group.push(dim as i64);
    }
    if has_other {
        groups.push(group);
    }
    groups
}

/// A new tensor with all dimensions.
fn destination(rw: &mut Rewriter<'_>, at: Location, padded: ValueId, units: &[bool]) -> ValueId {
    let (mut sizes, mut next) = (Vec::with_capacity(units.len()), 0);
    for &is_unit in units {
        sizes.push(if is_unit {
            Entry::Static(1)
        } else {
            next += 1;
            folded_size(rw, at, padded, next - 1)
        });
    }
    let (shape, values) = index_list::split(&sizes);
    let ty = rw
        .ctx
        .tensor_type(&shape, rw.body.value_type(padded).element_or_self(rw.ctx));
    rw.insert_value(EmptyOp::build(rw.ctx, at, &values, &[ty]))
}
