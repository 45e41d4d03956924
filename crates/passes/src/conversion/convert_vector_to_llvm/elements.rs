//! Ops that take vectors apart and put them together.

use asyncir_dialects::llvm;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, DYNAMIC, Location, OpId, OpRef, Type, ValueId};

use super::Lowering;
use crate::conversion::llvm_common::vectors::{MAX_PARTS, count, positions};
use crate::conversion::llvm_common::{ops, types};

/// A position in a vector: numbers, and values where a number is not known.
struct Position {
    /// The indices of the dimensions that are arrays in llvm.
    outer: Vec<i64>,
    /// The index within a vector of one dimension; `None` if the position is that of a whole vector.
    lane: Option<Lane>,
}

enum Lane {
    Known(i64),
    Value(ValueId),
}

/// The position that an op gives for something in a vector of type `whole`. `None` if arrays are indexed by values.
fn position_of(op: OpRef<'_>, whole: Type, dynamic: &[ValueId]) -> Option<Position> {
    let numbers = op.property("static_position")?.as_dense_ints(op.ctx)?;
    let rank = whole.shape(op.ctx)?.len();
    let lane = if numbers.len() < rank {
        None
    } else {
        Some(match (numbers.last(), dynamic.last()) {
            (None, _) => Lane::Known(0),
            (Some(&DYNAMIC), Some(&value)) => Lane::Value(value),
            (Some(&DYNAMIC), None) => return None,
            (Some(&number), _) => Lane::Known(number),
        })
    };
    let outer = if lane.is_some() {
        numbers.split_last().map_or(&[][..], |(_, outer)| outer)
    } else {
        &numbers[..]
    };
    (!outer.contains(&DYNAMIC)).then(|| Position {
        outer: outer.to_vec(),
        lane,
    })
}

impl Lane {
    fn value(&self, rw: &mut Rewriter<'_>, loc: Location) -> ValueId {
        match *self {
            Lane::Value(value) => value,
            Lane::Known(number) => {
                let number = rw.ctx.i64_attr(number);
                ops::constant(rw, loc, Type::I64, number)
            }
        }
    }
}

fn extract_element(rw: &mut Rewriter<'_>, loc: Location, vector: ValueId, lane: ValueId) -> ValueId {
    let element = rw.body.value_type(vector).element_or_self(rw.ctx);
    ops::simple(rw, llvm::ExtractElementOp::DEF, loc, &[vector, lane], element)
}

fn insert_element(rw: &mut Rewriter<'_>, loc: Location, vector: ValueId, value: ValueId, lane: ValueId) -> ValueId {
    let ty = rw.body.value_type(vector);
    ops::simple(rw, llvm::InsertElementOp::DEF, loc, &[vector, value, lane], ty)
}

