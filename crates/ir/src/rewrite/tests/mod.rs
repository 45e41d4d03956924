//! Tests of the drivers on a small dialect. Bodies are written as one line for each op, values numbered in order.

#![allow(dead_code, reason = "not every view of the test dialect is used")]

mod conversion;
mod greedy;

use std::fmt::Write;

use hashbrown::HashMap;

use crate::def::{AttrConstraint, Dialect, Folded, ForwardedOperands, TypeConstraint};
use crate::{Attribute, BlockId, Body, Context, InsertPoint, Location, OpId, OperationState, Type, ValueId, WalkOrder};

static ANY: TypeConstraint = TypeConstraint::new("any type", |_, _| true);
static ANY_ATTR: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);

crate::ops! {
    /// Ops of the tests.
    pub(crate) const OPS;

    /// A constant.
    op ConstOp "t.const" {
        summary "a constant";
        results { result: one ANY }
        attributes { value: required ANY_ATTR }
        traits [Pure, ConstantLike]
    }
    /// A sum.
    op AddOp "t.add" {
        summary "adds";
        operands { lhs: one ANY, rhs: one ANY }
        results { result: one ANY }
        traits [Pure, Commutative, SameOperandsAndResultType]
        hooks { fold: fold_add }
    }
    /// Twice nothing.
    op NegOp "t.neg" {
        summary "negates";
        operands { input: one ANY }
        results { result: one ANY }
        traits [Pure, Involution, SameOperandsAndResultType]
    }
    /// Keeps its operands alive.
    op UseOp "t.use" {
        summary "uses";
        operands { inputs: variadic ANY }
    }
    /// A jump.
    op BrOp "t.br" {
        summary "jumps";
        operands { args: variadic ANY }
        successors { dest: one }
        traits [Terminator, Pure]
        hooks { branch: |op, _| ForwardedOperands::of_slot(BrOp::DEF, op, 0) }
    }
    /// A jump to one of two blocks.
    op CondBrOp "t.cond_br" {
        summary "jumps somewhere";
        operands { first: variadic ANY, second: variadic ANY }
        successors { a: one, b: one }
        traits [Terminator, Pure, AttrSizedOperandSegments]
        hooks { branch: |op, successor| ForwardedOperands::of_slot(CondBrOp::DEF, op, successor) }
    }
    /// The end.
    op RetOp "t.ret" {
        summary "ends";
        operands { inputs: variadic ANY }
        traits [Terminator]
    }
    /// A function in the body.
    op FnOp "t.fn" {
        summary "a function";
        regions { body: Any }
        traits [IsolatedFromAbove]
    }
    /// A cast.
    op CastOp "builtin.unrealized_conversion_cast" {
        summary "casts";
        operands { inputs: variadic ANY }
        results { outputs: variadic ANY }
        traits [Pure]
    }
}

fn fold_add(ctx: &Context, body: &mut Body, op: OpId, operands: &[Option<Attribute>]) -> Folded {
    let rhs = operands[1].and_then(|attr| attr.as_i64(ctx));
    match (operands[0].and_then(|attr| attr.as_i64(ctx)), rhs) {
        (Some(a), Some(b)) => Folded::attr(ctx.int_attr(body.value_type(body.result(op, 0)), i128::from(a + b))),
        (None, Some(0)) => Folded::value(body.operand(op, 0)),
        _ => Folded::No,
    }
}

static DIALECT: Dialect = Dialect {
    name: "t",
    description: "",
    ops: OPS,
    types: &[],
    attrs: &[],
    materialize_constant: Some(|ctx, value, ty, location| Some(ConstOp::build(ctx, location, value, &[ty]))),
    verify_attr: None,
    allows_unknown_ops: false,
};

pub(super) fn context() -> Context {
    Context::with_dialects(&[&DIALECT])
}

/// A body with a function's entry block, and a cursor at its end.
pub(super) struct Maker<'c> {
    pub(super) ctx: &'c Context,
    pub(super) body: Body,
    pub(super) block: BlockId,
}

impl<'c> Maker<'c> {
    pub(super) fn new(ctx: &'c Context, args: &[Type]) -> Self {
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        args.iter().for_each(|&ty| {
            body.add_block_arg(block, ty, Location::UNKNOWN);
        });
        Self { ctx, body, block }
    }

    pub(super) fn arg(&self, index: usize) -> ValueId {
        self.body.block_arg(self.block, index)
    }

    pub(super) fn add_block(&mut self, args: &[Type]) -> BlockId {
        let block = self.body.append_block(self.body.root().expect("a region"));
        args.iter().for_each(|&ty| {
            self.body.add_block_arg(block, ty, Location::UNKNOWN);
        });
        block
    }

    pub(super) fn op(&mut self, state: OperationState) -> OpId {
        let op = self.body.create_op(state);
        self.body.insert_op(op, InsertPoint::End(self.block));
        op
    }

