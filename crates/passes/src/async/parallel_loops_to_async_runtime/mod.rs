//! `parallel-loops-to-async-runtime`: parallel loops become calls of the runtime, which hands ranges of their iterations to
//! workers that have time for them.
//!
//! The body of an `scf.parallel` moves to a function that runs a range of its iterations, as loops in which LLVM sees
//! what it sees in the sequential loop. In its place stands `async.runtime.parallel_for`. Where a little work is
//! not worth that, which is found out by comparing two numbers when the loop starts, the sequential loop runs.
//!
//! * `scf.forall` without results becomes `scf.parallel` first.
//! * Loops in the bodies of loops follow, in the functions that the outer ones have become.
//! * In tasks and async functions, the loop is awaited; elsewhere the thread that starts the loop takes part until the
//!   end.
//! * Errors in iterations end the program unless `async-propagate-errors` follows.
//! * Reductions give the same bits in every run (see `reduction`); those of floats are computed in lanes (see `lanes`).
//!
//! Loops without dimensions are left as they are, and those with a combiner that cannot combine partial results: it uses
//! values of the iteration on what was combined before, or depends on the grouping (see `associativity`). A remark says so.

mod associativity;
mod calls;
mod combiners;
mod cost;
mod domain;
mod lanes;
mod neutral;
mod parallel_loop;
mod range_function;
mod reduction;
mod sample;
mod set_apart;
mod speed;

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, fold_binary, index};
use asyncir_dialects::r#async::types::TOKEN;
use asyncir_dialects::r#async::{AwaitOp, ExecuteOp, FuncOp, RuntimeParallelForOp};
use asyncir_dialects::builtin::ModuleOp;
use asyncir_dialects::func;
use asyncir_dialects::scf::{ForallOp, ParallelOp};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{
    Attribute, BlockId, Body, Context, Diagnostic, Diagnostics, Fallible, Ident, InsertPoint, Location, Mapping, OpId,
    OwnedOp, Severity, Type, ValueId, WalkOrder,
};

use self::calls::Calls;
use self::cost::{First, KEPT_TOGETHER, WORTH_A_RANGE, Work};
use self::domain::{Domain, Plan};
use self::lanes::IN_ORDER;
use self::parallel_loop::{Dimension, ParallelLoop, constant};
use self::range_function::{Captures, range_function};
use self::reduction::Leaves;
use super::new_functions::{Functions, insert};
use super::outline::clone_constants_into;
use crate::conversion::convert_scf_to_cf;
use crate::options::{OptionInfo, PassOptions};
use crate::scf::build::{if_else, if_else_giving};
use crate::{Pass, PassContext, PassInfo};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "parallel-loops-to-async-runtime",
    class: "ParallelLoopsToAsyncRuntimePass",
    summary: "Convert parallel loops to calls of the async runtime, which distributes iterations to idle worker threads",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::int(
            "num-workers",
            "Maximum number of threads that run a loop. If `0`, all worker threads of the runtime.",
            "0",
        ),
        OptionInfo::int(
            "grain",
            "Number of iterations that a thread takes at a time. If `0`, the runtime derives it from the measured time of \
             iterations.",
            "0",
        ),
        OptionInfo::flag(
            "static-schedule",
            "Divide each loop into one range of the same length for each worker thread.",
            "false",
        ),
    ],
    create: |options| Ok(Box::new(ParallelLoops::new(options)?)),
};

/// The grain that stands for one range for each worker.
const STATIC_GRAIN: i64 = -1;

struct ParallelLoops {
    workers: i64,
    grain: i64,
}

