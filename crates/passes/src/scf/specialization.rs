//! Loops whose upper bounds are minima with constants, in a version for just these constants and one for the others.

use asyncir_dialects::affine::MinOp;
use asyncir_dialects::affine::operands::as_map;
use asyncir_dialects::arith::build::{self, ArithBuilder};
use asyncir_dialects::scf::{IfOp, YieldOp};
use asyncir_ir::affine::AffineExpr;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Mapping, OpId, Type, ValueId};

/// Puts a loop into an `scf.if`: where all upper bounds are their constants, a copy of it with the constants runs.
/// Nothing happens to a loop with a bound that is not the minimum of a constant and other values.
pub(super) fn specialize(rw: &mut Rewriter<'_>, op: OpId, uppers: &[ValueId]) -> Option<()> {
    let limits: Vec<i64> = uppers
        .iter()
        .map(|&upper| least_constant(rw, upper))
        .collect::<Option<_>>()?;
    let at = rw.location_of(op);
    rw.set_before(op);
    let mut map = Mapping::new();
    let mut condition = None;
    for (&upper, limit) in uppers.iter().zip(limits) {
        let constant = build::index(rw, at, limit);
        let mut arith = ArithBuilder::new(rw, at);
        let is_constant = arith.cmpi("eq", upper, constant);
        condition = Some(match condition {
            Some(before) => arith.andi(before, is_constant),
            None => is_constant,
        });
        map.map_value(upper, constant);
    }
    // Results that nobody uses need not leave the branches.
    let results: Vec<ValueId> = rw.body.results(op).collect();
    let are_used = results.iter().any(|&result| rw.body.has_uses(result));
    let types = |&value: &ValueId| rw.body.value_type(value);
    let types: Vec<Type> = results.iter().filter(|_| are_used).map(types).collect();
    let regions = [rw.body.create_region(), rw.body.create_region()];
    let mut state = IfOp::build(rw.ctx, at, condition?, &types);
    state.regions.extend(regions);
    let branch = rw.insert(state);
    let copies = [&mut map, &mut Mapping::new()].map(|map| rw.body.clone_op(op, map));
    for (region, copy) in regions.into_iter().zip(copies) {
        rw.create_block(region, None, &[]);
        rw.insert_copy(copy);
        let results: Vec<ValueId> = rw.body.results(copy).filter(|_| are_used).collect();
        rw.insert(YieldOp::build(rw.ctx, at, &results, &[]));
    }
    let results: Vec<ValueId> = rw.body.results(branch).collect();
    if are_used {
        rw.replace(op, &results);
    } else {
        rw.erase(op);
    }
    Some(())
}

/// The least constant among the results of the `affine.min` that a value is.
fn least_constant(rw: &Rewriter<'_>, value: ValueId) -> Option<i64> {
    let min = rw.body.defining_op(value).filter(|&op| rw.body.op(op).is(MinOp::DEF))?;
    let map = as_map(rw.ctx, MinOp(rw.body.op_ref(rw.ctx, min)).map()?)?;
    let constant = |result: &AffineExpr| match result {
        AffineExpr::Constant(value) => Some(*value),
        _ => None,
    };
    map.results().iter().filter_map(constant).min()
}
