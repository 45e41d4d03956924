//! `async.execute`: a region that may run concurrently with what follows it.

use asyncir_ir::asm::{Argument, Delimiter, OpParser, OpPrinter};
use asyncir_ir::{BlockId, Context, Fallible, Location, OpRef, OperationState, RegionId, Type, ValueId};
use smallvec::{SmallVec, smallvec};

use super::types::{TOKEN_TYPE, VALUE_OR_TOKEN, VALUE_TYPE, token, value_type};
use crate::constraints::ANY_TYPE;
use crate::region_flow::{self, Point};
use crate::result_names::by_slot;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Runs its region once the tokens it depends on and the values it takes are available, perhaps concurrently
    /// with what follows. The region gets the payloads of the values. The token becomes available when the region is
    /// done; each further result becomes available with what the region yields for it.
    ///
    /// Running the region on the spot is allowed: what follows must not be needed for the region to end.
    ///
    /// ```mlir
    /// %token, %sum = async.execute [%before] (%a as %x: !async.value<f32>) -> !async.value<f32> {
    ///   %0 = arith.addf %x, %x : f32
    ///   async.yield %0 : f32
    /// }
    /// ```
    op ExecuteOp "async.execute" {
        summary "Asynchronous execute operation";
        operands { dependencies: variadic TOKEN_TYPE, bodyOperands: variadic VALUE_OR_TOKEN }
        results { token: one TOKEN_TYPE, bodyResults: variadic VALUE_TYPE }
        regions { bodyRegion: Sized(1) }
        traits [SingleBlock, AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects]
        terminator "async.yield";
        custom parse, print;
        hooks {
            verify_regions: verify_flow,
            result_names: by_slot,
            region_branch: flow,
        }
    }

    /// Ends the region of an `async.execute`: its operands become the payloads of the results.
    op YieldOp "async.yield" {
        summary "terminator for Async execute operation";
        operands { operands: variadic ANY_TYPE }
        traits [Pure, Terminator, ReturnLike]
        parents ["async.execute"]
        format "($operands^ `:` type($operands))? attr-dict";
    }
}

impl ExecuteOp<'_> {
    /// The region.
    pub fn region(self) -> RegionId {
        self.0.body.op_regions(self.0.op)[0]
    }

    /// The block of the region.
    pub fn block(self) -> Option<BlockId> {
        self.0.body.region(self.region()).first()
    }

    /// The state of such an op; its region still has no block. The token is the first result, before values of the
    /// given types.
    pub fn with_region(
        ctx: &Context,
        location: Location,
        dependencies: &[ValueId],
        operands: &[ValueId],
        values: &[Type],
        region: RegionId,
    ) -> OperationState {
        let mut results = vec![token(ctx)];
        results.extend_from_slice(values);
        let mut state = Self::build(ctx, location, dependencies, operands, &results);
        state.regions.push(region);
        state
    }
}

fn parse(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let token = token(p.ctx());
    let dependencies = p.operand_list(Delimiter::OptionalSquare)?;
    for &dependency in &dependencies {
        let value = p.resolve(dependency, token)?;
        state.operands.push(value);
    }
    let arguments = parse_body_operands(p, state)?;
    let sizes = [dependencies.len() as i32, arguments.len() as i32];
    let sizes = p.ctx().dense_i32_array(&sizes);
    state.properties = p.ctx().dict_with(state.properties, "operandSegmentSizes", Some(sizes));
    let results = p.optional_arrow_types()?;
    state.results.push(token);
    state.results.extend(results);
    p.attr_dict_with_keyword(state)?;
    p.region(state, &arguments)
}

/// Reads `(%value as %payload: type, ...)`.
fn parse_body_operands(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible<Vec<Argument>> {
    let mut arguments = Vec::new();
    if !p.optional_punct("(") || p.optional_punct(")") {
        return Ok(arguments);
    }
    loop {
        let operand = p.operand()?;
        p.keyword("as")?;
        let mut argument = p.argument(false, false)?;
        let ty = p.colon_type()?;
        argument.ty = payload(p.ctx(), ty);
        arguments.push(argument);
        let value = p.resolve(operand, ty)?;
        state.operands.push(value);
        if !p.optional_punct(",") {
            break;
        }
    }
    p.punct(")")?;
    Ok(arguments)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ExecuteOp(op);
    let dependencies = view.dependencies();
    if !dependencies.is_empty() {
        p.text(" [");
        p.operands(&dependencies);
        p.text("]");
    }
    print_body_operands(p, view);
    p.optional_arrow_types(&op.result_types()[1..]);
    p.attr_dict_with_keyword(op, &["operandSegmentSizes"]);
    p.text(" ");
    p.region(op, 0, false, true);
}

fn print_body_operands(p: &mut dyn OpPrinter, view: ExecuteOp<'_>) {
    let operands = view.bodyOperands();
    let Some(block) = view.block().filter(|_| !operands.is_empty()) else {
        return;
    };
    let body = view.0.body;
    p.text(" (");
    for (index, (&operand, arg)) in operands.iter().zip(body.block_args(block)).enumerate() {
        p.text(if index == 0 { "" } else { ", " });
        p.operand(operand);
        p.text(" as ");
        p.operand(arg);
        p.text(": ");
        p.ty(body.value_type(operand));
    }
    p.text(")");
}

/// The type of the argument that stands for an operand in the region.
fn payload(ctx: &Context, ty: Type) -> Type {
    value_type(ctx, ty).unwrap_or(ty)
}

fn verify_flow(op: OpRef<'_>) -> Fallible {
    let view = ExecuteOp(op);
    let Some(block) = view.block() else {
        return Ok(());
    };
    let types = |values: &[ValueId]| values.iter().map(|&v| op.body.value_type(v)).collect::<Vec<_>>();
    // A value stands for its payload, on either side.
    let compatible = |a, b| {
        let (x, y) = (payload(op.ctx, a), payload(op.ctx, b));
        x == y || x == b || a == y
    };
    let args: Vec<ValueId> = op.body.block_args(block).collect();
    region_flow::check(
        op,
        Point::Parent,
        Some(0),
        &types(&view.bodyOperands()),
        &types(&args),
        compatible,
    )?;
    let Some(end) = op.body.terminator(block) else {
        return Ok(());
    };
    let end = op.body.op_ref(op.ctx, end);
    region_flow::check(
        op,
        Point::Op(end),
        None,
        &end.operand_types(),
        &types(&view.bodyResults()),
        compatible,
    )
}

fn flow(_op: OpRef<'_>, from: Option<usize>) -> SmallVec<[Option<usize>; 2]> {
    match from {
        None => smallvec![Some(0)],
        Some(_) => smallvec![None],
    }
}
