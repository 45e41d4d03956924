//! `async-parallel-for`: `scf.parallel` becomes tasks that compute blocks of its iterations.
//!
//! The body of the loop moves to a compute function, which runs one block; the blocks are handed out by recursive
//! splitting, or by a loop in the caller. Loops inside of loops follow in further iterations of the greedy driver, in
//! the functions that the outer ones have become.
//!
//! Two things are not as in MLIR 22, which runs iterations that it should not:
//! - where the block size is rounded up for aligned inner loops, the number of blocks is computed again;
//! - an empty dimension has the trip count zero, not a negative one; two of them would multiply to a positive count.

mod block_size;
mod compute_function;
mod dispatch;
mod stand_ins;
mod visited;

use std::sync::{Mutex, MutexGuard, PoisonError};

use asyncir_dialects::arith::build::{ArithBuilder, fold_binary, index};
use asyncir_dialects::scf::{ParallelOp, ReduceOp};
use asyncir_dialects::{arith, builtin};
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::fold::constant_value;
use asyncir_ir::rewrite::greedy::{GreedyConfig, apply_once, apply_once_to_body};
use asyncir_ir::rewrite::{FrozenPatternSet, PatternRoot, RewritePattern, Rewriter};
use asyncir_ir::threads::share;
use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{Attribute, Body, Context, Diagnostic, Diagnostics, Location, OpId, OwnedOp, ValueId};

use self::compute_function::{Bounds, compute_function};
use self::dispatch::{Dispatch, dispatch_function};
use self::stand_ins::StandIns;
use self::visited::{Made, finish, take_names, take_out};
use super::new_functions::{Functions, insert};
use super::outline::clone_constants_into;
use crate::options::{OptionInfo, PassOptions};
use crate::scf::build::if_else;
use crate::{Pass, PassContext, PassInfo, bodies};

/// The pass.
pub static INFO: PassInfo = PassInfo {
    flag: "async-parallel-for",
    class: "AsyncParallelForPass",
    summary: "Convert scf.parallel operations to multiple async compute ops executed concurrently for non-overlapping iteration ranges",
    anchor: Some("builtin.module"),
    options: &[
        OptionInfo::flag(
            "async-dispatch",
            "Dispatch async compute tasks using recursive work splitting. If `false` async compute tasks will be launched using a simple for loop in the caller thread.",
            "true",
        ),
        OptionInfo::int(
            "num-workers",
            "The number of available workers to execute async operations. If `-1` the value will be retrieved from the runtime.",
            "8",
        ),
        OptionInfo::int(
            "min-task-size",
            "The minimum task size for sharding parallel operation.",
            "1000",
        ),
    ],
    create: |options| Ok(Box::new(AsyncParallelFor::new(options)?)),
};

/// How many iterations of inner loops may be for a block to be aligned to them: what LLVM may unroll.
const MAX_UNROLLABLE_ITERATIONS: i64 = 512;

/// How many iterations the greedy driver does at most.
const MAX_ITERATIONS: usize = 10;

#[derive(Clone, Copy)]
struct AsyncParallelFor {
    async_dispatch: bool,
    workers: i64,
    min_task_size: i64,
}

impl AsyncParallelFor {
    fn new(options: &PassOptions) -> Result<Self, String> {
        Ok(Self {
            async_dispatch: options.flag("async-dispatch")?,
            workers: options.int("num-workers")?,
            min_task_size: options.int("min-task-size")?,
        })
    }

