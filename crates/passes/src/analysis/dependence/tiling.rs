//! Whether the iterations of a nest of loops may be run tile by tile.

use asyncir_ir::{Body, Context, OpId};

use super::pairs::{common_loops, distance, may_be_negative, pairs};
use super::{Known, Loop};
use crate::analysis::constraints::{Linear, System, Work};

/// What tiling makes of the order in which a loop of a nest runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reordering {
    /// A tile is one iteration.
    None,
    /// A tile is several iterations.
    Tiles,
}

/// Whether a nest of loops around each other, the outermost of which is in no other loop, does the same when it is tiled.
///
/// An iteration must not be overtaken by a later one that touches the same element. It is not if the distance from one to
/// the other is negative in no loop. MLIR refuses nests where a distance is always negative and may be several numbers, and
/// tiles all others.
pub(crate) fn may_be_tiled(ctx: &Context, body: &Body, band: &[OpId], how: &[Reordering], work: &mut Work) -> bool {
    let Some(&root) = band.first() else { return true };
    let nest = Nest {
        outer: Loop { ctx, body, op: root },
        how,
    };
    let accesses = nest.outer.known_accesses(&[root], &mut Vec::new());
    let changes = how.contains(&Reordering::Tiles);
    if changes && nest.outer.has_other_effects(&accesses) {
        return false;
    }
    let mut ordered = accesses.iter().flat_map(|a| accesses.iter().map(move |b| (a, b)));
    ordered.all(|(earlier, later)| nest.keeps_order(earlier, later, work))
}

/// A nest that is to be tiled.
struct Nest<'a> {
    /// The outermost loop.
    outer: Loop<'a>,
    how: &'a [Reordering],
}

impl Nest<'_> {
    /// Whether tiling keeps the order of iterations of which the first is earlier, and both touch the same element.
    fn keeps_order(&self, earlier: &Known, later: &Known, work: &mut Work) -> bool {
        let changes = self.how.contains(&Reordering::Tiles);
        if earlier.0.memref != later.0.memref || earlier.1.is_none() || later.1.is_none() {
            // Nothing may be known of them, and no order is known.
            return !changes || self.outer.are_independent(earlier, later, work) == Some(true);
        }
        if !earlier.0.writes && !later.0.writes {
            return true;
        }
        if changes && !self.outer.is_constant(earlier.0.memref) {
            return false;
        }
        let common = common_loops(earlier, later);
        (0..common.min(self.how.len() as u32 + 1))
            .all(|depth| self.keeps_order_at(earlier, later, depth, common, work) == Some(true))
    }

    /// As `keeps_order`, for iterations that differ in the loop at `depth` first.
    fn keeps_order_at(&self, earlier: &Known, later: &Known, depth: u32, common: u32, work: &mut Work) -> Option<bool> {
        let first = earlier.1.as_ref()?;
        let system = pairs(earlier, later, depth)?;
        if system.has_no_solution(work) {
            return Some(true);
        }
        let is_tiled = |dim: u32| self.how.get(dim as usize) == Some(&Reordering::Tiles);
        for dim in depth + 1..common {
            let distance = distance(first, dim)?;
            let overtakes = is_tiled(depth) && is_tiled(dim) && may_be_negative(&system, &distance, work)?;
            if overtakes || is_refused(&system, &distance, work) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Whether a distance is always negative, and not one number only.
fn is_refused(system: &System, distance: &Linear, work: &mut Work) -> bool {
    let Some((least, Some(greatest))) = system.bounds(distance, work) else {
        return false;
    };
    greatest < 0 && least != Some(greatest)
}
