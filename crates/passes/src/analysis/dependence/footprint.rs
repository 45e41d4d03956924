//! How much memory a loop touches.

use asyncir_ir::{Body, Context, OpId, Type, TypeKind, ValueId, WalkOrder};

use super::access::Access;
use super::domain::range_of_indices;
use crate::analysis::constraints::{Linear, Projection, System, Variable, Work};

/// The size of the memory that affine accesses in a loop touch, in bytes. `None` if it is not known.
pub(crate) fn footprint(ctx: &Context, body: &Body, loop_op: OpId, work: &mut Work) -> Option<i64> {
    let ops = body.walk_op(loop_op, WalkOrder::Pre).into_iter();
    let accesses: Vec<Access> = ops.filter_map(|op| Access::of(ctx, body, op)).collect();
    let mut symbols = Vec::new();
    let mut systems = Vec::new();
    for access in &accesses {
        systems.push(range_of_indices(ctx, body, access, &mut symbols)?);
    }
    let symbols: Vec<Variable> = (0..symbols.len() as u32).map(Variable::Symbol).collect();
    let mut boxes: Vec<(ValueId, Vec<Range>)> = Vec::new();
    for (access, (system, indices)) in accesses.iter().zip(systems) {
        let shape = body.value_type(access.memref).shape(ctx)?;
        let ranges = ranges_of(&system, &indices, shape, &symbols, work)?;
        match boxes.iter_mut().find(|(memref, _)| *memref == access.memref) {
            Some((_, known)) => *known = union(known, &ranges)?,
            None => boxes.push((access.memref, ranges)),
        }
    }
    let sizes = boxes
        .iter()
        .map(|(memref, ranges)| size_in_bytes(ctx, body, *memref, ranges));
    sizes.sum()
}

/// What is known of the indices along a dimension of a memref.
struct Range {
    /// In terms of values that do not change.
    known: Projection,
    /// The least and the greatest index.
    ends: (Option<i128>, Option<i128>),
}

/// The indices of an access to a memref of some shape. As by MLIR, what indices have to do with each other is lost.
fn ranges_of(
    system: &System,
    indices: &[Linear],
    shape: &[i64],
    symbols: &[Variable],
    work: &mut Work,
) -> Option<Vec<Range>> {
    let all = system.project(indices, symbols, work)?;
    let mut within = system.clone();
    for (index, &size) in indices.iter().zip(shape) {
        within.require_not_negative(index.clone());
        if let Some(size) = known_size(size) {
            within.require_not_negative(Linear::constant(size - 1).plus(index, -1)?);
        }
    }
    let range = |(dim, &size): (usize, &i64)| {
        let is_own = |row: &&Vec<i128>| (0..indices.len()).all(|other| other == dim || row[other] == 0);
        let own = |row: &Vec<i128>| [&[row[dim]], &row[indices.len()..]].concat();
        let mut known = Projection {
            equalities: all.equalities.iter().filter(is_own).map(own).collect(),
            inequalities: all.inequalities.iter().filter(is_own).map(own).collect(),
        };
        let row = |factor: i128, constant: i128| {
            let zeros = vec![0; symbols.len()];
            [vec![factor], zeros, vec![constant]].concat()
        };
        known.inequalities.push(row(1, 0));
        known
            .inequalities
            .extend(known_size(size).map(|size| row(-1, size - 1)));
        Some(Range {
            known,
            ends: within.bounds(&indices[dim], work)?,
        })
    };
    shape.iter().enumerate().map(range).collect()
}

/// Whether an affine access is known to touch only elements of its memref, in whatever iterations of the loops around it.
pub(crate) fn is_within_memref(ctx: &Context, body: &Body, op: OpId, work: &mut Work) -> bool {
    let mut is_within = |access: &Access| {
        let (system, indices) = range_of_indices(ctx, body, access, &mut Vec::new())?;
        let shape = body.value_type(access.memref).shape(ctx)?;
        for (dim, (index, &size)) in indices.iter().zip(shape).enumerate() {
            let (least, greatest) = system.bounds(index, work)?;
            let end = greatest?.checked_add(access.extent(dim))?;
            if least? < 0 || end > known_size(size)? {
                return None;
            }
        }
        Some(())
    };
    Access::of(ctx, body, op).is_some_and(|access| is_within(&access).is_some())
}

fn known_size(size: i64) -> Option<i128> {
    (size >= 0).then_some(i128::from(size))
}

