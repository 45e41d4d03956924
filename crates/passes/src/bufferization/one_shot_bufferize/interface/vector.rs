//! `vector`: parts of tensors as vectors.

use asyncir_dialects::vector::{GatherOp, TransferReadOp, TransferWriteOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{DYNAMIC, Fallible, OpId, ValueId};

use super::{Bufferizable, same};
use crate::bufferization::one_shot_bufferize::conflicts::known;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == TransferReadOp::DEF || def == GatherOp::DEF {
        Some(&Read)
    } else if def == TransferWriteOp::DEF {
        Some(&Write)
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

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let mut operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        operands[1] = b.buffer(operands[1])?;
        let state = b.plain(op).operands(&operands);
        b.rw.insert(state);
        b.replace(op, &[operands[1]]);
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
