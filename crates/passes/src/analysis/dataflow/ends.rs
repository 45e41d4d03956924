//! What terminators do with their operands.

use asyncir_ir::def::OpTrait;

use super::calls::returns_token;
use super::liveness::passes_between_regions;
use super::program::{At, OpAt, Program};
use super::regions;

/// What a terminator does with its operands.
pub(super) enum End {
    /// It passes some on: to a region of an op, or to its results.
    Region(OpAt),
    /// It returns from a function.
    Function,
    /// Something else.
    Other,
}

/// What an op does with its operands if it is a terminator.
pub(super) fn end_of(program: &Program<'_>, op: OpAt) -> End {
    let (body, view) = (program.body(op.space), program.op_ref(op));
    if let Some(parent) = body.parent_op(op.id) {
        let passes = passes_between_regions(body, parent);
        return match regions::passed_at_end(view).filter(|_| passes) {
            Some(_) => End::Region(At::new(op.space, parent)),
            None => End::Other,
        };
    }
    let returns = view.data().has_trait(OpTrait::ReturnLike);
    if returns && program.owner_has(op.space, OpTrait::FunctionLike) {
        return End::Function;
    }
    End::Other
}

/// The ops that return from a function, each with the number of results of calls in front of what it returns.
pub(super) fn returns(program: &Program<'_>, function: OpAt) -> Vec<(OpAt, usize)> {
    let Some(space) = program.space_of(function) else {
        return Vec::new();
    };
    let body = program.body(space);
    let blocks = body
        .root_regions()
        .iter()
        .flat_map(|&region| body.region_blocks(region));
    let ends = blocks.filter_map(|block| body.block(block).last_op());
    ends.map(|end| At::new(space, end))
        .filter(|&end| matches!(end_of(program, end), End::Function))
        .map(|end| (end, usize::from(returns_token(program.op_ref(function)))))
        .collect()
}
