//! Casts of tensors around structured ops: the ops take and give what is known of the sizes.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{DYNAMIC, OpId, OperationState, Type, ValueId};

use super::structured::Structured;
use crate::constraints::is_tensor;
use crate::tensor::{CastOp, before_forgetting_cast};

/// Replaces an op by one of the same kind with other operands. Its results get the types of the tensors that it writes, and
/// are cast to what they were.
fn replace_operands(rw: &mut Rewriter<'_>, op: OpId, num_inputs: usize, operands: &[ValueId]) -> OpId {
    let written = operands.iter().skip(num_inputs).map(|&init| rw.body.value_type(init));
    let types: Vec<Type> = written.filter(|&ty| is_tensor(rw.ctx, ty)).collect();
    let (location, data) = (rw.location_of(op), rw.body.op(op));
    let mut state = OperationState::new(data.name(), location);
    state.operands.extend(operands.iter().copied());
    state.results.extend(types);
    (state.properties, state.attrs) = (data.properties(), data.attrs());
    let regions: Vec<_> = rw.body.op_regions(op).to_vec();
    let copies: Vec<_> = regions.iter().map(|_| rw.body.create_region()).collect();
    state.regions.extend(copies.iter().copied());
    rw.set_before(op);
    let new = rw.insert(state);
    for (from, to) in regions.into_iter().zip(copies) {
        rw.inline_region(from, to, None);
    }
    let pairs: Vec<(ValueId, ValueId)> = rw.body.results(op).zip(rw.body.results(new)).collect();
    let mut values = Vec::with_capacity(pairs.len());
    for (old, new) in pairs {
        let (from, to) = (rw.body.value_type(new), rw.body.value_type(old));
        let is_same = from == to;
        values.push(if is_same {
            new
        } else {
            rw.insert_value(CastOp::build(rw.ctx, location, new, &[to]))
        });
    }
    rw.replace(op, &values);
    new
}

/// What casts forget about the operands need not be forgotten.
pub(crate) fn fold_casts_of_operands(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let operands: Vec<ValueId> = rw.body.operands(op).collect();
    let known: Vec<Option<ValueId>> = operands
        .iter()
        .map(|&value| before_forgetting_cast(rw, value))
        .collect();
    let view = rw.body.op_ref(rw.ctx, op);
    // Other ops that write tensors read one operand, and write the second one.
    let num_inputs = Structured::of(view).map_or(1, |nest| nest.num_inputs);
    if known.iter().all(Option::is_none) {
        return false;
    }
    let operands: Vec<ValueId> = operands
        .iter()
        .zip(known)
        .map(|(&value, known)| known.unwrap_or(value))
        .collect();
    replace_operands(rw, op, num_inputs, &operands);
    true
}

/// What a cast of a result tells of its sizes holds for the tensor that is written.
pub(crate) fn fold_cast_of_result(rw: &mut Rewriter<'_>, cast: OpId) -> bool {
    let (source, to) = (rw.body.operand(cast, 0), rw.body.value_type(rw.body.result(cast, 0)));
    let Some(op) = rw.body.defining_op(source) else {
        return false;
    };
    let Some(nest) = Structured::of(rw.body.op_ref(rw.ctx, op)).filter(Structured::is_on_tensors) else {
        return false;
    };
    let (num_inputs, mut operands) = (nest.num_inputs, nest.operands());
    // A cast in a block that may not be reached tells nothing about other ways through the program.
    let is_same_block = rw.body.parent_block(op) == rw.body.parent_block(cast);
    if !is_same_block || !tells_more(rw, rw.body.value_type(source), to) {
        return false;
    }
    let Some(number) = rw.body.results(op).position(|result| result == source) else {
        return false;
    };
    let (location, init) = (rw.location_of(op), num_inputs + number);
    rw.set_before(op);
    operands[init] = rw.insert_value(CastOp::build(rw.ctx, location, operands[init], &[to]));
    let new = replace_operands(rw, op, num_inputs, &operands);
    let result = rw.body.result(new, number);
    rw.replace(cast, &[result]);
    true
}