/// The size of a part of a memref.
fn size_in_bytes(ctx: &Context, body: &Body, memref: ValueId, ranges: &[Range]) -> Option<i64> {
    let TypeKind::MemRef { element, layout, .. } = body.value_type(memref).kind(ctx) else {
        return None;
    };
    if layout.is_some() {
        return Some(0);
    }
    let shape = body.value_type(memref).shape(ctx)?;
    let mut count: i128 = 1;
    for (range, &size) in ranges.iter().zip(shape) {
        let extent = extent(&range.known)
            .map(|extent| extent.size)
            .or_else(|| known_size(size))?;
        count = count.checked_mul(extent)?;
    }
    i64::try_from(count.checked_mul(element_size(ctx, *element)?)?).ok()
}

/// The size of an integer, a float or a vector of these, in bytes.
fn element_size(ctx: &Context, ty: Type) -> Option<i128> {
    let (element, count) = match ty.kind(ctx) {
        TypeKind::Vector { element, shape, .. } => (*element, shape.iter().map(|&size| i128::from(size)).product()),
        _ => (ty, 1),
    };
    let bits = element.int_width(ctx).or_else(|| Some(element.float(ctx)?.width()))?;
    Some((i128::from(bits) * count + 7) / 8)
}

/// A lower and an upper bound whose distance is constant: the sum is at least `lower / divisor`, rounded down.
struct Extent {
    size: i128,
    lower: Vec<i128>,
    upper: Vec<i128>,
    divisor: i128,
}

/// The bounds with the smallest distance.
fn extent(range: &Projection) -> Option<Extent> {
    let negated = |row: &[i128]| row.iter().map(|value| -value).collect::<Vec<i128>>();
    if let Some(row) = range.equalities.iter().find(|row| row[0].abs() == 1) {
        let value = if row[0] == 1 {
            negated(&row[1..])
        } else {
            row[1..].to_vec()
        };
        return Some(Extent {
            size: 1,
            lower: value.clone(),
            upper: value,
            divisor: 1,
        });
    }
    let mut best: Option<Extent> = None;
    let (lowers, uppers): (Vec<_>, Vec<_>) = range
        .inequalities
        .iter()
        .filter(|row| row[0] != 0)
        .partition(|row| row[0] > 0);
    for upper in uppers {
        for lower in &lowers {
            let (end, divisor) = (upper.len() - 1, lower[0]);
            if upper[..end] != negated(&lower[..end]) {
                continue;
            }
            let distance = upper[end].checked_add(lower[end])?.checked_add(1)?;
            let size = (-(-distance).div_euclid(divisor)).max(0);
            if best.as_ref().is_none_or(|best| size < best.size) {
                let mut start = negated(&lower[1..]);
                *start.last_mut()? += divisor - 1;
                best = Some(Extent {
                    size,
                    lower: start,
                    upper: upper[1..].to_vec(),
                    divisor,
                });
            }
        }
    }
    best
}

/// A box that contains two others.
fn union(one: &[Range], other: &[Range]) -> Option<Vec<Range>> {
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| union_of_ranges(one, other)).collect()
}

fn union_of_ranges(one: &Range, other: &Range) -> Option<Range> {
    let (first, second) = (extent(&one.known)?, extent(&other.known)?);
    if first.divisor != second.divisor {
        return None;
    }
    let divisor = first.divisor;
    let hull = |ends: [Option<i128>; 2], choose: fn(i128, i128) -> i128| Some(choose(ends[0]?, ends[1]?));
    let least = hull([one.ends.0, other.ends.0], i128::min);
    let greatest = hull([one.ends.1, other.ends.1], i128::max);
    let constant = |value: i128| {
        let mut row = vec![0; first.lower.len()];
        row.last_mut().map(|last| *last = value)?;
        Some(row)
    };
    let lower = match difference(&first.lower, &second.lower) {
        Some(distance) => {
            let mut lower = if distance <= 0 {
                first.lower.clone()
            } else {
                second.lower.clone()
            };
            *lower.last_mut()? -= divisor - 1;
            lower
        }
        None => constant(least?)?,
    };
    let upper = match difference(&first.upper, &second.upper) {
        Some(distance) if distance >= 0 => first.upper.clone(),
        Some(_) => second.upper.clone(),
        None => constant(greatest?)?,
    };
    let lower = std::iter::once(divisor)
        .chain(lower.iter().map(|value| -value))
        .collect();
    let upper = std::iter::once(-divisor).chain(upper).collect();
    let common = one.known.inequalities.iter();
    let common = common.filter(|row| other.known.inequalities.contains(row));
    let inequalities = [lower, upper].into_iter().chain(common.cloned()).collect();
    Some(Range {
        known: Projection {
            equalities: Vec::new(),
            inequalities,
        },
        ends: (least, greatest),
    })
}

/// How much greater one bound is than another one, if that is constant.
fn difference(one: &[i128], other: &[i128]) -> Option<i128> {
    let (constant, coefficients) = one.split_last()?;
    let (other_constant, other_coefficients) = other.split_last()?;
    (coefficients == other_coefficients).then(|| constant - other_constant)
}
