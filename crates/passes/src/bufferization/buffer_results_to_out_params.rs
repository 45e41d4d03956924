//! `buffer-results-to-out-params`: functions put what they give into memory that who calls them hands them.

use std::collections::HashMap;

use asyncir_dialects::func;
use asyncir_dialects::memref::strides::{MemRef, is_identity_layout, strides_and_offset};
use asyncir_dialects::memref::{self, AllocOp, AllocaOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, DYNAMIC, Diagnostic, Diagnostics, Fallible, Ident, OpId, Operation, OwnedOp,
};
use asyncir_ir::{Type, ValueDef, ValueId};

use super::calls::{Calls, at_call, functions, in_body, is_public, returns};
use super::signature::{Signature, Slot};
use crate::options::{OptionInfo, PassOptions};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "buffer-results-to-out-params",
    class: "BufferResultsToOutParamsPass",
    summary: "Converts memref-typed function results to out-params",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::flag(
            "add-result-attr",
            "Add the attribute 'bufferize.result' to all output parameters.",
            "false",
        ),
        OptionInfo::flag(
            "hoist-dynamic-allocs",
            "Hoist dynamic allocations to call sites.",
            "false",
        ),
        OptionInfo::flag(
            "hoist-static-allocs",
            "Hoist static allocations to call sites.",
            "false",
        ),
        OptionInfo::flag(
            "modify-public-functions",
            "Modify function signatures of public functions.",
            "false",
        ),
    ],
    create: |options| Ok(Box::new(BufferResultsToOutParams::of(options)?)),
};

struct BufferResultsToOutParams {
    marks: bool,
    hoists_dynamic: bool,
    hoists_static: bool,
    changes_public: bool,
}

impl Pass for BufferResultsToOutParams {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        match op.body_mut() {
            Some(module) => self.run_on_module(cx.ctx, module),
            None => Ok(()),
        }
    }
}

/// For each result of a function that is memory the arguments that are its open sizes, if it is known which.
type Sizes = Vec<Option<Vec<usize>>>;

impl BufferResultsToOutParams {
    fn of(options: &PassOptions) -> Result<Self, String> {
        Ok(Self {
            marks: options.flag("add-result-attr")?,
            hoists_dynamic: options.flag("hoist-dynamic-allocs")?,
            hoists_static: options.flag("hoist-static-allocs")?,
            changes_public: options.flag("modify-public-functions")?,
        })
    }

    fn run_on_module(&self, ctx: &Context, module: &mut Body) -> Result<(), Diagnostics> {
        let calls = Calls::of(ctx, module);
        let mut changed: Vec<(Ident, Sizes)> = Vec::new();
        for function in functions(module) {
            let data = module.op(function);
            let is_left = is_public(ctx, data) && !self.changes_public || !calls.is_known(ctx, data);
            if let Some(name) = symbol_name(ctx, data).filter(|_| !is_left) {
                let sizes = self.change_function(ctx, module, function).map_err(Diagnostics::from)?;
                changed.push((name, sizes));
            }
        }
        let mut found = Diagnostics::new();
        for (name, sizes) in changed {
            for &call in calls.of_function(name) {
                let result = at_call(module, call, |body| {
                    change_call(&mut Rewriter::new(ctx, body), call.op, &sizes)
                });
                found.take(result.unwrap_or(Ok(())));
            }
        }
        found.into_result()
    }

    fn change_function(&self, ctx: &Context, module: &mut Body, function: OpId) -> Fallible<Sizes> {
        let data = module.op(function);
        let Some(mut signature) = Signature::of(ctx, data) else {
            return Ok(Vec::new());
        };
        let is_memory = |&(ty, _): &Slot| MemRef::of(ctx, ty).is_some();
        let (memory, kept): (Vec<Slot>, Vec<Slot>) = signature.outputs.into_iter().partition(is_memory);
        if memory.iter().any(|&(ty, _)| !is_allocatable(ctx, ty)) {
            return Err(layout_error(data));
        }
        let location = data.location();
        let marked = |(ty, attrs): Slot| {
            let attrs = if self.marks {
                ctx.dict_with(attrs, "bufferize.result", Some(Attribute::UNIT))
            } else {
                attrs
            };
            (ty, attrs)
        };
        signature.outputs = kept;
        signature.inputs.extend(memory.iter().copied().map(marked));
        signature.set(ctx, module.op_mut(function));
        let sizes = in_body(module, function, |body| {
            let Some(entry) = body.entry() else { return Vec::new() };
            let types = memory.iter().map(|&(ty, _)| ty);
            let targets: Vec<ValueId> = types.map(|ty| body.add_block_arg(entry, ty, location)).collect();
            let mut sizes = vec![None; targets.len()];
            for end in returns(body) {
                let rw = &mut Rewriter::new(ctx, body);
                self.change_return(rw, end, &targets, &mut sizes);
            }
            sizes
        });
        Ok(sizes.unwrap_or_default())
    }