/// Lowers taking out an element or a vector.
pub(super) fn lower_extract(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let loc = op_ref.location();
    let position = position_of(op_ref, op_ref.operand_type(0), &operands[1..])?;
    lowering.types.convert(rw.ctx, op_ref.result_type(0))?;
    let mut value = operands[0];
    if !position.outer.is_empty() {
        value = ops::extract_value(rw, loc, value, &position.outer);
    }
    if let Some(lane) = position.lane {
        let lane = lane.value(rw, loc);
        value = extract_element(rw, loc, value, lane);
    }
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers replacing an element or a vector.
pub(super) fn lower_insert(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let loc = op_ref.location();
    let position = position_of(op_ref, op_ref.result_type(0), &operands[2..])?;
    lowering.types.convert(rw.ctx, op_ref.result_type(0))?;
    let (mut value, whole) = (operands[0], operands[1]);
    if let Some(lane) = position.lane {
        let vector = if position.outer.is_empty() {
            whole
        } else {
            ops::extract_value(rw, loc, whole, &position.outer)
        };
        let lane = lane.value(rw, loc);
        value = insert_element(rw, loc, vector, value, lane);
    }
    if !position.outer.is_empty() {
        value = ops::insert_value(rw, loc, whole, value, &position.outer);
    }
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a vector of equal scalars: the scalar is put in place 0, and a shuffle copies it to all others.
pub(super) fn lower_broadcast(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let result = op_ref.result_type(0);
    if op_ref.operand_type(0).shape(ctx).is_some() {
        return None;
    }
    let shape = result.shape(ctx)?;
    if count(shape) > MAX_PARTS {
        return None;
    }
    let ty = lowering.types.convert(ctx, result)?;
    let value = if shape.len() <= 1 {
        splat(rw, loc, ty, operands[0], Filler::Poison)
    } else {
        let mut array = ops::poison(rw, loc, ty);
        let vector = innermost(ctx, ty);
        let vector = splat(rw, loc, vector, operands[0], Filler::Itself);
        for position in positions(&shape[..shape.len() - 1]) {
            array = ops::insert_value(rw, loc, array, vector, &position);
        }
        array
    };
    rw.replace(op, &[value]);
    Some(())
}

/// The second operand of the shuffle that copies a scalar; its elements are not used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Filler {
    Poison,
    Itself,
}

pub(super) fn splat(rw: &mut Rewriter<'_>, loc: Location, ty: Type, value: ValueId, filler: Filler) -> ValueId {
    let ctx = rw.ctx;
    let poison = ops::poison(rw, loc, ty);
    let zero = ops::constant(rw, loc, Type::I32, ctx.i32_attr(0));
    let vector = insert_element(rw, loc, poison, value, zero);
    let lanes = ty.shape(ctx).map_or(1, count);
    // MLIR shuffles the only lane of a part of an array, too.
    if lanes <= 1 && filler == Filler::Poison {
        return vector;
    }
    let filler = if filler == Filler::Poison { poison } else { vector };
    shuffle(rw, loc, vector, filler, &vec![0; lanes as usize], ty)
}

fn shuffle(rw: &mut Rewriter<'_>, loc: Location, first: ValueId, second: ValueId, mask: &[i32], ty: Type) -> ValueId {
    let mask = rw.ctx.dense_i32_array(mask);
    let properties = [("mask", Some(mask))];
    let def = llvm::ShuffleVectorOp::DEF;
    rw.insert_value(ops::state(rw.ctx, def, loc, &[first, second], &properties, &[ty]))
}

/// The vector type within arrays.
fn innermost(ctx: &Context, ty: Type) -> Type {
    match types::array_parts(ctx, ty) {
        Some((element, _)) => innermost(ctx, element),
        None => ty,
    }
}

/// Lowers a vector of one dimension made of scalars.
pub(super) fn lower_from_elements(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (loc, result) = (op_ref.location(), op_ref.result_type(0));
    if result.shape(rw.ctx)?.len() > 1 {
        return None;
    }
    let ty = lowering.types.convert(rw.ctx, result)?;
    let mut vector = ops::poison(rw, loc, ty);
    for (lane, &element) in operands.iter().enumerate() {
        let lane = Lane::Known(lane as i64).value(rw, loc);
        vector = insert_element(rw, loc, vector, element, lane);
    }
    rw.replace(op, &[vector]);
    Some(())
}

/// Lowers taking a vector of one dimension apart; elements that nobody uses are left out.
pub(super) fn lower_to_elements(
    _lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let loc = op_ref.location();
    if op_ref.operand_type(0).shape(rw.ctx)?.len() > 1 {
        return None;
    }
    let results: Vec<ValueId> = rw.body.results(op).collect();
    let mut elements = Vec::with_capacity(results.len());
    for (lane, &result) in results.iter().enumerate() {
        if rw.body.has_uses(result) {
            let lane = Lane::Known(lane as i64).value(rw, loc);
            elements.push(extract_element(rw, loc, operands[0], lane));
        } else {
            // Nobody asks for it, so anything may stand for it.
            elements.push(operands[0]);
        }
    }
    rw.replace(op, &elements);
    Some(())
}

/// Lowers a shuffle: as one, if both vectors have one type, element by element otherwise.
pub(super) fn lower_shuffle(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let (first, second) = (op_ref.operand_type(0), op_ref.operand_type(1));
    let mask = op_ref.property("mask")?.as_dense_ints(ctx)?;
    let ty = lowering.types.convert(ctx, op_ref.result_type(0))?;
    let &[left, right] = operands else {
        return None;
    };
    if first == second && first.shape(ctx)?.len() <= 1 {
        let mask: Vec<i32> = mask
            .iter()
            .map(|&lane| i32::try_from(lane))
            .collect::<Result<_, _>>()
            .ok()?;
        let value = shuffle(rw, loc, left, right, &mask, ty);
        rw.replace(op, &[value]);
        return Some(());
    }
    let left_size = first.shape(ctx)?.first().copied().unwrap_or(1);
    let index = lowering.types.index_type(ctx);
    let is_array = types::array_parts(ctx, ty).is_some();
    let mut value = ops::poison(rw, loc, ty);
    for (to, &from) in mask.iter().enumerate() {
        let to = to as i64;
        let (source, from) = if from < left_size {
            (left, from)
        } else {
            (right, from - left_size)
        };
        // Rows of poison are left as they are.
        if is_array && from < 0 {
            continue;
        }
        value = if is_array {
            let part = ops::extract_value(rw, loc, source, &[from]);
            ops::insert_value(rw, loc, value, part, &[to])
        } else {
            let from = ops::index_constant(rw, loc, index, from);
            let element = extract_element(rw, loc, source, from);
            let to = ops::index_constant(rw, loc, index, to);
            insert_element(rw, loc, value, element, to)
        };
    }
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers reading the bits of a vector of one dimension as another type.
pub(super) fn lower_bitcast(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (loc, result) = (op_ref.location(), op_ref.result_type(0));
    if result.shape(rw.ctx)?.len() > 1 {
        return None;
    }
    let ty = lowering.types.convert(rw.ctx, result)?;
    let value = ops::simple(rw, llvm::BitcastOp::DEF, loc, operands, ty);
    rw.replace(op, &[value]);
    Some(())
}

/// Lowers a fused multiplication and addition of vectors of one dimension at most.
pub(super) fn lower_fma(lowering: &Lowering, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (loc, result) = (op_ref.location(), op_ref.result_type(0));
    if result.shape(rw.ctx)?.len() > 1 {
        return None;
    }
    let ty = lowering.types.convert(rw.ctx, result)?;
    let value = ops::simple(rw, llvm::FmuladdIntrOp::DEF, loc, operands, ty);
    rw.replace(op, &[value]);
    Some(())
}
