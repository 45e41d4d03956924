//! Combining values, as reductions and contractions do.

use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Context, Location, OpRef, OperationState, ValueId};

use super::attrs::KIND_DEF;
use crate::arith::{self, build::ArithBuilder};
use crate::enum_attrs::enum_value;

/// The op that combines two values, by the number of its case of `#vector.kind`; `None` if there is none for integers, or
/// for floats.
pub fn combining_op(kind: i64, is_int: bool) -> Option<&'static OpDef> {
    Some(match (kind, is_int) {
        (0, true) => arith::AddIOp::DEF,
        (0, false) => arith::AddFOp::DEF,
        (1, true) => arith::MulIOp::DEF,
        (1, false) => arith::MulFOp::DEF,
        (2, true) => arith::MinUIOp::DEF,
        (3, true) => arith::MinSIOp::DEF,
        (4, false) => arith::MinNumFOp::DEF,
        (5, true) => arith::MaxUIOp::DEF,
        (6, true) => arith::MaxSIOp::DEF,
        (7, false) => arith::MaxNumFOp::DEF,
        (8, true) => arith::AndIOp::DEF,
        (9, true) => arith::OrIOp::DEF,
        (10, true) => arith::XOrIOp::DEF,
        (11, false) => arith::MinimumFOp::DEF,
        (12, false) => arith::MaximumFOp::DEF,
        _ => return None,
    })
}

/// The kind of an op, as the number of its case; addition if it has none.
pub fn kind_of(op: OpRef<'_>) -> i64 {
    let kind = op.property("kind").and_then(|kind| enum_value(op.ctx, &KIND_DEF, kind));
    kind.unwrap_or(0)
}

/// How values are combined.
#[derive(Debug, Clone, Copy)]
pub struct Combination {
    op: &'static OpDef,
    fastmath: Option<Attribute>,
}

impl Combination {
    /// What an op with a kind says about values of the type of its result.
    pub fn of(op: OpRef<'_>) -> Option<Self> {
        let element = op.result_type(0).element_or_self(op.ctx);
        let is_int = op.ctx.int_or_index_width(element).is_some();
        Some(Self {
            op: combining_op(kind_of(op), is_int)?,
            fastmath: op.property("fastmath"),
        })
    }

    /// Combines two values in front of the cursor. Where the mask is not set the second one stays as it is.
    pub fn apply(
        self,
        rw: &mut Rewriter<'_>,
        loc: Location,
        value: ValueId,
        before: ValueId,
        mask: Option<ValueId>,
    ) -> ValueId {
        let combined = self.combine(rw, loc, value, before);
        select(rw, loc, mask, combined, before)
    }

    /// Combines two values in front of the cursor.
    pub fn combine(self, rw: &mut Rewriter<'_>, loc: Location, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = rw.body.value_type(lhs);
        let mut state = OperationState::of(self.op, loc).operands(&[lhs, rhs]).results(&[ty]);
        state.properties = default_properties(rw.ctx, self.op, self.fastmath);
        rw.insert_value(state)
    }
}

fn default_properties(ctx: &Context, def: &'static OpDef, fastmath: Option<Attribute>) -> Attribute {
    let defaults = ctx.default_properties(def);
    match fastmath.filter(|_| def.is_inherent("fastmath")) {
        Some(flags) => ctx.dict_with(defaults, "fastmath", Some(flags)),
        None => defaults,
    }
}

/// The first value where the mask is set, the second one elsewhere; the first one if there is no mask.
pub fn select(rw: &mut Rewriter<'_>, loc: Location, mask: Option<ValueId>, masked: ValueId, other: ValueId) -> ValueId {
    let Some(mask) = mask else { return masked };
    ArithBuilder::new(rw, loc).select(mask, masked, other)
}