    /// One iteration of the driver on a module and all that is in it, from the end to the start. Functions are worked on
    /// at once; what they make is named afterwards, in the order in which one thread would have made it.
    fn run_once(self, cx: &PassContext<'_>, module: &mut Body) -> bool {
        let mut names = Functions::of(cx.ctx, module);
        let stand_ins = StandIns::beside(cx.ctx, &names);
        let mut visited = take_out(module);
        let outer = &*module;
        share(
            cx.ctx,
            cx.threads,
            &mut visited,
            |item| &item.body,
            |verifier, item| {
                let owner = outer.op_ref(cx.ctx, item.owner);
                if owner.data().is(builtin::ModuleOp::DEF) {
                    item.changed = self.run_once(cx, &mut item.body);
                } else {
                    (item.changed, item.made) =
                        self.visit(&stand_ins, |patterns| self.visit_bodies(cx, &mut item.body, patterns));
                }
                if item.made.is_empty() {
                    bodies::finish(verifier, cx, owner, &mut item.body);
                }
            },
        );
        for item in &mut visited {
            item.names = take_names(cx.ctx, &mut names, &item.made);
        }
        share(
            cx.ctx,
            cx.threads,
            &mut visited,
            |item| &item.body,
            |verifier, item| {
                item.settle(cx, verifier, &stand_ins, outer);
            },
        );
        let mut changed = false;
        for item in visited {
            changed |= item.changed;
            item.put_back(module);
        }
        changed | self.visit_module(cx, module, &stand_ins, &mut names)
    }

    /// Visits the ops of the module that are in no function.
    fn visit_module(
        self,
        cx: &PassContext<'_>,
        module: &mut Body,
        stand_ins: &StandIns,
        names: &mut Functions,
    ) -> bool {
        let (changed, made) = self.visit(stand_ins, |patterns| apply_once_to_body(cx.ctx, module, patterns));
        if !made.is_empty() {
            let taken = take_names(cx.ctx, names, &made);
            let mut verifier = VerifyAhead::new(cx.ctx);
            let functions = finish(cx, &mut verifier, stand_ins, module, made, &taken);
            insert(module, functions);
        }
        changed
    }

    /// Runs `visit` with the pattern; gives whether anything changed, and the functions made on the way.
    fn visit(self, stand_ins: &StandIns, visit: impl FnOnce(&FrozenPatternSet<'_>) -> bool) -> (bool, Vec<Made>) {
        let pattern = ParallelPattern {
            options: self,
            stand_ins,
            made: Mutex::default(),
        };
        let patterns = FrozenPatternSet::new([&pattern as &dyn RewritePattern]);
        let changed = visit(&patterns);
        drop(patterns);
        let made = pattern.made.into_inner().unwrap_or_else(PoisonError::into_inner);
        (changed, made)
    }

    fn visit_bodies(self, cx: &PassContext<'_>, body: &mut Body, patterns: &FrozenPatternSet<'_>) -> bool {
        let mut changed = false;
        for op in body.owners().into_iter().rev() {
            let is_module = body.op(op).is(builtin::ModuleOp::DEF);
            if let Some(inner) = body.op_mut(op).body_mut() {
                changed |= if is_module {
                    self.run_once(cx, inner)
                } else {
                    self.visit_bodies(cx, inner, patterns)
                };
            }
        }
        changed | apply_once_to_body(cx.ctx, body, patterns)
    }
}

impl Pass for AsyncParallelFor {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }

    fn run(&self, op: &mut OwnedOp, cx: &PassContext<'_>) -> Result<(), Diagnostics> {
        let location = op.operation().location();
        let Some(module) = op.body_mut() else { return Ok(()) };
        for _ in 0..MAX_ITERATIONS {
            if !self.run_once(cx, module) {
                return Ok(());
            }
        }
        Err(Diagnostic::error(location, "parallel loops are nested too deeply").into())
    }
}

struct ParallelPattern<'a> {
    options: AsyncParallelFor,
    stand_ins: &'a StandIns,
    made: Mutex<Vec<Made>>,
}

impl RewritePattern for ParallelPattern<'_> {
    fn name(&self) -> &str {
        "async-parallel-for"
    }

    fn root(&self) -> PatternRoot {
        PatternRoot::Op(ParallelOp::DEF)
    }

    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId) -> bool {
        let view = ParallelOp::wrap(rw.body.op_ref(rw.ctx, op));
        let reduces = view
            .reduce()
            .is_some_and(|end| rw.body.op(end).is(ReduceOp::DEF) && rw.body.op(end).num_operands() > 0);
        if reduces || view.induction_vars().is_empty() {
            return false;
        }
        let first = self.made().len();
        self.replace_loop(rw, op);
        self.simplify_new(rw.ctx, first);
        true
    }
}

