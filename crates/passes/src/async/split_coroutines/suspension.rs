//! Suspension points: `llvm.intr.coro.suspend` and where control goes from it.

use asyncir_dialects::llvm::{self, CoroSaveIntrOp, SExtOp, SwitchOp, ZExtOp, case_values, case_values_attr};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::rewrite::region_simplify::successor_operands;
use asyncir_ir::{ApInt, BlockId, Body, Context, Fallible, OpId, OpRef, OperationState, Type, ValueId};

use crate::conversion::llvm_common::ops;

/// What `llvm.intr.coro.suspend` returns where the coroutine was suspended just now.
const SUSPENDED: i64 = -1;
/// What it returns where the coroutine is resumed.
const RESUMED: i64 = 0;
/// What it returns where the coroutine is destroyed.
const DESTROYED: i64 = 1;

/// A suspension point.
pub(super) struct Point {
    /// From here on, the coroutine may be resumed.
    pub(super) save: OpId,
    pub(super) suspend: OpId,
    /// Ends the block of the suspension; its first successor is where a coroutine goes that was just suspended.
    pub(super) terminator: OpId,
    /// Which successor a resumed coroutine goes to.
    pub(super) resumed: Option<usize>,
    /// Which successor a destroyed coroutine goes to.
    pub(super) destroyed: Option<usize>,
    /// Whether the coroutine is never resumed here.
    pub(super) is_final: bool,
}

impl Point {
    /// The successors that are entered with the frame alone.
    pub(super) fn entries(&self) -> impl Iterator<Item = usize> {
        self.resumed.into_iter().chain(self.destroyed)
    }
}

/// Where control goes, with the values it takes there.
type Edge = (BlockId, Vec<ValueId>);

/// Refuses a suspension that cannot be split.
pub(super) fn check(suspend: OpRef<'_>) -> Fallible {
    let (ctx, body) = (suspend.ctx, suspend.body);
    if suspend.result_type(0) != ctx.int_type(8) {
        return Err(suspend.error("must give an i8"));
    }
    if constant_value(ctx, body, suspend.operand(1)).is_none() {
        return Err(suspend.error("must be known to be the final one or not"));
    }
    let state = body.defining_op(suspend.operand(0)).map(|op| body.op(op));
    if state.is_some_and(|op| op.is(CoroSaveIntrOp::DEF) || op.is(llvm::NoneOp::DEF)) {
        Ok(())
    } else {
        Err(suspend.error("needs the result of 'llvm.intr.coro.save' or no token"))
    }
}

/// Makes a suspension end its block, with a switch that has only the cases that can be.
pub(super) fn normalize(ctx: &Context, body: &mut Body, suspend: OpId, begin: OpId, is_destroyed: bool) -> Point {
    let is_final = constant_value(ctx, body, body.operand(suspend, 1)).is_some_and(|attr| attr.as_bool() == Some(true));
    let save = save_of(ctx, body, suspend, begin);
    let edges = match threaded(ctx, body, suspend) {
        Some(edges) => edges,
        None => behind(ctx, body, suspend),
    };
    let [suspended, resumed, destroyed] = edges;
    let (mut cases, mut values) = (Vec::new(), Vec::new());
    let mut case = |wanted: bool, value: i64, edge: Edge| {
        wanted.then(|| {
            cases.push(edge);
            values.push(value);
            cases.len()
        })
    };
    let resumed = case(!is_final, RESUMED, resumed);
    let destroyed = case(is_destroyed, DESTROYED, destroyed);
    let state = switch(ctx, body, suspend, &suspended, &cases, &values);
    let terminator = body.create_op(state);
    let place = body.after(suspend);
    body.insert_op(terminator, place);
    // What was behind the suspension gives way to the new terminator.
    let rest: Vec<OpId> = std::iter::successors(body.next_op(terminator), |&op| body.next_op(op)).collect();
    rest.into_iter().rev().for_each(|op| body.erase_op(op));
    body.set_operands(suspend, &[]);
    Point {
        save,
        suspend,
        terminator,
        resumed,
        destroyed,
        is_final,
    }
}

