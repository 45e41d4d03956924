//! `bufferization`: tensors that get memory, memory taken as tensors, and tensors put into memory.

use asyncir_dialects::bufferization::{
    AllocTensorOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp,
};
use asyncir_dialects::memref::DeallocOp;
use asyncir_dialects::memref::strides::memory_space;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, Type, ValueId};

use super::{Bufferizable, same};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == AllocTensorOp::DEF {
        Some(&AllocTensor)
    } else if def == DeallocTensorOp::DEF {
        Some(&DeallocTensor)
    } else if def == MaterializeInDestinationOp::DEF {
        Some(&Materialize)
    } else if def == ToBufferOp::DEF {
        Some(&ToBuffer)
    } else if def == ToTensorOp::DEF {
        Some(&ToTensor)
    } else {
        None
    }
}

/// New memory, perhaps with contents.
struct AllocTensor;

impl Bufferizable for AllocTensor {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn result_is_written(&self, v: View<'_>, value: ValueId) -> bool {
        let op = v.owner(value);
        op.is_some_and(|op| AllocTensorOp(v.op_ref(op)).copy().is_some())
    }

    fn allocates(&self, _v: View<'_>, _value: ValueId) -> bool {
        true
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let view = AllocTensorOp(v.op_ref(op));
        let space = match (view.memory_space(), view.copy()) {
            (Some(space), _) => types::without_default_space(v.ctx, space),
            (None, Some(copy)) => memory_space(v.ctx, v.buffer_type_within(copy, stack)?),
            (None, None) => v.default_space(view.0.location())?,
        };
        Ok(types::identity(v.ctx, v.body.value_type(value), space))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let result = b.rw.body.result(op, 0);
        if !b.rw.body.has_uses(result) {
            b.rw.erase(op);
            return Ok(());
        }
        let view = AllocTensorOp(b.view().op_ref(op));
        let (copy, mut sizes, location) = (view.copy(), view.dynamic_sizes().to_vec(), view.0.location());
        let copy = copy.map(|copy| b.buffer(copy)).transpose()?;
        let ty = b.view().buffer_type(result)?;
        if let Some(copy) = copy {
            let shape = ty.shape(b.rw.ctx).unwrap_or_default().to_vec();
            sizes = b.open_sizes(location, copy, &shape);
        }
        let new = b.allocate(location, ty, &sizes);
        if let Some(copy) = copy {
            b.copy(location, copy, new);
        }
        b.replace(op, &[new]);
        Ok(())
    }
}

/// Memory that is freed.
struct DeallocTensor;

impl Bufferizable for DeallocTensor {
    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let memory = b.buffer(b.rw.body.operand(op, 0))?;
        let location = b.rw.location_of(op);
        b.rw.insert(DeallocOp::build(b.rw.ctx, location, memory, &[]));
        b.rw.erase(op);
        Ok(())
    }
}

/// Contents that are put into given memory.
struct Materialize;

impl Bufferizable for Materialize {
    fn reads(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 0
    }

    fn writes(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 1
    }

    fn must_be_in_place(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let result = v.body.results(operand.op).next();
        result.filter(|_| operand.index == 1).map_or_else(Vec::new, same)
    }

    fn is_elementwise(&self, _v: View<'_>, _op: OpId, _operands: [Use; 2]) -> bool {
        true
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        let dest = if b.is_tensor(operands[1]) {
            b.buffer(operands[1])?
        } else {
            operands[1]
        };
        let source = b.buffer(operands[0])?;
        let location = b.rw.location_of(op);
        b.copy(location, source, dest);
        let results = b.rw.body.op(op).num_results();
        b.replace(op, &[dest][..results]);
        Ok(())
    }
}

/// Memory of a tensor, for ops on memory.
struct ToBuffer;

impl Bufferizable for ToBuffer {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn writes(&self, v: View<'_>, operand: Use) -> bool {
        ToBufferOp(v.op_ref(operand.op)).read_only().is_none()
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        b.fold_to_buffer(op);
        Ok(())
    }
}

/// Memory that is taken as a tensor.
struct ToTensor;

impl Bufferizable for ToTensor {
    fn is_writable(&self, v: View<'_>, value: ValueId) -> bool {
        let op = v.owner(value);
        op.is_some_and(|op| ToTensorOp(v.op_ref(op)).writable().is_some())
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, _stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let op = v.owner(value);
        Ok(op.map_or(v.body.value_type(value), |op| v.op_ref(op).operand_type(0)))
    }

    fn bufferize(&self, _b: &mut Bufferizer<'_>, _op: OpId) -> Fallible {
        Ok(())
    }
}