/// Whether a type tells all sizes that another one of its rank tells, and more.
fn tells_more(rw: &Rewriter<'_>, from: Type, to: Type) -> bool {
    let shapes = from.shape(rw.ctx).zip(to.shape(rw.ctx));
    shapes.is_some_and(|(a, b)| a != b && a.iter().zip(b).all(|(&a, &b)| a == DYNAMIC || b != DYNAMIC))
}

/// The size of each loop that some operand tells.
fn loop_sizes(rw: &Rewriter<'_>, nest: &Structured<'_>) -> Vec<Option<i64>> {
    let mut sizes = vec![None; nest.iterators.len()];
    for (map, &operand) in nest.maps.iter().zip(&nest.operands()) {
        let cast = rw
            .body
            .defining_op(operand)
            .filter(|&maker| rw.body.op(maker).is(CastOp::DEF));
        let source = cast.map(|cast| rw.body.value_type(rw.body.operand(cast, 0)));
        let is_static = |ty: &Type| ty.shape(rw.ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        let ty = rw.body.value_type(operand);
        let shape = ty.shape(rw.ctx).unwrap_or_default();
        let known = source
            .filter(is_static)
            .and_then(|ty| ty.shape(rw.ctx))
            .unwrap_or(shape);
        for ((result, &size), &known) in map.results().iter().zip(shape).zip(known) {
            if let (AffineExpr::Dim(dim), true) = (result, size != DYNAMIC)
                && let Some(slot @ None) = sizes.get_mut(*dim as usize)
            {
                *slot = Some(known);
            }
        }
    }
    sizes
}

fn is_projected_permutation(map: &AffineMap) -> bool {
    let results = map.results();
    let is_new_dim = |(index, result): (usize, &AffineExpr)| {
        matches!(result, AffineExpr::Dim(_)) && !results[..index].contains(result)
    };
    map.num_symbols() == 0 && results.iter().enumerate().all(is_new_dim)
}

/// Sizes that one operand tells hold for the others, too.
pub(super) fn infer_sizes(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(nest) = Structured::of(rw.body.op_ref(rw.ctx, op)).filter(Structured::is_on_tensors) else {
        return false;
    };
    if !nest.maps.iter().all(is_projected_permutation) {
        return false;
    }
    let sizes = loop_sizes(rw, &nest);
    let (num_inputs, mut operands) = (nest.num_inputs, nest.operands());
    let mut types: Vec<Option<Type>> = Vec::with_capacity(operands.len());
    for (map, &operand) in nest.maps.iter().zip(&operands) {
        types.push(known_type(rw, map, rw.body.value_type(operand), &sizes));
    }
    if types.iter().all(Option::is_none) {
        return false;
    }
    let location = rw.location_of(op);
    rw.set_before(op);
    for (operand, ty) in operands.iter_mut().zip(types) {
        if let Some(ty) = ty {
            *operand = rw.insert_value(CastOp::build(rw.ctx, location, *operand, &[ty]));
        }
    }
    replace_operands(rw, op, num_inputs, &operands);
    true
}

/// The type of an operand with the sizes of loops, if it does not tell all of them.
fn known_type(rw: &Rewriter<'_>, map: &AffineMap, ty: Type, sizes: &[Option<i64>]) -> Option<Type> {
    let shape = ty.shape(rw.ctx).filter(|_| is_tensor(rw.ctx, ty))?;
    let size = |(result, &size): (&AffineExpr, &i64)| match result {
        AffineExpr::Dim(dim) if size == DYNAMIC => sizes.get(*dim as usize).copied().flatten().unwrap_or(size),
        _ => size,
    };
    let known: Vec<i64> = map.results().iter().zip(shape).map(size).collect();
    (known != shape).then(|| rw.ctx.tensor_type(&known, ty.element_or_self(rw.ctx)))
}