/// A parallel loop being replaced, with the values computed for it so far.
struct Domain {
    op: OpId,
    location: Location,
    bounds: Bounds,
    /// Trip counts, lower bounds, upper bounds, steps.
    values: Vec<ValueId>,
    trip_count: ValueId,
    min_task_size: ValueId,
}

impl ParallelPattern<'_> {
    fn made(&self) -> MutexGuard<'_, Vec<Made>> {
        // A panic elsewhere leaves a list of whole functions.
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Visits the ops of the functions made since there were `first`, newest ones first.
    fn simplify_new(&self, ctx: &Context, first: usize) {
        let patterns = FrozenPatternSet::new([self as &dyn RewritePattern]);
        let end = self.made().len();
        for index in (first..end).rev() {
            let (mut body, made) = {
                let function = &mut self.made()[index].function;
                (std::mem::take(&mut function.body), std::mem::take(&mut function.made))
            };
            if let Some(region) = body.root() {
                apply_once(ctx, &mut body, region, &patterns, &GreedyConfig::default(), Some(&made));
            }
            self.made()[index].function.body = body;
        }
    }

    fn replace_loop(&self, rw: &mut Rewriter<'_>, op: OpId) {
        let location = rw.location_of(op);
        let min_task_size = index(rw, location, self.options.min_task_size);
        let region = rw.body.op_regions(op)[0];
        clone_constants_into(rw.body, region);
        let domain = Domain::new(rw, op, min_task_size);
        let zero = index(rw, location, 0);
        let is_empty = ArithBuilder::new(rw, location).cmpi("eq", domain.trip_count, zero);
        if_else(rw, location, is_empty, |_| (), |rw| self.dispatch(rw, &domain));
        rw.erase(op);
    }

    /// Computes the size of blocks and hands them out, aligned to inner loops where that does not make them larger
    /// than the loop is.
    fn dispatch(&self, rw: &mut Rewriter<'_>, domain: &Domain) {
        let (ctx, location) = (rw.ctx, domain.location);
        let (aligned, iterations) = domain.bounds.unrollable(ctx);
        let size = block_size::block_size(
            rw,
            location,
            self.options.workers,
            domain.trip_count,
            domain.min_task_size,
        );
        let mut b = ArithBuilder::new(rw, location);
        let count = b.binary(arith::CeilDivSIOp::DEF, domain.trip_count, size);
        if aligned == 0 {
            return self.call_compute(rw, domain, 0, (size, count));
        }
        let inner = index(rw, location, iterations);
        let is_large = ArithBuilder::new(rw, location).cmpi("sge", size, inner);
        if_else(
            rw,
            location,
            is_large,
            |rw| {
                self.call_aligned(rw, domain, aligned, iterations, size);
            },
            |rw| self.call_compute(rw, domain, 0, (size, count)),
        );
    }

    fn call_aligned(&self, rw: &mut Rewriter<'_>, domain: &Domain, aligned: usize, iterations: i64, size: ValueId) {
        let location = domain.location;
        let compute = self.make_compute(rw, domain, aligned);
        let inner = index(rw, location, iterations);
        let mut b = ArithBuilder::new(rw, location);
        let rounds = b.binary(arith::CeilDivSIOp::DEF, size, inner);
        let size = b.muli(rounds, inner);
        let count = b.binary(arith::CeilDivSIOp::DEF, domain.trip_count, size);
        self.hand_out(rw, domain, &compute, (size, count));
    }

    fn call_compute(&self, rw: &mut Rewriter<'_>, domain: &Domain, aligned: usize, blocks: (ValueId, ValueId)) {
        let compute = self.make_compute(rw, domain, aligned);
        self.hand_out(rw, domain, &compute, blocks);
    }

    fn make_compute(
        &self,
        rw: &mut Rewriter<'_>,
        domain: &Domain,
        aligned: usize,
    ) -> compute_function::ComputeFunction {
        let stem = match aligned {
            0 => "parallel_compute_fn",
            _ => "parallel_compute_fn_with_aligned_loops",
        };
        let name = self.stand_ins.name(rw.ctx, self.made().len());
        let (function, compute) = compute_function(rw.ctx, rw.body, domain.op, &domain.bounds, aligned, name);
        self.made().push(Made { stem, function });
        compute
    }

    fn hand_out(
        &self,
        rw: &mut Rewriter<'_>,
        domain: &Domain,
        compute: &compute_function::ComputeFunction,
        (block_size, block_count): (ValueId, ValueId),
    ) {
        let dispatch = Dispatch {
            location: domain.location,
            compute,
            block_size,
            block_count,
            domain: &domain.values,
        };
        if !self.options.async_dispatch {
            return dispatch.sequentially(rw);
        }
        let name = self.stand_ins.name(rw.ctx, self.made().len());
        let function = dispatch_function(rw.ctx, name, compute, domain.location);
        self.made().push(Made {
            stem: "async_dispatch_fn",
            function,
        });
        dispatch.recursively(rw, name);
    }
}

