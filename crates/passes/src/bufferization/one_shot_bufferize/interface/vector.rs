//! `vector`: parts of tensors as vectors, perhaps by masks.

use asyncir_dialects::vector::mask::masking_op;
use asyncir_dialects::vector::{GatherOp, MaskOp, TransferReadOp, TransferWriteOp, YieldOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{DYNAMIC, Fallible, OpId, ValueId};

use super::{Bufferizable, maybe_from, same};
use crate::bufferization::one_shot_bufferize::conflicts::known;
use crate::bufferization::one_shot_bufferize::copies::{self, Copies};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, Source, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == TransferReadOp::DEF || def == GatherOp::DEF {
        Some(&Read)
    } else if def == TransferWriteOp::DEF {
        Some(&Write)
    } else if def == MaskOp::DEF {
        Some(&Mask)
    } else if def == YieldOp::DEF {
        Some(&Yield)
    } else {
        None
    }
}

/// Reads from its first operand.
struct Read;

impl Bufferizable for Read {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let mut operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        operands[0] = b.buffer(operands[0])?;
        let types = b.rw.body.result_types(op);
        let state = b.plain(op).operands(&operands).results(&types);
        b.replace_with(op, state);
        Ok(())
    }
}

/// Writes to its second operand.
struct Write;

impl Bufferizable for Write {
    fn reads(&self, v: View<'_>, operand: Use) -> bool {
        !overwrites(v, operand.op)
    }

    fn writes(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        v.body.results(operand.op).next().map_or_else(Vec::new, same)
    }

    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        // In a `vector.mask`, no other op may stand.
        let before = masking_op(c.rw.body, op).unwrap_or(op);
        copies::of_operands_before(c, op, before)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let mut operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        operands[1] = b.buffer(operands[1])?;
        let state = b.plain(op).operands(&operands);
        b.rw.insert(state);
        b.replace(op, &[operands[1]]);
        Ok(())
    }
}

/// What the op inside gives: it is executed once.
struct Mask;

/// What gives the results of a mask, behind the op that it masks.
fn yield_of(v: View<'_>, mask: OpId) -> Option<OpId> {
    let block = v.body.region(*v.body.op_regions(mask).first()?).first()?;
    v.body.block(block).last_op()
}

impl Bufferizable for Mask {
    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        let end = v.owner(value).and_then(|op| yield_of(v, op));
        let source = end.map(|end| Source {
            is_definite: true,
            ..maybe_from(end, v.number(value))
        });
        source.into_iter().collect()
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let Some(end) = yield_of(b.view(), op) else {
            return Ok(());
        };
        let given: Vec<ValueId> = b.rw.body.operands(end).collect();
        let values = b.buffers(&given)?;
        // Memory is known outside, too.
        let (mut kept, mut types) = (Vec::new(), Vec::new());
        for (&value, &buffer) in given.iter().zip(&values) {
            if value == buffer {
                kept.push(value);
                types.push(b.rw.body.value_type(value));
            }
        }
        b.rw.modify(end, |body| body.set_operands(end, &kept));
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let mut state = b.plain(op).operands(&operands).results(&types);
        let region = b.rw.body.op_regions(op)[0];
        state.regions.push(b.take_region(region));
        b.rw.set_before(op);
        let new = b.rw.insert(state);
        let mut results = b.rw.body.results(new).collect::<Vec<_>>().into_iter();
        let is_kept = given.iter().zip(&values).map(|(value, buffer)| value == buffer);
        let results: Vec<ValueId> = is_kept
            .zip(&values)
            .filter_map(|(is_kept, &buffer)| if is_kept { results.next() } else { Some(buffer) })
            .collect();
        b.replace(op, &results);
        Ok(())
    }
}

/// Gives values to the mask around it, which rewrites it.
struct Yield;

impl Bufferizable for Yield {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn must_be_in_place(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let mask = masking_op(v.body, operand.op);
        mask.map_or_else(Vec::new, |mask| same(v.body.result(mask, operand.index)))
    }

    fn bufferize(&self, _b: &mut Bufferizer<'_>, _op: OpId) -> Fallible {
        Ok(())
    }
}

/// Whether a vector takes the place of all elements of a tensor.
fn overwrites(v: View<'_>, op: OpId) -> bool {
    let view = TransferWriteOp(v.op_ref(op));
    let shape = view.0.operand_type(1).shape(v.ctx).unwrap_or(&[DYNAMIC]);
    let vector = view.0.operand_type(0).shape(v.ctx).unwrap_or_default();
    let starts_at_zero = view.indices().iter().all(|&index| known(v, index) == Some(0));
    let is_masked = view.mask().is_some() || view.0.parent().is_some_and(|parent| parent.name() == "vector.mask");
    !shape.contains(&DYNAMIC)
        && starts_at_zero
        && !is_masked
        && shape.iter().zip(vector).all(|(size, length)| size <= length)
}
