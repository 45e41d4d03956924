//! The greedy driver, which folds ops and applies patterns until nothing changes. It works in the same order as MLIR's,
//! because printed output depends on this order.
//!
//! One iteration puts all ops on a worklist, erases unreachable blocks, processes the worklist, and simplifies the regions.
//! Each change puts the affected ops on the worklist again. Iterations are repeated until one changes nothing.

use std::collections::HashSet;

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::effects::is_trivially_dead;
use super::fold::{OperationFolder, constant_op_value, constant_state, dialect_of, fold_op};
use super::region_simplify::{RegionSimplifyLevel, erase_unreachable_blocks, simplify_regions};
use super::{FrozenPatternSet, Listener, Rewriter};
use crate::body::{Body, OpId, RegionId, ValueId, WalkOrder};
use crate::context::Context;
use crate::def::{FoldResult, Folded, OpTrait};

/// Options of the greedy driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GreedyConfig {
    /// Whether ops are visited in order, outer ones before those inside; otherwise the other way round.
    pub top_down: bool,
    /// How regions are simplified after each iteration.
    pub region_simplify: RegionSimplifyLevel,
    /// The maximum number of iterations; `None` for no limit.
    pub max_iterations: Option<usize>,
    /// The maximum number of rewrites in one iteration; `None` for no limit.
    pub max_rewrites: Option<usize>,
    /// Whether ops are folded.
    pub fold: bool,
    /// Whether equal constants are merged and moved to the start of their region.
    pub cse_constants: bool,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self {
            top_down: false,
            region_simplify: RegionSimplifyLevel::Aggressive,
            max_iterations: Some(10),
            max_rewrites: None,
            fold: true,
            cse_constants: true,
        }
    }
}

/// The outcome of the greedy driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GreedyOutcome {
    /// Whether anything changed.
    pub changed: bool,
    /// Whether the last iteration changed nothing.
    pub converged: bool,
}

/// A stack of ops in which each stands at most once.
#[derive(Default)]
struct Worklist {
    list: Vec<Option<OpId>>,
    /// The height of the stack with the op on top; 0 for ops that are not on it.
    height: SecondaryMap<OpId, u32>,
    /// The only ops that may be on it, if it is not for all.
    allowed: Option<HashSet<OpId>>,
}

impl Worklist {
    fn push(&mut self, op: OpId) {
        let is_allowed = self.allowed.as_ref().is_none_or(|allowed| allowed.contains(&op));
        if is_allowed && self.height[op] == 0 {
            self.list.push(Some(op));
            self.height[op] = self.list.len() as u32;
        }
    }

    fn pop(&mut self) -> Option<OpId> {
        loop {
            if let Some(op) = self.list.pop()? {
                self.height[op] = 0;
                return Some(op);
            }
        }
    }

    fn remove(&mut self, op: OpId) {
        let height = std::mem::take(&mut self.height[op]);
        if height > 0 {
            self.list[height as usize - 1] = None;
        }
    }