impl ParallelLoops {
    fn new(options: &PassOptions) -> Result<Self, String> {
        let at_least_zero = |name: &'static str| match options.int(name)? {
            value if value < 0 => Err(format!("'{name}' must not be negative, but is {value}")),
            value => Ok(value),
        };
        let (workers, grain) = (at_least_zero("num-workers")?, at_least_zero("grain")?);
        let is_static = options.flag("static-schedule")?;
        if is_static && grain > 0 {
            return Err("'static-schedule' and 'grain' exclude each other".to_owned());
        }
        let grain = if is_static { STATIC_GRAIN } else { grain };
        Ok(Self { workers, grain })
    }

    /// Converts the loops of a module and of the modules in it.
    fn convert_module(&self, cx: &PassContext<'_>, module: &mut Body) -> Fallible {
        let ctx = cx.ctx;
        let mut converter = Converter {
            ctx,
            options: self,
            functions: Functions::of(ctx, module),
            calls: Calls::of(ctx, module),
        };
        for op in module.owners() {
            let data = module.op_mut(op);
            let (is_module, is_coroutine) = (data.is(ModuleOp::DEF), data.is(FuncOp::DEF));
            match data.body_mut() {
                Some(inner) if is_module => self.convert_module(cx, inner)?,
                Some(inner) => {
                    compute_contributions(cx, inner);
                    converter.convert_body(inner, is_coroutine)?;
                }
                None => {}
            }
        }
        let functions = converter.functions.new.into_iter();
        insert(module, functions.map(|function| function.into_state(ctx)));
        Ok(())
    }
}

impl Pass for ParallelLoops {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let Some(module) = op.body_mut() else { return Ok(()) };
        self.convert_module(cx, module).map_err(Diagnostics::from)
    }
}

/// Prepares the reductions of all loops in a function, and tells which loops stay sequential.
fn compute_contributions(cx: &PassContext<'_>, body: &mut Body) {
    for op in body.walk_all(WalkOrder::Pre) {
        if !body.op(op).is(ParallelOp::DEF) {
            continue;
        }
        combiners::compute_contributions(cx.ctx, body, op);
        copy_constants_into_combiners(body, op);
        let has_dimensions = !ParallelOp::wrap(body.op_ref(cx.ctx, op)).lowerBound().is_empty();
        if has_dimensions && ParallelLoop::of(cx.ctx, body, op).is_none() {
            let message = "this loop stays sequential: one of its reductions cannot combine partial results";
            cx.report(Diagnostic::new(Severity::Remark, body.op(op).location(), message));
        }
    }
}

/// Copies constants into the combiners of a loop, so that these do not depend on the iteration.
fn copy_constants_into_combiners(body: &mut Body, op: OpId) {
    let combiners = parallel_loop::reduce_of(body, op).map(|reduce| body.op_regions(reduce).to_vec());
    for region in combiners.unwrap_or_default() {
        clone_constants_into(body, region);
    }
}

struct Converter<'a> {
    ctx: &'a Context,
    options: &'a ParallelLoops,
    functions: Functions,
    /// Of the functions that loops call, as they were before.
    calls: Calls,
}

