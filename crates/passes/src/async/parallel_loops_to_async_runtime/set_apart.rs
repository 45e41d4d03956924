//! Handing a loop out in a function of its own.
//!
//! Where a loop may also run in order, what hands it out, with memory for the results of leaves, would cost the function
//! around it registers and stack in either case.

use asyncir_dialects::func;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{BlockId, Body, Context, Ident, Location, Mapping, OpId, RegionId, Type, ValueId};

use crate::r#async::new_functions::{NewFunction, build_function};
use crate::r#async::outline::{captures, clone_constants_into};

/// For LLVM: calls of the function are rare where time counts.
const PASSTHROUGH: [&str; 2] = ["noinline", "cold"];

/// Moves the ops of a region of one block to a function, and calls it in their place. What the region yields, the
/// function returns.
pub(super) fn set_apart(
    rw: &mut Rewriter<'_>,
    region: RegionId,
    name: Ident,
    location: Location,
) -> Option<NewFunction> {
    let block = rw.body.region(region).first()?;
    clone_constants_into(rw.body, region);
    let captured = captures(rw.body, region);
    let function = function(rw.ctx, rw.body, block, &captured, (name, location));
    replace_by_call(rw, block, &captured, &function);
    Some(function)
}

fn function(
    ctx: &Context,
    source: &Body,
    block: BlockId,
    captured: &[ValueId],
    (name, location): (Ident, Location),
) -> NewFunction {
    let types = |values: &[ValueId]| -> Vec<Type> { values.iter().map(|&value| source.value_type(value)).collect() };
    let mut ops: Vec<OpId> = source.block_ops(block).collect();
    let terminator = ops.pop();
    let yielded: Vec<ValueId> = terminator.into_iter().flat_map(|op| source.operands(op)).collect();
    let signature = (types(captured), types(&yielded));
    let mut function = build_function(ctx, name, signature, location, |rw, arguments| {
        let mut map = Mapping::new();
        for (&value, &argument) in captured.iter().zip(arguments) {
            map.map_value(value, argument);
        }
        for op in ops {
            let copy = rw.body.clone_op_from(source, op, &mut map);
            rw.insert_copy(copy);
        }
        let results: Vec<ValueId> = yielded.iter().map(|&value| map.value(value)).collect();
        rw.insert(func::ReturnOp::build(ctx, location, &results, &[]));
    });
    function.passthrough = PASSTHROUGH.to_vec();
    function
}

fn replace_by_call(rw: &mut Rewriter<'_>, block: BlockId, captured: &[ValueId], function: &NewFunction) {
    let mut ops: Vec<OpId> = rw.body.block_ops(block).collect();
    let Some(terminator) = ops.pop() else { return };
    let callee = rw.ctx.symbol_of(function.name);
    let call = func::build::call(rw.ctx, function.location, callee, captured, &function.results);
    let cursor = rw.point();
    rw.set_before(terminator);
    let call = rw.insert(call);
    let results: Vec<ValueId> = rw.body.results(call).collect();
    rw.body.set_operands(terminator, &results);
    for op in ops.into_iter().rev() {
        rw.erase(op);
    }
    rw.set_point(cursor);
}