    fn reverse(&mut self) {
        self.list.reverse();
        for (index, op) in self.list.iter().enumerate() {
            if let Some(op) = op {
                self.height[*op] = index as u32 + 1;
            }
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.height.clear();
    }

    /// Adds an op and the ops around it within `scope`.
    fn add(&mut self, body: &Body, op: OpId, scope: RegionId) {
        let mut current = op;
        let mut around: SmallVec<[OpId; 8]> = SmallVec::new();
        loop {
            around.push(current);
            match body.parent_region(current) {
                Some(region) if region == scope => break,
                Some(region) => match body.region(region).parent() {
                    Some(parent) => current = parent,
                    None => return,
                },
                None => return,
            }
        }
        around.into_iter().for_each(|op| self.push(op));
    }

    /// Adds the ops that define the operands of an op about to be erased: they may be dead then, or, with one other
    /// user left, be folded into that.
    fn add_operands(&mut self, body: &Body, op: OpId, scope: RegionId) {
        for operand in body.operands(op) {
            let Some(definition) = body.defining_op(operand) else {
                continue;
            };
            let mut other = None;
            let many = body.users(operand).any(|user| {
                if user == op || Some(user) == other {
                    return false;
                }
                other.replace(user).is_some()
            });
            if !many {
                self.add(body, definition, scope);
            }
        }
    }
}

/// The listener of the driver.
struct Tracker {
    worklist: Worklist,
    scope: RegionId,
}

impl Listener for Tracker {
    fn inserted(&mut self, body: &Body, op: OpId) {
        if let Some(allowed) = &mut self.worklist.allowed {
            allowed.insert(op);
        }
        self.worklist.add(body, op, self.scope);
    }
    fn erased(&mut self, body: &Body, op: OpId) {
        self.worklist.add_operands(body, op, self.scope);
        self.worklist.remove(op);
    }
    fn modified(&mut self, body: &Body, op: OpId) {
        self.worklist.add(body, op, self.scope);
    }
}

/// Folds the ops of a body and applies patterns to them until nothing changes. Ops that are isolated from above are
/// ops like others; what is in them is left alone.
pub fn apply_patterns_greedily(
    ctx: &Context,
    body: &mut Body,
    patterns: &FrozenPatternSet<'_>,
    config: &GreedyConfig,
) -> GreedyOutcome {
    let mut outcome = GreedyOutcome {
        changed: false,
        converged: true,
    };
    // Where nothing was left to do, and nothing has changed since, only patterns could find something.
    let ordinary = *config == GreedyConfig::default();
    if ordinary && body.is_settled() && !patterns.concern(body) {
        return outcome;
    }
    for region in body.root_regions().to_vec() {
        let of_region = apply_to_region(ctx, body, region, patterns, config);
        outcome.changed |= of_region.changed;
        outcome.converged &= of_region.converged;
    }
    if ordinary && outcome.converged {
        body.settle();
    }
    outcome
}

/// One iteration of the driver on all regions of a body; says whether anything changed.
pub fn apply_once_to_body(ctx: &Context, body: &mut Body, patterns: &FrozenPatternSet<'_>) -> bool {
    if body.is_settled() && !patterns.concern(body) {
        return false;
    }
    let mut changed = false;
    for region in body.root_regions().to_vec() {
        changed |= apply_once(ctx, body, region, patterns, &GreedyConfig::default(), None);
    }
    if !changed {
        body.settle();
    }
    changed
}

/// The same as [`apply_patterns_greedily`] for one region of a body.
pub fn apply_to_region(
    ctx: &Context,
    body: &mut Body,
    region: RegionId,
    patterns: &FrozenPatternSet<'_>,
    config: &GreedyConfig,
) -> GreedyOutcome {
    let mut iteration = 0;
    loop {
        iteration += 1;
        if config.max_iterations.is_some_and(|max| iteration > max) {
            return GreedyOutcome {
                changed: iteration > 1,
                converged: false,
            };
        }
        if !apply_once(ctx, body, region, patterns, config, None) {
            return GreedyOutcome {
                changed: iteration > 1,
                converged: true,
            };
        }
    }
}

/// One iteration of the driver; says whether anything changed. With `seeds`, only those ops are on the worklist from
/// the start, the last one on top: what a pattern made in a body that the driver has not seen yet.
pub fn apply_once(
    ctx: &Context,
    body: &mut Body,
    region: RegionId,
    patterns: &FrozenPatternSet<'_>,
    config: &GreedyConfig,
    seeds: Option<&[OpId]>,
) -> bool {
    let mut tracker = Tracker {
        worklist: Worklist::default(),
        scope: region,
    };
    match seeds {
        Some(ops) => ops.iter().for_each(|&op| tracker.worklist.add(body, op, region)),
        None => populate(ctx, body, config, &mut tracker),
    }
    // Unreachable ops may use themselves, which patterns do not expect. Their constants were merged before, which
    // decides about the order of constants.
    let mut rw = Rewriter::new(ctx, body).with_listener(&mut tracker);
    let mut changed = erase_unreachable_blocks(&mut rw, &[region]);
    for pattern in patterns.for_any() {
        let mut rw = Rewriter::new(ctx, body).with_listener(&mut tracker);
        changed |= pattern.rewrite_owned(&mut rw, region);
    }
    changed |= process(ctx, body, patterns, config, &mut tracker);
    if config.region_simplify != RegionSimplifyLevel::Disabled {
        changed |= simplify_regions(ctx, body, &[region], config.region_simplify);
    }
    changed
}

/// Which ops [`apply_to_ops`] may change: MLIR's `GreedyRewriteStrictness`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// All ops that a change affects.
    AnyOp,
    /// The ops that it is given, and those that patterns insert.
    ExistingAndNewOps,
}

/// Folds some ops in `scope`, and applies patterns to them, the last one first. The ops that this affects follow, as far as
/// `strictness` allows, until nothing changes. Constants are not merged, and blocks and regions stay as they are.
pub fn apply_to_ops(
    ctx: &Context,
    body: &mut Body,
    (scope, ops): (RegionId, &[OpId]),
    patterns: &FrozenPatternSet<'_>,
    strictness: Strictness,
) -> bool {
    let is_strict = strictness == Strictness::ExistingAndNewOps;
    let mut tracker = Tracker {
        worklist: Worklist {
            allowed: is_strict.then(|| ops.iter().copied().collect()),
            ..Worklist::default()
        },
        scope,
    };
    ops.iter().for_each(|&op| tracker.worklist.push(op));
    process(ctx, body, patterns, &GreedyConfig::default(), &mut tracker)
}