impl Converter<'_> {
    /// Converts the loops of a function, in which everything is a coroutine or only what is in tasks.
    fn convert_body(&mut self, body: &mut Body, is_coroutine: bool) -> Fallible {
        for op in body.walk_all(WalkOrder::Post) {
            if body.op(op).is(ForallOp::DEF) {
                let mut rw = Rewriter::new(self.ctx, body);
                rw.set_before(op);
                convert_scf_to_cf::lower(&mut rw, op);
            }
        }
        for op in outermost_loops(self.ctx, body) {
            self.convert_loop(body, op, is_coroutine)?;
        }
        Ok(())
    }

    fn convert_loop(&mut self, body: &mut Body, op: OpId, is_coroutine: bool) -> Fallible {
        let region = body.op_regions(op)[0];
        clone_constants_into(body, region);
        let Some(parallel) = ParallelLoop::of(self.ctx, body, op) else {
            return Ok(());
        };
        let task = enclosing_task(body, op);
        let mut rw = Rewriter::new(self.ctx, body);
        rw.set_before(op);
        let plan = Plan::of(&rw, &self.calls, &parallel)?;
        if plan.is_tiny(&parallel) {
            return Ok(());
        }
        let domain = plan.compute(&mut rw, &parallel);
        let site = Site {
            parallel,
            domain,
            home: task,
            suspends: is_coroutine || task.is_some(),
        };
        let results = self.run_or_hand_out(&mut rw, &site)?;
        // Nobody uses the others.
        let mut all = ParallelOp::wrap(rw.body.op_ref(rw.ctx, op)).initVals();
        for (reduction, &result) in site.parallel.reductions.iter().zip(&results) {
            all[reduction.number] = result;
        }
        rw.replace(op, &all);
        Ok(())
    }

    /// Runs the loop where it is if it is not worth more.
    fn run_or_hand_out(&mut self, rw: &mut Rewriter<'_>, site: &Site) -> Fallible<Vec<ValueId>> {
        let Site { parallel, domain, .. } = site;
        let location = parallel.location;
        let First { count: first, work } = match &domain.cost {
            Some(cost) => cost.first(rw, parallel),
            None => First {
                count: index(rw, location, 0),
                work: Work::Unknown,
            },
        };
        let is_known = domain.known_total.is_some() && domain.cost.as_ref().is_some_and(|cost| cost.known().is_some());
        let is_guess = domain.cost.is_none() && parallel.reductions.is_empty();
        if is_known || is_guess || parallel.passes_the_end(self.ctx, rw.body) {
            let stack = reduction::stack_of(rw.body, site.home, parallel);
            return self.hand_out(rw, site, first, stack);
        }
        let is_tiny = is_tiny(rw, site, first, &work);
        let types: Vec<Type> = parallel.reductions.iter().map(|reduction| reduction.ty).collect();
        let (mut sequential, mut handed_out) = (None, Ok(()));
        let choice = if_else_giving(
            rw,
            location,
            is_tiny,
            &types,
            |rw| {
                let copy = copy_of_loop(rw, site);
                sequential = Some(copy);
                let all: Vec<ValueId> = rw.body.results(copy).collect();
                parallel
                    .reductions
                    .iter()
                    .map(|reduction| all[reduction.number])
                    .collect()
            },
            |rw| {
                // Where iterations differ, those of a first range may be the longest: the runtime starts with one.
                let first = if domain.varies { index(rw, location, 0) } else { first };
                let stack = if site.suspends {
                    reduction::stack_of(rw.body, site.home, parallel)
                } else {
                    rw.point()
                };
                self.hand_out(rw, site, first, stack).unwrap_or_else(|error| {
                    handed_out = Err(error);
                    Vec::new()
                })
            },
        );
        handed_out?;
        if !site.suspends {
            self.set_apart(rw, choice, location);
        }
        let cursor = rw.point();
        if let Some(copy) = sequential {
            run_in_order(rw, copy);
        }
        rw.set_point(cursor);
        Ok(rw.body.results(choice).collect())
    }

    /// Lets the second branch of a choice call a function that does what is in it.
    fn set_apart(&mut self, rw: &mut Rewriter<'_>, choice: OpId, location: Location) {
        let name = self.functions.unique_name(self.ctx, "share_parallel_loop");
        let region = rw.body.op_regions(choice)[1];
        let function = set_apart::set_apart(rw, region, name, location);
        self.functions.new.extend(function);
    }

    /// Hands the iterations to the runtime. Memory for the results of leaves is taken at `stack`.
    fn hand_out(
        &mut self,
        rw: &mut Rewriter<'_>,
        site: &Site,
        first: ValueId,
        stack: InsertPoint,
    ) -> Fallible<Vec<ValueId>> {
        let Site { parallel, domain, .. } = site;
        let location = parallel.location;
        let leaves = (!parallel.reductions.is_empty()).then(|| {
            let least = reduction::at_least_one(rw, location, first);
            Leaves::new(rw, parallel, domain, least, stack)
        });
        let captures = Captures::of(self.ctx, rw.body, parallel, domain, leaves.as_ref());
        let name = self.make_function(rw.body, site, &captures, leaves.as_ref())?;
        let Some(leaves) = leaves else {
            self.call_runtime(rw, site, name, (domain.total, first), &captures.values);
            return Ok(Vec::new());
        };
        self.run_leaves(rw, site, name, (leaves.count, first), &captures.values);
        Ok(leaves.fold(rw, parallel, domain))
    }

    /// Hands leaves to the runtime; those of a loop in lanes only if it is worth a second thread, of which `first` iterations
    /// are worth a range.
    fn run_leaves(
        &self,
        rw: &mut Rewriter<'_>,
        site: &Site,
        name: Ident,
        (count, first): (ValueId, ValueId),
        args: &[ValueId],
    ) {
        let Site { parallel, domain, .. } = site;
        let location = parallel.location;
        let hand_out = |rw: &mut Rewriter<'_>| {
            // A leaf is worth a range of its own.
            let is_known = domain.cost.is_some() && !domain.varies;
            let first = index(rw, location, i64::from(is_known));
            self.call_runtime(rw, site, name, (count, first), args);
        };
        if !parallel.in_lanes {
            return hand_out(rw);
        }
        let run = |rw: &mut Rewriter<'_>| {
            let zero = index(rw, location, 0);
            let args = [&[zero, count], args].concat();
            let callee = rw.ctx.symbol_of(name);
            rw.insert(func::build::call(rw.ctx, location, callee, &args, &[]));
        };
        let most = kept_together(rw, location, first);
        let known_most = constant(rw.ctx, rw.body, most).map(i64::cast_unsigned);
        match domain.known_total.zip(known_most) {
            Some((total, most)) if total <= most => run(rw),
            Some(_) => hand_out(rw),
            None => {
                let is_small = ArithBuilder::new(rw, location).cmpi("ule", domain.total, most);
                if_else(rw, location, is_small, run, hand_out);
            }
        }
    }

    /// Makes the function for ranges of the loop, with the loops in it converted, too.
    fn make_function(
        &mut self,
        source: &Body,
        site: &Site,
        captures: &Captures,
        leaves: Option<&Leaves>,
    ) -> Fallible<Ident> {
        let name = self.functions.unique_name(self.ctx, "parallel_loop");
        let mut function = range_function(self.ctx, source, &site.parallel, &site.domain, (captures, leaves), name);
        self.convert_body(&mut function.body, false)?;
        self.functions.new.push(function);
        Ok(name)
    }

    fn call_runtime(
        &self,
        rw: &mut Rewriter<'_>,
        site: &Site,
        name: Ident,
        (trip, first): (ValueId, ValueId),
        args: &[ValueId],
    ) {
        let (ctx, location) = (rw.ctx, site.parallel.location);
        let token = site.suspends.then(|| ctx.dialect_type(&TOKEN, &[]));
        let callee = ctx.symbol_of(name);
        let number = |value: i64| -> Option<Attribute> { Some(ctx.i64_attr(value)) };
        let (grain, workers) = (number(self.options.grain), number(self.options.workers));
        let types = Vec::from_iter(token);
        let state = RuntimeParallelForOp::build(ctx, location, trip, first, args, callee, grain, workers, &types);
        let op = rw.insert(state);
        if let Some(token) = rw.body.results(op).next() {
            rw.insert(AwaitOp::build(ctx, location, token, &[]));
        }
    }
}

