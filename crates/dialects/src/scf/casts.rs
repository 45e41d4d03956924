//! Casts of tensors around loops: the loops carry what is known of the sizes.

use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, OpId, Type, ValueId};

use super::edit::{rebuild, set_operands};
use super::forall_rewrites::writes;
use super::{ForOp, ForallOp, region_end};
use crate::tensor::{CastOp, before_forgetting_cast};

/// How many operands a loop of `scf.for` has in front of what it carries.
const FIRST_INIT: usize = 3;

/// A tensor that `scf.for` begins with, cast, and whose last value is cast back: its place among what the loop carries,
/// the tensor, and the cast behind the loop.
fn carried_cast(rw: &Rewriter<'_>, op: OpId) -> Option<(usize, ValueId, OpId)> {
    let inits = ForOp(rw.body.op_ref(rw.ctx, op)).initArgs();
    inits.iter().enumerate().find_map(|(index, &init)| {
        let known = before_forgetting_cast(rw, init)?;
        let result = rw.body.result(op, index);
        let user = rw.body.users(result).next().filter(|_| rw.body.has_one_use(result))?;
        let casts_back = rw.body.op(user).is(CastOp::DEF)
            && rw.body.value_type(rw.body.result(user, 0)) == rw.body.value_type(known);
        casts_back.then_some((index, known, user))
    })
}

/// A tensor that is cast in front of a loop, and back behind it, is carried as it is.
pub(super) fn fold_casts_of_carried(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some((index, known, back)), Some(end)) = (carried_cast(rw, op), region_end(rw.body, op, 0)) else {
        return false;
    };
    let Some(block) = rw.body.parent_block(end) else {
        return false;
    };
    let ty = rw.body.value_type(known);
    retype_argument(rw, op, (block, index + 1), ty);
    let mut yielded: Vec<ValueId> = rw.body.operands(end).collect();
    rw.set_before(end);
    yielded[index] = rw.insert_value(CastOp::build(rw.ctx, rw.location_of(op), yielded[index], &[ty]));
    set_operands(rw, end, &yielded);
    let new = replace_retyped(rw, op, &[(index, known)], FIRST_INIT);
    let result = rw.body.result(new, index);
    rw.replace(back, &[result]);
    true
}

/// Tensors that are cast in front of an `scf.forall` that writes to them are written as they are.
pub(super) fn fold_casts_of_outputs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let view = ForallOp(rw.body.op_ref(rw.ctx, op));
    let (outputs, num_dims) = (view.outputs(), view.lower().len());
    let (Some(block), first_output) = (view.block(), view.0.data().num_operands() - outputs.len()) else {
        return false;
    };
    let known: Vec<(usize, ValueId)> = (outputs.iter().enumerate())
        .filter_map(|(index, &output)| Some((index, before_forgetting_cast(rw, output)?)))
        .collect();
    for &(index, known) in &known {
        let ty = rw.body.value_type(known);
        if let Some((argument, cast)) = retype_argument(rw, op, (block, num_dims + index), ty) {
            write_to(rw, op, cast, argument);
        }
    }
    if !known.is_empty() {
        replace_retyped(rw, op, &known, first_output);
    }
    !known.is_empty()
}

/// Lets the iterations write to `argument` where they wrote to `cast`.
fn write_to(rw: &mut Rewriter<'_>, op: OpId, cast: ValueId, argument: ValueId) {
    for write in writes(rw, op) {
        if rw.body.operand(write, 1) == cast {
            rw.modify(write, |body| body.set_operand(write, 1, argument));
        }
    }
}

/// Gives an argument of a block another type. Inside, it is cast to the type that it had. The argument and the cast.
fn retype_argument(
    rw: &mut Rewriter<'_>,
    op: OpId,
    (block, index): (BlockId, usize),
    ty: Type,
) -> Option<(ValueId, ValueId)> {
    let argument = rw.body.block_args(block).nth(index)?;
    let old = rw.body.value_type(argument);
    rw.body.set_value_type(argument, ty);
    rw.set_start(block);
    let cast = rw.insert(CastOp::build(rw.ctx, rw.location_of(op), argument, &[old]));
    let value = rw.body.result(cast, 0);
    rw.replace_value_if(argument, value, |_, user| user != cast);
    Some((argument, value))
}

/// Replaces a loop by one with other operands at some places behind `first`. The results there have the types of these
/// operands, and are cast to the types that they had.
fn replace_retyped(rw: &mut Rewriter<'_>, op: OpId, known: &[(usize, ValueId)], first: usize) -> OpId {
    let mut operands: Vec<ValueId> = rw.body.operands(op).collect();
    let old: Vec<Type> = rw.body.results(op).map(|result| rw.body.value_type(result)).collect();
    let mut types = old.clone();
    for &(index, known) in known {
        operands[first + index] = known;
        types[index] = rw.body.value_type(known);
    }
    let new = rebuild(rw, op, &operands, &types);
    let mut results: Vec<ValueId> = rw.body.results(new).collect();
    for &(index, _) in known {
        let state = CastOp::build(rw.ctx, rw.location_of(new), results[index], &[old[index]]);
        results[index] = rw.insert_value(state);
    }
    rw.replace(op, &results);
    new
}