/// Puts all ops of the region on the worklist. Constants are merged on the way: doing that here keeps them in order.
fn populate(ctx: &Context, body: &mut Body, config: &GreedyConfig, tracker: &mut Tracker) {
    tracker.worklist.clear();
    let mut folder = OperationFolder::new();
    let order = if config.top_down {
        WalkOrder::Pre
    } else {
        WalkOrder::Post
    };
    for op in body.walk_region(tracker.scope, order) {
        let constant = if config.cse_constants {
            constant_op_value(ctx, body, op)
        } else {
            None
        };
        let kept = match constant {
            Some(value) => {
                let mut rw = Rewriter::new(ctx, body).with_listener(tracker);
                folder.insert_known_constant(&mut rw, op, value)
            }
            None => true,
        };
        if kept {
            tracker.worklist.add(body, op, tracker.scope);
        }
    }
    if config.top_down {
        tracker.worklist.reverse();
    }
}

/// Keeps an iteration from going on for ever. Patterns can do so in a cycle of blocks that another pattern has cut
/// off, for values there may be defined in terms of themselves.
struct StepLimit {
    left: usize,
    allowance: usize,
}

impl StepLimit {
    /// Far more steps than anything takes that ends.
    fn new(body: &Body) -> Self {
        let allowance = 4096 + 64 * body.num_ops();
        Self {
            left: allowance,
            allowance,
        }
    }

    /// Counts a step; says whether there are none left.
    fn step(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    /// Erases blocks that were cut off, and allows for more steps if there were any.
    fn renew(&mut self, ctx: &Context, body: &mut Body, tracker: &mut Tracker) -> bool {
        let scope = tracker.scope;
        let mut rw = Rewriter::new(ctx, body).with_listener(tracker);
        self.left = self.allowance;
        erase_unreachable_blocks(&mut rw, &[scope])
    }
}

/// Works through the worklist; says whether anything changed.
fn process(
    ctx: &Context,
    body: &mut Body,
    patterns: &FrozenPatternSet<'_>,
    config: &GreedyConfig,
    tracker: &mut Tracker,
) -> bool {
    let mut changed = false;
    let mut rewrites = 0;
    let mut limit = StepLimit::new(body);
    while config.max_rewrites.is_none_or(|max| rewrites < max) {
        if limit.step() && !limit.renew(ctx, body, tracker) {
            break;
        }
        let Some(op) = tracker.worklist.pop() else {
            break;
        };
        if is_trivially_dead(ctx, body, op) {
            Rewriter::new(ctx, body).with_listener(tracker).erase(op);
            changed = true;
            continue;
        }
        if config.fold && fold_in_worklist(ctx, body, op, tracker) {
            changed = true;
            continue;
        }
        let mut candidates = patterns.for_op(body.op(op)).collect::<SmallVec<[_; 8]>>().into_iter();
        let applied = candidates.any(|pattern| {
            let mut rw = Rewriter::new(ctx, body).with_listener(tracker);
            rw.set_before(op);
            pattern.rewrite(&mut rw, op)
        });
        if applied {
            changed = true;
            rewrites += 1;
        }
    }
    changed
}

/// Folds an op; says whether it did. New constants go right before it: the next iteration merges them.
fn fold_in_worklist(ctx: &Context, body: &mut Body, op: OpId, tracker: &mut Tracker) -> bool {
    if body.op(op).has_trait(OpTrait::ConstantLike) {
        return false;
    }
    let results = match fold_op(ctx, body, op) {
        Folded::No => return false,
        Folded::InPlace => {
            tracker.modified(body, op);
            return true;
        }
        Folded::Results(results) => results,
    };
    let mut rw = Rewriter::new(ctx, body).with_listener(tracker);
    rw.set_before(op);
    match materialize(&mut rw, op, &results) {
        Ok(values) => {
            rw.replace(op, &values);
            true
        }
        Err(made) => {
            made.into_iter().for_each(|constant| rw.erase(constant));
            false
        }
    }
}

/// The values that an op folded to, constants made before it. If one cannot be made, the ones made so far.
fn materialize(rw: &mut Rewriter<'_>, op: OpId, results: &[FoldResult]) -> Result<Vec<ValueId>, Vec<OpId>> {
    let (dialect, location) = (dialect_of(rw.ctx, rw.body.op(op).name()), rw.location_of(op));
    let (mut values, mut made) = (Vec::with_capacity(results.len()), Vec::new());
    for (result, folded) in rw.body.results(op).zip(results) {
        match *folded {
            FoldResult::Value(value) => values.push(value),
            FoldResult::Attr(attr) => {
                let ty = rw.body.value_type(result);
                let Some(state) = constant_state(rw.ctx, dialect, attr, ty, location) else {
                    return Err(made);
                };
                let constant = rw.insert(state);
                made.push(constant);
                values.push(rw.body.result(constant, 0));
            }
        }
    }
    Ok(values)
}