/// A loop in its place.
struct Site {
    parallel: ParallelLoop,
    domain: Domain,
    /// The first block of the task around the loop, if there is one.
    home: Option<BlockId>,
    /// Whether the loop is in a task or an async function.
    suspends: bool,
}

/// The loops that can be converted and are in no other one that can.
fn outermost_loops(ctx: &Context, body: &Body) -> Vec<OpId> {
    let mut loops: Vec<OpId> = Vec::new();
    for op in body.walk_all(WalkOrder::Pre) {
        let is_inside = loops.last().is_some_and(|&outer| body.is_ancestor(outer, op));
        if !is_inside && body.op(op).is(ParallelOp::DEF) && ParallelLoop::of(ctx, body, op).is_some() {
            loops.push(op);
        }
    }
    loops
}

/// The first block of the innermost task around an op.
fn enclosing_task(body: &Body, op: OpId) -> Option<BlockId> {
    let mut outer = std::iter::successors(body.parent_op(op), |&outer| body.parent_op(outer));
    let task = outer.find(|&outer| body.op(outer).is(ExecuteOp::DEF))?;
    body.region(*body.op_regions(task).first()?).first()
}

/// Whether a loop of which `first` iterations are worth a range is not worth handing out, and ends if it is run in order.
fn is_tiny(rw: &mut Rewriter<'_>, site: &Site, first: ValueId, work: &Work) -> ValueId {
    let Site { parallel, domain, .. } = site;
    let location = parallel.location;
    let mut most = match *work {
        // A single iteration is worth one range or more.
        Work::Known(work) if work > WORTH_A_RANGE / 2 => {
            let most = (KEPT_TOGETHER * WORTH_A_RANGE / work).max(1);
            index(rw, location, most.cast_signed())
        }
        Work::Known(_) | Work::Computed(_) => kept_together(rw, location, first),
        Work::Unknown => index(rw, location, 1),
    };
    if parallel.in_lanes {
        let in_order = index(rw, location, IN_ORDER.cast_signed());
        most = fold_binary(rw, location, arith::MinUIOp::DEF, most, in_order);
    }
    let mut is_tiny = ArithBuilder::new(rw, location).cmpi("ule", domain.total, most);
    if let Work::Computed(work) = *work {
        // Few iterations may be much work; a single one cannot be shared. The product counts only where there are few, and no
        // work that ends is so much that it wraps around then.
        let budget = index(rw, location, (KEPT_TOGETHER * WORTH_A_RANGE).cast_signed());
        let budget = fold_binary(rw, location, arith::MaxUIOp::DEF, budget, work);
        let all = fold_binary(rw, location, arith::MulIOp::DEF, domain.total, work);
        let mut b = ArithBuilder::new(rw, location);
        let is_little = b.cmpi("ule", all, budget);
        is_tiny = b.andi(is_tiny, is_little);
    }
    for &dimension in &parallel.dimensions {
        if dimension.passes_the_end(rw.ctx, rw.body).is_none() {
            let ends = stays_below_the_end(rw, location, dimension);
            is_tiny = ArithBuilder::new(rw, location).andi(is_tiny, ends);
        }
    }
    is_tiny
}

