//! Operands that are given twice or not used, and results that nobody needs.

use asyncir_dialects::constraints::is_tensor;
use asyncir_dialects::linalg::{GenericOp, YieldOp};
use asyncir_ir::affine::AffineMap;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, BlockId, Location, OpId, Type, ValueId};

use crate::linalg::nest::{Nest, iterators_attr, maps_attr};

/// What becomes of the operands.
#[derive(Default)]
struct Kept {
    dropped: Vec<usize>,
    operands: Vec<ValueId>,
    maps: Vec<AffineMap>,
    num_inputs: usize,
    /// For each old operand, which of the new ones takes its place.
    places: Vec<Option<usize>>,
}

impl Kept {
    fn keep(&mut self, nest: &Nest, operand: usize) {
        self.places.push(Some(self.operands.len()));
        self.operands.push(nest.operands[operand]);
        self.maps.push(nest.maps[operand].clone());
    }

    /// Drops an operand, if the others still tell the sizes of all loops.
    fn try_to_drop(&mut self, nest: &Nest, operand: usize) -> bool {
        self.dropped.push(operand);
        if nest.can_drop(&self.dropped) {
            self.places.push(None);
            return true;
        }
        self.dropped.pop();
        false
    }

    fn merge(&mut self, operand: usize, place: usize) {
        self.places.push(Some(place));
        self.dropped.push(operand);
    }

    fn inputs(&mut self, rw: &Rewriter<'_>, nest: &Nest) {
        for operand in 0..nest.num_inputs {
            if !nest.reads(rw.body, operand) && self.try_to_drop(nest, operand) {
                continue;
            }
            let is_same = |&place: &usize| {
                self.operands[place] == nest.operands[operand] && self.maps[place] == nest.maps[operand]
            };
            match (0..self.operands.len()).find(is_same) {
                Some(place) => self.merge(operand, place),
                None => self.keep(nest, operand),
            }
        }
        self.num_inputs = self.operands.len();
    }

    fn inits(&mut self, rw: &Rewriter<'_>, nest: &Nest, yielded: &[ValueId]) {
        let mut known: Vec<(usize, ValueId)> = Vec::new();
        for (number, &value) in yielded.iter().enumerate() {
            let operand = nest.num_inputs + number;
            if is_dead(rw, nest, number, yielded) && self.try_to_drop(nest, operand) {
                continue;
            }
            let is_same = |&&(place, other): &&(usize, ValueId)| {
                other == value
                    && self.operands[place] == nest.operands[operand]
                    && self.maps[place] == nest.maps[operand]
            };
            // Of several equal ones the last counts, as each takes the place of those before it.
            let same = known.iter().rev().find(is_same).map(|&(place, _)| place);
            match same.filter(|_| !nest.reads(rw.body, operand)) {
                Some(place) => self.merge(operand, place),
                None => {
                    known.push((self.operands.len(), value));
                    self.keep(nest, operand);
                }
            }
        }
    }
}

/// Whether nobody needs a result, and the element that it starts from is needed at most to be yielded again.
fn is_dead(rw: &Rewriter<'_>, nest: &Nest, number: usize, yielded: &[ValueId]) -> bool {
    let body = &*rw.body;
    if body.has_uses(body.result(nest.op, number)) {
        return false;
    }
    let argument = body.block_arg(nest.block, nest.num_inputs + number);
    let mut users = body.users(argument);
    match (users.next(), users.next()) {
        (None, _) => true,
        (Some(user), None) => body.op(user).is(YieldOp::DEF) && yielded.get(number) == Some(&argument),
        _ => false,
    }
}

/// Makes an op without operands that are not used or are there twice, and without results that nobody needs.
pub(super) fn drop_unused(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    without_unused(rw, op, true).is_some()
}

/// As [`drop_unused`], but gives the new op. Results stay unless `drops_results`.
pub(super) fn without_unused(rw: &mut Rewriter<'_>, op: OpId, drops_results: bool) -> Option<OpId> {
    let nest = Nest::of_generic(rw, op)?;
    let end = rw.body.block(nest.block).last_op()?;
    let yielded: Vec<ValueId> = rw.body.operands(end).collect();
    let mut kept = Kept::default();
    kept.inputs(rw, &nest);
    if nest.is_on_tensors && drops_results {
        kept.inits(rw, &nest, &yielded);
    } else {
        (nest.num_inputs..nest.operands.len()).for_each(|operand| kept.keep(&nest, operand));
    }
    if kept.operands.len() == nest.operands.len() {
        return None;
    }
    Some(replace(rw, &nest, &kept, (end, &yielded)))
}

