//! `scf-parallel-strength-reduce`: an index that wraps around at the end of a parallel loop, as `(%j + 1) mod %n` of a
//! periodic grid does, is compared and selected instead of divided.
//!
//! LLVM does so where a loop starts at zero. A range of a parallel loop starts anywhere, and LLVM cannot know that an induction
//! variable stays below the bound of the whole loop.
//!
//! An `arith.remsi` or `arith.remui` is rewritten whose divisor is the upper bound of a dimension that starts at zero or
//! above, with step one, and whose dividend is the induction variable, plus a constant, plus perhaps the divisor itself. For
//! the induction variable *i*, the bound *n* and a shift *s* of at most *n*, with 0 <= *i* < *n*:
//!
//! * (*i* + *s*) mod *n* is *i* + *s* or *i* + *s* - *n*;
//! * (*i* - *s*) mod *n*, rounded down, is *i* - *s* or *i* - *s* + *n*.
//!
//! A constant other than one is first reduced modulo *n*, before the loop. `arith.remsi` rounds to zero: of a dividend below
//! zero, *n* is subtracted again.
//!
//! Sums are taken as those of numbers below 2^63; a loop of so many steps does not end.

use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_dialects::arith::{AddIOp, MaxSIOp, RemSIOp, RemUIOp, SubIOp};
use asyncir_dialects::matchers::constant_int;
use asyncir_dialects::memref::DimOp;
use asyncir_dialects::scf::{Bound, ForallOp, ParallelOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Body, Context, Diagnostics, OpId, OwnedOp, Type, ValueDef, ValueId, WalkOrder};

use crate::bodies::for_each_body;
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "scf-parallel-strength-reduce",
    class: "SCFParallelStrengthReducePass",
    summary: "Replaces remainders of induction variables by the bounds of their parallel loops with comparisons",
    anchor: None,
    options: &[],
    create: |_| Ok(Box::new(ScfParallelStrengthReduce)),
};

struct ScfParallelStrengthReduce;

impl Pass for ScfParallelStrengthReduce {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        for_each_body(op, cx, &|body| {
            for op in body.walk_all(WalkOrder::Pre) {
                if let Some(remainder) = Remainder::of(cx.ctx, body, op) {
                    remainder.replace(&mut Rewriter::new(cx.ctx, body));
                }
            }
            Ok(())
        })
    }
}

/// Constants beyond this are no distances between neighbours.
const MAX_SHIFT: u64 = 1 << 31;

/// The remainder of a sum with an induction variable by the bound of its loop.
struct Remainder {
    op: OpId,
    is_signed: bool,
    divisor: ValueId,
    known_divisor: Option<i64>,
    sum: Sum,
    dimension: Dimension,
}

impl Remainder {
    fn of(ctx: &Context, body: &Body, op: OpId) -> Option<Self> {
        let data = body.op(op);
        let is_signed = data.is(RemSIOp::DEF);
        if !is_signed && !data.is(RemUIOp::DEF) || body.value_type(body.result(op, 0)) != Type::INDEX {
            return None;
        }
        let (dividend, divisor) = (body.operand(op, 0), body.operand(op, 1));
        let sum = Sum::of(ctx, body, dividend, divisor)?;
        let dimension = Dimension::of(ctx, body, sum.variable?)?;
        let known_divisor = constant_int(ctx, body, divisor);
        let is_bound = match dimension.upper {
            Bound::Static(upper) => known_divisor == Some(upper),
            Bound::Value(upper) => is_same(ctx, body, upper, divisor),
        };
        let remainder = Self {
            op,
            is_signed,
            divisor,
            known_divisor,
            sum,
            dimension,
        };
        (is_bound && remainder.is_understood()).then_some(remainder)
    }

    fn is_understood(&self) -> bool {
        let is_sum = matches!(self.sum.divisors, 0 | 1) && self.sum.constant.unsigned_abs() <= MAX_SHIFT;
        is_sum && (self.is_signed || !self.may_be_negative())
    }