/// How many iterations are not worth handing out, if `first` are worth a range.
fn kept_together(rw: &mut Rewriter<'_>, location: Location, first: ValueId) -> ValueId {
    let ranges = index(rw, location, KEPT_TOGETHER.cast_signed());
    fold_binary(rw, location, arith::MulIOp::DEF, first, ranges)
}

/// Whether no sum of an index below the upper bound and the step, which is positive, is too large for an index.
fn stays_below_the_end(rw: &mut Rewriter<'_>, location: Location, dimension: Dimension) -> ValueId {
    let (largest, one) = (index(rw, location, i64::MAX), index(rw, location, 1));
    let more = fold_binary(rw, location, arith::SubIOp::DEF, dimension.step, one);
    let last = fold_binary(rw, location, arith::SubIOp::DEF, largest, more);
    ArithBuilder::new(rw, location).cmpi("sle", dimension.upper, last)
}

/// A copy of the loop at the cursor, which still is a parallel one.
fn copy_of_loop(rw: &mut Rewriter<'_>, site: &Site) -> OpId {
    let copy = rw.body.clone_op(site.parallel.op, &mut Mapping::new());
    skip_if_empty(rw, site, copy);
    rw.insert_copy(copy);
    copy
}

/// Lets a copy of a loop that is empty run no rounds of its first dimension, of which there may be many.
fn skip_if_empty(rw: &mut Rewriter<'_>, site: &Site, copy: OpId) {
    let Site { parallel, domain, .. } = site;
    if domain.outer == 1 || domain.known_total.is_some() {
        return;
    }
    let (location, first) = (parallel.location, parallel.dimensions[0]);
    let zero = index(rw, location, 0);
    let mut b = ArithBuilder::new(rw, location);
    let is_empty = b.cmpi("eq", domain.total, zero);
    let upper = b.select(is_empty, first.lower, first.upper);
    // Behind the lower bounds.
    rw.body.set_operand(copy, parallel.dimensions.len(), upper);
}

/// Turns a parallel loop and those in it into sequential ones.
fn run_in_order(rw: &mut Rewriter<'_>, op: OpId) {
    for inner in rw.body.walk_op(op, WalkOrder::Post) {
        if rw.body.op(inner).is(ParallelOp::DEF) {
            rw.set_before(inner);
            convert_scf_to_cf::lower(rw, inner);
        }
    }
}