fn replace(rw: &mut Rewriter<'_>, nest: &Nest, kept: &Kept, (end, yielded): (OpId, &[ValueId])) -> OpId {
    let at = rw.location_of(nest.op);
    let (inputs, inits) = kept.operands.split_at(kept.num_inputs);
    let types = inits.iter().map(|&init| rw.body.value_type(init));
    let types: Vec<Type> = types.filter(|&ty| is_tensor(rw.ctx, ty)).collect();
    rw.set_before(nest.op);
    let (block, new) = empty_copy(rw, nest, at, (inputs, inits), &kept.maps, &types);
    if inits.len() != nest.inits().len() {
        drop_yielded(rw, nest, kept, (end, yielded));
    }
    let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
    // Arguments of operands that are dropped are used at most by what is yielded for them, which is gone.
    let values: Vec<ValueId> = kept
        .places
        .iter()
        .enumerate()
        .map(|(operand, place)| place.map_or_else(|| rw.body.block_arg(nest.block, operand), |place| arguments[place]))
        .collect();
    rw.merge_blocks(nest.block, block, &values);
    let old: Vec<ValueId> = rw.body.results(nest.op).collect();
    for (number, old) in old.into_iter().enumerate() {
        if let Some(place) = kept.places[nest.num_inputs + number] {
            let new = rw.body.result(new, place - kept.num_inputs);
            rw.replace_value(old, new);
        }
    }
    rw.erase(nest.op);
    new
}

/// An op with other operands and with an empty block that has an argument for each.
fn empty_copy(
    rw: &mut Rewriter<'_>,
    nest: &Nest,
    at: Location,
    (inputs, inits): (&[ValueId], &[ValueId]),
    maps: &[AffineMap],
    types: &[Type],
) -> (BlockId, OpId) {
    let (ctx, region) = (rw.ctx, rw.body.create_region());
    let block = rw.body.append_block(region);
    for &operand in inputs.iter().chain(inits) {
        let (ty, at) = (rw.body.value_type(operand), rw.body.value_location(operand));
        rw.body.add_block_arg(block, ty.element_or_self(ctx), at);
    }
    let view = GenericOp(rw.body.op_ref(ctx, nest.op));
    let (doc, call, attrs): (_, _, Attribute) = (view.doc(), view.library_call(), view.0.data().attrs());
    let (maps, iterators) = (maps_attr(ctx, maps), iterators_attr(ctx, &nest.iterators));
    let mut state = GenericOp::build(ctx, at, inputs, inits, maps, iterators, doc, call, types);
    state.attrs = attrs;
    state.regions.push(region);
    (block, rw.insert(state))
}

/// Yields only what is kept.
fn drop_yielded(rw: &mut Rewriter<'_>, nest: &Nest, kept: &Kept, (end, yielded): (OpId, &[ValueId])) {
    let point = rw.point();
    let mut values: Vec<Option<ValueId>> = vec![None; kept.operands.len() - kept.num_inputs];
    for (number, &value) in yielded.iter().enumerate() {
        if let Some(place) = kept.places[nest.num_inputs + number] {
            values[place - kept.num_inputs] = Some(value);
        }
    }
    let values: Vec<ValueId> = values.into_iter().flatten().collect();
    let state = YieldOp::build(rw.ctx, rw.location_of(end), &values, &[]);
    rw.replace_with(end, state);
    rw.set_point(point);
}

/// What only computes the next value of a result that nobody needs need not be computed.
pub(super) fn drop_cycles(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Nest::of_generic(rw, op).filter(|nest| nest.is_on_tensors) else {
        return false;
    };
    let mut changed = false;
    for number in 0..rw.body.op(op).num_results() {
        let argument = rw.body.block_arg(nest.block, nest.num_inputs + number);
        if rw.body.has_uses(rw.body.result(op, number)) || !rw.body.has_one_use(argument) {
            continue;
        }
        let Some(step) = rw
            .body
            .users(argument)
            .next()
            .filter(|&step| rw.body.op(step).num_results() == 1)
        else {
            continue;
        };
        let next = rw.body.result(step, 0);
        let user = rw.body.users(next).next().filter(|_| rw.body.has_one_use(next));
        let is_yielded = user
            .is_some_and(|user| rw.body.op(user).is(YieldOp::DEF) && rw.body.operands(user).nth(number) == Some(next));
        if is_yielded {
            rw.replace(step, &[argument]);
            changed = true;
        }
    }
    if changed {
        rw.modify(op, |_| ());
    }
    changed
}
