//! Which op gives which range.

use asyncir_dialects::arith::attrs::{overflow, overflow_of};
use asyncir_dialects::arith::fold_compare::predicate_of;
use asyncir_dialects::constant_fold::numbers;
use asyncir_dialects::enum_attrs::enum_value;
use asyncir_dialects::index::CMP_PREDICATE_DEF;
use asyncir_ir::affine::{AffineExpr, AffineKind};
use asyncir_ir::{ApInt, OpRef, TypeKind};

use super::arithmetic::{NoWrap, add, ceildivs, ceildivu, divs, divu, floordivs, mul, rems, remu, sub};
use super::bits::{self, and, cast, extended, maxs, maxu, mins, minu, or, shl, shrs, shru, truncated, xor};
use super::range::Range;
use super::{Known, width_of};

/// What is known of the result of an op.
pub(super) enum Inferred {
    /// Nothing is ever known of the results of such an op.
    Nothing,
    /// Nothing, because nothing is known yet of its operands.
    NotYet,
    /// The range of the result.
    Range(Known),
}

impl Inferred {
    fn of(range: Range) -> Self {
        Inferred::Range(Known(Some(range)))
    }
}

type Rule = fn(&Range, &Range, NoWrap) -> Range;

/// How indices of 32 and 64 bits are compared: the narrow result is another one if these bounds differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounds {
    Both,
    Signed,
    Unsigned,
}

fn rule(name: &str) -> Option<(Rule, Bounds)> {
    use Bounds::{Both, Signed, Unsigned};
    let found: (Rule, Bounds) = match name {
        "arith.addi" | "index.add" => (add, Both),
        "arith.subi" | "index.sub" => (sub, Both),
        "arith.muli" | "index.mul" => (mul, Both),
        "arith.divui" | "index.divu" => (divu, Unsigned),
        "arith.divsi" | "index.divs" => (divs, Signed),
        "arith.ceildivui" | "index.ceildivu" => (ceildivu, Unsigned),
        "arith.ceildivsi" | "index.ceildivs" => (ceildivs, Signed),
        "arith.floordivsi" | "index.floordivs" => (floordivs, Signed),
        "arith.remui" | "index.remu" => (remu, Unsigned),
        "arith.remsi" | "index.rems" => (rems, Signed),
        "arith.andi" | "index.and" => (and, Unsigned),
        "arith.ori" | "index.or" => (or, Unsigned),
        "arith.xori" | "index.xor" => (xor, Unsigned),
        "arith.maxsi" | "index.maxs" => (maxs, Signed),
        "arith.maxui" | "index.maxu" => (maxu, Unsigned),
        "arith.minsi" | "index.mins" => (mins, Signed),
        "arith.minui" | "index.minu" => (minu, Unsigned),
        "arith.shli" | "index.shl" => (shl, Both),
        "arith.shrui" | "index.shru" => (shru, Unsigned),
        "arith.shrsi" | "index.shrs" => (shrs, Signed),
        _ => return None,
    };
    Some(found)
}

/// What is known of the result of an op whose operands have these ranges.
pub(super) fn infer(op: OpRef<'_>, operands: &[Known]) -> Inferred {
    let name = op.name();
    if name == "arith.select" {
        return select(operands);
    }
    if matches!(name, "memref.dim" | "tensor.dim") {
        return dim(op, operands);
    }
    if let Some(rule) = rule(name) {
        return match operands {
            [Known(Some(lhs)), Known(Some(rhs))] => Inferred::of(binary(op, rule, lhs, rhs)),
            _ => Inferred::NotYet,
        };
    }
    let known: Option<Vec<&Range>> = operands.iter().map(|operand| operand.0.as_ref()).collect();
    let infer: fn(OpRef<'_>, &[&Range]) -> Option<Range> = match name {
        "arith.constant" | "index.constant" | "index.bool.constant" => |op, _| constant(op),
        "index.sizeof" => |_, _| Some(Range::unsigned(number(32), number(64))),
        "arith.extui" | "arith.index_castui" => |op, operands| casted(op, operands, false),
        "arith.extsi" | "arith.index_cast" | "arith.trunci" => |op, operands| casted(op, operands, true),
        "index.castu" => |op, operands| index_cast(op, operands, false),
        "index.casts" => |op, operands| index_cast(op, operands, true),
        "arith.cmpi" => |op, operands| Some(truth(bits::holds(predicate_of(op)?, operands[0], operands[1]))),
        "index.cmp" => compare_indices,
        "affine.apply" => apply,
        "vector.broadcast" | "vector.shape_cast" | "vector.transpose" | "vector.extract" => {
            |_, operands| Some(operands[0].clone())
        }
        "vector.insert" => |_, operands| Some(operands[0].union(operands[1])),
        "vector.step" => step,
        _ => return Inferred::Nothing,
    };
    let Some(known) = known else {
        return Inferred::NotYet;
    };
    infer(op, &known).map_or(Inferred::NotYet, Inferred::of)
}

