//! `eliminate-empty-tensors`: what is computed into a tensor without contents, and then put into a part of another one, is
//! computed into that part. The analysis of `one-shot-bufferize` tells where this is possible.

use std::collections::HashSet;

use asyncir_dialects::bufferization::{MaterializeInDestinationOp, ToTensorOp};
use asyncir_dialects::linalg::CopyOp;
use asyncir_dialects::tensor::{CastOp, EmptyOp, ExtractSliceOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Body, Context, Diagnostics, Dominance, InsertPoint, Location, OpId, OwnedOp};
use asyncir_ir::{ValueId, WalkOrder};

use super::annotations::Annotations;
use super::conflicts::Insertion;
use super::decisions::Use;
use super::functions::{Current, Functions};
use super::needed_values::{Needed, place_for};
use super::options::Options;
use super::view::{State, View};
use super::{analysis, interface, run_on_module};
use crate::bodies::is_module;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "eliminate-empty-tensors",
    class: "EmptyTensorEliminationPass",
    summary: "Try to eliminate all tensor.empty ops.",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(EliminateEmptyTensors)),
};

struct EliminateEmptyTensors;

impl Pass for EliminateEmptyTensors {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let is_whole = is_module(op.operation());
        let options = Options::of_elimination(is_whole);
        let current = Current::new(cx.ctx, op.operation());
        match op.body_mut() {
            Some(module) if is_whole => run_on_module(cx.ctx, module, &options),
            Some(body) => run_on_body(cx.ctx, body, &options, &current).map_err(Diagnostics::from),
            None => Ok(()),
        }
    }
}

/// One function, of whose callers and callees nothing is known.
fn run_on_body(ctx: &Context, body: &mut Body, options: &Options, current: &Current) -> asyncir_ir::Fallible {
    let functions = Functions::of(ctx, body, &[]);
    let mut state = State {
        options,
        functions: &functions,
        current,
        decisions: None,
    };
    analysis::analyze(ctx, body, &mut state, &mut Annotations::default())?;
    eliminate(ctx, body, &state);
    Ok(())
}

/// Eliminates what it can in a body that was analysed.
pub(super) fn eliminate(ctx: &Context, body: &mut Body, state: &State<'_>) {
    let dominance = Dominance::new(body);
    for op in body.walk_all(WalkOrder::Post) {
        let v = View { ctx, body, state };
        let Some(insertion) = Insertion::of(v, op).filter(|insertion| v.is_in_place(insertion.source)) else {
            continue;
        };
        let (empties, uses) = sources(v, insertion.source);
        for empty in empties {
            let is_of_empty = |&&operand: &&Use| body.operand(operand.op, operand.index) == empty;
            if let Some(&operand) = uses.iter().find(is_of_empty) {
                replace(&mut Rewriter::new(ctx, body), &dominance, op, empty, operand);
            }
        }
    }
}

/// The tensors without contents whose memory the source of an insertion is, and all operands on the way to them.
fn sources(v: View<'_>, source: Use) -> (Vec<ValueId>, Vec<Use>) {
    let (mut found, mut uses) = (Vec::new(), vec![source]);
    let (mut pending, mut seen) = (vec![v.value(source)], HashSet::new());
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        if v.body
            .defining_op(value)
            .is_some_and(|op| v.body.op(op).is(EmptyOp::DEF))
        {
            found.push(value);
            continue;
        }
        if v.interface_of_value(value).is_none() {
            continue;
        }
        for source in v.sources(value) {
            let next = v.value(source.operand);
            let is_same_type = v.body.value_type(next) == v.body.value_type(value);
            if source.is_equivalent && (is_same_type || interface::is_cast(v, value)) {
                uses.push(source.operand);
                pending.push(next);
            }
        }
    }
    (found, uses)
}

/// Gives an op the part of the other tensor in place of the tensor without contents.
fn replace(rw: &mut Rewriter<'_>, dominance: &Dominance, insertion: OpId, empty: ValueId, operand: Use) {
    let Some(needed) = needed(rw, insertion) else { return };
    let Some(maker) = rw.body.defining_op(empty) else {
        return;
    };
    let location = rw.location_of(maker);
    let Some(point) = place_for(rw, dominance, maker, operand.op, &needed) else {
        return;
    };
    rw.set_point(InsertPoint::Before(point));
    let part = part(rw, location, insertion);
    let (ctx, wanted) = (rw.ctx, rw.body.value_type(empty));
    let own = rw.body.value_type(part);
    if own.element_or_self(ctx) != wanted.element_or_self(ctx) || part == empty {
        return;
    }
    let mut with = part;
    if own != wanted {
        let after = rw.body.after_value(part);
        rw.set_point(after);
        with = rw.insert_value(CastOp::build(ctx, location, part, &[wanted]));
    }
    rw.modify(operand.op, |body| body.set_operand(operand.op, operand.index, with));
}

/// What the part that an op writes depends on; `None` if it may be memory that others use.
fn needed(rw: &Rewriter<'_>, insertion: OpId) -> Option<Needed> {
    let view = rw.body.op_ref(rw.ctx, insertion);
    let operands = view.operands();
    let is_memory = view.operand_type(1).shape(rw.ctx).is_some()
        && !asyncir_dialects::constraints::is_tensor(rw.ctx, view.operand_type(1));
    if is_memory && MaterializeInDestinationOp(view).restrict().is_none() {
        return None;
    }
    Some(operands[2..].iter().chain([&operands[1]]).copied().collect())
}

/// The part that an op writes, as a tensor.
fn part(rw: &mut Rewriter<'_>, location: Location, insertion: OpId) -> ValueId {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, insertion);
    let dest = view.operand(1);
    if view.data().is(CopyOp::DEF) {
        return dest;
    }
    if view.data().is(MaterializeInDestinationOp::DEF) {
        return whole(rw, location, insertion, dest);
    }
    let operands: Vec<ValueId> = view.operands()[2..].to_vec();
    let lists = ["static_offsets", "static_sizes", "static_strides"];
    let [offsets, sizes, strides] = lists.map(|list| view.required(list));
    let counts = [offsets, sizes].map(|list| {
        let entries = list.as_dense_ints(ctx).unwrap_or_default();
        entries
            .into_iter()
            .filter(|&entry| entry == asyncir_ir::DYNAMIC)
            .count()
    });
    let (of_offsets, rest) = operands.split_at(counts[0]);
    let (of_sizes, of_strides) = rest.split_at(counts[1]);
    let ty = view.operand_type(0);
    let state = ExtractSliceOp::build(
        ctx,
        location,
        dest,
        of_offsets,
        of_sizes,
        of_strides,
        offsets,
        sizes,
        strides,
        &[ty],
    );
    rw.insert_value(state)
}

/// All of the destination. Memory is a tensor from here on, so that the op does not say any more that nobody else uses it.
fn whole(rw: &mut Rewriter<'_>, location: Location, insertion: OpId, dest: ValueId) -> ValueId {
    let (ctx, ty) = (rw.ctx, rw.body.value_type(dest));
    if asyncir_dialects::constraints::is_tensor(ctx, ty) {
        return dest;
    }
    let tensor = ctx.tensor_type(ty.shape(ctx).unwrap_or_default(), ty.element_or_self(ctx));
    let writable = MaterializeInDestinationOp(rw.body.op_ref(ctx, insertion)).writable();
    rw.modify(insertion, |body| {
        body.op_mut(insertion).set_property(ctx, "restrict", None);
    });
    let restrict = Some(Attribute::UNIT);
    rw.insert_value(ToTensorOp::build(ctx, location, dest, restrict, writable, &[tensor]))
}
