//! `arith-expand`: spells out ops of `arith` that have no counterpart in LLVM with others that have.

mod narrow_floats;
mod small_floats;

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, with_element};
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::rewrite::conversion::{ConversionPatterns, ConversionTarget, apply_partial_conversion};
use asyncir_ir::rewrite::{FnPattern, Rewriter};
use asyncir_ir::{Diagnostics, OpId, OpRef, OwnedOp, Type, ValueId};
use narrow_floats::{NARROW_EXPANSIONS, is_expanded};
use small_floats::{F4E2M1_EXPANSIONS, F8E8M0_EXPANSIONS, SCALING, narrows, widens};

use crate::{OptionInfo, Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "arith-expand",
    class: "ArithExpandOpsPass",
    summary: "Legalize Arith ops to be convertible to LLVM.",
    anchor: None,
    options: &[
        OptionInfo::flag("include-bf16", "Enable the BF16 expansion patterns", "false"),
        OptionInfo::flag("include-f4e2m1", "Enable the F4E2M1 expansion patterns", "false"),
        OptionInfo::flag("include-f8e8m0", "Enable the F8E8M0 expansion patterns", "false"),
        OptionInfo::flag(
            "include-narrow-floats",
            "Expand conversions from and to the other floats of six and eight bits, too",
            "false",
        ).of_asyncir(),
        OptionInfo::flag(
            "keep-min-max",
            "Keep minima and maxima of floats of up to 64 bits that give NaN if an operand is, which LLVM vectorizes as \
             reductions; those of wider floats take the signs of zeros into account",
            "false",
        ).of_asyncir(),
    ],
    create: |options| {
        Ok(Box::new(ArithExpand {
            include_bf16: options.flag("include-bf16")?,
            include_f4e2m1: options.flag("include-f4e2m1")?,
            include_f8e8m0: options.flag("include-f8e8m0")?,
            include_narrow_floats: options.flag("include-narrow-floats")?,
            keep_min_max: options.flag("keep-min-max")?,
        }))
    },
};

#[derive(Clone, Copy)]
struct ArithExpand {
    include_bf16: bool,
    include_f4e2m1: bool,
    include_f8e8m0: bool,
    include_narrow_floats: bool,
    keep_min_max: bool,
}

impl ArithExpand {
    /// Whether an `arith.extf` stays.
    fn keeps_extf(&self, op: OpRef<'_>) -> bool {
        !(self.include_bf16 && converts(op, Type::BF16, Type::F32)
            || self.include_f4e2m1 && widens(op, FloatSemantics::F4E2M1FN)
            || self.include_f8e8m0 && widens(op, FloatSemantics::F8E8M0FNU)
            || self.include_narrow_floats && is_expanded(op))
    }

    /// Whether an `arith.truncf` stays.
    fn keeps_truncf(&self, op: OpRef<'_>) -> bool {
        !(self.include_bf16 && converts(op, Type::F32, Type::BF16)
            || self.include_f4e2m1 && narrows(op, FloatSemantics::F4E2M1FN)
            || self.include_f8e8m0 && narrows(op, FloatSemantics::F8E8M0FNU)
            || self.include_narrow_floats && is_expanded(op))
    }
}

impl Pass for ArithExpand {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.legal_dialect("arith").legal_dialect("vector");
        // What is added first is tried first.
        for pattern in WITH_SIGNED_ZEROS.iter().filter(|_| self.keep_min_max) {
            patterns.add_rewrite(pattern);
        }
        for pattern in EXPANSIONS.iter().chain(&SCALING) {
            target.illegal_op(pattern.root);
            patterns.add_rewrite(pattern);
        }
        for def in MIN_MAX.into_iter().filter(|_| self.keep_min_max) {
            target.dynamic_op(def, |op| !lacks_min_max(op));
        }
        let this = *self;
        target.dynamic_op(arith::ExtFOp::DEF, move |op| this.keeps_extf(op));
        target.dynamic_op(arith::TruncFOp::DEF, move |op| this.keeps_truncf(op));
        for (is_included, expansions) in [
            (self.include_bf16, &BF16_EXPANSIONS),
            (self.include_f8e8m0, &F8E8M0_EXPANSIONS),
            (self.include_f4e2m1, &F4E2M1_EXPANSIONS),
            (self.include_narrow_floats, &NARROW_EXPANSIONS),
        ] {
            for pattern in expansions.iter().filter(|_| is_included) {
                patterns.add_rewrite(pattern);
            }
        }
        let config = cx.conversion_config();
        apply_partial_conversion(cx.ctx, op.operation_mut(), &target, &patterns, &config)
    }
}