    /// Copies what is given into the memory for it, or puts it there from the start.
    fn change_return(&self, rw: &mut Rewriter<'_>, end: OpId, targets: &[ValueId], sizes: &mut Sizes) {
        let ctx = rw.ctx;
        let all: Vec<ValueId> = rw.body.operands(end).collect();
        let of_memory: Vec<usize> = (0..all.len())
            .filter(|&index| MemRef::of(ctx, rw.body.value_type(all[index])).is_some())
            .collect();
        let location = rw.location_of(end);
        for (number, &index) in of_memory.iter().enumerate() {
            // What was given before may be in its place already.
            let value = rw.body.operand(end, index);
            let hoisted = self.hoisted(rw, value);
            rw.set_before(end);
            let Some(alloc) = hoisted else {
                rw.insert(memref::CopyOp::build(ctx, location, value, targets[number], &[]));
                continue;
            };
            sizes[number] = arguments(rw.body, alloc);
            rw.replace(alloc, &[targets[number]]);
        }
        let is_kept = |index: &usize| !of_memory.contains(index);
        let kept: Vec<ValueId> = (0..all.len()).filter(is_kept).map(|index| all[index]).collect();
        rw.modify(end, |body| body.set_operands(end, &kept));
    }

    /// What has allocated memory, if who calls the function can do that instead.
    fn hoisted(&self, rw: &Rewriter<'_>, value: ValueId) -> Option<OpId> {
        let op = rw.body.defining_op(value)?;
        let is_dynamic = rw.body.value_type(value).shape(rw.ctx)?.contains(&DYNAMIC);
        let is_wanted = if is_dynamic {
            self.hoists_dynamic
        } else {
            self.hoists_static
        };
        let data = rw.body.op(op);
        let allocates = data.is(AllocOp::DEF) || data.is(AllocaOp::DEF);
        // Where memory is allocated more than once, each time gives other memory.
        let is_once = is_executed_once(rw.body, op);
        (is_wanted && allocates && is_once).then_some(op)
    }
}

/// Whether memory of a type can be had by an allocation and a cast.
fn is_allocatable(ctx: &Context, ty: Type) -> bool {
    let Some(memref) = MemRef::of(ctx, ty) else {
        return false;
    };
    let is_open =
        |(strides, offset): (Vec<i64>, i64)| strides.iter().all(|&stride| stride == DYNAMIC) && offset == DYNAMIC;
    is_identity_layout(ctx, memref.layout) || strides_and_offset(ctx, ty).is_some_and(is_open)
}

fn layout_error(function: &Operation) -> Diagnostic {
    Diagnostic::error(
        function.location(),
        "cannot create out param for result with unsupported layout",
    )
}

/// Whether an op is at the top of a function, in a block that control does not come back to.
fn is_executed_once(body: &Body, op: OpId) -> bool {
    let Some(own) = body.parent_block(op).filter(|_| body.parent_op(op).is_none()) else {
        return false;
    };
    let successors = |block: BlockId| -> Vec<BlockId> {
        let end = body.block(block).last_op();
        end.map_or_else(Vec::new, |end| body.successors(end).collect())
    };
    let (mut pending, mut seen) = (successors(own), Vec::new());
    while let Some(block) = pending.pop() {
        if block == own {
            return false;
        }
        if !seen.contains(&block) {
            seen.push(block);
            pending.extend(successors(block));
        }
    }
    true
}

/// The numbers of the arguments of the function that are the operands of an op, if all are such.
fn arguments(body: &Body, op: OpId) -> Option<Vec<usize>> {
    let number = |value: ValueId| match body.value_def(value) {
        ValueDef::Argument { block, index } if body.entry() == Some(block) => Some(index as usize),
        _ => None,
    };
    body.operands(op).map(number).collect()
}

/// Allocates what a function is to put its results into.
fn change_call(rw: &mut Rewriter<'_>, call: OpId, sizes: &Sizes) -> Fallible {
    let ctx = rw.ctx;
    let view = rw.body.op_ref(ctx, call);
    let (at, callee) = (view.location(), view.required("callee"));
    let (mut operands, types) = (view.operands().to_vec(), view.result_types().to_vec());
    let mut outputs: HashMap<usize, ValueId> = HashMap::new();
    rw.set_before(call);
    for (index, &ty) in types.iter().enumerate() {
        let Some(memref) = MemRef::of(ctx, ty) else { continue };
        let number = outputs.len();
        let known = sizes.get(number).and_then(Option::as_ref);
        let is_open = memref.shape.contains(&DYNAMIC);
        let Some(known) = known.map(Vec::as_slice).or((!is_open).then_some(&[])) else {
            let message = "cannot create out param for dynamically shaped result";
            return Err(rw.body.op_ref(ctx, call).bare_error(message));
        };
        let open: Vec<ValueId> = known.iter().map(|&argument| rw.body.operand(call, argument)).collect();
        let dense = MemRef { layout: None, ..memref }.ty(ctx);
        let mut memory = rw.insert_value(AllocOp::build(ctx, at, &open, &[], None, &[dense]));
        if dense != ty {
            memory = rw.insert_value(memref::CastOp::build(ctx, at, memory, &[ty]));
        }
        operands.push(memory);
        outputs.insert(index, memory);
    }
    let kept: Vec<Type> = (0..types.len())
        .filter(|index| !outputs.contains_key(index))
        .map(|index| types[index])
        .collect();
    let new = rw.insert(func::build::call(ctx, at, callee, &operands, &kept));
    let mut results = rw.body.results(new).collect::<Vec<_>>().into_iter();
    let value = |index: usize| outputs.get(&index).copied().or_else(|| results.next());
    let values: Vec<ValueId> = (0..types.len()).filter_map(value).collect();
    rw.replace(call, &values);
    Ok(())
}
