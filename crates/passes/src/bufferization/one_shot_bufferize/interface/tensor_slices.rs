//! `tensor`: parts of tensors.

use asyncir_dialects::memref::{SubViewOp, reduced_subview_type};
use asyncir_dialects::scf::InParallelOp;
use asyncir_dialects::tensor::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Attribute, Fallible, OpId, Type, ValueId};

use super::{Bufferizable, Copies, same};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::view::{Alias, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == ExtractSliceOp::DEF {
        Some(&ExtractSlice)
    } else if def == InsertSliceOp::DEF {
        Some(&InsertSlice)
    } else if def == ParallelInsertSliceOp::DEF {
        Some(&ParallelInsertSlice)
    } else {
        None
    }
}

/// A part as the ops write it: values, and integers for what is known.
struct Part {
    values: [Vec<ValueId>; 3],
    statics: [Attribute; 3],
}

impl Part {
    fn of(v: View<'_>, op: OpId) -> Self {
        let view = v.op_ref(op);
        let first = if view.data().is(ExtractSliceOp::DEF) { 1 } else { 2 };
        let mut rest = v.body.operands(op).skip(first);
        let lists = ["static_offsets", "static_sizes", "static_strides"];
        let statics = lists.map(|list| view.required(list));
        let values = statics.map(|list| {
            let ints = list.as_dense_ints(v.ctx).unwrap_or_default();
            let open = ints.iter().filter(|&&value| value == asyncir_ir::DYNAMIC).count();
            rest.by_ref().take(open).collect()
        });
        Self { values, statics }
    }

    /// The type of that part of memory, for a tensor of a shape that may leave out dimensions of one element.
    fn ty(&self, v: View<'_>, op: OpId, memory: Type, shape: &[i64]) -> Fallible<Type> {
        let ints = self.statics.map(|list| list.as_dense_ints(v.ctx).unwrap_or_default());
        let ty = reduced_subview_type(v.ctx, memory, shape, [&ints[0], &ints[1], &ints[2]]);
        ty.ok_or_else(|| v.op_ref(op).bare_error("the part has no strides"))
    }
}

/// A view of a part of memory.
fn view_of(b: &mut Bufferizer<'_>, op: OpId, memory: ValueId, shape: &[i64]) -> Fallible<ValueId> {
    let part = Part::of(b.view(), op);
    let ty = part.ty(b.view(), op, b.rw.body.value_type(memory), shape)?;
    let location = b.rw.location_of(op);
    let [offsets, sizes, strides] = &part.values;
    let [static_offsets, static_sizes, static_strides] = part.statics;
    Ok(b.rw.insert_value(SubViewOp::build(
        b.rw.ctx,
        location,
        memory,
        offsets,
        sizes,
        strides,
        static_offsets,
        static_sizes,
        static_strides,
        &[ty],
    )))
}

fn shape_of(b: &Bufferizer<'_>, tensor: ValueId) -> Vec<i64> {
    b.rw.body
        .value_type(tensor)
        .shape(b.rw.ctx)
        .unwrap_or_default()
        .to_vec()
}

struct ExtractSlice;

impl Bufferizable for ExtractSlice {
    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        vec![Alias {
            value: v.body.result(operand.op, 0),
            is_equivalent: false,
            is_definite: true,
        }]
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let source = v.buffer_type_within(v.body.operand(op, 0), stack)?;
        let shape = v.body.value_type(value).shape(v.ctx).unwrap_or_default();
        Part::of(v, op).ty(v, op, source, shape)
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let source = b.buffer(b.rw.body.operand(op, 0))?;
        let shape = shape_of(b, b.rw.body.result(op, 0));
        let part = view_of(b, op, source, &shape)?;
        b.replace(op, &[part]);
        Ok(())
    }
}

struct InsertSlice;

/// Whether a part is all of the tensor into which it is put.
fn is_whole(v: View<'_>, op: OpId) -> bool {
    let Some(shape) = v.op_ref(op).operand_type(1).shape(v.ctx) else {
        return false;
    };
    let part = Part::of(v, op);
    let entries = |list: usize| {
        let ints = part.statics[list].as_dense_ints(v.ctx).unwrap_or_default();
        let joined = asyncir_dialects::index_list::join(&ints, &part.values[list]);
        joined
            .into_iter()
            .map(|entry| entry.known(v.ctx, v.body))
            .collect::<Vec<_>>()
    };
    let sizes: Vec<Option<i64>> = shape.iter().map(|&size| Some(size)).collect();
    entries(0).iter().all(|&offset| offset == Some(0))
        && entries(2).iter().all(|&stride| stride == Some(1))
        && entries(1) == sizes
}

impl Bufferizable for InsertSlice {
    fn reads(&self, v: View<'_>, operand: Use) -> bool {
        operand.index == 0 || !is_whole(v, operand.op)
    }

    fn writes(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 1
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        match operand.index {
            1 => same(v.body.result(operand.op, 0)),
            _ => Vec::new(),
        }
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let (source, dest) = (b.rw.body.operand(op, 0), b.rw.body.operand(op, 1));
        let memory = b.buffer(dest)?;
        let shape = shape_of(b, source);
        let part = view_of(b, op, memory, &shape)?;
        let source = b.buffer(source)?;
        let location = b.rw.location_of(op);
        b.copy(location, source, part);
        b.replace(op, &[memory]);
        Ok(())
    }
}

/// Done at the end of an iteration.
struct ParallelInsertSlice;

impl Bufferizable for ParallelInsertSlice {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    fn writes(&self, _v: View<'_>, operand: Use) -> bool {
        operand.index == 1
    }

    /// The tensor into which the part is put is one that iterations share. What is put there is copied in front of the op
    /// that ends the iteration, in which there are no other ops.
    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        let source = Use { op, index: 0 };
        let v = c.view();
        if v.is_in_place(source) {
            return Ok(());
        }
        let (value, location) = (v.value(source), v.op_ref(op).location());
        let end = v.body.parent_op(op).unwrap_or(op);
        c.rw.set_before(end);
        let copy = c.copy(location, value)?;
        c.rw.modify(op, |body| body.set_operand(op, 0, copy));
        Ok(())
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let parent = b.rw.body.parent_op(op);
        if let Some(end) = parent.filter(|&end| b.rw.body.op(end).is(InParallelOp::DEF)) {
            b.rw.set_before(end);
        }
        let (source, dest) = (b.rw.body.operand(op, 0), b.rw.body.operand(op, 1));
        let shape = shape_of(b, source);
        let memory = b.buffer(dest)?;
        let source = b.buffer(source)?;
        let part = view_of(b, op, memory, &shape)?;
        let location = b.rw.location_of(op);
        b.copy(location, source, part);
        b.rw.erase(op);
        Ok(())
    }
}