pub(crate) static EXPANSIONS: [FnPattern; 11] = [
    FnPattern::new("expand-ceildivsi", arith::CeilDivSIOp::DEF, ceildivsi),
    FnPattern::new("expand-ceildivui", arith::CeilDivUIOp::DEF, ceildivui),
    FnPattern::new("expand-floordivsi", arith::FloorDivSIOp::DEF, floordivsi),
    FnPattern::new("expand-maxsi", arith::MaxSIOp::DEF, |rw, op| choose_int(rw, op, "sgt")),
    FnPattern::new("expand-maxui", arith::MaxUIOp::DEF, |rw, op| choose_int(rw, op, "ugt")),
    FnPattern::new("expand-minsi", arith::MinSIOp::DEF, |rw, op| choose_int(rw, op, "slt")),
    FnPattern::new("expand-minui", arith::MinUIOp::DEF, |rw, op| choose_int(rw, op, "ult")),
    FnPattern::new("expand-maximumf", arith::MaximumFOp::DEF, |rw, op| {
        choose_or_nan(rw, op, "ugt")
    }),
    FnPattern::new("expand-minimumf", arith::MinimumFOp::DEF, |rw, op| {
        choose_or_nan(rw, op, "ult")
    }),
    FnPattern::new("expand-maxnumf", arith::MaxNumFOp::DEF, |rw, op| {
        choose_number(rw, op, "ugt")
    }),
    FnPattern::new("expand-minnumf", arith::MinNumFOp::DEF, |rw, op| {
        choose_number(rw, op, "ult")
    }),
];

/// Minima and maxima to which -0 is less than +0.
static WITH_SIGNED_ZEROS: [FnPattern; 2] = [
    FnPattern::new("expand-signed-maximumf", arith::MaximumFOp::DEF, |rw, op| {
        choose_by_sign(rw, op, "ugt", arith::AndIOp::DEF)
    }),
    FnPattern::new("expand-signed-minimumf", arith::MinimumFOp::DEF, |rw, op| {
        choose_by_sign(rw, op, "ult", arith::OrIOp::DEF)
    }),
];

/// Whether LLVM does not always find instructions for minima and maxima of such floats.
fn lacks_min_max(op: OpRef<'_>) -> bool {
    let semantics = op.result_type(0).element_or_self(op.ctx).float(op.ctx);
    semantics.is_some_and(|semantics| semantics.width() > 64)
}

/// Minima and maxima of floats that LLVM vectorises. Not those that pass NaN by: in a loop that runs a known number of times,
/// the vectoriser of LLVM 22.1 leaves out the last steps of a reduction by `llvm.maxnum` that do not fill a vector.
static MIN_MAX: [&OpDef; 2] = [arith::MaximumFOp::DEF, arith::MinimumFOp::DEF];

static BF16_EXPANSIONS: [FnPattern; 2] = [
    FnPattern::new("expand-extf-bf16", arith::ExtFOp::DEF, extf_bf16),
    FnPattern::new("expand-truncf-bf16", arith::TruncFOp::DEF, truncf_bf16),
];

fn converts(op: OpRef<'_>, from: Type, to: Type) -> bool {
    op.operand_type(0).element_or_self(op.ctx) == from && op.result_type(0).element_or_self(op.ctx) == to
}

