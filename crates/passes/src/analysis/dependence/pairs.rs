//! Pairs of iterations that touch the same element of a memref.

use super::Known;
use super::domain::Domain;
use crate::analysis::constraints::{Linear, System, Variable, Work};

/// What the second iteration of a pair is called, after the dimensions of the first one.
fn shifted(first: &Domain) -> impl Fn(Variable) -> Variable + '_ {
    |variable| match variable {
        Variable::Dim(dim) => Variable::Dim(dim + first.num_dims),
        other => other,
    }
}

/// The pairs of an iteration that executes the first access and one that executes the second one such that both touch the
/// same element, where the second one is later: the outermost `depth` loops count the same, and the next one counts more.
/// `None` if that cannot be expressed.
pub(super) fn pairs(earlier: &Known, later: &Known, depth: u32) -> Option<System> {
    let mut pair = pairs_in_one_iteration(earlier, later, depth)?;
    let first = earlier.1.as_ref()?;
    pair.require_not_negative(distance(first, depth)?.plus(&Linear::constant(1), -1)?);
    Some(pair)
}

/// As [`pairs`], but the loop inside of the outermost `depth` ones may count anything.
pub(super) fn pairs_in_one_iteration(earlier: &Known, later: &Known, depth: u32) -> Option<System> {
    let ((earlier, first), (later, second)) = (earlier, later);
    let (first, second) = (first.as_ref()?, second.as_ref()?);
    let shift = shifted(first);
    let mut pair = System::default();
    // The order is that of MLIR's variables and equalities.
    let same = |variable| variable;
    let of_second = pair.add_locals(&second.system, &shift)?;
    let of_first = pair.add_locals(&first.system, &same)?;
    pair.append(&first.system, &same, &of_first)?;
    for (index, (one, other)) in first.indices.iter().zip(&second.indices).enumerate() {
        let one = one.renamed(&same, &of_first)?;
        let distance = other.renamed(&shift, &of_second)?.plus(&one, -1)?;
        let (before, behind) = (earlier.extent(index) - 1, later.extent(index) - 1);
        if before == 0 && behind == 0 {
            pair.require_zero(distance);
        } else {
            // They overlap if neither starts behind the end of the other.
            pair.require_not_negative(Linear::constant(before).plus(&distance, -1)?);
            pair.require_not_negative(Linear::constant(behind).plus(&distance, 1)?);
        }
    }
    pair.append(&second.system, &shift, &of_second)?;
    for dim in 0..depth {
        pair.require_zero(distance(first, dim)?);
    }
    Some(pair)
}

/// How far the second iteration of a pair is from the first one in a loop.
pub(super) fn distance(first: &Domain, dim: u32) -> Option<Linear> {
    let earlier = Linear::variable(Variable::Dim(dim));
    Linear::variable(shifted(first)(Variable::Dim(dim))).plus(&earlier, -1)
}

/// How many loops are around both of two accesses.
pub(super) fn common_loops(one: &Known, other: &Known) -> u32 {
    let counters = |known: &Known| known.1.as_ref().map_or(Vec::new(), |domain| domain.counters.clone());
    let (one, other) = (counters(one), counters(other));
    one.iter().zip(&other).take_while(|(one, other)| one == other).count() as u32
}

/// Whether a distance may be negative.
pub(super) fn may_be_negative(system: &System, distance: &Linear, work: &mut Work) -> Option<bool> {
    let mut negative = system.clone();
    negative.require_not_negative(Linear::constant(-1).plus(distance, -1)?);
    Some(!negative.has_no_solution(work))
}
