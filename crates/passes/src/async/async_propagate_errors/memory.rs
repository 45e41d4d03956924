//! Memory that a function frees where it leaves with a failure.
//!
//! It has allocated the memory itself, and on the way that is left it would have freed it, or returned it. Nobody else may
//! know of it: tasks may run on when the failure has been returned, and functions that are defined elsewhere may keep it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use asyncir_dialects::arith::CmpIOp;
use asyncir_dialects::r#async::{AwaitOp, ReturnOp, RuntimeParallelForOp, YieldOp};
use asyncir_dialects::constraints::is_any_memref;
use asyncir_dialects::memref::{AllocOp, DeallocOp, ExtractAlignedPointerAsIndexOp};
use asyncir_dialects::{affine, func};
use asyncir_ir::def::{OpTrait, OpView};
use asyncir_ir::{BlockId, Body, Context, Ident, OpId, ValueId};

use crate::analysis::memref_alias::is_view;
use crate::bodies::task_around;
use crate::bufferization::puts_away;

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
                let outermost = |op| std::iter::successors(Some(op), |&op| body.parent_op(op)).last();
                let Some(ends) = ends(ctx, body, (value, None), &outermost, keep) else {
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

/// The ops in which memory ends that a function, or a `task` in it, has allocated: where it is freed or returned. They are those
/// that are `around` these, in which it is of interest. None if it may be used by somebody who does not know of the failure,
/// or if there are no such ops.
pub(super) fn ends(
    ctx: &Context,
    body: &Body,
    (memory, task): (ValueId, Option<OpId>),
    around: &dyn Fn(OpId) -> Option<OpId>,
    keep: &dyn Fn(Ident) -> bool,
) -> Option<Vec<OpId>> {
    let mut ends = Vec::new();
    // Whether it may have other names, which are freed in its place, and whether it is freed on conditions.
    let (mut may_have_names, mut is_conditional) = (false, false);
    let mut views = vec![memory];
    while let Some(view) = views.pop() {
        for user in body.users(view) {
            if task_around(body, user) != task {
                return None;
            }
            match use_of(ctx, body, user, view, keep) {
                Use::Keeps => return None,
                Use::Ends => {
                    let outer = around(user)?;
                    ends.push(outer);
                    is_conditional |= outer != user;
                }
                Use::Names => views.extend(body.results(user)),
                Use::MayName => may_have_names = true,
                Use::Passes => {}
            }
        }
    }
    let is_certain = !(may_have_names && is_conditional);
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
    /// What the op gives may be it.
    MayName,
    /// It is used while the op runs.
    Passes,
}

fn use_of(ctx: &Context, body: &Body, op: OpId, memory: ValueId, keep: &dyn Fn(Ident) -> bool) -> Use {
    let data = body.op(op);
    let is_end = [DeallocOp::DEF, func::ReturnOp::DEF, YieldOp::DEF, ReturnOp::DEF];
    if is_end.iter().any(|&def| data.is(def)) {
        return Use::Ends;
    }
    if puts_away(body, op, memory) {
        return Use::Keeps;
    }
    if data.is(RuntimeParallelForOp::DEF) {
        return if is_over(body, op) { Use::Passes } else { Use::Keeps };
    }
    if data.def().is_some_and(is_view) {
        return Use::Names;
    }
    let gives_memory = body
        .results(op)
        .any(|result| is_any_memref(ctx, body.value_type(result)));
    if let Some(callee) = func::callee(ctx, data) {
        return match (keep(callee), gives_memory) {
            (true, _) => Use::Keeps,
            (false, true) => Use::MayName,
            (false, false) => Use::Passes,
        };
    }
    let name = data.name().as_str(ctx);
    let is_known = ["memref.", "linalg.", "vector."]
        .iter()
        .any(|dialect| name.starts_with(dialect));
    let is_known = is_known || data.is(affine::StoreOp::DEF);
    let tells = gives_memory || tells_address(body, op);
    if is_known && !tells && !data.has_trait(OpTrait::Terminator) {
        Use::Passes
    } else {
        Use::Keeps
    }
}

/// Whether an op gives the address of memory to more than comparisons.
fn tells_address(body: &Body, op: OpId) -> bool {
    let is_compared = |address| {
        let mut users = body.users(address);
        users.all(|user| body.op(user).is(CmpIOp::DEF))
    };
    body.op(op).is(ExtractAlignedPointerAsIndexOp::DEF) && !body.results(op).all(is_compared)
}

/// Whether a loop has ended when something behind it may fail: it waits, or is awaited at once.
fn is_over(body: &Body, parallel_for: OpId) -> bool {
    let next = body
        .next_op(parallel_for)
        .filter(|&next| body.op(next).is(AwaitOp::DEF));
    let awaited = next.and_then(|next| body.operands(next).next());
    body.results(parallel_for).all(|token| Some(token) == awaited)
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
    /// them, and has ended on no way to them. All ways from the function's start to the ends lead through `start`.
    fn between(&self, start: OpId, ends: &[OpId]) -> Vec<OpId> {
        let gone = self.sites_on(Way::Forth, ends, start);
        let sites = self.sites_on(Way::Back, ends, start);
        sites.difference(&gone).copied().collect()
    }

    /// The sites on ways from these ops that do not lead through `stop`.
    fn sites_on(&self, way: Way, from: &[OpId], stop: OpId) -> BTreeSet<OpId> {
        let body = self.body;
        let comes_later = |op: OpId, than: OpId| match way {
            Way::Forth => body.is_before_in_block(than, op),
            Way::Back => body.is_before_in_block(op, than),
        };
        let mut found = BTreeSet::new();
        let mut seen = HashSet::new();
        let starts = from.iter().filter_map(|&op| Some((body.parent_block(op)?, Some(op))));
        let mut pending: Vec<(BlockId, Option<OpId>)> = starts.collect();
        while let Some((block, start)) = pending.pop() {
            let is_on_way = |op: OpId| start.is_none_or(|start| comes_later(op, start));
            let stops = body.parent_block(stop) == Some(block) && is_on_way(stop);
            let sites = self.sites.get(&block).into_iter().flatten().copied();
            found.extend(sites.filter(|&site| is_on_way(site) && !(stops && comes_later(site, stop))));
            if !stops {
                let next = way.neighbours(body, block).into_iter();
                pending.extend(next.filter(|&next| seen.insert(next)).map(|next| (next, None)));
            }
        }
        found
    }
}

/// Along branches, or against them.
#[derive(Clone, Copy)]
enum Way {
    Forth,
    Back,
}

impl Way {
    fn neighbours(self, body: &Body, block: BlockId) -> Vec<BlockId> {
        match self {
            Self::Forth => {
                let last = body.block(block).last_op();
                last.into_iter().flat_map(|last| body.successors(last)).collect()
            }
            Self::Back => body.predecessors(block).collect(),
        }
    }
}