    /// Whether the dividend may be less than zero.
    fn may_be_negative(&self) -> bool {
        // There is an iteration, so the bound is above the first.
        let divisor = self.known_divisor.unwrap_or(self.dimension.lower.saturating_add(1));
        let least = i128::from(self.dimension.lower)
            + i128::from(self.sum.divisors) * i128::from(divisor)
            + i128::from(self.sum.constant);
        least < 0
    }

    fn replace(&self, rw: &mut Rewriter<'_>) {
        let location = rw.location_of(self.op);
        let result = if self.sum.constant == 0 {
            self.dimension.variable
        } else {
            let shift = self.shift(rw);
            rw.set_before(self.op);
            self.wrapped(&mut ArithBuilder::new(rw, location), shift)
        };
        rw.replace(self.op, &[result]);
    }

    /// By how much the induction variable is shifted, in whichever direction: at most the divisor.
    fn shift(&self, rw: &mut Rewriter<'_>) -> ValueId {
        let location = rw.location_of(self.op);
        rw.set_before(self.dimension.owner);
        let mut arith = ArithBuilder::new(rw, location);
        let distance = self.sum.constant.unsigned_abs().cast_signed();
        match (self.known_divisor, self.dimension.upper) {
            (Some(divisor), _) => arith.constant(Type::INDEX, distance % divisor.max(1)),
            (None, Bound::Value(upper)) if distance > 1 => {
                let distance = arith.constant(Type::INDEX, distance);
                // Nothing is divided by zero where the loop has no iteration.
                let one = arith.constant(Type::INDEX, 1);
                let divisor = arith.binary(MaxSIOp::DEF, upper, one);
                arith.binary(RemUIOp::DEF, distance, divisor)
            }
            _ => arith.constant(Type::INDEX, distance),
        }
    }

    fn wrapped(&self, arith: &mut ArithBuilder<'_, '_>, shift: ValueId) -> ValueId {
        let (variable, divisor) = (self.dimension.variable, self.divisor);
        if self.sum.constant > 0 {
            let sum = arith.addi(variable, shift);
            let fits = arith.cmpi("ult", sum, divisor);
            // The neighbour of the last index is the first one.
            let wrapped = if self.sum.constant == 1 {
                arith.constant(Type::INDEX, 0)
            } else {
                arith.subi(sum, divisor)
            };
            return arith.select(fits, sum, wrapped);
        }
        let difference = arith.subi(variable, shift);
        let zero = arith.constant(Type::INDEX, 0);
        let fits = arith.cmpi("sge", difference, zero);
        let wrapped = if self.sum.constant == -1 {
            arith.subi(divisor, shift)
        } else {
            arith.addi(difference, divisor)
        };
        let rounded_down = arith.select(fits, difference, wrapped);
        if self.may_be_negative() {
            self.rounded_to_zero(arith, rounded_down)
        } else {
            rounded_down
        }
    }

    /// What `arith.remsi` gives, from the remainder of the quotient that is rounded down.
    fn rounded_to_zero(&self, arith: &mut ArithBuilder<'_, '_>, rounded_down: ValueId) -> ValueId {
        let zero = arith.constant(Type::INDEX, 0);
        let is_negative = arith.cmpi("slt", self.sum.value, zero);
        let has_rest = arith.cmpi("ne", rounded_down, zero);
        let is_rounded = arith.andi(is_negative, has_rest);
        let less = arith.subi(rounded_down, self.divisor);
        arith.select(is_rounded, less, rounded_down)
    }
}

/// A sum of an induction variable, a constant, and multiples of a divisor.
struct Sum {
    value: ValueId,
    variable: Option<ValueId>,
    constant: i64,
    divisors: i64,
}

/// How deep sums are looked into.
const MAX_DEPTH: u32 = 8;

