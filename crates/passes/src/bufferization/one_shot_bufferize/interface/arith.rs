//! `arith`: constants, and ops that choose or cast.

use asyncir_dialects::arith::{ConstantOp, IndexCastOp, SelectOp};
use asyncir_dialects::memref::GetGlobalOp;
use asyncir_dialects::memref::strides::{MemRef, memory_space};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, OperationState, Type, TypeKind, ValueId};

use super::{Bufferizable, maybe_from, same};
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, Source, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == ConstantOp::DEF {
        Some(&Constant)
    } else if def == SelectOp::DEF {
        Some(&Select)
    } else if def == IndexCastOp::DEF {
        Some(&IndexCast)
    } else {
        None
    }
}

/// A constant is memory of the module that nothing writes.
struct Constant;

impl Bufferizable for Constant {
    fn is_writable(&self, _v: View<'_>, _value: ValueId) -> bool {
        false
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let ctx = b.rw.ctx;
        let view = b.view().op_ref(op);
        let location = view.location();
        let ty = view.result_type(0);
        let (Some(value), Some(shape)) = (view.property("value"), ty.shape(ctx)) else {
            return Err(view.bare_error("a constant of this type has no memory"));
        };
        let memory_space = b.view().default_space(location)?;
        let memref = MemRef {
            shape: shape.to_vec(),
            element: ty.element_or_self(ctx),
            layout: None,
            memory_space,
        };
        let name = b
            .globals
            .name_of(ctx, location, value, &memref, b.state.options.alignment);
        let name = ctx.symbol_of(name);
        b.replace_with(op, GetGlobalOp::build(ctx, location, name, &[memref.ty(ctx)]));
        Ok(())
    }
}

/// Either of two tensors.
struct Select;

impl Bufferizable for Select {
    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        vec![Alias {
            value: v.body.result(operand.op, 0),
            is_equivalent: true,
            is_definite: false,
        }]
    }

    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        let op = v.owner(value);
        op.map_or_else(Vec::new, |op| vec![maybe_from(op, 1), maybe_from(op, 2)])
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let yes = v.buffer_type_within(v.body.operand(op, 1), stack)?;
        let no = v.buffer_type_within(v.body.operand(op, 2), stack)?;
        if yes == no {
            return Ok(yes);
        }
        let space = memory_space(v.ctx, yes);
        if space != memory_space(v.ctx, no) {
            return Err(v.op_ref(op).bare_error("inconsistent memory space on select operands"));
        }
        Ok(types::dynamic(v.ctx, v.body.value_type(value), space))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        if !b.is_tensor(b.rw.body.result(op, 0)) || b.is_tensor(operands[0]) {
            let view = b.view().op_ref(op);
            return Err(view.bare_error("only a choice between whole tensors has memory"));
        }
        let (mut yes, mut no) = (b.buffer(operands[1])?, b.buffer(operands[2])?);
        if b.rw.body.value_type(yes) != b.rw.body.value_type(no) {
            let ty = b.view().buffer_type(b.rw.body.result(op, 0))?;
            (yes, no) = (b.cast(yes, ty)?, b.cast(no, ty)?);
        }
        let ty = b.rw.body.value_type(yes);
        let location = b.rw.location_of(op);
        let state = OperationState::of(SelectOp::DEF, location);
        b.replace_with(op, state.operands(&[operands[0], yes, no]).results(&[ty]));
        Ok(())
    }
}

/// `arith.index_cast`: the memory of the operand with another element type.
struct IndexCast;

impl Bufferizable for IndexCast {
    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        same(v.body.result(operand.op, 0))
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let Some(op) = v.owner(value) else {
            return Ok(v.body.value_type(value));
        };
        let source = v.buffer_type_within(v.body.operand(op, 0), stack)?;
        let element = v.body.value_type(value).element_or_self(v.ctx);
        Ok(with_element(v, source, element))
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let source = b.buffer(b.rw.body.operand(op, 0))?;
        let element = b.rw.body.value_type(b.rw.body.result(op, 0)).element_or_self(b.rw.ctx);
        let ty = with_element(b.view(), b.rw.body.value_type(source), element);
        let state = OperationState::of(IndexCastOp::DEF, b.rw.location_of(op));
        b.replace_with(op, state.operands(&[source]).results(&[ty]));
        Ok(())
    }
}

fn with_element(v: View<'_>, memref: Type, element: Type) -> Type {
    match MemRef::of(v.ctx, memref) {
        Some(memref) => MemRef { element, ..memref }.ty(v.ctx),
        None => v.ctx.ty(TypeKind::UnrankedMemRef {
            element,
            memory_space: memory_space(v.ctx, memref),
        }),
    }
}