    pub(super) fn value(&mut self, state: OperationState) -> ValueId {
        let op = self.op(state);
        self.body.result(op, 0)
    }

    pub(super) fn constant(&mut self, value: i64) -> ValueId {
        let state = ConstOp::build(
            self.ctx,
            Location::UNKNOWN,
            self.ctx.i32_attr(value as i32),
            &[Type::I32],
        );
        self.value(state)
    }

    pub(super) fn add(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let ty = self.body.value_type(a);
        self.value(AddOp::build(self.ctx, Location::UNKNOWN, a, b, &[ty]))
    }

    pub(super) fn neg(&mut self, a: ValueId) -> ValueId {
        let ty = self.body.value_type(a);
        self.value(NegOp::build(self.ctx, Location::UNKNOWN, a, &[ty]))
    }

    pub(super) fn uses(&mut self, values: &[ValueId]) {
        self.op(UseOp::build(self.ctx, Location::UNKNOWN, values, &[]));
    }

    pub(super) fn br(&mut self, to: BlockId, args: &[ValueId]) {
        let state = BrOp::build(self.ctx, Location::UNKNOWN, args, &[]).successors(&[to]);
        self.op(state);
    }

    pub(super) fn ret(&mut self, values: &[ValueId]) {
        self.op(RetOp::build(self.ctx, Location::UNKNOWN, values, &[]));
    }
}

/// The body as text.
pub(super) fn show(ctx: &Context, body: &Body) -> String {
    let (mut names, mut blocks) = (HashMap::new(), HashMap::new());
    for op in body.walk_all(WalkOrder::Pre) {
        if let Some(block) = body.parent_block(op).filter(|block| !blocks.contains_key(block)) {
            blocks.insert(block, blocks.len());
            for arg in body.block_args(block) {
                names.insert(arg, names.len());
            }
        }
        for result in body.results(op) {
            names.insert(result, names.len());
        }
    }
    let mut out = String::new();
    let mut last = None;
    for op in body.walk_all(WalkOrder::Pre) {
        let block = body.parent_block(op).expect("in a block");
        if last != Some(block) && (blocks[&block] > 0 || body.block_args(block).len() > 0) {
            let args: Vec<String> = body
                .block_args(block)
                .map(|v| format!("{}: {}", names[&v], type_name(body.value_type(v))))
                .collect();
            writeln!(out, "^{}({})", blocks[&block], args.join(", ")).expect("to a string");
        }
        last = Some(block);
        let results: Vec<String> = body.results(op).map(|v| names[&v].to_string()).collect();
        if !results.is_empty() {
            write!(out, "{} = ", results.join(", ")).expect("to a string");
        }
        out.push_str(
            body.op(op)
                .name()
                .as_str(ctx)
                .trim_start_matches("t.")
                .trim_start_matches("builtin.unrealized_"),
        );
        if let Some(value) = body.op(op).property(ctx, "value").and_then(|attr| attr.as_i64(ctx)) {
            write!(out, " #{value}").expect("to a string");
        }
        for operand in body.operands(op) {
            write!(out, " {}", names.get(&operand).map_or("?".to_owned(), usize::to_string)).expect("to a string");
        }
        for successor in body.successors(op) {
            write!(out, " ^{}", blocks[&successor]).expect("to a string");
        }
        let types: Vec<String> = body.result_types(op).iter().map(|&ty| type_name(ty)).collect();
        if !types.is_empty() {
            write!(out, " : {}", types.join(", ")).expect("to a string");
        }
        out.push('\n');
    }
    out
}

fn type_name(ty: Type) -> String {
    match ty {
        Type::I1 => "i1".to_owned(),
        Type::I32 => "i32".to_owned(),
        Type::I64 => "i64".to_owned(),
        Type::F32 => "f32".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn folds_report_constants_and_values() {
    let ctx = context();
    let mut maker = Maker::new(&ctx, &[Type::I32]);
    let (five, zero) = (maker.constant(5), maker.constant(0));
    let sum = maker.add(five, five);
    let same = maker.add(zero, five);
    let arg = maker.arg(0);
    let swapped = maker.add(five, arg);
    let op = |maker: &Maker<'_>, value| maker.body.defining_op(value).expect("an op");
    let (sum, same, swapped) = (op(&maker, sum), op(&maker, same), op(&maker, swapped));
    let mut fold = |op| super::fold::fold_op(&ctx, &mut maker.body, op);
    assert_eq!(fold(sum), Folded::attr(ctx.i32_attr(10)));
    assert_eq!(fold(same), Folded::attr(ctx.i32_attr(5)));
    assert_eq!(fold(swapped), Folded::InPlace);
    assert_eq!(fold(swapped), Folded::No);
    assert_eq!(maker.body.operands(swapped).collect::<Vec<_>>(), [arg, five]);
}
