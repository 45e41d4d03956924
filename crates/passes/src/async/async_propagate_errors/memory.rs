//! Memory that a function frees where it leaves with a failure.
//!
//! It has allocated the memory itself, and on the way that is left it would have freed it, or returned it. Nobody else may
//! know of it: tasks may run on when the failure has been returned, and functions that are defined elsewhere may keep it.

use std::collections::{BTreeMap, HashMap, HashSet};

use asyncir_dialects::r#async::RuntimeParallelForOp;
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::memref::{AllocOp, DeallocOp, StoreOp};
use asyncir_dialects::{affine, func};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, Body, Context, Ident, OpId, ValueId};

use super::facts::task_around;
use crate::analysis::memref_alias::is_view;

/// What is to be freed where something fails.
#[derive(Default)]
pub(super) struct Memory(HashMap<OpId, Vec<ValueId>>);

impl Memory {
    /// Finds what a function has to free at those of its ops that may fail, all of which stand in its own region. Of callees
    /// that `keep` memory, or may, nothing is freed that they get.
    pub(super) fn of(ctx: &Context, body: &Body, sites: &[OpId], keep: &dyn Fn(Ident) -> bool) -> Self {
        let paths = Paths::new(body, sites);
        let mut memory = Self::default();
        for block in body.root().into_iter().flat_map(|region| body.region_blocks(region)) {
            for op in body.block_ops(block) {
                if !body.op(op).is(AllocOp::DEF) {
                    continue;
                }
                let value = body.result(op, 0);
                let Some(ends) = ends(ctx, body, value, keep) else {
                    continue;
                };
                for site in paths.between(op, &ends) {
                    memory.0.entry(site).or_default().push(value);
                }
            }
        }
        memory
    }

    /// What is freed if an op fails.
    pub(super) fn at(&self, site: OpId) -> &[ValueId] {
        self.0.get(&site).map_or(&[], Vec::as_slice)
    }
}

/// The ops of the function's own region in which memory ends: where it is freed or returned. None if it may be used by
/// somebody who does not know of the failure, or if there are no such ops.
fn ends(ctx: &Context, body: &Body, memory: ValueId, keep: &dyn Fn(Ident) -> bool) -> Option<Vec<OpId>> {
    let mut ends = Vec::new();
    // Whether it has other names, which may be freed in its place, or is freed on conditions.
    let (mut is_named, mut is_conditional) = (false, false);
    let mut views = vec![memory];
    while let Some(view) = views.pop() {
        for user in body.users(view) {
            let outermost = std::iter::successors(Some(user), |&op| body.parent_op(op)).last()?;
            let gives_memory = body
                .results(user)
                .any(|result| is_any_memref(ctx, body.value_type(result)));
            match use_of(ctx, body, user, view, keep) {
                Use::Keeps => return None,
                Use::Ends => {
                    ends.push(outermost);
                    is_conditional |= outermost != user;
                }
                Use::Names => views.extend(body.results(user)),
                Use::Passes => is_named |= gives_memory,
            }
        }
    }
    let is_certain = !(is_named && is_conditional);
    (is_certain && !ends.is_empty()).then_some(ends)
}

/// How an op uses memory.
enum Use {
    /// Something may use it later, or it is not known.
    Keeps,
    /// Behind the op, it is not the function's any more.
    Ends,
    /// The op gives other names of it.
    Names,
    /// It is used while the op runs.
    Passes,
}

