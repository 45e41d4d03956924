//! `tensor`: single elements, and tensors that are made of elements.

use asyncir_dialects::arith::build;
use asyncir_dialects::bufferization::ToBufferOp;
use asyncir_dialects::linalg::{IndexOp, MapOp, YieldOp};
use asyncir_dialects::memref::{self, LoadOp, StoreOp};
use asyncir_dialects::tensor::{
    DimOp, EmptyOp, ExtractOp, FromElementsOp, GenerateOp, InsertOp, RankOp, SplatOp, YieldOp as TensorYieldOp,
};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, Location, OpId, RegionId, Type, ValueId};

use super::{Bufferizable, same};
use crate::bufferization::one_shot_bufferize::copies::new_tensor;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    let table: [(&'static OpDef, &'static dyn Bufferizable); 8] = [
        (DimOp::DEF, &Dim),
        (EmptyOp::DEF, &Empty),
        (ExtractOp::DEF, &Extract),
        (FromElementsOp::DEF, &FromElements),
        (GenerateOp::DEF, &Generate),
        (InsertOp::DEF, &Insert),
        (RankOp::DEF, &Rank),
        (SplatOp::DEF, &Splat),
    ];
    table.into_iter().find(|(own, _)| *own == def).map(|(_, op)| op)
}

/// A size.
struct Dim;

impl Bufferizable for Dim {
    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let source = b.buffer(b.rw.body.operand(op, 0))?;
        let (index, location) = (b.rw.body.operand(op, 1), b.rw.location_of(op));
        let dim = memref::DimOp::build(b.rw.ctx, location, source, index, &[Type::INDEX]);
        b.replace_with(op, dim);
        Ok(())
    }
}

/// The number of dimensions.
struct Rank;

impl Bufferizable for Rank {
    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let source = b.buffer(b.rw.body.operand(op, 0))?;
        let location = b.rw.location_of(op);
        b.replace_with(op, memref::RankOp::build(b.rw.ctx, location, source, &[Type::INDEX]));
        Ok(())
    }
}

/// A tensor without contents gets memory as it comes.
struct Empty;

impl Bufferizable for Empty {
    fn result_is_written(&self, _v: View<'_>, _value: ValueId) -> bool {
        false
    }

    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let result = b.rw.body.result(op, 0);
        if !b.rw.body.has_uses(result) {
            b.rw.erase(op);
            return Ok(());
        }
        let location = b.rw.location_of(op);
        let tensor = new_tensor(&mut b.rw, b.state, location, result, false)?;
        b.rw.replace(op, &[tensor]);
        Ok(())
    }
}

/// Reads an element.
struct Extract;

impl Bufferizable for Extract {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let memory = b.buffer(operands[0])?;
        let (types, location) = (b.rw.body.result_types(op), b.rw.location_of(op));
        let load = LoadOp::build(b.rw.ctx, location, memory, &operands[1..], None, None, &types);
        b.replace_with(op, load);
        Ok(())
    }
}

/// Changes an element.
struct Insert;

impl Bufferizable for Insert {
    fn reads(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 1
    }

    fn writes(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 1
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        same(v.body.result(operand.op, 0))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let memory = b.buffer(operands[1])?;
        store(b, b.rw.location_of(op), operands[0], memory, &operands[2..]);
        b.replace(op, &[memory]);
        Ok(())
    }
}

fn store(b: &mut Bufferizer<'_>, location: Location, value: ValueId, memory: ValueId, indices: &[ValueId]) {
    b.rw.insert(StoreOp::build(
        b.rw.ctx,
        location,
        value,
        memory,
        indices,
        None,
        None,
        &[],
    ));
}

/// Elements that are stored one by one.
struct FromElements;

impl Bufferizable for FromElements {
    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let (ctx, location) = (b.rw.ctx, b.rw.location_of(op));
        let result = b.rw.body.result(op, 0);
        b.view().default_space(location)?;
        let tensor = new_tensor(&mut b.rw, b.state, location, result, false)?;
        let ty = b.rw.body.value_type(result);
        let buffer = types::identity(ctx, ty, None);
        let memory =
            b.rw.insert_value(ToBufferOp::build(ctx, location, tensor, None, &[buffer]));
        let elements: Vec<ValueId> = b.rw.body.operands(op).collect();
        let shape = ty.shape(ctx).unwrap_or_default().to_vec();
        let largest = if elements.is_empty() {
            0
        } else {
            shape.iter().copied().max().unwrap_or(0)
        };
        let constants: Vec<ValueId> = (0..largest)
            .map(|index| build::index(&mut b.rw, location, index))
            .collect();
        for (number, element) in elements.into_iter().enumerate() {
            let indices: Vec<ValueId> = indices_of(number, &shape).map(|index| constants[index]).collect();
            store(b, location, element, memory, &indices);
        }
        b.replace(op, &[memory]);
        Ok(())
    }
}

