//! `func`: functions, calls and returns.

use asyncir_dialects::func::{CallOp, ReturnOp};
use asyncir_dialects::memref::strides::memory_space;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::{Fallible, OpId, OperationState, Type, ValueId};

use super::{Bufferizable, Copies, alias, branches, unknown_aliases, unknown_sources};
use crate::bufferization::one_shot_bufferize::copies;
use crate::bufferization::one_shot_bufferize::decisions::Use;
use crate::bufferization::one_shot_bufferize::functions::{Summary, boundary_type};
use crate::bufferization::one_shot_bufferize::rewrite::Bufferizer;
use crate::bufferization::one_shot_bufferize::types;
use crate::bufferization::one_shot_bufferize::view::{Alias, Source, View};

pub(super) fn of(def: &'static OpDef) -> Option<&'static dyn Bufferizable> {
    if def == CallOp::DEF {
        Some(&Call)
    } else if def == ReturnOp::DEF {
        Some(&Return)
    } else {
        None
    }
}

/// A call does to the memory of its operands what the function does to that of its arguments.
struct Call;

fn summary<'a>(v: View<'a>, op: OpId) -> Option<&'a Summary> {
    v.state.functions.called(v, op)?.summary.as_ref()
}

impl Bufferizable for Call {
    fn reads(&self, v: View<'_>, operand: Use) -> bool {
        summary(v, operand.op).is_none_or(|summary| summary.reads[operand.index])
    }

    fn writes(&self, v: View<'_>, operand: Use) -> bool {
        summary(v, operand.op).is_none_or(|summary| summary.writes[operand.index])
    }

    fn is_read_later(&self, v: View<'_>, operand: Use) -> bool {
        let summary = summary(v, operand.op);
        summary.map_or(v.state.functions.have_tasks, |summary| {
            summary.read_later[operand.index]
        })
    }

    fn aliases(&self, v: View<'_>, operand: Use) -> Vec<Alias> {
        let Some(summary) = summary(v, operand.op) else {
            return unknown_aliases(v, operand);
        };
        let results = &summary.aliases[operand.index];
        let is_same = matches!(results[..], [result] if summary.equivalents[result] == Some(operand.index));
        let of_result = |&result: &usize| alias(v.body.result(operand.op, result), is_same);
        results.iter().map(of_result).collect()
    }

    /// The function may return an argument twice.
    fn shares_results(&self, v: View<'_>, op: OpId) -> bool {
        summary(v, op).is_some()
    }

    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        match v.owner(value).and_then(|op| summary(v, op)) {
            Some(_) => super::sources_by_aliases(v, value),
            None => unknown_sources(v, value),
        }
    }

    fn is_writable(&self, v: View<'_>, value: ValueId) -> bool {
        let summary = v.owner(value).and_then(|op| summary(v, op));
        summary.map_or(!v.state.functions.have_tasks, |summary| {
            !summary.read_only[v.number(value)]
        })
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, _stack: &mut Vec<ValueId>) -> Fallible<Type> {
        let called = v.owner(value).and_then(|op| v.state.functions.called(v, op));
        let ty = called.and_then(|called| called.outputs.get(v.number(value)).copied());
        let ty = ty.unwrap_or(v.body.value_type(value));
        Ok(
            if v.is_tensor(value) && asyncir_dialects::constraints::is_tensor(v.ctx, ty) {
                boundary_type(v.ctx, v.state.options, ty)
            } else {
                ty
            },
        )
    }

    fn bufferize(&self, b: &mut Bufferizer<'_>, op: OpId) -> Fallible {
        let state = b.state;
        let Some(called) = state.functions.called(b.view(), op) else {
            let view = b.view().op_ref(op);
            return Err(view.bare_error("the function that is called is not known"));
        };
        let results: Vec<ValueId> = b.rw.body.results(op).collect();
        let types = results.iter().map(|&result| b.view().buffer_type(result));
        let types: Vec<Type> = types.collect::<Fallible<_>>()?;
        let mut operands: Vec<ValueId> = b.rw.body.operands(op).collect();
        for (index, operand) in operands.iter_mut().enumerate() {
            if !b.is_tensor(*operand) {
                continue;
            }
            let ty = called.argument_type(b.rw.ctx, state.options, index);
            *operand = b.buffer_of_type(*operand, ty)?;
        }
        let like = OperationState::like(b.rw.body.op(op));
        b.replace_with(op, like.operands(&operands).results(&types));
        Ok(())
    }
}