impl Sum {
    fn of(ctx: &Context, body: &Body, value: ValueId, divisor: ValueId) -> Option<Self> {
        let mut sum = Self {
            value,
            variable: None,
            constant: 0,
            divisors: 0,
        };
        sum.add(ctx, body, value, divisor, 1, MAX_DEPTH)?;
        Some(sum)
    }

    /// Adds a value, or subtracts it where `sign` is -1.
    fn add(
        &mut self,
        ctx: &Context,
        body: &Body,
        value: ValueId,
        divisor: ValueId,
        sign: i64,
        depth: u32,
    ) -> Option<()> {
        if let Some(known) = constant_int(ctx, body, value) {
            self.constant = self.constant.checked_add(known.checked_mul(sign)?)?;
            return Some(());
        }
        if is_same(ctx, body, value, divisor) {
            self.divisors += sign;
            return Some(());
        }
        let terms = body.defining_op(value).filter(|_| depth > 0);
        let signs = terms.and_then(|op| match body.op(op) {
            data if data.is(AddIOp::DEF) => Some([sign, sign]),
            data if data.is(SubIOp::DEF) => Some([sign, -sign]),
            _ => None,
        });
        if let (Some(op), Some(signs)) = (terms, signs) {
            let operands = body.operands(op).zip(signs);
            return operands
                .into_iter()
                .try_for_each(|(operand, sign)| self.add(ctx, body, operand, divisor, sign, depth - 1));
        }
        let is_first = sign == 1 && self.variable.is_none();
        is_first.then(|| self.variable = Some(value))
    }
}

/// A dimension of a parallel loop with step one that does not start below zero.
struct Dimension {
    owner: OpId,
    variable: ValueId,
    lower: i64,
    upper: Bound,
}

impl Dimension {
    /// The one whose induction variable a value is.
    fn of(ctx: &Context, body: &Body, variable: ValueId) -> Option<Self> {
        let ValueDef::Argument { block, index } = body.value_def(variable) else {
            return None;
        };
        let owner = body.block_parent_op(block)?;
        let index = index as usize;
        let known = |bound: Bound| match bound {
            Bound::Static(known) => Some(known),
            Bound::Value(value) => constant_int(ctx, body, value),
        };
        let [lower, upper, step] = bounds(ctx, body, owner, index)?;
        let lower = known(lower).filter(|&lower| lower >= 0)?;
        (known(step) == Some(1)).then_some(Self {
            owner,
            variable,
            lower,
            upper,
        })
    }
}

/// Lower bound, upper bound and step of a dimension.
fn bounds(ctx: &Context, body: &Body, owner: OpId, index: usize) -> Option<[Bound; 3]> {
    let op = body.op_ref(ctx, owner);
    if let Some(view) = ParallelOp::cast(op) {
        let of = |values: &[ValueId]| values.get(index).copied().map(Bound::Value);
        return Some([of(&view.lowerBound())?, of(&view.upperBound())?, of(&view.step())?]);
    }
    let view = ForallOp::cast(op)?;
    let of = |bounds: Vec<Bound>| bounds.get(index).copied();
    Some([of(view.lower())?, of(view.upper())?, of(view.steps())?])
}

/// Whether two values are the same number: one value, equal constants, or the size of one memref asked for twice.
fn is_same(ctx: &Context, body: &Body, a: ValueId, b: ValueId) -> bool {
    if a == b {
        return true;
    }
    if let (Some(a), Some(b)) = (constant_int(ctx, body, a), constant_int(ctx, body, b)) {
        return a == b;
    }
    let size = |value| body.defining_op(value).filter(|&op| body.op(op).is(DimOp::DEF));
    let (Some(a), Some(b)) = (size(a), size(b)) else {
        return false;
    };
    body.operand(a, 0) == body.operand(b, 0) && is_same(ctx, body, body.operand(a, 1), body.operand(b, 1))
}