/// Replaces an op with two operands by what `expand` makes of them.
fn replace_binary(
    rw: &mut Rewriter<'_>,
    op: OpId,
    expand: impl FnOnce(&mut ArithBuilder<'_, '_>, ValueId, ValueId) -> ValueId,
) -> bool {
    let (lhs, rhs) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let location = rw.location_of(op);
    let value = expand(&mut ArithBuilder::new(rw, location), lhs, rhs);
    rw.replace(op, &[value]);
    true
}

/// The quotient rounded towards zero is one too small where a remainder is left and the operands have the same sign.
fn ceildivsi(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_binary(rw, op, |b, lhs, rhs| {
        let ty = b.type_of(lhs);
        let zero = b.constant(ty, 0);
        let one = b.constant(ty, 1);
        let (quotient, inexact) = quotient_and_remainder(b, lhs, rhs);
        let lhs_negative = b.cmpi("slt", lhs, zero);
        let rhs_negative = b.cmpi("slt", rhs, zero);
        let same_sign = b.cmpi("eq", lhs_negative, rhs_negative);
        let rounded = b.andi(inexact, same_sign);
        let next = b.addi(quotient, one);
        b.select(rounded, next, quotient)
    })
}

/// The quotient rounded towards zero is one too large where a remainder is left and the operands differ in sign.
fn floordivsi(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_binary(rw, op, |b, lhs, rhs| {
        let ty = b.type_of(lhs);
        let (quotient, inexact) = quotient_and_remainder(b, lhs, rhs);
        let zero = b.constant(ty, 0);
        let lhs_negative = b.cmpi("slt", lhs, zero);
        let rhs_negative = b.cmpi("slt", rhs, zero);
        let differ = b.cmpi("ne", lhs_negative, rhs_negative);
        let rounded = b.andi(inexact, differ);
        let minus_one = b.constant(ty, -1);
        let previous = b.addi(quotient, minus_one);
        b.select(rounded, previous, quotient)
    })
}

fn quotient_and_remainder(b: &mut ArithBuilder<'_, '_>, lhs: ValueId, rhs: ValueId) -> (ValueId, ValueId) {
    let quotient = b.binary(arith::DivSIOp::DEF, lhs, rhs);
    let product = b.muli(quotient, rhs);
    (quotient, b.cmpi("ne", lhs, product))
}

/// `lhs == 0 ? 0 : (lhs - 1) / rhs + 1`
fn ceildivui(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    replace_binary(rw, op, |b, lhs, rhs| {
        let ty = b.type_of(lhs);
        let zero = b.constant(ty, 0);
        let is_zero = b.cmpi("eq", lhs, zero);
        let one = b.constant(ty, 1);
        let less = b.subi(lhs, one);
        let quotient = b.binary(arith::DivUIOp::DEF, less, rhs);
        let next = b.addi(quotient, one);
        b.select(is_zero, zero, next)
    })
}

fn choose_int(rw: &mut Rewriter<'_>, op: OpId, predicate: &str) -> bool {
    replace_binary(rw, op, |b, lhs, rhs| {
        let first = b.cmpi(predicate, lhs, rhs);
        b.select(first, lhs, rhs)
    })
}

/// The comparison is true for NaN, so `lhs` is taken if it is NaN; only a NaN on the right needs a look.
fn choose_or_nan(rw: &mut Rewriter<'_>, op: OpId, predicate: &str) -> bool {
    replace_binary(rw, op, |b, lhs, rhs| or_nan(b, predicate, lhs, rhs))
}

fn or_nan(b: &mut ArithBuilder<'_, '_>, predicate: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
    let first = b.cmpf(predicate, lhs, rhs);
    let chosen = b.select(first, lhs, rhs);
    let is_nan = b.cmpf("uno", rhs, rhs);
    b.select(is_nan, rhs, chosen)
}