fn use_of(ctx: &Context, body: &Body, op: OpId, memory: ValueId, keep: &dyn Fn(Ident) -> bool) -> Use {
    let data = body.op(op);
    if task_around(body, op).is_some() {
        return Use::Keeps;
    }
    if data.is(DeallocOp::DEF) || data.is(func::ReturnOp::DEF) {
        return Use::Ends;
    }
    if data.is(StoreOp::DEF) || data.is(affine::StoreOp::DEF) {
        return if body.operand(op, 0) == memory {
            Use::Keeps
        } else {
            Use::Passes
        };
    }
    if data.is(RuntimeParallelForOp::DEF) {
        return if data.num_results() == 0 {
            Use::Passes
        } else {
            Use::Keeps
        };
    }
    if let Some(callee) = func::callee(ctx, data) {
        return if keep(callee) { Use::Keeps } else { Use::Passes };
    }
    if data.def().is_some_and(is_view) {
        return Use::Names;
    }
    let gives_memory = body
        .results(op)
        .any(|result| is_any_memref(ctx, body.value_type(result)));
    let name = data.name().as_str(ctx);
    let is_known = ["memref.", "linalg.", "vector."]
        .iter()
        .any(|dialect| name.starts_with(dialect));
    let is_known = is_known && !data.has_trait(OpTrait::Terminator);
    if is_known && !gives_memory && name != "memref.extract_aligned_pointer_as_index" {
        Use::Passes
    } else {
        Use::Keeps
    }
}

/// The ways through the blocks of a function.
struct Paths<'a> {
    body: &'a Body,
    sites: BTreeMap<BlockId, Vec<OpId>>,
}

impl<'a> Paths<'a> {
    fn new(body: &'a Body, sites: &[OpId]) -> Self {
        let mut of_blocks: BTreeMap<BlockId, Vec<OpId>> = BTreeMap::new();
        for &site in sites {
            if let Some(block) = body.parent_block(site) {
                of_blocks.entry(block).or_default().push(site);
            }
        }
        Self { body, sites: of_blocks }
    }

    /// The sites at which memory is there for sure that is allocated at `start` and ends at `ends`: it may still end behind
    /// them, and has ended on no way to them.
    fn between(&self, start: OpId, ends: &[OpId]) -> Vec<OpId> {
        let gone = self.behind(ends, start);
        let mut sites = self.before(ends, start);
        sites.retain(|site| !gone.contains(site));
        sites
    }

    /// The sites on ways from these ops that do not lead through `stop`.
    fn behind(&self, from: &[OpId], stop: OpId) -> HashSet<OpId> {
        let body = self.body;
        let mut found = HashSet::new();
        let mut seen = HashSet::new();
        let mut pending: Vec<(BlockId, Option<OpId>)> = Vec::new();
        pending.extend(from.iter().filter_map(|&op| Some((body.parent_block(op)?, Some(op)))));
        while let Some((block, after)) = pending.pop() {
            let is_behind = |op: OpId| after.is_none_or(|after| body.is_before_in_block(after, op));
            let stops = body.parent_block(stop) == Some(block) && is_behind(stop);
            let goes_on = |op: OpId| !stops || body.is_before_in_block(op, stop);
            let sites = self.sites.get(&block).into_iter().flatten().copied();
            found.extend(sites.filter(|&site| is_behind(site) && goes_on(site)));
            if let (false, Some(last)) = (stops, body.block(block).last_op()) {
                pending.extend(
                    body.successors(last)
                        .filter(|&next| seen.insert(next))
                        .map(|next| (next, None)),
                );
            }
        }
        found
    }

    /// The sites on ways to these ops that do not lead through `stop`, which is on all of those from the function's start.
    fn before(&self, to: &[OpId], stop: OpId) -> Vec<OpId> {
        let body = self.body;
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut pending: Vec<(BlockId, Option<OpId>)> = Vec::new();
        pending.extend(to.iter().filter_map(|&op| Some((body.parent_block(op)?, Some(op)))));
        while let Some((block, until)) = pending.pop() {
            let is_before = |op: OpId| until.is_none_or(|until| body.is_before_in_block(op, until));
            let stops = body.parent_block(stop) == Some(block) && is_before(stop);
            let goes_on = |op: OpId| !stops || body.is_before_in_block(stop, op);
            let sites = self.sites.get(&block).into_iter().flatten().copied();
            found.extend(sites.filter(|&site| is_before(site) && goes_on(site)));
            if !stops {
                let before = body.predecessors(block).filter(|&previous| seen.insert(previous));
                pending.extend(before.map(|previous| (previous, None)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
