//! A top-level op that owns itself, such as a module that was parsed.

use crate::body::{Body, OpId, OpRef, Operation, OperationState};
use crate::context::Context;

/// An op that stands in no block, with the arena it lives in.
#[derive(Clone)]
pub struct OwnedOp {
    holder: Body,
    op: OpId,
}

impl OwnedOp {
    /// Makes an op without operands that stands nowhere.
    pub fn new(state: OperationState) -> Self {
        let mut holder = Body::new();
        let op = holder.create_op(state);
        Self { holder, op }
    }

    /// An op with the body that it was made in.
    pub fn from_parts(holder: Body, op: OpId) -> Self {
        Self { holder, op }
    }

    /// The op's data.
    pub fn operation(&self) -> &Operation {
        self.holder.op(self.op)
    }

    /// The op's data.
    pub fn operation_mut(&mut self) -> &mut Operation {
        self.holder.op_mut(self.op)
    }

    /// The op with the arena it stands in.
    pub fn op_ref<'a>(&'a self, ctx: &'a Context) -> OpRef<'a> {
        self.holder.op_ref(ctx, self.op)
    }

    /// The arena that the op itself stands in.
    pub fn holder(&self) -> &Body {
        &self.holder
    }

    /// The body of the op, if it is isolated from above: for a module, its functions.
    pub fn body(&self) -> Option<&Body> {
        self.operation().body()
    }

    /// The body of the op, if it is isolated from above.
    pub fn body_mut(&mut self) -> Option<&mut Body> {
        self.operation_mut().body_mut()
    }
}
