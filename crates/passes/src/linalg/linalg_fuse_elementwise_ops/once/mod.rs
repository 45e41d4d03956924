//! Fusion by which nothing is computed twice: what the option `no-recomputation` asks for.
//!
//! The ops of a block are looked at in order. Each takes in what computes its inputs, as far as that pays (`gain.rs`), so what
//! it takes in has taken in all that it can itself. Ops that have names become `linalg.generic` only if they are fused.
//!
//! Nothing else is changed. In particular ops stay whose results nobody uses: they may write memory that is seen from outside.

mod gain;
mod order;
mod seen;

use std::collections::HashSet;

use asyncir_dialects::arith;
use asyncir_dialects::linalg::{FillOp, GenericOp, ReduceOp, Structured};
use asyncir_dialects::tensor::{DimOp, EmptyOp, SplatOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::effects::is_trivially_dead;
use asyncir_ir::rewrite::fold::constant_op_value;
use asyncir_ir::{Attribute, Body, Context, DYNAMIC, OpId, Operation, ValueDef, ValueId};

use super::constants::{can_do_without, uniform, use_number, use_scalar};
use super::fuse::Pair;
use super::unused::without_unused;
use crate::PassContext;
use crate::bodies::on_inner_bodies;
use crate::linalg::linalg_generalize_named_ops::generalize;
use crate::linalg::nest::{Nest, generic};
use gain::is_elementwise;
use order::Order;
use seen::Seen;

/// How often one op is changed at most.
const MAX_STEPS: usize = 1000;

/// Fuses the ops in the body of `owner`, and in all bodies in it.
pub(super) fn fuse_within(owner: &mut Operation, cx: &PassContext<'_>) {
    let writable = seen::writable_arguments(cx.ctx, owner);
    if let Some(body) = owner.body_mut() {
        fuse_body(body, writable, cx);
    }
}

fn fuse_body(body: &mut Body, writable: Vec<bool>, cx: &PassContext<'_>) {
    fuse_ops(cx.ctx, body, writable);
    on_inner_bodies(body, cx, |owner, body| {
        fuse_body(body, seen::writable_arguments(cx.ctx, owner), cx);
    });
}

fn fuse_ops(ctx: &Context, body: &mut Body, writable: Vec<bool>) {
    let seen = Seen::of(ctx, body, writable);
    let (ops, order) = Order::of(ctx, body, &seen);
    let erased = HashSet::new();
    let mut fusion = Fusion { order, seen, erased };
    let mut rw = Rewriter::new(ctx, body);
    for op in ops {
        fusion.grow(&mut rw, op);
    }
}

/// A number that an input is everywhere.
enum Number {
    Value(ValueId),
    Constant(OpId, Attribute),
}

struct Fusion {
    order: Order,
    seen: Seen,
    erased: HashSet<OpId>,
}

impl Fusion {
    /// Lets an op take in what computes its inputs.
    fn grow(&mut self, rw: &mut Rewriter<'_>, op: OpId) {
        if self.erased.contains(&op) {
            return;
        }
        let mut op = op;
        for _ in 0..MAX_STEPS {
            let Some(nest) = Nest::of(rw, op).filter(|nest| nest.is_on_tensors) else {
                return;
            };
            let Some(next) = self.step(rw, &nest) else {
                return;
            };
            self.order.copy_place(op, next);
            self.clean(rw, &nest.operands);
            op = next;
        }
    }

    fn step(&mut self, rw: &mut Rewriter<'_>, nest: &Nest) -> Option<OpId> {
        if let Some((index, number)) = number_input(rw, nest) {
            let op = to_generic(rw, nest.op)?;
            let nest = Nest::of(rw, op)?;
            let new = match number {
                Number::Value(scalar) => use_scalar(rw, &nest, index, scalar),
                Number::Constant(maker, number) => use_number(rw, &nest, index, (maker, number))?,
            };
            return Some(finish(rw, new));
        }
        let mut inputs = 0..nest.num_inputs;
        let operand = inputs.find(|&operand| Pair::of(rw, nest, operand).is_some_and(|pair| self.pays(rw, &pair)))?;
        self.take_in(rw, nest, operand)
    }

    /// Fuses an op with what computes an operand of it, or makes one operand of several equal ones first.
    fn take_in(&mut self, rw: &mut Rewriter<'_>, nest: &Nest, operand: usize) -> Option<OpId> {
        let value = nest.operands[operand];
        write_before(rw, nest, value);
        let op = to_generic(rw, nest.op)?;
        let is_given = |&input: &usize| nest.operands[input] == value;
        if (0..nest.num_inputs).filter(is_given).count() > 1
            && let Some(merged) = without_unused(rw, op, false)
        {
            return Some(merged);
        }
        let nest = Nest::of(rw, op)?;
        let mut pair = Pair::of(rw, &nest, operand)?;
        let inits: Vec<usize> = (pair.producer.num_inputs..pair.producer.operands.len()).collect();
        if !pair.keeps_sizes() || !pair.can_drop(&inits) {
            pair.producer = self.with_sizes(rw, &pair.producer)?;
        }
        let none = vec![false; pair.producer.inits().len()];
        let fused = pair.fuse(rw, &none)?;
        let fused = finish(rw, fused);
        let (producer, inputs) = (pair.producer.op, &pair.producer.operands);
        if is_trivially_dead(rw.ctx, rw.body, producer) {
            rw.erase(producer);
            self.erased.insert(producer);
            self.clean(rw, inputs);
        }
        Some(fused)
    }

    /// Gives an op the tensors that it writes over as inputs, too, for their sizes.
    fn with_sizes(&mut self, rw: &mut Rewriter<'_>, nest: &Nest) -> Option<Nest> {
        let (inputs, inits) = (nest.inputs(), nest.inits());
        let (of_inputs, of_inits) = nest.maps.split_at(nest.num_inputs);
        let (inputs, maps) = ([inputs, inits].concat(), [of_inputs, of_inits, of_inits].concat());
        let (at, types) = (rw.location_of(nest.op), rw.body.result_types(nest.op));
        rw.set_before(nest.op);
        let (state, region) = generic(rw, at, (&inputs, inits), &maps, &nest.iterators, &types);
        let new = rw.insert(state);
        let arguments: Vec<ValueId> = rw.body.block_args(nest.block).collect();
        let (of_inputs, of_inits) = arguments.split_at(nest.num_inputs);
        let arguments = [of_inputs, of_inits, of_inits].concat();
        let arguments = arguments.into_iter().map(|value| (rw.body.value_type(value), at));
        let arguments: Vec<_> = arguments.collect();
        let block = rw.create_block(region, None, &arguments);
        let arguments: Vec<ValueId> = rw.body.block_args(block).collect();
        let values = [&arguments[..nest.num_inputs], &arguments[inputs.len()..]].concat();
        rw.merge_blocks(nest.block, block, &values);
        let results: Vec<ValueId> = rw.body.results(new).collect();
        rw.replace(nest.op, &results);
        self.order.copy_place(nest.op, new);
        self.erased.insert(nest.op);
        Nest::of(rw, new)
    }

    /// Erases what computes some values, if nobody needs them any more, and what computes only those.
    fn clean(&mut self, rw: &mut Rewriter<'_>, values: &[ValueId]) {
        let mut values = values.to_vec();
        while let Some(value) = values.pop() {
            let maker = rw.body.defining_op(value).filter(|maker| !self.erased.contains(maker));
            let Some(maker) = maker.filter(|&maker| self.is_left_over(rw, maker)) else {
                continue;
            };
            values.extend(rw.body.operands(maker));
            rw.erase(maker);
            self.erased.insert(maker);
        }
    }

    fn is_left_over(&self, rw: &Rewriter<'_>, op: OpId) -> bool {
        let data = rw.body.op(op);
        let is_plain = [EmptyOp::DEF, SplatOp::DEF, DimOp::DEF, arith::ConstantOp::DEF]
            .into_iter()
            .any(|def| data.is(def));
        let is_ours = is_plain || data.def().is_some_and(Structured::is) && !self.writes_seen(rw, op);
        is_ours && is_trivially_dead(rw.ctx, rw.body, op)
    }

    /// Whether an op may write memory that is seen from outside.
    fn writes_seen(&self, rw: &Rewriter<'_>, op: OpId) -> bool {
        let nest = Nest::of(rw, op);
        nest.is_none_or(|nest| nest.inits().iter().any(|&init| self.seen.may_be(rw.ctx, rw.body, init)))
    }
}

/// An input of an op that is the same number everywhere, and is not needed to tell the sizes of loops. Products of matrices and
/// the like stay what they are.
fn number_input(rw: &Rewriter<'_>, nest: &Nest) -> Option<(usize, Number)> {
    let data = rw.body.op(nest.op);
    if !is_elementwise(nest) && !data.is(GenericOp::DEF) && !data.is(ReduceOp::DEF) {
        return None;
    }
    let number = |index: usize| {
        let maker = rw.body.defining_op(nest.operands[index])?;
        let element = rw.body.value_type(rw.body.block_arg(nest.block, index));
        if rw.body.op(maker).is(FillOp::DEF) || rw.body.op(maker).is(SplatOp::DEF) {
            let scalar = rw.body.operand(maker, 0);
            return (rw.body.value_type(scalar) == element).then_some(Number::Value(scalar));
        }
        let number = uniform(rw.ctx, constant_op_value(rw.ctx, rw.body, maker)?)?;
        let is_tensor = rw.body.value_type(nest.operands[index]) != element;
        (is_tensor && number.ty(rw.ctx) == element).then_some(Number::Constant(maker, number))
    };
    let mut inputs = (0..nest.num_inputs).filter(|&index| can_do_without(nest, index));
    inputs.find_map(|index| Some((index, number(index)?)))
}

/// What is written to the memory of a value that goes is written to where that was written.
fn write_before(rw: &mut Rewriter<'_>, nest: &Nest, value: ValueId) {
    let ValueDef::Result { op, index } = rw.body.value_def(value) else {
        return;
    };
    let Some(init) = Nest::of(rw, op).and_then(|producer| producer.inits().get(index as usize).copied()) else {
        return;
    };
    for operand in nest.num_inputs..nest.operands.len() {
        if nest.operands[operand] == value && !nest.reads(rw.body, operand) {
            rw.modify(nest.op, |body| body.set_operand(nest.op, operand, init));
        }
    }
}

fn to_generic(rw: &mut Rewriter<'_>, op: OpId) -> Option<OpId> {
    if rw.body.op(op).is(GenericOp::DEF) {
        return Some(op);
    }
    generalize(rw, op)
}

/// Takes away operands that are there twice or not needed, and tensors that are filled only to be written over.
fn finish(rw: &mut Rewriter<'_>, op: OpId) -> OpId {
    let op = without_unused(rw, op, false).unwrap_or(op);
    let Some(nest) = Nest::of(rw, op) else {
        return op;
    };
    for operand in nest.num_inputs..nest.operands.len() {
        if !nest.reads(rw.body, operand)
            && let Some(init) = without_contents(rw, op, nest.operands[operand])
        {
            rw.modify(op, |body| body.set_operand(op, operand, init));
        }
    }
    op
}

/// The tensor in front of `op` that is written over in the place of one that has the same number everywhere, or is constant.
fn without_contents(rw: &mut Rewriter<'_>, op: OpId, value: ValueId) -> Option<ValueId> {
    let (maker, ty) = (rw.body.defining_op(value)?, rw.body.value_type(value));
    let sizes: Vec<ValueId> = if rw.body.op(maker).is(FillOp::DEF) {
        return rw.body.operands(maker).nth(1);
    } else if rw.body.op(maker).is(SplatOp::DEF) {
        rw.body.operands(maker).skip(1).collect()
    } else {
        constant_op_value(rw.ctx, rw.body, maker)?;
        Vec::new()
    };
    let is_open = |&&size: &&i64| size == DYNAMIC;
    if ty.shape(rw.ctx)?.iter().filter(is_open).count() != sizes.len() {
        return None;
    }
    rw.set_before(op);
    Some(rw.insert_value(EmptyOp::build(rw.ctx, rw.location_of(op), &sizes, &[ty])))
}