/// The save of a suspension; one without is saved right where it is.
fn save_of(ctx: &Context, body: &mut Body, suspend: OpId, begin: OpId) -> OpId {
    let state = body.defining_op(body.operand(suspend, 0));
    if let Some(save) = state.filter(|&op| body.op(op).is(CoroSaveIntrOp::DEF)) {
        return save;
    }
    let (location, handle) = (body.op(suspend).location(), body.result(begin, 0));
    let token = llvm::types::make::token(ctx);
    let save = body.create_op(CoroSaveIntrOp::build(ctx, location, handle, &[token]));
    body.insert_op(save, asyncir_ir::InsertPoint::Before(suspend));
    body.set_operands(save, &[]);
    save
}

/// Where a suspension leads if only a switch asks for what it returns, as in lowered programs.
fn threaded(ctx: &Context, body: &Body, suspend: OpId) -> Option<[Edge; 3]> {
    let mut value = body.result(suspend, 0);
    let mut next = body.next_op(suspend)?;
    let mut is_signed = true;
    let is_extension = body.op(next).is(SExtOp::DEF) || body.op(next).is(ZExtOp::DEF);
    if is_extension && body.has_one_use(value) && body.operand(next, 0) == value {
        is_signed = body.op(next).is(SExtOp::DEF);
        value = body.result(next, 0);
        next = body.next_op(next)?;
    }
    if !body.op(next).is(SwitchOp::DEF) || !body.has_one_use(value) || body.operand(next, 0) != value {
        return None;
    }
    let edge = |number: i64| {
        let number = if is_signed { number } else { number & 0xff };
        let values = case_values(ctx, body.op(next).property(ctx, "case_values"));
        let case = values.iter().position(|value| value.to_i64() == Some(number));
        let index = case.map_or(0, |case| case + 1);
        let passed = successor_operands(ctx, body, next, index)?;
        let operands = passed.range.map(|operand| body.operand(next, operand)).collect();
        Some((body.successor(next, index), operands))
    };
    Some([edge(SUSPENDED)?, edge(RESUMED)?, edge(DESTROYED)?])
}

/// Moves what is behind a suspension to a block that takes what it returns.
fn behind(ctx: &Context, body: &mut Body, suspend: OpId) -> [Edge; 3] {
    let (result, location) = (body.result(suspend, 0), body.op(suspend).location());
    let place = body.after(suspend);
    let block = body.split_block(place);
    let ty = body.value_type(result);
    let argument = body.add_block_arg(block, ty, location);
    body.replace_all_uses(result, argument);
    let mut rw = Rewriter::new(ctx, body);
    rw.set_before(suspend);
    [SUSPENDED, RESUMED, DESTROYED].map(|number| {
        let value = rw.ctx.int_attr(ty, number.into());
        (block, vec![ops::constant(&mut rw, location, ty, value)])
    })
}

fn switch(
    ctx: &Context,
    body: &Body,
    suspend: OpId,
    suspended: &Edge,
    cases: &[Edge],
    values: &[i64],
) -> OperationState {
    let location = body.op(suspend).location();
    if cases.is_empty() {
        return ops::state(ctx, llvm::BrOp::DEF, location, &suspended.1, &[], &[]).successors(&[suspended.0]);
    }
    let numbers: Vec<ApInt> = values.iter().map(|&value| ApInt::from_i128(8, value.into())).collect();
    let numbers = case_values_attr(ctx, Type::I8, &numbers);
    let sizes: Vec<i32> = cases.iter().map(|(_, operands)| operands.len() as i32).collect();
    let mut state = OperationState::of(SwitchOp::DEF, location)
        .operands(&[body.result(suspend, 0)])
        .operands(&suspended.1)
        .successors(&[suspended.0]);
    for (block, operands) in cases {
        state = state.operands(operands).successors(&[*block]);
    }
    let given = [
        ("case_values", numbers),
        ("case_operand_segments", Some(ctx.dense_i32_array(&sizes))),
    ];
    state.set_properties(ctx, &given, &[1, suspended.1.len() as i32, sizes.iter().sum()]);
    state
}