/// The indices of an element by its number in row-major order.
fn indices_of(number: usize, shape: &[i64]) -> impl Iterator<Item = usize> {
    let mut indices = vec![0; shape.len()];
    let mut rest = number;
    for (index, &size) in indices.iter_mut().zip(shape).rev() {
        let size = usize::try_from(size).unwrap_or(1).max(1);
        (*index, rest) = (rest % size, rest / size);
    }
    indices.into_iter()
}

/// Elements that a region computes from their indices.
struct Generate;

impl Bufferizable for Generate {
    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn is_repetitive(&self, _v: View<'_>, _op: OpId, _region: usize) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let location = b.rw.location_of(op);
        let result = b.rw.body.result(op, 0);
        b.view().default_space(location)?;
        let tensor = new_tensor(&mut b.rw, b.state, location, result, false)?;
        if let Some(new) = fill_by_region(b, op, tensor) {
            b.rw.replace(op, &[new]);
        }
        Ok(())
    }
}

/// A tensor whose elements the region of an op computes from their indices.
pub(super) fn fill_by_region(b: &mut Bufferizer<'_>, op: OpId, tensor: ValueId) -> Option<ValueId> {
    let (location, result) = (b.rw.location_of(op), b.rw.body.result(op, 0));
    let rank = b.rw.body.value_type(result).shape(b.rw.ctx).unwrap_or_default().len();
    let region = b.rw.body.op_regions(op)[0];
    let region = b.take_region(region);
    let block = b.rw.body.region(region).first()?;
    b.rw.set_start(block);
    for dim in 0..rank {
        let number = b.rw.ctx.i64_attr(dim as i64);
        let index =
            b.rw.insert_value(IndexOp::build(b.rw.ctx, location, number, &[Type::INDEX]));
        let argument = b.rw.body.block_arg(block, dim);
        b.rw.replace_value(argument, index);
    }
    for dim in (0..rank).rev() {
        b.rw.body.erase_block_arg(block, dim);
    }
    yield_to_linalg(b, block);
    Some(map_into(b, location, tensor, region, op))
}

/// The block ends as those of `linalg` do.
fn yield_to_linalg(b: &mut Bufferizer<'_>, block: asyncir_ir::BlockId) {
    let end = b.rw.body.block(block).last_op();
    if let Some(end) = end.filter(|&end| b.rw.body.op(end).is(TensorYieldOp::DEF)) {
        let value = b.rw.body.operand(end, 0);
        let location = b.rw.location_of(end);
        b.rw.replace_with(end, YieldOp::build(b.rw.ctx, location, &[value], &[]));
    }
}

/// A loop nest over a tensor whose region, which takes no elements yet, gives the elements.
fn map_into(b: &mut Bufferizer<'_>, location: Location, tensor: ValueId, region: RegionId, op: OpId) -> ValueId {
    let ty = b.rw.body.value_type(tensor);
    if let Some(block) = b.rw.body.region(region).first() {
        let element = ty.element_or_self(b.rw.ctx);
        b.rw.body.add_block_arg(block, element, location);
    }
    let mut state = MapOp::build(b.rw.ctx, location, &[], tensor, &[ty]);
    state.regions.push(region);
    b.rw.set_before(op);
    b.rw.insert_value(state)
}

/// One element everywhere.
struct Splat;

impl Bufferizable for Splat {
    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let location = b.rw.location_of(op);
        let (result, value) = (b.rw.body.result(op, 0), b.rw.body.operand(op, 0));
        b.view().default_space(location)?;
        let tensor = new_tensor(&mut b.rw, b.state, location, result, false)?;
        let region = b.rw.body.create_region();
        b.rw.create_block(region, None, &[]);
        b.rw.insert(YieldOp::build(b.rw.ctx, location, &[value], &[]));
        let new = map_into(b, location, tensor, region, op);
        b.rw.replace(op, &[new]);
        Ok(())
    }
}