fn number(value: i64) -> ApInt {
    ApInt::from_i64(value)
}

fn binary(op: OpRef<'_>, (rule, bounds): (Rule, Bounds), lhs: &Range, rhs: &Range) -> Range {
    if op.name().starts_with("arith.") {
        let flags = overflow_of(op);
        let no_wrap = NoWrap {
            signed: flags & overflow::NSW != 0,
            unsigned: flags & overflow::NUW != 0,
        };
        return rule(lhs, rhs, no_wrap);
    }
    // Indices may have 32 or 64 bits.
    let wide = rule(lhs, rhs, NoWrap::default());
    let narrow = rule(&truncated(lhs, 32), &truncated(rhs, 32), NoWrap::default());
    let low = truncated(&wide, 32);
    let is_signed_same = narrow.bounds(true) == low.bounds(true);
    let is_unsigned_same = narrow.bounds(false) == low.bounds(false);
    let is_same = match bounds {
        Bounds::Both => is_signed_same && is_unsigned_same,
        Bounds::Signed => is_signed_same,
        Bounds::Unsigned => is_unsigned_same,
    };
    if is_same {
        wide
    } else {
        wide.union(&extended(&narrow, 64))
    }
}

fn select(operands: &[Known]) -> Inferred {
    let [Known(condition), chosen, other] = operands else {
        return Inferred::Nothing;
    };
    match condition.as_ref().and_then(Range::constant) {
        Some(condition) => Inferred::Range(if condition.is_zero() { other } else { chosen }.clone()),
        None => match (&chosen.0, &other.0) {
            (Some(a), Some(b)) => Inferred::of(a.union(b)),
            (Some(known), None) | (None, Some(known)) => Inferred::of(known.clone()),
            (None, None) => Inferred::NotYet,
        },
    }
}

fn constant(op: OpRef<'_>) -> Option<Range> {
    let value = op.property("value")?;
    width_of(op.ctx, op.result_type(0))?;
    let ranges = numbers(op.ctx, value)?
        .values
        .into_iter()
        .map(|number| Range::of(&number));
    ranges.reduce(|a, b| a.union(&b))
}

fn casted(op: OpRef<'_>, operands: &[&Range], is_signed: bool) -> Option<Range> {
    Some(cast(operands[0], width_of(op.ctx, op.result_type(0))?, is_signed))
}

/// A cast to an index may be one to 32 bits.
fn index_cast(op: OpRef<'_>, operands: &[&Range], is_signed: bool) -> Option<Range> {
    let width = width_of(op.ctx, op.result_type(0))?;
    let wide = cast(operands[0], width, is_signed);
    if op.operand_type(0).is_index() {
        return Some(wide);
    }
    let narrow = cast(operands[0], 32, is_signed);
    Some(wide.union(&extended(&narrow, width)))
}

fn truth(known: Option<bool>) -> Range {
    known.map_or_else(|| Range::full(1), |value| Range::of(&ApInt::from_bool(value)))
}

fn compare_indices(op: OpRef<'_>, operands: &[&Range]) -> Option<Range> {
    let relation = enum_value(op.ctx, &CMP_PREDICATE_DEF, op.property("pred")?)?;
    let wide = bits::holds(relation, operands[0], operands[1]);
    let narrow = bits::holds(relation, &truncated(operands[0], 32), &truncated(operands[1], 32));
    Some(truth(wide.filter(|_| wide == narrow)))
}

