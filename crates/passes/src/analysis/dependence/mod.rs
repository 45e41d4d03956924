//! Whether iterations of an affine loop depend on each other through memory.
//!
//! Two accesses of the same memory, of which one writes, conflict if some iteration of the loop and a later one touch the
//! same element. The iterations that execute an access are an integer set: the bounds of all loops around it and the
//! conditions of `affine.if` ([`domain`]). The pair of iterations that touch the same element is a set of twice as many
//! variables, and if it has no integer point, there is no conflict.
//!
//! As in MLIR, memrefs are taken to be different memory unless the function shows that they are the same. Unlike MLIR, this
//! takes into account that
//!
//! - views of one memref, and a global variable that is asked for twice, are the same memory;
//! - a view that is made in the loop is another one in each iteration;
//! - the condition of an `affine.if` does not hold in its second region;
//! - accesses of vectors touch all their elements.
//!
//! Where MLIR says that a loop is parallel although one of these matters, it is wrong.

mod access;
mod domain;
mod effects;
mod footprint;
mod jamming;
mod order;
mod pairs;
mod tiling;

use asyncir_dialects::affine::{ForOp, IfOp, YieldOp};
use asyncir_dialects::matchers::is_defined_outside;
use asyncir_ir::def::{EffectKind, OpView};
use asyncir_ir::rewrite::effects::{effects_of, is_memory_effect_free};
use asyncir_ir::{Body, Context, OpId, Type, TypeKind, ValueId, WalkOrder};

use self::access::Access;
use self::domain::Domain;
pub(crate) use self::footprint::{footprint, is_within_memref};
pub(crate) use self::jamming::may_be_jammed;
pub(crate) use self::order::{Dependence, dependence};
use self::pairs::pairs;
pub(crate) use self::tiling::{Reordering, may_be_tiled};
use crate::analysis::constraints::Work;
use crate::analysis::memref_alias::{global, is_allocated_in, memory_of};

/// Whether iterations of an `affine.for` may run in any order as far as memory is concerned. `false` if this was not found
/// out.
pub(crate) fn is_parallel_in_memory(ctx: &Context, body: &Body, loop_op: OpId, work: &mut Work) -> bool {
    // A memref that is carried from iteration to iteration may be any.
    let is_memref = |ty: &Type| {
        let kind = ty.kind(ctx);
        matches!(kind, TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
    };
    if body.result_types(loop_op).iter().any(is_memref) {
        return false;
    }
    let in_loop = Loop { ctx, body, op: loop_op };
    let Some(accesses) = in_loop.accesses() else {
        return false;
    };
    let mut symbols = Vec::new();
    let accesses: Vec<Known> = accesses
        .into_iter()
        .map(|access| {
            let domain = Domain::of(ctx, body, &access, &mut symbols);
            (access, domain)
        })
        .collect();
    let mut pairs = accesses.iter().flat_map(|a| accesses.iter().map(move |b| (a, b)));
    pairs.all(|(earlier, later)| in_loop.are_independent(earlier, later, work) == Some(true))
}

/// An access with its domain, if that is affine.
type Known = (Access, Option<Domain>);

/// A loop that is analysed.
struct Loop<'a> {
    ctx: &'a Context,
    body: &'a Body,
    op: OpId,
}

impl Loop<'_> {
    /// The accesses of memory from around the loop, each kind once; `None` if there is anything else that matters.
    fn accesses(&self) -> Option<Vec<Access>> {
        let mut accesses: Vec<Access> = Vec::new();
        for op in self.body.walk_op(self.op, WalkOrder::Pre) {
            if let Some(access) = Access::of(self.ctx, self.body, op) {
                if is_allocated_in(self.ctx, self.body, access.memref, self.op) {
                    continue;
                }
                match accesses.iter_mut().find(|other| other.touches_the_same(&access)) {
                    Some(known) => known.writes |= access.writes,
                    None => accesses.push(access),
                }
            } else if !self.is_harmless(op) {
                return None;
            }
        }
        Some(accesses)
    }

    fn is_harmless(&self, op: OpId) -> bool {
        let data = self.body.op(op);
        if data.is(ForOp::DEF) || data.is(IfOp::DEF) || data.is(YieldOp::DEF) {
            return true;
        }
        let view = self.body.op_ref(self.ctx, op);
        let only_allocates =
            effects_of(view).is_some_and(|effects| matches!(&effects[..], [one] if one.kind == EffectKind::Allocate));
        only_allocates || is_memory_effect_free(view)
    }

    /// Whether a memref is the same in all iterations.
    fn is_constant(&self, memref: ValueId) -> bool {
        is_defined_outside(self.body, memref, self.op) || global(self.ctx, self.body, memref).is_some()
    }

    /// Whether no iteration touches with one access what a later iteration touches with the other, unless both only read.
    /// `None` if this was not found out.
    fn are_independent(&self, earlier: &Known, later: &Known, work: &mut Work) -> Option<bool> {
        if !earlier.0.writes && !later.0.writes {
            return Some(true);
        }
        let is_same = |one: ValueId, other: ValueId| {
            let global_of = |memref| global(self.ctx, self.body, memref);
            one == other || (global_of(one).is_some() && global_of(one) == global_of(other))
        };
        if is_same(earlier.0.memref, later.0.memref) {
            let is_known = self.is_constant(earlier.0.memref);
            return if is_known {
                self.never_meet(earlier, later, work)
            } else {
                None
            };
        }
        let [one, other] = [earlier, later].map(|known| memory_of(self.body, known.0.memref));
        Some(self.is_constant(one) && self.is_constant(other) && !is_same(one, other))
    }

    /// Whether there is no pair of an iteration and a later one such that the accesses touch the same element.
    fn never_meet(&self, earlier: &Known, later: &Known, work: &mut Work) -> Option<bool> {
        let (first, second) = (earlier.1.as_ref()?, later.1.as_ref()?);
        let depth = self
            .depth_in(first)
            .filter(|&depth| self.depth_in(second) == Some(depth))?;
        Some(pairs(earlier, later, depth)?.has_no_solution(work))
    }

    /// Which of the counters of a domain is that of the loop.
    fn depth_in(&self, domain: &Domain) -> Option<u32> {
        let block = ForOp(self.body.op_ref(self.ctx, self.op)).block()?;
        let counter = self.body.block_arg(block, 0);
        u32::try_from(domain.counters.iter().position(|&value| value == counter)?).ok()
    }
}