/// As [`choose_or_nan`]; of zeros, `join` gives the sign.
fn choose_by_sign(rw: &mut Rewriter<'_>, op: OpId, predicate: &str, join: &'static OpDef) -> bool {
    let ctx = rw.ctx;
    replace_binary(rw, op, |b, lhs, rhs| {
        let ty = b.type_of(lhs);
        let chosen = or_nan(b, predicate, lhs, rhs);
        let width = ty.element_or_self(ctx).float(ctx).map_or(0, FloatSemantics::width);
        let bits = with_element(ctx, ty, ctx.int_type(width));
        let [lhs_bits, rhs_bits] = [lhs, rhs].map(|value| b.cast(arith::BitcastOp::DEF, value, bits));
        let joined = b.binary(join, lhs_bits, rhs_bits);
        // Numbers that are equal have the same bits, but for zeros.
        let joined = b.cast(arith::BitcastOp::DEF, joined, ty);
        let is_equal = b.cmpf("oeq", lhs, rhs);
        b.select(is_equal, joined, chosen)
    })
}

/// As [`choose_or_nan`], but the operand that is a number wins.
fn choose_number(rw: &mut Rewriter<'_>, op: OpId, predicate: &str) -> bool {
    replace_binary(rw, op, |b, lhs, rhs| {
        let first = b.cmpf(predicate, lhs, rhs);
        let chosen = b.select(first, lhs, rhs);
        let is_nan = b.cmpf("uno", lhs, lhs);
        b.select(is_nan, rhs, chosen)
    })
}

/// A `bf16` is the upper half of the `f32` of the same value.
fn extf_bf16(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if !converts(rw.body.op_ref(rw.ctx, op), Type::BF16, Type::F32) {
        return false;
    }
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let operand = rw.body.operand(op, 0);
    let result = rw.body.value_type(rw.body.result(op, 0));
    let mut b = ArithBuilder::new(rw, location);
    let (i16, i32) = (
        with_element(ctx, result, Type::I16),
        with_element(ctx, result, Type::I32),
    );
    let bits = b.cast(arith::BitcastOp::DEF, operand, i16);
    let wide = b.cast(arith::ExtUIOp::DEF, bits, i32);
    let sixteen = b.constant(i32, 16);
    let shifted = b.shli(wide, sixteen);
    let value = b.cast(arith::BitcastOp::DEF, shifted, result);
    rw.replace(op, &[value]);
    true
}

/// Rounds to nearest, ties to even, by adding 0x7fff and the last bit kept before the lower half is cut off. A NaN
/// becomes one fixed quiet NaN, since adding could turn it into an infinity.
fn truncf_bf16(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    if !converts(op_ref, Type::F32, Type::BF16) || op_ref.property("roundingmode").is_some() {
        return false;
    }
    let (ctx, location) = (rw.ctx, rw.location_of(op));
    let operand = rw.body.operand(op, 0);
    let result = rw.body.value_type(rw.body.result(op, 0));
    let mut b = ArithBuilder::new(rw, location);
    let (i16, i32) = (
        with_element(ctx, result, Type::I16),
        with_element(ctx, result, Type::I32),
    );
    let is_nan = b.cmpf("une", operand, operand);
    let bias = b.constant(i32, 0x7fff);
    let nan = b.constant(i16, 0x7fc0);
    let sixteen = b.constant(i32, 16);
    let one = b.constant(i32, 1);
    let bits = b.cast(arith::BitcastOp::DEF, operand, i32);
    let upper = b.binary(arith::ShRUIOp::DEF, bits, sixteen);
    let last_bit = b.andi(upper, one);
    let rounding = b.addi(last_bit, bias);
    let rounded = b.addi(bits, rounding);
    let kept = b.binary(arith::ShRUIOp::DEF, rounded, sixteen);
    let narrow = b.cast(arith::TruncIOp::DEF, kept, i16);
    let chosen = b.select(is_nan, nan, narrow);
    let value = b.cast(arith::BitcastOp::DEF, chosen, result);
    rw.replace(op, &[value]);
    true
}
