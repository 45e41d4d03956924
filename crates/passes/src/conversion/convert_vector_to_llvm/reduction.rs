//! `vector.reduction`

use asyncir_dialects::llvm;
use asyncir_ir::def::{OpDef, OpView};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Attribute, Location, OpId, OperationState, Type, ValueId};

use super::{Lowering, enum_case};
use crate::conversion::fastmath::to_llvm_fastmath;
use crate::conversion::llvm_common::ops;

/// Kinds of reductions, by the numbers of `#vector.kind`.
mod kind {
    pub(super) const ADD: i64 = 0;
    pub(super) const MUL: i64 = 1;
    pub(super) const MINUI: i64 = 2;
    pub(super) const MINSI: i64 = 3;
    pub(super) const MINNUMF: i64 = 4;
    pub(super) const MAXUI: i64 = 5;
    pub(super) const MAXSI: i64 = 6;
    pub(super) const MAXNUMF: i64 = 7;
    pub(super) const AND: i64 = 8;
    pub(super) const OR: i64 = 9;
    pub(super) const XOR: i64 = 10;
    pub(super) const MINIMUMF: i64 = 11;
    pub(super) const MAXIMUMF: i64 = 12;
}

/// `reassoc` in the bits of `#llvm.fastmath`.
const REASSOC: i64 = 64;

/// How an integer reduction and the accumulator are combined.
enum Combine {
    Op(&'static OpDef),
    Choose(&'static str),
}

/// Lowers a reduction to the intrinsic of its kind.
pub(super) fn lower_reduction(
    lowering: &Lowering,
    rw: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
) -> Option<()> {
    let op_ref = rw.body.op_ref(rw.ctx, op);
    let (ctx, loc) = (rw.ctx, op_ref.location());
    let kind = enum_case(ctx, op_ref.property("kind")?)?;
    let fastmath = op_ref.property("fastmath");
    let ty = lowering.types.convert(ctx, op_ref.result_type(0))?;
    let (&vector, accumulator) = (operands.first()?, operands.get(1).copied());
    let value = if ty.is_int(ctx) {
        let (intrinsic, combine) = integer_reduction(kind)?;
        let reduced = ops::simple(rw, intrinsic, loc, &[vector], ty);
        combine_integers(rw, loc, reduced, accumulator, &combine)
    } else {
        let flags = float_flags(lowering, rw, fastmath);
        reduce_floats(rw, loc, ty, kind, vector, accumulator, flags)?
    };
    rw.replace(op, &[value]);
    Some(())
}

fn integer_reduction(kind: i64) -> Option<(&'static OpDef, Combine)> {
    use Combine::{Choose, Op};
    Some(match kind {
        kind::ADD => (llvm::VectorReduceAddIntrOp::DEF, Op(llvm::AddOp::DEF)),
        kind::MUL => (llvm::VectorReduceMulIntrOp::DEF, Op(llvm::MulOp::DEF)),
        kind::AND => (llvm::VectorReduceAndIntrOp::DEF, Op(llvm::AndOp::DEF)),
        kind::OR => (llvm::VectorReduceOrIntrOp::DEF, Op(llvm::OrOp::DEF)),
        kind::XOR => (llvm::VectorReduceXorIntrOp::DEF, Op(llvm::XOrOp::DEF)),
        kind::MINUI => (llvm::VectorReduceUminIntrOp::DEF, Choose("ule")),
        kind::MINSI => (llvm::VectorReduceSminIntrOp::DEF, Choose("sle")),
        kind::MAXUI => (llvm::VectorReduceUmaxIntrOp::DEF, Choose("uge")),
        kind::MAXSI => (llvm::VectorReduceSmaxIntrOp::DEF, Choose("sge")),
        _ => return None,
    })
}

fn combine_integers(
    rw: &mut Rewriter<'_>,
    loc: Location,
    reduced: ValueId,
    accumulator: Option<ValueId>,
    combine: &Combine,
) -> ValueId {
    let Some(accumulator) = accumulator else {
        return reduced;
    };
    match combine {
        Combine::Op(def) => ops::binary(rw, def, loc, accumulator, reduced),
        Combine::Choose(predicate) => {
            let first = ops::icmp(rw, loc, predicate, accumulator, reduced);
            ops::select(rw, loc, first, accumulator, reduced)
        }
    }
}

/// The flags of the op, with permission to add in any order if the pass gives it.
pub(super) fn float_flags(lowering: &Lowering, rw: &Rewriter<'_>, fastmath: Option<Attribute>) -> Option<Attribute> {
    let more = if lowering.options.reassociate { REASSOC } else { 0 };
    Some(to_llvm_fastmath(rw.ctx, fastmath, more))
}

/// The reduction of a vector of floats, and of an accumulator, if there is one.
pub(super) fn reduce_floats(
    rw: &mut Rewriter<'_>,
    loc: Location,
    ty: Type,
    kind: i64,
    vector: ValueId,
    accumulator: Option<ValueId>,
    flags: Option<Attribute>,
) -> Option<ValueId> {
    let ctx = rw.ctx;
    let from_start = match kind {
        kind::ADD => Some((llvm::VectorReduceFaddIntrOp::DEF, 0.0)),
        kind::MUL => Some((llvm::VectorReduceFmulIntrOp::DEF, 1.0)),
        _ => None,
    };
    let flagged = |def: &'static OpDef, operands: &[ValueId]| -> OperationState {
        ops::state(ctx, def, loc, operands, &[("fastmathFlags", flags)], &[ty])
    };
    if let Some((intrinsic, neutral)) = from_start {
        let start = match accumulator {
            Some(accumulator) => accumulator,
            None => {
                let neutral = float_attr(rw, ty, neutral)?;
                ops::constant(rw, loc, ty, neutral)
            }
        };
        return Some(rw.insert_value(flagged(intrinsic, &[start, vector])));
    }
    let (intrinsic, combine) = match kind {
        kind::MINNUMF => (llvm::VectorReduceFminIntrOp::DEF, llvm::MinnumIntrOp::DEF),
        kind::MAXNUMF => (llvm::VectorReduceFmaxIntrOp::DEF, llvm::MaxnumIntrOp::DEF),
        kind::MINIMUMF => (llvm::VectorReduceFminimumIntrOp::DEF, llvm::MinimumIntrOp::DEF),
        kind::MAXIMUMF => (llvm::VectorReduceFmaximumIntrOp::DEF, llvm::MaximumIntrOp::DEF),
        _ => return None,
    };
    let reduced = rw.insert_value(flagged(intrinsic, &[vector]));
    Some(match accumulator {
        Some(accumulator) => ops::simple(rw, combine, loc, &[reduced, accumulator], ty),
        None => reduced,
    })
}

fn float_attr(rw: &Rewriter<'_>, ty: Type, value: f64) -> Option<Attribute> {
    let semantics = ty.float(rw.ctx)?;
    Some(
        rw.ctx
            .float_bits_attr(ty, asyncir_ir::float::from_f64(semantics, value)),
    )
}