impl Domain {
    /// Computes the trip counts of `op` and their product.
    fn new(rw: &mut Rewriter<'_>, op: OpId, min_task_size: ValueId) -> Self {
        let location = rw.location_of(op);
        let view = ParallelOp::wrap(rw.body.op_ref(rw.ctx, op));
        let (lower, upper, steps) = (view.lowerBound(), view.upperBound(), view.step());
        let loops = lower.len();
        let mut trip_counts: Vec<ValueId> = Vec::with_capacity(loops);
        for dimension in 0..loops {
            let range = fold_binary(rw, location, arith::SubIOp::DEF, upper[dimension], lower[dimension]);
            let count = fold_binary(rw, location, arith::CeilDivSIOp::DEF, range, steps[dimension]);
            trip_counts.push(at_least_zero(rw, location, count, loops > 1));
        }
        let mut b = ArithBuilder::new(rw, location);
        let trip_count = trip_counts[1..]
            .iter()
            .fold(trip_counts[0], |product, &count| b.muli(product, count));
        let constants = |values: &[ValueId]| -> Vec<Option<Attribute>> {
            values
                .iter()
                .map(|&value| constant_value(rw.ctx, rw.body, value))
                .collect()
        };
        Self {
            op,
            location,
            bounds: Bounds {
                trip_counts: constants(&trip_counts),
                lower: constants(&lower),
                steps: constants(&steps),
            },
            values: [&trip_counts[..], &lower, &upper, &steps].concat(),
            trip_count,
            min_task_size,
        }
    }
}

impl Bounds {
    /// How many inner loops have so few iterations that blocks are aligned to them, and how many iterations those are.
    fn unrollable(&self, ctx: &Context) -> (usize, i64) {
        let mut loops = 0;
        let mut iterations = 1;
        let mut product: i64 = 1;
        for count in self.trip_counts[1..].iter().rev() {
            let count = count.and_then(|count| count.as_i64(ctx)).unwrap_or(0);
            product = product.saturating_mul(count);
            if product > 0 && product <= MAX_UNROLLABLE_ITERATIONS {
                loops += 1;
                iterations = product;
            }
        }
        (loops, iterations)
    }
}

/// A trip count, or zero if it is negative. A single dynamic one is left to the compute function, where a negative one
/// can do harm in one case only.
fn at_least_zero(rw: &mut Rewriter<'_>, location: Location, count: ValueId, is_factor: bool) -> ValueId {
    match constant_value(rw.ctx, rw.body, count).map(|count| count.as_i64(rw.ctx)) {
        Some(Some(known)) if known < 0 => index(rw, location, 0),
        None if is_factor => {
            let zero = index(rw, location, 0);
            fold_binary(rw, location, arith::MaxSIOp::DEF, count, zero)
        }
        _ => count,
    }
}