/// The sizes that the dimension may have.
fn dim(op: OpRef<'_>, operands: &[Known]) -> Inferred {
    let anything = Range::signed(number(0), ApInt::signed_max(64));
    let Some(shape) = op.operand_type(0).shape(op.ctx) else {
        return Inferred::of(anything);
    };
    let index = operands.get(1).and_then(|index| index.0.as_ref());
    let bound = |value: &ApInt| value.to_i64().unwrap_or(0);
    let least = index.map_or(0, |index| bound(&index.smin));
    let most = index.map_or(i64::MAX, |index| bound(&index.smax));
    let sizes = (0i64..).zip(shape).filter(|&(at, _)| least <= at && at <= most);
    let ranges = sizes.map(|(_, &size)| match size {
        asyncir_ir::DYNAMIC => anything.clone(),
        size => Range::of(&number(size)),
    });
    Inferred::of(ranges.reduce(|a, b| a.union(&b)).unwrap_or_else(|| anything.clone()))
}

/// The numbers from zero on; nothing if it is not known how many.
fn step(op: OpRef<'_>, _: &[&Range]) -> Option<Range> {
    let TypeKind::Vector { shape, scalable, .. } = op.result_type(0).kind(op.ctx) else {
        return None;
    };
    let &[lanes] = &shape[..] else { return None };
    (!scalable.contains(&true)).then(|| Range::unsigned(number(0), number(lanes - 1)))
}

fn apply(op: OpRef<'_>, operands: &[&Range]) -> Option<Range> {
    let map = asyncir_dialects::affine::operands::as_map(op.ctx, op.property("map")?)?;
    let (dims, symbols) = operands.split_at_checked(map.num_dims() as usize)?;
    expression(map.results().first()?, dims, symbols)
}

fn expression(expr: &AffineExpr, dims: &[&Range], symbols: &[&Range]) -> Option<Range> {
    let no_wrap = NoWrap {
        signed: true,
        unsigned: false,
    };
    Some(match expr {
        AffineExpr::Dim(at) => (*dims.get(*at as usize)?).clone(),
        AffineExpr::Symbol(at) => (*symbols.get(*at as usize)?).clone(),
        AffineExpr::Constant(value) => Range::of(&number(*value)),
        AffineExpr::Binary(binary) => {
            let lhs = expression(binary.lhs(), dims, symbols)?;
            let rhs = expression(binary.rhs(), dims, symbols)?;
            match binary.kind() {
                AffineKind::Add => add(&lhs, &rhs, no_wrap),
                AffineKind::Mul => mul(&lhs, &rhs, no_wrap),
                AffineKind::Mod => modulo(&lhs, &rhs),
                AffineKind::FloorDiv => floordivs(&lhs, &positive(&rhs), no_wrap),
                AffineKind::CeilDiv => ceildivs(&lhs, &positive(&rhs), no_wrap),
            }
        }
    })
}

/// Divisors of affine expressions are positive.
fn positive(range: &Range) -> Range {
    let one = number(1);
    let unsigned = Range::unsigned(range.umin.umax(&one), range.umax.clone());
    unsigned.intersection(&Range::signed(range.smin.smax(&one), range.smax.clone()))
}

fn modulo(lhs: &Range, rhs: &Range) -> Range {
    if rhs.smax.is_zero() {
        return Range::full(64);
    }
    let is_positive = !lhs.smin.is_negative();
    let (zero, most) = (number(0), rhs.smax.sub(&number(1)));
    if is_positive && rhs.smin.scmp(&zero).is_gt() && lhs.smax.ucmp(&rhs.smin).is_lt() {
        return Range::unsigned(lhs.smin.clone(), lhs.smax.clone());
    }
    let quotients = (lhs.smin.udiv(&rhs.smax), lhs.smax.udiv(&rhs.smax));
    if is_positive
        && rhs.smin == rhs.smax
        && lhs.smax.sub(&lhs.smin).ucmp(&rhs.smax).is_lt()
        && quotients.0 == quotients.1
        && let (Some(min), Some(max)) = (lhs.smin.urem(&rhs.smax), lhs.smax.urem(&rhs.smax))
    {
        return Range::unsigned(min, max);
    }
    Range::unsigned(zero, most)
}