/// Rewritten with the function.
struct Return;

impl Bufferizable for Return {
    fn reads(&self, _v: View<'_>, _operand: Use) -> bool {
        true
    }

    /// Who calls the function does not know that two results are the same memory, if that is not memory of an argument.
    fn insert_copies(&self, c: &mut Copies<'_>, op: OpId) -> Fallible {
        copies::of_operands(c, op)?;
        let values: Vec<ValueId> = c.rw.body.operands(op).collect();
        for index in 1..values.len() {
            let v = c.view();
            let is_given = |value: ValueId| v.all_aliases(value).iter().any(|&alias| is_parameter(v, alias));
            let is_again = values[..index].iter().any(|&other| v.may_alias(other, values[index]));
            if is_again && !is_given(values[index]) {
                c.rw.set_before(op);
                let location = c.rw.location_of(op);
                let copy = c.copy(location, values[index])?;
                c.rw.modify(op, |body| body.set_operand(op, index, copy));
            }
        }
        Ok(())
    }

    fn bufferize(&self, _b: &mut Bufferizer<'_>, _op: OpId) -> Fallible {
        Ok(())
    }
}

/// The function around the body. Its arguments may be written, unless they say that they may not.
pub(super) struct Function;

impl Bufferizable for Function {
    fn sources(&self, v: View<'_>, value: ValueId) -> Vec<Source> {
        branches::passed(v, value)
    }

    fn is_writable(&self, v: View<'_>, value: ValueId) -> bool {
        if !is_parameter(v, value) {
            return true;
        }
        let Some(function) = v.state.current.function() else {
            return true;
        };
        let attr = function.arg_attr(v.ctx, v.number(value), "bufferization.writable");
        let attr = attr.filter(|_| !function.is_task);
        let is_kept = v.state.options.keep_public_arguments && function.is_public || function.is_task;
        attr.and_then(|attr| attr.as_bool()).unwrap_or(!is_kept)
    }

    fn takes_blocks(&self) -> bool {
        true
    }

    fn buffer_type(&self, v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
        match v.state.current.function().filter(|_| is_parameter(v, value)) {
            Some(function) => {
                v.default_space(v.body.value_location(value))?;
                Ok(function.argument_type(v.ctx, v.state.options, v.number(value)))
            }
            None => passed_type(v, value, stack),
        }
    }

    fn bufferize(&self, _b: &mut Bufferizer<'_>, _op: OpId) -> Fallible {
        Ok(())
    }
}

fn is_parameter(v: View<'_>, value: ValueId) -> bool {
    v.argument_block(value)
        .is_some_and(|block| v.body.entry() == Some(block))
}

/// Whether a value is an argument of a block to which no branch leads: the first one of a region.
fn is_first_argument(v: View<'_>, value: ValueId) -> bool {
    v.argument_block(value).is_some_and(|block| {
        let region = v.body.block(block).region();
        region.and_then(|region| v.body.region(region).first()) == Some(block)
    })
}

/// Nothing tells the type of an argument of a block but the argument itself, or others in the same loop of blocks.
const NOT_INFERRED: &str = "could not infer buffer type of block argument";

/// The type of the memory that branches pass to an argument of a block, if it is the same for all; otherwise any layout.
pub(super) fn passed_type(v: View<'_>, value: ValueId, stack: &mut Vec<ValueId>) -> Fallible<Type> {
    let tensor = v.body.value_type(value);
    let location = v.body.value_location(value);
    let mut found: Option<Type> = None;
    for source in branches::passed(v, value) {
        let passed = v.value(source.operand);
        // What a loop carries knows its initial value when it is asked for again.
        if stack.contains(&passed) && !is_first_argument(v, passed) {
            continue;
        }
        let ty = match v.buffer_type_within(passed, stack) {
            // It comes from what is asked for already, so that the others tell.
            Err(error) if error.message() == NOT_INFERRED => continue,
            found => found?,
        };
        let Some(known) = found.filter(|&known| known != ty) else {
            found = Some(ty);
            continue;
        };
        let space = memory_space(v.ctx, known);
        if space != memory_space(v.ctx, ty) {
            let message = "incoming operands of block argument have inconsistent memory spaces";
            return Err(asyncir_ir::Diagnostic::error(location, message));
        }
        found = Some(types::dynamic(v.ctx, tensor, space));
    }
    found.ok_or_else(|| asyncir_ir::Diagnostic::error(location, NOT_INFERRED))
}
