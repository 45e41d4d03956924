//! How fast the iterations of a loop are likely to follow each other.

use asyncir_dialects::{arith, memref};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, Body, Context, OpId, ValueId};

use crate::conversion::convert_math_to_arith;

/// How deep in additions the stride of an address is looked for.
const MAX_DEPTH: usize = 8;

/// The ops of the math dialect that are instructions on vectors, too.
const VECTORISED_MATH: [&str; 5] = ["math.absf", "math.absi", "math.copysign", "math.rsqrt", "math.sqrt"];

/// What bounds a loop without loops in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speed {
    /// LLVM will compute several iterations at a time.
    Vector,
    /// One iteration after the other, whose ops overlap.
    Scalar,
    /// Each iteration waits for what the one before computes.
    Serial,
}

impl Speed {
    /// What the ops of `block` run at, in a loop over `variable`. `is_chained` if iterations wait for each other.
    pub(super) fn of(ctx: &Context, body: &Body, block: BlockId, variable: Option<ValueId>, is_chained: bool) -> Self {
        if is_chained {
            return Self::Serial;
        }
        let lanes = variable.map(|variable| Lanes {
            ctx,
            body,
            block,
            variable,
        });
        match lanes {
            Some(lanes) if body.block_ops(block).all(|op| lanes.allow(op)) => Self::Vector,
            _ => Self::Scalar,
        }
    }

    /// How long a simple op takes, in 32nds of a nanosecond. Where iterations wait for each other, it is mostly floats that
    /// they wait for.
    pub(super) fn weight(self, is_float: bool) -> u64 {
        match self {
            Self::Vector => 1,
            Self::Serial if is_float => 8,
            Self::Scalar | Self::Serial => 4,
        }
    }
}

/// Looks whether iterations can be computed side by side.
struct Lanes<'a> {
    ctx: &'a Context,
    body: &'a Body,
    block: BlockId,
    variable: ValueId,
}

impl Lanes<'_> {
    fn allow(&self, op: OpId) -> bool {
        let data = self.body.op(op);
        if data.has_trait(OpTrait::ConstantLike) || data.has_trait(OpTrait::Terminator) {
            return true;
        }
        if data.is(memref::LoadOp::DEF) {
            return self.is_contiguous(&memref::LoadOp::wrap(self.body.op_ref(self.ctx, op)).indices(), 0);
        }
        if data.is(memref::StoreOp::DEF) {
            return self.is_contiguous(&memref::StoreOp::wrap(self.body.op_ref(self.ctx, op)).indices(), 1);
        }
        let name = data.name().as_str(self.ctx);
        let is_integer_division = ["div", "rem", "ceildiv", "floordiv"]
            .iter()
            .any(|prefix| name.strip_prefix("arith.").is_some_and(|name| name.starts_with(prefix)))
            && !name.ends_with('f');
        name.starts_with("arith.") && !is_integer_division
            || VECTORISED_MATH.contains(&name)
            || convert_math_to_arith::is_converted(self.ctx, self.body, op)
    }

    /// Whether neighbouring iterations use neighbouring elements, or, where `least` is zero, the same one.
    fn is_contiguous(&self, indices: &[ValueId], least: i64) -> bool {
        let Some((&last, outer)) = indices.split_last() else {
            return least == 0;
        };
        let stays = |&index: &ValueId| self.stride(index, MAX_DEPTH) == Some(0);
        let steps = self.stride(last, MAX_DEPTH);
        outer.iter().all(stays) && steps.is_some_and(|steps| (least..=1).contains(&steps))
    }

    /// By how much a number grows from one iteration to the next, if that is seen at once.
    fn stride(&self, value: ValueId, depth: usize) -> Option<i64> {
        let body = self.body;
        if value == self.variable {
            return Some(1);
        }
        if body.value_block(value) != Some(self.block) {
            return Some(0);
        }
        let Some(op) = body.defining_op(value) else {
            // A variable of an outer dimension.
            return Some(0);
        };
        let depth = depth.checked_sub(1)?;
        let strides: Option<Vec<i64>> = body.operands(op).map(|operand| self.stride(operand, depth)).collect();
        let strides = strides?;
        let data = body.op(op);
        match strides[..] {
            _ if strides.iter().all(|&stride| stride == 0) => Some(0),
            [lhs, rhs] if data.is(arith::AddIOp::DEF) => Some(lhs + rhs),
            [lhs, rhs] if data.is(arith::SubIOp::DEF) => Some(lhs - rhs),
            [stride] if data.is(arith::IndexCastOp::DEF) => Some(stride),
            _ => None,
        }
    }
}
