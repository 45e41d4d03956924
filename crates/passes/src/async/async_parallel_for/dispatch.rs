//! How the blocks of a parallel loop are handed out to tasks.

use asyncir_dialects::arith::build::{ArithBuilder, index};
use asyncir_dialects::r#async::types::GROUP;
use asyncir_dialects::r#async::{AddToGroupOp, AwaitAllOp, CreateGroupOp};
use asyncir_dialects::{arith, func, scf};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, Ident, Location, OperationState, Type, ValueId};

use super::compute_function::ComputeFunction;
use crate::r#async::build::{call, execute_call};
use crate::r#async::new_functions::{NewFunction, build_function};
use crate::scf::build::{for_loop, if_else};

/// A loop whose blocks are to be handed out.
pub(super) struct Dispatch<'a> {
    pub(super) location: Location,
    pub(super) compute: &'a ComputeFunction,
    pub(super) block_size: ValueId,
    pub(super) block_count: ValueId,
    /// Trip counts, bounds and steps, as the compute function takes them.
    pub(super) domain: &'a [ValueId],
}

impl Dispatch<'_> {
    /// The operands of the compute function for a block.
    fn operands(&self, first: &[ValueId]) -> Vec<ValueId> {
        [first, &[self.block_size], self.domain, &self.compute.captures].concat()
    }

    fn create_group(&self, rw: &mut Rewriter<'_>, one: ValueId) -> ValueId {
        let size = ArithBuilder::new(rw, self.location).subi(self.block_count, one);
        let group = rw.ctx.dialect_type(&GROUP, &[]);
        rw.insert_value(CreateGroupOp::build(rw.ctx, self.location, size, &[group]))
    }

    fn await_all(&self, rw: &mut Rewriter<'_>, group: ValueId) {
        rw.insert(AwaitAllOp::build(rw.ctx, self.location, group, &[]));
    }

    /// Calls `dispatch_function`, which splits the blocks recursively, or the compute function if there is one block.
    pub(super) fn recursively(&self, rw: &mut Rewriter<'_>, dispatch_function: Ident) {
        let (zero, one) = (index(rw, self.location, 0), index(rw, self.location, 1));
        let is_single = ArithBuilder::new(rw, self.location).cmpi("eq", self.block_count, one);
        if_else(
            rw,
            self.location,
            is_single,
            |rw| call(rw, self.location, self.compute.name, &self.operands(&[zero])),
            |rw| {
                let group = self.create_group(rw, one);
                let operands = self.operands(&[group, zero, self.block_count]);
                call(rw, self.location, dispatch_function, &operands);
                self.await_all(rw, group);
            },
        );
    }

    /// Starts a task for each block but the first, which the caller computes.
    pub(super) fn sequentially(&self, rw: &mut Rewriter<'_>) {
        let (zero, one) = (index(rw, self.location, 0), index(rw, self.location, 1));
        let group = self.create_group(rw, one);
        let range = (one, self.block_count);
        for_loop(rw, self.location, range, one, |rw, block| {
            let operands = self.operands(&[block]);
            let token = execute_call(rw, self.location, self.compute.name, &operands);
            add_to_group(rw, self.location, token, group);
        });
        call(rw, self.location, self.compute.name, &self.operands(&[zero]));
        self.await_all(rw, group);
    }
}

fn add_to_group(rw: &mut Rewriter<'_>, location: Location, token: ValueId, group: ValueId) {
    rw.insert(AddToGroupOp::build(rw.ctx, location, token, group, &[Type::INDEX]));
}

/// The function that runs a range of blocks: as long as there are several, it gives the second half to a task that
/// does the same, and computes the first block itself in the end.
pub(super) fn dispatch_function(
    ctx: &Context,
    name: Ident,
    compute: &ComputeFunction,
    location: Location,
) -> NewFunction {
    let mut inputs = vec![ctx.dialect_type(&GROUP, &[]), Type::INDEX];
    inputs.extend_from_slice(&compute.inputs);
    build_function(ctx, name, (inputs, Vec::new()), location, |rw, arguments| {
        let (one, two) = (index(rw, location, 1), index(rw, location, 2));
        let (start, end) = (arguments[1], arguments[2]);
        let types = [Type::INDEX, Type::INDEX];
        let mut state: OperationState = scf::WhileOp::build(ctx, location, &[start, end], &types);
        let (before, after) = (rw.body.create_region(), rw.body.create_region());
        state.regions.extend([before, after]);
        let point = rw.point();
        rw.insert(state);
        let range = types.map(|ty| (ty, location));
        let before = rw.create_block(before, None, &range);
        let after = rw.create_block(after, None, &range);

        rw.set_end(before);
        let current: Vec<ValueId> = rw.body.block_args(before).collect();
        let mut b = ArithBuilder::new(rw, location);
        let distance = b.subi(current[1], current[0]);
        let is_more = b.cmpi("sgt", distance, one);
        rw.insert(scf::ConditionOp::build(ctx, location, is_more, &current, &[]));

        rw.set_end(after);
        let current: Vec<ValueId> = rw.body.block_args(after).collect();
        let mut b = ArithBuilder::new(rw, location);
        let distance = b.subi(current[1], current[0]);
        let half = b.binary(arith::DivSIOp::DEF, distance, two);
        let middle = b.addi(current[0], half);
        let operands = [&[arguments[0], middle, current[1]], &arguments[3..]].concat();
        let token = execute_call(rw, location, name, &operands);
        add_to_group(rw, location, token, arguments[0]);
        rw.insert(scf::YieldOp::build(ctx, location, &[current[0], middle], &[]));

        rw.set_point(point);
        let operands = [&[start], &arguments[3..]].concat();
        call(rw, location, compute.name, &operands);
        rw.insert(func::ReturnOp::build(ctx, location, &[], &[]));
    })
}
